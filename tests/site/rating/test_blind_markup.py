"""The page's source does not say where a sentence comes from: every kind of item is marked up alike."""

import re
from html import unescape

import pytest

from evaluation.models import Item, ItemKind
from evaluation.pages.rating.rendering import shown_sentence_html, words_html
from evaluation.services import studies
from evaluation.services.rating.places import ShownSentence, study_facts
from evaluation.services.studies import AttentionSpec, PracticeSpec, sampling
from tests.site.factories import make_pair

pytestmark = pytest.mark.django_db
# "sleep" is two words in Hindi, and both sentences have punctuation.
SLEEP = {
    "external_id": "sleep",
    "l1_tree": "(S (NP (NNP Ravi)) (, ,) (NP (PRP I)) (VP (VBP sleep) (RB now)) (. .))",
    "l1_text": "Ravi , I sleep now .",
    "l2_tokens": ["रवि", ",", "मैं", "अब", "सोता", "हूँ", "।"],
    "l2_text": "रवि , मैं अब सोता हूँ ।",
    "alignment": "0-0 1-1 2-2 3-4 3-5 4-3 5-6",
}
ALIKE = "Ravi, I अब सोता हूँ।"
UNREADABLE = "Ravi, I अब हूँ।"
UNKNOWN = "“Kindly”, choose (शून्य) – 0 points/en!"
SPAN = re.compile(r"(?P<gap>[^<]*)<span(?P<attributes>[^>]*)>(?P<content>[^<]*)</span>")
EXPECTED = {"usage": (0, 0)}


@pytest.fixture
def study(meera):
    """A study that has the same sentence in every way in which a sentence gets into a study, and some others."""
    pair = make_pair(meera, **SLEEP)
    study = studies.create(owner=meera, name="Blind")
    common = {"study": study, "actor": meera}
    # Checks that were written before the pairs were chosen are no exception.
    studies.set_checks(
        **common,
        revision=1,
        repeats=0,
        practice=[PracticeSpec(ALIKE), PracticeSpec(UNKNOWN)],
        attention=[AttentionSpec(ALIKE, EXPECTED), AttentionSpec(UNKNOWN, EXPECTED)],
    )
    studies.set_pairs(**common, revision=study.revision, pairs=[pair.pk], models=["EC0", "ML0"])
    imported = [(pair.pk, ALIKE), (pair.pk, UNREADABLE), (None, ALIKE), (None, UNKNOWN)]
    choices = [
        {"way": "uniform", "count": 100},
        {"way": "known_controls", "count": 1},
        {"way": "imported", "source": "corpus", "sentences": [{"pair": of, "text": text} for of, text in imported]},
    ]
    studies.set_choices(**common, revision=study.revision, choices=choices, seed=1, monolingual=True)
    sampling.draw(study=study, actor=meera, revision=study.revision)
    return study


def markup(item: Item) -> str:
    """The sentence and its boxes to tick, as on the judge's page."""
    study = item.study
    facts = study_facts(study.pk, study.revision, study.changed_at)
    sentence = ShownSentence.of(item)
    return shown_sentence_html(facts, sentence, {}) + words_html(sentence.tokens, {}, (), {})


def test_the_same_sentence_has_the_same_markup_however_it_came_into_the_study(study, meera):
    came = {(item.kind, item.source, item.pair is None): markup(item) for item in study.items.filter(text=ALIKE)}
    studies.set_choices(
        study=study,
        actor=meera,
        revision=study.revision,
        choices=[{"way": "picked", "sentences": [{"pair": study.pairs.get().pk, "text": ALIKE}]}],
        seed=1,
        monolingual=True,
    )
    sampling.draw(study=study, actor=meera, revision=study.revision)
    came["picked"] = markup(study.items.rated().get(text=ALIKE, condition="picked"))
    studies.set_choices(
        study=study,
        actor=meera,
        revision=study.revision,
        choices=[{"way": "uniform", "count": 100}],
        seed=1,
        monolingual=True,
    )
    sampling.draw(study=study, actor=meera, revision=study.revision)
    came["generated"] = markup(study.items.rated().get(text=ALIKE))
    assert len(came) == 6
    assert len(set(came.values())) == 1, came


def shape(item: Item) -> set[tuple[str, ...]]:
    """What a script can see of the sentence without reading it: which attributes stand on words and on marks."""
    facts = study_facts(item.study.pk, item.study.revision, item.study.changed_at)
    html = str(shown_sentence_html(facts, ShownSentence.of(item), {}))
    spans = list(SPAN.finditer(html))
    assert "".join(span[0] for span in spans) == html, "nothing but words, each in an element, and what is between them"
    return {described(span) for span in spans}


def described(span: re.Match[str]) -> tuple[str, ...]:
    content = unescape(span["content"])
    assert content == content.strip()
    assert " " not in content
    is_word = any(sign.isalnum() for sign in content)
    assert not is_word or (content[0].isalnum() and re.match(r"\w|[\u0900-\u097f]", content[-1])), content
    attributes = re.sub(r'lang="[a-z]{2}(-Latn)?"', "lang", span["attributes"])
    return "word" if is_word else "mark", attributes, str(span["gap"] in {"", " "})


def test_every_kind_of_sentence_has_the_same_shape(study):
    allowed = {("word", " lang", "True"), ("word", ' lang class="l2"', "True"), ("mark", "", "True")}
    generated = study.items.rated().filter(source="")
    assert generated.count() > 5
    assert set.union(*map(shape, generated)) == allowed
    others = study.items.exclude(pk__in=generated)
    assert {item.kind for item in others} == set(ItemKind) - {ItemKind.MEMBER}
    for item in others:
        assert shape(item) <= allowed, item.text
    for item in others.filter(text__startswith="“Kindly"):
        assert shape(item) == allowed


def test_what_was_typed_is_shown_as_in_print_and_comes_back_into_the_form(study, client_of, meera):
    item = study.items.filter(kind=ItemKind.ATTENTION).last()
    assert item.text == "“Kindly”, choose (शून्य) – 0 points!"
    assert [language for _word, language in item.tokens if language] == ["en", "en", "hi", "en", "en"]
    page = client_of(meera).get(f"/studies/{study.slug}/edit/checks/").content.decode()
    assert "“Kindly”, choose (शून्य) – 0 points!" in page
