"""A call for fire and the map at night, on Crossroads with a battery, and in the dark."""

import pytest
from playwright.sync_api import expect

from tests.browser.sizes import on_both
from tests.server.running import SOURCE, Server

BATTERIES = """
[[battery]]
name = "A Battery"
side = "US"
id = "us_105_how"
battalion = "94th FA"
role = "GS"
ammo = { he = 5, smoke = 2, illum = 2 }

[[battery]]
name = "B Battery"
side = "US"
id = "us_105_how"
battalion = "94th FA"
role = "GS"
ammo = { he = 6, smoke = 1, illum = 0 }
"""
NIGHT = """
[[light]]
light = "night"

[[light]]
from = "0500"
light = "twilight"
"""


@pytest.fixture(scope="module")
def guns(tmp_path_factory):
    """A server with two battles more: every module is where it was, and the battles lie beside the shipped ones."""
    site = tmp_path_factory.mktemp("site")
    real, copy = SOURCE / "sandtable", site / "sandtable"
    battles = copy / "scenarios" / "tcs"
    battles.mkdir(parents=True)
    for whole, part in ((real, copy), (real / "scenarios", copy / "scenarios"), (real / "scenarios" / "tcs", battles)):
        for each in whole.iterdir():
            if not (part / each.name).exists():
                (part / each.name).symlink_to(each)
    day = (real / "scenarios" / "tcs" / "crossroads-1944.toml").read_text().split("[[battery]]")[0] + BATTERIES
    (battles / "battery.toml").write_text(day)
    (battles / "dark.toml").write_text(day.replace('start = "0900"', 'start = "0300"') + NIGHT)
    folder = tmp_path_factory.mktemp("guns")
    with Server(folder, f"sqlite:///{folder / 'games.db'}", preload=True, source=site) as server:
        yield server


def until(player, battle, words):
    """In a new game past the set-up and whatever comes before, to a question with these words."""
    page = player.begin(battle)
    player.settled()
    player.button("Set up as suggested").click()
    for _ in range(20):
        player.our_turn()
        if words in page.locator(".prompt").first.inner_text():
            return page
        page.locator(".buttons .button:not(:disabled)").first.click()
        player.drawn()
    raise AssertionError(f"nobody asks: {words}")


def aim(player):
    """Call for the first battery, and aim somewhere."""
    before = player.sequence
    player.page.get_by_role("button", name="Call for fire").first.click()
    player.later(before)
    before = player.sequence
    assert player.click_place()
    player.later(before)


def zone(page):
    """How wide the zone is drawn."""
    return page.evaluate("() => document.querySelector('.shoot .zone').getBBox().width")


@on_both()
def test_a_barrage_is_called(sit_down, guns, size):
    anna = sit_down(*size, url=guns.url)
    page = until(anna, "tcs/battery", "Call for fire")
    aim(anna)
    call = page.get_by_role("region", name="Call for fire")
    expect(page.locator(".shoot .zone")).to_have_count(1)
    expect(page.locator(".shoot .sight")).to_have_count(1)
    expect(call).to_contain_text("good shoot")
    expect(call.get_by_role("radio", name="HE")).to_be_checked()
    one = zone(page)
    before = anna.sequence
    call.get_by_role("radio", name="Battalion").click()
    anna.later(before)
    expect(call.get_by_role("radio", name="Battalion")).to_be_checked()
    assert zone(page) > 2 * one, "seven hexes in place of one"
    green = page.locator(".buttons .go")
    expect(green).to_have_text("Call this mission")
    before = anna.sequence
    green.click()
    anna.later(before)
    expect(page.locator(".prompt").first).to_contain_text("1 called so far")
    expect(page.locator(".shoot")).to_have_count(0)


def test_smoke_is_drawn_as_smoke(sit_down, guns):
    anna = sit_down(url=guns.url)
    page = until(anna, "tcs/battery", "Call for fire")
    aim(anna)
    before = anna.sequence
    page.get_by_role("region", name="Call for fire").get_by_role("radio", name="Smoke").click()
    anna.later(before)
    expect(page.locator(".shoot.smoke .zone")).to_have_count(1)
    expect(page.get_by_role("list", name="Colours of the fire")).to_contain_text("smoke")


def test_the_night_is_drawn_with_what_one_sees_and_what_they_may_see(sit_down, guns):
    anna = sit_down(url=guns.url)
    page = until(anna, "tcs/dark", "Call for fire")
    expect(page.locator("[data-night='ours'] .line")).to_have_count(1)
    expect(page.locator(".turns .night")).to_have_count(2)
    expect(page.locator(".prompt").first).to_contain_text("0300")
    page.get_by_role("tab", name="Sight").click()
    expect(page.get_by_role("tabpanel", name="Sight")).to_contain_text("Eyes reach 2 hexes")
    expect(page.get_by_role("tabpanel", name="Sight")).to_contain_text("in the dark")
    page.get_by_role("button", name="What they may see of you").click()
    expect(page.locator("[data-night='theirs']")).to_have_count(1)
    expect(page.locator("[data-night='theirs'] .line")).to_have_count(
        0
    )  # the enemy is hidden: where he looks is not known
    page.keyboard.press("x")
    expect(page.locator("[data-night='ours']")).to_have_count(1)
