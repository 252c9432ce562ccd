"""What a paper can say of a study: a methods paragraph and a results paragraph, as text and as LaTeX, and BibTeX for
exactly the methods they name.

- `methods`: how the study was done, from its settings, with the sentences of docs/methods.md;
- `findings`: what it found, from the same figures as the pages of results;
- `references`: the works that can be cited; `markup`: how a sentence with citations becomes text or LaTeX.

Always in English, as all exports are.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import translation

from evaluation.models import Study
from evaluation.services.exports.formats.latex_text import INSCRIPT
from evaluation.services.exports.report.findings import results_paragraph
from evaluation.services.exports.report.markup import as_latex, as_text, cited
from evaluation.services.exports.report.methods import methods_paragraph
from evaluation.services.exports.report.references import bibtex
from evaluation.services.results.selection import Selection
from evaluation.services.results.study_summary import study_summary

NEEDS = "% needs \\usepackage{natbib}, \\usepackage[T1]{fontenc} and \\usepackage{textcomp}\n" + INSCRIPT + "\n"
DOCUMENT = r"""% Paragraphs and tables as one document: pdflatex, bibtex, pdflatex, pdflatex.
\documentclass[a4paper]{article}
\usepackage[margin=22mm]{geometry}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{natbib}
\usepackage{url}
\usepackage{booktabs}
\begin{document}
\section*{Methods}
\input{methods.tex}
\section*{Results}
\input{results.tex}
\input{../latex/table1.tex}
\input{../latex/table2.tex}
\bibliographystyle{plainnat}
\bibliography{references}
\end{document}
"""


@dataclass(frozen=True)
class Report:
    """Two paragraphs, with citations marked as `markup` says."""

    methods: str
    results: str

    @property
    def files(self) -> dict[str, str]:
        """By name, as the page gives them and the zip holds them."""
        return {
            "methods.txt": as_text(self.methods) + "\n",
            "results.txt": as_text(self.results) + "\n",
            "methods.tex": NEEDS + as_latex(self.methods) + "\n",
            "results.tex": NEEDS + as_latex(self.results) + "\n",
            "references.bib": self.bibtex,
        }

    @property
    def bibtex(self) -> str:
        return bibtex(cited(self.methods, self.results))


def report_of(study: Study, selection: Selection) -> Report:
    with translation.override("en"):
        found = study_summary(study, selection)
        return Report(methods_paragraph(study, selection, found), results_paragraph(found))


__all__ = ["DOCUMENT", "Report", "report_of"]
