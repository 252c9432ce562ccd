"""The documents as pages of the site: rendered, searched, with a glossary, and a part for each page."""

from evaluation.services.help.documents import Document, Section, document, documents
from evaluation.services.help.glossary import Term, terms
from evaluation.services.help.page_sections import Place, place_of_page
from evaluation.services.help.search import Hit, search

__all__ = ["Document", "Hit", "Place", "Section", "Term", "document", "documents", "place_of_page", "search", "terms"]
