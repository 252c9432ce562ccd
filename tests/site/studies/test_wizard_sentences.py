"""The wizard: pairs, models, and how sentences are chosen."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from evaluation.pages.studies.wizard import drawn_in_words, lack_in_words
from evaluation.services.studies.sampling import SampleSummary, condition_words
from tests.site.factories import make_pair
from tests.site.forms import check_each_is_refused, page_of, shown

pytestmark = pytest.mark.django_db


def test_pairs_are_chosen_by_collection_or_one_by_one(wizard, draft):
    collection = draft.pairs.first().collection
    wizard(
        "pairs",
        collections=[str(collection.pk)],
        single="",
        models=["EC0", "ML0"],
        variants="EC0(junctions=off, positions=off)",
    )
    draft.refresh_from_db()
    assert draft.pairs.count() == 9
    assert draft.models_chosen == ["EC0", "ML0", "EC0(junctions=off, positions=off)"]
    assert draft.drawn_at is None
    wizard("pairs", without=("collections",), single="paper-2\nBhat et al. 2017 / paper-3", variants="")
    assert sorted(draft.pairs.values_list("external_id", flat=True)) == ["paper-2", "paper-3"]


WRONG_PAIRS_AND_MODELS = [
    ({"single": ""}, "Choose at least one pair"),
    ({"single": "paper-1\npaper-99"}, "Line 2: there is no pair “paper-99”"),
    ({"variants": "EC7"}, "EC7"),
    ({"variants": "EC0(colour=red)"}, "colour"),
    ({"models": ["EC7"]}, "EC7 is not one of the available choices"),
    ({"collections": ["10000"]}, "is not one of the available choices"),
    ({"collections": ["x"]}, "is not one of the available choices"),
]


def test_wrong_pairs_and_models_are_said_at_the_field(wizard, draft):
    check_each_is_refused(wizard, "pairs", WRONG_PAIRS_AND_MODELS)
    draft.refresh_from_db()
    assert (draft.pairs.count(), draft.models_chosen) == (5, ["EC1", "ML2"])


def test_a_pair_corrected_since_is_noticed_and_taken_by_saving(wizard, draft, meera):
    from evaluation.services.pairs import correcting

    old = draft.pairs.get(external_id="paper-1")
    new = correcting.check_pair(pair=old, alignment="0-0 1-2 3-5 4-3 5-4", actor=meera)
    assert "1 pair has been corrected" in page_of(wizard.client.get(f"/studies/{draft.slug}/edit/pairs/"))
    assert old in draft.pairs.all()
    assert wizard("pairs").status_code == 302
    assert draft.pairs.get(external_id="paper-1") == new
    draft.refresh_from_db()
    assert draft.drawn_at is None


def test_an_id_of_two_collections_must_say_which(wizard, draft, meera):
    from evaluation.models import Collection
    from tests.site.factories import make_pair

    make_pair(meera, collection="Other", external_id="paper-1")
    assert "several collections have a pair “paper-1”" in page_of(wizard("pairs", single="paper-1"))
    assert wizard("pairs", single="Other / paper-1").status_code == 302
    assert draft.pairs.get().collection == Collection.objects.get(name="Other")


def test_choices_are_saved_and_sentences_drawn(wizard, draft):
    answer = wizard(
        "sentences",
        draw="1",
        uniform_count="1",
        regions="on",
        regions_first="ML2",
        regions_second="EC1",
        regions_count="1",
        controls="on",
        controls_count="2",
        seed="99",
        monolingual="on",
        picked="paper-1 | Saturday is boring uss nazariye se",
    )
    assert answer.status_code == 302
    draft.refresh_from_db()
    assert draft.seed == 99
    assert [choice["way"] for choice in draft.choices] == ["uniform", "regions", "controls", "picked"]
    assert draft.drawn_at is not None
    conditions = set(draft.items.values_list("condition", flat=True))
    assert {"EC1 & ML2", "control", "picked"} <= conditions | {"ML2 & EC1"} or "ML2 & EC1" in conditions
    assert f"{draft.items.count()} sentences" in page_of(wizard.client.get(answer.url))


def test_imported_sentences_come_from_a_box_and_a_file(wizard, draft):

    sent = shown(wizard.client, f"/studies/{draft.slug}/edit/sentences/")
    sent |= {
        "imported-TOTAL_FORMS": ["1"],
        "imported-0-source": ["GPT"],
        "imported-0-sentences": ["paper-1 | Saturday hai"],
    }
    file = SimpleUploadedFile("lines.txt", "\ufeffaur kuch\n".encode())
    answer = wizard.client.post(f"/studies/{draft.slug}/edit/sentences/", sent | {"imported-0-file": file, "draw": "1"})
    assert answer.status_code == 302
    texts = draft.items.filter(source="GPT").values_list("text", flat=True)
    assert list(texts) == ["Saturday hai", "aur kuch"]
    assert wizard("sentences").status_code == 302


WRONG_CHOICES = [
    ({"seed": "seven"}, "Enter a whole number"),
    ({"seed": "-1"}, "greater than or equal to 0"),
    ({"seed": str(2**63)}, "less than or equal to"),
    ({"seed": ""}, "This field is required"),
    ({"uniform_count": ""}, "Say how many"),
    ({"uniform_count": "0"}, "greater than or equal to 1"),
    ({"uniform_count": "1001"}, "less than or equal to 1000"),
    (
        {"regions": "on", "regions_first": "EC1", "regions_second": "EC1", "regions_count": "1"},
        "two different models",
    ),
    ({"regions": "on", "regions_first": "EC9", "regions_second": "EC1", "regions_count": "1"}, "EC9 is not one of"),
    ({"picked": "Saturday"}, "Line 1: write the pair"),
    ({"picked": "paper-9 | Saturday"}, "Line 1: no pair of this study has the id “paper-9”"),
    ({"picked": "paper-1 |"}, "Line 1: there is no sentence"),
    (
        {"imported__TOTAL_FORMS": "1", "imported__0__source": "", "imported__0__sentences": "x"},
        "This field is required",
    ),
    (
        {"imported__TOTAL_FORMS": "1", "imported__0__source": "EC1", "imported__0__sentences": "x"},
        "call the source otherwise",
    ),
    (
        {"imported__TOTAL_FORMS": "1", "imported__0__source": "s", "imported__0__sentences": ""},
        "at least one sentence",
    ),
    (
        {"imported__TOTAL_FORMS": "1", "imported__0__source": "s", "imported__0__sentences": "paper-77 | x"},
        "Line 1: no pair",
    ),
]


def test_wrong_choices_are_said_at_the_field(wizard, draft):
    before = draft.choices
    check_each_is_refused(wizard, "sentences", WRONG_CHOICES)
    draft.refresh_from_db()
    assert draft.choices == before


def test_a_study_needs_a_way_of_choosing(wizard, draft):
    answer = wizard("sentences", without=("uniform",))
    assert answer.status_code == 422
    assert "at least one way" in page_of(answer)


def test_a_file_that_is_not_utf_8_or_too_large_is_refused(wizard, draft):

    address = f"/studies/{draft.slug}/edit/sentences/"
    sent = shown(wizard.client, address) | {"imported-TOTAL_FORMS": ["1"], "imported-0-source": ["s"]}
    for content, said in ((b"caf\xe9", "not UTF-8 (byte 3)"), (b"x" * 2_000_001, "larger than 2 MB")):
        answer = wizard.client.post(address, sent | {"imported-0-file": SimpleUploadedFile("f.txt", content)})
        assert answer.status_code == 422
        assert said in page_of(answer)


def test_what_cannot_be_drawn_is_explained_and_the_old_sentences_stay(wizard, draft):
    before = draft.items.count()
    answer = wizard("sentences", draw="1", picked="paper-1 | Sunday is boring")
    assert answer.status_code == 302
    assert "is not made of the words of pair paper-1" in page_of(wizard.client.get(answer.url))
    assert draft.items.count() == before


def test_one_pair_and_one_sentence_are_in_the_singular():
    assert drawn_in_words(SampleSummary(items=1, pairs=1)) == "1 sentence from 1 pair."
    assert drawn_in_words(SampleSummary(items=2, pairs=3)) == "2 sentences from 3 pairs."


def test_too_few_sentences_are_said_plainly():
    lack = {"pair": "paper-1", "condition": "EC1", "wanted": 5}
    assert lack_in_words(lack | {"found": 0}) == "Pair paper-1 has no sentence for “EC1”."
    assert lack_in_words(lack | {"found": 1}) == "Pair paper-1 has only 1 sentence for “EC1”; you asked for 5."
    assert lack_in_words(lack | {"found": 3}) == "Pair paper-1 has only 3 sentences for “EC1”; you asked for 5."


def test_a_collection_of_one_pair_says_so(meera, client_of, draft):
    make_pair(meera, collection="One alone")
    assert "One alone (1 pair)" in client_of(meera).get(f"/studies/{draft.slug}/edit/pairs/").text


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("EC1", "EC1"),
        ("EC1 - ML2", "EC1 but not ML2"),
        ("EC0(junctions=off) & ML2", "both EC0(junctions=off) and ML2"),
        ("ML2: functional_words broken", "ML2: functional words broken"),
        ("control: bad", "control: surely bad"),
        ("Smith - 2010", "Smith - 2010"),
    ],
)
def test_what_a_sentence_was_drawn_for_is_said_in_words(condition, words):
    assert condition_words(condition) == words
    assert f"for “{words}”" in lack_in_words({"pair": "1", "condition": condition, "wanted": 1, "found": 0})


def test_pairs_that_nobody_checked_are_drawn_from_only_if_the_researcher_says_so(wizard, draft, meera):
    collection = draft.pairs.first().collection
    make_pair(meera, collection=collection.name, external_id="proposed", state="proposed")
    address = f"/studies/{draft.slug}/edit/pairs/"
    assert f"{collection.name} (10 pairs, 9 checked)" in wizard.client.get(address).text
    wizard("pairs", collections=[str(collection.pk)], single="")
    assert (draft.pairs.count(), draft.pairs.proposed().count()) == (9, 0)
    wizard("pairs", collections=[str(collection.pk)], single="", with_proposed="on")
    assert (draft.pairs.count(), draft.pairs.proposed().count()) == (10, 1)
    assert "1 pair of this study is proposed, and nobody has checked it." in wizard.client.get(address).text


def test_a_collection_of_which_nothing_is_checked_is_refused_in_words(wizard, draft, meera):
    pair = make_pair(meera, collection="New", external_id="new", state="proposed")
    answer = wizard("pairs", collections=[str(pair.collection_id)], single="")
    assert answer.status_code == 422
    assert "Nobody has checked a pair of it yet" in page_of(answer)


def test_matched_pairs_are_counted_before_they_are_drawn_and_named_where_they_lack(draft, wizard):
    chosen = ["EC1: junctions", "ML2: fragments"]
    fields = {"uniform": [], "matched": "on", "matched_constraints": chosen, "matched_count": "3", "count": "1"}
    answer = wizard("sentences", without=("uniform",), **{k: v for k, v in fields.items() if k != "uniform"})
    assert answer.status_code == 302
    draft.refresh_from_db()
    assert draft.drawn_at is None
    page = wizard.client.get(answer["Location"]).content.decode()
    assert "What there is to draw from" in page
    assert "no sentence breaks exactly this constraint" in page
    (choice,) = draft.choices
    assert choice["constraints"] == {"EC1": ["junctions"], "ML2": ["fragments"]}
    # Saved again as it is shown, it is the same.
    assert wizard("sentences", count="1").status_code == 302
    draft.refresh_from_db()
    assert draft.choices == [choice]


def test_matched_pairs_without_a_constraint_or_number_are_refused_at_the_field(draft, wizard):
    answer = wizard("sentences", matched="on", matched_count="")
    assert answer.status_code == 422
    assert "Say how many." in answer.content.decode()
    answer = wizard("sentences", matched="on", matched_count="1")
    assert "Choose at least one constraint to be broken." in answer.content.decode()
