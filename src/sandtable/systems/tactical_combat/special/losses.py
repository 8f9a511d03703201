"""Losses that count only from some number on, or not at all: the price that a side was ready to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_side, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Losses"]


class Losses(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="losses"):
    """The first `beyond` stands that a side loses are worth nothing to the other."""

    side: str
    beyond: int

    def fault(self) -> str:
        """A number of stands."""
        return out_of(1, 120, self.beyond, "losses count beyond")

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side must be one of the two."""
        return no_side(scenario, self.side)

    def memory(self, game: Game) -> tuple[int, ...]:
        """How many the side has lost."""
        return (0,)

    def notes(self, look: Situation) -> tuple[str, ...]:
        """How many are lost, as long as that can matter."""
        (count,) = look.recall(self)
        free = f"{self.side} has lost {count} stand{'' if count == 1 else 's'}; those beyond {self.beyond} count"
        return (free,) if self.beyond < look.world.owners.count(look.game.sides.index(self.side)) else ()

    def lost(self, field: Battlefield, stand: int, at: int, worth: int) -> int:
        """One more."""
        if field.game.sides[field.world.owners[stand]] != self.side:
            return worth
        (count,) = field.recall(self)
        field.remember(self, count + 1)
        return 0 if count < self.beyond else worth
