"""What the places in reach of a unit are worth to it: how near they are to the goals, their cover, their dangers.

A prospect holds all of that but for the crowd in a hex, which changes with every move of a friend. It serves until the
enemy, the goals or the reach of the unit change.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable

from sandtable.board.hexpaths import Reach
from sandtable.bots.captain.riding import GET_OFF
from sandtable.bots.captain.survey import FAR, Survey
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.board import UNSEEN
from sandtable.systems.tcs.ground import PARTLY
from sandtable.systems.tcs.transport import passengers_of

__all__ = ["DANGER", "STAYING", "Prospect", "hurry", "prospect_of", "stand_off"]

POINT = 100
"""What a movement point nearer to the goal is worth."""
COVER = 40
"""To end a move in cover."""
DANGER = 14
"""What the strength that may hit us counts, in percent."""
STAYING = 4
"""The same where it stays for the enemy's phase."""
HURRY = (30, 45, 60, 80, 100, 100, 120, 120)
"""How much danger counts, in percent, with one turn left and more: less when time runs out."""
FIRE = 15
"""What a point of strength is worth that can fire at the focus."""
MINED = 300
"""What it costs to go through a minefield."""
CROWD, SPARSE = (12, 20), (5, 2)
"""What each step beyond some others in a hex costs: more where the enemy has artillery."""
KEPT, RANKED = 200, 1000
"""How many lists of worths are kept for one map, and how many for the units of a game."""
SUPPORT = {"mg": 4, "mortar": 9, "infantry_gun": 6, "at_gun": 5, "aa": 4, "artillery": 8}
"""How near to the goal units come that fight by their fire."""
TANKS = 3


def stand_off(survey: Survey, unit: int) -> int:
    """How many hexes from the goal a unit stops and fights by its fire; 0 if it goes in."""
    kind = survey.world.kinds[unit]
    if kind.infantry:
        return 0
    if not kind.armed and passengers_of(survey.look, unit):
        return GET_OFF
    return SUPPORT.get(kind.kind, TANKS if kind.armed else 9)


def hurry(survey: Survey) -> int:
    """How much danger counts, in percent: less when time runs out, unless the side has won if nothing changes."""
    known: dict[str, int] = known_of(survey, "hurry")
    if not known:
        left = len(HURRY) if survey.standing.keeps or survey.standing.hopeless else min(survey.turns_left, len(HURRY))
        known["now"] = HURRY[left - 1] * survey.caution // 100
    return known["now"]


def pull(survey: Survey, ways: dict[int, int], goals: tuple[int, ...], off: int) -> list[int]:
    """What each hex is worth for its place alone: how near it is to the goals, and its cover."""
    ground = survey.world.ground
    known: dict[Hashable, tuple[dict[int, int], list[int]]] = known_of(ground, "pulls")
    key = id(ways), off, goals, survey.attacking
    found = known.get(key)
    if found is None or found[0] is not ways:
        if len(known) >= KEPT:
            known.clear()
        near = 0
        for goal in goals if off else ():
            near |= ground.within(goal, off)
        worths = [-off * POINT if near >> hex & 1 else -ways.get(hex, FAR) * POINT // 6 for hex in range(ground.size)]
        if not survey.attacking:
            worths = [worth // 2 for worth in worths]
        worths = [worth + COVER if type >= PARTLY else worth for worth, type in zip(worths, ground.types, strict=True)]
        found = known[key] = ways, worths
    return found[1]


Ranking = tuple[int, list[tuple[int, int]]]
"""What staying is worth without danger; and the hexes to move to, each after what it is worth so: the best first."""


def ranking(survey: Survey, unit: int, reach: Reach, ways: dict[int, int]) -> Ranking:
    """What the hexes in reach of a unit would be worth without danger, from an earlier decision if it is so still."""
    mine: dict[int, tuple[Reach, dict[int, int], Ranking]] = known_of(survey, "rankings_now")
    now = mine.get(unit)
    if now is not None and now[0] is reach and now[1] is ways:
        return now[2]
    off, goals = stand_off(survey, unit), survey.goals_of(unit)
    hides = bool(survey.look.game.rules.at(UNSEEN))  # a chapter of an expansion hides more: it may look at anything
    owner: object = survey.threats if hides else survey.world
    known: dict[Hashable, tuple[Reach, dict[int, int], Ranking]] = known_of(owner, "rankings")
    key = unit, reach.start, off, survey.focus, survey.crossing(unit), survey.attacking, goals, survey.sight
    found = known.get(key)
    if found is None or found[0] is not reach or found[1] is not ways:
        if len(known) >= RANKED:
            known.clear()
        fires: dict[Hashable, dict[int, int]] = known_of(owner, "fires")
        if len(fires) >= KEPT:
            fires.clear()
        world, kind = survey.world, survey.world.kinds[unit]
        weapon = kind.trajectory_class, kind.area_strength, world.area_reach[unit], world.indirect[unit]
        aim = *weapon, world.direct[unit], survey.focus, survey.crossing(unit), survey.sight
        ranked = _ranked(survey, unit, reach, pull(survey, ways, goals, off), fires.setdefault(aim, {}))
        found = known[key] = reach, ways, ranked
    mine[unit] = found
    return found[2]


def _ranked(survey: Survey, unit: int, reach: Reach, pull: list[int], fires: dict[int, int]) -> Ranking:
    start = reach.start
    near = survey.world.ground.map.indices(reach.mask & survey.in_range_of_focus(unit))
    for hex in near:
        if hex not in fires:
            fires[hex] = survey.fire_from(unit, hex) * FIRE // 100
    if near:
        pull = pull.copy()
        for hex in near:
            pull[hex] += fires[hex]
    return pull[start], sorted([(-pull[hex], hex) for hex in reach if hex != start])


def prospect_of(survey: Survey, unit: int, reach: Reach, ways: dict[int, int], danger: int) -> Prospect | None:
    """What the hexes in reach are worth to a unit; None if it cannot get to its goals at all. How much danger counts is
    in percent.
    """
    if reach.start not in ways:
        return None
    ranked, pressed = ranking(survey, unit, reach, ways), hurry(survey) * danger
    known: dict[Hashable, Prospect] = known_of(survey.threats, "prospects")
    key = unit, pressed, id(ranked), survey.barred and survey.barred & reach.mask
    found = known.get(key)
    if found is None or found.ranking is not ranked:
        found = known[key] = Prospect(survey, unit, reach, ranked, pressed)
    return found


class Prospect:
    """The hexes in reach of a unit, each with what it is worth, but for the crowd there."""

    def __init__(self, survey: Survey, unit: int, reach: Reach, ranking: Ranking, pressed: int) -> None:
        self.ranking = ranking
        self._reach, self._unit, self._pressed = reach, unit, pressed
        self._vehicle = survey.world.kinds[unit].vehicle
        self._threats, self._barred = survey.threats, survey.barred
        self._stay = ranking[0] - self._loss(reach.start)
        self._worths: dict[int, int] = {}
        """What hexes are worth with the danger there and on the way."""
        self._trails = {reach.start: (0, 0, 0)}
        """The dangers on the ways to hexes: the worst, their sum, and how many minefields."""

    def _staying(self, survey: Survey) -> int:
        """What it is worth to stay, with the crowd there."""
        others = survey.crowds.get(self._reach.start, 0) - survey.look.units[self._unit].steps
        return self._stay - CROWD[survey.shelled] * max(0, others - SPARSE[survey.shelled])

    def at_most(self, survey: Survey) -> int:
        """What a move gains if there is neither danger nor a crowd where it leads: no move gains more."""
        hexes = self.ranking[1]
        return -hexes[0][0] - self._staying(survey) if hexes else 0

    def best(self, survey: Survey, allowed: Collection[int] | None, least: int | None = None) -> tuple[int, int] | None:
        """The hex to go to and what that gains; None if there is none, and perhaps if no move gains `least`. Danger and
        crowds only take away, so that the search ends where a place without any would not be worth enough.
        """
        crowds, price, free = survey.crowds, CROWD[survey.shelled], SPARSE[survey.shelled]
        stay, worths = self._staying(survey), self._worths
        best: tuple[int, int] | None = None
        enough = least
        for minus, hex in self.ranking[1]:
            if enough is not None and -minus - stay < enough:
                break
            if allowed is not None and hex not in allowed:
                continue
            crowd = price * max(0, crowds[hex] - free) if hex in crowds else 0
            worth = worths.get(hex)
            if worth is None:
                worth = -minus - self._loss(hex)
                gain = worth - crowd - stay
                if best is not None and (-gain, hex) > (-best[1], best[0]):
                    continue
                worth -= self._toll(hex)
                worths[hex] = worth
            gain = worth - crowd - stay
            if best is None or (-gain, hex) < (-best[1], best[0]):
                best = hex, gain
                enough = gain if least is None else max(gain, least)
        return best

    def _loss(self, hex: int) -> int:
        """What the danger in a hex takes away."""
        return self._threats.risk(hex, self._vehicle, "fire", True) * STAYING * self._pressed // 1_000_000

    def _toll(self, hex: int) -> int:
        """What the dangers on the way to a hex take away."""
        known = self._trails
        back = []
        while hex not in known:
            back.append(hex)
            hex = self._reach.before(hex)
        worst, total, mined = known[hex]
        for each in reversed(back):
            risk = self._threats.risk(each, self._vehicle, "move", False)
            worst, total, mined = max(worst, risk), total + risk, mined + (self._barred >> each & 1)
            known[each] = worst, total, mined
        return (2 * worst + total) // 3 * DANGER * self._pressed // 1_000_000 + MINED * mined
