"""The Tactical Combat Series (TCS), version 4.01, with the Modern Expansion and the optional armor rules.

A series of hex-and-counter games by Dean N. Essig: a unit is a platoon, a gun or a vehicle, and a hex spans
125 metres. The Modern Expansion was published by The Gamers, Inc. (1990), the charts of version 4.01 by
Multi-Man Publishing Inc. (2013).

This is an independent implementation. It is neither made nor endorsed by the author or the publishers, and
states the rules in its own words in `rules.csv`; the charts lie in `charts/`.

A module is a chapter of the rules:

==============  ============================================================================================
tables          the charts, read once: units, terrain, fire and morale tables, shifts by name
options         our rulings by name, from `charts/options.csv`
ground          the map under the terrain chart: costs, sight, distances, what covers (TCS 8, 20.1)
world           what never changes in a game: the map, the roster, the options
board, field    what changes; the questions, and the verbs of the rules (TCS 3)
hiding          units set up unseen, how they are found, and what nobody may learn before (TCS 27.4)
scenario        a scenario file and its checks (TCS 27); `mapfile` its map; `victory` who has won, `setup` placing
turn            the sequence of play (TCS 2); calls `action`
action          an action phase, and `Act`: what the phasing side may do (TCS 2.0s to 2.0y)
arrivals        reinforcements (TCS 27.2)
modes           Fire Mode and Move Mode (TCS 4)
movement        moves of units and stacks, hex by hex (TCS 20.1)
impulses        vehicles move a third of their points at a time (TCS 20.2); `bands` how far each impulse takes them
transport       loading, towing, riding on tanks (TCS 20.3); `passengers` under fire (TCS 10.0c)
mines           minefields, crossing and breaching them (TCS 21)
stacking        too many steps in a hex (TCS 5)
spotting        who spots whom, on the track with its shifts (TCS 7)
aiming          range and line of sight of weapons, and why a shot is not allowed (TCS 9, 12.0b, 13.0d)
conditions      what area fire and point fire go by alike, and the roll on the fire table (TCS 9.1, 11.3)
areafire        the facts, shifts and roll of an area fire (TCS 11); `pointfire` of a point fire (TCS 12)
antitank        AT rolls (TCS 16)
losses          steps lost in a hex, shared out by their owner (TCS 10)
morale          checks of units and vehicles (TCS 17); `flight` the retreat of SYR (TCS 17.5)
fireaction      suppressive and point fire actions, AT rolls of the phasing side (TCS 13, 14)
smoke           smoke of mortars and infantry guns (TCS 19.1)
closefire       fire within a hex, in an assault or an overrun (TCS 22.3, 23.2)
assault         going into an enemy hex and fighting it out (TCS 22); `overrun` by vehicles (TCS 23)
overwatch       triggers, the question to the other side, return fire (TCS 15); `watching` who may fire
weather         the roll of the hour for visibility (TCS 7.0b)
reactions       what shots at a trigger are good for, for standing orders
recovery        shaken units in step 5 (TCS 17.7), morale levels by the hour (TCS 17.1d)
assaultodds     the calculator of an assault; `assaultsides` follows both sides to the end
calculators     questions about odds that need no game, on the ground of `proving`
==============  ============================================================================================

`turn` lines up the phases; `action.ActionPhase` runs a side's phase and asks `Act` again and again; each verb of `Act`
has its targets, effect and refusals in the module of its rules. All fire goes the same way: an `AreaFire`, `PointFire`
or `AtRolls` is put on the stack by `fireaction` or `overwatch` (or by whoever else fires), rolls, and puts `TakeLosses`
and the checks of `morale` after itself. Whatever may provoke the enemy puts a `Triggered` (side, units, kind) after
itself; it asks only if somebody can fire. What is under way on the map and stops when fired at has a method `halted`.

The facts of each roll are a struct (`AreaShot`, `PointShot`, `AtFacts`, `MoraleFacts`) that gives its shifts with words
and rules: the board fills it in for play, the calculators from what they are asked.

Engineers, reconnaissance and flamethrowers (TCS 24) have their lines where they count: `mines`, `AtFacts.engineer`,
the shift `spot_recon`, `areafire.burns`. Command, artillery, aircraft and night have their steps in `turn`, and their
marks in `Unit.sheet`, `Board.zones` and the light of `Conditions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.board.hexsight import sight
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Picture, Scene
from sandtable.kernel.procedure import Procedure, Reaction, Shot
from sandtable.kernel.state import State
from sandtable.kernel.system import OptionValue, System
from sandtable.systems.tcs import (
    action,
    antitank,
    areafire,
    arrivals,
    assault,
    closefire,
    fireaction,
    flight,
    hiding,
    losses,
    mines,
    morale,
    movement,
    overrun,
    overwatch,
    passengers,
    pointfire,
    reactions,
    recovery,
    setup,
    smoke,
    stacking,
    transport,
    turn,
    weather,
)
from sandtable.systems.tcs.board import Board, Situation, Unit
from sandtable.systems.tcs.calculators import CALCULATORS
from sandtable.systems.tcs.drawing import draw
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.mapfile import map_of
from sandtable.systems.tcs.options import OPTIONS
from sandtable.systems.tcs.picture import picture, scene
from sandtable.systems.tcs.scenario import TcsScenario, make_world
from sandtable.systems.tcs.world import PARALYZED, SUPPRESSED, World

__all__ = ["SYSTEM", "Tcs"]

_PHRASES = {
    "found": "{unit:unit} is found in {hex:hex}",
    "placed": "{unit:unit} is set up in {hex:hex}",
    "turn": "Turn {turn}, {clock}",
    "initiative": "{side:side} goes first",
    "action_phase": "Action phase of {side:side}",
    "arrives": "{formation:formation} comes on at {hex:hex}",
    "blocked": "{formation:formation} finds its way blocked and waits",
    "move_mode": "{unit:unit} goes to Move Mode",
    "fire_mode": "{unit:unit} goes to Fire Mode",
    "moves": "{units:units} moves to {hex:hex}",
    "aside": "{unit:unit} makes room and goes to {hex:hex}",
    "crowded_out": "{unit:unit} finds no room and is lost",
    "holds": "{side:side} holds {hex:hex}",
    "step": "{unit:unit} loses a step, {left} left",
    "destroyed": "{unit:unit} is destroyed",
    "surrenders": "{unit:unit} surrenders",
    "abandons": "{unit:unit} is abandoned",
    "trapped": "{unit:unit} finds no way out and is destroyed",
    "runs": "{unit:unit} runs to {hex:hex}",
    "suppressed": "{unit:unit} is Suppressed",
    "paralyzed": "{unit:unit} is Paralyzed",
    "recovers": "{unit:unit} recovers",
    "visibility": "One sees {hexes} hexes now",
    "battalion_morale": "The Battalion Morale of {battalion:battalion} is {level}",
    "vehicle_morale": "The Vehicle Morale of {battalion:battalion} is {level}",
    "overwatch": "{side:side} fires overwatch from {hex:hex}",
    "bails_out": "{unit:unit} loses its carrier and gets out",
    "gets_on": "{unit:unit} gets on {carrier:unit}",
    "gets_off": "{unit:unit} gets off {carrier:unit}",
    "jumps_off": "{unit:unit} jumps off its tank",
    "smoke": "There is smoke in {hex:hex}",
    "breaches": "{unit:unit} breaches the minefield in {hex:hex}",
    "finds_mines": "{units:units} finds a minefield in {hex:hex}",
    "cleared": "The minefield in {hex:hex} is cleared",
    "assaults": "{units:units} assaults {hex:hex}",
    "assault_stopped": "The assault on {hex:hex} does not get that far",
    "goes_back": "{unit:unit} goes back to {hex:hex}",
    "overruns": "{units:units} overruns {hex:hex}",
    "drives_off": "{units:units} drives off to {hex:hex}",
    "answers": "{side:side} returns fire from {hex:hex}",
}


class Tcs(System):
    """The rules of TCS."""

    name = "tcs"
    title = "Tactical Combat Series"
    version = "3"
    credits = (
        "The Tactical Combat Series is by Dean N. Essig, The Gamers and Multi-Man Publishing."
        " This is an independent implementation."
    )
    board = Board
    procedures = (
        setup.SetUp,
        setup.Place,
        turn.Turn,
        turn.CommandPhase,
        turn.AirArtilleryPhase,
        turn.ActionPhases,
        turn.Initiative,
        turn.ChooseOrder,
        turn.CleanUp,
        turn.TurnEnd,
        action.ActionPhase,
        action.Act,
        action.EndPhase,
        arrivals.Arrivals,
        arrivals.ComeOn,
        arrivals.ArrivalRoll,
        arrivals.Arrive,
        movement.Move,
        movement.Walk,
        areafire.AreaFire,
        pointfire.PointFire,
        antitank.AtRolls,
        antitank.AtRoll,
        losses.TakeLosses,
        losses.ChooseLoss,
        morale.MoraleChecks,
        morale.MoraleRoll,
        morale.VehicleCheck,
        morale.VehicleRoll,
        flight.SaveYourself,
        flight.Flee,
        fireaction.Suppress,
        fireaction.PointAction,
        fireaction.AntiTank,
        overwatch.Triggered,
        overwatch.Watch,
        overwatch.AimAt,
        overwatch.Shoot,
        overwatch.TryAgain,
        overwatch.GoOn,
        transport.Load,
        passengers.Passengers,
        passengers.PassengerFire,
        smoke.LaySmoke,
        smoke.SmokeRoll,
        mines.Mines,
        mines.MineFire,
        mines.MineRoll,
        mines.Breach,
        mines.TryBreach,
        mines.BreachRoll,
        closefire.CloseFire,
        assault.Assault,
        assault.GoIn,
        assault.AssaultRound,
        assault.DriveOut,
        assault.AfterAssault,
        overrun.Overrun,
        overrun.OverrunFight,
        overrun.Clear,
        overrun.DriveOff,
        recovery.Recovery,
        recovery.Recover,
        recovery.HourlyRolls,
        recovery.LevelRoll,
        weather.WeatherRoll,
        stacking.Overstacking,
        stacking.Unstack,
        stacking.Aside,
    )
    scenario = TcsScenario
    options = OPTIONS
    calculators = CALCULATORS
    phrases = _PHRASES

    def world(self, scenario: TcsScenario, options: Mapping[str, OptionValue]) -> Any:
        """The map, the roster and the options, checked."""
        return make_world(scenario, options)

    def read_map(self, text: str, file: str, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """A map in a file of its own: text, or Tiled's JSON."""
        return map_of(text, file, scenario)

    def start(self, game: Game) -> tuple[Board, Sequence[Procedure]]:
        """An empty map; one side sets up after the other."""
        world: World = game.world
        victory = world.victory
        board = Board(
            units=tuple(
                Unit(steps=kind.steps, sheet=world.formations[member].sheet)
                for kind, member in zip(world.kinds, world.member_of, strict=True)
            ),
            battalions=(0,) * len(world.battalions),
            vehicles=(0,) * len(world.battalions),
            holders=(game.sides.index(victory.held_by),) * len(world.objectives),
            due=tuple(formation.arrives for formation in world.formations),
            light=world.light,
            mines=() if world.options["secret_minefields"] else world.mines,
            hidden=world.mines if world.options["secret_minefields"] else (),
        )
        first, second = world.setup_order
        return board, (setup.SetUp(first), setup.SetUp(second), turn.Turn())

    def look(self, game: Game, board: Board) -> Situation:
        """The map to read."""
        return Situation(game, board)

    def field(self, game: Game, board: Board) -> Battlefield:
        """A working copy."""
        return Battlefield(game, board)

    def mask(self, game: Game, board: Board, side: int | None) -> Board:
        """Secret minefields are not on it, nor who hides (TCS 21.4, 27.4)."""
        if board.hidden:
            board = mines.mask(board, side)
        return hiding.mask(game, board, side) if game.world.hides else board

    def imagine(self, game: Game, state: State[Any, Any], side: int, below: Callable[[int], int]) -> State[Any, Any]:
        """The other side's secret minefields might be elsewhere, and its units that hide."""
        board, stack = state.board, state.stack
        if board.hidden:
            board = mines.imagine(game.world, board, side, below)
        if game.world.hides:
            board, stack = hiding.imagine(game, board, side, below), overwatch.unaimed(stack, 1 - side)
        return state if board == state.board else replace(state, board=board, stack=stack)

    def draw(self, look: Situation, over: Mapping[int, str] | None = None) -> str:
        """The map as text."""
        return draw(look, over)

    def scene(self, game: Game) -> Scene:
        """The map and the roster, for a client."""
        return scene(game)

    def picture(self, game: Game, state: State[Any, Any]) -> Picture:
        """One moment, for a client."""
        return picture(game, state)

    def sight(self, game: Game, state: State[Any, Any], side: int | None, place: int) -> Sequence[int] | None:
        """The hexes in sight of a hex (TCS 8.0)."""
        world: World = game.world
        return world.ground.map.indices(Situation(game, state.board).view(place))

    def line(self, game: Game, state: State[Any, Any], side: int | None, place: int, to: int) -> str:
        """What blocks the line between two hexes; empty if it is clear (TCS 8.0)."""
        world: World = game.world
        look = Situation(game, state.board)
        found = sight(
            world.ground.map,
            place,
            to,
            smoke=look.smoke_mask if world.options["smoke_blocks"] else 0,
            visibility=look.visibility or None,
            eye=world.eye,
            target=world.eye,
        )
        return "" if found else found.why

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
        if kind == "outcome":
            return _outcome(value)
        return str(value)

    def harm(self, outcome: Any) -> int:
        """A step lost is a hit; a morale check something short of it."""
        if isinstance(outcome, int):
            return 2 if outcome > 0 else 1 + outcome
        return 2 if isinstance(outcome, tuple) and outcome[0] == "kill" else 0

    def shots(self, game: Game, known: State[Any, Any], side: int, reaction: Reaction) -> list[Shot]:
        """The shots that could be fired at a trigger."""
        return reactions.shots(game, known, side)

    def range_between(self, look: Situation, one: int, other: int) -> int | None:
        """Hexes apart."""
        here, there = look.units[one].at, look.units[other].at
        return None if here < 0 or there < 0 else look.world.ground.distance(here, there)

    def difference(self, before: Situation, after: Situation) -> str:
        """What changed, unit by unit."""
        changes = []
        for name, was, now in zip(before.world.names, before.units, after.units, strict=True):
            if was.steps and not now.steps:
                changes.append(f"{name} lost")
                continue
            if now.steps < was.steps:
                changes.append(f"{name} loses {was.steps - now.steps} step{'s' if was.steps - now.steps > 1 else ''}")
            if now.morale != was.morale:
                changes.append(f"{name} {('steady', 'Suppressed', 'Paralyzed')[now.morale]}")
            if now.at != was.at and now.at >= 0:
                changes.append(f"{name} to {before.world.hex_name(now.at)}")
            if now.mode != was.mode and now.at == was.at:
                changes.append(f"{name} in {('Fire', 'Move')[now.mode]} Mode")
        return ", ".join(changes)

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
        holders = look.get("holders")
        held: int = holders.count(side) - holders.count(1 - side)
        return total + 60 * held


def _outcome(value: Any) -> str:
    """A result of a chart in words."""
    if type(value) is int:
        return {-1: "no effect", 0: "a morale check", 1: "a step lost"}.get(value, f"{value} steps lost")
    if isinstance(value, tuple):
        return " and ".join(str(each) for each in value if each)
    return {"NE": "no effect", "SYR": "save yourself"}.get(str(value), str(value))


SYSTEM = Tcs()
