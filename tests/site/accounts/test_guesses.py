"""Guessing passwords is stopped, on the page and over the API together, and nobody locks a colleague out."""

import pytest
from django.test import Client

from evaluation.models import ThrottleCounter

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("still_clock"),
]

HOME = "203.0.113.5"
ELSEWHERE = "198.51.100.7"


def on_the_page(name, password="wrong", address=HOME, client=None):
    sent = {"username": name, "password": password}
    return (client or Client()).post("/sign-in/", sent, REMOTE_ADDR=address)


def over_the_api(name, password="wrong", address=HOME):
    sent = {"username": name, "password": password}
    return Client().post("/api/v1/token/", sent, content_type="application/json", REMOTE_ADDR=address)


WAYS = [on_the_page, over_the_api]


@pytest.fixture
def few_failures(settings):
    """Limits that are soon reached; they are multiples of this number."""
    settings.SIGN_IN_FAILURES = 2
    return settings.SIGN_IN_FAILURES


@pytest.mark.parametrize("way", WAYS)
def test_sixty_names_tried_from_one_address_are_stopped(way, asha):
    answers = [way(f"name-{number}").status_code for number in range(60)]

    assert answers.index(429) == 50
    assert way("asha", "asha has a password").status_code == 429
    assert way("asha", "asha has a password", address=ELSEWHERE).status_code in {200, 302}


@pytest.mark.parametrize("way", WAYS)
def test_guesses_from_many_addresses_of_one_network_against_one_name_are_stopped(way, asha):
    answers = [way("asha", address=f"2001:db8:1:2::{number:x}").status_code for number in range(1, 13)]

    assert answers.index(429) == 10
    assert way("asha", "asha has a password", address="2001:db8:ffff::1").status_code in {200, 302}


def test_guesses_from_all_over_a_wider_network_are_stopped(asha):
    answers = [on_the_page("asha", address=f"203.0.113.{number}").status_code for number in range(1, 33)]

    assert answers.index(429) == 30


def test_many_names_from_all_over_a_wider_network_are_stopped(asha, few_failures):
    answers = [on_the_page(f"name-{n}", address=f"203.0.113.{n}").status_code for n in range(52)]

    assert answers.index(429) == 25 * few_failures


def test_the_page_and_the_api_count_together(asha):
    for _ in range(5):
        on_the_page("asha")
        over_the_api("asha")

    assert on_the_page("asha", "asha has a password").status_code == 429
    assert over_the_api("asha", "asha has a password").status_code == 429


@pytest.mark.parametrize("way", WAYS)
def test_a_right_password_is_not_counted(way, asha):
    for _ in range(15):
        assert way("asha", "asha has a password").status_code in {200, 302}
    assert set(ThrottleCounter.objects.filter(scope="sign-in").values_list("count", flat=True)) == {0}


def test_whoever_is_guessed_at_from_everywhere_still_signs_in_from_a_place_of_their_own(asha, few_failures):
    for number in range(12 * few_failures):
        on_the_page("asha", address=f"10.{number}.0.1")

    answers = [on_the_page("asha", address=ELSEWHERE).status_code for _ in range(4)]
    assert answers == [200, 200, 429, 429]
    assert on_the_page("asha", "asha has a password", address="192.0.2.44").status_code == 302


def test_one_flooding_place_does_not_make_the_account_look_attacked(asha, settings):
    settings.SIGN_IN_FAILURES = 3
    for _ in range(15 * settings.SIGN_IN_FAILURES):
        on_the_page("asha")

    assert [on_the_page("asha", address=ELSEWHERE).status_code for _ in range(3)] == [200] * 3


def test_a_browser_in_which_asha_signed_in_before_is_not_hit_by_others_from_the_same_address(asha):
    known = Client()
    on_the_page("asha", "asha has a password", client=known)
    known.post("/sign-out/")
    for _ in range(12):
        on_the_page("asha")

    assert on_the_page("asha", "asha has a password").status_code == 429
    assert on_the_page("asha", "asha has a password", client=known).status_code == 302


def test_a_known_browser_is_no_way_to_guess_without_limit(asha):
    known = Client()
    on_the_page("asha", "asha has a password", client=known)
    known.post("/sign-out/")
    answers = [on_the_page("asha", client=known).status_code for _ in range(25)]

    assert answers.index(429) == 20


def test_a_browser_known_to_one_person_is_not_known_to_another(asha, mallory):
    browser = Client()
    on_the_page("mallory", "mallory has a password", client=browser)
    browser.post("/sign-out/")
    answers = [on_the_page("asha", client=browser).status_code for _ in range(11)]

    assert answers.index(429) == 10


@pytest.mark.parametrize("mark", ["", "forged", "a:b:c"])
def test_a_forged_mark_of_a_browser_helps_nobody(asha, mark):
    browser = Client()
    browser.cookies["known_browser"] = mark
    answers = [on_the_page("asha", client=browser).status_code for _ in range(11)]

    assert answers.index(429) == 10


def test_an_empty_form_is_no_guess(client, asha):
    for _ in range(15):
        client.post("/sign-in/", {"username": "asha", "password": ""})

    assert on_the_page("asha", "asha has a password", address="127.0.0.1").status_code == 302
