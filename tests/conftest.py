"""The cast: asha and ravi judge, mallory does not; meera and kiran run studies of their own, noor is the admin."""

from __future__ import annotations

import os

import pytest

# Playwright's synchronous interface runs an event loop in the thread of the test.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

pytest_plugins = ["tests.browser"]


@pytest.fixture(autouse=True)
def plain_settings(settings, tmp_path):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = tmp_path / "data" / "files"


def person(name: str, role: str):
    from evaluation.models import User

    return User.objects.create_user(
        username=name, email=f"{name}@example.org", password=f"{name} has a password", role=role, name=name.title()
    )


@pytest.fixture
def asha(db):
    return person("asha", "judge")


@pytest.fixture
def ravi(db):
    return person("ravi", "judge")


@pytest.fixture
def mallory(db):
    return person("mallory", "judge")


@pytest.fixture
def meera(db):
    return person("meera", "researcher")


@pytest.fixture
def kiran(db):
    return person("kiran", "researcher")


@pytest.fixture
def noor(db):
    noor = person("noor", "admin")
    noor.is_staff = noor.is_superuser = True
    noor.save()
    return noor


@pytest.fixture
def client_of(db):
    """A browser without a screen in which somebody is signed in: ``client_of(asha)``."""
    from django.test import Client

    def sign_in(somebody) -> Client:
        client = Client()
        client.force_login(somebody)
        return client

    return sign_in
