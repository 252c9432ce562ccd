"""The pages on which ratings are brought in, and every page and file of results that then works on them."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from evaluation.models import RatingImport, Study
from evaluation.services import jobs, studies
from evaluation.services.errors import Refused
from evaluation.services.exports.exporting import formats_of
from evaluation.services.exports.report import report_of
from evaluation.services.exports.tables import TABLES
from evaluation.services.results.selection import Selection
from evaluation.services.studies import invitations
from evaluation.services.studies.copies import duplicate
from tests.site.factories import make_pair
from tests.site.files import many_ratings, ratings_csv
from tests.site.results.pages import PARTS, PICTURES, address, text

pytestmark = pytest.mark.django_db


# Nobody chose, commented or marked a word, and nothing is left out.
EMPTY = {"choices", "couples", "exclusions", "comments", "marked_words"}


def send(client, content: bytes, name: str = "ratings.csv"):
    return client.post(reverse("import-new"), {"file": SimpleUploadedFile(name, content)}, follow=True)


@pytest.fixture
def imported(bring_in, meera) -> Study:
    make_pair(meera)
    study = bring_in(many_ratings(), scale="0-5", cut="3", groups=["region"], name="Pilot").study
    assert study is not None
    return study


def test_every_page_of_results_works_on_it(imported, client_of, meera):
    client = client_of(meera)
    for part in (*PARTS, "groups/?question=region", "agreement/?criterion=usage"):
        page = text(client.get(address(imported, part)))
        assert "There are no ratings yet" not in page, part
    for name in PICTURES:
        assert client.get(address(imported, f"pictures/{name}.svg")).status_code == 200, name
    for page in ("study-page", "study-sentences", "study-judges", "export-page"):
        assert client.get(reverse(page, args=[imported.slug])).status_code == 200, page
    for what in ("results-mixed-model", "results-count-sets"):
        client.post(reverse(what, args=[imported.slug]), {"criterion": "usage"})
    jobs.run_waiting_jobs()
    assert "tweets" in text(client.get(address(imported, "comparison/")))


def test_every_export_works_on_it_and_the_zip_too(imported, client_of, meera):
    client = client_of(meera)
    for table in TABLES:
        for form in formats_of(table):
            answer = client.get(reverse("export-table", args=[imported.slug, table, form]))
            assert answer.status_code == 200, (table, form)
            written = b"".join(answer.streaming_content)
            assert written or table in EMPTY, (table, form)
    key = client.post(reverse("export-zip-start", args=[imported.slug])).url.rstrip("/").split("/")[-1]
    jobs.run_waiting_jobs()
    answer = client.get(reverse("export-zip", args=[imported.slug, key]))
    content = io.BytesIO(b"".join(answer.streaming_content))
    assert len(zipfile.ZipFile(content).namelist()) > len(TABLES)


def test_the_api_reads_it(imported, client_of, meera):
    client = client_of(meera)
    for table in ("sentences", "models", "pairs", "phenomena", "judges", "groups"):
        address = f"/api/v1/studies/{imported.slug}/results/{table}/"
        question = "?question=region" if table == "groups" else ""
        assert client.get(address + question).status_code == 200, table


def test_columns_are_guessed_chosen_and_the_study_opens(client_of, meera):
    client = client_of(meera)
    page = send(client, ratings_csv("A,Oil hai,x,usage,4", "B,Oil hai,x,usage,2"))
    sent = RatingImport.objects.get()
    form = page.context["form"]
    assert [form[role].value() for role in ("judge", "sentence", "value")] == ["judge", "sentence", "value"]
    assert "Oil hai" in page.content.decode()

    chosen = {"judge": "judge", "sentence": "sentence", "value": "value", "criterion": "criterion", "has_header": "on"}
    page = client.post(reverse("import-page", args=[sent.key]), chosen | {"name": "Pilot"}, follow=True)
    assert "Waiting for a worker" in page.content.decode()
    jobs.run_waiting_jobs()
    page = client.get(reverse("import-page", args=[sent.key]), follow=True)
    assert page.redirect_chain[-1][0] == reverse("study-page", args=["pilot"])


def test_wrong_rows_are_listed_above_the_columns_which_stay_chosen(client_of, meera):
    client = client_of(meera)
    send(client, ratings_csv("A,Oil <b>hai</b>,x,usage,<b>9", "A,Tel hai,x,usage,3"))
    key = RatingImport.objects.get().key
    chosen = {"judge": "judge", "sentence": "sentence", "value": "value", "has_header": "on", "scale": "0-5"}
    client.post(reverse("import-page", args=[key]), chosen | {"name": "Pilot"})
    jobs.run_waiting_jobs()
    page = client.get(reverse("import-page", args=[key]))

    assert "1 row is wrong, so nothing was stored" in page.content.decode()
    assert "“&lt;b&gt;9” is no whole number" in page.content.decode()
    assert page.context["form"]["scale"].value() == "0-5"
    assert not Study.objects.exists()


def test_a_refusal_stands_at_its_field_and_a_file_can_be_discarded(client_of, meera):
    client = client_of(meera)
    assert "cannot be read" in send(client, b"x", "x.pdf").content.decode()
    send(client, ratings_csv("A,Oil hai,x,usage,4"))
    key = RatingImport.objects.get().key
    page = client.post(reverse("import-page", args=[key]), {"judge": "judge", "value": "value", "has_header": "on"})
    assert page.context["form"].errors["name"]
    page = client.post(
        reverse("import-page", args=[key]), {"judge": "judge", "value": "value", "has_header": "on", "name": "Pilot"}
    )
    assert page.context["form"].errors["sentence"]
    assert "ratings.csv" in client.get(reverse("import-new")).content.decode()
    client.post(reverse("import-discard", args=[key]))
    assert "Nothing from this file was stored" in client.get(reverse("import-page", args=[key])).content.decode()
    assert "is not waiting" in client.post(reverse("import-discard", args=[key]), follow=True).content.decode()


def test_a_cut_that_the_file_shows_to_be_wrong_stands_at_its_field(client_of, meera):
    client = client_of(meera)
    send(client, ratings_csv("A,Oil hai,x,usage,7", "A,Oil hai,x,fluency,-2", "B,Oil hai,x,fluency,2"))
    address = reverse("import-page", args=[RatingImport.objects.get().key])
    chosen = {"judge": "judge", "sentence": "sentence", "value": "value", "criterion": "criterion", "has_header": "on"}
    chosen |= {"name": "Pilot", "scale": "usage=1-7", "cut": "5"}
    client.post(address, chosen)
    jobs.run_waiting_jobs()
    page = client.get(address)

    assert "cannot be the cut of “fluency”: the scale runs from −2 to 2" in page.context["form"].errors["cut"][0]
    assert list(page.context["form"].errors) == ["cut"]
    assert page.context["form"]["cut"].value() == "5"
    assert "Nothing was stored: correct what is named below." in text(page)
    assert "Wrong rows" not in text(page)

    client.post(address, chosen | {"cut": "usage=5"})
    jobs.run_waiting_jobs()
    assert dict(Study.objects.get().criteria.values_list("key", "cut")) == {"usage": 5, "fluency": None}


def test_nothing_is_said_to_have_been_set_before_ratings_that_were_there_already(imported, client_of, meera):
    client = client_of(meera)
    comparison = text(client.get(address(imported, "comparison/")))
    assert "The cut was set when the ratings were brought in, not before they were given." in comparison
    assert "It was not declared before the ratings were given." in comparison
    review = text(client.get(reverse("study-step", args=[imported.slug, "review"])))
    assert "nothing was declared before the ratings were given" in review
    for page in (comparison, review, *(text(client.get(address(imported, part))) for part in PARTS)):
        assert "set before opening" not in page
        assert "Declared by opening" not in page


def test_without_models_nothing_is_said_to_be_estimated_for_what_they_generate(imported, bring_in, client_of, meera):
    client = client_of(meera)
    with_models = text(client.get(address(imported, "comparison/")))
    assert "rated sentences were not drawn at random, so nothing follows for the whole set" in with_models
    study = bring_in(
        ratings_csv("A,Oil hai,x,usage,4", "B,Oil garam hai,y,usage,2"), scale="0-5", cut="3", name="two.csv"
    ).study
    without = text(client.get(address(study, "comparison/")))
    assert "No models are chosen for this study." in without
    assert "Sound and complete?" not in without
    for page in (with_models, without):
        assert "Accepting judgements: " in page
        assert "Estimates are for" not in page


def test_the_text_for_a_paper_claims_nothing_of_ratings_that_the_file_does_not_say(imported):
    text = report_of(imported, Selection()).files["methods.txt"]
    assert "Ratings are of “usage” (0 to 5)." in text
    assert "What was excluded by hand does not count." in text
    for words in ("Judges were asked", "Practice", "Attention", "Judges count however"):
        assert words not in text
    assert "less than 900 milliseconds" in report_of(imported, Selection(too_fast_ms=900)).files["methods.txt"]


def test_a_single_rating_counts_in_the_singular(bring_in):
    study = bring_in(ratings_csv("A,Oil hai,x,usage,4")).study
    assert report_of(study, Selection()).files["results.txt"].startswith("1 judge gave 1 rating that counts.")


def test_agreement_of_two_judges_has_no_interval_to_be_described(bring_in):
    rows = [f"{judge},Oil hai {n},x,usage,{(n * 2 + (judge == 'B') * (n % 2)) % 6}" for judge in "AB" for n in range(6)]
    text = report_of(bring_in(ratings_csv(*rows)).study, Selection()).files["methods.txt"]
    assert "Agreement is Krippendorff's α with the ordinal metric (Krippendorff 2011)." in text


def test_a_study_of_ratings_from_elsewhere_stays_closed_and_nobody_is_invited_to_it(imported, client_of, meera):
    client = client_of(meera)
    overview = text(client.get(reverse("study-page", args=[imported.slug])))
    assert "it stays closed. Duplicate it to have its sentences rated here." in overview
    for words in ("Open again", "Join link"):
        assert words not in overview
    answer = client.post(reverse("study-do", args=[imported.slug, "open"]), {"confirmed": "yes"}, follow=True)
    assert "it stays closed. Duplicate it to have its sentences rated here." in text(answer)
    review = text(client.get(reverse("study-step", args=[imported.slug, "review"])))
    for words in ("assumed", "Invite judges", "Open the study", "Practice sentences", "Judges needed"):
        assert words not in review
    assert "What was excluded by hand does not count." in review
    judges = reverse("study-judges", args=[imported.slug])
    assert "Make links" not in text(client.get(judges))
    assert "New link" not in text(client.get(judges))
    judge = imported.participations.first()
    for refused in (
        lambda: invitations.invite(study=imported, people=[invitations.Invitee("Asha")], actor=meera),
        lambda: invitations.renew(participation=judge, actor=meera),
        lambda: studies.open_study(study=imported, actor=meera),
    ):
        with pytest.raises(Refused, match="stays closed"):
            refused()
    plan = client.post(reverse("api-study-plan", args=[imported.slug]))
    assert "it stays closed" in plan.content.decode()
    imported.refresh_from_db()
    assert imported.state == "closed"


def test_nobody_is_told_to_draw_sentences_for_ratings_that_are_there_already(imported, bring_in, client_of, meera):
    client = client_of(meera)
    known = text(client.get(address(imported, "constraints/")))
    assert "The cost of a constraint is how much worse" in known
    study = bring_in(ratings_csv("A,Oil hai,x,usage,4", "B,Oil hai,x,usage,2"), name="two.csv").study
    unknown = text(client.get(address(study, "constraints/")))
    assert "It is known of sentences of pairs that are loaded here" in unknown
    for page in (known, unknown):
        assert "matched pairs by constraint" not in page
        assert "Matched pairs, without a model" not in page


def test_a_copy_is_asked_anew_so_its_cuts_are_set_before_opening(imported, meera):
    copy = duplicate(study=imported, actor=meera)
    assert imported.rated_elsewhere
    assert not copy.rated_elsewhere


def test_a_cancelled_job_leaves_the_columns_to_be_chosen_again(client_of, meera):
    client = client_of(meera)
    send(client, ratings_csv("A,Oil hai,x,usage,4"))
    sent = RatingImport.objects.get()
    chosen = {"judge": "judge", "sentence": "sentence", "value": "value", "has_header": "on", "name": "Pilot"}
    client.post(reverse("import-page", args=[sent.key]), chosen)
    sent.refresh_from_db()
    client.post(reverse("job-cancel", args=[sent.job.key]))
    sent.refresh_from_db()
    assert sent.state == "mapping"
    assert client.get(reverse("import-page", args=[sent.key])).context["form"]["name"].value() == "Pilot"


def test_the_api_takes_a_file_and_names_wrong_rows(client_of, meera):
    client = client_of(meera)

    def post(content, **fields):
        file = SimpleUploadedFile("ratings.csv", content)
        return client.post("/api/v1/imports/", {"file": file, **fields})

    good = post(ratings_csv("A,Oil hai,4", header="who,text,score"), map="judge=who,value=score", study="pilot")
    bad = post(ratings_csv("A,Oil hai,x,usage,7"), scale="0-5")
    refused = post(ratings_csv("A,Oil hai,x,usage,7"), map="judge=nobody")
    off = post(ratings_csv("A,Oil hai,x,usage,4"), scale="0-5", cut="usage=9")
    assert (good.status_code, bad.status_code, refused.status_code, off.status_code) == (202, 202, 400, 400)
    assert refused.json()["error"]["fields"]["judge"]
    assert "9 cannot be the cut of “usage”" in off.json()["error"]["fields"]["cut"][0]
    seen_late = post(ratings_csv("A,Oil hai,x,usage,4"), cut="beauty=9")
    jobs.run_waiting_jobs()
    problem = client.get(f"/api/v1/imports/{seen_late.json()['key']}/").json()["problems"][0]
    assert (problem["line"], problem["column"]) == (None, "cut")

    assert client.get(f"/api/v1/imports/{good.json()['key']}/").json()["study"] == "pilot"
    found = client.get(f"/api/v1/imports/{bad.json()['key']}/").json()
    assert (found["state"], found["problems"][0]["line"], found["problems"][0]["column"]) == ("refused", 2, "value")
    assert [each["state"] for each in client.get("/api/v1/imports/").json()["results"]] == [
        "refused",
        "discarded",
        "discarded",
        "refused",
        "done",
    ]
