"""Published studies in Django's admin."""

from __future__ import annotations

from django.contrib import admin

from evaluation.admin.read_only import ReadOnlyAdmin
from evaluation.models import Publication


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    list_display = ("address", "study", "published_at", "taken_back_at", "is_indexed")
    list_filter = ("is_indexed", "published_at")
    list_select_related = ("study",)
    search_fields = ("address", "title", "authors")
