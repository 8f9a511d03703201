"""The commander in 1987: rockets on guns and crowds, smoke on those it blinds, protection by threat, counterfire."""

import pytest
from msgspec.structs import replace

from sandtable.board.hexes import Hex
from sandtable.bots.captain.glass import fire_through, sees_through_smoke
from sandtable.bots.captain.survey import Survey
from sandtable.bots.commander import CommanderBot, gunnery
from sandtable.kernel.dice import Dice
from sandtable.systems.tcs.modern.mopp import HIGH, LOW, Mopp, level_of
from sandtable.systems.tcs.shells import SMOKE, Mission
from tests.systems.tcs.modern.guns import Modern
from tests.systems.tcs.modern.test_counterbattery import duel, fired

MLRS = "battery Blue us87_mlrs M he=0 smoke=0 illum=0 dpicm=6 tubes=8"
OBSERVER = "Blue us_rifle_plt O 0101"


def choice(b):
    """What the commander does."""
    side = b.decision().side
    return CommanderBot(b.game, 1).choose(b.game.view(b.state, side))


def launched_at(b):
    """The hex that the commander plots rockets on; None if it plots none."""
    action = choice(b)
    if action.verb != "modern.launch":
        return None
    b.do("modern.launch", "M")
    action = choice(b)
    assert action.verb == "aim"
    return b.world.hex_name(action.target)


# Rockets


def test_rockets_fall_on_an_assembly_area_and_not_on_a_lone_vehicle():
    crowd = [f"Red su87_bmp2 B{n} 0912" for n in range(3)] + [f"Red su87_mr_squad S{n} 0912" for n in range(3)]
    assert launched_at(Modern(OBSERVER, "Red su87_bmp2 L 0606", *crowd, MLRS)) == "0912"


def test_rockets_fall_on_guns_rather_than_on_as_many_others():
    for guns, others in (("0912", "0606"), ("0606", "0912")):
        lines = [f"Red su87_120mm_sec G{n} {guns}" for n in range(2)]
        lines += [f"Red su87_eng_squad E{n} {others}" for n in range(2)]
        assert launched_at(Modern(OBSERVER, *lines, MLRS)) == guns


def test_rockets_are_kept_when_own_troops_would_be_under_them():
    near = "Blue us_rifle_plt N 0911"
    assert launched_at(Modern(OBSERVER, near, "Red su87_bmp2 B 0912", "Red su87_mr_squad S 0912", MLRS)) is None


def test_rockets_in_the_counterfire_role_answer_a_battery_that_has_fired():
    launcher = "battery Red us87_mlrs R he=0 smoke=0 illum=0 dpicm=2 role=CB cb=6 tubes=1"
    b = fired(duel(r=launcher))
    assert b.decision().side == 1
    assert choice(b).verb == "commit"
    b.do("commit", "R")
    assert choice(b).verb == "acquire"


# Smoke


class Attackers(Survey):
    """A survey of the side that must take 0404."""

    attacking = True

    @property
    def goals(self):
        return (self.world.ground.map.index(Hex("0404")),)


def smoked(*lines):
    """What smoke on the enemy in 0404 is worth to Red, who attacks with vehicles."""
    b = Modern(*lines, "Red su87_bmp2 B1 0409", "Red su87_bmp2 B2 0509", "battery Red su87_2s1_bty A he=4 smoke=4")
    return gunnery.worth_of(Attackers(b.look, 1), Mission(1, SMOKE, (0,), aim=b.hex("0404")))


def test_smoke_is_laid_on_missiles_that_threaten_vehicles_but_not_on_thermal_sights():
    assert smoked("Blue us87_mech_squad S 0404") > smoked("Blue us87_eng_squad E 0404") > 0, "the squad has Dragons"
    assert smoked("Blue us87_m901 M 0404") == 0, "its thermal sight sees through smoke"


def test_only_what_smoke_hides_from_counts_when_smoke_is_laid():
    b = Modern("Blue us87_m901 M 0404", "Blue us87_m113 P 0505", "Red su87_bmp2 B 0412")
    survey = Survey(b.look, 1)
    assert sees_through_smoke(survey, b.number("M"))
    assert not sees_through_smoke(survey, b.number("P"))
    assert fire_through(survey, b.number("M")) == 0 < fire_through(survey, b.number("P"))


# Protection


@pytest.mark.parametrize(("rounds", "level"), [(0, LOW), (2, HIGH)])
def test_protection_is_worn_against_an_enemy_with_chemical_rounds_only(rounds, level):
    b = Modern("Blue us87_mech_squad S 0101", "Blue us87_m2 V 0102", "Red su87_bmp2 B 1515",
               f"battery Red su87_2s1_bty A he=2 chem={rounds}", "battery Blue us87_m109 C he=2 chem=1")  # fmt: skip
    b.state = replace(b.state, stack=(*b.state.stack, Mopp(0)))
    for _ in range(4):
        action = choice(b)
        if action.verb == "done":
            break
        b.state, _ = b.game.apply(b.state, 0, action, Dice.scripted())
    assert [level_of(b.look, b.number(name)) for name in "SV"] == [level, level]
