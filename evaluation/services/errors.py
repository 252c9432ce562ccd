"""How a service says that it does not do what it was asked to."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818  (not a fault of the program: somebody asked for what cannot be done)
    """Nothing was done. ``message`` is for the person who asked, ``field`` the form field to show it at, if any."""

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
