"""What a call for fire would do, before it is made (TCS 18): every result, where it may land, and what it would hit.

All chances are exact. Where the opponent puts a scattered mission down is up to him: enemies are taken to be safe from
it, and own troops to be hit by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from sandtable.kernel.picture import Hit, Shoot
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tcs.adjustment import adjustment_of, far_rockets, sure_hexes
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions, IlluminationOptions
from sandtable.systems.tcs.barrage import barrage_of, lit_by
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.firetable import fire_resolution
from sandtable.systems.tcs.munitions import area_target, bursts, munition, point_target, shell_name
from sandtable.systems.tcs.scatter import DIRECTIONS, DISTANCES, placeable, scattered
from sandtable.systems.tcs.shellfire import shell_attack, shell_point
from sandtable.systems.tcs.shells import ILLUM, NONE, SMOKE, Barrage, Flare, Mission
from sandtable.systems.tcs.world import OFF
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = ["Effect", "Outlook", "Risk", "loss_of", "outlook", "shown"]

ZERO = Fraction(0)


class Effect(msgspec.Struct, frozen=True):
    """What a mission would cost the units in a hex, on average: steps lost to the shells, and tanks destroyed."""

    hex: int
    side: int
    steps: Fraction
    tanks: Fraction


class Risk(msgspec.Struct, frozen=True):
    """What a hex with own troops may come to: the chance that it becomes the target hex, and that shells fall there."""

    hex: int
    target: Fraction
    shells: Fraction
    steps: Fraction


class Outlook(msgspec.Struct, frozen=True):
    """What a mission would do."""

    mission: Mission
    adjustment: Resolution | None
    """The roll; None if it is not adjusted."""
    results: Mapping[str, Fraction]
    """No Shoot, Scatter, Bad Shoot and Good Shoot."""
    lands: Mapping[int, Fraction]
    """The chance of each hex to be the target hex, but for what the opponent places."""
    placed: Fraction
    """The chance that the opponent places it, and where he may."""
    placeable: tuple[int, ...]
    lost: Fraction
    """The chance that it lands beyond the map."""
    effects: tuple[Effect, ...] = ()
    """The enemy's hexes that it may hit."""
    risks: tuple[Risk, ...] = ()
    """Own hexes that it may hit."""

    @property
    def steps(self) -> Fraction:
        """The steps that the enemy loses to the shells on average."""
        return sum((each.steps for each in self.effects), ZERO)

    @property
    def tanks(self) -> Fraction:
        """The tanks that the enemy loses on average."""
        return sum((each.tanks for each in self.effects), ZERO)


def outlook(look: Situation, mission: Mission) -> Outlook:
    """What a mission would do: it needs an aim hex, and an observer if it is adjusted."""
    ground, rules = look.world.ground, look.game.rules
    roll = None
    results = {"Good Shoot": Fraction(1)}
    adjusts = mission.shell != ILLUM or rules.chosen(IlluminationOptions).illum_adjusts
    if adjusts and not sure_hexes(look, mission) >> mission.aim & 1:
        roll = adjustment_of(look, mission)
        results = {str(outcome): chance for outcome, chance in roll.odds().items()}
    astray = results.get("Scatter", ZERO)
    shoots: dict[tuple[int, bool], Fraction] = {}
    lands: dict[int, Fraction] = {}
    lost = ZERO
    for result in ("Bad Shoot", "Good Shoot"):
        chance = results.get(result, ZERO)
        if chance:
            good = result == "Good Shoot" and not far_rockets(look, mission)
            shoots[mission.aim, good] = shoots.get((mission.aim, good), ZERO) + chance
            lands[mission.aim] = lands.get(mission.aim, ZERO) + chance
    poor = rules.chosen(ArtilleryOptions).scatter_quality == "good" and not far_rockets(look, mission)
    for way in range(len(DIRECTIONS)) if astray else ():
        for hexes, sixths in ((1, 3), (2, 2)):
            chance = astray * Fraction(sixths, 36)
            there = scattered(ground, mission.aim, way, hexes)
            if there == OFF:
                lost += chance
                continue
            shoots[there, poor] = shoots.get((there, poor), ZERO) + chance
            lands[there] = lands.get(there, ZERO) + chance
    placed = astray * Fraction(1, 6)
    effects, risks = _effects(look, mission, shoots, placed, good=poor)
    where = placeable(ground, mission.aim) if placed else ()
    return Outlook(mission, roll, results, lands, placed, where, lost, effects, risks)


assert len(DISTANCES) == 3  # one hex on three faces, two on two, placed on one: as the sixths above


def loss_of(look: Situation, hex: int, barrage: Barrage, *, zone: bool) -> tuple[Fraction, Fraction]:
    """The steps and tanks that shells cost the known units in a hex on average."""
    world = look.world
    units = [n for n in look.units_in(hex) if not look.inside(n)]
    soft = [n for n in units if area_target(look, barrage, n)]
    steps = ZERO
    strength = barrage.zone if zone else barrage.ring
    if soft and strength:
        chart = fire_resolution(world.options.left_of_column_0, shell_attack(look, units, hex, strength, barrage))
        for result, chance in chart.odds().items():
            assert isinstance(result, int)
            tough = world.options.tough_b_targets
            able = [n for n in soft if not tough or result > (world.kinds[n].defence or 0)]
            steps += chance * max(0, min(result, sum(look.units[n].steps for n in able)))
    tanks = ZERO
    for n in units:
        if point_target(look, barrage, n, zone=zone):
            tanks += shell_point(look, barrage, n).odds().get("destroyed", ZERO)
    return steps, tanks


def _effects(
    look: Situation, mission: Mission, shoots: Mapping[tuple[int, bool], Fraction], placed: Fraction, *, good: bool
) -> tuple[tuple[Effect, ...], tuple[Risk, ...]]:
    if not bursts(look.game.rules, mission.shell):
        return (), ()
    ground, owners = look.world.ground, look.world.owners
    hits: dict[int, tuple[Fraction, Fraction]] = {}
    shelled: dict[int, Fraction] = {}
    known: dict[tuple[int, bool, bool], tuple[Fraction, Fraction]] = {}

    def loss(hex: int, barrage: Barrage, zone: bool) -> tuple[Fraction, Fraction]:
        key = hex, barrage.good, zone
        if key not in known:
            known[key] = loss_of(look, hex, barrage, zone=zone)
        return known[key]

    for (at, well), chance in shoots.items():
        barrage = barrage_of(look, mission, at, good=well)
        for hexes, zone in ((zone_of, True), (ring_of, False)):
            for hex in hexes(ground, at, wide=mission.wide) if zone or barrage.ring else ():
                if not look.units_in(hex):
                    continue
                steps, tanks = loss(hex, barrage, zone)
                before = hits.get(hex, (ZERO, ZERO))
                hits[hex] = before[0] + chance * steps, before[1] + chance * tanks
                shelled[hex] = shelled.get(hex, ZERO) + chance
    effects, risks = [], []
    for hex, (steps, tanks) in sorted(hits.items()):
        side = owners[look.units_in(hex)[0]]
        if side != mission.side:
            effects.append(Effect(hex, side, steps, tanks))
    own = {look.units[n].at for n in look.on_map(mission.side)}
    for hex in sorted(own):
        target = sum((chance for (at, _), chance in shoots.items() if at == hex), ZERO)
        chance = shelled.get(hex, ZERO)
        mean = hits.get(hex, (ZERO, ZERO))[0]
        if placed and hex in placeable(ground, mission.aim):
            target += placed
            chance += placed
            mean += placed * loss(hex, barrage_of(look, mission, hex, good=good), True)[0]
        if chance:
            risks.append(Risk(hex, target, chance, mean))
    return tuple(effects), tuple(risks)


# For a client


def shown(look: Situation, mission: Mission, observers: Sequence[int] = ()) -> Shoot:
    """The outlook of a mission as a client draws it."""
    found, world = outlook(look, mission), look.world
    names = ", ".join(
        [world.support.batteries[n].name for n in mission.batteries] + [world.names[n] for n in mission.guns]
    )
    hits = [
        Hit(each.hex, each.side, float(each.steps), float(each.tanks), float(each.steps and 1))
        for each in found.effects
    ]
    hits += [Hit(each.hex, mission.side, float(each.steps), 0.0, float(each.shells)) for each in found.risks]
    zone, ring = _covered(look, mission, mission.aim)
    shelled: dict[int, Fraction] = {}
    for at, chance in found.lands.items():
        for hexes in _covered(look, mission, at):
            for hex in hexes:
                shelled[hex] = shelled.get(hex, ZERO) + chance
    roll = found.adjustment
    rolls = [adjustment_of(look, replace(mission, observer=each)) for each in observers] if roll else []
    return Shoot(
        title=names,
        target=mission.aim,
        observer=None if mission.observer == NONE else mission.observer,
        observers=tuple(observers),
        chosen=chosen(look, mission),
        good=tuple(float(each.odds().get("Good Shoot", ZERO)) for each in rolls),
        factors=tuple((each.words, each.value, each.rule) for each in roll.modifiers) if roll else (),
        column=roll.column if roll else "",
        rule=roll.rule if roll else "",
        kind="light" if mission.shell == ILLUM else "smoke" if mission.shell == SMOKE else "shells",
        zone=zone,
        ring=ring,
        results=tuple((words, float(chance)) for words, chance in found.results.items()),
        lands=tuple((hex, float(chance)) for hex, chance in sorted(found.lands.items())),
        shelled=tuple((hex, float(chance)) for hex, chance in sorted(shelled.items())),
        placed=float(found.placed),
        placeable=found.placeable,
        lost=float(found.lost),
        hits=tuple(hits),
        warnings=tuple(_warning(look, mission, each) for each in found.risks),
    )


def _covered(look: Situation, mission: Mission, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hexes that a mission on a hex covers with shells, smoke or light, and those around them that get shells."""
    if mission.shell == ILLUM:
        return lit_by(look, (Flare(at, mission.side),)), ()
    zone = zone_of(look.world.ground, at, wide=mission.wide)
    bare = munition(look.game.rules, mission.shell) and not barrage_of(look, mission, at, good=True).ring
    return zone, () if mission.shell == SMOKE or bare else ring_of(look.world.ground, at, wide=mission.wide)


def chosen(look: Situation, mission: Mission) -> tuple[tuple[str, str], ...]:
    """What is chosen so far, verb by verb."""
    return (
        ("shell", shell_name(look.game.rules, mission.shell)),
        ("zone", "battalion" if mission.wide else "battery"),
        ("rate", "fast" if mission.fast else "normal"),
    )


def _warning(look: Situation, mission: Mission, risk: Risk) -> str:
    names = ", ".join(look.world.names[n] for n in look.units_in(risk.hex) if not look.inside(n))
    hex = look.world.hex_name(risk.hex)
    if risk.hex in zone_of(look.world.ground, mission.aim, wide=mission.wide):
        return f"Your own {names} in {hex} would be in the Attack Zone."
    if risk.hex in ring_of(look.world.ground, mission.aim, wide=mission.wide):
        return f"Your own {names} in {hex} would be beside the Attack Zone: shells fall there too."
    return f"Scattered shells could fall on your own {names} in {hex}: {float(risk.shells):.0%}."
