"""The calculators of TCS: questions about odds that need no game, answered with exact fractions.

Every answer comes from the rules themselves, on the proving ground (`proving.py`) or from the facts of one roll. No
rule is stated a second time.

>>> from sandtable.systems.tcs.calculators import Area, area
>>> for left, chance in list(area(Area(firers="us_rifle_plt", targets="ge_smg_sec", hexes=3)).items())[:3]:
...     print(chance, left)
821/1296 Heavy machine-gun section 2 steps steady
55/432 Heavy machine-gun section 2 steps Suppressed
17/162 Heavy machine-gun section 1 step Suppressed
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution, distribution
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.question import GameOptions, Question, Shifted, played
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.kernel.state import State
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.aiming import why_not_fire
from sandtable.systems.tcs.antitank import AtFacts, AtRoll
from sandtable.systems.tcs.areafire import OVERWATCH, SFA, AreaFire
from sandtable.systems.tcs.artilleryodds import (
    BarrageQuestion,
    SortieQuestion,
    barrage_chain,
    barrage_odds,
    sortie_chain,
    sortie_odds,
)
from sandtable.systems.tcs.assaultodds import OVERRUN, TAKEN, AssaultQuestion, assault_chain, assault_odds
from sandtable.systems.tcs.atseries import CALCULATOR as AT_SERIES
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.commandodds import CALCULATOR as COMMAND
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.levelodds import CALCULATOR as HOURLY
from sandtable.systems.tcs.mineodds import CALCULATORS as MINES
from sandtable.systems.tcs.modern.airodds import CALCULATORS as AIR
from sandtable.systems.tcs.modern.chemodds import CALCULATOR as CHEMICALS
from sandtable.systems.tcs.modern.gunneryodds import CALCULATORS as GUNNERY
from sandtable.systems.tcs.modern.sightodds import CALCULATOR as SIGHTS
from sandtable.systems.tcs.morale import MoraleFacts
from sandtable.systems.tcs.moveodds import CALCULATOR as MOVEMENT
from sandtable.systems.tcs.nightsight import CALCULATOR as NIGHT_SIGHT
from sandtable.systems.tcs.overwatch import MOVED, Triggered, Watch
from sandtable.systems.tcs.passengerodds import CALCULATOR as PASSENGERS
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    FARTHEST,
    Hexside,
    Left,
    Light,
    OneUnit,
    Posted,
    Terrain,
    Units,
    check_stack,
    chosen,
    ground,
    left_of,
    one_unit,
    parse_units,
    put,
    ran_from,
    target_hex,
)
from sandtable.systems.tcs.smokeodds import CALCULATOR as SMOKE
from sandtable.systems.tcs.spotting import shifts_of, spotted_to
from sandtable.systems.tcs.tableodds import CALCULATOR as NUMBERS
from sandtable.systems.tcs.tableodds import shifted
from sandtable.systems.tcs.tables import UNITS, UNLIMITED, spotting_range, spotting_start
from sandtable.systems.tcs.watching import ROLLS, firers_of, openings
from sandtable.systems.tcs.world import FINE, OFF

__all__ = [
    "CALCULATORS",
    "Approach",
    "Area",
    "AtRollQuestion",
    "Morale",
    "Point",
    "Spotting",
    "approach",
    "area",
    "at_roll",
    "morale",
    "point",
    "spotting",
]

Type = Literal["billiard", "open", "partly", "protective"]
Where = Literal["nowhere", "firers", "targets", "both"]
_ENDS = {"nowhere": (False, False), "firers": (True, False), "targets": (False, True), "both": (True, True)}
Hexes = Annotated[int, msgspec.Meta(ge=0, le=FARTHEST)]
Some = Annotated[int, msgspec.Meta(ge=0, le=20)]


class _Fire(Question, frozen=True):
    """What questions about fire have in common.

    `firers` and `targets` are units with their marks, such as `2x us_rifle_plt steps=4, us_hmg_sec suppressed`; the
    targets are `hexes` away on `terrain`, perhaps behind a hedge or the like that covers them towards the firers.
    `battalion` is their Battalion and Vehicle Morale; `options` are those of the game that are not the usual ones.
    """

    firers: Units = "us_rifle_plt"
    targets: Units = "ge_gren_plt"
    hexes: Hexes = 3
    terrain: Terrain = "open"
    hexside: Hexside = "none"
    light: Light = "day"
    overwatch: bool = False
    cross_fire: bool = False
    smoke: Where = "nowhere"
    zone: Where = "nowhere"
    visibility: Some = 0
    battalion: Some = 0
    options: GameOptions = ""

    def agree(self) -> None:
        """Units that there are, and that can fire so far."""
        game, board = self.board()
        check_stack(game, board, 1, "targets")
        look = Situation(game, board)
        for n in game.world.units_of[0]:
            why = why_not_fire(look, n, target_hex(game), 1, point=isinstance(self, Point))
            if why:
                raise OptionError(f"firers: {game.say(why)}")
        harmed = look.point_targets if isinstance(self, Point) else look.area_targets
        if not harmed(target_hex(game), 1):
            fire = (
                "point fire harms vehicles and guns" if isinstance(self, Point) else "area fire harms classes A and B"
            )
            raise OptionError(f"targets: {fire}, and none of them is such (TCS 3.0e)")

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question."""
        firers, targets = parse_units(self.firers, "firers"), parse_units(self.targets, "targets")
        game = ground(firers, targets, self.terrain, self.visibility, chosen(self.options), self.hexside)
        return game, put(
            game,
            firers,
            targets,
            self.hexes,
            cross_fire=self.cross_fire,
            battalion=self.battalion,
            smoke=_ENDS[self.smoke],
            zones=_ENDS[self.zone],
            light=self.light,
        )


class Area(_Fire, frozen=True):
    """The question of the `area` calculator: an area fire with all that follows for each unit in the hex."""


class Point(_Fire, frozen=True):
    """The question of the `point` calculator: a point fire of one stack with all that follows."""

    firers: Units = "us_m4_75"
    targets: Units = "ge_pz4"
    hexes: Hexes = 6

    def agree(self) -> None:
        """One stack."""
        if self.cross_fire:
            raise OptionError("cross_fire: a point fire is made by one stack, so leave it off (TCS 14.0a)")
        super().agree()


def _fire_of(ask: _Fire, game: Game) -> AreaFire | PointFire:
    firers = tuple(game.world.units_of[0])
    kind = OVERWATCH if ask.overwatch else SFA
    if isinstance(ask, Point):
        return PointFire(firers, target_hex(game), 1, kind)
    return AreaFire(firers, target_hex(game), 1, kind)


def _fired(ask: _Fire) -> Distribution[Left]:
    game, board = ask.board()
    odds = played(game, board, _fire_of(ask, game), then=Act(0), assuming=ALL_OUT)
    return odds.by(lambda end: left_of(game, end.board, 1, ran_from(game, end.board, target_hex(game), 1), board))


def area(ask: Area) -> Distribution[Left]:
    """What an area fire leaves of each unit, the likeliest first.

    >>> close = Area(firers="us_rifle_plt", targets="2x ge_gren_plt move", hexes=1)
    >>> area(close).chance(lambda left: left.steps == 10)
    Fraction(1, 6)
    """
    return _fired(ask)


def point(ask: Point) -> Distribution[Left]:
    """What a point fire leaves of each unit, the likeliest first.

    >>> point(Point(firers="ge_panther", targets="us_m4_75 move", hexes=9)).chance(lambda left: left.steps == 0)
    Fraction(13, 36)
    """
    return _fired(ask)


def fire_chain(ask: _Fire) -> tuple[Shifted, ...]:
    """The roll with its shifts."""
    game, board = ask.board()
    return (shifted(Situation(game, board), _fire_of(ask, game)),)


# AT rolls


class AtRollQuestion(Question, frozen=True):
    """The question of the `at_roll` calculator: `soft` is a B target, P-1 or P-2, `dark` poor visibility or night."""

    type: Type = "open"
    in_hex: bool = False
    smoke: bool = False
    dark: bool = False
    escorted: bool = False
    shaken: bool = False
    zone: bool = False
    road: bool = False
    soft: bool = False
    engineer: bool = False


def _at(ask: AtRollQuestion) -> Resolution:
    return AtFacts(**msgspec.structs.asdict(ask)).resolution("An AT roll")


def at_roll(ask: AtRollQuestion) -> Distribution[str]:
    """What an AT roll does to the target, and to the roller.

    >>> at_roll(AtRollQuestion(type="partly", in_hex=True)).chance(lambda result: result.startswith("kill"))
    Fraction(5, 12)
    """
    roll = _at(ask)

    def told(outcome: Outcome) -> str:
        assert isinstance(outcome, tuple)
        return " and ".join(str(each) for each in outcome if each)

    return distribution(lambda throw: throw(roll)).by(told)


# Morale


class Morale(Question, frozen=True):
    """The question of the `morale` calculator: `lost` are the steps lost, `battalion` the Battalion Morale; with
    `vehicles` it is the one check of the vehicles in a hex, and `lost` those lost in this fire.
    """

    morale: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    lost: Some = 0
    battalion: Some = 0
    zone: bool = False
    paralyzed: bool = False
    night: bool = False
    dug_in: bool = False
    armour: bool = False
    cross_fire: bool = False
    cover: bool = False
    no_low: bool = False
    unassigned: bool = False
    vehicles: bool = False


def _check(ask: Morale) -> Resolution:
    return MoraleFacts(**msgspec.structs.asdict(ask)).resolution("A morale check")


def morale(ask: Morale) -> Distribution[str]:
    """What a morale check does.

    >>> morale(Morale(morale=3, lost=2, battalion=1, dug_in=True))["SYR"]
    Fraction(1, 18)
    """
    roll = _check(ask)
    return distribution(lambda throw: throw(roll)).by(str)


# Spotting


class Spotting(Question, frozen=True):
    """The question of the `spotting` calculator: how far a unit spots another."""

    firer: OneUnit = "us_rifle_plt"
    target: OneUnit = "ge_gren_plt"
    terrain: Terrain = "open"
    hexside: Hexside = "none"
    light: Light = "day"
    trigger: bool = False
    smoke: Where = "nowhere"
    zone: Where = "nowhere"
    options: GameOptions = ""

    def agree(self) -> None:
        """One unit each."""
        one_unit(self.firer, "firer")
        one_unit(self.target, "target")
        chosen(self.options)


def _sighted(ask: Spotting) -> tuple[Situation, tuple[Modifier, ...]]:
    firers, targets = parse_units(ask.firer, "firer"), parse_units(ask.target, "target")
    game = ground(firers, targets, ask.terrain, options=chosen(ask.options), hexside=ask.hexside)
    board = put(game, firers, targets, 3, smoke=_ENDS[ask.smoke], zones=_ENDS[ask.zone], light=ask.light)
    look = Situation(game, board)
    return look, shifts_of(look, 0, 1, trigger=ask.trigger)


def spotting(ask: Spotting) -> Distribution[str]:
    """How far it is; nothing is rolled.

    >>> list(spotting(Spotting(target="ge_gren_plt dug_in", terrain="woods")))
    ['spotted up to 1 hex']
    """
    look, _ = _sighted(ask)
    hexes = spotted_to(look, 0, 1, trigger=ask.trigger)
    return Distribution({f"spotted {_up_to(hexes)}": Fraction(1)})


def spotting_chain(ask: Spotting) -> tuple[Resolution | str, ...]:
    """Where it begins on the track, and every shift."""
    kind = UNITS[parse_units(ask.target, "target")[0].kind]
    start = f"{kind.name} begins at {_up_to(spotting_range(spotting_start(kind)))} (TCS 7.1c)"
    return (start, *map(str, _sighted(ask)[1]))


def _up_to(hexes: int) -> str:
    return "at any range" if hexes == UNLIMITED else f"up to {hexes} hex{'es'[: 2 * (hexes != 1)]}"


# A move through watched hexes


class Approach(Question, frozen=True):
    """The question of the `approach` calculator: a stack goes straight towards watching stacks, which fire at every
    chance they have, and stops when it is shaken.

    `movers` begin `hexes` away and enter `enter` hexes; `watchers` are in one hex. There is no return fire.
    """

    movers: Units = "us_rifle_plt"
    watchers: Units = "ge_gren_plt dug_in"
    hexes: Annotated[int, msgspec.Meta(ge=2, le=FARTHEST)] = 5
    enter: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2
    light: Light = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """Units that there are, and room between them."""
        chosen(self.options)
        for each in parse_units(self.movers, "movers"):
            if {"suppressed", "paralyzed", "dug_in"} & set(each.marks):
                raise OptionError(f"movers: {each.kind} moves unshaken and not dug in: leave its mark out (TCS 20.1a)")
        if any("move" in each.marks for each in parse_units(self.watchers, "watchers")):
            raise OptionError("watchers: a unit in Move Mode does not fire overwatch: leave out move (TCS 4.1e)")
        if self.enter >= self.hexes:
            raise OptionError(f"enter: from {self.hexes} hexes away a stack enters at most {self.hexes - 1}")


class _Arrived(Decide, frozen=True, array_like=True, tag="arrived"):
    """The end of an approach: nobody goes on, and these have run."""

    ran: tuple[int, ...] = ()

    def prompt(self, look: Situation) -> str:
        """Nobody is asked: a question ends here."""
        return ""

    @verb("End")
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _do_end(self, field: Battlefield, _: None) -> None:
        pass


class _Advance(Step, frozen=True, array_like=True, tag="advance"):
    """Those who still can enter the next hex, and may be fired at."""

    path: tuple[int, ...]
    entered: tuple[int, ...] = ()
    """Those who have just entered `here`."""
    here: int = OFF
    ran: tuple[int, ...] = ()

    def run(self, field: Battlefield) -> None:
        """One hex, then the others."""
        units = field.units
        ran = (*self.ran, *(n for n in self.entered if units[n].at not in (self.here, OFF)))
        group = tuple(n for n in field.world.units_of[0] if units[n].steps and units[n].morale == FINE)
        if not self.path or not group:
            field.next(_Arrived(0, ran))
            return
        for n in group:
            field.enter(n, self.path[0])
        field.next(Triggered(0, group, MOVED), _Advance(self.path[1:], group, self.path[0], ran))


def _approached(ask: Approach) -> tuple[Game, Board]:
    movers, watchers = parse_units(ask.movers, "movers"), parse_units(ask.watchers, "watchers")
    moving = tuple(Posted(each.kind, ("move", *each.marks), each.steps, each.morale) for each in movers)
    game = ground(moving, watchers, options=chosen(ask.options))
    board = put(game, moving, watchers, ask.hexes, light=ask.light)
    if ask.light == "lit":
        way = tuple(target_hex(game, ask.hexes - step) for step in range(ask.enter + 1))
        board = msgspec.structs.replace(board, lit=tuple(sorted({target_hex(game), *way})))
    return game, board


def approach(ask: Approach) -> Distribution[Left]:
    """What becomes of the movers, the likeliest first.

    >>> ends = approach(Approach(enter=1))
    >>> ends.chance(lambda left: left.units[0].state == "steady")
    Fraction(899, 1296)
    """
    game, board = _approached(ask)
    path = tuple(target_hex(game, ask.hexes - step) for step in range(1, ask.enter + 1))
    odds = played(game, board, _Advance(path), assuming=ALL_OUT)

    def left(end: State[Any, Any]) -> Left:
        arrived = game.asks(end, 0)
        assert isinstance(arrived, _Arrived)
        return left_of(game, end.board, 0, arrived.ran, board)

    return odds.by(left)


def approach_chain(ask: Approach) -> tuple[Resolution | Shifted | str, ...]:
    """The first fire in each hex, as if nothing had happened before."""
    game, board = _approached(ask)
    found: list[Resolution | Shifted | str] = []
    for step in range(1, ask.enter + 1):
        hex = target_hex(game, ask.hexes - step)
        field = Battlefield(game, board)
        group = tuple(game.world.units_of[0])
        for n in group:
            field.enter(n, hex)
        look, stack = Situation(game, field.freeze()), target_hex(game)
        form = next((form for form, found in enumerate(openings(look, Watch(1, MOVED, group))) if found), None)
        apart = f"{ask.hexes - step} hex{'es'[: 2 * (ask.hexes - step != 1)]} away"
        found.append(f"{apart}: nobody fires" if form is None else f"{apart}:")
        if form is None:
            continue
        firers = tuple(firers_of(look, stack, hex, form, group, fired=False))
        if form == ROLLS:
            vehicle = look.point_targets(hex, 0)[0]
            found += [look.told(AtRoll(n, vehicle)) for n in firers]
        else:
            found.append(shifted(look, (AreaFire, PointFire)[form](firers, hex, 0, OVERWATCH)))
    return tuple(found)


HARMED = Total("to have any effect", lambda _, left: left.harmed)
LOST = Total("to cost a step or more", lambda _, left: left.lost > 0)
FIRED = (HARMED, LOST)
ARRIVED = (
    Total("to arrive unshaken, all of it", lambda _, left: all(each.state == "steady" for each in left.units)),
    Total("to arrive unharmed", lambda _, left: not left.harmed),
    Total("to lose a step or more", lambda _, left: left.lost > 0),
)
KILLED = (Total("to destroy a step", lambda _, result: result.startswith("kill")),)
CHECKED = (
    Total("to pass", lambda _, result: result == "NE"),
    Total("to run or surrender", lambda _, result: result in ("SYR", "Surrender")),
)


def _result_of_check(result: str) -> str:
    """A result of the morale table in words."""
    return {"NE": "no effect (NE)", "SYR": "saves itself: runs (SYR)"}.get(result, result)


def _about(topic: str, *calculators: Calculator) -> tuple[Calculator, ...]:
    """Calculators under a heading."""
    return tuple(msgspec.structs.replace(each, topic=topic) for each in calculators)


CALCULATORS = (
    *_about(
        "Fire",
        Calculator("area", "An area fire, with losses and morale of each unit.", Area, area, fire_chain, FIRED),
        Calculator("point", "A point fire, with the morale of the vehicles.", Point, point, fire_chain, FIRED),
        NUMBERS,
        Calculator("at_roll", "An AT roll at a vehicle.", AtRollQuestion, at_roll, lambda ask: (_at(ask),), KILLED),
        AT_SERIES,
        PASSENGERS,
        SMOKE,
    ),
    *_about(
        "Sight",
        Calculator("spotting", "How far a unit spots another.", Spotting, spotting, spotting_chain),
        NIGHT_SIGHT,
    ),
    *_about(
        "Movement",
        MOVEMENT,
        Calculator("approach", "A move through watched hexes.", Approach, approach, approach_chain, ARRIVED),
        *MINES,
    ),
    *_about(
        "Close quarters",
        Calculator("assault", "An assault to its end.", AssaultQuestion, assault_odds, assault_chain, TAKEN),
        OVERRUN,
    ),
    *_about(
        "Morale and command",
        Calculator(
            "morale", "A morale check.", Morale, morale, lambda ask: (_check(ask),), CHECKED, says=_result_of_check
        ),
        HOURLY,
        COMMAND,
    ),
    *_about(
        "Artillery and aircraft",
        Calculator("barrage", "An artillery mission to its end.", BarrageQuestion, barrage_odds, barrage_chain, FIRED),
        Calculator("sortie", "A sortie against a hex.", SortieQuestion, sortie_odds, sortie_chain, FIRED),
    ),
    *_about("Modern Expansion", *AIR, *GUNNERY, CHEMICALS, SIGHTS),
)
"""What `sandtable odds tcs` can be asked."""
