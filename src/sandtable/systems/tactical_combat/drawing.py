"""The table as text: ground by letters, stands by letters of their side, and a list of them below."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from sandtable.board.tabletext import Sketch, letter
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import PARALYZED, SUPPRESSED, TERRAIN

__all__ = ["draw", "support_words"]

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


TOGETHER = "\N{NO-BREAK SPACE}"
LEGEND = 72
"""How wide the words below a small table may be."""


def draw(look: Situation, over: Mapping[int, str] | None = None) -> str:
    """The table with inches beside and below, what its signs mean, how things are, and a list of the stands."""
    world, table = look.world, look.world.table
    sketch = Sketch(table, SIGNS)
    for at, sign in (over or {}).items():
        sketch.put(table.point(at), sign)
    for _, at, _ in world.objectives:
        sketch.put(table.point(at), "*")
    for smoke in look.smoke:
        sketch.put(table.point(smoke.at), "%")
    marks = [mark for special in world.specials for mark in special.marks(look)]
    for at, sign, _ in marks:
        sketch.put(table.point(at), sign)
    for n, stand in enumerate(look.stands):
        if stand.at != OFF and stand.carrier == NOBODY:
            sketch.put_stand(table.point(stand.at), letter(world.owners, n))
    signs = [*_ground_signs(look), *dict.fromkeys(f"{sign} {words.lower()}" for _, sign, words in marks)]
    signs += ["% smoke"] if look.smoke else []
    signs += ["2 number of stands"] if sketch.crowded else []
    words = ", ".join(each.replace(" ", TOGETHER) for each in signs)
    legend = [line.replace(TOGETHER, " ") for line in textwrap.wrap(words, max(LEGEND, table.width // 100))]
    return "\n".join([*sketch.ruled(), *legend, "", *_standing(look), *_roll_call(look)])


def _ground_signs(look: Situation) -> list[str]:
    """What the signs of the ground mean on this table."""
    meanings: dict[str, list[str]] = {}
    for kind in dict.fromkeys(feature.kind for feature in look.world.table.features):
        meanings.setdefault(SIGNS[kind], []).append(TERRAIN[kind].name.lower())
    words = [f"{sign} {' or '.join(names)}" for sign, names in meanings.items()]
    words += ["| road"] if look.world.table.roads else []
    return words + (["* objective"] if look.world.objectives else [])


def _standing(look: Situation) -> list[str]:
    """The turn, the points, who holds what, and what the special rules tell."""
    world, game = look.world, look.game
    score = look.board.score
    points = "" if world.victory.attacker else f"; {game.sides[0]} has {score[0]} points, {game.sides[1]} {score[1]}"
    lines = [f"Turn {look.turn} of {world.turns}{points}"]
    for (name, at, worth), holder in zip(world.objectives, look.board.holders, strict=True):
        held = "nobody holds it" if holder == NOBODY else f"held by {game.side_name(holder)}"
        value = "" if world.victory.attacker else f", {worth} points"
        lines.append(f"* {name} ({table_text(look, at)}): {held}{value}")
    lines += [support_words(look, n) for n, each in enumerate(world.supports) if each.on_call(look.turn)]
    return lines + [note for special in world.specials for note in special.notes(look)]


def table_text(look: Situation, at: int) -> str:
    """A point in inches."""
    return str(look.world.table.text(at))


def support_words(look: Situation, n: int) -> str:
    """What is left of a support this turn."""
    support = look.world.supports[n]
    left = support.missions - look.called()[n]
    return f"{look.game.side_name(support.side)}: {support.name}, {left} of {support.missions} left this turn"


def _roll_call(look: Situation) -> list[str]:
    """Formation by formation: its stands on the table, those to come and those lost."""
    lines: list[str] = []
    for number, formation in enumerate(look.world.formations):
        mine = [n for n, member in enumerate(look.world.member_of) if member == number]
        words: list[str] = [formation.quality]
        if look.world.rules.command[formation.side] == "points" and len(formation.chain) == 1:
            words.append(f"command points {look.board_points(number)}")
        lines.append(f"{look.game.side_name(formation.side)}, {formation.name} ({', '.join(words)})")
        lines += [f"  {_line(look, n)}" for n in mine if look.stands[n].at != OFF]
        coming = [n for n in mine if look.stands[n].at == OFF and look.world.arrivals[n] and look.stands[n].hits]
        lines += [f"  to come on turn {look.world.arrivals[coming[0]]}: {_names(look, coming)}"] if coming else []
        begun = any(part.standing for part in look.layout.parts)
        lost = [n for n in mine if begun and look.stands[n].hits == 0]
        lines += [f"  lost: {_names(look, lost)}"] if lost else []
    return lines


def _names(look: Situation, stands: Sequence[int]) -> str:
    return ", ".join(look.world.names[n] for n in stands)


def _line(look: Situation, n: int) -> str:
    world, stand = look.world, look.stands[n]
    kind = world.kinds[n]
    words = [table_text(look, stand.at) + (f" facing {stand.heading * 15}" if kind.faces else "")]
    words += [f"{stand.hits} of {world.full_hits[n]} hits left"]
    words += ["suppressed"] if stand.morale == SUPPRESSED else ["PARALYZED"] if stand.morale == PARALYZED else []
    words += ["Finished"] if stand.finished else []
    words += ["moved along a road"] if stand.on_road else []
    words += look.conditions(n)
    words += [f"in {world.names[stand.carrier]}"] if stand.carrier != NOBODY else []
    what = kind.name if kind.theatre else kind.name.lower()
    known = world.names[n] if what.lower() in world.names[n].lower() else f"{world.names[n]} ({what})"
    return f"{letter(world.owners, n)} {known}: {', '.join(words)}"
