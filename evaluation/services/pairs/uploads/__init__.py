"""Files of pairs: received, checked row by row, shown, and only then loaded, all good rows or nothing.

``receive`` keeps the file and hands in a job that checks it (``checking``); ``accept`` hands in the job that loads
the good rows in one short transaction (``loading``, ``moving``); ``discard`` forgets the file. The command and the API
use the same steps.
"""

from evaluation.services.pairs.uploads.checking import check
from evaluation.services.pairs.uploads.loading import accept, discard, load
from evaluation.services.pairs.uploads.receiving import receive
from evaluation.services.pairs.uploads.upload_files import forget_old, visible_to

__all__ = ["accept", "check", "discard", "forget_old", "load", "receive", "visible_to"]
