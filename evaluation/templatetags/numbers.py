"""Numbers for people, of any size."""

from django import template

register = template.Library()

LONGEST_WRITTEN_OUT = 15


@register.filter
def grouped(number: int | str) -> str:
    """Digits in threes; from a quadrillion on as a power of ten, rounded down. Numbers in JSON come as digits.

    >>> grouped(1234567), grouped(12345 * 10**30)
    ('1,234,567', '1.23 × 10^34')
    """
    digits = str(number)
    if len(digits) <= LONGEST_WRITTEN_OUT:
        return f"{int(number):,}"
    return f"{digits[0]}.{digits[1:3]} × 10^{len(digits) - 1}"


@register.filter
def of_100(share: float) -> str:
    """A share as so many of 100.

    >>> of_100(0.833)
    '83.3'
    """
    return f"{100 * share:.1f}"
