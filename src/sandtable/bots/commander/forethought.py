"""What the commander writes down before the battle (TCS 2.0l, 18.13): a barrage where the enemy must be, registration
points on his way.

He knows the map, his own orders and his own ground, and no more: where the enemy sets up is not asked.
"""

from __future__ import annotations

from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.ground import PARTLY
from sandtable.systems.tcs.plotting import Plot
from sandtable.systems.tcs.sheets import ATTACK, IMPLEMENTED
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = ["barrage", "register"]

BEFORE = (2, 3, 4)
"""How far before the ground that a side holds the enemy is caught on his way, in hexes."""
APART = 3
"""Registration points lie this far from each other."""
OBSERVER = 2
"""What a hex that overlooks our way counts, beside one that we want to take."""


def barrage(survey: Survey, asked: Plot, offer: Offer) -> Action:
    """The barrage of the first turns falls on what the order in force wants to take, and on the heights beside it."""
    look, ground = survey.look, survey.world.ground
    plotted = survey.world.support.plotted[asked.barrage]
    aims = first_aims(survey)
    heights = ground.map.elevation
    top = max((heights[hex] for hex in aims), default=0)
    taken = {hex for number, hex in enumerate(look.board.plots) if number != asked.barrage and hex >= 0}

    def worth(hex: int) -> tuple[int, int]:
        total = 0
        for count, hexes in ((3, zone_of), (1, ring_of)):
            for each in hexes(ground, hex, wide=plotted.wide):
                looks_down = heights[each] > top and any(ground.distance(each, aim) <= max(BEFORE) for aim in aims)
                total += count * (2 * OBSERVER * (each in aims) + looks_down)
        return total - 2 * (hex in taken), -hex

    return Action("at", max(offer.targets or (), key=worth))


def first_aims(survey: Survey) -> frozenset[int]:
    """What the attacks in force are to take, as far as the enemy holds it; otherwise all that the side wants."""
    sheets = survey.look.board.sheets
    named = {
        hex
        for sheet in sheets
        if sheet.side == survey.side and sheet.state == IMPLEMENTED and sheet.kind == ATTACK
        for hex in sheet.measures.objective
    }
    return (
        frozenset(named.intersection(survey.wanted)) or frozenset(survey.wanted) or frozenset(survey.world.objectives)
    )


def register(survey: Survey, offer: Offer) -> Action:
    """A registration point: what the side wants to take, or the open ground on the enemy's way to what it holds."""
    ground = survey.world.ground
    mine = [hex for hex, side in survey.look.board.registered if side == survey.side]
    free = [hex for hex in offer.targets or () if all(ground.distance(hex, other) >= APART for other in mine)]
    free = free or list(offer.targets or ())
    if survey.wanted:
        aims = first_aims(survey)
        return Action("at", min(free, key=lambda hex: (min(ground.distance(hex, aim) for aim in aims), hex)))
    return Action("at", max(free, key=lambda hex: (_on_his_way(survey, hex), -hex)))


def _on_his_way(survey: Survey, hex: int) -> int:
    """How likely the enemy comes by: open ground in sight of what we hold, by the road, on the far side of it."""
    world = survey.world
    ground = world.ground
    home = {world.places[n] for n in world.units_of[survey.side] if world.places[n] >= 0}
    seen = [aim for aim in world.objectives if ground.distance(hex, aim) in BEFORE and survey.look.sees(aim, hex)]
    if not seen or not home or ground.types[hex] >= PARTLY:
        return 0

    def from_home(at: int) -> int:
        return sum(ground.distance(at, other) for other in home) // len(home)

    beyond = from_home(hex) - min(from_home(aim) for aim in seen)
    roads = {
        ground.map.index(at)
        for sides in ground.map.roads.values()
        for side in sides
        for at in (side.first, side.second)
    }
    return len(seen) + 2 * max(0, beyond) + 2 * (hex in roads)
