"""A script that the device lacks is not a row of boxes: the site serves its letters, only where they are missing."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaluation.models import Item
from tests.browser import CHROMIUM, sign_in
from tests.site.factories import make_study, ready_to_rate
from tests.site.forms import address
from tests.site.rating.judge_in_browser import READY

SENTENCES = {
    "Devanagari": ([["शनिवार", "hi"], ["क्षमता", "hi"], ["प्रार्थना", "hi"]], "noto-sans-devanagari.woff2"),
    "Arabic": ([["قرأ", "ar"], ["الكتاب", "ar"], ["پڑھنے", "ur"]], "noto-naskh-arabic.woff2"),
}
LATIN, DEVANAGARI, ARABIC = "41", "915", "627"
FONTS_CONF = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def fonts_with(letter: str) -> set[str]:
    listed = subprocess.run(["fc-list", f":charset={letter}", "file"], capture_output=True, text=True, check=True)
    return {line.strip().rstrip(":") for line in listed.stdout.splitlines()}


@pytest.fixture
def device(chromium, tmp_path, live_server):
    """A browser on a device that has Latin letters only, and the fonts given: ``device(*files)``."""
    devices = []

    def make(*files: str) -> Page:
        latin_only = fonts_with(LATIN) - fonts_with(DEVANAGARI) - fonts_with(ARABIC)
        assert latin_only, "this test needs a font with Latin letters only, such as DejaVu Serif (fonts-dejavu)"
        folder = tmp_path / "fonts"
        folder.mkdir()
        for font in (*latin_only, *files):
            shutil.copy(font, folder)
        settings = tmp_path / "fonts.conf"
        settings.write_text(FONTS_CONF.format(folder=folder))
        device = chromium.browser_type.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"], env={"FONTCONFIG_FILE": str(settings)}
        )
        devices.append(device)
        return device.new_page(base_url=live_server.url)

    yield make
    for device in devices:
        device.close()


@pytest.fixture
def shown(meera, asha, transactional_db, live_server):
    """Open asha's page of a sentence in a script; the fonts it loads, and what its letters are drawn with."""
    study = make_study(meera, items=1)
    place = ready_to_rate(study, asha).places.get()

    def show(page: Page, script: str) -> tuple[set[str], Counter[bool]]:
        tokens, _file = SENTENCES[script]
        Item.objects.update(text=" ".join(word for word, _ in tokens), tokens=tokens)
        loaded: set[str] = set()
        page.on("requestfinished", lambda request: loaded.add(Path(request.url).name))
        sign_in(page, asha, live_server.url)
        page.goto(address(place))
        expect(page.locator(READY)).to_have_count(1)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        return {name for name in loaded if name.endswith(".woff2")}, fonts_drawn(page)

    return show


def fonts_drawn(page: Page) -> Counter[bool]:
    """How many letters of the sentence are drawn in a font that the site sent, and how many in one of the device."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "#sentence"})["nodeId"]
    drawn: Counter[bool] = Counter()
    for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
        drawn[font["isCustomFont"]] += int(font["glyphCount"])
    return drawn


@pytest.mark.parametrize("script", SENTENCES)
def test_a_device_without_the_letters_gets_them_from_the_site(device, shown, script):
    loaded, drawn = shown(device(), script)
    assert SENTENCES[script][1] in loaded
    assert drawn[True] > 10
    assert drawn[False] <= 2, "the spaces at most: any other would be a box"


@pytest.mark.parametrize("script", SENTENCES)
def test_a_device_with_the_letters_loads_none(device, shown, script):
    fonts = fonts_with(DEVANAGARI) | fonts_with(ARABIC)
    assert fonts, "this test needs fonts with Devanagari and Arabic letters (on Debian, fonts-noto-core)"
    loaded, drawn = shown(device(*fonts), script)
    assert loaded == set()
    assert drawn[True] == 0
