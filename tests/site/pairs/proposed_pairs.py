"""Pairs as a program proposes them: some links sure, some not, some missing, some wrong."""

from __future__ import annotations

from typing import Any

from tests.site.files import OIL, PHONE, SATURDAY

# ``boring`` is linked to ``hai`` and ``is`` to ``neeras``, which nobody was sure of.
CROSSED: dict[str, Any] = SATURDAY | {
    "id": "crossed",
    "alignment": "0-0 1-1 2-2 3-5 4-3 5-4",
    "confidence": [0.98, 0.3, 0.4, 0.9, 0.7, 0.9],
}
# The verb and the noun have no link.
SPARSE: dict[str, Any] = PHONE | {"id": "sparse", "alignment": "0-0 1-1 3-3 4-4", "confidence": [0.9, 0.99, 0.7, 0.5]}
GOOD: dict[str, Any] = OIL | {"id": "good", "confidence": [0.97] * len(OIL["alignment"].split())}
DEVANAGARI: dict[str, Any] = {
    "id": "devanagari",
    "l1": {
        "lang": "en",
        "tree": "(S (NP (PRP$ My) (NN brother)) (VP (VBD bought) (NP (DT a) (JJ new) (NN phone))) (. .))",
    },
    "l2": {"lang": "hi", "tokens": ["मेरे", "भाई", "ने", "एक", "नया", "फ़ोन", "ख़रीदा", "।"]},
    "alignment": "0-0 1-1 2-6 3-3 4-4 5-5 6-7",
    "confidence": [0.95, 0.95, 0.55, 0.7, 0.9, 0.95, 1.0],
}
_FIRST = (
    "(S (NP (DT The) (JJ old) (NN teacher)) (VP (VBD told) (NP (DT the) (NNS children)) (SBAR (IN that) (S (NP"
    " (PRP they)) (VP (MD should) (VP (VB read) (NP (DT a) (JJ new) (NN book)) (NP (DT every) (NN week)) (SBAR (IN"
    " because) (S (NP (NNS stories)) (VP (VBP open) (NP (DT the) (NN door)) (PP (TO to)"
    " (NP (DT the) (NN world))))))))))) (. .))"
)
LONG_TOKENS = "बूढ़े अध्यापक ने बच्चों से कहा कि उन्हें हर हफ़्ते एक नई किताब पढ़नी चाहिए क्योंकि कहानियाँ दुनिया की ओर दरवाज़ा खोलती हैं ।"
LONG_LINKS = "1-0 2-1 3-5 5-3 6-6 7-7 8-14 9-13 10-10 11-11 12-12 13-8 14-9 15-15 16-16 17-21 19-20 20-19 22-17 23-23"
# Twenty-three words and a stop: more than a row holds.
LONG: dict[str, Any] = {
    "id": "long",
    "l1": {"lang": "en", "tree": _FIRST},
    "l2": {
        "lang": "hi",
        "tokens": LONG_TOKENS.split(),
    },
    "alignment": LONG_LINKS,
}
LONG["confidence"] = [
    0.9,
    0.95,
    0.8,
    0.9,
    0.99,
    0.8,
    0.7,
    0.95,
    0.9,
    0.9,
    0.9,
    0.9,
    0.5,
    0.9,
    0.9,
    0.9,
    0.6,
    0.9,
    0.9,
    1,
]
