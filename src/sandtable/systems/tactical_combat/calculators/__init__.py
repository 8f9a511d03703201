"""The calculators of Tactical Combat: questions about odds that need no game, answered with exact fractions.

Every answer comes from the rules themselves: from the function that makes a roll, or from a game of two stands
on a small table that is played through every throw of the dice. No rule is stated here a second time.

>>> from sandtable.systems.tactical_combat.calculators import Shot, shot
>>> for result, chance in shot(Shot(cover="soft")).items():
...     print(chance, result)
3/5 no effect
1/5 a hit and suppressed
1/5 suppressed
"""

from __future__ import annotations

from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tactical_combat.calculators.assault import CloseCombat, Ending, close_combat, first_round
from sandtable.systems.tactical_combat.calculators.charging import (
    Charge,
    Charged,
    Panic,
    charge,
    charge_rolls,
    panic,
    panic_rolls,
)
from sandtable.systems.tactical_combat.calculators.contact import Round, VehicleCombat, vehicle_combat, vehicle_rolls
from sandtable.systems.tactical_combat.calculators.distance import Distance, distance, distance_roll
from sandtable.systems.tactical_combat.calculators.nerve import (
    Acting,
    Command,
    Recoveries,
    command,
    command_roll,
    recovery,
    recovery_roll,
)
from sandtable.systems.tactical_combat.calculators.points import Points, Staff, points, points_roll
from sandtable.systems.tactical_combat.calculators.shooting import Left, Shot, ShotResult, Shots, one_roll, shot, shots
from sandtable.systems.tactical_combat.calculators.watching import Movers, Opportunity, opportunity, watchers_roll

__all__ = [
    "CALCULATORS",
    "Acting",
    "Charge",
    "Charged",
    "CloseCombat",
    "Command",
    "Distance",
    "Ending",
    "Left",
    "Movers",
    "Opportunity",
    "Panic",
    "Points",
    "Recoveries",
    "Round",
    "Shot",
    "ShotResult",
    "Shots",
    "Staff",
    "VehicleCombat",
    "charge",
    "close_combat",
    "command",
    "distance",
    "opportunity",
    "panic",
    "points",
    "recovery",
    "shot",
    "shots",
    "vehicle_combat",
]

EFFECT = (
    Total("to have any effect", lambda _, result: str(result) != "no effect"),
    Total("to hit", lambda _, result: result.hits > 0),
)
LEFT = (
    Total("to destroy it", lambda _, left: left.hits == 0),
    Total("to leave it shaken or destroyed", lambda _, left: left.severity > 0),
)
FOUGHT = (
    Total("that the attacker wins", lambda _, end: end.winner == "attacker"),
    Total("that the loser is destroyed", lambda _, end: end.loser == "destroyed"),
)

CALCULATORS = (
    Calculator("shot", "One shot at a stand, or at a vehicle.", Shot, shot, one_roll, EFFECT, "Fire"),
    Calculator("shots", "What is left of a stand after a series of shots.", Shots, shots, one_roll, LEFT, "Fire"),
    Calculator("distance", "A shot by stand, target and inches.", Distance, distance, distance_roll, EFFECT, "Fire"),
    Calculator(
        "opportunity",
        "Opportunity fire by one or two stands at a row of movers.",
        Opportunity,
        opportunity,
        watchers_roll,
        (
            Total("that all get through", lambda ask, end: end.through == ask.movers),
            Total("that none gets through", lambda _, end: end.through == 0),
        ),
        "Opportunity fire",
    ),
    Calculator(
        "charge",
        "A charge through opportunity fire into close combat.",
        Charge,
        charge,
        charge_rolls,
        (
            Total("to take the place", lambda _, end: end.won),
            Total("to lose the attacker", lambda _, end: end.attacker.hits == 0),
        ),
        "Close combat",
    ),
    Calculator(
        "close_combat",
        "A close combat to its end, with the hits left.",
        CloseCombat,
        close_combat,
        first_round,
        FOUGHT,
        "Close combat",
    ),
    Calculator(
        "vehicle_combat",
        "A close combat with a vehicle.",
        VehicleCombat,
        vehicle_combat,
        vehicle_rolls,
        (
            Total("to destroy the defender", lambda _, end: end.defender.hits == 0),
            Total("to destroy him or throw him back", lambda _, end: end.defender.hits == 0 or end.defender_back),
            Total("to lose the attacker", lambda _, end: end.attacker.hits == 0),
        ),
        "Close combat",
    ),
    Calculator(
        "panic",
        "A panic move, and what is left after it.",
        Panic,
        panic,
        panic_rolls,
        (Total("to survive", lambda _, left: left.hits > 0),),
        "Morale and command",
    ),
    Calculator(
        "recovery",
        "The morale of a stand after some turns.",
        Recoveries,
        recovery,
        recovery_roll,
        (Total("to be back to normal", lambda _, morale: morale == "normal"),),
        "Morale and command",
    ),
    Calculator(
        "command",
        "Stands that try to act out of command.",
        Command,
        command,
        command_roll,
        (
            Total("that all act", lambda ask, end: end.act == ask.stands),
            Total("that at least one acts", lambda _, end: end.act > 0),
        ),
        "Morale and command",
    ),
    Calculator(
        "points",
        "The command points of a battalion.",
        Points,
        points,
        points_roll,
        (Total("to have points for all the stands", lambda ask, staff: staff.points >= ask.stands),),
        "Morale and command",
    ),
)
"""What `sandtable odds tactical_combat` can be asked."""
