from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from evaluation.models import Role, User
from evaluation.services import audit
from evaluation.services.accounts import people, personal_data, second_factor, tokens
from evaluation.services.errors import Refused

# Keys and recovery codes are for their owners; people have an action to reset them.
admin.site.unregister([TOTPDevice, StaticDevice])


class NewPersonForm(AdminUserCreationForm):  # type: ignore[type-arg]
    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("username", "name", "email", "role")


class PersonForm(UserChangeForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("username", "name", "email", "role", "interface_language", "is_active")

    def clean(self) -> dict[str, Any]:
        """The last admin must stay an admin who can sign in."""
        cleaned = super().clean() or {}
        leaves = cleaned.get("role") != Role.ADMIN or not cleaned.get("is_active")
        if User.objects.get(pk=self.instance.pk).role == Role.ADMIN and leaves:
            try:
                people.refuse_losing_the_last_admin(self.instance)
            except Refused as refused:
                raise forms.ValidationError(refused.message) from None
        return cleaned


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    form = PersonForm
    add_form = NewPersonForm
    list_display = ("username", "name", "email", "role", "has_second_factor", "is_active", "last_login", "date_joined")
    list_filter = ("role", "has_second_factor", "is_active", "interface_language")
    search_fields = ("username", "name", "email", "participations__pseudonym", "participations__external_id")
    ordering = ("username",)
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("name", "email", "interface_language")}),
        (_("Rights"), {"fields": ("role", "is_active")}),
        (_("Times"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "name", "email", "role", "usable_password", "password1", "password2"),
            },
        ),
    )
    actions = ("erase", "reset_second_factor")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """People are erased, which keeps their ratings, and never deleted."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm[User], change: bool) -> None:  # noqa: FBT001
        """Set the rights of the role, and record the change."""
        for field, value in people.rights_of(obj.role).items():
            setattr(obj, field, value)
        super().save_model(request, obj, form, change)
        if isinstance(request.user, User):
            action = "person.changed" if change else "person.created"
            audit.record(request.user, action, people.label(obj), fields=form.changed_data, role=obj.role)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """A new password ends the API token, here as everywhere."""
        stored = User.objects.filter(pk=id).values_list("password", flat=True)
        before = stored.first()
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        if stored.first() != before and isinstance(request.user, User):
            tokens.password_changed(User.objects.get(pk=id), actor=request.user)
        return answer

    @admin.action(description=_("Reset two-factor sign-in (the password alone signs in, until it is set up anew)"))
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset.filter(has_second_factor=True):
            second_factor.turn_off(person=person, actor=request.user if isinstance(request.user, User) else None)
            self.message_user(request, gettext("%(who)s signs in with the password alone now.") % {"who": person})

    @admin.action(description=_("Erase personal data (ratings stay, under a pseudonym)"))
    def erase(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            try:
                personal_data.erase(person=person, actor=request.user if isinstance(request.user, User) else None)
            except Refused as refused:
                self.message_user(request, f"{person}: {refused.message}", messages.ERROR)
            else:
                self.message_user(request, gettext("%(who)s is erased.") % {"who": people.label(person)})
