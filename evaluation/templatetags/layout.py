"""The pieces pages are put together from: a heading with actions, a table, a list, a filter, a form's row.

Each tag fills one small template, of `templates/layout/` or, for a form's row, `templates/django/forms/field.html`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.forms import BoundField
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import html_safe
from django.utils.safestring import SafeString

register = template.Library()

ARROWS = {"ascending": "▲", "descending": "▼"}


@register.simple_block_tag
def heading(content: SafeString, title: str, level: int = 1) -> SafeString:
    """A heading, and at the other end of its line what one can do there."""
    return render_to_string("layout/heading.html", {"title": title, "level": level, "actions": content})


@register.simple_block_tag
def table(content: SafeString, label: str, classes: str = "", caption: str = "") -> SafeString:
    """A table that scrolls sideways by itself, also with the keyboard; `label` names it for screen readers."""
    words = {"label": label, "classes": classes, "caption": caption}
    return render_to_string("layout/table.html", words | {"content": content})


@register.inclusion_tag("layout/column.html")
def column(
    label: str, classes: str = "", *, hidden: bool = False, address: str = "", order: str = ""
) -> dict[str, Any]:
    """The heading of a column; with an `address` it can be sorted, and `order` says how it is now."""
    words = {"label": label, "classes": classes, "hidden": hidden, "address": address}
    return words | {"order": order, "arrow": ARROWS.get(order, "")}


class Listing(template.Node):
    child_nodelists = ("full", "empty")

    def __init__(
        self,
        rows: FilterExpression,
        label: FilterExpression,
        options: Mapping[str, FilterExpression],
        full: NodeList,
        empty: NodeList,
    ) -> None:
        self.rows, self.label, self.options = rows, label, options
        self.full, self.empty = full, empty

    def render(self, context: Context) -> SafeString:
        if not self.rows.resolve(context):
            return self.empty.render(context)
        options = {name: value.resolve(context) for name, value in self.options.items()}
        rows = table(self.full.render(context), self.label.resolve(context), **options)
        pages = {"page": context.get("page"), "query": context.get("query")}
        return SafeString(rows + render_to_string("pagination.html", pages))


@register.tag
def listing(parser: Parser, token: Token) -> Listing:
    """One page of a long table, with links to the others, or what to say when there is nothing.

    ``{% listing rows _("Judges") %} <thead>, <tbody> {% empty %} <p>…</p> {% endlisting %}``, with the options of
    `table`. The links follow ``page``, and keep ``query``, of the page's context.
    """
    _name, rows, label, *options = token.split_contents()
    full, empty = parser.parse(("empty", "endlisting")), NodeList()
    if parser.next_token().contents == "empty":
        empty = parser.parse(("endlisting",))
        parser.delete_first_token()
    expressions = parser.compile_filter(rows), parser.compile_filter(label)
    return Listing(*expressions, token_kwargs(options, parser), full, empty)


@register.simple_block_tag
def filter_form(content: SafeString, button: str = "", classes: str = "filter") -> SafeString:
    """A form above a list or a picture that chooses what is shown of it."""
    words = {"button": button, "classes": classes, "content": content}
    return render_to_string("layout/filter_form.html", words)


@register.inclusion_tag("layout/form_row.html")
def form_row(field: BoundField, classes: str = "") -> dict[str, Any]:
    """A field of a Django form: label, help, errors and control."""
    return {"field": field, "classes": classes}


@html_safe
@dataclass(frozen=True)
class PlainField:
    """What `django/forms/field.html` asks of a field, for a control that belongs to no Django form."""

    control: SafeString
    label: str
    id_for_label: str
    help_text: str
    errors: str
    widget_type: str
    label_class: str

    @property
    def auto_id(self) -> str:
        return self.id_for_label

    def __str__(self) -> str:
        return self.control


@register.simple_block_tag
def plain_field(
    content: SafeString,
    label: str,
    identifier: str,
    *,
    help_text: str = "",
    errors: str = "",
    checkbox: bool = False,
    label_class: str = "",
) -> SafeString:
    """The row of a control that is written out in the template; `identifier` is the control's `id`."""
    widget_type = "checkbox" if checkbox else ""
    field = PlainField(content, label, identifier, help_text, errors, widget_type, label_class)
    return render_to_string("django/forms/field.html", {"field": field})


@register.simple_block_tag
def one_line(content: SafeString, separator: str = " ") -> SafeString:
    """What the template breaks over several lines, on one: for a place where a line break or a space would show."""
    lines = (line.strip() for line in content.splitlines())
    return SafeString(separator.join(line for line in lines if line))


@register.inclusion_tag("navigation_link.html", takes_context=True)
def navigation_link(context: Mapping[str, Any], address: str, label: str, drawing: str = "") -> dict[str, str]:
    """A link of the site's header, marked if the page is there or under it."""
    request = context.get("request")
    here = request.path if request else ""
    place = str(address).partition("#")[0]
    under = "true" if place and here.startswith(place) else ""
    return {"address": address, "label": label, "drawing": drawing, "current": "page" if here == place else under}
