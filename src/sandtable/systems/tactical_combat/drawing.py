"""The table as text: ground by letters, stands by letters of their side, and a list of them below."""

from __future__ import annotations

from sandtable.board.tabletext import Sketch, letter
from sandtable.systems.tactical_combat.board import NOBODY, OFF, Situation
from sandtable.systems.tactical_combat.tables import PARALYZED, SUPPRESSED

__all__ = ["draw"]

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


def draw(look: Situation) -> str:
    """One sign for each inch across and two inches up; north is at the top."""
    world, table = look.world, look.world.table
    sketch = Sketch(table, SIGNS)
    for _, at, _ in world.objectives:
        sketch.put(table.point(at), "*")
    for smoke in look.smoke:
        sketch.put(table.point(smoke.at), "%")
    for at, sign, _ in (mark for special in world.specials for mark in special.marks(look)):
        sketch.put(table.point(at), sign)
    for n, stand in enumerate(look.stands):
        if stand.at != OFF and stand.carrier == NOBODY:
            sketch.put(table.point(stand.at), letter(world.owners, n))
    notes = [note for special in world.specials for note in special.notes(look)]
    return "\n".join([*sketch.lines(), "", *notes, _roll_call(look)])


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
        lines.append(f"{letter(look.world.owners, n)} {look.world.names[n]}: {', '.join(words)}")
    return "\n".join(lines) or "(nobody is on the table)"
