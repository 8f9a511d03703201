"""Night vision and thermal sights (ME 6): who sees beyond the limit of the night, through smoke and in bad weather.

Infantry with night vision fires to half its range at night and directs fire to 8 hexes. Vehicles fire as far as their
guns reach, a little worse for the hexes beyond the limit; with thermal sights also through smoke and weather.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Annotated, Any

from msgspec import Struct

from sandtable.charts import load_keyed
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.memo import known_of
from sandtable.kernel.option import About, Options
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.board import OPTICS, TO_FIRE, TO_HIT, TO_OBSERVE, TO_SEE, Situation
from sandtable.systems.tcs.conditions import CONDITIONS, Shot, posture_of
from sandtable.systems.tcs.gear import READ
from sandtable.systems.tcs.modern.atgm import atgm_of
from sandtable.systems.tcs.modern.missilefire import MissileRoll
from sandtable.systems.tcs.modern.sky import GLASSES, is_low, seen_by_glasses, seen_from
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.scenario import CHECKS, TcsScenario
from sandtable.systems.tcs.shells import half
from sandtable.systems.tcs.skypicture import EYES as OTHER_EYES
from sandtable.systems.tcs.spotting import KEEN
from sandtable.systems.tcs.tables import SHIFTS
from sandtable.systems.tcs.world import World

__all__ = [
    "CHAPTER",
    "EYES",
    "NIGHT_VISION",
    "SIGHT_WORDS",
    "THERMAL",
    "SightOptions",
    "beyond_sight",
    "markers_crossed",
    "quotient",
    "sight_loss",
    "sights_of",
]

EYES, NIGHT_VISION, THERMAL = range(3)
SIGHT_WORDS = ("eyes only", "night vision", "thermal sights")
"""What a unit sees with, in words."""
GIVEN = {"eyes": EYES, "night vision": NIGHT_VISION, "thermal": THERMAL}


class _Number(Struct, frozen=True):
    name: str
    value: int
    rule: str


_NUMBERS = {
    each.name: each.value
    for each in load_keyed(files("sandtable.systems.tcs.modern") / "charts" / "sights.csv", _Number, "name").values()
}


class SightOptions(Options, frozen=True):
    """Rulings on sights."""

    sights_lit: Annotated[
        bool, About("Fire at an illuminated target has no shift for night or light at all.", "ME 6.1h")
    ] = True
    sights_spot: Annotated[
        bool, About("Night vision and thermal sights spot as by day, as far as they let a unit see.", "ME 6.1f")
    ] = True


def sights_of(look: Situation, unit: int) -> int:
    """What a unit sees with: as the scenario says, or as its type has it (ME 6.1g, 6.2c)."""
    known: dict[int, int] = known_of(look.world, "sights of units")
    found = known.get(unit)
    if found is None:
        gear, traits = look.world.gear, look.world.kinds[unit].traits
        given = gear[unit].sights if gear else ""
        own = THERMAL if "thermal" in traits else NIGHT_VISION if "nvd" in traits else EYES
        found = known[unit] = GIVEN[given] if given else own
    return found


def on_foot(look: Situation, unit: int) -> bool:
    """Whether a unit has the night sights of infantry: teams with missiles and AT guns do too (ME 6.1a)."""
    return look.world.kinds[unit].move_class == "foot"


def light_limit(look: Situation) -> int:
    """How far the light lets see now, in hexes; 0 is no limit. Twilight counts as night does (ME 6.1i)."""
    return look.world.light_limit(look.board.turn, look.board.light)


# Seeing


def further(look: Situation, unit: int, hex: int, purpose: int) -> int:
    """The hexes that a unit in a hex sees with its sights, as a bit mask (ME 6.1a, 6.1b, 6.1d, 6.2a, 6.2b)."""
    sights = sights_of(look, unit)
    if sights == EYES:
        return 0
    dark = light_limit(look)
    thermal = sights == THERMAL and purpose != TO_OBSERVE
    if not dark and (not thermal or not (look.board.smoke or look.weather_limit)):
        return 0  # eyes see as much on a clear day
    seen = look.through(hex, smoke=not thermal, limit=0 if thermal else look.weather_limit)
    if dark and (purpose == TO_OBSERVE or on_foot(look, unit)):
        seen &= look.world.ground.within(hex, _NUMBERS["observe_hexes"])
    if dark and on_foot(look, unit) and purpose in (TO_FIRE, TO_HIT):
        seen &= look.world.ground.within(hex, half(_longest(look, unit, purpose)))
    return seen


def _longest(look: Situation, unit: int, purpose: int) -> int:
    """The longest range of a unit for a purpose: of a gun or missile against vehicles, or of its area fire."""
    if purpose == TO_FIRE:
        return max(look.world.area_reach[unit], 0)
    missile = atgm_of(look.world.kinds[unit])
    return max(look.world.point_reach[unit], missile.longest if missile else 0)


def glasses(look: Situation, unit: int) -> tuple[int, bool] | None:
    """How far a unit sees with its sights from a height, or what flies there, and whether smoke blocks them."""
    sights = sights_of(look, unit)
    if sights == EYES or on_foot(look, unit):
        return None
    return (0, False) if sights == THERMAL else (look.weather_limit, True)


def eyes_of(look: Situation, hex: int, units: Sequence[int]) -> tuple[str, int]:
    """What units in a hex see with their sights, and helicopters there from Low, as the best of them does."""
    sights, mask, low = EYES, 0, False
    for n in units:
        sights = max(sights, sights_of(look, n))
        if n in look.world.flyers and is_low(look, n):
            low = True
            mask |= seen_from(look, hex, low=True) | seen_by_glasses(look, n, hex, low=True)
        else:
            mask |= further(look, n, hex, TO_SEE)
    words = [SIGHT_WORDS[sights]] if sights != EYES else []
    return " and ".join([*words, "the view from Low"] if low else words), mask


def keen(look: Situation, unit: int, target: int) -> Iterable[Modifier]:
    """What sights make up for on the spotting track, within the range in which they let a unit see (ME 6.1f)."""
    sights = sights_of(look, unit)
    if sights == EYES or not look.game.rules.chosen(SightOptions).sights_spot:
        return
    here, there = look.units[unit].at, look.units[target].at
    light = look.light_on(there)
    near = not on_foot(look, unit) or look.world.ground.distance(here, there) <= _NUMBERS["observe_hexes"]
    if light in ("night", "twilight") and near:
        yield Modifier(-SHIFTS[f"spot_{light}"].value, SIGHT_WORDS[sights], "ME 6.1f")
    if sights == THERMAL:
        smoke = look.smoked(there) * SHIFTS["spot_target_smoke"].value
        smoke += look.smoked(here) * SHIFTS["spot_firer_smoke"].value
        if smoke:
            yield Modifier(-smoke, "thermal sights in smoke", "ME 6.2a2")


# Fire


def sighted(look: Situation, shot: Shot) -> Mapping[str, Any]:
    """What sights change of the conditions of a fire: no shift for a lit target, none for the night in point fire of
    vehicles, none for smoke with thermal sights (ME 6.1b, 6.1c, 6.1e, 6.2a2).
    """
    sights = [sights_of(look, n) for n in shot.firers]
    light = look.light_on(shot.hex)
    change: dict[str, Any] = {}
    driven = shot.point and all(sights) and not any(on_foot(look, n) for n in shot.firers)
    if look.game.rules.chosen(SightOptions).sights_lit if light == "lit" else driven:
        change["light"] = "day"
    if all(each == THERMAL for each in sights):
        change["firer_smoke"] = change["target_smoke"] = False
    return change


def markers_crossed(look: Situation, start: int, hex: int) -> int:
    """The smoke markers on the line between two hexes, with those in both ends; a line along a hexside counts one at
    most (ME 6.2a2, 6.2a3, 6.2d).
    """
    if not look.board.smoke:
        return 0
    map = look.world.ground.map
    count = 0
    for hexes in map.hex(start).line(map.hex(hex)):
        thick = [_markers(look, map.index(each)) for each in hexes if each in map]
        count += min(max(thick), 1) if len(hexes) > 1 else thick[0]
    return count


def _markers(look: Situation, hex: int) -> int:
    """Smoke in a hex: what mortars and tanks lay is one marker each, what artillery lays one for each level."""
    return sum(1 if each.light else each.level for each in look.board.smoke if each.at == hex)


def beyond_sight(look: Situation, unit: int, hex: int) -> int:
    """The hexes of the range of a unit to a hex that are beyond the limits its sights overcome, and for thermal sights
    the smoke markers on the way (ME 6.1b, 6.2a1).
    """
    sights = sights_of(look, unit)
    if sights == EYES or on_foot(look, unit):
        return 0
    at = look.units[unit].at
    limits = [light_limit(look) if look.light_on(hex) != "lit" else 0]
    smoke = 0
    if sights == THERMAL:
        limits.append(look.weather_limit)
        smoke = markers_crossed(look, at, hex)
    least = min((each for each in limits if each), default=0)
    return (max(look.world.ground.distance(at, hex) - least, 0) if least else 0) + smoke


def quotient(count: int, *, moving: bool) -> int:
    """What a count beyond sight takes from the dice: a fifth for a target that moves, or else a quarter, rounded off.

    >>> quotient(7, moving=True), quotient(8, moving=True), quotient(6, moving=False), quotient(1, moving=False)
    (1, 2, 2, 0)
    """
    by = _NUMBERS["divide_moving" if moving else "divide_standing"]
    return (2 * count + by) // (2 * by)


def sight_loss(look: Situation, firers: Sequence[int], targets: Sequence[int], hex: int) -> tuple[int, str, str]:
    """What the sights of firers take from the dice of the ATGM table, with words and rule; 0 is nothing. Of several
    firers the one that sees worst counts.
    """
    worst = max(firers, key=lambda n: beyond_sight(look, n, hex))
    count = beyond_sight(look, worst, hex)
    lost = quotient(count, moving=posture_of(look, targets) == "move")
    thermal = sights_of(look, worst) == THERMAL
    words = f"{count} hex{'es' * (count != 1)} {'or smoke markers ' * thermal}beyond sight"
    return lost, words, "ME 6.2a1" if thermal else "ME 6.1b"


def beyond(fire: PointFire, look: Situation) -> Iterable[Modifier]:
    """Each point of the quotient is two columns of point fire (ME 6.1f)."""
    targets = look.point_targets(fire.hex, fire.side)
    lost, words, rule = sight_loss(look, fire.firers, targets, fire.hex)
    if lost:
        yield Modifier(-_NUMBERS["columns"] * lost, words, rule)


def missile_beyond(roll: MissileRoll, look: Situation) -> Iterable[Modifier]:
    """The quotient is taken from the dice of the ATGM table (ME 6.1b)."""
    lost, words, rule = sight_loss(look, (roll.unit,), (roll.target,), look.units[roll.target].at)
    if lost:
        yield Modifier(-lost, words, rule)


def check(scenario: TcsScenario, world: World) -> None:
    """Only vehicles and helicopters have thermal sights (ME 6.2)."""
    for n, gear in enumerate(world.gear):
        if gear.sights == "thermal" and world.kinds[n].move_class == "foot":
            words = f"{world.names[n]} is on foot: only vehicles and helicopters have thermal sights (ME 6.2c)"
            raise ScenarioFault(("force", world.member_of[n], "units"), words)


CHAPTER = Chapter(
    name="sights",
    modifiers={PointFire: (beyond,), MissileRoll: (missile_beyond,)},
    adds=(
        OPTICS.add(further),
        GLASSES.add(glasses),
        OTHER_EYES.add(eyes_of),
        KEEN.add(keen),
        CONDITIONS.add(sighted),
        READ.add("sights"),
        CHECKS.add(check),
    ),
    options=SightOptions,
    switch="modern",
)
