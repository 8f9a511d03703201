"""Artillery and aircraft in a scenario file: `[[battery]]`, `[[registered]]`, `[[barrage]]`, `[[sortie]]` (TCS 18, 25).

A battery names a line of the artillery list; what it says itself goes before the list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from sandtable.kernel.chapter import Rules, Seam
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.systems.tcs.shells import (
    ARTILLERY,
    COUNTER,
    DIRECT_BATTALION,
    DIRECT_SHEET,
    GENERAL,
    NONE,
    Battery,
    Flight,
    Plotted,
    Special,
    Support,
    calibre_class,
)
from sandtable.systems.tcs.tables import LIMITS

if TYPE_CHECKING:
    from sandtable.systems.tcs.scenario import TcsScenario

__all__ = ["ROLES", "Ammunition", "BarrageEntry", "BatteryEntry", "Points", "Registered", "SortieEntry", "support_of"]

ROLES: Seam[str] = Seam("roles of batteries besides DS and GS; a battery in one that is not in force is in GS")
LONGEST_NAME = 60
CHOOSE = "choose"
Place = tuple[str | int, ...]


class Ammunition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Battery missions by kind; Continuous Fire uses HE (TCS 18.3a). Copperheads are single rounds (ME 2.1a)."""

    he: int = 0
    smoke: int = 0
    illum: int = 0
    icm: int = 0
    dpicm: int = 0
    copperhead: int = 0
    fascam: int = 0
    chem: int = 0


class BatteryEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An off-map battery of a side."""

    name: str
    side: str
    id: str
    battalion: str = ""
    """Its artillery battalion."""
    role: Literal["DS", "GS", "CB"] = "GS"
    supports: str = ""
    """An op sheet or a battalion, with DS."""
    ammo: Ammunition = Ammunition()
    from_turn: int = msgspec.field(default=1, name="from")
    quiet_until: Literal["", "enemy fires"] = ""
    column: int | None = None
    tubes: int | None = None
    cb: int = 0
    """Its counterbattery points at the start (ME 2.5b1)."""
    ew: int = 0
    """Its points of electronic warfare."""
    dedicated: str = ""
    """The hex of its dedicated mission (ME 2.6a)."""


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of counterbattery and electronic warfare of a side, to be given to its batteries (ME 2.5b1)."""

    cb: int = 0
    ew: int = 0


class Registered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Registration points of a side: given, or to be written down at set-up (TCS 18.13)."""

    side: str
    hexes: tuple[str, ...] = ()
    choose: int = 0


class BarrageEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A barrage written before the battle (TCS 2.0l); `hex = "choose"` lets its side write the hex before set-up."""

    side: str
    turn: int
    batteries: tuple[str, ...]
    hex: str
    size: Literal["battery", "battalion"] = "battery"
    pays: bool = False


class SortieEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Aircraft of a side (TCS 25)."""

    side: str
    name: str
    area: int = 0
    point_kill: int = 13
    from_turn: int = msgspec.field(default=1, name="from")
    until: int = 99
    per_turn: int = 1
    die: int = 1
    attacks: int = 1


def support_of(
    scenario: TcsScenario, rules: Rules, battalions: Sequence[tuple[str, str]], hex_of: Callable[[str, Place], int]
) -> Support:
    """All artillery and aircraft of a scenario, checked; `hex_of` reads the number of a hex, or raises a fault."""
    batteries = tuple(
        _battery(scenario, number, rules.at(ROLES), battalions, hex_of) for number in range(len(scenario.battery))
    )
    if len(batteries) > LIMITS["most_batteries"]:
        most = LIMITS["most_batteries"]
        raise ScenarioFault(("battery",), f"a battle has at most {most} batteries, not {len(batteries)}")
    registered, to_register = _registered(scenario, hex_of)
    return Support(
        batteries=batteries,
        registered=registered,
        to_register=to_register,
        plotted=tuple(_plotted(scenario, number, batteries, hex_of) for number in range(len(scenario.barrage))),
        flights=tuple(_flight(scenario, number) for number in range(len(scenario.sortie))),
        points=_points(scenario, batteries),
    )


def _side(scenario: TcsScenario, name: str, place: Place) -> int:
    if name not in scenario.sides:
        raise ScenarioFault(place, f"{shown(name)} is not one of the sides {', '.join(scenario.sides)}")
    return scenario.sides.index(name)


def _number(place: Place, what: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ScenarioFault(place, f"{what} is {low} to {high}, not {shown(value)}")
    return value


def _name(place: Place, name: str, taken: Sequence[str], what: str) -> str:
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ScenarioFault(place, f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}")
    if name in taken:
        raise ScenarioFault(place, f"there is another {what} called {shown(name)}")
    return name


def _points(scenario: TcsScenario, batteries: Sequence[Battery]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points of each side: those given to its batteries, and those it may still give."""
    for name in scenario.points:
        _side(scenario, name, ("points", name))
    found = []
    for side, name in enumerate(scenario.sides):
        own = [each.special for each in batteries if each.side == side]
        given = {"cb": sum(each.cb for each in own), "ew": sum(each.ew for each in own)}
        entry = scenario.points.get(name)
        for kind, least in given.items():
            most = least if entry is None else getattr(entry, kind)
            place: Place = ("points", name, kind)
            _number(place, f"the number of {kind.upper()} points", most, 0, LIMITS["most_points"])
            if most < least:
                raise ScenarioFault(place, f"the batteries of {name} have {least} {kind.upper()} points, not {most}")
            if most and not own:
                raise ScenarioFault(place, f"{name} has no battery to give {kind.upper()} points to")
            given[kind] = most
        found.append((given["cb"], given["ew"]))
    return found[0], found[1]


def _special(scenario: TcsScenario, number: int, hex_of: Callable[[str, Place], int]) -> Special:
    """What a modern battery has besides (ME 2)."""
    entry, most = scenario.battery[number], LIMITS["most_points"]
    place: Place = ("battery", number)
    if entry.dedicated and entry.role != "DS":
        raise ScenarioFault((*place, "dedicated"), f"{entry.name} has a dedicated mission only in DS (ME 2.6a)")
    return Special(
        icm=entry.ammo.icm,
        dpicm=entry.ammo.dpicm,
        chem=entry.ammo.chem,
        copperhead=entry.ammo.copperhead,
        fascam=entry.ammo.fascam,
        cb=_number((*place, "cb"), "the number of CB points", entry.cb, 0, most),
        ew=_number((*place, "ew"), "the number of EW points", entry.ew, 0, most),
        dedicated=hex_of(entry.dedicated, (*place, "dedicated")) if entry.dedicated else NONE,
    )


def _battery(
    scenario: TcsScenario,
    number: int,
    roles: Sequence[str],
    battalions: Sequence[tuple[str, str]],
    hex_of: Callable[[str, Place], int],
) -> Battery:
    entry = scenario.battery[number]
    place: Place = ("battery", number)
    side = _side(scenario, entry.side, (*place, "side"))
    name = _name((*place, "name"), entry.name, [each.name for each in scenario.battery[:number]], "battery")
    if entry.id not in ARTILLERY:
        near = ", ".join(each for each in ARTILLERY if each[:2] == entry.id[:2]) or ", ".join(ARTILLERY)
        raise ScenarioFault((*place, "id"), f"there is no battery {shown(entry.id)}: {near}")
    line = ARTILLERY[entry.id]
    for shell, rounds in msgspec.structs.asdict(entry.ammo).items():
        _number((*place, "ammo", shell), "ammunition", rounds, 0, 999)
    column = line.start_column if entry.column is None else entry.column
    role, supports = _role(scenario, entry, place, roles, battalions)
    return Battery(
        name=name,
        side=side,
        calibre=line.calibre,
        tubes=_number((*place, "tubes"), "the number of tubes", entry.tubes or line.tubes, 1, 36),
        column=_number((*place, "column"), "a column", column, 1, 13),
        battalion=entry.battalion,
        role=role,
        supports=supports,
        he=entry.ammo.he,
        smoke=entry.ammo.smoke,
        illum=entry.ammo.illum,
        fast=line.fast_fire and not line.naval and not line.rocket and line.calibre <= LIMITS["fast_mm"],
        rocket=line.rocket,
        turn=_number((*place, "from"), "a turn", entry.from_turn, 1, 99),
        quiet=bool(entry.quiet_until),
        id=entry.id,
        special=_special(scenario, number, hex_of),
    )


def _role(
    scenario: TcsScenario,
    entry: BatteryEntry,
    place: Place,
    roles: Sequence[str],
    battalions: Sequence[tuple[str, str]],
) -> tuple[int, int]:
    """General support, counterfire, or direct support of a sheet or battalion by its number."""
    place = (*place, "supports")
    if entry.role != "DS":
        if entry.supports:
            whom = "everybody" if entry.role == "GS" else "nobody"
            raise ScenarioFault(
                place, f"a battery in {entry.role} supports {whom}: write DS to support {entry.supports}"
            )
        return COUNTER if entry.role in roles else GENERAL, NONE
    sheets = [sheet.name for sheet in scenario.sheet]
    own = [name for side, name in battalions if side == entry.side]
    if entry.supports in sheets:
        number = sheets.index(entry.supports)
        if scenario.sheet[number].side != entry.side:
            raise ScenarioFault(place, f"the op sheet {shown(entry.supports)} is the other side's")
        return DIRECT_SHEET, number
    if entry.supports in own:
        return DIRECT_BATTALION, battalions.index((entry.side, entry.supports))
    known = ", ".join([*(sheet.name for sheet in scenario.sheet if sheet.side == entry.side), *own])
    if not entry.supports:
        raise ScenarioFault(place, f"a battery in DS supports an op sheet or a battalion: one of {known}")
    raise ScenarioFault(place, f"there is no op sheet or battalion {shown(entry.supports)}: there are {known}")


def _registered(
    scenario: TcsScenario, hex_of: Callable[[str, Place], int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, int]]:
    found: dict[tuple[int, int], None] = {}
    choose = [0, 0]
    for number, entry in enumerate(scenario.registered):
        place: Place = ("registered", number)
        side = _side(scenario, entry.side, (*place, "side"))
        for printed in entry.hexes:
            found[hex_of(printed, (*place, "hexes")), side] = None
        choose[side] += _number((*place, "choose"), "the number of points to choose", entry.choose, 0, 20)
        if not entry.hexes and not entry.choose:
            raise ScenarioFault((*place, "hexes"), "name the registered hexes, or how many the side may choose")
    return tuple(sorted(found)), (choose[0], choose[1])


def _plotted(
    scenario: TcsScenario, number: int, batteries: Sequence[Battery], hex_of: Callable[[str, Place], int]
) -> Plotted:
    entry = scenario.barrage[number]
    place: Place = ("barrage", number)
    side = _side(scenario, entry.side, (*place, "side"))
    names = [each.name for each in batteries]
    turn = _number((*place, "turn"), "a turn", entry.turn, 1, 99)
    numbers = []
    for name in entry.batteries:
        if name not in names:
            raise ScenarioFault((*place, "batteries"), f"there is no battery {shown(name)}: {', '.join(names)}")
        which = names.index(name)
        if batteries[which].side != side:
            raise ScenarioFault((*place, "batteries"), f"the battery {shown(name)} is the other side's")
        if which in numbers or any(
            name in other.batteries and other.turn == turn for other in scenario.barrage[:number]
        ):
            raise ScenarioFault((*place, "batteries"), f"{name} has a barrage on turn {turn} already (TCS 18.2c)")
        numbers.append(which)
    wide = entry.size == "battalion"
    if not numbers or (not wide and len(numbers) > 1):
        words = "one battery" if not wide else "its batteries"
        raise ScenarioFault((*place, "batteries"), f"a {entry.size} barrage names {words}")
    if len({(batteries[n].battalion, calibre_class(batteries[n].calibre)) for n in numbers}) > 1:
        raise ScenarioFault((*place, "batteries"), "a battalion barrage is fired by batteries of one battalion")
    hex = NONE if entry.hex == CHOOSE else hex_of(entry.hex, (*place, "hex"))
    return Plotted(side, turn, tuple(numbers), wide, hex, entry.pays)


def _flight(scenario: TcsScenario, number: int) -> Flight:
    entry = scenario.sortie[number]
    place: Place = ("sortie", number)
    side = _side(scenario, entry.side, (*place, "side"))
    if not entry.area and entry.point_kill > 12:
        raise ScenarioFault((*place, "area"), f"{entry.name} has no strength: give it area, or point_kill, or both")
    return Flight(
        name=_name((*place, "name"), entry.name, [each.name for each in scenario.sortie[:number]], "flight"),
        side=side,
        area=_number((*place, "area"), "an area strength", entry.area, 0, 200),
        point_kill=_number((*place, "point_kill"), "a Point Kill number", entry.point_kill, 2, 13),
        turn=_number((*place, "from"), "a turn", entry.from_turn, 1, 99),
        until=_number((*place, "until"), "a turn", entry.until, entry.from_turn, 99),
        per_turn=_number((*place, "per_turn"), "the number of sorties", entry.per_turn, 1, 9),
        die=_number((*place, "die"), "a die", entry.die, 1, 6),
        attacks=_number((*place, "attacks"), "the number of attacks", entry.attacks, 1, 9),
    )
