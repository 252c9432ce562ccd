"""What the columns of a file of ratings hold, as `RatingImport.plan` stores it.

``{"columns": {"judge": "worker", "sentence": "text", "value": "score"}, "groups": ["region"], "has_header": true,
"criteria": ["usage"], "scale": "0-5", "cut": "3", "name": "Pilot 2019", "slug": "pilot-2019", "collection": "",
"models": ["EC0"], "languages": ["en", "hi"]}``: all but judge and value may be missing, and of sentence and id one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluation.models import Collection
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.imports.scales import Stated

# What a column can hold, in words, and what such columns are often called.
ROLES: dict[str, Any] = {
    "judge": gettext_lazy("Judge"),
    "sentence": gettext_lazy("Sentence"),
    "id": gettext_lazy("Id of the sentence"),
    "pair": gettext_lazy("Id of the pair"),
    "source": gettext_lazy("Source or model"),
    "criterion": gettext_lazy("Criterion"),
    "value": gettext_lazy("Value"),
    "time": gettext_lazy("Time"),
}
USUAL_NAMES: dict[str, tuple[str, ...]] = {
    "judge": ("judge", "rater", "annotator", "participant", "worker", "subject", "judge id", "participant id"),
    "sentence": ("sentence", "text", "sentence text", "stimulus", "utterance"),
    "id": ("sentence id", "id", "item", "item id", "sentence number", "stimulus id"),
    "pair": ("pair", "pair id"),
    "source": ("source", "model", "condition", "system", "models"),
    "criterion": ("criterion", "question", "dimension", "aspect", "scale", "measure"),
    "value": ("value", "rating", "score", "answer", "response", "judgement", "judgment"),
    "time": ("time", "timestamp", "submitted at", "given at", "date", "datetime"),
}
MOST_CRITERIA = 20
# What the one criterion of a file without a column for it is called.
ONLY_CRITERION = "rating"


@dataclass(frozen=True)
class Plan:
    """The columns by what they hold, and what the file does not say itself."""

    columns: Mapping[str, str]
    groups: Sequence[str] = ()
    has_header: bool = True
    # Those there are, by name; empty: whatever the file has.
    criteria: Sequence[str] = ()
    # "0-5" for all, or "usage=0-5, fluency=1-7"; empty: from the lowest to the highest value.
    scale: str = ""
    # "3" for all, or "usage=3, fluency=5"; a criterion without a cut has means and no shares.
    cut: str = ""
    name: str = ""
    slug: str = ""
    # Where to look for the pairs of the sentences; empty: in all collections.
    collection: str = ""
    # Those whose sentences are looked for; empty: the paper's, and those the file names.
    models: Sequence[str] = ()
    # Of sentences that belong to no pair.
    languages: Sequence[str] = field(default_factory=tuple)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Plan:
        return cls(**stored)

    @property
    def known_criteria(self) -> list[str]:
        """Those that the file can have, by name; empty: that is known when it has been read."""
        if "criterion" in self.columns:
            return list(self.criteria)
        return [self.criteria[0] if self.criteria else ONLY_CRITERION]

    def as_json(self) -> dict[str, Any]:
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def guessed_columns(names: Iterable[str]) -> dict[str, str]:
    """The columns whose names say what they hold; each column once.

    >>> guessed_columns(["Worker", "text", "sentence_id", "Rating", "colour"])
    {'judge': 'Worker', 'sentence': 'text', 'id': 'sentence_id', 'value': 'Rating'}
    """
    plain = {" ".join(name.casefold().replace("_", " ").split()): name for name in reversed(list(names))}
    found: dict[str, str] = {}
    for role, usual in USUAL_NAMES.items():
        name = next((plain[each] for each in usual if each in plain and plain[each] not in found.values()), None)
        if name is not None:
            found[role] = name
    return found


def completed_columns(named: Mapping[str, str], groups: Iterable[str], names: Iterable[str]) -> dict[str, str]:
    """The columns that somebody named, and those that are called so as is usual and were not named for anything."""
    taken = {column.casefold() for column in (*named.values(), *groups)}
    guessed = guessed_columns(names)
    return {role: name for role, name in guessed.items() if name.casefold() not in taken} | dict(named)


def checked_plan(plan: Plan, names: Sequence[str]) -> Plan:
    """The plan with the columns' own names; ``Refused`` with the field of what cannot be."""
    columns = {role: _column(role, wanted, names) for role, wanted in plan.columns.items() if wanted.strip()}
    groups = tuple(dict.fromkeys(_column("groups", wanted, names) for wanted in plan.groups if wanted.strip()))
    for role in ("judge", "value"):
        if role not in columns:
            raise Refused(_("Say which column holds this: %s.") % ROLES[role], field=role)
    if "sentence" not in columns and "id" not in columns:
        raise Refused(_("Say which column holds the sentences, or at least their ids."), field="sentence")
    doubled = next((name for name in columns.values() if list(columns.values()).count(name) > 1), None)
    if doubled:
        role = next(role for role in reversed(columns) if columns[role] == doubled)
        raise Refused(_("The column “%s” is chosen twice.") % doubled, field=role)
    found = Plan(**{**asdict(plan), "columns": columns, "groups": groups})
    _check_scales_and_cuts(found)
    if plan.collection and not Collection.objects.filter(name=plan.collection).exists():
        raise Refused(_("There is no collection “%s”.") % plan.collection, field="collection")
    generation.checked_models(plan.models)
    return found


def _check_scales_and_cuts(plan: Plan) -> None:
    """As far as they can be checked before the file is read."""
    stated, known = Stated.of(plan.scale, plan.cut), plan.known_criteria
    named = ((name, stated.scale(name)) for name in known or stated.names)
    wrong = [
        *(stated.strangers(known) if known else ()),
        *stated.off_scale({name: scale for name, scale in named if scale}),
    ]
    if wrong:
        raise Refused(f"{wrong[0].message}. {wrong[0].cure}", field=wrong[0].field)


def _column(role: str, wanted: str, names: Sequence[str]) -> str:
    """The column by its name or its number, from 1 on."""
    if role not in ROLES and role != "groups":
        words = _("“%(role)s” is nothing a column can hold here; choose among %(known)s.")
        raise Refused(words % {"role": role, "known": ", ".join(ROLES)}, field="map")
    folded = {name.casefold(): name for name in names}
    plain = " ".join(wanted.split())
    if plain.casefold() in folded:
        return folded[plain.casefold()]
    if plain.isdecimal() and 1 <= int(plain) <= len(names):
        return names[int(plain) - 1]
    words = _("There is no column “%(name)s”. The file has: %(names)s.")
    raise Refused(words % {"name": plain, "names": ", ".join(names)}, field=role)
