"""How the site writes dates: 2026-11-17, and with a time 2026-11-17 09:30 UTC; alike in every language.

Django looks for a module ``<language>.formats`` below FORMAT_MODULE_PATH before it takes its own formats. This module
is all of them, so that a new language needs no file of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

DATE_FORMAT = SHORT_DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i T"
TIME_FORMAT = "H:i"


def write_alike(locales: Iterable[str]) -> None:
    for locale in locales:
        sys.modules[f"{__name__}.{locale}.formats"] = sys.modules[__name__]
