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
from typing import Annotated, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution, distribution
from sandtable.kernel.question import GameOptions, Question, Shifted, played
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.aiming import why_not_fire
from sandtable.systems.tcs.antitank import AtFacts
from sandtable.systems.tcs.approachodds import CALCULATOR as APPROACH
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
from sandtable.systems.tcs.levelodds import CALCULATOR as HOURLY
from sandtable.systems.tcs.mineodds import CALCULATORS as MINES
from sandtable.systems.tcs.modern.airodds import CALCULATORS as AIR
from sandtable.systems.tcs.modern.chemodds import CALCULATOR as CHEMICALS
from sandtable.systems.tcs.modern.gunneryodds import CALCULATORS as GUNNERY
from sandtable.systems.tcs.modern.sightodds import CALCULATOR as SIGHTS
from sandtable.systems.tcs.morale import MoraleFacts
from sandtable.systems.tcs.moveodds import CALCULATOR as MOVEMENT
from sandtable.systems.tcs.nightsight import CALCULATOR as NIGHT_SIGHT
from sandtable.systems.tcs.passengerodds import CALCULATOR as PASSENGERS
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    FARTHEST,
    Hexside,
    Left,
    Light,
    OneUnit,
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

__all__ = [
    "CALCULATORS",
    "Area",
    "AtRollQuestion",
    "Morale",
    "Point",
    "Spotting",
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


HARMED = Total("to have any effect", lambda _, left: left.harmed)
LOST = Total("to cost a step or more", lambda _, left: left.lost > 0)
FIRED = (HARMED, LOST)
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
        APPROACH,
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
