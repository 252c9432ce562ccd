"""``CorpusError``: why a corpus cannot be worked on, in words."""

from __future__ import annotations


class CorpusError(Exception):
    """A corpus that cannot be worked on as asked; the message says why and what would be right."""
