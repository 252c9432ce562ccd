"""The methods paragraph: material, judges, questions, exclusions, and the statistics of the results paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evaluation.models import Design, ItemKind, Study
from evaluation.services.exports.report.markup import verbatim
from evaluation.services.results import mixed_model
from evaluation.services.results.contrasts import planned_models
from evaluation.services.results.few_judges import about_mixed_model
from evaluation.services.results.means import has_interval
from evaluation.services.results.methods_text import QUOTED, when_set
from evaluation.services.results.selection import Selection, rules_and_declared
from evaluation.services.results.study_summary import CriterionFindings, StudySummary
from evaluation.services.results.study_summary.aims import ways_of
from evaluation.services.results.wording import listed
from evaluation.services.support.language_names import language_name
from evaluation.services.support.minus import with_minus
from evaluation.statistics.two_models import UNKNOWN


def methods_paragraph(study: Study, selection: Selection, found: StudySummary) -> str:
    sentences = [
        *([verbatim(study.remark)] if study.remark else []),
        *_material(study, found),
        *_judges(study, found),
        *_questions(study, found),
        *rules_and_declared(study, selection),
        *_scales(study, found),
        *_choices(found),
        "All of it was computed with CSwitch [@cswitch].",
    ]
    return " ".join(sentences)


def counted(number: int, one: str, many: str = "") -> str:
    """
    >>> counted(1, "pair"), counted(2_400, "rating"), counted(2, "study", "studies")
    ('1 pair', '2,400 ratings', '2 studies')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


# -- How it was done -------------------------------------------------------------------------------------------------


def _material(study: Study, found: StudySummary) -> Iterator[str]:
    numbers = found.overview.numbers
    if not numbers.sentences:
        yield "The study has no sentences yet."
        return
    names = [language_name(code, "en") for code in study.languages]
    of_languages = f" in {listed(names)}" if names else ""
    from_pairs = f" from {counted(numbers.pairs, 'sentence pair')}" if numbers.pairs else ""
    yield f"The material is {counted(numbers.sentences, 'sentence')}{of_languages}{from_pairs}."
    if study.models_chosen and study.choices:
        yield f"The models of code-switching are {verbatim(listed(study.models_chosen))} [@bhat2016]."
    if study.rated_elsewhere:
        yield "The sentences and their ratings were collected elsewhere and brought in from a file."
    yield from (verbatim(words) for words in ways_of(study))


def _judges(study: Study, found: StudySummary) -> Iterator[str]:
    numbers = found.overview.numbers
    if numbers.couples:
        yield f"{counted(numbers.couples, 'couple')} of two sentences of one pair were formed.".capitalize()
    if study.rated_elsewhere:
        return
    if study.design == Design.EVERYONE:
        yield "Every judge was given everything, in an order drawn for each judge."
    else:
        many = counted(study.judges_per_item, "judge")
        yield f"Each was given to {many}, in an order drawn for each judge."
    practice, checks = (study.items.filter(kind=kind).count() for kind in (ItemKind.PRACTICE, ItemKind.ATTENTION))
    if practice:
        yield f"Judges first practised on {counted(practice, 'sentence')}."
    if checks:
        yield f"{counted(checks, 'attention check')} with a known answer {_was(checks)} mixed in.".capitalize()
    if study.repeats:
        shown = [*(["sentence"] if study.asks_scales else []), *(["couple"] if study.asks_choices else [])]
        yield f"Each judge saw {listed([counted(study.repeats, word) for word in shown])} twice."


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _questions(study: Study, found: StudySummary) -> Iterator[str]:
    for one in found.overview.asked:
        if study.rated_elsewhere and one.question == one.name:
            # The file does not say in which words judges were asked.
            yield f"Ratings are of “{verbatim(one.name)}” ({verbatim(one.scale)})."
            continue
        asked = f"“{verbatim(one.question)}” ({verbatim(one.name)}" if one.question else f"({verbatim(one.name)}"
        yield f"Judges were asked: {asked}; {verbatim(one.scale)})."


# -- Statistics ------------------------------------------------------------------------------------------------------


def _means(found: StudySummary) -> Iterator[str]:
    if any(one.means.models for one in found.criteria):
        interval = (
            ", with an interval for other sentences and for other judges like these, from the variance between "
            "sentences, of single ratings and of judges [@wilson1927; @dean2015]"
        )
        has_one = any(has_interval(one.means.models) for one in found.criteria)
        yield (
            "A model's mean is that of all its sentences, each rated one weighed by how many it stands for"
            f"{interval if has_one else ''}."
        )
    if any(one.means.given for one in found.criteria):
        interval = "; their means have intervals for other judges of these sentences [@wilson1927; @dean2015]"
        has_one = any(has_interval(one.means.given) for one in found.criteria)
        yield (f"Sentences that were picked, matched or imported stand for no others{interval if has_one else ''}.")


def _scales(study: Study, found: StudySummary) -> Iterator[str]:
    if not found.criteria:
        return
    yield from _means(found)
    if any(one.agreement.alpha.is_defined for one in found.criteria):
        has_one = any(one.agreement.alpha.bounds for one in found.criteria)
        interval = ", its interval allowing for sentences and judges [@cameron2011]" if has_one else ""
        yield f"Agreement is Krippendorff's α with the ordinal metric [@krippendorff2011]{interval}."
    if any(is_compared(one) for one in found.criteria):
        yield from _comparison(study, found)
    if planned_models(study) and any(one.comparison.declared for one in found.criteria):
        yield (
            "Contrasts within sentence pairs are tested by flipping the signs of the pairs' differences "
            f"[@phipson2010] and corrected for their number [@holm1979]. {QUOTED['contrasts']}"
        )
    fitted = _fitted(study, found)
    if fitted:
        yield f"{QUOTED['model'].partition(' (')[0]} [@christensen2019] was fitted too."
        yield from dict.fromkeys(words for one in fitted if (words := about_mixed_model(one)))
    yield from _costs(found)


def is_compared(one: CriterionFindings) -> bool:
    """Something can be said of two models."""
    return any(two.difference.verdict != UNKNOWN for two in one.comparison.pairs)


def _comparison(study: Study, found: StudySummary) -> Iterator[str]:
    cuts = [
        f"{with_minus(one.comparison.cut)} for {verbatim(one.name)}"
        for one in found.criteria
        if one.comparison.cut is not None
    ]
    when = when_set(study)
    yield f"{QUOTED['accepts']} The cut, {when.cut}, is {listed(cuts)}."
    yield (
        "Two models are compared by what only one of them generates and judges accept, as a difference of completeness "
        "within their union; estimates are for all sentences that the models generate from these pairs, weighed by the "
        "exact sizes of the strata that sentences were drawn from [@cochran1977]. A difference is tested with the "
        "variance that it would have if it were as large as supposed [@fieller1954; @miettinen1985]."
    )
    yield (
        "Two models are equivalent if the 90 % interval lies within the margin (two one-sided tests at 5 %) "
        f"[@schuirmann1987], different if the 95 % interval leaves 0 out, else undecided; the margin, {when.margin}, "
        f"is {study.margin} points of completeness."
    )


def _fitted(study: Study, found: StudySummary) -> list[dict[str, Any]]:
    """The mixed models of the data as they are that are on the page of the comparison."""
    by_key = {criterion.key: criterion for criterion in study.criteria.scales()}
    latest = (mixed_model.latest(study, by_key[one.key]) for one in found.criteria)
    return [one for one in latest if one is not None and one["is_current"] and not one["condition"].get("reason")]


def _costs(found: StudySummary) -> Iterator[str]:
    every = [cost for one in found.criteria for cost in one.costs]
    if any(not cost.matched for cost in every):
        yield (
            "The cost of breaking a constraint is estimated by a cumulative link mixed model of the ratings: broken "
            "sets and numbers of switch points are its fixed effects, judges, pairs, matches and sentences its random "
            "ones, with slopes of judges and pairs [@christensen2019]. It is given in points of the scale, with the "
            "effects of judges, pairs, matches and sentences integrated out."
        )
    if any(cost.matched for cost in every):
        less = " on a criterion whose costs were not fitted" if any(not cost.matched for cost in every) else ""
        yield (
            f"The cost of breaking a constraint{less} is the difference between a sentence that breaks it and its "
            "matched partner, averaged within sentence pairs, with the signs of the pairs' differences flipped "
            "[@phipson2010], p values corrected for the constraints of a theory [@holm1979]; it is for these judges."
        )


def _choices(found: StudySummary) -> Iterator[str]:
    # With one judge none has an interval.
    if found.choices and any(one.tally.decided.bounds for one in found.choices.preferences):
        of_pairs = {one.is_of_one_pair for one in found.choices.preferences}
        others = ", of choices about this sentence pair only" if of_pairs == {True} else " and other pairs"
        yield (
            f"Shares of choices have intervals for other judges like these{others}, since choices of one judge and "
            "choices about one pair hang together [@cameron2011; @wilson1927]. An even share is tested by the same "
            "interval, all contrasts together corrected by Holm [@holm1979]."
        )
