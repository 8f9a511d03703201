"""Sleeping troops: battalions that get no command points, and do nothing, until they are woken.

Our rulings: a battalion rolls at the start of each of its side's turns; the number it needs falls turn by turn, and
after the last of them it wakes by itself. It also wakes at the end of any side's turn in which an enemy stands within
`alarm` inches of one of its stands, or one of its stands has been hit or shaken. Asleep, its stands neither act nor
opportunity fire, and nothing is saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.game import Game
from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import (
    Special,
    formation_named,
    no_formation,
    out_of,
    stands_of,
)
from sandtable.systems.tactical_combat.tables import NORMAL

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Sleeping", "Wake"]

PHRASES = {
    "is_woken": "{formation:formation} is woken",
    "wakes": "{formation:formation} is awake",
    "sleeps_on": "{formation:formation} sleeps on",
}


class Sleeping(Special, frozen=True, forbid_unknown_fields=True, tag="sleeping"):
    """A formation that wakes on a d10 of at least these, turn by turn."""

    formation: str
    wakes: tuple[int, ...]
    alarm: int = 12

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        if not 1 <= len(self.wakes) <= 60:
            return "wakes are 1 to 60 numbers, one for each turn"
        wrong = (out_of(2, 10, number, "wakes are numbers of a d10 from") for number in self.wakes)
        return next(filter(None, wrong), "") or out_of(0, 99, self.alarm, "the alarm in inches is")

    def misfit(self, scenario: TacticalScenario) -> str:
        """A formation of the scenario."""
        return no_formation(scenario, self.formation)

    def memory(self, game: Game) -> tuple[int, ...]:
        """Asleep."""
        return (0,)

    def asleep(self, look: Situation, stand: int) -> bool:
        """Whether a stand sleeps."""
        return not look.recall(self)[0] and stand in stands_of(look.world, self.formation)

    def may_not_act(self, look: Situation, stand: int) -> str:
        """Not while it sleeps."""
        return "it is asleep" if self.asleep(look, stand) else ""

    def may_not_react(self, look: Situation, stand: int) -> str:
        """Nor does it fire."""
        return self.may_not_act(look, stand)

    def condition(self, look: Situation, stand: int) -> str:
        """The stands that sleep."""
        return "asleep" if self.asleep(look, stand) else ""

    def no_command(self, look: Situation, battalion: int) -> bool:
        """Nobody gives orders to sleepers."""
        return not look.recall(self)[0] and battalion == formation_named(look.world, self.formation)

    def wake(self, field: Battlefield) -> None:
        """They are awake from now on."""
        field.remember(self, 1)
        field.log("wakes", "TC G4", formation=formation_named(field.world, self.formation))

    def turn_start(self, field: Battlefield, side: int) -> None:
        """A die, until the last of the numbers has been tried."""
        owner = field.world.formations[formation_named(field.world, self.formation)].side
        if side != owner or field.recall(self)[0]:
            return
        if field.turn > len(self.wakes):
            self.wake(field)
        else:
            field.next(Wake(self.number(field), self.wakes[field.turn - 1]))

    def turn_end(self, field: Battlefield, side: int) -> None:
        """An enemy near by, or fire on the barracks, wakes them."""
        mine = [n for n in stands_of(field.world, self.formation) if field.stands[n].hits]
        if not field.recall(self)[0] and (self._stirred(field) or any(self._near(field, n) for n in mine)):
            self.wake(field)

    def _stirred(self, field: Battlefield) -> bool:
        full = field.world.full_hits
        mine = stands_of(field.world, self.formation)
        return any(field.stands[n].hits < full[n] or field.stands[n].morale != NORMAL for n in mine)

    def _near(self, field: Battlefield, stand: int) -> bool:
        enemies = field.on_table(1 - field.world.owners[stand])
        return not field.gone(stand) and any(field.within(stand, n, self.alarm * 100) for n in enemies)


class Wake(Roll, frozen=True, array_like=True, tag="wake"):
    """Whether a battalion is woken this turn."""

    rule: int
    at_least: int

    def resolution(self, look: Situation) -> Resolution:
        """A d10."""
        rows = (Row(None, self.at_least - 1, "sleeps"), Row(self.at_least, None, "wakes"))
        return Resolution(
            "TC G4",
            look.say("is_woken", formation=formation_named(look.world, look.world.specials[self.rule].formation)),
            D10,
            rows,
        )

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Awake, or not yet."""
        rule = field.world.specials[self.rule]
        if outcome == "wakes":
            rule.wake(field)
        else:
            field.log("sleeps_on", "TC G4", formation=formation_named(field.world, rule.formation))
