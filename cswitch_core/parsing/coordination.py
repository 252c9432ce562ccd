"""Words joined by *and*, *or*, commas: side by side if they are single words, else phrase beside phrase."""

from __future__ import annotations

from collections.abc import Sequence

from cswitch_core.parsing.brackets import Phrase
from cswitch_core.parsing.clauses import Clauses
from cswitch_core.parsing.labels import AUXILIARIES, SUBJECTS

JOINING = frozenset({"cc", "punct", "preconj"})
# For each of the joined words what is below it alone, and what joins it to the next.
Own = dict[int, tuple[list[int], list[int]]]


class Coordinations(Clauses):
    """Several heads that share what stands around them."""

    def conjuncts(self, place: int) -> list[int]:
        """The words joined to this one, in parsers that chain them as in those that do not."""
        found: list[int] = []
        for child in self.below[place]:
            if self.label(child) == "conj" and child > place:
                found += [child, *self.conjuncts(child)]
        return found

    def phrase(self, place: int) -> Phrase:
        joined = self.conjuncts(place)
        if not joined:
            return self.one(place, self.below[place])
        if self.category(place) == "VP":
            return self._joined_clauses(place, joined)
        return self._joined_phrases(place, joined)

    def one(self, place: int, children: Sequence[int]) -> Phrase:
        """The phrase or clause of one head over these of the words below it."""
        if self.category(place) == "VP":
            return self.clause(place, children)
        subjects = [n for n in children if self.label(n) in SUBJECTS and n < place]
        if not subjects:
            return self.simple(place, children)
        outside = [n for n in children if n <= subjects[-1]]
        inside = self.simple(place, [n for n in children if n > subjects[-1]])
        return Phrase("S", (*map(self.dependent, outside), inside))

    def own(self, place: int) -> tuple[list[int], list[int]]:
        """What is below one of the joined words itself, and what joins it to the next."""
        children = [n for n in self.below[place] if self.label(n) != "conj" or n < place]
        following = [n for n in self.below[place] if self.label(n) == "conj" and n > place]
        if not following:
            return children, []
        # A mark before something of the word's own (*Ravi, my brother, and Asha*) joins nothing.
        last = max((n for n in children if n < following[0] and self.label(n) not in JOINING), default=place)
        joining = [n for n in children if max(place, last) < n < following[-1] and self.label(n) in JOINING]
        late = [n for n in children if n > following[0] and n not in joining]
        return [n for n in children if n not in joining and n not in late], [*joining, *late]

    # -- Phrases --------------------------------------------------------------------

    def _joined_phrases(self, place: int, joined: Sequence[int]) -> Phrase:
        heads = [place, *joined]
        own = {head: self.own(head) for head in heads}
        between = sorted(n for head in heads for n in own[head][1])
        if self._are_single(heads, own):
            return self._side_by_side(heads, own, between)
        pieces = {head: self.one(head, own[head][0]) for head in heads} | {n: self.dependent(n) for n in between}
        labels = {pieces[head].label for head in heads}
        label = labels.pop() if len(labels) == 1 else ("NP" if "NP" in labels else "UCP")
        return Phrase(label, tuple(pieces[n] for n in sorted(pieces)))

    def _are_single(self, heads: Sequence[int], own: Own) -> bool:
        """Single words of one kind: nothing below the later ones, nothing after the first one."""
        first, *others = heads
        alike = len({self.category(head) for head in heads}) == 1 and self.category(first) != "PP"
        return alike and not any(n > first for n in own[first][0]) and not any(own[head][0] for head in others)

    def _side_by_side(self, heads: Sequence[int], own: Own, between: Sequence[int]) -> Phrase:
        first, *others = heads
        head = self.one(first, own[first][0])
        pieces = {n: self.leaf(n) for n in others} | {n: self.dependent(n) for n in between}
        return Phrase(head.label, (*head.parts, *(pieces[n] for n in sorted(pieces))))

    # -- Clauses --------------------------------------------------------------------

    def _joined_clauses(self, place: int, joined: Sequence[int]) -> Phrase:
        """Verbs that share the subject make one VP; a clause with a subject of its own stands beside the clause."""
        own_subject = [n for n in joined if self.subjects(n) or self._has_introduction(n)]
        verbs = [n for n in joined if not own_subject or n < own_subject[0]]
        clauses = [n for n in joined if n not in verbs]
        own = {head: self.own(head) for head in (place, *joined)}
        between = [n for head in own for n in own[head][1]]
        if not clauses:
            return self._joined_verbs(place, verbs, own, between)
        last_verb = [place, *verbs][-1]
        inner = [n for n in between if n < last_verb]
        first = self._joined_verbs(place, verbs, own, inner) if verbs else self.one(place, own[place][0])
        pieces = {n: self.one(n, own[n][0]) for n in clauses}
        pieces |= {n: self.dependent(n) for n in between if n > last_verb}
        return Phrase(first.label, (first, *(pieces[n] for n in sorted(pieces))))

    def _has_introduction(self, place: int) -> bool:
        return any(self.label(n) == "mark" for n in self.below[place])

    def _joined_verbs(self, place: int, verbs: Sequence[int], own: Own, joining: Sequence[int]) -> Phrase:
        children = own[place][0]
        shared_aux = self._shares_auxiliaries(place, verbs)
        found = self.verb_words(place, children)
        kept = [n for n in children if n > place or (not shared_aux and n > found.verbs[0])]
        kept += [] if shared_aux else found.verbs[:-1]
        pieces = {place: self.clause(place, sorted(set(kept)))}
        pieces |= {n: self.one(n, own[n][0]) for n in verbs}
        if all(not own[n][0] for n in verbs) and not kept:
            pieces = {n: self.leaf(n) for n in (place, *verbs)}
        pieces |= {n: self.dependent(n) for n in joining}
        core = Phrase("VP", tuple(pieces[n] for n in sorted(pieces)))
        outside = [n for n in children if n not in kept]
        return self.clause(place, outside, core)

    def _shares_auxiliaries(self, place: int, verbs: Sequence[int]) -> bool:
        has = any(self.label(n) in AUXILIARIES for n in self.below[place])
        own = any(self.label(n) in AUXILIARIES for verb in verbs for n in self.below[verb])
        return has and not own and all(self.tag(verb) == self.tag(place) for verb in verbs)
