"""The scenario generator: two forces, what they cost, what would make them cost the same, and a fair table.

>>> made = generate(Battle(blue="M1A1 Abrams", red="T-80U/AT-11", seed=7))
>>> [force.points for force in made.forces]
[4396, 5978]
>>> [(each.tool, each.gap) for each in made.settings]
[('drop', 211), ('add', 176), ('lower cohesion', 126), ('raise cohesion', 12), ('both cohesions', 13)]
"""

from __future__ import annotations

import textwrap
from typing import Annotated, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import Question
from sandtable.kernel.system import Generated, Generator
from sandtable.systems.micro_armour.calculators import Level, Vehicle, check_vehicle
from sandtable.systems.micro_armour.points import Costing, Setting, balance
from sandtable.systems.micro_armour.scenario import Company, Force, MicroScenario, SightingEntry, TankEntry
from sandtable.systems.micro_armour.tables import GENERATIONS, LIMITS, TANKS
from sandtable.systems.micro_armour.terrain_maker import Hills, SideRoads, Towns, fair_table, woods_share

__all__ = ["GENERATOR", "Balance", "Battle", "Generation", "Made", "generate"]

Count = Annotated[int, msgspec.Meta(ge=1, le=40)]
Balance = Literal["none", "best", "drop", "add", "lower cohesion", "raise cohesion", "both cohesions"]
Generation = Literal["I", "II", "III", "IV"]
Command = Annotated[int, msgspec.Meta(ge=-5, le=5)]


class Battle(Question, frozen=True):
    """What is asked of the generator.

    `balance` uses one of the tools of the rules, with its best setting, or the `best` of them. `woods` is their
    share of the table in percent, 10 to 30, and 0 to draw it. `side_roads` are poor roads and tracks besides the good
    road. A `command` of 0 leaves the value of the GHQ to the option. Everything that is drawn comes from the seed.
    """

    blue: Vehicle = "M60A3"
    red: Vehicle = "T-72"
    blue_tanks: Count = 10
    red_tanks: Count = 10
    blue_cohesion: Level = 14
    red_cohesion: Level = 14
    blue_generation: Generation = "III"
    red_generation: Generation = "III"
    blue_command: Command = 0
    red_command: Command = 0
    balance: Balance = "none"
    seed: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] = 1
    woods: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    towns: Towns = "random"
    hills: Hills = "random"
    side_roads: SideRoads = "none"
    sighting: Annotated[int, msgspec.Meta(ge=5, le=60)] = 30
    turns: Annotated[int, msgspec.Meta(ge=1, le=40)] = 12

    def agree(self) -> None:
        """Vehicles that there are, and a battle that there can be."""
        for name in (self.blue, self.red):
            check_vehicle(name)
        if 0 < self.woods < 10:
            raise OptionError(f"woods: 10 to 30 percent, or 0 to draw it, not {self.woods}")
        forces = _forces(self)
        total = sum(force.count for force in forces)
        if total > LIMITS["most_stands"]:
            raise OptionError(f"a battle has at most {LIMITS['most_stands']} stands, not {total}: begin with fewer")


class Made(msgspec.Struct, frozen=True):
    """A battle that was made: its scenario, what the forces cost, and the best setting of each tool of balance.

    `asked` are the forces as they were asked for, `forces` as they are; `woods` is their share of the table in percent.
    """

    scenario: MicroScenario
    asked: tuple[Costing, Costing]
    forces: tuple[Costing, Costing]
    settings: tuple[Setting, ...]
    woods: float


def _asked(ask: Battle) -> tuple[Costing, Costing]:
    return (
        Costing(ask.blue_tanks, TANKS[ask.blue].points, ask.blue_cohesion),
        Costing(ask.red_tanks, TANKS[ask.red].points, ask.red_cohesion),
    )


def _forces(ask: Battle) -> tuple[Costing, Costing]:
    """The forces after the tool of balance that was chosen."""
    asked = _asked(ask)
    if ask.balance == "none":
        return asked
    settings = balance(*asked)
    if ask.balance != "best":
        return next(each.forces for each in settings if each.tool == ask.balance)
    most = LIMITS["most_stands"]
    fit = [each for each in settings if sum(force.count for force in each.forces) <= most]
    return min(fit, key=lambda each: each.gap).forces


def generate(ask: Battle) -> Made:
    """A battle as it was asked for; the same question makes the same battle.

    >>> made = generate(Battle(blue="Leopard-II", red="T55A", balance="add"))
    >>> made.forces[1].count, sum(entry.count for company in made.scenario.force[1].company for entry in company.tanks)
    (22, 22)
    """
    asked, forces = _asked(ask), _forces(ask)
    table = fair_table(ask.seed, ask.woods, ask.towns, ask.hills, ask.side_roads)
    weapons = (ask.blue, ask.red)
    sides = ("Blue", "Red")
    settings = balance(*asked)
    words = [
        f"{side}: {_told_force(ask, number, weapon, force)}."
        for number, (side, weapon, force) in enumerate(zip(sides, weapons, forces, strict=True))
    ]
    scenario = MicroScenario(
        title=f"{ask.blue} against {ask.red}",
        system="micro_armour",
        briefing=_briefing([*words, _capital(_handicap(ask, forces)) + "."]),
        sides=sides,
        options={"turns": ask.turns},
        sighting=(SightingEntry(ask.sighting),),
        table=table,
        force=tuple(
            Force(side, force.cohesion, zone, _companies(weapon, force.count), generation, command or None)
            for side, weapon, force, zone, (generation, command) in zip(
                sides, weapons, forces, ("SOUTH", "NORTH"), _commands(ask), strict=True
            )
        ),
    )
    return Made(scenario, asked, forces, settings, woods_share(table))


def _commands(ask: Battle) -> tuple[tuple[Generation, int], tuple[Generation, int]]:
    """The generation and the command value of each side."""
    return (ask.blue_generation, ask.blue_command), (ask.red_generation, ask.red_command)


def _told_force(ask: Battle, side: int, weapon: str, force: Costing) -> str:
    """A force in words."""
    generation, command = _commands(ask)[side]
    value = f", command value {command:+d}" if command else ""
    return f"{force.count} {weapon} at cohesion {force.cohesion}, generation {generation}{value}, {force.points} points"


def _handicap(ask: Battle, forces: tuple[Costing, Costing]) -> str:
    """Which force is the better one, for the less experienced player (MA SCN handicap): by points, then by command."""
    sides = ("Blue", "Red")
    ranks = [
        (force.points, GENERATIONS[generation] + command)
        for force, (generation, command) in zip(forces, _commands(ask), strict=True)
    ]
    if ranks[0] == ranks[1]:
        return "handicap: neither force is better than the other"
    better = 0 if ranks[0] > ranks[1] else 1
    by = f"{ranks[better][0]} points against {ranks[1 - better][0]}"
    if ranks[0][0] == ranks[1][0]:
        by = "as many points, and better commanded"
    return f"handicap: {sides[better]} is the better force ({by}); give it to the less experienced player"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _briefing(words: list[str]) -> str:
    paragraphs = (
        "A battle that was drawn by lot: two forces come on in turn 1 from the narrow edges of a table that is the same"
        " for both. A stand that is still off the table at the end counts as lost.",
        *words,
        "Destroy 51 percent of the enemy for 50 percent or less of your own. Equal points are not balance: tanks that"
        " cannot hurt each other from the front are worth less than they cost.",
    )
    return "\n\n".join(textwrap.fill(each, 110) for each in paragraphs) + "\n"


def _companies(weapon: str, count: int) -> tuple[Company, ...]:
    """The tank of the headquarters by itself, and the others by threes."""
    found = [Company("HQ", (TankEntry(weapon, 1, "GHQ"),))]
    left = count - 1
    while left:
        size = min(3, left)
        found.append(Company(f"{_ordinal(len(found))} Company", (TankEntry(weapon, size),)))
        left -= size
    return tuple(found)


def _ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number in (11, 12, 13) else ending}"


def _told(ask: Battle) -> Generated:
    made = generate(ask)
    sides = made.scenario.sides
    notes = [
        f"{side}: {_told_force(ask, number, 'tanks', force)}"
        for number, (side, force) in enumerate(zip(sides, made.forces, strict=True))
    ]
    tools = []
    for each in made.settings:
        changed = [n for n in (0, 1) if each.forces[n] != made.asked[n]]
        if not changed:
            continue
        what = " and ".join(
            f"{sides[n]} has {each.forces[n].count} tanks at cohesion {each.forces[n].cohesion}" for n in changed
        )
        tools.append(
            f"{each.tool}: {what}; {each.forces[0].points} against {each.forces[1].points} points, {each.gap} apart"
        )
    if not tools:
        gap = abs(made.asked[0].points - made.asked[1].points)
        tools.append(f"{gap} points apart: no tank and no cohesion more or less would bring them closer")
    tools.append(_handicap(ask, made.forces))
    return Generated(made.scenario, (*notes, *tools, f"woods on {made.woods:.0f} percent of the table"))


GENERATOR = Generator("Two battalions of your choice on a table that is drawn by lot, and fair.", Battle, _told)
"""What `sandtable generate micro_armour` asks, and what it makes."""
