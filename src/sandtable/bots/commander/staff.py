"""The commander's staff work (TCS 6): which orders to write, when to commit reserves, and how a sheet is filled in.

One order is prepared for each body at a time. A body without orders gets one; a body whose attack is in force gets the
next before that one ends: the next objective, or the defence of what it has taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.bots.captain.survey import Survey
from sandtable.bots.commander.bodies import Body, bodies, clusters, follow_ups, nearest
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.orders import measures_of, units_on
from sandtable.systems.tcs.sheets import ATTACK, DEFENSES, HASTY, IMPLEMENTED, PREPARED, PREPARING, RESERVE
from sandtable.systems.tcs.world import NOBODY

__all__ = ["Order", "check", "orders", "plan", "roll", "timely", "wants_fragment", "write"]

VERBS = {ATTACK: "attack", HASTY: "hasty", PREPARED: "prepared"}
LONG = 12
"""With more turns left than this, digging in pays."""
CLOSE = 4
"""A reserve is committed when the leading units are this near to the objective."""
CONFUSED = 2
"""The Battalion Morale at which no more units get fragmentary orders: each raises it by one (AR 4.8d)."""
FRAGMENT = "frag"


class Order(msgspec.Struct, frozen=True):
    """An order to be written: for whom, of what kind, and where to."""

    body: Body
    kind: int
    objective: tuple[int, ...]


def orders(survey: Survey) -> list[Order]:
    """The orders that are missing, the most urgent first."""
    look, world = survey.look, survey.world
    if survey.turns_left <= 1:
        return []
    wanted = clusters(survey, survey.wanted)
    held = clusters(survey, [hex for hex in world.objectives if hex not in survey.wanted])
    idle: list[Order] = []
    later: list[Order] = []
    for body in bodies(survey):
        if body.planned:
            continue
        if body.sheet == NOBODY:
            order = _for_idle(survey, body, wanted, held)
            if order is not None:
                idle.append(order)
        elif follow_ups(survey, body):
            sheet = look.board.sheets[body.sheet]
            aims = frozenset(measures_of(sheet, look.units[body.units[0]].group).objective)
            rest = [place for place in wanted if not aims.intersection(place)]
            if rest and body.strikes and survey.attacking:
                place = nearest(survey, body, rest)
                assert place is not None
                later.append(Order(body, ATTACK, place))
            elif aims:
                later.append(Order(body, HASTY, tuple(sorted(aims))))
        elif _lost_ground(survey, body, wanted):
            place = nearest(survey, body, wanted)
            assert place is not None
            later.append(Order(body, ATTACK, place))
    return idle + later


def _for_idle(survey: Survey, body: Body, wanted: list[tuple[int, ...]], held: list[tuple[int, ...]]) -> Order | None:
    """An order for a body that has none: attack if the side must, else hold the nearest place."""
    if wanted and survey.attacking and (body.strikes or body.at == NOBODY):
        place = nearest(survey, body, wanted)
        assert place is not None
        return Order(body, ATTACK, place)
    place = nearest(survey, body, held)
    if place is None:
        return None
    return Order(body, PREPARED if survey.turns_left > LONG else HASTY, place)


def _lost_ground(survey: Survey, body: Body, wanted: list[tuple[int, ...]]) -> bool:
    """Whether a body that defends should prepare a counter-attack: tanks do, when ground has been lost."""
    kinds = survey.world.kinds
    mobile = all(kinds[n].vehicle for n in body.units)
    return bool(wanted) and mobile and body.strikes and survey.look.board.sheets[body.sheet].kind in DEFENSES


# Round C


def plan(survey: Survey, offers: dict[str, Offer], given: frozenset[int]) -> tuple[Action, Order | None]:
    """The next order to write, if any is missing; `given` are the formations that have got one in this round."""
    for number in waiting(survey):
        if survey.look.board.sheets[number].roll == "always" and "policy" in offers:
            return Action("policy", (number, "ask")), None
    for order in orders(survey):
        if order.body.formation in given:
            continue
        offer = offers.get(VERBS[order.kind])
        leaders = [n for n in order.body.units if offer and n in (offer.targets or ())]
        if leaders:
            return Action(VERBS[order.kind], leaders[0]), order
    return Action("done" if "done" in offers else "nothing"), None


def write(survey: Survey, order: Order | None, offers: dict[str, Offer], written: frozenset[str]) -> Action:
    """Fill in the sheet in hand: the objective, all its hexes, and prepare it. `written` is what has been chosen."""
    if order is not None and "objective" not in written and "objective" in offers:
        hexes = [hex for hex in order.objective if hex in (offers["objective"].targets or ())]
        if hexes:
            return Action("objective", hexes[0])
    if order is not None and len(order.objective) > 1 and "objectives" not in written and "objectives" in offers:
        whole = tuple(sorted(order.objective))
        if whole in (offers["objectives"].targets or ()):
            return Action("objectives", whole)
    if "roll" not in written and "roll" in offers:
        return Action("roll", "ask")
    return Action("prepare" if "prepare" in offers else "drop")


# Rounds A and B


def waiting(survey: Survey) -> list[int]:
    """The sheets in preparation that must not come into force yet."""
    sheets = survey.look.board.sheets
    own = [n for n, sheet in enumerate(sheets) if sheet.side == survey.side and sheet.state == PREPARING]
    return [number for number in own if not timely(survey, number)]


def timely(survey: Survey, number: int) -> bool:
    """Whether an order is wanted now: not while its units have another objective to take, nor an attack on what the
    side holds.
    """
    look, wanted = survey.look, set(survey.wanted)
    sheet = look.board.sheets[number]
    if sheet.kind == ATTACK and not wanted.intersection(sheet.measures.objective):
        return False
    busy = 0
    units = [n for n in sheet.listed if look.units[n].steps and survey.world.kinds[n].armed]
    for n in units:
        now = look.units[n].sheet
        if now == NOBODY or look.board.sheets[now].kind != ATTACK:
            continue
        if wanted.intersection(measures_of(look.board.sheets[now], look.units[n].group).objective):
            busy += 1
    return 2 * busy <= len(units)


def roll(survey: Survey, number: int) -> Action:
    """Roll for an order that is wanted now; prepare the others further."""
    return Action("roll" if timely(survey, number) else "keep")


def check(survey: Survey, offers: dict[str, Offer], noted: Sequence[tuple[str, int, int]] = ()) -> Action:
    """Open lines at once, commit a reserve when it is wanted, and send those ahead who wait for an order; `noted` is
    what the side has asked for in this round already.
    """
    if "signal" in offers:
        return Action("signal", next(iter(offers["signal"].targets or ())))
    for pair in (offers["commit"].targets or ()) if "commit" in offers else ():
        if wants_reserve(survey, pair[0]):
            return Action("commit", pair)
    for pair in (offers["armor.frag"].targets or ()) if "armor.frag" in offers else ():
        if wants_fragment(survey, pair[0], pair[1], [n for what, _, n in noted if what == FRAGMENT]):
            return Action("armor.frag", pair)
    return Action("done")


def wants_fragment(survey: Survey, number: int, unit: int, asked: Sequence[int]) -> bool:
    """Whether a unit had better act on an order in preparation (AR 4.8): it has none, the order is an attack that is
    wanted now, its objective is far, no enemy is near, and its battalion can bear the confusion.
    """
    look, ground = survey.look, survey.world.ground
    now, sheet = look.units[unit], look.board.sheets[number]
    if now.sheet != NOBODY or sheet.kind != ATTACK or not timely(survey, number):
        return False
    battalions = survey.world.battalion_of
    confused = sum(battalions[n] == battalions[unit] for n in asked)
    if look.board.battalions[battalions[unit]] + confused >= CONFUSED:
        return False
    if min(ground.distance(now.at, hex) for hex in sheet.measures.objective) <= CLOSE:
        return False
    return all(ground.distance(now.at, look.units[n].at) > CLOSE for n in survey.armed_enemies)


def wants_reserve(survey: Survey, number: int) -> bool:
    """Whether the reserve of a sheet is wanted: its leading units are near, or time runs out, or ground is lost."""
    look, ground = survey.look, survey.world.ground
    sheet = look.board.sheets[number]
    if sheet.state != IMPLEMENTED:
        return False
    goals = sheet.measures.objective
    if not goals:
        return False
    if sheet.kind in DEFENSES:
        return any(hex in survey.wanted for hex in goals)
    leading = [n for n in units_on(look, number) if sheet.groups[look.units[n].group].mission != RESERVE]
    gaps = [ground.distance(look.units[n].at, hex) for n in leading if look.units[n].at >= 0 for hex in goals]
    return not gaps or min(gaps) <= CLOSE or survey.turns_left <= min(gaps) + 2
