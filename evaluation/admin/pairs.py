"""Collections, pairs and uploads in Django's admin. Pairs are corrected on their own pages."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from evaluation.admin.read_only import ChangeOnlyAdmin, ReadOnlyAdmin
from evaluation.models import Collection, Pair, Upload, UploadRow, WordList


@admin.register(Collection)
class CollectionAdmin(ChangeOnlyAdmin):
    audit_action = "collection.changed"
    list_display = ("name", "owner", "pair_count", "created_at")
    list_filter = ("created_at",)
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username", "owner__name")
    autocomplete_fields = ("owner",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        collections: QuerySet[Collection] = super().get_queryset(request)
        return collections.annotate(pairs_counted=Count("pairs"))

    @admin.display(description=_("pairs"), ordering="pairs_counted")
    def pair_count(self, collection: Collection) -> int:
        return int(getattr(collection, "pairs_counted", 0))


@admin.register(WordList)
class WordListAdmin(ReadOnlyAdmin):
    list_display = ("name", "collection", "l1_lang", "l2_lang", "created_at")
    list_filter = ("l1_lang", "l2_lang", "created_at")
    list_select_related = ("collection",)
    search_fields = ("name", "collection__name")


@admin.register(Pair)
class PairAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "collection", "l1_text", "l2_text", "version", "is_current", "created_at")
    list_filter = ("is_current", "collection", "l1_lang", "l2_lang")
    list_select_related = ("collection",)
    search_fields = ("external_id", "l1_text", "l2_text", "note")
    show_full_result_count = False


@admin.register(Upload)
class UploadAdmin(ReadOnlyAdmin):
    list_display = ("name", "collection", "owner", "state", "good_rows", "bad_rows", "created_at")
    list_filter = ("state", "created_at")
    list_select_related = ("collection", "owner")
    search_fields = ("name", "collection__name", "owner__username")


@admin.register(UploadRow)
class UploadRowAdmin(ReadOnlyAdmin):
    list_display = ("upload", "line", "external_id", "is_good")
    list_filter = ("is_good",)
    list_select_related = ("upload",)
    search_fields = ("external_id", "upload__name")
    show_full_result_count = False
