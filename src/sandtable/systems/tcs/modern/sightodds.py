"""The `sights` calculator: a shot of a gun through the dark, smoke and weather, by what its crew sees with.

>>> lines = sight_odds(Sighting()).lines
>>> lines["thermal sights"][6], lines["night vision"].get(6), lines["eyes only"].get(6)
(Fraction(13, 36), None, None)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import Curves, Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator
from sandtable.systems.tcs.aiming import why_not_fire
from sandtable.systems.tcs.board import Situation, Smoke
from sandtable.systems.tcs.clock import DAY, NIGHT, TWILIGHT
from sandtable.systems.tcs.gear import Gear, Sights
from sandtable.systems.tcs.modern.sights import SIGHT_WORDS
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import FARTHEST, OneUnit, ground, parse_units, put, target_hex
from sandtable.systems.tcs.spotting import spots

__all__ = ["CALCULATOR", "Sighting", "sight_chain", "sight_odds"]

LIGHTS = {"day": DAY, "twilight": TWILIGHT, "night": NIGHT}
GIVEN: tuple[Sights, ...] = ("eyes", "night vision", "thermal")
"""What a file writes for each of the kinds of sights."""


class Sighting(Question, frozen=True):
    """The question of the `sights` calculator: a vehicle with a gun fires at another in some light and weather
    (`visibility` 0 is no limit), with `smoke` markers in the hexes between them, from the target on.
    """

    firer: OneUnit = "us87_m1a1"
    target: OneUnit = "su87_t72a move"
    light: Literal["day", "twilight", "night"] = "night"
    visibility: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    smoke: Annotated[int, msgspec.Meta(ge=0, le=9)] = 3
    lit: bool = False

    def agree(self) -> None:
        """One vehicle each, the firer with a gun."""
        for what, text in (("firer", self.firer), ("target", self.target)):
            if len(parse_units(text, what)) != 1:
                raise OptionError(f"{what}: name one unit")
        look = _look(self, "eyes", 3)
        if look.world.point_reach[0] < 0 or look.world.kinds[0].move_class == "foot":
            raise OptionError("firer: name a vehicle with a gun")
        if not look.point_targets(look.units[1].at, 1):
            raise OptionError("target: name a vehicle or a gun")


def _look(ask: Sighting, sights: Sights, hexes: int) -> Situation:
    """The shot at a range, with the firer given some sights."""
    firers, targets = parse_units(ask.firer, "firer"), parse_units(ask.target, "target")
    game = ground(firers, targets, "open", ask.visibility, (("modern", True),))
    board = put(game, firers, targets, hexes)
    there = target_hex(game)
    path = [target_hex(game, 1 + n % max(hexes - 1, 1)) for n in range(ask.smoke)]
    board = replace(
        board,
        light=LIGHTS[ask.light],
        lit=(there,) if ask.lit else (),
        smoke=tuple(Smoke(at, n) for n, at in enumerate(path)),
    )
    look = Situation(game, board)
    look.world = replace(game.world, gear=(Gear(sights=sights), Gear()))
    return look


def _chance(look: Situation) -> Fraction | None:
    """The chance to destroy the target; None if it cannot be fired at."""
    hex = look.units[1].at
    if why_not_fire(look, 0, hex, 1, point=True) or not spots(look, 0, 1, trigger=True):
        return None
    roll = look.resolution_of(PointFire((0,), hex, 1))
    hits = sum(
        count for face, count in roll.dice.ways.items() if isinstance(kills := roll.read(face), int) and kills > 0
    )
    return Fraction(hits, sum(roll.dice.ways.values()))


def sight_odds(ask: Sighting) -> Curves:
    """The chance to destroy the target at each range, with eyes only, with night vision and with thermal sights; the
    target has just fired.
    """
    lines: dict[str, dict[int, Fraction]] = {}
    for sights, words in zip(GIVEN, SIGHT_WORDS, strict=True):
        chances = {hexes: _chance(_look(ask, sights, hexes)) for hexes in range(1, FARTHEST + 1)}
        lines[words] = {hexes: chance for hexes, chance in chances.items() if chance is not None}
    return Curves("hexes", lines)


def sight_chain(ask: Sighting) -> tuple[Resolution | str, ...]:
    """For each kind of sights the shot at the longest range at which it is possible."""
    found: list[Resolution | str] = []
    for sights, words in zip(GIVEN, SIGHT_WORDS, strict=True):
        looks = {hexes: _look(ask, sights, hexes) for hexes in range(1, FARTHEST + 1)}
        far = max((hexes for hexes, look in looks.items() if _chance(look) is not None), default=0)
        if not far:
            found.append(f"With {words}: no shot")
            continue
        found.append(f"With {words}, to {far} hex{'es' * (far != 1)}:")
        found.append(looks[far].told(PointFire((0,), looks[far].units[1].at, 1)))
    return tuple(found)


CALCULATOR = Calculator("sights", "A shot by eye, night vision and thermal sights.", Sighting, sight_odds, sight_chain)
