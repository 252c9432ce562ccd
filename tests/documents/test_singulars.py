"""Nothing is counted in the plural alone: one pair is a pair, in templates, messages and on the command line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
MODULES = sorted(path for room in ("evaluation", "cswitch_core") for path in (ROOT / room).rglob("*.py"))

NOUNS = (
    "answers|attempts|cells|categories|checks|children|codes|collections|comments|criteria|days|draws|files|hours|items|"
    "jobs|judges|links|minutes|models|pairs|people|places|points|problems|questions|ratings|rows|seconds|sentences|"
    "slots|studies|switches|times|tokens|words"
)
# A number, perhaps an adjective, and a noun in the plural.
IN_A_BLOCK = re.compile(rf"\}}\}} (?:\w+ )?(?:{NOUNS})\b")
IN_A_MESSAGE = re.compile(rf"%(?:\(\w+\))?d (?!with)(?:\w+ )?(?:{NOUNS})\b")
A_NUMBER = re.compile(r"len\(|count|total|size")
AFTER_A_NUMBER = re.compile(rf" (?:\w+ )?(?:{NOUNS})\b")
# Of a limit, which is a constant and never 1.
LIMIT = re.compile(r"(at most|longer than|1 to|to) %|worker ended %d times")
NEVER_ONE = {
    "All {{ study_count }} studies": "more than a page shows",
    "how far the mean of k = {{ k }} judges can be trusted": "agreement needs two",
    "{{ draws }} draws": "a thousand",
    "the sentence has {len(tokens)} words": "more than a thousand",
}
BLOCK = re.compile(r"\{% blocktrans[^%]*%\}(.*?)\{% endblocktrans %\}", re.DOTALL)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_number_in_a_template_has_a_singular(path):
    blocks = (" ".join(block.split()) for block in BLOCK.findall(path.read_text(encoding="utf-8")))
    plural_only = [block for block in blocks if IN_A_BLOCK.search(block) and "{% plural %}" not in block]
    assert [block for block in plural_only if not any(words in block for words in NEVER_ONE)] == []


def plurals_of(module: ast.Module) -> Iterator[str]:
    """Texts in which a number stands before a plural, but for those of ``ngettext``."""
    for node in ast.walk(module):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in {"_", "_now", "gettext", "gettext_lazy"} and node.args:
            text = ast.literal_eval(node.args[0]) if isinstance(node.args[0], ast.Constant) else ""
            if IN_A_MESSAGE.search(text) and not LIMIT.search(text):
                yield text
        elif isinstance(node, ast.JoinedStr):
            for value, after in zip(node.values, node.values[1:], strict=False):
                is_number = isinstance(value, ast.FormattedValue) and A_NUMBER.search(ast.unparse(value))
                if is_number and isinstance(after, ast.Constant) and AFTER_A_NUMBER.match(after.value):
                    yield ast.unparse(node)


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_number_in_a_message_has_a_singular(path):
    found = plurals_of(ast.parse(path.read_text(encoding="utf-8")))
    assert [text for text in found if not any(words in text for words in NEVER_ONE)] == []
