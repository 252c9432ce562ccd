"""What a study knows of the datasheet's questions about system, sample, evaluators and design (parts 1, 2, 3 and 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from evaluation.models import Design, ItemKind, Study
from evaluation.services.generation import CORE_VERSION
from evaluation.services.reporting.datasheet.entries import Entry, Origin, chosen, told
from evaluation.services.reporting.datasheet.languages import language_options
from evaluation.services.reporting.preregistration import preregistration_of
from evaluation.services.reporting.small_cells import SMALLEST_GROUP
from evaluation.services.reporting.told_answers import ToldAnswers, is_from_a_list, told_answers
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.selection import Selection
from evaluation.services.studies.questionnaire import Question, questions_of
from evaluation.services.studies.sampling.condition_words import condition_words
from evaluation.services.studies.sampling.methods import SamplingMethod

SAMPLE = "sample_evaluators_design-sample"
EVALUATORS = "sample_evaluators_design-evaluators"
DESIGN = "sample_evaluators_design-experimental_design"


def study_entries(study: Study) -> Iterator[Entry]:
    yield told(
        "1.1.2",
        "paper_and_resources-paper-experiment_identification",
        "Which experiment",
        f"{study.name} ({study.slug})",
    )
    yield chosen(
        "1.2",
        "paper_and_resources-resources-links",
        "Shared data and code",
        {2: "none are shared"},
        origin=Origin.PRESUMED,
    )
    yield from system_entries(study)
    yield from sample_entries(study)
    yield from evaluator_entries(study)
    yield from design_entries(study)
    yield from ethics_entries(study)


# -- 2: the system -----------------------------------------------------------------------------------


def system_entries(study: Study) -> Iterator[Entry]:
    languages, others = language_options(study.languages)
    drawn = bool(study.models_chosen)
    inputs = {5: "sentences", 3: "their parses and word alignments"} if drawn else {5: "sentences"}
    yield chosen("2.1", "system-input_types", "What goes into the systems", inputs)
    yield chosen("2.2", "system-output_types", "What comes out", {5: "sentences"})
    models = f" by the models {', '.join(study.models_chosen)}" if drawn else ""
    task = f"Generation of code-switched sentences from pairs of equivalent sentences{models} (Bhat et al. 2016)"
    yield chosen("2.3", "system-tasks", "Task", {20: "another task"}, task)
    yield chosen("2.4", "system-input_languages", "Languages that go in", languages, others)
    yield chosen("2.5", "system-output_languages", "Languages that come out", languages, others)


# -- 3.1: the sample ---------------------------------------------------------------------------------


def sample_entries(study: Study) -> Iterator[Entry]:
    rated = study.items.rated().sentences()
    per_condition = Counter(rated.values_list("condition", flat=True))
    counted = "; ".join(
        f"{condition_words(name) or 'without a condition'}: {count}" for name, count in sorted(per_condition.items())
    )
    couples = study.items.rated().couples().count()
    more = f" Couples of two sentences to choose from: {couples}." if couples else ""
    said = f"{rated.count()} in all, by what they were drawn for: {counted}.{more}" if per_condition else more.strip()
    yield told("3.1.1", f"{SAMPLE}-number_of_system_outputs", "Sentences per system", said)
    yield selection_entry(study)
    power = "None is recorded with this study."
    name = f"{SAMPLE}-statistical_power"
    yield told("3.1.3.1", f"{name}-method", "Power analysis: method", power, Origin.PRESUMED)
    yield told("3.1.3.2", f"{name}-value", "Power analysis: result", "N/A", Origin.PRESUMED)
    yield told("3.1.3.3", f"{name}-script", "Power analysis: code", "N/A", Origin.PRESUMED)


def selection_entry(study: Study) -> Entry:
    """One option of the form: the plainest that is true of every way in which sentences were chosen."""
    ways = [choice.get("way") for choice in study.choices]
    said = "; ".join(str(SamplingMethod(way).label) for way in ways if way in SamplingMethod.values)
    words = f"{said}; seed {study.seed}" if said else ""
    key, name = f"{SAMPLE}-system_output_selection", "How they were chosen"
    if not ways:
        options = {6: "another way"}
        return chosen("3.1.2", key, name, options, "Brought in from elsewhere; how they were chosen is not recorded.")
    if set(ways) == {SamplingMethod.UNIFORM}:
        return chosen("3.1.2", key, name, {1: "at random"}, words)
    if not set(ways) & {SamplingMethod.PICKED, SamplingMethod.IMPORTED}:
        return chosen("3.1.2", key, name, {2: "at random, stratified"}, words)
    return chosen("3.1.2", key, name, {6: "in several ways"}, words)


# -- 3.2: the evaluators -----------------------------------------------------------------------------


def evaluator_entries(study: Study) -> Iterator[Entry]:
    answers = told_answers(study)
    number = str(len(answers.judges))
    yield told("3.2.1", f"{EVALUATORS}-number_of_evaluators", "Number of evaluators", number)
    recruited = "Invited by personal links or by an open link."
    if study.participant_parameter:
        recruited = f"From a crowd-work site (their ids came as {study.participant_parameter})."
    yield told("3.2.3", f"{EVALUATORS}-recruitment_method", "Recruitment", recruited, Origin.PRESUMED)
    yield told("3.2.4", f"{EVALUATORS}-training_practice", "Training and practice", training_of(study))
    known = characteristics_of(study, answers)
    yield told("3.2.5", f"{EVALUATORS}-characteristics", "What else is known of them", known)


def training_of(study: Study) -> str:
    practice = study.items.filter(kind=ItemKind.PRACTICE).count()
    shown = "Written instructions before the first sentence"
    if not practice:
        return f"{shown}; no practice sentences."
    return f"{shown}; {practice} practice sentence{'s' if practice > 1 else ''} whose answers do not count."


def characteristics_of(study: Study, told: ToldAnswers) -> str:
    """What they were asked, with the number of each group that is told."""
    said = [f"Speakers of {', '.join(name for name in language_options(study.languages)[0].values())}."]
    for question in questions_of(study):
        counted = groups_of(question, told) if is_from_a_list(question) else "asked, not counted here"
        said.append(f"{question.text('en')} {counted}.")
    return " ".join(said)


def groups_of(question: Question, told: ToldAnswers) -> str:
    groups, rest = told.counts(question)
    if not any(judge.answers.get(question.key) not in (None, "", []) for judge in told.judges):
        return "no answers yet"
    counted = [f"{label}: {count}" for label, count in sorted(groups.items())]
    if rest:
        counted.append(f"not told apart (groups of fewer than {SMALLEST_GROUP}, or no answer): {rest}")
    return ", ".join(counted)


# -- 3.3: the design ---------------------------------------------------------------------------------


def design_entries(study: Study) -> Iterator[Entry]:
    frozen = preregistration_of(study)
    key, name = f"{DESIGN}-preregistered", "Preregistered"
    if frozen:
        words = f"Frozen on {frozen.frozen_at:%Y-%m-%d} before the first rating; SHA-256 {frozen.sha256}"
        yield chosen("3.3.1", key, name, {1: "yes"}, words)
    else:
        yield chosen("3.3.1", key, name, {2: "no"}, origin=Origin.PRESUMED)
    medium = f"Web pages of CSwitch (core {CORE_VERSION}), in a browser."
    yield told("3.3.2", f"{DESIGN}-collection_method", "Medium", medium)
    yield from quality_entries(study)
    link = "No public copy; what was shown is described under 3.3.4.2."
    yield told("3.3.4.1", f"{DESIGN}-what_evaluators_see-link", "Link to the form", link, Origin.PRESUMED)
    yield told("3.3.4.2", f"{DESIGN}-what_evaluators_see-description", "What evaluators saw", what_was_shown(study))
    yield chosen("3.3.5", f"{DESIGN}-evaluator_freedom", "Limits of time", {5: "none: at any time, with pauses"})
    key, name = f"{DESIGN}-evaluators_can_ask_questions", "Questions and feedback"
    if study.comments:
        yield chosen("3.3.6", key, name, {4: "something else"}, "A field for comments on every page.")
    else:
        yield chosen("3.3.6", key, name, {5: "none"})
    place = {1: "at a place of their own choosing"}
    yield chosen("3.3.7", f"{DESIGN}-experimental_conditions", "Where they rated", place, origin=Origin.PRESUMED)
    varied = "Device, size of the screen, place, time of day and pauses; sentences came in another order for each."
    yield told("3.3.8", f"{DESIGN}-evaluators_place_of_choosing", "What varied", varied)


def quality_entries(study: Study) -> Iterator[Entry]:
    selection, checks = Selection.of(study), study.items.filter(kind=ItemKind.ATTENTION).count()
    controls = study.items.filter(kind=ItemKind.CONTROL).exclude(control="").count()
    options: dict[int, str] = {}
    if checks or controls or selection.too_fast_ms is not None:
        options[2] = "automatic checks"
    if Exclusions(study, selection).leaves_out_by_hand:
        options[3] = "looked through by hand"
    if selection.max_failed_percent is not None or selection.too_fast_ms is not None:
        options[4] = "evaluators left out who fail"
    said = [
        f"Attention checks: {checks}. Controls with known answers: {controls}. Repeated sentences: {study.repeats}."
    ]
    if study.eligibility:
        options[6] = "another method"
        said.append("Who may take part is decided by the answers to a questionnaire.")
    said += selection.rules
    words = said[1] if 6 in options else ""
    method = options or {7: "none"}
    key = f"{DESIGN}-quality_assurance"
    yield chosen(
        "3.3.3.1", f"{key}-method", "Quality assurance", method, words if options else "No checks were set up."
    )
    yield told("3.3.3.2", f"{key}-description", "Quality assurance, described", " ".join(said))


def what_was_shown(study: Study) -> str:
    parts = []
    if study.asks_scales:
        parts.append("One sentence at a time with a row of points for each criterion")
    if study.asks_choices:
        parts.append("two sentences beside each other, of which one is chosen")
    more = ["the words of the second language slanted"] if study.marking != "none" else ["no marking of languages"]
    more += ["words can be marked as wrong"] if study.word_marks else []
    more += ["a field for comments"] if study.comments else []
    dealt = "every judge rates every sentence" if study.design == Design.EVERYONE else dealt_words(study)
    return f"{'; '.join(parts)}; {', '.join(more)}. Which system a sentence is from is not shown. Design: {dealt}."


def dealt_words(study: Study) -> str:
    return f"lists dealt so that {study.judges_per_item} judges rate each sentence"


# -- 5: ethics ---------------------------------------------------------------------------------------


def ethics_entries(study: Study) -> Iterator[Entry]:
    asked: list[Any] = questions_of(study)
    names = ", ".join(question.key for question in asked)
    words = f"Stored under pseudonyms, with consent (version {study.consent_version})"
    words += (
        f"; asked before rating: {names}." if names else "; an e-mail address where one was given for the invitation."
    )
    yield chosen("5.2", "ethics-personal_data", "Personal data", {2: "yes"}, words)
    yield chosen("5.3", "ethics-special_category_data", "Special categories of data", {1: "no"}, origin=Origin.PRESUMED)
    nothing = "None is recorded with this study."
    yield told("5.4", "ethics-impact_assessments", "Impact assessments", nothing, Origin.PRESUMED)
