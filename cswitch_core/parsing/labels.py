"""What the labels and tags of heads mean for brackets. Labels are spaCy's; ``universal`` turns UD's into them."""

from __future__ import annotations

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
AUXILIARIES = frozenset({"aux", "auxpass"})
# Words that stand bare inside a noun phrase, without a phrase of their own, when nothing depends on them.
BARE_IN_NOUNS = frozenset(
    {
        "det",
        "predet",
        "amod",
        "compound",
        "nummod",
        "quantmod",
        "neg",
        "case",
        "nn",
        "poss",
        "nmod",
        "advmod",
        "preconj",
    }
)
# Words that never have a phrase of their own.
ALWAYS_BARE = frozenset({"cc", "preconj", "mark", "punct", "case"})
# Complements whose verb stands in a clause, even where it has no subject.
CLAUSAL = frozenset(
    {"xcomp", "pcomp", "advcl", "csubj", "csubjpass", "ccomp", "nsubj", "dobj", "pobj", "attr", "parataxis"}
)
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
BARE_NEGATIONS = frozenset({"not", "n't", "n’t"})
FINAL_TAGS = frozenset({"."})
PARENTHESES = frozenset({"-LRB-", "-RRB-"})
MARK_TAGS = frozenset({".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"})
WH_LABELS = {"NP": "WHNP", "ADVP": "WHADVP", "ADJP": "WHADJP", "PP": "WHPP"}
PHRASES = (
    (("NN", "PRP", "WP", "EX", "DT", "CD", "$", "WDT", "PDT", "POS", "FW", "ADD", "SYM", "#"), "NP"),
    (("VB", "MD", "TO"), "VP"),
    (("JJ", "AFX"), "ADJP"),
    (("RP",), "PRT"),
    (("RB", "WRB"), "ADVP"),
    (("IN",), "PP"),
    (("UH",), "INTJ"),
)


def phrase_label(tag: str) -> str:
    """Return the phrase that a word of this tag is the head of.

    >>> [phrase_label(tag) for tag in ("NNS", "MD", "RBR", "LS")]
    ['NP', 'VP', 'ADVP', 'X']
    """
    return next((label for tags, label in PHRASES if tag.startswith(tags)), "X")
