"""Micro Armour in the browser: groups, facing, odds, and a whole game."""

import re

from playwright.sync_api import expect

DUEL = "/new/micro_armour/duel"


def lesson(player):
    return player.page.locator(".lesson h2")


def test_a_game_of_the_duel_is_played_to_the_end_against_a_bot(sit_down):
    anna = sit_down()
    anna.eager = 0.4
    page = anna.go(DUEL)
    page.get_by_text("Options", exact=False).first.click()
    page.get_by_label(re.compile("How many turns the game lasts")).fill("2")
    page.locator("button.start").click()
    page.wait_for_url("**/games/*")
    anna.settled()
    anna.button("The companies as they are").click()
    anna.play_on()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("wins|A draw"))


def test_the_lessons_of_the_duel_bring_a_tank_on_move_it_and_turn_it(sit_down):
    anna = sit_down()
    page = anna.go(DUEL)
    anna.button("Learn it by playing").click()
    expect(lesson(anna)).to_have_text("Battle groups")
    anna.button("The companies as they are").click()
    expect(lesson(anna)).to_have_text("Orders")
    for _ in range(60):  # until a group of ours may move: the dice decide which
        if re.search("stand to move|come on", page.locator(".prompt").first.inner_text()):
            break
        state = anna.settled()
        groups = page.get_by_role("group", name=re.compile("^(Order|Without an order)$"))
        sides = page.get_by_role("group", name="First is")
        if state == "pending":
            page.locator(".buttons .go").first.click()
        elif state == "asked" and sides.count():
            sides.get_by_role("button", name="Red").click()
        elif state == "asked" and groups.count():
            groups.get_by_role("button").first.click()
        elif state == "asked":
            anna.button("Pass").click()
        page.wait_for_timeout(50)
    beside = page.get_by_role("group", name="Not on the map")
    if beside.count():
        beside.get_by_role("button").first.click()
    expect(page.locator(".prompt").first).to_contain_text("come on?")
    anna.settled()
    assert anna.click_place()
    expect(lesson(anna)).to_have_text("Where it can go")
    anna.settled()
    expect(page.get_by_role("radio", name="Move to", exact=True)).to_be_checked()
    expect(page.locator("path.front").first).to_be_attached()  # its front
    assert anna.click_place()
    if anna.settled() == "pending":
        anna.step()
    expect(page.locator(".dial .mark").first).to_be_attached()
    before = anna.sequence
    page.locator(".dial .mark").first.focus()
    page.keyboard.press("Enter")
    anna.later(before)
    expect(lesson(anna)).to_have_text(re.compile("The rest of the battalion|Fire comes first"))
