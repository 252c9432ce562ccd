from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from evaluation.models import ALIKE, Asks, Criterion, CriterionKind, Design, Study, User
from evaluation.pages.studies.steps.base import (
    Files,
    Parts,
    Step,
    initial_per_language,
    offer,
    per_language,
    text_per_language,
)
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies import CoupleSpec, defaults
from evaluation.services.studies.couples import CoupleDesign, checked_design, condition_names, plan_couples
from evaluation.services.studies.couples.making import MOST_PER_SENTENCE
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.sampling import SamplingMethod, condition_words
from evaluation.services.studies.sampling.methods import choice_of


class CouplesForm(forms.Form):
    asks = forms.ChoiceField(label=_("What judges are asked"), choices=Asks.choices, widget=forms.RadioSelect)
    design = forms.ChoiceField(
        label=_("Which sentences stand beside each other"),
        choices=CoupleDesign.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "Always two sentences of one pair. What judges choose between must hang together: no chain of "
            "choices, no common scale."
        ),
    )
    first = forms.ChoiceField(label=_("One condition"), required=False)
    second = forms.ChoiceField(label=_("against"), required=False)
    per_sentence = forms.IntegerField(
        label=_("Couples per sentence"), required=False, min_value=1, max_value=MOST_PER_SENTENCE
    )
    may_be_alike = forms.BooleanField(label=_("“Both alike” may be chosen"), required=False)
    asks_sureness = forms.BooleanField(label=_("Judges also say how sure they are, from 1 to 4"), required=False)

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        conditions = [("", "–"), *((name, condition_words(name)) for name in condition_names(study))]
        for name in ("first", "second"):
            offer(self, name, conditions)
        if choice_of(study.choices, SamplingMethod.MATCHED) is None:
            offer(self, "design", [each for each in CoupleDesign.choices if each[0] != CoupleDesign.MATCHED])
        self.fields |= per_language(
            interface_languages(study), "question", _("Question"), forms.CharField, required=False, max_length=500
        )

    def spec(self) -> CoupleSpec:
        sent = self.cleaned_data
        return CoupleSpec(
            asks=sent["asks"],
            design={name: sent[name] for name in ("design", "first", "second", "per_sentence")},
            questions=text_per_language(self, "question"),
            may_be_alike=sent["may_be_alike"],
            asks_sureness=sent["asks_sureness"],
        )


class CouplesStep(Step):
    name = "couples"
    title = _("Ratings or choices")
    structural = True

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        return {"form": CouplesForm(data, initial=initial_of(study), study=study)}

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        studies.set_couples(study=study, actor=actor, revision=revision, spec=parts["form"].spec())

    def context(self, study: Study) -> dict[str, Any]:
        """What the design makes: so many couples and so many choices, or the reason why it cannot."""
        if not study.asks_choices:
            return {}
        try:
            plan = plan_couples(study, checked_design(study.couples))
        except Refused as refused:
            return {"refusal": refused.message}
        each = study.judges_per_item if study.design == Design.BALANCED else None
        return {"couple_plan": plan, "choices": plan.count * each if each else None, "each": each}


def initial_of(study: Study) -> dict[str, Any]:
    initial: dict[str, Any] = {"asks": study.asks, "design": CoupleDesign.RANDOM.value, "per_sentence": 2}
    initial |= study.couples
    choice = study.criteria.filter(kind=CriterionKind.CHOICE).first()
    preference = defaults.COUPLE_CRITERIA[CriterionKind.CHOICE]
    texts = choice.texts if choice else defaults.criterion_texts(preference, interface_languages(study))
    return (
        initial
        | initial_per_language("question", question_texts(texts))
        | {
            "may_be_alike": choice is not None and choice.low == ALIKE,
            "asks_sureness": Criterion.objects.filter(study=study, kind=CriterionKind.SURENESS).exists(),
        }
    )


def question_texts(texts: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {language: words.get("question", "") for language, words in texts.items()}
