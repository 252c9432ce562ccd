"""What a study can ask its judges, and what counts as an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluation.services.errors import Refused

YOUNGEST, OLDEST = 16, 110
LONGEST_ANSWER = 120

# Their own names for themselves, so that nobody needs the page's language to find theirs.
LANGUAGES: dict[str, str] = {
    "hi": "हिन्दी (Hindi)",
    "en": "English",
    "as": "অসমীয়া (Assamese)",
    "bn": "বাংলা (Bengali)",
    "bho": "भोजपुरी (Bhojpuri)",
    "gu": "ગુજરાતી (Gujarati)",
    "kn": "ಕನ್ನಡ (Kannada)",
    "ks": "کٲشُر (Kashmiri)",
    "kok": "कोंकणी (Konkani)",
    "mai": "मैथिली (Maithili)",
    "ml": "മലയാളം (Malayalam)",
    "mr": "मराठी (Marathi)",
    "mwr": "मारवाड़ी (Marwari)",
    "ne": "नेपाली (Nepali)",
    "or": "ଓଡ଼ିଆ (Odia)",
    "pa": "ਪੰਜਾਬੀ (Punjabi)",
    "sd": "سنڌي (Sindhi)",
    "ta": "தமிழ் (Tamil)",
    "te": "తెలుగు (Telugu)",
    "ur": "اردو (Urdu)",
    "ar": "العربية (Arabic)",
    "zh": "中文 (Chinese)",
    "nl": "Nederlands",
    "fr": "Français",
    "de": "Deutsch",
    "id": "Bahasa Indonesia",
    "it": "Italiano",
    "ja": "日本語 (Japanese)",
    "ko": "한국어 (Korean)",
    "pt": "Português",
    "ru": "Русский",
    "es": "Español",
    "sw": "Kiswahili",
    "tr": "Türkçe",
}
OTHER = "other"

FLUENCY = {
    1: gettext_lazy("a few words"),
    2: gettext_lazy("simple talk"),
    3: gettext_lazy("everyday talk"),
    4: gettext_lazy("fluent"),
    5: gettext_lazy("like a first language"),
}
EDUCATION = {
    "school": gettext_lazy("school, not finished"),
    "secondary": gettext_lazy("school, finished"),
    "vocational": gettext_lazy("training for a job"),
    "bachelor": gettext_lazy("bachelor's degree"),
    "master": gettext_lazy("master's degree"),
    "doctorate": gettext_lazy("doctorate"),
    "unsaid": gettext_lazy("I would rather not say"),
}


@dataclass(frozen=True)
class Question:
    key: str
    text: Any
    help: Any
    operations: tuple[str, ...]
    optional: bool = False


QUESTIONS: dict[str, Question] = {
    question.key: question
    for question in (
        Question(
            "native_language",
            gettext_lazy("What is your native language?"),
            gettext_lazy("The one you spoke first at home. If there were two, the one you use more."),
            ("is", "one_of", "none_of"),
        ),
        Question(
            "other_languages",
            gettext_lazy("Which other languages do you speak?"),
            gettext_lazy(
                "For each: from what age, and how well you speak it today. Leave lines empty that you don't need."
            ),
            ("includes",),
            optional=True,
        ),
        Question(
            "age", gettext_lazy("How old are you?"), gettext_lazy("In years."), ("at_least", "at_most"), optional=True
        ),
        Question(
            "education",
            gettext_lazy("What is your highest education?"),
            "",
            ("is", "one_of", "none_of"),
        ),
        Question(
            "grew_up",
            gettext_lazy("Where did you grow up?"),
            gettext_lazy("Town or region, and country. If in several, where you lived longest before you were 15."),
            ("is", "one_of", "none_of"),
            optional=True,
        ),
    )
}


def question_choices() -> list[tuple[str, str]]:
    """Key and text of every question a study can ask."""
    return [(question.key, str(question.text)) for question in QUESTIONS.values()]


def language_choices() -> list[tuple[str, str]]:
    return [*LANGUAGES.items(), (OTHER, _("another language"))]


def questionnaire_code(code: str) -> str:
    """A language of a pair as the questionnaire has it: without region or script, or as another language.

    >>> questionnaire_code("hi-Latn"), questionnaire_code("xal")
    ('hi', 'other')
    """
    language = code.partition("-")[0].lower()
    return language if language in LANGUAGES else OTHER


def language_names(codes: Iterable[str]) -> list[str]:
    """Languages by their own names; by the code where the questionnaire has none.

    >>> language_names(["en", "hi-Latn", "xal"])
    ['English', 'हिन्दी (Hindi)', 'xal']
    """
    return [LANGUAGES.get(code.partition("-")[0].lower(), code) for code in codes]


def checked_questions(keys: Iterable[str]) -> list[str]:
    """These keys in the registry's order; unknown ones are refused by name."""
    wanted = set(keys)
    unknown = wanted - QUESTIONS.keys()
    if unknown:
        raise Refused(_("There is no question called “%s”.") % sorted(unknown)[0], field="questions")
    return [key for key in QUESTIONS if key in wanted]


def checked_language(value: Any, field: str) -> str:
    if value not in LANGUAGES and value != OTHER:
        raise Refused(_("Choose one of the languages in the list."), field=field)
    return str(value)


def checked_text(value: Any, field: str) -> str:
    # A null character is nothing a person writes, and PostgreSQL stores none.
    text = str(value).replace("\0", "").strip()
    if not text or len(text) > LONGEST_ANSWER:
        raise Refused(_("Write 1 to %d characters.") % LONGEST_ANSWER, field=field)
    return text


def checked_whole(value: Any, field: str, low: int, high: int) -> int:
    """Figures of any script: whoever reads Hindi may write ३१."""
    digits = str(value).strip()
    if not re.fullmatch(r"\d{1,6}", digits) or not low <= int(digits) <= high:
        raise Refused(_("Write a whole number from %(low)d to %(high)d.") % {"low": low, "high": high}, field=field)
    return int(digits)
