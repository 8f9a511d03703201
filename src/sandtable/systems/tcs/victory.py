"""The winner: ground held at the end, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.board.hexmap import HexMap
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.kernel.field import with_entry
from sandtable.kernel.picture import Tally

if TYPE_CHECKING:
    from sandtable.systems.tcs.board import Situation
    from sandtable.systems.tcs.field import Battlefield

__all__ = ["CHAPTER", "Level", "Victory", "check_victory"]


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the victory table: with at least this many hexes, this is the result; without a winner it is a draw."""

    hexes: int
    words: str
    winner: str = ""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes that `side` must hold, with the result for each number of them, best first.

    A side that has lost its limit of steps or more gets the result one line worse.
    """

    side: str
    hexes: tuple[str, ...]
    held_by: str
    """The side that controls them at the start."""
    level: tuple[Level, ...]
    most_losses: int = 0
    """The steps at which the losses of `side` tell; 0 is never."""

    def tallies(self, look: Situation) -> tuple[Tally, ...]:
        """How the sides stand: the objective hexes each holds, and the steps it has lost."""
        held = tuple(look.board.holders.count(side) for side in (0, 1))
        lost = tuple(sum(map(look.lost_steps, units)) for units in look.world.units_of)
        return Tally("Objective hexes held", held), Tally("Steps lost", lost)

    def decide(self, field: Battlefield) -> None:
        """The game is over: read the table."""
        game, world = field.game, field.world
        side = game.sides.index(self.side)
        held = field.board.holders.count(side)
        line = next(n for n, level in enumerate(self.level) if held >= level.hexes)
        lost = sum(field.lost_steps(n) for n in world.units_of[side])
        words = f"{self.side} holds {held} of {len(self.hexes)}"
        if self.most_losses and lost >= self.most_losses and line + 1 < len(self.level):
            line += 1
            words += f" and has lost {lost} steps"
        level = self.level[line]
        winner = game.sides.index(level.winner) if level.winner else None
        field.finish(
            winner,
            f"{level.words}: {words}",
            *((held, len(self.hexes) - held) if side == 0 else (len(self.hexes) - held, held)),
        )


def check_victory(victory: Victory, map: HexMap, sides: tuple[str, ...]) -> tuple[int, ...]:
    """The objective hexes; ScenarioFault says what is wrong."""
    for key in ("side", "held_by"):
        if getattr(victory, key) not in sides:
            name = shown(getattr(victory, key))
            raise ScenarioFault(("victory", key), f"{name} is not one of the sides {', '.join(sides)}")
    hexes = []
    for printed in victory.hexes:
        try:
            hexes.append(map.index(printed))
        except ValueError as fault:
            raise ScenarioFault(("victory", "hexes"), str(fault)) from None
    if not hexes or len(set(hexes)) < len(hexes):
        raise ScenarioFault(("victory", "hexes"), "name the hexes to hold, each once")
    counts = [level.hexes for level in victory.level]
    if not counts or counts != sorted(set(counts), reverse=True) or counts[-1] != 0 or counts[0] > len(hexes):
        raise ScenarioFault(("victory", "level"), f"the lines go down from at most {len(hexes)} hexes to 0")
    for number, level in enumerate(victory.level):
        if level.winner and level.winner not in sides:
            raise ScenarioFault(("victory", "level", number), f"{shown(level.winner)} is not one of the sides")
    return tuple(hexes)


def hold(field: Battlefield, hex: int) -> None:
    """An objective is controlled by the side whose unshaken combat unit was the last to be alone in it."""
    objectives = field.world.objectives
    if hex not in objectives:
        return
    sides = {field.world.owners[n] for n in field.units_in(hex) if _fights(field, n)}
    if len(sides) != 1 or len({field.world.owners[n] for n in field.units_in(hex)}) != 1:
        return
    (side,) = sides
    index = objectives.index(hex)
    holders = field.board.holders
    if holders[index] != side:
        field.update(holders=with_entry(holders, index, side))
        field.log("holds", "TCS 27.1", side=side, hex=hex)


def _fights(field: Battlefield, unit: int) -> bool:
    kind = field.world.kinds[unit]
    return field.units[unit].morale == 0 and (kind.area_strength is not None or kind.point_strength is not None)


CHAPTER = Chapter(
    name="victory",
    phrases={
        "holds": "{side:side} holds {hex:hex}",
    },
)
