"""Choosing, undoing, odds, dice: what the page does in a player's hands."""

import re

import pytest
from playwright.sync_api import expect

import sandtable
from sandtable import Dice
from sandtable.kernel.decision import Action
from sandtable.kernel.match import Match
from tests.browser.player import PLACE, in_percent

SQUAD = "1st Platoon squad 3"


def duel(player):
    """A duel in the hot seat, up to the moment when Blue may fire at Red; returns what the engine forecasts."""
    player.begin("demo/duel", ("me", "me"))
    return come_to_the_shot(player)


def come_to_the_shot(player):
    """From the start of the duel to that moment."""
    match = Match(sandtable.load("demo/duel"), Dice.seeded(1))
    for side, hex in ((0, "0101"), (1, "0301")):
        player.choose(f"Place in {hex}")
        cell = next(each.id for each in match.game.scene().cells if each.label == hex)
        match.act(side, Action("place", cell))
    player.choose("Act with Blue")
    match.act(0, Action("squad", 0))
    player.settled()
    return match.game.forecast(match.state, 0, Action("fire", 1))


def test_one_click_places_a_stand_and_undo_takes_it_back(sit_down):
    anna = sit_down()
    anna.go("/")
    anna.button("Play First Firefight now").click()
    anna.wait("asked")
    expect(anna.button("Undo")).to_be_disabled()
    for count in (1, 2, 3):
        assert anna.click_place()
        expect(anna.page.locator(".board .piece")).to_have_count(count)
        anna.settled()
    anna.button("Undo").click()
    expect(anna.page.locator(".board .piece")).to_have_count(2)
    anna.page.get_by_role("tab", name="More").click()
    anna.button("Reset my turn").click()
    expect(anna.page.locator(".board .piece")).to_have_count(0)
    expect(anna.button("Undo")).to_be_disabled()


def test_odds_stand_beside_the_target_before_the_dice_and_the_log_tells_them_after(sit_down):
    anna = sit_down()
    shot = duel(anna)
    anna.press("Red")
    anna.wait("pending")
    card = anna.page.locator(".map .card")
    for outcome, chance in shot.odds().items():
        expect(card).to_contain_text(f"{outcome} {in_percent(chance)}")
    card.get_by_role("button", name="Exactly").click()
    for outcome, chance in shot.odds().items():
        expect(card).to_contain_text(f"{outcome} {chance}")
    card.get_by_role("button", name="In percent").click()
    expect(card.get_by_role("button", name="Exactly")).to_be_visible()
    for modifier in shot.modifiers:
        expect(card).to_contain_text(re.compile(re.escape(modifier.words), re.IGNORECASE))
        expect(card).to_contain_text(modifier.rule)
    expect(card).to_contain_text("No undo: dice are thrown.")
    before = anna.sequence
    anna.button("Cancel").click()
    anna.wait("asked")
    assert anna.sequence == before
    anna.press("Red")
    anna.wait("pending")
    anna.press("Red")  # the second click confirms
    anna.later(before)
    anna.page.get_by_role("tab", name="Log").click()
    told = anna.page.locator(".log .card", has_text="fires at").first
    expect(told.get_by_role("img", name=re.compile(r"^dice \d, \d$"))).to_be_visible()
    told.get_by_role("button", name="why?").click()
    expect(told.locator("li.this")).to_have_count(1)
    told.get_by_role("button", name=shot.rule, exact=True).click()
    expect(anna.page.locator("article.this")).to_contain_text(shot.rule)


def test_fractions_instead_of_percent(sit_down):
    anna = sit_down(odds="fractions")
    shot = duel(anna)
    anna.press("Red")
    anna.wait("pending")
    outcome, chance = next(iter(shot.odds().items()))
    expect(anna.page.locator(".map .card")).to_contain_text(f"{outcome} {chance}")


def test_the_reach_of_a_move_is_shaded_and_a_watched_way_is_marked(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    anna.press(SQUAD)
    anna.page.wait_for_selector("path.reach")
    anna.settled()
    box = anna.page.locator("path.reach").bounding_box()
    assert box["width"] > 150
    anna.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 8)
    assert anna.wait("pending") == "pending"
    expect(anna.page.locator("path.danger").first).to_be_attached()
    expect(anna.page.locator(".map .card")).to_contain_text("may shoot")
    expect(anna.page.locator(".map .card .shot").first).to_contain_text(re.compile(r"no effect [\d.]+ %"))
    anna.page.keyboard.press("Escape")
    anna.wait("asked")
    anna.page.mouse.move(5, 5)  # a mouse that rests there still points at the place
    expect(anna.page.locator(".danger")).to_have_count(0)


def test_umpire_mode_asks_for_the_dice_that_fell(sit_down):
    anna = sit_down()
    anna.set_up("Hot seat", path="/new/demo/duel", Dice="typed")
    come_to_the_shot(anna)
    anna.press("Red")
    anna.wait("pending")
    anna.page.locator(".confirm .go").click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Throw 2d6")
    expect(anna.button("This is what fell")).to_be_disabled()
    dialog.get_by_role("button", name="2", exact=True).first.click()
    dialog.get_by_role("button", name="1", exact=True).last.click()
    anna.button("This is what fell").click()
    anna.page.get_by_role("tab", name="Log").click()
    told = anna.page.locator(".log .card", has_text="fires at").first
    expect(told).to_contain_text("miss")
    expect(told.get_by_role("img", name="dice 2, 1")).to_be_visible()


def test_the_ruler_measures_and_rings_show_ranges(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    anna.page.keyboard.press("r")
    anna.page.mouse.click(300, 300)
    anna.page.mouse.click(500, 300)
    expect(anna.page.locator(".world text", has_text='"').first).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.press(SQUAD)
    anna.settled()
    anna.page.keyboard.press("g")
    expect(anna.page.locator(".world text", has_text='long 16"')).to_be_visible()


def test_the_sight_tool_darkens_what_cannot_be_seen_and_names_what_is_in_the_way(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    anna.page.keyboard.press("s")
    wood = anna.page.locator(".world text", has_text="West wood").bounding_box()
    middle, y = wood["x"] + wood["width"] / 2, wood["y"] + wood["height"] / 2
    anna.page.mouse.click(middle - 110, y)
    expect(anna.page.locator("path.dark")).to_be_attached()
    anna.page.mouse.move(middle + 130, y, steps=4)
    expect(anna.page.locator(".world text", has_text="blocked by West wood")).to_be_visible()
    anna.page.mouse.move(middle - 110, y - 120, steps=4)
    expect(anna.page.locator(".world text", has_text="clear")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("path.dark")).to_have_count(0)


def test_the_sight_tool_on_hexes_names_the_hex_that_blocks(sit_down):
    anna = sit_down()
    anna.begin("demo/bridge", ("me", "me"))
    anna.settled()
    anna.step()
    anna.settled()
    anna.page.keyboard.press("s")
    middle = """([column, row]) => {
      const world = document.querySelector('.world'), box = world.getBoundingClientRect();
      const scale = new DOMMatrix(getComputedStyle(world).transform).a, side = 42, margin = 14;
      const down = row - 0.5 + (column % 2 ? 0 : 0.5);
      const at = [margin + side * (1.5 * column - 0.5), margin + side * Math.sqrt(3) * down];
      return [box.left + at[0] * scale, box.top + at[1] * scale];
    }"""
    anna.page.mouse.click(*anna.page.evaluate(middle, [2, 3]))
    expect(anna.page.locator("path.dark")).to_be_attached()
    anna.page.mouse.move(*anna.page.evaluate(middle, [2, 1]), steps=4)
    expect(anna.page.locator(".world text", has_text="blocked by woods at 0202")).to_be_visible()
    anna.page.mouse.move(*anna.page.evaluate(middle, [1, 3]), steps=4)
    expect(anna.page.locator(".world text", has_text="clear, 1 hex")).to_be_visible()


def test_the_map_moves_by_mouse_wheel_and_keys(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    scale = "() => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"
    before = anna.page.evaluate(scale)
    anna.page.mouse.move(400, 400)
    anna.page.mouse.wheel(0, -400)
    anna.page.wait_for_function(f"before => ({scale})() > before * 1.2", arg=before)
    anna.page.locator(".board").focus()
    anna.page.keyboard.press("0")
    anna.page.wait_for_function(f"before => Math.abs(({scale})() - before) < before * 0.2", arg=before)


def test_without_motion_the_map_is_at_once_where_presses_are_looked_up(sit_down):
    anna = sit_down(motion="still")
    anna.play_first_firefight()
    zoomed = anna.page.evaluate("""async () => {
      const world = document.querySelector('.world');
      const before = world.style.transform;
      document.querySelector('.board').dispatchEvent(new KeyboardEvent('keydown', {key: '+', bubbles: true}));
      for (let n = 0; n < 50 && world.style.transform === before; n++) await Promise.resolve();
      return [before, world.style.transform, getComputedStyle(world).transform]
        .map(each => new DOMMatrix(each)).map(({a, e, f}) => [a, e, f].map(each => Math.round(each * 100)));
    }""")
    assert zoomed[0] != zoomed[1] == zoomed[2]


def test_a_stand_can_be_pressed_while_the_wheel_still_turns(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    anna.page.evaluate("""() => {
      const piece = document.querySelector('.board .piece.can');
      const box = piece.getBoundingClientRect();
      const where = {clientX: box.x, clientY: box.y, bubbles: true, cancelable: true};
      piece.dispatchEvent(new WheelEvent('wheel', {deltaY: -40, ...where}));
      piece.dispatchEvent(new MouseEvent('click', where));
    }""")
    anna.page.wait_for_selector("path.reach")


def test_keyboard_only(sit_down):
    anna = sit_down()
    page = anna.go("/")
    page.get_by_role("button", name="Play First Firefight now").focus()
    page.keyboard.press("Enter")
    anna.wait("asked")
    page.get_by_role("button", name="Set up the rest as suggested").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")
    page.locator(".board").focus()
    page.keyboard.press("n")
    page.keyboard.press("n")
    focused = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert "US" in focused
    page.keyboard.press("Enter")
    page.wait_for_selector("path.reach")
    page.get_by_role("tab", name="Log").focus()
    for _ in range(5):  # past the goals, too
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="List")).to_be_focused()
    choice = page.get_by_role("list", name="Places").get_by_role("button").first
    before = anna.sequence
    choice.focus()
    page.keyboard.press("Enter")
    if anna.settled() == "pending":
        page.get_by_role("button", name=re.compile("^Confirm")).focus()
        page.keyboard.press("Enter")
    page.wait_for_function("n => Number(document.querySelector('[data-sequence]').dataset.sequence) > n", arg=before)
    anna.settled()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("height", [844, 667])
def test_on_a_telephone(sit_down, height):
    anna = sit_down(390, height)
    anna.play_first_firefight()
    wide = anna.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    sheet = anna.page.locator(".question")
    expect(sheet).to_contain_text("Choose a stand to act")
    for each in sheet.locator(".button").all():
        assert each.bounding_box()["height"] >= 44
    anna.page.locator(".piece.can").last.tap()
    anna.settled()
    anna.page.get_by_role("button", name="Log", exact=True).tap()
    expect(anna.page.get_by_role("log", name="Log of the game")).to_be_visible()
    anna.button("Close").tap()
    expect(sheet).to_be_visible()


def test_on_a_telephone_the_buttons_stay_in_sight_below_long_odds(sit_down):
    anna = sit_down(375, 568)
    anna.play_first_firefight()
    anna.press(SQUAD)
    anna.page.wait_for_selector("path.reach")
    anna.settled()
    stand, sheet = (anna.page.locator(each).bounding_box() for each in (f"[aria-label^='{SQUAD},']", ".question"))
    assert stand["y"] + stand["height"] <= sheet["y"]
    anna.page.touchscreen.tap(*min(anna.page.evaluate(PLACE, 13), key=lambda point: point[1]))
    anna.wait("pending")
    assert anna.page.locator(".question .odds").evaluate("each => each.scrollHeight > each.clientHeight")
    for each in anna.page.locator(".question .buttons .button").all():
        box = each.bounding_box()
        assert box["y"] + box["height"] <= 568


def test_a_whole_game_on_a_telephone(sit_down):
    anna = sit_down(390, 844)
    anna.set_up("Against a bot", path="/new/demo/bridge")
    anna.play_on()
    expect(anna.page.get_by_role("dialog")).to_contain_text(re.compile("wins|A draw"))


def test_clicking_another_stand_selects_it(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    for name in (SQUAD, "1st Platoon squad 1", "2nd Platoon squad 2"):
        anna.press(name)
        expect(anna.page.locator(".prompt").first).to_contain_text(f"{name}: choose an action.")
        anna.page.wait_for_selector("path.reach")
        anna.settled()


def test_the_undo_button_says_once_why_it_cannot(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    expect(anna.button("Undo")).to_have_attribute(
        "title", "It cannot be undone: all sides have made their secret choice."
    )


def test_skipping_the_tutorial_is_asked_again_and_it_can_be_brought_back(sit_down):
    anna = sit_down()
    page = anna.go("/")
    anna.button("Learn in ten minutes").click()
    anna.wait("asked")
    anna.button("Go on").click()
    anna.button("Set up the rest as suggested").click()
    lesson = page.locator(".lesson h2")
    expect(lesson).to_have_text("Fire first")
    anna.button("Skip tutorial").click()
    expect(lesson).to_have_text("Skip the tutorial?")
    anna.button("Keep it").click()
    expect(lesson).to_have_text("Fire first")
    anna.button("Skip tutorial").click()
    page.locator(".lesson").get_by_role("button", name="Skip tutorial").click()
    expect(lesson).to_have_count(0)
    page.reload()
    anna.wait("asked")
    expect(lesson).to_have_count(0)
    page.get_by_role("tab", name="More").click()
    anna.button("Show the tutorial").click()
    expect(lesson).to_have_text("Fire first")


def test_the_tutorial_explains_a_turn_by_doing_it(sit_down):
    anna = sit_down()
    anna.set_up("Against a bot")
    anna.wait("asked")
    anna.page.get_by_role("tab", name="More").click()
    anna.button("Show the tutorial").click()
    lesson = anna.page.locator(".lesson h2")
    expect(lesson).to_have_text("Your platoons")
    anna.button("Set up the rest as suggested").click()
    expect(lesson).to_have_text("Units that glow can act")
    expect(anna.page.locator("path.hint")).to_be_attached()
    anna.press(SQUAD)
    expect(lesson).to_have_text("Where it can go")
    anna.settled()
    assert anna.click_place()
    if anna.settled() == "pending":
        anna.step()
    expect(lesson).to_have_text("Read the log")
    anna.button("Go on").click()
    expect(lesson).to_have_text("Odds before the dice")
    anna.button("Go on").click()
    expect(lesson).to_have_text("The rest of your turn")
    anna.button("End the phase").click()
    for _ in range(60):
        anna.our_turn()
        if lesson.inner_text() == "That was a whole turn":
            break
        anna.step()
    expect(lesson).to_have_text("That was a whole turn")
    anna.button("Finish the lesson").click()
    expect(lesson).to_have_count(0)
