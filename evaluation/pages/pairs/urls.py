"""Addresses of the pages about pairs."""

from django.urls import path

from evaluation.pages.pairs import collections, health, pair, replacing, two_sentences, uploads, workbench

urlpatterns = [
    path("pairs/", collections.pair_list, name="pair-list"),
    path("pairs/collections/<int:number>/", collections.collection_page, name="collection-page"),
    path("pairs/collections/<int:number>/rename/", collections.collection_rename, name="collection-rename"),
    path(
        "pairs/collections/<int:number>/file.<slug:form>", collections.collection_download, name="collection-download"
    ),
    path("pairs/collections/<int:number>/delete/", collections.collection_delete, name="collection-delete"),
    path(
        "pairs/collections/<int:number>/word-lists/<int:word_list>/delete/",
        collections.word_list_delete,
        name="word-list-delete",
    ),
    path("pairs/collections/<int:number>/queue/", workbench.queue_page, name="pair-queue"),
    path("pairs/collections/<int:number>/queue/start/", workbench.queue_start, name="pair-queue-start"),
    path("pairs/collections/<int:number>/health/", health.health_page, name="pair-health"),
    path("pairs/collections/<int:number>/health/count/", health.health_count, name="pair-health-count"),
    path("pairs/<int:number>/", pair.pair_page, name="pair-page"),
    path("pairs/<int:number>/replace/", replacing.pair_replace, name="pair-replace"),
    path("pairs/<int:number>/delete/", replacing.pair_delete, name="pair-delete"),
    path("pairs/<int:number>/figures/", pair.pair_drawings, name="pair-figures"),
    path("pairs/<int:number>/alignment/", pair.pair_align, name="pair-align"),
    path("pairs/<int:number>/counts/", pair.pair_counts, name="pair-counts"),
    path("pairs/<int:number>/sentences/", pair.pair_sentences, name="pair-sentences"),
    path("pairs/<int:number>/explain/", pair.pair_explain, name="pair-explain"),
    path("pairs/<int:number>/workbench/", workbench.workbench_page, name="pair-workbench"),
    path("pairs/<int:number>/workbench/preview/", workbench.workbench_preview, name="pair-workbench-preview"),
    path("pairs/<int:number>/workbench/skip/", workbench.queue_skip, name="pair-skip"),
    path("pairs/<int:number>/reopen/", workbench.pair_reopen, name="pair-reopen"),
    path("pairs/two-sentences/", two_sentences.pair_help, name="pair-help"),
    path("pairs/load/", uploads.upload_new, name="upload-new"),
    path("pairs/uploads/", uploads.upload_list, name="upload-list"),
    path("pairs/uploads/<slug:key>/", uploads.upload_page, name="upload-page"),
    path("pairs/uploads/<slug:key>/columns/", uploads.upload_columns, name="upload-columns"),
    path("pairs/uploads/<slug:key>/columns/again/", uploads.upload_columns_again, name="upload-columns-again"),
    path("pairs/uploads/<slug:key>/rows/<int:number>/", uploads.upload_row, name="upload-row"),
    path("pairs/uploads/<slug:key>/accept/", uploads.upload_accept, name="upload-accept"),
    path("pairs/uploads/<slug:key>/discard/", uploads.upload_discard, name="upload-discard"),
]
