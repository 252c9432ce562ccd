import pytest

from tests.site.results.cast import rated_study


@pytest.fixture
def study(meera):
    return rated_study(meera)
