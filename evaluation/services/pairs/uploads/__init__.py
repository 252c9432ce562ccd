"""Files of pairs: received, checked row by row, shown, and only then loaded, all good rows or nothing.

``receive`` keeps the file and enqueues the job that checks it (``checking``); ``accept`` enqueues the job that loads
the good rows in one short transaction (``loading``, ``bulk_insert``); ``discard`` forgets the file. The command and
the API use the same steps.
"""

from evaluation.services.pairs.uploads.checking import check
from evaluation.services.pairs.uploads.loading import accept, discard, give_up, load
from evaluation.services.pairs.uploads.mapping import choose, choose_again, may_choose_again, preview
from evaluation.services.pairs.uploads.receiving import receive
from evaluation.services.pairs.uploads.upload_files import forget_old, undecided_of, visible_to

__all__ = ["accept", "check", "choose", "choose_again", "discard", "forget_old", "give_up", "load", "preview"]
__all__ += ["may_choose_again", "receive", "undecided_of", "visible_to"]
