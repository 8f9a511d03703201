"""What games on a table have in common: their table with its bases, and how a scenario's table is read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.stands import Base
from sandtable.board.table import Table, Terrain
from sandtable.board.tabledraft import TableDraft, read_table
from sandtable.kernel.errors import ScenarioFault, shown

__all__ = ["TableWorld", "table_of"]

MOST_POINTS = 20_000_000
"""Lattice points of a table, times its features: what can be played on."""
HALF_BASE = 50


class TableWorld(msgspec.Struct, frozen=True, dict=True):
    """Everything that never changes in a game on a table; a system adds its own."""

    table: Table

    def inside(self, x: int, y: int) -> bool:
        """Whether a base with its centre here lies wholly on the table."""
        most_x, most_y = self.table.width - HALF_BASE, self.table.height - HALF_BASE
        return HALF_BASE <= x <= most_x and HALF_BASE <= y <= most_y

    def base(self, position: int, heading: int) -> Base:
        """The base of a stand; kept, because the same ones are asked for again and again."""
        key = position * 32 + heading
        found = self.known_bases.get(key)
        if found is None:
            found = self.known_bases[key] = self.table.base(position, heading)
        return found

    @cached_property
    def known_bases(self) -> dict[int, Base]:
        """The bases asked for so far, by position and heading."""
        return {}


def table_of(draft: TableDraft, chart: Mapping[str, Terrain], roads: Sequence[str]) -> Table:
    """The table of a scenario with these kinds of road; ScenarioFault says what is wrong and where."""
    try:
        table = read_table(draft, dict(chart))
    except BoardError as fault:
        raise ScenarioFault(("table", *fault.place), str(fault)) from None
    for number, road in enumerate(table.roads):
        if road.kind not in roads:
            raise ScenarioFault(
                ("table", "road", number, "kind"), f"a road is one of {', '.join(roads)}, not {shown(road.kind)}"
            )
    if (len(table.features) + 1) * table.columns * table.rows > MOST_POINTS:
        raise ScenarioFault(("table",), "the table is too large for this number of features")
    return table
