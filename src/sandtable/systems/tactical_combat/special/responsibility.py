"""Orders not to open fire: troops who may do nothing until they are provoked.

Our rulings: they are provoked when an enemy stand has fired at anybody, when he has called support, or when one of
his stands is in the zone that the rule names (the far bank of a frontier river). Once provoked they are free for the
rest of the game, and after `until_turn` in any case. The question is asked of the table as it is, so the first shot
frees them at once, in the middle of the enemy's turn; who crosses frees them when he stands on the far side, not on his
way there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import (
    Special,
    formation_named,
    no_formation,
    no_zone,
    out_of,
    stands_of,
)

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Responsibility"]

PHRASES = {"provoked": "{formation:formation} may open fire"}


class Responsibility(Special, frozen=True, forbid_unknown_fields=True, tag="responsibility"):
    """A formation that neither acts nor opportunity fires, to the end of a turn or until it is provoked."""

    formation: str
    until_turn: int
    zone: str

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        return out_of(1, 99, self.until_turn, "until_turn is")

    def misfit(self, scenario: TacticalScenario) -> str:
        """A formation and a zone of the scenario."""
        return no_formation(scenario, self.formation) or no_zone(scenario, self.zone)

    def memory(self, game: Game) -> tuple[int, ...]:
        """Nobody has been provoked."""
        return (0,)

    def provoked(self, look: Situation) -> bool:
        """Whether the enemy has given reason to fire."""
        if look.recall(self)[0]:
            return True
        world = look.world
        enemy = 1 - world.formations[formation_named(world, self.formation)].side
        called = any(each.side == enemy and count for each, count in zip(world.supports, look.called(), strict=True))
        area = world.table.zone(self.zone)
        return called or any(area.holds(look.base(n).centre) for n in look.on_table(enemy))

    def may_not_act(self, look: Situation, stand: int) -> str:
        """Not until they are provoked."""
        if look.turn > self.until_turn or stand not in stands_of(look.world, self.formation) or self.provoked(look):
            return ""
        return "nobody has taken the responsibility of opening fire"

    def may_not_react(self, look: Situation, stand: int) -> str:
        """The same."""
        return self.may_not_act(look, stand)

    def _provoke(self, field: Battlefield) -> None:
        if field.turn <= self.until_turn and not field.recall(self)[0]:
            field.remember(self, 1)
            field.log("provoked", "TC G4", formation=formation_named(field.world, self.formation))

    def after_shot(self, field: Battlefield, firer: int, target: int, effect: bool) -> None:
        """An enemy shot frees them."""
        if field.world.owners[firer] != field.world.formations[formation_named(field.world, self.formation)].side:
            self._provoke(field)

    def turn_end(self, field: Battlefield, side: int) -> None:
        """What the enemy has done is remembered."""
        if self.provoked(field):
            self._provoke(field)
