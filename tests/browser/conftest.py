"""Browser tests: a real server, and Debian's Chromium driven by Playwright. No console error is forgiven."""

import os
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from sandtable.server.pages import built
from tests.browser.moments import Kept
from tests.browser.player import PATIENCE, Contexts, Player
from tests.browser.sizes import one_of_each
from tests.server.fakes import MailServer, running
from tests.server.running import Server, free_port

expect.set_options(timeout=PATIENCE)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without a screen to draw on, which is quicker."""


def pytest_collection_modifyitems(config, items):
    if not config.getoption("long"):
        kept = one_of_each(items)
        config.hook.pytest_deselected(items=sorted({*items} - {*kept}, key=lambda item: item.nodeid))
        items[:] = kept


def chromium():
    """The browser that is there."""
    found = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail(
            "no Chromium was found: install one (apt-get install chromium), name it in SANDTABLE_CHROMIUM, "
            "or leave these tests out with ./test --no-browser"
        )
    return found


@pytest.fixture(scope="package")
def browser():
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def contexts(browser):
    return Contexts(browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    if not built():
        pytest.fail("the browser client is not built: run python web/build.py")
    folder = tmp_path_factory.mktemp("browser")
    with Server(folder, f"sqlite:///{folder / 'games.db'}", preload=True) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def kept_moments(tmp_path_factory):
    """The workers of one run share the matches that bots have played up to a moment."""
    base = tmp_path_factory.getbasetemp()
    Kept.folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "moments"
    Kept.folder.mkdir(exist_ok=True)
    yield
    Kept.folder = None


@pytest.fixture(scope="session")
def mail():
    """A mail server that keeps what it gets."""
    with running(MailServer()) as server:
        yield server


def club_server(folder, mail=None):
    """A public site whose administrator is The Colonel, with mail if there is a mail server."""
    port = free_port()
    sender = "Sandtable <games@club.example>"
    post = {"host": "127.0.0.1", "port": mail.port, "security": "none", "sender": sender} if mail else {}
    return Server(
        folder,
        f"sqlite:///{folder}/games.db",
        port=port,
        preload=True,
        public=True,
        address=f"http://127.0.0.1:{port}",
        people={"administrators": ["The Colonel"]},
        mail=post,
    )


@pytest.fixture(scope="session")
def club(tmp_path_factory, mail):
    """A public site with accounts and mail."""
    with club_server(tmp_path_factory.mktemp("club"), mail) as server:
        server.people("add", "The Colonel", word="colonels word")
        yield server


@pytest.fixture
def sit_down(browser, contexts, server):
    """Open browsers for people: `sit_down()`, `sit_down(390, 844)` for a telephone, `sit_down(first=True)` for one that
    has never fetched anything from here.
    """
    people = []

    def one(width=1280, height=800, url=None, first=False, **settings):
        used = Contexts(browser) if first else contexts
        people.append(Player(used, url or server.url, width, height, settings))
        return people[-1]

    yield one
    faults = [fault for person in people for fault in person.faults]
    for person in people:
        person.leave()
    assert faults == []
