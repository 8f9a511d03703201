"""What the commander has and wants: formations that can carry an order, and the places worth one (TCS 6)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.bots.captain.survey import Survey
from sandtable.systems.tcs.orders import preparing
from sandtable.systems.tcs.sheets import ATTACK, IMPLEMENTED, MOVE
from sandtable.systems.tcs.world import NOBODY

__all__ = ["Body", "bodies", "clusters", "follow_ups", "nearest"]

APART = 2
"""Objective hexes that are no farther apart than this are taken together."""


class Body(msgspec.Struct, frozen=True):
    """A formation as the commander thinks of it."""

    formation: int
    units: tuple[int, ...]
    """Those that are left and can fight."""
    sheet: int
    """The sheet that most of them follow; NOBODY if they have no orders."""
    planned: tuple[int, ...]
    """The sheets in preparation that any of them is on."""
    strikes: bool
    """Whether it can take ground: infantry or tanks, not mortars and guns alone."""
    at: int
    """The hex of its first unit on the map; NOBODY if it is still to come."""


def bodies(survey: Survey) -> list[Body]:
    """The formations of the side that can fight, in the order of the scenario."""
    look, world = survey.look, survey.world
    found = []
    for number, formation in enumerate(world.formations):
        if formation.side != survey.side:
            continue
        members = [n for n, each in enumerate(world.member_of) if each == number and look.units[n].steps]
        units = tuple(n for n in members if world.kinds[n].armed)
        if not units:
            continue
        sheets = [look.units[n].sheet for n in units]
        there = [look.units[n].at for n in units if look.units[n].at >= 0]
        if not there and formation.sheet != NOBODY:
            continue  # the scenario has an order for it
        found.append(
            Body(
                number,
                units,
                max(sorted(set(sheets)), key=sheets.count),
                tuple(sorted({sheet for n in units for sheet in preparing(look, n)})),
                any(world.kinds[n].infantry or world.kinds[n].target_class == "P" for n in units),
                there[0] if there else NOBODY,
            )
        )
    return found


def clusters(survey: Survey, hexes: Sequence[int]) -> list[tuple[int, ...]]:
    """Objectives that lie together, each as its hexes in rising order."""
    distance = survey.world.ground.distance
    found: list[list[int]] = []
    for hex in sorted(hexes):
        near = [each for each in found if any(distance(hex, other) <= APART for other in each)]
        joined = sorted([hex, *(other for each in near for other in each)])
        found = [each for each in found if each not in near]
        found.append(joined)
    return sorted(tuple(each) for each in found)


def nearest(survey: Survey, body: Body, places: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The place that a body is nearest to by the map; None if there is none."""
    if body.at == NOBODY or not places:
        return places[0] if places else None
    distance = survey.world.ground.distance
    return min(places, key=lambda place: (min(distance(body.at, hex) for hex in place), place), default=None)


def follow_ups(survey: Survey, body: Body) -> bool:
    """Whether the order of a body will end, so that it needs another: an attack or a move that is in force."""
    if body.sheet == NOBODY:
        return False
    sheet = survey.look.board.sheets[body.sheet]
    return sheet.state == IMPLEMENTED and sheet.kind in (ATTACK, MOVE)
