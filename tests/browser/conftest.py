"""Browser tests: a real server, and Debian's Chromium driven by Playwright. No console error is forgiven."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

from sandtable.server.pages import built
from tests.browser.player import Player
from tests.server.running import Server

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium():
    """The browser that is there."""
    found = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail(
            "no Chromium was found: install one (apt-get install chromium), name it in SANDTABLE_CHROMIUM, "
            "or leave these tests out with ./test --no-browser"
        )
    return found


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    if not built():
        pytest.fail("the browser client is not built: run python web/build.py")
    folder = tmp_path_factory.mktemp("browser")
    with Server(folder, f"sqlite:///{folder / 'games.db'}") as running:
        yield running


@pytest.fixture
def sit_down(browser, server):
    """Open browsers for people: `sit_down()`, `sit_down(390, 844)` for a telephone."""
    people = []

    def one(width=1280, height=800, url=None, **settings):
        people.append(Player(browser, url or server.url, width, height, settings))
        return people[-1]

    yield one
    faults = [fault for person in people for fault in person.faults]
    for person in people:
        person.leave()
    assert faults == []
