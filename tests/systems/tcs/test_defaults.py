"""The defaults of TCS: the options of a game and the values of each calculator, written down once more.

A default is a ruling (or the case that a calculator begins with): whoever changes one on purpose changes it here too.
"""

import msgspec

from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.calculators import CALCULATORS

OPTIONS = """
    turns=8 stack_limit=20 overstack=move move_mode_once=on vehicle_mode_sixths=3 fired_blocks_move_mode=on
    mode_change_triggers=on minimum_move=on own_mines_safe=on breach_die=4 breach_engineers=2
    passenger_sixths=3 riders_tanks=3 riders_jump_off=fire_mode assault_rounds=3 overrun_extra=2 flame_hexes=1
    passengers_hit=again vehicle_impulses=3 fire_takes_impulse=on unarmed_impulses=off mine_shifts=on
    assault_once=on assault_entry_fire=on assault_first=defender assault_shaken_fire=off overrun_marked=on
    night_off_road=2 secret_minefields=off visibility=0 roll_first_turn=off smoke_blocks=on
    left_of_column_0=no_effect density_counts=targets mixed_firers=worst mixed_postures=majority
    cross_fire_sides=2 cross_fire_remembered=on tough_b_targets=on loss_spread=even sfa_after_move=off
    sfa_joined=any spotter_hexes=12 vehicle_morale=3 surrender_tells=1 paralyzed_hexes=1
    point_kills_capped=off point_cross_fire=off overwatch_near=3 overwatch_far=1 overwatch_again=5
    overwatch_again_spotted=6 overwatch_marks=stack fire_triggers=on return_fire=on mortar_overwatch=1
    recovery_fresh=off spotting_shared=off eye_metres=0 crest_metres=20 point_fire_morale=on vehicle_checks=on
    suppressed_vehicles_move=on buttoning_up=off weather_table=off hidden_setup=on twilight_hexes=6
    night_hexes=2 first_turn_hourly=on

    command=full preliminary_instructions=on objective_hexes=19 axis_width=3 axis_width_most=4
    objective_margin=2 unmarked_sheet=free hasty_hexes=3 prepared_hexes=1 reserve_hexes=3 march_backward=2
    march_fire=5 assault_margin=1 unassigned_far=12 unassigned_sees=sight fire_bounds=free
    attack_from_march=off dig_in_later=on reserve_digs_in=off first_turn_accrual=off sheet_size=battalions
    weighted_worst=any command_pace=1 objective_share=all arrival_quarters=3 arrival_hexes=1
    completion=automatic consolidate=off failure_half=6 failure_most=8 withdraw_hexes=5 sheets_per_unit=2
    sheets_most=12 edit_keeps_sixths=3 checks_per_sheet=1 add_hexes=5 unassigned_known=on reveal_sheets=on

    arrival_triggers=off illum_adjusts=off illum_hexes=2 morale_order=strongest mines_no_low=off boats=0
    boats_return=2 footbridge_turns=3 footbridge_points=1

    battalion_least=2 fast_continuous=on continuous_ammo=1 danger_close=0 observer_missions=1 trp_columns=2
    gs_shift=0 scatter_quality=bad barrage_road=moving continuous_hits_runners=on continuous_each_hex=on
    continuous_renewal=adjust barrage_finds=hit rocket_hexes=3 sortie_visibility=8 aa_hexes=5
    sortie_spotter=12 sortie_point_targets=1

    modern=off hit_smoke=off fascam_foot_crossing=off laser_designators=off dedicated_missions=off
    atgm_supply=off at8_counterfire=off soviet_popup_doctrine=off soviet_popup_ban=off aa_in_place=on
    advanced_armor=off platoon_morale=2 mounted_fire=on sights_lit=on sights_spot=on mopp_slows_recovery=on
    chem_no_low=off chem_vehicle_check=on

    armor_rules=off armor_morale=off armor_leaders=off armor_platoon_counters=off armor_impulses=off
    armor_flanking=off armor_defilade=off armor_smoke=off open_armored_vehicles=off frag_orders=off
    us_armor_first=off assault_infantry_steps=off fall_back=off hard_cover=off impulse_ends_turn=turn
    defilade_overwatch=return frag_assault=off

    special_rules=off
"""
PLAIN = ("", "0", "off", "open", "none", "nowhere", "day")
"""Values that a question may leave out: nothing, and open ground by day."""
QUESTIONS = {
    "area": "firers=us_rifle_plt; targets=ge_gren_plt; hexes=3",
    "point": "firers=us_m4_75; targets=ge_pz4; hexes=6",
    "numbers": "strength=12; column=by strength; fire=area",
    "at_roll": "",
    "at_rolls": "rollers=3x us_rifle_plt; vehicle=ge_panther; where=beside; terrain=woods",
    "passengers": "firers=us_57mm_atg; fire=point; carrier=ge_sdkfz251; passenger=ge_gren_plt; hexes=4",
    "smoke": "layers=us_60mm_sec; hexes=4",
    "spotting": "firer=us_rifle_plt; target=ge_gren_plt",
    "night": "firer=us_rifle_plt; target=ge_gren_plt; twilight_hexes=6; night_hexes=2",
    "movement": "unit=us_m4_75; terrain=woods",
    "approach": "movers=us_rifle_plt; watchers=ge_gren_plt dug_in; hexes=5; enter=2",
    "mines": "movers=us_rifle_plt",
    "breach": "unit=us_engineer_plt",
    "assault": "attackers=us_rifle_plt; defenders=ge_gren_plt suppressed; rounds=3",
    "overrun": "vehicles=3x us_m4_75; defenders=ge_gren_plt",
    "morale": "morale=3",
    "hourly": "level=3; hours=2",
    "command": "kind=Attack; prep=3; battalions=1; units=idle; phases=10; command_pace=1",
    "barrage": "battery=us_105_how; shell=HE; targets=ge_gren_plt; hexes=3; orders=Attack",
    "sortie": "area=20; point_kill=9; targets=ge_gren_plt move; spotter=on",
    "missile": "missile=tow2; defence=7; posture=fire",
    "flight": "helicopter=us87_ah1f; guns=su87_zsu23; low=on; hexes=12; enter=20",
    "popup": "helicopters=us87_ah1f; target=su87_bmp2 move; hexes=12; weapons=missile",
    "bomblets": "battery=us87_m109; shell=DPICM; launchers=1; targets=su87_bmp2, su87_mr_squad; hexes=3; orders=Attack",
    "counterfire": "cb=4; ew=1; fires=3; shell=HE; tubes=6; target_tubes=6",
    "chemicals": "target=us87_mech_squad; mopp=low; rounds=2",
    "sights": "firer=us87_m1a1; target=su87_t72a move; light=night; smoke=3",
}
RANGES = """
    turns=1..72 stack_limit=5..99 vehicle_mode_sixths=0..6 breach_die=2..7 breach_engineers=2..7 passenger_sixths=0..6
    riders_tanks=0..9 assault_rounds=1..9 overrun_extra=0..9 flame_hexes=0..3 vehicle_impulses=1..6 night_off_road=1..6
    visibility=0..99 cross_fire_sides=1..3 spotter_hexes=0..99 vehicle_morale=1..9 surrender_tells=0..9
    paralyzed_hexes=0..9 overwatch_near=0..99 overwatch_far=0..99 overwatch_again=2..7 overwatch_again_spotted=2..7
    mortar_overwatch=0..1 eye_metres=0..20 crest_metres=1..200 twilight_hexes=1..99 night_hexes=1..99

    objective_hexes=1..99 axis_width=0..9 axis_width_most=1..9 objective_margin=0..9 hasty_hexes=0..9
    prepared_hexes=0..9 reserve_hexes=0..9 march_backward=0..99 march_fire=0..99 assault_margin=0..9
    unassigned_far=1..99 command_pace=1..9 arrival_quarters=1..4 arrival_hexes=0..9 failure_half=0..12
    failure_most=0..12 withdraw_hexes=0..99 sheets_per_unit=0..9 sheets_most=1..99 edit_keeps_sixths=0..6
    checks_per_sheet=1..9 add_hexes=0..99

    illum_hexes=0..9 boats=0..99 boats_return=1..9 footbridge_turns=0..20 footbridge_points=0..9

    battalion_least=1..9 continuous_ammo=1..9 danger_close=0..9 observer_missions=1..9 trp_columns=0..9 gs_shift=-3..0
    rocket_hexes=0..99 sortie_visibility=0..99 aa_hexes=0..99 sortie_spotter=0..99 sortie_point_targets=1..9

    platoon_morale=0..9
"""
"""The smallest and the largest value of each option that is a number."""
QUESTION_RANGES = {
    "area": "hexes=0..24 visibility=0..20 battalion=0..20",
    "point": "hexes=0..24 visibility=0..20 battalion=0..20",
    "numbers": "strength=0..300 shift=-30..30",
    "passengers": "hexes=0..24",
    "smoke": "hexes=0..24",
    "night": "visibility=0..99 twilight_hexes=1..99 night_hexes=1..99",
    "approach": "hexes=2..24 enter=1..6",
    "mines": "battalion=0..20",
    "assault": "rounds=1..9 battalion=0..20",
    "overrun": "battalion=0..20",
    "morale": "morale=1..9 lost=0..20 battalion=0..20",
    "hourly": "level=1..20 hours=1..24",
    "command": "prep=0..9 battalions=0..9 weighted=0..999 phases=1..72 command_pace=1..9",
    "barrage": "hexes=1..24",
    "sortie": "area=0..200 point_kill=2..13",
    "missile": "defence=0..30 added=0..20",
    "flight": "hexes=0..24 enter=1..36 spent=0..9",
    "popup": "hexes=0..24",
    "bomblets": "launchers=1..8 hexes=1..24",
    "counterfire": "ew=0..20 fires=1..20 tubes=1..36 target_tubes=1..36",
    "chemicals": "rounds=1..9 battalion=0..20",
    "sights": "visibility=0..99 smoke=0..9",
}


def written(value):
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def test_the_options_of_a_game_nobody_has_set():
    assert {f"{each.name}={written(each.default)}" for each in SYSTEM.options} == set(OPTIONS.split())


def test_the_values_of_a_question_nobody_has_set():
    found = {}
    for each in CALCULATORS:
        values = {field.name: written(field.default) for field in msgspec.structs.fields(each.parameters)}
        found[each.name] = "; ".join(f"{name}={value}" for name, value in values.items() if value not in PLAIN)
    assert found == QUESTIONS


def test_the_range_of_every_option():
    numbers = [each for each in SYSTEM.options if not each.choices and not isinstance(each.default, bool)]
    assert {f"{each.name}={each.low}..{each.high}" for each in numbers} == set(RANGES.split())


def test_the_range_of_every_number_of_a_question():
    found = {}
    for each in CALCULATORS:
        fields = [(field.name, field.type) for field in msgspec.inspect.type_info(each.parameters).fields]
        numbers = [(name, type) for name, type in fields if isinstance(type, msgspec.inspect.IntType)]
        if numbers:
            found[each.name] = " ".join(f"{name}={type.ge}..{type.le}" for name, type in numbers)
    assert found == QUESTION_RANGES
