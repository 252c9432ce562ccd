from django.urls import path

from evaluation.pages.results import (
    agreement,
    choices,
    comments,
    comparison,
    constraints,
    judge,
    pictures,
    selection,
    sources,
    summary,
    tables,
    text,
)
from evaluation.pages.results.table1 import table1

STUDY = "studies/<slug:slug>/results/"

urlpatterns = [
    path("table1/", table1, name="table1"),
    path(STUDY, summary.summary, name="results"),
    path(f"{STUDY}findings/<slug:key>/", summary.findings, name="results-findings"),
    path(f"{STUDY}text/", text.text, name="results-text"),
    path(f"{STUDY}text/<str:name>", text.file, name="results-text-file"),
    path(f"{STUDY}sentences/", tables.sentences, name="results-sentences"),
    path(f"{STUDY}models/", tables.models, name="results-models"),
    path(f"{STUDY}pairs/", tables.pairs, name="results-pairs"),
    path(f"{STUDY}phenomena/", tables.phenomena, name="results-phenomena"),
    path(f"{STUDY}judges/", tables.judges, name="results-judges"),
    path(f"{STUDY}judges/<str:pseudonym>/", judge.judge, name="results-judge"),
    path(f"{STUDY}comments/", comments.comments, name="results-comments"),
    path(f"{STUDY}groups/", tables.groups, name="results-groups"),
    path(f"{STUDY}agreement/", agreement.agreement, name="results-agreement"),
    path(f"{STUDY}comparison/", comparison.comparison, name="results-comparison"),
    path(f"{STUDY}comparison/mixed-model/", comparison.start_mixed_model, name="results-mixed-model"),
    path(f"{STUDY}comparison/count-sets/", comparison.start_counting, name="results-count-sets"),
    path(f"{STUDY}constraints/", constraints.constraints, name="results-constraints"),
    path(f"{STUDY}constraints/fit/", constraints.start_fit, name="results-constraints-fit"),
    path(f"{STUDY}constraints/costs.svg", constraints.picture, name="results-constraints-picture"),
    path(f"{STUDY}constraints/weights.toml", constraints.weights, name="results-constraints-weights"),
    path(f"{STUDY}choices/", choices.choices, name="results-choices"),
    path(f"{STUDY}choices/mixed-model/", choices.start_choice_model, name="results-choice-model"),
    path(f"{STUDY}choices/<slug:name>.svg", choices.picture, name="results-choice-picture"),
    path(f"{STUDY}sources/", sources.sources, name="results-sources"),
    path(f"{STUDY}sources/read/", sources.start_reading, name="results-read-sources"),
    path(f"{STUDY}pictures/", pictures.pictures, name="results-pictures"),
    path(f"{STUDY}pictures/<slug:name>.svg", pictures.picture, name="results-picture"),
    path(f"{STUDY}selection/", selection.save, name="results-selection"),
    path(f"{STUDY}exclude/<slug:kind>/<int:number>/", selection.change, name="results-exclude"),
]
