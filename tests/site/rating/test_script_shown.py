"""Words in two scripts: the study says which is shown or lets the judge choose; the rating keeps which it was."""

from __future__ import annotations

import pytest

from evaluation.models import Item, Pair, Place, Script
from evaluation.services import studies
from evaluation.services.studies import sampling
from tests.site.factories import make_pair, ready_to_rate
from tests.site.files import csv_rows
from tests.site.forms import BOTH, address, page_of


@pytest.fixture
def study(meera):
    """Every sentence that EC0 makes of the paper's first pair, whose Hindi words are in both scripts."""
    tokens = ["Shanivar", "neeras", "hai", "uss", "nazariye", "se"]
    pair = make_pair(meera, l2_tokens=tokens, l2_other_script=["शनिवार", "नीरस", "है", "उस", "नज़रिए", "से"])
    study = studies.create(owner=meera, name="Saturday")
    common = {"study": study, "actor": meera}
    studies.set_pairs(**common, revision=1, pairs=[pair.pk], models=["EC0"])
    choices = [{"way": "uniform", "count": 30}]
    studies.set_choices(**common, revision=study.revision, choices=choices, seed=1, monolingual=False)
    sampling.draw(study=study, actor=meera, revision=study.revision)
    study.state = "open"
    study.save()
    return study


@pytest.fixture
def show(study, asha, client):
    """asha's page of a mixed sentence, in a study with this setting: ``show("native")``."""

    def page(script: str) -> str:
        study.script = script
        study.save()
        if not Place.objects.exists():
            ready_to_rate(study, asha)
        return page_of(client.get(address(mixed_place())))

    return page


def mixed_place() -> Place:
    return Place.objects.filter(item__text__contains="uss nazariye se").order_by("order").first()


def test_a_drawn_sentence_has_both_forms(study):
    item = Item.objects.filter(text__contains="uss nazariye se").first()
    assert item.other_script["scripts"] == ["Latn", "Deva"]
    assert "उस नज़रिए से" in item.other_script["text"]
    assert len(item.other_script["tokens"]) == len(item.tokens)


@pytest.mark.parametrize(
    ("script", "seen", "kept"),
    [(Script.LOADED, "nazariye", "Latn"), (Script.ROMAN, "nazariye", "Latn"), (Script.NATIVE, "नज़रिए", "Deva")],
)
def test_the_study_fixes_the_script_and_the_rating_keeps_it(show, client, study, script, seen, kept):
    html = show(script)
    assert f">{seen}</span>" in html
    assert ("नज़रिए" in html) == (kept == "Deva")
    assert 'class="scripts"' not in html
    place = mixed_place()
    client.post(address(place), BOTH | {"script": kept})
    assert Place.objects.get(pk=place.pk).script == kept
    assert {row["script"] for row in csv_rows(study, "ratings")} == {kept}


def test_a_judge_chooses_and_keeps_the_choice(show, client):
    html = show(Script.JUDGE)
    assert "नज़रिए" not in html
    assert '<a href="?script=Latn" aria-current="true">ABC</a><a href="?script=Deva">कखग</a>' in html
    place = mixed_place()
    response = client.get(f"{address(place)}?script=Deva", follow=True)
    assert response.redirect_chain == [(address(place), 302)]
    html = page_of(response)
    assert "नज़रिए" in html
    assert 'name="script" value="Deva"' in html
    client.post(address(place), BOTH | {"script": "Deva"})
    others = Place.objects.exclude(pk=place.pk).filter(item__text__contains="nazariye")
    assert "नज़रिए" in page_of(client.get(address(others.first())))
    assert "नज़रिए" in page_of(client.get(f"/rate/{place.participation.key}/answers/"))


def test_the_language_of_a_word_says_its_script(show):
    assert '<span lang="hi-Latn" class="l2">nazariye</span>' in show(Script.ROMAN)
    assert '<span lang="hi" class="l2">नज़रिए</span>' in show(Script.NATIVE)


def test_a_script_that_was_not_offered_is_not_stored(show, client):
    show(Script.JUDGE)
    place = mixed_place()
    assert client.get(f"{address(place)}?script=Arab").status_code == 200
    client.post(address(place), BOTH | {"script": "Arab"})
    assert Place.objects.get(pk=place.pk).script == ""


def test_a_study_of_one_script_offers_none(show, client):
    Pair.objects.update(l2_other_script=[])
    Item.objects.update(other_script=None)
    assert 'class="scripts"' not in show(Script.JUDGE)
    place = mixed_place()
    client.post(address(place), BOTH)
    assert Place.objects.get(pk=place.pk).script == ""


def test_the_preview_shows_the_script_too(study, client_of, meera):
    study.script = Script.NATIVE
    study.save()
    pages = [page_of(client_of(meera).get(f"/rate/s/preview-saturday-{number}/")) for number in range(1, 6)]
    assert any("नज़रिए" in page for page in pages)
    assert not any("nazariye" in page for page in pages)


def test_the_table_of_sentences_has_both_forms(study):
    rows = [row for row in csv_rows(study, "sentences") if "nazariye" in row["text"]]
    assert rows
    assert all("नज़रिए" in row["text_other_script"] for row in rows)


def test_checks_are_shown_in_the_script_of_the_rest(study, meera):
    study.state = "draft"
    study.save()
    study.refresh_from_db()
    known, native, unknown = "Saturday neeras hai.", "शनिवार boring है।", "Saturday bakwaas/hi hai."
    practice = [studies.PracticeSpec(text) for text in (known, native, unknown, "Saturday is boring.")]
    studies.set_checks(study=study, actor=meera, revision=study.revision, repeats=0, practice=practice, attention=[])
    found = list(study.items.filter(kind="practice").order_by("number").values_list("other_script", flat=True))
    assert [other and (other["text"], other["scripts"]) for other in found] == [
        ("Saturday नीरस है.", ["Latn", "Deva"]),
        ("Shanivar boring hai।", ["Deva", "Latn"]),
        None,
        None,
    ]


def test_both_sentences_of_a_couple_are_shown_in_the_script_and_the_choice_keeps_it(study, meera, asha, client):
    design = {"design": "random", "per_sentence": 4}
    spec = studies.CoupleSpec(asks="choices", design=design)
    study.state, study.script = "draft", Script.NATIVE
    study.save()
    studies.set_couples(study=study, actor=meera, revision=study.revision, spec=spec)
    study.state = "open"
    study.save()
    ready_to_rate(study, asha)
    both_mixed = {"item__first__text__contains": "nazariye", "item__second__text__contains": "nazariye"}
    place = Place.objects.filter(**both_mixed).first()
    html = page_of(client.get(address(place)))
    assert html.count(">नज़रिए</span>") == 2
    assert "nazariye" not in html
    client.post(address(place), {"score-preference": "1", "script": "Deva"})
    assert Place.objects.get(pk=place.pk).script == "Deva"
    assert "nazariye" not in page_of(client.get(f"/rate/{place.participation.key}/answers/"))
