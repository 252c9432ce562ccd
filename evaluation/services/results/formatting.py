"""How numbers are written, the same on pages and in files."""

from __future__ import annotations


def two_decimals(value: float) -> str:
    """Rounded half to even by the exact value, a minus sign only where something is left of it.

    >>> two_decimals(3.6), two_decimals(-0.001)
    ('3.60', '0.00')
    """
    text = f"{value:.2f}"
    return "0.00" if text == "-0.00" else text


def as_printed(value: float) -> str:
    """As the paper's Table 2 prints means and sigmas: no more decimals than needed, two at most.

    >>> as_printed(3.6), as_printed(4.0), as_printed(1.0954), as_printed(1.6733)
    ('3.6', '4', '1.10', '1.67')
    """
    tenths = round(value * 10)
    if abs(value * 10 - tenths) > 1e-9:
        return f"{value:.2f}"
    return f"{tenths / 10:.1f}".removesuffix(".0")
