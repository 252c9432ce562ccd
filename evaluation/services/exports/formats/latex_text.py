r"""Any text as LaTeX that compiles: special characters escaped, accents and symbols as commands, in ASCII.

What has no such form, words in Devanagari say, stands in ``\inscript{…}{[Devanagari]}``: XeLaTeX and LuaLaTeX print
the first (with a font that has it), pdfLaTeX the second. ``INSCRIPT`` defines the command.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    # At the beginning of a table's row these would belong to the end of the row before.
    "[": "{[}",
    "*": "{*}",
}
SYMBOLS = {
    "\n": " ",
    "\r": " ",
    "\t": " ",
    "\u00a0": "~",
    "\u2009": r"\,",
    "\u202f": r"\,",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "„": r"\quotedblbase{}",
    "«": r"\guillemotleft{}",
    "»": r"\guillemotright{}",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "…": r"\ldots{}",
    "′": "$'$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "→": r"$\rightarrow$",
    "∪": r"$\cup$",
    "∩": r"$\cap$",
    "°": r"$^\circ$",
    "·": r"$\cdot$",
    "²": "$^2$",
    "³": "$^3$",
    "½": "$1/2$",
    "§": r"\S{}",
    "©": r"\copyright{}",
    "¿": r"\textquestiondown{}",
    "¡": r"\textexclamdown{}",
    "€": r"\texteuro{}",
    "£": r"\pounds{}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
    "đ": r"\dj{}",
    "Đ": r"\DJ{}",
    "ð": r"\dh{}",
    "Ð": r"\DH{}",
    "þ": r"\th{}",
    "Þ": r"\TH{}",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "δ": r"$\delta$",
    "θ": r"$\theta$",
    "κ": r"$\kappa$",
    "λ": r"$\lambda$",
    "μ": r"$\mu$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
    "τ": r"$\tau$",
    "χ": r"$\chi$",
    "Σ": r"$\Sigma$",
}
# Combining marks as the commands that put them on a letter.
ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
    "\u0328": "k",
    "\u0331": "b",
}
INSCRIPT = (
    r"\providecommand{\inscript}[2]"
    r"{\ifdefined\directlua#1\else\ifdefined\XeTeXrevision#1\else#2\fi\fi}"
)


def latex_text(text: str) -> str:
    r"""
    >>> latex_text("50 % of EC_0 & more, café, ṇ")
    "50 \\% of EC\\_0 \\& more, caf\\'{e}, \\d{n}"
    >>> latex_text("घर is “home”")
    "\\inscript{घर}{[Devanagari]} is ``home''"
    """
    said = []
    for is_known, letters in groupby(
        unicodedata.normalize("NFC", text), key=lambda letter: command(letter) is not None
    ):
        run = "".join(letters)
        said.append("".join(command(letter) or "" for letter in run) if is_known else in_script(run))
    return "".join(said)


def command(letter: str) -> str | None:
    """What stands for one letter; None where LaTeX has nothing that works everywhere."""
    if letter in SPECIAL or letter in SYMBOLS:
        return SPECIAL.get(letter) or SYMBOLS[letter]
    if unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"}:
        return ""
    return letter if letter.isascii() else accented(letter)


def accented(letter: str) -> str | None:
    """A letter of the Latin script with its accents."""
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if not (base.isascii() and marks and all(mark in ACCENTS for mark in marks)):
        return None
    found = rf"\{base}{{}}" if base in "ij" and not set(marks) & {"\u0323", "\u0331", "\u0327", "\u0328"} else base
    for mark in marks:
        found = rf"\{ACCENTS[mark]}{{{found}}}"
    return found


def in_script(run: str) -> str:
    """Both forms: the words themselves, and in brackets which script they are in."""
    return rf"\inscript{{{run}}}{{[{script_name(run)}]}}"


def script_name(run: str) -> str:
    """
    >>> script_name("घर"), script_name("屋")
    ('Devanagari', 'CJK')
    """
    name = unicodedata.name(run[0], "other script").split(" ")[0]
    return name if name == "CJK" else name.capitalize()
