"""The bot's modern artillery (ME 2): rockets on crowded hexes, mines under vehicles, Copperheads, counterfire.

What it cannot see of the enemy's batteries it takes to be none.
"""

from __future__ import annotations

from fractions import Fraction

from sandtable.bots.captain.survey import Survey
from sandtable.bots.commander.gunnery import OWN, SHAKEN, TANK, price_of
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.modern.arsenal import COPPERHEAD, LAUNCH, piece_of, plotted
from sandtable.systems.tcs.modern.bomblets import DPICM
from sandtable.systems.tcs.modern.copperhead import Designate, designators
from sandtable.systems.tcs.modern.counterbattery import Counter, CounterShell, acquisition, counter_shells, fires_on
from sandtable.systems.tcs.modern.fascam import MinesAim, MinesCorner, MinesLife, layouts
from sandtable.systems.tcs.modern.mlrs import LaunchAim, LaunchZone, launch_strengths, launchers_ready
from sandtable.systems.tcs.modern.sky import sees
from sandtable.systems.tcs.munitions import shell_name
from sandtable.systems.tcs.outlook import loss_of
from sandtable.systems.tcs.shells import Barrage
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = [
    "call",
    "copperhead_at",
    "corner",
    "counter",
    "counter_shell",
    "designate",
    "launch_at",
    "launch_zone",
    "mines_at",
    "mines_life",
]

CROWD = 3
"""How many enemy vehicles a minefield must fall on."""
GUNS = 2
"""How much more rockets are worth on a hex with mortars or guns: they are the targets that others cannot reach."""
LIFE = 6
"""For how many turns it is set."""
LIKELY = Fraction(1, 3)
"""The chance to acquire from which counterfire is tried; the shells are spent only if it succeeds."""


def call(survey: Survey, offers: dict[str, Offer]) -> Action | None:
    """The plot that is worth it; None if none is."""
    for battery in _targets(offers, "modern.launch"):
        if _best_launch(survey, battery) is not None:
            return Action("modern.launch", battery)
    for battery in _targets(offers, "modern.fascam"):
        if _best_field(survey) is not None:
            return Action("modern.fascam", battery)
    for battery in _targets(offers, "modern.copperhead"):
        if _next_tank(survey) is not None:
            return Action("modern.copperhead", battery)
    return None


def _targets(offers: dict[str, Offer], verb: str) -> tuple[int, ...]:
    offer = offers.get(verb)
    return tuple(each for each in offer.targets or () if isinstance(each, int)) if offer else ()


# Rockets


def _harm(survey: Survey, battery: int, hex: int, count: int, *, wide: bool) -> Fraction:
    """What launchers do to the enemy around a hex less what they do to us, in steps."""
    look, own = survey.look, survey.world.support.batteries[battery]
    zone, ring = launch_strengths(own.id, own.calibre, count, wide=wide)
    barrage = Barrage(survey.side, DPICM, hex, wide, zone, ring, good=True, calibre=own.calibre)
    total = Fraction(0)
    for hexes, inside in ((zone_of, True), (ring_of, False)):
        for each in hexes(survey.world.ground, hex, wide=wide):
            units = look.units_in(each)
            if units:
                steps, tanks = loss_of(look, each, barrage, zone=inside)
                harm = steps + tanks * TANK + SHAKEN * min(Fraction(1), steps)
                if any(survey.world.indirect[n] for n in units):
                    harm *= GUNS
                total += -OWN * harm if look.world.owners[units[0]] == survey.side else harm
    return total


def _best_launch(survey: Survey, battery: int) -> tuple[int, int, bool] | None:
    """The hex, the launchers and the zone that are worth their rockets most: assembly areas, columns, guns."""
    look = survey.look
    known: dict[object, tuple[int, int, bool] | None] = known_of(survey, "launches")
    key = battery, launchers_ready(look, battery)
    if key not in known:
        hexes = sorted({look.units[n].at for n in survey.enemies})
        price = price_of(survey, piece_of(look, battery).dpicm) + Fraction(1, 2)
        found = [
            (_harm(survey, battery, hex, count, wide=wide) - price * count, -hex, count, wide)
            for hex in hexes
            for count in range(1, min(key[1], 3) + 1)
            for wide in (False, True)
            if hex not in {each.aim for each in plotted(look, LAUNCH, battery)}
        ]
        worth, hex, count, wide = max(found, default=(Fraction(0), 0, 0, False))
        known[key] = (-hex, count, wide) if worth > 0 else None
    return known[key]


def launch_at(survey: Survey, asked: LaunchAim, offers: dict[str, Offer]) -> Action | None:
    """The best hex."""
    found = _best_launch(survey, asked.battery)
    return None if found is None else Action("aim", found[0])


def launch_zone(survey: Survey, asked: LaunchZone, offers: dict[str, Offer]) -> Action:
    """Zone and launchers as they were weighed."""
    found = _best_launch(survey, asked.battery)
    if found is None or found[0] != asked.hex:
        return Action("narrow", 1)
    return Action("wide" if found[2] else "narrow", found[1])


# Mines


def _best_field(survey: Survey) -> tuple[int, int] | None:
    """The corners of the pattern that falls on most enemy vehicles, and on none of ours; None if too few."""
    known: dict[str, tuple[int, int] | None] = known_of(survey, "fields")
    if "best" not in known:
        look, kinds = survey.look, survey.world.kinds
        enemies = {look.units[n].at for n in survey.enemies if kinds[n].vehicle}
        count = {hex: sum(kinds[n].vehicle for n in look.units_in(hex)) for hex in enemies}
        ours = {look.units[n].at for n in look.on_map(survey.side)}
        found = [
            (sum(count.get(hex, 0) for hex in hexes), -at, -far)
            for at in sorted(enemies)
            for far, hexes in sorted(layouts(survey.world.ground, at).items())
            if not ours.intersection(hexes)
        ]
        most, at, far = max(found, default=(0, 0, 0))
        known["best"] = (-at, -far) if most >= CROWD else None
    return known["best"]


def mines_at(survey: Survey, asked: MinesAim) -> Action | None:
    """The first corner."""
    found = _best_field(survey)
    return None if found is None else Action("aim", found[0])


def corner(survey: Survey, asked: MinesCorner) -> Action | None:
    """The far corner."""
    found = _best_field(survey)
    return None if found is None or found[0] != asked.hex else Action("corner", found[1])


def mines_life(survey: Survey, asked: MinesLife) -> Action:
    """Long enough to hold up a column, and not to the end."""
    return Action("life", min(LIFE, survey.turns_left))


# Copperheads


def _value(survey: Survey, unit: int) -> tuple[int, int, int]:
    kind = survey.world.kinds[unit]
    return kind.defence or 0, kind.point_strength or 0, -unit


def _next_tank(survey: Survey) -> int | None:
    """The best tank in sight of those who guide rounds that has no round plotted for it yet."""
    look, world = survey.look, survey.world
    eyes = designators(look, survey.side)
    seen = [
        n
        for n in survey.enemies
        if world.armour[n] and not look.inside(n) and any(sees(look, each, n) for each in eyes)
    ]
    ranked = sorted(seen, key=lambda n: _value(survey, n), reverse=True)
    aimed = len(
        [each for each in plotted(look, COPPERHEAD) if world.support.batteries[each.battery].side == survey.side]
    )
    return ranked[aimed] if aimed < len(ranked) else None


def copperhead_at(survey: Survey) -> Action | None:
    """Its hex."""
    found = _next_tank(survey)
    return None if found is None else Action("aim", survey.look.units[found].at)


def designate(survey: Survey, asked: Designate, offers: dict[str, Offer]) -> Action:
    """The best target, or keep the round."""
    targets = _targets(offers, "target")
    return Action("target", max(targets, key=lambda n: _value(survey, n))) if targets else Action("keep")


# Counterfire


def counter(survey: Survey, asked: Counter, offers: dict[str, Offer]) -> Action:
    """Commit batteries until the search is likely to succeed; hold if it never is."""
    look = survey.look
    fires = max(1, fires_on(look, asked.battery, asked.guns))
    jammed = piece_of(look, asked.battery).ew if asked.battery >= 0 else 0
    free = sorted(_targets(offers, "commit"), key=lambda n: (-piece_of(look, n).cb, n))

    def chance(points: int) -> Fraction:
        dice = min(points - jammed, 20)
        return acquisition(fires, dice).odds().get("acquired", Fraction(0)) if dice > 0 else Fraction(0)

    now = asked.dice(look)
    if chance(now) >= LIKELY:
        return Action("acquire")
    if chance(now + sum(piece_of(look, n).cb for n in free)) >= LIKELY and free:
        return Action("commit", free[0])
    return Action("hold")


def counter_shell(survey: Survey, asked: CounterShell) -> Action:
    """The shells that do most."""
    return Action("shell", shell_name(survey.look.game.rules, counter_shells(survey.look, asked.battery)[0]))
