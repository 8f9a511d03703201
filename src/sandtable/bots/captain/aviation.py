"""Missiles and helicopters of the Modern Expansion (ME 3, 4): fire at what is likely to be killed, and pop up from
cover.

A helicopter hides in NOE where no AA sees it, at a place from which a pop-up has a good target. It flies there low on
the ground, pops up once in a phase, and drops again. `straight=True` is the other way, for comparison: it flies Low
straight at the enemy and fires from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.procedure import Decide
from sandtable.systems.tcs.areafire import SFA
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.airfire import AirFire
from sandtable.systems.tcs.modern.airweapons import GUNS, MISSILE, gun_fire, why_not_weapons
from sandtable.systems.tcs.modern.antiaircraft import Guard, aa_reach, aa_resolution
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS, atgm_of
from sandtable.systems.tcs.modern.counterfire import Counterfire
from sandtable.systems.tcs.modern.flying import Fly, hex_cost, points_left, region
from sandtable.systems.tcs.modern.missilefire import missile_fire
from sandtable.systems.tcs.modern.missiles import MissileTarget
from sandtable.systems.tcs.modern.missilewatch import MissileWatch
from sandtable.systems.tcs.modern.popups import Counter, CounterAim, PopUp
from sandtable.systems.tcs.modern.sky import Sky, is_low, seen_from
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.spotting import spotted_to
from sandtable.systems.tcs.world import NOBODY, PARALYZED

__all__ = ["air_action", "air_choice", "air_reaction", "danger_of", "danger_of_flight", "lair"]

ZERO, ONE = Fraction(0), Fraction(1)
HELICOPTER = Fraction(3, 2)
"""What a helicopter of the enemy is worth, in vehicles."""
LOSS = Fraction(8)
"""What an own helicopter is worth: the vehicles that it may still destroy if it lives."""
LEAST_MISSILE = Fraction(1, 3)
"""The least chance of a kill for which a missile is fired."""
LEAST_GAIN = Fraction(1, 10)
"""What a pop-up must win on average, in vehicles, after what it may cost."""
NEAREST = 12
"""How many places a helicopter compares before it flies: those with the least AA fire."""


# Chances


def _kill(look: Situation, roll: Any) -> Fraction:
    """The chance that a roll kills or costs a step."""
    chance: Fraction = look.game.system.chance_of_harm(look.resolution_of(roll), 2)
    return chance


def _value(look: Situation, target: int) -> Fraction:
    """What a target is worth, in vehicles."""
    kind = look.world.kinds[target]
    if target in look.world.flyers:
        return HELICOPTER
    return ONE if kind.vehicle and kind.armed else Fraction(1, 2) if kind.vehicle else Fraction(1, 4)


def danger_of(look: Situation, unit: int, batteries: Iterable[int], *, forgets: bool = False) -> Fraction:
    """The chance that AA fire of these brings a helicopter down."""
    kinds, safe = look.world.kinds, ONE
    for n in batteries:
        safe *= 1 - aa_resolution(kinds[n], kinds[unit], forgets=forgets).odds().get("destroyed", ZERO)
    return 1 - safe


def _forgets(look: Situation, unit: int) -> bool:
    missile = atgm_of(look.world.kinds[unit])
    return missile is not None and missile.fire_and_forget


def _seen_by_aa(look: Situation, unit: int, hex: int, *, low: bool) -> list[int]:
    """The enemies whose AA would reach a helicopter in a hex at a height."""
    world, found = look.world, []
    view = seen_from(look, hex, low=low)
    for n in look.on_map(1 - world.owners[unit]):
        now = look.units[n]
        if not _fires_aa(look, n):
            continue
        if world.ground.distance(now.at, hex) <= aa_reach(world, n) and view >> now.at & 1:
            found.append(n)
    return found


# Weapons


def _best(look: Situation, unit: int, targets: Sequence[int], weapons: int) -> tuple[Fraction, int]:
    """The target at which a weapon wins most, and how much."""
    found = [(_gain(look, unit, n, weapons), -n) for n in targets]
    gain, number = max(found, default=(ZERO, 1))
    return gain, -number


def _gain(look: Situation, unit: int, target: int, weapons: int) -> Fraction:
    roll: Any
    if weapons & MISSILE:
        roll = missile_fire(look, unit, target, SFA)
    else:
        roll = gun_fire(look, unit, target, SFA, soviet=False, trigger=False)
    return _kill(look, roll) * _value(look, target)


def _missile_gain(look: Situation, unit: int) -> Fraction:
    """What the missile of a helicopter would win from where it is, if it popped up."""
    best = ZERO
    for n in look.on_map(1 - look.world.owners[unit]):
        if look.world.people[n] or look.inside(n):
            continue
        if why_not_weapons(look, unit, n, MISSILE, low=True) is None:
            best = max(best, _gain(look, unit, n, MISSILE))
    return best


# What the captain asks


def air_action(survey: Survey, offers: dict[str, Offer], *, straight: bool = False) -> Action | None:
    """The next act of missiles and helicopters in the own phase; None if there is nothing worth it."""
    look = survey.look
    if not look.game.rules.keeps or Sky not in look.game.rules.keeps:
        return None
    for n in _of(offers, "guard"):
        return Action("guard", n)
    for n in _of(offers, "air_fire"):
        if is_low(look, n) or straight:
            return Action("air_fire", n)
    for n in _of(offers, "pop_up"):
        if not straight and _pop_pays(look, n):
            return Action("pop_up", n)
    for n in _of(offers, "missile"):
        return Action("missile", n)
    for n in _of(offers, "fly"):
        if _wants_to_fly(look, n, straight=straight):
            return Action("fly", n)
    return None


def _of(offers: dict[str, Offer], verb: str) -> list[int]:
    return list(offers[verb].targets or ()) if verb in offers else []


def _pop_pays(look: Situation, unit: int) -> bool:
    """Whether a pop-up wins more than it risks."""
    risk = danger_of(look, unit, _seen_by_aa(look, unit, look.units[unit].at, low=True), forgets=_forgets(look, unit))
    return _net(_missile_gain(look, unit), risk) >= LEAST_GAIN


def _net(gain: Fraction, risk: Fraction) -> Fraction:
    """What a shot wins on average, less the helicopter that it may cost before it is fired."""
    return (1 - risk) * gain - risk * LOSS


def _wants_to_fly(look: Situation, unit: int, *, straight: bool) -> bool:
    """Whether a helicopter is not yet where it wants to be; it flies once in a phase."""
    if look.units[unit].spent or unit in look.kept(Sky).popped or not atgm_of(look.world.kinds[unit]):
        return False
    if straight:
        return True
    return not is_low(look, unit) and lair(look, unit, None) is not None


def lair(look: Situation, unit: int, among: Iterable[int] | None) -> int | None:
    """The hex where a helicopter wants to lurk: out of sight of AA in NOE, with the best pop-up; None to stay.

    Where no hex within reach is worth it, it flies towards one that is.
    """
    world, at = look.world, look.units[unit].at
    hunting = _hunting_ground(look, unit)
    if not hunting:
        return None
    distance, hexes = world.ground.distance, points_left(look, unit) // hex_cost(look, unit)
    reach = among if among is not None else range(world.ground.size)
    near = [hex for hex in reach if distance(at, hex) <= hexes and hex != at]
    within = [hex for hex in near if hex in hunting]
    least_danger = sorted(within, key=lambda hex: (hunting[hex], distance(at, hex), hex))
    best, found = _best_place(look, unit, least_danger[:NEAREST])
    if best <= 0:
        beyond = sorted(hunting, key=lambda hex: (hunting[hex], distance(at, hex), hex))
        found = _towards(look, unit, beyond[0], near)
    return found


def _hunting_ground(look: Situation, unit: int) -> dict[int, Fraction]:
    """The hexes above which this helicopter would spot a vehicle that its missile reaches, each with the AA that would
    reach it there, in helicopters.
    """
    world = look.world
    ground, missile = world.ground, atgm_of(world.kinds[unit])
    targets, risks = 0, list[tuple[int, Fraction]]()
    for n in look.on_map(1 - world.owners[unit]) if missile is not None else ():
        now = look.units[n]
        view = seen_from(look, now.at, low=False, target_low=True)
        if missile is not None and world.kinds[n].vehicle and not look.inside(n):
            targets |= view & ground.within(now.at, min(missile.longest, spotted_to(look, unit, n)))
        if _fires_aa(look, n):
            risks.append((view & ground.within(now.at, aa_reach(world, n)), danger_of(look, unit, (n,))))
    hexes = [hex for hex in range(ground.size) if targets >> hex & 1]
    return {hex: sum((risk for mask, risk in risks if mask >> hex & 1), ZERO) for hex in hexes}


def _fires_aa(look: Situation, unit: int) -> bool:
    """Whether a unit is known to be able to fire AA."""
    now = look.units[unit]
    able = not (now.hidden or now.carrier != NOBODY or now.morale == PARALYZED)
    return able and aa_reach(look.world, unit) > 0


def _best_place(look: Situation, unit: int, hexes: Iterable[int]) -> tuple[Fraction, int | None]:
    """The hex that is worth most to lurk in, and how much; None if none is better than where the helicopter is."""
    best, found = _place_worth(look, unit), None
    for hex in dict.fromkeys(hexes):
        worth = _place_worth(_moved(look, unit, hex), unit) - LOSS * danger_of_flight(look, unit, hex)
        if worth > best + Fraction(1, 20):
            best, found = worth, hex
    return best, found


def _towards(look: Situation, unit: int, goal: int, near: Iterable[int]) -> int | None:
    """The hex on the way to a goal that no AA sees the helicopter fly to; None if none is nearer."""
    ground, at = look.world.ground, look.units[unit].at
    for hex in sorted(near, key=lambda hex: (ground.distance(hex, goal), hex))[:NEAREST]:
        if ground.distance(hex, goal) >= ground.distance(at, goal):
            return None
        if not _seen_by_aa(look, unit, hex, low=False) and not danger_of_flight(look, unit, hex):
            return hex
    return None


def danger_of_flight(look: Situation, unit: int, hex: int) -> Fraction:
    """The AA fire on the way to a hex, at every tenth point (ME 4.2b), in helicopters; none out of reach."""
    reach = region(look, unit).reach
    if hex not in reach:
        return ZERO
    low, cost, every = is_low(look, unit), hex_cost(look, unit), AIR_LIMITS["aa_points"]
    spent = look.world.kinds[unit].movement_allowance - points_left(look, unit)
    path = reach.path(hex)[1:]
    fired_at = [
        each
        for number, each in enumerate(path, 1)
        if (spent + number * cost) // every > (spent + (number - 1) * cost) // every
    ]
    return sum((danger_of(look, unit, _seen_by_aa(look, unit, each, low=low)) for each in fired_at), ZERO)


def _moved(look: Situation, unit: int, hex: int) -> Situation:
    """The battle with the helicopter in another hex."""
    field = Battlefield(look.game, look.board)
    field.change(unit, at=hex)
    return Situation(look.game, field.freeze())


def _place_worth(look: Situation, unit: int) -> Fraction:
    """What a place is worth to lurk in: a pop-up from it, less what may happen there in NOE."""
    at = look.units[unit].at
    exposed = danger_of(look, unit, _seen_by_aa(look, unit, at, low=False))
    risk = danger_of(look, unit, _seen_by_aa(look, unit, at, low=True), forgets=_forgets(look, unit))
    return max(ZERO, _net(_missile_gain(look, unit), risk)) - LOSS * exposed


def air_choice(survey: Survey, asked: Decide | None, offers: dict[str, Offer], *, straight: bool) -> Action | None:
    """The answer to a question of missiles or helicopters; None if it is another question."""
    look = survey.look
    match asked:
        case MissileTarget() | MissileWatch():
            return _aim(look, asked.unit, offers, {"both": MISSILE, "at": MISSILE})
        case AirFire():
            return _aim(look, asked.unit, offers, {"both": MISSILE, "missile": MISSILE, "guns": GUNS})
        case PopUp():
            return _aim(look, asked.group[0], offers, {"both": MISSILE, "missile": MISSILE, "guns": GUNS})
        case CounterAim():
            return _aim(look, asked.unit, offers, {"both": MISSILE, "missile": MISSILE, "guns": GUNS})
        case Guard():
            kinds = look.world.kinds
            return Action("at", min(_of(offers, "at"), key=lambda n: (kinds[n].defence or 0, not kinds[n].atgm, n)))
        case Counterfire():
            return Action("fire")
        case Counter():
            for n in _of(offers, "pop"):
                if _pays(look, n, _seen_by_aa(look, n, look.units[n].at, low=True), asked.group):
                    return Action("pop", n)
            return Action("hold")
        case Fly():
            return _fly(look, asked.unit, offers, straight=straight)
    return None


def _aim(look: Situation, unit: int, offers: dict[str, Offer], verbs: dict[str, int]) -> Action | None:
    """The target that a shot wins most at; both weapons where they can be used together."""
    found = [
        (*_best(look, unit, targets, weapons), verb)
        for verb, weapons in verbs.items()
        if (targets := _of(offers, verb))
    ]
    if not found:
        return None
    gain = max(each[0] for each in found)
    _, target, verb = next(each for each in found if each[0] == gain)
    return Action(verb, target)


def _fly(look: Situation, unit: int, offers: dict[str, Offer], *, straight: bool) -> Action | None:
    hexes = offers["to"].targets if "to" in offers else None
    if straight:
        if "climb" in offers:
            return Action("climb")
        world = look.world
        enemies = [look.units[n].at for n in look.on_map(1 - world.owners[unit]) if world.kinds[n].vehicle]
        missile = atgm_of(world.kinds[unit])
        if not enemies or not hexes or missile is None:
            return None
        want = min(missile.nominal, 8)
        return Action("to", min(hexes, key=lambda hex: (
            abs(min(world.ground.distance(hex, each) for each in enemies) - want),
            world.ground.distance(look.units[unit].at, hex), hex,
        )))  # fmt: skip
    wanted = lair(look, unit, hexes)
    return Action("to", wanted) if wanted is not None else None


def air_reaction(survey: Survey, watch: Watch, offers: dict[str, Offer], *, straight: bool) -> Action | None:
    """A missile or a helicopter that fires at a trigger, if that is worth it."""
    look = survey.look
    for verb in ("air_fire", "pop_up"):
        for n in _of(offers, verb):
            if verb == "pop_up" and straight:
                continue
            aa = _seen_by_aa(look, n, look.units[n].at, low=True) if verb == "pop_up" else []
            targets = [each for each in watch.units if look.units[each].at >= 0]
            if _pays(look, n, aa, targets, low=True if verb == "pop_up" else None):
                return Action(verb, n)
    return None


def _pays(look: Situation, unit: int, aa: Sequence[int], targets: Sequence[int], *, low: bool | None = True) -> bool:
    """Whether a missile at one of these wins more than the AA fire before it risks."""
    able = [
        n
        for n in targets
        if why_not_weapons(look, unit, n, MISSILE, low=low, overwatch=True, known=low is True) is None
    ]
    risk = danger_of(look, unit, aa, forgets=_forgets(look, unit))
    return bool(able) and _net(_best(look, unit, able, MISSILE)[0], risk) >= LEAST_GAIN
