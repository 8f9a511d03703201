"""The Tactical Combat Series (TCS), version 4.01, with the Modern Expansion and the optional armor rules.

A series of hex-and-counter games by Dean N. Essig: a unit is a platoon, a gun or a vehicle, and a hex spans
125 metres. The Modern Expansion was published by The Gamers, Inc. (1990), the charts of version 4.01 by
Multi-Man Publishing Inc. (2013).

This is an independent implementation. It is neither made nor endorsed by the author or the publishers, and
states the rules in its own words in `rules.csv`; the charts lie in `charts/`.

A module is a chapter of the rules:

==============  ============================================================================================
tables          the charts, read once: units, terrain, fire and morale tables, shifts by name
options         our rulings by name
ground          the map under the terrain chart: costs, sight, distances, what covers (TCS 8, 20.1)
world           what never changes in a game: the map, the roster, the options
board, field    what changes; the questions, and the verbs of the rules (TCS 3)
secrets         what a side may not know, chapter by chapter
hiding          units set up unseen, how they are found, and what nobody may learn before (TCS 27.4)
scenario        a scenario file and its checks (TCS 27); `roster` its units; `mapfile` its map; `setup` placing
victory         who has won (TCS 27)
gear            what a file says of a unit beyond its type; `defence` how hard it is; `unitcards` the data of all types
sheets          op sheets as data (TCS 6.2); `sheetfile` those of a scenario; `measures` their lines on the map
orders          what binds a unit: standing, ground, way; `obeying` what it may do by its orders (TCS 6.3 to 6.7)
command         the command phase (TCS 2.0b to 2.0i); `preparation` weighted turns and chances; `review` orders in force
planning        the secret rounds of the command phase: sheets to roll for, reserves, alternates, signals (TCS 6.14)
desk            a side's desk; `neworders` sheets are made and copied, `standingorders` they end, `written` its notes
drafting        a sheet being written; `draftgroups`, `draftmeasures`, `draftfires`, `draftwords` what is changed on it,
                `newsheets` what it begins with, `drawables` what can be drawn, `sheetchecks` its faults
turn            the sequence of play (TCS 2); calls `action`
action          an action phase, and `Act`: what the phasing side may do (TCS 2.0s to 2.0y)
arrivals        reinforcements (TCS 27.2); `releases` those that wait to be released
modes           Fire Mode and Move Mode (TCS 4)
movement        moves of units and stacks, hex by hex (TCS 20.1)
impulses        vehicles move a third of their points at a time (TCS 20.2); `bands` how far each impulse takes them
transport       loading, towing, riding on tanks (TCS 20.3); `passengers` under fire (TCS 10.0c)
mines           minefields, crossing and breaching them (TCS 21)
stacking        too many steps in a hex (TCS 5)
spotting        who spots whom, on the track with its shifts (TCS 7)
aiming          range and line of sight of weapons, and why a shot is not allowed (TCS 9, 12.0b, 13.0d)
conditions      what area fire and point fire go by alike, and the roll on the fire table (TCS 9.1, 11.3)
firetable       an attack on the fire table, whoever makes it (TCS 9.1)
areafire        the facts, shifts and roll of an area fire (TCS 11); `pointfire` of a point fire (TCS 12)
antitank        AT rolls (TCS 16); `buttoning` what they and area fire do to armoured vehicles (TCS 16.7)
losses          steps lost in a hex, shared out by their owner (TCS 10)
morale          checks of units and vehicles (TCS 17); `flight` the retreat of SYR (TCS 17.5)
fireaction      suppressive and point fire, AT rolls of the phasing side (TCS 13, 14); `mayfire` who may fire at what
smoke           smoke of mortars and infantry guns (TCS 19.1)
closefire       fire within a hex, in an assault or an overrun (TCS 22.3, 23.2)
assault         going into an enemy hex and fighting it out (TCS 22); `overrun` by vehicles (TCS 23)
overwatch       triggers, the question to the other side, return fire (TCS 15); `watching` who may fire
clock, light    the time and the light of each turn, sight at night (TCS 1.0, 26)
weather         the roll of the hour for visibility (TCS 7.0b)
reactions       what shots at a trigger are good for, for standing orders
recovery        shaken units in step 5 (TCS 17.7), morale levels by the hour (TCS 17.1d)
boats           assault boats and footbridges, an option for battles along a river (BT 1 to 6)
special         special rules that a scenario gives to a formation (SR 1 to 3)
shells          artillery as data: batteries, missions, what lands, and their charts (TCS 18); `batteryfile` in a file
batteries       ammunition and roles (TCS 18.1 to 18.3); `plotting` what is written down before set-up
airartillery    the aircraft and artillery phase (TCS 2.0j to 2.0p)
calling         calls for fire (TCS 18.2 to 18.4); `observing` who may, `outlook` what a call would do
adjustment      whether a mission shoots (TCS 18.5); `scatter` where it goes astray
barrage         missions that come down (TCS 18.7); `zones` where; `shellfire` on one hex (TCS 18.8, 18.9)
continuous      Continuous Fire on those who enter its zone (TCS 18.10)
illumination    light by guns and mortars (TCS 26.2)
aircraft        sorties (TCS 25); `artilleryodds` the calculators of both
assaultodds     the calculator of an assault; `assaultsides` follows both sides to the end, by
                `assaultrules`; `commandodds` of orders
calculators     questions about odds that need no game, on the ground of `proving`; `nightsight` who sees what at night
==============  ============================================================================================

Each exports a `CHAPTER`, and `CHAPTERS` below is the rules. `turn` lines up the phases; `action.ActionPhase` runs a
side's phase and asks `Act` again and again; the chapters add their verbs to `Act`, and their steps to the phases. All
fire goes the same way: an `AreaFire`, `PointFire` or `AtRolls` is put on the stack by `fireaction` or `overwatch` (or
by whoever else fires), rolls, and puts `TakeLosses` and the checks of `morale` after itself. Whatever may provoke the
enemy puts a `Triggered` (side, units, kind) after itself; it asks only if somebody can fire. A `Walk` waits for the
answer whether anybody has, and stops if so.

The facts of each roll are a struct (`AreaShot`, `PointShot`, `AtFacts`, `MoraleFacts`) that gives its shifts with words
and rules: the board fills it in for play, the calculators from what they are asked.

Engineers, reconnaissance and flamethrowers (TCS 24) have their lines where they count: `mines`, `AtFacts.engineer`,
the shift `spot_recon`, `areafire.burns`. Command, artillery, aircraft and night have their steps in `turn`, and their
marks in `Unit.sheet`, `Board.zones` and the light of `Conditions`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from sandtable.board.hexsight import sight
from sandtable.kernel.chapter import Chapter, Rules
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Picture
from sandtable.kernel.procedure import Procedure, Reaction, Shot
from sandtable.kernel.scene import Scene
from sandtable.kernel.state import Known, State
from sandtable.kernel.system import Change, Named, System
from sandtable.systems.tcs import (
    action,
    adjustment,
    advanceguard,
    airartillery,
    aircraft,
    antitank,
    areafire,
    armor,
    arrivals,
    assault,
    barrage,
    batteries,
    boats,
    buttoning,
    calling,
    closefire,
    command,
    continuous,
    desk,
    draftfires,
    draftgroups,
    drafting,
    draftmeasures,
    draftwords,
    field,
    fireaction,
    flight,
    hiding,
    illumination,
    impulses,
    light,
    losses,
    mines,
    modern,
    modes,
    morale,
    movement,
    neworders,
    obeying,
    ordername,
    orders,
    overrun,
    overwatch,
    paper,
    passengers,
    planning,
    plotting,
    pointfire,
    reactions,
    recovery,
    releases,
    review,
    scatter,
    setup,
    shellfire,
    smoke,
    special,
    stacking,
    standingorders,
    transport,
    turn,
    victory,
    weather,
)
from sandtable.systems.tcs.aiming import CRESTS
from sandtable.systems.tcs.board import Board, Extended, Situation, Unit
from sandtable.systems.tcs.calculators import CALCULATORS
from sandtable.systems.tcs.drawing import draw
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import parted
from sandtable.systems.tcs.mapfile import map_of
from sandtable.systems.tcs.modern.atgm import ATGMS
from sandtable.systems.tcs.options import TcsOptions
from sandtable.systems.tcs.picture import picture, scene
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.reasons import NOT_YOURS
from sandtable.systems.tcs.scenario import TcsScenario, make_world
from sandtable.systems.tcs.secrets import IMAGINED, masked
from sandtable.systems.tcs.shells import ARTILLERY
from sandtable.systems.tcs.skypicture import sighted
from sandtable.systems.tcs.tables import UNITS
from sandtable.systems.tcs.unitpages import VEHICLES
from sandtable.systems.tcs.world import ABOARD, MOVE_MODE, NOBODY, PARALYZED, SUPPRESSED, World

__all__ = ["SYSTEM", "Tcs"]

CHAPTERS = (
    Chapter(name="rulings", options=TcsOptions),
    field.CHAPTER,
    setup.CHAPTER,
    light.CHAPTER,
    turn.CHAPTER,
    orders.CHAPTER,
    command.CHAPTER,
    advanceguard.CHAPTER,
    desk.CHAPTER,
    neworders.CHAPTER,
    standingorders.CHAPTER,
    drafting.CHAPTER,
    draftgroups.CHAPTER,
    draftmeasures.CHAPTER,
    draftfires.CHAPTER,
    draftwords.CHAPTER,
    planning.CHAPTER,
    review.CHAPTER,
    action.CHAPTER,
    releases.CHAPTER,
    arrivals.CHAPTER,
    movement.CHAPTER,
    modes.CHAPTER,
    fireaction.CHAPTER,
    impulses.CHAPTER,
    transport.CHAPTER,
    smoke.CHAPTER,
    illumination.CHAPTER,
    mines.CHAPTER,
    assault.CHAPTER,
    overrun.CHAPTER,
    obeying.CHAPTER,
    areafire.CHAPTER,
    pointfire.CHAPTER,
    antitank.CHAPTER,
    losses.CHAPTER,
    morale.CHAPTER,
    buttoning.CHAPTER,
    flight.CHAPTER,
    overwatch.CHAPTER,
    passengers.CHAPTER,
    closefire.CHAPTER,
    recovery.CHAPTER,
    weather.CHAPTER,
    hiding.CHAPTER,
    paper.CHAPTER,
    stacking.CHAPTER,
    victory.CHAPTER,
    boats.CHAPTER,
    batteries.CHAPTER,
    airartillery.CHAPTER,
    calling.CHAPTER,
    adjustment.CHAPTER,
    scatter.CHAPTER,
    barrage.CHAPTER,
    shellfire.CHAPTER,
    continuous.CHAPTER,
    aircraft.CHAPTER,
    plotting.CHAPTER,
    *modern.CHAPTERS,
    *armor.CHAPTERS,
    special.OPTIONS,
    special.CHAPTER,
)
"""The rules. The order is that of the verbs of `Act`, and of the steps that chapters add to a phase."""


class Tcs(System[Board, World]):
    """The rules of TCS."""

    name = "tcs"
    title = "Tactical Combat Series"
    version = "4"
    unknown = MappingProxyType({"unit": NOT_YOURS})
    credits = (
        "The Tactical Combat Series is by Dean N. Essig, The Gamers and Multi-Man Publishing."
        " This is an independent implementation."
    )
    board = Board
    look = Situation
    field = Battlefield
    extended = Extended
    chapters = CHAPTERS
    scenario = TcsScenario
    calculators = CALCULATORS
    names = MappingProxyType(
        {
            "units": tuple(Named(kind.id, f"{kind.name}, {kind.nation}, {kind.era}") for kind in UNITS.values()),
            "batteries": tuple(Named(name, line.name) for name, line in ARTILLERY.items()),
            "missiles": tuple(Named(name, missile.name) for name, missile in ATGMS.items()),
        }
    )
    vehicles = VEHICLES
    phases = (
        ("command_phase", "Command"),
        ("air_artillery_phase", "Air and artillery"),
        ("action_phases", "Action"),
        ("clean_up", "Clean up"),
        ("turn_end", ""),
    )
    severities = (
        ("NE", "", "miss", "no smoke", "no fire", "no breach", "no change", "in time", "high roll", "highest roll"),
        ("near miss", "Suppressed", "late", "early", "smoke", "fire", "breached", "better"),
        ("step lost", "miss and step lost", "near miss and step lost", "SYR"),
        ("kill", "kill and step lost", "Paralyzed", "Surrender", "destroyed"),
    )

    def world(self, scenario: TcsScenario, rules: Rules) -> World:
        """The map, the roster and the options, checked."""
        return make_world(scenario, rules)

    def read_map(self, text: str, file: str, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """A map in a file of its own: text, or Tiled's JSON."""
        return map_of(text, file, scenario)

    def start(self, game: Game) -> tuple[Board, Sequence[Procedure]]:
        """An empty map; one side sets up after the other."""
        world: World = game.world
        victory = world.victory
        board = Board(
            units=tuple(
                Unit(
                    steps=steps,
                    sheet=NOBODY if kind.move_class == "helicopter" else world.formations[member].sheet,
                    group=world.formations[member].group,
                )
                for kind, member, steps in zip(world.kinds, world.member_of, world.started, strict=True)
            ),
            battalions=world.levels,
            vehicles=(0,) * len(world.battalions),
            holders=(game.sides.index(victory.held_by),) * len(world.objectives),
            due=tuple(formation.due for formation in world.formations),
            light=world.calendar.change(1).light,
            mines=() if world.options.secret_minefields else world.mines,
            hidden=world.mines if world.options.secret_minefields else (),
            sheets=orders.opening_sheets(world),
            batteries=batteries.stocks(world),
            registered=world.support.registered,
            plots=tuple(each.hex for each in world.support.plotted),
        )
        board = aboard_at_start(world, board)
        first, second = world.setup_order
        papers = (*plotting.written(game, first), *plotting.written(game, second))
        return board, (*papers, setup.SetUp(first), setup.SetUp(second), turn.Turn())

    def mask(self, game: Game[Board, World], board: Board, side: int | None) -> Board:
        """The board without what the side may not know: each chapter that keeps a secret takes it out."""
        known: dict[int | None, Board | None] | None = board.__dict__.get("masked")  # None: the board itself
        if known is None:
            known = board.__dict__["masked"] = {}
        elif side in known:
            return known[side] or board
        found = masked(game, board, side)
        if found is board:
            known[side] = None
        else:
            known[side] = found
            found.__dict__["masked"] = {side: None}  # to know what it knows tells it nothing more
        return found

    def imagine(self, game: Game, state: State[Any, Any], side: int, below: Callable[[int], int]) -> State[Any, Any]:
        """The other side's secrets might be others: its minefields and hidden units elsewhere."""
        board = state.board
        for imagine in game.rules.at(IMAGINED):
            board = imagine(game, board, side, below)
        secret = paper.imagined_secret(game, board, state.secret, side, below) if state.secret else ()
        if board == state.board and secret == state.secret:
            return state
        return game.unchosen(replace(state, board=board, secret=secret), 1 - side)

    def opened(self, game: Game[Board, World], board: Board, side: int | None) -> Board:
        """When the game is over nothing is secret, if the option says so."""
        return board if game.rules.chosen(PlanningOptions).reveal_sheets else self.mask(game, board, side)

    def draw(self, look: Situation, over: Mapping[int, str] | None = None) -> str:
        """The map as text."""
        return draw(look, over)

    def scene(self, game: Game) -> Scene:
        """The map and the roster, for a client."""
        return scene(game)

    def picture(self, game: Game, state: Known) -> Picture:
        """One moment, for a client."""
        return picture(game, state)

    def sight(self, game: Game, state: Known, side: int | None, place: int) -> Sequence[int] | None:
        """The hexes in sight of a hex (TCS 8.0)."""
        world: World = game.world
        return world.ground.map.indices(Situation(game, state.board).view(place))

    def line(self, game: Game, state: Known, side: int | None, place: int, to: int) -> str:
        """What blocks the line between two hexes; empty if it is clear (TCS 8.0)."""
        world: World = game.world
        look = Situation(game, state.board)
        found = sight(
            world.ground.map,
            place,
            to,
            smoke=look.smoke_mask if world.options.smoke_blocks else 0,
            visibility=(look.weather_limit if look.lit_mask >> to & 1 else look.visibility) or None,
            eye=world.eye,
            target=world.eye,
        )
        return "" if found else found.why

    def sheltered(self, game: Game, state: Known, side: int | None, place: int) -> Sequence[int]:
        """The hexes in sight of a hex where armor has defilade from it (AR 4.5a)."""
        seen = self.sight(game, state, side, place) or ()
        rules = game.rules.at(CRESTS)
        return tuple(hex for hex in seen if any(behind(game.world, hex, place) for behind in rules)) if rules else ()

    def sighted(self, game: Game, state: Known, side: int | None, place: int) -> tuple[str, Sequence[int]]:
        """The further hexes that units in a hex see by night vision or thermal sights (ME 6), or from Low (ME 4.1a)."""
        return sighted(Situation(game, state.board), place, side)

    def name_of(self, game: Game, kind: str, value: Any) -> str:
        """Units and formations by name, hexes by number."""
        world: World = game.world
        if kind == "unit":
            return str(world.names[value])
        if kind == "units":
            return ", ".join(world.names[each] for each in value)
        if kind == "hex":
            return world.hex_name(value)
        if kind == "side":
            return game.side_name(value)
        if kind == "formation":
            return str(world.formations[value].name)
        if kind == "battalion":
            return str(world.battalions[value])
        if kind == "battery":
            return str(world.support.batteries[value].name) if value >= 0 else "any battery"
        if kind == "outcome":
            return _outcome(value)
        return ordername.name_of(world, kind, value)

    def every(self, game: Game, kind: str) -> Collection[Any]:
        """Units and hexes by number."""
        if kind == "unit":
            return range(len(game.world.names))
        if kind == "battery":
            return range(len(game.world.support.batteries))
        if kind == "hex":
            return range(game.world.ground.size)
        return ordername.every(game.world, kind)

    def harm(self, outcome: Any) -> int:
        """A step lost is a hit; a morale check something short of it."""
        outcome, _ = parted(outcome) if isinstance(outcome, tuple) and type(outcome[0]) is int else (outcome, "")
        if isinstance(outcome, int):
            return 2 if outcome > 0 else 1 + outcome
        if isinstance(outcome, str):
            return {"kill": 2, "destroyed": 2, "near miss": 1}.get(outcome, 0)
        return 2 if isinstance(outcome, tuple) and outcome[0] == "kill" else 0

    def shots(self, game: Game, known: Known, side: int, reaction: Reaction) -> list[Shot]:
        """The shots that could be fired at a trigger."""
        return reactions.shots(game, known, side)

    def range_between(self, look: Situation, one: int, other: int) -> int | None:
        """Hexes apart."""
        here, there = look.units[one].at, look.units[other].at
        return None if here < 0 or there < 0 else look.world.ground.distance(here, there)

    def severity(self, outcome: Any) -> int:
        """Fire by the steps it costs; all others by their words."""
        outcome, _ = parted(outcome) if isinstance(outcome, tuple) and type(outcome[0]) is int else (outcome, "")
        if type(outcome) is int:
            return min(max(outcome + 1, 0), 3)
        return super().severity(outcome)

    def owner(self, game: Game, kind: str, value: Any) -> int | None:
        """Whose a unit or a formation is."""
        if kind == "unit":
            return int(game.world.owners[value])
        if kind == "formation":
            return int(game.world.formations[value].side)
        if kind == "battery":
            return int(game.world.support.batteries[value].side)
        return super().owner(game, kind, value)

    def changes(self, before: Situation, after: Situation) -> list[Change]:
        """What changed, unit by unit."""
        found = []
        for n, (was, now) in enumerate(zip(before.units, after.units, strict=True)):
            if was.steps and not now.steps:
                found.append(Change(before.say("changed.lost", unit=n), 3))
                continue
            if now.steps < was.steps:
                what = "changed.steps" if was.steps - now.steps > 1 else "changed.step"
                found.append(Change(before.say(what, unit=n, steps=was.steps - now.steps), 2))
            if now.morale != was.morale:
                what = ("changed.steady", "changed.suppressed", "changed.paralyzed")[now.morale]
                found.append(Change(before.say(what, unit=n), (0, 1, 3)[now.morale]))
            if now.at != was.at and now.at >= 0:
                found.append(Change(before.say("changed.to", unit=n, hex=now.at), 0))
            if now.mode != was.mode and now.at == was.at:
                what = ("changed.fire_mode", "changed.move_mode")[now.mode]
                found.append(Change(before.say(what, unit=n), 0))
        return found

    def worth(self, look: Situation, side: int) -> int:
        """Steps, their state, and the ground held."""
        world = look.world
        total = 0
        for n, unit in enumerate(look.units):
            if not unit.steps:
                continue
            full = world.kinds[n].steps
            value = 100 * unit.steps // full + 20
            value -= {SUPPRESSED: 15, PARALYZED: 30}.get(unit.morale, 0)
            value += 5 * unit.dug_in
            if unit.at >= 0 and world.objectives:
                value -= min(world.ground.distance(unit.at, hex) for hex in world.objectives)
            total += value if world.owners[n] == side else -value
        holders = look.board.holders
        held: int = holders.count(side) - holders.count(1 - side)
        return total + 60 * held


def aboard_at_start(world: World, board: Board) -> Board:
    """The board with those aboard that helicopters carry from the start (ME 4.3b)."""
    if not world.air.loads:
        return board
    units = list(board.units)
    for load in world.air.loads:
        units[load.unit] = replace(units[load.unit], at=ABOARD, mode=MOVE_MODE, carrier=load.helicopter)
    return replace(board, units=tuple(units))


def _outcome(value: Any) -> str:
    """A result of a chart in words."""
    if type(value) is int:
        return {-1: "no effect", 0: "a morale check", 1: "a step lost"}.get(value, f"{value} steps lost")
    if isinstance(value, tuple):
        words = [_outcome(each) if type(each) is int else str(each) for each in value if each or type(each) is int]
        return " and ".join(words)
    return {"NE": "no effect", "SYR": "save yourself"}.get(str(value), str(value))


SYSTEM = Tcs()
