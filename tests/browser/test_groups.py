"""Fewer presses: a whole group goes to one destination, the last order is repeated. Every press is heard at once."""

import re

from playwright.sync_api import expect

from tests.browser.sizes import on_both
from tests.browser.test_tcs import take_the_field

FIRST = "tactical_combat/first-firefight"
DUEL = "micro_armour/duel"
STANDING = """async () => {
  const id = location.pathname.split('/')[2];
  const ask = path => fetch(path).then(answer => answer.json());
  const [info, view] = await Promise.all([ask(`/api/games/${id}`), ask(`/api/games/${id}/view?side=0`)]);
  const names = new Map(info.scene.pieces.map(piece => [piece.id, piece.name]));
  return Object.fromEntries(view.picture.pieces.map(each => [names.get(each.id), each.gone ? 'gone' : each.at]));
}"""
HOLD_BACK = """() => {
  // the server's answers are held back: whatever shows now is shown by the page alone
  WebSocket.prototype.send = () => undefined;
  window.fetch = () => new Promise(() => undefined);
}"""


def standing(player):
    """Where each piece is, by its name."""
    return player.page.evaluate(STANDING)


def question(player):
    return player.page.locator(".prompt").first


def march(player, units, asks):
    """Click a place up the map and to its middle, read the preview, and send the group."""
    page = player.page
    box = page.locator(".board").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.3)
    go = page.get_by_role("button", name=re.compile(r"^Move \d units$")).last
    expect(go).to_be_visible()
    count = int(go.inner_text().split()[1])
    expect(page.locator("rect.ghost")).to_have_count(count)
    assert page.locator("path.track").count() == count, "every way is drawn"
    card = page.locator(".card, .odds").filter(has_text=re.compile("inches|movement points")).first
    for name in units[:1]:
        expect(card).to_contain_text(name.rpartition(" ")[0])
    before = player.sequence
    go.click()
    player.later(before)
    for _ in range(200):
        left = page.locator(".going").count()  # asked first: the last of them is on its way when none is left
        if player.settled() in ("asked", "pending") and asks not in question(player).inner_text():
            player.step()  # a loss, or a flight, after the enemy's fire
        elif left == 0:
            return count
        else:
            player.drawn()
    raise AssertionError("the group does not go on")


@on_both()
def test_a_platoon_goes_to_one_destination_after_a_preview(sit_down, size):
    anna = sit_down(*size)
    anna.begin(FIRST)
    anna.settled()
    anna.button("Set up the rest as suggested").click()
    expect(question(anna)).to_contain_text("Choose a stand to act")
    before = standing(anna)
    anna.press("1st Platoon squad 1")
    anna.button("Move all of 1st Platoon").click()
    names = [name for name in before if name.startswith("1st Platoon")] + ["Lt Adams"]
    count = march(anna, names, "Choose a stand to act")
    assert count == 4
    expect(question(anna)).to_contain_text("Choose a stand to act")
    after = standing(anna)
    assert [name for name in before if before[name] != after[name] and name in names] == [
        name for name in before if name in names
    ]


@on_both()
def test_a_company_goes_to_one_destination_after_a_preview(sit_down, size):
    anna = sit_down(*size)
    page = take_the_field(anna)
    before = standing(anna)
    anna.press("A Rifle Platoon 1")
    page.get_by_role("menuitem", name="Move all of A Company").click()
    count = march(anna, ["A Rifle Platoon 1"], "act with a unit")
    after = standing(anna)
    assert count >= 3
    # the enemy's fire on one may pin others that have not gone yet
    assert sum(before[name] != after[name] for name in before if name.startswith("A ")) >= 3


@on_both()
def test_a_company_comes_on_at_one_destination_after_a_preview(sit_down, size):
    anna = sit_down(*size)
    anna.begin(DUEL)
    anna.settled()
    anna.button("Keep companies as they are").click()
    companies = anna.page.get_by_role("button", name=re.compile("^[ABC] Company$"))
    for _ in range(80):  # its orders and its initiative fall as they fall: perhaps nobody moves on the first turns
        anna.our_turn()
        asked = question(anna).inner_text()
        if "Choose a stand to move" in asked:
            break
        if anna.state == "pending":
            anna.page.locator(".buttons .go").first.click()
        elif "who moves first" in asked:
            anna.button("Blue", exact=True).click()
        elif "left: set a group going" in asked and companies.count():
            companies.first.click()
        else:
            anna.step()
        anna.drawn()
    company = re.search(r"Move all of (\w Company)", anna.button(re.compile("^Move all of")).inner_text())[1]
    anna.button(f"Move all of {company}").click()
    count = march(anna, [f"Blue {company} 1"], "Choose a stand to move")
    after = standing(anna)
    assert count == 3
    assert all(after[f"Blue {company} {number}"] is not None for number in (1, 2, 3))


def test_the_last_order_is_repeated_for_the_next_unit(sit_down):
    anna = sit_down()
    page = take_the_field(anna)
    anna.press("D 81 mm Section 1")
    page.get_by_role("menuitem", name="To Fire Mode").click()
    again = page.get_by_role("button", name=re.compile(r"^Repeat: To Fire Mode"))
    expect(again).to_be_visible()
    named = re.search(r"\((.+)\)", again.inner_text())[1]
    before = anna.sequence
    page.keyboard.press(".")
    anna.later(before)
    expect(page.get_by_role("log", name="Log of the game")).to_contain_text(f"{named} goes to Fire Mode")


@on_both()
def test_every_press_shows_that_it_was_heard_before_the_server_answers(sit_down, size):
    anna = sit_down(*size)
    page = anna.page
    working = page.get_by_role("progressbar", name="Working")
    busy = page.locator("[data-state][aria-busy=true]")
    anna.begin(FIRST)
    anna.settled()
    anna.button("Set up the rest as suggested").click()
    expect(question(anna)).to_contain_text("Choose a stand to act")
    address = page.url
    presses = {
        "a stand": lambda: anna.press("1st Platoon squad 1"),
        "a button": lambda: anna.button("End the phase").click(),
    }
    for what, press in presses.items():
        page.goto(address)
        anna.wait("asked")
        page.evaluate(HOLD_BACK)
        press()
        assert busy.count() == 1, what
    page.goto(address)
    anna.wait("asked")
    anna.press("1st Platoon squad 1")
    expect(page.locator("path.reach")).to_have_count(1)
    anna.settled()
    page.evaluate(HOLD_BACK)
    anna.button("Undo").click()
    assert busy.count() == 1
    expect(working).to_have_count(1)
    page.goto(anna.url)
    expect(anna.button("Play First Firefight now")).to_be_enabled()
    page.evaluate(HOLD_BACK)
    anna.button("Play First Firefight now").click()
    expect(working).to_have_count(1)
    expect(page.locator(".button.working").first).to_be_visible()
