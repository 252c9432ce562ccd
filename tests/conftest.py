"""The cast: asha and ravi judge, mallory does not; meera and kiran run studies of their own, noor is the admin."""

from __future__ import annotations

import os

import pytest

# Playwright's synchronous interface runs an event loop in the thread of the test.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

pytest_plugins = ["tests.browser"]
QUICK_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory):
    """For collected static files: every client looks through it, while real servers fill the one of the checkout."""
    return tmp_path_factory.mktemp("static")


@pytest.fixture(autouse=True)
def plain_settings(settings, tmp_path, empty_folder):
    settings.PASSWORD_HASHERS = QUICK_HASHERS
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = tmp_path / "data" / "files"
    settings.STATIC_ROOT = empty_folder


def person(name: str, role: str):
    from evaluation.models import User

    is_admin = role == "admin"
    return User.objects.create_user(
        username=name,
        email=f"{name}@example.org",
        password=f"{name} has a password",
        role=role,
        name=name.title(),
        is_staff=is_admin,
        is_superuser=is_admin,
    )


def person_fixture(name: str, role: str):
    @pytest.fixture(name=name)
    def make(db):
        return person(name, role)

    return make


asha = person_fixture("asha", "judge")
ravi = person_fixture("ravi", "judge")
mallory = person_fixture("mallory", "judge")
meera = person_fixture("meera", "researcher")
kiran = person_fixture("kiran", "researcher")
noor = person_fixture("noor", "admin")


@pytest.fixture
def client_of(db):
    """A browser without a screen in which somebody is signed in: ``client_of(asha)``."""
    from django.test import Client

    def sign_in(somebody) -> Client:
        client = Client()
        client.force_login(somebody)
        return client

    return sign_in
