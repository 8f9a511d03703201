"""The table as text: ground by letters, stands by letters of their side, and a list of them below."""

from __future__ import annotations

import string

from sandtable.systems.micro_armour.board import OFF, Situation

__all__ = ["draw", "label_of"]

SIGNS = {
    "open": "·",
    "woods": "♣",
    "grove": "♧",
    "light_buildings": "▒",
    "heavy_buildings": "▓",
    "marsh": '"',
    "ford": "-",
    "sand": ":",
    "mud": ":",
    "rough_1": "r",
    "rough_2": "r",
    "rough_3": "R",
    "revetment": "#",
    "hill": "^",
    "hilltop": "A",
    "crest": "A",
    "smoke": "%",
    "water": "~",
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
    table = look.world.table
    rows = []
    for top in range(table.height, 0, -200):
        row = []
        for left in range(0, table.width, 100):
            point = table.snap(left + 50, max(0, top - 100))
            road = table.roads_at(point)
            row.append("|" if road and table.ground_at(point) == "open" else SIGNS.get(table.ground_at(point), "?"))
        rows.append(row)
    for at in look.value("wrecks"):
        _put(rows, table.height, table.point(at), "x")
    for n, stand in enumerate(look.stands):
        if stand.at != OFF:
            _put(rows, table.height, table.point(stand.at), label_of(look, n))
    return "\n".join("".join(row) for row in rows) + "\n\n" + _roll_call(look)


def _put(rows: list[list[str]], height: int, point: tuple[int, int], sign: str) -> None:
    x, y = point
    rows[min(len(rows) - 1, max(0, (height - y) // 200))][min(len(rows[0]) - 1, x // 100)] = sign


def _roll_call(look: Situation) -> str:
    world = look.world
    lines = [
        f"{look.game.side_name(side)}: cohesion {world.cohesion[side]}, {world.points[side]} points" for side in (0, 1)
    ]
    for n, stand in enumerate(look.stands):
        if not stand.alive:
            continue
        where = (
            "behind its edge" if stand.at == OFF else f"{look.world.table.text(stand.at)} facing {stand.heading * 15}"
        )
        words = [look.world.tanks[n].weapon, where]
        words += [look.world.roles[n]] if look.world.roles[n] != "line" else []
        words += ["suppressed"] if stand.suppressed else []
        words += ["disorganized"] if stand.disorganized else []
        words += ["no missiles"] if stand.depleted else []
        words += ["fired"] if stand.tries else []
        lines.append(f"{label_of(look, n)} {look.world.names[n]}: {', '.join(words)}")
    return "\n".join(lines)
