"""How numbers are written on pages and in texts, with a minus sign where they are negative.

Tables of exports and the API give the numbers themselves.
"""

from __future__ import annotations

from evaluation.services.support.minus import with_minus

LEVEL = 0.05
EVEN = 0.5
MOST_DECIMALS = 7


def two_decimals(value: float) -> str:
    """Rounded half to even by the exact value, a minus sign only where something is left of it.

    >>> two_decimals(3.6), two_decimals(-0.254), two_decimals(-0.001)
    ('3.60', '−0.25', '0.00')
    """
    text = f"{value:.2f}"
    return "0.00" if text == "-0.00" else with_minus(text)


def end_of_interval(value: float, decimals: int = 2) -> str:
    """Rounded, with more decimals where it would read as 0 and is not: whether 0 lies in an interval can be seen.

    >>> end_of_interval(0.31415), end_of_interval(-0.0004), end_of_interval(0.0), end_of_interval(0.02, 1)
    ('0.31', '−0.0004', '0.00', '0.02')
    """
    for digits in range(decimals, MOST_DECIMALS):
        if float(f"{value:.{digits}f}"):
            return with_minus(f"{value:.{digits}f}")
    return f"{0:.{decimals}f}"


def end_of_share(share: float) -> str:
    """In per cent, with more decimals where it would read as none, all or an even share and is not.

    >>> end_of_share(0.314), end_of_share(0.5004), end_of_share(0.997), end_of_share(0.5)
    ('31', '50.04', '99.7', '50')
    """
    for digits in range(MOST_DECIMALS):
        text = f"{100 * share:.{digits}f}"
        if float(text) not in {0.0, 100 * EVEN, 100.0}:
            return text
    return f"{100 * share:.0f}"


def whole_percent(share: float) -> str:
    """In per cent without decimals, but for a share that would read as none or all and is not.

    >>> whole_percent(0.314), whole_percent(0.0011), whole_percent(0.997), whole_percent(1.0)
    ('31', '0.1', '99.7', '100')
    """
    text = f"{100 * share:.0f}"
    return end_of_share(share) if text in {"0", "100"} else text


def three_decimals(p: float) -> str:
    """A p value; with more decimals where three would take it for .05, which it is below.

    >>> three_decimals(0.0123), three_decimals(0.0496), three_decimals(0.05)
    ('0.012', '0.0496', '0.050')
    """
    decimals = 3
    while p < LEVEL <= float(f"{p:.{decimals}f}"):
        decimals += 1
    return f"{p:.{decimals}f}"


def as_printed(value: float) -> str:
    """As the paper's Table 2 prints means and sigmas: no more decimals than needed, two at most.

    >>> as_printed(3.6), as_printed(4.0), as_printed(1.0954), as_printed(-1.6733)
    ('3.6', '4', '1.10', '−1.67')
    """
    tenths = round(value * 10)
    if abs(value * 10 - tenths) > 1e-9:
        return two_decimals(value)
    return with_minus(f"{tenths / 10:.1f}".removesuffix(".0"))
