"""Everything a judge reads is there in Hindi."""

import ast
import gettext
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from evaluation.models import CannotJudge, MarkReason
from evaluation.services.rating.questionnaire import EDUCATION, FLUENCY, QUESTIONS
from tests.site.rating.conftest import address, page_of

ROOT = settings.ROOT
CATALOGUE = ROOT / "evaluation" / "locale" / "hi" / "LC_MESSAGES"
TEMPLATES = [
    *sorted((ROOT / "templates" / "rating").glob("*.html")),
    ROOT / "templates" / "base.html",
    ROOT / "templates" / "errors" / "database_away.html",
]
MODULES = [
    *sorted((ROOT / "evaluation" / "pages" / "rating").glob("*.py")),
    *sorted((ROOT / "evaluation" / "services" / "rating").glob("*.py")),
    ROOT / "evaluation" / "models" / "marked_word.py",
]
TRANS = re.compile(r"""\{% trans (?:"([^"]+)"|'([^']+)')""")
BLOCKTRANS = re.compile(r"\{% blocktrans( trimmed)?[^%]*%\}(.*?)\{% endblocktrans %\}", re.DOTALL)


def texts_of_template(path: Path) -> set[str]:
    source = path.read_text()
    blocks = (translation.trim_whitespace(text) if trimmed else text for trimmed, text in BLOCKTRANS.findall(source))
    blocks = (re.sub(r"\{\{ ?(\w+) ?\}\}", r"%(\1)s", block) for block in blocks)
    return {double or single for double, single in TRANS.findall(source)} | set(blocks)


def texts_of_module(path: Path) -> set[str]:
    calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id in {"_", "gettext", "gettext_lazy"}
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }


def catalogue() -> dict[str, str]:
    """The catalogue's source, read without gettext's tools."""
    pairs, source = {}, (CATALOGUE / "django.po").read_text()
    for original, translated in re.findall(r'^msgid (".*")\nmsgstr (".*")$', source, re.MULTILINE):
        pairs[ast.literal_eval(original)] = ast.literal_eval(translated)
    return {original: translated for original, translated in pairs.items() if original}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_text_of_a_judges_page_is_translated(path):
    assert not {text for text in texts_of_template(path) if not catalogue().get(text)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_message_to_a_judge_is_translated(path):
    assert not {text for text in texts_of_module(path) if not catalogue().get(text)}


def test_the_questions_and_reasons_are_translated():
    with_texts = [*QUESTIONS.values()]
    with translation.override("hi"):
        said = [str(question.text) for question in with_texts] + [str(question.help) for question in with_texts]
        said += [str(words) for words in (*FLUENCY.values(), *EDUCATION.values())]
        said += [str(label) for label in (*CannotJudge.labels, *MarkReason.labels)]
    assert all(re.search("[\u0900-\u097f]", text) for text in said if text)


def test_the_compiled_catalogue_is_that_of_the_source():
    """It is committed, so that a clone without gettext's tools speaks Hindi; `manage.py compilemessages` makes it."""
    with (CATALOGUE / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert {text: compiled.gettext(text) for text in catalogue()} == catalogue()


def test_placeholders_survive_translation():
    for original, translated in catalogue().items():
        assert sorted(re.findall(r"%(?:\(\w+\))?[sd]", original)) == sorted(
            re.findall(r"%(?:\(\w+\))?[sd]", translated)
        )


def test_the_rating_page_speaks_hindi(client, places):
    client.cookies["django_language"] = "hi"
    html = page_of(client.get(address(places[0])))
    assert '<html lang="hi"' in html
    assert "वाक्य 1 / 3" in html


def test_the_criteria_are_asked_in_hindi_where_the_study_has_it(client, study, places):
    usage = study.criteria.get(key="usage")
    usage.texts["hi"] = {"name": "प्रयोग", "question": "कितनी संभावना?", "labels": {"0": "कभी नहीं", "5": "हमेशा"}}
    usage.save()
    client.cookies["django_language"] = "hi"
    html = page_of(client.get(address(places[0])))
    assert "<b><bdi>प्रयोग</bdi></b>" in html
    assert "<b><bdi>Fluency</bdi></b>" in html, "English where there is no Hindi"


def test_the_language_is_changed_at_the_page_and_stored_with_the_answer(client, places):
    response = client.post("/language/", {"language": "hi", "next": address(places[0])}, follow=True)
    assert "वाक्य 1 / 3" in page_of(response)
    client.post(address(places[0]), {"score-usage": "1", "score-fluency": "2"})
    places[0].refresh_from_db()
    assert places[0].language == "hi"
