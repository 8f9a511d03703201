"""Reinforcements (TCS 27.2): they come in step 3 of an action phase, in Move Mode, and pay for the first hex."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.field import with_entry
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roll, Step, verb
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.action import BEFORE_ACTING
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import has_impulses
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.world import MOVE_MODE, NOBODY

__all__ = ["CHAPTER", "ArrivalRoll", "Arrivals", "Arrive"]


def arriving(look: Situation, side: int) -> list[int]:
    """The formations of a side that are due."""
    due = look.board.due
    return [n for n, each in enumerate(look.world.formations) if each.side == side and 0 < due[n] <= look.turn]


def entries(look: Situation, formation: int) -> tuple[int, ...]:
    """The hexes where a formation may come on: of its area, without the enemy; if it has been kept out, the nearest
    ones along the edge of the map.
    """
    each, ground = look.world.formations[formation], look.world.ground
    free = tuple(hex for hex in each.area if not look.barred(hex, each.side))
    if free or look.turn <= each.arrives + each.varies:
        return free
    edge = [hex for hex in range(ground.size) if len(ground.neighbours[hex]) < 6 and not look.barred(hex, each.side)]
    apart = {hex: min(ground.distance(hex, own) for own in each.area) for hex in edge}
    return tuple(hex for hex in edge if apart[hex] == min(apart.values()))


class Arrivals(Step, frozen=True, array_like=True, tag="arrivals"):
    """Step 3 of an action phase (TCS 2.0u)."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Those that are due come on; for those that vary, the turn before, a die is rolled."""
        due = field.board.due
        early = [
            ArrivalRoll(n)
            for n, each in enumerate(field.world.formations)
            if each.side == self.side and each.varies and field.turn == each.arrives - 1 and due[n] == each.arrives
        ]
        field.next(*early, ComeOn(self.side))


class ComeOn(Step, frozen=True, array_like=True, tag="come_on"):
    """Those that are due."""

    side: int

    def run(self, field: Battlefield) -> None:
        """One formation after the other."""
        for formation in arriving(field, self.side):
            hexes = entries(field, formation)
            if not hexes:
                field.update(due=with_entry(field.board.due, formation, field.turn + 1))
                field.log("blocked", "TCS 27.2", formation=formation)
            elif len(hexes) == 1:
                come_on(field, formation, hexes[0])
            else:
                field.next(Arrive(self.side, formation), self)
                return


class ArrivalRoll(Roll, frozen=True, array_like=True, tag="arrival_roll"):
    """A formation may come a turn early, or a turn late."""

    formation: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        late, early = LIMITS["arrival_late"], LIMITS["arrival_early"]
        rows = (Row(None, late, "late"), Row(late + 1, early - 1, "in time"), Row(early, None, "early"))
        return Resolution("TCS 27.2", "", D6, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Early is now."""
        shift = {"late": 1, "in time": 0, "early": -1}[str(outcome)]
        if shift:
            field.update(due=with_entry(field.board.due, self.formation, field.board.due[self.formation] + shift))


class Arrive(Decide, frozen=True, array_like=True, tag="arrive"):
    """TCS 27.2: by which hex a formation comes on."""

    formation: int

    @verb("Come on at", "hex", menu="Come on")
    def at(self, look: Situation) -> Targets:
        """Hexes of its area without the enemy."""
        return entries(look, self.formation)

    @at.then
    def _(self, field: Battlefield, hex: int) -> None:
        come_on(field, self.formation, hex)


def come_on(field: Battlefield, formation: int, hex: int) -> None:
    """The units of a formation are put on the map, in Move Mode, having paid for the hex."""
    world = field.world
    side = world.formations[formation].side
    if hiding.hides_in(field, hex, 1 - side):
        field.find(hex)
        field.next(ComeOn(side))
        return
    field.update(due=with_entry(field.board.due, formation, 0))
    for n, member in enumerate(world.member_of):
        if member != formation or not field.units[n].steps:
            continue
        steps = field.movement(n).steps
        costs = [steps[here * 6 + world.ground.way(here, hex)] for here in world.ground.neighbours[hex]]
        paid = min((cost for cost in costs if cost >= 0), default=0)
        rides = world.rides[n]
        if rides != NOBODY and field.units[rides].steps:
            field.change(n, at=hex, mode=MOVE_MODE, carrier=rides)
        else:
            field.change(n, at=hex, mode=MOVE_MODE, spent=paid, impulse=int(has_impulses(world, n)))
    units = [n for n, member in enumerate(world.member_of) if member == formation and field.units[n].at == hex]
    field.log("arrives", "TCS 27.2", formation=formation, hex=hex, reveals=hiding.might_find(field, units))
    field.gather(hex)
    hiding.search(field, units)


CHAPTER = Chapter(
    name="arrivals",
    procedures=(
        Arrivals,
        ComeOn,
        ArrivalRoll,
        Arrive,
    ),
    adds=(BEFORE_ACTING.add(Arrivals),),
    phrases={
        "arrival_roll!": "When does {formation:formation} arrive",
        "arrive?": "Where does {formation:formation} come on?",
        "arrives": "{formation:formation} comes on at {hex:hex}",
        "blocked": "{formation:formation} finds its way blocked and waits",
    },
)
