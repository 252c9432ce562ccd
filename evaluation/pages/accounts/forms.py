from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UsernameField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from evaluation.middleware.client_address import client_address
from evaluation.models import Role, User
from evaluation.models.visible_names import validate_visible
from evaluation.pages.access import SignedInRequest
from evaluation.services.accounts import guesses
from evaluation.services.studies.interface_languages import translated_languages
from evaluation.services.support.language_names import own_name

KNOWN_BROWSER = "known_browser"
TOO_OFTEN = _("The password was wrong too often. Please try again in a quarter of an hour.")


class SignInForm(AuthenticationForm):
    """A user name or an e-mail address will do."""

    username = UsernameField(
        label=_("User name or e-mail address"), widget=forms.TextInput(attrs={"autofocus": True, "maxlength": 254})
    )
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("No account has this name with this password. Upper and lower case matter in passwords."),
        "inactive": _("This account is closed."),
    }

    def clean(self) -> dict[str, Any]:
        """Count the try before the password is looked at; ``TooManyGuesses`` is the page's to answer."""
        if not {"username", "password"} <= set(self.cleaned_data) or self.request is None:
            return super().clean()
        account, owner = guesses.account_of(self.cleaned_data["username"])
        if owner:
            self.cleaned_data["username"] = owner.username
        browser = guesses.browser_key(self.request.COOKIES.get(KNOWN_BROWSER, ""), owner)
        counted = guesses.count_guess(guesses.Guess(account, client_address(self.request), browser))
        cleaned = super().clean()
        guesses.take_back(counted)
        return cleaned


def check_own_password(form: forms.Form | forms.ModelForm[User], request: HttpRequest, person: User) -> None:
    """The form's ``password`` must be this person's; wrong ones count as they do at the sign-in page."""
    try:
        counted = guesses.count_guess(guesses.Guess(guesses.account_name(person), client_address(request)))
    except guesses.TooManyGuesses:
        form.add_error("password", TOO_OFTEN)
        return
    if person.check_password(form.cleaned_data["password"]):
        guesses.take_back(counted)
    else:
        form.add_error("password", _("This is not your password."))


class ChangePasswordForm(PasswordChangeForm):
    """Asks for the old password; wrong ones count as they do at the sign-in page."""

    request: HttpRequest

    def clean_old_password(self) -> str:
        account = guesses.account_name(self.user)
        try:
            counted = guesses.count_guess(guesses.Guess(account, client_address(self.request)))
        except guesses.TooManyGuesses:
            raise forms.ValidationError(TOO_OFTEN) from None
        old = super().clean_old_password()
        guesses.take_back(counted)
        return str(old)


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    # Not a field of the model here: Django would say at once which addresses are taken.
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("For a forgotten password and for reminders. May stay empty."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    interface_language = forms.ChoiceField(label=_("Language of the pages"), required=False)
    password = forms.CharField(
        label=_("Your password"),
        required=False,
        strip=False,
        max_length=4096,
        help_text=_("Only to change the e-mail address."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta:
        model = User
        fields = ["name", "interface_language"]
        help_texts = {"name": _("Shown to the researchers who invited you. Results go by a pseudonym.")}

    field_order = ["name", "email", "password", "interface_language"]

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        languages = [(code, own_name(code)) for code in translated_languages()]
        self.fields["interface_language"].choices = [("", _("As my browser says")), *languages]  # type: ignore[attr-defined]
        # A researcher's own pages are in English; at a judge's page they choose as judges do.
        if self.instance.is_researcher:
            del self.fields["interface_language"]
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["email"].initial = self.initial["email"] = self.instance.email
        # Who came by a personal link may have no password to ask for.
        if not self.instance.has_usable_password():
            del self.fields["password"]

    @property
    def changes_email(self) -> bool:
        return bool(self.cleaned_data["email"] != self.initial["email"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "email" in cleaned and self.changes_email and "password" in self.fields:
            if cleaned.get("password"):
                check_own_password(self, self.request, self.instance)
            else:
                self.add_error("password", _("To change the e-mail address, enter your password."))
        return cleaned


class OwnPasswordForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: SignedInRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean(self) -> dict[str, Any]:
        if "password" in self.cleaned_data:
            check_own_password(self, self.request, self.request.user)
        return self.cleaned_data


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class InviteForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=150, validators=[validate_visible])
    email = forms.EmailField(label=_("E-mail address"))
    role = forms.ChoiceField(label=_("Role"), choices=[(Role.RESEARCHER, _("researcher")), (Role.ADMIN, _("admin"))])


class EraseForm(forms.Form):
    confirmed = forms.BooleanField(
        label=_("Yes, erase my personal data. I know that this cannot be undone."),
        error_messages={"required": _("Tick the box to erase your data.")},
    )
