"""What a service says when it will not do a deed."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818  (the word people use: the deed was refused)
    """A deed that was not done, with words for the person who asked, and the field to show them at."""

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
