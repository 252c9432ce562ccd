"""The sampling methods, as `Study.choices` stores them: each at most once, `imported` once per source.

- ``{"way": "uniform", "count": 3}``: so many per pair and model, each sentence equally likely
- ``{"way": "regions", "first": "EC1", "second": "ML2", "count": 2}``: so many of EC1 - ML2, ML2 - EC1 and EC1 & ML2
- ``{"way": "controls", "count": 1}``: so many per pair that no chosen model generates
- ``{"way": "matched", "constraints": {"ML2": ["fragments"]}, "count": 2, "same_others": false}``: so many matched
  pairs per pair, theory and constraint
- ``{"way": "known_controls", "count": 6}``: surely fine and surely bad switches and both monolingual sentences of so
  many of the pairs
- ``{"way": "picked", "sentences": [{"pair": 7, "text": "…"}]}``: by hand; the number is the pair's primary key
- ``{"way": "imported", "source": "corpus", "sentences": [{"pair": 7, "text": "…"}, {"pair": null, "text": "…"}]}``
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluation.services import generation
from evaluation.services.errors import Refused

MOST_PER_PAIR = 1_000
LONGEST_SENTENCE = 1_000
LONGEST_SOURCE = 60


class SamplingMethod(models.TextChoices):
    UNIFORM = "uniform", gettext_lazy("at random, so many per pair and model")
    REGIONS = "regions", gettext_lazy("at random from what two models share and do not share")
    CONTROLS = "controls", gettext_lazy("controls that no chosen model generates")
    MATCHED = "matched", gettext_lazy("matched pairs by constraint")
    KNOWN_CONTROLS = "known_controls", gettext_lazy("controls whose answer is known")
    PICKED = "picked", gettext_lazy("picked by hand")
    IMPORTED = "imported", gettext_lazy("imported from elsewhere")


CONTROL = "control"
PICKED = "picked"


def choice_of(choices: Sequence[Mapping[str, Any]], method: SamplingMethod) -> Mapping[str, Any] | None:
    """The choice by this method, which is there once or not at all."""
    return next((choice for choice in choices if choice["way"] == method), None)


def checked_choices(choices: Sequence[Mapping[str, Any]], *, models_chosen: Sequence[str]) -> list[dict[str, Any]]:
    """The choices in the shape above; ``Refused`` with the field where one cannot be made."""
    checked = [CHECKS[SamplingMethod(_way(choice))](choice, models_chosen) for choice in choices]
    names = [choice.get("source", choice["way"]) for choice in checked]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled:
        raise Refused(_("“%s” is there twice; put its sentences together.") % doubled, field="choices")
    return checked


def _way(choice: Mapping[str, Any]) -> str:
    way = str(choice.get("way", ""))
    if way not in SamplingMethod.values:
        raise Refused(
            _("“%(way)s” is not a way of choosing sentences; choose one of %(known)s.")
            % {"way": way, "known": ", ".join(SamplingMethod.values)},
            field="choices",
        )
    return way


def _uniform(choice: Mapping[str, Any], models_chosen: Sequence[str]) -> dict[str, Any]:
    if not models_chosen:
        raise Refused(_("Choose at least one model to draw sentences from."), field="models")
    return {"way": SamplingMethod.UNIFORM.value, "count": _count(choice, "uniform_count")}


def _regions(choice: Mapping[str, Any], models_chosen: Sequence[str]) -> dict[str, Any]:
    first, second = (str(choice.get(which, "")) for which in ("first", "second"))
    for field, name in (("regions_first", first), ("regions_second", second)):
        if name not in models_chosen:
            raise Refused(_("Choose two of the study's models to compare."), field=field)
    if first == second:
        raise Refused(_("Choose two different models to compare."), field="regions_second")
    return {
        "way": SamplingMethod.REGIONS.value,
        "first": first,
        "second": second,
        "count": _count(choice, "regions_count"),
    }


def _controls(choice: Mapping[str, Any], models_chosen: Sequence[str]) -> dict[str, Any]:
    if not models_chosen:
        raise Refused(_("Controls are what no chosen model generates: choose at least one model."), field="models")
    return {"way": SamplingMethod.CONTROLS.value, "count": _count(choice, "controls_count")}


def _matched(choice: Mapping[str, Any], models_chosen: Sequence[str]) -> dict[str, Any]:
    known, field = generation.theories(models_chosen), "matched_constraints"
    wanted = choice.get("constraints")
    if not isinstance(wanted, Mapping) or not any(wanted.values()):
        raise Refused(_("Choose at least one constraint to be broken."), field=field)
    for theory, names in wanted.items():
        if theory not in known:
            message = _("“%(name)s” is no theory of this study. Its theories are %(known)s.")
            raise Refused(message % {"name": theory, "known": ", ".join(known) or _("none")}, field=field)
        for name in names:
            if name not in known[theory]:
                message = _("“%(name)s” is no constraint of %(theory)s, which has %(known)s.")
                raise Refused(
                    message % {"name": name, "theory": theory, "known": ", ".join(known[theory])}, field=field
                )
    return {
        "way": SamplingMethod.MATCHED.value,
        "constraints": {
            theory: [name for name in own if name in wanted[theory]]
            for theory, own in known.items()
            if wanted.get(theory)
        },
        "count": _count(choice, "matched_count"),
        "same_others": bool(choice.get("same_others")),
    }


def _known_controls(choice: Mapping[str, Any], _models: Sequence[str]) -> dict[str, Any]:
    return {"way": SamplingMethod.KNOWN_CONTROLS.value, "count": _count(choice, "known_controls_count")}


def _picked(choice: Mapping[str, Any], _models: Sequence[str]) -> dict[str, Any]:
    return {"way": SamplingMethod.PICKED.value, "sentences": _sentences(choice, "picked", pair_needed=True)}


def _imported(choice: Mapping[str, Any], models_chosen: Sequence[str]) -> dict[str, Any]:
    source = str(choice.get("source", "")).strip()
    if not source or len(source) > LONGEST_SOURCE:
        raise Refused(
            _("Name the source of the imported sentences, in at most %d characters.") % LONGEST_SOURCE, field="imported"
        )
    if source in {*models_chosen, *generation.known_models(), CONTROL, PICKED}:
        raise Refused(
            _("“%s” is the name of something else here; call the source otherwise.") % source, field="imported"
        )
    sentences = _sentences(choice, "imported", pair_needed=False)
    return {"way": SamplingMethod.IMPORTED.value, "source": source, "sentences": sentences}


CHECKS = {
    SamplingMethod.UNIFORM: _uniform,
    SamplingMethod.REGIONS: _regions,
    SamplingMethod.CONTROLS: _controls,
    SamplingMethod.MATCHED: _matched,
    SamplingMethod.KNOWN_CONTROLS: _known_controls,
    SamplingMethod.PICKED: _picked,
    SamplingMethod.IMPORTED: _imported,
}


def _count(choice: Mapping[str, Any], field: str) -> int:
    count = choice.get("count")
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_PER_PAIR:
        raise Refused(_("Write a whole number from 1 to %d.") % MOST_PER_PAIR, field=field)
    return count


def _sentences(choice: Mapping[str, Any], field: str, *, pair_needed: bool) -> list[dict[str, Any]]:
    sentences = choice.get("sentences")
    if not isinstance(sentences, list) or not sentences:
        raise Refused(_("Write at least one sentence."), field=field)
    checked = []
    for number, sentence in enumerate(sentences, start=1):
        text, pair = " ".join(str(sentence.get("text", "")).split()), sentence.get("pair")
        if not text or len(text) > LONGEST_SENTENCE:
            message = _("Sentence %(number)d: write 1 to %(most)d characters.")
            raise Refused(message % {"number": number, "most": LONGEST_SENTENCE}, field=field)
        if pair is None and pair_needed:
            raise Refused(_("Sentence %d: say which pair it belongs to.") % number, field=field)
        checked.append({"pair": pair, "text": text})
    return checked
