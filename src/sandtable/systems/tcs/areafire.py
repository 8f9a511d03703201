"""Area fire (TCS 11): its strength, its shifts, the roll on the fire table, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.procedure import Procedure, Roles
from sandtable.kernel.resolution import Modifier, Outcome
from sandtable.systems.tcs.board import ABOVE, DIRECT, TO_FIRE, WITHIN, Situation
from sandtable.systems.tcs.buttoning import button_up
from sandtable.systems.tcs.conditions import (
    CLOSE,
    FIREPOWER,
    OVERWATCH,
    SFA,
    Conditions,
    conditions,
    firepower_of,
    posture_shift,
)
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, FireRoll
from sandtable.systems.tcs.losses import TakeLosses, form_of
from sandtable.systems.tcs.morale import MoraleChecks
from sandtable.systems.tcs.passengers import aboard, dismount, second_attack
from sandtable.systems.tcs.spotting import spots_hex, spotters
from sandtable.systems.tcs.tables import TYPES, area_range, density
from sandtable.systems.tcs.world import World

__all__ = [
    "CHAPTER",
    "CLOSE",
    "OVERWATCH",
    "SFA",
    "SPARED",
    "AreaFire",
    "AreaShot",
    "area_shot",
    "crosses",
    "harms",
    "way_of",
]

SPARED: Seam[Callable[[Situation, AreaFire, AreaShot], int]] = Seam("steps of a result of area fire that are not lost")


class AreaShot(Conditions, frozen=True):
    """The facts of an area fire."""

    strength: int
    steps: int
    """Target steps in the hex."""
    ranged: Modifier
    """The shift for range."""
    spotted: bool = True
    low: bool = True
    """Whether any firer is of low trajectory; class Inf counts as such."""
    armour: bool = False
    """Whether a P-2 target or better is in the hex."""
    sparse: bool = False
    """Whether the thin lines of the stacking chart count: artillery, and fire actions at unspotted targets."""

    def shifts(self) -> tuple[Modifier, ...]:
        """All shifts that are not nothing, in the order of the charts (TCS 11.1 to 11.4)."""
        crowd = density(self.steps, sparse=self.sparse)
        found = [crowd] if crowd else []
        if self.ranged.value:
            found.append(self.ranged)
        found += posture_shift(self.type, self.posture, bold=self.low and not self.spotted, vehicles=self.vehicles)
        return (*found, *self.common(tank_cover=self.armour and self.low))


def strength_of(look: Situation, firers: Sequence[int], hex: int) -> int:
    """TCS 11.0a, 1.0g: area strengths, and infantry steps up close; halves round up."""
    world, factors = look.world, look.game.rules.at(FIREPOWER)
    halves: int | Fraction = 0
    for n in firers:
        kind = world.kinds[n]
        own = 2 * (kind.area_strength or 0) * look.times(n)
        if kind.infantry:
            apart = world.ground.distance(look.units[n].at, hex)
            if apart <= 1:
                own += (2 - apart) * look.units[n].steps
        halves += own * firepower_of(look, n) if factors else own
    return int((halves + 1) // 2)


def way_of(look: Situation, firers: Iterable[int], kind: int) -> int:
    """How the area fire of these comes: from above if there are mortars or artillery among them."""
    if kind == CLOSE:
        return WITHIN
    kinds = look.world.kinds
    return ABOVE if any(look.world.mortars[n] or kinds[n].kind == "artillery" for n in firers) else DIRECT


def harms(look: Situation, unit: int, hex: int, side: int) -> bool:
    """Whether the area fire of a unit harms anybody of a side in a hex (TCS 3.0e)."""
    return bool(look.area_targets(hex, side, way_of(look, (unit,), SFA)))


def crosses(world: World, ways: Sequence[tuple[int, ...]], swept: int) -> bool:
    """Whether lines come in through hexsides far enough apart, each other's or those of earlier fire (TCS 11.4b)."""
    least = world.options.cross_fire_sides
    for number, one in enumerate(ways):
        others = {way for other in ways[:number] for way in other} | {way for way in range(6) if swept >> way & 1}
        if any(min((a - b) % 6, (b - a) % 6) >= least for a in one for b in others):
            return True
    return False


def direct_ways(look: Situation, firers: Sequence[int], hex: int) -> list[tuple[int, ...]]:
    """By which hexsides the direct fire of these comes into a hex (TCS 11.4b)."""
    world = look.world
    seeing = [n for n in firers if world.direct[n] and look.units[n].at != hex and look.spies(n, hex, TO_FIRE)]
    return [world.ground.entry(at, hex) for at in dict.fromkeys(look.units[n].at for n in seeing)]


def in_cross_fire(look: Situation, firers: Sequence[int], hex: int) -> bool:
    """Whether the fire of these at a hex is cross fire (TCS 11.4b)."""
    swept = swept_by(look, hex) if look.world.options.cross_fire_remembered else 0
    if not swept and len(firers) == 1:
        return False
    ways = direct_ways(look, firers, hex)
    return bool(ways) and crosses(look.world, ways, swept)


def swept_by(look: Situation, hex: int) -> int:
    """The hexsides by which effective direct fire came into a hex earlier in this phase, as bits."""
    return next((bits for at, bits in look.board.swept if at == hex), 0)


def burns(look: Situation, firers: Sequence[int], hex: int) -> bool:
    """Whether there are flamethrowers among the firers near enough: the ground covers one class less (TCS 24.2)."""
    world, near = look.world, look.world.ground.distance
    for n in firers:
        if "flamethrower" in world.kinds[n].traits and near(look.units[n].at, hex) <= world.options.flame_hexes:
            return True
    return False


def area_shot(look: Situation, firers: Sequence[int], hex: int, side: int, kind: int, *, trigger: bool) -> AreaShot:
    """The facts of an area fire at the units of a side in a hex, as the board has them."""
    world, ground, units = look.world, look.world.ground, look.units
    targets = counted = look.area_targets(hex, side, way_of(look, firers, kind))
    if world.options.density_counts == "all":
        counted = [n for n in look.units_in(hex) if world.owners[n] == side]
    starts = {units[n].at: None for n in firers}
    spotted = kind == CLOSE or spotted_by_all(look, firers, hex, side, trigger=trigger)
    ranges = [
        area_range(trajectory, ground.distance(units[n].at, hex))
        for n in firers
        if (trajectory := world.kinds[n].trajectory_class) is not None
    ]
    pick = max if world.options.mixed_firers == "best" else min
    return AreaShot(
        strength=strength_of(look, firers, hex),
        steps=sum([units[n].steps for n in counted]),
        ranged=ranges[0] if len(ranges) == 1 else pick(ranges, key=lambda each: each.value),
        spotted=spotted,
        low=any(world.direct[n] for n in firers),
        armour=look.armour_in(hex, side),
        sparse=kind == SFA and not spotted,
        type=TYPES[max(ground.type_against(starts, hex) - burns(look, firers, hex), 0)],
        cross_fire=kind != CLOSE and in_cross_fire(look, firers, hex),
        **conditions(look, firers, starts, targets, hex, kind),
    )


def spotted_by_all(look: Situation, firers: Sequence[int], hex: int, side: int, *, trigger: bool = False) -> bool:
    """Whether every stack that fires, or the spotter of its weapons, spots somebody in the hex (TCS 7.1f)."""
    targets = [n for n in look.units_in(hex) if look.world.owners[n] == side]
    stacks: dict[int, list[int]] = {}
    for n in firers:
        stacks.setdefault(look.units[n].at, []).append(n)
    for stack in stacks.values():
        if any(look.spies(n, hex, TO_FIRE) for n in stack):
            if not spots_hex(look, stack, targets, trigger=trigger):
                return False
        elif not all(spots_hex(look, spotters(look, n, hex), targets, trigger=trigger) for n in stack):
            return False
    return True


class AreaFire(FireRoll, frozen=True, array_like=True, tag="area_fire"):
    """An area fire by some units at the units of a side in a hex (TCS 9.0c, 11)."""

    roles = Roles(by="firers", at="hex")

    firers: tuple[int, ...]
    hex: int
    side: int
    kind: int = SFA
    trigger: bool = False
    """Whether the targets are fired at because they fired."""

    def facts(self, look: Situation) -> Attack:
        """The strength of the firers, and every shift."""
        shot = area_shot(look, self.firers, self.hex, self.side, self.kind, trigger=self.trigger)
        what = "area_fires" if len(self.firers) == 1 else "area_fire"
        says = look.say(what, firers=self.firers, hex=self.hex, strength=shot.strength)
        rule = {SFA: "TCS 13.0a", OVERWATCH: "TCS 15.5b", CLOSE: "TCS 22.3"}[self.kind]
        return Attack(rule, says, shot.strength, shot.shifts())

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Nothing; or steps lost and morale checks (TCS 9.1c, 10.0a, 17.1b)."""
        assert isinstance(outcome, int)
        field.fire_at(self.hex, *self.firers)
        button_up(field, field.point_targets(self.hex, self.side))
        if outcome < 0:
            dismount(field, self.side, self.hex)
            return
        again, only = self._aboard(field)
        crossed = self.kind != CLOSE and in_cross_fire(field, self.firers, self.hex)
        low = self.low(field)
        self._sweep(field)
        hexes = tuple(dict.fromkeys(field.units[n].at for n in self.firers))
        checks = MoraleChecks(self.side, self.hex, hexes, cross_fire=crossed, no_low=not low)
        losses = max(0, outcome - self._spared(field))
        form = form_of(field, self.hex, self.side, way_of(field, self.firers, self.kind))
        dismount(field, self.side, self.hex)
        field.next(TakeLosses(self.side, self.hex, losses, losses, form, fire=hexes, only=only), *again, checks)

    def _spared(self, field: Battlefield) -> int:
        """The steps of the result that are not lost."""
        rules = field.game.rules.at(SPARED)
        if not rules:
            return 0
        shot = area_shot(field, self.firers, self.hex, self.side, self.kind, trigger=self.trigger)
        return sum(spare(field, self, shot) for spare in rules)

    def low(self, look: Situation) -> bool:
        """Whether any of the fire is of low trajectory (TCS 17.1c1)."""
        return any(look.world.direct[n] for n in self.firers)

    def _aboard(self, field: Battlefield) -> tuple[tuple[Procedure, ...], tuple[int, ...]]:
        """TCS 10.0c: if there are passengers in the hex, what follows for them, and whom the fire itself can harm."""
        if not aboard(field, self.side, self.hex):
            return (), ()
        again = second_attack(field, self.side, self.hex, self.attack(field))
        return again, tuple(field.area_targets(self.hex, self.side, way_of(field, self.firers, self.kind)))

    def _sweep(self, field: Battlefield) -> None:
        """TCS 11.4b: later fire from elsewhere will be cross fire."""
        ways = [] if self.kind == CLOSE else direct_ways(field, self.firers, self.hex)
        bits = 0
        for way in {way for each in ways for way in each}:
            bits |= 1 << way
        if bits:
            swept = dict(field.board.swept)
            swept[self.hex] = swept.get(self.hex, 0) | bits
            field.update(swept=tuple(sorted(swept.items())))


CHAPTER = Chapter(
    name="areafire",
    procedures=(AreaFire,),
    phrases={
        "area_fires": "{firers:units} fires on {hex:hex}, strength {strength}",
        "area_fire": "{firers:units} fire on {hex:hex}, strength {strength}",
    },
)
