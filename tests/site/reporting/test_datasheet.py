"""The human evaluation datasheet: filled in from the study, with what is left for people."""

from __future__ import annotations

import json
import zipfile

import pytest
from django.urls import reverse

from evaluation.models import ItemKind
from evaluation.services import exports
from evaluation.services.errors import Refused
from evaluation.services.reporting import datasheet as sheets
from evaluation.services.reporting.datasheet.people import FIELDS, OF_CRITERIA
from evaluation.services.reporting.plan import criterion_in_words, plan_of
from tests.site.factories import make_choice_study, make_item, rate_all

pytestmark = pytest.mark.django_db

MOST_BLANK = 10


def answers(study, **more) -> dict[str, sheets.Entry]:
    sheet = sheets.datasheet_of(study, **more)
    return {f"{entry.number} {entry.criterion}".strip(): entry for entry in sheet.entries}


def test_few_fields_are_left_for_people(planned):
    sheet = sheets.datasheet_of(planned, suggestions=sheets.suggested(planned))
    assert len(sheet.blank) <= MOST_BLANK
    assert {entry.number for entry in sheet.blank} >= {"1.1.1", "3.2.2.2", "5.1"}


def test_what_the_study_knows_is_what_it_says(planned, meera):
    make_item(planned, 1_000_001, kind=ItemKind.PRACTICE)
    rate_all(planned, "a", "bb", "ccc")
    told = answers(planned)
    assert told["3.2.1"].text == "3"
    assert told["3.1.1"].text == "4 in all, by what they were drawn for: EC0: 2; ML0: 2."
    assert "1 practice sentence " in told["3.2.4"].text
    assert told["4.3.3 Fluency"].text == "6"
    assert told["4.3.4 Fluency"].text.startswith("0 (does not make sense or sound right), 1, 2")
    assert told["4.3.7 Likelihood of usage"].text == "How likely are you to hear or use this sentence?"
    assert told["4.3.11.2 Fluency"].text.startswith("α ")
    assert told["3.3.1"].option_words == ("no",)
    assert told["2.4"].options == (42, 65)


def test_points_below_zero_have_a_minus_sign_in_sheet_and_plan(planned):
    planned.criteria.update(low=-4, high=1, cut=-1)
    told = answers(planned)
    assert told["4.3.4 Fluency"].text.endswith("−4, −3, −2, −1, 0 (does not make sense or sound right), 1")
    assert "Share of ratings of at least −1." in told["4.3.9 Fluency"].text
    assert all(
        criterion_in_words(criterion).endswith(", −4 to 1; accepted from −1")
        for criterion in plan_of(planned)["criteria"]
    )


def test_a_frozen_plan_and_choices_are_told(frozen, meera):
    assert "SHA-256" in answers(frozen)["3.3.1"].text
    choosing = make_choice_study(meera, slug="choosing", sureness=True, alike=True)
    told = answers(choosing)
    assert told["4.2.2 Preference"].option_words == ("relative",)
    assert told["4.3.4 Preference"].text == "both alike, the first sentence, the second sentence"
    assert "4.3.4 Fluency" not in told
    assert "Bradley and Terry" in told["4.3.10 Preference"].text
    assert "sign flips" not in told["4.3.10 Preference"].text


def test_groups_of_few_judges_are_not_told_apart(planned):
    texts = {"en": {"text": "Where?", "options": {"n": "north", "s": "south"}}}
    planned.questions = [{"key": "region", "kind": "choice", "texts": texts, "options": ["n", "s"]}]
    planned.save()
    rate_all(planned, *"abcdefg")
    for place, judge in enumerate(planned.participations.all()):
        judge.answers = {"region": "n" if place < 5 else "s"}
        judge.save()
    said = answers(planned)["3.2.5"].text
    assert "not told apart (groups of fewer than 5, or no answer): 7" in said, "5 would tell the other 2"
    planned.participations.filter(answers__region="s").update(answers={"region": "n"})
    assert "north: 7." in answers(planned)["3.2.5"].text


def test_the_file_has_the_shape_that_the_forms_tool_loads(planned):
    sheet = sheets.datasheet_of(planned)
    fields = json.loads(sheet.json_text())
    assert all(key.startswith("heds-") for key in fields)
    assert fields["heds-criteria-criterion"]["control"] == {"Likelihood of usage": True, "Fluency": False}
    size = fields["heds-criteria-criterion-response_elicitation-size_of_scale"]
    assert size["data"] == {"Likelihood of usage": "6", "Fluency": "6"}
    assert fields["heds-system-input_languages-65"]["data"] == {"": True}
    assert fields["heds-system-tasks-other_text"]["data"][""].startswith("Generation of code-switched")


def test_people_answer_the_rest_on_a_page(planned, meera, client_of):
    client = client_of(meera)
    address = reverse("datasheet-questions", args=[planned.slug])
    places = {asked.number: place for place, asked in enumerate(FIELDS)}
    sent = {f"option_{places['3.2.2.2']}": "4", f"text_{places['5.1']}": "IRB 7 <b>", f"option_{places['1.1.1']}": "1"}
    assert "Write it beside your choice" in client.post(address, sent).content.decode()
    sent |= {f"text_{places['3.2.2.2']}": "friends", f"text_{places['1.1.1']}": "https://example.org/paper"}
    sent |= {f"option_{len(FIELDS)}": "3", f"text_{len(FIELDS) + 2}": "Fluency"}
    assert client.post(address, sent).status_code == 302
    page = client.get(reverse("datasheet", args=[planned.slug])).content.decode()
    assert "IRB 7 &lt;b&gt;" in page
    planned.refresh_from_db()
    told = answers(planned)
    assert told["3.2.2.2"].text == "friends"
    assert told["1.1.1"].options == (1,)
    assert told["4.1.1 Likelihood of usage"].option_words == ("a feature",)
    assert told["4.3.1.2 Likelihood of usage"].text == "Fluency"
    file = client.get(reverse("datasheet-file", args=[planned.slug])).json()
    assert file["heds-ethics-review_body"]["data"][""] == "IRB 7 <b>"
    assert file["heds-paper_and_resources-names_and_affiliations-contact_author-name"]["data"][""] == "Meera"


def test_answers_that_cannot_be_are_refused(planned, meera):
    key = FIELDS[0].key
    for answer in ({"option": 9}, {"text": "x" * 2_001}):
        with pytest.raises(Refused):
            sheets.save_answers(study=planned, actor=meera, answers={key: answer})
    planned.refresh_from_db()
    assert planned.datasheet == {}
    assert {asked.number for asked in OF_CRITERIA} == {"4.1.1", "4.1.2", "4.3.1.2"}


def test_the_zip_has_the_sheet_without_the_owners_name(planned, tmp_path):
    exports.export_zip(study=planned, target=tmp_path / "study.zip")
    with zipfile.ZipFile(tmp_path / "study.zip") as opened:
        written = opened.read("heds.json")
    assert b"Meera" not in written
    assert json.loads(written)
