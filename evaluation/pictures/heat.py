"""Judges by sentences: who gave what. Every cell carries its score, so that the shades are only a help."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.pictures.canvas import LINE, NARROW, Canvas, Label, counted, number, plain, wrapped

SHADES = 6


def heat_picture(
    sentences: Sequence[Label],
    judges: Sequence[str],
    cells: Sequence[Sequence[int | None]],
    span: tuple[int, int],
    *,
    width: int,
    title: str,
) -> str:
    """`cells[i][j]` is what judge j gave sentence i, None for nothing."""
    canvas = Canvas(width, title, _description(sentences, judges, cells))
    if not judges:
        canvas.nothing()
        return canvas.svg()
    beside = width > NARROW
    labels = min(330.0, width * 0.46) if beside else 0.0
    size = max(15.0, min(34.0, (width - labels - 12) / max(len(judges), 1)))
    # More judges than fit: the picture grows to the right and its frame scrolls.
    canvas.grow(labels + 12 + size * len(judges))
    _judge_names(canvas, judges, labels + 8, size)
    for label, row in zip(sentences, cells, strict=True):
        _draw_row(canvas, label, row, judges, span, (labels, size))
    canvas.top += 6
    return canvas.svg()


def _judge_names(canvas: Canvas, judges: Sequence[str], left: float, size: float) -> None:
    longest = max((len(judge) for judge in judges), default=0)
    if longest * 7.1 <= size - 2:
        for index, judge in enumerate(judges):
            canvas.text(left + (index + 0.5) * size, 16, judge, "p-muted", "middle")
        canvas.top = 24
        return
    height = longest * 7.1 + 8
    for index, judge in enumerate(judges):
        x = left + (index + 0.5) * size + 4
        canvas.add(
            "text", text=judge, x=x, y=height, class_="p-text p-muted", transform=f"rotate(-90 {x:.1f} {height:.1f})"
        )
    canvas.top = height + 6


def _draw_row(
    canvas: Canvas,
    label: Label,
    row: Sequence[int | None],
    judges: Sequence[str],
    span: tuple[int, int],
    layout: tuple[float, float],
) -> None:
    labels, size = layout
    top, height = canvas.top, 24.0
    if labels:
        lines = len(wrapped(label, labels))
        canvas.label(4, top + 17, label, labels)
        row_height = max(height, lines * LINE + 4)
    else:
        lines = canvas.label(4, top + 14, label, NARROW - 8)
        top += lines * LINE + 2
        row_height = height + lines * LINE + 6
    for index, value in enumerate(row):
        box = (labels + 8 + index * size, top, size - 2, height - 2)
        _draw_cell(
            canvas,
            box,
            value,
            span,
            f"{judges[index]}, {plain(label)}: {'not rated' if value is None else number(value)}",
        )
    canvas.top += row_height


def _draw_cell(
    canvas: Canvas, box: tuple[float, float, float, float], value: int | None, span: tuple[int, int], hint: str
) -> None:
    x, y, width, height = box
    if value is None:
        canvas.rect(x, y, width, height, "p-none", hint)
        canvas.text(x + width / 2, y + height / 2 + 4.5, "–", "p-muted", "middle")
        return
    shade = round((value - span[0]) / ((span[1] - span[0]) or 1) * (SHADES - 1))
    canvas.rect(x, y, width, height, f"p-heat-{shade}", hint)
    kind = "p-on-heat-dark" if shade >= 4 else "p-on-heat"
    canvas.text(x + width / 2, y + height / 2 + 4.5, number(value), kind, "middle")


def _description(sentences: Sequence[Label], judges: Sequence[str], cells: Sequence[Sequence[int | None]]) -> str:
    sizes = f"{counted(len(judges), 'judge')} for {counted(len(sentences), 'sentence')}"
    parts = [f"Scores of {sizes}; a dash is a missing score."]
    for label, row in zip(sentences, cells, strict=True):
        given = ", ".join(f"{judge} {'–' if v is None else number(v)}" for judge, v in zip(judges, row, strict=True))
        parts.append(f"{plain(label)}: {given}.")
    return " ".join(parts)
