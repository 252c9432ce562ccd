"""Addresses of the page for readers, and of the page on which its study is published."""

from django.urls import path

from evaluation.pages.publications import public, publishing

urlpatterns = [
    path("studies/<slug:slug>/publication/", publishing.publication, name="publication"),
    path("studies/<slug:slug>/publication/publish/", publishing.publish, name="publication-publish"),
    path("studies/<slug:slug>/publication/take-back/", publishing.take_back, name="publication-take-back"),
    path("published/<slug:address>/", public.published, name="published"),
    path("published/<slug:address>/data.zip", public.published_zip, name="published-zip"),
    path("published/<slug:address>/cite.bib", public.published_citation, name="published-citation"),
    path(
        "published/<slug:address>/pictures/<slug:criterion>.<slug:name>.svg",
        public.published_picture,
        name="published-picture",
    ),
]
