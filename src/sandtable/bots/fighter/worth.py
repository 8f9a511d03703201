"""What stands are worth to the bot, and what a shot or a close combat does to them on average.

The chances are the engine's own: those of a resolution, or of the close combat calculator. Only what an effect is
worth is the bot's opinion. A healthy rifle stand is worth 3000; everything is a whole number, so that the same view
gives the same choice on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, cast

from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.systems.tactical_combat.armour import VehicleMelee
from sandtable.systems.tactical_combat.calculators import CloseCombat, close_combat
from sandtable.systems.tactical_combat.fire import Facts, facts_of, shot_of
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED, Quality
from sandtable.systems.tactical_combat.world import World

__all__ = [
    "Body",
    "Ends",
    "body_of",
    "chance_of_effect",
    "duel",
    "duel_if",
    "ends_of",
    "harm_of_shot",
    "harm_to",
    "life",
    "mean_harm",
]

LIVES = {
    "rifle": 3000,
    "engineer": 3300,
    "hmg": 4200,
    "leader": 2400,
    "hq": 4000,
    "light_mortar": 3600,
    "heavy_mortar": 5400,
}
SKILL: dict[Quality, int] = {"green": 80, "regular": 100, "elite": 125}
MORALE_LOST = {NORMAL: 0, SUPPRESSED: 28, PARALYZED: 60}
"""What a state of morale costs a stand, in percent of its life."""
VEHICLE_SHAKEN = 20
FORCED_BACK = 10
LOST_GROUND = 20
"""What it costs to be driven back in close combat, in percent of a life."""

Ends: TypeAlias = tuple[int, int, int, int]
"""In how many ways a target is unshaken, suppressed, paralyzed, and destroyed."""

_MORALES = ("normal", "suppressed", "paralyzed")
_COVERS = ("none", "soft", "hard")


def life(world: World, stand: int) -> int:
    """What an unhurt stand is worth."""
    known: tuple[int, ...] | None = world.__dict__.get("lives_for_bots")
    if known is None:
        known = world.__dict__["lives_for_bots"] = tuple([_life(world, n) for n in range(len(world.kinds))])
    return known[stand]


def _life(world: World, stand: int) -> int:
    kind = world.kinds[stand]
    worth = LIVES.get(kind.kind)
    if worth is None:
        armed = "unarmed" not in kind.flags
        worth = 1500 if not armed else 5400 + 1200 * kind.armour - 900 * (2 if kind.gun is None else kind.gun)
    return max(900, worth) * SKILL[world.quality(stand)] // 100


def mean_harm(look: Situation, shot: Resolution, target: int, *, lasting: bool = True) -> int:
    """What a shot costs the target on average. Without `lasting` it is shot at in its own turn, at whose end it
    recovers.
    """
    return _mean_harm(shot.chances(), body_of(look, target, lasting))


def harm_of_shot(look: Situation, firer: int, target: int, *, lasting: bool = True) -> int:
    """What the shot of one stand at another costs the target on average; the same shot is not weighed twice."""
    return _harm_of_shot(facts_of(look, firer, target), body_of(look, target, lasting))


@lru_cache(maxsize=65536)
def _harm_of_shot(facts: Facts, body: Body) -> int:
    return _mean_harm(shot_of(facts).chances(), body)


def harm_to(body: Body, shot: Resolution) -> int:
    """What a shot costs such a target on average."""
    return _mean_harm(shot.chances(), body)


def body_of(look: Situation, target: int, lasting: bool = True) -> Body:
    """What of a stand counts for the harm it takes."""
    world, stand = look.world, look.stands[target]
    vehicle = world.kinds[target].vehicle
    return Body(life(world, target), world.full_hits[target], stand.hits, stand.morale, vehicle, lasting)


class Body(NamedTuple):
    """What of a target counts for the harm it takes."""

    life: int
    full: int
    hits: int
    morale: int
    vehicle: bool
    lasting: bool


@lru_cache(maxsize=16384)
def _mean_harm(chances: tuple[tuple[Outcome, int], ...], body: Body) -> int:
    total = sum(ways * _harm(body, outcome) for outcome, ways in chances)
    return total // sum(ways for _, ways in chances)


def _harm(body: Body, outcome: Outcome) -> int:
    """What one result costs."""
    hits, morale, back = cast("tuple[int, int, int]", outcome)
    each = body.life // body.full
    if hits >= body.hits:
        return each * (body.hits + 1)
    was, after = body.morale, _worse(body.morale, morale, body.vehicle)
    if not body.lasting:
        was, after = max(NORMAL, was - 1), max(NORMAL, after - 1)
    lost = _shaken(after, body.vehicle) - _shaken(was, body.vehicle) + (FORCED_BACK if back else 0)
    return each * hits + body.life * lost // 100


def _worse(now: int, result: int, vehicle: bool) -> int:
    """The morale after a result: a second suppression paralyzes, a vehicle is never more than suppressed."""
    if vehicle:
        return SUPPRESSED if result else now
    return max(now, result) if result != SUPPRESSED or now == NORMAL else PARALYZED


def _shaken(morale: int, vehicle: bool) -> int:
    return VEHICLE_SHAKEN if vehicle and morale else MORALE_LOST[morale]


@lru_cache(maxsize=16384)
def ends_of(shot: Resolution, body: Body) -> Ends:
    """In how many ways such a target is unshaken after a shot, suppressed, paralyzed, and destroyed."""
    ends = [0, 0, 0, 0]
    for outcome, ways in shot.chances():
        hits, morale, _ = cast("tuple[int, int, int]", outcome)
        ends[3 if hits >= body.hits else _worse(body.morale, morale, body.vehicle)] += ways
    first, second, third, last = ends
    return first, second, third, last


def chance_of_effect(shot: Resolution) -> int:
    """The chance, in percent, that a shot has any effect.

    >>> from sandtable.systems.tactical_combat.fire import infantry_shot
    >>> chance_of_effect(infantry_shot("A", "B")), chance_of_effect(infantry_shot("A", "B", cover=2))
    (50, 30)
    """
    return (
        100
        * sum(ways for outcome, ways in shot.chances() if any(cast("tuple[int, ...]", outcome)))
        // (shot.dice.throws)
    )


def duel(look: Situation, attacker: int, defender: int, cover: int) -> tuple[int, int, int]:
    """A close combat: the attacker's chance in percent, what the defender loses, and what the attacker loses."""
    kinds = look.world.kinds
    if kinds[attacker].vehicle or kinds[defender].vehicle:
        return _vehicle_duel(look, attacker, defender)
    return duel_if(look, attacker, defender, cover, look.stands[defender].morale)


def duel_if(look: Situation, attacker: int, defender: int, cover: int, morale: int) -> tuple[int, int, int]:
    """A close combat between stands on foot if the defender had this morale."""
    world = look.world
    a, d = look.stands[attacker], look.stands[defender]
    two = world.rules.hmg_two_dice
    wins, lost, paid = _infantry_duel(
        (world.quality(attacker), a.hits, a.morale, two and look.machine_gun(attacker)),
        (world.quality(defender), d.hits, morale, two and look.machine_gun(defender)),
        cover,
    )
    mine, yours = life(world, attacker), life(world, defender)
    return wins, lost * yours // (100 * world.full_hits[defender]), paid * mine // (100 * world.full_hits[attacker])


@lru_cache(maxsize=4096)
def _infantry_duel(
    attacker: tuple[Quality, int, int, bool], defender: tuple[Quality, int, int, bool], cover: int
) -> tuple[int, int, int]:
    """In percent: the attacker's chance, and the hits that each loses; to be driven back counts as part of one."""
    ask = CloseCombat(
        attacker=attacker[0],
        attacker_hits=cast("Literal[1, 2, 3]", attacker[1]),
        attacker_morale=cast("Literal['normal', 'suppressed']", _MORALES[attacker[2]]),
        attacker_hmg=attacker[3],
        defender=defender[0],
        defender_hits=cast("Literal[1, 2, 3]", defender[1]),
        defender_morale=cast("Literal['normal', 'suppressed', 'paralyzed']", _MORALES[defender[2]]),
        defender_hmg=defender[3],
        cover=cast("Literal['none', 'soft', 'hard']", _COVERS[cover]),
        hmg_two_dice=True,  # a machine gun is named here only if it has two dice in this game
    )
    ends = close_combat(ask)
    wins = ends.chance(lambda end: end.winner == "attacker")
    lost = ends.mean(lambda end: defender[1] - end.defender_hits + (end.defender_hits == 0))
    paid = ends.mean(lambda end: attacker[1] - end.attacker_hits + (end.attacker_hits == 0))
    back = 3 * LOST_GROUND + 3 * MORALE_LOST[PARALYZED]
    return (
        int(100 * wins),
        int(100 * lost + back * wins),
        int(100 * paid + back * (1 - wins)),
    )


def _vehicle_duel(look: Situation, attacker: int, defender: int) -> tuple[int, int, int]:
    """One round: the defender fires, then the attacker if he is not beaten (TC V15)."""
    first = look.resolution_of(VehicleMelee(defender, attacker, attacker))
    second = look.resolution_of(VehicleMelee(attacker, defender, attacker))
    paid = mean_harm(look, first, attacker, lasting=False)
    stopped, wins = chance_of_effect(first), chance_of_effect(second)
    lost = mean_harm(look, second, defender) * (100 - stopped // 2) // 100
    return wins * (100 - stopped // 2) // 100, lost, paid + life(look.world, attacker) * FORCED_BACK // 100
