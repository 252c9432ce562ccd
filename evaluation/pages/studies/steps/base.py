"""What the steps of the wizard have in common: forms filled from a study, and how they are saved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from django import forms
from django.forms.utils import ErrorDict, ErrorList
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study, User
from evaluation.services.errors import Refused
from evaluation.services.studies.interface_languages import translated_languages
from evaluation.services.support.language_names import is_right_to_left, language_name, name_and_own_name

LONGEST_TEXT = 20_000
LONGEST_LIST = 1_000_000
# Forms and formsets by name; each step knows which of its own are which.
Parts = dict[str, Any]
FormSet: TypeAlias = "forms.BaseFormSet[Any]"
Files = MultiValueDict[str, Any]


class Step(ABC):
    """One page of the wizard. ``forms`` may be several; formsets are named by their prefix."""

    name: str
    title: str | Promise
    # A structural step changes what is rated: it can be looked at, not changed, once the study is opened.
    structural = False

    @property
    def template(self) -> str:
        return f"studies/steps/{self.name}.html"

    @abstractmethod
    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        """The step's forms, empty or filled with what was sent."""

    @abstractmethod
    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        """Store what the forms say, or refuse."""

    def context(self, study: Study) -> dict[str, Any]:
        return {}


def per_language(
    languages: Iterable[str], name: str, label: str | Promise, field: type[forms.Field], **options: Any
) -> dict[str, forms.Field]:
    """One field for each interface language of the study: ``instructions_en``, ``instructions_hi``."""
    fields = {}
    for code in languages:
        words = _("%(label)s (%(language)s)") % {"label": label, "language": language_name(code, "en")}
        made = field(label=words, **options)
        made.widget.attrs |= {"lang": code, "dir": "rtl" if is_right_to_left(code) else "ltr"}
        fields[f"{name}_{code}"] = made
    return fields


def text_per_language(form: forms.Form, name: str, stored: Mapping[str, str] | None = None) -> dict[str, str]:
    """What was written, without the languages left empty; with what is stored in languages that were not asked for."""
    texts = dict(stored or {})
    for field, sent in form.cleaned_data.items():
        if field.startswith(f"{name}_"):
            # Browsers send line breaks as two characters.
            texts[field.removeprefix(f"{name}_")] = str(sent or "").replace("\r\n", "\n").strip()
    return {code: text for code, text in texts.items() if text}


def initial_per_language(name: str, texts: Mapping[str, str]) -> dict[str, str]:
    return {f"{name}_{code}": text for code, text in texts.items()}


def language_choices() -> list[tuple[str, str]]:
    """The languages judges can read pages in, for researchers to choose from."""
    return [(code, name_and_own_name(code, "en")) for code in translated_languages()]


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a field that depend on the study or on what is installed."""
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def disable(parts: Parts, names: Iterable[str] | None = None) -> None:
    """Make these fields (all, if no names are given) unchangeable."""
    wanted = None if names is None else set(names)
    for part in parts.values():
        for form in getattr(part, "forms", [part]):
            for name, field in form.fields.items():
                field.disabled = field.disabled or wanted is None or name in wanted


def kept(formset: FormSet) -> list[Any]:
    """The filled-in rows of a formset that are not to be removed."""
    return [form for form in formset.forms if form.has_changed_or_was_there() and form not in formset.deleted_forms]


class RowForm(forms.Form):
    """A row of a formset; one that was there before counts even if nothing in it was changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Whatever number of rows the browser says there were: one that was there is read, never skipped as empty.
        self.empty_permitted = self.empty_permitted and not self.initial

    def has_changed_or_was_there(self) -> bool:
        return bool(self.initial) or self.has_changed()


def show_refusal(parts: Parts, refused: Refused) -> None:
    """Put a service's words at the field they are about, or above the first form."""
    field = refused.field or ""
    for prefix, part in parts.items():
        is_formset = isinstance(part, forms.BaseFormSet)
        if is_formset and field.startswith(f"{prefix}-"):
            number, name = field.removeprefix(f"{prefix}-").split("-", 1)
            row = kept(part)[int(str(number))]
            row.add_error(name if name in row.fields else None, refused.message)
            return
        if is_formset and field == prefix:
            part.non_form_errors().append(refused.message)
            return
        if not is_formset and field in part.fields:
            part.add_error(field, refused.message)
            return
    _above(next(iter(parts.values())), refused.message)


def _above(part: Any, message: str) -> None:
    if isinstance(part, forms.BaseFormSet):
        part.non_form_errors().append(message)
    else:
        part.add_error(None, message)


def one_more(step: Step, study: Study, data: QueryDict, prefix: str) -> Parts:
    """The step's forms with what was sent so far, unjudged, and one more empty row in a formset."""
    changed = data.copy()
    total = f"{prefix}-TOTAL_FORMS"
    rows = str(changed.get(total, ""))
    if rows.isdecimal():
        changed[total] = str(min(int(rows[:6]) + 1, MOST_ROWS))
    parts = step.parts(study, changed)
    for part in parts.values():
        _leave_unjudged(part)
    grown = parts.get(prefix)
    if isinstance(grown, forms.BaseFormSet) and grown.forms:
        _empty_last(grown)
    return parts


def _leave_unjudged(part: Any) -> None:
    """Keep Django from checking a form that is still being filled in."""
    if isinstance(part, forms.BaseFormSet):
        part._errors, part._non_form_errors = [], ErrorList()  # type: ignore[attr-defined]
    for form in getattr(part, "forms", [part]):
        form._errors = ErrorDict()


def _empty_last(formset: FormSet) -> None:
    """Show the new row with what such a row starts with."""
    number = len(formset.forms) - 1
    row = formset.form(prefix=formset.add_prefix(number), **formset.get_form_kwargs(number))
    formset.add_fields(row, number)
    formset.forms[number] = row


MOST_ROWS = 100


def row_formset(form: type[RowForm], **options: Any) -> type[FormSet]:
    wanted = {"extra": 0, "can_delete": True, "max_num": MOST_ROWS, "validate_max": True} | options
    # However many rows are announced, no more than one too many is ever made.
    return forms.formset_factory(form, absolute_max=wanted["max_num"] + 1, **wanted)
