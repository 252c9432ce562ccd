"""Addresses of the pages on which ratings from elsewhere and whole studies are brought in."""

from django.urls import path

from evaluation.pages.imports import studies, views

urlpatterns = [
    path("imports/study/", studies.study_from_zip, name="import-study"),
    path("imports/ratings/", views.import_new, name="import-new"),
    path("imports/ratings/<slug:key>/", views.import_page, name="import-page"),
    path("imports/ratings/<slug:key>/discard/", views.import_discard, name="import-discard"),
]
