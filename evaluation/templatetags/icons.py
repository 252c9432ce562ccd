"""Small drawings beside words: states, and what a button does. They repeat the words and are silent to screen readers.

Each is drawn for CSwitch on a field of 20 by 20, as lines in the colour of the text.
"""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

CIRCLE = "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z"
DRAWINGS = {
    # States.
    "draft": "M4 16l.8-3.4L13 4.4l2.6 2.6-8.2 8.2zM11.4 6l2.6 2.6",
    "open": f"{CIRCLE}M8.6 7.2v5.6l4.4-2.8z",
    "paused": f"{CIRCLE}M8.3 7.4v5.2M11.7 7.4v5.2",
    "closed": "M5 9h10v7H5zM7 9V6.6a3 3 0 0 1 6 0V9",
    "waiting": f"{CIRCLE}M10 6v4.2l2.8 1.8",
    "running": "M16 10a6 6 0 1 1-2-4.5M14.4 2.4v3.2h-3.2",
    "done": "M4 10.5l4 4 8-9",
    "failed": "M10 3.5L17 16H3zM10 8v4M10 13.9v.2",
    "cancelled": f"{CIRCLE}M5.2 5.2l9.6 9.6",
    "proposed": f"{CIRCLE}M7.9 8a2.1 2.1 0 1 1 3.2 1.8c-.8.5-1.1.9-1.1 1.6M10 13.6v.2",
    "not": "M5 5l10 10M15 5L5 15",
    # Actions and things.
    "add": "M10 4v12M4 10h12",
    "load": "M10 13V4M6.5 7.5L10 4l3.5 3.5M4 13v3h12v-3",
    "download": "M10 4v9M6.5 9.5L10 13l3.5-3.5M4 13v3h12v-3",
    "search": "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM12.7 12.7l3.8 3.8",
    "delete": "M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6M8.6 9v4.4M11.4 9v4.4",
    "preview": "M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    "copy": "M7 7h9v9H7zM13 7V4H4v9h3",
    "person": "M10 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 17c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5",
    "link": "M8.5 11.5l3-3M9 6.5l1.8-1.8a3 3 0 0 1 4.3 4.3L13.3 11M11 13.5l-1.8 1.8a3 3 0 0 1-4.3-4.3L6.7 9",
    "mail": "M3 5h14v10H3zM3 6l7 5 7-5",
    "comment": "M4 4h12v9H9l-4 3.5V13H4z",
    "next": "M4 10h12M11 5l5 5-5 5",
    "menu": "M6 8l4 4 4-4",
    "health": "M3 10h3l2-5 3.5 10 2-5H17",
    "plan": "M4 4v12h12M7 13l3-4 2.5 2L16 6",
    "import": "M12 4h4v12h-4M3 10h9M8.5 6.5L12 10l-3.5 3.5",
    "leave": "M8 4H4v12h4M8 10h9M13.5 6.5L17 10l-3.5 3.5",
    "admin": "M10 3l6 2v5c0 3.5-2.5 6-6 7-3.5-1-6-3.5-6-7V5z",
    "help": f"{CIRCLE}M7.9 8a2.1 2.1 0 1 1 3.2 1.8c-.8.5-1.1.9-1.1 1.6M10 13.6v.2",
    "document": "M4 4.5c2-.8 4-.8 6 .5 2-1.3 4-1.3 6-.5V15c-2-.8-4-.8-6 .5-2-1.3-4-1.3-6-.5zM10 5v10.5",
    "info": f"{CIRCLE}M10 9.2v4.4M10 6.4v.2",
    "pairs": "M3 6h6M11 14h6M3 14h4M13 6h4M8 6c3 0 1 8 4 8",
    "study": "M5 3h10v14H5zM7.5 7h5M7.5 10h5M7.5 13h3",
}
# Enough to be seen rightly where components.css is not loaded.
LOOK = 'class="icon" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" aria-hidden="true"'
# What a message of Django's framework, or a state of a study or job, is drawn as.
SAME_AS = {
    "success": "done",
    "error": "failed",
    "warning": "failed",
    "debug": "info",
    "checked": "done",
    "pause": "paused",
    "close": "closed",
}


@register.simple_tag
def icon(name: str) -> SafeString:
    """The drawing of this name, as high as the text; nothing for a name that has none."""
    drawing = DRAWINGS.get(SAME_AS.get(name, name), "")
    if not drawing:
        return SafeString("")
    return mark_safe(f'<svg {LOOK}><path d="{drawing}"/></svg>')  # noqa: S308  (a drawing of ours)
