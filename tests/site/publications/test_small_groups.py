"""No group of few judges can be found in what is published: the whole zip is attacked as a reader could."""

from __future__ import annotations

import random
import re
import zipfile
from collections import Counter

import pytest

from evaluation.models import Participation, Publication, Rating, Study
from evaluation.services import jobs, publications
from evaluation.services.reporting.small_cells import groups_to_tell, without_small_cells
from evaluation.services.results.constraints import costs
from evaluation.services.results.selection import exclude
from evaluation.services.studies.judge_groups import JudgeGroups
from tests.site.publications.attack import small_groups, table
from tests.site.results.constraint_study import constraint_study

DETAILS = publications.Details("Rao, Meera", "What breaking it costs", 2026)
LABELS = {"hi": "Hindi", "mr": "Marathi", "ta": "Tamil", "n": "north", "s": "south"}
WHERE = {"en": {"text": "Where?", "options": {"n": "north", "s": "south"}}}
REGION = {"key": "region", "kind": "choice", "texts": WHERE, "options": ["n", "s"]}


@pytest.fixture
def laboratory(meera) -> Study:
    study = constraint_study(meera, judges=22, pairs=6)
    Study.objects.filter(pk=study.pk).update(state="closed", questions=["native_language", REGION])
    study.refresh_from_db()
    return study


def answer(study: Study, *groups: tuple[int, dict[str, str]]) -> None:
    """So many judges with these answers, in the order in which they came."""
    each = [answers for number, answers in groups for _judge in range(number)]
    for judge, answers in zip(study.participations.order_by("pk"), each, strict=True):
        Participation.objects.filter(pk=judge.pk).update(answers=answers)


def fit(study: Study, **groups) -> None:
    criterion = study.criteria.get(key="usage")
    costs.start(study=study, criterion=criterion, groups=JudgeGroups(**groups), actor=study.owner)
    assert jobs.run_waiting_jobs() == 1


def published(study: Study) -> zipfile.ZipFile:
    publications.publish(study=study, actor=study.owner, details=DETAILS)
    jobs.run_waiting_jobs()
    return zipfile.ZipFile(publications.file_path(Publication.objects.get(), "data.zip"))


def groups_of(opened: zipfile.ZipFile) -> set[str]:
    return {row["group"] for row in table(opened, "constraints")}


def test_whatever_the_answers_judges_alike_in_all_cells_are_not_few():
    rng = random.Random(17)
    for _trial in range(300):
        many, kinds = rng.randint(5, 60), rng.choice(["ab", "abcd", "a"])
        rows = [[rng.choice([*kinds, ""]) for _column in range(3)] for _judge in range(many)]
        sizes = Counter(map(tuple, without_small_cells(rows)))
        assert min(sizes.values()) >= 5, rows


def test_what_is_left_without_the_groups_that_are_told_is_not_few():
    rng = random.Random(5)
    for _trial in range(300):
        sizes = {str(number): rng.randint(1, 12) for number in range(rng.randint(1, 5))}
        everybody = sum(sizes.values()) + rng.choice([0, 0, 2, 7])
        told = groups_to_tell(sizes, everybody)
        rest = everybody - sum(sizes[name] for name in told)
        assert rest == 0 or rest >= 5 or everybody < 5
        assert all(sizes[name] >= 5 for name in told)


def test_a_group_that_subtraction_would_tell_takes_a_second_one_with_it(laboratory):
    answer(laboratory, (10, {"native_language": "hi"}), (9, {"native_language": "mr"}), (3, {"native_language": "ta"}))
    fit(laboratory, question="native_language")
    opened = published(laboratory)
    assert groups_of(opened) == {"", "Hindi"}
    assert not small_groups(opened, LABELS)
    assert "Hindi: 10, not told apart" in opened.read("heds.json").decode()


@pytest.mark.slow
def test_groups_that_are_all_large_are_told(laboratory):
    answer(laboratory, (12, {"native_language": "hi"}), (10, {"native_language": "mr"}))
    fit(laboratory, question="native_language")
    opened = published(laboratory)
    assert groups_of(opened) == {"", "Hindi", "Marathi"}
    assert not small_groups(opened, LABELS)


@pytest.mark.slow
def test_the_few_of_a_group_who_did_not_rate_something_are_not_told_by_subtraction(laboratory):
    answer(laboratory, (12, {"native_language": "hi"}), (10, {"native_language": "mr"}))
    some = laboratory.participations.order_by("pk")[:2]
    broken = [item.pk for item in laboratory.items.all() if item.broken["EC0"] == [["positions"]]]
    Rating.objects.filter(participation__in=some, item__in=broken).delete()
    fit(laboratory, question="native_language")
    opened = published(laboratory)
    assert not small_groups(opened, LABELS)
    told = {row["constraint"]: row["judges"] for row in table(opened, "constraints") if row["group"] == "Hindi"}
    assert (told["positions"], told["fragments"]) == ("", "12")


@pytest.mark.slow
def test_two_questions_do_not_give_away_together_what_neither_does(laboratory):
    """Three women from the south, say, would be known from the datasheet and the table of judges together."""
    answer(
        laboratory,
        (7, {"native_language": "hi", "region": "n"}),
        (3, {"native_language": "mr", "region": "n"}),
        (12, {"native_language": "mr", "region": "s"}),
    )
    fit(laboratory, question="region")
    opened = published(laboratory)
    assert groups_of(opened) == {"", "north", "south"}
    assert not small_groups(opened, LABELS)


def test_of_groups_that_overlap_readers_learn_only_those_that_were_declared(laboratory):
    """Nine of ten in the north speak Hindi: costs of both ways of grouping would tell of the tenth."""
    answer(
        laboratory,
        (9, {"native_language": "hi", "region": "n"}),
        (1, {"native_language": "mr", "region": "n"}),
        (12, {"native_language": "mr", "region": "s"}),
    )
    Study.objects.filter(pk=laboratory.pk).update(judge_groups=JudgeGroups("region").as_json())
    laboratory.refresh_from_db()
    fit(laboratory, question="region")
    fit(laboratory, question="native_language")
    opened = published(laboratory)
    assert groups_of(opened) == {"", "north", "south"}
    assert not small_groups(opened, LABELS)


@pytest.mark.slow
def test_judges_who_do_not_count_do_not_give_others_away(laboratory, meera):
    answer(laboratory, (15, {"native_language": "hi"}), (7, {"native_language": "mr"}))
    fit(laboratory, question="native_language")
    for judge in laboratory.participations.order_by("-pk")[:3]:
        exclude(what=judge, reason="asleep", actor=meera)
    opened = published(laboratory)
    assert groups_of(opened) == {""}
    assert not small_groups(opened, LABELS)


def test_groups_made_by_hand_are_not_told(laboratory):
    names = [judge.pseudonym for judge in laboratory.participations.order_by("pk")]
    fit(laboratory, judges=tuple(names[:9]))
    opened = published(laboratory)
    assert groups_of(opened) == {""}
    named = re.compile(rf"\b({'|'.join(names)})\b")
    for name in opened.namelist():
        written = opened.read(name).decode()
        if name.startswith("csv/"):
            rows = table(opened, name.removeprefix("csv/").removesuffix(".csv"))
            written = " ".join(cell for row in rows for column, cell in row.items() if column != "judge")
        assert not named.search(written), name


def test_the_attack_finds_what_is_there_to_find(laboratory, monkeypatch):
    from evaluation.services.publications import reader_tables
    from evaluation.services.reporting import told_answers

    monkeypatch.setattr(told_answers, "without_small_cells", lambda rows: [list(row) for row in rows])
    monkeypatch.setattr(reader_tables, "groups_to_tell", lambda sizes, _everybody: set(sizes))
    answer(laboratory, (10, {"native_language": "hi"}), (9, {"native_language": "mr"}), (3, {"native_language": "ta"}))
    fit(laboratory, question="native_language")
    found = " ".join(small_groups(published(laboratory), LABELS))
    assert "22 less Hindi and Marathi are 3" in found
    assert "Tamil are 3" in found
