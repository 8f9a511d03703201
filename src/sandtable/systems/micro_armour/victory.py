"""The winner (MA SCN victory): losses, and what else a scenario asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sandtable.board.lattice import distance, inches
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.picture import Aim, Tally
from sandtable.systems.micro_armour.board import OFF, Situation
from sandtable.systems.micro_armour.field import Battlefield

__all__ = ["CHAPTER", "Clause", "Victory"]


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way for a side to win: all that it names must hold.

    `destroyed` enemies lost at least, own `lost` at most; `stands` own stands on the table within `area`, the
    inches south (or north) of a line across the table; `outnumber`: more own stands in the area than the enemy has
    left on the table; `spots`: more objectives held than the enemy. `when`: after each turn, or at the
    end of the game.
    """

    side: str
    words: str
    destroyed: int = 0
    lost: int = 1000
    stands: int = 0
    south_of: float = 0
    north_of: float = 0
    outnumber: bool = False
    spots: bool = False
    when: Literal["each_turn", "at_end"] = "at_end"
    draw: bool = False
    """It makes the game a draw instead."""

    def holds(self, look: Situation, side: int, lost: Sequence[int] | None = None) -> bool:
        """Whether the side has done it, with these losses of both sides; usually those on the table."""
        lost = losses(look) if lost is None else lost
        if lost[1 - side] < self.destroyed or lost[side] > self.lost:
            return False
        there = self._there(look, side)
        if there < self.stands:
            return False
        if self.outnumber and there <= len(look.on_table(1 - side)):
            return False
        held = look.board.holders
        return not self.spots or held.count(side) > held.count(1 - side)

    def progress(self, look: Situation, side: int, lost: Sequence[int]) -> tuple[int, int]:
        """What the side has of what it needs: enemies destroyed, stands in the area, or objectives."""
        if self.destroyed:
            return lost[1 - side], self.destroyed
        if self.stands or self.outnumber:
            there = self._there(look, side)
            return there, max(self.stands, len(look.on_table(1 - side)) + 1 if self.outnumber else 0)
        if self.spots:
            return look.board.holders.count(side), look.board.holders.count(1 - side) + 1
        return int(self.holds(look, side, lost)), 1

    def _there(self, look: Situation, side: int) -> int:
        table = look.world.table
        high = inches(self.south_of) if self.south_of else table.height
        low = inches(self.north_of)
        return sum(low <= table.point(look.stands[n].at)[1] <= high for n in look.on_table(side))


def losses(look: Situation) -> list[int]:
    """How many stands each side has lost."""
    ours, theirs = look.world.sizes
    return [ours - len(look.alive(0)), theirs - len(look.alive(1))]


def never_came(look: Situation) -> list[int]:
    """The stands that were free to come on and are still off the table (MA SCN entry)."""
    world = look.world
    return [n for n, s in enumerate(look.stands) if s.alive and s.at == OFF and world.idle_until[n] <= look.turn]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a scenario is won: by its own clauses first, then by losses in percent (MA SCN victory)."""

    clause: tuple[Clause, ...] = ()
    standard: bool = True
    destroyed: int = 51
    lost: int = 50
    otherwise: str = ""
    """The side that wins if nobody else has; empty: nobody (MA SCN draw)."""
    radius: float = 3

    def tallies(self, look: Situation) -> tuple[Tally, ...]:
        """How the sides stand: the stands each has lost, and the objectives it holds if there are any."""
        lost = Tally("Stands lost", tuple(losses(look)))
        if not look.world.objectives:
            return (lost,)
        held = look.board.holders
        return lost, Tally("Objectives held", tuple(held.count(side) for side in (0, 1)))

    def aims(self, look: Situation) -> tuple[Aim, ...]:
        """The clauses of the scenario, and victory by losses, for each side that can win by them."""
        lost, sides = losses(look), look.game.sides
        found = []
        for clause in self.clause:
            side = sides.index(clause.side)
            met = clause.holds(look, side, lost)
            result = "draw" if clause.draw else f"{clause.side} wins"
            have, need = clause.progress(look, side, lost)
            found.append(Aim(side, clause.words, have, need, met, result, None if clause.draw else side))
        for side, name in enumerate(sides) if self.standard else ():
            force = [sum(owner == each for owner in look.world.owners) for each in (0, 1)]
            need = -(-self.destroyed * force[1 - side] // 100)
            most = self.lost * force[side] // 100
            met = lost[1 - side] >= need and lost[side] <= most
            words = f"Destroy {need} enemy stands, and lose {most} at most"
            found.append(Aim(side, words, lost[1 - side], need, met, f"{name} wins", side))
        return tuple(found)

    def hold(self, field: Battlefield) -> None:
        """An objective is held by the side that was last alone near it."""
        world = field.world
        holders = list(field.board.holders)
        for number, (_, at) in enumerate(world.objectives):
            spot, most = world.table.point(at), inches(self.radius)
            near = {
                side for side in (0, 1) for n in field.on_table(side) if distance(field.base(n).centre, spot) <= most
            }
            if len(near) == 1 and holders[number] not in near:
                holders[number] = near.pop()
                field.log("holds", "MA 01.00c", side=holders[number], objective=number)
        if holders != list(field.board.holders):
            field.update(holders=tuple(holders))

    def decide(self, field: Battlefield, last: bool) -> bool:
        """Whether the game is over; if so it is finished. With nobody left on a side the end has come."""
        lost = losses(field)
        if last and field.world.rules.late_stands_lost:
            for n in never_came(field):
                lost[field.world.owners[n]] += 1
                field.log("never_came", "MA SCN entry", stand=n)
        last = last or not all(field.alive(side) for side in (0, 1))
        for clause in self.clause:
            side = field.game.sides.index(clause.side)
            if (last or clause.when == "each_turn") and clause.holds(field, side, lost):
                field.finish(None if clause.draw else side, clause.words, *lost)
                return True
        if self._beaten(field, lost) or ((last or field.world.rules.check_each_turn) and self._by_losses(field, lost)):
            return True
        if last:
            self._at_the_end(field, lost)
            return True
        return False

    def _beaten(self, field: Battlefield, lost: list[int]) -> bool:
        """MA SCN break: a force that has lost more than its break point."""
        most = field.world.rules.break_point
        broken = [side for side in (0, 1) if most and lost[side] > most]
        if not broken:
            return False
        winner = None if len(broken) == 2 else 1 - broken[0]
        field.finish(winner, "a force is past its break point", *lost)
        return True

    def _by_losses(self, field: Battlefield, lost: list[int]) -> bool:
        if not self.standard:
            return False
        most = field.world.sizes
        won = [
            side
            for side in (0, 1)
            if 100 * lost[1 - side] >= self.destroyed * most[1 - side] and 100 * lost[side] <= self.lost * most[side]
        ]
        if len(won) != 1:  # with percentages of a scenario's own both may have done it: then nobody has
            return False
        (side,) = won
        name = field.game.side_name(side)
        words = f"{name} has destroyed {lost[1 - side]} of {most[1 - side]} and lost {lost[side]} of {most[side]}"
        field.finish(side, words, *lost)
        return True

    def _at_the_end(self, field: Battlefield, lost: list[int]) -> None:
        names = field.game.sides
        told = f"{names[0]} has lost {lost[0]} stands, {names[1]} {lost[1]}"
        winner = names.index(self.otherwise) if self.otherwise else None
        field.finish(winner, told, *lost)


CHAPTER = Chapter(
    name="victory",
    phrases={
        "never_came": "{stand:unit} never came on and counts as lost",
        "holds": "{side:side} holds {objective:objective}",
    },
)
