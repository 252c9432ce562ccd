"""Help for those who have only two plain sentences: helpers fill in tree and links, a person corrects both.

A helper is any object of the protocols in ``interface``; ``PARSERS`` and ``ALIGNERS`` list those there are, the
better ones first. One that needs a package or a model that is not installed says so, with the command that installs
it.
"""

from __future__ import annotations

from evaluation.services.pairs.helpers.aligners import IbmAligner
from evaluation.services.pairs.helpers.interface import Aligner, Availability, Parser
from evaluation.services.pairs.helpers.parsers import BeneparParser, SpacyParser, StanzaParser

PARSERS: tuple[Parser, ...] = (BeneparParser(), StanzaParser(), SpacyParser())
ALIGNERS: tuple[Aligner, ...] = (IbmAligner(),)

__all__ = ["ALIGNERS", "PARSERS", "Aligner", "Availability", "Parser"]
