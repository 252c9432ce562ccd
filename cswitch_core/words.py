"""A plain sentence cut into words and marks, as parsers and pairs of sentences want them.

No character is lost or changed but for Unicode's normal form (NFC): the tokens are pieces of the text, in their order,
with nothing between them but white space. English is cut as in the Penn Treebank (*do n't*, *John 's*, *can not*),
French and its neighbours after an elision (*l' eau*). Chinese is cut sign by sign and Japanese where its scripts
change, unless the text has spaces between such signs: then somebody has cut it already.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from cswitch_core.projection.punctuation import is_punctuation, split_marks
from cswitch_core.writing.languages import Habits, habits, plain
from cswitch_core.writing.spacing import is_spaceless

# Addresses, names of accounts, smileys: the marks inside them are no marks of the sentence.
_WHOLE = re.compile(
    r"""(?:https?://|www\.)[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]]
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | (?<!\w)[@\#]\w+
    | (?<!\w)[:;][-^']?[()DP]+(?=\W|$)
    """,
    re.VERBOSE,
)
# Abbreviations that need a word after them, and those that may end a sentence, whose stop is then theirs.
_TITLES = frozenset(
    {"mr.", "mrs.", "ms.", "dr.", "prof.", "st.", "vs.", "e.g.", "i.e.", "gen.", "gov.", "sen.", "dept.", "approx."}
    | {"jan.", "feb.", "apr.", "aug.", "sept.", "oct.", "nov.", "dec.", "sra.", "srta.", "dra.", "ud.", "uds."}
    | {"mme.", "mlle.", "bzw.", "z.b.", "डॉ.", "पं."}
)
_ENDINGS = frozenset({"etc.", "a.m.", "p.m.", "inc.", "ltd.", "corp.", "jr.", "sr.", "usw."})
_INITIALS = re.compile(r"[^\W\d_]\.(?:[^\W\d_]\.)*")
_OPENING = "\"'“‘«([{¿¡"
_CLOSING = re.compile(r"""[,;:!?'"”’»)\]}]+\.?$""")
_MONEY = re.compile(r"^(?:US\$|[$€£¥₹])(?=\d)|(?<=\d)(?:[%$€£¥₹]|°[CF])$")
# Marks between two words that were written without a space: dashes, dots, brackets, a forgotten space.
_INNER_MARKS = re.compile(r"""(\.{2,}|…|—|–|--+|[,;!?](?=[^\W\d])|[।॥|"“”()\[\]{}«»、。，！？；：「」])""")
_CONTRACTIONS = ("n't", "'s", "'ll", "'re", "'ve", "'d", "'m")
_TWO_IN_ONE = {"cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3, "gimme": 3, "lemme": 3, "'tis": 2, "'twas": 2}
# Words whose apostrophe is their first or last letter.
_SHORTENED = re.compile(r"['’](?:\d0s|tis|twas|em|til|cause|bout|n['’])", re.IGNORECASE)
_NOT_ELIDED = frozenset({"aujourd'hui", "quelqu'un", "quelqu'une", "presqu'île"})


def words_of(text: str, language: str) -> tuple[str, ...]:
    """Return the sentence's tokens.

    >>> words_of("“Don't go,” said O'Neil's son (at 5:30 p.m.).", "en")
    ('“', 'Do', "n't", 'go', ',', '”', 'said', "O'Neil", "'s", 'son', '(', 'at', '5:30', 'p.m.', ')', '.')
    >>> words_of("J'aime l'eau, pas le thé!", "fr")
    ("J'", 'aime', "l'", 'eau', ',', 'pas', 'le', 'thé', '!')
    >>> words_of("我爱iPhone15吗？", "zh"), words_of("我 喜欢 茶 。", "zh")
    (('我', '爱', 'iPhone15', '吗', '？'), ('我', '喜欢', '茶', '。'))
    """
    chunks = unicodedata.normalize("NFC", text).split()
    cutter = _Cutter(language, is_cut=_is_cut(chunks))
    pieces = [(piece, chunk is chunks[-1]) for chunk in chunks for piece in _pieces(chunk)]
    return tuple(token for piece, is_last in pieces for token in cutter.tokens(piece, is_last=is_last))


def _is_cut(chunks: list[str]) -> bool:
    """Tell whether somebody has put spaces between the words of a script that has none."""
    ends = [(chunk[0], chunk[-1]) for chunk in chunks if not is_punctuation(chunk)]
    return any(is_spaceless(left[1]) and is_spaceless(right[0]) for left, right in pairwise(ends))


def _pieces(chunk: str) -> list[str]:
    """The chunk cut around what is one token whatever it contains."""
    pieces, start = [], 0
    for match in _WHOLE.finditer(chunk):
        pieces += [chunk[start : match.start()], match.group()]
        start = match.end()
    return [piece for piece in (*pieces, chunk[start:]) if piece]


class _Cutter:
    """Cuts what stands between two spaces, by the habits of one language."""

    def __init__(self, language: str, *, is_cut: bool) -> None:
        self.language = language.partition("-")[0].lower()
        self.habits = habits(language)
        self.is_cut = is_cut

    def tokens(self, piece: str, *, is_last: bool) -> list[str]:
        if _WHOLE.fullmatch(piece):
            return [piece]
        return _abbreviation(piece, is_last=is_last) or self._parts(piece)

    def _parts(self, piece: str) -> list[str]:
        parts = [token for part in _INNER_MARKS.split(piece) if part for token in self._around(part)]
        return [token for part in parts for token in ([part] if is_punctuation(part) else self._word(part))]

    def _around(self, part: str) -> list[str]:
        """The marks before a word, the word, the marks after it; an apostrophe may be of the word."""
        end = len(part.rstrip(",;:.!?"))
        is_word = _SHORTENED.fullmatch(part[:end]) or plain(part[:end]) in self.habits.not_proclitics
        return [part[:end], *split_marks(part[end:])] if is_word else split_marks(part)

    def _word(self, word: str) -> list[str]:
        """A word without the marks around it: sums of money, scripts without spaces, what grew together."""
        if money := _MONEY.search(word):
            before, after = word[: money.start()], word[money.end() :]
            return [token for token in (before, money.group(), after) if token]
        if any(map(is_spaceless, word)):
            return [word] if self.is_cut else _without_spaces(word, self.language)
        if self.habits.proclitics:
            return _elided(word, self.habits)
        return _contracted(word) if self.language == "en" else [word]


def _abbreviation(piece: str, *, is_last: bool) -> list[str]:
    """An abbreviation with its stop, and the marks around it; nothing if it is none.

    >>> _abbreviation("(Dr.", is_last=False), _abbreviation("U.S.,", is_last=False), _abbreviation("A.", is_last=True)
    (['(', 'Dr.'], ['U.S.', ','], [])
    """
    opened = piece.lstrip(_OPENING)
    core = _CLOSING.sub("", opened)
    low = core.casefold()
    is_known = low in _ENDINGS or (not is_last and low in _TITLES)
    is_initials = _INITIALS.fullmatch(core) is not None and (len(core) > 2 or not is_last)
    if not (is_known or is_initials):
        return []
    return [*split_marks(piece[: len(piece) - len(opened)]), core, *split_marks(opened[len(core) :])]


def _contracted(word: str) -> list[str]:
    """An English word with what is contracted onto it apart.

    >>> _contracted("wouldn’t"), _contracted("cannot"), _contracted("I'd've"), _contracted("o'clock")
    (['would', 'n’t'], ['can', 'not'], ['I', "'d", "'ve"], ["o'clock"])
    """
    low = plain(word)
    if cut := _TWO_IN_ONE.get(low):
        return [word[:cut], word[cut:]]
    for ending in _CONTRACTIONS:
        if low.endswith(ending) and len(low) > len(ending):
            cut = len(word) - len(ending)
            return [*_contracted(word[:cut]), word[cut:]]
    return [word]


def _elided(word: str, own: Habits) -> list[str]:
    """A word with the elided words before it apart.

    >>> [_elided(word, habits("fr")) for word in ("qu'il", "aujourd'hui", "jusqu'à")]
    [["qu'", 'il'], ["aujourd'hui"], ["jusqu'", 'à']]
    """
    cuts = (place for place in range(2, len(word)) if own.is_proclitic(word[:place]))
    cut = next(cuts, 0)
    if not cut or plain(word) in _NOT_ELIDED:
        return [word]
    return [word[:cut], *_elided(word[cut:], own)]


def _without_spaces(word: str, language: str) -> list[str]:
    """Stretches of one script; Chinese sign by sign, except in Japanese.

    >>> _without_spaces("私は東京へ行く", "ja"), _without_spaces("เขากิน", "th")
    (['私', 'は', '東京', 'へ', '行', 'く'], ['เขากิน'])
    """
    runs: list[list[str]] = []
    for sign in word:
        script = _script(sign) or (runs[-1][0] if runs else "")
        if runs and script == runs[-1][0]:
            runs[-1][1] += sign
        else:
            runs.append([script, sign])
    return [token for script, run in runs for token in (run if script == "CJK" and language != "ja" else [run])]


def _script(sign: str) -> str:
    """The script of a sign, ``words`` for scripts with spaces, nothing for a sign that joins the one before it."""
    if unicodedata.category(sign).startswith("M") or sign == "ー":
        return ""
    return unicodedata.name(sign, "").partition(" ")[0] if is_spaceless(sign) else "words"
