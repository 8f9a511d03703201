"""The sequence of play (TCS 2): the whole of it, with the steps of rules that are not in play yet empty.

Command phase, aircraft and artillery phase, the two action phases, clean up, turn end.
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Procedure, Roll, Step, verb
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.action import ActionPhase
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import HOURLY, CommandPhase
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.light import change_light
from sandtable.systems.tcs.releases import Releases
from sandtable.systems.tcs.weather import WeatherStep, change_weather
from sandtable.systems.tcs.world import NOBODY

__all__ = [
    "AIR_ARTILLERY",
    "BUTTONED",
    "CHAPTER",
    "CHEMICALS",
    "CLEAN_UP",
    "HOURLY",
    "ILLUMINATION",
    "LAST",
    "MINES",
    "SMOKE",
    "ActionPhases",
    "AirArtilleryPhase",
    "ChooseOrder",
    "CleanUp",
    "CommandPhase",
    "Initiative",
    "Turn",
    "TurnEnd",
]

AIR_ARTILLERY: Seam[Procedure] = Seam("steps of the aircraft and artillery phase")
CLEAN_UP: Seam[tuple[int, Procedure]] = Seam("steps of clean up, each with its place in the order")
ILLUMINATION, SMOKE, MINES, CHEMICALS, BUTTONED, LAST = range(6)
"""The order of clean up (TCS 2.0z)."""
FACES = tuple(Row(face, face, str(face)) for face in range(1, 7))


class Turn(Step, frozen=True, array_like=True, tag="turn"):
    """TCS 2.0a: a turn begins."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Light and weather change as they are due; then line up the phases."""
        plans = field.world.command.command == "full"  # the enemy's plans may be asked about next
        field.log("turn", "TCS 2.0a", turn=field.turn, clock=field.world.clock(field.turn), reveals=plans)
        change_light(field)
        change_weather(field)
        field.next(CommandPhase(), Releases(), WeatherStep(), AirArtilleryPhase(), ActionPhases(), CleanUp(), TurnEnd())


class AirArtilleryPhase(Step, frozen=True, array_like=True, tag="air_artillery_phase"):
    """TCS 2.0j to 2.0p: sorties and barrages; see `airartillery`."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Whatever there is of them."""
        field.next(*field.game.rules.at(AIR_ARTILLERY))


class ActionPhases(Step, frozen=True, array_like=True, tag="action_phases"):
    """TCS 2.0q: who conducts his action phase first."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """The scenario's side on the first turn; otherwise the dice say who chooses."""
        first = field.world.first_side
        if field.turn == 1 and first != NOBODY:
            field.next(ActionPhase(first), ActionPhase(1 - first))
        else:
            field.next(Initiative())


class Initiative(Roll, frozen=True, array_like=True, tag="initiative"):
    """TCS 2.0r: each side rolls a die, and the higher chooses; ties are rolled again."""

    side: int = 0
    other: int = 0
    """What the first side has rolled; 0 before."""

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        return Resolution("TCS 2.0r", "", D6, FACES)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The other side rolls, or the higher chooses."""
        face = int(str(outcome))
        if self.side == 0:
            field.next(type(self)(1, face))
        elif face == self.other:
            field.next(type(self)())
        else:
            field.next(self.choice(1 if face > self.other else 0))

    def choice(self, side: int) -> Decide:
        """What the winner is asked."""
        return ChooseOrder(side)


class ChooseOrder(Decide, frozen=True, array_like=True, tag="choose_order"):
    """TCS 2.0r: the winner of the roll goes first or second."""

    @verb("First is", "side")
    def first(self, look: Situation) -> Targets:
        """Either side."""
        return (self.side, 1 - self.side)

    @first.then
    def _do_first(self, field: Battlefield, side: int) -> None:
        field.log("initiative", "TCS 2.0q", side=side)
        field.next(ActionPhase(side), ActionPhase(1 - side))


class CleanUp(Step, frozen=True, array_like=True, tag="clean_up"):
    """TCS 2.0z: what was on the map for a turn comes off."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Step by step, in the order of the charts."""
        steps = sorted(field.game.rules.at(CLEAN_UP), key=lambda each: each[0])
        field.next(*(step for _, step in steps))


class TurnEnd(Step, frozen=True, array_like=True, tag="turn_end"):
    """TCS 2.1: the turn marker advances, or the game is over."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Go on, or decide who has won."""
        units, roster = field.units, field.world.roster_of
        if field.turn >= field.world.turns or not all(any(units[n].steps for n in own) for own in roster):
            field.world.victory.decide(field)
            return
        field.update(turn=field.turn + 1)
        field.next(Turn())


CHAPTER = Chapter(
    name="turn",
    procedures=(
        Turn,
        AirArtilleryPhase,
        ActionPhases,
        Initiative,
        ChooseOrder,
        CleanUp,
        TurnEnd,
    ),
    phrases={
        "initiative!": "{side:side} rolls for initiative",
        "choose_order?": "You have the initiative: whose action phase is first?",
        "turn": "Turn {turn}, {clock}",
        "initiative": "{side:side} goes first",
    },
)
