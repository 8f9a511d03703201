"""The action phase of a side, step by step (TCS 2.0s to 2.0y).

In step 4 the side chooses among all its units again and again: `Act` is asked, the chosen action is carried out with
all that it provokes, and `Act` is asked again. So a side mixes the actions of its units freely, and a unit that has
moved a part of its way can go on later (TCS 2.0y). This module has the frame of the phase; the chapters add the verbs
of `Act` and the steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Procedure, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield

__all__ = [
    "AFTER_ACTING",
    "BEFORE_ACTING",
    "CHAPTER",
    "IDLE",
    "OPENING",
    "PARTS",
    "Act",
    "ActionPhase",
    "EndPhase",
    "Part",
    "idle",
]

OPENING: Seam[Callable[[Battlefield, int], None]] = Seam("what changes on the map when a side's action phase begins")
BEFORE_ACTING: Seam[Callable[[int], Procedure]] = Seam("steps of a side's action phase before it acts")
AFTER_ACTING: Seam[Callable[[int], Procedure]] = Seam("steps of a side's action phase after it has acted")
IDLE: Seam[Callable[[Situation, int], Reason | None]] = Seam(
    "why a unit of the phasing side does nothing at this moment"
)


class Part(NamedTuple):
    """How a chapter divides the acting of a side into parts: what it is asked, and what follows when it has ended one;
    None is the question of the whole phase, and its end.
    """

    prompt: Callable[[Situation], Said | None]
    ends: Callable[[Battlefield, int], Procedure | None]


PARTS: Seam[Part] = Seam("parts of a side's acting in its action phase")


def idle(look: Situation, unit: int) -> Reason | None:
    """Why a unit does nothing at this moment, though its side acts; None if nothing speaks against it."""
    for why_not in look.game.rules.at(IDLE):
        why = why_not(look, unit)
        if why is not None:
            return why
    return None


class ActionPhase(Step, frozen=True, array_like=True, tag="action_phase"):
    """An action phase begins."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """Steps 1 to 3, then the side acts (TCS 2.0s, 2.0t, 2.0u)."""
        everybody = field.on_map(0), field.on_map(1)
        hunted = any(hiding.might_find(field, units) for units in everybody)
        field.log("action_phase", "TCS 2.0q", side=self.side, reveals=hunted)
        field.update(phasing=self.side, swept=(), assaulted=())
        now, roster = field.units, field.world.roster_of
        others = [n for n in roster[1 - self.side] if now[n].watched and now[n].steps]
        ready = {n: replace(now[n], watched=False) for n in others}
        for n in roster[self.side]:
            unit = now[n]
            if not unit.steps:
                continue
            if unit.fired or unit.spent or unit.impulse or unit.turned or unit.fresh or unit.watched:
                fresh = {"fired": False, "spent": 0, "impulse": 0, "turned": False, "fresh": False}
                ready[n] = replace(unit, **fresh, watched=False)
        if ready:
            field.put_units(ready)
        rules = field.game.rules
        for change in rules.at(OPENING):
            change(field, self.side)
        for units in everybody:
            hiding.search(field, units)
        field.next(*(step(self.side) for step in rules.at(BEFORE_ACTING)), Act(self.side))


class Act(Decide, frozen=True, array_like=True, tag="act"):
    """TCS 2.0v: the phasing side acts, with any of its units in any order."""

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        for part in look.game.rules.at(PARTS):
            said = part.prompt(look)
            if said is not None:
                return said
        return look.say("act?", turn=look.world.clock(look.turn))

    @verb("End the action phase", last=True)
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _do_end(self, field: Battlefield, _: None) -> None:
        for part in field.game.rules.at(PARTS):
            another = part.ends(field, self.side)
            if another is not None:
                field.next(another)
                return
        field.next(EndPhase(self.side))


class EndPhase(Step, frozen=True, array_like=True, tag="end_phase"):
    """TCS 2.0x: step 5, recovery and overstacking."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """One after the other."""
        field.next(*(step(self.side) for step in field.game.rules.at(AFTER_ACTING)))


CHAPTER = Chapter(
    name="action phase",
    procedures=(ActionPhase, Act, EndPhase),
    phrases={
        "act?": "Turn {turn}: act with a unit, or end your action phase.",
        "action_phase": "Action phase of {side:side}",
    },
)
