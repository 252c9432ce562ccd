"""Services for a study: making it, editing it step by step, opening and closing it, copying and sharing it."""

from evaluation.services.studies.contents import (
    FIRST_MODELS,
    AttentionSpec,
    PracticeSpec,
    set_checks,
    set_choices,
    set_pairs,
    take_collection,
)
from evaluation.services.studies.copies import duplicate
from evaluation.services.studies.couples import CoupleSpec, set_couples
from evaluation.services.studies.criteria import CriterionSpec, set_criteria
from evaluation.services.studies.editing import Conflict, create, editing, is_locked, update
from evaluation.services.studies.list_plan import list_plan
from evaluation.services.studies.rated_elsewhere import must_be_rated_here
from evaluation.services.studies.sharing import share, unshare
from evaluation.services.studies.states import back_to_draft, close, delete, missing, open_study, pause

__all__ = [
    "FIRST_MODELS",
    "AttentionSpec",
    "Conflict",
    "CoupleSpec",
    "CriterionSpec",
    "PracticeSpec",
    "back_to_draft",
    "close",
    "create",
    "delete",
    "duplicate",
    "editing",
    "is_locked",
    "list_plan",
    "missing",
    "must_be_rated_here",
    "open_study",
    "pause",
    "set_checks",
    "set_choices",
    "set_couples",
    "set_criteria",
    "set_pairs",
    "share",
    "take_collection",
    "unshare",
    "update",
]
