"""Numbers in a scenario file: the least and the most that are taken, and what counts where the file is silent."""

import pytest

import sandtable
from sandtable.kernel.errors import ScenarioError
from sandtable.systems.tactical_combat.scenario import Force, Objective, SupportEntry, Victory
from tests.systems.tactical_combat.special.faults import FIREFIGHT, fault_in

GUNS = '[[support]]\nside = "US"\nkind = "{kind}"\nname = "Guns"\n'
TANK = """
[[vehicle]]
kind = "mine"
name = "Mine"
arm = "vehicle"
normal_range = 8
max_range = 16
"""


def takes(folder, text):
    """Whether a scenario file is taken."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    try:
        sandtable.load(str(file))
    except ScenarioError:
        return False
    return True


def takes_only(folder, text, values):
    """Whether exactly the middle two of four values in a row are taken: the least and the most."""
    return [takes(folder, text.replace("VALUE", str(value))) for value in values] == [False, True, True, False]


@pytest.mark.rule("TC A1")
@pytest.mark.parametrize(
    ("kind", "line", "values"),
    [
        ("artillery", "missions = VALUE", (0, 1, 20, 21)),
        ("artillery", "turns = [VALUE, 99]", (0, 1, 99, 100)),
        ("artillery", "turns = [1, VALUE]", (0, 1, 99, 100)),
        ("artillery", "dice = VALUE", (0, 1, 1, 2)),
        ("air", "dice = VALUE", (0, 1, 3, 4)),
        ("artillery", "template = VALUE", (0.5, 1, 12, 12.5)),
        ("artillery", "every = VALUE", (0, 1, 99, 100)),
    ],
)
def test_numbers_of_support(tmp_path, kind, line, values):
    assert takes_only(tmp_path, f"{FIREFIGHT}\n{GUNS.format(kind=kind)}{line}\n", values)


@pytest.mark.rule("TC G5")
@pytest.mark.parametrize(
    ("name", "least"), [("margin", 1), ("stand", 0), ("valuable", 0), ("survivors", 0), ("draw_losses", 0)]
)
def test_numbers_of_victory(tmp_path, name, least):
    text = FIREFIGHT.partition("[victory]")[0] + f"[victory]\n{name} = VALUE\n"
    assert takes_only(tmp_path, text, (least - 1, least, 120, 121))


@pytest.mark.rule("TC G5")
def test_numbers_of_an_objective(tmp_path):
    assert takes_only(tmp_path, FIREFIGHT.replace("points = 3", "points = VALUE"), (0, 1, 99, 100))


@pytest.mark.rule("TC V29")
@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("gun = VALUE", (-5, -4, 4, 5)),
        ("armour = VALUE", (-5, -4, 4, 5)),
        ("carries = VALUE", (-1, 0, 1, 2)),
        ("recovers = VALUE", (1, 2, 10, 11)),
    ],
)
def test_numbers_of_an_own_type(tmp_path, line, values):
    assert takes_only(tmp_path, f"{FIREFIGHT}\n{TANK}{line}\n", values)


@pytest.mark.rule("TC V29")
def test_an_own_anti_tank_gun_has_no_armour(tmp_path):
    gun = TANK.replace('"vehicle"\n', '"gun"\n')
    assert takes(tmp_path, f"{FIREFIGHT}\n{gun}gun = 0\n")
    assert not takes(tmp_path, f"{FIREFIGHT}\n{gun}armour = 1\n")


def test_the_turn_on_which_a_formation_comes(tmp_path):
    platoon = 'formation = "1st Platoon"'
    assert takes_only(tmp_path, FIREFIGHT.replace(platoon, f"{platoon}\nturn = VALUE"), (-1, 0, 99, 100))


def test_a_kind_that_there_is_not_is_answered_with_some_that_there_are(tmp_path):
    """The scenario's own, and eight of the charts."""
    told = fault_in(tmp_path, FIREFIGHT.replace('kind = "hmg"', 'kind = "laser"', 1) + TANK)
    some = "mine, rifle, hmg, engineer, leader, hq, light_mortar, heavy_mortar, w44_m4_75 and more"
    assert told.endswith(f"there is no kind of stand 'laser': there are {some}")


def test_what_a_scenario_file_does_not_say_is_as_the_guide_says():
    """A second transcription of docs/tactical-combat-scenarios.md."""
    support = SupportEntry("US", "artillery", "Guns")
    assert (support.missions, support.turns, support.every, support.dice) == (1, (1, 99), 1, 1)
    assert (support.spotter, support.smoke, support.template, support.zone) == ("needed", True, None, "")
    assert (Objective("farm").points, Objective("farm").holder) == (1, "")
    force = Force("US", "1st", "regular", (), "all")
    assert (force.under, force.turn) == ("", 0)
    victory = Victory()
    assert (victory.margin, victory.stand, victory.valuable) == (2, 1, 2)
    assert (victory.attacker, victory.survivors, victory.draw_losses, victory.must_hold) == ("", 0, 0, {})


@pytest.mark.parametrize("old", ['name = "Lt Adams"', 'formation = "1st Platoon"', 'name = "West wood"'])
def test_names_are_short_and_printable(tmp_path, old):
    key = old.partition(" = ")[0]
    for name, right in [("X" * 40, True), ("X" * 200, False), ("X\\u001b[2J", False), (" ", False)]:
        assert takes(tmp_path, FIREFIGHT.replace(old, f'{key} = "{name}"')) == right, name
