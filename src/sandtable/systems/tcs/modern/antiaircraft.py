"""Anti-aircraft fire at helicopters (ME 4.2): each unit that sees one in reach rolls two dice.

It is made at every tenth movement point, over enemy units, at pop-ups, in overruns, and once in a unit's own action
phase. It costs nothing and marks nobody, so on each occasion all units that can fire do so; hidden units do not, for
they would give themselves away.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.pools import TWO_D6
from sandtable.kernel.procedure import Decide, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.kernel.scene import Span
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS, AIR_SHIFTS
from sandtable.systems.tcs.modern.sky import Sky, aloft, crash, sees
from sandtable.systems.tcs.picture import SPANS
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.tables import Kind
from sandtable.systems.tcs.world import NOBODY, PARALYZED, World

__all__ = [
    "CHAPTER",
    "AaRoll",
    "AntiAircraft",
    "aa_number",
    "aa_reach",
    "aa_resolution",
    "batteries_against",
    "why_not_aa",
]

UNARMED = Reason("{unit:unit} has no weapon for AA fire", "ME 4.2g")
CARRIED = Reason("{unit:unit} is carried and fires no AA", "ME 4.2g")
IS_PARALYZED = Reason("{unit:unit} is Paralyzed and fires no AA", "ME 4.2g")
HIDDEN = Reason("{unit:unit} hides, and AA fire would give it away", "ME 4.2g")
TOO_FAR = Reason("{target:unit} is {apart} hexes away, and {unit:unit} reaches {most} with AA fire", "ME 4.2g")
UNSEEN = Reason("{unit:unit} does not see {target:unit}", "ME 4.1a2")
HAS_FIRED = Reason("{unit:unit} has made its AA fire of this phase", "ME 4.2b")
NO_HELICOPTER = Reason("{unit:unit} has no enemy helicopter in reach and sight", "ME 4.2b")
NOT_A_HELICOPTER = Reason("that is not an enemy helicopter on the map", "ME 4.2b")


def _number(kind: Kind, what: str) -> int | None:
    found = [each.partition("=")[2] for each in kind.traits if each.startswith(f"{what}=")]
    return int(found[0]) if found else None


def aa_number(kind: Kind) -> int:
    """What AA fire of a type must reach: its own number, or 12 (ME 4.2a, 4.2d).

    >>> from sandtable.systems.tcs.tables import UNITS
    >>> aa_number(UNITS["su87_zsu23"]), aa_number(UNITS["su87_bmp2"])
    (9, 12)
    """
    number = _number(kind, "aa")
    return AIR_LIMITS["aa_default"] if number is None else number


def aa_reach(world: World, unit: int) -> int:
    """How far the AA fire of a unit reaches: as its AA weapon, or as its longest other weapon that is no missile; -1
    if it has none (ME 4.2g).
    """
    known: dict[int, int] = known_of(world, "aa reach")
    found = known.get(unit)
    if found is None:
        own = _number(world.kinds[unit], "aa_range")
        found = known[unit] = own if own is not None else max(world.area_reach[unit], world.point_reach[unit])
    return found


def why_not_aa(look: Situation, unit: int, target: int) -> Reason | None:
    """Why a unit on the ground cannot make AA fire at a helicopter. It may be in Move Mode (ME 4.2f)."""
    world, now = look.world, look.units[unit]
    if why := why_not_aa_at_all(look, unit):
        return why
    most = aa_reach(world, unit)
    apart = world.ground.distance(now.at, look.units[target].at)
    if apart > most:
        return TOO_FAR.of(unit=unit, target=target, apart=apart, most=most)
    if "aa_no_sight" in world.kinds[unit].traits or sees(look, unit, target):
        return None
    return UNSEEN.of(unit=unit, target=target)


def why_not_aa_at_all(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the ground makes no AA fire, wherever the helicopters are."""
    now = look.units[unit]
    if aa_reach(look.world, unit) < 0:
        return UNARMED.of(unit=unit)
    if now.carrier != NOBODY:
        return CARRIED.of(unit=unit)
    if now.morale == PARALYZED:
        return IS_PARALYZED.of(unit=unit)
    return HIDDEN.of(unit=unit) if now.hidden else None


def batteries_against(look: Situation, side: int, helicopter: int) -> tuple[int, ...]:
    """The units of a side that make AA fire at a helicopter on an occasion, in the order of the roster."""
    world, units = look.world, look.units
    there, apart = units[helicopter].at, world.ground.distance
    near = [n for n in look.on_map(side) if apart(units[n].at, there) <= aa_reach(world, n)]
    return tuple(n for n in near if why_not_aa(look, n, helicopter) is None)


class AntiAircraft(Step, frozen=True, array_like=True, tag="anti_aircraft"):
    """Units of a side fire AA at a helicopter, one after the other, until it is gone."""

    side: int
    """The side that fires."""
    target: int
    forgets: bool = False
    """Whether the helicopter pops up to fire a missile that needs no guidance (ME 4.1h)."""
    queue: tuple[int, ...] | None = None
    """Those who have yet to fire; None is all who can."""

    def run(self, field: Battlefield) -> None:
        """The first of them, then the others."""
        if field.units[self.target].at < 0:
            return
        queue = batteries_against(field, self.side, self.target) if self.queue is None else self.queue
        while queue and (field.units[queue[0]].at < 0 or why_not_aa(field, queue[0], self.target)):
            queue = queue[1:]
        if queue:
            field.next(AaRoll(queue[0], self.target, self.forgets), replace(self, queue=queue[1:]))


def aa_resolution(kind: Kind, target: Kind, *, forgets: bool = False) -> Resolution:
    """The roll of a type of unit at a type of helicopter (ME 4.2a)."""
    number = aa_number(kind)
    rows = (Row(None, number - 1, "miss"), Row(number, None, "destroyed"))
    found = []
    if target.defence:
        found.append(Modifier(-target.defence, f"defense {target.defence} of the helicopter", "ME 4.2a"))
    if forgets:
        found.append(AIR_SHIFTS["aa_forget"])
    return Resolution("ME 4.2a", "", TWO_D6, rows, tuple(found))


class AaRoll(Roll, frozen=True, array_like=True, tag="aa_roll"):
    """ME 4.2a: one unit fires AA at one helicopter."""

    roles = Roles(by="unit", on="target")

    unit: int
    target: int
    forgets: bool = False

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        kinds = look.world.kinds
        return aa_resolution(kinds[self.unit], kinds[self.target], forgets=self.forgets)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It is shot down, or not; nobody is marked (ME 4.2d)."""
        field.engage(self.unit, self.target)
        if outcome == "destroyed":
            crash(field, self.target, "ME 4.2a")


# In the own action phase


def guard_targets(look: Situation, unit: int) -> list[int]:
    """The helicopters that a unit may fire AA at in its own phase."""
    return [n for n in aloft(look, 1 - look.world.owners[unit]) if why_not_aa(look, unit, n) is None]


def why_not_guard(look: Situation, unit: int) -> Reason | None:
    """Why a unit may not make the AA fire of its own phase (ME 4.2b)."""
    if why := why_not_aa_at_all(look, unit):
        return why
    if unit in look.kept(Sky).guarded:
        return HAS_FIRED.of(unit=unit)
    return None if guard_targets(look, unit) else NO_HELICOPTER.of(unit=unit)


class Guard(Decide, frozen=True, array_like=True, tag="guard"):
    """ME 4.2b: at which helicopter a unit fires AA in its own phase, on top of its other fire."""

    unit: int

    @verb("Fire AA at", "unit", menu="Fire AA")
    def at(self, look: Situation) -> Targets:
        """Helicopters in reach and sight."""
        return tuple(guard_targets(look, self.unit))

    @at.then
    def _do_at(self, field: Battlefield, target: int) -> None:
        sky = field.kept(Sky)
        field.keep(replace(sky, guarded=tuple(sorted((*sky.guarded, self.unit)))))
        field.next(AaRoll(self.unit, target))

    @at.check
    def _why_not_at(self, look: Situation, target: int) -> Reason | None:
        if target not in aloft(look, 1 - self.side):
            return NOT_A_HELICOPTER
        return why_not_aa(look, self.unit, target)


@verb("Fire AA with", "unit", menu="Fire AA", name="guard")
def guard(act: Act, look: Situation) -> Targets:
    """Units with a helicopter in reach (ME 4.2b)."""
    if not aloft(look, 1 - act.side):
        return ()
    return tuple(n for n in look.on_map(act.side) if why_not_guard(look, n) is None)


@guard.then
def _choose_helicopter(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Guard(act.side, unit), act)


guard.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_guard(look, unit))


def spans(world: World, unit: int) -> Iterable[Span]:
    """The AA reach of a unit on the ground, with the number that two dice must reach (ME 4.2a, 4.2g)."""
    if unit not in world.flyers and aa_reach(world, unit) > 0:
        yield Span(f"AA on {aa_number(world.kinds[unit])}+", aa_reach(world, unit), "air")


CHAPTER = Chapter(
    name="anti-aircraft",
    procedures=(AntiAircraft, AaRoll, Guard),
    verbs={Act: (guard,)},
    adds=(SPANS.add(spans),),
    phrases={
        "guard?": "{unit:unit}: click the helicopter to fire AA at.",
        "aa_roll!": "{unit:unit} fires AA at {target:unit}",
        "shot_down": "{unit:unit} is shot down",
    },
    switch="modern",
)
