"""The table as text: ground by letters, stands by letters of their side, and a list of them below."""

from __future__ import annotations

import string

from sandtable.systems.tactical_combat.board import NOBODY, OFF, Situation, World
from sandtable.systems.tactical_combat.tables import PARALYZED, SUPPRESSED

__all__ = ["draw", "label_of"]

SIGNS = {
    "open": "·",
    "woods": "♣",
    "buildings": "▒",
    "orchard": "o",
    "vineyard": "v",
    "rough": "r",
    "marsh": '"',
    "ditch": "=",
    "wall": "#",
    "hard_cover": "#",
    "bunker": "#",
    "trench": "#",
    "hill": "^",
    "hilltop": "^",
    "slope": "/",
    "river": "~",
    "gravel": ":",
    "sea": "~",
    "obstacles": "+",
    "shingle": "=",
    "wire": "x",
    "mines": "m",
    "airfield": "_",
    "ford": "-",
    "bridge": "=",
    "draw": "\\",
    "forest": "♣",
    "wire_belt": "x",
    "tank_ditch": "=",
}


def label_of(look: Situation, stand: int) -> str:
    """The letter of a stand: capitals for the first side, small ones for the second."""
    side = look.world.owners[stand]
    mine = [n for n, owner in enumerate(look.world.owners) if owner == side]
    letters = string.ascii_uppercase if side == 0 else string.ascii_lowercase
    number = mine.index(stand)
    return letters[number] if number < len(letters) else "&"


def draw(look: Situation) -> str:
    """One sign for each inch across and two inches up; north is at the top."""
    world, table = look.world, look.world.table
    rows = [list(row) for row in _ground(world)]
    for _, at, _ in world.objectives:
        _put(rows, table.height, table.point(at), "*")
    for smoke in look.smoke:
        _put(rows, table.height, table.point(smoke.at), "%")
    for at, sign, _ in (mark for special in world.specials for mark in special.marks(look)):
        _put(rows, table.height, table.point(at), sign)
    for n, stand in enumerate(look.stands):
        if stand.at != OFF and stand.carrier == NOBODY:
            _put(rows, table.height, table.point(stand.at), label_of(look, n))
    notes = [note for special in world.specials for note in special.notes(look)]
    return "\n".join(["".join(row) for row in rows] + ["", *notes, _roll_call(look)])


def _ground(world: World) -> tuple[str, ...]:
    """The ground alone; kept, because it is the same in every drawing."""
    known: dict[str, tuple[str, ...]] = world.__dict__.setdefault("drawn", {})
    if "ground" not in known:
        tops = range(world.table.height, 0, -200)
        known["ground"] = tuple(
            "".join(_sign(world, left, top) for left in range(0, world.table.width, 100)) for top in tops
        )
    return known["ground"]


def _sign(world: World, left: int, top: int) -> str:
    point = world.table.snap(left + 50, max(0, top - 100))
    ground = world.table.ground_at(point)
    return "|" if ground == "open" and world.table.roads_at(point) else SIGNS.get(ground, "?")


def _put(rows: list[list[str]], height: int, point: tuple[int, int], sign: str) -> None:
    x, y = point
    rows[min(len(rows) - 1, max(0, (height - y) // 200))][min(len(rows[0]) - 1, x // 100)] = sign


def _roll_call(look: Situation) -> str:
    lines = []
    for n, stand in enumerate(look.stands):
        if stand.at == OFF:
            continue
        words = [look.world.table.text(stand.at), f"{stand.hits} left"]
        words += ["suppressed"] if stand.morale == SUPPRESSED else ["PARALYZED"] if stand.morale == PARALYZED else []
        words += ["Finished"] if stand.finished else []
        words += look.conditions(n)
        words += [f"in {look.world.names[stand.carrier]}"] if stand.carrier != NOBODY else []
        lines.append(f"{label_of(look, n)} {look.world.names[n]}: {', '.join(words)}")
    return "\n".join(lines) or "(nobody is on the table)"
