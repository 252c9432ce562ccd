"""Asking whoever typed a command whether they mean it."""

from __future__ import annotations

from django.core.management.base import CommandError


def is_confirmed(question: str) -> bool:
    try:
        return input(f"{question} [y/N] ").strip().lower() == "y"
    except (EOFError, RuntimeError):  # the standard input has ended, or is closed
        raise CommandError("Nothing was changed: there is no terminal to ask at. Add --yes to go on.") from None
