"""Wrecks on the road: a vehicle that is lost on a road bars it to vehicles until somebody clears it.

No vehicle drives over a wreck; beside it there may be room. Infantry passes. A stand that touches a wreck may spend its
action to clear it away. Wrecks off the road are in nobody's way.
"""

from __future__ import annotations

from sandtable.board.stands import Base, base_within
from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import CONTACT, Situation
from sandtable.systems.tactical_combat.special.base import Special
from sandtable.systems.tactical_combat.world import World

__all__ = ["PHRASES", "Wrecks"]

PHRASES = {
    "wreck": "the wreck bars the road at {point:point}",
    "clears": "{stand:unit} clears the wreck at {point:point}",
}


class Wrecks(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="wrecks"):
    """Vehicles lost on a road bar it."""

    def memory(self, game: Game) -> tuple[int, ...]:
        """Where the wrecks are: nowhere."""
        return ()

    def lost(self, field: Battlefield, stand: int, at: int, worth: int) -> int:
        """A wreck is left on the road."""
        if at != OFF and field.world.kinds[stand].vehicle and field.world.table.on_road(at):
            field.remember(self, *field.recall(self), at)
            field.log("wreck", "TC G4", point=at)
        return worth

    def barriers(self, look: Situation, stand: int) -> tuple[Base, ...]:
        """In the way of vehicles."""
        if not look.world.kinds[stand].vehicle:
            return ()
        return tuple(look.world.base(at, 0) for at in look.recall(self))

    def marks(self, look: Situation) -> tuple[tuple[int, str, str], ...]:
        """Where they are."""
        return tuple((at, "X", "A wreck bars the road") for at in look.recall(self))

    def tasks(self, look: Situation, stand: int) -> tuple[int, ...]:
        """The wrecks that the stand touches."""
        here = look.base(stand)
        wrecks = dict.fromkeys(look.recall(self))
        return tuple(at for at in wrecks if base_within(here, look.world.base(at, 0), CONTACT))

    def task_words(self, world: World, task: int) -> str:
        """Which one."""
        return f"clear the wreck at {world.table.text(task)}"

    def do_task(self, field: Battlefield, stand: int, task: int) -> None:
        """It is pushed off the road."""
        field.remember(self, *(at for at in field.recall(self) if at != task))
        field.log("clears", "TC G4", stand=stand, point=task)
