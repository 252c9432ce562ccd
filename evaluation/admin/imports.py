"""Files of ratings from elsewhere in Django's admin."""

from __future__ import annotations

from django.contrib import admin

from evaluation.admin.read_only import ReadOnlyAdmin
from evaluation.models import RatingImport


@admin.register(RatingImport)
class RatingImportAdmin(ReadOnlyAdmin):
    list_display = ("name", "owner", "state", "study", "problem_count", "created_at")
    list_filter = ("state", "created_at")
    list_select_related = ("owner", "study")
    search_fields = ("name", "owner__username", "study__slug")
