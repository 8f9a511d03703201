"""Point fire (TCS 12): steps on the fire table, the band, the differential, and kills."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.procedure import Roles, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.systems.tcs.aiming import exposed
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
from sandtable.systems.tcs.defence import best_of
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, FireRoll, amended, parted, struck
from sandtable.systems.tcs.losses import POINT, TakeLosses
from sandtable.systems.tcs.morale import MoraleChecks, Shot, VehicleCheck, shot_at
from sandtable.systems.tcs.passengers import aboard, second_attack
from sandtable.systems.tcs.tables import TYPES, differential, point_band

__all__ = ["CHAPTER", "COVERED", "PointFire", "PointShot", "point_shot"]

COVERED: Seam[Callable[[Situation, int, Sequence[int]], int | None]] = Seam(
    "the type of ground that covers point targets from fire from a hex, if not that of their own hex"
)


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
    targets = exposed(look, at, hex, side, kind)
    bands = [point_band(world.kinds[n].point_range_nominal or 0, ground.distance(at, hex)) for n in firers]
    weakest = min(world.kinds[n].point_strength or 0 for n in firers)
    armour = differential(weakest, best_of(look, targets))
    assert armour is not None
    type = ground.type_against((at,), hex)
    for covered in look.game.rules.at(COVERED):
        type = max(type, covered(look, at, targets) or 0)
    crossed = world.options.point_cross_fire and at != hex
    return PointShot(
        steps=sum(units[n].steps for n in firers),
        ranged=min((band for band in bands if band is not None), key=lambda each: each.value),
        armour=armour,
        type=TYPES[type],
        cross_fire=crossed and crosses(world, [ground.entry(at, hex)], swept_by(look, hex)),
        **conditions(look, firers, (at,), targets, hex, kind, point=True),
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

    def resolution(self, look: Situation) -> Resolution:
        """The fire table, with every shift."""
        return amended(look, super().resolution(look))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Kills, and the nerve of those that are left (TCS 12.0h, 12.0i)."""
        result, word = parted(outcome)
        assert isinstance(result, int)
        field.fire_at(self.hex, *self.firers)
        shot = point_shot(field, self.firers, self.hex, self.side, self.kind)
        shot_at(field, Shot(self.side, self.hex, (field.units[self.firers[0]].at,), shot.cross_fire))
        if result < 0:
            return
        kills = min(result, shot.steps) if field.world.options.point_kills_capped else result
        targets = exposed(field, field.units[self.firers[0]].at, self.hex, self.side, self.kind)
        if kills:
            struck(field, targets, word)
        best = best_of(field, targets)
        wrecks = min(kills, sum(field.world.kinds[n].vehicle for n in targets))
        again = second_attack(field, self.side, self.hex, self.attack(field), point=True)
        all_hit = len(targets) == len(field.point_targets(self.hex, self.side))
        only = () if all_hit and not aboard(field, self.side, self.hex) else tuple(targets)
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
