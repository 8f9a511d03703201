"""The numbers of special rules: the least and the most that a scenario may say, and what counts if it says nothing."""

import msgspec
import pytest

from sandtable.systems.tactical_combat.special.airdrop import Airdrop
from sandtable.systems.tactical_combat.special.airlanding import AirLanding
from sandtable.systems.tactical_combat.special.ammunition import Ammunition
from sandtable.systems.tactical_combat.special.bogging import Bogging
from sandtable.systems.tactical_combat.special.breach import Breach
from sandtable.systems.tactical_combat.special.breakdown import Breakdowns
from sandtable.systems.tactical_combat.special.column import Column
from sandtable.systems.tactical_combat.special.demolition import Demolition
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.foothold import Foothold
from sandtable.systems.tactical_combat.special.fuel import Fuel
from sandtable.systems.tactical_combat.special.hesitation import Hesitation
from sandtable.systems.tactical_combat.special.landing import Landing
from sandtable.systems.tactical_combat.special.losses import Losses
from sandtable.systems.tactical_combat.special.mines import Mines
from sandtable.systems.tactical_combat.special.mist import Mist
from sandtable.systems.tactical_combat.special.obstacles import Obstacles
from sandtable.systems.tactical_combat.special.radios import NoRadios
from sandtable.systems.tactical_combat.special.responsibility import Responsibility
from sandtable.systems.tactical_combat.special.sleeping import Sleeping
from sandtable.systems.tactical_combat.special.staff import PoorStaff
from sandtable.systems.tactical_combat.special.strongpoints import Strongpoint
from sandtable.systems.tactical_combat.special.terror import TankTerror
from sandtable.systems.tactical_combat.special.tide import Rise, Tide
from sandtable.systems.tactical_combat.special.withdrawal import Withdrawal

pytestmark = pytest.mark.rule("TC G4")

RULES = [
    (Airdrop(formation="Drop"), "stick 1 20, drift 0 400, ground_fire 0 99, hurt_at_least 2 10, shot_within 0 16"),
    (Airdrop(formation="Drop"), "helpless -9 9, pistols 1 16, unarmed -9 9"),
    (AirLanding(formation="Flown", marker="field"), "clear 0 99, near 1 12"),
    (Ammunition(side="US"), "turns 1 99, at_most 1 10"),
    (Bogging(ground=("ford",), at_most=3), "off_road 0 99, at_most 1 10"),
    (Breach(side="US", ground="wire_belt"), "engineers 0 10, others 0 10"),
    (Breakdowns(kinds=("d42_matilda",), at_most=3), "at_most 1 9, from_turn 1 99"),
    (Column(formations=("Tail",), most=4), "most 1 20"),
    (Demolition(side="US", feature="Bridge"), "from_turn 1 99, at_most 1 10"),
    (Exit(side="US", marker="gate"), "vehicle 0 20, other 0 20, most 1 99, unless 0 20, inches 1 12"),
    (Foothold(side="US", zone="top"), "points 1 20, most 1 99"),
    (Fuel(side="US", points=9), "points 1 999, thirsty 1 9, gain 0 999, worth 0 20"),
    (Hesitation(side="US", zone="sand"), "worse 1 9"),
    (Landing(side="US"), "inches 0 24, tanks 1 10, delay 1 20"),
    (Losses(side="US", beyond=3), "beyond 1 120"),
    (Mines(at_most=3), "at_most 1 10"),
    (Mist(inches=12, until_turn=3), "inches 1 400, until_turn 1 99"),
    (NoRadios(side="US"), "inches 0 99, points 1 9"),
    (Obstacles(at_most=3), "at_most 1 10"),
    (PoorStaff(side="US"), "nothing_at_most 0 9, most_saved_points 0 99"),
    (Responsibility(formation="1st", until_turn=1, zone="east"), "until_turn 1 99"),
    (Sleeping(formation="1st", wakes=(8,)), "alarm 0 99"),
    (Strongpoint(features=("Nest",)), "pounded 1 10"),
    (TankTerror(kinds=("e41_kv1",)), "at_least 2 10"),
    (
        Withdrawal(formation="1st", turn=8, objectives=2, at_least=8, toward="east"),
        "turn 1 99, objectives 1 99, at_least 1 10",
    ),
]
LIMITS = [
    pytest.param(rule, name, int(least), int(most), id=f"{type(rule).__name__} {name}")
    for rule, limits in RULES
    for name, least, most in (each.split() for each in limits.split(", "))
]


@pytest.mark.parametrize(("rule", "name", "least", "most"), LIMITS)
def test_a_number_of_a_special_rule_has_a_least_and_a_most(rule, name, least, most):
    def fault(value):
        return msgspec.structs.replace(rule, **{name: value}).fault()

    assert (fault(least), fault(most)) == ("", "")
    assert str(most + 1) in fault(most + 1)
    assert str(least - 1) in fault(least - 1)


def test_numbers_that_come_in_a_list_have_limits_too():
    for wakes, right in [((2, 10), True), ((1,), False), ((11,), False), ((9, 11), False)]:
        assert (Sleeping(formation="1st", wakes=wakes).fault() == "") == right
    for turn, right in [(1, True), (99, True), (0, False), (100, False)]:
        assert (Tide(side="US", rises=(Rise(turn=turn, feature="flood", zone="line"),)).fault() == "") == right


def test_a_glider_crashes_on_2_to_10_or_never():
    for number, right in [(0, True), (1, False), (2, True), (10, True), (11, False)]:
        assert (Airdrop(formation="Drop", crash_at_least=number).fault() == "") == right


def test_a_strongpoint_faces_and_fires_in_steps_that_the_table_can_measure():
    for faces, right in [(0, True), (345, True), (360, False), (-15, False), (20, False)]:
        assert (Strongpoint(features=("Nest",), faces=faces).fault() == "") == right
    for arc, right in [(30, True), (360, True), (0, False), (390, False), (45, False)]:
        assert (Strongpoint(features=("Nest",), arc=arc).fault() == "") == right


def test_bogging_needs_ground_or_inches_off_the_road():
    assert Bogging(ground=("ford",), at_most=3).fault() == ""
    assert Bogging(off_road=12, at_most=3).fault() == ""
    assert "needs ground" in Bogging(at_most=3).fault()


def test_what_a_special_rule_does_not_say_is_as_the_scenario_guide_says():
    """A second transcription: docs/tactical-combat-scenarios.md, and the scenarios that leave them out."""
    said = {
        (type(rule).__name__, name): value
        for rule, _ in RULES
        for name, value in zip(rule.__struct_fields__, msgspec.structs.astuple(rule), strict=True)
    }
    expected = {
        "Airdrop": {"stick": 3, "drift": 100, "ground_fire": 12, "hurt_at_least": 7, "crash_at_least": 0},
        "AirLanding": {"clear": 16, "near": 3},
        "Ammunition": {"kind": "hmg", "turns": 6, "at_most": 3},
        "Bogging": {"off_road": 0, "lasts": "game", "side": ""},
        "Breach": {"engineers": 6, "others": 2},
        "Breakdowns": {"from_turn": 1},
        "Demolition": {"from_turn": 1, "at_most": 6},
        "Exit": {"vehicle": 2, "other": 1, "most": 99, "unless": 0, "inches": 2},
        "Foothold": {"points": 1, "most": 99},
        "Fuel": {"thirsty": 2, "dump": "", "gain": 10, "worth": 0},
        "Hesitation": {"worse": 1},
        "Landing": {"inches": 6, "tanks": 5, "swimming": (), "delay": 2},
        "Mines": {"ground": ("mines",), "side": ""},
        "NoRadios": {"inches": 6, "points": 2},
        "Obstacles": {"ground": ("obstacles",), "side": ""},
        "PoorStaff": {"nothing_at_most": 0, "most_saved_points": 99},
        "Sleeping": {"alarm": 12},
        "Strongpoint": {"faces": 0, "arc": 360, "pounded_by": "", "pounded": 1},
        "TankTerror": {"at_least": 9},
    }
    for rule, values in expected.items():
        assert {name: said[rule, name] for name in values} == values
    jump = {"shot_within": 8, "helpless": -1, "containers": False, "pistols": 4, "unarmed": 1}
    assert {name: said["Airdrop", name] for name in jump} == jump
    assert not any(value for (_, name), value in said.items() if name == "optional")
