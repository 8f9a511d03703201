"""Fire at a trigger as a list (TCS 15): every step in its order, and who may still act in it. For who draws it.

Chapters of an expansion add steps to the fire at a trigger (`STAGES`), and exchanges of their own (`EXCHANGES`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from sandtable.kernel.chapter import Seam
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Exchange, Stage
from sandtable.kernel.procedure import Procedure
from sandtable.kernel.state import State
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.overwatch import AimAt, Watch
from sandtable.systems.tcs.watching import ANSWER, AREA, FIRED, MOVED, POINT, RECOVERED, ROLLS, firers_of, shooters

__all__ = ["EXCHANGES", "STAGES", "exchange", "names_of", "stage"]

STAGES: Seam[Callable[[Situation, Watch], Iterable[Stage]]] = Seam("steps that are added to the fire at a trigger")
EXCHANGES: Seam[Callable[[Situation, Sequence[Procedure]], Exchange | None]] = Seam(
    "what happens one after the other, by what is under way, the innermost last"
)
HAPPENED = {MOVED: "moved", FIRED: "fired", RECOVERED: "recovered", ANSWER: "fired overwatch"}
MANY = 3


def names_of(look: Situation, units: Sequence[int]) -> str:
    """Units by name; more than a few by their number."""
    if len(units) > MANY:
        return f"{len(units)} units"
    *most, last = [look.world.names[n] for n in units] or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def stage(
    words: str,
    state: str,
    side: int,
    pieces: Sequence[int],
    note: str,
    rule: str,
    chance: Fraction | None = None,
) -> Stage:
    """A step, with its chance as a fraction and as a number."""
    exact = "" if chance is None else str(chance)
    return Stage(words, state, side, tuple(pieces), note, exact, 0.0 if chance is None else float(chance), rule)


def exchange(game: Game, state: State[Any, Any]) -> Exchange | None:
    """What is under way at this moment, as far as the onlooker knows; None if nobody has anything to react to."""
    if not state.stack:
        return None
    look = Situation(game, state.board)
    for each in game.rules.at(EXCHANGES):
        if found := each(look, state.stack):
            return found
    top = state.stack[-1]
    watch = top.watch if isinstance(top, AimAt) else top
    return _at_trigger(look, watch) if isinstance(watch, Watch) else None


def _at_trigger(look: Situation, watch: Watch) -> Exchange:
    """The fire at a trigger (TCS 15.2), with return fire after it (TCS 15.3)."""
    here = tuple(n for n in watch.units if look.units[n].at >= 0)
    happened = stage(f"{names_of(look, here)} {HAPPENED[watch.kind]}", "done", 1 - watch.side, here, "", "TCS 15.1a")
    more = [each for add in look.game.rules.at(STAGES) for each in add(look, watch)]
    if watch.kind == ANSWER:
        firers = _firers(look, watch, lambda _: True)
        own = stage("One stack returns fire", "now", watch.side, firers, "once, then it is over", "TCS 15.3")
        return Exchange("Return fire", (happened, own, *more), here)
    last: list[Stage] = []
    if look.world.options.return_fire:
        note = "one stack, at a stack that fired"
        last.append(stage("Return fire", "ahead", 1 - watch.side, (), note, "TCS 15.3"))
    fired = [stage(f"The stack in {look.world.hex_name(at)} fired", "done", watch.side,
                   [n for n in look.units_in(at) if look.world.owners[n] == watch.side], "", "TCS 15.2c")
             for at in watch.stacks]  # fmt: skip
    return Exchange("Overwatch", (happened, *fired, *_stacks(look, watch), *more, *last), here)


def _stacks(look: Situation, watch: Watch) -> Iterable[Stage]:
    """The stacks near the trigger, all of which may fire, and those farther off, of which only some may."""
    options = look.world.options
    within = f"within {options.overwatch_near} hex{'es' * (options.overwatch_near != 1)}"
    near = _firers(look, watch, lambda apart: apart <= options.overwatch_near)
    note = "every stack once" if near else "nobody there can fire"
    yield stage(f"Fire from {within}", "now" if near else "never", watch.side, near, note, "TCS 15.2b")
    left = max(options.overwatch_far - watch.far, 0)
    far = _firers(look, watch, lambda apart: apart > options.overwatch_near)
    if left and far:
        note = f"{left} stack{'s' * (left != 1)} may still fire"
    else:
        note = "nobody there can fire" if left else "no more stacks may fire"
    yield stage("Fire from farther off", "now" if left and far else "never", watch.side, far, note, "TCS 15.2b")


def _firers(look: Situation, watch: Watch, at: Callable[[int], bool]) -> tuple[int, ...]:
    """The units that could fire, in whatever form, from stacks that are so far from the trigger."""
    ground, fired = look.world.ground, watch.kind in (FIRED, ANSWER)
    found: set[int] = set()
    for form in (AREA, POINT, ROLLS):
        for stack, hexes in shooters(look, watch, form).items():
            for hex in hexes:
                if at(ground.distance(stack, hex)):
                    found.update(firers_of(look, stack, hex, form, watch.units, fired=fired))
    return tuple(sorted(found))
