"""Each page of researchers and admins leads to its part of the documents, and no page on which judges rate does."""

import pytest
from django.urls import NoReverseMatch, reverse

from tests.site.safety.addresses import ADDRESSES, OPEN
from tests.site.safety.world import built_world, make, world  # noqa: F401  (fixtures)

pytestmark = pytest.mark.django_db
GENERAL = ("/help/", "/help/judges/")


def pages_of(world, role, client):  # noqa: F811
    """Every page that opens for somebody, as a whole page and not a part or a file."""
    for name, address in ADDRESSES.items():
        is_for_anybody = address.rule["stranger"] == OPEN and name not in {"home", "try"}
        if address.rule[role] != OPEN or is_for_anybody or name.startswith("api-"):
            continue
        try:
            path = reverse(name, kwargs=address.arguments(world))
        except NoReverseMatch:
            continue
        response = client.get(path)
        is_page = response.status_code == 200 and response["Content-Type"].startswith("text/html")
        if is_page and not response.streaming and b"site-header" in response.content:
            yield name, response.content.decode()


@pytest.mark.parametrize("role", ["owner", "admin"])
def test_a_page_leads_to_its_part(role, client_of, world):  # noqa: F811
    client = client_of(world.people[role])
    seen = dict(pages_of(world, role, client))
    without = [name for name, page in seen.items() if any(f'<a href="{each}">' in head(page) for each in GENERAL)]
    assert len(seen) > 25
    assert without == []


def head(page: str) -> str:
    return page.partition("<main")[0]


def test_pages_on_which_judges_rate_have_neither_help_nor_footer(client_of, world):  # noqa: F811
    for name in ("rate-sentence", "rate-instructions"):
        page = client_of(world.people["judge"]).get(reverse(name, kwargs=ADDRESSES[name].arguments(world))).content
        assert b"/help/" not in page
        assert b"terms.js" not in page
