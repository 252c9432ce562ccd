import pytest

from tests.site.results.rated_study import rated_study


@pytest.fixture
def study(meera):
    return rated_study(meera)
