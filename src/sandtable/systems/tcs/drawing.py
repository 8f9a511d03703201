"""The map as text: ground by its letter, units by a letter of their side, and a list of them below."""

from __future__ import annotations

import string
from collections.abc import Mapping

from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.world import ABOARD, AWAY, MOVE_MODE, NOBODY, OFF, PARALYZED, SUPPRESSED, UNKNOWN

__all__ = ["draw", "label_of"]

PLACES = {OFF: "still to come", UNKNOWN: "hidden somewhere", ABOARD: "in the air", AWAY: "off the map"}
"""Where a unit is that is in no hex."""


def label_of(look: Situation, unit: int) -> str:
    """The letter of a unit: capitals for the first side, small ones for the second.

    >>> import sandtable
    >>> game = sandtable.load("tcs/crossroads-1944")
    >>> label_of(game.look(game.start(sandtable.Dice.seeded(1))), 0)
    'A'
    """
    side = look.world.owners[unit]
    number = look.world.roster_of[side].index(unit)
    letters = string.ascii_uppercase if side == 0 else string.ascii_lowercase
    return letters[number] if number < len(letters) else "&"


def draw(look: Situation, over: Mapping[int, str] | None = None) -> str:
    """Each hex with its number, ground and units; even columns stand half a row lower.

    >>> import sandtable
    >>> game = sandtable.load("tcs/crossroads-1944")
    >>> print(draw(game.look(game.start(sandtable.Dice.seeded(1)))).splitlines()[0][:34])
    0101w           0301.           05
    """
    world = look.world
    map = world.ground.map
    width = 8
    rows = [[" "] * (map.width * width) for _ in range(map.height * 2 + 1)]
    smoke = look.smoke_mask
    for hex in map:
        index = map.index(hex)
        stack = look.units_in(index)
        sign = world.ground.chart[map.terrain[index]].sign
        goal = "*" if index in world.objectives else ""
        cloud = "%" if smoke >> index & 1 else ""
        text = f"{hex}{sign}{cloud}{goal}{(over or {}).get(index, '')}"
        if stack:
            letters = "".join(label_of(look, n) for n in stack)
            text = f"{letters if len(letters) < 5 else letters[:3] + '+'}/{sign}{cloud}{goal}"
        row = (hex.row - 1) * 2 + (hex.column + 1) % 2
        start = (hex.column - 1) * width
        rows[row][start : start + min(len(text), width)] = list(text[:width])
    drawn = "\n".join("".join(row).rstrip() for row in rows).rstrip()
    return f"{drawn}\n\n{_roll_call(look)}"


def _roll_call(look: Situation) -> str:
    world = look.world
    lines = []
    for n, unit in enumerate(look.units):
        if not unit.steps:
            continue
        where = PLACES.get(unit.at) or world.hex_name(unit.at)
        words = [where, f"{unit.steps} of {world.kinds[n].steps} steps"]
        words += ["Move Mode" if unit.mode == MOVE_MODE else "Fire Mode"] if unit.at != OFF else []
        words += ["dug in"] if unit.dug_in else []
        words += ["Road Moving"] if unit.road else []
        words += {SUPPRESSED: ["Suppressed"], PARALYZED: ["Paralyzed"]}.get(unit.morale, [])
        words += ["Fired"] if unit.fired else []
        words += ["Unassigned"] if unit.sheet == NOBODY else []
        words += [f"carried by {world.names[unit.carrier]}"] if unit.carrier != NOBODY else []
        lines.append(f"{label_of(look, n)} {world.names[n]}: {', '.join(words)}")
    return "\n".join(lines)
