from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study, User
from evaluation.models.visible_names import validate_visible
from evaluation.pages.studies.steps.base import (
    LONGEST_TEXT,
    Files,
    Parts,
    Step,
    initial_per_language,
    language_choices,
    offer,
    per_language,
    text_per_language,
)
from evaluation.services import studies
from evaluation.services.studies.editing import LONGEST_SLUG
from evaluation.services.studies.interface_languages import interface_languages

AREA = forms.Textarea(attrs={"rows": 9})


class TextsForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=150, validators=[validate_visible])
    slug = forms.SlugField(
        label=_("Address"),
        max_length=LONGEST_SLUG,
        help_text=_("Small letters, digits and dashes; part of the study's address."),
    )

    interface_languages = forms.MultipleChoiceField(
        label=_("Languages of the judges' pages"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Every text of the study is asked for in each of these, and judges choose among them. The languages of the "
            "sentences are another matter: they come with the pairs."
        ),
        error_messages={"required": _("Choose at least one language for the judges' pages.")},
    )

    def __init__(self, *args: Any, languages: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "interface_languages", language_choices())
        options: dict[str, Any] = {"required": False, "max_length": LONGEST_TEXT, "widget": AREA}
        self.fields |= per_language(languages, "instructions", _("Instructions"), forms.CharField, **options)
        self.fields |= per_language(languages, "consent", _("Information and consent"), forms.CharField, **options)

    def clean_slug(self) -> str:
        return str(self.cleaned_data["slug"]).lower()


class TextsStep(Step):
    name = "texts"
    title = _("Name and texts")

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        languages = interface_languages(study)
        initial: dict[str, Any] = {"name": study.name, "slug": study.slug, "interface_languages": languages}
        initial |= initial_per_language("instructions", study.instructions)
        initial |= initial_per_language("consent", study.consent)
        return {"form": TextsForm(data, initial=initial, languages=languages)}

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        form = parts["form"]
        fields = {
            "name": form.cleaned_data["name"],
            "slug": form.cleaned_data["slug"],
            "interface_languages": form.cleaned_data["interface_languages"],
            "instructions": text_per_language(form, "instructions", study.instructions),
            "consent": text_per_language(form, "consent", study.consent),
        }
        studies.update(study=study, actor=actor, revision=revision, step=self.name, fields=fields)
