"""The bot's guns (TCS 18): which missions are worth their shells, and where the enemy's stray ones do most harm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from sandtable.bots.captain.glass import fire_through, is_modern, sees_through_smoke
from sandtable.bots.captain.survey import Survey
from sandtable.bots.commander import masks
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.memo import known_of
from sandtable.kernel.resolution import Outcome
from sandtable.systems.tcs.adjustment import adjustment_of, sure_hexes
from sandtable.systems.tcs.barrage import barrage_of
from sandtable.systems.tcs.calling import Call, Draft, complete, fitted, in_aim
from sandtable.systems.tcs.modern.chemicals import PASSING
from sandtable.systems.tcs.munitions import MUNITIONS, rounds_of, shell_name
from sandtable.systems.tcs.outlook import loss_of
from sandtable.systems.tcs.scatter import PlaceScatter
from sandtable.systems.tcs.shells import HE, ILLUM, SMOKE, Mission
from sandtable.systems.tcs.world import FINE, NIGHT
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = ["Wish", "call", "draft", "place_stray", "wishes"]

OWN = 3
"""A step of our own counts as this many of the enemy's."""
TANK = Fraction(3, 2)
"""What a destroyed tank is worth, in steps."""
SHAKEN = Fraction(1, 4)
"""The value of shells on a unit at all, in steps: it may be shaken."""
CHEAP, DEAR = Fraction(15, 100), Fraction(60, 100)
"""What a battery mission must be worth, in steps, when shells are plenty and when they are few."""
OFTEN = 2
"""How many missions are called for one that is fired: the others are not adjusted in time, and cost nothing."""
WANTED = Fraction(3, 2)
"""How much more a target counts that holds, or overlooks, what we want to take."""
LIGHTS = Fraction(1, 5)
"""The value of lighting an enemy that one of our stacks can fire at, in steps."""
BLINDS = Fraction(1, 10)
"""What a point of strength is worth that fires through smoke, in steps."""
NEAR, SEEN_FROM = 3, 8


class Wish(msgspec.Struct, frozen=True):
    """A mission and what it is worth, in steps, beyond its shells."""

    mission: Mission
    worth: Fraction


def call(survey: Survey, asked: Call, offers: dict[str, Offer]) -> Action:
    """Call the best mission that is worth its shells, or no more."""
    ready = (offers["battery"].targets or ()) if "battery" in offers else ()
    found = best(survey, asked.calls, ready)
    if found is None or not found.mission.batteries:
        return Action("done")
    return Action("battery", found.mission.batteries[0])


def draft(survey: Survey, asked: Draft, offers: dict[str, Offer]) -> Action:
    """Make the mission in hand the one that is wanted, choice by choice, and call it."""
    now = asked.mission
    if now.guns:
        return _aim_guns(survey, asked, offers)
    found = best(survey, asked.calls, now.batteries[:1])
    if found is None:
        return Action("cancel")
    wanted = found.mission
    for verb, is_so, target in (
        ("shell", now.shell == wanted.shell, shell_name(survey.look.game.rules, wanted.shell)),
        ("zone", now.wide == wanted.wide, "battalion" if wanted.wide else "battery"),
        ("rate", now.fast == wanted.fast, "fast" if wanted.fast else "normal"),
        ("aim", now.aim == wanted.aim, wanted.aim),
    ):
        if not is_so and verb in offers and target in (offers[verb].targets or ()):
            return Action(verb, target)
    return Action("call") if "call" in offers else Action("cancel")


def _aim_guns(survey: Survey, asked: Draft, offers: dict[str, Offer]) -> Action:
    """Guns on the map fire at the enemy hex that suffers most."""
    if "call" in offers:
        return Action("call")
    aims = [hex for hex in targets(survey) if "aim" in offers and hex in (offers["aim"].targets or ())]
    best_aim = max(aims, key=lambda hex: (worth_of(survey, replace(asked.mission, aim=hex)), -hex), default=None)
    return Action("cancel") if best_aim is None else Action("aim", best_aim)


# What is worth it


def best(survey: Survey, calls: Sequence[Mission], batteries: Iterable[int]) -> Wish | None:
    """The mission of one of these batteries that is worth most; None if none is worth its shells."""
    found = [wish for battery in batteries for wish in wishes(survey, calls, battery)]
    return max(found, key=lambda wish: (wish.worth, -wish.mission.aim), default=None)


def wishes(survey: Survey, calls: Sequence[Mission], battery: int) -> list[Wish]:
    """The missions of a battery that are worth their shells."""
    known: dict[object, list[Wish]] = known_of(survey, "wishes")
    key = tuple(calls), battery
    if key not in known:
        known[key] = _wishes(survey, tuple(calls), battery)
    return known[key]


def _wishes(survey: Survey, calls: tuple[Mission, ...], battery: int) -> list[Wish]:
    look = survey.look
    aimed = {each.aim for each in calls}
    found: list[Wish] = []
    rules = look.game.rules
    others = [each.shell for each in rules.at(MUNITIONS) if each.lands is None or each.shell == PASSING]
    for shell in (HE, *others, SMOKE, ILLUM):
        rounds = rounds_of(look, battery, shell)
        if not rounds or (shell == ILLUM and look.board.light != NIGHT):
            continue
        price = price_of(survey, rounds)
        for wide in (False, True):
            mission = fitted(look, Mission(survey.side, shell, (battery,), wide=wide), calls)
            if mission.wide != wide and not look.world.support.batteries[battery].rocket:
                continue
            reach = in_aim(look, mission, calls)
            for hex in targets(survey):
                if not reach >> hex & 1 or hex in aimed:
                    continue
                aimed_at = fitted(look, replace(mission, aim=hex), calls)
                if not complete(look, aimed_at):
                    continue
                worth = worth_of(survey, aimed_at) - price * len(aimed_at.batteries)
                if worth > 0:
                    found.append(Wish(aimed_at, worth))
    return found


def price_of(survey: Survey, rounds: int) -> Fraction:
    """What a battery mission must be worth: little if there are shells for every turn that is left."""
    spare = Fraction(min(OFTEN * rounds, survey.turns_left), survey.turns_left)
    return DEAR - (DEAR - CHEAP) * spare


def targets(survey: Survey) -> list[int]:
    """The hexes to fire on: those with enemies that we know of, and the objectives where some may hide."""
    known: dict[str, list[int]] = known_of(survey, "gun_targets")
    if not known:
        hexes = {survey.look.units[n].at for n in survey.enemies}
        known["all"] = sorted(hexes.union(survey.suspected if survey.attacking else ()))
    return known["all"]


def worth_of(survey: Survey, mission: Mission) -> Fraction:
    """What a mission is worth to us, in steps."""
    if mission.shell == ILLUM:
        return _worth_of_light(survey, mission)
    results = _adjusted(survey, mission)
    good = results.get("Good Shoot", Fraction(0))
    bad = results.get("Bad Shoot", Fraction(0))
    if mission.shell == SMOKE:
        return (good + bad) * _worth_of_smoke(survey, mission)
    total = Fraction(0)
    for chance, well in ((good, True), (bad, False)):
        if chance:
            total += chance * _harm(survey, mission, good=well)
    return total


def _adjusted(survey: Survey, mission: Mission) -> Mapping[Outcome, Fraction]:
    """How a mission shoots; on a dedicated hex it lands for certain."""
    if sure_hexes(survey.look, mission) >> mission.aim & 1:
        return {"Good Shoot": Fraction(1)}
    return adjustment_of(survey.look, mission).odds()


def _harm(survey: Survey, mission: Mission, *, good: bool) -> Fraction:
    """The harm to the enemy less that to us, in steps, if the mission lands where it is aimed."""
    look, ground = survey.look, survey.world.ground
    if mission.shell == PASSING:
        return masks.harm(survey, mission, good=good)
    barrage = barrage_of(look, mission, mission.aim, good=good)
    known: dict[object, Fraction] = known_of(survey, "harm")
    total = Fraction(0)
    for hexes, zone in ((zone_of, True), (ring_of, False)):
        strength = barrage.zone if zone else barrage.ring
        for hex in hexes(ground, mission.aim, wide=mission.wide) if strength else ():
            units = look.units_in(hex)
            if not units and hex not in survey.suspected:
                continue
            key = hex, strength, zone, good, barrage.shell, barrage.small, barrage.fast
            if key not in known:
                known[key] = _harm_in(survey, hex, loss_of(look, hex, barrage, zone=zone))
            total += known[key]
    return total


def _harm_in(survey: Survey, hex: int, loss: tuple[Fraction, Fraction]) -> Fraction:
    look = survey.look
    units = look.units_in(hex)
    if not units:
        return SHAKEN / 2
    steps, tanks = loss
    harm = steps + tanks * TANK
    if look.world.owners[units[0]] == survey.side:
        return -OWN * harm - SHAKEN * len(units)
    fresh = sum(look.units[n].morale == FINE for n in units)
    harm += SHAKEN * fresh * min(Fraction(1), 2 * steps)
    near = any(survey.world.ground.distance(hex, goal) <= NEAR for goal in survey.goals)
    return harm * WANTED if near else harm


def _worth_of_smoke(survey: Survey, mission: Mission) -> Fraction:
    """Smoke on those who look down on our attack: it blinds their fire for this turn and the next.

    In 1987 missiles threaten our vehicles too, and smoke on thermal sights is wasted.
    """
    if not survey.attacking or survey.look.smoked(mission.aim):
        return Fraction(0)
    look, world, modern = survey.look, survey.world, is_modern(survey.look)
    covered = zone_of(world.ground, mission.aim, wide=mission.wide)
    blinded = [n for n in survey.armed_enemies if look.units[n].at in covered and not sees_through_smoke(survey, n)]
    strength = sum((fire_through(survey, n) for n in blinded), Fraction(0))
    exposed = {
        look.units[n].at
        for n in look.on_map(survey.side)
        if (world.kinds[n].infantry or (modern and world.kinds[n].vehicle))
        and any(look.sees(look.units[e].at, look.units[n].at) for e in blinded)
        and min((world.ground.distance(look.units[n].at, goal) for goal in survey.goals), default=99) <= SEEN_FROM
    }
    return BLINDS * strength if len(exposed) >= 2 else Fraction(0)


def _worth_of_light(survey: Survey, mission: Mission) -> Fraction:
    """Light on enemies that several of our stacks could then fire at."""
    look, world = survey.look, survey.world
    if mission.aim in look.board.lit or look.held_by(mission.aim) != 1 - survey.side:
        return Fraction(0)
    firers = {
        look.units[n].at
        for n in look.on_map(survey.side)
        if look.units[n].morale == FINE
        and 2 < world.ground.distance(look.units[n].at, mission.aim) <= min(world.area_reach[n], SEEN_FROM)
    }
    return LIGHTS * len(firers) if len(firers) >= 2 else Fraction(0)


# The enemy's strays


def place_stray(survey: Survey, asked: PlaceScatter, offer: Offer) -> Action:
    """Where a stray mission of the enemy's hurts him most, and us least."""
    look, ground = survey.look, survey.world.ground

    def harm(hex: int) -> tuple[int, int]:
        total = 0
        for weight, hexes in ((2, zone_of), (1, ring_of)):
            for each in hexes(ground, hex, wide=asked.wide):
                for n in look.units_in(each):
                    steps = look.units[n].steps
                    total += weight * (-OWN * steps if look.world.owners[n] == survey.side else steps)
        return -total, hex

    return Action("at", min(offer.targets or (), key=harm))
