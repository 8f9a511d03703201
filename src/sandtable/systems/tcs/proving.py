"""The proving ground of TCS: a few units on an empty map, for questions about odds that need no game.

Targets stand in one hex, firers in another to the north of it (or two more to the south, for cross fire).
All else is open ground without units, so that a unit that runs finds a way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from sandtable.board.hexdrafts import MapDraft
from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Policy
from sandtable.kernel.system import OptionValue
from sandtable.kernel.view import View
from sandtable.systems import system
from sandtable.systems.tcs.board import Board, Smoke, Unit
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.scenario import Force, OpSheet, TcsScenario, UnitEntry
from sandtable.systems.tcs.tables import TERRAIN, UNITS
from sandtable.systems.tcs.victory import Level, Victory
from sandtable.systems.tcs.watching import ANSWER
from sandtable.systems.tcs.world import MOVE_MODE, NOBODY, OFF, PARALYZED, SUPPRESSED

__all__ = [
    "ALL_OUT",
    "FARTHEST",
    "Fate",
    "Left",
    "Posted",
    "Terrain",
    "ground",
    "left_of",
    "parse_units",
    "put",
    "ran_from",
    "strongest",
    "target_hex",
]

WIDTH, HEIGHT, MIDDLE = 7, 56, 28
FARTHEST = 24
"""The farthest firers stand."""
SIDES = ("Firers", "Targets")
MARKS = ("move", "dug_in", "fired", "road", "suppressed", "paralyzed", "unassigned")
MOST_UNITS = 8
Terrain = Literal["open", "woods", "forest", "swamp", "beach", "village", "city", "buildings"]


class Posted(msgspec.Struct, frozen=True):
    """A unit of a question: its type and what is not usual about it."""

    kind: str
    marks: tuple[str, ...] = ()
    steps: int = 0
    """0 is all of them."""
    morale: int = 0
    """0 is that of its type."""


def parse_units(text: str, what: str) -> tuple[Posted, ...]:
    """Units as people write them: types with their marks, parted by commas.

    >>> parse_units("2x us_rifle_plt steps=4 suppressed, us_hmg_sec", "firers")[1]
    Posted(kind='us_rifle_plt', marks=('suppressed',), steps=4, morale=0)
    >>> parse_units("us_rifle_plt asleep", "firers")
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: firers: 'asleep' is not one of move, dug_in, fired, road, suppressed, \
paralyzed, unassigned, steps=4, morale=3
    """
    found: list[Posted] = []
    for part in text.split(","):
        words = part.split()
        count = int(words.pop(0)[:-1]) if words and re.fullmatch(r"[1-9]x", words[0]) else 1
        if not words or words[0] not in UNITS:
            raise OptionError(f"{what}: there is no unit {shown(' '.join(words))}: see charts/units.csv")
        kind, *rest = words
        marks, numbers = [], {"steps": 0, "morale": 0}
        for word in rest:
            number = re.fullmatch(r"(steps|morale)=([1-9])", word)
            if number:
                numbers[number[1]] = int(number[2])
            elif word in MARKS:
                marks.append(word)
            else:
                raise OptionError(f"{what}: {shown(word)} is not one of {', '.join(MARKS)}, steps=4, morale=3")
        if numbers["steps"] > UNITS[kind].steps:
            raise OptionError(f"{what}: {kind} has {UNITS[kind].steps} steps, not {numbers['steps']}")
        if UNITS[kind].move_class == "helicopter":
            raise OptionError(f"{what}: {kind} is a helicopter, and they are not in play yet")
        found += [Posted(kind, tuple(marks), **numbers)] * count
    if not 1 <= len(found) <= MOST_UNITS:
        raise OptionError(f"{what}: name 1 to {MOST_UNITS} units, not {len(found)}")
    return tuple(found)


@lru_cache(maxsize=256)
def ground(
    firers: tuple[Posted, ...],
    targets: tuple[Posted, ...],
    terrain: str = "open",
    visibility: int = 0,
    options: tuple[tuple[str, OptionValue], ...] = (),
) -> Game:
    """A game of these units, the targets on this terrain."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    rows[MIDDLE - 1][WIDTH // 2] = TERRAIN[terrain].sign
    names = [f"{UNITS[each.kind].name} {chr(65 + number)}" for number, each in enumerate(firers)]
    for number, each in enumerate(targets):
        several = sum(other.kind == each.kind for other in targets) > 1
        names.append(f"{UNITS[each.kind].name} {number + 1}" if several else UNITS[each.kind].name)
    both = [(0, each) for each in firers] + [(1, each) for each in targets]
    scenario = TcsScenario(
        title="A question",
        system="tcs",
        briefing="",
        sides=SIDES,
        map=MapDraft(WIDTH, HEIGHT, "\n".join("".join(row) for row in rows)),
        area={"all": f"0101-{WIDTH:02}{HEIGHT:02}"},
        sheet=tuple(OpSheet(side, side, "Attack") for side in SIDES),
        force=tuple(
            Force(
                SIDES[side],
                name,
                "all",
                (UnitEntry(each.kind, name=name),),
                battalion=SIDES[side],
                morale=each.morale or None,
                sheet=SIDES[side],
            )
            for name, (side, each) in zip(names, both, strict=True)
        ),
        visibility=visibility,
        victory=Victory(SIDES[0], ("0101",), SIDES[1], (Level(1, "won", SIDES[0]), Level(0, "lost", SIDES[1]))),
    )
    return Game(system("tcs"), scenario, dict(options), name="a question")


def target_hex(game: Game, north: int = 0) -> int:
    """The hex of the targets, or one this many hexes to the north of it (to the south if negative)."""
    index: int = game.world.ground.map.index(f"{WIDTH // 2 + 1:02}{MIDDLE - north:02}")
    return index


def put(
    game: Game,
    firers: tuple[Posted, ...],
    targets: tuple[Posted, ...],
    hexes: int,
    *,
    cross_fire: bool = False,
    battalion: int = 0,
    smoke: tuple[bool, bool] = (False, False),
    zones: tuple[bool, bool] = (False, False),
) -> Board:
    """The board: firers at a range, the last of them on the other side for cross fire; smoke and Attack Zones
    on firers and targets.
    """
    here, there = target_hex(game, hexes), target_hex(game)
    places = [here] * len(firers)
    if cross_fire:
        if len(firers) < 2 or not hexes:
            raise OptionError("cross fire needs two firers or more, and some hexes between")
        places[-1] = target_hex(game, -hexes)
    units = [_unit(each, at, 0) for each, at in zip(firers, places, strict=True)]
    units += [_unit(each, there, 1) for each in targets]
    spots = (here, there)
    return Board(
        tuple(units),
        phasing=0,
        battalions=(0, battalion),
        vehicles=(0, battalion),
        smoke=tuple(Smoke(at, 0) for at, wanted in zip(spots, smoke, strict=True) if wanted),
        zones=tuple(at for at, wanted in zip(spots, zones, strict=True) if wanted),
        holders=(1,),
        due=(0,) * len(units),
        sheets=game.world.sheets,
    )


def _unit(posted: Posted, at: int, side: int) -> Unit:
    marks = posted.marks
    return Unit(
        at=at,
        steps=posted.steps or UNITS[posted.kind].steps,
        mode=MOVE_MODE if "move" in marks else 0,
        morale=PARALYZED if "paralyzed" in marks else SUPPRESSED if "suppressed" in marks else 0,
        fired="fired" in marks,
        dug_in="dug_in" in marks,
        road="road" in marks,
        sheet=NOBODY if "unassigned" in marks else side,
    )


class Fate(msgspec.Struct, frozen=True, order=True):
    """What became of a unit: its steps, and how it is.

    >>> str(Fate("Rifles", 4, "Suppressed")), str(Fate("Rifles", 0, "lost")), str(Fate("Rifles", 1, "steady"))
    ('Rifles 4 steps Suppressed', 'Rifles lost', 'Rifles 1 step steady')
    """

    name: str
    steps: int
    state: str

    def __str__(self) -> str:
        return (
            f"{self.name} {self.steps} step{'s'[: self.steps != 1]} {self.state}" if self.steps else f"{self.name} lost"
        )


class Left(msgspec.Struct, frozen=True):
    """What became of several units.

    >>> str(Left((Fate("Rifles", 4, "steady"), Fate("Guns", 0, "lost"))))
    'Rifles 4 steps steady; Guns lost'
    """

    units: tuple[Fate, ...]

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return max(({"steady": 0, "Suppressed": 1, "running": 2}.get(each.state, 3) for each in self.units), default=0)

    def __str__(self) -> str:
        return "; ".join(map(str, self.units))

    @property
    def steps(self) -> int:
        """All steps that are left."""
        return sum(each.steps for each in self.units)


def ran_from(game: Game, board: Board, hex: int, side: int) -> tuple[int, ...]:
    """The units of a side that were in a hex, and have run from it."""
    return tuple(n for n in game.world.units_of[side] if board.units[n].at not in (hex, OFF))


def left_of(game: Game, board: Board, side: int, ran: Collection[int]) -> Left:
    """What became of each unit of a side, of which some have run."""
    found = []
    for n in game.world.units_of[side]:
        unit = board.units[n]
        state = "running" if n in ran else ("steady", "Suppressed", "Paralyzed")[unit.morale]
        found.append(Fate(game.world.names[n], unit.steps, state if unit.steps else "lost"))
    return Left(tuple(found))


def strongest(units: Sequence[Unit], among: Iterable[Any]) -> int:
    """Of some units the one that has most steps, and is least shaken: it loses the next step."""
    return int(min(among, key=lambda n: (-units[n].steps, units[n].morale, n)))


def _choose(view: View) -> Action | None:
    """Fire whenever it is asked, but do not answer overwatch; losses to the strongest; of ways out the first."""
    decision, asked = view.asked, view.asks
    if isinstance(asked, Watch) and asked.kind == ANSWER:
        return Action("hold")
    lose = decision.offer("lose")
    if lose is not None:
        return Action("lose", strongest(view.state.board.units, lose.targets or ()))
    for verb in ("to", "area", "point", "rolls_at", "hex", "vehicle", "done", "hold"):
        offer = decision.offer(verb)
        if offer is not None:
            return next(offer.actions())
    return None


ALL_OUT = Policy("losses to the strongest unit, and fire at every chance", _choose)
"""How the questions of a calculator are answered on the way."""
