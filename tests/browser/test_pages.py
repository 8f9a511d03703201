"""The pages around the game: readable by everybody, quick to load, and they come back."""

import re

import pytest
from playwright.sync_api import expect

from sandtable.bots import bot
from sandtable.kernel.record import write, write_down
from tests.browser.axe import faults
from tests.browser.moments import up_to
from tests.browser.sizes import DESK, on_both
from tests.server.running import Server

PAGES = [
    "/",
    "/new/tactical_combat/first-firefight",
    "/new/micro_armour/duel",
    "/new/tcs/crossroads-1944",
    "/rules",
    "/rules/tactical_combat",
    "/odds/tactical_combat",
    "/odds/micro_armour/by_range",
    "/odds/tcs",
    "/vehicles",
    "/vehicles/tcs?vehicle=TOW+2+(missile)",
    "/generate/micro_armour",
    "/settings",
    "/login",
    "/signup",
    "/forgotten",
    "/nowhere",
]
THEMES = [{}, {"theme": "dark"}, {"contrast": "high"}, {"colours": "safe"}]


@on_both()
@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_serious_fault_in_light_and_dark(sit_down, request, path, size):
    """Without `--long` every page in one of them: on the desk in light, on the telephone in dark."""
    anna = sit_down(*size)
    anna.go(path)
    anna.page.wait_for_load_state("networkidle")
    one = ("light",) if size == DESK else ("dark",)
    for theme in ("light", "dark") if request.config.getoption("long") else one:
        anna.page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
        assert (theme, faults(anna.page)) == (theme, [])
    assert anna.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("theme", THEMES, ids=str)
def test_the_game_page_has_no_serious_fault_in_any_theme(sit_down, theme):
    anna = sit_down(**theme)
    anna.play_first_firefight()
    for tab in ("Log", "Goals", "Units", "Rules", "Charts", "List", "More"):
        anna.page.get_by_role("tab", name=tab).click()
        anna.page.wait_for_load_state("networkidle")
        assert (tab, faults(anna.page)) == (tab, [])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_telephone_page_has_no_serious_fault(sit_down, theme):
    anna = sit_down(390, 844, theme=theme)
    anna.play_first_firefight()
    assert faults(anna.page) == []
    anna.button("Log").click()
    for tab in ("Log", "Goals", "Units", "Rules", "Charts", "List", "More"):
        anna.page.get_by_role("tab", name=tab).click()
        anna.page.wait_for_load_state("networkidle")
        assert (tab, faults(anna.page)) == (tab, [])


@on_both()
def test_the_report_after_a_game_can_be_read_and_all_turns_stand_on_one_line(sit_down, tmp_path, size):
    match = up_to("tactical_combat/first-firefight", "greedy", 4, lost_a_few)
    while match.game.decisions(match.state):
        side = match.game.decisions(match.state)[0].side
        match.act(side, bot("greedy", match.game, seed=side).choose(match.game.view(match.state, side)))
    write(write_down(match, with_seed=True), tmp_path / "whole.jsonl")
    anna = sit_down(*size)
    anna.go("/")
    anna.page.get_by_label("Open a record").set_input_files(tmp_path / "whole.jsonl")
    anna.page.wait_for_url("**/games/*/replay*")
    anna.go(f"/games/{anna.page.url.split('/games/')[1].split('/')[0]}/report")
    expect(anna.page.get_by_role("heading", level=1)).to_contain_text(re.compile("wins|draw"))
    expect(anna.page.locator(".swing").first).to_be_visible()
    for theme in ("light", "dark"):
        anna.page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
        assert (theme, faults(anna.page)) == (theme, [])
    feet = anna.page.locator(".chart .bars").evaluate_all("all => all.map(e => e.getBoundingClientRect().bottom)")
    assert len(feet) > 1
    assert max(feet) - min(feet) < 1
    assert anna.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]


def lost_a_few(game, state, side):
    """A stand has been lost: there is something to report."""
    return not state.secret and sum(each.gone for each in game.picture(state, None).pieces) > 0


def test_the_first_load_is_small(sit_down):
    anna = sit_down(first=True)
    sizes = {}

    def count(response):
        if response.url.startswith(anna.url) and "/api/" not in response.url:  # what it draws itself is no load
            sizes[response.url] = int(response.headers.get("content-length", 0))

    anna.page.on("response", count)
    anna.go("/")
    anna.page.wait_for_load_state("networkidle")
    home = sum(sizes.values())
    assert 50_000 < home < 140_000, sizes  # the picture at its head is drawn by the board, which a game needs too
    anna.play_first_firefight()
    assert sum(sizes.values()) < 228_000, sizes
    assert not any("symbollibrary" in url for url in sizes)  # the symbols in use come drawn
    fonts = sum(size for url, size in sizes.items() if url.endswith(".woff2"))
    assert sum(sizes.values()) - fonts < 176_000, sizes


def test_a_lost_connection_is_shown_and_heals(browser, sit_down, tmp_path):
    server = Server(tmp_path, f"sqlite:///{tmp_path / 'games.db'}").start()
    try:
        anna = sit_down(url=server.url)
        anna.forgiven = re.compile("WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource")
        anna.play_first_firefight()
        before = anna.sequence
        server.kill()
        expect(anna.page.get_by_text("The connection is lost.")).to_be_visible()
        server.start()
        expect(anna.page.get_by_text("The connection is lost.")).to_have_count(0)
        assert anna.sequence == before
        anna.press("1st Platoon squad 3")
        anna.page.wait_for_selector("path.reach")
    finally:
        server.kill()


def test_replay_shows_any_moment_and_a_link_shows_it_to_others(sit_down):
    anna, ben = sit_down(), sit_down()
    anna.set_up("Against a bot", path="/new/demo/duel")
    anna.play_on()
    game = anna.page.url.split("/games/")[1]
    anna.go(f"/games/{game}/replay?at=2")
    expect(anna.page.locator(".count")).to_contain_text("2 of")
    anna.button("One moment on").click()
    expect(anna.page.locator(".count")).to_contain_text("3 of")
    expect(anna.page).to_have_url(re.compile("at=3"))
    assert faults(anna.page) == []
    anna.button("Link to this moment").click()
    link = anna.page.get_by_label("Link to this moment").last.input_value()
    ben.go(link.removeprefix(ben.url))
    expect(ben.page.locator(".board .piece").first).to_be_visible()
    expect(ben.page.get_by_text("a moment of a game")).to_be_visible()


def test_the_odds_desk_answers_and_its_link_asks_again(sit_down):
    anna, ben = sit_down(), sit_down(390, 844)
    page = anna.go("/odds/tactical_combat/shot")
    row = page.get_by_role("row", name=re.compile("no effect"))
    expect(row).to_contain_text("1/2")
    page.locator("label", has_text="hard").click()
    expect(row).to_contain_text("7/10")
    expect(page).to_have_url(re.compile("cover=hard"))
    ben.go(page.url.removeprefix(anna.url))
    expect(ben.page.get_by_role("row", name=re.compile("no effect"))).to_contain_text("7/10")
    assert ben.page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_the_rulebook_can_be_searched(sit_down):
    page = sit_down().go("/rules/tactical_combat")
    page.get_by_label("Search the rules").fill("hard cover")
    expect(page.locator("article").first).to_contain_text(re.compile("hard cover", re.IGNORECASE))
    page.get_by_label("Search the rules").fill("TC C6")
    expect(page.locator("article")).to_have_count(1)
    page.get_by_label("Search the rules").fill("elephants")
    expect(page.get_by_text("No rule speaks of")).to_be_visible()


def test_settings_change_the_light_of_the_map(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    pixel = """() => {
      const ground = document.querySelector('.world img');
      if (!ground?.complete || !ground.naturalWidth) return null;
      const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1});
      canvas.getContext('2d').drawImage(ground, 40, 40, 1, 1, 0, 0, 1, 1);
      return [...canvas.getContext('2d').getImageData(0, 0, 1, 1).data];
    }"""
    ground = anna.page.locator(".world img")
    expect(ground).to_be_attached()
    before = ground.get_attribute("src")
    day = anna.page.wait_for_function(pixel).json_value()
    anna.page.get_by_role("tab", name="More").click()
    anna.page.get_by_label("Theme").select_option("dark")
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(ground).not_to_have_attribute("src", before)
    darker = f"most => {{ const now = ({pixel})(); return now && now[0] + now[1] + now[2] < most }}"
    anna.page.wait_for_function(darker, arg=sum(day[:3]) - 150)
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_wrong_address_and_a_wrong_game_say_so(sit_down):
    anna = sit_down()
    anna.forgiven = re.compile("404")
    anna.go("/nowhere/at/all")
    expect(anna.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    anna.go("/games/nosuchgame")
    expect(anna.page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()
