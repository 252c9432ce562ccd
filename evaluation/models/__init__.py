"""The tables of the database, one file each."""

from evaluation.models.audit_entry import AuditEntry
from evaluation.models.collection import Collection
from evaluation.models.criterion import Criterion
from evaluation.models.item import Item, ItemKind
from evaluation.models.job import Job, JobState
from evaluation.models.marked_word import MarkedWord, MarkReason
from evaluation.models.pair import Pair, PairState
from evaluation.models.participation import Participation, ParticipationState
from evaluation.models.place import CannotJudge, Place, PlaceState
from evaluation.models.rating import Rating, RatingChange
from evaluation.models.study import Design, KnownId, Marking, Script, Study, StudyState
from evaluation.models.throttle_counter import ThrottleCounter
from evaluation.models.upload import RowEffect, Upload, UploadRow, UploadState
from evaluation.models.user import Role, User

__all__ = [
    "AuditEntry",
    "CannotJudge",
    "Collection",
    "Criterion",
    "Design",
    "Item",
    "ItemKind",
    "Job",
    "JobState",
    "KnownId",
    "MarkReason",
    "MarkedWord",
    "Marking",
    "Pair",
    "PairState",
    "Participation",
    "ParticipationState",
    "Place",
    "PlaceState",
    "Rating",
    "RatingChange",
    "Role",
    "RowEffect",
    "Script",
    "Study",
    "StudyState",
    "ThrottleCounter",
    "Upload",
    "UploadRow",
    "UploadState",
    "User",
]
