import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluation.models import Job, ParticipationState, StudyState
from tests.site.factories import make_participation, make_place, make_rating, make_study

pytestmark = pytest.mark.django_db


def page(client) -> str:
    return client.get("/").content.decode()


def test_a_stranger_reads_what_this_is_and_where_to_sign_in(client):
    assert "code-switched sentences" in page(client)
    assert 'href="/sign-in/"' in page(client)


def test_a_judge_sees_their_studies_and_how_far_they_are(client_of, asha, ravi, meera):
    study = make_study(meera)
    make_study(meera, slug="sunday")
    participation = make_participation(study, asha)
    places = [make_place(participation, item) for item in study.items.all()]
    make_rating(places[0], study.criteria.first(), 3)

    shown = page(client_of(asha))
    assert "1 of 3 sentences" in shown
    assert "Sunday" not in shown
    assert "You are in no study yet" in page(client_of(ravi))


@pytest.mark.parametrize(
    ("state", "study_state", "words"),
    [
        (ParticipationState.FINISHED, StudyState.OPEN, "Thank you!"),
        (ParticipationState.RATING, StudyState.PAUSED, "Please come back later."),
        (ParticipationState.RATING, StudyState.CLOSED, "closed"),
        (ParticipationState.INELIGIBLE, StudyState.OPEN, "not eligible"),
    ],
)
def test_a_judge_is_told_why_there_is_nothing_to_do(client_of, asha, meera, state, study_state, words):
    make_participation(make_study(meera, state=study_state), asha, state=state)

    assert words in page(client_of(asha))
    assert "button primary" not in page(client_of(asha))


def test_a_draft_is_not_shown_to_its_judges(client_of, asha, meera):
    make_participation(make_study(meera, state=StudyState.DRAFT), asha)

    assert "Saturday" not in page(client_of(asha))


def test_a_researcher_sees_own_and_shared_studies_only(client_of, meera, kiran):
    make_study(meera)
    make_study(kiran, slug="sunday").colleagues.add(meera)
    make_study(kiran, slug="monday")

    shown = page(client_of(meera))
    assert "Saturday" in shown
    assert "Sunday" in shown
    assert "Monday" not in shown


def test_a_researcher_sees_own_jobs_only(client_of, meera, kiran):
    Job.objects.create(kind="load", title="My file", owner=meera, state="running", total=10, done=5)
    Job.objects.create(kind="load", title="Other file", owner=kiran)

    assert "My file" in page(client_of(meera))
    assert "50 %" in page(client_of(meera))
    assert "Other file" not in page(client_of(meera))


def test_an_admin_sees_every_study_and_the_way_to_the_tables(client_of, noor, meera):
    make_study(meera)

    assert "Saturday" in page(client_of(noor))
    assert 'href="/admin/"' in page(client_of(noor))


def test_more_studies_and_judges_cost_no_more_queries(client_of, meera, asha, ravi):
    client = client_of(meera)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page(client)
        return len(captured)

    make_participation(make_study(meera), meera)
    few = queries()
    for number in range(8):
        study = make_study(meera, slug=f"study-{number}")
        make_participation(study, asha)
        make_participation(study, ravi)
        make_participation(study, meera)

    assert queries() == few


def test_a_page_without_an_icon_of_its_own_finds_the_site_s(client):
    assert client.get("/favicon.ico").url == "/static/img/icon.svg"
