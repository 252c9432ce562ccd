"""From dependencies to constituents, for parsers that give heads and no brackets.

Every word projects a phrase named after its tag, and its dependents hang below in their order, after the first of the
algorithms compared in Xia and Palmer, "Converting dependency structures to phrase structures" (HLT 2001); what Penn
brackets have beyond that is added for the relations that need it: a subject splits a clause into subject and VP,
modifiers after a noun make NP over NP, coordination repeats the label. An arc that crosses others is lifted to its
head's head until none does (Nivre and Nilsson, ACL 2005), so that the leaves come out in the order of the sentence;
``brackets`` checks that they do.
"""

from __future__ import annotations

from collections.abc import Sequence

from cswitch_core.parsing.brackets import Phrase, escaped
from cswitch_core.parsing.brackets import clean_tag as _tag
from cswitch_core.parsing.heads import HeadWord, NotConverted, projective

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl", "nsubj:pass", "csubj:pass"})
AUXILIARIES = frozenset({"aux", "auxpass", "aux:pass", "cop"})
RELATIVES = frozenset({"relcl", "acl:relcl"})
# Words that stand bare beside their head, without a phrase of their own, when nothing depends on them.
BARE = frozenset(
    {"det", "predet", "amod", "compound", "nummod", "quantmod", "cc", "preconj", "neg", "mark", "case", "punct", "nn"}
    | {"poss", "nmod", "intj", "dep", "det:predet"}
    | AUXILIARIES
)
PHRASES = (
    (("NN", "PRP", "WP", "EX", "DT", "CD", "$", "WDT", "PDT"), "NP"),
    (("VB", "MD"), "VP"),
    (("JJ",), "ADJP"),
    (("RB", "WRB"), "ADVP"),
    (("IN", "TO"), "PP"),
    (("RP",), "PRT"),
    (("UH",), "INTJ"),
)
CLAUSES = frozenset({"S", "SQ", "SBAR", "SBARQ"})


def brackets_from_heads(words: Sequence[HeadWord]) -> str:
    """Penn brackets over the words, whose leaves are the words in their order."""
    tree = _Conversion(projective(words)).sentence()
    expected = [escaped(word.text) for word in words]
    if tree.leaves() != expected:
        raise NotConverted(f"the tree's words are {tree.leaves()}, not {expected}")
    return str(tree)


class _Conversion:
    """One sentence on its way; dependents are known by position, in the order of the sentence."""

    def __init__(self, words: Sequence[HeadWord]) -> None:
        self.words = words
        self.below: list[list[int]] = [[] for _ in words]
        for place, word in enumerate(words):
            if word.head == place:
                self.root = place
            else:
                self.below[word.head].append(place)

    def sentence(self) -> Phrase:
        tree = self._phrase(self.root)
        return tree if tree.label in CLAUSES else Phrase("S", self._opened(tree))

    def _opened(self, tree: Phrase) -> tuple[Phrase, ...]:
        """The parts of the sentence: what stands before an imperative's verb, and its final mark, are not of the VP."""
        if tree.label != "VP":
            return (tree,)
        first = next((n for n, part in enumerate(tree.parts) if part.label.startswith(("V", "MD", "TO"))), 0)
        last = len(tree.parts)
        while last > first + 1 and not tree.parts[last - 1].label[0].isalnum():
            last -= 1
        verb = tree.parts[first:last]
        whole = verb[0] if len(verb) == 1 and verb[0].parts else Phrase("VP", verb)
        return (*tree.parts[:first], whole, *tree.parts[last:])

    def _leaf(self, place: int) -> Phrase:
        return Phrase(_tag(self.words[place].tag), word=escaped(self.words[place].text))

    def _dependent(self, place: int) -> Phrase:
        if not self.below[place] and self.words[place].label in BARE:
            return self._leaf(place)
        phrase = self._phrase(place)
        is_relative = self.words[place].label in RELATIVES and phrase.label != "SBAR"
        return Phrase("SBAR", (phrase,)) if is_relative else phrase

    def _phrase(self, place: int) -> Phrase:
        conjuncts = [child for child in self.below[place] if self.words[child].label == "conj" and child > place]
        if conjuncts:
            return self._coordination(place, conjuncts)
        return self._simple(place, self.below[place])

    def _coordination(self, place: int, conjuncts: list[int]) -> Phrase:
        """Head, conjunction and conjuncts side by side; verbs without subjects of their own share what comes before."""
        from_here = min(child for child in self.below[place] if child > place and self._belongs_to(child, conjuncts))
        own = [child for child in self.below[place] if child < from_here]
        beside = [child for child in self.below[place] if child >= from_here]
        shared = [child for child in own if child < place] if self._shares(place, conjuncts) else []
        first = self._simple(place, [child for child in own if child not in shared])
        parts = (first, *(self._dependent(child) for child in beside))
        whole = Phrase(first.label, parts)
        return self._clause(shared, whole) if shared else whole

    def _belongs_to(self, child: int, conjuncts: list[int]) -> bool:
        return child in conjuncts or (self.words[child].label in {"cc", "punct"} and child < conjuncts[0])

    def _shares(self, place: int, conjuncts: list[int]) -> bool:
        return _label(self.words[place].tag) == "VP" and not any(map(self._has_subject, conjuncts))

    def _has_subject(self, place: int) -> bool:
        return any(self.words[child].label in SUBJECTS for child in self.below[place])

    def _simple(self, place: int, children: Sequence[int]) -> Phrase:
        label = _label(self.words[place].tag)
        if label == "VP":
            return self._verb_phrase(place, children)
        parts = [self._dependent(child) for child in children if child < place] + [self._leaf(place)]
        after = [self._dependent(child) for child in children if child > place]
        if any(self.words[child].label in SUBJECTS for child in children):
            return Phrase("S", (*parts, *after))
        if label == "NP" and any(not self._is_small(child) for child in children if child > place):
            return Phrase("NP", (Phrase("NP", tuple(parts)), *after))
        return Phrase(label, (*parts, *after))

    def _is_small(self, child: int) -> bool:
        return self.words[child].label in BARE and not self.below[child]

    def _verb_phrase(self, place: int, children: Sequence[int]) -> Phrase:
        subjects = [child for child in children if self.words[child].label in SUBJECTS and child < place]
        marks = [child for child in children if self.words[child].label == "mark" and child < place]
        outside_until = max((*subjects, *marks), default=-1)
        outside = [child for child in children if child <= outside_until]
        inside = [child for child in children if child > outside_until]
        before = [self._dependent(child) for child in inside if child < place]
        after = [self._dependent(child) for child in inside if child > place]
        verb = Phrase("VP", (*before, self._leaf(place), *after))
        return self._clause(outside, verb) if outside else verb

    def _clause(self, outside: Sequence[int], verb: Phrase) -> Phrase:
        """A subject, what stands before it, and the VP; a word like `that` in front makes it an SBAR."""
        marks = [n for n, child in enumerate(outside) if self.words[child].label == "mark"]
        start = marks[-1] + 1 if marks else 0
        parts = [self._dependent(child) for child in outside]
        label = self._clause_label([self.words[child].label for child in outside[start:]])
        clause = Phrase(label, (*parts[start:], verb)) if parts[start:] else verb
        return Phrase("SBAR", (*parts[:start], clause)) if start else clause

    def _clause_label(self, relations: Sequence[str]) -> str:
        """A question if an auxiliary stands before the subject; without a subject it is a longer verb phrase."""
        subject = next((n for n, relation in enumerate(relations) if relation in SUBJECTS), None)
        if subject is None:
            return "VP"
        return "SQ" if AUXILIARIES & set(relations[:subject]) else "S"


def _label(tag: str) -> str:
    return next((label for tags, label in PHRASES if tag.startswith(tags)), "X")
