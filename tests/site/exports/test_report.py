"""Paragraphs for a paper: numbers as in the tables, LaTeX that compiles, BibTeX for exactly what is cited."""

from __future__ import annotations

import re
import subprocess
import zipfile
from types import SimpleNamespace

import pytest

from evaluation.models import Item, Study
from evaluation.services import exports
from evaluation.services.demo import load
from evaluation.services.exports.formats.latex_text import latex_text
from evaluation.services.exports.report import findings, methods, report_of
from evaluation.services.exports.report.markup import as_latex, as_text, cited, verbatim
from evaluation.services.exports.report.references import REFERENCES
from evaluation.services.results import study_summary
from evaluation.services.results.agreement import agreement
from evaluation.services.results.formatting import two_decimals
from evaluation.services.results.means import Means
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.pictures import means_picture, models_picture
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import Tables
from evaluation.statistics.figure import Figure
from tests.programs import program

ODD = '50 % of #1 & $2_3 {x} \\input{y} ~ ^ < > | " ` [ ] * “é” ṇā ß … – ′ α घर 屋 \u200d'


def test_the_results_paragraph_has_the_numbers_of_the_tables(rated):
    study = rated
    text = report_of(study, Selection()).files["results.txt"]
    found = Tables(study, Selection())
    alpha = agreement(study, Selection(), rated.criteria.get(key="usage")).alpha
    summaries = [row.summaries["usage"] for row in found.models("drawn")]
    total, n = sum(summary.total for summary in summaries), sum(summary.n for summary in summaries)
    assert f"M = {two_decimals(total / n)}" in text
    assert (f"α = {two_decimals(alpha.value)}" if alpha.value is not None else alpha.reason) in text


def test_the_methods_paragraph_has_the_studys_settings(rated):
    rated.remark = "Rated on a Saturday."
    text = report_of(rated, Selection(max_failed_percent=20)).files["methods.txt"]
    assert text.startswith("Rated on a Saturday.")
    for words in Selection(max_failed_percent=20).describe()[1:]:
        assert words in text
    for criterion in rated.criteria.all():
        assert criterion.text("question", "en") in text


def test_the_methods_paragraph_tells_what_was_declared_from_what_counts_now(rated):
    rated.declared_selection = {"max_failed_percent": 0}
    rated.selection = {"repeats": True}
    text = report_of(rated, Selection(repeats=True)).files["methods.txt"]
    declared, now = (
        text.partition(words)[2].partition(".")[0] for words in ("Declared before opening: ", "Counted now: ")
    )
    assert "of two answers to a repeated sentence the first counts; " in declared
    assert "judges who failed more than 0 % of their attention checks do not count; " in declared
    assert "both answers to a repeated sentence count; " in now
    assert "judges count however many attention checks they failed; " in now


def test_verdicts_that_nobody_planned_are_called_exploratory(rated):
    rated.choices = [{"way": "uniform", "count": 1}]
    verdict = study_summary.Finding("Different.", "results-comparison", exploratory=True)
    found = study_summary.study_summary(rated, Selection())
    found.criteria[0].verdicts[:] = [verdict, verdict]
    text = findings.results_paragraph(found)
    assert "so what follows of any two is exploratory. Different. Different." in text


def test_the_paragraph_and_the_pictures_name_constraints_in_words(rated):
    for item in rated.items.sentences():
        kind = "broken" if item.number % 2 else "kept"
        match = {"number": 1, "theory": "ML2", "constraint": "functional_words"}
        item.condition, item.probability, item.match = f"ML2: functional_words {kind}", None, match
        item.save()
    said = as_text(report_of(rated, Selection()).results)
    assert "ML2: functional words broken" in said
    data = PictureData(rated, Selection(), rated.criteria.scales().first(), 3)
    for picture in (means_picture, models_picture):
        drawn = picture(data, 700)
        assert "functional words" in drawn
        assert "functional_words" not in said + drawn


def test_costs_from_a_model_and_from_matched_pairs_are_both_explained():
    criteria = [SimpleNamespace(costs=[SimpleNamespace(matched=matched)]) for matched in (False, True)]
    fitted, paired = methods._costs(SimpleNamespace(criteria=criteria))
    assert "estimated by a cumulative link mixed model" in fitted
    assert "on a criterion whose costs were not fitted is the difference" in paired
    (alone,) = methods._costs(SimpleNamespace(criteria=criteria[1:]))
    assert alone.startswith("The cost of breaking a constraint is the difference")


@pytest.mark.parametrize("is_current", [True, False])
def test_costs_of_other_data_are_said_to_be_that(is_current):
    one = SimpleNamespace(
        name="Usage",
        limits=(0, 5),
        overall=SimpleNamespace(mean=Figure(3.0), sigma=Figure(1.0), n=20),
        agreement_words="Judges agree well.",
        means=Means([], []),
        verdicts=[study_summary.Finding("Breaking it costs 1.00 points of the scale.", "results-constraints")],
        costs=["its cost"],
        costs_are_current=is_current,
    )
    last = list(findings._of_criterion(one))[-1]
    assert last.startswith("Breaking it costs" if is_current else "These costs were fitted before the ratings")


def test_exactly_what_is_cited_is_in_the_bibtex(rated):
    report = report_of(rated, Selection())
    keys = re.findall(r"^@\w+\{(\w+),", report.bibtex, re.MULTILINE)
    assert keys == cited(report.methods, report.results)
    assert {"krippendorff2011", "cswitch"} <= set(keys)
    assert "schuirmann1987" not in keys
    used = {key for name in ("methods.tex", "results.tex") for key in cited_in_latex(report.files[name])}
    assert used == set(keys)


def test_how_two_models_are_compared_is_cited(rated):
    compared = SimpleNamespace(name="usage", comparison=SimpleNamespace(cut=3))
    said = " ".join(methods._comparison(rated, SimpleNamespace(criteria=[compared])))
    assert set(cited(said)) >= {"cochran1977", "fieller1954", "miettinen1985", "schuirmann1987"}


def cited_in_latex(text):
    return [key for found in re.findall(r"\\citep\{([\w,]+)\}", text) for key in found.split(",")]


def test_without_ratings_the_paragraph_says_so(rated):
    rated.ratings.all().delete()
    assert report_of(rated, Selection()).files["results.txt"] == "There are no ratings yet.\n"


def test_words_of_a_study_are_never_taken_for_markup():
    said = verbatim("`x` [@holm1979] {\\input{y}}")
    assert as_text(said) == "`x` [@holm1979] {\\input{y}}"
    assert "\\citep" not in as_latex(said)
    assert cited(said) == []
    named = verbatim("<b>GPT</b>-4, run -1")
    assert as_text(f"{named}: -0.5") == "<b>GPT</b>-4, run -1: −0.5"
    assert "$-$" not in as_latex(named)


def test_latex_is_ascii_but_for_what_only_other_engines_print():
    without = re.sub(r"\\inscript\{[^}]*\}", "", latex_text(ODD))
    assert without.isascii()
    assert r"\inscript{घर}{{[}Devanagari]}" not in latex_text(ODD)
    assert r"\inscript{घर}{[Devanagari]}" in latex_text(ODD)


def test_the_page_shows_each_text_and_gives_it_as_a_file(rated, client_of, meera):
    client = client_of(meera)
    page = client.get("/studies/saturday/results/text/").content.decode()
    assert page.count("<textarea") == 5
    for name, content in report_of(rated, Selection()).files.items():
        answer = client.get(f"/studies/saturday/results/text/{name}")
        assert answer.content.decode() == content
        assert answer["Content-Disposition"] == f'attachment; filename="saturday-{name}"'
    assert client.get("/studies/saturday/results/text/moon.txt").status_code == 404
    assert client.get("/api/v1/studies/saturday/report/").json()["files"] == report_of(rated, Selection()).files


# -- Compiled --------------------------------------------------------------------------------------------------------


def compiled(study: Study, folder) -> str:
    """The log of pdfLaTeX over both paragraphs and both tables of the zip, with their references."""
    exports.export_zip(study=study, target=folder / "study.zip")
    with zipfile.ZipFile(folder / "study.zip") as opened:
        opened.extractall(folder)
    place = folder / "report"
    latex = [program("pdflatex", "texlive-latex-base"), "-interaction=nonstopmode", "-halt-on-error"]
    for command in (latex, [program("bibtex", "texlive-binaries")], latex, latex):
        done = subprocess.run([*command, "report"], cwd=place, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]
    return (place / "report.log").read_text(encoding="utf-8", errors="replace")


def test_paragraphs_tables_and_references_compile(db, tmp_path):
    """The paper's own study, as the demo has it."""
    log = compiled(load().published, tmp_path)
    assert "undefined" not in log
    assert (tmp_path / "report" / "report.pdf").stat().st_size > 20_000


def test_whatever_a_study_is_called_and_asks_it_compiles(rated, tmp_path):
    study = rated
    Item.objects.filter(study=study, number=0).update(text=ODD, tokens=[[word, "hi"] for word in ODD.split(" ")])
    Item.objects.filter(study=study, number=1).update(text="* x", tokens=[["*", None], ["x", "en"]], condition=ODD)
    rated.criteria.filter(key="usage").update(texts={"en": {"name": ODD, "question": ODD, "labels": {}}})
    Study.objects.filter(pk=study.pk).update(name=ODD, remark=ODD)
    study.refresh_from_db()
    assert "undefined" not in compiled(study, tmp_path)


def test_every_reference_can_be_cited():
    text = " ".join(f"[@{key}]" for key in REFERENCES)
    assert cited(text) == sorted(REFERENCES)
    for one in REFERENCES.values():
        assert one.short in as_text(f"[@{one.key}]")
        assert one.entry().isascii()


def test_every_work_can_be_found_by_a_reader():
    """Articles by volume, pages or number, and a lasting address; preprints by their number."""
    for work in REFERENCES.values():
        if work.kind == "article":
            assert work.more["volume"]
            assert work.more.get("pages") or work.more.get("note"), work.key
            assert work.more.get("doi", "").startswith("10.") or work.more["url"].startswith("https://"), work.key
        assert work.short.endswith(str(work.year)) or work.key == "cswitch", work.key
    assert "eprint = {1612.04538}" in REFERENCES["bhat2016"].entry()
