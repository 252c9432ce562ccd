"""docs/columns.md is what the exports are."""

from __future__ import annotations

from docs.make_columns import TARGET, document


def test_the_document_of_columns_is_up_to_date():
    assert TARGET.read_text(encoding="utf-8") == document(), "Run `make columns`."
