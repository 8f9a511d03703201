"""The options of Tactical Combat: the optional rules of the source, then our rulings with their alternatives.

The source leaves some things open, and some of its words are damaged. What we decided there is the default of a named
option; the other sensible readings are its other values. The rule that an option belongs to says so in `rules.csv`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from sandtable.board.going import Going
from sandtable.board.tablesight import SightRule
from sandtable.kernel.option import About, Options
from sandtable.systems.tactical_combat.tables import LIMITS, QUALITIES, TERRAIN
from sandtable.systems.tactical_combat.world import Rules

__all__ = ["TacticalCombatOptions", "make_goings", "make_rules"]


class TacticalCombatOptions(Options, frozen=True):
    """The optional rules of the source first, then our rulings."""

    turns: Annotated[int, About("How many turns the game lasts.", "TC S4", low=1, high=60)] = 8
    command: Annotated[
        Literal["none", "leaders", "points"],
        About("Command: no limits, leaders near their stands, or points for battalions.", "TC C1"),
    ] = "leaders"
    command_first_side: Annotated[
        Literal["same", "none", "leaders", "points"], About("Another command method for the first side.", "TC C2")
    ] = "same"
    command_second_side: Annotated[
        Literal["same", "none", "leaders", "points"], About("Another command method for the second side.", "TC C2")
    ] = "same"
    good_radios: Annotated[
        Literal["none", "first", "second", "both"],
        About("Sides whose leaders command at twice the distance.", "TC C10"),
    ] = "none"
    extra_command_die: Annotated[
        Literal["none", "first", "second", "both"], About("Sides that roll one more die for command points.", "TC C19")
    ] = "none"
    no_command_minimum: Annotated[
        Literal["none", "first", "second", "both"], About("Sides that have no minimum of command points.", "TC C20")
    ] = "none"
    terrain_die: Annotated[
        bool, About("Entering bad ground costs a die of inches instead of more for each.", "TC M5")
    ] = False
    hmg_two_dice: Annotated[bool, About("Machine guns roll two dice and keep the better.", "TC F4")] = False
    hmg_no_long_range_penalty: Annotated[bool, About("Machine guns have no long range modifier.", "TC F5")] = False
    weapons_stand_two_hits: Annotated[bool, About("Weapons stands are lost on the second hit.", "TC F19")] = False
    morale_recovery_check: Annotated[bool, About("Stands roll to recover.", "TC R3")] = False
    leader_rally: Annotated[bool, About("A leader may go to a shaken stand and lift it a level.", "TC R4")] = False
    air_needs_spotter: Annotated[bool, About("An air strike needs a spotter.", "TC A3")] = False
    air_dice: Annotated[
        Literal["scenario", "1", "2", "3"],
        About(
            ("How many dice aircraft roll to keep the best: as the scenario says for each, or this many for all."),
            "TC A4",
        ),
    ] = "scenario"
    smoke: Annotated[bool, About("Artillery and mortars may lay smoke.", "TC A12")] = True
    vehicles: Annotated[bool, About("The armour rules are in use.", "TC V1")] = True
    optional_rules: Annotated[bool, About("Special rules that the scenario calls optional are in play.", "TC G4")] = (
        False
    )
    range_percent: Annotated[
        int, About("Weapon ranges in percent, for other figure scales.", "TC G2", low=50, high=400)
    ] = 100
    move_percent: Annotated[int, About("Moves in percent, for other figure scales.", "TC G2", low=50, high=400)] = 100
    command_chain: Annotated[
        Literal["any", "chain", "own"],
        About(
            (
                "Whose leaders command a stand: any of its side, those of its formation and the ones "
                "above, or its own only."
            ),
            "TC C5",
        ),
    ] = "any"
    command_numbers: Annotated[
        Literal["4/6/8", "6/7/8"],
        About(
            ("What green, regular and elite stands act on without a leader: the printed numbers are damaged."), "TC C7"
        ),
    ] = "4/6/8"
    reactions_need_command: Annotated[
        bool,
        About(
            (
                "Opportunity fire needs command too: a stand away from its leaders rolls, or its "
                "battalion pays a saved point."
            ),
            "TC C21",
        ),
    ] = False
    battalion_quality: Annotated[
        Literal["majority", "lowest", "highest"],
        About(
            (
                "What a battalion of mixed quality counts as: what most of its stands are, or the lowest "
                "or highest of them."
            ),
            "TC C22",
        ),
    ] = "majority"
    panic_from: Annotated[
        Literal["nearest", "seen"],
        About(
            ("Whom a stand panics away from: the nearest enemy, or the nearest it can see if it sees any."), "TC M11"
        ),
    ] = "nearest"
    barred_flight: Annotated[
        Literal["turns", "stops"],
        About(
            ("A panic move or retreat whose straight line is barred turns to the nearest free line, or stops there."),
            "TC M11",
        ),
    ] = "turns"
    table_edge: Annotated[
        Literal["lost", "stops"],
        About("A stand that is driven over the edge of the table is lost, or stops at the edge.", "TC M11"),
    ] = "lost"
    friends_bar_moves: Annotated[
        bool, About("Friendly stands may not be passed, except in panic and retreat.", "TC M12")
    ] = False
    uphill: Annotated[
        Literal["slopes", "steps"],
        About(
            ("What costs more uphill: every inch that leads up a slope, or only the step that gains a level."), "TC M13"
        ),
    ] = "slopes"
    uphill_adds: Annotated[bool, About("Uphill costs extra on top of other bad ground.", "TC M13")] = False
    enemies_block_fire: Annotated[bool, About("Enemy stands stop a line of fire, as friends do.", "TC F7")] = False
    grazing_blocks: Annotated[bool, About("A line that only touches an edge or a corner is blocked.", "TC F7")] = False
    range_measured: Annotated[
        Literal["edges", "centres"],
        About("Ranges are measured between the nearest edges of the bases, or between their centres.", "TC F7"),
    ] = "edges"
    leader_dies_with_stand: Annotated[bool, About("A leader who has joined a stand is lost with it.", "TC F21b")] = (
        False
    )
    leader_returns_after: Annotated[
        int,
        About(
            ("How many turns after he is lost a leader is replaced, counting from the turn of his loss."),
            "TC F22",
            low=1,
            high=9,
        ),
    ] = 2
    suppressed_again: Annotated[
        Literal["nothing", "hit"],
        About(
            ("What a Suppressed result does to a stand that is Paralyzed already: nothing, or it takes a hit."),
            "TC F27",
        ),
    ] = "nothing"
    opportunity_at: Annotated[
        Literal["actions", "no_panic", "no_mortars", "retreats_too"],
        About(
            (
                "What draws opportunity fire: every move and shot; not panic moves; not mortars; or "
                "retreating attackers too."
            ),
            "TC O9",
        ),
    ] = "actions"
    opportunity_moment: Annotated[
        Literal["any", "first", "shared"],
        About(
            (
                "When a mover is shot at: any moment after an inch in a stand's sight; the first only; or"
                " an inch in anyone's."
            ),
            "TC O10",
        ),
    ] = "any"
    close_combat_modifiers: Annotated[
        Literal["plain", "smoke", "one_die"],
        About(
            ("Close combat: cover and morale alone count; smoke counts too; or machine guns never have a second die."),
            "TC X8",
        ),
    ] = "plain"
    wide_contact: Annotated[bool, About("A victorious attacker fights the next stand it touches.", "TC X9")] = False
    defence_finishes: Annotated[bool, About("A stand that has fired in its defence is Finished.", "TC X11")] = False
    recovery_die: Annotated[
        Literal["d10", "d6"], About("The die of the recovery check: the source gives only the numbers.", "TC R3")
    ] = "d10"
    spotting_costs_point: Annotated[
        bool, About("Who spots costs a command point even if he is not Finished by it.", "TC A7")
    ] = False
    template_inches: Annotated[
        int, About("How wide a template is, where the scenario does not say.", "TC A9", low=1, high=12)
    ] = 3
    template_catches: Annotated[
        Literal["centres", "bases", "enemies"],
        About(
            ("What a template attacks: stands whose centre is under it, all whose base it touches, or enemies only."),
            "TC A9",
        ),
    ] = "centres"
    support_on_vehicles: Annotated[
        Literal["plain", "flank"],
        About(
            ("Air and artillery against vehicles: plain shots, or flank shots because they come from above."), "TC A14"
        ),
    ] = "plain"
    mortar_crews_fire: Annotated[
        bool, About("The crew of a light mortar may fire at what it sees too, without a spotter.", "TC A11")
    ] = False
    forced_back_line: Annotated[
        Literal["owner", "straight"],
        About(
            ("A vehicle forced back goes where its owner likes within 45 degrees, or straight away from the enemy."),
            "TC V11",
        ),
    ] = "owner"
    suppressed_vehicle: Annotated[
        Literal["all_the_way", "at_the_end"],
        About(
            ("A suppressed vehicle may not come closer to the nearest enemy at any point of its move, or at its end."),
            "TC V13",
        ),
    ] = "all_the_way"
    defence_arc: Annotated[
        Literal["all_round", "front"],
        About("A vehicle that is attacked in close combat fires all round, or only into its front.", "TC V15"),
    ] = "all_round"
    vehicle_wins: Annotated[
        Literal["beaten", "steadier"],
        About(
            ("A vehicle wins close combat if the other is beaten; or also if that one is Suppressed, and it is not."),
            "TC V16",
        ),
    ] = "beaten"
    infantry_against_vehicles: Annotated[
        Literal["attacking", "always"],
        About(
            ("Infantry and vehicles in close combat have no modifiers if the infantry attacks, or whoever does."),
            "TC V18",
        ),
    ] = "attacking"
    flank_arc: Annotated[Literal["180", "90"], About("How wide the front of a vehicle is, in degrees.", "TC V22")] = (
        "180"
    )
    carriers_wait: Annotated[bool, About("A carrier lets stands on and off only before it drives.", "TC V4")] = False
    passengers: Annotated[
        Literal["hit", "lost", "unhurt", "may_fire"],
        About(
            (
                "Who rides in a destroyed carrier takes a hit, is lost, or is unhurt; or takes the hit, "
                "but may fire from it."
            ),
            "TC V23",
        ),
    ] = "hit"
    vehicle_fall_back: Annotated[
        Literal["both", "attacker", "twice"],
        About(
            (
                "Undecided between vehicles: both fall back, or the attacker; or both, and one forced "
                "back goes once more."
            ),
            "TC V24",
        ),
    ] = "both"
    road_rate: Annotated[
        Literal["vehicles", "all", "nobody"],
        About("Who pays one an inch along a road whatever ground it leads through.", "TC V25"),
    ] = "vehicles"
    road_target: Annotated[
        Literal["part", "whole"],
        About(
            ("A vehicle has moved along a road if two inches of its move were on one, or if all of it was."), "TC V25"
        ),
    ] = "part"
    gun_move: Annotated[int, About("How many inches an anti-tank gun is manhandled.", "TC V27", low=0, high=8)] = 4
    vehicle_traits: Annotated[bool, About("Fast and slow vehicles, hull guns and fronts that are proof.", "TC V26")] = (
        False
    )
    victory_counts: Annotated[
        Literal["both", "objectives", "losses"],
        About("What scores where a game is won by points: objectives and losses, or one of them.", "TC G5"),
    ] = "both"


def _both(sides: str) -> tuple[bool, bool]:
    """Whether the first side is meant, and whether the second is."""
    return sides in ("first", "both"), sides in ("second", "both")


def make_rules(options: TacticalCombatOptions, *, platoon_scale: bool) -> Rules:
    """The options of a game, worked out once. What has the name of an option has its value.

    >>> make_rules(TacticalCombatOptions(command_second_side="none"), platoon_scale=False).command
    ('leaders', 'none')
    """
    own = [options.command_first_side, options.command_second_side]
    numbers = options.command_numbers.split("/")
    radius = LIMITS["command_radius"]
    values: dict[str, Any] = {
        name: getattr(options, name) for name in Rules.__struct_fields__ if name in options.__struct_fields__
    }
    values |= {
        "command": tuple(str(options.command if choice == "same" else choice) for choice in own),
        "acts_at_most": {quality: int(number) for quality, number in zip(QUALITIES, numbers, strict=True)},
        "command_radius": tuple(radius * (2 if good else 1) for good in _both(options.good_radios)),
        "extra_die": _both(options.extra_command_die),
        "no_minimum": _both(options.no_command_minimum),
        "hmg_no_long_range": options.hmg_no_long_range_penalty,
        "recovery_check": options.morale_recovery_check,
        "flank_arc": int(options.flank_arc),
        "enemies_block": options.enemies_block_fire,
        "sight": SightRule(grazing_blocks=options.grazing_blocks),
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
