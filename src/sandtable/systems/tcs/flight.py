"""SYR (TCS 17.5): a unit runs to save itself, at once and away from the enemy, or is destroyed."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import MOVE_MODE, NIGHT, NOBODY, SUPPRESSED, World

__all__ = ["CHAPTER", "RAN", "Flee", "SaveYourself", "ways_out"]

RAN: Seam[Callable[[Battlefield, int, int], None]] = Seam("what follows when a unit has run to a hex")

NO_WAY_OUT = Reason(
    "it must end farther from those who fired and from the nearest enemy, and pass no enemy", "TCS 17.5a"
)

KEPT = 20_000
"""How many answers are kept for one map."""


def ways_out(look: Situation, unit: int, fire: tuple[int, ...]) -> tuple[int, ...]:
    """Where a unit may run to: within its printed allowance, past no enemy unless it is night, and farther from those
    who fired and from the nearest enemy than it began (TCS 17.5a, 17.5b).
    """
    world = look.world
    at, allowance = look.units[unit].at, world.allowances[unit]
    if not allowance:
        return ()
    enemies = look.occupied(1 - world.owners[unit]) & ~(1 << at)  # in an assault those in its hex do not bar its way
    mover = world.kinds[unit].move_class
    known: dict[object, tuple[int, ...]] = known_of(world.ground, "ways_out")
    key = mover, at, allowance, enemies, fire, look.board.light == NIGHT, world.options.minimum_move
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = _ways_out(world, mover, at, allowance, enemies, fire, night=look.board.light == NIGHT)
    return found


def _ways_out(
    world: World, mover: str, at: int, allowance: int, enemies: int, fire: tuple[int, ...], *, night: bool
) -> tuple[int, ...]:
    ground = world.ground
    foes = ground.map.indices(enemies)
    barred = enemies
    for hex in () if night else foes:
        barred |= ground.beside[hex]
    barred &= ~(1 << at)
    free = world.options.minimum_move
    reach = ground.movements[mover].reach(at, allowance, blocked=barred, at_least_one=free)
    nearest = min([ground.distance(hex, at) for hex in foes], default=-1)
    found = [hex for hex in reach if hex != at]
    for other, least in (*((hex, ground.distance(hex, at)) for hex in fire), *((hex, nearest) for hex in foes)):
        apart = ground.ranges(other)
        found = [hex for hex in found if apart[hex] > least]
    return tuple(found)


class SaveYourself(Step, frozen=True, array_like=True, tag="save_yourself"):
    """TCS 17.5: it loses steps, goes to Move Mode and runs."""

    unit: int
    fire: tuple[int, ...]
    loss: int

    def run(self, field: Battlefield) -> None:
        """If it is still there, and if there is a way out."""
        unit = self.unit
        if not field.units[unit].steps or field.units[unit].at < 0:
            return
        for _ in range(self.loss):
            if not field.lose_step(unit, "TCS 17.5c"):
                return
        hexes = ways_out(field, unit, self.fire) if field.units[unit].carrier == NOBODY else ()
        if not hexes:
            field.lose(unit, "trapped", "TCS 17.5a")
        elif len(hexes) == 1:
            run_to(field, unit, hexes[0], self.fire)
        else:
            field.next(Flee(field.world.owners[unit], unit, self.fire))


class Flee(Decide, frozen=True, array_like=True, tag="flee"):
    """TCS 17.5a: the owner chooses where it runs."""

    unit: int
    fire: tuple[int, ...]

    @verb("Run to", "hex", menu="Run", otherwise=NO_WAY_OUT)
    def to(self, look: Situation) -> Targets:
        """Hexes away from the enemy."""
        return ways_out(look, self.unit, self.fire)

    @to.then
    def _do_to(self, field: Battlefield, hex: int) -> None:
        run_to(field, self.unit, hex, self.fire)


def run_to(field: Battlefield, unit: int, hex: int, fire: tuple[int, ...]) -> None:
    """It gets there without being fired at, and is Suppressed (TCS 17.2e, 17.5b); where enemies hid it turns aside."""
    side = field.world.owners[unit]
    if hiding.hides_in(field, hex, 1 - side):
        field.find(hex)
        field.next(SaveYourself(unit, fire, 0))
        return
    before = field.units[unit].at
    field.enter(unit, hex, mode=MOVE_MODE, road=False)
    field.log("runs", "TCS 17.5a", unit=unit, hex=hex, reveals=hiding.might_find(field, (unit,)))
    field.shake(unit, SUPPRESSED, "TCS 17.2e")
    hold(field, hex)
    hold(field, before)
    hiding.search(field, (unit,))
    for follow in field.game.rules.at(RAN):
        follow(field, unit, hex)


CHAPTER = Chapter(
    name="flight",
    procedures=(
        SaveYourself,
        Flee,
    ),
    phrases={
        "flee?": "{unit:unit} runs to save itself: where to?",
        "trapped": "{unit:unit} finds no way out and is destroyed",
        "runs": "{unit:unit} runs to {hex:hex}",
    },
)
