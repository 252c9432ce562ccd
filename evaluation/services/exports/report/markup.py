r"""Sentences with citations: ``[@holm1979]`` or ``[@cohen1968; @mcgraw1996]``, and code between backticks.

As text a citation is (Holm 1979), as LaTeX ``\citep{holm1979}``; code is plain, or ``\texttt``.
"""

from __future__ import annotations

import re

from evaluation.services.exports.formats.latex_text import latex_text
from evaluation.services.exports.report.references import REFERENCES
from evaluation.services.support.minus import HYPHEN_OF_NUMBER, with_minus

CITATION = re.compile(r"\[(@[a-z0-9]+(?:; @[a-z0-9]+)*)\]")
PARTS = re.compile(rf"{CITATION.pattern}|`([^`]*)`")
# Words of the study may hold what looks like markup: these stand for it until the end.
HIDDEN = {"[@": "\ue000", "`": "\ue001"}
# And a hyphen before a digit, which is no minus sign in a name; numbers among such words have theirs already.
HYPHEN = "\ue002"


def verbatim(text: str) -> str:
    """Words that are not ours, such as the name of a criterion: nothing in them counts as markup or as a number.

    >>> as_text(verbatim("model (beta)-2") + " -0.5")
    'model (beta)-2 −0.5'
    """
    said = HYPHEN_OF_NUMBER.sub(HYPHEN, " ".join(text.split()))
    for seen, hidden in HIDDEN.items():
        said = said.replace(seen, hidden)
    return said


def shown(text: str) -> str:
    for seen, hidden in HIDDEN.items():
        text = text.replace(hidden, seen)
    return text.replace(HYPHEN, "-")


def keys_of(marked: str) -> list[str]:
    return [key.removeprefix("@") for key in marked.split("; ")]


def cited(*paragraphs: str) -> list[str]:
    """The keys of all works cited, each once, in the order of the alphabet."""
    return sorted({key for text in paragraphs for marked in CITATION.findall(text) for key in keys_of(marked)})


def as_text(paragraph: str) -> str:
    """
    >>> as_text("-1.5, corrected by Holm [@holm1979] with `rating ~ cell`.")
    '−1.5, corrected by Holm (Holm 1979) with rating ~ cell.'
    """

    def said(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[2]
        return "(" + "; ".join(REFERENCES[key].short for key in keys_of(found[1])) + ")"

    return shown(PARTS.sub(said, with_minus(paragraph)))


def as_latex(paragraph: str) -> str:
    r"""
    >>> as_latex("-1.5 % by Holm [@holm1979] with `a_b`.")
    '$-$1.5 \\% by Holm \\citep{holm1979} with \\texttt{a\\_b}.'
    """
    said, end = [], 0
    paragraph = with_minus(paragraph)
    for found in PARTS.finditer(paragraph):
        said.append(latex_text(shown(paragraph[end : found.start()])))
        code = found[2] or ""
        said.append(
            rf"\texttt{{{latex_text(code)}}}" if found[1] is None else rf"\citep{{{','.join(keys_of(found[1]))}}}"
        )
        end = found.end()
    return "".join([*said, latex_text(shown(paragraph[end:]))])
