"""Hidden units (TCS 27.4): forces that a scenario sets up unseen by the enemy, and how they are found.

Who hides is in Fire Mode in the hex where it was set up. It is found, with all who hide in its hex, when an enemy
spots it or would enter its hex, when it fires or goes to Move Mode, and when friends who do not hide come into its hex.
Then it is known for good. So a hex never holds both units that hide and units that do not.

Before, nothing may tell where it is. What is asked, told and undone may depend on where hidden units could be, which
everybody knows: anywhere in the areas where they are set up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.board import OPTICS, TO_SEE, Board, Situation, Unit
from sandtable.systems.tcs.secrets import IMAGINED, VEILS, Veil
from sandtable.systems.tcs.spotting import KEEN, SPOTTING, spotted_to, target_shifts
from sandtable.systems.tcs.tables import SHIFTS, UNLIMITED, spotting_range, spotting_start
from sandtable.systems.tcs.world import NOBODY, OFF, UNKNOWN, World

if TYPE_CHECKING:
    from sandtable.kernel.game import Game
    from sandtable.systems.tcs.field import Battlefield

__all__ = ["CHAPTER", "hidden_of", "hides_in", "imagine", "might_find", "might_spot", "search", "spotted_by", "veil"]


KEPT = 5_000
"""For how many groups of those who hide it is kept where they could be."""
_OTHER_SHIFTS = (SPOTTING, KEEN)
"""Where other chapters have a say in how far somebody is spotted."""
DARK = tuple(SHIFTS[each] for each in ("spot_night", "spot_lit", "spot_twilight", "spot_target_smoke"))
"""What other sights may make up for."""
_DUG_IN, _RECON = SHIFTS["spot_firer_dug_in"].value, SHIFTS["spot_recon"].value


def hidden_of(look: Situation, side: int) -> tuple[int, ...]:
    """The units of a side that hide."""
    return look.hidden(side)


def lairs(look: Situation, hidden: tuple[int, ...]) -> int:
    """Where these could be as far as the enemy knows, as a bit mask: all the areas where they were set up."""
    return _lairs(look, hidden)[0]


def _lairs(look: Situation, hidden: tuple[int, ...]) -> tuple[int, int]:
    """The same, and how far along the spotting track the best of a target among them could be."""
    world = look.world
    known: dict[tuple[int, ...], tuple[int, int]] = known_of(world, "lairs")
    found = known.get(hidden)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        places = 0
        for n in hidden:
            places |= world.areas[world.member_of[n]]
        found = known[hidden] = places, max((_steps_of(look, n) for n in hidden), default=0)
    return found


def veil(world: World, unit: int, now: Unit) -> Unit:
    """A unit that hides as another side may know it: it is somewhere. Its post would be its hex, and a position that it
    digs would tell of its order.
    """
    if not now.hidden or unit not in world.hiders[world.owners[unit]]:
        return now
    return replace(now, at=UNKNOWN, dug_in=False, post=NOBODY, engaged=False)


def veil_of(game: Game, board: Board, side: int | None, owner: int) -> Veil | None:
    """The veil over the units of a side, if it sets any up hidden."""
    return veil if game.world.hiders[owner] else None


def imagine(game: Game, board: Board, side: int, below: Callable[[int], int]) -> Board:
    """The same board with the enemies that hide from a side elsewhere: where it would not have found them."""
    if not game.world.hides:
        return board
    look = Situation(game, board)
    units = list(board.units)
    hidden = hidden_of(look, 1 - side)
    for n in hidden:
        units[n] = replace(units[n], at=OFF)
    for n in hidden:
        places = [hex for hex in _places(game, board, units, n, side) if hex != board.units[n].at]
        at = places[below(len(places))] if places else board.units[n].at
        units[n] = replace(units[n], at=at, post=NOBODY if units[n].post == NOBODY else at)
    return replace(board, units=tuple(units))


def _places(game: Game, board: Board, units: list[Unit], unit: int, side: int) -> list[int]:
    """Where a unit could hide now: in its area, on ground it can enter, with room, alone and unspotted."""
    world = game.world
    costs = world.ground.movements[world.kinds[unit].move_class].costs.terrain
    others = Situation(game, replace(board, units=tuple(units)))
    enemies = [(n, others.view_of(n)) for n in others.on_map(side)]
    found = []
    for hex in world.formations[world.member_of[unit]].area:
        if (
            costs[world.ground.map.terrain[hex]] is None
            or others.steps_in(hex) + units[unit].steps > world.options.stack_limit
            or not all(units[n].hidden and world.owners[n] != side for n in others.units_in(hex))
        ):
            continue
        watchers = [n for n, view in enemies if view >> hex & 1]
        if watchers:
            tried = [*units]
            tried[unit] = replace(units[unit], at=hex)
            look = Situation(game, replace(board, units=tuple(tried)))
            if any(_spots(look, n, unit) for n in watchers):
                continue
        found.append(hex)
    return found


# Finding


def _spots(look: Situation, unit: int, target: int) -> bool:
    """Whether a unit by itself spots another (TCS 7.1a)."""
    here, there = look.units[unit].at, look.units[target].at
    return (
        here >= 0
        and there >= 0
        and look.spies(unit, there)
        and look.world.ground.distance(here, there) <= spotted_to(look, unit, target)
    )


def spotted_by(look: Situation, units: Sequence[int]) -> list[int]:
    """The hexes where units of a side spot enemies who hide: they are to be found."""
    if not units or not look.world.hides:
        return []
    everybody = look.hidden(1 - look.world.owners[units[0]])
    if not everybody:
        return []
    lurking, now, plain = 0, look.units, look.untouched(_OTHER_SHIFTS)
    for n in everybody:
        if now[n].at >= 0:
            lurking |= 1 << now[n].at
    if not lurking:
        return []
    found: set[int] = set()
    for unit in units:
        at = now[unit].at
        seen = look.view_of(unit) & lurking if at >= 0 else 0
        if seen and plain:  # most of them are too far away, whatever the shifts are
            most = _farthest(look, unit, _lairs(look, everybody)[1])
            seen = seen if most == UNLIMITED else seen & look.world.ground.within(at, most)
        if seen:
            hidden = [n for n in everybody if now[n].at >= 0]
            found.update(now[n].at for n in hidden if seen >> now[n].at & 1 and _spots(look, unit, n))
    return sorted(found)


def search(field: Battlefield, units: Sequence[int]) -> None:
    """Units of a side look around, and find the enemies that they spot."""
    for hex in spotted_by(field, units):
        field.find(hex)


def hides_in(look: Situation, hex: int, side: int) -> bool:
    """Whether anybody of a side hides in a hex."""
    if not look.world.hides:
        return False
    units = look.units
    return hex in [units[n].at for n in look.hidden(side)]


# What everybody knows of it


def might_find(look: Situation, units: Sequence[int]) -> bool:
    """Whether units of a side, where they are, could have found somebody, or given away a friend, by what the enemy of
    those who hide knows: then what they did cannot be undone, whether anybody was found or not.
    """
    world = look.world
    if not world.hides or not units:
        return False
    side = world.owners[units[0]]
    friends = look.hidden(side)
    if friends:
        places = lairs(look, friends)
        if any(look.units[n].at >= 0 and places >> look.units[n].at & 1 for n in units):
            return True
    hidden = look.hidden(1 - side)
    if not hidden:
        return False
    places, best = _lairs(look, hidden)
    for n in units:
        now = look.units[n]
        at = now.at
        seen = look.view_of(n) & places if at >= 0 else 0
        if not seen:
            continue
        if _near(look, seen, at, _farthest(look, n, best)):
            return True
    return False


def _farthest(look: Situation, unit: int, steps: int) -> int:
    """How far a unit could spot somebody who hides and is so far along the spotting track."""
    sharp = look.units[unit].dug_in * _DUG_IN + ("recon" in look.world.kinds[unit].traits) * _RECON
    return spotting_range(steps + sharp)


def _steps_of(look: Situation, unit: int) -> int:
    """How far along the spotting track a hidden unit could be, wherever it is."""
    world = look.world
    bare = world.ground.bare
    return spotting_start(world.kinds[unit]) + bare * SHIFTS["spot_billiard"].value


def might_spot(look: Situation, side: int, targets: Sequence[int], *, fired: bool, most: int) -> bool:
    """Whether a hidden unit of a side could spot one of the targets, not farther than `most` hexes, as far as the enemy
    knows: then the side is asked whether it fires, so that being asked gives nobody away.
    """
    world = look.world
    hidden = look.hidden(side) if world.hides else ()
    if not hidden:
        return False
    sharp, directed = _sharpest(look, side, hidden)
    places = lairs(look, hidden)
    if directed:
        places |= look.occupied(side)
    for n in targets:
        at = look.units[n].at
        if at < 0:
            continue
        eyes, sights = look.seen_by(at), look.game.rules.at(OPTICS)
        if not sights and not eyes & places & ~(1 << at):
            continue  # too far or not, nobody sees it from there
        shifts = target_shifts(look, n, at, trigger=fired)
        for optics in sights:
            shifts = [each for each in shifts if each not in DARK]
            for each in hidden:
                eyes |= optics(look, each, at, TO_SEE)
        step = spotting_start(world.kinds[n]) + sum(each.value for each in shifts)
        if _near(look, eyes, at, min(spotting_range(step + sharp), most)) & places:
            return True
    return False


def _sharpest(look: Situation, side: int, hidden: tuple[int, ...]) -> tuple[int, bool]:
    """The best that the spotting range of a hidden unit of a side could gain by who it is, and whether its friends in
    the open could spot for it.
    """
    world = look.world
    known: dict[object, tuple[int, bool]] = known_of(world, "sharpest")
    found = known.get((side, hidden))
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        sharp = _DUG_IN + any("recon" in world.kinds[n].traits for n in world.units_of[side]) * _RECON
        directed = world.options.spotting_shared or any(world.indirect[n] for n in hidden)
        found = known[side, hidden] = sharp, directed
    return found


def _near(look: Situation, hexes: int, hex: int, radius: int) -> int:
    """Those of some hexes that are within a radius of a hex, without itself."""
    others = hexes & ~(1 << hex)
    return others if radius == UNLIMITED else others & look.world.ground.within(hex, radius)


CHAPTER = Chapter(name="hidden units", adds=(VEILS.add(veil_of), IMAGINED.add(imagine)))
