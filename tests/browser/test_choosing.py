"""Choosing in the browser: why not, fire from the unit, free selection, groups, holding fire, and answers at once."""

import re

from playwright.sync_api import expect

from tests.browser.sizes import on_both
from tests.browser.test_tcs import IN_SIGHT, take_the_field, until_we_act, where


def answer(player):
    return player.page.locator(".answer")


def in_sight(player):
    """Crossroads with the Germans where they are seen, and two units in Fire Mode."""
    page = take_the_field(player, IN_SIGHT)
    for name in ("A LMG Section", "D 81 mm Section 1"):
        player.press(name)
        page.get_by_role("menuitem", name="To Fire Mode").click()
        until_we_act(player)
    return page


@on_both()
def test_a_menu_has_what_a_unit_cannot_do_now_greyed_with_its_rule(sit_down, size):
    anna = sit_down(*size)
    page = take_the_field(anna)
    anna.press("A Rifle Platoon 1")
    greyed = page.get_by_role("menuitem", name="Suppressive fire")
    expect(greyed).to_have_attribute("aria-disabled", "true")
    expect(greyed).to_contain_text("A Rifle Platoon 1 is in Move Mode")
    expect(greyed).to_contain_text("TCS 4.1e")
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    assert anna.faults == []


@on_both()
def test_fire_is_put_together_from_the_unit_and_the_odds_follow(sit_down, size):
    anna = sit_down(*size)
    page = in_sight(anna)
    anna.press("A LMG Section")
    expect(page.get_by_role("menu")).to_contain_text("Suppressive fire: click a target")
    anna.press("Pak 40")
    card = page.locator(".card, .odds").filter(has_text="Suppressive fire at 0806").first
    expect(card).to_contain_text("strength 4")
    expect(page.locator("path.aim")).to_have_count(1)
    anna.press("D 81 mm Section 1")
    expect(card).to_contain_text("strength 12")
    expect(page.locator("path.aim")).to_have_count(2)
    anna.press("D 81 mm Section 1")
    expect(card).to_contain_text("strength 4")
    before = anna.sequence
    card.get_by_role("button", name=re.compile("^Fire")).click()
    anna.later(before + 2)
    if size[0] > 700:
        expect(page.get_by_role("log", name="Log of the game")).to_contain_text("A LMG Section fires on 0806")
    assert anna.faults == []


@on_both()
def test_ground_out_of_reach_and_enemies_out_of_range_say_why(sit_down, size):
    anna = sit_down(*size)
    anna.play_first_firefight()
    page = anna.page
    anna.press("1st Platoon squad 3")
    expect(page.locator("path.reach")).to_have_count(1)
    anna.press("German squad 1")
    expect(answer(anna)).to_contain_text("it is beyond 16 inches (TC F3)")
    anna.settled()
    anna.press("1st Platoon squad 1")  # another own stand is selected at once
    expect(page.locator(".prompt").first).to_contain_text("1st Platoon squad 1")
    anna.settled()
    page.keyboard.press("Escape")
    expect(page.locator(".prompt").first).to_contain_text("Choose a stand to act")
    assert anna.faults == []


def test_ground_beyond_reach_answers_at_the_spot_and_a_second_press_lets_go(sit_down):
    anna = sit_down()
    page = take_the_field(anna)
    anna.press("A Rifle Platoon 1")
    page.get_by_role("menuitem", name="Move", exact=True).click()
    anna.settled()
    spot = where(anna, "A Rifle Platoon 1")
    page.mouse.click(spot[0] + 560, spot[1] + 60)
    expect(answer(anna)).to_contain_text("That hex is not in reach of the movement points left. TCS 20.1a")
    page.mouse.click(spot[0] + 560, spot[1] + 60)
    expect(page.locator(".prompt").first).to_contain_text("act with a unit")
    assert anna.faults == []


def test_fire_can_be_held_for_the_turn_and_asked_for_again(sit_down):
    otto = sit_down()
    page = otto.begin("tcs/crossroads-1944", ("bot", "me"))
    otto.settled()
    otto.button("Set up as suggested").click()
    otto.our_turn()
    hold = page.get_by_role("group", name="Hold fire without asking")
    expect(hold).to_be_visible()
    hold.get_by_role("button", name="This turn").click()
    expect(page.get_by_text("Fire is held this turn")).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('.prompt')?.innerText.includes('act with a unit')"
        " || document.querySelector('[data-state]').dataset.state === 'over'"
    )
    assert otto.faults == []


@on_both()
def test_objectives_say_what_is_needed_what_is_there_and_how_many_turns_are_left(sit_down, size):
    anna = sit_down(*size)
    anna.play_first_firefight()
    if size[0] < 700:
        anna.button("Log").click()
    anna.page.get_by_role("tab", name="Goals").click()
    goals = anna.page.get_by_label("Objectives", exact=True)
    expect(goals).to_contain_text("Turn 1 of 12")
    expect(goals).to_contain_text("Hold the farm")
    expect(goals).to_contain_text("If it ended now: German wins")
    assert anna.page.locator(".board title").first.text_content() == "the farm: 3 points"
    assert anna.faults == []


def test_pointing_at_ground_shows_cost_cover_and_who_would_see_you(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    anna.press("1st Platoon squad 3")
    anna.settled()
    x, y = where(anna, "1st Platoon squad 3")
    anna.page.mouse.move(x, y - 90)
    card = anna.page.locator(".card").first
    expect(card).to_contain_text("of 8 inches")
    expect(card).to_contain_text("Open ground")
    expect(card).to_contain_text(re.compile("Seen there by|Out of sight"))
    assert anna.faults == []


def test_an_invitation_is_not_left_in_the_address_and_onlookers_read_the_chat(sit_down):
    anna, ben, onlooker = sit_down(), sit_down(), sit_down()
    anna.set_up("Invite a friend")
    link = anna.page.get_by_label("Invitation").input_value()
    ben.page.goto(link)
    ben.page.wait_for_url(re.compile(r"/games/[^?]+$"))
    ben.wait("asked", "others", "handover")
    anna.page.get_by_label("Say something").fill("Good luck!")
    anna.page.keyboard.press("Enter")
    expect(ben.page.get_by_role("log", name="Chat")).to_contain_text("Good luck!")
    onlooker.page.goto(ben.page.url)
    expect(onlooker.page.get_by_role("log", name="Chat")).to_contain_text("Good luck!")
    expect(onlooker.page.get_by_label("Say something")).to_have_count(0)
