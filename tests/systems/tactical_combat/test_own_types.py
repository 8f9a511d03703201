"""Vehicles, guns and recovery numbers that a scenario has of its own (TC V29)."""

from importlib.resources import files

import pytest

import sandtable
from sandtable.kernel.errors import ScenarioError
from sandtable.systems.tactical_combat.calculators import Recoveries, recovery
from sandtable.systems.tactical_combat.owntypes import RecoveryNumbers, VehicleEntry
from sandtable.systems.tactical_combat.tables import SYMBOLS
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

OWN = (
    VehicleEntry("jumbo", "Sherman Jumbo", gun=-1, armour=3, normal_range=10, max_range=20, move=11),
    VehicleEntry("pak97", "Pak 97/38", arm="gun", gun=1, normal_range=12, max_range=18.5, move=3),
    VehicleEntry("kangaroo", "Kangaroo", armour=1, move=14, carries=1, recovers=3),
)
FIELD = """
    table 40 40
    US jumbo J 10,10 heading=0
    US kangaroo K 16,10
    US rifle A 17,10
    German pak97 P 10,{} heading=12 finished
    German w44_pz4 Z 30,30 heading=12 finished
"""


def battle(far=24, **how):
    return Battle(FIELD.format(far), **{"command": "none", "vehicle": OWN, **how})


@rule("TC V29")
def test_an_own_type_moves_and_fires_as_the_scenario_says():
    b = battle().do("stand", "J")
    assert b.why_not("move", "21,10") == ""
    assert b.why_not("move", "21.5,10").startswith("it is out of reach: J moves 11 inches")
    assert battle(31).act("J", "fire", "P", 10).modifiers() == {(1, "TC F17")}, "20 inches, over 10"
    assert battle(20.5).act("J", "fire", "P", 10).modifiers() == set()
    assert battle(32).do("stand", "J").offers("fire") == set(), "beyond 20"


@rule("TC V29")
def test_its_gun_and_armour_count():
    text = FIELD.format(20).replace("heading=12 finished", "heading=12")
    b = Battle(text, command="none", vehicle=OWN, side="German").act("P", "fire", "J", 10)
    assert b.modifiers() == {(1, "TC V20"), (3, "TC V21")}
    far = Battle(text.replace("P 10,20", "P 10,29.5"), command="none", vehicle=OWN, side="German").do("stand", "P")
    assert far.offers("fire") == {"J"}
    out = Battle(text.replace("P 10,20", "P 10,30"), command="none", vehicle=OWN, side="German").do("stand", "P")
    assert out.offers("fire") == set(), "18.5 inches"
    assert out.why_not("move", "10,27") == ""
    assert out.why_not("move", "10,26.5") != "", "its crew pushes it 3 inches, whatever gun_move says"


@rule("TC V29")
def test_it_carries_and_has_no_gun_if_the_scenario_gives_it_none():
    assert battle().do("stand", "A").offers("mount") == {"K"}
    text = FIELD.format(24) + "German w44_pz4 Y 16,14 finished\nGerman rifle X 16,18 finished"
    b = Battle(text, command="none", vehicle=OWN).do("stand", "K")
    assert b.offers("fire") == {"P", "X"}, "machine guns, and nothing against armour (TC V5)"


@rule("TC V29")
def test_one_that_carries_is_drawn_as_a_carrier_and_another_is_not():
    b = battle()
    symbols = [b.game.scene().pieces[b.number(name)].symbol for name in "KJ"]
    assert symbols == [SYMBOLS["carrier"], SYMBOLS["vehicle"]]


@rule("TC V29")
@rule("TC V28")
def test_an_own_gun_takes_three_hits_and_an_own_vehicle_those_of_its_scale():
    for scale, hits in (("squad", 1), ("platoon", 3)):
        b = battle(scale=scale)
        assert (b["J"].hits, b["P"].hits) == (hits, 3)
    assert battle(weapons_stand_two_hits=True)["P"].hits == 2


@rule("TC V29")
@rule("TC R3")
def test_recovery_numbers_of_the_scenario_and_of_a_type():
    text = FIELD.format(24).replace("A 17,10", "A 17,10 suppressed").replace("K 16,10", "K 16,10 suppressed")
    how = {"command": "none", "vehicle": OWN, "morale_recovery_check": True}
    b = Battle(text, recovery=RecoveryNumbers(regular=8), **how).do("end", None, 3, 7)
    assert (b["K"].morale, b["A"].morale) == (0, 1), "3 is enough for the one, 7 too little for the other"
    usual = Battle(text, **how).do("end", None, 2, 5)
    assert (usual["K"].morale, usual["A"].morale) == (1, 0)
    assert recovery(Recoveries("suppressed", 1, at_least=8, check=True))["normal"] * 10 == 3


@rule("TC V29")
def test_the_card_shows_what_the_scenario_says():
    game = battle(morale_recovery_check=True).game
    facts = {piece.name: dict(piece.facts) for piece in game.scene().pieces}
    assert facts["J"] | {"Quality": ""} == {
        "Quality": "",
        "Hits": "1",
        "Move": '11"',
        "Range": '10", long 20"',
        "Gun": "-1",
        "Armour": "+3",
        "Recovers": "on 5 or more",
    }
    assert facts["P"]["Move"] == '3"'
    assert facts["K"]["Recovers"] == "on 3 or more"


FIREFIGHT = (files("sandtable.scenarios") / "tactical_combat" / "first-firefight.toml").read_text("utf-8")
ENTRY = '\n[[vehicle]]\nkind = "jumbo"\nname = "Sherman Jumbo"\n'
FIRST = FIREFIGHT.count("\n") + 3
"""The line of the kind."""


@rule("TC V29")
@pytest.mark.parametrize(
    ("more", "line", "words"),
    [
        ("gun = 7", 2, "a gun modifier is -4 to 4, not 7"),
        ("armour = -5", 2, "an armour modifier is -4 to 4, not -5"),
        ("max_range = 8", 2, "the longest range is at least the normal one, 16"),
        ("normal_range = 0", 2, "a normal range is 1 to 400 inches, not 0"),
        ("move = 500", 2, "a move is 0 to 400 inches, not 500"),
        ("recovers = 1", 2, "a recovery number is 2 to 10, not 1"),
        ("carries = 3", 2, "a vehicle carries 0 or 1 stands (TC V4), not 3"),
        ('traits = ["amphibious"]', 2, "a trait is one of hull_gun, immune_front, open_topped, recon, soft"),
        ('arm = "gun"\narmour = 1', 3, "an anti-tank gun is fired at as infantry is: leave its armour out"),
        ("[recovery]\ngreen = 12", 3, "a recovery number is 2 to 10, not 12"),
    ],
)
def test_a_mistake_is_one_sentence_with_its_line(tmp_path, more, line, words):
    file = tmp_path / "mine.toml"
    file.write_text(FIREFIGHT + ENTRY + more + "\n", "utf-8")
    with pytest.raises(ScenarioError) as fault:
        sandtable.load(str(file))
    assert f"mine.toml line {FIRST + line}, " in str(fault.value)
    assert words in str(fault.value)


@rule("TC V29")
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("w44_m4_75", "there is another kind 'w44_m4_75': choose a new word"),
        ("Big Tank", "a kind is 1 to 40 small letters, digits and _, such as churchill_vii, not 'Big Tank'"),
    ],
)
def test_a_kind_has_a_word_of_its_own(tmp_path, kind, words):
    file = tmp_path / "mine.toml"
    file.write_text(FIREFIGHT + ENTRY.replace("jumbo", kind), "utf-8")
    with pytest.raises(ScenarioError, match=words.replace("(", r"\(")):
        sandtable.load(str(file))
