"""The wizard: one page a step, each of which can be returned to."""

from evaluation.pages.studies.steps.base import Parts, Step, disable, one_more, show_refusal
from evaluation.pages.studies.steps.checks import ChecksStep
from evaluation.pages.studies.steps.criteria import CriteriaStep
from evaluation.pages.studies.steps.judges import JudgesStep
from evaluation.pages.studies.steps.look import LookStep
from evaluation.pages.studies.steps.pairs import PairsStep
from evaluation.pages.studies.steps.questions import QuestionsStep
from evaluation.pages.studies.steps.sentences import SentencesStep
from evaluation.pages.studies.steps.texts import TextsStep

STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        TextsStep(),
        CriteriaStep(),
        PairsStep(),
        SentencesStep(),
        ChecksStep(),
        QuestionsStep(),
        JudgesStep(),
        LookStep(),
    )
}
REVIEW = "review"

__all__ = ["REVIEW", "STEPS", "Parts", "Step", "disable", "one_more", "show_refusal"]
