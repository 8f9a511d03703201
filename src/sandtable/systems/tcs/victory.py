"""The winner: ground held at the end, points, and what it cost.

A scenario lists the results from the best to the worst for the side that must achieve something. Each asks for a number
of objective hexes, for hexes in named places, or for a lead in points; the first that holds is the result.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

import msgspec

from sandtable.board.hexmap import HexMap
from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.kernel.picture import Aim, Tally
from sandtable.systems.tcs.tables import UNITS

if TYPE_CHECKING:
    from sandtable.systems.tcs.board import Situation
    from sandtable.systems.tcs.field import Battlefield

__all__ = ["CHAPTER", "COUNTED", "Level", "Score", "Victory", "check_victory", "hold", "points"]

COUNTED: Seam[tuple[str, Callable[[Situation, int], int]]] = Seam("what else a side can score for, by its name")


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the victory table: what it takes, the result in words, and who wins; without a winner it is a draw."""

    hexes: int = 0
    """The fewest objective hexes."""
    words: str = ""
    winner: str = ""
    any: tuple[dict[str, int], ...] = ()
    """Alternatives: the fewest hexes in each of these places. Without any, the hexes alone count."""
    lead: int | None = None
    """The smallest lead in points."""
    fewer_lost: int = 0
    """The side must have lost fewer units than this; 0 is no limit."""


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a side scores for at the end: `points` for each hex, unit or other thing that counts."""

    side: str
    words: str
    points: int = 1
    hexes: tuple[str, ...] = ()
    """Objective hexes that it holds."""
    units_in: str = ""
    """Its units in an area of the scenario, with at least `steps` steps left."""
    destroyed: bool = False
    """Enemy units lost, of types with at least `steps` steps."""
    kinds: tuple[str, ...] = ()
    """Steps that enemy units of these types have lost: of vehicles, how many."""
    steps: int = 1
    count: str = ""
    """Something that a chapter counts, by its name."""
    most: int = 99
    """How many count at the most."""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes that `side` must hold, and the results, best first.

    A side that has lost its limit of steps or more gets the result one line worse.
    """

    side: str
    hexes: tuple[str, ...]
    held_by: str
    """The side that controls them at the start."""
    level: tuple[Level, ...]
    most_losses: int = 0
    """The steps at which the losses of `side` tell; 0 is never."""
    place: dict[str, tuple[str, ...]] = {}
    """Objective hexes that are counted together, by name."""
    score: tuple[Score, ...] = ()

    def tallies(self, look: Situation) -> tuple[Tally, ...]:
        """How the sides stand: their points, the objective hexes each holds, and the steps it has lost."""
        held = tuple(look.board.holders.count(side) for side in (0, 1))
        lost = tuple(map(look.lost_since, look.world.roster_of))
        scores = (Tally("Victory points", (points(look, 0), points(look, 1))),) if self.score else ()
        return *scores, Tally("Objective hexes held", held), Tally("Steps lost", lost)

    def aims(self, look: Situation) -> tuple[Aim, ...]:
        """The lines of the victory table: what each takes, how near the side is, and which would be the result now."""
        game = look.game
        side = game.sides.index(self.side)
        held = look.board.holders.count(side)
        lead = points(look, side) - points(look, 1 - side) if self.score else 0
        found, over = [], False
        for level in self.level:
            met = not over and self._achieved(look, side, level, lead)
            over = over or met
            winner = game.sides.index(level.winner) if level.winner else None
            words, have, need = self._takes(look, side, level, held, lead)
            found.append(Aim(side, words, have, need, met, level.words, winner))
        if self.most_losses:
            lost = look.lost_since(look.world.roster_of[side])
            words = f"Lose fewer than {self.most_losses} steps, or the result is one line worse"
            found.append(Aim(side, words, lost, self.most_losses, lost < self.most_losses))
        return tuple(found)

    def _takes(self, look: Situation, side: int, level: Level, held: int, lead: int) -> tuple[str, int, int]:
        """What a line of the table takes, in words, what the side has of it, and what it needs."""
        if level.lead is not None:
            return (
                f"Lead by {level.lead} points" if level.lead > 0 else f"Trail by {-level.lead} at most",
                lead,
                level.lead,
            )
        if level.any:
            wanted = [" and ".join(f"{least} in {name}" for name, least in each.items()) for each in level.any]
            own = [hex for hex, owner in zip(look.world.objectives, look.board.holders, strict=True) if owner == side]
            names = [look.world.hex_name(hex) for hex in own]
            need = min(sum(each.values()) for each in level.any)
            have = max(
                sum(min(least, sum(hex in names for hex in self.place[name])) for name, least in each.items())
                for each in level.any
            )
            return f"Hold {', or '.join(wanted)}", have, need
        words = f"Hold {level.hexes} of {len(self.hexes)} objective hexes" if level.hexes else "Anything less"
        return words, held, level.hexes

    def decide(self, field: Battlefield) -> None:
        """The game is over: read the table."""
        game, world = field.game, field.world
        side = game.sides.index(self.side)
        held = field.board.holders.count(side)
        score = (points(field, 0), points(field, 1)) if self.score else ()
        lead = score[side] - score[1 - side] if score else 0
        line = next(n for n, level in enumerate(self.level) if self._achieved(field, side, level, lead))
        lost = field.lost_since(world.roster_of[side])
        words = f"{self.side} holds {held} of {len(self.hexes)}"
        if score:
            words = f"{score[side]} points to {score[1 - side]}"
        if self.most_losses and lost >= self.most_losses and line + 1 < len(self.level):
            line += 1
            words += f" and has lost {lost} steps"
        level = self.level[line]
        winner = game.sides.index(level.winner) if level.winner else None
        others = len(self.hexes) - held
        field.finish(winner, f"{level.words}: {words}", *(score or ((held, others) if side == 0 else (others, held))))

    def _achieved(self, look: Situation, side: int, level: Level, lead: int) -> bool:
        holders, world = look.board.holders, look.world
        if level.lead is not None and lead < level.lead:
            return False
        if level.fewer_lost:
            lost = sum(bool(world.started[n]) and not look.units[n].steps for n in world.roster_of[side])
            if lost >= level.fewer_lost:
                return False
        if level.any:
            held = [world.hex_name(hex) for hex, owner in zip(world.objectives, holders, strict=True) if owner == side]
            return any(
                all(sum(hex in held for hex in self.place[name]) >= least for name, least in wanted.items())
                for wanted in level.any
            )
        return holders.count(side) >= level.hexes


def points(look: Situation, side: int) -> int:
    """The victory points of a side, if the game ended now.

    >>> import sandtable
    >>> game = sandtable.load("tcs/crossroads-1944")
    >>> points(game.look(game.start(sandtable.Dice.seeded(1))), 0)
    0
    """
    world = look.world
    name = look.game.sides[side]
    counters = dict(look.game.rules.at(COUNTED))
    total = 0
    for score in world.victory.score:
        if score.side == name:
            total += score.points * min(score.most, _counted(look, side, score, counters))
    return total


def _counted(look: Situation, side: int, score: Score, counters: dict[str, Callable[[Situation, int], int]]) -> int:
    world = look.world
    if score.hexes:
        owners = dict(zip(map(world.hex_name, world.objectives), look.board.holders, strict=True))
        return sum(owners[hex] == side for hex in score.hexes)
    if score.destroyed:
        enemies = world.roster_of[1 - side]
        return sum(not look.units[n].steps and world.started[n] >= score.steps for n in enemies)
    if score.kinds:
        return look.lost_since(n for n in world.roster_of[1 - side] if world.kinds[n].id in score.kinds)
    if score.count:
        return counters[score.count](look, side) if score.count in counters else 0
    area = world.named_areas[score.units_in]
    there = [n for n in world.units_of[side] if look.units[n].at in area and look.units[n].steps >= score.steps]
    return sum(map(look.times, there))


def check_victory(
    victory: Victory, map: HexMap, sides: tuple[str, ...], areas: Container[str], counted: Container[str]
) -> tuple[int, ...]:
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
    for name, members in victory.place.items():
        for printed in members:
            _listed(victory, printed, ("victory", "place", name))
    _check_levels(victory, sides)
    for number, score in enumerate(victory.score):
        _check_score(victory, sides, areas, counted, number, score)
    return tuple(hexes)


def _listed(victory: Victory, printed: str, place: tuple[str | int, ...]) -> None:
    if printed not in victory.hexes:
        raise ScenarioFault(place, f"{shown(printed)} is not one of the objective hexes {', '.join(victory.hexes)}")


def _check_levels(victory: Victory, sides: tuple[str, ...]) -> None:
    counts = [level.hexes for level in victory.level if level.lead is None and not level.any and not level.fewer_lost]
    if not counts or counts != sorted(set(counts), reverse=True) or counts[-1] != 0 or counts[0] > len(victory.hexes):
        raise ScenarioFault(
            ("victory", "level"),
            f"the lines go down from at most {len(victory.hexes)} hexes to 0, and the last asks for 0",
        )
    last = victory.level[-1]
    if last.hexes or last.any or last.lead is not None or last.fewer_lost:
        raise ScenarioFault(("victory", "level"), "the last line holds whatever happens: it asks for nothing")
    for number, level in enumerate(victory.level):
        place = ("victory", "level", number)
        if level.winner and level.winner not in sides:
            raise ScenarioFault(place, f"{shown(level.winner)} is not one of the sides")
        if not level.words.strip():
            raise ScenarioFault(place, "a line needs words for its result")
        if level.lead is not None and not victory.score:
            raise ScenarioFault((*place, "lead"), "a lead needs points: add a [[victory.score]]")
        for wanted in level.any:
            for name, least in wanted.items():
                if name not in victory.place:
                    known = ", ".join(victory.place) or "none"
                    raise ScenarioFault((*place, "any"), f"there is no place {shown(name)}: there are {known}")
                if not 1 <= least <= len(victory.place[name]):
                    most = len(victory.place[name])
                    raise ScenarioFault((*place, "any"), f"{name} has {most} hexes: ask for 1 to {most}, not {least}")


def _check_score(
    victory: Victory,
    sides: tuple[str, ...],
    areas: Container[str],
    counted: Container[str],
    number: int,
    score: Score,
) -> None:
    place = ("victory", "score", number)
    if score.side not in sides:
        raise ScenarioFault((*place, "side"), f"{shown(score.side)} is not one of the sides {', '.join(sides)}")
    ways = (bool(score.hexes), bool(score.units_in), score.destroyed, bool(score.kinds), bool(score.count))
    if sum(ways) != 1:
        raise ScenarioFault(place, "a score is for one of hexes, units_in, destroyed, kinds and count")
    for kind in score.kinds:
        if kind not in UNITS:
            raise ScenarioFault((*place, "kinds"), f"there is no unit {shown(kind)}")
    for printed in score.hexes:
        _listed(victory, printed, (*place, "hexes"))
    if score.units_in and score.units_in not in areas:
        raise ScenarioFault((*place, "units_in"), f"there is no area {shown(score.units_in)}")
    if score.count and score.count not in counted:
        raise ScenarioFault((*place, "count"), f"nothing called {shown(score.count)} is counted with these options")


def hold(field: Battlefield, hex: int) -> None:
    """A hex is controlled by the side whose unshaken combat unit was the last to be alone in it; a hidden unit controls
    nothing before it is found.
    """
    stack = field.units_in(hex)
    if not stack:
        return
    owners, units = field.world.owners, field.units
    side = owners[stack[0]]
    if field.holder(hex) == side:
        return
    fights = False
    for n in stack:
        if owners[n] != side or units[n].hidden:
            return
        fights = fights or _fights(field, n)
    if fights:
        field.take(hex, side)


def _fights(field: Battlefield, unit: int) -> bool:
    kind = field.world.kinds[unit]
    return field.units[unit].morale == 0 and (kind.area_strength is not None or kind.point_strength is not None)


CHAPTER = Chapter(
    name="victory",
    phrases={
        "holds": "{side:side} holds {hex:hex}",
    },
)
