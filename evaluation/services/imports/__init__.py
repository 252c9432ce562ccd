"""Ratings from elsewhere: a file is received, its columns are chosen, and a job makes a closed study of it or nothing.

``plan`` says what columns hold, ``reading`` reads the rows with everything that is wrong with them, ``matching`` finds
the pairs of the sentences, ``storing`` makes the study. The page, the command and the API use the same steps.
Whole studies out of a zip are in ``studies/``.
"""

from evaluation.services.imports.plan import ROLES, Plan, completed_columns, guessed_columns
from evaluation.services.imports.receiving import (
    Preview,
    discard,
    forget_old,
    preview,
    receive,
    run,
    start,
    visible_to,
)
from evaluation.services.imports.scales import unquoted_names
from evaluation.services.imports.studies import Outcome, bring_in, receive_study

__all__ = ["ROLES", "Plan", "Preview", "discard", "forget_old", "guessed_columns", "preview", "receive", "run"]
__all__ += ["Outcome", "bring_in", "completed_columns", "receive_study", "start", "unquoted_names", "visible_to"]
