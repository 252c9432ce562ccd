"""The documents on the site: all of them are there, can be searched, and each page leads to its part."""

import re

import pytest
from django.conf import settings

from evaluation.services import help as help_room
from evaluation.services.help.documents import DOCUMENTS
from evaluation.services.help.page_sections import PAGES

pytestmark = pytest.mark.django_db


def body(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_every_document_is_shown_to_anybody_with_its_contents(client):
    for document in help_room.documents():
        shown = body(client, document.address)
        assert "<h1 id=" in shown
        for section in document.contents:
            assert f'id="{section.anchor}"' in shown
            assert f'href="#{section.anchor}"' in shown


def test_every_document_of_the_folder_is_on_the_site():
    files = {path.name for path in (settings.ROOT / "docs").glob("*.md")}
    named = {file.removeprefix("docs/") for _name, file, _about in DOCUMENTS}
    assert files <= named


def test_the_documents_are_copied_into_the_image():
    dockerfile = (settings.ROOT / "Dockerfile").read_text()
    kept = (settings.ROOT / ".dockerignore").read_text().splitlines()
    assert "COPY docs/*.md docs/" in dockerfile
    assert "CHANGELOG.md" in dockerfile
    assert {"!docs/*.md", "!CHANGELOG.md"} <= set(kept)


def test_links_between_documents_lead_to_sections_that_are_there():
    anchors = {document.address: document.anchors for document in help_room.documents()}
    for document in help_room.documents():
        for address in re.findall(r'href="([^"]+)"', document.html):
            if address.startswith(("http", "mailto:")):
                continue
            page, _sign, anchor = address.partition("#")
            assert not anchor or anchor in anchors[page or document.address], (document.name, address)


def test_a_link_to_a_file_that_is_not_on_the_site_is_plain_words():
    admins = help_room.document("admins")
    assert "deploy/nginx.conf" in admins.html
    assert 'nginx.conf"' not in admins.html


def test_every_part_that_a_page_leads_to_is_there():
    for page, part in PAGES.items():
        name, _sign, anchor = part.partition("#")
        document = help_room.document(name)
        assert document, (page, part)
        assert not anchor or anchor in document.anchors, (page, part)


def test_search_finds_a_section_and_marks_the_words(client):
    shown = body(client, "/help/?q=matched+pairs")
    assert "<mark>Matched</mark> <mark>pairs</mark>" in shown
    assert 'href="/help/models/#matched-pairs"' in shown
    assert "The models ›" in shown


def test_search_wants_all_words_at_the_beginning_of_words():
    assert help_room.search("soundness zzzyx") == []
    assert help_room.search("oundness") == []
    assert help_room.search("SOUNDNESS")[0].section.title == "Soundness and completeness"
    assert help_room.search("alpha agreement")[0].section.document == "glossary"


def test_search_without_a_hit_says_what_to_do(client):
    assert "Try fewer or shorter ones" in body(client, "/help/?q=xylophone")


def test_what_is_searched_for_cannot_put_anything_into_the_page(client):
    shown = body(client, "/help/?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in shown
    assert len(help_room.search("a " * 5000)) <= 30
    assert body(client, "/help/?q=%28%5B%2A")


def test_the_glossary_has_the_words_of_the_house(client):
    names = {name for term in help_room.terms() for name in term.names}
    wanted = {"EC0", "EC1", "ML0", "ML1", "ML2", "FHC", "AN", "pair", "slot", "switch point", "soundness"}
    wanted |= {"completeness", "matrix language", "matched pair", "α", "judge", "constraint", "cut", "margin"}
    assert wanted <= names
    assert len(names) == sum(len(term.names) for term in help_room.terms())
    assert 'id="soundness"' in body(client, "/help/glossary/")


def test_pages_get_the_glossary_as_data(client):
    response = client.get("/help/terms.json")
    found = {name: term for term in response.json()["terms"] for name in term["names"]}
    assert found["EC0"]["address"] == "/help/glossary/#ec0"
    assert "`" not in found["constraint"]["text"]
    assert "max-age" in response["Cache-Control"]


def test_a_document_that_is_not_there_is_not_found(client):
    assert client.get("/help/nothing/").status_code == 404


def test_the_footer_has_version_help_licence_and_how_to_cite(client, client_of, meera, asha):
    from cswitch_core import __version__

    for who in (client, client_of(meera), client_of(asha)):
        shown = body(who, "/")
        assert f"CSwitch {__version__}" in shown
        assert 'href="/help/citing/#licence"' in shown
        assert 'href="/help/citing/#how-to-cite"' in shown
    assert 'href="/help/judges/"' in body(client_of(asha), "/")


def test_what_to_cite_is_what_the_citation_file_and_the_licence_say():
    text = (settings.ROOT / "docs" / "citing.md").read_text(encoding="utf-8")
    citation = (settings.ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for title in re.findall(r'title: "([^"]+)"', citation):
        assert title in " ".join(text.split())
    assert re.search(r"^version: (\S+)", citation, re.MULTILINE)[1] in text
    assert (settings.ROOT / "LICENSE").read_text(encoding="utf-8").strip() in text
