"""`sandtable units`: the types of units of TCS, and the data card of one."""

from __future__ import annotations

from typing import Any, get_args

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from sandtable.cli.shared import NotSo, fraction_json, print_json
from sandtable.kernel.errors import OptionError, shown
from sandtable.systems.tcs.modern.atgm import atgm_of
from sandtable.systems.tcs.proving import Terrain
from sandtable.systems.tcs.tables import Kind
from sandtable.systems.tcs.unitcards import Card, Posture, traits_of, unit_card, unit_named
from sandtable.systems.tcs.unitcards import units as found_units

__all__ = ["units"]


def units(
    name: str = typer.Argument("", help="One type, for its data card: its id or name, or a part that no other has."),
    like: str = typer.Option("", "--like", help="Only those whose id or name has this text."),
    nation: str = typer.Option("", "--nation", help="Only this army, such as US, Soviet, German or West German."),
    era: str = typer.Option("", "--era", help="Only this era: ww2 or 1987."),
    kind: str = typer.Option("", "--kind", help="Only this kind, such as tank, infantry, squad, micv or mortar."),
    against: str = typer.Option("", "--against", help="Of a card: the chance by range to cost this type a step."),
    ground: str = typer.Option("open", "--ground", help=f"Where the target is: {', '.join(get_args(Terrain))}."),
    posture: str = typer.Option("fire", "--posture", help=f"How the target is: {', '.join(get_args(Posture))}."),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """List the types of units of TCS, or show the data card of one, with its chances against another by range.

    Example: `sandtable units --era 1987 --kind tank`, `sandtable units "T-72B" --against us87_m1a1`
    """
    if name:
        unit = unit_named(name)
        card = unit_card(unit, unit_named(against), _ground(ground), _posture(posture)) if against else None
        if json:
            print_json(_card_json(unit, card))
        else:
            _show(unit, card)
        return
    if against:
        raise OptionError("--against is for a data card: name a unit before it")
    found = found_units(like, nation=nation, era=era, kind=kind)
    if not found:
        raise NotSo("no unit is like that")
    if json:
        print_json([_unit_json(each) for each in found])
        return
    headings = ("steps", "area", "point", "target", "morale", "moves", "missile")
    columns = [Column(heading, no_wrap=True) for heading in headings]
    table = Table(Column("id", no_wrap=True), Column("unit", no_wrap=True), *columns, box=None, pad_edge=False)
    for each in found:
        cells = (str(each.steps), _area(each), _point(each), _target(each), str(each.morale), _move(each))
        table.add_row(each.id, escape(each.name), *cells, each.atgm)
    wide = Console(width=WIDEST).measure(table).maximum
    console = Console(highlight=False, width=max(wide, Console().width))  # a name is never cut, not even in a pipe
    console.print(table)
    console.print(
        "Area fire: strength, trajectory (Inf, Low, High, Mortar) and range. Point fire: strength/nominal range.",
        markup=False,
    )


WIDEST = 500
MOVES = {"foot": "foot", "tracked": "tracks", "wheeled": "wheels", "helicopter": "air"}


def _ground(text: str) -> Terrain:
    for each in get_args(Terrain):
        if each == text:
            return each  # type: ignore[no-any-return]
    raise OptionError(f"--ground is one of {', '.join(get_args(Terrain))}, not {shown(text)}")


def _posture(text: str) -> Posture:
    for each in get_args(Posture):
        if each == text:
            return each  # type: ignore[no-any-return]
    raise OptionError(f"--posture is one of {', '.join(get_args(Posture))}, not {shown(text)}")


def _area(kind: Kind) -> str:
    if kind.area_strength is None:
        return ""
    return f"{kind.area_strength}{str(kind.trajectory_class)[0].upper()}{kind.area_range_max}"


def _point(kind: Kind) -> str:
    return "" if kind.point_strength is None else f"{kind.point_strength}/{kind.point_range_nominal}"


def _target(kind: Kind) -> str:
    return kind.target_class if kind.defence is None else f"{kind.target_class}-{kind.defence}"


def _move(kind: Kind) -> str:
    return f"{kind.movement_allowance} {MOVES[kind.move_class]}"


def _unit_json(kind: Kind) -> dict[str, Any]:
    missile = atgm_of(kind)
    return {
        "id": kind.id,
        "name": kind.name,
        "nation": kind.nation,
        "era": kind.era,
        "kind": kind.kind,
        "steps": kind.steps,
        "area": None
        if kind.area_strength is None
        else {"strength": kind.area_strength, "trajectory": kind.trajectory_class, "range": kind.area_range_max},
        "point": None
        if kind.point_strength is None
        else {"strength": kind.point_strength, "nominal_range": kind.point_range_nominal},
        "target": kind.target_class,
        "defence": kind.defence,
        "morale": kind.morale,
        "move": kind.move_class,
        "allowance": kind.movement_allowance,
        "missile": missile,
        "traits": list(traits_of(kind)),
        "note": kind.note,
    }


def _card_json(unit: Kind, card: Card | None) -> dict[str, Any]:
    found = _unit_json(unit)
    if card:
        found["against"] = {
            "unit": card.against.id,
            "ground": card.ground,
            "posture": card.posture,
            "chances": {
                name: [{"from": each.low, "to": each.high, "chance": fraction_json(each.chance)} for each in line]
                for name, line in card.lines.items()
            },
        }
    return found


def _show(unit: Kind, card: Card | None) -> None:
    console = Console(highlight=False)
    console.print(f"{unit.name} ({unit.id})", style="bold", markup=False)
    steps = f"{unit.steps} step{'s' * (unit.steps != 1)}"
    kind = unit.kind.replace("_", " ")
    facts = f"{unit.nation}, {unit.era}, {kind}: {steps}, target {_target(unit)}, morale {unit.morale}"
    console.print(f"{facts}, {unit.movement_allowance} movement points ({unit.move_class})", markup=False)
    if unit.area_strength is not None:
        reach = f"to {unit.area_range_max} hexes"
        console.print(f"area fire: strength {unit.area_strength}, {unit.trajectory_class}, {reach}", markup=False)
    if unit.point_strength is not None:
        nominal = unit.point_range_nominal or 0
        words = f"nominal range {nominal}, to {2 * nominal} hexes"
        console.print(f"point fire: strength {unit.point_strength}, {words}", markup=False)
    missile = atgm_of(unit)
    if missile:
        words = f"attack {missile.attack}, nominal range {missile.nominal}, to {missile.longest} hexes"
        console.print(f"missile: {missile.name}, {words}, not at {missile.minimum} or less", markup=False)
    if traits_of(unit):
        console.print(", ".join(traits_of(unit)), markup=False)
    if unit.note:
        console.print(unit.note, markup=False)
    if card:
        _show_chances(console, card)


def _show_chances(console: Console, card: Card) -> None:
    how = {"fire": "in Fire Mode", "move": "moving", "dug_in": "dug in"}[card.posture]
    console.print(
        f"\nChance that one shot costs {card.against.name} a step, spotted {how} on {card.ground} by day:", markup=False
    )
    if not card.lines:
        console.print(f"{card.unit.name} has no weapon that harms it.", markup=False)
        return
    table = Table(Column("weapon", no_wrap=True), "hexes", "percent", "exact", box=None, pad_edge=False)
    for name, line in card.lines.items():
        for number, each in enumerate(line):
            hexes = str(each.low) if each.low == each.high else f"{each.low}-{each.high}"
            percent = f"{float(each.chance) * 100:.0f}"
            table.add_row(escape(name) if not number else "", hexes, percent, str(each.chance))
    console.print(table)
