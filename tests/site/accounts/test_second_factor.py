"""Two-factor sign-in for admins and researchers."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from rest_framework.authtoken.models import Token

from evaluation.models import AuditEntry
from evaluation.services.accounts import personal_data, second_factor, tokens
from tests.site.accounts.app import code_at, give_password, is_signed_in, present_code, turn_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]

SET_UP = "/profile/second-factor/"
CODE = "/sign-in/code/"


def key_on(page) -> str:
    """The key as somebody types it into an app."""
    from base64 import b32decode

    text = re.search(r'<code id="key">([A-Z2-7 ]+)</code>', page.content.decode()).group(1)
    return b32decode(text.replace(" ", "")).hex()


def codes_on(page) -> list[str]:
    return re.search(r'<pre id="codes"[^>]*>(.*?)</pre>', page.content.decode(), re.DOTALL).group(1).split()


def actions() -> set[str]:
    return set(AuditEntry.objects.values_list("action", flat=True))


def test_a_researcher_sets_it_up_with_picture_key_and_code(client_of, meera):
    client = client_of(meera)
    page = client.get(SET_UP)
    assert "<svg" in page.content.decode()
    assert "style=" not in page.content.decode()
    done = client.post(SET_UP, {"code": code_at(key_on(page))})

    assert len(set(codes_on(done))) == 10
    assert "no-store" in done["Cache-Control"]
    meera.refresh_from_db()
    assert meera.has_second_factor
    assert is_signed_in(client)
    assert "second_factor.turned_on" in actions()


def test_a_wrong_code_turns_nothing_on_and_keeps_the_key(client_of, meera):
    client = client_of(meera)
    key = key_on(client.get(SET_UP))
    wrong = f"{(int(code_at(key)) + 1) % 1_000_000:06}"
    page = client.post(SET_UP, {"code": wrong})

    assert "not the code of the app" in page.content.decode()
    assert key_on(page) == key
    meera.refresh_from_db()
    assert not meera.has_second_factor
    assert not TOTPDevice.objects.exists()


def test_the_password_alone_no_longer_signs_in(client, meera):
    turn_on(meera)
    assert give_password(client, meera).url == CODE
    assert not is_signed_in(client)
    assert client.get("/api/v1/me/").status_code == 401

    client.post(CODE, {"code": present_code(meera)})
    assert is_signed_in(client)


def test_the_code_leads_on_to_the_page_that_was_asked_for(client, noor):
    turn_on(noor)
    give_password(client, noor, next="/admin/")

    assert client.post(CODE, {"code": present_code(noor)}).url == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_a_session_in_which_no_code_was_shown_opens_neither_pages_nor_the_admin(client_of, noor):
    elsewhere = client_of(noor)
    assert elsewhere.get("/admin/").status_code == 200
    turn_on(noor)

    assert elsewhere.get("/admin/").status_code == 302
    assert elsewhere.get("/people/").status_code == 302
    assert elsewhere.get("/api/v1/me/").status_code == 401


def test_a_code_works_once(client, meera):
    turn_on(meera)
    code = present_code(meera)
    give_password(client, meera)
    client.post(CODE, {"code": code})
    again = Client()
    give_password(again, meera)

    assert "wrong, or it was used before" in again.post(CODE, {"code": code}).content.decode()
    assert not is_signed_in(again)


def test_the_code_that_set_it_up_signs_nobody_in(client_of, client, meera):
    key = second_factor.new_key()
    second_factor.turn_on(person=meera, key=key, code=code_at(key))
    give_password(client, meera)

    assert client.post(CODE, {"code": code_at(key)}).status_code == 200


def test_a_recovery_code_signs_in_once_however_it_is_typed(client, meera):
    first, second, *_ = turn_on(meera)
    give_password(client, meera)
    client.post(CODE, {"code": first.upper().replace("-", " ")})
    assert is_signed_in(client)

    again = Client()
    give_password(again, meera)
    assert again.post(CODE, {"code": first}).status_code == 200
    again.post(CODE, {"code": second})
    assert is_signed_in(again)
    assert AuditEntry.objects.filter(action="second_factor.recovery_code_used", details={"left": 8}).exists()


def test_recovery_codes_are_not_stored_as_they_are(meera):
    codes = turn_on(meera)
    stored = set(StaticToken.objects.values_list("token", flat=True))

    assert len(stored) == 10
    assert not stored & {code.replace("-", "") for code in codes}


def test_nobody_uses_somebody_elses_codes(client, meera, kiran):
    turn_on(meera)
    stranger, *_ = turn_on(kiran)
    give_password(client, meera)

    assert client.post(CODE, {"code": stranger}).status_code == 200
    assert client.post(CODE, {"code": present_code(kiran)}).status_code == 200
    assert not is_signed_in(client)


def test_guessing_codes_is_stopped_from_wherever_it_comes(meera):
    turn_on(meera)
    answers = []
    for number in range(6):
        client = Client(REMOTE_ADDR=f"10.0.{number}.1")
        give_password(client, meera)
        answers.append(client.post(CODE, {"code": f"wrong{number}"}))

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "no code is taken for" in answers[-1].content.decode()
    assert client.post(CODE, {"code": present_code(meera)}).status_code == 429
    assert AuditEntry.objects.filter(action="second_factor.wrong_code").count() == 5


def test_a_browser_known_to_meera_takes_her_code_while_others_guess(meera):
    known = Client()
    give_password(known, meera)
    known.post("/sign-out/")
    turn_on(meera)
    guesser = Client()
    give_password(guesser, meera)
    for _ in range(6):
        guesser.post(CODE, {"code": "wrong"})

    give_password(known, meera)
    assert known.post(CODE, {"code": present_code(meera)}).status_code == 302


def test_right_codes_are_not_counted(meera):
    codes = turn_on(meera)
    for code in codes[:8]:
        client = Client()
        give_password(client, meera)
        assert client.post(CODE, {"code": code}).status_code == 302


def test_the_second_step_needs_the_first(client, client_of, meera, asha):
    turn_on(meera)

    assert client.get(CODE).url == "/sign-in/"
    assert client.post(CODE, {"code": present_code(meera)}).url == "/sign-in/"
    assert client_of(asha).get(CODE).url == "/"


@pytest.mark.parametrize("change", ["password", "closed", "late"])
def test_a_first_step_that_no_longer_holds_is_forgotten(client, meera, change, monkeypatch):
    from evaluation.pages.accounts import sign_in

    turn_on(meera)
    if change == "late":
        monkeypatch.setattr(sign_in, "CODE_SECONDS", -1)
    give_password(client, meera)
    if change == "password":
        meera.set_password("kahani sunao mujhe")
    meera.is_active = change != "closed"
    meera.save()

    assert client.post(CODE, {"code": present_code(meera)}).url == "/sign-in/"
    assert not is_signed_in(client)


def test_a_password_gives_no_api_token_but_the_page_does(client, meera):
    turn_on(meera)
    sent = {"username": "meera", "password": "meera has a password"}
    refused = client.post("/api/v1/token/", sent, content_type="application/json")
    assert refused.status_code == 403
    assert "in the browser, on your profile" in refused.json()["error"]["message"]
    assert not Token.objects.exists()

    give_password(client, meera)
    client.post(CODE, {"code": present_code(meera)})
    client.post("/profile/token/", {"show": ""})
    key = Token.objects.get(user=meera).key
    assert Client().get("/api/v1/me/", headers={"authorization": f"Token {key}"}).status_code == 200


def test_turning_it_on_ends_a_token_that_a_password_may_have_fetched(meera):
    tokens.token_of(meera)
    turn_on(meera)

    assert not Token.objects.exists()


@pytest.fixture
def meeras(client, meera):
    """A browser in which meera has signed in with a code."""
    turn_on(meera)
    give_password(client, meera)
    client.post(CODE, {"code": present_code(meera)})
    return client


def test_it_is_turned_off_with_the_password_only(meeras, meera):
    assert "not your password" in meeras.post(f"{SET_UP}off/", {"password": "wrong"}).content.decode()
    meera.refresh_from_db()
    assert meera.has_second_factor

    assert meeras.post(f"{SET_UP}off/", {"password": "meera has a password"}).url == "/profile/"
    assert give_password(Client(), meera).url == "/"
    assert not TOTPDevice.objects.exists()
    assert "second_factor.turned_off" in actions()


def test_new_recovery_codes_replace_the_old_ones(meeras, meera):
    before = set(StaticToken.objects.values_list("token", flat=True))
    page = meeras.post(f"{SET_UP}codes/", {"password": "meera has a password"})
    new, *_ = codes_on(page)

    assert not before & set(StaticToken.objects.values_list("token", flat=True))
    again = Client()
    give_password(again, meera)
    assert again.post(CODE, {"code": new}).status_code == 302
    assert "9 recovery codes left" in meeras.get(SET_UP).content.decode()
    assert "second_factor.new_recovery_codes" in actions()


def test_opening_an_address_changes_nothing(meeras, meera):
    for path in ("codes/", "off/"):
        assert meeras.get(f"{SET_UP}{path}").url == SET_UP
    meera.refresh_from_db()
    assert meera.has_second_factor


def test_an_admin_resets_it_for_somebody_who_lost_everything(client_of, noor, meera):
    turn_on(meera)
    chosen = {"action": "reset_second_factor", "_selected_action": [meera.pk]}
    client_of(noor).post("/admin/evaluation/user/", chosen)

    assert give_password(Client(), meera).url == "/"
    assert AuditEntry.objects.get(action="second_factor.reset").actor == noor


def test_keys_are_not_in_the_tables_of_the_admin(client_of, noor):
    assert client_of(noor).get("/admin/otp_totp/totpdevice/").status_code == 404
    assert client_of(noor).get("/admin/otp_static/staticdevice/").status_code == 404


def test_the_command_resets_it_for_the_last_admin(noor, capsys):
    turn_on(noor)
    call_command("reset_second_factor", "noor")

    assert give_password(Client(), noor).url == "/"
    with pytest.raises(CommandError, match="noor has no second factor"):
        call_command("reset_second_factor", "noor")
    with pytest.raises(CommandError, match="Nobody is called"):
        call_command("reset_second_factor", "nobody")


def test_erasing_somebody_erases_their_key(meera, noor):
    turn_on(meera)
    personal_data.erase(person=meera, actor=noor)

    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()


@pytest.mark.parametrize("who", ["meera", "noor"])
def test_where_it_is_required_researchers_and_admins_set_it_up_first(request, settings, client, who):
    settings.REQUIRE_TWO_FACTOR = True
    person = request.getfixturevalue(who)
    give_password(client, person)
    for path in ("/", "/studies/", "/profile/token/", "/admin/"):
        assert client.get(path).url == SET_UP
    assert client.get("/api/v1/me/").status_code == 401
    sent = {"username": who, "password": f"{who} has a password"}
    assert client.post("/api/v1/token/", sent, content_type="application/json").status_code == 403

    page = client.get(SET_UP)
    assert "before they go on" in page.content.decode()
    client.post(SET_UP, {"code": code_at(key_on(page))})
    assert client.get("/studies/").status_code == 200


def test_where_it_is_required_judges_and_strangers_notice_nothing(client, client_of, settings, asha):
    settings.REQUIRE_TWO_FACTOR = True

    assert client.get("/").status_code == 200
    assert client.get("/healthz").status_code == 200
    assert client_of(asha).get("/profile/").status_code == 200


def test_who_has_none_signs_in_as_before(client, noor):
    assert give_password(client, noor).url == "/"
    assert is_signed_in(client)


def test_a_second_factor_costs_no_query(client_of, meera, django_assert_num_queries):
    client = client_of(meera)
    with django_assert_num_queries(2):  # the session and the person
        client.get("/profile/password/")
