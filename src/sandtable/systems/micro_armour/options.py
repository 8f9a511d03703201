"""The options of Micro Armour: the toggles of the rules, and our rulings with their alternatives."""

from __future__ import annotations

from sandtable.kernel.system import Option
from sandtable.systems.micro_armour.tables import BELOW

__all__ = ["OPTIONS"]

OPTIONS = (
    Option("turns", 12, "How many turns the game lasts.", "MA 01.00c", low=1, high=40),
    Option(
        "front_arc",
        "90",
        "How wide the front of a stand is, in degrees: fire from outside it meets half the defense.",
        "MA 07.08.01c",
        choices=("90", "120", "180"),
    ),
    Option(
        "below_minus_3",
        "clamp",
        "What a differential under -3 does: as -3, as the table would go on, or nothing.",
        "MA CRT under",
        choices=BELOW,
    ),
    Option(
        "reveal_scope",
        "all_terrain",
        "Once a target has fired, which terrain no longer hides it: all of it, or only concealing terrain.",
        "MA 07.01.03b",
        choices=("all_terrain", "concealing"),
    ),
    Option(
        "reveal_needs_shot",
        True,
        "Only a stand whose test passed has fired and is revealed; off: a failed try reveals it too.",
        "MA 07.01.03d",
    ),
    Option(
        "committed_shots_lost",
        True,
        "Stands named for an attack whose target is already gone have used their try.",
        "MA 07.04e",
    ),
    Option(
        "continue_with_movement_modifiers",
        True,
        "A stand that was fired at on the move goes on with the modifiers of its movement test; off: its markers only.",
        "MA 07.06.05e",
    ),
    Option("slope_uphill_only", False, "Only the way up a slope costs extra.", "MA TEC slope dir"),
    Option(
        "same_feature_sight",
        0,
        "How many inches two stands in one concealing feature see each other; 0 is no limit.",
        "MA 07.01.05",
        low=0,
        high=60,
    ),
    Option(
        "hq_double_points",
        False,
        "Headquarters count double in the points of a force, as in the complete game.",
        "MA SCN HQ",
    ),
    Option(
        "break_point",
        0,
        "A force that has lost more stands than this loses at once; 0 is off.",
        "MA SCN break",
        low=0,
        high=60,
    ),
    Option(
        "late_stands_lost",
        True,
        "A stand that could have come on and is still off the table at the end counts as lost.",
        "MA SCN entry",
    ),
    Option("victory_each_turn", True, "Victory is checked after every turn; off: at the end only.", "MA SCN draw"),
    Option("smoke", False, "Smoke drawn on the map is in force; off: it is left out.", "MA TEC smoke"),
    Option("recon_groups", True, "Reconnaissance stands and groups move without an order at no penalty.", "MA MCC R"),
    Option(
        "each_stand_tries",
        False,
        "Each stand that a failed test has left behind may try alone without an order, even if its whole group failed.",
        "MA 08.02.08c",
    ),
    Option(
        "sighting", 0, "How far anybody sees, in inches; 0 is as the scenario says.", "MA 07.01.01a", low=0, high=100
    ),
    Option(
        "sighting_mixed",
        "20",
        "How far stands see, in inches, where a scenario calls the ground mixed: 20, or the sample scenario's 30.",
        "MA 07.01.01b",
        choices=("20", "30"),
    ),
    Option(
        "generation_modifiers",
        True,
        "The generation of a force changes its command roll; off: all generations command alike.",
        "MA 08.02.01c",
    ),
    Option(
        "ghq_command_value",
        0,
        "The command value of a GHQ to which the scenario gives none.",
        "MA 08.02.01c",
        low=-5,
        high=5,
    ),
)
