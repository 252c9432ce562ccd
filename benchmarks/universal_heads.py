"""spaCy's English heads as Universal Dependencies would have them: content words above function words.

For measuring how well UD heads become brackets where no treebank has both: *in the house* hangs by *house*, *is happy*
by *happy*, *and* by the word that it joins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cswitch_core.parsing import HeadWord

LABELS = {
    "ROOT": "root",
    "dobj": "obj",
    "dative": "iobj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "relcl": "acl:relcl",
    "poss": "nmod:poss",
    "prt": "compound:prt",
    "neg": "advmod",
    "npadvmod": "obl",
    "quantmod": "advmod",
    "predet": "det:predet",
    "preconj": "cc:preconj",
    "intj": "discourse",
    "acomp": "xcomp",
    "oprd": "xcomp",
    "attr": "xcomp",
    "agent": "obl",
    "prep": "obl",
    "pcomp": "advcl",
}
NOUNS = ("N", "P", "C", "D")


def as_universal(words: Sequence[HeadWord]) -> list[HeadWord]:
    """Return the words with UD's labels and heads; tags stay Penn's."""
    changed = list(words)
    for place, word in enumerate(words):
        if word.label in {"pobj", "pcomp"} and words[word.head].label in {"prep", "agent", "dative", "conj", "ROOT"}:
            _hang_preposition(changed, place, word.head)
    for place, word in enumerate(words):
        if word.label in {"attr", "acomp"} and _is_copula(words[word.head]) and words[word.head].tag != "VBG":
            _hang_copula(changed, place, word.head)
    for place, word in enumerate(words):
        if word.label == "cc":
            _hang_conjunction(changed, place)
    return [replace(word, label=_label(changed, place)) for place, word in enumerate(changed)]


def _is_copula(word: HeadWord) -> bool:
    return word.text.lower() in {"is", "are", "was", "were", "am", "be", "been", "'s", "'re", "'m", "’s", "’re", "’m"}


def _hang_preposition(words: list[HeadWord], place: int, preposition: int) -> None:
    """*in* below *house*; what hangs by the preposition besides goes with its object."""
    above, label = words[preposition].head, words[preposition].label
    is_root = above == preposition
    is_clause = words[place].label == "pcomp" and words[place].tag.startswith("V")
    for n, word in enumerate(words):
        if word.head == preposition and n not in (place, preposition):
            words[n] = replace(word, head=place)
    if label == "conj":
        kept = "conj"
    elif is_clause:
        kept = "acl" if words[above].tag[:1] in NOUNS else "advcl"
    else:
        kept = "nmod" if words[above].tag[:1] in NOUNS else "obl"
    words[place] = replace(words[place], head=place if is_root else above, label="ROOT" if is_root else kept)
    words[preposition] = replace(words[preposition], head=place, label="mark" if is_clause else "case")


def _hang_copula(words: list[HeadWord], place: int, copula: int) -> None:
    above, label = words[copula].head, words[copula].label
    for n, word in enumerate(words):
        if word.head == copula and n not in (place, copula):
            words[n] = replace(word, head=place)
    words[place] = replace(words[place], head=place if above == copula else above, label=label)
    words[copula] = replace(words[copula], head=place, label="cop")


def _hang_conjunction(words: list[HeadWord], place: int) -> None:
    """*and* below what it joins."""
    after = range(place + 1, len(words))
    joined = [n for n in after if words[n].label == "conj" and words[n].head == words[place].head]
    if joined:
        words[place] = replace(words[place], head=joined[0])


def _label(words: Sequence[HeadWord], place: int) -> str:
    word = words[place]
    if word.label == "aux" and word.tag == "TO":
        return "mark"
    if word.label == "npadvmod" and words[word.head].tag[:1] in NOUNS:
        return "nmod"
    return LABELS.get(word.label, word.label)
