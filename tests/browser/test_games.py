"""Whole games through the interface."""

import re

from playwright.sync_api import expect

from tests.browser.player import FIRST


def test_a_whole_game_against_the_bot(sit_down, request):
    """Of one turn; with `--long` of all that the battle has."""
    anna = sit_down()
    if request.config.getoption("long"):
        anna.play_first_firefight()
    else:
        page = anna.go(FIRST)
        page.get_by_text("Options", exact=False).first.click()
        page.get_by_label(re.compile("How many turns the game lasts")).fill("1")
        page.locator("button.start").click()
        page.wait_for_url("**/games/*")
        anna.wait("asked")
        anna.button("Set up the rest as suggested").click()
        page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
    anna.play_on()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile("wins|A draw"))
    assert "Turn 1: US" in anna.log().replace("TURN", "Turn")
    anna.button("Look at the table").click()
    expect(dialog).to_have_count(0)


def test_a_whole_game_between_two_browsers(sit_down):
    anna, ben = sit_down(), sit_down()
    anna.set_up("Invite a friend", path="/new/demo/bridge")
    link = anna.page.get_by_label("Invitation").input_value()
    ben.go(link.removeprefix(ben.url))
    for _ in range(4000):  # while one chooses, the other looks again and again
        states = [anna.step(), ben.step()]
        if states == ["over", "over"]:
            break
    for each in (anna, ben):
        expect(each.page.get_by_role("dialog")).to_contain_text(re.compile("wins|A draw"))
    assert (
        anna.page.get_by_role("dialog").locator("h2").inner_text()
        == ben.page.get_by_role("dialog").locator("h2").inner_text()
    )


def test_the_end_labels_every_number_as_the_bar_does_and_there_is_nothing_to_skip(sit_down):
    anna, ben = sit_down(speed=0.02), sit_down()  # what Ben does is shown to Anna for more than half a minute
    anna.set_up("Invite a friend", side="German", path="/new/tactical_combat/bulge-1944")
    link = anna.page.get_by_label("Invitation").input_value()
    ben.go(link.removeprefix(ben.url))
    for each in (ben, anna):
        if each.wait("asked", "showing") == "showing":
            each.button("Skip").click()
            each.wait("asked")
        each.button("Set up the rest as suggested").click()
    ben.page.get_by_role("tab", name="More").click()
    anna.page.wait_for_function("() => document.querySelectorAll('.board .piece').length > 12")
    if anna.wait("asked", "showing") == "showing":
        anna.button("Skip").click()
        anna.wait("asked")
    ben.button("Resign").click()
    ben.button("Yes, I resign").click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_contain_text("German wins")
    rows = [each.split() for each in dialog.get_by_role("row").all_inner_texts()]
    assert rows == [["German", "US"], ["Victory", "points", "0", "9"], ["Stands", "lost", "0", "0"]]
    bar = anna.page.locator("footer .middle").inner_text().split()
    assert bar == ["Victory", "points", "German", "0", "US", "9"]
    expect(anna.page.get_by_role("button", name="Skip")).to_have_count(0)


def test_what_one_browser_does_the_other_sees_and_they_can_talk(sit_down):
    anna, ben = sit_down(), sit_down()
    anna.set_up("Invite a friend", side="US")
    link = anna.page.get_by_label("Invitation").input_value()
    ben.go(link.removeprefix(ben.url))
    for each in (anna, ben):
        each.wait("asked")
        each.button("Set up the rest as suggested").click()
    anna.page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
    ben.wait("others")
    assert ben.page.locator(".board .piece").count() > 10
    ben.page.get_by_label("Say something").fill("Good luck")
    ben.page.keyboard.press("Enter")
    anna.expect_text("Good luck")


def test_hot_seat_hides_what_was_placed_in_secret(sit_down):
    both = sit_down()
    both.set_up("Hot seat", path="/new/demo/bridge")
    assert both.settled() == "handover"
    both.step()
    first = both.page.locator("[data-side]").get_attribute("data-side")
    while both.settled() != "handover":
        both.step()
    expect(both.page.get_by_role("heading", name="is next")).to_be_visible()
    expect(both.page.locator(".board")).to_have_count(0)
    both.step()
    assert both.page.locator("[data-side]").get_attribute("data-side") != first
    both.play_on()
    expect(both.page.get_by_role("dialog")).to_contain_text(re.compile("wins|A draw"))


def test_a_rematch_changes_sides(sit_down):
    anna = sit_down()
    anna.set_up("Against a bot", side="Blue", path="/new/demo/duel")
    anna.play_on()
    before = anna.page.url
    anna.button("Rematch, sides changed").click()
    anna.page.wait_for_url(lambda url: url != before)
    anna.settled()
    expect(anna.page.locator(".sides div").nth(1)).to_contain_text("you")
