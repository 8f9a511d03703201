"""What players call the parts of an order, and which of them there are."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Any

from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.sheetdrawing import side_hexes
from sandtable.systems.tcs.sheets import KINDS_OF_SHEET, MISSIONS
from sandtable.systems.tcs.shells import COUNTERFIRE
from sandtable.systems.tcs.world import NOBODY, World

__all__ = ["every", "name_of"]


def name_of(world: World, kind: str, value: Any) -> str:
    """The name of a value that a target of an order is made of. Sheets have a number only: their names are secret."""
    if kind == "mission":
        return f"{world.names[value[0]]}: {MISSIONS[value[1]]}"
    if kind == "mission_kind":
        return MISSIONS[value]
    if kind == "order":
        return KINDS_OF_SHEET[value]
    if kind == "sheet":
        return f"order {value}"
    if kind == "sheet_or_none":
        return {NOBODY: "general support", COUNTERFIRE: "counterfire"}.get(value, f"order {value}")
    if kind == "group" and type(value) is int:
        return f"group {value + 1}"
    if kind == "joins":
        return f"group {value[0] + 1} with group {value[1] + 1}"
    if kind == "hexside":
        return "/".join(world.hex_name(hex) for hex in side_hexes(world, value))
    if kind == "reserve":
        return f"order {value[0]}, group {value[1] + 1}"
    if kind == "frag_order":
        return f"{world.names[value[1]]} by order {value[0]}"
    if kind == "alternate_plan":
        return f"order {value[0]}, alternate {value[1] + 1}"
    if kind == "phase_line":
        return f"order {value[0]}, line {value[1] + 1}"
    if kind == "follow_up":
        return f"order {value[0]}: {KINDS_OF_SHEET[value[1]]}"
    if kind == "joining":
        return f"{world.names[value[0]]} to order {value[1]}, group {value[2] + 1}"
    return str(value)


def every(world: World, kind: str) -> Collection[Any]:
    """All pairs of a unit and a mission, and all places on the orders of the scenario that a unit could join."""
    if kind not in ("mission", "joining"):
        return ()
    known: dict[str, tuple[Any, ...]] = known_of(world, "every part of an order")
    if kind not in known:
        units = range(len(world.names))
        parts = (range(len(MISSIONS)),) if kind == "mission" else (range(len(world.sheets)), range(2))
        known[kind] = tuple(product(units, *parts))
    return known[kind]
