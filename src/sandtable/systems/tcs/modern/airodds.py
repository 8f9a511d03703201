"""Calculators of missiles and helicopters: a missile at each range, a flight past AA guns, a pop-up to its end.

>>> from sandtable.systems.tcs.modern.airodds import MissileQuestion, missile_odds
>>> curves = missile_odds(MissileQuestion(missile="tow1", defence=7, posture="move"))
>>> [str(curves.lines["kill"][hexes]) for hexes in (2, 7, 13, 14)]
['13/18', '5/6', '5/6', '13/18']
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Assumption, Distribution
from sandtable.kernel.question import Curves, Question, completed, nearest, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.system import Calculator, Total
from sandtable.kernel.view import View
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.modern.airweapons import GUNS, MISSILE, why_not_weapons
from sandtable.systems.tcs.modern.antiaircraft import AaRoll, batteries_against
from sandtable.systems.tcs.modern.atgm import ATGMS, BANDS, Band, kill_number, range_band
from sandtable.systems.tcs.modern.flying import FlyOn
from sandtable.systems.tcs.modern.missilefire import MissileRoll, MissileShot
from sandtable.systems.tcs.modern.popups import Rise, pop_targets
from sandtable.systems.tcs.modern.sky import Sky
from sandtable.systems.tcs.proving import (
    FARTHEST,
    OneUnit,
    Posted,
    Units,
    extended,
    ground,
    parse_units,
    put,
    strongest,
    target_hex,
)

__all__ = [
    "CALCULATORS",
    "FlightQuestion",
    "MissileQuestion",
    "PopUpQuestion",
    "flight_odds",
    "missile_odds",
    "popup_odds",
]

ZERO = Fraction(0)
MODERN = (("modern", True),)
Hexes = Annotated[int, msgspec.Meta(ge=0, le=FARTHEST)]


# A missile


class MissileQuestion(Question, frozen=True):
    """The question of the `missile` calculator: a type of missile at a defense, at every range.

    `added` is what special armor adds to the defense, `duel` a helicopter that fires at a helicopter.
    """

    missile: Annotated[str, completed("missiles", several=False)] = "tow2"
    defence: Annotated[int, msgspec.Meta(ge=0, le=30)] = 7
    added: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    type: Literal["billiard", "open", "partly", "protective"] = "open"
    posture: Literal["move", "fire", "dug_in"] = "fire"
    light: Literal["day", "twilight", "night", "lit"] = "day"
    firer_smoke: bool = False
    target_smoke: bool = False
    road: bool = False
    duel: bool = False

    def agree(self) -> None:
        """A type that there is."""
        if self.missile not in ATGMS:
            near = nearest(self.missile, ATGMS)
            raise OptionError(f"missile: there is no {shown(self.missile)}{near}: choose {', '.join(ATGMS)}")


def _shot(ask: MissileQuestion, band: Band) -> MissileShot:
    """The facts of the shot in a band of ranges."""
    return MissileShot(
        attack=ATGMS[ask.missile].attack,
        defence=ask.defence + ask.added,
        band=band,
        duel=ask.duel,
        type=ask.type,
        posture=ask.posture,
        vehicles=True,
        road=ask.road,
        light=ask.light,
        firer_smoke=ask.firer_smoke,
        target_smoke=ask.target_smoke,
    )


def missile_odds(ask: MissileQuestion) -> Curves:
    """The chance of a kill, and that the shot at least shakes the crews, at every range it can be fired at."""
    missile = ATGMS[ask.missile]
    kill: dict[int, Fraction] = {}
    effect: dict[int, Fraction] = {}
    for hexes in range(missile.minimum + 1, missile.longest + 1):
        band = range_band(missile, hexes)
        assert band is not None
        if kill_number(missile.attack, ask.defence + ask.added, band)[0] is None:
            continue
        odds = _shot(ask, band).resolution("").odds()
        kill[hexes] = odds.get("kill", ZERO)
        effect[hexes] = 1 - odds.get("miss", ZERO)
    return Curves("hexes", {"kill": kill, "kill or near miss": effect})


def missile_chain(ask: MissileQuestion) -> tuple[Resolution | str, ...]:
    """The roll in each band of ranges."""
    missile = ATGMS[ask.missile]
    found: list[Resolution | str] = [f"{missile.name}: attack {missile.attack} ({missile.rule})"]
    for band, words in BANDS.items():
        hexes = [n for n in range(missile.longest + 1) if range_band(missile, n) == band]
        if not hexes:
            continue
        found.append(f"{hexes[0]} to {hexes[-1]} hexes, {words}:")
        if kill_number(missile.attack, ask.defence + ask.added, band)[0] is None:
            found.append("not possible against this defense (ME 3.1i)")
        else:
            found.append(_shot(ask, band).resolution(f"{missile.name} against defense {ask.defence + ask.added}"))
    return tuple(found)


# The proving ground with an air layer


def _posted(text: str, what: str, *, air: bool = False) -> tuple[Posted, ...]:
    return parse_units(text, what, air=air) if text.strip() else ()


def _choose(view: View) -> Action | None:
    """Counter pop-ups whenever they can be made, by missile if possible; losses to the strongest."""
    decision = view.asked
    lose = decision.offer("lose")
    if lose is not None:
        return Action("lose", strongest(view.state.board.units, lose.targets or ()))
    for verb in ("pop", "missile", "both", "guns", "to", "hold"):
        offer = decision.offer(verb)
        if offer is not None:
            return next(offer.actions())
    return None


EVERY_CHANCE = Assumption("every counter pop-up that can be made, by missile if possible", _choose)


# A flight


class FlightQuestion(Question, frozen=True):
    """The question of the `flight` calculator: a helicopter flies straight past AA guns.

    It begins `hexes` away from them and flies `enter` hexes towards them, over them and on, having spent `spent`
    movement points before.
    """

    helicopter: OneUnit = "us87_ah1f"
    guns: Units = "su87_zsu23"
    low: bool = True
    hexes: Hexes = 12
    enter: Annotated[int, msgspec.Meta(ge=1, le=36)] = 20
    spent: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0

    def agree(self) -> None:
        """One helicopter, and a way that its points pay for."""
        if len(parse_units(self.helicopter, "helicopter", air=True)) != 1:
            raise OptionError("helicopter: name one")
        parse_units(self.guns, "guns")
        if self.enter - self.hexes > FARTHEST:
            raise OptionError(f"enter: it flies at most {FARTHEST} hexes beyond the guns")


def _flight(ask: FlightQuestion) -> tuple[Game, Board, FlyOn]:
    movers, guns = parse_units(ask.helicopter, "helicopter", air=True), parse_units(ask.guns, "guns")
    game = ground(movers, guns, options=MODERN)
    board = extended(game, put(game, movers, guns, ask.hexes), Sky(low=(0,) if ask.low else ()))
    units = (replace(board.units[0], spent=6 * ask.spent), *board.units[1:])
    path = tuple(target_hex(game, ask.hexes - step) for step in range(1, ask.enter + 1))
    return game, replace(board, units=units), FlyOn(0, 0, path)


def flight_odds(ask: FlightQuestion) -> Distribution[str]:
    """Whether the helicopter gets through.

    >>> str(flight_odds(FlightQuestion(guns="su87_bmp2", enter=10))["gets through"])
    '35/36'
    """
    game, board, fly = _flight(ask)
    odds = played(game, board, fly, then=Act(0), assuming=EVERY_CHANCE)
    return odds.by(lambda end: "gets through" if end.board.units[0].steps else "is shot down")


def flight_chain(ask: FlightQuestion) -> tuple[Resolution | str, ...]:
    """Where on its way it is fired at, and by which rolls."""
    game, board, fly = _flight(ask)
    look = Situation(game, board)
    route = fly.route(look)
    found: list[Resolution | str] = []
    for place, _, units in route.danger if route else ():
        apart = ask.hexes - place
        where = "over the guns" if not apart else f"{abs(apart)} hexes {'away' if apart > 0 else 'beyond'}"
        found.append(f"Hex {place}, {where}:")
        found += [look.told(AaRoll(n, 0)) for n in units]
    return tuple(found) or ("Nobody fires at it.",)


# A pop-up


class PopUpQuestion(Question, frozen=True):
    """The question of the `popup` calculator: helicopters pop up against a target, with all reactions to its end.

    The enemy's `guns` fire AA beside the `target`, and so does the target itself if it can; his `counters` pop up
    against those that popped up. `cover` is the AA of the side that popped up, in the hex of its helicopters.
    """

    helicopters: Units = "us87_ah1f"
    target: OneUnit = "su87_bmp2 move"
    hexes: Hexes = 12
    guns: Units = ""
    counters: Units = ""
    cover: Units = ""
    weapons: Literal["missile", "guns", "both"] = "missile"
    doctrine: bool = False

    def agree(self) -> None:
        """Units that there are, and that can do it."""
        if len(parse_units(self.target, "target")) != 1:
            raise OptionError("target: name one unit")
        game, board, rise = _popup(self)
        look = Situation(game, board)
        for n in rise.group:
            why = why_not_weapons(look, n, rise.target, rise.weapons, low=True, overwatch=True, known=True)
            if why:
                raise OptionError(game.say(why))


def _popup(ask: PopUpQuestion) -> tuple[Game, Board, Rise]:
    ours = parse_units(ask.helicopters, "helicopters", air=True)
    cover = _posted(ask.cover, "cover")
    theirs = (*parse_units(ask.target, "target"), *_posted(ask.guns, "guns"))
    counters = _posted(ask.counters, "counters", air=True)
    options = (*MODERN, ("soviet_popup_doctrine", True)) if ask.doctrine else MODERN
    game = ground((*ours, *cover), (*theirs, *counters), options=options)
    board = put(game, (*ours, *cover), (*theirs, *counters), ask.hexes)
    if ask.doctrine:
        board = replace(board, turn=40)
    weapons = {"missile": MISSILE, "guns": GUNS, "both": MISSILE | GUNS}[ask.weapons]
    group = tuple(range(len(ours)))
    return game, board, Rise(0, group, len(ours) + len(cover), weapons)


class PoppedUp(msgspec.Struct, frozen=True, order=True):
    """How a pop-up ended.

    >>> str(PoppedUp("destroyed", 1, 0)), str(PoppedUp("unharmed", 0, 1))
    ('target destroyed, 1 helicopter lost', 'target unharmed, 1 counter pop-up shot down')
    """

    target: str
    lost: int
    countered: int

    def __str__(self) -> str:
        words = [f"target {self.target}"]
        if self.lost:
            words.append(f"{self.lost} helicopter{'s'[: self.lost != 1]} lost")
        if self.countered:
            words.append(f"{self.countered} counter pop-up{'s'[: self.countered != 1]} shot down")
        return ", ".join(words)


def popup_odds(ask: PopUpQuestion) -> Distribution[PoppedUp]:
    """What becomes of the target and of the helicopters on both sides.

    >>> popup_odds(PopUpQuestion(target="su87_bmp2 move", hexes=12)).chance(lambda end: end.target == "destroyed")
    Fraction(175, 216)
    """
    game, board, rise = _popup(ask)
    odds = played(game, board, rise, then=Act(0), assuming=EVERY_CHANCE)

    def ended(end: State[Any, Any]) -> PoppedUp:
        units, world = end.board.units, game.world
        target, full = units[rise.target], world.kinds[rise.target].steps
        state = "unharmed" if target.steps == full and not target.morale else "shaken" if target.steps else "destroyed"
        lost = [sum(not units[n].steps for n in world.flyers_of[side]) for side in (0, 1)]
        return PoppedUp("hit" if 0 < target.steps < full else state, lost[0], lost[1])

    return odds.by(ended)


def popup_chain(ask: PopUpQuestion) -> tuple[Resolution | str, ...]:
    """The rolls in their order, as if nobody were hit before."""
    game, board, rise = _popup(ask)
    look = Situation(game, extended(game, board, Sky(low=tuple(game.world.flyers))))
    found: list[Resolution | str] = []
    for n in game.world.flyers_of[1]:
        found.append(f"{game.world.names[n]} pops up against them:")
        found += [look.told(AaRoll(each, n)) for each in batteries_against(look, 0, n)]
        if why_not_weapons(look, n, 0, MISSILE, low=True, overwatch=True, trigger=True) is None:
            found.append(look.told(MissileRoll(n, 0)))
    for n in rise.group:
        found.append(f"AA fire at {game.world.names[n]}:")
        found += [look.told(AaRoll(each, n)) for each in batteries_against(look, 1, n)]
        found.append(f"{game.world.names[n]} fires:")
        if rise.weapons & MISSILE and rise.target in pop_targets(look, (n,), None, MISSILE):
            found.append(look.told(MissileRoll(n, rise.target)))
    return tuple(found)


CALCULATORS = (
    Calculator("missile", "A missile against a target at each range.", MissileQuestion, missile_odds, missile_chain),
    Calculator(
        "flight",
        "A helicopter's flight past AA guns.",
        FlightQuestion,
        flight_odds,
        flight_chain,
        (Total("to get through", lambda _, end: end == "gets through"),),
    ),
    Calculator(
        "popup",
        "A pop-up with all reactions to its end.",
        PopUpQuestion,
        popup_odds,
        popup_chain,
        (
            Total("to destroy the target", lambda _, end: end.target == "destroyed"),
            Total("to lose a helicopter or more", lambda _, end: end.lost > 0),
        ),
    ),
)
"""The calculators of this part of the expansion."""
