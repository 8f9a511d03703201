"""What a special rule of a scenario is (TC G4): values from the scenario file, and the moments at which it speaks.

A rule that remembers something through the game keeps it as whole numbers: `memory` is what it starts with,
`field.recall(rule)` reads it and `field.keep(rule, ...)` changes it.
"""

from __future__ import annotations

import msgspec

from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.board import Situation
from sandtable.systems.tactical_combat.field import Battlefield

__all__ = ["Special"]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule"):
    """A special rule: by default it changes nothing."""

    def fault(self) -> str:
        """What is wrong with its values, in words; empty if nothing is."""
        return ""

    def memory(self, game: Game) -> tuple[int, ...]:
        """What the rule remembers when the game starts."""
        return ()

    def sight_limit(self, look: Situation) -> int | None:
        """How far anybody sees now; None if this rule does not say."""
        return None

    def may_not_act(self, look: Situation, stand: int) -> str:
        """Why a stand may not act, in words; empty if it may."""
        return ""

    def turn_start(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn begins."""

    def turn_end(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn ends."""
