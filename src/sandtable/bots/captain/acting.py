"""The action phase: fire first, then assault who is shaken, then move by bounds, then take Fire Mode."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.bots.captain.firing import best_point, best_suppression
from sandtable.bots.captain.moving import gain_of_moving, should_take_fire_mode, wants_to_turn
from sandtable.bots.captain.survey import Survey, growth
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.antitank import at_facts
from sandtable.systems.tcs.assault import attackers, cost_of
from sandtable.systems.tcs.board import FINE
from sandtable.systems.tcs.fireaction import vehicles_beside
from sandtable.systems.tcs.impulses import points_left
from sandtable.systems.tcs.modes import mode_cost
from sandtable.systems.tcs.tables import AT_NUMBERS, POSTURES

__all__ = ["next_action"]

ODDS, LAST_ODDS = 150, 80
"""What the attackers' strength must be in percent of the defenders' to go in; and on the last turn."""


def next_action(survey: Survey, offers: dict[str, Offer]) -> Action:
    """What to do next: supporting fire, then assaults and moves, then the fire of those who stay where they are."""
    look = survey.look
    storming = [n for n in _targets(offers, "to_move") if wants_to_storm(survey, n)]
    turning = [*storming, *(n for n in _targets(offers, "to_move") if n not in storming and wants_to_turn(survey, n))]
    staying = [n for n in look.on_map(survey.side) if n not in turning]
    support = [n for n in staying if n not in survey.storm_troops]
    for action in (
        best_point(survey, offers.get("point"), staying),
        best_suppression(survey, offers.get("suppress"), support),
        best_at_roll(survey, offers.get("antitank")),
        best_assault(survey, offers.get("assault")),
    ):
        if action is not None:
            return action
    if storming:
        return Action("to_move", storming[0])
    gain, number = max(((gain_of_moving(survey, n), -n) for n in _targets(offers, "move")), default=(0, 0))
    if gain:
        return Action("move", -number)
    if turning:
        return Action("to_move", turning[0])
    exposed = [n for n in _targets(offers, "to_fire") if should_take_fire_mode(survey, n)]
    if exposed:
        return Action("to_fire", exposed[0])
    return best_suppression(survey, offers.get("suppress"), staying, late=True) or Action("end")


def _targets(offers: dict[str, Offer], verb: str) -> list[int]:
    """The units that a verb is offered for."""
    return list(offers[verb].targets or ()) if verb in offers else []


def wants_to_storm(survey: Survey, unit: int) -> bool:
    """Whether a unit in Fire Mode beside the enemy should get up for an assault with good odds."""
    if unit not in survey.storm_troops:
        return False
    look, ground = survey.look, survey.world.ground
    cost = mode_cost(survey.world, unit)
    for hex in ground.map.indices(ground.beside[look.units[unit].at] & look.occupied(1 - survey.side)):
        entry = cost_of(look, unit, hex)
        if 0 <= entry <= points_left(look, unit) - cost and hex not in look.get("assaulted"):
            group = [n for at in ground.neighbours[hex] for n in look.units_in(at) if n in survey.storm_troops]
            if assault_odds(survey, hex, group) >= least_odds(survey):
                return True
    return False


def least_odds(survey: Survey) -> int:
    """What odds an assault must have."""
    return LAST_ODDS if survey.turns_left == 1 else ODDS


def best_at_roll(survey: Survey, offer: Offer | None) -> Action | None:
    """Infantry rolls at vehicles beside it when it has a fair chance."""
    look = survey.look
    for n in (offer.targets or ()) if offer else ():
        for target in vehicles_beside(look, n, 1 - survey.side):
            facts = at_facts(look, n, target)
            row = AT_NUMBERS[facts.type]
            needed = (row.in_hex if facts.in_hex else row.one_hex) - sum(each.value for each in facts.modifiers())
            if survey.world.kinds[target].vehicle and needed <= 9:
                return Action("antitank", n)
    return None


def best_assault(survey: Survey, offer: Offer | None) -> Action | None:
    """The assault with the best odds, if they are good enough: suppress first."""
    best: tuple[int, int] | None = None
    for hex in (offer.targets or ()) if offer else ():
        odds = assault_odds(survey, hex, attackers(survey.look, survey.side, hex))
        if hex in survey.wanted:
            odds = odds * 5 // 4
        if odds >= least_odds(survey) and (best is None or odds > best[0]):
            best = odds, hex
    return Action("assault", best[1]) if best else None


def assault_odds(survey: Survey, hex: int, group: Sequence[int]) -> int:
    """The strength of those who could go in, as it tells, in percent of the defenders'."""
    look, world, side = survey.look, survey.world, survey.side
    ground = look.type_of(hex)
    guard = look.enemies_in(hex, side)
    ours = theirs = 0
    for n in group:
        kind = world.kinds[n]
        ours += (kind.area_strength or 0) + (look.units[n].steps if kind.infantry else 0)
    for n in guard:
        kind = world.kinds[n]
        strength = (kind.area_strength or 0) + (look.units[n].steps if kind.infantry else 0)
        theirs += 100 * strength if look.units[n].morale == FINE else 45 * strength
    cover = max((POSTURES[ground, look.posture(n)].normal for n in guard), default=0)
    ours *= growth(cover)
    theirs = theirs * growth(POSTURES[ground, "move"].normal) // 100
    return 100 * ours // max(theirs, 1)
