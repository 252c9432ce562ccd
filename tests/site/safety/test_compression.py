"""Long pages without a secret travel compressed; a page with a link, a code or a token never does."""

import gzip
import re

import pytest

from evaluation.services.studies import invitations
from evaluation.services.studies.invitations import Invitee
from tests.site.factories import make_pair
from tests.site.results.rated_study import rated_study

GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture
def study(meera):
    return rated_study(meera)


def test_pages_of_results_and_of_pairs_are_compressed(study, client_of, meera):
    client, pair = client_of(meera), make_pair(meera, external_id="another")
    for address in (f"/studies/{study.slug}/results/", f"/pairs/{pair.pk}/"):
        plain, packed = client.get(address), client.get(address, headers=GZIP)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert "Content-Encoding" not in plain.headers
        assert len(gzip.decompress(packed.content)) == len(plain.content)
        assert len(packed.content) < len(plain.content) / 2


def test_the_token_of_their_forms_is_another_text_in_each_answer(study, client_of, meera):
    client, address = client_of(meera), f"/studies/{study.slug}/results/"
    pages = [gzip.decompress(client.get(address, headers=GZIP).content).decode() for _ in range(2)]
    tokens = [set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)) for page in pages]
    assert tokens[0]
    assert not tokens[0] & tokens[1]


def test_pages_with_a_secret_that_stays_are_not_compressed(study, client_of, meera, asha):
    invitations.invite(study=study, people=[Invitee("Asha")], actor=meera)
    for who, address in (
        (meera, f"/studies/{study.slug}/judges/"),
        (meera, f"/studies/{study.slug}/judges/links.csv"),
        (asha, "/profile/token/"),
        (asha, "/profile/data/"),
    ):
        answer = client_of(who).get(address, headers=GZIP)
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers, address
