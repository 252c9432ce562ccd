"""The workbench, on which people check proposed pairs: which one next, and what its links and tree come to."""

from evaluation.services.pairs.workbench.preview import Preview, preview
from evaluation.services.pairs.workbench.queue import REASONS, QueueProgress, next_after, progress, waiting

__all__ = ["REASONS", "Preview", "QueueProgress", "next_after", "preview", "progress", "waiting"]
