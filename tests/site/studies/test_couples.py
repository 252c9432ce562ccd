"""Couples: which sentences stand beside each other, on which side, and what is refused."""

from collections import Counter, defaultdict
from random import Random

import pytest
from django.db import IntegrityError
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.models import FIRST_CHECK, Asks, Criterion, Design, Item, ItemKind, Place
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies import AttentionSpec, CoupleSpec, PracticeSpec, allocation, sampling
from evaluation.services.studies.couples import CoupleDesign, designs, plan_couples, sides
from evaluation.services.studies.couples.designs import Member, circulant, components
from tests.site.factories import make_choice_study, make_participation, make_study, person

RANDOM = {"design": "random", "per_sentence": 2}


def members(*conditions_of_pairs: str) -> list[Member]:
    """``members("AAB", "AB")``: two pairs, of three and of two sentences, drawn for these conditions."""
    found = []
    for pair, conditions in enumerate(conditions_of_pairs, start=1):
        found += [Member(len(found) + place, pair, f"p{pair}", name) for place, name in enumerate(conditions)]
    return found


def degrees(couples) -> Counter:
    return Counter(member.item for couple in couples for member in couple)


# -- Designs ---------------------------------------------------------------------------------------------------------


@given(st.integers(2, 30), st.integers(2, 12))
def test_a_random_design_is_connected_and_each_sentence_is_in_so_many_couples(size, per_sentence):
    edges = circulant(size, per_sentence)
    counts = Counter(end for edge in edges for end in edge)
    wanted = min(per_sentence, size - 1)
    assert len(components(range(size), edges)) == 1
    assert len(set(edges)) == len(edges)
    assert sorted(counts.values())[:-1] == [wanted] * (size - 1)
    assert max(counts.values()) == wanted + (size * wanted) % 2


def test_one_couple_per_sentence_is_refused_where_it_leaves_groups_apart():
    with pytest.raises(Refused, match=r"4 sentences of pair p1 fall into 2 groups.*at least 2") as refused:
        designs.random_couples(members("AABB"), 1, Random(1))
    assert refused.value.field == "per_sentence"
    assert len(designs.random_couples(members("AB", "AB"), 1, Random(1))) == 2


def test_conditions_that_no_pair_brings_together_are_refused_by_name():
    with pytest.raises(Refused, match=r"“A” and “C” are not connected"):
        designs.every_couple(members("AB", "CD"), 12)
    assert designs.every_couple(members("AB", "BC", "CD"), 12)


def test_without_two_sentences_of_a_pair_there_is_nothing_to_choose():
    with pytest.raises(Refused, match="No pair has two sentences"):
        designs.every_couple(members("A", "B"), 12)


def test_all_couples_are_for_small_sets():
    assert len(designs.every_couple(members("ABAB", "AB"), 4)) == 6 + 1
    with pytest.raises(Refused, match=r"Pair p1 has 5 sentences, which make 10 couples"):
        designs.every_couple(members("ABABA"), 4)


def test_two_conditions_meet_one_to_one_within_each_pair():
    couples = designs.conditions(members("AABC", "ABB", "AA"), "A", "B", Random(3))
    assert [(one.condition, other.condition) for one, other in couples] == [("A", "B")] * 2
    assert all(one.pair == other.pair for one, other in couples)
    with pytest.raises(Refused, match="No pair has sentences of both “A” and “C”"):
        designs.conditions(members("AB", "CB"), "A", "C", Random(3))


@pytest.mark.parametrize(
    ("design", "field"),
    [
        ({}, "design"),
        ({"design": "matched"}, "design"),
        ({"design": "random"}, "per_sentence"),
        ({"design": "random", "per_sentence": 0}, "per_sentence"),
        ({"design": "random", "per_sentence": True}, "per_sentence"),
        ({"design": "conditions", "first": "EC1"}, "second"),
        ({"design": "conditions", "first": "EC1", "second": "EC1"}, "second"),
    ],
)
def test_a_design_that_cannot_be_is_refused_at_its_field(draft, meera, design, field):
    spec = CoupleSpec(asks=Asks.CHOICES, design=design)
    with pytest.raises(Refused) as refused:
        studies.set_couples(study=draft, actor=meera, revision=draft.revision, spec=spec)
    assert refused.value.field == field
    draft.refresh_from_db()
    assert draft.asks == Asks.SCALES


# -- A study's couples -----------------------------------------------------------------------------------------------


def ask_for_choices(study, actor, **fields):
    spec = CoupleSpec(**{"asks": Asks.CHOICES, "design": RANDOM} | fields)
    studies.set_couples(study=study, actor=actor, revision=study.revision, spec=spec)


@pytest.mark.both_databases
@pytest.mark.parametrize("asks", [Asks.CHOICES, Asks.BOTH])
def test_judges_get_couples_instead_of_or_beside_sentences(draft, meera, asks):
    sentences = draft.items.rated().count()
    ask_for_choices(draft, meera, asks=asks)
    couples = draft.items.rated().couples()
    assert couples.count() == plan_couples(draft, RANDOM).count > 0
    assert draft.items.rated().sentences().count() == (sentences if asks == Asks.BOTH else 0)
    assert all(couple.first.pair_id == couple.second.pair_id == couple.pair_id for couple in couples)
    assert studies.missing(draft) == []


def test_going_back_to_scales_brings_the_sentences_back_and_keeps_the_criteria(draft, meera):
    before = list(draft.items.rated().values_list("pk", flat=True))
    ask_for_choices(draft, meera)
    studies.set_couples(study=draft, actor=meera, revision=draft.revision, spec=CoupleSpec(asks=Asks.SCALES))
    assert list(draft.items.rated().values_list("pk", flat=True)) == before
    assert [criterion.key for criterion in draft.criteria.asked()] == ["usage", "fluency"]


def test_instructions_say_what_is_asked_until_somebody_writes_their_own(draft, meera):
    ask_for_choices(draft, meera)
    draft.refresh_from_db()
    assert "two sentences at a time" in draft.instructions["en"]
    assert "दो वाक्य" in draft.instructions["hi"]
    draft.instructions["en"] = "Choose as you like."
    draft.save()
    ask_for_choices(draft, meera, asks=Asks.BOTH)
    draft.refresh_from_db()
    assert draft.instructions["en"] == "Choose as you like."
    assert "दो वाक्य" in draft.instructions["hi"]


def test_drawing_again_makes_the_couples_again(draft, meera):
    ask_for_choices(draft, meera)
    numbers = list(draft.items.couples().values_list("first__text", "second__text"))
    sampling.draw(study=draft, actor=meera, revision=draft.revision)
    assert list(draft.items.couples().values_list("first__text", "second__text")) == numbers


def test_a_study_whose_couples_fall_apart_after_drawing_says_why_it_cannot_be_opened(draft, meera):
    ask_for_choices(draft, meera)
    choices = [{"way": "uniform", "count": 1}]
    studies.set_pairs(
        study=draft,
        actor=meera,
        revision=draft.revision,
        pairs=draft.pairs.values_list("pk", flat=True),
        models=["EC1"],
    )
    studies.set_choices(study=draft, actor=meera, revision=draft.revision, choices=choices, seed=1, monolingual=False)
    sampling.draw(study=draft, actor=meera, revision=draft.revision)
    lacks = {lack.step: lack.message for lack in studies.missing(draft)}
    assert "No pair has two sentences" in lacks["couples"]


def test_what_is_asked_about_couples_is_kept_apart_from_the_scales(draft, meera):
    ask_for_choices(draft, meera, asks=Asks.BOTH, may_be_alike=True, asks_sureness=True, questions={"en": "Which?"})
    assert [criterion.kind for criterion in draft.criteria.asked()] == ["scale", "scale", "choice", "sureness"]
    choice = draft.criteria.get(kind="choice")
    assert (choice.low, choice.high, choice.text("question", "en")) == (0, 2, "Which?")
    assert choice.text("question", "hi").startswith("इन दोनों")
    specs = [studies.CriterionSpec(texts={"en": {"name": "Preference"}})]
    studies.set_criteria(study=draft, actor=meera, revision=draft.revision, criteria=specs)
    assert [criterion.key for criterion in draft.criteria.all()] == ["preference_2", "preference", "sureness"]


def test_a_copy_has_couples_of_its_own_sentences(draft, meera):
    ask_for_choices(draft, meera)
    copy = studies.duplicate(study=draft, actor=meera)
    own = set(copy.items.values_list("pk", flat=True))
    couples = copy.items.couples()
    assert couples.count() == draft.items.couples().count()
    assert all({couple.first_id, couple.second_id} <= own for couple in couples)
    texts = [(couple.first.text, couple.second.text) for couple in draft.items.couples()]
    assert [(couple.first.text, couple.second.text) for couple in couples] == texts


@pytest.mark.both_databases
def test_the_database_keeps_couples_whole(meera):
    study = make_choice_study(meera)
    sentence = study.items.sentences().first()
    with pytest.raises(IntegrityError, match="item_couple_has_two_sentences"):
        Item.objects.create(study=study, number=900, first=sentence, second=sentence, text="", tokens=[])


@pytest.mark.both_databases
def test_the_database_knows_one_choice_between_two_a_study(meera):
    study = make_choice_study(meera)
    with pytest.raises(IntegrityError):
        Criterion.objects.create(study=study, key="again", kind="choice", low=1, high=2)


@pytest.mark.both_databases
def test_the_database_refuses_a_choice_between_three(meera):
    with pytest.raises(IntegrityError, match="criterion_chooses_between_two"):
        Criterion.objects.create(study=make_study(meera), key="three", kind="choice", low=1, high=3)


# -- Practice and attention ------------------------------------------------------------------------------------------


def test_practice_and_attention_may_be_couples(draft, meera):
    ask_for_choices(draft, meera)
    studies.set_checks(
        study=draft,
        actor=meera,
        revision=draft.revision,
        practice=[PracticeSpec("Saturday is neeras", {"en": "Many say this."}, other="Saturday neeras is")],
        attention=[AttentionSpec("Choose this one", other="Not this one")],
        repeats=1,
    )
    practice, attention = draft.items.checks().couples()
    assert (practice.kind, practice.first.text, practice.second.text) == (
        "practice",
        "Saturday is neeras",
        "Saturday neeras is",
    )
    assert attention.expected == {"preference": [1, 1]}
    assert set(draft.items.checks().sentences().values_list("kind", flat=True)) == {ItemKind.MEMBER}


@pytest.mark.parametrize(
    ("asked_first", "asked_then", "other", "words"),
    [(Asks.SCALES, Asks.CHOICES, "", "needs another one"), (Asks.CHOICES, Asks.SCALES, "Neeras is", "one beside it")],
)
def test_checks_written_before_judges_were_asked_something_else_keep_the_study_from_opening(
    draft, meera, asked_first, asked_then, other, words
):
    ask_for_choices(draft, meera, asks=asked_first)
    practice = [PracticeSpec("Saturday is neeras", {}, other=other)]
    studies.set_checks(study=draft, actor=meera, revision=draft.revision, practice=practice, attention=[], repeats=0)
    assert studies.missing(draft) == []
    ask_for_choices(draft, meera, asks=asked_then)
    (lack,) = studies.missing(draft)
    assert (lack.step, words in lack.message) == ("checks", True)


@pytest.mark.parametrize(
    ("asks", "spec", "words"),
    [
        (Asks.CHOICES, PracticeSpec("One sentence"), "only choose"),
        (Asks.CHOICES, PracticeSpec("One", other=" One "), "the same"),
        (Asks.CHOICES, PracticeSpec("One", other="x" * 2000), "at most"),
        (Asks.SCALES, PracticeSpec("One", other="Two"), "do not choose"),
    ],
)
def test_a_check_that_does_not_fit_the_question_is_refused(draft, meera, asks, spec, words):
    ask_for_choices(draft, meera, asks=asks)
    with pytest.raises(Refused, match=words) as refused:
        studies.set_checks(study=draft, actor=meera, revision=draft.revision, practice=[spec], attention=[], repeats=0)
    assert refused.value.field == "practice-0-other"


# -- Sides -----------------------------------------------------------------------------------------------------------


@given(st.integers(1, 40), st.integers(1, 6), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_plan_balances_sides_for_every_couple_and_every_list(couples, lists, rng):
    edges = [(couple, (turn, rng.randrange(lists))) for couple in range(couples) for turn in (0, 1)]
    planned = sides.planned_sides(edges, rng)
    for end in (0, 1):
        balance = Counter()
        for edge, swapped in planned.items():
            balance[edge[end]] += 1 if swapped else -1
        assert all(abs(each) <= 1 for each in balance.values())


def sides_in(study) -> tuple[dict, dict]:
    """How much oftener a couple is swapped than not, by couple and by judge."""
    by_couple, by_judge = defaultdict(int), defaultdict(int)
    for place in Place.objects.filter(participation__study=study, is_repeat=False):
        by_couple[place.item_id] += 1 if place.is_swapped else -1
        by_judge[place.participation_id] += 1 if place.is_swapped else -1
    return by_couple, by_judge


@pytest.mark.parametrize(
    "fields",
    [{}, {"design": Design.BALANCED, "judges_per_item": 4}],
    ids=["everyone", "balanced"],
)
def test_each_sentence_stands_first_as_often_as_second_for_every_judge_and_couple(meera, fields):
    study = make_choice_study(meera, pairs=6, sentences=5, **fields)
    judges = 8 if not fields else studies.list_plan(study).judges
    for number in range(judges):
        participation = make_participation(study, person(f"judge{number}", "judge"))
        allocation.ensure_places(participation)
        assert participation.places.exists()
    by_couple, by_judge = sides_in(study)
    assert len(by_couple) == study.items.couples().count()
    assert all(abs(each) <= 1 for each in by_judge.values())
    assert set(by_couple.values()) == {0}


def test_a_repeat_shows_the_same_two_sentences_with_sides_exchanged(meera, asha):
    study = make_choice_study(meera, repeats=3)
    participation = make_participation(study, asha)
    allocation.ensure_places(participation)
    repeats = participation.places.filter(is_repeat=True)
    assert repeats.count() == 3
    for place in repeats:
        first = participation.places.get(item=place.item, is_repeat=False)
        assert first.is_swapped != place.is_swapped
        assert first.order < place.order


def test_a_judge_changes_once_from_sentences_to_couples_or_back(meera):
    study = make_choice_study(meera, asks=Asks.BOTH)
    orders = set()
    for number in range(8):
        participation = make_participation(study, person(f"judge{number}", "judge"))
        allocation.ensure_places(participation)
        kinds = [place.item.is_couple for place in participation.places.select_related("item").order_by("order")]
        assert kinds == sorted(kinds) or kinds == sorted(kinds, reverse=True)
        assert {True, False} == set(kinds)
        orders.add(kinds[0])
    assert orders == {True, False}


# -- The wizard ------------------------------------------------------------------------------------------------------


def test_the_wizard_says_how_many_choices_the_couples_make(wizard, draft):
    wizard("judges", design="balanced", judges_per_item="3")
    assert wizard("couples", asks="choices", design="random", per_sentence="2").status_code == 302
    draft.refresh_from_db()
    count = draft.items.couples().count()
    page = " ".join(wizard.client.get(f"/studies/{draft.slug}/edit/couples/").content.decode().split())
    assert f"{count} couples from" in page
    assert f"Choices in all: {3 * count}." in page


def test_the_wizard_refuses_a_design_that_is_not_connected_with_the_reason(wizard, draft):
    answer = wizard("couples", asks="choices", design="random", per_sentence="1")
    assert answer.status_code == 422
    assert "never compared with each other" in answer.content.decode()
    draft.refresh_from_db()
    assert draft.asks == Asks.SCALES
    assert not draft.items.couples().exists()


def test_the_wizard_puts_two_conditions_against_each_other(wizard, draft):
    answer = wizard("couples", asks="both", design="conditions", first="EC1", second="ML2", may_be_alike="on")
    assert answer.status_code == 302
    draft.refresh_from_db()
    assert draft.couples == {"design": CoupleDesign.CONDITIONS, "first": "EC1", "second": "ML2"}
    assert {couple.condition for couple in draft.items.couples()} == {"EC1 / ML2"}


def test_which_sentence_of_a_couple_is_stored_first_tells_nothing(draft, meera):
    """A judge's own data has it in this order."""
    ask_for_choices(draft, meera, design={"design": "conditions", "first": "EC1", "second": "ML2"})
    stored = {couple.first.condition for couple in draft.items.couples().select_related("first")}
    assert stored == {"EC1", "ML2"}


def test_practice_couples_come_back_to_the_form_as_they_were_written(wizard, draft):
    wizard("couples", asks="choices", design="random", per_sentence="2")
    wizard("checks", **{"practice-TOTAL_FORMS": "1", "practice-0-text": "One way", "practice-0-other": "Another way"})
    page = wizard.client.get(f"/studies/{draft.slug}/edit/checks/").content.decode()
    assert 'value="One way"' in page
    assert 'value="Another way"' in page
    assert "name the sentence, not its place" in page
    assert draft.items.checks().count() == 3
    assert draft.items.filter(number=FIRST_CHECK).get().is_couple


# -- Couples of matched pairs ----------------------------------------------------------------------------------------


def test_what_breaks_a_constraint_stands_beside_its_partner():
    of_matches = [Member(item, 1, "p1", "A", match=match) for item, match in enumerate([1, 2, 1, None, 2, 3])]
    couples = designs.matched(of_matches)
    assert [(one.item, other.item) for one, other in couples] == [(0, 2), (1, 4)]
    with pytest.raises(Refused, match="There are no matched pairs"):
        designs.matched(members("AB"))


@pytest.mark.django_db
def test_couples_of_matches_are_offered_where_sentences_are_drawn_by_constraint(draft, wizard):
    page = wizard.client.get(f"/studies/{draft.slug}/edit/couples/").content.decode()
    assert 'value="matched"' not in page
    matched = {"way": "matched", "constraints": {"ML2": ["functional_words"]}, "count": 1}
    studies.set_choices(
        study=draft, actor=draft.owner, revision=draft.revision, choices=[matched], seed=1, monolingual=False
    )
    sampling.draw(study=draft, actor=draft.owner, revision=draft.revision)
    assert wizard("couples", asks="choices", design="matched").status_code == 302
    couples = list(draft.items.couples().select_related("first", "second"))
    assert len(couples) == 5
    for couple in couples:
        assert couple.first.match["number"] == couple.second.match["number"]
        assert {couple.first.match["role"], couple.second.match["role"]} == {"violator", "partner"}


@pytest.mark.parametrize(
    ("asks", "word", "words"),
    [("choices", "couple", "couples"), ("both", "sentence or couple", "sentences and couples")],
)
def test_a_study_of_couples_speaks_of_couples(wizard, draft, asks, word, words):
    wizard("couples", asks=asks, design="all")
    wizard("judges", design="balanced", judges_per_item="2", items_per_judge="2")

    def shown(address):
        return " ".join(wizard.client.get(f"/studies/{draft.slug}/{address}").content.decode().split())

    assert f"Repeated {words} per judge" in shown("edit/checks/")
    assert f"Judges per {word}" in shown("edit/judges/")
    for address in ("edit/judges/", "edit/review/", ""):
        assert f"so that each {word} (there are" in shown(address)
    assert f"a number of judges for each {word}: 2" in shown("edit/review/")
    assert f"{draft.items.rated().count()} {words}" in shown("sentences/")
