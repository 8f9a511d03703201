"""The options of Tactical Combat: the optional rules of the source, and our rulings with their alternatives."""

from __future__ import annotations

from sandtable.kernel.system import Option

__all__ = ["OPTIONS"]

_METHODS = ("none", "leaders", "points")
_SIDES = ("none", "first", "second", "both")

OPTIONS = (
    Option("turns", 8, "How many turns the game lasts.", "TC S4", low=1, high=60),
    Option(
        "command",
        "leaders",
        "Command: no limits, leaders near their stands, or points for battalions.",
        "TC C1",
        _METHODS,
    ),
    Option("command_first_side", "same", "Another command method for the first side.", "TC C2", ("same", *_METHODS)),
    Option("command_second_side", "same", "Another command method for the second side.", "TC C2", ("same", *_METHODS)),
    Option(
        "command_numbers",
        "4/6/8",
        "What green, regular and elite stands act on without a leader: the printed numbers are damaged.",
        "TC C7",
        ("4/6/8", "6/7/8"),
    ),
    Option("good_radios", "none", "Sides whose leaders command at twice the distance.", "TC C10", _SIDES),
    Option("extra_command_die", "none", "Sides that roll one more die for command points.", "TC C19", _SIDES),
    Option("no_command_minimum", "none", "Sides that have no minimum of command points.", "TC C20", _SIDES),
    Option("terrain_die", False, "Entering bad ground costs a die of inches instead of more for each.", "TC M5"),
    Option("hmg_two_dice", False, "Machine guns roll two dice and keep the better.", "TC F4"),
    Option("hmg_no_long_range_penalty", False, "Machine guns have no long range modifier.", "TC F5"),
    Option("weapons_stand_two_hits", False, "Weapons stands are lost on the second hit.", "TC F19"),
    Option("leader_dies_with_stand", False, "A leader who has joined a stand is lost with it.", "TC F21b"),
    Option("enemies_block_fire", False, "Enemy stands stop a line of fire, as friends do.", "TC F7"),
    Option("wide_contact", False, "A victorious attacker fights the next stand it touches.", "TC X9"),
    Option("morale_recovery_check", False, "Stands roll to recover.", "TC R3"),
    Option("leader_rally", False, "A leader may go to a shaken stand and lift it a level.", "TC R4"),
    Option("air_needs_spotter", False, "An air strike needs a spotter.", "TC A3"),
    Option("smoke", True, "Artillery and mortars may lay smoke.", "TC A12"),
    Option("vehicles", True, "The armour rules are in use.", "TC V1"),
    Option("flank_arc", "180", "How wide the front of a vehicle is, in degrees.", "TC V22", ("180", "90")),
    Option("range_percent", 100, "Weapon ranges in percent, for other figure scales.", "TC G2", low=50, high=400),
    Option("move_percent", 100, "Moves in percent, for other figure scales.", "TC G2", low=50, high=400),
)
