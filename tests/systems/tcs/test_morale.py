"""Morale of units, SYR, surrender and recovery (TCS 17)."""

import pytest

from sandtable.systems.tcs.world import NIGHT
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
QUIET = {"fire_triggers": False}


def fight(*lines, **how):
    return Battle("\n".join(["0116 open", "0716 open", *lines]), **{**QUIET, **how})


def checked(face, target, *lines, firer="us_hmg_sec", dice=(), **how):
    """A unit X in 0406 under fire from 0403 that gives a morale check, which reads this face."""
    b = fight(
        f"Blue {firer} A 0403", f"Red {target.split()[0]} X 0406 fired {' '.join(target.split()[1:])}", *lines, **how
    )
    b.do("suppress", "0406").do("add", "A")
    roll = b.forecast("fire")
    check = next(each for each in sorted(roll.dice.ways) if roll.read(each) == 0)
    return b.do("fire", None, check, face, *dice)


@rule("TCS 17.1a")
def test_the_total_is_morale_losses_and_battalion():
    b = checked(11, "ge_gren_plt steps=3 bn=II", bn={"II": 1})
    assert b.modifiers(1) == [(3, "TCS 17.1a"), (2, "TCS 17.1a"), (1, "TCS 17.1e")]
    assert b.rolls()[1].resolution.column == "6"


@rule("TCS 17.1a", "TCS 17.2a")
def test_an_example_with_its_numbers():
    """Morale 3, two steps lost, Battalion Morale 1 and dug in: column 4."""

    def result(face):
        b = checked(face, "ge_gren_plt steps=3 bn=II dug_in", bn={"II": 1})
        assert b.rolls()[1].resolution.column == "4"
        return b.rolls()[1].outcome

    assert [result(face) for face in (33, 34, 63, 65)] == ["NE", "Suppressed", "SYR", "Paralyzed"]


@rule("TCS 17.1c1", "TCS 6.3b")
@pytest.mark.parametrize(
    ("target", "lines", "firer", "value"),
    [
        ("ge_gren_plt", ("zone 0406",), "us_hmg_sec", 1),
        ("ge_gren_plt paralyzed", (), "us_hmg_sec", 1),
        ("ge_gren_plt", (), "us_81mm_sec", 1),
        ("ge_gren_plt unassigned", (), "us_hmg_sec", 2),
    ],
)
def test_what_makes_it_worse(target, lines, firer, value):
    assert (value, "TCS 17.1c1") in checked(11, target, *lines, firer=firer).modifiers(1)


@rule("TCS 17.1c1", "TCS 11.4a")
def test_cross_fire_makes_it_worse():
    lines = ("Blue us_hmg_sec A 0403", "Blue us_hmg_sec B 0409", "Red ge_gren_plt X 0406 fired")
    b = fight(*lines).do("suppress", "0406").do("add", "A").do("add", "B")
    roll = b.forecast("fire")
    b.do("fire", None, next(face for face in sorted(roll.dice.ways) if roll.read(face) == 0), 11)
    assert (2, "TCS 17.1c1") in b.modifiers(1)


@rule("TCS 17.1c2")
@pytest.mark.parametrize(
    ("target", "lines", "value"),
    [
        ("ge_gren_plt dug_in", (), -2),
        ("ge_gren_plt", ("Red ge_pz4 T 0406",), -1),
        ("ge_gren_plt", ("0406 woods",), -1),
        ("ge_gren_plt", ("0406 village",), -1),
        ("ge_gren_plt", ("0405-0406 hedge",), -1),
    ],
)
def test_what_makes_it_better(target, lines, value):
    assert checked(11, target, *lines).modifiers(1) == [(3, "TCS 17.1a"), (value, "TCS 17.1c2")]


@rule("TCS 17.3", "TCS 17.4", "TCS 17.2e")
def test_suppressed_and_paralyzed_and_never_better():
    assert checked(42, "ge_gren_plt").state_of("X") == "SF"
    assert checked(66, "ge_gren_plt").state_of("X") == "PF"
    assert checked(66, "ge_gren_plt suppressed").state_of("X") == "PF"
    assert checked(35, "ge_gren_plt paralyzed").state_of("X") == "PF"
    b = checked(42, "ge_gren_plt move")
    assert b.state_of("X") == "MSF", "it stops and stays in Move Mode"


@rule("TCS 17.4")
def test_the_paralyzed_fire_only_up_close():
    lines = ("Blue us_rifle_plt A 0403 move", "Red ge_gren_plt X 0405 paralyzed")
    assert fight(*lines).go("A", "0503").decides() == "Blue", "two hexes away"
    b = fight(*lines).go("A", "0404")
    assert b.decides() == "Red"
    b.do("area", "0405", 11)
    assert (-2, "TCS 11.3e") in b.modifiers()


@rule("TCS 17.6")
def test_who_surrenders_is_gone_and_his_battalion_feels_it():
    b = checked(66, "ge_gren_plt morale=9 bn=II")
    assert b.state_of("X") == "X"
    assert dict(zip(b.world.battalions, b.state.board.battalions, strict=True))["II"] == 1
    b = checked(66, "ge_gren_plt morale=9 bn=II", surrender_tells=0)
    assert sum(b.state.board.battalions) == 0


# SYR


@rule("TCS 17.5a", "TCS 17.2e")
def test_a_unit_runs_from_those_who_fired():
    b = checked(65, "ge_gren_plt")
    assert b.decides() == "Red"
    hexes = b.offers("to")
    assert {"0407", "0409", "0412"} <= hexes
    assert not {"0405", "0406", "0413", "0506"} & hexes
    assert "farther" in b.why_not("to", "0405")
    b.do("to", "0412")
    assert (b.where("X"), b.state_of("X")) == ("0412", "MSF")
    assert b.decides() == "Blue", "nobody fires at it"


@rule("TCS 17.5a")
def test_it_must_end_farther_from_the_nearest_enemy_too():
    b = checked(65, "ge_gren_plt", "Blue us_truck T 0411")
    ground = b.world.ground
    assert b.offers("to")
    for hex in map(b.hex, b.offers("to")):
        assert ground.distance(hex, b.hex("0403")) > 3
        assert ground.distance(hex, b.hex("0411")) > 3


@rule("TCS 17.5a", "TCS 17.5b")
def test_who_cannot_get_past_the_enemy_is_lost():
    ring = [f"Blue us_truck T{n} {hex}" for n, hex in enumerate(("0408", "0606", "0206"))]
    b = checked(65, "ge_gren_plt", *ring)
    assert b.state_of("X") == "X"
    assert "trapped" in b.told()
    assert checked(65, "ge_pak40").state_of("X") == "X", "a gun that cannot be moved"
    night = checked(65, "ge_gren_plt morale=2", *ring, light=NIGHT, night_hexes=9)
    assert night.offers("to"), "at night one slips past"


@rule("TCS 17.5c")
@pytest.mark.parametrize(("morale", "face", "loss"), [(4, 63, 0), (5, 55, 1), (8, 35, 1), (9, 25, 2)])
def test_running_costs_steps(morale, face, loss):
    b = checked(face, f"ge_gren_plt morale={morale}")
    assert b["X"].steps == 5 - loss


@rule("TCS 17.5c")
def test_running_may_cost_the_last_step():
    b = checked(12, "ge_smg_sec morale=9 steps=1 unassigned")
    assert b.rolls()[1].resolution.column == "12"
    assert b.state_of("X") == "X"


@rule("TCS 17.2e", "TCS 17.4")
def test_the_paralyzed_do_not_run():
    b = checked(63, "ge_gren_plt paralyzed")
    assert (b.rolls()[1].outcome, b.where("X"), b.state_of("X")) == ("SYR", "0406", "PF")


# Recovery


@rule("TCS 17.7a", "TCS 2.0x", "TCS 15.1c")
def test_in_step_5_stacks_recover_if_their_side_wishes():
    lines = (
        "Blue us_rifle_plt A 0403 suppressed",
        "Blue us_hmg_sec B 0403 paralyzed",
        "Blue us_rifle_plt C 0101 suppressed",
    )
    b = fight(*lines, "Red ge_truck X 0716").do("end")
    assert b.offers("recover") == {"0101", "0403"}
    b.do("recover", "0403")
    assert [b.state_of(each) for each in "ABC"] == ["", "S", "S"]
    assert b.offers("recover") == {"0101"}, "one level in a phase"
    assert b.do("done").decides() == "Red"
    b = fight(*lines, "Red ge_gren_plt X 0405").do("end").do("recover", "0403")
    assert b.decides() == "Red"
    assert b.offers("area") == {"0405"}


@rule("TCS 17.7a", "TCS 17.7b")
def test_a_stack_recovers_once_in_a_phase_even_if_fresh_markers_may_go():
    lines = "Blue us_rifle_plt A 0403 paralyzed", "Red ge_truck X 0716"
    b = fight(*lines, recovery_fresh=True).do("end").do("recover", "0403")
    assert b.state_of("A") == "S"
    assert b.decides() == "Red", "its phase is over"


@rule("TCS 17.7b")
def test_only_markers_from_before_this_phase():
    b = fight("Blue us_rifle_plt A 0403 suppressed fresh", "Red ge_truck X 0716").do("end")
    assert b.decides() == "Red"
    b = fight("Blue us_rifle_plt A 0403 suppressed fresh", "Red ge_truck X 0716", recovery_fresh=True).do("end")
    assert b.offers("recover") == {"0403"}


@rule("TCS 17.8d", "TCS 2.0h")
@pytest.mark.parametrize(("die", "level"), [(1, 0), (2, 1)])
def test_vehicle_morale_recovers_by_the_hour(die, level):
    b = fight("Blue us_rifle_plt A 0101 bn=1st", "Red ge_truck X 0716", vm={"1st": 1}, turn=3, side="Red")
    b.do("end")
    b.do("end", None, die, 6, 1)
    assert dict(zip(b.world.battalions, b.state.board.vehicles, strict=True))["1st"] == level


@rule("TCS 17.1d", "TCS 2.0h")
@pytest.mark.parametrize(("turn", "dice", "level"), [(3, (2,), 1), (3, (3,), 2), (4, (), 2)])
def test_battalions_recover_by_the_hour(turn, dice, level):
    b = fight("Blue us_rifle_plt A 0101 bn=1st", "Red ge_truck X 0716", bn={"1st": 2}, turn=turn, side="Red")
    b.do("end")
    b.do("end", None, *dice, 6, 1)
    assert b.state.board.turn == turn + 1
    assert dict(zip(b.world.battalions, b.state.board.battalions, strict=True))["1st"] == level
