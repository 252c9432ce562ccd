"""A page for readers: a closed study shown without an account, as a snapshot that can be taken back.

``reader_tables`` are the tables without what would tell groups of few judges apart, ``snapshot`` is what the page
shows, ``package`` the zip, ``citing`` how to cite it; ``publishing`` makes a study public and takes it back, and
``forgetting`` removes files with what they are about.
"""

from evaluation.services.publications.citing import Citation, bibtex, in_words
from evaluation.services.publications.forgetting import forget_files, forget_orphans
from evaluation.services.publications.package import PICTURES, file_path
from evaluation.services.publications.publishing import (
    Details,
    citation_of,
    is_outdated,
    publication_of,
    publish,
    take_back,
)
from evaluation.services.reporting.small_cells import SMALLEST_GROUP

__all__ = [
    "PICTURES",
    "SMALLEST_GROUP",
    "Citation",
    "Details",
    "bibtex",
    "citation_of",
    "file_path",
    "forget_files",
    "forget_orphans",
    "in_words",
    "is_outdated",
    "publication_of",
    "publish",
    "take_back",
]
