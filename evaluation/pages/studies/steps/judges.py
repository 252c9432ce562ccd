from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from evaluation.models import Design, KnownId, Study, User
from evaluation.pages.studies.steps.base import Files, Parts, RowForm, Step, kept, offer, row_formset
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies import questionnaire
from evaluation.services.studies.questionnaire import Question

PLAIN = (
    *("design", "judges_per_item", "items_per_judge", "one_of_match", "place_minutes"),
    *("join_link_open", "participant_parameter", "known_id"),
)


class JudgesForm(forms.Form):
    design = forms.ChoiceField(label=_("Who rates what"), choices=Design.choices, widget=forms.RadioSelect)
    judges_per_item = forms.IntegerField(
        label=_("Judges per sentence"),
        min_value=1,
        max_value=1_000,
        help_text=_("With a number of judges for each sentence: never more than this, however many arrive."),
    )
    items_per_judge = forms.IntegerField(
        label=_("Sentences per judge"),
        min_value=1,
        max_value=100_000,
        required=False,
        help_text=_("Empty: at most one of each pair (a Latin square over pairs and conditions)."),
    )
    one_of_match = forms.BooleanField(
        label=_("Each judge gets one of the two sentences of every match"),
        help_text=_(
            "For sentences drawn as matched pairs, with a number of judges for each sentence: a Latin square over "
            "matches and their members instead of pairs and conditions."
        ),
        required=False,
    )
    place_minutes = forms.IntegerField(
        label=_("Minutes until a drop-out's sentences go to others"), min_value=1, max_value=60 * 24 * 365
    )
    join_link_open = forms.BooleanField(label=_("Anybody with the join link may take part"), required=False)
    participant_parameter = forms.RegexField(
        r"^[A-Za-z][A-Za-z0-9_-]*\Z",
        label=_("Participant id in the address"),
        help_text=_(
            "The name crowd-work sites give it: PROLIFIC_PID (Prolific), workerId (Mechanical Turk), survey_code (Sona)"
            ". The study's page then has the address to paste. Empty if there is none."
        ),
        max_length=40,
        required=False,
        error_messages={"invalid": _("Letters, digits, dashes and underscores, a letter first.")},
    )
    known_id = forms.ChoiceField(
        label=_("When an id comes back from another browser"),
        help_text=_("Crowd-work sites pass ids in the address, so others may know them."),
        choices=KnownId.choices,
        widget=forms.RadioSelect,
    )
    speaks_languages = forms.BooleanField(
        label=_("Only people who speak the languages of the study (everyday talk or better)"), required=False
    )

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not study.asks_choices:
            return
        words = {"item": study.item_word, "items": study.item_words}
        offer(self, "design", [(design, study.design_words(design)) for design in Design.values])
        for name, label in (
            ("judges_per_item", _now("Judges per %(item)s")),
            ("items_per_judge", _now("%(items)s per judge")),
            ("place_minutes", _now("Minutes until a drop-out's %(items)s go to others")),
        ):
            self.fields[name].label = capfirst(label % words)
        self.fields["judges_per_item"].help_text = (
            _now("With a number of judges for each %(item)s: never more than this, however many arrive.") % words
        )


class RuleForm(RowForm):
    """One rule on the questionnaire, as `questionnaire.rule_from_form` reads it."""

    question = forms.ChoiceField(label=_("Question"))
    op = forms.ChoiceField(label=_("Rule"))
    value = forms.CharField(
        label=_("Answer"),
        max_length=300,
        help_text=_("A number, or answers separated by commas; languages by their name or code, like hi."),
    )
    fluency = forms.TypedChoiceField(label=_("Spoken at least"), coerce=int, required=False)
    by_age = forms.IntegerField(
        label=_("From age, at most"), min_value=0, max_value=questionnaire.OLDEST, required=False
    )

    def __init__(self, *args: Any, questions: Sequence[Question], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions = questions
        choices: dict[str, list[Any]] = {
            "question": [(question.key, question.text("en")) for question in questions],
            "op": list(questionnaire.OPERATIONS.items()),
            "fluency": [("", "—"), *questionnaire.FLUENCY.items()],
        }
        for name, offered in choices.items():
            offer(self, name, offered)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors or not cleaned:
            return cleaned
        value: Any = cleaned["value"]
        if cleaned["op"] == "includes":
            value = {"language": value.strip(), "fluency": cleaned["fluency"] or 1, "by_age": cleaned["by_age"]}
        try:
            cleaned["rule"] = questionnaire.rule_from_form(self.questions, cleaned["question"], cleaned["op"], value)
        except Refused as refused:
            self.add_error(refused.field if refused.field in self.fields else None, refused.message)
        return cleaned


class JudgesStep(Step):
    name = "judges"
    title = _("Judges")

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        initial = {name: getattr(study, name) for name in PLAIN}
        initial["speaks_languages"] = bool(study.eligibility.get("languages"))
        rules = [rule_initial(rule) for rule in questionnaire.rules_of(study.eligibility)]
        return {
            "form": JudgesForm(data, initial=initial, study=study),
            "rules": row_formset(RuleForm, max_num=10)(
                data, initial=rules, prefix="rules", form_kwargs={"questions": questionnaire.questions_of(study)}
            ),
        }

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        form, formset = parts["form"], parts["rules"]
        rules = [row.cleaned_data["rule"] for row in kept(formset)]
        asks_languages = any(question.kind == "language" for question in questionnaire.questions_of(study))
        if form.cleaned_data["speaks_languages"] and not asks_languages:
            message = _now("The questionnaire does not ask for languages: add such a question first.")
            raise Refused(message, field="speaks_languages")
        fields = {name: form.cleaned_data[name] for name in PLAIN}
        eligibility: dict[str, Any] = {"rules": rules} if rules else {}
        if form.cleaned_data["speaks_languages"]:
            eligibility["languages"] = True
        fields |= {"eligibility": eligibility}
        studies.update(study=study, actor=actor, revision=revision, step=self.name, fields=fields)

    def context(self, study: Study) -> dict[str, Any]:
        return {"plan": studies.list_plan(study)}


def rule_initial(rule: dict[str, Any]) -> dict[str, Any]:
    value = rule["value"]
    initial = {"question": rule["question"], "op": rule["op"]}
    if rule["op"] == "includes":
        return initial | {"value": value["language"], "fluency": value.get("fluency", 1), "by_age": value.get("by_age")}
    return initial | {"value": ", ".join(map(str, value)) if isinstance(value, list) else str(value)}
