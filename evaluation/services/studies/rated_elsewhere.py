"""Studies of ratings that came out of a file: they stay closed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.services.errors import Refused


def must_be_rated_here(study: Study) -> None:
    """Ratings that came out of a file have no texts, links or checks, so nobody can add to them here."""
    if study.rated_elsewhere:
        raise Refused(
            _(
                "The ratings of this study were given elsewhere, so it stays closed. Duplicate it to have its "
                "sentences rated here."
            )
        )
