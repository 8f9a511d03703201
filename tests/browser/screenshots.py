"""Pictures of every page, at desk and telephone size, for the documents: python -m tests.browser.screenshots"""

import contextlib
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import chromium, club_server
from tests.browser.moments import go_on, up_to
from tests.browser.player import FIRST, Contexts, Player
from tests.browser.test_reactions import FULDA, arracourt, countered
from tests.server.running import Server

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
MORTARS = [f"D 81 mm Section {number}" for number in (1, 2, 3)]
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
PAGES = {
    "home": "/",
    "set-up": FIRST,
    "rulebook": "/rules/tactical_combat",
    "odds-desk": "/odds/tactical_combat/shot?cover=hard",
}
PAGES |= {
    "settings": "/settings",
    "vehicles": "/vehicles?vehicle=M1A1+Abrams",
    "generate": "/generate/micro_armour?seed=7",
}
PAGES |= {"odds-plot": "/odds/micro_armour/by_range?firer=T-72"}


RESIGN = """id => {
  const token = document.cookie.split('csrftoken=')[1].split(';')[0];
  const headers = {'x-csrftoken': token, 'content-type': 'application/json'};
  return fetch(`/api/games/${id}/resign`, {method: 'POST', headers, body: JSON.stringify({side: 0})}).then(() => null);
}"""


def take(player, name, size):
    """One picture, when the page is quiet."""
    player.page.wait_for_load_state("networkidle")
    player.page.wait_for_timeout(900)
    player.page.screenshot(path=FOLDER / f"{name}-{size}.jpg", type="jpeg", quality=80)


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
    player.button("Learn in ten minutes").click()
    player.wait("asked")
    player.button("Go on").click()
    player.button("Set up the rest as suggested").click()
    player.page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
    take(player, "tutorial", size)
    player.set_up("Against a bot")
    player.wait("asked")
    player.button("Set up the rest as suggested").click()
    player.page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
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
    player.page.evaluate(RESIGN, address.rpartition("/")[2])
    player.page.goto(f"{address}/report")
    player.page.wait_for_selector(".luck, .turnings", state="attached")
    take(player, "report", size)


def group(player, size):
    """A platoon that is about to go to one destination: every way, and who may shoot."""
    player.play_first_firefight()
    player.press("1st Platoon squad 1")
    player.button("Move all of 1st Platoon").click()
    box = player.page.locator(".board").bounding_box()
    player.page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.4)
    player.page.wait_for_selector("rect.ghost")
    take(player, "group", size)


def battle(player, name, size, **how):
    """The board of another battle at its beginning."""
    player.set_up("Against a bot", path=f"/new/tactical_combat/{name}", **how)
    player.settled()
    with contextlib.suppress(Exception):
        player.page.get_by_role("button", name="Set up the rest as suggested").first.click(timeout=3000)
    player.page.wait_for_timeout(3000)
    take(player, name, size)


def tanks(player, size):
    """Micro Armour: a tank that chooses where to go, and which way it would face."""
    player.set_up("Against a bot", path="/new/micro_armour/1973-valley")
    player.settled()
    player.button("Keep companies as they are").click()
    for _ in range(200):
        player.settled()
        if player.page.locator(".modes").count() and player.page.locator(".board .piece").count() > 8:
            break
        player.step()
    take(player, "tanks", size)


def crossroads(player, size):
    """TCS: a platoon that chooses where to move."""
    player.set_up("Against a bot", path="/new/tcs/crossroads-1944")
    player.settled()
    player.button("Set up as suggested").click()
    player.page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
    player.press("A Rifle Platoon 1")
    player.page.get_by_role("menuitem", name="Move", exact=True).click()
    player.page.wait_for_selector("path.reach")
    take(player, "crossroads", size)


def suppress(player, size):
    """TCS: suppressive fire before the dice, the enemy in the open for once."""
    page = player.go("/new/tcs/crossroads-1944")
    page.locator("details summary").first.click()
    page.get_by_text("are not shown to the enemy until they are found").click()
    page.locator("button.start").click()
    page.wait_for_url("**/games/*")
    player.settled()
    player.button("Set up as suggested").click()
    for name in MORTARS:
        page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
        player.settled()
        player.press(name)
        page.get_by_role("menuitem", name="To Fire Mode").click()
    page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
    player.settled()
    player.press("Pak 40")
    for name in MORTARS:
        player.settled()
        player.press(name)
    player.settled()
    player.button("Fire", exact=True).click()
    player.wait("pending")
    take(player, "suppress", size)


def expansions(player, size):
    """TCS: a pop-up with all that reacts to it, and armor with its facing and impulses."""
    for name, moment in (("pop-up", (*FULDA, countered)), ("arracourt", ("tcs/arracourt-1944", "best", 3, arracourt))):
        go_on(player, up_to(*moment))
        take(player, name, size)
    player.go("/vehicles/tcs?vehicle=M901+ITV")
    player.page.get_by_role("heading", name="M901 ITV").wait_for()
    take(player, "units", size)


def orders(player, size):
    """Standing orders and notes, beside a game."""
    player.play_first_firefight()
    if size == "phone":
        player.button("More").click()
    else:
        player.page.get_by_role("tab", name="More").click()
    player.page.get_by_text("Standing orders", exact=True).click()
    player.button("Add an order").click()
    player.page.get_by_label("Within (inches)").fill("12")
    player.page.get_by_text("Standing orders", exact=True).scroll_into_view_if_needed()
    player.page.locator("form li").first.scroll_into_view_if_needed()
    take(player, "orders", size)


def people(contexts, club, size):
    """Accounts, and the administrator's page, on a public server."""
    anna = Player(contexts, club.url, *SIZES[size], {})
    for name, path in {
        "login": "/login",
        "forgotten": "/forgotten",
        "reset": "/reset#token",
        "confirm": "/confirm#token",
    }.items():
        anna.go(path)
        take(anna, name, size)
    page = anna.go("/signup")
    take(anna, "sign-up", size)
    page.get_by_label("Name").fill(f"Anna of the {size}")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("heading", name="Your turn").wait_for()
    take(anna, "account", size)
    anna.set_up("Against a bot", path=FIRST)
    anna.settled()
    anna.button("Set up the rest as suggested").click()
    anna.leave()
    colonel = Player(contexts, club.url, *SIZES[size], {})
    page = colonel.go("/login?then=/admin")
    page.get_by_label("Name").fill("The Colonel")
    page.get_by_label("Password").fill("colonels word")
    page.get_by_role("button", name="Log in", exact=True).click()
    page.locator("li button").first.click()
    page.get_by_label("Why, for the players").first.fill("the server moves house")
    take(colonel, "admin", size)
    colonel.leave()


def main():
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        playwright = stack.enter_context(sync_playwright())
        server = stack.enter_context(Server(folder, f"sqlite:///{folder}/games.db"))
        club = stack.enter_context(club_server(stack.enter_context(tempfile.TemporaryDirectory())))
        club.people("add", "The Colonel", word="colonels word")
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        contexts = Contexts(browser)
        for size, (width, height) in SIZES.items():
            player = Player(contexts, server.url, width, height, {})
            for name, path in PAGES.items():
                player.go(path)
                take(player, name, size)
            game(player, size)
            group(player, size)
            orders(player, size)
            tanks(player, size)
            crossroads(player, size)
            suppress(player, size)
            expansions(player, size)
            player.leave()
            people(contexts, club, size)
        for name, wishes in (("omaha-1944", {}), ("bulge-1944", {}), ("crete-1941", {"theme": "dark"})):
            player = Player(contexts, server.url, *SIZES["desk"], wishes)
            battle(player, name, "desk")
            player.leave()
        browser.close()


if __name__ == "__main__":
    main()
