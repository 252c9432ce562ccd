"""The site behind a real nginx, with the configuration that we ship."""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import time
from contextlib import ExitStack

import httpx
import pytest

from tests.postgres import free_port
from tests.programs import program
from tests.site.real_site import PATIENCE, PRODUCTION, ROOT, Site, eventually, own_database

# More half-sent requests than the site has threads.
THREADS, HALF_SENT = 2, 12
MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


def configuration(folder, site_port: str, port: int) -> str:
    """The file we ship, with the test's ports and certificate in place of the administrator's."""
    ours = (ROOT / "deploy" / "nginx.conf").read_text()
    for shipped, here in [
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{site_port};"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("cswitch.example.org", "127.0.0.1"),
        ("/etc/ssl/certs/cswitch.pem", f"{folder}/cswitch.pem"),
        ("/etc/ssl/private/cswitch.key", f"{folder}/cswitch.key"),
    ]:
        assert shipped in ours
        ours = ours.replace(shipped, here)
    return MAIN.format(folder=folder, site=ours)


def make_certificate(folder) -> None:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", f"{folder}/cswitch.key", "-out", f"{folder}/cswitch.pem"),
        ],
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """The site's address behind nginx, and a context that trusts its certificate."""
    nginx = program("nginx", "nginx-light")
    folder = tmp_path_factory.mktemp("proxy")
    # Nginx's own processes run as another user, who must reach the folder.
    folder.chmod(0o755)
    folder.parent.chmod(0o755)
    make_certificate(folder)
    port = free_port()
    with ExitStack() as stack:
        database = stack.enter_context(own_database(folder))
        few = {"WEB_THREADS": str(THREADS)}
        site = stack.enter_context(Site(folder / "data", database, "--web", "1", "--workers", "0", **PRODUCTION | few))
        (folder / "nginx.conf").write_text(configuration(folder, site.url.rpartition(":")[2], port))
        log = stack.enter_context((folder / "nginx.log").open("wb"))
        command = [nginx, "-c", str(folder / "nginx.conf"), "-p", str(folder)]
        proxy = subprocess.Popen(command, stdout=log, stderr=log)
        stack.callback(proxy.wait, 30)
        stack.callback(proxy.terminate)
        eventually(lambda: proxy.poll() is not None or listens(port), "nginx listens")
        assert proxy.poll() is None, (folder / "nginx.log").read_text()
        yield f"https://127.0.0.1:{port}", ssl.create_default_context(cafile=f"{folder}/cswitch.pem")


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def visitor(proxied):
    url, trusted = proxied
    with httpx.Client(base_url=url, verify=trusted, timeout=PATIENCE) as client:
        yield client


def test_people_sign_in_through_it(visitor):
    page = visitor.get("/sign-in/", headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"})
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text).group(1)
    sent = {"csrfmiddlewaretoken": token, "username": "asha", "password": "not hers"}
    answer = visitor.post("/sign-in/", data=sent, headers={"Origin": str(visitor.base_url).rstrip("/")})

    assert page.status_code == 200
    assert "Secure" in page.headers["set-cookie"]
    assert answer.status_code == 200
    assert "password" in answer.text


def test_half_sent_answers_do_not_keep_others_waiting(proxied, visitor):
    url, trusted = proxied
    port = int(url.rpartition(":")[2])
    head = "POST /api/v1/token/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    half = head + 'Content-Length: 5000\r\n\r\n{"username": "mall'
    with ExitStack() as stack:
        for _ in range(HALF_SENT):
            plain = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            half_sent = stack.enter_context(trusted.wrap_socket(plain, server_hostname="127.0.0.1"))
            half_sent.sendall(half.encode())
        start = time.monotonic()
        answers = {visitor.get("/sign-in/").status_code for _ in range(10)}
        seconds = time.monotonic() - start

    assert answers == {200}
    # A thread of the site that waited for one of them would wait until the client hangs up, or the site's limit.
    assert seconds < 10
