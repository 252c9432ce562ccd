"""How well each judge tells good from bad, from the study's controls: d' per judge and criterion.

A control is accepted if its rating is at least the criterion's cut. Surely fine switches and the sentences in one
language are good, surely bad switches are not. What a judge rated twice counts as it was rated first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from evaluation.models import Control, Criterion, Rating, Study
from evaluation.services.support.page_cache import small_page_cache
from evaluation.statistics.figure import Figure
from evaluation.statistics.sensitivity import d_prime

NO_CONTROLS, NO_CUT = "no control was rated", "the criterion has no cut"

# By judge and criterion.
Sensitivities = dict[int, dict[str, Figure]]


@small_page_cache()
def sensitivities(study: Study, scales: Iterable[Criterion]) -> Sensitivities:
    """d' of every judge who rated a control, by the key of each criterion; nothing where a study has no controls."""
    criteria = {criterion.pk: criterion for criterion in scales}
    given = Rating.objects.filter(study=study, place__is_repeat=False, criterion__in=criteria).exclude(item__control="")
    counts: dict[tuple[int, int], Counter[tuple[bool, bool]]] = {}
    rows = given.order_by().values_list("participation_id", "criterion_id", "item__control", "value")
    for judge, criterion, control, value in rows:
        cut = criteria[criterion].cut
        is_accepted = cut is not None and value >= cut
        counts.setdefault((judge, criterion), Counter())[control != Control.BAD, is_accepted] += 1
    judges = dict.fromkeys(judge for judge, _criterion in counts)
    return {
        judge: {each.key: _figure(each, counts.get((judge, each.pk), Counter())) for each in criteria.values()}
        for judge in judges
    }


def _figure(criterion: Criterion, counted: Counter[tuple[bool, bool]]) -> Figure:
    if criterion.cut is None:
        return Figure.undefined(NO_CUT, n=counted.total())
    good, bad = (counted[is_good, True] + counted[is_good, False] for is_good in (True, False))
    if not good + bad:
        return Figure.undefined(NO_CONTROLS)
    return d_prime(counted[True, True], good, counted[False, True], bad)
