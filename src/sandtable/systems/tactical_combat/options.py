"""The options of Tactical Combat: the optional rules of the source, then our rulings with their alternatives.

The source leaves some things open, and some of its words are damaged. What we decided there is the default of a named
option; the other sensible readings are its other values. The rule that an option belongs to says so in `rules.csv`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.board.going import Going
from sandtable.board.tablesight import SightRule
from sandtable.kernel.system import Option, OptionValue
from sandtable.systems.tactical_combat.tables import LIMITS, MOVES, QUALITIES, QUALITY, TERRAIN
from sandtable.systems.tactical_combat.world import Rules

__all__ = ["OPTIONS", "make_goings", "make_rules"]

_METHODS = ("none", "leaders", "points")
_SIDES = ("none", "first", "second", "both")
_NUMBERS = "/".join(str(QUALITY[quality].acts_at_most) for quality in QUALITIES)

_OPTIONAL_RULES = (
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
    Option("good_radios", "none", "Sides whose leaders command at twice the distance.", "TC C10", _SIDES),
    Option("extra_command_die", "none", "Sides that roll one more die for command points.", "TC C19", _SIDES),
    Option("no_command_minimum", "none", "Sides that have no minimum of command points.", "TC C20", _SIDES),
    Option("terrain_die", False, "Entering bad ground costs a die of inches instead of more for each.", "TC M5"),
    Option("hmg_two_dice", False, "Machine guns roll two dice and keep the better.", "TC F4"),
    Option("hmg_no_long_range_penalty", False, "Machine guns have no long range modifier.", "TC F5"),
    Option("weapons_stand_two_hits", False, "Weapons stands are lost on the second hit.", "TC F19"),
    Option("morale_recovery_check", False, "Stands roll to recover.", "TC R3"),
    Option("leader_rally", False, "A leader may go to a shaken stand and lift it a level.", "TC R4"),
    Option("air_needs_spotter", False, "An air strike needs a spotter.", "TC A3"),
    Option(
        "air_dice",
        "scenario",
        "How many dice aircraft roll to keep the best: as the scenario says for each, or so many for all.",
        "TC A4",
        ("scenario", "1", "2", "3"),
    ),
    Option("smoke", True, "Artillery and mortars may lay smoke.", "TC A12"),
    Option("vehicles", True, "The armour rules are in use.", "TC V1"),
    Option("optional_rules", False, "Special rules that the scenario calls optional are in play.", "TC G4"),
    Option("range_percent", 100, "Weapon ranges in percent, for other figure scales.", "TC G2", low=50, high=400),
    Option("move_percent", 100, "Moves in percent, for other figure scales.", "TC G2", low=50, high=400),
)

_COMMAND = (
    Option(
        "command_chain",
        "any",
        "Whose leaders command a stand: any of its side, those of its formation and the ones above, or its own only.",
        "TC C5",
        ("any", "chain", "own"),
    ),
    Option(
        "command_numbers",
        _NUMBERS,
        "What green, regular and elite stands act on without a leader: the printed numbers are damaged.",
        "TC C7",
        (_NUMBERS, "6/7/8"),
    ),
    Option(
        "reactions_need_command",
        False,
        "Opportunity fire needs command too: a stand away from its leaders rolls, or its battalion pays a saved point.",
        "TC C21",
    ),
    Option(
        "battalion_quality",
        "majority",
        "What a battalion of mixed quality counts as: what most of its stands are, or the lowest or highest of them.",
        "TC C22",
        ("majority", "lowest", "highest"),
    ),
)

_MOVEMENT = (
    Option(
        "panic_from",
        "nearest",
        "Whom a stand panics away from: the nearest enemy, or the nearest it can see if it sees any.",
        "TC M11",
        ("nearest", "seen"),
    ),
    Option(
        "barred_flight",
        "turns",
        "A panic move or retreat whose straight line is barred turns to the nearest free line, or stops there.",
        "TC M11",
        ("turns", "stops"),
    ),
    Option(
        "table_edge",
        "lost",
        "A stand that is driven over the edge of the table is lost, or stops at the edge.",
        "TC M11",
        ("lost", "stops"),
    ),
    Option("friends_bar_moves", False, "Friendly stands may not be passed, except in panic and retreat.", "TC M12"),
    Option(
        "uphill",
        "slopes",
        "What costs more uphill: every inch that leads up a slope, or only the step that gains a level.",
        "TC M13",
        ("slopes", "steps"),
    ),
    Option("uphill_adds", False, "Uphill costs extra on top of other bad ground.", "TC M13"),
)

_FIRE = (
    Option("enemies_block_fire", False, "Enemy stands stop a line of fire, as friends do.", "TC F7"),
    Option("grazing_blocks", False, "A line that only touches an edge or a corner is blocked.", "TC F7"),
    Option(
        "range_measured",
        "edges",
        "Ranges are measured between the nearest edges of the bases, or between their centres.",
        "TC F7",
        ("edges", "centres"),
    ),
    Option("leader_dies_with_stand", False, "A leader who has joined a stand is lost with it.", "TC F21b"),
    Option(
        "leader_returns_after",
        LIMITS["replacement_turns"],
        "How many turns after he is lost a leader is replaced, counting from the turn of his loss.",
        "TC F22",
        low=1,
        high=9,
    ),
    Option(
        "suppressed_again",
        "nothing",
        "What a Suppressed result does to a stand that is Paralyzed already: nothing, or it takes a hit.",
        "TC F27",
        ("nothing", "hit"),
    ),
    Option(
        "opportunity_at",
        "actions",
        "What draws opportunity fire: every move and shot; not panic moves; not mortars; or retreating attackers too.",
        "TC O9",
        ("actions", "no_panic", "no_mortars", "retreats_too"),
    ),
    Option(
        "opportunity_moment",
        "any",
        "When a mover is shot at: any moment after an inch in a stand's sight; the first only; or an inch in anyone's.",
        "TC O10",
        ("any", "first", "shared"),
    ),
)

_CLOSE_COMBAT = (
    Option(
        "close_combat_modifiers",
        "plain",
        "Close combat: cover and morale alone count; smoke counts too; or machine guns never have a second die.",
        "TC X8",
        ("plain", "smoke", "one_die"),
    ),
    Option("wide_contact", False, "A victorious attacker fights the next stand it touches.", "TC X9"),
    Option("defence_finishes", False, "A stand that has fired in its defence is Finished.", "TC X11"),
    Option(
        "recovery_die",
        "d10",
        "The die of the recovery check: the source gives only the numbers.",
        "TC R3",
        ("d10", "d6"),
    ),
)

_SUPPORT = (
    Option("spotting_costs_point", False, "Who spots costs a command point even if he is not Finished by it.", "TC A7"),
    Option(
        "template_inches",
        LIMITS["template_radius"] // 50,
        "How wide a template is, where the scenario does not say.",
        "TC A9",
        low=1,
        high=12,
    ),
    Option(
        "template_catches",
        "centres",
        "What a template attacks: stands whose centre is under it, all whose base it touches, or enemies only.",
        "TC A9",
        ("centres", "bases", "enemies"),
    ),
    Option(
        "support_on_vehicles",
        "plain",
        "Air and artillery against vehicles: plain shots, or flank shots because they come from above.",
        "TC A14",
        ("plain", "flank"),
    ),
    Option(
        "mortar_crews_fire",
        False,
        "The crew of a light mortar may fire at what it sees too, without a spotter.",
        "TC A11",
    ),
)

_VEHICLES = (
    Option(
        "forced_back_line",
        "owner",
        "A vehicle forced back goes where its owner likes within 45 degrees, or straight away from the enemy.",
        "TC V11",
        ("owner", "straight"),
    ),
    Option(
        "suppressed_vehicle",
        "all_the_way",
        "A suppressed vehicle may not come closer to the nearest enemy at any point of its move, or at its end.",
        "TC V13",
        ("all_the_way", "at_the_end"),
    ),
    Option(
        "defence_arc",
        "all_round",
        "A vehicle that is attacked in close combat fires all round, or only into its front.",
        "TC V15",
        ("all_round", "front"),
    ),
    Option(
        "vehicle_wins",
        "beaten",
        "A vehicle wins close combat if the other is beaten; or also if that one is Suppressed, and it is not.",
        "TC V16",
        ("beaten", "steadier"),
    ),
    Option(
        "infantry_against_vehicles",
        "attacking",
        "Infantry and vehicles in close combat have no modifiers if the infantry attacks, or whoever does.",
        "TC V18",
        ("attacking", "always"),
    ),
    Option("flank_arc", "180", "How wide the front of a vehicle is, in degrees.", "TC V22", ("180", "90")),
    Option(
        "carriers_wait",
        False,
        "A carrier lets stands on and off only before it drives.",
        "TC V4",
    ),
    Option(
        "passengers",
        "hit",
        "Who rides in a destroyed carrier takes a hit, is lost, or is unhurt; or takes the hit, but may fire from it.",
        "TC V23",
        ("hit", "lost", "unhurt", "may_fire"),
    ),
    Option(
        "vehicle_fall_back",
        "both",
        "Undecided between vehicles: both fall back, or the attacker; or both, and one forced back goes once more.",
        "TC V24",
        ("both", "attacker", "twice"),
    ),
    Option(
        "road_rate",
        "vehicles",
        "Who pays one an inch along a road whatever ground it leads through.",
        "TC V25",
        ("vehicles", "all", "nobody"),
    ),
    Option(
        "road_target",
        "part",
        "A vehicle has moved along a road if two inches of its move were on one, or if all of it was.",
        "TC V25",
        ("part", "whole"),
    ),
    Option(
        "gun_move",
        MOVES["gun"] // 100,
        "How many inches an anti-tank gun is manhandled.",
        "TC V27",
        low=0,
        high=8,
    ),
    Option("vehicle_traits", False, "Fast and slow vehicles, hull guns and fronts that are proof.", "TC V26"),
)

_VICTORY = (
    Option(
        "victory_counts",
        "both",
        "What scores where a game is won by points: objectives and losses, or one of them.",
        "TC G5",
        ("both", "objectives", "losses"),
    ),
)

OPTIONS = (
    *_OPTIONAL_RULES,
    *_COMMAND,
    *_MOVEMENT,
    *_FIRE,
    *_CLOSE_COMBAT,
    *_SUPPORT,
    *_VEHICLES,
    *_VICTORY,
)


def _both(options: Mapping[str, OptionValue], name: str) -> tuple[bool, bool]:
    return options[name] in ("first", "both"), options[name] in ("second", "both")


def make_rules(options: Mapping[str, OptionValue], *, platoon_scale: bool) -> Rules:
    """The options of a game, worked out once. What has the name of an option has its value.

    >>> from sandtable.kernel.system import choose_options
    >>> make_rules(choose_options(OPTIONS, {"command_second_side": "none"}), platoon_scale=False).command
    ('leaders', 'none')
    """
    own = [options["command_first_side"], options["command_second_side"]]
    numbers = str(options["command_numbers"]).split("/")
    radius = LIMITS["command_radius"]
    values: dict[str, Any] = {name: options[name] for name in Rules.__struct_fields__ if name in options}
    values |= {
        "command": tuple(str(options["command"] if choice == "same" else choice) for choice in own),
        "acts_at_most": {quality: int(number) for quality, number in zip(QUALITIES, numbers, strict=True)},
        "command_radius": tuple(radius * (2 if good else 1) for good in _both(options, "good_radios")),
        "extra_die": _both(options, "extra_command_die"),
        "no_minimum": _both(options, "no_command_minimum"),
        "hmg_no_long_range": options["hmg_no_long_range_penalty"],
        "recovery_check": options["morale_recovery_check"],
        "flank_arc": int(options["flank_arc"]),
        "enemies_block": options["enemies_block_fire"],
        "sight": SightRule(grazing_blocks=bool(options["grazing_blocks"])),
        "platoon_scale": platoon_scale,
    }
    return Rules(**values)


def make_goings(rules: Rules) -> dict[str, Going]:
    """What ground costs: twice for infantry, four times for vehicles (TC M4, V3), and what a road saves (TC V25)."""
    return {
        "infantry": _going(rules, {kind: ground.infantry for kind, ground in TERRAIN.items()}, "infantry_uphill"),
        "vehicle": _going(rules, {kind: ground.vehicle for kind, ground in TERRAIN.items()}, "vehicle_uphill"),
    }


def _going(rules: Rules, costs: dict[str, int], climb: str) -> Going:
    uphill = LIMITS[climb]
    if rules.terrain_die:
        costs, uphill = {kind: min(cost, 1) for kind, cost in costs.items()}, 1
    easy = rules.roads_help("vehicle" if climb == "vehicle_uphill" else "infantry")
    return Going(
        ground=costs,
        roads={"road": 1, "track": 1},
        extras_on_road=not easy,
        roads_as_ground=not easy,
        uphill=1 if rules.uphill_adds else uphill,
        uphill_extra=uphill - 1 if rules.uphill_adds else 0,
        slopes=rules.uphill == "slopes" and not rules.terrain_die,
        margin=50,
        outlines=True,
    )
