"""The flight of helicopters (ME 4.1a, 4.1b): 200 points, 1 for a hex in Low and 5 in NOE, and AA fire on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.option import About, Options
from sandtable.kernel.picture import Mark, Route
from sandtable.kernel.procedure import Decide, Procedure, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import OPENING, Act
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.antiaircraft import AntiAircraft, batteries_against
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS
from sandtable.systems.tcs.modern.sky import Sky, aloft, flying, is_low, loads_of, not_your_helicopter, set_height
from sandtable.systems.tcs.movement import Region
from sandtable.systems.tcs.picture import MARKS
from sandtable.systems.tcs.tables import MOVERS, SIXTHS

__all__ = [
    "CHAPTER",
    "GROUNDED",
    "Fly",
    "FlyOn",
    "HelicopterOptions",
    "after_spending",
    "hex_cost",
    "options_of",
    "points_left",
]

GROUNDED: Seam[Callable[[Situation, int], Reason | None]] = Seam("why a helicopter in NOE does not move at that height")
NO_POINTS = Reason("{unit:unit} has no movement points left", "ME 4.1b1")
OUT_OF_REACH = Reason(
    "{unit:unit} has {left} movement points left, and pays {each} for a hex: fly Low, or in later turns", "ME 4.1b1"
)
HERE = Reason("{unit:unit} is there already", "ME 4.1b1")


class HelicopterOptions(Options, frozen=True):
    """The optional rules of helicopters, and what their rules leave open."""

    soviet_popup_doctrine: Annotated[
        bool,
        About(
            "Soviet helicopters pop up only when the conflict is 12 hours old, and fire worse when they do.",
            "ME 4.1g1",
        ),
    ] = False
    soviet_popup_ban: Annotated[bool, About("Soviet helicopters never pop up.", "ME 4.1g2")] = False
    aa_in_place: Annotated[
        bool,
        About(
            (
                "Points spent on a change of height or a load count towards every tenth; off: only points spent on "
                "hexes do."
            ),
            "ME 4.1b3",
        ),
    ] = True


def options_of(look: Situation) -> HelicopterOptions:
    """The options of the helicopter chapters."""
    return look.game.rules.chosen(HelicopterOptions)


def points_left(look: Situation, unit: int) -> int:
    """The movement points that a helicopter has left in this phase."""
    return look.world.kinds[unit].movement_allowance - look.units[unit].spent // SIXTHS


def hex_cost(look: Situation, unit: int) -> int:
    """What a hex costs a helicopter at its height (ME 4.1b1)."""
    return AIR_LIMITS["low_hex" if is_low(look, unit) else "noe_hex"]


def region(look: Situation, unit: int) -> Region:
    """Where a helicopter can fly at its height: over all ground, and over the enemy."""
    at, hexes = look.units[unit].at, points_left(look, unit) // hex_cost(look, unit)
    ground = look.world.ground
    known: dict[object, Region] = known_of(ground, "flights")
    found = known.get((at, hexes))
    if found is None:
        air = ground.movements["helicopter"]
        found = known[at, hexes] = Region(lambda: air.reach(at, hexes * SIXTHS))
    return found


def after_spending(field: Battlefield, unit: int, points: int, *, moved: bool = True) -> tuple[Procedure, ...]:
    """A helicopter spends points; if that takes it past a multiple of ten, AA fire follows (ME 4.1b3)."""
    before = field.units[unit].spent // SIXTHS
    field.change(unit, spent=(before + points) * SIXTHS)
    every = AIR_LIMITS["aa_points"]
    if (before + points) // every == before // every or not (moved or options_of(field).aa_in_place):
        return ()
    return (AntiAircraft(1 - field.world.owners[unit], unit),)


def why_not_fly(look: Situation, unit: int) -> Reason | None:
    """Why a helicopter may not fly on."""
    return None if points_left(look, unit) >= AIR_LIMITS["low_hex"] and _some(look, unit) else NO_POINTS.of(unit=unit)


def _some(look: Situation, unit: int) -> bool:
    """Whether it has points for a hex, or to change its height."""
    return points_left(look, unit) >= min(hex_cost(look, unit), AIR_LIMITS["change_height"])


def why_grounded(look: Situation, unit: int) -> Reason | None:
    """Why a helicopter does not move at its height, although it may climb."""
    if is_low(look, unit):
        return None
    for bar in look.game.rules.at(GROUNDED):
        if why := bar(look, unit):
            return why
    return None


class Fly(Decide, frozen=True, array_like=True, tag="helicopter"):
    """ME 4.1b: where a helicopter flies, or whether it changes its height."""

    unit: int

    @verb("Fly to", "hex", menu="Fly")
    def to(self, look: Situation) -> Targets:
        """Hexes in reach."""
        return () if why_grounded(look, self.unit) else region(look, self.unit)

    @to.then
    def _do_to(self, field: Battlefield, hex: int) -> None:
        path = region(field, self.unit).reach.path(hex)[1:]
        field.next(FlyOn(self.side, self.unit, path))

    @to.check
    def _why_not_to(self, look: Situation, hex: int) -> Reason | None:
        if hex == look.units[self.unit].at:
            return HERE.of(unit=self.unit)
        if why := why_grounded(look, self.unit):
            return why
        if hex in region(look, self.unit):
            return None
        left, each = points_left(look, self.unit), hex_cost(look, self.unit)
        return OUT_OF_REACH.of(unit=self.unit, left=left, each=each)

    @verb("Climb to Low")
    def climb(self, look: Situation) -> bool:
        """From NOE, for 5 points (ME 4.1a1)."""
        return not is_low(look, self.unit) and points_left(look, self.unit) >= AIR_LIMITS["change_height"]

    @climb.then
    def _do_climb(self, field: Battlefield, _: None) -> None:
        change_height(field, self.unit, low=True)

    @verb("Drop to NOE")
    def drop(self, look: Situation) -> bool:
        """From Low, for 5 points (ME 4.1a2)."""
        return is_low(look, self.unit) and points_left(look, self.unit) >= AIR_LIMITS["change_height"]

    @drop.then
    def _do_drop(self, field: Battlefield, _: None) -> None:
        change_height(field, self.unit, low=False)


def change_height(field: Battlefield, unit: int, *, low: bool) -> None:
    """A helicopter climbs or drops, and may be fired at there."""
    set_height(field, unit, low=low)
    field.log("climbs" if low else "drops", "ME 4.1b1", unit=unit)
    field.next(*after_spending(field, unit, AIR_LIMITS["change_height"], moved=False))


class FlyOn(Step, frozen=True, array_like=True, tag="fly_on"):
    """A helicopter on its way, hex by hex; every tenth point it is fired at, and over the enemy by those below."""

    work = 10

    side: int
    unit: int
    path: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """To the next fire, or to the end."""
        if field.units[self.unit].at < 0:
            return
        cost = hex_cost(field, self.unit)
        for number, hex in enumerate(self.path, 1):
            field.change(self.unit, at=hex)
            fire = after_spending(field, self.unit, cost) or overflown(field, self.unit)
            if fire and batteries_against(field, 1 - self.side, self.unit):
                field.log("flies", "ME 4.1b1", unit=self.unit, hex=hex)
                field.next(*fire, FlyOn(self.side, self.unit, self.path[number:]))
                return
        if self.path:
            field.log("flies", "ME 4.1b1", unit=self.unit, hex=self.path[-1])

    def route(self, look: Situation) -> Route | None:
        """The hexes it passes, and where it would be fired at."""
        field = Battlefield(look.game, look.board)
        cost, danger = hex_cost(look, self.unit), []
        for place, hex in enumerate(self.path, 1):
            field.change(self.unit, at=hex)
            fire = after_spending(field, self.unit, cost) or overflown(field, self.unit)
            for each in fire:
                queue = each.queue if isinstance(each, AntiAircraft) else None
                units = batteries_against(field, 1 - self.side, self.unit) if queue is None else queue
                if units:
                    danger.append((place, place, units))
        return Route((look.units[self.unit].at, *self.path), tuple(danger))


def overflown(look: Situation, unit: int) -> tuple[Procedure, ...]:
    """The AA fire of enemies that a helicopter flies over, which they alone make (ME 4.2c)."""
    side, at = 1 - look.world.owners[unit], look.units[unit].at
    below = tuple(n for n in batteries_against(look, side, unit) if look.units[n].at == at)
    return (AntiAircraft(side, unit, queue=below),) if below else ()


@verb("Fly", "unit")
def fly(act: Act, look: Situation) -> Targets:
    """Helicopters with points left (ME 4.1b)."""
    return tuple(n for n in aloft(look, act.side) if why_not_fly(look, n) is None)


@fly.then
def _take_off(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Fly(act.side, unit), act)


fly.check(lambda act, look, unit: not_your_helicopter(look, act.side, unit) or why_not_fly(look, unit))


def opening(field: Battlefield, side: int) -> None:
    """A new action phase: what helicopters did in the last one is forgotten."""
    sky = field.kept(Sky)
    if sky.popped or sky.gunned or sky.overran or sky.guarded:
        field.keep(replace(sky, popped=(), gunned=(), overran=(), guarded=()))


def marks(look: Situation, unit: int) -> list[Mark]:
    """The height of a helicopter, and what it carries."""
    if not flying(look, unit):
        return []
    low = is_low(look, unit)
    found = [Mark("low" if low else "noe", "Low, 100 m above the ground" if low else "NOE, nap of the earth")]
    loads = loads_of(look, unit)
    if loads:
        found.append(Mark("loaded", f"Carries {', '.join(look.world.names[n] for n in loads)}"))
    return found


CHAPTER = Chapter(
    name="flying",
    procedures=(Fly, FlyOn),
    verbs={Act: (fly,)},
    adds=(MOVERS.add("helicopter"), OPENING.add(opening), MARKS.add(marks)),
    phrases={
        "helicopter?": "{unit:unit}: click a hex to fly there, or change height.",
        "flies": "{unit:unit} flies to {hex:hex}",
        "climbs": "{unit:unit} climbs to Low",
        "drops": "{unit:unit} drops to NOE",
    },
    options=HelicopterOptions,
    keeps=Sky,
    switch="modern",
)
