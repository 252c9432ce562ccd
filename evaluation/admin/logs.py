"""The audit log, jobs, throttles and who has read which comments in Django's admin."""

from __future__ import annotations

from django.contrib import admin

from evaluation.admin.read_only import ReadOnlyAdmin
from evaluation.models import AuditEntry, CommentsRead, Job, ThrottleCounter


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "actor", "action", "target", "details", "request_id")
    list_filter = ("action", "at")
    list_select_related = ("actor",)
    search_fields = ("target", "action", "request_id", "actor__username", "actor__name")
    date_hierarchy = "at"


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("title", "kind", "owner", "state", "percent", "attempts", "created_at", "finished_at")
    list_filter = ("state", "kind", "created_at")
    list_select_related = ("owner",)
    search_fields = ("title", "kind", "key", "owner__username")


@admin.register(ThrottleCounter)
class ThrottleCounterAdmin(ReadOnlyAdmin):
    list_display = ("scope", "count", "expires_at")
    list_filter = ("scope",)
    search_fields = ("scope",)


@admin.register(CommentsRead)
class CommentsReadAdmin(ReadOnlyAdmin):
    list_display = ("person", "study", "at")
    list_filter = ("at",)
    list_select_related = ("person", "study")
    search_fields = ("person__username", "study__name")
