"""Parsers that may be installed. None is loaded before somebody asks for a tree.

spaCy gives heads, which ``conversion`` turns into brackets; benepar and Stanza give brackets themselves, with models
that they download from their makers. All get the sentence already cut into words and must leave the words alone.
Another parser is another class with these three members, in ``PARSERS``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, runtime_checkable

from cswitch_core.parsing.brackets import escaped
from cswitch_core.parsing.conversion import brackets_from_heads
from cswitch_core.parsing.heads import HeadWord, NotConverted

SECONDS_BETWEEN_LOOKS = 10


class Parser(Protocol):
    """Fills in the tree of a sentence. ``parse`` gives Penn brackets over exactly the tokens handed in."""

    title: str

    def is_ready(self, language: str) -> bool: ...

    def parse(self, tokens: Sequence[str], language: str) -> str: ...


@runtime_checkable
class BatchParser(Parser, Protocol):
    """A parser that is faster with many sentences at once; no tree ("") for those that it cannot parse."""

    def parse_many(self, sentences: Sequence[Sequence[str]], language: str) -> list[str]: ...


class SpacyParser:
    """spaCy's heads, converted."""

    title = "spaCy"

    def is_ready(self, language: str) -> bool:
        return find_spec("spacy") is not None and bool(_spacy_model(language))

    def parse(self, tokens: Sequence[str], language: str) -> str:
        return brackets_from_heads(self.heads(tokens, language))

    def parse_many(self, sentences: Sequence[Sequence[str]], language: str) -> list[str]:
        return [_converted(words) for words in self.heads_of_many(sentences, language)]

    def heads(self, tokens: Sequence[str], language: str) -> list[HeadWord]:
        return next(self.heads_of_many([tokens], language))

    def heads_of_many(self, sentences: Iterable[Sequence[str]], language: str) -> Iterator[list[HeadWord]]:
        pipeline = _spacy_pipeline(_spacy_model(language))
        new_doc = import_module("spacy.tokens").Doc
        for parsed in pipeline.pipe(new_doc(pipeline.vocab, words=list(tokens)) for tokens in sentences):
            yield [HeadWord(word.text, word.tag_, word.dep_, word.head.i) for word in parsed]


def _converted(words: Sequence[HeadWord]) -> str:
    try:
        return brackets_from_heads(words)
    except NotConverted:
        return ""


def _spacy_model(language: str) -> str:
    """The name of an installed model for the language; asking for it does not import spaCy, which takes seconds."""
    names = _installed_models(int(monotonic() // SECONDS_BETWEEN_LOOKS))
    return next((name for name in names if name.startswith(f"{_base(language)}_")), "")


@lru_cache(1)
def _installed_models(_moment: int) -> list[str]:
    """The names of the models; looking through all packages takes as long as parsing ten sentences."""
    return sorted(entry.name for entry in entry_points(group="spacy_models"))


def _base(language: str) -> str:
    """The language without its region or script."""
    return language.partition("-")[0].lower()


@lru_cache(2)
def _spacy_pipeline(name: str) -> Any:
    return import_module("spacy").load(name, exclude=["ner", "lemmatizer"])


class BeneparParser:
    """The Berkeley neural parser."""

    title = "benepar"
    models = {"en": "benepar_en3", "zh": "benepar_zh2", "ar": "benepar_ar2", "de": "benepar_de2", "fr": "benepar_fr2"}

    def is_ready(self, language: str) -> bool:
        model = self.models.get(_base(language), "")
        return bool(model) and find_spec("benepar") is not None and self._is_downloaded(model)

    def parse(self, tokens: Sequence[str], language: str) -> str:
        benepar = import_module("benepar")
        sentence = benepar.InputSentence(words=list(tokens), escaped_words=[escaped(token) for token in tokens])
        return " ".join(str(_benepar_parser(self.models[_base(language)]).parse(sentence)).split())

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

    title = "Stanza"

    def is_ready(self, language: str) -> bool:
        return find_spec("stanza") is not None and (self._folder() / _base(language) / "constituency").is_dir()

    def parse(self, tokens: Sequence[str], language: str) -> str:
        parsed = _stanza_pipeline(_base(language), str(self._folder()))([list(tokens)])
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


PARSERS: tuple[Parser, ...] = (BeneparParser(), StanzaParser(), SpacyParser())
