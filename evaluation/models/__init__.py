"""The tables of the database, one file each."""

from evaluation.models.audit_entry import AuditEntry
from evaluation.models.collection import Collection
from evaluation.models.comments_read import CommentsRead
from evaluation.models.criterion import ALIKE, FIRST, SECOND, Criterion, CriterionKind
from evaluation.models.item import FIRST_CHECK, Control, Item, ItemKind
from evaluation.models.job import Job, JobState
from evaluation.models.marked_word import MarkedWord, MarkReason
from evaluation.models.pair import Pair, PairState
from evaluation.models.participation import Participation, ParticipationState
from evaluation.models.place import CannotJudge, Place, PlaceState
from evaluation.models.publication import Publication
from evaluation.models.rating import Rating, RatingChange
from evaluation.models.rating_import import RatingImport, RatingImportState
from evaluation.models.study import Asks, Design, KnownId, Marking, Script, Study, StudyState
from evaluation.models.throttle_counter import ThrottleCounter
from evaluation.models.upload import RowEffect, Upload, UploadRow, UploadState
from evaluation.models.user import Role, User
from evaluation.models.word_list import WordList

__all__ = [
    "ALIKE",
    "FIRST",
    "FIRST_CHECK",
    "SECOND",
    "Asks",
    "AuditEntry",
    "CannotJudge",
    "Collection",
    "CommentsRead",
    "Control",
    "Criterion",
    "CriterionKind",
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
    "Publication",
    "Rating",
    "RatingChange",
    "RatingImport",
    "RatingImportState",
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
    "WordList",
]
