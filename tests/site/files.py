"""Files that people send, of pairs and of ratings, and files that they export."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
from django.core.files.uploadedfile import SimpleUploadedFile

from evaluation.services import exports, generation

PAPER = (Path(__file__).parents[2] / "fixtures" / "paper_pairs.jsonl").read_text(encoding="utf-8")
SATURDAY, SURVIVAL, WASTE, OIL, BANANAS = (json.loads(line) for line in PAPER.splitlines()[:5])


def jsonl(*pairs: dict[str, Any]) -> bytes:
    return "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs).encode()


def many_pairs(count: int, prefix: str = "many", **changes: Any) -> bytes:
    """Variants of the paper's pairs, each with an id and a word of its own."""
    kinds = (SATURDAY, SURVIVAL, WASTE, OIL, BANANAS)
    return jsonl(*(variant(kinds[number % 5], number, prefix) | changes for number in range(count)))


def variant(pair: dict[str, Any], number: int, prefix: str = "many") -> dict[str, Any]:
    tokens = [f"{pair['l2']['tokens'][0]}{number}", *pair["l2"]["tokens"][1:]]
    return pair | {"id": f"{prefix}-{number}", "l2": {"lang": "hi", "tokens": tokens}}


def long_pair(count: int) -> dict[str, Any]:
    """So many of the paper's sentences side by side as one, some ten words each: its sets have no end."""
    trees: list[str] = []
    tokens: list[str] = []
    links: list[tuple[int, int]] = []
    words = 0
    for number in range(count):
        pair = (SURVIVAL, OIL, BANANAS)[number % 3]
        own = (link.split("-") for link in pair["alignment"].split())
        links += [(int(first) + words, int(second) + len(tokens)) for first, second in own]
        trees.append(pair["l1"]["tree"])
        words += len(generation.leaves(pair["l1"]["tree"]))
        tokens += [f"{token}{number}" for token in pair["l2"]["tokens"]]
    return {
        "id": "long",
        "l1": {"lang": "en", "tree": f"(S {' '.join(trees)})"},
        "l2": {"lang": "hi", "tokens": tokens},
        "alignment": " ".join(f"{first}-{second}" for first, second in links),
    }


# A word that both languages have, and words that only one has: ``ne``.
PHONE: dict[str, Any] = {
    "id": "phone",
    "l1": {
        "lang": "en",
        "tree": "(S (NP (PRP$ My) (NN brother)) (VP (VBD bought) (NP (DT a) (JJ new) (NN phone))) (. .))",
    },
    "l2": {"lang": "hi", "tokens": ["Mere", "bhai", "ne", "ek", "naya", "phone", "kharida", "."]},
    "alignment": "0-0 1-1 2-6 3-3 4-4 5-5 6-7",
}
# Written as people write it: no space before the mark, one word of two tokens.
CANNOT: dict[str, Any] = {
    "id": "cannot",
    "l1": {
        "lang": "en",
        "tree": "(S (NP (PRP I)) (VP (MD can) (RB not) (VP (VB sleep))) (. .))",
        "text": "I cannot sleep.",
    },
    "l2": {"lang": "hi", "tokens": ["main", "so", "nahin", "sakta", "."], "text": "main so nahin sakta."},
    "alignment": "0-0 1-3 2-2 3-1 4-4",
}
# Written from right to left, but for its first word where that is English.
ALI: dict[str, Any] = {
    "id": "ali",
    "l1": {
        "lang": "en",
        "tree": "(S (NP (NN Today)) (NP (PRP we)) (VP (VBD read) (NP (DT the) (JJ new) (NN book))) (. .))",
    },
    "l2": {"lang": "ar", "tokens": ["اليوم", "نحن", "قرأنا", "الكتاب", "الجديد", "."]},
    "alignment": "0-0 1-1 2-2 3-3 4-4 5-3 6-5",
}
SLEEP: dict[str, Any] = {
    "id": "sleep",
    "l1": {"lang": "en", "tree": "(S (NP (PRP I)) (VP (VBP sleep)))"},
    "l2": {"lang": "hi", "tokens": ["main", "sota", "hoon"]},
    "alignment": "0-0 1-1 1-2",
}


def with_links(pair: dict[str, Any], alignment: str, **changes: Any) -> dict[str, Any]:
    return pair | {"alignment": alignment} | changes


def send_pairs(script, content: bytes | None = None, name: str = "pairs.jsonl"):
    """Send a file of pairs to the API: `SLEEP` unless something else is given."""
    file = SimpleUploadedFile(name, content if content is not None else json.dumps(SLEEP).encode())
    return script.post("/api/v1/uploads/", {"file": file, "collection": "Mine"}, format="multipart")


# -- Files of ratings ------------------------------------------------------------------------------------------------

RATINGS_HEADER = "judge,sentence,source,criterion,value"
MIXED_SENTENCES = (
    *("Saturday is boring uss nazariye se", "Shanivar neeras hai from that perspective"),
    "Saturday neeras hai",
)


def ratings_csv(*rows: str, header: str = RATINGS_HEADER) -> bytes:
    return "\n".join((header, *rows, "")).encode()


def many_ratings() -> bytes:
    """Three judges of two regions, sentences of a pair and of none, two criteria; one rating is missing."""
    sentences = [(each, "EC0") for each in MIXED_SENTENCES] + [(f"Ghar mein {n} TV hai.", "tweets") for n in "123"]
    rows = [
        f"{judge},{sentence},{source},{criterion},{(len(sentence) + place + number) % 6},{'NS'[place > 0]}"
        for place, judge in enumerate(("Ana", "=Ben", "चित्रा"))
        for sentence, source in sentences
        for number, criterion in enumerate(("usage", "clear & fluent"))
    ]
    return ratings_csv(*rows[:-1], header="judge,sentence,source,criterion,value,region")


# -- Exports, read as their users do ---------------------------------------------------------------------------------


def content(study, table: str, form: str = "csv", **options) -> bytes:
    return b"".join(exports.export_table(study=study, table=table, form=form, **options).chunks)


def csv_rows(study, table: str, **options) -> list[dict[str, str]]:
    text = content(study, table, **options).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def jsonl_rows(study, table: str, **options) -> list[dict]:
    return [json.loads(line) for line in content(study, table, "jsonl", **options).decode().splitlines()]


def parquet_table(study, table: str) -> pyarrow.Table:
    return pyarrow.parquet.read_table(io.BytesIO(content(study, table, "parquet")))
