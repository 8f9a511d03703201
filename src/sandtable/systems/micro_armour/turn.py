"""The turn: its phases in their order, every turn (MA 05.00)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.procedure import Step
from sandtable.systems.micro_armour.board import FIRST, SECOND
from sandtable.systems.micro_armour.command import CommandRolls, Initiative
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.orders import MovePhase
from sandtable.systems.micro_armour.phases import FirePhase
from sandtable.systems.micro_armour.removal import Removal

__all__ = ["CHAPTER", "EndTurn", "Turn"]


class Turn(Step, frozen=True, array_like=True, tag="turn"):
    """A turn begins."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Line up the phases."""
        field.log("turn", "MA 05.00", turn=field.turn)
        field.next(*PHASES)


class EndTurn(Step, frozen=True, array_like=True, tag="end_turn"):
    """The winner, or the next turn."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Go on."""
        victory = field.world.victory
        victory.hold(field)
        last = field.turn == field.world.turns
        if victory.decide(field, last):
            return
        field.update(turn=field.turn + 1)
        field.next(Turn())


PHASES = (Initiative(), FirePhase(FIRST), FirePhase(SECOND), CommandRolls(), MovePhase(), Removal(), EndTurn())
"""What a turn consists of, in its order."""

CHAPTER = Chapter(
    name="turn",
    procedures=(
        Turn,
        EndTurn,
    ),
    phrases={
        "turn": "Turn {turn}",
    },
)
