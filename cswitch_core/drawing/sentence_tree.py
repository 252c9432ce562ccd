"""The labelled tree of one generated sentence (the paper's figures 1c and 2b).

Without a matrix language the labels are algorithm 5's: a constituent whose words are all of one language is of that
language, any other is mixed (subscript ``x``), as in figure 2b. With a matrix language the labels are those of the
matrix-language models, as in figure 1c: the root is in the matrix language, a constituent all of whose words are of
one language is in it, a mixed one is in its parent's, and where a constituent's language is not its parent's it
stands twice, once for the place it takes (``PP_hi``) and once for what fills it (``PP_en``).

Words that are null in the language chosen for them are left out, and so are constituents that hold nothing else. No
model here tears a constituent apart, but a sentence from elsewhere may: such a constituent goes, as in projection.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from cswitch_core.drawing.diagram import MIXED, Diagram, DiagramNode
from cswitch_core.shared_tree import L1, Language, SharedTree

if TYPE_CHECKING:
    from nltk.tree import Tree

Steps = Sequence[tuple[int, Language]]


class Realised(Protocol):
    """What is needed of a sentence: its slots in order, each with its language."""

    @property
    def steps(self) -> Steps: ...


@dataclass(slots=True)
class _Part:
    """A constituent of the sentence: the places of its words, its children in order, the languages of its words."""

    label: str
    slot: int | None = None
    places: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    languages: set[Language] = field(default_factory=set)

    @property
    def is_contiguous(self) -> bool:
        return self.places[-1] - self.places[0] + 1 == len(self.places)

    @property
    def language(self) -> Language | None:
        return next(iter(self.languages)) if len(self.languages) == 1 else None


def diagram_of_sentence(tree: SharedTree, sentence: Realised, matrix: Language | None = None) -> Diagram:
    """Return the sentence's tree, labelled by language."""
    labelled = tuple(_labelled(_parts(tree, sentence.steps), tree, matrix))
    return Diagram(labelled, tree.languages, "Tree of a code-switched sentence")


def sentence_tree(tree: SharedTree, sentence: Realised, matrix: Language | None = None) -> Tree:
    """Return the sentence's labelled tree as an ``nltk.tree.Tree``, with labels such as ``PP_en`` and ``S_x``."""
    from nltk.tree import Tree  # late: it costs a second

    built: list[Any] = []
    for node in diagram_of_sentence(tree, sentence, matrix).nodes:
        built.append(Tree(node.full_label, [node.words] if node.words else [built[child] for child in node.children]))
    root: Tree = built[-1]
    return root


def _parts(tree: SharedTree, steps: Steps) -> list[_Part]:
    """Read the sentence's constituents off the shared tree, children before parents, the root last."""
    place_of = {slot: place for place, (slot, _) in enumerate(steps)}
    language_of = dict(steps)
    parts: list[_Part] = []
    number_of: dict[int, int] = {}
    for number, node in enumerate(tree.nodes):
        part = _Part(node.label, node.slot)
        if node.slot is not None and node.slot in place_of:
            part.places, part.languages = [place_of[node.slot]], {language_of[node.slot]}
        for child in (number_of[child] for child in node.children[L1] if child in number_of):
            _hold(part, child, parts)
        if part.places:
            part.places.sort()
            part.children.sort(key=lambda child: parts[child].places[0])
            number_of[number] = len(parts)
            parts.append(part)
    return parts


def _hold(part: _Part, child: int, parts: list[_Part]) -> None:
    held = parts[child]
    part.places += held.places
    part.languages |= held.languages
    part.children += [child] if held.is_contiguous else held.children


def _languages(parts: list[_Part], matrix: Language | None) -> dict[int, Language | None]:
    """Give each constituent that is left its language, from the root down; ``None`` is mixed."""
    languages = {len(parts) - 1: parts[-1].language if matrix is None else matrix}
    for number in reversed(range(len(parts))):
        for child in parts[number].children if number in languages else ():
            own = parts[child].language
            languages[child] = languages[number] if own is None and matrix is not None else own
    return languages


def _labelled(parts: list[_Part], tree: SharedTree, matrix: Language | None) -> Iterator[DiagramNode]:
    languages = _languages(parts, matrix)
    place_language = {child: languages[number] for number in languages for child in parts[number].children}
    count, final = 0, dict[int, int]()
    for number in sorted(languages):
        part, language = parts[number], languages[number]
        yield _node(part, language, tuple(final[child] for child in part.children), tree)
        count += 1
        place = place_language.get(number, language)
        if matrix is not None and place != language:
            yield _node(_Part(part.label), place, (count - 1,), tree)
            count += 1
        final[number] = count - 1


def _node(part: _Part, language: Language | None, children: tuple[int, ...], tree: SharedTree) -> DiagramNode:
    subscript = MIXED if language is None else tree.languages[language]
    words = "" if part.slot is None or language is None else tree.slots[part.slot].words[language]
    return DiagramNode(part.label, children, words, language, subscript)
