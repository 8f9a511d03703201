"""The scene of an inch table: all that a client draws of it and that never changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.board.lattice import STEP
from sandtable.board.table import Table
from sandtable.kernel.scene import Line, Outline, Piece, Spot, TableScene

__all__ = ["table_scene"]


def _label(name: str) -> str:
    """A feature's name as a map has it: what its file adds in brackets, to tell twins apart, is left out.

    >>> _label("rise (twin)")
    'rise'
    """
    return name.partition(" (")[0]


def table_scene(table: Table, pieces: Iterable[Piece], words: Callable[[str], str]) -> TableScene:
    """A table with its pieces; `words` says what a kind of ground does.

    >>> scene = table_scene(Table(600, 400), (), str)
    >>> scene.width, scene.columns
    (600, 13)
    """
    return TableScene(
        width=table.width,
        height=table.height,
        step=STEP,
        columns=table.columns,
        rows=table.rows,
        base=table.base(0, 0).side,
        pieces=tuple(pieces),
        features=tuple(
            Outline(f.kind, _label(f.name), f.polygon, f.level, words(f.kind) + (f" ({f.note})" if f.note else ""))
            for f in table.features
        ),
        roads=tuple(Line(road.kind, road.name, road.line, width=road.width) for road in table.roads),
        spots=tuple(Spot(marker.name, table.snap(*marker.at)) for marker in table.markers),
        zones=tuple(Outline("zone", zone.name, zone.polygon, words=zone.note) for zone in table.zones),
    )
