"""In which script a judge reads the words of which a pair has two forms: as the study says, or as the judge chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from evaluation.models import Item, Script, Study

LATIN = "Latn"
# The first letters of a script, for choosing it: everybody who reads it knows them.
FIRST_LETTERS = {
    LATIN: "ABC",
    "Grek": "ΑΒΓ",
    "Cyrl": "АБВ",
    "Armn": "ԱԲԳ",
    "Geor": "აბგ",
    "Hebr": "אבג",
    "Arab": "ابج",
    "Deva": "कखग",
    "Beng": "কখগ",
    "Guru": "ਕਖਗ",
    "Gujr": "કખગ",
    "Orya": "କଖଗ",
    "Taml": "கஙச",
    "Telu": "కఖగ",
    "Knda": "ಕಖಗ",
    "Mlym": "കഖഗ",
    "Sinh": "කඛග",
    "Thai": "กขค",
    "Laoo": "ກຂຄ",
    "Tibt": "ཀཁག",
    "Mymr": "ကခဂ",
    "Khmr": "កខគ",
    "Ethi": "ሀለሐ",
    "Hani": "漢字",
    "Jpan": "かな",
    "Kore": "가나다",
}


class OtherScript(TypedDict):
    """What an item stores of its other form; ``scripts`` are those of its own words and of these."""

    text: str
    tokens: list[tuple[str, str | None]]
    scripts: list[str]


def scripts_of(study: Study) -> tuple[str, ...]:
    """The scripts in which sentences of the study can be shown; none if all of them have one form only."""
    stored = study.items.exclude(other_script=None).values_list("other_script__scripts", flat=True)
    first: list[str] | None = stored.order_by("number").first()
    return tuple(sorted(first, key=lambda script: (script != LATIN, script))) if first else ()


def shown_script(study: Study, other: OtherScript | None, chosen: str) -> str:
    """The script in which this sentence is shown; empty if it has one form only. ``chosen`` is the judge's choice."""
    if not other:
        return ""
    scripts = other["scripts"]
    wanted: dict[str, Sequence[str]] = {
        Script.ROMAN: [script for script in scripts if script == LATIN],
        Script.NATIVE: [script for script in scripts if script != LATIN],
        Script.JUDGE: [script for script in scripts if script == chosen],
    }
    return next(iter(wanted.get(study.script, ())), scripts[0])


def form_in(script: str, item: Item | Any) -> tuple[str, list[tuple[str, str | None]]]:
    """Text and tokens of an item, or of a row with its columns, in a script; its own where it has no such form."""
    other = item.other_script
    if other and script == other["scripts"][1]:
        return other["text"], other["tokens"]
    return item.text, item.tokens
