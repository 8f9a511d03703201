"""Games that begin in the middle: bots play up to a moment, and somebody goes on from its record."""

import fcntl
import functools
import hashlib

import sandtable
from sandtable.bots import bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.record import parse, resume, write, write_down

GAMES = 12
"""How many games are played at most: what a bot chooses may change, and with it the game in which it happens."""


class Kept:
    """Where the processes of one run leave their matches to each other: bots need many seconds for some."""

    folder = None


@functools.lru_cache(maxsize=8)
def up_to(name, level, first_seed, wanted):
    """A match in which `wanted(game, state, side)` holds for the side that decides: in the first game that has one."""
    game = sandtable.load(name)
    if Kept.folder is None:
        return _played(game, level, first_seed, wanted)
    asked = f"{name} {level} {first_seed} {wanted.__module__} {wanted.__qualname__} {_bound(wanted)}"
    file = Kept.folder / hashlib.sha256(asked.encode()).hexdigest()
    with open(file.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            write(write_down(_played(game, level, first_seed, wanted), with_seed=True), file)
    return resume(game, parse(file.read_bytes()))


def _bound(wanted):
    """The values that a function was made with, if it was made by another."""
    return [cell.cell_contents for cell in wanted.__closure__ or ()]


def _played(game, level, first_seed, wanted):
    for seed in range(first_seed, first_seed + GAMES):
        match = sandtable.Match(game, Dice.seeded(seed))
        bots = [bot(level, game, seed=side) for side in range(2)]
        while game.decisions(match.state):
            side = game.decisions(match.state)[0].side
            if wanted(game, match.state, side):
                return match
            match.act(side, bots[side].choose(game.view(match.state, side)))
    raise AssertionError(f"this never happens in {GAMES} games")


def go_on(player, match):
    """Sit down where a match stopped, with its record."""
    player.bring_in(write_down(match, with_seed=True).text().encode())
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
