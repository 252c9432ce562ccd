from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from evaluation.models import Marking, Study, User
from evaluation.pages.studies.steps.base import (
    LONGEST_TEXT,
    Files,
    Parts,
    Step,
    disable,
    initial_per_language,
    per_language,
    text_per_language,
)
from evaluation.services import studies
from evaluation.services.studies import is_locked
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.mark_reasons import reason_words, reasons_from_lines

PLAIN = (
    *("marking", "word_marks", "comments", "completion_code", "screened_out_code", "failed_checks_code"),
    *("most_failed_checks", "return_address"),
)
AREA = forms.Textarea(attrs={"rows": 4})
ONE_A_LINE = _("One a line, the same in every language.")


def written_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class LookForm(forms.Form):
    marking = forms.ChoiceField(
        label=_("Words of the second language are"), choices=Marking.choices, widget=forms.RadioSelect
    )
    word_marks = forms.BooleanField(label=_("Judges may mark words that sound wrong"), required=False)
    comments = forms.BooleanField(label=_("Judges may write a comment"), required=False)
    completion_code = forms.CharField(
        label=_("Completion code"),
        help_text=_("Shown at the end, for crowd-work sites that ask for one."),
        max_length=100,
        required=False,
    )
    screened_out_code = forms.CharField(
        label=_("Code for those who are not eligible"),
        help_text=_("Shown to whoever the questionnaire screens out."),
        max_length=100,
        required=False,
    )
    failed_checks_code = forms.CharField(
        label=_("Code for those who failed attention checks"),
        help_text=_("Shown at the end instead of the completion code. Empty: they get that one too."),
        max_length=100,
        required=False,
    )
    most_failed_checks = forms.IntegerField(
        label=_("Failed attention checks that still pass"),
        help_text=_("Whoever fails more gets the code above. Empty: checks make no difference at the end."),
        min_value=0,
        max_value=100,
        required=False,
    )
    return_address = forms.URLField(
        label=_("Address to return to"),
        help_text=_(
            "A link at the end, back to the site that sent the judge. Write {code} where the code belongs, as in "
            "https://app.prolific.com/submissions/complete?cc={code}"
        ),
        max_length=500,
        required=False,
        assume_scheme="https",
    )

    def __init__(self, *args: Any, languages: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        reasons: dict[str, Any] = {"required": False, "max_length": 2_000, "widget": AREA, "help_text": ONE_A_LINE}
        self.fields |= per_language(languages, "reasons", _("Reasons when marking words"), forms.CharField, **reasons)
        options: dict[str, Any] = {"required": False, "max_length": LONGEST_TEXT, "widget": AREA}
        self.fields |= per_language(languages, "thanks", _("Thanks at the end"), forms.CharField, **options)
        self.fields |= per_language(
            languages, "refusal", _("To those who are not eligible"), forms.CharField, **options
        )


class LookStep(Step):
    name = "look"
    title = _("Rating page and end")

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        initial = {name: getattr(study, name) for name in PLAIN}
        initial |= initial_per_language("thanks", study.thanks) | initial_per_language("refusal", study.refusal)
        languages = interface_languages(study)
        for code in languages:
            initial[f"reasons_{code}"] = "\n".join(reason_words(study, code).values())
        form = LookForm(data, initial=initial, languages=languages)
        if is_locked(study):
            disable({"form": form}, [f"reasons_{code}" for code in languages])
        return {"form": form}

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        form = parts["form"]
        fields = {name: form.cleaned_data[name] for name in PLAIN}
        fields |= {name: text_per_language(form, name, getattr(study, name)) for name in ("thanks", "refusal")}
        lines = {code: written_lines(form.cleaned_data[f"reasons_{code}"]) for code in form.languages}
        if not is_locked(study):
            fields["mark_reasons"] = reasons_from_lines(lines, study.mark_reasons)
        studies.update(study=study, actor=actor, revision=revision, step=self.name, fields=fields)
