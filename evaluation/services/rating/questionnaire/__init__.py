"""The questions about a judge that the paper reports, and the rule who may take part.

``Study.questions`` is a list of keys of ``QUESTIONS``, in the order asked; ``Participation.answers`` keeps the answers:

    {"native_language": "hi", "age": 31, "other_languages": [{"language": "en", "from_age": 5, "fluency": 4}], …}

``Study.eligibility`` is ``{}`` (everybody) or ``{"rules": [rule, …]}``, all of which must hold:

    {"question": "native_language", "op": "one_of", "value": ["hi", "ur"]}
    {"question": "other_languages", "op": "includes", "value": {"language": "en", "fluency": 3, "by_age": 8}}
    {"question": "age", "op": "at_least", "value": 18}

``{"languages": true}``, with or without rules, asks for everyday talk in every language of the study. ``includes``
counts the native language as spoken from birth, so two such rules say "fluent in both by 8"; fluency and age may be
left out. A question that a rule reads must be answered; the others may be left empty where ``Question.optional`` says
so.
"""

from evaluation.services.rating.questionnaire.eligibility import (
    OPERATIONS,
    eligibility_of,
    is_eligible,
    rule_from_form,
    rules_of,
)
from evaluation.services.rating.questionnaire.form_answers import MOST_OTHER_LANGUAGES, read_answers
from evaluation.services.rating.questionnaire.questions import (
    EDUCATION,
    FLUENCY,
    OLDEST,
    QUESTIONS,
    YOUNGEST,
    checked_questions,
    language_choices,
    language_names,
    question_choices,
)

__all__ = [
    "EDUCATION",
    "FLUENCY",
    "MOST_OTHER_LANGUAGES",
    "OLDEST",
    "OPERATIONS",
    "QUESTIONS",
    "YOUNGEST",
    "checked_questions",
    "eligibility_of",
    "is_eligible",
    "language_choices",
    "language_names",
    "question_choices",
    "read_answers",
    "rule_from_form",
    "rules_of",
]
