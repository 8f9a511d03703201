"""What the shots at a trigger are good for: what standing orders ask of overwatch and return fire (TCS 15)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sandtable.kernel.chapter import Seam
from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Shot
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.areafire import OVERWATCH, AreaFire
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.overwatch import AimAt, TryAgain, Watch
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.watching import ANSWER, AREA, FIRED, POINT, ROLLS, firers_of, shooters

__all__ = ["SHOTS", "rolls_at", "shots"]

SHOTS: Seam[Callable[[Game, Situation, Watch], list[Shot]]] = Seam("shots at a trigger by weapons of other chapters")

_VERBS = {AREA: "area", POINT: "point", ROLLS: "rolls_at"}


def shots(game: Game, known: State[Any, Any], side: int) -> list[Shot]:
    """The shots that a side could fire at a trigger: by each stack, in each form, the best of its targets."""
    if game.decision(known, side) is None:
        return []
    asks = game.asks(known, side)
    look = game.look(known)
    assert isinstance(look, Situation)
    if isinstance(asks, Watch):
        found = [
            max(_each(game, look, asks, stack, form, hexes, None), key=lambda shot: (shot.hit, shot.effect))
            for form in (AREA, POINT, ROLLS)
            for stack, hexes in shooters(look, asks, form).items()
        ]
        return [*found, *(shot for more in game.rules.at(SHOTS) for shot in more(game, look, asks))]
    if isinstance(asks, AimAt):
        hexes = shooters(look, asks.watch, asks.form)[asks.stack]
        return _each(game, look, asks.watch, asks.stack, asks.form, hexes, "vehicle" if asks.form == ROLLS else "hex")
    return []


def _each(
    game: Game, look: Situation, watch: Watch, stack: int, form: int, hexes: list[int], aims: str | None
) -> list[Shot]:
    """The shots of a stack in one form, one for each target; `aims` is the verb that names one, if asked."""
    targets = [n for hex in hexes for n in look.point_targets(hex, 1 - watch.side)] if form == ROLLS else hexes
    found = []
    for target in targets:
        hex = look.units[target].at if form == ROLLS else target
        firers, again = _who(look, watch, stack, form, hex, target)
        roll = _roll(look, watch, firers, form, target)
        effect, hit = (again * game.system.chance_of_harm(roll, least) for least in (1, 2))
        action = Action(_VERBS[form], stack) if aims is None else Action(aims, target)
        found.append(Shot(action, firers[0], look.world.ground.distance(stack, hex), effect, hit))
    return found


def rolls_at(look: Situation, watch: Watch) -> list[tuple[int, Resolution, Fraction, Fraction]]:
    """The shots at a trigger, for those who want to know what they would do: for each stack in each form the first of
    its firers, the roll, the chance that it is made, and the chance that it does anything.
    """
    found = []
    for form in (AREA, POINT, ROLLS):
        for stack, hexes in shooters(look, watch, form).items():
            targets = [n for hex in hexes for n in look.point_targets(hex, 1 - watch.side)] if form == ROLLS else hexes
            for target in targets[:1]:
                hex = look.units[target].at if form == ROLLS else target
                firers, again = _who(look, watch, stack, form, hex, target)
                roll = look.told(_shot(watch, firers, form, target))
                found.append((firers[0], roll, again, again * look.game.system.chance_of_harm(roll)))
    return found


def _who(
    look: Situation, watch: Watch, stack: int, form: int, hex: int, target: int
) -> tuple[tuple[int, ...], Fraction]:
    """The units of a stack that fire, and the chance that they can: a unit marked Fired rolls first (TCS 15.2c)."""
    fired = watch.kind in (FIRED, ANSWER)
    firers = tuple(firers_of(look, stack, hex, form, watch.units, fired=fired))
    if not any(look.units[n].fired for n in look.units_in(stack)):
        return firers, Fraction(1)
    odds = look.resolution_of(TryAgain(watch, stack, form, target)).odds()
    alone = tuple(firers_of(look, stack, hex, form, watch.units, fired=fired, alone=True))
    if alone:
        return alone, odds.get("fire", Fraction(0)) + odds.get("fire by own sight", Fraction(0))
    return firers, odds.get("fire", Fraction(0))


def _roll(look: Situation, watch: Watch, firers: tuple[int, ...], form: int, target: int) -> Resolution:
    """The roll of the shot."""
    return look.resolution_of(_shot(watch, firers, form, target))


def _shot(watch: Watch, firers: tuple[int, ...], form: int, target: int) -> AreaFire | PointFire | AtRoll:
    """The shot."""
    side = 1 - watch.side
    if form == AREA:
        return AreaFire(firers, target, side, OVERWATCH, trigger=watch.kind in (FIRED, ANSWER))
    if form == POINT:
        return PointFire(firers, target, side, OVERWATCH)
    return AtRoll(firers[0], target)
