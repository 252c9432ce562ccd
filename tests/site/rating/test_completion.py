"""How a study ends for those who came from a crowd-work site, and how their ids arrive."""

import pytest

from evaluation.services.errors import Refused
from evaluation.services.studies import crowd_sites, invitations
from tests.site.factories import add_attention, make_participation, make_place, make_rating, make_study
from tests.site.forms import page_of

pytestmark = pytest.mark.django_db

CODES = {"completion_code": "DONE-1", "screened_out_code": "OUT-1", "failed_checks_code": "FAIL-1"}
BACK = "https://app.prolific.com/submissions/complete?cc={code}"


@pytest.fixture
def study(meera):
    return make_study(meera, join_link_open=True, most_failed_checks=0, return_address=BACK, **CODES)


def ended(study, user, state, check=None):
    mine = make_participation(study, user, state=state)
    if check is not None:
        place = make_place(mine, add_attention(study))
        for criterion in study.criteria.all():
            make_rating(place, criterion, check)
    return mine


@pytest.mark.parametrize(
    ("state", "check", "code"),
    [("finished", None, "DONE-1"), ("finished", 0, "DONE-1"), ("finished", 5, "FAIL-1"), ("ineligible", None, "OUT-1")],
)
def test_each_end_has_its_own_code_and_takes_it_back_to_the_site(client, study, asha, state, check, code):
    mine = ended(study, asha, state, check)
    html = page_of(client.get(f"/rate/{mine.key}/"))
    assert f'<code id="code">{code}</code>' in html
    assert f'href="https://app.prolific.com/submissions/complete?cc={code}"' in html


def test_failed_checks_make_no_difference_where_the_study_says_so(client, study, asha):
    study.most_failed_checks = None
    study.save()
    assert "DONE-1" in page_of(client.get(f"/rate/{ended(study, asha, 'finished', 5).key}/"))


def test_whoever_withdraws_gets_no_code(client, study, asha):
    html = page_of(client.get(f"/rate/{ended(study, asha, 'withdrawn').key}/"))
    assert not [code for code in CODES.values() if code in html]


@pytest.mark.parametrize(
    ("parameter", "tail"),
    [
        (
            "PROLIFIC_PID",
            "?PROLIFIC_PID={{%PROLIFIC_PID%}}&amp;STUDY_ID={{%STUDY_ID%}}&amp;SESSION_ID={{%SESSION_ID%}}</code>",
        ),
        ("workerId", "?workerId=&quot; + encodeURIComponent(worker)"),
        ("survey_code", "?survey_code=%SURVEY_CODE%</code>"),
        ("who", "?who=…</code>"),
    ],
)
def test_the_study_page_has_the_exact_address_to_paste(client_of, study, meera, parameter, tail):
    study.participant_parameter = parameter
    study.save()
    html = page_of(client_of(meera).get(f"/studies/{study.slug}/"))
    assert f"/join/{study.join_key}/{tail.removeprefix('/')}" in html


def test_a_researcher_checks_that_the_id_arrives(client_of, client, study, meera):
    study.participant_parameter = "PROLIFIC_PID"
    study.save()
    join, researcher = f"/join/{study.join_key}/", client_of(meera)
    assert "The participant id arrived: test-id" in page_of(researcher.get(f"{join}?PROLIFIC_PID=test-id"))
    assert "The placeholder was not replaced" in page_of(researcher.get(join, {"PROLIFIC_PID": "{{%PROLIFIC_PID%}}"}))
    assert "No participant id arrived" in page_of(researcher.get(join))
    assert "arrived" not in page_of(client.get(f"{join}?PROLIFIC_PID=test-id")), "judges are not told"


def test_the_id_can_be_checked_before_the_study_is_open(client_of, client, study, meera):
    study.participant_parameter, study.state = "PROLIFIC_PID", "draft"
    study.save()
    address = f"/join/{study.join_key}/?PROLIFIC_PID=test-id"
    html = page_of(client_of(meera).get(address))
    assert "The participant id arrived: test-id" in html
    assert "Show me the study" not in html
    assert client_of(meera).post(address).status_code == 200
    assert not study.participations.exists()
    assert client.get(address).status_code == 403


def test_how_many_ids_arrived_is_counted(study, asha, ravi):
    make_participation(study, asha, external_id="5f3a")
    make_participation(study, ravi)
    arrived = crowd_sites.arrivals(study)
    assert (arrived.with_id, arrived.without_id) == (1, 1)
    assert arrived.last_at


def test_nobody_comes_in_under_a_placeholder(study):
    with pytest.raises(Refused, match="participant id in the address is not one"):
        invitations.join(study=study, user=None, external_id="{{%PROLIFIC_PID%}}")
