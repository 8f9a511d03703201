"""The board of Picket: what changes (squads, turn, holder), what never does (map, roster), and the two ways
rules touch it: `Situation` asks, `Battlefield` acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from sandtable.board.hexmap import HexMap
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import Field, Look, with_entry
from sandtable.kernel.reason import Reason
from sandtable.systems.demo.options import PicketOptions
from sandtable.systems.demo.tables import FIRE_RANGE

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = ["CHAPTER", "GONE", "NOBODY", "UNKNOWN", "Battlefield", "Board", "Situation", "Squad", "World"]

GONE = -1
"""The hex of a squad that is not on the map."""
UNKNOWN = -2
"""The hex of a hidden squad in the enemy's view: it is somewhere, and he does not know where."""
NOBODY = -1
NO_SQUAD = Reason("there is no such squad on the map")
SAME_SIDE = Reason("{unit:unit} is on the same side")
TOO_FAR = Reason("{unit:unit} is {apart} hexes away, and fire reaches {reach}", "DS 4")
OUT_OF_SIGHT = Reason("{unit:unit} is out of sight", "DS 4")


class Squad(msgspec.Struct, frozen=True, array_like=True):
    """A squad: where it is and how it is."""

    hex: int = GONE
    steps: int = 0
    shaken: bool = False
    acted: bool = False
    hidden: bool = False


class Board(msgspec.Struct, frozen=True, array_like=True):
    """Everything that changes during play."""

    squads: tuple[Squad, ...]
    turn: int = 1
    holder: int = NOBODY


class World(msgspec.Struct, frozen=True):
    """Everything that never changes in a game. Sets of hexes are bit masks."""

    map: HexMap
    names: tuple[str, ...]
    owners: tuple[int, ...]
    zones: tuple[int, ...]
    objective: int
    options: PicketOptions
    woods: int
    neighbours: tuple[tuple[int, ...], ...]
    beside: tuple[int, ...]
    fields_of_fire: tuple[int, ...]
    """For each hex those in sight within fire range."""


class Situation(Look[Board, World]):
    """Questions about the board."""

    def __init__(self, game: Game[Board, World], board: Board) -> None:
        Look.__init__(self, game, board)
        self.squads = board.squads

    def of(self, side: int) -> list[int]:
        """The squads of a side that are on the map."""
        owners = self.world.owners
        return [n for n, squad in enumerate(self.squads) if squad.hex >= 0 and owners[n] == side]

    def squad_at(self, hex: int) -> int | None:
        """The squad in a hex."""
        for number, squad in enumerate(self.squads):
            if squad.hex == hex:
                return number
        return None

    def occupied(self, known_to: int | None = None) -> int:
        """The hexes that hold a squad (that the side knows of)."""
        mask = 0
        for number, squad in enumerate(self.squads):
            hex = squad.hex
            if hex >= 0 and not (squad.hidden and known_to not in (None, self.world.owners[number])):
                mask |= 1 << hex
        return mask

    def in_woods(self, squad: int) -> bool:
        """Whether the squad is in woods."""
        return bool(self.world.woods >> self.squads[squad].hex & 1)

    def adjacent(self, one: int, other: int) -> bool:
        """Whether two squads are in adjacent hexes."""
        return bool(self.world.beside[self.squads[one].hex] >> self.squads[other].hex & 1)

    def may_fire(self, firer: int, target: int) -> bool:
        """DS 4: the target is on the map, in sight and in range."""
        aim = self.squads[target]
        return (
            aim.hex >= 0 and not aim.hidden and bool(self.world.fields_of_fire[self.squads[firer].hex] >> aim.hex & 1)
        )

    def watchers(self, side: int, mover: int) -> list[int]:
        """DS 5: squads of the side that may fire at one that has just moved."""
        return [n for n in self.of(side) if not self.squads[n].acted and self.may_fire(n, mover)]

    def might_watch(self, side: int, mover: int) -> bool:
        """DS 5: whether the side is asked. It is asked whenever a hidden squad of its might be able to fire,
        so that being asked does not give the squad away.
        """
        owners = self.world.owners
        hiding = any(squad.hidden and owners[n] == side for n, squad in enumerate(self.squads))
        return hiding or bool(self.watchers(side, mover))

    def why_not_fire(self, firer: int, target: int) -> Reason | None:
        """Why a squad may not fire at another; None if it may."""
        if self.squads[target].hex < 0:
            return NO_SQUAD
        if self.world.owners[target] == self.world.owners[firer]:
            return SAME_SIDE
        if self.may_fire(firer, target):
            return None
        apart = self.world.map.distance(self.squads[firer].hex, self.squads[target].hex)
        return TOO_FAR.of(unit=target, apart=apart, reach=FIRE_RANGE) if apart > FIRE_RANGE else OUT_OF_SIGHT


class Battlefield(Situation, Field[Board, World]):
    """A working copy of the board, with the verbs of the rules."""

    def change(self, number: int, **how: Any) -> None:
        """The squad with some of its fields changed."""
        self._put(number, replace(self.squads[number], **how))

    def _put(self, number: int, squad: Squad) -> None:
        board = self.board
        self.squads = squads = with_entry(board.squads, number, squad)
        self.board = Board(squads, board.turn, board.holder)

    def find(self, number: int) -> None:
        """DS 6.1: a hidden squad is found."""
        if self.squads[number].hidden:
            self.change(number, hidden=False)
            self.log("found", "DS 6.1", reveals=True, squad=number, hex=self.squads[number].hex)
            self.hold(number)

    def enter(self, number: int, hex: int) -> None:
        """Put a squad in a hex; it may take the objective (DS 9.1)."""
        self.change(number, hex=hex)
        self.hold(number)

    def hold(self, number: int) -> None:
        """DS 9.1: a squad that is not hidden holds the objective it stands on."""
        squad, side = self.squads[number], self.world.owners[number]
        if squad.hex == self.world.objective and not squad.hidden and self.board.holder != side:
            self.update(holder=side)
            self.log("holds", "DS 9.1", side=side, hex=squad.hex)

    def remove(self, number: int, what: str, rule: str) -> None:
        """A squad leaves the game; a side that has none left loses (DS 9)."""
        self._put(number, Squad())
        self.log(what, rule, squad=number)
        side = self.world.owners[number]
        left = any(squad.hex != GONE and self.world.owners[n] == side for n, squad in enumerate(self.squads))
        if not left and self.result is None:
            self.finish(1 - side, f"{self.game.sides[side]} has no squads left")

    def lose_step(self, number: int) -> bool:
        """A squad loses a step (DS 9); whether it is still there."""
        left = self.squads[number].steps - 1
        if left == 0:
            self.remove(number, "destroyed", "DS 9")
            return False
        self.change(number, steps=left)
        self.log("step", "DS 9", squad=number)
        return True


CHAPTER = Chapter(
    name="squads",
    phrases={
        "changed.lost": "{squad:unit} lost",
        "changed.steps": "{squad:unit} loses {steps} step",
        "changed.shaken": "{squad:unit} shaken",
        "changed.rallied": "{squad:unit} rallied",
        "changed.to": "{squad:unit} to {hex:hex}",
        "found": "{squad:unit} is found in {hex:hex}",
        "step": "{squad:unit} loses a step",
        "destroyed": "{squad:unit} is destroyed",
        "holds": "{side:side} takes the objective",
    },
)
