"""Point fire (TCS 12): steps on the fire table, the band, the differential, and kills."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.procedure import Roles, Step
from sandtable.kernel.resolution import Modifier, Outcome
from sandtable.systems.tcs.aiming import best_defence
from sandtable.systems.tcs.areafire import crosses, swept_by
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.conditions import (
    CLOSE,
    OVERWATCH,
    SFA,
    Conditions,
    conditions,
    posture_shift,
)
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, FireRoll
from sandtable.systems.tcs.losses import POINT, TakeLosses
from sandtable.systems.tcs.morale import MoraleChecks, VehicleCheck
from sandtable.systems.tcs.passengers import aboard, second_attack
from sandtable.systems.tcs.tables import TYPES, differential, point_band

__all__ = ["CHAPTER", "PointFire", "PointShot", "point_shot"]


class PointShot(Conditions, frozen=True):
    """The facts of a point fire."""

    steps: int
    """Steps that fire."""
    ranged: Modifier
    armour: Modifier
    """The shift for the differential."""

    def shifts(self) -> tuple[Modifier, ...]:
        """All shifts that are not nothing (TCS 12.0a to 12.0g)."""
        found = [each for each in (self.ranged, self.armour) if each.value]
        found += posture_shift(self.type, self.posture, bold=False, vehicles=self.vehicles)
        return (*found, *self.common())


def point_shot(look: Situation, firers: Sequence[int], hex: int, side: int, kind: int) -> PointShot:
    """The facts of a point fire by units of one stack, as the board has them."""
    world, units, ground = look.world, look.units, look.world.ground
    at = units[firers[0]].at
    targets = look.point_targets(hex, side)
    bands = [point_band(world.kinds[n].point_range_nominal or 0, ground.distance(at, hex)) for n in firers]
    weakest = min(world.kinds[n].point_strength or 0 for n in firers)
    armour = differential(weakest, best_defence(look, hex, side))
    assert armour is not None
    crossed = world.options.point_cross_fire and at != hex
    return PointShot(
        steps=sum(units[n].steps for n in firers),
        ranged=min((band for band in bands if band is not None), key=lambda each: each.value),
        armour=armour,
        type=TYPES[ground.type_against((at,), hex)],
        cross_fire=crossed and crosses(world, [ground.entry(at, hex)], swept_by(look, hex)),
        **conditions(look, firers, (at,), targets, hex, kind),
    )


class PointFire(FireRoll, frozen=True, array_like=True, tag="point_fire"):
    """A point fire by units of one stack at those of a side in a hex (TCS 12, 14)."""

    roles = Roles(by="firers", at="hex")

    firers: tuple[int, ...]
    hex: int
    side: int
    kind: int = SFA

    def facts(self, look: Situation) -> Attack:
        """The steps that fire, and every shift."""
        shot = point_shot(look, self.firers, self.hex, self.side, self.kind)
        says = look.say("point_fires" if len(self.firers) == 1 else "point_fire", firers=self.firers, hex=self.hex)
        rule = {SFA: "TCS 14.0a", OVERWATCH: "TCS 15.5b", CLOSE: "TCS 22.3"}[self.kind]
        return Attack(rule, says, shot.steps, shot.shifts())

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Kills, and the nerve of those that are left (TCS 12.0h, 12.0i)."""
        assert isinstance(outcome, int)
        field.fire_at(self.hex, *self.firers)
        if outcome < 0:
            return
        shot = point_shot(field, self.firers, self.hex, self.side, self.kind)
        kills = min(outcome, shot.steps) if field.world.options.point_kills_capped else outcome
        best = best_defence(field, self.hex, self.side)
        wrecks = min(kills, sum(field.world.kinds[n].vehicle for n in field.point_targets(self.hex, self.side)))
        again = second_attack(field, self.side, self.hex, self.attack(field))
        only = tuple(field.point_targets(self.hex, self.side)) if aboard(field, self.side, self.hex) else ()
        losses = TakeLosses(self.side, self.hex, kills, kills, POINT, best, only=only)
        field.next(losses, *again, *self._checks(field, shot, wrecks))

    def _checks(self, field: Battlefield, shot: PointShot, wrecks: int) -> tuple[Step, ...]:
        """TCS 12.0i: gun crews by themselves, then the vehicles."""
        if not field.world.options.point_fire_morale:
            return ()
        fire = (field.units[self.firers[0]].at,)
        return (
            MoraleChecks(self.side, self.hex, fire, cross_fire=shot.cross_fire, guns=True),
            VehicleCheck(self.side, self.hex, fire, wrecks, shot.cross_fire),
        )


CHAPTER = Chapter(
    name="pointfire",
    procedures=(PointFire,),
    phrases={
        "point_fires": "{firers:units} fires at armour in {hex:hex}",
        "point_fire": "{firers:units} fire at armour in {hex:hex}",
    },
)
