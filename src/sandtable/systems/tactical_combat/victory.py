"""The winner (TC G5): objectives, losses, and what a scenario asks for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.board.lattice import INCH
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import with_entry
from sandtable.kernel.picture import Aim, Tally
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation, base_near_point
from sandtable.systems.tactical_combat.tables import LIMITS
from sandtable.systems.tactical_combat.world import World

__all__ = ["CHAPTER", "Victory", "holder_of"]

RADIUS = LIMITS["objective_radius"]
"""How near a stand must be to an objective to hold it."""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a scenario is won.

    By points (the default): objectives held, enemy stands destroyed, the higher total by at least `margin`.
    With `attacker` instead: that side must hold all objectives at the end with `survivors` rifle stands left, or it
    loses; unless both sides have lost `draw_losses` stands, which makes it a draw. A side in `must_hold` that has more
    points but does not hold its marker has only a draw.
    """

    margin: int = 2
    stand: int = 1
    valuable: int = 2
    attacker: str = ""
    survivors: int = 0
    draw_losses: int = 0
    must_hold: dict[str, str] = {}
    """Sides that cannot win by points unless they hold an objective at the end: by the name of its marker."""

    def words(self, world: World, sides: Sequence[str]) -> str:
        """How the game is won, in the player's words."""
        places = [name for name, _, _ in world.objectives]
        held = f" A place is held by whoever was last alone within {RADIUS // INCH} inches of it at the end of a turn."
        if self.attacker:
            attacker, defender = self.attacker, next(side for side in sides if side != self.attacker)
            alive = f" with {self.survivors} rifle stands left" if self.survivors else ""
            drawn = f"; if both have lost {self.draw_losses} stands it is a draw" if self.draw_losses else ""
            aim = f"{attacker} wins if it holds {' and '.join(places)} after turn {world.turns}{alive}"
            return f"{aim}{drawn}; otherwise {defender} wins.{held}"
        counts = world.rules.victory_counts
        worth = [f"{name} {points}" for name, _, points in world.objectives] if counts != "losses" else []
        if counts != "objectives":
            worth += [f"an enemy stand {self.stand}", f"a leader, headquarters or vehicle {self.valuable}"]
        also = "; the special rules of the battle change that" if world.specials else ""
        must = "".join(f" {side} cannot win without {marker}." for side, marker in self.must_hold.items())
        leader = "with more points" if self.margin == 1 else f"that leads by {self.margin} points"
        aim = f"After turn {world.turns} the side {leader} wins"
        return f"{aim}: {', '.join(worth)}{also}.{must}{held if places else ''}"

    def worth_of(self, world: World, stand: int) -> int:
        """The points for destroying a stand: more for leaders, headquarters and vehicles."""
        return self.valuable if world.kinds[stand].leader or world.kinds[stand].vehicle else self.stand

    def hold(self, field: Battlefield) -> None:
        """An objective is held by the side that was last alone near it."""
        for number, before in enumerate(field.holders):
            side = holder_of(field, number)
            if side != NOBODY and side != before:
                field.update(holders=with_entry(field.holders, number, side))
                field.log("holds", "TC G5", side=side, objective=number)

    def early(self, field: Battlefield) -> bool:
        """A side with nothing left, on the table or to come, has lost."""
        first, second = field.layout.parts
        if first.standing and second.standing:
            return False
        owners = field.world.owners
        left = {owners[n] for n, s in enumerate(field.stands) if s.hits or _to_come(field, n)}
        if len(left) == 2:
            return False
        if not left:
            field.finish(None, "neither side has any stands left", *field.board.score)
        else:
            (winner,) = left
            field.finish(winner, f"{field.game.sides[1 - winner]} has no stands left", *field.board.score)
        return True

    def decide(self, field: Battlefield) -> None:
        """The last turn is over."""
        if self.attacker:
            self._decide_attack(field)
        else:
            self._decide_points(field)

    def tallies(self, look: Situation) -> tuple[Tally, ...]:
        """How the sides stand: the points if points decide, else the objectives held; and the stands lost."""
        lost = Tally("Stands lost", self._lost(look))
        if not self.attacker:
            return Tally("Victory points", self._points(look)), lost
        held = tuple(look.board.holders.count(side) for side in (0, 1))
        return Tally("Objectives held", held), lost

    def aims(self, look: Situation) -> tuple[Aim, ...]:
        """What each side needs, and what it has."""
        sides = look.game.sides
        if not self.attacker:
            totals = self._points(look)
            found = [
                Aim(side, f"Lead by {self.margin} points", lead, self.margin, lead >= self.margin, f"{name} wins", side)
                for side, name in enumerate(sides)
                for lead in (totals[side] - totals[1 - side],)
            ]
            for name, marker in self.must_hold.items():
                side = sides.index(name)
                held = [place for place, *_ in look.world.objectives].index(marker)
                holds = look.board.holders[held] == side
                found.append(Aim(side, f"Hold {marker}, or it is a draw at best", int(holds), 1, holds))
            return tuple(found)
        side, objectives = sides.index(self.attacker), look.world.objectives
        held = look.board.holders.count(side)
        wins = f"{self.attacker} wins"
        words = f"Hold {' and '.join(name for name, *_ in objectives)}"
        found = [Aim(side, words, held, len(objectives), held == len(objectives), wins, side)]
        if self.survivors:
            left = self._rifles(look, side)
            found.append(Aim(side, "Keep rifle stands", left, self.survivors, left >= self.survivors))
        keep = len(objectives) - held
        defender = 1 - side
        words = f"Keep {self.attacker} from holding {'all of it' if len(objectives) > 1 else objectives[0][0]}"
        found.append(Aim(defender, words, keep, 1, keep > 0, f"{sides[defender]} wins", defender))
        return tuple(found)

    def _points(self, look: Situation) -> tuple[int, ...]:
        """The victory points of each side, were the battle over now."""
        counts = look.world.rules.victory_counts
        totals = [0, 0] if counts == "objectives" else list(look.board.score)
        for (_, _, points), side in zip(look.world.objectives, look.board.holders, strict=True):
            if side != NOBODY and counts != "losses":
                totals[side] += points
        for special in look.world.specials:
            totals = [a + b for a, b in zip(totals, special.final_points(look), strict=True)]
        return tuple(totals)

    def _lost(self, look: Situation) -> tuple[int, ...]:
        """The stands each side has lost."""
        gone = [n for n, s in enumerate(look.stands) if s.hits == 0 and not _to_come(look, n)]
        return tuple(sum(look.world.owners[n] == side for n in gone) for side in (0, 1))

    def _rifles(self, look: Situation, side: int) -> int:
        """The rifle stands that a side has on the table."""
        world = look.world
        return sum(
            s.at != OFF and world.owners[n] == side and world.kinds[n].kind == "rifle"
            for n, s in enumerate(look.stands)
        )

    def _decide_points(self, field: Battlefield) -> None:
        totals = self._points(field)
        names = field.game.sides
        told = f"{names[0]} has {totals[0]} points, {names[1]} {totals[1]}"
        lead = totals[0] - totals[1]
        winner = None if abs(lead) < self.margin else 0 if lead > 0 else 1
        if winner is not None and not self._holds_what_it_must(field, winner):
            told += f", but {names[winner]} does not hold {self.must_hold[names[winner]]}"
            winner = None
        field.finish(winner, told, *totals)

    def _holds_what_it_must(self, field: Battlefield, side: int) -> bool:
        markers = [name for name, _, _ in field.world.objectives]
        needed = self.must_hold.get(field.game.sides[side])
        return needed is None or field.board.holders[markers.index(needed)] == side

    def _decide_attack(self, field: Battlefield) -> None:
        names = field.game.sides
        attacker = names.index(self.attacker)
        lost = self._lost(field)
        rifles = self._rifles(field, attacker)
        held = all(side == attacker for side in field.board.holders)
        if held and rifles >= self.survivors:
            field.finish(attacker, f"{names[attacker]} holds the objective with {rifles} rifle stands", *lost)
        elif self.draw_losses and min(lost) >= self.draw_losses:
            field.finish(None, f"both sides have lost {self.draw_losses} stands or more", *lost)
        else:
            reason = "does not hold the objective" if not held else f"has only {rifles} rifle stands left"
            field.finish(1 - attacker, f"{names[attacker]} {reason}", *lost)


def _to_come(field: Situation, stand: int) -> bool:
    return field.world.arrivals[stand] > field.turn


def holder_of(look: Situation, objective: int) -> int:
    """The side that is alone within reach of an objective now, or NOBODY."""
    one, other = look.layout.parts
    first, second = one.near.get(objective), other.near.get(objective)
    if first is None:
        first = one.near[objective] = _is_near(look, objective, 0)
    if second is None:
        second = other.near[objective] = _is_near(look, objective, 1)
    return NOBODY if first == second else int(second)


def _is_near(look: Situation, objective: int, side: int) -> bool:
    x, y = point = look.world.objective_points[objective]
    most = RADIUS + INCH
    if not look.layout.comes_near(side, x - most, x + most, y - most, y + most):
        return False
    bases = [
        base for _, base in look.layout.bases_of(side) if -most <= base.x - x <= most and -most <= base.y - y <= most
    ]
    return any(base_near_point(base, point, RADIUS) for base in bases)


CHAPTER = Chapter(
    name="victory",
    phrases={
        "holds": "{side:side} holds {objective:objective}",
    },
)
