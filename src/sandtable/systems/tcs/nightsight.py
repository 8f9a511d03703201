"""The `night` calculator: from how far a unit is seen and spotted by day, at twilight, and at night lit or in the dark.

>>> for line in night_chain(Night(target="us_m4_75 move", visibility=8)):
...     print(line)
By day: in sight up to 8 hexes, spotted up to 8 hexes
+1 target in Move Mode (TCS 7.1d2)
At twilight: in sight up to 6 hexes, spotted up to 6 hexes
+1 target in Move Mode (TCS 7.1d2)
-1 twilight (TCS 7.1d3)
At night, lit: in sight up to 8 hexes, spotted up to 8 hexes
+1 target in Move Mode (TCS 7.1d2)
-1 night and target illuminated (TCS 7.1d3)
At night, dark: in sight up to 2 hexes, spotted up to 2 hexes
+1 target in Move Mode (TCS 7.1d2)
-3 night (TCS 7.1d3)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import Curves, Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.clock import DAY, NIGHT, TWILIGHT
from sandtable.systems.tcs.proving import FARTHEST, OneUnit, Terrain, ground, parse_units, put, target_hex
from sandtable.systems.tcs.spotting import shifts_of, spots

__all__ = ["CALCULATOR", "Night", "night", "night_chain"]

CASES = {
    "By day": (DAY, False),
    "At twilight": (TWILIGHT, False),
    "At night, lit": (NIGHT, True),
    "At night, dark": (NIGHT, False),
}
"""The light, and whether the target is illuminated."""
Limit = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Night(Question, frozen=True):
    """The question of the `night` calculator: a firer looks for a target on some terrain, in weather of some visibility
    (0 is no limit); `trigger` is a target that has just fired.
    """

    firer: OneUnit = "us_rifle_plt"
    target: OneUnit = "ge_gren_plt"
    terrain: Terrain = "open"
    visibility: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    trigger: bool = False
    twilight_hexes: Limit = 6
    night_hexes: Limit = 2

    def agree(self) -> None:
        """One unit each."""
        for what, text in (("firer", self.firer), ("target", self.target)):
            if len(parse_units(text, what)) != 1:
                raise OptionError(f"{what}: name one unit")


def _looks(ask: Night, case: str) -> list[Situation]:
    """The two units at every range from 1 on."""
    firers, targets = parse_units(ask.firer, "firer"), parse_units(ask.target, "target")
    options = (("twilight_hexes", ask.twilight_hexes), ("night_hexes", ask.night_hexes))
    game = ground(firers, targets, ask.terrain, ask.visibility, options)
    light, lit = CASES[case]
    there = (target_hex(game),) if lit else ()
    boards = [put(game, firers, targets, hexes) for hexes in range(1, FARTHEST + 1)]
    return [Situation(game, replace(board, light=light, lit=there)) for board in boards]


def night(ask: Night) -> Curves:
    """Whether the target is spotted at each range; nothing is rolled.

    >>> {case: sum(line.values()) for case, line in night(Night()).lines.items()}
    {'By day': Fraction(3, 1), 'At twilight': Fraction(2, 1), 'At night, lit': Fraction(2, 1), \
'At night, dark': Fraction(0, 1)}
    """
    lines = {}
    for case in CASES:
        looks = _looks(ask, case)
        seen = {hexes: Fraction(spots(look, 0, 1, trigger=ask.trigger)) for hexes, look in enumerate(looks, 1)}
        lines[case] = seen
    return Curves("hexes", lines)


def night_chain(ask: Night) -> tuple[Resolution | str, ...]:
    """For each light how far the target is in sight and spotted, and every shift of its spotting range."""
    found: list[str] = []
    for case in CASES:
        looks = _looks(ask, case)
        sight = _farthest(looks, lambda look: look.sees(look.units[0].at, look.units[1].at))
        spotted = _farthest(looks, lambda look: spots(look, 0, 1, trigger=ask.trigger))
        found.append(f"{case}: in sight {sight}, spotted {spotted}")
        found += map(str, shifts_of(looks[0], 0, 1, trigger=ask.trigger))
    return tuple(found)


def _farthest(looks: list[Situation], holds: Callable[[Situation], bool]) -> str:
    hexes = max((number for number, look in enumerate(looks, 1) if holds(look)), default=0)
    if hexes == FARTHEST:
        return "at any range"
    return f"up to {hexes} hex{'es'[: 2 * (hexes != 1)]}" if hexes else "only in its own hex"


CALCULATOR = Calculator(
    "night", "From how far a unit is spotted by day, at twilight and at night.", Night, night, night_chain
)
