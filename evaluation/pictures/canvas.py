"""What pictures are drawn on: elements with classes, text that wraps, a height that follows what was drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from unicodedata import category

WIDE, NARROW = 720, 350
LINE = 18
# Mean advance of a character at 13 px, generous, so that a line never runs out of the picture.
CHARACTER = 7.1

# A label is plain text, or words each with whether they belong to the second language (drawn slanted).
Label = str | Sequence[tuple[str, bool]]


class Canvas:
    """Collects elements; `svg` wraps them. `top` is where the next row begins."""

    def __init__(self, width: int, title: str, description: str) -> None:
        self.width, self.title, self.description = width, title, description
        self.kind = "picture picture-wide" if width > NARROW else "picture picture-narrow"
        self.top = 0.0
        self._ground: list[str] = []
        self._elements: list[str] = []

    def add(self, tag: str, *, text: str | None = None, hint: str = "", **attributes: object) -> None:
        """One element; attribute names take _ for -, and a trailing _ is dropped (`class_`)."""
        inside = f"<title>{escape(hint)}</title>" if hint else ""
        inside += escape(text) if text is not None else ""
        self._elements.append(
            f"<{tag}{_attributes(attributes)}>{inside}</{tag}>" if inside else _empty(tag, attributes)
        )

    def text(self, x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> None:
        self.add("text", text=text, x=x, y=y, class_=f"p-text {kind}".strip(), text_anchor=anchor)

    def nothing(self) -> None:
        """Say that there is nothing to draw."""
        self.text(10, 24, "no ratings yet", "p-muted")
        self.top = 40

    def grow(self, width: float) -> None:
        """Make room to the right; the frame around the picture scrolls instead of shrinking it."""
        if width > self.width:
            self.width, self.kind = int(width), f"{self.kind} picture-scrolls"

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)

    def grid_line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Beneath everything else, whenever it is drawn."""
        self._ground.append(_empty("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "class_": "p-grid"}))

    def rect(self, x: float, y: float, width: float, height: float, kind: str, hint: str = "") -> None:
        self.add("rect", x=x, y=y, width=max(width, 0), height=height, class_=kind, hint=hint)

    def label(self, x: float, y: float, label: Label, width: float, kind: str = "") -> int:
        """Write a label over as many lines as it needs; says how many."""
        lines = wrapped(label, width)
        for number, words in enumerate(lines):
            spans = "".join(_span(text, slanted) for text, slanted in _runs(words))
            place = _attributes({"x": x, "y": y + number * LINE, "class_": f"p-text {kind}".strip()})
            self._elements.append(f"<text{place}>{spans}</text>")
        return len(lines)

    def svg(self) -> str:
        key = sha256(f"{self.title}{self.width}{len(self._elements)}".encode()).hexdigest()[:8]
        head = _attributes(
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "class_": self.kind,
                "viewBox": f"0 0 {self.width} {round(self.top)}",
                "width": self.width,
                "height": round(self.top),
                "role": "img",
                "aria_labelledby": f"t{key} d{key}",
            }
        )
        names = f'<title id="t{key}">{escape(self.title)}</title><desc id="d{key}">{escape(self.description)}</desc>'
        drawing = "".join((*self._ground, *self._elements)).replace("#hatch", f"#hatch{key}")
        return f"<svg{head}>{names}{hatching(key)}{drawing}</svg>"


def standalone(svg: str) -> str:
    """The same picture as a file of its own: with its colours inside and a white ground to print on."""
    style = files("evaluation.pictures").joinpath("standalone.css").read_text(encoding="utf-8")
    head, rest = svg.split(">", 1)
    ground = '<rect class="p-ground" x="0" y="0" width="100%" height="100%"/>'
    names, drawing = rest.split("</desc>", 1)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}>{names}</desc><style>{style}</style>{ground}{drawing}\n'


def hatching(key: str) -> str:
    """Stripes for what lies below the threshold, so that the two sides differ without colour."""
    return (
        f'<defs><pattern id="hatch{key}" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><line class="p-hatch" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>'
    )


def wrapped(label: Label, width: float) -> list[list[tuple[str, bool]]]:
    """The label's words in lines of at most `width` pixels; a longer word is broken."""
    whole = [(word, False) for word in label.split()] if isinstance(label, str) else list(label)
    most = max(1, int(width // CHARACTER) - 1)
    words = [(part, slanted) for word, slanted in whole for part in broken(word, most)]
    lines: list[list[tuple[str, bool]]] = [[]]
    used = 0.0
    for word in words:
        needed = (len(word[0]) + 1) * CHARACTER
        if lines[-1] and used + needed > width:
            lines.append([])
            used = 0.0
        lines[-1].append(word)
        used += needed
    return lines


def broken(word: str, most: int) -> list[str]:
    """The word in parts of about `most` characters; a mark stays with its letter.

    >>> broken("internationalization", 8), broken("तेल", 1)
    (['internat', 'ionaliza', 'tion'], ['ते', 'ल'])
    """
    parts = [""]
    for character in word:
        if len(parts[-1]) >= most and not category(character).startswith("M"):
            parts.append("")
        parts[-1] += character
    return parts


def plain(label: Label) -> str:
    return label if isinstance(label, str) else " ".join(word for word, _ in label)


def number(value: float) -> str:
    """Two decimals at most, and no trailing zeros: the shortest form that a picture needs.

    >>> number(2.50), number(-3)
    ('2.5', '−3')
    """
    return with_minus(f"{value:.2f}".rstrip("0").rstrip("."))


def with_minus(text: str) -> str:
    """Written numbers with a minus sign instead of a hyphen.

    >>> with_minus("-0.25 (from -0.50 to 0.00)")
    '−0.25 (from −0.50 to 0.00)'
    """
    return text.replace("-", "−")


def counted(amount: int, noun: str) -> str:
    """``1 judge``, ``2 judges``."""
    return f"{amount:,} {noun}{'' if amount == 1 else 's'}"


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round values from `low` to `high`, at most `most` of them."""
    span = (high - low) or 1.0
    for step in (s * 10**e for e in range(-2, 9) for s in (1, 2, 2.5, 5)):
        count = span / step
        if count <= most - 1 + 1e-9:
            break
    first = -(-low // step) * step
    return [first + i * step for i in range(most) if first + i * step <= high + 1e-9]


def _runs(words: Sequence[tuple[str, bool]]) -> Iterable[tuple[str, bool]]:
    """Neighbouring words of one language as one text."""
    runs: list[tuple[str, bool]] = []
    for word, slanted in words:
        if runs and runs[-1][1] == slanted:
            runs[-1] = (f"{runs[-1][0]} {word}", slanted)
        else:
            runs.append((word if not runs else f" {word}", slanted))
    return runs


def _span(text: str, slanted: bool) -> str:  # noqa: FBT001
    return f'<tspan class="p-l2">{escape(text)}</tspan>' if slanted else f"<tspan>{escape(text)}</tspan>"


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(f' {_name(name)}="{escape(_value(value))}"' for name, value in attributes.items())


def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def _empty(tag: str, attributes: dict[str, object]) -> str:
    return f"<{tag}{_attributes(attributes)}/>"
