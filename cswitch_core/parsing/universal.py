"""Universal Dependencies made like spaCy's heads: prepositions and copulas are heads, `to` is an auxiliary.

UD hangs function words below content words: *in* below *house*, *is* below *happy*. Penn brackets go the other way
round, and so do spaCy's English heads, so the two change places. Tags that are UPOS become Penn tags, which the
models' lists of categories are written in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cswitch_core.parsing.heads import HeadWord, is_below, projective
from cswitch_core.parsing.labels import BARE_NEGATIONS

LABELS = {
    "obj": "dobj",
    "iobj": "dative",
    "obl": "npadvmod",
    "nmod": "npadvmod",
    "nmod:poss": "poss",
    # *Marquis de Lafayette*, *actor Om Puri*
    "nmod:desc": "compound",
    "compound:prt": "prt",
    "acl:relcl": "relcl",
    "det:predet": "predet",
    "cc:preconj": "preconj",
    "discourse": "intj",
    "vocative": "npadvmod",
    "flat": "compound",
    "root": "ROOT",
    # Pronouns that lean on the verb (*il y a*, *se laver*) are no second subject.
    "expl:comp": "dobj",
    "expl:pv": "dobj",
    "expl:pass": "dobj",
}
ONLY_UNIVERSAL = frozenset({"obj", "iobj", "obl", "cop", "flat", "fixed", "root", "discourse", "list", "vocative"})
# What stays with a predicate when its copula becomes the head.
OF_THE_PREDICATE = frozenset({"det", "amod", "nummod", "compound", "case", "appos", "poss", "conj", "cc", "relcl"})
PENN = {
    "NOUN": "NN",
    "PROPN": "NNP",
    "VERB": "VB",
    "AUX": "VB",
    "ADP": "IN",
    "SCONJ": "IN",
    "DET": "DT",
    "PRON": "PRP",
    "ADJ": "JJ",
    "ADV": "RB",
    "CCONJ": "CC",
    "NUM": "CD",
    "PART": "RB",
    "INTJ": "UH",
    "PUNCT": ",",
    "SYM": "SYM",
    "X": "FW",
}
FINAL_MARKS = frozenset(".!?।॥。！？|")
WH_WORDS = {
    "who": "WP",
    "what": "WP",
    "which": "WDT",
    "whose": "WP$",
    "where": "WRB",
    "when": "WRB",
    "why": "WRB",
    "how": "WRB",
}
# Words that ask or relate in French and Spanish; as conjunctions (SCONJ) they do neither.
OTHER_WH_WORDS = {
    **dict.fromkeys(("qui", "que", "qu'", "quoi", "dont", "quién", "quiénes", "quien", "qué"), "WP"),
    **dict.fromkeys(("quel", "quelle", "quels", "quelles", "lequel", "laquelle", "cuál", "cuáles"), "WDT"),
    **dict.fromkeys(("où", "quand", "comment", "pourquoi", "combien", "dónde", "cuándo", "cómo"), "WRB"),
}


def is_universal(words: Sequence[HeadWord]) -> bool:
    """Tell whether the labels are UD's; a sentence that has none of its own labels reads the same either way."""
    return any(word.label.partition(":")[0] in ONLY_UNIVERSAL or ":" in word.label for word in words)


def from_universal(words: Sequence[HeadWord]) -> list[HeadWord]:
    """Return the words with spaCy's labels, heads and Penn tags."""
    lifted = projective(words)
    changed = [replace(word, tag=penn_tag(word), label=_label(word)) for word in lifted]
    for place, word in enumerate(lifted):
        if word.label == "cop":
            _promote_copula(changed, place)
    for place, word in enumerate(lifted):
        if word.label.partition(":")[0] == "case" and changed[place].tag != "POS":
            _promote_preposition(changed, place, is_stranded=word.head != words[place].head)
    for place, word in enumerate(lifted):
        if word.label in {"cc", "punct"} and place < word.head:
            _move_out_of_conjunct(changed, place)
        elif word.label == "fixed" and changed[word.head].label == "mark":
            changed[place] = replace(changed[word.head], text=word.text, tag=changed[place].tag)
    for place, word in enumerate(changed):
        if word.label == "punct":
            _move_out_of_edge(changed, place)
    return changed


def _move_out_of_edge(words: list[HeadWord], place: int) -> None:
    """A mark at the edge of a phrase stands beside the phrase, not in it: *in the evening, …*"""
    above = words[place].head
    while words[above].head != above and _is_at_edge(words, place, above):
        above = words[above].head
        words[place] = replace(words[place], head=above)


def _is_at_edge(words: Sequence[HeadWord], place: int, above: int) -> bool:
    outside = range(place) if place < above else range(place + 1, len(words))
    return not any(is_below(words, other, above) for other in outside if words[other].label != "punct")


def _move_out_of_conjunct(words: list[HeadWord], place: int) -> None:
    """*and* stands below the second of the joined words in UD, and below the first here."""
    above = words[place].head
    joined = words[above].head if words[above].label in {"pobj", "acomp", "attr"} else above
    if words[joined].label == "conj" and place < joined:
        words[place] = replace(words[place], head=words[joined].head)


def penn_tag(word: HeadWord) -> str:
    """Return the Penn tag of a word; UPOS tags become the nearest.

    >>> penn_tag(HeadWord("?", "PUNCT", "punct", 0)), penn_tag(HeadWord("to", "PART", "mark", 0))
    ('.', 'TO')
    """
    low = word.text.lower()
    if word.tag == "PUNCT":
        return "." if low in FINAL_MARKS else ","
    if word.tag == "PART" and low in {"to", "'s", "'", "’s", "’"}:
        return "TO" if low == "to" else "POS"
    if word.tag == "PRON" and word.label == "nmod:poss" and low not in WH_WORDS:
        return "PRP$"
    if word.tag in {"PRON", "ADV", "DET", "SCONJ"} and low in WH_WORDS:
        return WH_WORDS[low]
    if word.tag in {"PRON", "ADV", "DET"} and low in OTHER_WH_WORDS:
        return OTHER_WH_WORDS[low]
    return PENN.get(word.tag, word.tag)


def _label(word: HeadWord) -> str:
    base = word.label.partition(":")[0]
    if base == "advmod" and word.text.lower() in BARE_NEGATIONS:
        return "neg"
    if word.label == "mark" and word.text.lower() == "to" and word.tag in {"TO", "PART"}:
        return "aux"
    if word.label.endswith(":pass") and base != "expl":
        return f"{base}pass"
    return LABELS.get(word.label, LABELS.get(base, base))


def _promote_copula(words: list[HeadWord], place: int) -> None:
    """*is* takes the place of *happy*, with subject, auxiliaries and all that is not of the adjective's own phrase."""
    below = words[place].head
    top = words[below].head if words[below].head != below else place
    if words[below].label == "conj" and words[top].label in {"acomp", "attr"}:
        top = words[top].head
    for n, word in enumerate(words):
        if (
            word.head == below
            and n not in (place, below)
            and (word.label not in OF_THE_PREDICATE or _is_joined_verb(word))
            and not (word.label in {"advmod", "npadvmod", "prep"} and place < n)
        ):
            words[n] = replace(word, head=place)
    words[place] = replace(words[place], head=top, label=words[below].label)
    words[below] = replace(words[below], head=place, label="acomp" if words[below].tag.startswith("JJ") else "attr")


def _is_joined_verb(word: HeadWord) -> bool:
    """*She is tired and wants tea*: what is joined to the adjective is joined to the verb."""
    return word.label == "conj" and word.tag in {"VB", "VBD", "VBP", "VBZ"}


def _promote_preposition(words: list[HeadWord], place: int, *, is_stranded: bool) -> None:
    """*in* takes the place of *house*, a second preposition goes with the first; a stranded one has lost its word."""
    if is_stranded:
        words[place] = replace(words[place], label="prep")
        return
    below = words[place].head
    if words[below].label == "pobj":
        words[place] = replace(words[place], head=words[below].head, label="fixed")
        return
    top, label = words[below].head, words[below].label
    if label == "conj" and words[top].label == "pobj":
        top = words[top].head
    label = "conj" if label == "conj" else "prep"
    words[place] = replace(words[place], head=place if top == below else top, label="ROOT" if top == below else label)
    words[below] = replace(words[below], head=place, label="pobj")
