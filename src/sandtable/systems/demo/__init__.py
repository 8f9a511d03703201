"""Picket, the demonstration system: two squads a side, a few hexes, and every shape of rule the kernel carries.

Its rules are in `rules.csv`, its charts in `charts/`; `docs/add-a-system.md` walks through this code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.board.hexdrafts import read_map
from sandtable.board.hexmap import HexMap, Legend
from sandtable.board.hexsight import sight, view_from
from sandtable.kernel.chapter import Rules
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution, distribution
from sandtable.kernel.picture import Picture
from sandtable.kernel.procedure import Procedure
from sandtable.kernel.scene import Scene
from sandtable.kernel.state import Known, State
from sandtable.kernel.system import Calculator, Change, Scenario, System
from sandtable.systems.demo import combat, turn
from sandtable.systems.demo.board import CHAPTER as SQUADS
from sandtable.systems.demo.board import GONE, UNKNOWN, Battlefield, Board, Situation, Squad, World
from sandtable.systems.demo.options import PicketOptions
from sandtable.systems.demo.picture import picture, scene
from sandtable.systems.demo.tables import FIRE_RANGE, STEPS

__all__ = ["SYSTEM", "Picket"]

_LEGEND = Legend({".": "open", "w": "woods"}, obstacles={"woods": 10})


class SquadEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squad in a scenario file."""

    side: str
    name: str


class PicketScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario file of Picket."""

    objective: str
    terrain: str
    squad: tuple[SquadEntry, ...]
    zones: dict[str, tuple[str, ...]]


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question of the `shot` calculator."""

    woods: bool = False
    close: bool = False
    shaken: bool = False
    moving: bool = False


def _shot(ask: Shot) -> Distribution[Any]:
    resolution = combat.shot(woods=ask.woods, close=ask.close, shaken=ask.shaken, moving=ask.moving)
    return distribution(lambda roll: roll(resolution))


class Picket(System[Board, World]):
    """The rules of Picket."""

    name = "demo"
    title = "Picket"
    version = "1"
    credits = "Picket is our own, made to show how a system is written."
    board = Board
    example = True
    look = Situation
    field = Battlefield
    chapters = (SQUADS, turn.CHAPTER, combat.CHAPTER)
    scenario = PicketScenario
    severities = (("miss", "holds", "steady"), ("shaken",), ("hit",), ("breaks",))
    calculators = (Calculator("shot", "One shot of one squad at another.", Shot, _shot),)

    def world(self, scenario: PicketScenario, rules: Rules) -> World:
        """The map, the roster and the tables that follow from them, checked."""
        map = _read_map(scenario)
        if len(scenario.sides) != 2:
            raise ScenarioFault(("sides",), f"Picket has two sides, not {len(scenario.sides)}")
        owners = []
        for number, squad in enumerate(scenario.squad):
            if squad.side not in scenario.sides:
                raise ScenarioFault(
                    ("squad", number, "side"),
                    f"{squad.side!r:.40} is not one of the sides {', '.join(scenario.sides)}",
                )
            if squad.name in (other.name for other in scenario.squad[:number]):
                raise ScenarioFault(("squad", number, "name"), f"there is another squad called {squad.name!r:.40}")
            owners.append(scenario.sides.index(squad.side))
        zones = tuple(_zone(scenario, map, side, owners.count(n)) for n, side in enumerate(scenario.sides))
        if zones[0] & zones[1]:
            raise ScenarioFault(("zones",), "the two zones share a hex")
        return World(
            map=map,
            names=tuple(squad.name for squad in scenario.squad),
            owners=tuple(owners),
            zones=zones,
            objective=_hex(map, scenario.objective, ("objective",)),
            options=rules.chosen(PicketOptions),
            woods=map.mask(hex for hex in map if map.terrain[map.index(hex)] == "woods"),
            neighbours=tuple(map.neighbours(hex) for hex in range(len(map))),
            beside=tuple(map.within(hex, 1) & ~(1 << hex) for hex in range(len(map))),
            fields_of_fire=tuple(view_from(map, hex) & map.within(hex, FIRE_RANGE) for hex in range(len(map))),
        )

    def start(self, game: Game) -> tuple[Board, Sequence[Procedure]]:
        """An empty map; both sides set up at once."""
        return Board(tuple(Squad() for _ in game.world.names)), (turn.SetUp(), turn.SideTurn(0))

    def mask(self, game: Game, board: Board, side: int | None) -> Board:
        """DS 6: of enemy squads that are hidden the side knows only that they are somewhere, and whole."""
        owners = game.world.owners
        hidden = [n for n, squad in enumerate(board.squads) if squad.hidden and owners[n] != side]
        if not hidden:
            return board
        unseen = Squad(UNKNOWN, STEPS, hidden=True)
        seen = tuple(unseen if n in hidden else squad for n, squad in enumerate(board.squads))
        return msgspec.structs.replace(board, squads=seen)

    def imagine(self, game: Game, state: State[Any, Any], side: int, below: Callable[[int], int]) -> State[Any, Any]:
        """The enemy's hidden squads in other woods of his zone; in set-up, other hexes chosen by him."""
        enemy = 1 - side
        board: Board = state.board
        zone = game.world.zones[enemy]
        squads = list(board.squads)
        hidden = [n for n, squad in enumerate(squads) if squad.hidden and game.world.owners[n] == enemy]
        for number in hidden:
            squads[number] = Squad()
        for number in hidden:
            taken = Situation(game, Board(tuple(squads))).occupied()
            free = game.world.map.indices(zone & game.world.woods & ~taken)
            squads[number] = msgspec.structs.replace(board.squads[number], hex=free[below(len(free))])
        secret = list(state.secret)
        if secret:
            part = secret[enemy][-1]
            choices = list(game.world.map.indices(zone))
            count = len(part.hexes) if isinstance(part, turn.Placed) else below(game.world.owners.count(enemy))
            hexes = tuple(choices.pop(below(len(choices))) for _ in range(count))
            secret[enemy] = (msgspec.structs.replace(part, hexes=hexes),)
        known = msgspec.structs.replace(board, squads=tuple(squads))
        return msgspec.structs.replace(state, board=known, secret=tuple(secret))

    def draw(self, look: Situation, over: Mapping[int, str] | None = None) -> str:
        """The map, one cell a hex: ground, and the squads on it; even columns stand half a row lower."""
        map = look.world.map
        rows = [[" "] * (map.width * 8) for _ in range(map.height * 2 + 1)]
        for hex in map:
            index = map.index(hex)
            number = look.squad_at(index)
            ground = "♣" if map.terrain[index] == "woods" else "·"
            mark = "*" if index == look.world.objective else " "
            mark = (over or {}).get(index, mark)
            text = f"{hex}{ground}{mark}" if number is None else f"{_badge(look, number)}{ground}{mark}"
            row = (hex.row - 1) * 2 + (hex.column + 1) % 2
            start = (hex.column - 1) * 8
            rows[row][start : start + len(text)] = list(text)
        return "\n".join("".join(row).rstrip() for row in rows).rstrip()

    def scene(self, game: Game) -> Scene:
        """The map and the roster, for a client."""
        return scene(game)

    def picture(self, game: Game, state: Known) -> Picture:
        """One moment, for a client."""
        return picture(game, state)

    def sight(self, game: Game, state: Known, side: int | None, place: int) -> Sequence[int]:
        """The hexes in sight of a hex."""
        world: World = game.world
        mask = view_from(world.map, place)
        return tuple(hex for hex in range(len(world.map)) if mask >> hex & 1)

    def line(self, game: Game, state: Known, side: int | None, place: int, to: int) -> str:
        """What blocks a line: the ground of the hex in the way, and its number."""
        found = sight(game.world.map, place, to)
        return "" if found.clear else f"{found.what} at {found.blocker}"

    def name_of(self, game: Game, kind: str, value: Any) -> str:
        """Squads by name, hexes by number."""
        if kind == "unit":
            return str(game.world.names[value])
        if kind == "hex":
            return str(game.world.map.hex(value))
        if kind == "side":
            return game.side_name(value)
        return str(value)

    def every(self, game: Game, kind: str) -> Collection[Any]:
        """Squads and hexes by number."""
        return range(len(game.world.names if kind == "unit" else game.world.map)) if kind in ("unit", "hex") else ()

    def range_between(self, look: Situation, one: int, other: int) -> int | None:
        """Hexes apart."""
        here, there = look.squads[one].hex, look.squads[other].hex
        return None if here < 0 or there < 0 else int(look.world.map.distance(here, there))

    def harm(self, outcome: Any) -> int:
        """A hit costs a step."""
        return {"shaken": 1, "hit": 2}.get(outcome, 0)

    def owner(self, game: Game, kind: str, value: Any) -> int | None:
        """Whose a squad is."""
        if kind == "unit":
            return int(game.world.owners[value])
        return super().owner(game, kind, value)

    def changes(self, before: Situation, after: Situation) -> list[Change]:
        """What changed, squad by squad."""
        found = []
        for n, (was, now) in enumerate(zip(before.squads, after.squads, strict=True)):
            if was.hex != GONE == now.hex:
                found.append(Change(before.say("changed.lost", squad=n), 3))
                continue
            if now.steps < was.steps:
                found.append(Change(before.say("changed.steps", squad=n, steps=was.steps - now.steps), 2))
            if now.shaken != was.shaken:
                what = "changed.shaken" if now.shaken else "changed.rallied"
                found.append(Change(before.say(what, squad=n), int(now.shaken)))
            if now.hex != was.hex and now.hex >= 0:
                found.append(Change(before.say("changed.to", squad=n, hex=now.hex), 0))
        return found

    def worth(self, look: Situation, side: int) -> int:
        """Steps, steadiness, the objective, and nearness to it."""
        total = 0
        world = look.world
        for number, squad in enumerate(look.squads):
            if squad.hex < 0:
                continue
            value = 20 * squad.steps - 7 * squad.shaken + 2 * (world.woods >> squad.hex & 1)
            value -= 3 * world.map.distance(squad.hex, world.objective)
            total += value if world.owners[number] == side else -value
        holder = look.board.holder
        return total + (0 if holder < 0 else 25 if holder == side else -25)


def _badge(look: Situation, number: int) -> str:
    squad = look.squads[number]
    initials = "".join(word[0] for word in look.world.names[number].split())[:2]
    state = "!" if squad.shaken else "?" if squad.hidden else ""
    return f"[{initials}{squad.steps}{state}]"


def _read_map(scenario: PicketScenario) -> HexMap:
    rows = scenario.terrain.split()
    try:
        return read_map(
            {"width": len(rows[0]) if rows else 0, "height": len(rows), "terrain": scenario.terrain}, _LEGEND
        )
    except ValueError as fault:
        raise ScenarioFault(("terrain",), str(fault)) from None


def _hex(map: HexMap, printed: str, place: tuple[str | int, ...]) -> int:
    try:
        return map.index(printed)
    except ValueError as fault:
        raise ScenarioFault(place, str(fault)) from None


def _zone(scenario: PicketScenario, map: HexMap, side: str, squads: int) -> int:
    if side not in scenario.zones:
        raise ScenarioFault(("zones",), f"{side} has no zone to set up in")
    zone = 0
    for number, printed in enumerate(scenario.zones[side]):
        zone |= 1 << _hex(map, printed, ("zones", side, number))
    if not 1 <= squads <= zone.bit_count():
        raise ScenarioFault(("zones", side), f"{side} has {squads} squads and a zone of {zone.bit_count()} hexes")
    for other in scenario.zones:
        if other not in scenario.sides:
            raise ScenarioFault(("zones", other), f"{other!r:.40} is not one of the sides")
    return zone


SYSTEM = Picket()
