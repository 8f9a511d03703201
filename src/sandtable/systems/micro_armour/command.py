"""Initiative and orders (MA 05.00.1, 08.02.01)."""

from __future__ import annotations

from functools import lru_cache

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import TWO_D6
from sandtable.kernel.procedure import Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.micro_armour.board import Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.tables import ORDERS

__all__ = ["CHAPTER", "CommandRolls", "Initiative", "OrdersRoll", "has_ghq"]

ANY_TOTAL = tuple(Row(total, total, total) for total in range(2, 41))


@lru_cache(maxsize=64)
def _initiative(level: int) -> Resolution:
    """A roll for initiative with this cohesion; none in a tie."""
    if not level:
        return Resolution("MA 05.00.1b", "", TWO_D6, ANY_TOTAL)
    return Resolution("MA 05.00.1a", "", TWO_D6, ANY_TOTAL, (Modifier(level, "cohesion", "MA 05.00.1a"),))


class Initiative(Roll, frozen=True, array_like=True, tag="initiative"):
    """MA 05.00.1: each side rolls 2d6 and adds its cohesion; ties are settled by plain 2d6."""

    side: int = 0
    other: int = 0
    """What the first side has rolled; 0 before."""
    tie: bool = False

    def resolution(self, look: Situation) -> Resolution:
        """2d6, with cohesion but in a tie."""
        return _initiative(0 if self.tie else look.world.cohesion[self.side])

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The other side rolls, or the higher total has it."""
        assert isinstance(outcome, int)
        if self.side == 0:
            field.next(Initiative(1, outcome, self.tie))
        elif outcome == self.other:
            field.next(Initiative(0, 0, True))
        else:
            winner = 1 if outcome > self.other else 0
            field.update(initiative=winner)
            field.log("initiative", "MA 05.00.1a", side=winner)


def has_ghq(look: Situation, side: int) -> bool:
    """Whether a side's general headquarters is still there (MA 08.02.02)."""
    return any(look.stands[n].alive for n in look.world.general[side])


class CommandRolls(Step, frozen=True, array_like=True, tag="command_rolls"):
    """MA 08.02.01a: before movement both sides roll for their orders; none without a GHQ."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Roll for those who have one."""
        if any(field.board.orders):
            field.update(orders=(0, 0))
        able = [side for side in (0, 1) if has_ghq(field, side)]
        for side in (0, 1):
            if side not in able:
                field.log("no_orders", "MA 08.02.02", side=side)
        field.next(*[OrdersRoll(side) for side in able])


@lru_cache(maxsize=256)
def _command(modifiers: tuple[Modifier, ...]) -> Resolution:
    return Resolution("MA CMD", "", TWO_D6, ORDERS, modifiers)


class OrdersRoll(Roll, frozen=True, array_like=True, tag="orders_roll"):
    """MA CMD: 2d6 with the value of the GHQ and the generation on the Command Efficiency Table."""

    side: int

    def resolution(self, look: Situation) -> Resolution:
        """2d6 and what the headquarters adds."""
        return _command(look.world.command[self.side])

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The orders left in this phase (MA 08.02.01b: none is kept for the next)."""
        assert isinstance(outcome, int)
        field.set_orders(self.side, outcome)
        field.log("orders", "MA 08.02.01a", side=self.side, count=outcome)


CHAPTER = Chapter(
    name="command",
    procedures=(
        Initiative,
        CommandRolls,
        OrdersRoll,
    ),
    phrases={
        "orders_roll!": "{side:side} rolls for orders",
        "initiative!": "{side:side} rolls for initiative",
        "initiative": "{side:side} has the initiative",
        "orders": "Orders of {side:side}: {count}",
        "no_orders": "{side:side} has no GHQ and no orders",
    },
)
