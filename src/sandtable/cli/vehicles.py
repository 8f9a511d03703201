"""`sandtable vehicles`: the vehicles of Micro Armour, and the data card of one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from sandtable.cli.shared import NotSo, fraction_json, print_json
from sandtable.kernel.errors import OptionError, shown
from sandtable.systems.micro_armour.proving import GROUNDS
from sandtable.systems.micro_armour.tables import Tank
from sandtable.systems.micro_armour.vehicles import Card, Order, data_card, named
from sandtable.systems.micro_armour.vehicles import vehicles as found_vehicles

__all__ = ["vehicles"]


def vehicles(
    name: str = typer.Argument("", help="One vehicle, for its data card: its name, or a part that no other has."),
    like: str = typer.Option("", "--like", help="Only those (or only opponents) whose name has this text."),
    tech_level: int = typer.Option(0, "--tech", min=0, max=4, help="Only this tech level."),
    missiles: bool = typer.Option(None, "--missiles/--no-missiles", help="Only those with, or without, missiles."),
    points: str = typer.Option("", "--points", help="Only within this price, such as 200-300."),
    sort: str = typer.Option("table", "--sort", help=f"By {', '.join(get_args(Order))}."),
    cohesion: int = typer.Option(14, "--cohesion", min=1, max=20, help="Of a card: the cohesion of the firer."),
    ground: str = typer.Option("clear", "--ground", help=f"Of a card: where the target stands, {', '.join(GROUNDS)}."),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """List the vehicles of Micro Armour, or show the data card of one: what it does to every other, by range.

    Example: `sandtable vehicles --tech 4 --sort points`, `sandtable vehicles "M1A1 Abrams" --like T-80`
    """
    if name:
        where = next((each for each in GROUNDS if each == ground), None)
        if where is None:
            raise OptionError(f"--ground is one of {', '.join(GROUNDS)}, not {shown(ground)}")
        card = data_card(named(name).weapon, cohesion, where, like)
        if json:
            print_json(_card_json(card))
        else:
            _show_card(card)
        return
    order: Order | None = next((each for each in get_args(Order) if each == sort), None)
    if order is None:
        raise OptionError(f"--sort is one of {', '.join(get_args(Order))}, not {shown(sort)}")
    found = found_vehicles(like, tech_level=tech_level or None, missiles=missiles, points=_prices(points), order=order)
    if not found:
        raise NotSo("no vehicle is like that")
    if json:
        print_json(list(found))
        return
    headings = ("points", "tech", "attack", "range", "defense", "speed", "missile")
    table = Table(Column("vehicle", no_wrap=True), *headings, box=None, pad_edge=False)
    for tank in found:
        numbers = (tank.points, tank.tech_level, tank.cannon_attack, tank.cannon_range, tank.defense, tank.speed)
        table.add_row(escape(tank.weapon), *map(str, numbers), _missile(tank))
    Console(highlight=False).print(table)


def _prices(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    low, _, high = text.partition("-")
    if not low.isdecimal() or not high.isdecimal() or max(len(low), len(high)) > 6:
        raise OptionError(f"--points is two whole numbers such as 200-300, not {shown(text)}")
    return int(low), int(high)


def _missile(tank: Tank) -> str:
    if tank.atgm_attack is None:
        return ""
    return f"{tank.atgm_attack} at {tank.atgm_min_range}-{tank.atgm_range}, last at {tank.atgm_depletion}"


def _card_json(card: Card) -> dict[str, Any]:
    def told(chance: Fraction | None) -> dict[str, Any] | None:
        return None if chance is None else fraction_json(chance)

    return {
        "vehicle": card.vehicle,
        "cohesion": card.cohesion,
        "ground": card.ground,
        "bands": card.bands,
        "against": [
            {
                "weapon": each.weapon,
                "differential": each.differential,
                "front": [told(chance) for chance in each.front],
                "flank": [told(chance) for chance in each.flank],
                "missile_front": told(each.missile_front),
                "missile_flank": told(each.missile_flank),
            }
            for each in card.against
        ],
    }


def _show_card(card: Card) -> None:
    tank = card.vehicle
    console = Console(highlight=False)
    console.print(tank.weapon, style="bold", markup=False)
    swims = f", afloat {tank.amphibious_speed}" if tank.amphibious_speed else ""
    console.print(
        f"{tank.points} points, tech level {tank.tech_level}, defense {tank.defense} (flank"
        f" {(tank.defense + 1) // 2}), speed {tank.speed} inches{swims}",
        markup=False,
    )
    bands = ", ".join(f"{_inches(each.low, each.high)} inches {each.die:+d}" for each in card.bands)
    console.print(f"cannon: attack {tank.cannon_attack} to {tank.cannon_range} inches; the die: {bands}", markup=False)
    if tank.atgm_attack is not None:
        console.print(
            f"missile: attack {tank.atgm_attack}, {tank.atgm_min_range} to {tank.atgm_range} inches, the last one when"
            f" the dice show {tank.atgm_depletion} or less",
            markup=False,
        )
    where = "in the open" if card.ground == "clear" else f"on {card.ground.replace('_', ' ')}"
    console.print(
        f"\nChance that one try at cohesion {card.cohesion} kills a fresh opponent {where}, front / flank in percent:",
        markup=False,
    )
    headings = [_inches(each.low, each.high) for each in card.bands]
    missile = ["missile"] if tank.atgm_attack is not None else []
    table = Table(Column("opponent", no_wrap=True), "differential", *headings, *missile, box=None, pad_edge=False)
    for each in card.against:
        cells = [_pair(front, flank) for front, flank in zip(each.front, each.flank, strict=True)]
        if each.missile_front is not None and each.missile_flank is not None:
            cells.append(_pair(each.missile_front, each.missile_flank))
        front, flank = each.differential
        table.add_row(escape(each.weapon), f"{front:+d} / {flank:+d}", *cells)
    console.print(table)


def _inches(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _pair(front: Fraction, flank: Fraction) -> str:
    return f"{float(front) * 100:.0f} / {float(flank) * 100:.0f}"
