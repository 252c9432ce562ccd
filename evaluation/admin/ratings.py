"""What judges answered, in Django's admin. Nothing of it can be changed."""

from __future__ import annotations

from django.contrib import admin

from evaluation.admin.read_only import ReadOnlyAdmin
from evaluation.models import MarkedWord, Participation, Place, Rating, RatingChange


@admin.register(Participation)
class ParticipationAdmin(ReadOnlyAdmin):
    list_display = ("pseudonym", "study", "user", "state", "language", "invited_at", "last_seen_at", "finished_at")
    list_filter = ("state", "is_double", "language", "study")
    list_select_related = ("study", "user")
    search_fields = ("pseudonym", "external_id", "user__username", "user__name", "user__email", "study__name")
    date_hierarchy = "invited_at"
    # Whoever knows it can make the judge's personal link.
    exclude = ("link_nonce",)


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin):
    list_display = (
        "participation",
        "order",
        "item",
        "state",
        "is_repeat",
        "cannot_judge",
        "duration_ms",
        "answered_at",
    )
    list_filter = ("state", "cannot_judge", "is_repeat", "language")
    list_select_related = ("participation", "item")
    search_fields = ("item__text", "participation__pseudonym", "comment", "participation__study__slug")
    show_full_result_count = False


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ("item", "criterion", "value", "first_value", "edits", "participation", "study", "given_at")
    list_filter = ("study", "value")
    list_select_related = ("item", "criterion", "participation", "study")
    search_fields = ("item__text", "participation__pseudonym", "study__slug")
    show_full_result_count = False


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ("rating", "value", "given_at")
    list_filter = ("given_at",)
    list_select_related = ("rating",)
    search_fields = ("rating__item__text", "rating__participation__pseudonym")
    show_full_result_count = False


@admin.register(MarkedWord)
class MarkedWordAdmin(ReadOnlyAdmin):
    list_display = ("place", "token", "reason")
    list_filter = ("reason",)
    list_select_related = ("place",)
    search_fields = ("place__item__text", "place__participation__pseudonym")
    show_full_result_count = False
