"""How many clicks a move takes in the browser, unit by unit and as a group, and holding fire in the enemy's turn.

python benchmarks/clicks_page.py       First Firefight, Duel and Crossroads; writes benchmarks/clicks.md

Needs Chromium and the built client, as the browser tests do. The page is played against a bot and counts the clicks
it gets. A question that the enemy's fire asks in between is answered by a script and counted as one. In Crossroads the
group has two units more than are moved singly. A click on a counter in a stack may take the one above it. Dice fall as
they fall, so two runs differ by a few clicks.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import chromium  # noqa: E402
from tests.browser.player import PLACE, Contexts, Player  # noqa: E402
from tests.server.running import Server  # noqa: E402

COUNT = """window.clicks = 0;
addEventListener('click', event => { if (event.isTrusted && event.detail > 0) window.clicks += 1; }, true)"""
MOST = 300
"""How often a page is looked at before the measurement is given up."""

NEXT = ("fire, or hold?", "set a group going", "who moves first")
"""Questions of the Duel that come when all of a company have moved."""


class Counted(Player):
    """Somebody whose clicks are counted by the page."""

    def __init__(self, browser, url):
        super().__init__(Contexts(browser), url, 1440, 900, {})
        self.answered = 0  # questions between, each answered with one press that the page does not count
        self.page.add_init_script(COUNT)

    @property
    def clicks(self):
        return self.page.evaluate("() => window.clicks") + self.answered

    @property
    def asked(self):
        return self.page.locator(".prompt").first.inner_text()

    def click_piece(self, name):
        box = self.page.locator(f".board [data-piece][aria-label^='{name},']").bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    @property
    def aim(self):
        """Where everybody goes: up the map, and to its middle."""
        box = self.page.locator(".board").bounding_box()
        return box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.3

    def click_nearest(self):
        """The place in reach nearest to where everybody goes."""
        self.page.wait_for_selector("path.reach")
        self.settled()
        places = self.page.evaluate(PLACE, 9) or self.page.evaluate(PLACE, 4)
        x, y = self.aim
        self.page.mouse.click(*min(places, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2))

    def until(self, question):
        """Through confirmations and what the enemy's fire asks, back to this question."""
        for _ in range(MOST):
            self.our_turn()
            if self.page.locator(".going").count():
                self.drawn()
            elif self.state == "pending":
                self.page.locator(".buttons .go, .confirm .go").first.click()
            elif question in self.asked or any(words in self.asked for words in NEXT):
                return
            elif self.page.get_by_role("button", name="Stay here").count():
                self.button("Stay here").click()
            else:
                before = self.sequence
                self.step()
                self.answered += 1
                self.later(before, "asked", "pending")
            self.page.wait_for_timeout(60)
        raise RuntimeError(f"it does not come back to {question!r}: {self.asked}")


def firefight(player):
    """To the first action of First Firefight; the question, and the stands of a platoon."""
    player.set_up("Against a bot")
    player.settled()
    player.button("Set up the rest as suggested").click()
    player.until("Choose a stand to act")
    return "Choose a stand to act", "1st Platoon", [*(f"1st Platoon squad {n}" for n in (1, 2, 3)), "Lt Adams"]


def crossroads(player):
    """To the first action phase of Crossroads; the question, and the platoons of a company."""
    player.set_up("Against a bot", path="/new/tcs/crossroads-1944")
    player.settled()
    player.button("Set up as suggested").click()
    player.until("act with a unit")
    return "act with a unit", "A Company", [f"A Rifle Platoon {n}" for n in (1, 2, 3)]


def duel(player):
    """To the first company that may come on in the Duel; the question, and its stands."""
    player.set_up("Against a bot", path="/new/micro_armour/duel")
    player.settled()
    player.button("Keep companies as they are").click()
    for _ in range(MOST):
        player.our_turn()
        if "Choose a stand to move" in player.asked:
            break
        if player.state == "pending":
            player.page.locator(".buttons .go").first.click()
        elif "who moves first" in player.asked:
            player.button("Blue", exact=True).click()
        elif player.page.get_by_role("button", name=re.compile("^[ABC] Company$")).count():
            player.page.get_by_role("button", name=re.compile("^[ABC] Company$")).first.click()
        else:
            player.step()
        player.page.wait_for_timeout(60)
    company = re.sub("^Move all of ", "", player.button(re.compile("^Move all of")).inner_text())
    return "Choose a stand to move", company, [f"Blue {company} {n}" for n in (1, 2, 3)]


def singly(player, start):
    """The clicks to move a formation unit by unit, and how many units went."""
    question, _, names = start(player)
    before = player.clicks
    for name in names:
        beside = player.page.get_by_role("group", name="Not on the map").get_by_role("button", name=name)
        if beside.count():
            beside.first.click()
        else:
            player.click_piece(name)
        player.page.wait_for_timeout(200)
        move = player.page.get_by_role("menuitem", name="Move", exact=True)
        if move.count():
            move.click()
        player.click_nearest()
        player.until(question)
    return player.clicks - before, len(names)


def together(player, start):
    """The clicks to move a formation as a group, and how many units went."""
    question, formation, names = start(player)
    before = player.clicks
    words = f"Move all of {formation}"
    if not player.page.get_by_role("button", name=words).count():
        player.click_piece(names[0])
    player.page.get_by_role("button", name=words).or_(player.page.get_by_role("menuitem", name=words)).first.click()
    player.page.mouse.click(*player.aim)
    go = player.page.get_by_role("button", name=re.compile(r"^Move \d units?$")).last
    count = int(go.inner_text().split()[1])
    sequence = player.sequence
    go.click()
    player.later(sequence)
    player.until(question)
    return player.clicks - before, count


def holding(player, once):
    """As the Germans of Crossroads: the clicks to hold fire while the Americans act, one by one or at once."""
    player.set_up("Against a bot", "German", path="/new/tcs/crossroads-1944")
    player.settled()
    player.button("Set up as suggested").click()
    before, turn = 0, None
    for _ in range(MOST):
        player.our_turn()
        hold = player.page.get_by_role("button", name="Hold fire").first
        if not hold.count():
            if turn is not None:
                break
            player.step()
            continue
        if turn is None:
            before, turn = player.clicks, True
        sequence = player.sequence
        holds = player.page.get_by_role("group", name="Hold fire without asking")
        if once and holds.count():
            holds.get_by_role("button", name="This turn").click()
        else:
            hold.click()
        player.later(sequence)
    return player.clicks - before


def main():
    """Play, count, print, and write the page."""
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with Server(Path(folder), f"sqlite:///{folder}/games.db", preload=True) as server:

            def measured(play, *how):
                player = Counted(browser, server.url)
                try:
                    return play(player, *how)
                finally:
                    player.leave()

            for title, start in (("First Firefight", firefight), ("Duel", duel), ("Crossroads", crossroads)):
                (one, units), (all_, went) = measured(singly, start), measured(together, start)
                rows.append(f"| {title}: move a formation | {one} for {units} units | {all_} for {went} units |")
                print(rows[-1], flush=True)
            rows.append(
                f"| Crossroads, German: hold fire in the first enemy turn | {measured(holding, False)} "
                f"| {measured(holding, True)} |"
            )
            print(rows[-1], flush=True)
        browser.close()
    text = (ROOT / "benchmarks" / "clicks.md").read_text(encoding="utf-8")
    head, mark = text.partition("<!-- clicks -->")[:2]
    table = "\n".join(["| | one by one | as a group, or held at once |", "|---|---|---|", *rows])
    (ROOT / "benchmarks" / "clicks.md").write_text(f"{head}{mark}\n\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
