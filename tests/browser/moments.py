"""Games that begin in the middle: bots play up to a moment, and somebody goes on from its record."""

import functools

import sandtable
from sandtable.bots import bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.record import write, write_down

GAMES = 12
"""How many games are played at most: what a bot chooses may change, and with it the game in which it happens."""


@functools.lru_cache(maxsize=8)
def up_to(name, level, first_seed, wanted):
    """A match in which `wanted(game, state, side)` holds for the side that decides: in the first game that has one."""
    game = sandtable.load(name)
    for seed in range(first_seed, first_seed + GAMES):
        match = sandtable.Match(game, Dice.seeded(seed))
        bots = [bot(level, game, seed=side) for side in range(2)]
        while game.decisions(match.state):
            side = game.decisions(match.state)[0].side
            if wanted(game, match.state, side):
                return match
            match.act(side, bots[side].choose(game.view(match.state, side)))
    raise AssertionError(f"this never happens in {GAMES} games")


def go_on(player, match, folder):
    """Open the record of a match, and sit down where it stopped."""
    write(write_down(match, with_seed=True), folder / "moment.jsonl")
    player.go("/")
    player.page.get_by_label("Open a record").set_input_files(folder / "moment.jsonl")
    player.page.wait_for_url("**/games/*")
    if player.settled() == "handover":
        player.step()
        player.settled()
    player.page.locator(".board .piece").first.wait_for()
    return player.page


def box(locator):
    """Where something is on the screen: left, top, right, bottom."""
    found = locator.bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def apart(one, other):
    """Whether two boxes do not lie over one another."""
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def inside(one, other, room=1):
    """Whether a box lies inside another."""
    return (
        one[0] >= other[0] - room
        and one[1] >= other[1] - room
        and one[2] <= other[2] + room
        and one[3] <= other[3] + room
    )
