"""The stakes: where the side stands by the scenario's victory rule, and what the loss of a stand costs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.bots.fighter.plan import Plan
from sandtable.bots.standing import LATE, WIN, Standing, outcome_of
from sandtable.kernel.field import with_entry
from sandtable.kernel.memo import cached_property
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.region import allowance
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.foothold import Foothold
from sandtable.systems.tactical_combat.special.fuel import Fuel

__all__ = ["Stakes", "Verdict", "verdict"]

SHOTS_FOR_A_KILL = 4
"""About how many shots destroy a stand."""


class Verdict(NamedTuple):
    """How the game would end, and the lead in points; the rule of an attack counts none."""

    outcome: int
    lead: int


def verdict(look: Situation, side: int, lost: Iterable[int] = (), held: Iterable[int] = ()) -> Verdict:
    """What the victory rule says if the game ended now, with these stands lost and the side on these objectives."""
    field = Battlefield(look.game, look.board)
    victory = look.world.victory
    for stand in lost:
        field.lose(stand, "destroyed", "TC G5")
    victory.hold(field)
    for place in held:
        field.update(holders=with_entry(field.board.holders, place, side))
    victory.decide(field)
    result = field.result
    assert result is not None
    score = result.score
    return Verdict(outcome_of(result.winner, side), 0 if victory.attacker else score[side] - score[1 - side])


class Stakes:
    """What is at stake for a side at one moment."""

    def __init__(self, look: Situation, side: int, plan: Plan) -> None:
        self._look = look
        self._side = side
        self._plan = plan
        self._prices: dict[int, int] = {}
        self._vital: dict[int, bool] = {}
        self._alike: dict[tuple[int, str], bool] = {}

    @cached_property
    def _now(self) -> Verdict:
        return verdict(self._look, self._side)

    @cached_property
    def _best(self) -> Verdict:
        return verdict(self._look, self._side, self._kills, self._reached)

    @cached_property
    def _all_held(self) -> Verdict:
        return verdict(self._look, self._side, (), range(len(self._look.world.objectives)))

    @cached_property
    def standing(self) -> Standing:
        """Where the side stands. It may hope as long as its special rules have points to give."""
        look = self._look
        name = look.game.sides[self._side]
        gives = any(isinstance(each, Exit | Foothold | Fuel) and each.side == name for each in look.world.specials)
        best = WIN if gives else max(self._now.outcome, self._best.outcome)
        return Standing(self._now.outcome, best, self._plan.turns_left)

    @cached_property
    def _reached(self) -> tuple[int, ...]:
        """The objectives that the side could still get to."""
        look, plan = self._look, self._plan
        able = [n for n in look.on_table(self._side) if not look.world.kinds[n].leader]
        return tuple(
            number
            for number, (_, at, _) in enumerate(look.world.objectives)
            if any(plan.way(n, at) <= plan.turns_left * allowance(look, n) + 200 for n in able)
            or any(look.stands[n].hits and look.stands[n].at == OFF for n in look.world.stands_of[self._side])
        )

    @cached_property
    def _kills(self) -> tuple[int, ...]:
        """As many enemies as the side may well still destroy, those that count most."""
        look = self._look
        shooters = sum(look.can_shoot(n) for n in look.on_table(self._side))
        worth = look.world.victory.worth_of
        enemies = sorted(look.on_table(1 - self._side), key=lambda n: (-worth(look.world, n), n))
        return tuple(enemies[: shooters * self._plan.turns_left // SHOTS_FOR_A_KILL])

    def price(self, stand: int) -> int:
        """The points that the loss of a stand would cost its side."""
        if stand not in self._prices:
            lead = verdict(self._look, self._side, (stand,)).lead - self._now.lead
            self._prices[stand] = abs(lead)
        return self._prices[stand]

    def vital(self, stand: int) -> bool:
        """Whether the side cannot end as well without this stand of its own."""
        if stand not in self._vital:
            late = self._plan.turns_left <= LATE
            worse = late and verdict(self._look, self._side, (stand,)).outcome < self._now.outcome
            self._vital[stand] = worse or self._needed(stand)
        return self._vital[stand]

    def _needed(self, stand: int) -> bool:
        """Whether the side would do worse without it with all objectives: the same for those of a formation that are
        alike.
        """
        look, world = self._look, self._look.world
        alike = world.member_of[stand], world.kinds[stand].kind
        if alike not in self._alike:
            places = range(len(world.objectives))
            without = verdict(look, self._side, (stand,), places)
            self._alike[alike] = without.outcome < self._all_held.outcome
        return self._alike[alike]
