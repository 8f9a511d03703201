"""TCS in the browser: the lessons of Crossroads, and a whole game on the hex map."""

import re

from playwright.sync_api import expect

from sandtable.kernel.decision import Action
from sandtable.server.games.looking import preview
from tests.browser.moments import go_on, up_to
from tests.browser.player import PLACE, in_percent
from tests.browser.sizes import DESK, TELEPHONE, on_both

FOCUSED = "() => document.activeElement.getAttribute('aria-label') ?? ''"
CROSSROADS = "/new/tcs/crossroads-1944"
IN_SIGHT = {"hidden_setup": False}
"""With this option the Germans of Crossroads are seen from the start."""


def lesson(player):
    return player.page.locator(".lesson h2")


def take_the_field(player, options=None):
    """A new game of Crossroads against a bot, up to our first action phase."""
    page = player.begin("tcs/crossroads-1944", options=options or {})
    set_up_as_suggested(player)
    return page


def set_up_as_suggested(player):
    """From the set-up of the units to our first action phase."""
    player.settled()
    player.button("Set up as suggested").click()
    expect(player.page.locator(".prompt").first).to_contain_text("act with a unit")
    player.settled()


def until_we_act(player):
    """Through what the enemy's overwatch brings, a loss or a flight, to our own action phase."""
    for _ in range(60):
        if player.our_turn() == "asked" and "act with a unit" in player.page.locator(".prompt").first.inner_text():
            return
        player.step()
    raise AssertionError("our action phase does not go on")


def test_the_lessons_of_crossroads_move_a_platoon_and_ready_another(sit_down):
    anna = sit_down()
    page = anna.go(CROSSROADS)
    anna.button("Learn it by playing").click()
    expect(lesson(anna)).to_have_text("Your company")
    anna.settled()
    anna.button("Set up as suggested").click()
    expect(lesson(anna)).to_have_text("A counter")
    anna.settled()
    anna.press("A Rifle Platoon 1")
    page.get_by_role("menuitem", name="Move", exact=True).click()
    expect(lesson(anna)).to_have_text("Where it can go")
    anna.settled()
    assert anna.click_place()
    if anna.settled() == "pending":
        anna.step()
    expect(lesson(anna)).to_have_text("Fire Mode")
    until_we_act(anna)
    anna.press("D 81 mm Section 1")
    page.get_by_role("menuitem", name="To Fire Mode").click()
    expect(lesson(anna)).to_have_text("Fire before you go")
    anna.button("Go on").click()
    expect(lesson(anna)).to_have_text("The rest of the turn")
    until_we_act(anna)
    anna.button("End the action phase").click()
    expect(lesson(anna)).to_have_text(re.compile("Overwatch|Now it is your battle"))
    assert anna.faults == []


def test_a_game_of_crossroads_is_played_to_the_end_against_a_bot(sit_down, request):
    """Of one turn; with `--long` of all that the battle has."""
    anna = sit_down()
    anna.eager = 0.4
    page = anna.go(CROSSROADS)
    if not request.config.getoption("long"):
        page.get_by_text("Options", exact=False).first.click()
        page.get_by_label(re.compile("How many turns the game lasts")).fill("1")
    page.locator("button.start").click()
    page.wait_for_url("**/games/*")
    anna.settled()
    anna.button("Set up as suggested").click()
    anna.play_on()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("wins|A draw"))


def test_a_tank_shows_how_far_each_impulse_takes_it_and_its_stack_is_fanned_out(sit_down):
    anna = sit_down()
    page = take_the_field(anna)
    anna.press("Sherman 4")
    boxes = [page.locator(f".board [aria-label^='Sherman {n},']").bounding_box() for n in (3, 4)]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) > boxes[0]["height"] * 0.8, "no counter hides another"
    page.get_by_role("menuitem", name="Move", exact=True).click()
    expect(page.get_by_label("How far it comes").get_by_role("listitem")).to_have_text(
        ["this impulse", "2nd impulse", "3rd impulse"]
    )
    expect(page.locator("path.ahead")).to_have_count(2)
    assert anna.faults == []


def overwatch(game, state, side):
    """The Germans may fire at a unit that has moved in their sight, with two units or more."""
    offers = [] if state.secret or side != 1 else game.decision(state, side).offers
    return (
        bool(offers) and game.reaction(state, side) is not None and sum(len(each.targets or ()) for each in offers) > 1
    )


def test_who_is_asked_about_overwatch_sees_who_could_fire_with_what_odds(sit_down):
    match = up_to("tcs/crossroads-1944", "best", 1, overwatch)
    view = match.game.view(match.state, 1)
    otto = sit_down()
    page = go_on(otto, match)
    expect(page.locator(".prompt").first).to_contain_text("or hold your fire")
    shots = [Action(offer.verb, target) for offer in view.offers for target in offer.targets or ()]
    ways = page.get_by_label("Who could fire").locator(".ways .button")
    expect(ways).to_have_count(len(shots))
    first = {each.words: in_percent(each.chance) for each in preview(view, shots[0]).odds}
    assert "no change" in first, "what comes of the shot in the end, not the answer of the chart"
    expect(ways.first).to_contain_text(f"no change {first['no change']}")
    assert any(words.endswith("Suppressed") for words in first)
    assert any(
        f"{words} {chance}" in ways.first.inner_text() for words, chance in first.items() if words != "no change"
    )
    page.get_by_role("tab", name="More").click()
    page.get_by_text("Standing orders", exact=True).click()
    expect(page.get_by_role("form", name="Standing orders")).to_be_visible()


def test_fire_at_a_pressed_counter_shows_its_odds_and_every_shift_before_the_dice(sit_down):
    anna = sit_down()
    page = anna.go(CROSSROADS)
    page.locator("details summary").first.click()
    page.get_by_text("are not shown to the enemy until they are found").click()
    page.locator("button.start").click()
    page.wait_for_url("**/games/*")
    set_up_as_suggested(anna)
    anna.press("A LMG Section")
    page.get_by_role("menuitem", name="To Fire Mode").click()
    until_we_act(anna)
    page.locator(".board [aria-label^='Pak 40,']").click()
    expect(page.locator(".prompt").first).to_contain_text("Suppressive fire at 0806: who fires?")
    anna.settled()
    anna.press("A LMG Section")
    anna.button("Fire", exact=True).click()
    assert anna.wait("pending") == "pending"
    card = page.locator(".card").filter(has_text="TCS 13.0a").first
    for words in ("no effect", "Range 6", "TCS 11.1b", "unspotted", "TCS 11.2e", "No undo"):
        expect(card).to_contain_text(words)
    before = anna.sequence
    anna.button("Fire", exact=True).click()
    anna.later(before)
    assert anna.faults == []


def where(player, name):
    """The middle of a counter on the screen."""
    box = player.page.locator(f".board [aria-label^='{name},']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begin_a_move(player, name):
    """Choose a unit and say that it moves."""
    player.press(name)
    player.page.get_by_role("menuitem", name="Move", exact=True).click()
    expect(player.page.locator(".prompt").first).to_contain_text(f"Where does {name} move?")
    player.settled()


def menu(player):
    return player.page.get_by_role("menuitem")


@on_both()
def test_clicking_another_platoon_while_one_moves_selects_it_and_moves_nobody(sit_down, size):
    anna = sit_down(*size)
    page = take_the_field(anna)
    begin_a_move(anna, "A Rifle Platoon 1")
    before = anna.sequence
    press = page.mouse.click if size[0] > 700 else page.touchscreen.tap
    press(*where(anna, "A Rifle Platoon 2"))
    expect(menu(anna)).to_have_text(["Move", "To Fire Mode", "A Rifle Platoon 1: move here"])
    assert anna.sequence == before, "nothing has been done"
    expect(page.locator("path.reach")).to_have_count(0)  # nobody can be sent anywhere by a slip now
    menu(anna).first.click()
    expect(page.locator(".prompt").first).to_contain_text("Where does A Rifle Platoon 2 move?")
    anna.settled()
    press(*where(anna, "A Rifle Platoon 1"))
    menu(anna).filter(has_text="A Rifle Platoon 2: move here").click()
    anna.wait("asked", "pending", "others")
    if anna.state == "pending":
        anna.step()
    until_we_act(anna)
    if size[0] < 700:
        anna.button("Log").click()
    expect(page.get_by_role("log", name="Log of the game")).to_contain_text("A Rifle Platoon 2 moves to 0204")
    assert "A Rifle Platoon 1 moves" not in anna.log()
    assert anna.faults == []


def test_a_click_on_the_map_closes_the_menu_of_another_unit_and_moves_nobody(sit_down):
    anna = sit_down()
    page = take_the_field(anna)
    begin_a_move(anna, "A Rifle Platoon 1")
    points = page.evaluate(PLACE, 13)
    before = anna.sequence
    anna.press("A Rifle Platoon 3")
    expect(menu(anna)).to_have_count(3)
    page.mouse.click(*max(points, key=lambda point: point[0]))
    expect(menu(anna)).to_have_count(0)
    page.wait_for_selector("path.reach")
    assert anna.sequence == before
    expect(page.locator(".prompt").first).to_contain_text("Where does A Rifle Platoon 1 move?")


def test_with_keys_another_unit_can_be_reached_and_selected(sit_down):
    anna = sit_down()
    page = take_the_field(anna)
    begin_a_move(anna, "D 81 mm Section 1")
    page.locator(".board").focus()
    for _ in range(40):
        page.keyboard.press("n")
        if page.evaluate("() => document.activeElement.getAttribute('aria-label')").startswith("Sherman 4,"):
            break
    page.keyboard.press("Enter")
    menu(anna).filter(has_text="To Fire Mode").click()
    expect(page.get_by_role("log", name="Log of the game")).to_contain_text("Sherman 4 goes to Fire Mode")
    begin_a_move(anna, "A Rifle Platoon 1")
    page.get_by_role("tab", name="List").click()
    page.get_by_role("list", name="Instead").get_by_role("button", name=re.compile("^Move A Rifle Platoon 3")).click()
    expect(page.locator(".prompt").first).to_contain_text("Where does A Rifle Platoon 3 move?")


def test_a_move_is_made_with_the_map_cursor_alone(sit_down):
    anna = sit_down()
    page = take_the_field(anna)
    cursor = page.locator(".heard[aria-live]").filter(has_text="Hex")
    page.locator(".board").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? ''").startswith(
            "A Rifle Platoon 1,"
        ):
            break
    expect(cursor).to_contain_text("Hex 0204")  # the cursor comes along
    page.keyboard.press("Enter")
    expect(menu(anna).first).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(".prompt").first).to_contain_text("Where does A Rifle Platoon 1 move?")
    anna.settled()
    page.keyboard.press("ArrowRight")  # though the menu that had the focus is gone
    expect(cursor).to_contain_text("Hex 0304")
    expect(cursor).to_contain_text(re.compile(r"1 hex, 125 m \S+ of A Rifle Platoon 1; Enter: Move to"))
    before = anna.sequence
    page.keyboard.press("Enter")
    if anna.later(before, "pending") == "pending":
        page.keyboard.press("Enter")
        anna.later(before)
    expect(page.get_by_role("log", name="Log of the game")).to_contain_text("A Rifle Platoon 1 moves to")


def test_a_unit_that_cannot_be_selected_now_is_said_to_be_so_and_moves_nobody(sit_down):
    anna = sit_down()
    page = anna.begin("tcs/crossroads-1944")
    anna.settled()
    assert anna.click_place()
    expect(page.locator(".prompt").first).to_contain_text("A Rifle Platoon 2 next")
    anna.settled()
    before = anna.sequence
    anna.press("A Rifle Platoon 1")
    expect(page.locator(".card .why")).to_have_text(
        "A Rifle Platoon 1 cannot be chosen now: finish with A Rifle Platoon 2 first."
    )
    assert anna.sequence == before
    menu(anna).click()
    expect(page.locator(".prompt").first).to_contain_text("A Rifle Platoon 3 next")


def test_the_lesson_lies_beside_the_map_and_covers_none_of_it(sit_down):
    for size in (DESK, TELEPHONE):
        anna = sit_down(*size)
        page = anna.go(CROSSROADS)
        anna.button("Learn it by playing").click()
        expect(lesson(anna)).to_have_text("Your company")
        anna.settled()
        card, board = (page.locator(each).bounding_box() for each in (".lesson", ".board"))
        apart = card["x"] >= board["x"] + board["width"] - 1 or card["y"] + card["height"] <= board["y"] + 1
        assert apart, (card, board)
