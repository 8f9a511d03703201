"""Op sheets in a browser: three clicks make an order, its measures are dragged, its chances read; mouse and touch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.sizes import WIDE, on_both
from tests.browser.test_drawing import PLACES
from tests.server.running import SOURCE, Server

STEADY = """() => new Promise(done => {
  const world = document.querySelector('.board .world');
  let before = '';
  const look = () => {
    const now = world.style.transform;
    if (now === before) done(); else { before = now; setTimeout(look, 120); }
  };
  look();
})"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A server on which Crossroads is played with orders that the players write."""
    site = tmp_path_factory.mktemp("site")
    real, copy = SOURCE / "sandtable", site / "sandtable"
    battles = copy / "scenarios" / "tcs"
    battles.mkdir(parents=True)
    for whole, part in ((real, copy), (real / "scenarios", copy / "scenarios"), (real / "scenarios" / "tcs", battles)):
        for each in whole.iterdir():
            if not (part / each.name).exists():
                (part / each.name).symlink_to(each)
    battle = (real / "scenarios" / "tcs" / "crossroads-1944.toml").read_text()
    (battles / "written.toml").write_text(re.sub(r'(?m)^command = "\w+".*$', 'command = "full"', battle))
    folder = tmp_path_factory.mktemp("written")
    with Server(folder, f"sqlite:///{folder / 'games.db'}", preload=True, source=site) as server:
        yield server


class Staff:
    """A player at the desk of the first command phase."""

    def __init__(self, player):
        self.player, self.page = player, player.page
        self.phone = player.page.viewport_size["width"] < 700
        player.begin("tcs/written")
        player.settled()
        player.button("Set up as suggested").click()
        self.come_to("Orders:")

    def come_to(self, words):
        for _ in range(12):
            self.player.our_turn()
            if words in self.page.locator(".prompt").first.inner_text():
                return
            self.page.locator(".buttons .button:not(:disabled)").first.click()
            self.player.drawn()
        raise AssertionError(f"nobody asks: {words}")

    def spot(self, column, row):
        """Where a hex lies on the screen, with all of the map in sight."""
        self.page.get_by_role("button", name="Show all of the board (0)").click()
        self.page.evaluate(STEADY)
        return self.page.evaluate(PLACES, [[column, row]])[0]

    def press(self, x, y):
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def act(self, does):
        """Do something that the server answers."""
        before = self.player.sequence
        does()
        return self.player.later(before)

    def three_clicks(self, kind="Attack", goal=(8, 6)):
        """A unit, the kind of order, the objective."""
        self.player.press(int(self.page.locator(".board .piece.can").first.get_attribute("data-piece")))
        self.act(lambda: self.page.locator(".menu button", has_text=f"New order: {kind}").click())
        if goal:
            x, y = self.spot(*goal)
            self.act(lambda: self.press(x, y))

    def sheet(self):
        """The order as it is written down: all of it, also on a telephone."""
        if self.phone:
            for _ in range(3):
                if self.page.get_by_role("tabpanel", name="sheet").locator("#given").count():
                    break
                self.page.get_by_role("tab", name="Sheet").click()
                self.player.drawn()
            return self.page.get_by_role("tabpanel", name="sheet")
        return self.page.get_by_role("region", name="Orders")


@on_both(WIDE)
def test_three_clicks_make_a_sound_order(sit_down, written, size):
    staff = Staff(sit_down(*size, url=written.url))
    page = staff.page
    staff.three_clicks()
    expect(page.locator(".prompt").first).to_contain_text("is sound: prepare it, or change it")
    for kind in ("objective", "axis", "rally"):
        expect(page.locator(f".plan.full [data-shape='{kind}']").first).to_be_attached()
    sheet = staff.sheet()
    expect(sheet.get_by_role("list", name="What the order says")).to_contain_text("0806")
    staff.act(lambda: page.locator(".buttons .go").click())
    expect(page.locator(".prompt").first).to_contain_text("write another order, or give these")
    staff.act(lambda: page.get_by_role("button", name="Give these orders").click())
    staff.player.our_turn()
    expect(page.locator(".prompt").first).not_to_contain_text("Orders:")


@on_both(WIDE)
def test_an_order_without_an_objective_says_what_is_missing(sit_down, written, size):
    staff = Staff(sit_down(*size, url=written.url))
    staff.three_clicks(goal=None)
    expect(staff.page.locator(".prompt").first).to_contain_text("Say where to: an Attack order needs an objective")
    expect(staff.page.get_by_role("button", name="Prepare", exact=True)).to_have_count(0)


@on_both(WIDE)
def test_a_defense_is_two_clicks(sit_down, written, size):
    staff = Staff(sit_down(*size, url=written.url))
    staff.three_clicks("Hasty Defense", goal=None)
    expect(staff.page.locator(".prompt").first).to_contain_text("is sound")


def at_rest(locator):
    """Where something is, once the map has stopped moving."""
    before, box = None, locator.bounding_box()
    while box != before:
        locator.page.wait_for_timeout(150)
        before, box = box, locator.bounding_box()
    return box


def test_the_axis_is_dragged(sit_down, written):
    staff = Staff(sit_down(1440, 900, url=written.url))
    page = staff.page
    staff.three_clicks()
    rows = staff.sheet().get_by_role("list", name="What the order says")
    expect(rows).to_contain_text("3 wide: 0206 0806")
    handles = page.locator(".sketch.resting .handle:not([data-handle])")
    for _ in range(20):  # on a busy machine the map may still be on its way
        x, y = staff.spot(5, 9)
        box = at_rest(handles.first)
        start = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        page.mouse.move(*start)
        staff.player.drawn()
        if page.evaluate("at => !!document.elementFromPoint(...at)?.closest('.handle')", start):
            break
    before = staff.player.sequence
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=4)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    staff.player.later(before)
    expect(rows).to_contain_text("3 wide: 0206 0509 0806")
    staff.act(lambda: page.get_by_role("button", name="Undo").click())
    expect(rows).to_contain_text("3 wide: 0206 0806")


def test_the_axis_is_dragged_with_a_finger(sit_down, written):
    staff = Staff(sit_down(390, 844, url=written.url))
    page = staff.page
    staff.three_clicks()
    shape = page.locator(".plan.full [data-shape='axis'] .ink").first
    before_line, before = shape.get_attribute("d"), staff.player.sequence
    for words in ("Show all", "Show the question only"):  # the sheet makes way for the map
        page.get_by_role("button", name=words, exact=True).press("Enter")
    x, y = staff.spot(5, 3)
    box = page.locator(".sketch.resting .handle:not([data-handle])").first.bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touch = page.context.new_cdp_session(page)

    def point(at):
        return [{"x": at[0], "y": at[1]}]

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point(start)})
    for part in (0.25, 0.5, 0.75, 1):
        at = (start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part)
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": point(at)})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    staff.player.later(before)
    expect(shape).not_to_have_attribute("d", before_line)
    expect(staff.sheet().get_by_role("list", name="What the order says")).to_contain_text("0503")


@on_both(WIDE)
def test_the_curve_and_the_slider_tell_when_it_will_be_in_force_and_what_would_change_it(sit_down, written, size):
    staff = Staff(sit_down(*size, url=written.url))
    page = staff.page
    staff.three_clicks(goal=(14, 11))
    sheet = staff.sheet()
    curve = sheet.get_by_role("img", name=re.compile("^Chance to be in force by turn: 0920 6%, 0940 "))
    expect(curve).to_be_visible()
    expect(sheet).to_contain_text("left alone, +2 a turn")
    expect(sheet).to_contain_text("under fire, +1 a turn")
    slider = sheet.get_by_label("What if it is in force by")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "0940")
    expect(sheet).to_contain_text("11 % left alone, 11 % under fire")
    expect(sheet).to_contain_text("Given at 0940, All is at the objective by")
    expect(page.locator("[data-reach='All']:not(.short)")).to_be_attached()
    page.keyboard.press("End")
    expect(sheet).to_contain_text("Given at 1140, All is at 0")
    expect(page.locator("[data-reach='All'].short")).to_be_attached()


REMEMBERED = """() => Object.entries(sessionStorage).filter(([key]) => key.startsWith('sandtable.orders.'))
  .map(([, value]) => value).join()"""
ANSWERED_OR_CHANGED = f"""before => !document.querySelector('.prompt').innerText.includes('Orders:')
  || ({REMEMBERED})() !== before"""


def test_the_player_is_asked_only_when_something_changes(sit_down, written):
    staff = Staff(sit_down(1440, 900, url=written.url))
    page, prompt = staff.page, staff.page.locator(".prompt").first
    expect(page.get_by_role("list", name="Reminders")).to_contain_text("has no order to follow it")
    page.get_by_label("Ask me only when something changes").check()
    remembered, by_hand = "", set()
    for _ in range(300):
        staff.player.our_turn()
        words = prompt.inner_text()
        turn = re.search(r"(\d{4})", words)[1]
        if "act with a unit" in words and turn not in by_hand:
            break
        if "Orders:" in words and page.get_by_role("button", name="No new orders").count():
            # Lost units are a change too, and whether there are any is up to the dice.
            page.wait_for_function(ANSWERED_OR_CHANGED, arg=remembered)
            now = page.evaluate(REMEMBERED)
            if now != remembered:
                remembered = now
                by_hand.add(turn)
                staff.act(lambda: page.get_by_role("button", name="No new orders").click())
        elif page.get_by_role("button", name="End the action phase").count():
            page.get_by_role("button", name="End the action phase").click()
        elif page.get_by_role("button", name="Hold fire").count():
            page.get_by_role("button", name="Hold fire").first.click()
        else:
            staff.player.step()
        staff.player.drawn()
    assert "act with a unit" in words
    assert turn not in by_hand  # orders were answered, and by nobody's hand
    assert by_hand


def test_a_template_and_a_second_order_are_listed_each_in_its_ink(sit_down, written):
    staff = Staff(sit_down(1440, 900, url=written.url))
    page = staff.page
    staff.three_clicks()
    staff.act(lambda: page.locator(".buttons .go").click())
    cards = page.get_by_role("list", name="Orders").get_by_role("listitem")
    expect(cards).to_have_count(2)
    expect(cards.last).to_contain_text("in preparation")
    page.keyboard.press("]")
    expect(page.locator(".plan.full")).to_have_count(1)
