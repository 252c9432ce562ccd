from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.utils.translation import gettext_lazy as _

from evaluation.models import Role, User


class SignInForm(AuthenticationForm):
    """A user name or an e-mail address will do."""

    username = UsernameField(
        label=_("User name or e-mail address"), widget=forms.TextInput(attrs={"autofocus": True, "maxlength": 254})
    )
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("No account has this name with this password. Upper and lower case matter in passwords."),
        "inactive": _("This account is closed."),
    }

    def clean_username(self) -> str:
        typed = self.cleaned_data["username"]
        owner = User.objects.filter(email__iexact=typed).first() if "@" in typed else None
        return owner.username if owner else typed


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    interface_language = forms.ChoiceField(label=_("Language of the pages"), required=False)

    class Meta:
        model = User
        fields = ["name", "email", "interface_language"]
        help_texts = {
            "name": _("Shown to the researchers who invited you. Results go by a pseudonym."),
            "email": _("For a forgotten password and for reminders. May stay empty."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["interface_language"].choices = [("", _("As my browser says")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email and User.objects.filter(email__iexact=email).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("Another account has this e-mail address."))
        return email


class InviteForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=150)
    email = forms.EmailField(label=_("E-mail address"))
    role = forms.ChoiceField(label=_("Role"), choices=[(Role.RESEARCHER, _("researcher")), (Role.ADMIN, _("admin"))])


class EraseForm(forms.Form):
    confirmed = forms.BooleanField(
        label=_("Yes, erase my personal data. I know that this cannot be undone."),
        error_messages={"required": _("Tick the box to erase your data.")},
    )
