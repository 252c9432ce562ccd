"""The documents of the project, each read once from its Markdown file and cut into sections."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString

from evaluation.services.help.rendering import Heading, Passage, render

# Name in addresses, file, who reads it or what it is about; in the order of the list of documents.
DOCUMENTS = (
    ("researchers", "docs/researchers.md", "pairs, studies and results, page by page"),
    ("models", "docs/models.md", "what each theory generates, and how a pair becomes one tree"),
    ("methods", "docs/methods.md", "what every number of the results estimates, and how"),
    ("glossary", "docs/glossary.md", "the words of this site, each in a line"),
    ("linking", "docs/linking.md", "how links between plain sentences are proposed, and how good they are"),
    ("columns", "docs/columns.md", "every table and column of the exports"),
    ("judges", "docs/judges.md", "what judges are told"),
    ("admins", "docs/admins.md", "installing, settings, people, commands"),
    ("developers", "docs/developers.md", "the command line, benchmarks, another language"),
    ("api", "evaluation/api/README.md", "the same over HTTP"),
    ("performance", "docs/performance.md", "what was measured, on which machine"),
    ("citing", "docs/citing.md", "what to name in a paper, and under which terms CSwitch may be used"),
    ("changes", "CHANGELOG.md", "what is new"),
)
ADDRESSES = {file: f"/help/{name}/" for name, file, _about in DOCUMENTS}


@dataclass(frozen=True)
class Section:
    """A heading with what stands under it, up to the next heading."""

    document: str
    document_title: str
    title: str
    anchor: str
    level: int
    passages: tuple[Passage, ...]

    @property
    def address(self) -> str:
        return f"/help/{self.document}/#{self.anchor}"


@dataclass(frozen=True)
class Document:
    name: str
    title: str
    about: str
    html: SafeString
    sections: tuple[Section, ...]
    anchors: frozenset[str]

    @property
    def address(self) -> str:
        return f"/help/{self.name}/"

    @property
    def contents(self) -> list[Section]:
        """The table of contents."""
        return [section for section in self.sections if section.level == 2]


@cache
def documents() -> tuple[Document, ...]:
    return tuple(read(name, file, about) for name, file, about in DOCUMENTS)


def document(name: str) -> Document | None:
    return next((each for each in documents() if each.name == name), None)


def read(name: str, file: str, about: str) -> Document:
    text = (settings.ROOT / file).read_text(encoding="utf-8")
    rendered = render(text, file=file, addresses=ADDRESSES)
    title = rendered.headings[0].title
    sections = tuple(
        Section(name, title, heading.title, heading.anchor, heading.level, passages_under(heading, rendered.passages))
        for heading in rendered.headings
    )
    return Document(name, title, about, rendered.html, sections, rendered.anchors)


def passages_under(heading: Heading, passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    return tuple(passage for passage in passages if passage.heading == heading.number)
