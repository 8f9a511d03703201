"""The table as text: ground by letters, stands by letters of their side, and a list of them below."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.board.tabletext import Sketch, letter
from sandtable.systems.micro_armour.board import OFF, Situation
from sandtable.systems.micro_armour.tables import GROUND

__all__ = ["draw"]

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
    "hilltop": "▲",
    "crest": "▲",
    "smoke": "%",
    "water": "~",
}


def draw(look: Situation, over: Mapping[int, str] | None = None) -> str:
    """The table with inches beside and below, what the signs mean, and a list of the stands."""
    table = look.world.table
    sketch = Sketch(table, SIGNS)
    for at, sign in (over or {}).items():
        sketch.put(table.point(at), sign)
    for _, at in look.world.objectives:
        sketch.put(table.point(at), "*")
    for at in look.board.wrecks:
        sketch.put(table.point(at), "x")
    for n, stand in enumerate(look.stands):
        if stand.at != OFF:
            sketch.put(table.point(stand.at), letter(look.world.owners, n))
    return "\n".join([*sketch.ruled(), _legend(look), "", _roll_call(look)])


def _legend(look: Situation) -> str:
    """What the signs on this table mean."""
    table = look.world.table
    kinds = dict.fromkeys(feature.kind for feature in table.features)
    words = [f"{SIGNS[kind]} {GROUND[kind].name.lower()}" for kind in kinds]
    words += ["| road"] if table.roads else []
    words += ["* objective"] if look.world.objectives else []
    words += ["x wreck"] if look.board.wrecks else []
    return ", ".join(words)


def _roll_call(look: Situation) -> str:
    """The turn, then side by side: how good it is, its stands on the table, and those behind its edge."""
    world = look.world
    lines = [f"Turn {look.turn} of {world.turns}; facing is in degrees: 0 is north, 90 east"]
    for side in (0, 1):
        name = look.game.side_name(side)
        lines.append(f"{name}: cohesion {world.cohesion[side]}, {world.points[side]} points")
        lines += [_line(look, n) for n in look.on_table(side)]
        waiting = [world.names[n].removeprefix(f"{name} ") for n in look.alive(side) if look.stands[n].at == OFF]
        lines += [f"behind its edge: {', '.join(waiting)}"] if waiting else []
    return "\n".join(lines)


def _line(look: Situation, n: int) -> str:
    world, stand = look.world, look.stands[n]
    words = [world.tanks[n].weapon, f"{world.table.text(stand.at)} facing {stand.heading * 15}"]
    words += [world.roles[n]] if world.roles[n] != "line" else []
    words += ["suppressed"] if stand.suppressed else []
    words += ["disorganized"] if stand.disorganized else []
    words += ["no missiles"] if stand.depleted else []
    words += ["fired"] if stand.tries else []
    return f"{letter(world.owners, n)} {world.names[n]}: {', '.join(words)}"
