"""Sentences from elsewhere beside the theories: read in the words of their pair or nearly so, and compared."""

from __future__ import annotations

import csv
import io

import pytest
from django.urls import reverse

from evaluation.models import Item, Study
from evaluation.services import jobs
from evaluation.services.results import source_readings
from evaluation.services.results.selection import Selection
from evaluation.services.results.sources import source_rows
from tests.site.factories import make_item, make_participation, make_place, make_rating, make_study

pytestmark = pytest.mark.django_db

MODELS = ["EC0", "ML2"]


@pytest.fixture
def study(meera, asha) -> Study:
    """One sentence drawn for EC0; from a language model one in the pair's words, one inflected, one unlike; a tweet."""
    study = make_study(meera, items=1, models_chosen=MODELS)
    pair = study.pairs.get()
    texts = ["Saturday is boring uss nazariye se", "Saturday is bored uss nazariya se", "We ate mangoes"]
    for number, text in enumerate(texts, start=1):
        make_item(study, number, pair=pair, text=text, source="llm", condition="llm", memberships=[])
    make_item(study, 4, pair=None, text="Ghar mein TV on hai", source="tweets", condition="tweets", memberships=[])
    judge = make_participation(study, asha)
    for item in study.items.all():
        make_rating(make_place(judge, item), study.criteria.get(key="usage"), 4 if item.source == "llm" else 2)
    return study


def read(study: Study) -> None:
    source_readings.start_reading(study=study, actor=study.owner)
    jobs.run_waiting_jobs()


def test_each_source_says_what_a_theory_generates_of_it_and_what_cannot_be_read(study):
    read(study)
    llm, tweets, drawn = source_rows(study, Selection())

    assert (llm.name, llm.sentences, llm.exact, llm.approximate) == ("llm", 3, 1, 1)
    assert (llm.share("EC0").value, llm.share("EC0").n) == (1.0, 2)
    assert llm.generated["ML2"] + sum(count for _rule, count in llm.first_rules("ML2")) == 2
    assert list(llm.reasons) == ["‘we’ is no word of the pair"]
    assert dict(tweets.reasons) == {source_readings.NO_PAIR: 1}
    assert tweets.share("EC0").value is None
    assert (drawn.name, drawn.is_from_elsewhere, drawn.share("EC0").value) == ("EC0", False, 1.0)
    assert (llm.ratings.summaries["usage"].mean.value, drawn.ratings.summaries["usage"].mean.value) == (4.0, 2.0)


def test_differences_are_stored_with_the_sentence(study):
    read(study)
    reading = Item.objects.get(text="Saturday is bored uss nazariya se").measures["reading"]

    assert reading["read_as"] == "Saturday is boring uss nazariye se"
    assert reading["differences"] == [["bored", "boring", "inflected"], ["nazariya", "nazariye", "inflected"]]


def test_the_page_offers_to_read_them_and_then_compares(study, client_of, meera):
    client, address = client_of(meera), reverse("results-sources", args=[study.slug])
    before = client.get(address).content.decode()
    assert "4 sentences from elsewhere have not been read yet" in before

    client.post(reverse("results-read-sources", args=[study.slug]))
    client.post(reverse("results-read-sources", args=[study.slug]))
    jobs.run_waiting_jobs()
    after = client.get(address).content.decode()
    assert "not been read yet" not in after
    assert "bored → boring (inflected)" in after
    assert "‘we’ is no word of the pair" in after
    assert source_readings.unread(study) == 0


def test_the_tab_is_there_only_with_sentences_from_elsewhere(client_of, meera, study):
    plain = make_study(meera, slug="plain")
    client, tab = client_of(meera), "results-sources"
    assert reverse(tab, args=[study.slug]) in client.get(reverse("results", args=[study.slug])).content.decode()
    assert reverse(tab, args=[plain.slug]) not in client.get(reverse("results", args=[plain.slug])).content.decode()


def test_the_table_has_a_row_for_each_source_and_theory(study, client_of, meera):
    read(study)
    answer = client_of(meera).get(reverse("export-table", args=[study.slug, "sources", "csv"]))
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))

    assert [(row["source"], row["theory"]) for row in rows] == [
        (source, theory) for source in ("llm", "tweets", "EC0") for theory in MODELS
    ]
    assert (rows[0]["read_approximately"], rows[0]["unread"], rows[0]["share_generated"]) == ("1", "1", "1.0")
    assert rows[0]["unread_reasons"] == "‘we’ is no word of the pair:1"
    assert rows[2]["share_generated"] == ""
