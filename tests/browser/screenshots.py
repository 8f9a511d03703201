"""Pictures of every page, at desk and telephone size, for the documents: python -m tests.browser.screenshots"""

import contextlib
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import chromium
from tests.browser.player import FIRST, Player
from tests.server.running import Server

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
PAGES = {
    "home": "/",
    "set-up": FIRST,
    "rulebook": "/rules/tactical_combat",
    "odds-desk": "/odds/tactical_combat/shot?cover=hard",
}
PAGES |= {"settings": "/settings"}


def take(player, name, size):
    """One picture, when the page is quiet."""
    player.page.wait_for_load_state("networkidle")
    player.page.wait_for_timeout(900)
    player.page.screenshot(path=FOLDER / f"{name}-{size}.jpg", type="jpeg", quality=84)


def fire_card(player):
    """Play on until a shot is about to be confirmed."""
    for _ in range(400):
        if player.settled() == "over":
            return
        if player.page.locator("path.aim").count() and player.page.locator("table").count():
            return
        player.step()


def game(player, size):
    """A game of First Firefight, from the lesson to the replay."""
    player.go("/")
    player.button("Learn in five minutes").click()
    player.wait("asked")
    player.button("Set up the rest as suggested").click()
    player.page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
    take(player, "tutorial", size)
    player.button("No lessons").click()
    player.press("1st Platoon squad 3")
    player.page.wait_for_selector("path.reach")
    player.settled()
    box = player.page.locator("path.reach").bounding_box()
    player.page.mouse.click(box["x"] + box["width"] / 2, max(70, box["y"] + 8))
    player.settled()
    take(player, "move", size)
    fire_card(player)
    take(player, "shot", size)
    address = player.page.url.split("?")[0]
    player.page.goto(f"{address}/replay")
    player.page.wait_for_selector(".board .piece")
    take(player, "replay", size)


def battle(player, name, size, **how):
    """The board of another battle at its beginning."""
    player.set_up("Against a bot", path=f"/new/tactical_combat/{name}", **how)
    player.settled()
    with contextlib.suppress(Exception):
        player.page.get_by_role("button", name="Set up the rest as suggested").first.click(timeout=3000)
    player.page.wait_for_timeout(3000)
    take(player, name, size)


def main():
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        playwright = stack.enter_context(sync_playwright())
        server = stack.enter_context(Server(folder, f"sqlite:///{folder}/games.db"))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for size, (width, height) in SIZES.items():
            player = Player(browser, server.url, width, height, {})
            for name, path in PAGES.items():
                player.go(path)
                take(player, name, size)
            game(player, size)
            player.leave()
        for name, wishes in (("omaha-1944", {}), ("bulge-1944", {}), ("crete-1941", {"theme": "dark"})):
            player = Player(browser, server.url, *SIZES["desk"], wishes)
            battle(player, name, "desk")
            player.leave()
        browser.close()


if __name__ == "__main__":
    main()
