"""Studies with their criteria and sentences in Django's admin."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from evaluation.admin.read_only import ChangeOnlyAdmin, ReadOnlyAdmin
from evaluation.models import Criterion, Item, Study


class Criteria(admin.TabularInline):  # type: ignore[type-arg]
    """Shown only: the criteria are edited on the study's own pages, and not once there are ratings."""

    model = Criterion
    fields = ("position", "key", "low", "high", "cut")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Study)
class StudyAdmin(ChangeOnlyAdmin):
    """Owner, colleagues, name and remark may be changed here; all else, and deleting, on the study's own pages."""

    audit_action = "study.changed_in_admin"
    list_display = ("name", "slug", "owner", "state", "design", "item_count", "judge_count", "created_at")
    list_filter = ("state", "design", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "owner__username", "owner__name")
    autocomplete_fields = ("owner", "colleagues")
    date_hierarchy = "created_at"
    inlines = (Criteria,)
    fields = (
        "name",
        "slug",
        "owner",
        "colleagues",
        "state",
        "remark",
        "models_chosen",
        "seed",
        "design",
        "created_at",
        "changed_at",
    )
    readonly_fields = ("slug", "state", "models_chosen", "seed", "design", "created_at", "changed_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Study]:
        studies: QuerySet[Study] = super().get_queryset(request)
        return studies.annotate(
            items_counted=Count("items", distinct=True), judges_counted=Count("participations", distinct=True)
        )

    @admin.display(description=_("sentences"), ordering="items_counted")
    def item_count(self, study: Study) -> int:
        return int(getattr(study, "items_counted", 0))

    @admin.display(description=_("judges"), ordering="judges_counted")
    def judge_count(self, study: Study) -> int:
        return int(getattr(study, "judges_counted", 0))


@admin.register(Criterion)
class CriterionAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "study", "key", "low", "high", "position")
    list_filter = ("key",)
    list_select_related = ("study",)
    search_fields = ("key", "study__name", "study__slug")


@admin.register(Item)
class ItemAdmin(ReadOnlyAdmin):
    list_display = ("text", "study", "number", "kind", "condition", "source", "probability", "pair")
    list_filter = ("kind", "condition", "source")
    list_select_related = ("study", "pair")
    search_fields = ("text", "study__name", "study__slug", "condition", "pair__external_id")
    show_full_result_count = False
