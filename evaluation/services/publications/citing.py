"""How to cite a published study: as a sentence and in BibTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


@dataclass(frozen=True)
class Citation:
    authors: str
    title: str
    year: int
    address: str
    slug: str
    licence: str = ""


def in_words(citation: Citation) -> str:
    """
    >>> in_words(Citation("Rao, M.", "Which switches are natural?", 2026, "https://x.org/published/s/", "s"))
    'Rao, M. (2026). Which switches are natural? [Data set]. https://x.org/published/s/'
    """
    return f"{citation.authors} ({citation.year}). {citation.title.removesuffix('.')} [Data set]. {citation.address}"


def bibtex(citation: Citation) -> str:
    """
    >>> print(bibtex(Citation("Rao, Meera and Das, K.", "50 % & more", 2026, "https://x.org/p/s/", "s-1")))
    @misc{s-1,
      author = {Rao, Meera and Das, K.},
      title = {{50 \\% \\& more}},
      year = {2026},
      howpublished = {\\url{https://x.org/p/s/}},
      note = {Data set}
    }
    <BLANKLINE>
    """
    fields = {
        "author": f"{{{escaped(citation.authors)}}}",
        "title": f"{{{{{escaped(citation.title)}}}}}",
        "year": f"{{{citation.year}}}",
        "howpublished": rf"{{\url{{{citation.address}}}}}",
        "note": "{Data set" + (f", {escaped(citation.licence)}" if citation.licence else "") + "}",
    }
    lines = ",\n".join(f"  {name} = {value}" for name, value in fields.items())
    return f"@misc{{{citation.slug},\n{lines}\n}}\n"


def escaped(words: str) -> str:
    """Characters that TeX reads as commands, as characters."""
    return re.sub(r"[\\~^{}&%$#_]", lambda found: SPECIAL.get(found[0], f"\\{found[0]}"), words)
