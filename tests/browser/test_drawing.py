"""Targets that are drawn: a chain of hexes, a set, points with a unit; on a small system from another package."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.running import SOURCE, Server

SYSTEM = '''
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.procedure import verb
from sandtable.kernel.targets import Chain, Parts, Points, Subset
from sandtable.systems.demo import Picket
from sandtable.systems.demo.turn import Choose


@verb("March along", "hex")
def march(choose, look):
    mine = [look.squads[number].hex for number in look.of(choose.side)]
    return Chain(range(len(look.world.map)), look.world.neighbours.__getitem__, most=5, first=mine)


@march.then
def _do_march(choose, field, way):
    field.log("marches", "DS 3", side=choose.side, count=len(way))
    field.next(choose)


@verb("Take", "hex")
def take(choose, look):
    return Subset(range(len(look.world.map)), most=3)


@take.then
def _do_take(choose, field, hexes):
    field.log("takes", "DS 3", side=choose.side, count=len(hexes))
    field.next(choose)


@verb("Send", "order")
def send(choose, look):
    return Parts(("unit", tuple(look.of(choose.side))), ("hex", Points(range(len(look.world.map)), most=4)))


@send.then
def _do_send(choose, field, order):
    squad, hexes = order
    field.log("sends", "DS 3", squad=squad, count=len(hexes))
    field.next(choose)


ORDERS = Chapter(
    name="orders",
    verbs={Choose: (march, take, send)},
    phrases={
        "marches": "{side:side} marches {count} hexes",
        "takes": "{side:side} takes {count} hexes",
        "sends": "{squad:unit} is sent along {count} points",
    },
)


class Sketches(Picket):
    """Picket with orders that are drawn."""

    name = "sketches"
    title = "Sketches"
    credits = "Sketches is made for a test."
    chapters = (*Picket.chapters, ORDERS)


SYSTEM = Sketches()
'''
PLACES = """labels => {
  const board = document.querySelector('.board svg'), matrix = board.getScreenCTM();
  return labels.map(([column, row]) => {
    const x = 14 + 42 * (1.5 * (column - 1) + 1), y = 14 + 42 * Math.sqrt(3) * (row - 0.5 + (column % 2 ? 0 : 0.5));
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return [point.x, point.y];
  });
}"""


@pytest.fixture(scope="module")
def sketches(tmp_path_factory):
    """A server that has the small system, installed as pip would do it."""
    site = tmp_path_factory.mktemp("site")
    package, info = site / "sketch_game", site / "sketch_game-1.0.dist-info"
    (package / "scenarios").mkdir(parents=True)
    info.mkdir()
    (package / "__init__.py").write_text(SYSTEM)
    demo = SOURCE / "sandtable"
    (package / "rules.csv").write_text((demo / "systems" / "demo" / "rules.csv").read_text())
    bridge = (demo / "scenarios" / "demo" / "bridge.toml").read_text()
    (package / "scenarios" / "lines.toml").write_text(bridge.replace('system = "demo"', 'system = "sketches"'))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sketch-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sandtable.systems]\nsketches = sketch_game\n")
    folder = tmp_path_factory.mktemp("sketches")
    with Server(folder, f"sqlite:///{folder / 'games.db'}", preload=True, source=f"{Path(SOURCE)}:{site}") as server:
        yield server


def begin(player):
    """Past the set-up, to the first choice, with both sides at one screen."""
    page = player.begin("sketches/lines", ("me", "me"))
    for _ in range(40):
        ready = player.settled() == "asked"
        if ready and page.get_by_role("toolbar", name="Drawing tools").count():
            return page
        player.step()
    raise AssertionError("there is nothing to draw with")


def hexes(page, *places):
    """Where hexes lie on the screen, by column and row."""
    return page.evaluate(PLACES, [list(each) for each in places])


def drawn(page):
    return page.locator("g.sketch").last.get_attribute("data-sketch").split(",")


def test_a_set_is_marked_and_cleared_by_clicks_and_ended_with_enter(sit_down, sketches):
    anna = sit_down(url=sketches.url)
    page = begin(anna)
    page.get_by_role("toolbar", name="Drawing tools").get_by_role("button", name="Take").click()
    for place in hexes(page, (2, 2), (3, 2), (2, 3)):
        page.mouse.click(*place)
    expect(page.get_by_label("Hexes")).to_have_value("0202 0203 0302")
    page.mouse.click(*hexes(page, (3, 2))[0])
    expect(page.get_by_label("Hexes")).to_have_value("0202 0203")
    page.keyboard.press("Delete")
    page.mouse.click(*hexes(page, (4, 3))[0])
    page.locator(".board").focus()
    before = anna.sequence
    page.keyboard.press("Enter")
    anna.later(before)
    assert "takes 2 hexes" in anna.log()


def test_a_chain_is_filled_in_between_clicks_and_escape_lets_go(sit_down, sketches):
    anna = sit_down(url=sketches.url)
    page = begin(anna)
    page.keyboard.press("1")
    hand = page.get_by_role("group", name="March along")
    expect(hand).to_be_visible()
    own = page.evaluate("() => [...document.querySelectorAll('.board .piece')].map(e => e.getAttribute('aria-label'))")
    assert own
    reach = page.evaluate("() => document.querySelector('path.reach')?.getBBox().width ?? 0")
    assert reach > 0, "it begins with one of the own squads: those hexes are shown"
    assert anna.click_place()
    expect(page.locator("g.sketch [data-handle]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("g.sketch [data-handle]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(hand).to_have_count(0)
    expect(page.get_by_role("toolbar", name="Drawing tools")).to_be_visible()


def test_points_are_set_by_taps_and_dragged_and_a_unit_is_chosen_with_them(sit_down, sketches):
    ben = sit_down(390, 844, url=sketches.url)
    page = begin(ben)
    page.get_by_role("toolbar", name="Drawing tools").get_by_role("button", name="Send").click()
    points = hexes(page, (2, 2), (4, 2))
    for place in points:
        page.touchscreen.tap(*place)
    expect(page.locator("g.sketch [data-handle]")).to_have_count(2)
    before = drawn(page)
    grip = page.locator("g.sketch [data-handle='1'] .knob").bounding_box()
    finger = {"pointerType": "touch", "pointerId": 7, "isPrimary": True, "bubbles": True, "button": 0}
    start = {"clientX": grip["x"] + grip["width"] / 2, "clientY": grip["y"] + grip["height"] / 2}
    (to,) = hexes(page, (4, 4))
    page.locator("g.sketch [data-handle='1']").dispatch_event("pointerdown", {**finger, **start})
    page.locator(".board").dispatch_event("pointermove", {**finger, "clientX": to[0], "clientY": to[1]})
    page.locator(".board").dispatch_event("pointerup", {**finger, "clientX": to[0], "clientY": to[1]})
    after = drawn(page)
    assert after[0] == before[0]
    assert after[1] != before[1]
    done = page.get_by_role("button", name="Done")
    if done.is_disabled():
        page.locator(".hand select").select_option(index=0)
    sequence = ben.sequence
    done.click()
    ben.later(sequence)
    page.get_by_role("button", name="Log").click()
    ben.expect_text("is sent along 2 points")
