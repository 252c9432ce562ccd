"""Two-factor sign-in and the e-mail address as people meet them, on wide and on narrow screens, in light and dark."""

import re
import time
from base64 import b32decode
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core import mail
from playwright.sync_api import expect

from evaluation.services.support import throttle
from tests.browser import WCAG, check_with_axe, sign_in
from tests.site.accounts.app import code_at, turn_on
from tests.site.rating.judge_in_browser import fits_the_screen

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = [pytest.param(("light", 1280), marks=pytest.mark.slow), ("dark", 390)]


@pytest.fixture(params=LOOKS, ids=lambda look: "-".join(map(str, look)))
def look(request, new_page):
    scheme, width = request.param
    return new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)


def check(page, name: str) -> None:
    check_with_axe(page, name, **WCAG)
    assert fits_the_screen(page), name


def give_password(page, name: str) -> None:
    page.goto("/sign-in/")
    page.fill("#id_username", name)
    page.fill("#id_password", f"{name} has a password")
    page.click("main button.primary")


def test_meera_sets_it_up_keeps_her_codes_and_signs_in_with_one(look, meera):
    page = look
    give_password(page, "meera")
    page.goto("/profile/")
    check(page, "profile")
    page.click("text=Set it up")
    check(page, "set-up")
    page.fill("#id_code", "wrong")
    page.click("main button.primary")
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    check(page, "set-up-wrong")
    key = b32decode(page.locator("#key").inner_text().replace(" ", "")).hex()
    page.fill("#id_code", code_at(key))
    page.click("main button.primary")
    codes = page.locator("#codes").inner_text()
    check(page, "recovery-codes")
    with page.expect_download() as download:
        page.click("text=Download")
    assert Path(download.value.path()).read_text() == codes

    page.click("text=I have kept them")
    page.click("text=Recovery codes, or turn it off")
    check(page, "second-factor")
    page.click(".menu-button")
    page.click("text=Sign out")
    give_password(page, "meera")
    check(page, "code")
    page.fill("#id_code", codes.split()[0])
    page.click("main button.primary")
    expect(page.locator(".site-header")).to_contain_text("Meera")


def test_too_many_wrong_codes_are_answered_by_a_page(look, meera, monkeypatch):
    moment = time.time()
    monkeypatch.setattr(throttle, "time", SimpleNamespace(time=lambda: moment))
    turn_on(meera, steps=0)
    give_password(look, "meera")
    for _ in range(6):
        look.fill("#id_code", "wrong")
        look.click("main button.primary")
    expect(look.locator("h1")).to_have_text("Too many tries")
    check(look, "locked-out")


def test_asha_changes_her_address(look, asha, live_server, settings):
    settings.SITE_URL = live_server.url
    page = look
    sign_in(page, asha, live_server.url)
    page.goto("/profile/")
    page.fill("#id_email", "new@example.org")
    page.click("main button.primary")
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    check(page, "profile-wrong")
    page.fill("#id_password", "asha has a password")
    page.click("main button.primary")
    expect(page.locator(".messages")).to_contain_text("A message was sent to new@example.org")
    check(page, "profile-sent")
    page.goto(re.search(r"\S+/profile/email/\S+", mail.outbox[-1].body).group())
    check(page, "confirm-email")
    page.click("text=Use this address")
    expect(page.locator("#id_email")).to_have_value("new@example.org")
    page.goto("/profile/email/forged/")
    check(page, "confirm-email-wrong")


def test_the_token_page(look, meera, live_server):
    sign_in(look, meera, live_server.url)
    look.goto("/profile/token/")
    look.click("text=Make a token")
    check(look, "token")
