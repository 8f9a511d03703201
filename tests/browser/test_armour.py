"""Micro Armour in the browser: groups, facing, odds, and a whole game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.moments import box, go_on, inside, up_to
from tests.browser.sizes import WIDE, on_both

COVERED = """() => [...document.querySelectorAll('.dial .mark')].filter(mark => {
  const box = mark.querySelector('path').getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return there?.closest('.mark') !== mark;
}).map(mark => mark.getAttribute('aria-label'))"""
"""The marks of the ring that something else covers, or that are off the screen."""
DUEL = "/new/micro_armour/duel"


def lesson(player):
    return player.page.locator(".lesson h2")


def go_somewhere(player):
    """Choose a place in reach with one press, and confirm it where dice may fall."""
    player.settled()
    before = player.sequence
    assert player.click_place()
    if player.later(before, "pending") == "pending":
        player.step()
        player.later(before)


def come_on(player):
    """Bring a stand on with a press on the edge of the table: beside the strip that glows, just off the ground."""
    player.settled()
    before = player.sequence
    strip, table = (player.page.locator(each).bounding_box() for each in ("path.reach", ".world"))
    player.page.mouse.click(strip["x"] + strip["width"] / 3, table["y"] + table["height"] + 5)
    if player.later(before, "pending") == "pending":
        player.step()
        player.later(before)


def test_a_game_of_the_duel_is_played_to_the_end_against_a_bot(sit_down, request):
    """Of one turn; with `--long` of two."""
    anna = sit_down()
    anna.eager = 0.4
    page = anna.go(DUEL)
    page.get_by_text("Options", exact=False).first.click()
    page.get_by_label(re.compile("How many turns the game lasts")).fill(
        "2" if request.config.getoption("long") else "1"
    )
    page.locator("button.start").click()
    page.wait_for_url("**/games/*")
    anna.settled()
    anna.button("Keep companies as they are").click()
    anna.play_on()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("wins|A draw"))


def test_the_order_of_a_group_behind_the_edge_shows_its_odds_before_the_die(sit_down):
    anna = sit_down()
    page = anna.begin("micro_armour/duel")
    anna.settled()
    anna.button("Keep companies as they are").click()
    groups = page.get_by_role("group", name=re.compile("^(Order|Without an order)$"))
    for _ in range(60):  # until we may set a group going, and none of ours is on the table
        state = anna.wait("asked", "pending")
        sides = page.get_by_role("group", name="First is")
        if state == "pending":
            page.locator(".buttons .go").first.click()
        elif groups.count():
            break
        else:
            (sides.get_by_role("button", name="Red") if sides.count() else anna.button("Pass")).click()
        page.wait_for_timeout(50)
    assert page.locator(".board .piece[aria-label*=', Blue']").count() == 0
    groups.get_by_role("button", name="A Company").hover()
    card = page.locator(".map .card")
    expect(card).to_contain_text(re.compile(r"nobody may move [\d.]+ %"))
    expect(card).to_contain_text(re.compile(r"Blue A Company 3 may move [\d.]+ %"))
    shades = (
        card.locator(".bar")
        .first.locator("span")
        .evaluate_all("all => all.map(each => getComputedStyle(each).backgroundColor)")
    )
    assert len(set(shades)) == len(shades) == 2


def test_pointing_at_an_enemy_tells_what_each_could_do_to_the_other_by_range(sit_down):
    anna = sit_down()
    anna.begin("micro_armour/1991-easting")
    anna.settled()
    anna.button("Keep companies as they are").click()
    anna.page.wait_for_function("() => document.querySelectorAll('.board .piece').length > 12")
    enemy = anna.page.locator(".board .piece[aria-label*=', Iraq']").first
    expect(enemy).to_be_attached()
    box = enemy.bounding_box()
    anna.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    card = anna.page.locator(".map .card")
    expect(card).to_contain_text("M1A1 Abrams kills T")
    expect(card).to_contain_text("kills M1A1 Abrams")


def test_the_vehicles_have_data_cards_that_a_link_shows_again(sit_down):
    anna, ben = sit_down(), sit_down(390, 844)
    page = anna.go("/vehicles")
    page.get_by_label("Find a vehicle").fill("abrams")
    page.get_by_role("region", name="All vehicles").get_by_role("button", name="M1A1 Abrams").click()
    expect(page.get_by_role("heading", name="M1A1 Abrams")).to_be_visible()
    row = page.get_by_role("region", name="Chances against each opponent").get_by_role("row", name=re.compile("^T-72 "))
    expect(row).to_be_attached()
    before = row.inner_text()
    page.get_by_label("The opponent is").select_option("woods")
    expect(page.get_by_text("the opponent in woods")).to_be_visible()
    assert row.inner_text() != before
    assert faults(page) == []
    ben.go(page.url.removeprefix(anna.url))
    expect(ben.page.get_by_text("the opponent in woods")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="M1A1 Abrams")).to_be_visible()
    assert ben.page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_the_generator_shows_the_battle_at_once_and_it_can_be_played(sit_down):
    anna = sit_down()
    page = anna.go("/generate/micro_armour?seed=7&blue=M1A1+Abrams")
    expect(page.get_by_text("Blue: 10 tanks at cohesion 14")).to_be_visible()
    points = page.locator(".notes p").first
    before = points.inner_text()
    page.get_by_role("button", name="Blue tanks: one less").click()
    expect(points).to_contain_text("9 tanks")
    assert points.inner_text() != before
    expect(page).to_have_url(re.compile("blue_tanks=9"))
    assert faults(page) == []
    with page.expect_download() as going:
        page.get_by_role("link", name="Save the file").click()
    assert 'system = "micro_armour"' in going.value.path().read_text()
    anna.button("Play against a bot").click()
    page.wait_for_url("**/games/*")
    anna.settled()
    expect(anna.button("Keep companies as they are")).to_be_visible()


def test_the_odds_desk_plots_chances_by_range_and_tells_how_a_shot_comes_about(sit_down):
    anna = sit_down()
    page = anna.go("/odds/micro_armour/by_range")
    expect(page.get_by_role("img", name="Chances by inches")).to_be_visible()
    page.get_by_text("As a table").click()
    expect(page.get_by_role("row", name=re.compile("^10 "))).to_be_visible()
    anna.go("/odds/micro_armour/shot")
    expect(page.get_by_role("heading", name="Step by step")).to_be_visible()
    assert faults(page) == []


def turns_at_the_edge(wanted):
    """A moment in which a stand of this side may turn within an inch and a half of its edge of the table."""

    def found(game, state, side):
        choice = game.decision(state, side)
        if side != wanted or state.secret or not any(offer.kind == "heading" for offer in choice.offers):
            return False
        scene, at = game.scene(), game.picture(state, side).pieces[choice.units[0]].at
        return at is not None and min(at // scene.columns, scene.rows - 1 - at // scene.columns) <= 3

    return found


EDGES = [turns_at_the_edge(side) for side in range(2)]


@on_both(WIDE)
@pytest.mark.parametrize("edge", EDGES, ids=["near", "far"])
def test_the_ring_to_turn_a_vehicle_is_whole_on_the_screen_and_can_be_pressed(sit_down, edge, size):
    anna = sit_down(*size)
    page = go_on(anna, up_to("micro_armour/duel", "greedy", 1, edge))
    marks, board = page.locator(".dial .mark"), page.locator(".board")
    expect(marks.first).to_be_visible()
    stand = page.locator(".board .piece:has(.glow.chosen)")
    expect(stand).to_have_count(1)
    anna.drawn()
    left, top, right, bottom = box(board)
    low = min(bottom, box(page.locator(".question"))[1]) if size[0] < 700 else bottom
    spots = [None, *((x, y) for x in (left + 20, right - 20) for y in (top + 20, low - 20))]
    for spot in spots:  # as it opens, and with the map drawn so that the stand comes near each corner
        if spot is not None:
            here = middle(box(stand))
            start = ((left + right) / 2, (top + low) / 2)
            page.mouse.move(*start)
            page.mouse.down()
            page.mouse.move(start[0] + spot[0] - here[0], start[1] + spot[1] - here[1], steps=4)
            page.mouse.up()
            page.mouse.move(5, 5)  # nothing is pointed at: a telephone has no mouse that rests
            anna.drawn()
        assert page.evaluate(COVERED) == [], spot
        assert all(inside(box(each), (left, top, right, low), 0) for each in marks.all()), spot
    before = anna.sequence
    press = page.mouse.click if size[0] > 700 else page.touchscreen.tap
    press(*middle(box(marks.last)))
    anna.later(before)


def middle(where):
    """The middle of a box."""
    return (where[0] + where[2]) / 2, (where[1] + where[3]) / 2
