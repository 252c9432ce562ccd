"""Numbers, reasons and small drawings of the results' templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from evaluation.models import Criterion
from evaluation.pictures import NARROW, WIDE, MeanRow, means_picture
from evaluation.pictures.bars import point_class
from evaluation.services import generation
from evaluation.services.results import wording
from evaluation.services.results.comparison import TwoModels
from evaluation.services.results.contrasts import Contrast
from evaluation.services.results.formatting import (
    as_printed,
    end_of_interval,
    end_of_share,
    three_decimals,
    two_decimals,
)
from evaluation.services.results.means import series_of
from evaluation.services.studies import sampling
from evaluation.services.support.minus import with_minus
from evaluation.statistics.figure import Figure
from evaluation.statistics.summary import Summary
from evaluation.templatetags.numbers import grouped
from evaluation.templatetags.sentences import sentence_html

register = template.Library()

BAR, HEIGHT = 7, 22
MEASURES = {"cmi": "CMI", "m_index": "M-index", "i_index": "I-index"}


@register.filter
def condition_words(condition: str) -> str:
    """What a sentence was drawn for: ``EC1 but not ML2``, ``ML2: functional words broken``."""
    return sampling.condition_words(condition)


@register.filter
def figure(number: Figure | None) -> SafeString:
    """A number with two decimals, or a dash that says why there is none."""
    if number is None or number.value is None:
        reason = number.reason if number else ""
        return format_html(
            '<span class="undefined" title="{0}">–<span class="hidden-visually"> ({0})</span></span>', reason
        )
    return format_html("{}", two_decimals(number.value))


@register.filter
def interval(number: Figure | None) -> str:
    """ "0.31 … 0.58", or nothing."""
    if number is None or number.low is None or number.high is None:
        return ""
    return f"{end_of_interval(number.low)} … {end_of_interval(number.high)}"


@register.filter
def printed(number: Figure) -> str:
    """As the paper's Table 2 prints it."""
    return "–" if number.value is None else as_printed(number.value)


@register.filter
def probability(number: float | Figure | None) -> str:
    """A p-value: three decimals, and never 0."""
    value = number.value if isinstance(number, Figure) else number
    if value is None:
        return "–"
    return "< .001" if value < 0.001 else three_decimals(value)


@register.filter
def percent(number: Figure | float | None) -> str:
    """A share; where it has a lower bound and no value, the bound, rounded as the interval beside it is."""
    if isinstance(number, Figure) and number.value is None and number.low is not None:
        return f"≥ {end_of_share(number.low)} %"
    value = number.value if isinstance(number, Figure) else number
    return "–" if value is None else wording.percent(value)


@register.filter
def percent_interval(number: Figure) -> str:
    if number.low is None or number.high is None:
        return ""
    return f"{end_of_share(number.low)} … {end_of_share(number.high)} %"


@register.filter
def in_brackets(number: Figure) -> str:
    """ " (95 % interval 51 to 80 %)" of a share, with the reason where there is none; nothing without either."""
    interval = wording.percent_from_to(number)
    said = _("95 %% interval %s") % interval if interval else number.reason
    return f" ({said})" if said else ""


@register.filter
def points(share: float | None) -> str:
    """A share of 1 as points, with one decimal where there is one: ``10``, ``−2.5``."""
    return "–" if share is None else wording.points(share)


@register.filter
def points_interval(number: Figure) -> str:
    if number.low is None or number.high is None:
        return ""
    return f"{end_of_interval(100 * number.low, 1)} … {end_of_interval(100 * number.high, 1)}"


@register.filter
def get(mapping: Mapping[Any, Any], key: Any) -> Any:
    return mapping.get(key)


@register.simple_tag
def sentence(text: str, tokens: Sequence[tuple[str, str | None]], second: str) -> SafeString:
    """The words as written, those of the second language marked; punctuation stays where the text has it."""
    return sentence_html(text, tokens, {second} if second else set())


@register.simple_tag
def spark(counts: Sequence[int], points: Sequence[int], threshold: float) -> SafeString:
    """A distribution as a row of small columns, with its numbers in words."""
    most = max(counts, default=0)
    if not most:
        return SafeString("")
    columns = format_html_join(
        "",
        '<rect x="{}" y="{}" width="{}" height="{}" class="{}"/>',
        (
            (place * BAR, HEIGHT - height, BAR - 1, height, point_class(point, points, threshold))
            for place, (point, count) in enumerate(zip(points, counts, strict=True))
            if (height := max(1, round(count / most * HEIGHT))) and count
        ),
    )
    words = ", ".join(f"{with_minus(point)}: {count}" for point, count in zip(points, counts, strict=True) if count)
    return format_html(
        '<svg class="picture spark" role="img" width="{0}" height="{1}" viewBox="0 0 {0} {1}">'
        "<title>{2}</title>{3}</svg>",
        len(points) * BAR,
        HEIGHT,
        _("given: %s") % words,
        columns,
    )


@register.simple_tag
def distribution(summary: Summary, criterion: Criterion) -> SafeString:
    """The summary's distribution over the criterion's scale, parted at its own cut, as `spark` draws it."""
    return spark(summary.distribution(criterion.points), criterion.points, criterion.parting)


@register.filter
def whole(number: Figure) -> str:
    """An estimated number of sentences, without decimals and with digits in threes."""
    return "–" if number.value is None else with_minus(grouped(round(number.value)))


@register.filter
def whole_interval(number: Figure) -> str:
    if number.low is None or number.high is None:
        return ""
    return with_minus(f"{grouped(round(number.low))} … {grouped(round(number.high))}")


@register.filter
def seconds(milliseconds: int | None) -> str:
    return "–" if milliseconds is None else f"{milliseconds / 1000:.1f}"


# -- Sentences -------------------------------------------------------------------------------------------------------


@register.filter
def contrast_words(contrast: Contrast) -> str:
    return wording.contrast_words(contrast)


@register.filter
def plain_words(name: str) -> str:
    """A constraint, a question's key or a spread as people read it: ``judge: functional words``."""
    return generation.constraint_words(name).replace(":", ": ").replace(":  ", ": ")


@register.filter
def measure_words(name: str) -> str:
    return str(MEASURES.get(name, name.replace("_", " ")))


@register.filter
def verdict_words(two: TwoModels) -> str:
    return wording.verdict_words(two)


@register.filter
def uncorrected_words(number: int) -> str:
    return wording.uncorrected_words(number)


@register.filter
def difference_words(two: TwoModels) -> str:
    return wording.difference_words(two)


@register.simple_tag
def means_drawings(rows: Sequence[MeanRow], limits: tuple[int, int], name: str) -> SafeString:
    """Means with their intervals, for wide and for narrow screens."""
    span, title = (float(limits[0]), float(limits[1])), _("Mean %s") % name
    drawn = [means_picture(rows, series_of(rows), span, width=width, title=title) for width in (WIDE, NARROW)]
    # The drawing escapes all text it is given.
    return mark_safe("".join(drawn))  # noqa: S308
