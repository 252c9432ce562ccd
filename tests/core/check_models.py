"""Two verbs to test a model with: ``check_generates`` and ``check_never_generates``."""

from __future__ import annotations

from cswitch_core import SharedTree, explain


def verdicts(model: str, tree: SharedTree, text: str):
    return explain(tree, text, [model])


def check_generates(models: str, tree: SharedTree, text: str) -> None:
    for model in models.split():
        found = verdicts(model, tree, text)
        assert any(verdict.generated for verdict in found), f"{model} should generate ‘{text}’: {found}"


def check_never_generates(models: str, tree: SharedTree, text: str) -> None:
    for model in models.split():
        found = verdicts(model, tree, text)
        assert not any(verdict.generated for verdict in found), f"{model} should not generate ‘{text}’"
