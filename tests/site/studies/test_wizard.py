from __future__ import annotations

import pytest

from evaluation.models import Design, ItemKind, Study, StudyState
from evaluation.services import studies
from tests.site.studies.wizard import fields, send, shown

pytestmark = pytest.mark.django_db
STEPS = ("texts", "criteria", "pairs", "sentences", "checks", "judges", "look", "review")


@pytest.fixture
def wizard(client_of, draft):
    """Meera at the wizard of the draft: ``wizard("texts", name="…")`` changes fields and saves.

    What a step shows is read again only after something was saved; what was refused must not have changed it.
    """
    client, seen = client_of(draft.owner), {}

    def fill(step: str, *, without: tuple[str, ...] = (), **changes):
        address = f"/studies/{draft.slug}/edit/{step}/"
        if step not in seen:
            seen[step] = shown(client, address)
        answer = send(client, address, {k: v for k, v in seen[step].items() if k not in without}, **changes)
        if answer.status_code == 302:
            seen.clear()
        return answer

    fill.client = client
    return fill


def page(answer) -> str:
    return answer.content.decode()


def test_a_new_study_is_a_draft_with_the_paper_s_criteria(client_of, meera):
    answer = client_of(meera).post("/studies/new/", {"name": "Saturday & Sunday"})
    study = Study.objects.get()
    assert answer.url == "/studies/saturday-sunday/edit/texts/"
    assert (study.owner, study.state) == (meera, StudyState.DRAFT)
    usage, fluency = study.criteria.all()
    assert list(usage.points) == [0, 1, 2, 3, 4, 5]
    assert usage.labels("en") == {0: "do not expect to hear or use ever", 5: "extremely likely to be heard/used"}
    assert fluency.labels("en") == {0: "does not make sense or sound right", 5: "absolutely clear and fluent"}
    assert fluency.labels("hi").keys() == {0, 5}


def test_two_studies_of_one_name_have_two_addresses(client_of, meera):
    client = client_of(meera)
    addresses = [client.post("/studies/new/", {"name": "New"}).url for _ in range(3)]
    assert addresses == [f"/studies/new-{n}/edit/texts/" for n in (2, 3, 4)]


@pytest.mark.parametrize("name", ["", " ", "x" * 151, "with\x00null"])
def test_a_study_needs_a_proper_name(client_of, meera, name):
    answer = client_of(meera).post("/studies/new/", {"name": name})
    assert answer.status_code == 422
    assert "errorlist" in page(answer)
    assert not Study.objects.exists()


@pytest.mark.parametrize("step", STEPS)
def test_every_step_can_be_looked_at_and_saved_unchanged(wizard, draft, step):
    before = Study.objects.values().get(pk=draft.pk)
    assert wizard.client.get(f"/studies/{draft.slug}/edit/{step}/").status_code == 200
    if step != "review":
        answer = wizard(step, next="1")
        assert answer.status_code == 302, page(answer)
    after = Study.objects.values().get(pk=draft.pk)
    changing = {"revision", "changed_at", "drawn_at"}
    assert {key: after[key] for key in after.keys() - changing} == {key: before[key] for key in after.keys() - changing}


def test_saving_goes_on_to_the_next_step_or_stays(wizard, draft):
    assert wizard("texts", next="1").url.endswith("/edit/criteria/")
    assert wizard("look", next="1").url.endswith("/edit/review/")
    assert wizard("texts").url.endswith("/edit/texts/")


def test_there_is_no_other_step(wizard, draft):
    assert wizard.client.get(f"/studies/{draft.slug}/edit/colours/").status_code == 404


def test_texts_are_kept_per_language(wizard, draft):
    wizard("texts", name="Mixed", instructions_en="**Rate** it", instructions_hi="बताइए", consent_hi="")
    draft.refresh_from_db()
    assert draft.name == "Mixed"
    assert draft.instructions == {"en": "**Rate** it", "hi": "बताइए"}
    assert draft.consent.keys() == {"en"}


WRONG_TEXTS = [
    ({"name": ""}, "This field is required"),
    ({"slug": "two words"}, "Enter a valid"),
    ({"slug": "taken"}, "Another study has this address"),
    ({"slug": "new"}, "Another study has this address"),
    ({"instructions_en": "x" * 20_001}, "at most 20000 characters"),
]


def test_wrong_texts_are_said_at_the_field_and_not_saved(wizard, draft, meera):
    studies.create(owner=meera, name="Taken")
    for changes, said in WRONG_TEXTS:
        answer = wizard("texts", **changes)
        assert answer.status_code == 422, changes
        assert said in page(answer), changes
    draft.refresh_from_db()
    assert draft.slug == "mixed-sentences"


def test_a_criterion_can_have_any_start_any_labels_and_both_languages(wizard, draft):
    wizard(
        "criteria",
        criteria__0__low="-2",
        criteria__0__high="2",
        criteria__0__labels_en="-2: never\n0 = perhaps\n2: often",
        criteria__0__labels_hi="",
        criteria__1__DELETE="on",
    )
    (usage,) = draft.criteria.all()
    assert (usage.key, list(usage.points)) == ("usage", [-2, -1, 0, 1, 2])
    assert usage.labels("en") == {-2: "never", 0: "perhaps", 2: "often"}


def test_another_criterion_is_added_without_a_script(wizard, draft):
    address = f"/studies/{draft.slug}/edit/criteria/"
    answer = wizard("criteria", add="criteria")
    assert 'name="criteria-2-name_en"' in page(answer)
    assert "errorlist" not in page(answer)
    sent = fields(answer)
    assert (sent["criteria-2-low"], sent["criteria-2-high"]) == (["0"], ["5"])
    sent |= {"criteria-2-name_en": ["Formality"], "criteria-2-low": ["1"], "criteria-2-high": ["7"]}
    assert wizard.client.post(address, sent).status_code == 302
    assert list(draft.criteria.values_list("key", "low", "high")) == [
        ("usage", 0, 5),
        ("fluency", 0, 5),
        ("formality", 1, 7),
    ]


A_CRITERION = [
    (
        {
            "criteria__0__low": "5",
            "criteria__0__high": "0",
            "criteria__0__labels_en": "",
            "criteria__0__labels_hi": "",
        },
        "must be above the lowest",
    ),
    ({"criteria__0__high": "11"}, "from 0 to 11 there are 12"),
    ({"criteria__0__low": "5"}, "must be above"),
    ({"criteria__0__low": "x"}, "Enter a whole number"),
    ({"criteria__0__low": ""}, "This field is required"),
    ({"criteria__0__low": "99999999999"}, "must be above"),
    ({"criteria__0__low": "5000", "criteria__0__high": "5003"}, "from -1000 to 1000"),
    ({"criteria__0__labels_en": "9: too far"}, "There is a label for 9"),
    ({"criteria__0__labels_en": "nine"}, "Line 1: write a point"),
    ({"criteria__0__labels_en": "1: a\n1: b"}, "Line 2: this point has a label already"),
    ({"criteria__0__name_en": "", "criteria__0__name_hi": ""}, "Give the criterion a name"),
    ({"criteria__0__DELETE": "on", "criteria__1__DELETE": "on"}, "1 to 20 criteria"),
    ({"criteria__TOTAL_FORMS": "x"}, "ManagementForm data is missing"),
    ({"criteria__TOTAL_FORMS": "5000"}, "at most 20 forms"),
]


def test_a_criterion_that_cannot_be_is_refused_and_nothing_changes(wizard, draft):
    for changes, said in A_CRITERION:
        answer = wizard("criteria", **changes)
        assert answer.status_code == 422, changes
        assert said in page(answer), changes
    assert list(draft.criteria.values_list("key", "low", "high")) == [("usage", 0, 5), ("fluency", 0, 5)]


@pytest.mark.parametrize("step", STEPS[:-1])
def test_a_row_that_cannot_be_added_is_no_trouble(wizard, draft, step):
    """The button's value may be anything, and so may the number of rows."""
    for prefix in ("form", "nothing", "", "criteria", "rules"):
        for rows in ("", "x", "-1", "99999999"):
            changes = {"add": prefix, f"{prefix}__TOTAL_FORMS": rows}
            assert wizard.client.post(f"/studies/{draft.slug}/edit/{step}/", changes).status_code == 200


def test_pairs_are_chosen_by_collection_or_one_by_one(wizard, draft):
    shelf = draft.pairs.first().collection
    wizard(
        "pairs",
        collections=[str(shelf.pk)],
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
    for changes, said in WRONG_PAIRS_AND_MODELS:
        answer = wizard("pairs", **changes)
        assert answer.status_code == 422, changes
        assert said in page(answer), changes
    draft.refresh_from_db()
    assert (draft.pairs.count(), draft.models_chosen) == (5, ["EC1", "ML2"])


def test_a_pair_corrected_since_is_noticed_and_taken_by_saving(wizard, draft, meera):
    from evaluation.services import pairs

    old = draft.pairs.get(external_id="paper-1")
    new = pairs.correct_alignment(pair=old, alignment="0-0 1-2 3-5 4-3 5-4", actor=meera)
    assert "1 pair has been corrected" in page(wizard.client.get(f"/studies/{draft.slug}/edit/pairs/"))
    assert old in draft.pairs.all()
    assert wizard("pairs").status_code == 302
    assert draft.pairs.get(external_id="paper-1") == new
    draft.refresh_from_db()
    assert draft.drawn_at is None


def test_an_id_of_two_collections_must_say_which(wizard, draft, meera):
    from evaluation.models import Collection
    from tests.factories import make_pair

    make_pair(meera, collection="Other", external_id="paper-1")
    assert "several collections have a pair “paper-1”" in page(wizard("pairs", single="paper-1"))
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
    assert f"{draft.items.count()} sentences" in page(wizard.client.get(answer.url))


def test_imported_sentences_come_from_a_box_and_a_file(wizard, draft):
    from django.core.files.uploadedfile import SimpleUploadedFile

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
    for changes, said in WRONG_CHOICES:
        answer = wizard("sentences", **changes)
        assert answer.status_code == 422, changes
        assert said in page(answer), changes
    draft.refresh_from_db()
    assert draft.choices == before


def test_a_study_needs_a_way_of_choosing(wizard, draft):
    answer = wizard("sentences", without=("uniform",))
    assert answer.status_code == 422
    assert "at least one way" in page(answer)


def test_a_file_that_is_not_utf_8_or_too_large_is_refused(wizard, draft):
    from django.core.files.uploadedfile import SimpleUploadedFile

    address = f"/studies/{draft.slug}/edit/sentences/"
    sent = shown(wizard.client, address) | {"imported-TOTAL_FORMS": ["1"], "imported-0-source": ["s"]}
    for content, said in ((b"caf\xe9", "not UTF-8 (byte 3)"), (b"x" * 2_000_001, "larger than 2 MB")):
        answer = wizard.client.post(address, sent | {"imported-0-file": SimpleUploadedFile("f.txt", content)})
        assert answer.status_code == 422
        assert said in page(answer)


def test_what_cannot_be_drawn_is_explained_and_the_old_sentences_stay(wizard, draft):
    before = draft.items.count()
    answer = wizard("sentences", draw="1", picked="paper-1 | Sunday is boring")
    assert answer.status_code == 302
    assert "is no sentence in the words of pair paper-1" in page(wizard.client.get(answer.url))
    assert draft.items.count() == before


def test_practice_attention_and_repeats_are_kept(wizard, draft):
    answer = wizard(
        "checks",
        repeats="2",
        practice__TOTAL_FORMS="1",
        practice__0__text="Saturday neeras hai achha/hi",
        practice__0__feedback_en="Good.",
        attention__TOTAL_FORMS="1",
        attention__0__text="Choose the lowest",
        attention__0__usage_low="0",
        attention__0__usage_high="1",
    )
    assert answer.status_code == 302, page(answer)
    draft.refresh_from_db()
    assert draft.repeats == 2
    practice = draft.items.get(kind=ItemKind.PRACTICE)
    assert (practice.text, practice.feedback) == ("Saturday neeras hai achha", {"en": "Good."})
    assert practice.tokens == [["Saturday", "en"], ["neeras", "hi"], ["hai", "hi"], ["achha", "hi"]]
    assert draft.items.get(kind=ItemKind.ATTENTION).expected == {"usage": [0, 1]}
    assert wizard("checks").status_code == 302
    assert draft.items.get(kind=ItemKind.PRACTICE).tokens == practice.tokens


WRONG_CHECKS = [
    ({"repeats": "-1"}, "greater than or equal to 0"),
    ({"repeats": "x"}, "Enter a whole number"),
    (
        {"practice__TOTAL_FORMS": "1", "practice__0__text": "", "practice__0__feedback_en": "x"},
        "This field is required",
    ),
    ({"practice__TOTAL_FORMS": "1", "practice__0__text": "x" * 1001}, "at most 1000 characters"),
    ({"attention__TOTAL_FORMS": "1", "attention__0__text": "x"}, "which ratings you expect"),
    (
        {"attention__TOTAL_FORMS": "1", "attention__0__text": "x", "attention__0__usage_low": "1"},
        "both ends, or neither",
    ),
    (
        {
            "attention__TOTAL_FORMS": "1",
            "attention__0__text": "x",
            "attention__0__usage_low": "4",
            "attention__0__usage_high": "1",
        },
        "the lower one first",
    ),
    (
        {
            "attention__TOTAL_FORMS": "1",
            "attention__0__text": "x",
            "attention__0__usage_low": "0",
            "attention__0__usage_high": "9",
        },
        "less than or equal to 5",
    ),
]


def test_wrong_checks_are_said_at_the_field(wizard, draft):
    for changes, said in WRONG_CHECKS:
        answer = wizard("checks", **changes)
        assert answer.status_code == 422, changes
        assert said in page(answer), changes
    assert not draft.items.exclude(kind=ItemKind.STUDY).exists()


def test_who_rates_and_who_may(wizard, draft):
    answer = wizard(
        "judges",
        design="balanced",
        judges_per_item="3",
        items_per_judge="10",
        place_minutes="90",
        join_link_open="on",
        participant_parameter="PROLIFIC_PID",
        questions=["native_language", "other_languages"],
        rules__TOTAL_FORMS="2",
        rules__0__question="native_language",
        rules__0__op="one_of",
        rules__0__value="hi, ur",
        rules__1__question="other_languages",
        rules__1__op="includes",
        rules__1__value="en",
        rules__1__fluency="4",
        rules__1__by_age="8",
    )
    assert answer.status_code == 302, page(answer)
    draft.refresh_from_db()
    assert (draft.design, draft.judges_per_item, draft.items_per_judge) == (Design.BALANCED, 3, 10)
    assert draft.join_link_open
    assert draft.questions == ["native_language", "other_languages"]
    assert draft.eligibility["rules"] == [
        {"question": "native_language", "op": "one_of", "value": ["hi", "ur"]},
        {"question": "other_languages", "op": "includes", "value": {"language": "en", "fluency": 4, "by_age": 8}},
    ]
    assert wizard("judges").status_code == 302


WRONG_RULES = [
    ({"design": "latin"}, "latin is not one of"),
    ({"judges_per_item": "0"}, "greater than or equal to 1"),
    ({"items_per_judge": "-3"}, "greater than or equal to 1"),
    ({"place_minutes": ""}, "This field is required"),
    ({"participant_parameter": "a b"}, "a letter first"),
    ({"questions": ["shoe_size"]}, "shoe_size is not one of"),
    (
        {"rules__TOTAL_FORMS": "1", "rules__0__question": "age", "rules__0__op": "is", "rules__0__value": "8"},
        "does not fit",
    ),
    (
        {
            "rules__TOTAL_FORMS": "1",
            "rules__0__question": "age",
            "rules__0__op": "at_least",
            "rules__0__value": "old",
        },
        "Write a whole number",
    ),
    (
        {
            "questions": ["age"],
            "rules__TOTAL_FORMS": "1",
            "rules__0__question": "education",
            "rules__0__op": "is",
            "rules__0__value": "master",
        },
        "which is not asked",
    ),
]


def test_wrong_rules_are_said_at_the_field(wizard, draft):
    for changes, said in WRONG_RULES:
        answer = wizard("judges", **changes)
        assert answer.status_code == 422, changes
        assert said in page(answer), changes
    draft.refresh_from_db()
    assert draft.eligibility == {}


def test_the_rating_page_and_the_end(wizard, draft):
    wizard(
        "look",
        marking="colour",
        completion_code="C0FFEE",
        return_address="https://example.org/done",
        thanks_en="Bye",
        without=("comments",),
    )
    draft.refresh_from_db()
    assert (draft.marking, draft.comments, draft.completion_code) == ("colour", False, "C0FFEE")
    assert draft.thanks["en"] == "Bye"
    for wrong in ("javascript:alert(1)", "nowhere"):
        assert "Enter a valid URL" in page(wizard("look", return_address=wrong))
    assert "pink is not one of" in page(wizard("look", marking="pink"))


def test_two_people_editing_notice_each_other_and_nothing_is_lost(draft, client_of, meera, kiran):
    studies.share(study=draft, actor=meera, colleague="kiran")
    address = f"/studies/{draft.slug}/edit/texts/"
    first, second = client_of(meera), client_of(kiran)
    hers, his = shown(first, address), shown(second, address)
    assert second.post(address, his | {"name": ["His name"]}).status_code == 302
    answer = first.post(address, hers | {"name": ["Her name"]})
    assert answer.status_code == 409
    assert "Kiran changed this study while you were editing it" in page(answer)
    assert 'value="Her name"' in page(answer)
    draft.refresh_from_db()
    assert draft.name == "His name"
    assert first.post(address, fields(answer)).status_code == 302
    draft.refresh_from_db()
    assert draft.name == "Her name"


@pytest.mark.parametrize("revision", ["", "x", "-1", "999999999999999999999"])
def test_a_form_without_a_proper_revision_saves_nothing(wizard, draft, revision):
    assert wizard("texts", name="Stolen", revision=revision).status_code == 409
    draft.refresh_from_db()
    assert draft.name == "Mixed sentences"


def test_an_opened_study_keeps_what_is_rated(wizard, draft):
    before = list(draft.items.values_list("pk", "text"))
    forms = {step: shown(wizard.client, f"/studies/{draft.slug}/edit/{step}/") for step in STEPS[:-1]}
    studies.open_study(study=draft, actor=draft.owner)
    for step in ("criteria", "pairs", "sentences", "checks"):
        address = f"/studies/{draft.slug}/edit/{step}/"
        assert "stays as it is" in page(wizard.client.get(address))
        assert "Save and go on" not in page(wizard.client.get(address))
        draft.refresh_from_db()
        answer = wizard.client.post(
            address, forms[step] | {"revision": [str(draft.revision)], "seed": ["1"], "draw": ["1"]}
        )
        assert answer.status_code == 422
    assert list(draft.items.values_list("pk", "text")) == before
    draft.refresh_from_db()
    assert draft.seed == 7


def test_texts_of_an_opened_study_may_change_and_a_changed_consent_is_asked_again(wizard, draft):
    studies.open_study(study=draft, actor=draft.owner)
    assert wizard("texts", consent_en="Something else").status_code == 302
    draft.refresh_from_db()
    assert draft.consent_version == 2
    assert wizard("look", thanks_en="Thanks", marking="none").status_code == 302
    draft.refresh_from_db()
    assert (draft.thanks["en"], draft.marking) == ("Thanks", "slant")


def test_an_opened_study_may_get_more_judges_per_sentence_but_not_fewer(wizard, draft):
    wizard("judges", design="balanced", judges_per_item="3")
    draft.refresh_from_db()
    studies.open_study(study=draft, actor=draft.owner)
    assert wizard("judges", judges_per_item="4").status_code == 302
    answer = wizard("judges", judges_per_item="2")
    assert "not fewer than 4" in page(answer)
    draft.refresh_from_db()
    assert draft.judges_per_item == 4


def test_a_judge_and_another_researcher_do_not_get_in(draft, client_of, asha, kiran):
    judge, researcher = client_of(asha), client_of(kiran)
    for step in STEPS:
        address = f"/studies/{draft.slug}/edit/{step}/"
        assert judge.get(address).status_code == 403
        assert researcher.get(address).status_code == 404
        assert researcher.post(address, {"name": "x"}).status_code == 404
    assert judge.get("/studies/new/").status_code == 403


def test_texts_are_shown_as_text(wizard, draft):
    wizard("texts", name="<script>alert(1)</script>")
    assert "<script>alert(1)" not in page(wizard.client.get(f"/studies/{draft.slug}/edit/texts/"))
    assert "<script>alert(1)" not in page(wizard.client.get(f"/studies/{draft.slug}/"))
