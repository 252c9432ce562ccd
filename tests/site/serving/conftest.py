import pytest

from tests.site.real_site import PRODUCTION, Site, own_database


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """One production site for all tests that leave it running."""
    folder = tmp_path_factory.mktemp("site")
    with own_database(folder) as database, Site(folder, database, **PRODUCTION) as running:
        yield running
