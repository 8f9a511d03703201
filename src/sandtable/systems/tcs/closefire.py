"""Fire within a hex (TCS 22.3, 22.4, 23.2): one side's area fire, point fire and AT rolls, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.procedure import Step
from sandtable.systems.tcs.aiming import can_point
from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.areafire import CLOSE, AreaFire
from sandtable.systems.tcs.board import WITHIN, Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE
from sandtable.systems.tcs.pointfire import PointFire

__all__ = ["CHAPTER", "VOLLEYS", "CloseFire", "area_firers", "point_firers", "vehicles_of", "volleys"]

VOLLEYS: Seam[Callable[[Battlefield, CloseFire, Sequence[int], bool], Sequence[CloseFire] | None]] = Seam(
    "the fires that take the place of one side's fire within a hex"
)

AREA, POINT, ROLLS = 0, 1, 2


def vehicles_of(look: Situation, hex: int, side: int) -> list[int]:
    """The vehicles of a side in a hex."""
    return [n for n in look.point_targets(hex, side) if look.world.kinds[n].vehicle]


def point_firers(look: Situation, firers: Sequence[int], hex: int) -> tuple[int, ...]:
    """The units that use their point fire: those that can harm the enemy's vehicles in the hex with it (TCS 9.0b)."""
    here = [n for n in firers if look.units[n].at == hex]
    if not here:
        return ()
    enemy = 1 - look.world.owners[here[0]]
    if not vehicles_of(look, hex, enemy):
        return ()
    return tuple([n for n in here if can_point(look, n, hex, enemy, CLOSE)])


def area_firers(look: Situation, firers: Sequence[int], hex: int) -> tuple[int, ...]:
    """The units that use their area fire: all others that have any."""
    point = point_firers(look, firers, hex)
    kinds, units = look.world.kinds, look.units
    return tuple([n for n in firers if units[n].at == hex and n not in point and kinds[n].area_strength is not None])


class CloseFire(Step, frozen=True, array_like=True, tag="close_fire"):
    """A side fires at the other in the same hex; losses and morale checks follow each fire at once."""

    side: int
    hex: int
    firers: tuple[int, ...]
    rollers: tuple[int, ...]
    """Infantry that makes AT rolls if there are vehicles."""
    stage: int = AREA

    def run(self, field: Battlefield) -> None:
        """Area fire, then point fire, then AT rolls one by one."""
        if self.stage == ROLLS:
            self._roll(field)
            return
        enemy, after = 1 - self.side, replace(self, stage=self.stage + 1)
        if self.stage == AREA:
            firers = area_firers(field, self.firers, self.hex)
            if firers and field.area_targets(self.hex, enemy, WITHIN):
                field.next(AreaFire(firers, self.hex, enemy, CLOSE), after)
            else:
                field.next(after)
        else:
            point = point_firers(field, self.firers, self.hex)
            field.next(*([PointFire(point, self.hex, enemy, CLOSE)] if point else []), after)

    def _roll(self, field: Battlefield) -> None:
        targets = vehicles_of(field, self.hex, 1 - self.side)
        ready = [n for n in self.rollers if field.units[n].at == self.hex]
        if targets and ready:
            field.next(AtRoll(ready[0], targets[0]), replace(self, rollers=tuple(ready[1:])))
        else:
            field.next(*field.game.rules.at(FIRE_DONE))


def volleys(field: Battlefield, fire: CloseFire, enemies: Sequence[int], *, second: bool) -> Sequence[CloseFire]:
    """The fires of half a round, as a rule one side's: `enemies` may fire in the other half, `second` if they have."""
    for change in field.game.rules.at(VOLLEYS):
        found = change(field, fire, enemies, second)
        if found is not None:
            return found
    return (fire,)


CHAPTER = Chapter(
    name="closefire",
    procedures=(CloseFire,),
)
