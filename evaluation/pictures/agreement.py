"""Agreement per judge: correlation with the rest and mean kappa with the others, and how strict the judge is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.pictures.canvas import LINE, Canvas, with_minus
from evaluation.pictures.means import Axis, legend, mark, spoken
from evaluation.statistics.figure import Figure

SERIES = ("correlation with the rest", "mean weighted kappa")
ROW = 30


@dataclass(frozen=True)
class AgreementRow:
    judge: str
    correlation: Figure
    kappa: Figure
    bias: Figure


def agreement_picture(rows: Sequence[AgreementRow], *, width: int, title: str) -> str:
    canvas = Canvas(width, title, _description(rows))
    if not rows:
        canvas.nothing()
        return canvas.svg()
    names = max([len(row.judge) for row in rows], default=0) * 7.6 + 16
    axis = Axis(canvas, (-1, 1) if _goes_below_zero(rows) else (0, 1), start=names, end=width - 64)
    legend(canvas, SERIES)
    canvas.text(width - 6, canvas.top + 10, "bias", "p-muted", "end")
    canvas.top += LINE
    first = canvas.top
    for row in rows:
        _draw_row(canvas, axis, row)
    axis.draw(first)
    return canvas.svg()


def _goes_below_zero(rows: Sequence[AgreementRow]) -> bool:
    return any((f.value or 0) < 0 for row in rows for f in (row.correlation, row.kappa))


def _draw_row(canvas: Canvas, axis: Axis, row: AgreementRow) -> None:
    y = canvas.top + ROW / 2
    canvas.text(6, y + 5, row.judge, "p-strong")
    figures = (row.correlation, row.kappa)
    values = [figure.value for figure in figures if figure.value is not None]
    if not values:
        canvas.text(axis.start + 6, y + 5, row.correlation.reason, "p-muted")
    if len(values) == 2:
        canvas.line(axis.at(min(values)), y, axis.at(max(values)), y, "p-whisker")
    for index, figure in enumerate(figures):
        if figure.value is not None:
            hint = f"{row.judge}, {SERIES[index]}: {with_minus(f'{figure.value:.2f}')}"
            mark(canvas, axis.at(figure.value), y, index, hint)
    bias = "–" if row.bias.value is None else with_minus(f"{row.bias.value:+.2f}")
    canvas.text(canvas.width - 6, y + 5, bias, "", "end")
    canvas.top += ROW


def _description(rows: Sequence[AgreementRow]) -> str:
    parts = ["Agreement of each judge with the others; bias is how many points a judge scores above the rest."]
    parts += [
        f"{row.judge}: {SERIES[0]} {spoken(row.correlation)}, {SERIES[1]} {spoken(row.kappa)}, bias {spoken(row.bias)}."
        for row in rows
    ]
    return " ".join(parts)
