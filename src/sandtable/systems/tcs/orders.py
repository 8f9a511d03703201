"""What binds a unit (TCS 6): its standing, the ground of its order, and the way to it.

The ground is a bit mask of hexes. It goes by the printed map and the order alone, so it is worked out once and kept
beside the world. The way is the least movement cost to some hexes for a class of movement, by the map and the light of
now; units, mines and smoke do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.memo import known_of
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import OPTICS, Situation, Unit
from sandtable.systems.tcs.commandoptions import CommandOptions
from sandtable.systems.tcs.measures import around, passable, whole
from sandtable.systems.tcs.preparation import chance, row_of
from sandtable.systems.tcs.sheets import (
    FAILED,
    HOLD,
    IMPLEMENTED,
    KINDS_OF_SHEET,
    MARCH,
    PREPARED,
    PREPARING,
    RESERVE,
    Group,
    Measures,
    Sheet,
)
from sandtable.systems.tcs.spotting import spots
from sandtable.systems.tcs.world import NIGHT, NOBODY, World

__all__ = [
    "CHAPTER",
    "FAR",
    "STANDINGS",
    "Standing",
    "binding",
    "chance",
    "foes",
    "foes_in_sight",
    "ground",
    "ground_of",
    "in_force",
    "measures_of",
    "members",
    "nearer",
    "opening_sheets",
    "order_of",
    "post_of",
    "preparing",
    "radius_of",
    "standing",
    "units_on",
    "view_from",
    "watched",
    "way",
    "ways",
    "why_withdrawing",
    "withdrawn_from",
]

FAR = 1 << 30
"""The way where there is none."""
KEPT = 5_000
"""How many maps of ways are kept for one map."""
_DIGITS = bytes.maketrans(b"\0\1", b"01")


class Standing(msgspec.Struct, frozen=True):
    """What binds a unit now: a mission on an implemented op sheet, a withdrawal, or nothing (Unassigned)."""

    sheet: int = NOBODY
    """The number of its op sheet; of a withdrawing unit, of the one that has failed."""
    kind: int = NOBODY
    mission: int = NOBODY
    name: str = ""
    withdrawing: bool = False

    @property
    def assigned(self) -> bool:
        """Whether it is on an implemented op sheet."""
        return self.mission != NOBODY

    @property
    def order(self) -> str:
        """The order in words.

        >>> Standing(0, PREPARED, HOLD, "Hold the ford").order
        'Prepared Defense order "Hold the ford"'
        """
        return f'{KINDS_OF_SHEET[self.kind]} order "{self.name}"' if self.sheet != NOBODY else ""


UNASSIGNED = Standing()
WITHDRAWS = Reason(
    "the {order} has failed: {unit:unit} withdraws to {rally:hex} and does nothing else; it may fire overwatch",
    "TCS 6.11c",
)

STANDINGS: Seam[Callable[[Situation, int], Standing | None]] = Seam("what else may bind a unit than its op sheet")


def binding(look: Situation) -> bool:
    """Whether orders bind anybody in this game."""
    return look.world.command.command != "off"


def standing(look: Situation, unit: int) -> Standing:
    """What binds a unit now."""
    for other in look.game.rules.at(STANDINGS):
        found = other(look, unit)
        if found is not None:
            return found
    now = look.units[unit]
    if 0 <= now.sheet < len(look.board.sheets):
        sheet = look.board.sheets[now.sheet]
        known: dict[tuple[int, int], tuple[Sheet, Standing]] = known_of(look.world, "standings")
        kept = known.get((now.sheet, now.group))
        if kept is None or kept[0] is not sheet:
            mission = sheet.groups[now.group].mission
            kept = sheet, Standing(now.sheet, sheet.kind, mission, sheet.name)
            known[now.sheet, now.group] = kept
        return kept[1]
    if now.withdrawing:
        number = withdrawn_from(look, unit)
        if number != NOBODY:
            sheet = look.board.sheets[number]
            return Standing(number, sheet.kind, name=sheet.name, withdrawing=True)
    return UNASSIGNED


def withdrawn_from(look: Situation, unit: int) -> int:
    """The failed op sheet that a unit withdraws by; NOBODY if there is none."""
    sheets = look.board.sheets
    return next((n for n, sheet in enumerate(sheets) if sheet.state == FAILED and unit in sheet.listed), NOBODY)


def order_of(look: Situation, unit: int) -> str:
    """The op sheet that a unit is on, in words, with its objective (TCS 6.2)."""
    stands = standing(look, unit)
    if stands.sheet == NOBODY:
        return "none: Unassigned"
    if stands.withdrawing:
        return f"{KINDS_OF_SHEET[stands.kind]}: {stands.name} has failed, withdrawing"
    measures = measures_of(look.board.sheets[stands.sheet], look.units[unit].group)
    goals = "".join(f", {look.world.hex_name(hex)}" for hex in measures.objective)
    return f"{KINDS_OF_SHEET[stands.kind]}: {stands.name}{goals}"


def why_withdrawing(look: Situation, unit: int) -> Reason | None:
    """Why a unit whose order has failed does nothing but withdraw; None if it does not (TCS 6.11c)."""
    stands = standing(look, unit) if look.units[unit].withdrawing else UNASSIGNED
    if not stands.withdrawing:
        return None
    return WITHDRAWS.of(unit=unit, order=stands.order, rally=look.board.sheets[stands.sheet].rally[0])


# What is known of the enemy


def foes(look: Situation, side: int) -> int:
    """The hexes with known combat units of the enemy of a side, as a bit mask: none of them hides."""
    return look.defended(1 - side)


def foes_in_sight(look: Situation, side: int) -> int:
    """Those of them that a unit of the side sees now; optionally that it spots, or all (TCS 6.3c)."""
    answers: dict[int, int] = look.answers("foes in sight")
    found = answers.get(side)
    if found is None:
        found = answers[side] = _foes_in_sight(look, side)
    return found


def _foes_in_sight(look: Situation, side: int) -> int:
    known, sees = foes(look, side), look.world.command.unassigned_sees
    if sees == "known" or not known:
        return known
    seen, units = 0, look.units
    for n in look.on_map(side):
        left = known & ~seen & look.view_of(n)
        if left and sees == "spotted":
            for hex in look.world.ground.map.indices(left):
                if any(spots(look, n, foe) for foe in look.enemies_in(hex, side) if not units[foe].hidden):
                    seen |= 1 << hex
        else:
            seen |= left
        if seen == known:
            break
    return seen


def watched(look: Situation, side: int) -> int:
    """The hexes in the line of sight of known combat units of the enemy of a side, as a bit mask."""
    answers: dict[int, int] = look.answers("watched")
    found = answers.get(side)
    if found is None:
        found = 0
        for hex in look.world.ground.map.indices(foes(look, side)):
            found |= view_from(look, hex)
        answers[side] = found
    return found


def view_from(look: Situation, hex: int) -> int:
    """The hexes that the known units in a hex see, as a bit mask."""
    mask = look.view(hex)
    if look.game.rules.at(OPTICS):
        for n in look.units_in(hex):
            mask |= 0 if look.units[n].hidden else look.view_of(n)
    return mask


# Sheets and their units


def in_force(look: Situation, side: int) -> Iterator[tuple[int, Sheet]]:
    """The sheets of a side that are in force."""
    for number, sheet in enumerate(look.board.sheets):
        if sheet.side == side and sheet.state == IMPLEMENTED:
            yield number, sheet


def units_on(look: Situation, number: int) -> list[int]:
    """The units that follow an implemented sheet, on the map or still to come."""
    own = look.world.units_of[look.board.sheets[number].side]
    if not own:
        return []
    units = look.units
    now = units[own[0] : own[-1] + 1]
    known: dict[int, tuple[tuple[Unit, ...], dict[int, list[int]]]] = known_of(look.world, "units on sheets")
    last = known.get(own[0])
    if last is None or last[0] != now:
        on: dict[int, list[int]] = {}
        for n in own:
            if units[n].steps:
                on.setdefault(units[n].sheet, []).append(n)
        last = known[own[0]] = now, on
    return list(last[1].get(number, ()))


def members(look: Situation, number: int) -> list[int]:
    """The units of a sheet that are not lost: those that follow it, or are listed on it while it is in preparation."""
    sheet = look.board.sheets[number]
    if sheet.state == IMPLEMENTED:
        return units_on(look, number)
    return [n for n in sheet.listed if look.units[n].steps]


def preparing(look: Situation, unit: int) -> list[int]:
    """The sheets in preparation that list a unit."""
    sheets = look.board.sheets
    return [n for n, sheet in enumerate(sheets) if sheet.state == PREPARING and unit in sheet.listed]


def measures_of(sheet: Sheet, group: int) -> Measures:
    """The measures of a group: its own, or those of the sheet."""
    own = sheet.groups[group].measures
    return sheet.measures if own is None else own


def opening_sheets(world: World) -> tuple[Sheet, ...]:
    """The op sheets of the scenario on the first turn: those in force with their row and steps (TCS 6.9g)."""
    found = []
    for number, sheet in enumerate(world.sheets):
        units = [n for n, member in enumerate(world.member_of) if world.formations[member].sheet == number]
        if sheet.state == IMPLEMENTED and units:
            steps = sum(world.started[n] for n in units)
            sheet = msgspec.structs.replace(sheet, row=row_of(world, units), steps=steps)
        found.append(sheet)
    return tuple(found)


# The ground of an order


def radius_of(world: World, stands: Standing) -> int:
    """How far from its post, or from the objective, a unit that holds or waits may go (TCS 6.6, 6.7, 6.14b)."""
    options = world.command
    if stands.mission == RESERVE:
        return options.reserve_hexes
    return options.prepared_hexes if stands.kind == PREPARED else options.hasty_hexes


def ground_of(look: Situation, sheet: Sheet, group: int) -> int:
    """The ground of a group on a sheet, as a bit mask: of a group that takes, supports or marches what its measures
    open; of a group that holds what lies around the objective. `ground` adds what lies around the post of a unit.
    """
    known: dict[tuple[int, int], tuple[Sheet, int]] = known_of(look.world, "grounds")
    kept = known.get((id(sheet), group))
    if kept is None or kept[0] is not sheet:
        if len(known) >= KEPT:
            known.clear()
        kept = sheet, _ground_of(look.world, sheet, sheet.groups[group], measures_of(sheet, group))
        known[id(sheet), group] = kept
    return kept[1]


def _ground_of(world: World, sheet: Sheet, group: Group, measures: Measures) -> int:
    options = world.command
    if group.mission == RESERVE:
        return 0
    if group.mission == HOLD:
        radius = options.prepared_hexes if sheet.kind == PREPARED else options.hasty_hexes
        return around(world.ground, measures.objective, radius)
    return passable(world.ground, measures, sheet.lines, options.objective_margin)


def ground(look: Situation, unit: int) -> int:
    """Where the order of a unit with a mission lets it be, as a bit mask."""
    now, stands = look.units[unit], standing(look, unit)
    if not stands.assigned:
        return whole(look.world.ground)
    found = ground_of(look, look.board.sheets[stands.sheet], now.group)
    if stands.mission in (HOLD, RESERVE) and now.post >= 0:
        found |= look.world.ground.within(now.post, radius_of(look.world, stands))
    return found


# The way


def ways(look: Situation, unit: int, targets: int) -> list[int]:
    """The way from each hex to the nearest of some hexes for the movement of a unit, in sixths; FAR if there is none.

    The map and the light of now count, and roads; units, mines and smoke do not.
    """
    world = look.world
    mover = world.kinds[unit].move_class
    key = mover, look.board.light == NIGHT, targets
    known: dict[object, list[int]] = known_of(world.ground, "ways")
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = look.movement(unit).costs_from_everywhere(targets, FAR)
    return found


def way(look: Situation, unit: int, hex: int, targets: int) -> int:
    """The way from a hex to the nearest of some hexes for a unit; FAR if there is none."""
    return ways(look, unit, targets)[hex]


def nearer(look: Situation, unit: int, start: int, targets: int) -> int:
    """The hexes from which the way to some hexes is shorter than from the start, as a bit mask; by distance where there
    is no way.
    """
    if not targets or targets >> start & 1:
        return 0
    world = look.world
    key = world.kinds[unit].move_class, look.board.light == NIGHT, start, targets
    known: dict[object, int] = known_of(world.ground, "nearer")
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        costs = ways(look, unit, targets)
        if costs[start] >= FAR:
            goals = world.ground.map.indices(targets)
            costs = [min(world.ground.distance(hex, goal) for goal in goals) for hex in range(world.ground.size)]
        # The same as to set a bit for each hex that costs less, but in one go: there are many hexes.
        closer = bytes(map(costs[start].__gt__, costs))
        found = known[key] = int(closer[::-1].translate(_DIGITS), 2)
    return found


def post_of(sheet: Sheet, group: int, hex: int) -> int:
    """The post of a unit that is in a hex when its order comes into force; NOBODY if it needs none (TCS 6.6)."""
    return hex if hex >= 0 and sheet.groups[group].mission in (HOLD, MARCH, RESERVE) else NOBODY


CHAPTER = Chapter(name="orders", options=CommandOptions)
