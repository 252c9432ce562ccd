"""Parsed sentences and known pairs of sentences, for the tests of parsers and aligners."""

from __future__ import annotations

from evaluation.services.pairs.helpers.constituents import Word

# spaCy's parses (en_core_web_sm 3.8): word, tag, relation, head.
PARSES = {
    "saturday": (
        "Saturday/NNP/nsubj/1 is/VBZ/ROOT/1 boring/JJ/acomp/1 from/IN/prep/2 that/DT/det/5 perspective/NN/pobj/3",
        "(S (NP (NNP Saturday)) (VP (VBZ is) (ADJP (JJ boring) (PP (IN from) (NP (DT that) (NN perspective))))))",
    ),
    "imperatives": (
        (
            "Now/RB/advmod/1 pour/VB/ROOT/1 oil/NN/dobj/1 in/IN/prep/1 the/DT/det/5 pan/NN/pobj/3 and/CC/cc/1 "
            "heat/VB/conj/1 it/PRP/dobj/7"
        ),
        (
            "(S (ADVP (RB Now)) (VP (VP (VB pour) (NP (NN oil)) (PP (IN in) (NP (DT the) (NN pan)))) (CC and) "
            "(VP (VB heat) (NP (PRP it)))))"
        ),
    ),
    "noun phrases": (
        (
            "Our/PRP$/poss/1 chance/NN/nsubj/7 of/IN/prep/1 survival/NN/pobj/2 in/IN/prep/3 this/DT/det/6 "
            "war/NN/pobj/4 is/VBZ/ROOT/7 low/JJ/acomp/7"
        ),
        (
            "(S (NP (NP (PRP$ Our) (NN chance)) (PP (IN of) (NP (NP (NN survival)) (PP (IN in) (NP (DT this) "
            "(NN war)))))) (VP (VBZ is) (ADJP (JJ low))))"
        ),
    ),
    "question": (
        "Will/MD/aux/2 you/PRP/nsubj/2 come/VB/ROOT/2 tomorrow/NN/npadvmod/2 ?/./punct/2",
        "(SQ (MD Will) (NP (PRP you)) (VP (VB come) (NP (NN tomorrow)) (. ?)))",
    ),
    "two clauses": (
        "She/PRP/nsubj/1 sings/VBZ/ROOT/1 and/CC/cc/1 he/PRP/nsubj/4 dances/VBZ/conj/1",
        "(S (S (NP (PRP She)) (VP (VBZ sings))) (CC and) (S (NP (PRP he)) (VP (VBZ dances))))",
    ),
    "that": (
        "They/PRP/nsubj/1 say/VBP/ROOT/1 that/IN/mark/4 she/PRP/nsubj/4 bought/VBD/ccomp/1",
        "(S (NP (PRP They)) (VP (VBP say) (SBAR (IN that) (S (NP (PRP she)) (VP (VBD bought))))))",
    ),
    "relative clause": (
        "people/NNS/nsubj/3 who/WP/nsubj/2 lie/VBP/relcl/0 lose/VBP/ROOT/3",
        "(S (NP (NP (NNS people)) (SBAR (S (NP (WP who)) (VP (VBP lie))))) (VP (VBP lose)))",
    ),
    "brackets": (
        "hats/NNS/ROOT/0 (/-LRB-/punct/2 red/JJ/amod/0 )/-RRB-/punct/2",
        "(S (NP (NP (NNS hats)) (ADJP (-LRB- -LRB-) (JJ red) (-RRB- -RRB-))))",
    ),
    "one word": ("Yes/UH/ROOT/0", "(S (INTJ (UH Yes)))"),
    "a bracket in a word": ("O(2)x/NN/ROOT/0", "(S (NP (NN O-LRB-2-RRB-x)))"),
    "no tag": ("x/_SP/ROOT/0 y//dep/0", "(S (X (_SP x) (X y)))"),
    "to go": (
        "go/VB/ROOT/0 and/CC/cc/0 see/VB/conj/0",
        "(S (VP (VP (VB go)) (CC and) (VP (VB see))))",
    ),
}


def parsed(sentence: str) -> list[Word]:
    return [Word(text, tag, dep, int(head)) for text, tag, dep, head in (word.split("/") for word in sentence.split())]


KNOWN = [
    ("red house", "lal ghar"),
    ("red flower", "lal phool"),
    ("white house", "safed ghar"),
    ("white flower", "safed phool"),
    ("big house", "bada ghar"),
    ("big flower", "bada phool"),
]
