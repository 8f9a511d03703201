"""The proving ground of TCS: a few units on an empty map, for questions about odds that need no game.

Targets stand in one hex, firers in another to the north of it (or two more to the south, for cross fire).
All else is open ground without units, so that a unit that runs finds a way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from sandtable.board.hexdrafts import DraftHexsides, DraftRoad, MapDraft
from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Assumption
from sandtable.kernel.question import completed, nearest, read_options
from sandtable.kernel.system import OptionValue
from sandtable.kernel.view import View
from sandtable.systems import system
from sandtable.systems.tcs.board import Board, Extended, Smoke, Unit
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.roster import Force, UnitEntry
from sandtable.systems.tcs.scenario import OpSheet, TcsScenario
from sandtable.systems.tcs.tables import TERRAIN, UNITS
from sandtable.systems.tcs.victory import Level, Victory
from sandtable.systems.tcs.watching import ANSWER
from sandtable.systems.tcs.world import LIGHTS, MOVE_MODE, NOBODY, OFF, PARALYZED, SUPPRESSED

__all__ = [
    "ALL_OUT",
    "FARTHEST",
    "Fate",
    "Hexside",
    "Left",
    "Light",
    "OneUnit",
    "Posted",
    "Terrain",
    "Units",
    "check_stack",
    "chosen",
    "ground",
    "left_of",
    "one_unit",
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
MOST_UNITS = 20
Terrain = Literal["open", "woods", "forest", "swamp", "beach", "village", "city", "buildings"]
Hexside = Literal["none", "hedge", "bocage", "shingle"]
"""What covers the targets at their hexside towards the firers (TCS 20.1i)."""
Light = Literal["day", "twilight", "night", "lit"]
"""The light; lit is an illuminated hex at night (TCS 26)."""
Units: TypeAlias = Annotated[str, completed("units", (*MARKS, "steps=", "morale="))]
"""Units as `parse_units` reads them."""
OneUnit: TypeAlias = Annotated[str, completed("units", (*MARKS, "steps=", "morale="), several=False)]
"""One of them."""


class Posted(msgspec.Struct, frozen=True):
    """A unit of a question: its type and what is not usual about it."""

    kind: str
    marks: tuple[str, ...] = ()
    steps: int = 0
    """0 is all of them."""
    morale: int = 0
    """0 is that of its type."""


def parse_units(text: str, what: str, *, air: bool = False) -> tuple[Posted, ...]:
    """Units as people write them: types with their marks, parted by commas; with `air` they are helicopters.

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
        count = int(words.pop(0)[:-1]) if words and re.fullmatch(r"[1-9]\d?x", words[0]) else 1
        if not words:
            raise OptionError(f"{what}: name a unit there, such as us_rifle_plt; sandtable units lists them")
        if words[0] not in UNITS:
            near = nearest(words[0], UNITS)
            raise OptionError(f"{what}: there is no unit {shown(words[0])}{near}; sandtable units lists them all")
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
        if (UNITS[kind].move_class == "helicopter") != air:
            raise OptionError(f"{what}: {kind} is {'no' if air else 'a'} helicopter")
        _agree(what, kind, marks)
        found += [Posted(kind, tuple(marks), **numbers)] * count
    if not 1 <= len(found) <= MOST_UNITS:
        raise OptionError(f"{what}: name 1 to {MOST_UNITS} units, not {len(found)}")
    return tuple(found)


def _agree(what: str, kind: str, marks: Collection[str]) -> None:
    """Marks that a unit can have together (TCS 4.1, 17.3, 17.4)."""
    if {"suppressed", "paralyzed"} <= set(marks):
        raise OptionError(f"{what}: {kind} is suppressed or paralyzed, not both (TCS 17.4)")
    if {"move", "dug_in"} <= set(marks):
        raise OptionError(f"{what}: {kind} is in Move Mode or dug in, not both (TCS 4.1)")
    if "road" in marks and "move" not in marks:
        raise OptionError(f"{what}: a unit that is Road Moving is in Move Mode: add move to {kind} (TCS 4.3)")


def one_unit(text: str, what: str) -> Posted:
    """The one unit of a question; OptionError if there are more.

    >>> one_unit("us_m4_75 move", "target").kind
    'us_m4_75'
    """
    found = parse_units(text, what)
    if len(found) != 1:
        raise OptionError(f"{what}: name one unit, not {len(found)}")
    return found[0]


def chosen(text: str) -> tuple[tuple[str, OptionValue], ...]:
    """The options of a question as people type them.

    >>> chosen("stack_limit=15")
    (('stack_limit', 15),)
    """
    return read_options(system("tcs").options, text)


def ground(
    firers: tuple[Posted, ...],
    targets: tuple[Posted, ...],
    terrain: str = "open",
    visibility: int = 0,
    options: tuple[tuple[str, OptionValue], ...] = (),
    hexside: str = "none",
    road: str = "none",
) -> Game:
    """A game of these units, the targets on this terrain; their hexside to the north may have a hedge or the like, and
    a road may lead in from there. It is the same one whatever their marks and steps are, which `put` puts on the board.
    """
    unmarked = [tuple([Posted(each.kind, morale=each.morale) for each in side]) for side in (firers, targets)]
    return _ground(unmarked[0], unmarked[1], terrain, visibility, options, hexside, road)


@lru_cache(maxsize=256)
def _ground(
    firers: tuple[Posted, ...],
    targets: tuple[Posted, ...],
    terrain: str,
    visibility: int,
    options: tuple[tuple[str, OptionValue], ...],
    hexside: str,
    road: str,
) -> Game:
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
        map=MapDraft(
            WIDTH,
            HEIGHT,
            "\n".join("".join(row) for row in rows),
            road=() if road == "none" else (DraftRoad(road, (_number(1), _number(0))),),
            hexside=() if hexside == "none" else (DraftHexsides((f"{_number(1)}-{_number(0)}",), hexside),),
        ),
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


def _number(north: int) -> str:
    """The number of the targets' hex, or of one to the north of it."""
    return f"{WIDTH // 2 + 1:02}{MIDDLE - north:02}"


def target_hex(game: Game, north: int = 0) -> int:
    """The hex of the targets, or one this many hexes to the north of it (to the south if negative)."""
    index: int = game.world.ground.map.index(_number(north))
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
    light: Light = "day",
) -> Board:
    """The board: firers at a range, the last of them on the other side for cross fire; smoke and Attack Zones
    on firers and targets; the light, in which the hex of the targets may be illuminated.
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
    board = Board(
        tuple(units),
        phasing=0,
        battalions=(0, battalion),
        vehicles=(0, battalion),
        smoke=tuple(Smoke(at, 0) for at, wanted in zip(spots, smoke, strict=True) if wanted),
        zones=tuple(at for at, wanted in zip(spots, zones, strict=True) if wanted),
        holders=(1,),
        due=(0,) * len(units),
        sheets=game.world.sheets,
        light=LIGHTS.index("night" if light == "lit" else light),
        lit=(there,) if light == "lit" else (),
    )
    return extended(game, board)


def check_stack(game: Game, board: Board, side: int, what: str) -> None:
    """OptionError if units that do not move are more than a hex holds (TCS 5.0b)."""
    limit = game.world.options.stack_limit
    stack = [board.units[n] for n in game.world.units_of[side]]
    steps = sum(unit.steps for unit in stack if unit.mode != MOVE_MODE)
    if steps > limit:
        raise OptionError(
            f"{what}: a hex holds {limit} steps, not {steps}: name fewer, or some in Move Mode (TCS 5.0b)"
        )


def extended(game: Game, board: Board, *values: msgspec.Struct) -> Board:
    """The board with what the chapters of an expansion keep on it, if one is in force: these values, and for the rest
    what it has, or what is usual.
    """
    if not game.rules.keeps:
        return board
    fields = {name: getattr(board, name) for name in Board.__struct_fields__}
    before = board.extras if isinstance(board, Extended) else tuple(kept() for kept in game.rules.keeps)
    given = {type(each): each for each in values}
    return Extended(**fields, extras=tuple(given.get(type(each), each) for each in before))


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
    """What became of several units: each of them, the steps they have lost, and how many of those left are more shaken
    than before.

    >>> str(Left((Fate("Rifles", 4, "steady"), Fate("Guns", 0, "lost"))))
    'Rifles 4 steps steady; Guns lost'
    """

    units: tuple[Fate, ...]
    lost: int = 0
    shaken: int = 0

    @property
    def harmed(self) -> bool:
        """Whether anything happened to them."""
        return self.lost > 0 or self.shaken > 0

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        states = [{"steady": 0, "Suppressed": 1, "running": 2}.get(each.state, 3) for each in self.units]
        return max([2 * (self.lost > 0), *states])

    def __str__(self) -> str:
        return "; ".join(map(str, self.units))

    @property
    def steps(self) -> int:
        """All steps that are left."""
        return sum(each.steps for each in self.units)


def ran_from(game: Game, board: Board, hex: int, side: int) -> tuple[int, ...]:
    """The units of a side that were in a hex, and have run from it."""
    return tuple(n for n in game.world.units_of[side] if board.units[n].at not in (hex, OFF))


def left_of(game: Game, board: Board, side: int, ran: Collection[int], before: Board) -> Left:
    """What became of each unit of a side, of which some have run, since an earlier board."""
    found, lost, shaken = [], 0, 0
    for n in game.world.units_of[side]:
        unit, was = board.units[n], before.units[n]
        state = "running" if n in ran else ("steady", "Suppressed", "Paralyzed")[unit.morale]
        found.append(Fate(game.world.names[n], unit.steps, state if unit.steps else "lost"))
        lost += was.steps - unit.steps
        shaken += unit.steps > 0 and (n in ran or unit.morale > was.morale)
    return Left(tuple(found), lost, shaken)


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


ALL_OUT = Assumption("losses to the strongest unit, and fire at every chance", _choose)
"""How the questions of a calculator are answered on the way."""
