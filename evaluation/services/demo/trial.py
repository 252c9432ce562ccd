"""An open study to try rating in: a few sentences of two models and some controls, practice and attention check."""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.models import Pair, Participation, Study, User
from evaluation.services import studies
from evaluation.services.studies import AttentionSpec, PracticeSpec, invitations, sampling
from evaluation.services.studies.invitations import Invitee

SLUG = "try-rating"
NAME = "Try rating · हिंदी–English मिले-जुले वाक्य"
INTERFACE_LANGUAGES = ("en", "hi")
SEED = 2017
MODELS = ("EC1", "ML2")
CHOICES = (
    {"way": "regions", "first": "EC1", "second": "ML2", "count": 1},
    {"way": "controls", "count": 1},
)
PRACTICE = (
    PracticeSpec(
        "Kal market/en mein/hi bahut/hi bheed/hi thi/hi",
        {
            "en": "Many people would say this: a high number is natural here.",
            "hi": "बहुत-से लोग ऐसा बोलेंगे, इसलिए यहाँ ज़्यादा अंक देना स्वाभाविक है।",
        },
    ),
    PracticeSpec(
        "the/en mein/hi is/en bazaar/hi in/en bheed/hi",
        {
            "en": "Hardly anybody would say this: a low number is natural here.",
            "hi": "ऐसा शायद ही कोई बोले, इसलिए यहाँ कम अंक देना स्वाभाविक है।",
        },
    ),
)
ATTENTION = (AttentionSpec("Please/en yahan/hi lowest/en number/en chuniye/hi", {"usage": (0, 0), "fluency": (0, 0)}),)
BY_LINK = "Ravi"


def make_study(owner: User, judge: User, pairs: Iterable[Pair]) -> Study:
    """The open study, unless it is there; ``judge`` is in it with an account, somebody else by a personal link."""
    found = Study.objects.filter(slug=SLUG).first()
    if found:
        return found
    study = _draft(owner, pairs)
    sampling.draw(study=study, actor=owner, revision=study.revision)
    studies.open_study(study=study, actor=owner)
    invitations.invite(study=study, people=[Invitee(BY_LINK)], actor=owner)
    invitations.join(study=study, user=judge)
    return study


def _draft(owner: User, pairs: Iterable[Pair]) -> Study:
    study = studies.create(owner=owner, name=NAME, interface_languages=INTERFACE_LANGUAGES)
    asked = [question for question in study.questions if question["kind"] == "language"]
    fields = {"slug": SLUG, "join_link_open": True, "questions": asked}
    studies.update(study=study, actor=owner, revision=study.revision, step="texts", fields=fields)
    studies.set_pairs(
        study=study, actor=owner, revision=study.revision, pairs=[pair.pk for pair in pairs], models=MODELS
    )
    studies.set_choices(
        study=study, actor=owner, revision=study.revision, choices=CHOICES, seed=SEED, monolingual=False
    )
    studies.set_checks(
        study=study, actor=owner, revision=study.revision, practice=PRACTICE, attention=ATTENTION, repeats=2
    )
    return study


def judge_by_link(study: Study) -> Participation | None:
    return study.participations.filter(user__name=BY_LINK, user__role="judge").first()
