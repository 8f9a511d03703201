"""The working copy of a table, with the verbs of the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.field import Field
from sandtable.kernel.game import Game
from sandtable.systems.micro_armour.board import OFF, Board, Situation, Stand
from sandtable.systems.micro_armour.lay import Lay, new_lay

__all__ = ["Battlefield"]


class Battlefield(Situation, Field):
    """A working copy of the table."""

    stands: list[Stand]

    def __init__(self, game: Game, board: Board) -> None:
        Field.__init__(self, game, board)
        self.before = board
        self.world = game.world
        self.stands = list(board.stands)
        self._lay: Lay | None = board.__dict__.get("lay")
        self._changes: dict[str, Any] = {}

    @property
    def lay(self) -> Lay:
        """Where the stands lie now."""
        if self._lay is None:
            self._lay = new_lay(self.world, self.stands)
        return self._lay

    def value(self, name: str) -> Any:
        """A value of the board as it is now."""
        return self._changes.get(name, getattr(self.before, name))

    def set(self, **values: Any) -> None:
        """Change values of the board that are not stands."""
        self._changes.update(values)

    def freeze(self) -> Board:
        """The board with all changes."""
        stands = tuple(self.stands)
        if stands == self.before.stands and not self._changes:
            return self.before
        board: Board = msgspec.structs.replace(self.before, stands=stands, **self._changes)
        board.__dict__.clear()
        if self._lay is not None:
            board.__dict__["lay"] = self._lay
        return board

    def change(self, stand: int, **how: Any) -> None:
        """The stand with some of its fields changed."""
        self.put(stand, msgspec.structs.replace(self.stands[stand], **how))

    def put(self, stand: int, now: Stand) -> None:
        """The stand as it is now."""
        was, self.stands[stand] = self.stands[stand], now
        if self._lay is not None and (was.at != now.at or was.heading != now.heading or was.alive != now.alive):
            self._lay = self._lay.moved(self.world, stand, now)

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
            self.set(wrecks=(*self.value("wrecks"), at))
        if moving:
            self.set(lost_moving=(*self.value("lost_moving"), (side, self.value("groups")[stand])))
        if self.world.roles[stand] == "GHQ" and self.value("orders")[side]:
            orders = list(self.value("orders"))
            orders[side] = 0
            self.set(orders=tuple(orders))
            self.log("orders_lost", "MA 08.02.02", side=side)
