"""Close assault (AR 4.9): American armor fires before German armor, and infantry fights with its numbers.

The second rule is in the charts of the series already: at range 0 infantry adds its steps to its strength. Its option
changes nothing more, so that they are not added twice.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.closefire import VOLLEYS, CloseFire
from sandtable.systems.tcs.field import Battlefield

__all__ = ["ORDER", "STEPS", "FiredFirst"]

FIRST, SECOND = "US", "German"


class FiredFirst(msgspec.Struct, frozen=True, array_like=True, tag="armor.fired_first"):
    """The armor that has fired in this round before it was its turn."""

    units: tuple[int, ...] = ()


def _armor_of(look: Situation, nation: str, units: Sequence[int]) -> tuple[int, ...]:
    kinds = look.world.kinds
    return tuple(n for n in units if kinds[n].nation == nation and is_armor(look.world, n) and kinds[n].armed)


def volleys(field: Battlefield, fire: CloseFire, enemies: Sequence[int], second: bool) -> Sequence[CloseFire] | None:
    """AR 4.9a: where German armor is about to fire and American armor is there too, the American goes first; it has
    had its fire then.
    """
    if second:
        done = field.kept(FiredFirst).units
        if not done:
            return None
        field.keep(FiredFirst())
        return (replace(fire, firers=tuple(n for n in fire.firers if n not in done)),)
    eager = _armor_of(field, FIRST, enemies)
    if not eager or not _armor_of(field, SECOND, fire.firers):
        return None
    eager = tuple(n for n in eager if field.units[n].at == fire.hex)
    field.keep(FiredFirst(eager))
    return CloseFire(1 - fire.side, fire.hex, eager, ()), Rest(fire.side, fire.hex, fire.firers, fire.rollers)


class Rest(CloseFire, frozen=True, array_like=True, tag="armor.rest_fires"):
    """The fire that was put back: those that are still there."""

    def run(self, field: Battlefield) -> None:
        """As they are now."""
        here = tuple(n for n in self.firers if field.units[n].at == self.hex)
        field.next(CloseFire(self.side, self.hex, here, self.rollers))


ORDER = Chapter(
    name="American armor first",
    procedures=(Rest,),
    adds=(VOLLEYS.add(volleys),),
    keeps=FiredFirst,
    switch=switch("us_armor_first"),
)
STEPS = Chapter(name="infantry steps in close assault", switch=switch("assault_infantry_steps"))
