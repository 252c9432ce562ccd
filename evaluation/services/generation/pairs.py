"""A stored pair as the core's own, and what is wrong or unusual about its links and its tree."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

import cswitch_core
from cswitch_core import Pair as CorePair
from cswitch_core import PairError, Problem, UnusedLink
from cswitch_core.paper import paper_pairs as _paper_pairs
from cswitch_core.projection.trees import parse_tree
from cswitch_core.torn import TornPhrase
from cswitch_core.torn import torn_phrases as find_torn_phrases
from cswitch_core.unpaired import carried_words as find_carried_words
from evaluation.models import Pair
from evaluation.services.errors import Refused

LINK = re.compile(r"\b([0-9]{1,4})-([0-9]{1,4})\b")
PAIRS_REMEMBERED = 512
# Everything that says which sentences a pair has and how they are written: language and parse, language and words,
# alignment, both texts as people wrote them and the words in another script, where that is known.
Content = tuple[str, str, str, tuple[str, ...], str, tuple[str, str], tuple[str, ...]]


def pair_from_json(pair_json: dict[str, Any]) -> CorePair:
    """The pair that one line of a file describes; ``Refused`` with everything that is wrong with it."""
    try:
        return cswitch_core.pair_from_json(pair_json)
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field=error.problems[0].field) from error


def core_pair(row: Pair) -> CorePair:
    return remembered_pair(content_of(row))


def with_alignment(row: Pair, alignment: str) -> CorePair:
    """The pair with other links, such as ``0-0 1-2``; ``Refused`` if its words or the rules do not allow them."""
    return pair_from_json(core_pair(row).as_json() | {"alignment": alignment})


def with_links_and_tree(row: Pair, alignment: str, tree: str) -> CorePair:
    """The pair with other links over another tree of the same words; ``Refused`` if that cannot be."""
    pair = pair_from_json(core_pair(row).as_json() | {"alignment": alignment, "l1": _first_side(row, tree)})
    if pair.l1_tokens != core_pair(row).l1_tokens:
        words = _("The tree must hold the words of the sentence in their order: %s.")
        raise Refused(words % " ".join(core_pair(row).l1_tokens), field="l1.tree")
    return pair


def _first_side(row: Pair, tree: str) -> dict[str, str]:
    return {"lang": row.l1_lang, "tree": tree} | ({"text": row.l1_text} if row.l1_is_original else {})


def with_possible_links(row: Pair, alignment: str) -> CorePair:
    """The pair with those of the links that lie between its words: for drawing an alignment that may be wrong."""
    pair = core_pair(row)
    l1_length, l2_length = len(pair.l1_tokens), len(pair.l2_tokens)
    return pair.with_links((i, j) for i, j in _links(alignment) if i < l1_length and j < l2_length)


def leaves(tree: str) -> tuple[str, ...]:
    """The words of a parse in brackets; ``ValueError`` if it is none."""
    return tuple(parse_tree(tree).words)


def digest(pair: CorePair) -> str:
    """A fingerprint of all that says which sentences exist and how they are written; equal digests, equal texts."""
    content = [list(pair.languages), pair.l1_tree, list(pair.l2_tokens), pair.alignment, list(pair.texts)]
    if pair.l2_other_script:
        content.append(list(pair.l2_other_script))
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


def stored_columns(pair: CorePair) -> dict[str, Any]:
    """What is stored of a pair beside its content, so that pages need no tree: texts to read, unlinked words."""
    unlinked = cswitch_core.unlinked_content(cswitch_core.project(pair), links=pair.links)
    return {
        "l1_text": pair.texts[0] or pair.text(0),
        "l2_text": pair.texts[1] or pair.text(1),
        "content_words": unlinked.total,
        "unlinked_words": len(unlinked.unlinked),
        "unlinked_share": unlinked.share,
    }


def torn_phrases(pair: CorePair) -> tuple[TornPhrase, ...]:
    """The phrases of the first sentence whose words do not stand together in the second."""
    return find_torn_phrases(pair)


def carried_words(pair: CorePair) -> tuple[tuple[str, str], ...]:
    """The words that need no link, each with the word that it is said with."""
    return find_carried_words(cswitch_core.project(pair))


def unused_links(pair: CorePair) -> tuple[UnusedLink, ...]:
    """The links of which no sentence is made, each with the reason."""
    return cswitch_core.unused_links(pair)


def paper_pairs() -> tuple[CorePair, ...]:
    """The paper's five pairs, which every copy of CSwitch has."""
    return _paper_pairs()


def problems_in_words(problems: Iterable[Problem]) -> str:
    return " ".join(f"{problem.field}: {problem.message}. {problem.cure}." for problem in problems)


def content_of(row: Pair) -> Content:
    texts = row.l1_text if row.l1_is_original else "", row.l2_text if row.l2_is_original else ""
    return row.l1_lang, row.l1_tree, row.l2_lang, tuple(row.l2_tokens), row.alignment, texts, tuple(row.l2_other_script)


@lru_cache(PAIRS_REMEMBERED)
def remembered_pair(content: Content) -> CorePair:
    """A stored pair as the core's own. It was checked when it was stored, so no reader checks it again."""
    l1_lang, l1_tree, l2_lang, l2_tokens, alignment, texts, other_script = content
    pair = CorePair("-", (l1_lang, l2_lang), l1_tree, leaves(l1_tree), l2_tokens, (), texts=texts)
    return replace(pair, l2_other_script=other_script).with_links(_links(alignment))


def _links(alignment: str) -> list[tuple[int, int]]:
    return [(int(first), int(second)) for first, second in LINK.findall(alignment)]
