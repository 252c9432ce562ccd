"""The form of one question: its words in every language of the study, and what its kind needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study
from evaluation.pages.studies.steps.base import offer, per_language
from evaluation.pages.studies.steps.criteria import LabelsField
from evaluation.services.errors import Refused
from evaluation.services.studies import questionnaire
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.questionnaire import Question
from evaluation.services.studies.questionnaire.changing import MOST_LANGUAGES
from evaluation.services.support.language_names import language_name

KEYED = re.compile(r"([a-z][a-z0-9_]{0,39}):\s*(\S.*)")
AREA = forms.Textarea(attrs={"rows": 6})
# What a new question of a kind begins with.
BEGINNINGS: dict[str, dict[str, Any]] = {
    "number": {"low": 0, "high": 100},
    "likert": {"low": 1, "high": 5},
    "language": {"most": 4, "details": True},
}


def new_question(kind: str) -> Question:
    return Question("", kind, **BEGINNINGS.get(kind, {}))


class QuestionForm(forms.Form):
    required = forms.BooleanField(label=_("Must be answered"), required=False)
    condition_question = forms.ChoiceField(label=_("Asked"), required=False)
    condition_op = forms.ChoiceField(label=_("If the answer"), required=False)
    condition_value = forms.CharField(
        label=_("Answer"),
        required=False,
        max_length=300,
        help_text=_("A number, or answers separated by commas; languages by their name or code."),
    )

    def __init__(self, *args: Any, study: Study, question: Question, **kwargs: Any) -> None:
        self.study, self.question = study, question
        self.languages = interface_languages(study)
        self.earlier = earlier_questions(study, question)
        super().__init__(*args, **{"initial": initial_of(question, self.languages)} | kwargs)
        words: dict[str, Any] = {"required": False, "max_length": 500}
        self.fields |= per_language(self.languages, "text", _("Question"), forms.CharField, **words)
        self.fields |= per_language(self.languages, "help", _("Explanation"), forms.CharField, **words)
        self.fields |= FIELDS[question.kind](self)
        last = ["required", "condition_question", "condition_op", "condition_value"]
        self.order_fields([*(name for name in self.fields if name not in last), *last])
        always = [("", _now("always"))]
        offer(
            self,
            "condition_question",
            always + [(each.key, _now("only if: %s") % each.text("en")) for each in self.earlier],
        )
        offer(self, "condition_op", list(questionnaire.OPERATIONS.items()))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["question"] = self._question(cleaned)
            except Refused as refused:
                self.show(refused)
        return cleaned

    def show(self, refused: Refused) -> None:
        """Put the words at the field they are about, in the first language where it has several."""
        first = f"{refused.field}_{self.languages[0]}"
        names = (refused.field, first, f"condition_{refused.field}")
        self.add_error(next((name for name in names if name in self.fields), None), refused.message)

    def _question(self, cleaned: dict[str, Any]) -> Question:
        plain = {
            name: cleaned[name]
            for name in ("low", "high", "most", "details", "of_study", "language", "required")
            if name in cleaned
        }
        words = {name: lines_of(cleaned[name]) for name in ("words", "nonwords") if name in cleaned}
        options, texts = self._texts(cleaned)
        fixed = {"key": self.question.key, "kind": self.question.kind, "source": self.question.source}
        said = {"texts": texts, "options": options, "condition": self._condition(cleaned)}
        return Question.from_json(fixed | plain | words | said)

    def _condition(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        if not cleaned["condition_question"]:
            return {}
        return questionnaire.rule_from_form(
            self.earlier, cleaned["condition_question"], cleaned["condition_op"], cleaned["condition_value"]
        )

    def _texts(self, cleaned: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, Any]]:
        """The keys of the answers, and all words; what is stored in other languages stays."""
        texts = {code: dict(said) for code, said in self.question.texts.items()}
        options: tuple[str, ...] = ()
        for code in self.languages:
            here: dict[str, Any] = {which: cleaned.get(f"{which}_{code}") for which in ("text", "help", "labels")}
            if f"options_{code}" in cleaned:
                here["options"] = read_options(cleaned[f"options_{code}"], options, f"options_{code}")
                options = options or tuple(here["options"])
            texts[code] = {which: said for which, said in here.items() if said}
        return options, {code: said for code, said in texts.items() if said}


def earlier_questions(study: Study, question: Question) -> list[Question]:
    """Those a condition can read. A browser cannot tell the score of a vocabulary check before it is sent."""
    asked = questionnaire.questions_of(study)
    place = next((number for number, each in enumerate(asked) if each.key == question.key), len(asked))
    return [each for each in asked[:place] if each.kind != "vocabulary"]


def lines_of(text: str) -> list[str]:
    """Each line once, without empty ones."""
    return list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


def read_options(text: str, keys: Sequence[str], field: str) -> dict[str, str]:
    """Answers, one a line: ``yes: Yes, often``. Without a key, a line has that of the same line in ``keys``."""
    options: dict[str, str] = {}
    lines = lines_of(text)
    if keys and lines and len(lines) != len(keys):
        message = _now("Write one line for each answer: the first language has %(there)d, this one %(here)d.")
        raise Refused(message % {"here": len(lines), "there": len(keys)}, field=field)
    for number, line in enumerate(lines):
        keyed = KEYED.fullmatch(line)
        key = keyed[1] if keyed else keys[number] if keys else slugify(line).replace("-", "_")[:40].strip("_")
        key = key or f"answer_{number + 1}"
        if key in options or (keys and key not in keys):
            raise Refused(_now("“%s” is there twice, or not in the first language.") % key, field=field)
        options[key] = keyed[2].strip() if keyed else line
    return options


def initial_of(question: Question, languages: Sequence[str]) -> dict[str, Any]:
    plain = ("low", "high", "most", "details", "of_study", "language", "required")
    initial: dict[str, Any] = {name: getattr(question, name) for name in plain}
    initial |= {"words": "\n".join(question.words), "nonwords": "\n".join(question.nonwords)}
    for code in languages:
        texts = question.texts.get(code, {})
        initial |= {f"{which}_{code}": texts.get(which, "") for which in ("text", "help")}
        for which, keys in (("options", question.options), ("labels", map(str, question.points))):
            initial[f"{which}_{code}"] = keyed_lines(texts.get(which, {}), keys)
    return initial | condition_initial(question)


def keyed_lines(words: Mapping[str, str], keys: Iterable[str]) -> str:
    """A line for each key that has words, in the order of the keys: a database may store the words in another."""
    return "\n".join(f"{key}: {words[key]}" for key in keys if key in words)


def condition_initial(question: Question) -> dict[str, Any]:
    rule = question.condition
    if not rule:
        return {}
    value = rule["value"]["language"] if isinstance(rule["value"], dict) else rule["value"]
    words = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return {"condition_question": rule["question"], "condition_op": rule["op"], "condition_value": words}


# -- What each kind needs ----------------------------------------------------------------------------


def _options(form: QuestionForm) -> dict[str, forms.Field]:
    help_text = _("One a line. A name for exports may come first, as in “often: every day”.")
    options: dict[str, Any] = {"required": False, "max_length": 5_000, "widget": AREA, "help_text": help_text}
    return per_language(form.languages, "options", _("Answers"), forms.CharField, **options)


def _span(_form: QuestionForm) -> dict[str, forms.Field]:
    return {
        "low": forms.IntegerField(label=_("Least number"), min_value=-99_999, max_value=99_999),
        "high": forms.IntegerField(label=_("Greatest number"), min_value=-99_999, max_value=99_999),
    }


def _points(form: QuestionForm) -> dict[str, forms.Field]:
    ends: dict[str, forms.Field] = {
        "low": forms.IntegerField(label=_("First point"), min_value=-100, max_value=100),
        "high": forms.IntegerField(label=_("Last point"), min_value=-100, max_value=100),
    }
    return ends | per_language(
        form.languages, "labels", _("Labels of points"), LabelsField, required=False, max_length=3_000
    )


def _languages(_form: QuestionForm) -> dict[str, forms.Field]:
    return {
        "of_study": forms.BooleanField(label=_("About each language of the study, instead of any"), required=False),
        "most": forms.IntegerField(label=_("Languages at most"), min_value=1, max_value=MOST_LANGUAGES),
        "details": forms.BooleanField(label=_("Ask from what age and how well"), required=False),
    }


def _vocabulary(form: QuestionForm) -> dict[str, forms.Field]:
    codes = questionnaire.languages_of(form.study)
    kept = [form.question.language] if form.question.language not in {"", *codes} else []
    area: dict[str, Any] = {"required": False, "max_length": 10_000, "widget": AREA}
    return {
        "language": forms.ChoiceField(
            label=_("Language"), choices=[(code, language_name(code, "en")) for code in [*codes, *kept]]
        ),
        "words": forms.CharField(
            label=_("Words of the language"),
            help_text=_("One a line, from common to rare: 20 to 40 take two or three minutes."),
            **area,
        ),
        "nonwords": forms.CharField(
            label=_("Made-up words"),
            help_text=_("One a line: they could be words of the language, but are not. Half as many will do."),
            **area,
        ),
    }


def _nothing(_form: QuestionForm) -> dict[str, forms.Field]:
    return {}


FIELDS = {
    "text": _nothing,
    "choice": _options,
    "several": _options,
    "number": _span,
    "likert": _points,
    "language": _languages,
    "vocabulary": _vocabulary,
}
