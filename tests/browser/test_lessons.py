"""Lessons can be finished by somebody who reads them and does what they say, and nothing else."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.sizes import WIDE, on_both

TOKEN = "“([^”]+)”|(ringed)|({names})"
MOST_CARDS = 24
LESSONS = {
    "First Firefight": [
        "How you win", "Set up", "Fire first", "The die and the log", "Assault", "The farm is yours",
        "Their turn: a reaction", "That is the game",
    ],
    "Duel": [
        "How you win", "Battle groups", "Set up", "Initiative", "Fire comes first", "The roll", "Keep one ready",
        "Let them come", "Opportunity fire", "That is the game",
    ],
    "Crossroads, 1944": [
        "How you win", "Set up", "Fire first", "Dice, shifts, morale", "Move up", "Assault", "The village is yours",
        "Their phase: overwatch", "That is the game",
    ],
    "Crossroads with Guns": [
        "Orders and guns", "An order takes time", "Orders bind", "Three clicks: what and who", "Three clicks: where to",
        "When will it be in force?", "Prepare it", "Give the orders", "Guns need eyes", "An observer",
        "The rest of the turn", "The next command phase", "Call for fire", "Aim", "What may happen", "Call it",
        "On the way", "What came down", "An order in force", "Now it is your battle",
    ],
    "Fulda Approach, 1987": [
        "How you win", "Set up", "A missile", "Range and armour", "Stingers", "Two heights", "Fly in cover", "Pop up",
        "The order of a pop-up", "Keep one ready", "Their phase: overwatch", "That is the game",
    ],
}  # fmt: skip
"""The battle on whose card each lesson is, and its cards."""
FOLLOWS = "The next command phase"
"""The card that says what to do about whatever is asked until the next turn has come."""


def piece_names(page):
    """The names of all pieces on the map, the longest first."""
    found = page.eval_on_selector_all(".board .piece", "all => all.map(each => each.getAttribute('aria-label'))")
    return sorted({words.split(",")[0] for words in found}, key=len, reverse=True)


def follow(player, text):
    """Do what a card says: press the pieces it names and the buttons it quotes, in its order."""
    page = player.page
    names = "|".join(map(re.escape, piece_names(page))) or "$^"
    for button, ringed, piece in re.findall(TOKEN.format(names=names), text):
        player.settled()
        if piece:
            player.press(piece)
        elif ringed:
            box = page.locator(".board .spot").bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            press(page, button)
        page.wait_for_timeout(400)
    if "green button" in text and player.settled() == "pending":
        page.locator(".buttons .go").first.click()


def press(page, name):
    """Press the button of this name, as soon as it can be pressed."""
    begins = re.compile(rf"^{re.escape(name)}")
    for _ in range(20):
        for role, words in (("menuitem", begins), ("button", re.compile(rf"^{re.escape(name)}$")), ("button", begins)):
            for found in page.get_by_role(role, name=words).all():
                if found.is_visible() and found.is_enabled():
                    found.click()
                    return
        page.wait_for_timeout(250)
    raise AssertionError(f"the lesson says “{name}”, and there is no such button")


@on_both(WIDE)
@pytest.mark.parametrize("battle", LESSONS)
def test_a_lesson_is_finished_by_following_its_text(sit_down, battle, size):
    anna = sit_down(*size)
    page = anna.go("/")
    anna.button(f"Lesson in {battle}").click()
    anna.wait("asked")
    seen = []
    for _ in range(MOST_CARDS):
        anna.our_turn()
        title = page.locator(".lesson h2").inner_text()
        seen.append(title)
        if page.get_by_role("button", name="Finish the lesson").count():
            break
        while title == FOLLOWS and page.locator(".lesson h2").inner_text() == FOLLOWS:
            before = anna.sequence
            follow(anna, page.locator(".lesson p").inner_text())
            anna.later(before)
            anna.our_turn()
        if title == FOLLOWS:
            continue
        if page.locator(".lesson").get_by_role("button", name="Go on").count():
            page.locator(".lesson").get_by_role("button", name="Go on").click()
        else:
            follow(anna, page.locator(".lesson p").inner_text())
        expect(page.locator(".lesson h2")).not_to_have_text(title, timeout=20_000)
    assert seen == LESSONS[battle]
    page.reload()
    anna.wait("asked")
    expect(page.locator(".lesson h2")).to_have_text(seen[-1])
    anna.button("Finish the lesson").click()
    expect(page.locator(".lesson")).to_have_count(0)
