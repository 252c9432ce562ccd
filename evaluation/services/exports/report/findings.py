"""The results paragraph: numbers, agreement, means, verdicts and costs, from the figures of the pages of results."""

from __future__ import annotations

from collections.abc import Iterator

from evaluation.pictures import MeanRow
from evaluation.services.exports.report.markup import verbatim
from evaluation.services.exports.report.methods import counted
from evaluation.services.results.formatting import two_decimals
from evaluation.services.results.means import Means, has_interval
from evaluation.services.results.study_summary import ChoiceFindings, CriterionFindings, Finding, StudySummary
from evaluation.services.results.wording import from_to, percent, percent_from_to

# More would be a table.
MOST_MEANS = 8
# Of the cautions of the summary, those a reader of the paper needs too.
SAID = ("left_out", "few_judges", "agreement")


def results_paragraph(found: StudySummary) -> str:
    numbers = found.overview.numbers
    if found.overview.is_empty:
        return "There are no ratings yet."
    given = [
        *([counted(numbers.ratings, "rating")] if numbers.ratings else []),
        *([counted(numbers.choices, "choice")] if numbers.choices else []),
    ]
    count = "counts" if (numbers.ratings or 0) + (numbers.choices or 0) == 1 else "count"
    sentences = [f"{counted(numbers.judges, 'judge')} gave {' and '.join(given)} that {count}.".capitalize()]
    sentences += [verbatim(one.words) for one in found.overview.cautions if one.kind in SAID]
    for criterion in found.criteria:
        sentences += _of_criterion(criterion)
    # Once, however many criteria it is about.
    of_criteria = (one.words for criterion in found.criteria for one in criterion.cautions if one.kind in SAID)
    sentences += [verbatim(words) for words in dict.fromkeys(of_criteria)]
    if found.choices:
        sentences += _of_choices(found.choices)
    return " ".join(sentences)


def _of_criterion(found: CriterionFindings) -> Iterator[str]:
    name, mean, sigma = verbatim(found.name), found.overall.mean, found.overall.sigma
    if mean.value is None:
        yield f"{name}: there are no ratings that count."
        return
    spread = f", σ = {two_decimals(sigma.value)}" if sigma.value is not None else ""
    whole = f"M = {two_decimals(mean.value)}{spread}, {counted(found.overall.n, 'rating')}"
    yield f"On {name} ({found.limits[0]} to {found.limits[1]}; {whole}), {_small(found.agreement_words)}"
    yield from _of_means(found.means)
    yield from (_verdict(one) for one in found.verdicts if not one.exploratory)
    exploratory = [_verdict(one) for one in found.verdicts if one.exploratory]
    if exploratory:
        yield "No two models were planned to be compared, so what follows of any two is exploratory."
    yield from exploratory
    if found.costs and not found.costs_are_current:
        yield "These costs were fitted before the ratings, or what counts of them, last changed."


def _of_means(found: Means) -> Iterator[str]:
    for words, intervals, rows in (
        ("The models' means over all their sentences", "for other sentences and judges", found.models),
        ("Means over the rated sentences", "for other judges of them", found.given),
    ):
        if 0 < len(rows) <= MOST_MEANS:
            whom = f", with 95 % intervals {intervals}" if has_interval(rows) else ""
            yield f"{words}{whom}: {'; '.join(map(_mean_words, rows))}."


def _verdict(found: Finding) -> str:
    about = f"{verbatim(found.about)}: " if found.about else ""
    return " ".join(part for part in (f"{about}{verbatim(found.words)}", verbatim(found.numbers)) if part)


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def _mean_words(row: MeanRow) -> str:
    mean = row.figures[0]
    interval = f" ({from_to(mean)})" if from_to(mean) else ""
    return f"{verbatim(str(row.label))} {two_decimals(mean.value or 0.0)}{interval}"


def _of_choices(found: ChoiceFindings) -> Iterator[str]:
    yield from (verbatim(one.words) for one in found.verdicts)
    if found.left_out:
        yield verbatim(found.left_out)
    yield from (verbatim(one.words) for one in found.cautions)
    if found.consistency.value is not None:
        share, interval = percent(found.consistency.value), percent_from_to(found.consistency)
        yield f"Of couples shown again with sides exchanged, {share} were answered alike" + (
            f" (95 % interval {interval})." if interval else "."
        )
