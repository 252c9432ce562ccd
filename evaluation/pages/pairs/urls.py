"""Addresses of the pages about pairs."""

from django.urls import path

from evaluation.pages.pairs import collections, pair, two_sentences, uploads

urlpatterns = [
    path("pairs/", collections.pair_list, name="pair-list"),
    path("pairs/collections/<int:number>/", collections.collection_page, name="collection-page"),
    path("pairs/collections/<int:number>/rename/", collections.collection_rename, name="collection-rename"),
    path("pairs/collections/<int:number>/delete/", collections.collection_delete, name="collection-delete"),
    path("pairs/<int:number>/", pair.pair_page, name="pair-page"),
    path("pairs/<int:number>/figures/", pair.pair_drawings, name="pair-figures"),
    path("pairs/<int:number>/alignment/", pair.pair_align, name="pair-align"),
    path("pairs/<int:number>/counts/", pair.pair_counts, name="pair-counts"),
    path("pairs/<int:number>/sentences/", pair.pair_sentences, name="pair-sentences"),
    path("pairs/<int:number>/explain/", pair.pair_explain, name="pair-explain"),
    path("pairs/two-sentences/", two_sentences.pair_help, name="pair-help"),
    path("pairs/load/", uploads.upload_new, name="upload-new"),
    path("pairs/uploads/", uploads.upload_list, name="upload-list"),
    path("pairs/uploads/<slug:key>/", uploads.upload_page, name="upload-page"),
    path("pairs/uploads/<slug:key>/columns/", uploads.upload_columns, name="upload-columns"),
    path("pairs/uploads/<slug:key>/rows/<int:number>/", uploads.upload_row, name="upload-row"),
    path("pairs/uploads/<slug:key>/accept/", uploads.upload_accept, name="upload-accept"),
    path("pairs/uploads/<slug:key>/discard/", uploads.upload_discard, name="upload-discard"),
]
