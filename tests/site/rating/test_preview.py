"""The researcher's preview of the judge's page."""

from evaluation.models import Place
from tests.site.rating.conftest import page_of


def test_a_researcher_sees_the_judges_page_and_nothing_is_stored(client_of, meera, study):
    study.state = "draft"
    study.save()
    html = page_of(client_of(meera).get("/rate/preview/saturday/?sentence=2"))
    assert "Sentence 2 of 3" in html
    assert "nothing is stored" in html
    assert 'method="get"' in html
    assert not Place.objects.exists()


def test_a_number_that_is_none_shows_the_first_sentence(client_of, meera, study):
    for number in ("0", "x", "99999999999999999999", "-3"):
        assert "of 3" in page_of(client_of(meera).get(f"/rate/preview/saturday/?sentence={number}"))


def test_a_study_without_sentences_has_no_preview(client_of, meera, study):
    study.items.all().delete()
    assert client_of(meera).get("/rate/preview/saturday/").status_code == 404


def test_the_preview_is_for_the_studys_researchers(client_of, kiran, asha, study):
    assert client_of(kiran).get("/rate/preview/saturday/").status_code == 404
    assert client_of(asha).get("/rate/preview/saturday/").status_code == 403
