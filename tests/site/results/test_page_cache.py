"""While very many ratings are read SQLite keeps few of its pages, which nobody reads again soon."""

from django.db import connection

from evaluation.services.results.fetching import raw_rows
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.services.results.selection import Selection
from evaluation.services.support.page_cache import SMALL_KIB

# SQLite's own: PostgreSQL has no such pages.


def pages_kept() -> int:
    return int(connection.connection.execute("PRAGMA cache_size").fetchone()[0])


def test_few_pages_are_kept_while_ratings_are_read_and_as_many_as_before_afterwards(study):
    before, seen = pages_kept(), []
    connection.connection.create_function("noted", 1, lambda number: seen.append(pages_kept()) or number)
    raw_rows(study.items.extra(select={"noted": "noted(number)"}).values_list("noted"))
    assert set(seen) == {-SMALL_KIB} != {before}
    assert pages_kept() == before
    assert len(ratings_of(study, Selection.of(study), study.criteria.scales()[0]))
    assert pages_kept() == before
