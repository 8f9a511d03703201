"""What sentences name is shown on the map, and shots are drawn, in every system: from data, not from the words."""

import pytest
from playwright.sync_api import expect

import sandtable
from sandtable.bots import bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.record import write, write_down
from tests.browser.sizes import on_both

GAMES = [
    ("tactical_combat/first-firefight", "greedy"),
    ("micro_armour/duel", "best"),
    ("tcs/crossroads-1944", "greedy"),
]


def up_to_a_shot(name, level):
    """A game up to the first action in which somebody fires, and who fires at what."""
    game = sandtable.load(name)
    match = sandtable.Match(game, Dice.seeded(2))
    bots = [bot(level, game, seed=side) for side in range(2)]
    while game.decisions(match.state):
        side = game.decisions(match.state)[0].side
        events = match.act(side, bots[side].choose(game.view(match.state, side)))
        shots = [each.roll.resolution for each in events if each.roll]
        shots = [each for each in shots if each.by and (each.on or each.at is not None)]
        if shots:
            return match, shots
    raise AssertionError("nobody fires in this game")


def lines(shots):
    """The lines that are drawn: from everyone who fires to everyone who is fired at, of the last six rolls."""
    return sum(len(shot.by) * max(1, len(shot.on)) for shot in shots[-6:])


@on_both()
@pytest.mark.parametrize(("name", "level"), GAMES, ids=[name for name, _ in GAMES])
def test_a_shot_is_drawn_and_names_in_the_log_are_links(sit_down, tmp_path, name, level, size):
    match, shots = up_to_a_shot(name, level)
    write(write_down(match, with_seed=True), tmp_path / "shot.jsonl")
    anna = sit_down(*size)
    anna.go("/")
    anna.page.get_by_label("Open a record").set_input_files(tmp_path / "shot.jsonl")
    anna.page.wait_for_url("**/games/*")
    page = anna.go(anna.page.url.removeprefix(anna.url).split("?")[0] + "/replay?side=none")
    back, on = (page.get_by_role("button", name=f"One moment {way}") for way in ("back", "on"))
    expect(page.locator(".count")).to_contain_text("of")
    back.click()
    expect(page.locator("path.shot")).to_have_count(0)
    on.click()
    expect(page.locator("path.shot")).to_have_count(lines(shots))
    named = match.game.world.names[shots[-1].by[0]]
    expect(page.get_by_role("log").get_by_role("button", name=named, exact=True).last).to_be_attached()
    place = page.get_by_role("log").locator("button.place").last
    place.click()
    expect(page.locator("circle.spot")).to_have_count(1)
    place.click()
    expect(page.locator("circle.spot")).to_have_count(0)


def test_the_replay_draws_the_shot_when_the_answer_for_the_moment_before_it_comes_last(sit_down, tmp_path):
    match, shots = up_to_a_shot(*GAMES[0])
    write(write_down(match, with_seed=True), tmp_path / "shot.jsonl")
    anna = sit_down()
    anna.go("/")
    anna.page.get_by_label("Open a record").set_input_files(tmp_path / "shot.jsonl")
    anna.page.wait_for_url("**/games/*")
    game = anna.page.url.removeprefix(anna.url).split("?")[0]
    last = anna.page.request.get(f"{anna.url}/api{game}/view?side=none").json()["sequence"]
    held = []
    anna.page.route(f"**/moments/{last - 1}?*", lambda route: held.append(route))
    page = anna.go(f"{game}/replay?side=none")
    count = page.locator(".count")
    expect(page.get_by_role("log").locator(".line").first).to_be_attached()
    page.get_by_role("button", name="One moment back").click()
    expect(count).to_contain_text(f"{last - 1} of {last}")
    page.get_by_role("button", name="One moment on").click()
    expect(count).to_contain_text(f"{last} of {last}")
    expect(page.locator("path.shot")).to_have_count(0)
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("path.shot")).to_have_count(lines(shots))
