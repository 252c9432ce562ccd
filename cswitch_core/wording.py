"""How messages say a number of things."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Say how many there are of something, in the singular where there is one.

    >>> counted(1, "pair"), counted(1200, "pair"), counted(0, "category", "categories")
    ('1 pair', '1,200 pairs', '0 categories')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
