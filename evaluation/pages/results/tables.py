"""The pages of tables: sentences, models, pairs, phenomena, judges and groups of judges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evaluation.models import Item, ParticipationState
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.results.results_request import ResultsRequest, page_number
from evaluation.pages.results.sorting import Heading, Sorting, heading, matching, sorted_rows, statistic_headings
from evaluation.services.results.sentence_page import PAGE_SIZE, SORTS, SentencePage, SentenceQuery, sentence_page
from evaluation.services.results.tables import Tables, View
from evaluation.services.studies.questionnaire import questions_of
from evaluation.templatetags.pairs import phenomenon_words


@researcher_required
@require_safe
def sentences(request: SignedInRequest, slug: str) -> HttpResponse:
    """Sentence by sentence; `layout=table2` prints them as the paper does."""
    results = ResultsRequest.of(request, slug)
    if not results.study.asks_scales:
        return redirect("results-choices", slug)
    query, sorting = request.GET, Sorting.of(request, "number")
    wanted = sentence_query(results, sorting)
    page = sentence_page(results.study, results.selection, wanted)
    is_table2 = query.get("layout") == "table2"
    left_out = Item.objects.sentences().filter(study=results.study, excluded_at__isnull=False).order_by("number")
    return table_page(
        results,
        "results-sentences",
        "results/table2.html" if is_table2 else "results/sentences.html",
        sorting,
        facts=[
            heading(query, sorting, "number", _("no.")),
            heading(query, sorting, "text", _("sentence"), is_number=False),
            heading(query, sorting, "condition", _("drawn for"), is_number=False),
        ],
        page=paged(page),
        rows=page.rows,
        total=page.total,
        wanted=wanted,
        is_table2=is_table2,
        conditions=conditions(results),
        other_layout=other_layout(results, is_table2=is_table2),
        left_out=left_out[:PAGE_SIZE],
        left_out_in_all=left_out.count(),
    )


def table_page(
    results: ResultsRequest, tab: str, template: str, sorting: Sorting, *, facts: Sequence[Heading], **more: Any
) -> HttpResponse:
    """A table of `facts` about each row and, for each criterion, the same statistics."""
    groups = [(one, statistic_headings(results.request.GET, sorting, one)) for one in results.criteria]
    context = results.context(tab, facts=facts, groups=groups, **more)
    return render(results.request, template, context)


def sentence_query(results: ResultsRequest, sorting: Sorting) -> SentenceQuery:
    """What the address asks for; what it cannot mean is left out."""
    query = results.request.GET
    keys = [criterion.key for criterion in results.criteria]
    return SentenceQuery(
        sort=sorting.key if sorting.key in SORTS and keys else "number",
        descending=sorting.descending,
        criterion=sorting.criterion if sorting.criterion in keys else "",
        text=query.get("q", "").strip()[:200],
        condition=query.get("condition", "")[:120],
        cell=query.get("cell", "")[:300],
        model=query.get("model", "")[:120],
        pair=query.get("pair", "")[:200],
        page=page_number(query.get("page", "")),
    )


def paged(page: SentencePage) -> Any:
    """A page of the paginator's kind, for the template that all lists share."""
    return Paginator(range(page.total), PAGE_SIZE).get_page(page.page)


def conditions(results: ResultsRequest) -> list[str]:
    found = Item.objects.sentences().filter(study=results.study).exclude(condition="").order_by("condition")
    return list(found.values_list("condition", flat=True).distinct())


def other_layout(results: ResultsRequest, *, is_table2: bool) -> str:
    kept = results.query_without("layout", "page")
    return "?" + (kept if is_table2 else f"{kept}&layout=table2".lstrip("&"))


@researcher_required
@require_safe
def models(request: SignedInRequest, slug: str) -> HttpResponse:
    """Cell by cell, each sentence in one of them, or model by model over all rated sentences that it generates."""
    results = ResultsRequest.of(request, slug)
    view: View = "generates" if request.GET.get("view") == "generates" else "cells"
    rows = Tables(results.study, results.selection).models(view)
    filtered = "model" if view == "generates" else "cell"
    return labelled_page(results, "results-models", rows, "label", _("model"), view=view, sentences_by=filtered)


@researcher_required
@require_safe
def pairs(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    rows = Tables(results.study, results.selection).pairs()
    return labelled_page(results, "results-pairs", rows, "label", _("pair"), sentences_by="pair")


@researcher_required
@require_safe
def phenomena(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    rows = Tables(results.study, results.selection).phenomena()
    words = {row.label: phenomenon_words(row.label) for row in rows}
    return labelled_page(results, "results-phenomena", rows, "label", _("phenomenon"), words=words)


@researcher_required
@require_safe
def groups(request: SignedInRequest, slug: str) -> HttpResponse:
    """Judges by their answer to one question of the questionnaire."""
    results = ResultsRequest.of(request, slug)
    asked = questions_of(results.study)
    known = [each.key for each in asked]
    question = request.GET.get("question", "")
    question = question if question in known else next(iter(known), "")
    rows = Tables(results.study, results.selection).groups(question)
    choices = [(each.key, each.text("en"), each.key == question) for each in asked]
    return labelled_page(
        results, "results-groups", rows, "answer", _("answer"), size="judges", questions=choices, question=question
    )


def labelled_page(
    results: ResultsRequest,
    tab: str,
    rows: Sequence[Any],
    fact: str,
    name: str,
    *,
    size: str = "sentences",
    **more: Any,
) -> HttpResponse:
    """A table whose rows have a name, a size and a summary per criterion."""
    query, sorting = results.request.GET, Sorting.of(results.request, "")
    words = query.get("q", "").strip()
    found = matching(rows, fact, words)
    found = sorted_rows(found, sorting, (fact, size)) if sorting.key else found
    page = Paginator(found, PAGE_SIZE).get_page(query.get("page"))
    return table_page(
        results,
        tab,
        "results/labelled.html",
        sorting,
        facts=[
            heading(query, sorting, fact, name, is_number=False),
            heading(query, sorting, size, _("sentences") if size == "sentences" else _("judges")),
        ],
        page=page,
        rows=[(getattr(row, fact), getattr(row, size), row) for row in page],
        total=len(found),
        words_wanted=words,
        has_sentence_means=size == "sentences",
        **more,
    )


@researcher_required
@require_safe
def judges(request: SignedInRequest, slug: str) -> HttpResponse:
    """Judge by judge, with the way to leave one out and to take them back in."""
    results = ResultsRequest.of(request, slug)
    query, sorting = request.GET, Sorting.of(request, "pseudonym")
    words = query.get("q", "").strip()
    tables = Tables(results.study, results.selection)
    rows = sorted_rows(matching(tables.judges(), "pseudonym", words), sorting, ("pseudonym", "state"))
    has_controls = any(row.d_prime for row in rows)
    return table_page(
        results,
        "results-judges",
        "results/judges.html",
        sorting,
        facts=[
            heading(query, sorting, "pseudonym", _("judge"), is_number=False),
            heading(query, sorting, "state", _("state"), is_number=False),
            Heading(_("checks")),
            *([Heading(_("d′ from controls"))] if has_controls else []),
        ],
        has_controls=has_controls,
        last=_("what counts"),
        page=Paginator(rows, PAGE_SIZE).get_page(query.get("page")),
        total=len(rows),
        words_wanted=words,
        checks=tables.exclusions.checks,
        states=dict(ParticipationState.choices),
        by_hand={pk for pk, (rule, _reason) in tables.exclusions.judge_rules.items() if rule == "by_hand"},
    )
