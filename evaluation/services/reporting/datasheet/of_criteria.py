"""What a study knows of the datasheet's questions about each criterion (part 4)."""

from __future__ import annotations

from collections.abc import Iterator

from evaluation.models import Criterion, CriterionKind, Study
from evaluation.services.reporting.datasheet.entries import Entry, Origin, chosen, told
from evaluation.services.results.agreement import Agreement, agreement
from evaluation.services.results.methods_text import methods_of
from evaluation.services.results.selection import Selection
from evaluation.services.support.minus import with_minus
from evaluation.statistics.figure import Figure

QUALITY = "criteria-criterion-criteria"
MODE = "criteria-criterion-evaluation_mode"
RESPONSE = "criteria-criterion-response_elicitation"
# Of the criteria that a study begins with: kind of quality and aspect of the output, by the form's places.
KNOWN = {"usage": ({2: "goodness"}, {3: "form and content"}), "fluency": ({2: "goodness"}, {1: "form"})}
NOT_MAPPED = "N/A (not mapped to a standardised name)"
NOT_YET = "not assessed: there are no ratings yet"


def criterion_entries(study: Study, criterion: Criterion) -> Iterator[Entry]:
    name = criterion_name(criterion)
    yield from quality_entries(criterion, name)
    yield from response_entries(study, criterion, name)
    yield from agreement_entries(study, criterion, name)


def criterion_name(criterion: Criterion) -> str:
    """As the form tells criteria apart; it joins names by a bar."""
    return criterion.text("name", "en").replace("|", "/") or criterion.key


def quality_entries(criterion: Criterion, name: str) -> Iterator[Entry]:
    kind, aspect = KNOWN.get(criterion.key, ({}, {}))
    if criterion.is_about_couples:
        kind, aspect = {2: "goodness"}, {3: "form and content"}
    relative = criterion.kind == CriterionKind.CHOICE
    yield chosen("4.1.1", f"{QUALITY}-quality_type", "Kind of quality", kind, origin=Origin.PRESUMED, criterion=name)
    yield chosen("4.1.2", f"{QUALITY}-output_aspect", "Form or content", aspect, origin=Origin.PRESUMED, criterion=name)
    frame = {1: "in its own right"}
    yield chosen("4.1.3", f"{QUALITY}-self_vs_external_frame", "Compared with what", frame, criterion=name)
    yield chosen("4.2.1", f"{MODE}-objective_or_subjective", "Objective", {2: "subjective"}, criterion=name)
    judged = {2: "relative"} if relative else {1: "absolute"}
    yield chosen("4.2.2", f"{MODE}-absolute_or_relative", "Absolute", judged, criterion=name)
    yield chosen("4.2.3", f"{MODE}-intrinsic_or_extrinsic", "Intrinsic", {1: "intrinsic"}, criterion=name)


def response_entries(study: Study, criterion: Criterion, name: str) -> Iterator[Entry]:
    question = verbatim(study, criterion)
    yield told("4.3.1.1", f"{RESPONSE}-qc_name-participant_criterion_name", "Name", name, criterion=name)
    mapped = f"{RESPONSE}-qc_name-mapped_criterion_name"
    yield told("4.3.1.2", mapped, "Standardised name", NOT_MAPPED, Origin.PRESUMED, criterion=name)
    # The key has this spelling in the form.
    yield told("4.3.2", f"{RESPONSE}-participant_criterion_definiiton", "Definition", question, criterion=name)
    yield told("4.3.3", f"{RESPONSE}-size_of_scale", "Size of the scale", str(len(criterion.points)), criterion=name)
    yield told("4.3.4", f"{RESPONSE}-list_or_range", "Points of the scale", points_of(criterion), criterion=name)
    presented = {1: "options of which one is chosen"}
    yield chosen("4.3.5", f"{RESPONSE}-scale_presented_as", "How the scale is shown", presented, criterion=name)
    yield told("4.3.6", f"{RESPONSE}-task_description", "Task without a scale", "N/A", criterion=name)
    yield told("4.3.7", f"{RESPONSE}-verbatim_question", "Question, word for word", question, criterion=name)
    relative = criterion.kind == CriterionKind.CHOICE
    form = {3: "relative estimation"} if relative else {2: "direct estimation"}
    yield chosen("4.3.8", f"{RESPONSE}-form_of_response", "Form of response", form, criterion=name)
    yield told("4.3.9", f"{RESPONSE}-response_aggregation", "Aggregation", aggregation_of(criterion), criterion=name)
    methods = methods_of(study, [criterion], Selection.of(study)).replace("`", "")
    yield told("4.3.10", f"{RESPONSE}-effect_size_method", "Effect size and significance", methods, criterion=name)


def verbatim(study: Study, criterion: Criterion) -> str:
    """The question in every language of the judges' pages."""
    texts = {language: criterion.texts.get(language, {}).get("question", "") for language in study.interface_languages}
    said = [f"{language}: “{text}”" for language, text in texts.items() if text]
    return " ".join(said) if len(said) > 1 else criterion.text("question", "en")


def points_of(criterion: Criterion) -> str:
    if criterion.is_choice:
        return ", ".join([*(["both alike"] if criterion.low == 0 else []), "the first sentence", "the second sentence"])
    labels = criterion.labels("en")
    points = ((with_minus(point), labels.get(point)) for point in criterion.points)
    return ", ".join(f"{point} ({label})" if label else point for point, label in points)


def aggregation_of(criterion: Criterion) -> str:
    if criterion.is_choice:
        return "Shares of choices between two models or conditions, and Bradley-Terry and Thurstone scales over them."
    share = f" Share of ratings of at least {with_minus(criterion.cut)}." if criterion.cut is not None else ""
    return (
        "Per sentence and per model: number, mean, standard deviation (n - 1), quartiles and distribution of all "
        f"ratings that count; the mean of sentence means beside it.{share}"
    )


def agreement_entries(study: Study, criterion: Criterion, name: str) -> Iterator[Entry]:
    found = agreement(study, Selection.of(study), criterion) if criterion.kind == CriterionKind.SCALE else None
    between, within = scores(found)
    inter, intra = f"{RESPONSE}-inter_annotator", f"{RESPONSE}-intra_annotator"
    method = "Krippendorff's α (ordinal), ICC(2,1) and ICC(2,k), pooled quadratic-weighted κ" if found else NOT_YET
    yield told("4.3.11.1", f"{inter}-agreement", "Agreement between judges: method", method, criterion=name)
    yield told("4.3.11.2", f"{inter}-agreement_score", "Agreement between judges", between, criterion=name)
    own = "Second answers to repeated sentences" if study.repeats else "not assessed: no sentence was repeated"
    key = f"{intra}-intra_annotator_agreement"
    yield told("4.3.12.1", key, "Agreement of judges with themselves: method", own, criterion=name)
    yield told("4.3.12.2", f"{key}_score", "Agreement of judges with themselves", within, criterion=name)


def scores(found: Agreement | None) -> tuple[str, str]:
    if found is None or not found.ratings:
        return NOT_YET, NOT_YET
    between = f"α {shown(found.alpha)}; ICC(2,1) {shown(found.icc.single)}; ICC(2,k) {shown(found.icc.average)}; "
    same = found.repeats.same
    within = f"{shown(same)} the same of {same.n}" if same.is_defined else "not assessed: nothing was answered twice"
    return between + f"κ {shown(found.kappa)}", within


def shown(figure: Figure) -> str:
    if figure.value is None:
        return f"undefined ({figure.reason})"
    if figure.reason:
        return f"{figure.value:.3f} (no interval: {figure.reason})"
    bounds = figure.bounds
    return f"{figure.value:.3f}" + (f" [{bounds[0]:.3f}, {bounds[2]:.3f}]" if bounds else "")
