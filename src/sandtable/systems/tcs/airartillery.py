"""The aircraft and artillery phase (TCS 2.0j to 2.0p): an initiative of its own, then six subphases for each side.

1 sorties, 2 barrages written before the battle, 3 Continuous Fire comes off and missions are called, 4 each is
adjusted, 5 each that shoots comes down, 6 the markers of HE come off. Without batteries, guns or aircraft nothing is
rolled.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Decide, Procedure, Step, verb
from sandtable.systems.tcs.adjustment import noted, rockets
from sandtable.systems.tcs.barrage import Execute, barrage_of, zones_of
from sandtable.systems.tcs.batteries import pay, refresh
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.calling import Call
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.shells import HE, Mission
from sandtable.systems.tcs.turn import AIR_ARTILLERY, Initiative
from sandtable.systems.tcs.world import NOBODY, World

__all__ = ["CHAPTER", "EXECUTION", "FIRST_SUBPHASE", "FireInitiative", "Fires", "has_support"]

FIRST_SUBPHASE: Seam[Callable[[int], Procedure]] = Seam("the first subphase: what a side does before its artillery")
"""Functions of a side that give a procedure."""
EXECUTION: Seam[Callable[[int], Procedure]] = Seam("what of a side comes down after the missions it has adjusted")


def has_support(world: World, side: int) -> bool:
    """Whether a scenario gives a side batteries, aircraft, or artillery on the map."""
    known: dict[int, bool] = known_of(world, "has support")
    found = known.get(side)
    if found is None:
        guns = any(world.kinds[n].kind == "artillery" for n in world.units_of[side])
        found = known[side] = world.support.has(side) or guns
    return found


class Fires(Step, frozen=True, array_like=True, tag="fires"):
    """TCS 2.0j: who goes first in the phase; a side alone simply goes."""

    def run(self, field: Battlefield) -> None:
        """The scenario's side on the first turn; otherwise the dice say who chooses."""
        sides = [side for side in (0, 1) if has_support(field.world, side)]
        if not sides:
            return
        field.update(phasing=NOBODY)
        refresh(field)
        first = field.world.first_side
        if len(sides) == 1:
            field.next(SideFires(sides[0]))
        elif field.turn == 1 and first != NOBODY:
            field.next(SideFires(first), SideFires(1 - first))
        else:
            field.next(FireInitiative())


class FireInitiative(Initiative, frozen=True, array_like=True, tag="fire_initiative"):
    """TCS 2.0j, 2.0r: the roll for this phase, apart from that of the action phases."""

    def choice(self, side: int) -> Decide:
        """The order of this phase."""
        return ChooseFireOrder(side)


class ChooseFireOrder(Decide, frozen=True, array_like=True, tag="choose_fire_order"):
    """TCS 2.0j: the winner of the roll goes first or second, for the whole phase."""

    @verb("First is", "side")
    def first(self, look: Situation) -> Targets:
        """Either side."""
        return (self.side, 1 - self.side)

    @first.then
    def _do_first(self, field: Battlefield, side: int) -> None:
        field.log("fire_order", "TCS 2.0j", side=side)
        field.next(SideFires(side), SideFires(1 - side))


class SideFires(Step, frozen=True, array_like=True, tag="side_fires"):
    """The six subphases of a side."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """One after the other."""
        side = self.side
        first = [step(side) for step in field.game.rules.at(FIRST_SUBPHASE)]
        field.next(*first, Prepared(side), LiftFire(side))


class Prepared(Step, frozen=True, array_like=True, tag="prepared"):
    """TCS 2.0l: barrages written before the battle come down where they were aimed, each as a Good Shoot."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Those of this turn."""
        due = []
        for number, plotted in enumerate(field.world.support.plotted):
            if plotted.side != self.side or plotted.turn != field.turn or field.board.plots[number] < 0:
                continue
            mission = Mission(self.side, HE, plotted.batteries, wide=plotted.wide or rockets(field, plotted.batteries))
            due.append(noted(field, mission, barrage_of(field, mission, field.board.plots[number], good=True)))
            _use(field, mission, free=not plotted.pays)
        if due:
            field.next(Execute(self.side, tuple(due)))


def _use(field: Battlefield, mission: Mission, *, free: bool) -> None:
    """The batteries of a mission have fired this turn; a free one costs them no ammunition."""
    before = field.board.batteries
    pay(field, mission)
    if free:
        stocks = tuple(
            replace(stock, fired=field.turn) if n in mission.batteries else stock for n, stock in enumerate(before)
        )
        field.update(batteries=stocks)


class LiftFire(Step, frozen=True, array_like=True, tag="lift_fire"):
    """TCS 2.0m: the side's own Continuous Fire comes off, and it calls new missions."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Lift, and ask."""
        missions = field.board.missions
        kept = tuple(each for each in missions if each.side != self.side)
        if kept != missions:
            field.update(missions=kept)
            field.update(zones=zones_of(field))
            field.log("lifted", "TCS 2.0m", side=self.side)
        later = [step(self.side) for step in field.game.rules.at(EXECUTION)]
        field.next(Call(self.side), *later, Ceasefire(self.side))


class Ceasefire(Step, frozen=True, array_like=True, tag="ceasefire"):
    """TCS 2.0p: all markers come off but those of Continuous Fire."""

    side: int

    def run(self, field: Battlefield) -> None:
        """The zones are those of Continuous Fire again."""
        zones = zones_of(field)
        if zones != field.board.zones or field.board.ran:
            field.update(zones=zones, ran=())
        field.log("ceasefire", "TCS 2.0p", side=self.side, reveals=True)


CHAPTER = Chapter(
    name="aircraft and artillery phase",
    procedures=(
        Fires,
        FireInitiative,
        ChooseFireOrder,
        SideFires,
        Prepared,
        LiftFire,
        Ceasefire,
    ),
    adds=(AIR_ARTILLERY.add(Fires()),),
    phrases={
        "fire_initiative!": "{side:side} rolls for initiative in the aircraft and artillery phase",
        "choose_fire_order?": "You have the initiative: whose aircraft and artillery are first?",
        "fire_order": "{side:side} aircraft and artillery go first",
        "ceasefire": "{side:side} aircraft and artillery are done",
        "lifted": "{side:side} Continuous Fire is lifted",
    },
)
