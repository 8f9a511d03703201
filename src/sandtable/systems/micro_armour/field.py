"""The working copy of a table, with the verbs of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import Field, with_entry
from sandtable.systems.micro_armour.board import NOT_KNOWN, OFF, Board, Situation, Stand, World

__all__ = ["CHAPTER", "Battlefield"]

UNMOVED_BY = frozenset(("orders", "initiative", "holders", "wrecks"))
"""What of the board does not say who may still try to move."""


class Battlefield(Situation, Field[Board, World]):
    """A working copy of the table."""

    def freeze(self) -> Board:
        """The board with all changes, and with it what is known of how the stands lie and who may still move."""
        self.board.__dict__["known"] = self.layout, self.waits
        return self.board

    def change(self, stand: int, **how: Any) -> None:
        """The stand with some of its fields changed."""
        self.put(stand, replace(self.stands[stand], **how))

    def put(self, stand: int, now: Stand) -> None:
        """The stand as it is now."""
        was = self.stands[stand]
        self.stands = with_entry(self.stands, stand, now)
        self.board = replace(self.board, stands=self.stands)
        self._forget(self.world.owners[stand])
        if was.at != now.at or was.heading != now.heading or was.alive != now.alive:
            self.layout = self.layout.moved(self.world, stand, now)

    def change_all(self, changed: Sequence[int], **how: bool) -> None:
        """These stands, none of which goes elsewhere, with the same marks changed: quicker for many than one by one."""
        self.put_all({n: replace(self.stands[n], **how) for n in changed})

    def put_all(self, now: Mapping[int, Stand]) -> None:
        """These stands, none of which has moved or was lost, as they are now."""
        if now:
            stands = list(self.stands)
            for n, stand in now.items():
                stands[n] = stand
                self._forget(self.world.owners[n])
            self.stands = tuple(stands)
            self.board = replace(self.board, stands=self.stands)

    def update(self, **values: Any) -> None:
        """The board with some of its fields changed, but not its stands."""
        self.board = replace(self.board, **values)
        if not values.keys() <= UNMOVED_BY:
            self.waits = NOT_KNOWN

    def set_orders(self, side: int, left: int) -> None:
        """How many orders a side has left."""
        orders = self.board.orders
        self.board = replace(self.board, orders=(left, orders[1]) if side == 0 else (orders[0], left))

    def has_tried(self, side: int, group: int) -> None:
        """MA 08.02.08a: a battle group has tried to move without an order."""
        self.board = replace(self.board, tried=(*self.board.tried, (side, group)))
        self._forget(side)

    def _forget(self, side: int) -> None:
        """The stands of a side that may still move have to be worked out again."""
        if self.waits[side] is not None:
            self.waits = (None, self.waits[1]) if side == 0 else (self.waits[0], None)

    # Results (MA 07.06)

    def take(self, stand: int, result: str, rule: str) -> None:
        """A result of the combat table takes effect at once and adds to earlier ones."""
        s = self.stands[stand]
        if result == "E":
            self.eliminate(stand, rule)
        elif result == "S" or (result == "(S)" and not s.suppressed):
            self._suppress(stand, rule)
        elif result in ("D", "(S)"):
            self._disorganize(stand, rule)

    def _suppress(self, stand: int, rule: str) -> None:
        if not self.stands[stand].suppressed:
            self.change(stand, suppressed=True)
            self.log("suppressed", rule, stand=stand)

    def _disorganize(self, stand: int, rule: str) -> None:
        """MA 07.06.03b: a second time it is lost."""
        if self.stands[stand].disorganized:
            self.eliminate(stand, "MA 07.06.03b")
        else:
            self.change(stand, disorganized=True)
            self.log("disorganized", rule, stand=stand)

    def eliminate(self, stand: int, rule: str) -> None:
        """A stand is lost and leaves a wreck (MA 07.06.04, 09.01a); with the GHQ go the orders (MA 08.02.02)."""
        at, moving = self.stands[stand].at, self.stands[stand].moving
        side = self.world.owners[stand]
        self.put(stand, Stand(alive=False))
        self.log("eliminated", rule, stand=stand)
        if at != OFF:
            self.update(wrecks=(*self.board.wrecks, at))
        if moving:
            self.update(lost_moving=(*self.board.lost_moving, (side, self.board.groups[stand])))
        if self.world.roles[stand] == "GHQ" and self.board.orders[side]:
            self.set_orders(side, 0)
            self.log("orders_lost", "MA 08.02.02", side=side)


CHAPTER = Chapter(
    name="field",
    phrases={
        "changed.eliminated": "{stand:unit} eliminated",
        "changed.suppressed": "{stand:unit} suppressed",
        "changed.disorganized": "{stand:unit} disorganized",
        "changed.depleted": "{stand:unit} depleted",
        "changed.no_longer_suppressed": "{stand:unit} no longer suppressed",
        "changed.no_longer_disorganized": "{stand:unit} no longer disorganized",
        "changed.no_longer_depleted": "{stand:unit} no longer depleted",
        "changed.at": "{stand:unit} at {point:point}",
        "suppressed": "{stand:unit} is suppressed",
        "disorganized": "{stand:unit} is disorganized",
        "eliminated": "{stand:unit} is eliminated",
        "orders_lost": "{side:side} loses its orders with its GHQ",
    },
)
