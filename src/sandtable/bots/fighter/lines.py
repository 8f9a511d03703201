"""Lines of fire between stands on foot: what a shot from one place at another would do, without trying it on the table.

Between stands that do not face, a shot depends only on the two places, on the ranges of who fires, and on the state of
both. Where smoke lies, or a special rule has a say, or a wall may give cover, the table itself is asked instead.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.board.lattice import INCH
from sandtable.bots.fighter.ground import Ground
from sandtable.bots.fighter.worth import Body, Ends, body_of, chance_of_effect, ends_of, harm_to
from sandtable.kernel.memo import known_of
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.fire import infantry_shot
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import Quality
from sandtable.systems.tactical_combat.world import World

__all__ = [
    "ASK",
    "FIRE_HOOKS",
    "NO_SHOT",
    "Lines",
    "Shots",
    "cover_of",
    "lines_of",
    "on_foot",
    "plain",
    "shots_at",
    "shots_of",
]

FIRE_HOOKS = ("fire_limit", "cannot_aim", "without_gun", "fire_modifiers", "cover")
"""Where special rules have a say in what a shot does, but for how far anybody sees."""
NO_SHOT, ASK = -1, -2
"""There is no shot; or the table must be asked."""
KEPT = 100_000
"""How many lines are kept for each kind of weapon."""
SQUARE = 6
"""A base turned by this many headings lies as before."""


class Shots(NamedTuple):
    """What the shots of one stand do to another: what they cost it on average, with lasting effect and in its own turn,
    their chances of any effect in percent, and how it ends (see `ends_of`). Each has six, by cover, near and then far.
    """

    harms: tuple[int, ...]
    passing: tuple[int, ...]
    effects: tuple[int, ...]
    ends: tuple[Ends, ...]


class Lines(dict[int, int]):
    """For a kind of weapon: of each pair of places whether there is a shot from the one at the other, and which.

    The key is `firer * size + target`; the value twice the cover of the target, and one more if it is far.
    """

    def __init__(self, world: World, ground: Ground, most: int, near: int, limit: int | None, backward: bool) -> None:
        self.size = world.table.columns * world.table.rows
        self._world = world
        self._ground = ground
        self._most = most
        self._near = near
        self._limit = limit
        self._backward = backward

    def __missing__(self, pair: int) -> int:
        if len(self) >= KEPT:
            self.clear()
        found = self[pair] = self._line(*divmod(pair, self.size))
        return found

    def _line(self, firer: int, target: int) -> int:
        gap = self._gap(firer, target)
        if gap > self._most * self._most:
            return NO_SHOT
        ends = (target, firer) if self._backward else (firer, target)
        if not self._ground.sees(*ends, self._limit):
            return NO_SHOT
        cover = cover_of(self._world, target)
        return ASK if cover == ASK else 2 * cover + (gap > self._near * self._near)

    def _gap(self, firer: int, target: int) -> int:
        """The square of the range (TC F7) for bases that lie square to each other, as those of stands do that do not
        face.
        """
        (x, y), (u, v) = self._world.table.points((firer, target))
        east, north = abs(x - u), abs(y - v)
        if self._world.rules.range_measured == "edges":
            east, north = max(0, east - INCH), max(0, north - INCH)
        return east * east + north * north


def cover_of(world: World, place: int) -> int:
    """The cover of a stand on foot at a place against all shots; ASK if a wall there may give more against some."""
    known: dict[int, int] = known_of(world, "covers_for_bots")
    cover = known.get(place)
    if cover is None:
        cover = world.cover_at(place)
        if any(ground.cover > cover and world.touches(place, index) for index, ground in world.walls):
            cover = ASK
        known[place] = cover
    return cover


def plain(look: Situation) -> bool:
    """Whether neither smoke nor a special rule has a say in what a shot does."""
    return not look.smoke and not (look.world.specials and any(look.world.speaking(hook) for hook in FIRE_HOOKS))


def on_foot(look: Situation, stand: int) -> bool:
    """Whether shots at and by a stand depend on the places alone: it is on the table, and does not face."""
    s = look.stands[stand]
    return not look.world.kinds[stand].faces and s.at != OFF and s.carrier == NOBODY and not (s.heading % SQUARE)


def lines_of(look: Situation, ground: Ground, firer: int, limit: int | None, *, backward: bool) -> Lines:
    """The lines of fire of a stand on foot. They are looked at from the firer, or `backward` from the target: sight is
    kept for the end from which many others are looked at.
    """
    world = look.world
    key = world.max_ranges[firer], look.normal_range(firer), limit, backward
    known: dict[tuple[int, int, int | None, bool], Lines] = known_of(world, "lines_for_bots")
    if key not in known:
        known[key] = Lines(world, ground, *key)
    return known[key]


def shots_of(look: Situation, firer: int, target: int) -> Shots | None:
    """What the shots of a stand do to another, both on foot; None if it cannot fire."""
    world = look.world
    if not look.can_shoot(firer) or not world.aims[firer]:
        return None
    hmg = world.kinds[firer].kind == "hmg"
    dice = 2 if hmg and world.rules.hmg_two_dice else 1
    never_far = hmg and world.rules.hmg_no_long_range
    return shots_at(look.stands[firer].morale, dice, never_far, world.quality(target), body_of(look, target))


@lru_cache(maxsize=4096)
def shots_at(morale: int, dice: int, never_far: bool, quality: Quality, body: Body) -> Shots:
    """What the shots of a stand with this morale and these dice do to a stand on foot."""
    shots = [
        infantry_shot("", "", quality, cover, False, morale, far and not never_far, dice)
        for cover in (0, 1, 2)
        for far in (False, True)
    ]
    return Shots(
        tuple([harm_to(body, shot) for shot in shots]),
        tuple([harm_to(body._replace(lasting=False), shot) for shot in shots]),
        tuple([chance_of_effect(shot) for shot in shots]),
        tuple([ends_of(shot, body) for shot in shots]),
    )
