"""Which hex to fire at, with whom, and whether it is worth a Fired marker."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from sandtable.bots.captain.storming import could_storm
from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.memo import known_of
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tcs.aiming import can_area
from sandtable.systems.tcs.areafire import SFA, AreaFire
from sandtable.systems.tcs.board import BERTHS, OPTICS, SOFT, TIMES, UNSEEN
from sandtable.systems.tcs.conditions import CONDITIONS, FIREPOWER
from sandtable.systems.tcs.firetable import parted
from sandtable.systems.tcs.mayfire import may_act, may_point
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.spotting import KEEN, SPOTTING
from sandtable.systems.tcs.world import FINE

__all__ = ["best_point", "best_suppression", "harm_of", "join_point", "join_suppression"]

STEP, CHECK = 200, 100
"""What a step lost and a morale check are worth."""
ENOUGH = 220
"""A fire that is worth this much is joined by nobody else."""
ABOUT_FIRE = (SOFT, TIMES, BERTHS, UNSEEN, OPTICS, SPOTTING, KEEN, CONDITIONS, FIREPOWER)
"""Where chapters of an expansion have a say in an area fire: they may look at anything."""
KEPT = 2000
"""How many harms are kept for one game."""
LEAST_ATTACKING, LEAST_LATE, LEAST_DEFENDING = 90, 8, 80
"""What a fire must be worth to be made: at first, until the enemy has shown himself; late in a phase; and by who
defends, who would rather keep its overwatch.
"""


def harm_of(resolution: Resolution) -> int:
    """The worth of a fire, in hundredths of a morale check."""
    total = 0
    for answer, ways in resolution.chances():
        outcome, _ = parted(answer)
        if isinstance(outcome, int) and outcome >= 0:
            total += ways * (CHECK + STEP * outcome)
    return total // resolution.dice.throws


def worth_of(survey: Survey, hex: int, harm: int) -> int:
    """A fire is worth less at those who are shaken already, and more near where the side wants to go."""
    look = survey.look
    targets = look.area_targets(hex, 1 - survey.side)
    if targets and all(look.units[n].morale != FINE for n in targets):
        harm = harm // 2
    near = min((survey.world.ground.distance(hex, goal) for goal in survey.goals), default=9)
    return harm * (130 if near <= 1 else 100) // 100


def fire_worth(survey: Survey, firers: Sequence[int], hex: int) -> int:
    """What an area fire by these is worth."""
    known: dict[tuple[tuple[int, ...], int], int] = known_of(survey, "fire_worths")
    key = tuple(firers), hex
    if key not in known:
        known[key] = worth_of(survey, hex, harm_by(survey, *key))
    return known[key]


def harm_by(survey: Survey, firers: tuple[int, ...], hex: int) -> int:
    """The harm that an area fire by these does: what was worked out before, while firers, targets and all that is not
    a unit are as they were. Those who fire by the eyes of others are asked again each time.
    """
    look, world = survey.look, survey.world
    shot = AreaFire(firers, hex, 1 - survey.side, SFA)
    asked = look.game.rules.modifiers(AreaFire) or not look.untouched(ABOUT_FIRE)
    if asked or world.options.spotting_shared or any(world.indirect[n] for n in firers):
        return harm_of(look.resolution_of(shot))
    board, units = look.board, look.units
    known: dict[Hashable, int] = known_of(world, "harms")
    around = board.smoke, board.zones, board.light, board.lit, board.visibility, board.turn, board.swept
    key = shot, tuple([units[n] for n in (*firers, *look.units_in(hex))]), around
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = harm_of(look.resolution_of(shot))
    return found


def join_in(survey: Survey, hex: int, group: list[int], among: Sequence[int]) -> int | None:
    """The unit that adds most to a fire that is not worth enough yet; None if no unit does."""
    now = fire_worth(survey, group, hex) if group else 0
    if now >= ENOUGH:
        return None
    worths = [(fire_worth(survey, [*group, n], hex), -n) for n in among if n not in group]
    best, number = max(worths, default=(0, 0))
    return -number if best > now + 5 else None


def ready(survey: Survey) -> list[int]:
    """The units of the side that may make a fire action."""
    known: dict[str, list[int]] = known_of(survey, "ready_to_fire")
    if not known:
        known["all"] = [n for n in survey.look.on_map(survey.side) if may_act(survey.look, n)]
    return known["all"]


def best_suppression(
    survey: Survey, offer: Offer | None, stays: Callable[[int], bool], *, late: bool = False
) -> Action | None:
    """The suppressive fire that is worth most, by units that do not want to move; of those who could fire it is asked
    whether they stay.
    """
    least = LEAST_DEFENDING if not survey.attacking else LEAST_LATE if late else LEAST_ATTACKING
    best: tuple[int, int] | None = None
    for hex in (offer.targets or ()) if offer else ():
        able = [n for n in ready(survey) if can_area(survey.look, n, hex) and stays(n)]
        group: list[int] = []
        while (joins := join_in(survey, hex, group, able)) is not None:
            group.append(joins)
        if group:
            worth = fire_worth(survey, group, hex)
            if worth >= least and (best is None or worth > best[0]):
                best = worth, hex
    return Action("suppress", best[1]) if best else None


def join_suppression(survey: Survey, hex: int, firers: tuple[int, ...], offers: dict[str, Offer]) -> Action:
    """The unit that joins next, or fire."""
    among = tuple(offers["add"].targets or ()) if "add" in offers else ()
    stormers = could_storm(survey)
    if not stormers.issuperset(firers or among):
        among = tuple(n for n in among if n not in stormers)
    joins = join_in(survey, hex, list(firers), among)
    if joins is None and not firers:
        joins = next(iter(among))
    return Action("fire") if joins is None else Action("add", joins)


def best_point(survey: Survey, offer: Offer | None, stays: Callable[[int], bool]) -> Action | None:
    """The point fire that is worth most, by units that do not want to move."""
    look, enemy = survey.look, 1 - survey.side
    least = LEAST_ATTACKING if survey.attacking else LEAST_DEFENDING
    best: tuple[int, int] | None = None
    for hex in (offer.targets or ()) if offer else ():
        stacks: dict[int, list[int]] = {}
        for n in ready(survey):
            if may_point(look, n, hex, enemy) and stays(n):
                stacks.setdefault(look.units[n].at, []).append(n)
        for group in stacks.values():
            worth = 2 * harm_of(look.resolution_of(PointFire(tuple(group), hex, enemy, SFA)))
            if worth >= least and (best is None or worth > best[0]):
                best = worth, hex
    return Action("point", best[1]) if best else None


def join_point(offers: dict[str, Offer]) -> Action:
    """Everybody of the stack fires."""
    return Action("add", next(iter(offers["add"].targets or ()))) if "add" in offers else Action("fire")
