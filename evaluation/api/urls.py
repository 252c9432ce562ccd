"""Addresses of the API, version 1. A README beside this file shows how to call each."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from evaluation.api.views import (
    choices,
    constraints,
    exports,
    generation,
    imports,
    own,
    pairs,
    planning,
    report,
    results,
    statistics,
    studies,
    token,
    unknown,
    uploads,
)

of_a_study: list[URLPattern | URLResolver] = [
    path("", studies.StudyDetail.as_view(), name="api-study"),
    path("plan/", planning.StudyPlanView.as_view(), name="api-study-plan"),
    path("items/", studies.ItemList.as_view(), name="api-items"),
    path("results/<slug:table>/", results.ResultTable.as_view(), name="api-results"),
    path("report/", report.ReportView.as_view(), name="api-report"),
    path("agreement/", statistics.AgreementView.as_view(), name="api-agreement"),
    path("comparison/", statistics.ComparisonView.as_view(), name="api-comparison"),
    path("mixed-model/", statistics.MixedModelView.as_view(), name="api-mixed-model"),
    path("constraints/", constraints.ConstraintsView.as_view(), name="api-constraints"),
    path("choices/", choices.ChoicesView.as_view(), name="api-choices"),
    path("choices/mixed-model/", choices.ChoiceModelView.as_view(), name="api-choice-model"),
    path("exports/", exports.ExportList.as_view(), name="api-exports"),
    path("exports/<slug:table>.<slug:form>", exports.ExportFile.as_view(), name="api-export"),
    path("exports/zip/<slug:key>/", exports.ExportZip.as_view(), name="api-export-zip"),
]

version_1: list[URLPattern | URLResolver] = [
    path("token/", token.TokenView.as_view(), name="api-token"),
    path("me/", own.Me.as_view(), name="api-me"),
    path("ratings/", own.OwnRatings.as_view(), name="api-ratings"),
    path("jobs/<slug:key>/", own.JobDetail.as_view(), name="api-job"),
    path("models/", generation.Models.as_view(), name="api-models"),
    path("count/", generation.Count.as_view(), name="api-count"),
    path("generate/", generation.Generate.as_view(), name="api-generate"),
    path("sample/", generation.Sample.as_view(), name="api-sample"),
    path("explain/", generation.Explain.as_view(), name="api-explain"),
    path("pairs/", pairs.PairList.as_view(), name="api-pairs"),
    path("pairs/<int:pk>/", pairs.PairDetail.as_view(), name="api-pair"),
    path("pairs/file.<slug:form>", pairs.PairFileView.as_view(), name="api-pair-file"),
    path("pairs/<int:pk>/replace/", pairs.ReplacePair.as_view(), name="api-pair-replace"),
    path("pairs/<int:pk>/check/", pairs.CheckPair.as_view(), name="api-pair-check"),
    path("pairs/<int:pk>/reopen/", pairs.ReopenPair.as_view(), name="api-pair-reopen"),
    path("uploads/", uploads.UploadList.as_view(), name="api-uploads"),
    path("uploads/<slug:key>/", uploads.UploadDetail.as_view(), name="api-upload"),
    path("uploads/<slug:key>/rows/", uploads.UploadRows.as_view(), name="api-upload-rows"),
    path("uploads/<slug:key>/accept/", uploads.AcceptUpload.as_view(), name="api-upload-accept"),
    path("uploads/<slug:key>/discard/", uploads.DiscardUpload.as_view(), name="api-upload-discard"),
    path("imports/", imports.ImportList.as_view(), name="api-imports"),
    path("imports/<slug:key>/", imports.ImportDetail.as_view(), name="api-import"),
    path("plans/", planning.PlanList.as_view(), name="api-plans"),
    path("plans/<slug:key>/", planning.PlanDetail.as_view(), name="api-plan"),
    path("studies/", studies.StudyList.as_view(), name="api-studies"),
    path("studies/<slug:slug>/", include(of_a_study)),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[AllowAny]), name="api-schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(
            permission_classes=[AllowAny], url_name="api-schema", template_name="api/docs.html"
        ),
        name="api-docs",
    ),
]

urlpatterns = [
    path("v1/", include(version_1)),
    re_path("", unknown.UnknownAddress.as_view(), name="api-unknown"),
]
