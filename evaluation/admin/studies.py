"""What is asked: studies with their criteria and sentences."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from evaluation.admin.read_only import ReadOnlyAdmin
from evaluation.models import Criterion, Item, Study, User
from evaluation.services import audit


class Criteria(admin.TabularInline):  # type: ignore[type-arg]
    """Scales under ratings that exist must not move; they are edited on the study's own pages."""

    model = Criterion
    fields = ("position", "key", "low", "high")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Study)
class StudyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Whom a study belongs to and what it is called may be changed here; what is rated only on its own pages."""

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

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """A study is deleted on its own page, which knows whether somebody has rated it."""
        return False

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

    def log_change(self, request: HttpRequest, obj: Study, message: object) -> object:  # type: ignore[override]
        audit.record(request.user if isinstance(request.user, User) else None, "study.changed_in_admin", obj)
        return super().log_change(request, obj, message)


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
