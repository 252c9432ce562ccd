"""How the site writes dates: 2026-11-17, and with a time 2026-11-17 09:30 UTC; alike in every language.

Django looks for ``<language>/formats.py`` here (FORMAT_MODULE_PATH) before its own formats.
"""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i T"
TIME_FORMAT = "H:i"
