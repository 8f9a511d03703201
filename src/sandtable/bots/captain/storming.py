"""Going in: which enemy hex can be stormed in this phase, with whom, and how likely it falls.

Tanks and one platoon together are worth more than many platoons: the tanks shield it, it keeps the enemy off them, and
a hex full of people is an easy target.
"""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from sandtable.board.hexpaths import Reach
from sandtable.bots.captain.rehearsing import Trial
from sandtable.bots.captain.survey import Survey
from sandtable.bots.captain.wayfinding import reach_from
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.assault import why_ordered_not
from sandtable.systems.tcs.impulses import paced, points_left, sizes_of
from sandtable.systems.tcs.modes import mode_price, why_not_move_mode
from sandtable.systems.tcs.world import FINE, FIRE_MODE, MOVE_MODE, NOBODY

__all__ = ["Chance", "Storm", "best_storm", "could_storm", "likeliest", "next_of_storm", "way_in"]

LEAST = (20, 35, 45)
"""How many times in a hundred a hex must fall to be stormed, with one turn left and more."""
BEGUN = 15
"""This much less is enough once they are beside it."""
STOPPED, WRECKED = 15, 35
"""How many times in a thousand a platoon is stopped on its way, and a tank, for a point of strength it is hit with."""
TANKS = 4
"""How many tanks go in at most."""


class Storm(msgspec.Struct, frozen=True):
    """A hex to storm: who goes in, and from where."""

    hex: int
    starts: dict[int, int]


def budget_of(survey: Survey, unit: int) -> int:
    """The movement points that a unit has left in this phase once it is in Move Mode, in sixths; -1 if it cannot."""
    known: dict[int, int] = known_of(survey, "budgets")
    if unit not in known:
        known[unit] = _budget_of(survey, unit)
    return known[unit]


def _budget_of(survey: Survey, unit: int) -> int:
    look = survey.look
    now = look.units[unit]
    sizes = sizes_of(look, unit)
    left = points_left(look, unit)
    if len(sizes) > 1 and not paced(look, unit):
        left += sum(sizes[max(now.impulse, 1) :])
    if now.mode == FIRE_MODE:
        return left - mode_price(look, unit) if why_not_move_mode(look, unit) is None else -1
    return left


def reach_of(survey: Survey, unit: int) -> Reach | None:
    """Where a unit can get in this phase; None if it cannot move."""
    known: dict[int, Reach | None] = known_of(survey, "reaches")
    if unit not in known:
        budget = budget_of(survey, unit)
        barred = survey.shut(unit) | survey.barred
        known[unit] = reach_from(survey.look, unit, budget, barred) if budget >= 0 else None
    return known[unit]


def way_in(survey: Survey, unit: int, hex: int) -> int | None:
    """The safest hex beside an enemy hex that a unit can go to, or is in, and assault from in this phase."""
    known: dict[tuple[int, int], int | None] = known_of(survey, "ways_in")
    if (unit, hex) not in known:
        known[unit, hex] = _way_in(survey, unit, hex)
    return known[unit, hex]


def _way_in(survey: Survey, unit: int, hex: int) -> int | None:
    look = survey.look
    now = look.units[unit]
    reach = reach_of(survey, unit)
    if reach is None or not reach.mask & survey.world.ground.beside[hex]:
        return None
    if why_ordered_not(look, unit, hex) is not None:
        return None
    budget, fresh = budget_of(survey, unit), now.mode == MOVE_MODE and not now.spent
    known: dict[Hashable, tuple[Reach, int | None]] = known_of(survey.threats, "ways_in")
    key = unit, hex, id(reach), budget, fresh
    found = known.get(key)
    if found is None or found[0] is not reach:
        found = known[key] = reach, _nearest_way_in(survey, unit, hex, reach, budget, fresh=fresh)
    return found[1]


def _nearest_way_in(survey: Survey, unit: int, hex: int, reach: Reach, budget: int, *, fresh: bool) -> int | None:
    """The same for a reach and the movement points left; a unit that is fresh may always enter one hex."""
    ground, steps, at = survey.world.ground, survey.look.movement(unit).steps, reach.start
    if ground.distance(at, hex) == 1:
        step = steps[at * 6 + ground.way(at, hex)]
        if 0 <= step <= budget or fresh:
            return at
    found = []
    for there in ground.neighbours[hex]:
        step = steps[there * 6 + ground.way(there, hex)]
        if there in reach and 0 <= step <= budget - reach.cost(there):
            found.append(there)
    if len(found) < 2:
        return found[0] if found else None
    return min(found, key=lambda there: (peril(survey, unit, there), there))


def able(survey: Survey, unit: int) -> bool:
    """Whether a unit can take part: infantry and tanks, unshaken, that have not fired."""
    u, kind = survey.look.units[unit], survey.world.kinds[unit]
    return (
        (kind.infantry or (kind.vehicle and kind.armed and kind.target_class == "P"))
        and u.morale == FINE
        and not u.fired
        and u.sheet != NOBODY
        and u.carrier == NOBODY
    )


def targets(survey: Survey) -> list[int]:
    """The enemy hexes that are worth storming: the goals, and those beside them."""
    look, ground = survey.look, survey.world.ground
    near = set(survey.wanted).union(*(ground.neighbours[hex] for hex in survey.wanted))
    return [hex for hex in sorted(near) if look.held_by(hex) == 1 - survey.side and hex not in look.board.assaulted]


def could_storm(survey: Survey) -> frozenset[int]:
    """Those who could storm something in this phase: they keep their fire until the others have fired."""
    known: dict[str, frozenset[int]] = known_of(survey, "stormers")
    if not known:
        known["all"] = _could_storm(survey) if survey.attacking else frozenset()
    return known["all"]


def _could_storm(survey: Survey) -> frozenset[int]:
    kinds, hexes = survey.world.kinds, targets(survey)
    going: list[int] = []
    for infantry in (True, False):  # vehicles do not go in alone
        found = [n for n in survey.look.on_map(survey.side) if kinds[n].infantry == infantry and able(survey, n)]
        going += [n for n in found if any(way_in(survey, n, hex) is not None for hex in hexes)]
        if not going:
            break
    return frozenset(going)


def peril(survey: Survey, unit: int, start: int) -> int:
    """The danger of the way to where the assault begins: the worst of it, and a third of the rest."""
    reach = reach_of(survey, unit)
    if reach is None or survey.look.units[unit].at == start:
        return 0
    vehicle = survey.world.kinds[unit].vehicle
    known: dict[tuple[int, int, bool], tuple[Reach, int]] = known_of(survey.threats, "perils")
    key = id(reach), start, vehicle
    found = known.get(key)
    if found is None or found[0] is not reach:
        risk = survey.threats.risk
        risks = [risk(each, vehicle, "move", False) for each in reach.path(start)[1:]]
        found = known[key] = reach, (2 * max(risks, default=0) + sum(risks)) // 3
    return found[1]


def parties(survey: Survey, hex: int) -> list[tuple[dict[int, int], int]]:
    """The units that may go into a hex together, from where, and their chance to get there in percent: tanks and a
    platoon; or if there are no tanks one platoon, or two.
    """
    kinds = survey.world.kinds
    ways = {n: at for n in sorted(could_storm(survey)) if (at := way_in(survey, n, hex)) is not None}
    foot = [n for n in ways if not kinds[n].vehicle]
    if not foot:
        return []
    danger = {n: peril(survey, n, at) for n, at in ways.items()}
    foot.sort(key=lambda n: (danger[n], -survey.look.units[n].steps, n))
    arrive = max(100 - danger[foot[0]] * STOPPED // 1000, 0)
    tanks = sorted((n for n in ways if kinds[n].vehicle), key=lambda n: (danger[n], n))[:TANKS]
    if tanks:
        lost = max(danger[n] for n in tanks) * WRECKED // 1000
        return [({n: ways[n] for n in (*tanks, foot[0])}, arrive * max(100 - lost // 2, 0) // 100)]
    return [({n: ways[n] for n in foot[:platoons]}, arrive) for platoons in (1, 2)[: len(foot)]]


def best_storm(survey: Survey, *, wish: bool = False) -> Storm | None:
    """The enemy hex that falls most likely; None if none does likely enough. A wish leaves out the way's danger."""
    known: dict[bool, Storm | None] = known_of(survey, "storms")
    if wish not in known:
        known[wish] = _best_storm(survey, wish=wish) if survey.attacking else None
    return known[wish]


class Chance(msgspec.Struct, frozen=True):
    """An enemy hex that might be stormed: what is known of how likely it falls, and what else speaks for it."""

    storm: Storm
    trial: Trial
    arrive: int
    """How many times in a hundred they get there."""
    bonus: int

    @property
    def at_least(self) -> int:
        """How many times in a hundred it falls at least, as far as it has been rehearsed."""
        return self.trial.at_least * self.arrive // 100

    @property
    def at_most(self) -> int:
        """How many times in a hundred it falls at most."""
        return self.trial.at_most * self.arrive // 100


def _best_storm(survey: Survey, *, wish: bool) -> Storm | None:
    chances: list[Chance] = []
    assert survey.rehearse is not None
    least = LEAST[min(survey.turns_left, len(LEAST)) - 1]
    found = [(hex, *party) for hex in targets(survey) for party in parties(survey, hex)]
    for hex, starts, arrive in found:
        beside = all(survey.world.ground.distance(survey.look.units[n].at, hex) == 1 for n in starts)
        if beside:
            arrive += BEGUN
        if wish:
            arrive = 100
        if arrive >= least:
            trial, bonus = survey.rehearse(hex, starts), 20 * (hex in survey.wanted)
            chances.append(Chance(Storm(hex, starts), trial, arrive, bonus))
    return likeliest(chances, least)


def likeliest(chances: list[Chance], least: int) -> Storm | None:
    """The first of those that fall most likely, bonus and all; None if none falls as likely as `least`. An assault is
    rehearsed only until it is clear whether it is the one.
    """
    while chances := [each for each in chances if each.at_most >= least]:
        first = max(chances, key=lambda each: each.at_most + each.bonus)
        sure = first.at_least + first.bonus
        others = (each is first or each.at_most + each.bonus < sure for each in chances)
        if not (first.trial.over or (first.at_least >= least and all(others))):
            first.trial.play()
        elif first.trial.begins():
            return first.storm
    return None


def next_of_storm(survey: Survey, storm: Storm | None, offers: dict[str, Offer]) -> Action | None:
    """The unit that gets up or goes beside the hex next, tanks first; when all are there, the assault."""
    if storm is None:
        return None
    look, kinds = survey.look, survey.world.kinds
    order = sorted(storm.starts, key=lambda n: (not kinds[n].vehicle, n))
    for n in order:
        if look.units[n].mode == FIRE_MODE:
            if "to_move" in offers and n in (offers["to_move"].targets or ()):
                return Action("to_move", n)
        elif look.units[n].at != storm.starts[n] and "move" in offers and n in (offers["move"].targets or ()):
            return Action("move", n)
    if "assault" in offers and storm.hex in (offers["assault"].targets or ()):
        return Action("assault", storm.hex)
    return None
