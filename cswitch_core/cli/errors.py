"""``CommandError``: why a command cannot be carried out, in words."""

from __future__ import annotations


class CommandError(Exception):
    """The command cannot be carried out as it was given; the message says why and what would be right."""
