"""Content words without a link: counted when a pair is stored, warned about, and the worst listed first."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.utils.html import strip_tags

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.jobs import Progress
from evaluation.services.pairs import correcting, uploads
from tests.site.files import OIL, PHONE, SATURDAY, jsonl, with_links

# Without the links of two nouns, an adjective and a verb; without the noun's.
BAD = with_links(PHONE, "0-0 3-3 6-7", id="bad")
WORSE_THAN_NONE = with_links(PHONE, "0-0 2-6 3-3 4-4 5-5 6-7", id="some")


@pytest.fixture
def meeras(client_of, meera):
    return client_of(meera)


@pytest.fixture
def linked(load):
    """Three pairs: with all links, with hardly any, with all but one."""
    load(jsonl(SATURDAY, BAD, WORSE_THAN_NONE), collection="Links")
    return {row.external_id: row for row in Pair.objects.all()}


def words(text: str) -> str:
    return " ".join(strip_tags(text).split())


def warning(row: Pair) -> str:
    return f"{row.unlinked_words} of {row.content_words} content words unlinked: probably a missing link"


def test_they_are_counted_when_a_pair_is_stored(linked):
    for row in linked.values():
        found = generation.unlinked_content(row)
        assert (row.unlinked_words, row.content_words) == (len(found.unlinked), found.total)
        assert row.unlinked_share == pytest.approx(found.share)
    assert linked["paper-1"].unlinked_words == 0
    assert linked["bad"].unlinked_share > linked["some"].unlinked_share > 0
    assert warning(linked["bad"]) == str(generation.unlinked_content(linked["bad"]))


def test_a_corrected_alignment_is_counted_anew(linked, meera):
    row = correcting.check_pair(pair=linked["bad"], alignment=PHONE["alignment"], actor=meera)
    assert (row.unlinked_words, row.unlinked_share) == (0, 0)
    row = correcting.check_pair(pair=row, alignment=BAD["alignment"], actor=meera)
    assert row.unlinked_words == linked["bad"].unlinked_words


def test_a_file_loaded_again_with_fewer_links_is_counted_anew(linked, load):
    load(jsonl(SATURDAY | {"alignment": "0-0 1-2 2-1 3-5 4-3"}), collection="Links")
    assert Pair.objects.get(external_id="paper-1").unlinked_words == 2


def test_the_report_on_a_file_warns_and_lists_the_worst_first(meeras, meera):
    upload = uploads.receive(
        collection="Links", owner=meera, name="p.jsonl", chunks=[jsonl(SATURDAY, WORSE_THAN_NONE, BAD)], at_once=True
    )
    uploads.check(upload, Progress())
    report = words(meeras.get(f"/pairs/uploads/{upload.key}/").text)
    rows = {row.external_id: row for row in upload.rows.all()}
    assert "2 with unlinked content words" in report
    assert report.count("probably a missing link") == 2
    assert warning(rows["bad"]) in report
    only = words(meeras.get(f"/pairs/uploads/{upload.key}/?show=unlinked").text)
    assert only.index("line 3") < only.index("line 2")
    assert "line 1" not in only


def test_the_pairs_page_warns_and_names_the_words(meeras, linked):
    assert "probably a missing link" not in meeras.get(f"/pairs/{linked['paper-1'].pk}/").text
    text = words(meeras.get(f"/pairs/{linked['some'].pk}/").text)
    assert f"{warning(linked['some'])} (brother, bhai)" in text


def test_the_warning_follows_an_alignment_that_is_not_saved(meeras, linked):
    address = f"/pairs/{linked['bad'].pk}/figures/"
    assert "probably a missing link" in meeras.get(address).text
    assert "probably a missing link" not in meeras.get(address, {"alignment": PHONE["alignment"]}).text


def test_a_collection_can_be_sorted_by_them(meeras, linked):
    address = f"/pairs/collections/{linked['bad'].collection_id}/"
    plain, worst = meeras.get(address).text, meeras.get(address, {"sort": "links"}).text
    assert plain.index(">paper-1<") < plain.index(">bad<") < plain.index(">some<")
    assert worst.index(">bad<") < worst.index(">some<") < worst.index(">paper-1<")
    assert 'href="?sort=links"' in plain
    assert 'aria-sort="descending"' in worst
    bad = linked["bad"]
    assert f"{bad.unlinked_words} of {bad.content_words}" in plain


def test_a_search_and_the_order_keep_each_other(meeras, linked):
    address = f"/pairs/collections/{linked['bad'].collection_id}/"
    text = meeras.get(address, {"q": "phone"}).text
    assert 'href="?q=phone&amp;sort=links"' in text
    assert 'href="?q=phone"' in meeras.get(address, {"q": "phone", "sort": "links"}).text


def test_the_command_says_how_many_pairs_probably_miss_links(meera, tmp_path):
    file, said = tmp_path / "pairs.jsonl", io.StringIO()
    file.write_bytes(jsonl(SATURDAY, OIL, BAD))
    call_command("load_pairs", str(file), owner=meera.username, stdout=said, verbosity=0)
    assert "3 new. 1 has unlinked content words: probably a missing link." in said.getvalue()
