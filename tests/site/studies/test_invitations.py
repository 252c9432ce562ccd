from __future__ import annotations

import csv
import io
import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from evaluation.models import AuditEntry, Participation, Role, StudyState, User
from evaluation.services.errors import Refused
from evaluation.services.studies import invitations
from evaluation.services.studies.invitations import Invitee, LinkState
from evaluation.services.studies.invitees import read_invitees
from tests.site.factories import make_participation, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(meera):
    return make_study(meera)


def invite(study, *people, **options):
    made, _again = invitations.invite(study=study, people=people, actor=study.owner, **options)
    return made


def token_of(judge) -> str:
    return invitations.personal_link(judge).removeprefix("/j/").removesuffix("/")


# -- Links --------------------------------------------------------------------------


def test_a_personal_link_leads_to_its_judge_and_no_other(study):
    first, second = invite(study, Invitee("Asha"), Invitee("Ravi"))
    assert invitations.participation_of(token_of(first)) == first
    assert invitations.participation_of(token_of(second)) == second


def test_a_forged_or_cut_link_opens_nothing(study):
    (judge,) = invite(study, Invitee("Asha"))
    token = token_of(judge)
    key, nonce, signature = token.split(".")
    for wrong in (
        "",
        "x",
        token[:-1],
        f"{key}.{nonce}",
        f"{key}.{nonce}.{signature[::-1]}",
        f"{key}x.{nonce}.{signature}",
    ):
        with pytest.raises(Refused, match="not complete"):
            invitations.participation_of(wrong)


def test_an_expired_link_says_so(study):
    (judge,) = invite(study, Invitee("Asha"), days=1)
    Participation.objects.update(link_expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Refused, match="expired"):
        invitations.participation_of(token_of(judge))


def test_a_revoked_link_opens_nothing_and_a_new_one_does(study):
    (judge,) = invite(study, Invitee("Asha"))
    old = token_of(judge)
    invitations.revoke(participation=judge, actor=study.owner)
    with pytest.raises(Refused, match="no longer valid"):
        invitations.participation_of(old)
    invitations.renew(participation=judge, actor=study.owner)
    assert invitations.participation_of(token_of(judge)) == judge
    with pytest.raises(Refused, match="no longer valid"):
        invitations.participation_of(old)


@pytest.mark.parametrize("role", [Role.RESEARCHER, Role.ADMIN, Role.JUDGE])
def test_a_link_never_signs_in_somebody_who_has_a_password_or_a_higher_role(study, role):
    User.objects.create_user(
        "ruth", email="ruth@example.org", password="a password" if role == Role.JUDGE else None, role=role
    )
    (judge,) = invite(study, Invitee("Ruth", "Ruth@Example.org"))
    assert judge.user.username == "ruth"
    with pytest.raises(Refused, match="sign in with your password"):
        invitations.participation_of(token_of(judge))
    assert invitations.link_state(judge) == LinkState.PASSWORD


def test_an_address_invited_to_two_studies_is_two_people_to_the_site(study, kiran):
    """Else whoever hands out the second link could open the first study with it."""
    other = make_study(kiran, slug="other")
    (first,), (second,) = (invite(each, Invitee("Asha", "asha@example.org")) for each in (study, other))
    assert first.user != second.user
    assert first.email == second.email == "asha@example.org"


# -- Inviting -----------------------------------------------------------------------


def test_invited_people_have_pseudonyms_seeds_and_no_password(study):
    judges = invite(study, *[Invitee(f"Judge {number}") for number in range(3)])
    assert [judge.pseudonym for judge in judges] == ["J01", "J02", "J03"]
    assert len({judge.seed for judge in judges}) == 3
    for judge in judges:
        assert judge.user.role == Role.JUDGE
        assert not judge.user.has_usable_password()


def test_nobody_is_invited_twice(study, asha):
    invite(study, Invitee("Asha", "asha@example.org"), Invitee("", "new@example.org"))
    people = [
        Invitee("", "ASHA@example.org"),
        Invitee("", "New@example.org"),
        Invitee("", "x@example.org"),
        Invitee("", "X@example.org"),
    ]
    made, again = invitations.invite(study=study, people=people, actor=study.owner)
    assert [judge.email for judge in made] == ["x@example.org"]
    assert len(again) == 3


def test_pseudonyms_of_erased_judges_are_not_given_while_taken(study):
    judges = invite(study, Invitee("a"), Invitee("b"), Invitee("c"))
    judges[0].user.delete()
    assert [judge.pseudonym for judge in invite(study, Invitee("d"), Invitee("e"))] == ["J04", "J05"]


def test_inviting_many_takes_as_many_lookups_as_inviting_one(study, django_assert_max_num_queries):
    with django_assert_max_num_queries(8 + 2 * 40):
        invite(study, *[Invitee(f"J {n}", f"j{n}@example.org") for n in range(40)])


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Asha Rao", [("Asha Rao", "")]),
        ("asha@example.org", [("", "asha@example.org")]),
        ("Asha Rao, asha@example.org\nRavi", [("Asha Rao", "asha@example.org"), ("Ravi", "")]),
        ("Asha Rao <asha@example.org>", [("Asha Rao", "asha@example.org")]),
        ("asha@example.org;Asha Rao", [("Asha Rao", "asha@example.org")]),
        ("asha@example.org\tAsha", [("Asha", "asha@example.org")]),
        ('"Rao, Asha",asha@example.org', [("Rao, Asha", "asha@example.org")]),
        ("\ufeffEmail,Name\nasha@example.org,Asha\n,Ravi", [("Asha", "asha@example.org"), ("Ravi", "")]),
        ("id;name;e-mail\n7;आशा;asha@example.org", [("आशा", "asha@example.org")]),
        ("\n\n Asha \n\n", [("Asha", "")]),
    ],
)
def test_people_are_read_from_lines_and_tables(text, people):
    assert [(person.name, person.email) for person in read_invitees(text)] == people


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "at least one name"),
        (" \n ", "at least one name"),
        ("Asha\nravi@nowhere", "Line 2: “ravi@nowhere” is not an e-mail address"),
        ("a@example.org, b@example.org", "Line 1: there are two"),
        ("name,email\n,", "Line 2: write a name"),
        ("x" * 151, "Line 1: a name has at most 150"),
        ("a\x07b", "Line 1: a name"),
        ("\n".join(["Asha"] * 2001), "at most 2000 people"),
        ('"Asha', None),
    ],
)
def test_people_that_cannot_be_read_are_refused_by_line(text, said):
    if said is None:
        assert read_invitees(text)[0].name == "Asha"
        return
    with pytest.raises(Refused, match=said) as refused:
        read_invitees(text)
    assert refused.value.field == "people"


# -- Joining ------------------------------------------------------------------------


@pytest.fixture
def open_to_all(meera):
    return make_study(meera, join_link_open=True, slug="open")


def test_a_newcomer_joins_without_an_account(open_to_all):
    first, second = (invitations.join(study=open_to_all, user=None) for _ in range(2))
    assert first.user != second.user
    assert (first.pseudonym, second.pseudonym) == ("J01", "J02")


def test_somebody_signed_in_joins_once(open_to_all, asha):
    assert invitations.join(study=open_to_all, user=asha) == invitations.join(study=open_to_all, user=asha)


def test_the_participant_id_of_a_crowd_work_site_brings_back_whoever_proves_to_be_the_same(open_to_all):
    first = invitations.join(study=open_to_all, user=None, external_id="5f1e")
    proofs = {str(first.pk): first.link_nonce}
    assert invitations.join(study=open_to_all, user=None, external_id="5f1e", proofs=proofs) == first
    assert invitations.join(study=open_to_all, user=None, external_id="other", proofs=proofs) != first
    assert invitations.join(study=open_to_all, user=None, external_id="5f1e", proofs={str(first.pk): "x"}) != first


def test_a_participant_id_of_somebody_with_a_password_does_not_let_others_in(open_to_all, asha, ravi):
    first = invitations.join(study=open_to_all, user=asha, external_id="5f1e")
    nobody = invitations.join(study=open_to_all, user=None, external_id="5f1e")
    ravis = invitations.join(study=open_to_all, user=ravi, external_id="5f1e")
    assert asha not in {nobody.user, ravis.user}
    assert [each.is_double for each in (first, nobody, ravis)] == [False, True, True]
    with pytest.raises(Refused, match="sign in with your password"):
        invitations.join(study=open_to_all, user=None, external_id="5f1e", proofs={str(first.pk): first.link_nonce})


def test_a_study_that_wants_a_participant_id_asks_for_it(open_to_all):
    open_to_all.participant_parameter = "PROLIFIC_PID"
    open_to_all.save()
    with pytest.raises(Refused, match="PROLIFIC_PID"):
        invitations.join(study=open_to_all, user=None)


@pytest.mark.parametrize("external_id", ["x" * 101, "a\nb", "a\x00b"])
def test_an_odd_participant_id_is_refused(open_to_all, external_id):
    with pytest.raises(Refused, match="not one"):
        invitations.join(study=open_to_all, user=None, external_id=external_id)


@pytest.mark.parametrize(
    "change", [{"state": StudyState.PAUSED}, {"state": StudyState.DRAFT}, {"join_link_open": False}]
)
def test_nobody_joins_a_study_that_takes_nobody(open_to_all, change):
    for name, value in change.items():
        setattr(open_to_all, name, value)
    open_to_all.save()
    with pytest.raises(Refused, match="does not take new judges"):
        invitations.join(study=open_to_all, user=None)
    assert not Participation.objects.exists()


# -- The page -----------------------------------------------------------------------


@pytest.fixture
def judges_page(client_of, study):
    client = client_of(study.owner)
    client.address = f"/studies/{study.slug}/judges/"
    return client


def test_pasted_people_get_links_in_a_table_and_a_csv(judges_page, study):
    answer = judges_page.post(
        judges_page.address, {"people": "Asha, asha@example.org\n=Ravi()", "days": "30"}, follow=True
    )
    html = answer.content.decode()
    assert "2 judges invited" in html
    for judge in study.participations.all():
        assert f"http://127.0.0.1:8000{invitations.personal_link(judge)}" in html
    rows = list(
        csv.DictReader(io.StringIO(judges_page.get(f"{judges_page.address}links.csv").content.decode("utf-8-sig")))
    )
    assert [(row["judge"], row["name"], row["email"]) for row in rows] == [
        ("J01", "Asha", "asha@example.org"),
        ("J02", "'=Ravi()", ""),
    ]
    token = rows[0]["link"].removeprefix("http://127.0.0.1:8000/j/").rstrip("/")
    assert invitations.participation_of(token).user.name == "Asha"
    assert AuditEntry.objects.filter(action="links.exported").exists()


def test_people_come_from_a_csv_file(judges_page, study):
    file = SimpleUploadedFile("judges.csv", "name,email\nआशा,asha@example.org\n".encode("utf-8-sig"))
    assert judges_page.post(judges_page.address, {"people": "", "file": file, "days": "30"}).status_code == 302
    assert study.participations.get().user.name == "आशा"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"people": "", "days": "30"}, "at least one name"),
        ({"people": "Asha\na@b", "days": "30"}, "Line 2"),
        ({"people": "Asha", "days": "0"}, "greater than or equal to 1"),
        ({"people": "Asha", "days": "x"}, "Enter a whole number"),
        ({"people": "Asha", "days": ""}, "This field is required"),
        ({"people": "", "days": "30", "file": b"caf\xe9"}, "not UTF-8"),
        ({"people": "", "days": "30", "file": b"x" * 1_000_001}, "larger than 1 MB"),
        ({"people": "", "days": "30", "file": b""}, "The submitted file is empty"),
    ],
)
def test_wrong_invitations_are_said_at_the_field_and_invite_nobody(judges_page, study, sent, said):
    if "file" in sent:
        sent = sent | {"file": SimpleUploadedFile("judges.csv", sent["file"])}
    answer = judges_page.post(judges_page.address, sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not study.participations.exists()


def test_links_are_revoked_and_renewed_on_the_page(judges_page, study):
    (judge,) = invite(study, Invitee("Asha"))
    old = invitations.personal_link(judge)
    judges_page.post(f"{judges_page.address}J01/revoke/")
    assert old not in judges_page.get(judges_page.address).content.decode()
    judges_page.post(f"{judges_page.address}J01/renew/")
    judge.refresh_from_db()
    assert invitations.personal_link(judge) in judges_page.get(judges_page.address).content.decode()
    assert judges_page.post(f"{judges_page.address}J99/renew/").status_code == 404
    assert judges_page.get(f"{judges_page.address}J01/renew/").status_code == 405
    assert judges_page.post(f"{judges_page.address}J01/burn/").status_code == 404


def test_an_expired_link_is_said_to_be_and_can_be_made_anew(judges_page, study):
    (judge,) = invite(study, Invitee("Asha"))
    Participation.objects.update(link_expires_at=timezone.now() - timedelta(days=1))
    html = judges_page.get(judges_page.address).content.decode()
    assert "expired" in html
    assert invitations.personal_link(judge) not in html
    judges_page.post(f"{judges_page.address}J01/renew/")
    judge.refresh_from_db()
    assert invitations.link_state(judge) == LinkState.VALID


def test_inviting_somebody_again_is_said_on_the_page(judges_page, study):
    invite(study, Invitee("Asha", "asha@example.org"))
    answer = judges_page.post(judges_page.address, {"people": "asha@example.org", "days": "9"}, follow=True)
    assert "Invited before, and not again: asha@example.org" in answer.content.decode()
    assert study.participations.count() == 1


def test_others_see_neither_judges_nor_links(study, client_of, kiran, asha):
    invite(study, Invitee("Ravi"))
    for path in ("judges/", "judges/links.csv"):
        assert client_of(kiran).get(f"/studies/{study.slug}/{path}").status_code == 404
        assert client_of(asha).get(f"/studies/{study.slug}/{path}").status_code == 403
    for action in ("revoke", "renew"):
        assert client_of(kiran).post(f"/studies/{study.slug}/judges/J01/{action}/").status_code == 404


def test_the_page_takes_as_many_queries_for_forty_judges_as_for_two(judges_page, study, django_assert_max_num_queries):
    invite(study, Invitee("a"), Invitee("b"))
    judges_page.get(judges_page.address)
    with django_assert_max_num_queries(10) as few:
        judges_page.get(judges_page.address)
    for number in range(38):
        make_participation(study, User.objects.create_user(f"j{number}"), pseudonym=f"K{number}")
    with django_assert_max_num_queries(len(few)):
        judges_page.get(judges_page.address)


def name_cell(html: str) -> str:
    """What stands under "Name and address" in the only row."""
    row = html[html.index("<tbody>") : html.index("</tbody>")]
    return re.search(r"<td>(.*?)</td>", row, re.DOTALL).group(1).strip()


def test_a_judge_with_an_address_alone_has_no_empty_first_line(judges_page, study):
    judges_page.post(judges_page.address, {"people": "asha@example.org", "days": "30"})
    cell = name_cell(judges_page.get(judges_page.address).text)
    assert re.sub(r"<[^>]*>", "", cell).split() == ["asha@example.org"]
    assert "<br>" not in cell
    assert not re.search(r"<div[^>]*>\s*</div>", cell)


def test_what_is_mailed_and_what_is_not_is_said_beside_it(judges_page, study, settings):
    judges_page.post(judges_page.address, {"people": "asha@example.org", "days": "30"})
    page = " ".join(judges_page.get(judges_page.address).text.split())
    assert "Nothing is sent" not in page
    assert "inviting sends no message" in page
    assert "E-mail a reminder to 1 judge <" in page
    assert "No mail server" not in page
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "No mail server is set up" in judges_page.get(judges_page.address).text
