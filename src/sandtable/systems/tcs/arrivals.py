"""Reinforcements (TCS 27.2): they come in step 3 of an action phase, in Move Mode, and pay for the first hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.field import with_entry
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.option import About, Options
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roll, Step, verb
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.action import BEFORE_ACTING
from sandtable.systems.tcs.board import Board, Situation, Unit, with_nobody_moved
from sandtable.systems.tcs.entering import entry_fire
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import has_impulses
from sandtable.systems.tcs.orders import post_of
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.secrets import IMAGINED, MASKS
from sandtable.systems.tcs.sheets import HOLD
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import MOVE_MODE, NEVER, NOBODY, OFF, World

__all__ = ["CHAPTER", "ArrivalOptions", "ArrivalRoll", "Arrivals", "Arrive", "entries"]


class ArrivalOptions(Options, frozen=True):
    """What the rules leave open about reinforcements."""

    arrival_triggers: Annotated[
        bool, About("Coming onto the map is a movement trigger for overwatch; off: only the next step is.", "TCS 27.2")
    ] = False


def arriving(look: Situation, side: int) -> list[int]:
    """The formations of a side that are due."""
    due = look.board.due
    return [n for n, each in enumerate(look.world.formations) if each.side == side and 0 < due[n] <= look.turn]


def entries(look: Situation, formation: int) -> tuple[int, ...]:
    """The hexes where a formation may come on: of its area, without known enemies; if it has been kept out, the nearest
    ones along the edge of the map.
    """
    each, ground = look.world.formations[formation], look.world.ground
    free = tuple(hex for hex in each.area if not look.barred(hex, each.side))
    if not free and formation in look.board.kept_out:
        border = [hex for hex in range(ground.size) if len(ground.neighbours[hex]) < 6]
        edge = _open_to(look, formation, [hex for hex in border if not look.barred(hex, each.side)])
        apart = {hex: min(ground.distance(hex, own) for own in each.area) for hex in edge}
        return tuple(hex for hex in edge if apart[hex] == min(apart.values()))
    return tuple(_open_to(look, formation, free))


def _open_to(look: Situation, formation: int, hexes: Sequence[int]) -> Sequence[int]:
    """Those of some hexes that all who come may enter; if there are none, all of them."""
    world = look.world
    movers = {world.kinds[n].move_class for n in waiting(look, formation)}
    terrains = [world.ground.movements[mover].costs.terrain for mover in movers]
    kinds = world.ground.map.terrain
    return [hex for hex in hexes if all(costs[kinds[hex]] is not None for costs in terrains)] or hexes


def waiting(look: Situation, formation: int) -> list[int]:
    """The units of a formation that are still to come."""
    units = look.units
    return [n for n, member in enumerate(look.world.member_of) if member == formation and _to_come(units[n])]


def _to_come(unit: Unit) -> bool:
    return unit.at == OFF and unit.steps > 0


def next_on(look: Situation, formation: int) -> list[int]:
    """Those of them who come on this turn: as many as the scenario allows, riders with their tanks (TCS 27.2)."""
    most, rides = look.world.formations[formation].per_turn, look.world.rides
    every = waiting(look, formation)
    riders = [n for n in every if rides[n] in every]
    first = [n for n in every if n not in riders]
    first = first[:most] if most else first
    return sorted(first + [n for n in riders if rides[n] in first])


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
                field.update(
                    due=with_entry(field.board.due, formation, field.turn + 1),
                    kept_out=tuple(sorted({*field.board.kept_out, formation})),
                )
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

    def audience(self, look: Situation) -> int | None:
        """The enemy learns of it when they come."""
        return look.world.formations[self.formation].side

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
    def _do_at(self, field: Battlefield, hex: int) -> None:
        come_on(field, self.formation, hex)


def come_on(field: Battlefield, formation: int, hex: int) -> None:
    """The units of a formation are put on the map, in Move Mode, having paid for the hex."""
    world, board = field.world, field.board
    side = world.formations[formation].side
    if hiding.hides_in(field, hex, 1 - side):
        field.find(hex)
        field.next(ComeOn(side))
        return
    units = next_on(field, formation)
    late = len(units) < len(waiting(field, formation))
    field.update(
        due=with_entry(board.due, formation, field.turn + 1 if late else 0),
        kept_out=tuple(each for each in board.kept_out if each != formation),
    )
    for n in units:
        steps = field.movement(n).steps
        costs = [steps[here * 6 + world.ground.way(here, hex)] for here in world.ground.neighbours[hex]]
        paid = min((cost for cost in costs if cost >= 0), default=0)
        rides, post = world.rides[n], _post(field, n, hex)
        if rides != NOBODY and field.units[rides].steps:
            field.change(n, at=hex, mode=MOVE_MODE, carrier=rides, post=post)
        else:
            field.change(n, at=hex, mode=MOVE_MODE, spent=paid, impulse=int(has_impulses(world, n)), post=post)
    what = "arrives_partly" if late else "arrives"
    field.log(what, "TCS 27.2", formation=formation, hex=hex, reveals=hiding.might_find(field, units))
    field.gather(hex)
    hold(field, hex)
    hiding.search(field, units)
    if field.game.rules.chosen(ArrivalOptions).arrival_triggers:
        field.next(Triggered(side, tuple(units), MOVED))
    field.next(*entry_fire(field, tuple(units), hex))


def _post(look: Situation, unit: int, hex: int) -> int:
    """The post of a unit that comes on: on a defense none, it goes to what it defends."""
    now = look.units[unit]
    if now.sheet == NOBODY:
        return NOBODY
    sheet = look.board.sheets[now.sheet]
    return NOBODY if sheet.groups[now.group].mission == HOLD else post_of(sheet, now.group, hex)


def mask(game: Game[Board, World], board: Board, side: int | None) -> Board:
    """The board as a side may know it: of the enemy's reinforcements it knows what the scenario says, not the dice."""
    known: dict[int | None, tuple[tuple[int, ...], tuple[int, ...]]] = known_of(game.world, "masked due")
    last = known.get(side)
    if last is None or last[0] is not board.due:
        each_due = zip(board.due, game.world.formations, strict=True)
        due = tuple(now if not now or each.side == side else each.arrives for now, each in each_due)
        last = known[side] = board.due, board.due if due == board.due else due
    return board if last[1] is board.due else with_nobody_moved(board, due=last[1])


def imagine(game: Game[Board, World], board: Board, side: int, below: Callable[[int], int]) -> Board:
    """The same board with other dice for the reinforcements of the enemy that have not come yet."""
    due = list(board.due)
    for n, each in enumerate(game.world.formations):
        if each.side == side or due[n] <= board.turn:
            continue
        turns = [board.turn + 1, NEVER] if each.release else [each.arrives]
        if each.varies and board.turn >= each.arrives - 1:
            turns = [turn for turn in (each.arrives, each.arrives + 1) if turn > board.turn]
        due[n] = turns[below(len(turns))]
    return board if tuple(due) == board.due else replace(board, due=tuple(due))


CHAPTER = Chapter(
    name="arrivals",
    procedures=(
        Arrivals,
        ComeOn,
        ArrivalRoll,
        Arrive,
    ),
    options=ArrivalOptions,
    adds=(BEFORE_ACTING.add(Arrivals), MASKS.add(mask), IMAGINED.add(imagine)),
    phrases={
        "arrival_roll!": "When does {formation:formation} arrive",
        "arrive?": "Where does {formation:formation} come on?",
        "arrives": "{formation:formation} comes on at {hex:hex}",
        "arrives_partly": "The first units of {formation:formation} come on at {hex:hex}",
        "blocked": "{formation:formation} finds its way blocked and waits",
    },
)
