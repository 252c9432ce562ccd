"""How much may be sent: more is refused with a clear message, not with a server error."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from evaluation.models import Upload
from tests.site.safety.hostile import POLICY

pytestmark = pytest.mark.django_db


@pytest.fixture
def sender(meera):
    client = Client(raise_request_exception=False)
    client.force_login(meera)
    return client


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": "x" * 3_000_000}, "more than the site takes in one form"),
        ({f"field-{number}": "" for number in range(6_000)}, "could not read what your browser sent"),
    ],
    ids=["a huge field", "thousands of fields"],
)
def test_an_oversized_form_is_a_bad_request(sender, sent, words):
    answer = sender.post("/profile/", sent)

    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert set(answer["Content-Security-Policy"].split("; ")) == POLICY


def test_an_oversized_file_is_refused_at_its_field_and_nothing_stays(sender, settings):
    settings.UPLOAD_MAX_BYTES = 1024 * 1024
    file = SimpleUploadedFile("pairs.jsonl", b"{}\n" * 500_000)
    answer = sender.post("/pairs/load/", {"collection": "Big", "file": file})

    assert answer.status_code in {200, 400, 413}
    assert "larger than 1 MB" in answer.content.decode()
    assert not Upload.objects.exists()
    assert not [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()]


@pytest.mark.parametrize("bad", ["\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"), "\u202e"])
def test_strange_characters_are_text_or_refused(sender, bad):
    answer = sender.post("/profile/", {"name": f"Meera{bad}", "email": "", "interface_language": ""})

    assert answer.status_code in {200, 302}
