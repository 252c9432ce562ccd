from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from evaluation.models import Criterion, Item, ItemKind, Study, User
from evaluation.pages.studies.steps.base import (
    Files,
    Parts,
    RowForm,
    Step,
    initial_per_language,
    kept,
    per_language,
    row_formset,
    text_per_language,
)
from evaluation.pages.studies.steps.exclusions import exclusions_form, save_exclusions
from evaluation.services import studies
from evaluation.services.studies import AttentionSpec, PracticeSpec
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.sampling.methods import LONGEST_SENTENCE
from evaluation.services.studies.sampling.vocabulary import Vocabulary

SMALL = forms.Textarea(attrs={"rows": 2})


class RepeatsForm(forms.Form):
    repeats = forms.IntegerField(min_value=0, max_value=100)

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {"items": study.item_words}
        self.fields["repeats"].label = _now("Repeated %(items)s per judge") % words
        said = [
            _now("So many of a judge's %(items)s come a second time, half a list later, to measure consistency.")
            % words
        ]
        if study.asks_choices:
            said.append(_now("The sentences of a couple then stand the other way round."))
        self.fields["repeats"].help_text = " ".join(said)


class PracticeForm(RowForm):
    text = forms.CharField(label=_("Sentence"), max_length=LONGEST_SENTENCE)
    other = forms.CharField(
        label=_("Sentence beside it"),
        max_length=LONGEST_SENTENCE,
        required=False,
        help_text=_(
            "Written, it is a couple to choose from. Either may stand first, so let what you say afterwards name the "
            "sentence, not its place."
        ),
    )

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not study.asks_choices:
            del self.fields["other"]
        options: dict[str, Any] = {"required": False, "max_length": 2_000, "widget": SMALL}
        self.fields |= per_language(
            interface_languages(study), "feedback", _("Said afterwards"), forms.CharField, **options
        )


class AttentionForm(RowForm):
    text = forms.CharField(label=_("Sentence"), max_length=LONGEST_SENTENCE)
    other = forms.CharField(
        label=_("Sentence beside it"),
        max_length=LONGEST_SENTENCE,
        required=False,
        help_text=_("Written, it is a couple, and the first sentence is the one you expect to be chosen."),
    )

    def __init__(self, *args: Any, study: Study, criteria: Sequence[Criterion], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not study.asks_choices:
            del self.fields["other"]
        self.criteria = criteria
        for criterion in criteria:
            for which, label in (("low", _now("%s, from")), ("high", _now("%s, to"))):
                self.fields[f"{criterion.key}_{which}"] = forms.IntegerField(
                    label=label % criterion, required=False, min_value=criterion.low, max_value=criterion.high
                )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for criterion in self.criteria:
            ends = [cleaned.get(f"{criterion.key}_{which}") for which in ("low", "high")]
            if ends.count(None) == 1 and not self.errors:
                self.add_error(f"{criterion.key}_low", _now("Write both ends, or neither."))
        return cleaned

    def expected(self) -> dict[str, tuple[int, int]]:
        spans = {
            criterion.key: (self.cleaned_data[f"{criterion.key}_low"], self.cleaned_data[f"{criterion.key}_high"])
            for criterion in self.criteria
        }
        return {key: (low, high) for key, (low, high) in spans.items() if low is not None}


class ChecksStep(Step):
    name = "checks"
    title = _("Practice and checks")
    structural = True

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        criteria = list(study.criteria.scales())
        vocabulary = Vocabulary.of_study(study)
        items = study.items.select_related("first", "second")
        practice = [practice_initial(item, vocabulary) for item in items.filter(kind=ItemKind.PRACTICE)]
        attention = [attention_initial(item, vocabulary) for item in items.filter(kind=ItemKind.ATTENTION)]
        options: dict[str, Any] = {"form_kwargs": {"study": study, "criteria": criteria}}
        return {
            "form": RepeatsForm(data, initial={"repeats": study.repeats}, study=study),
            "exclusions": exclusions_form(study, data),
            "practice": row_formset(PracticeForm)(
                data, initial=practice, prefix="practice", form_kwargs={"study": study}
            ),
            "attention": row_formset(AttentionForm)(data, initial=attention, prefix="attention", **options),
        }

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        form, practice, attention = parts["form"], parts["practice"], parts["attention"]
        studies.set_checks(
            study=study,
            actor=actor,
            revision=revision,
            repeats=form.cleaned_data["repeats"],
            practice=[
                PracticeSpec(row.cleaned_data["text"], text_per_language(row, "feedback"), other_text(row))
                for row in kept(practice)
            ],
            attention=[
                AttentionSpec(row.cleaned_data["text"], row.expected(), other_text(row)) for row in kept(attention)
            ],
        )
        save_exclusions(parts["exclusions"], study=study, actor=actor)

    def context(self, study: Study) -> dict[str, Any]:
        return {"checks": study.items.checks().sentences()}


def other_text(row: RowForm) -> str:
    return str(row.cleaned_data.get("other", "")).strip()


def texts_initial(item: Item, vocabulary: Vocabulary) -> dict[str, str]:
    if not item.is_couple:
        return {"text": vocabulary.as_typed(item.tokens)}
    first, second = (vocabulary.as_typed(member.tokens) for member in item.members)
    return {"text": first, "other": second}


def practice_initial(item: Item, vocabulary: Vocabulary) -> dict[str, Any]:
    return texts_initial(item, vocabulary) | initial_per_language("feedback", item.feedback)


def attention_initial(item: Item, vocabulary: Vocabulary) -> dict[str, Any]:
    ends = {f"{key}_low": low for key, (low, _high) in item.expected.items()}
    ends |= {f"{key}_high": high for key, (_low, high) in item.expected.items()}
    return texts_initial(item, vocabulary) | ends
