"""A running site with production settings: redirects, headers, static files, logs."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from tests.site.rating.judge_in_browser import wait_for_sentence
from tests.site.real_site import eventually

JUDGE = """
from evaluation.models import User
from evaluation.services.studies import invitations
from tests.site.factories import make_participation, make_study
study = make_study(User.objects.create_user("meera", role="researcher"))
print(invitations.personal_link(make_participation(study, User.objects.create_user("asha", role="judge"))))
"""


def lines(site) -> list[dict]:
    return [json.loads(line) for line in site.words().splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def link(site):
    """The personal link of a judge whose first sentence waits."""
    made = site.manage("shell", "--no-imports", "-v", "0", "-c", JUDGE)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_it_is_healthy_and_ready(site):
    with site.browser() as browser:
        assert browser.get("/healthz").text == "ok\n"
        assert browser.get("/readyz").json() == {"ready": True}


def test_health_is_told_without_tls_for_machines_inside(site):
    with site.browser() as browser:
        assert browser.get("/healthz", headers={"X-Forwarded-Proto": "http"}).status_code == 200


def test_people_are_sent_to_https_and_told_to_stay_there(site):
    with site.browser() as browser:
        plain = browser.get("/sign-in/", headers={"X-Forwarded-Proto": "http"})
        safe = browser.get("/sign-in/")

    assert (plain.status_code, plain.headers["location"]) == (
        301,
        "https://127.0.0.1/sign-in/".replace("127.0.0.1", site.url.removeprefix("http://")),
    )
    assert safe.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains; preload"


def test_cookies_are_for_this_site_over_tls_only(site):
    with site.browser() as browser:
        cookie = browser.get("/sign-in/").headers["set-cookie"]

    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Lax"))


def test_a_request_for_another_host_is_refused(site):
    with site.browser() as browser:
        assert browser.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_static_files_are_hashed_compressed_and_kept_for_good(site):
    with site.browser() as browser:
        page = browser.get("/sign-in/").text
        address = re.search(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page).group(1)
        brotli = browser.get(address, headers={"Accept-Encoding": "br"})
        gzip = browser.get(address, headers={"Accept-Encoding": "gzip"})

    assert brotli.headers["content-encoding"] == "br"
    assert gzip.headers["content-encoding"] == "gzip"
    assert "immutable" in brotli.headers["cache-control"]
    assert int(brotli.headers["content-length"]) < 6000
    assert "/*" not in gzip.text


def test_scripts_import_each_other_by_their_hashed_names(site, link):
    with site.browser() as browser:
        browser.follow_redirects = True
        addresses = re.findall(r'(?:src|href)="(/static/js/[^"]+)"', browser.get(link).text)
        scripts = {address: browser.get(address) for address in addresses}
    names = re.findall(r'from "\./(.+)";', "".join(script.text for script in scripts.values()))
    imported = {f"/static/js/rating/{name}" for name in names}

    assert all(re.fullmatch(r"/static/js/rating/\w+\.[0-9a-f]{12}\.js", address) for address in scripts)
    assert {script.headers["content-type"] for script in scripts.values()} == {'text/javascript; charset="utf-8"'}
    assert all("immutable" in script.headers["cache-control"] for script in scripts.values())
    assert len(imported) > 3
    assert imported < set(scripts)
    assert not re.search(r"^\s*(//|/\*)", "".join(script.text for script in scripts.values()), re.MULTILINE)


def test_a_judges_scripts_run_under_the_content_security_policy(site, link, chromium):
    context = chromium.new_context(base_url=site.url, extra_http_headers={"X-Forwarded-Proto": "https"})
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("requestfailed", lambda request: faults.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.goto(link)
    wait_for_sentence(page, "Sentence 1 of 3")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    context.close()

    assert faults == []


def test_every_line_of_the_log_is_json_and_requests_carry_their_id(site):
    with site.browser() as browser:
        answer = browser.get(
            "/sign-in/?PROLIFIC_PID=participant-of-another-site", headers={"X-Request-ID": "abcdef-0123456789"}
        )

    assert answer.headers["x-request-id"] == "abcdef-0123456789"
    eventually(lambda: any(line["request_id"] == "abcdef-0123456789" for line in lines(site)), "it is logged")
    (line,) = [line for line in lines(site) if line["request_id"] == "abcdef-0123456789"]
    assert (line["logger"], line["method"], line["path"], line["status"]) == (
        *("gunicorn.access", "GET", "/sign-in/", 200),
    )
    assert line["milliseconds"] > 0
    assert "participant-of-another-site" not in site.words()
    talk = ("CSwitch is at", "Ctrl-C stops it.")
    others = [line for line in site.words().splitlines() if line and not line.startswith(("{", *talk))]
    assert others == []


def test_secrets_in_addresses_are_not_logged(site):
    with site.browser() as browser:
        browser.get("/j/abc:secret-token/")
        browser.get("/password/new/MQ/secret-token/")

    eventually(lambda: len([line for line in lines(site) if "***" in line.get("path", "")]) >= 2, "both are logged")
    assert "secret-token" not in site.words()


def test_processes_count_together(site):
    """Ten mails an hour from one address, whichever process is asked (an hour may end in between)."""

    def ask(_number: int) -> int:
        with site.browser() as browser:
            return browser.send_form("/password/forgotten/", email="nobody@example.org").status_code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(32)))
    counted = site.manage(
        *("shell", "--no-imports", "-v", "0", "-c"),
        "from evaluation.models import ThrottleCounter as T; "
        "print(*T.objects.filter(scope='password-mail').values_list('count', flat=True))",
    )

    counts = [int(word) for word in counted.stdout.split()]
    assert sum(counts) == 32
    assert answers.count(302) == sum(min(count, 10) for count in counts)
    assert set(answers) == {302, 429}


def test_a_second_instance_at_the_same_port_says_how_to_choose_another(site):
    port = site.url.rpartition(":")[2]
    second = site.manage("serve", "--port", port)

    assert second.returncode == 1
    assert f"PORT={int(port) + 1}" in second.stderr
    assert "Traceback" not in second.stderr
