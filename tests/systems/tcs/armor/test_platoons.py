"""Platoon counters and breaking out (AR 4.2B)."""

import msgspec
import pytest

import sandtable
from sandtable.kernel.game import Game
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.areafire import strength_of
from sandtable.systems.tcs.armor.nerve import ArmorRoll
from sandtable.systems.tcs.armor.platoons import grouped, platoon_size
from sandtable.systems.tcs.morale import VehicleRoll
from sandtable.systems.tcs.pointfire import point_shot
from sandtable.systems.tcs.roster import UnitEntry
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
QUIET = {"fire_triggers": False, "return_fire": False}
SCENARIO = sandtable.load("tcs/crossroads-1944").scenario


def platooned(*entries, **options):
    """The game of a scenario whose first formation has these units."""
    forces = list(SCENARIO.force)
    number = next(n for n, force in enumerate(forces) if not force.arrives)
    forces[number] = msgspec.structs.replace(forces[number], units=entries)
    scenario = msgspec.structs.replace(SCENARIO, force=tuple(forces))
    return Game(SYSTEM, scenario, {"armor_platoon_counters": True, **options}, name="test")


def roster(game, number=0):
    world = game.world
    return [
        (world.names[n], world.kinds[n].steps, world.started[n]) for n, of in enumerate(world.member_of) if of == number
    ]


@rule("AR 4.2B1")
@pytest.mark.parametrize(
    ("kind", "given", "size"),
    [
        ("us_m4_75", 0, 4), ("us_m4_75", 5, 5), ("su_t34_76", 0, 3), ("ge_stug3", 0, 4), ("us_m18", 0, 4),
        ("us_57mm_atg", 0, 2), ("us_m8_ac", 0, 2), ("us_m3_ht", 0, 1), ("us_rifle_plt", 0, 1), ("us_81mm_sec", 0, 1),
    ],
)  # fmt: skip
def test_a_platoon_has_four_tanks_and_a_section_two_vehicles(kind, given, size):
    assert platoon_size(UNITS[kind], given) == size


@rule("AR 4.2B1")
@pytest.mark.parametrize(
    ("name", "count", "counters"),
    [
        ("Tank", 1, ["Tank"]),
        ("Tank 1", 1, ["Tank 1"]),
        ("Tank", 2, ["Tank", "Tank/2"]),
        ("Tank", 4, ["Tank", "Tank/2", "Tank/3", "Tank/4"]),
        ("Tank", 5, ["Tank 1", "Tank 1/2", "Tank 1/3", "Tank 1/4", "Tank 2"]),
    ],
)
def test_what_platoon_counters_are_called(name, count, counters):
    game = platooned(UnitEntry("us_m4_75", count, name=name))
    assert [each[0] for each in roster(game)] == counters


@rule("AR 4.2B1", "AR 4.2B2")
def test_single_vehicles_are_put_together_and_what_is_missing_is_a_hit():
    game = platooned(UnitEntry("us_m4_75", 6, name="Tank", leader=1), UnitEntry("us_rifle_plt", 2, name="Rifles"))
    found = roster(game)
    assert [each for each in found if each[2]] == [
        ("Tank 1", 4, 4),
        ("Tank 2", 4, 2),
        ("Rifles 1", 5, 5),
        ("Rifles 2", 5, 5),
    ]
    assert [each[0] for each in found if not each[2]] == ["Tank 1/2", "Tank 1/3", "Tank 1/4", "Tank 2/2"]
    assert game.world.leaders[game.world.names.index("Tank 1")]
    state = game.start(sandtable.Dice.seeded(1))
    look = game.look(state)
    assert look.lost_steps(game.world.names.index("Tank 2")) == 2
    assert look.lost_since(game.world.roster_of[0]) == 0, "nothing has been lost yet"
    single = platooned(UnitEntry("us_m4_75", 6, name="Tank"), armor_platoon_counters=False)
    assert len([each for each in roster(single) if each[0].startswith("Tank")]) == 6


def battle(*lines, **how):
    """A battle whose tanks are platoon counters, with spares for each."""
    how = {"armor_platoon_counters": True, **QUIET, **how}
    b = Battle("\n".join(["0110 open", "0310 open", *lines]), **how)
    flagged = tuple(
        msgspec.structs.replace(kind, steps=platoon_size(kind), flags=f"{kind.flags};platoon")
        if platoon_size(kind) > 1
        else kind
        for kind in b.world.kinds
    )
    b.game.world = msgspec.structs.replace(b.world, kinds=flagged)
    return b


TANKS = ("Blue us_m4_75 A 0103 steps=4 plt=1", "Blue us_m4_75 A2 off lost plt=1", "Blue us_m4_75 A3 off lost plt=1")


@rule("AR 4.2B3")
def test_a_platoon_fires_once_for_each_vehicle():
    b = battle(*TANKS, "Red ge_gren_plt X 0105 fired", "Red ge_pz4 P 0107 fired steps=4")
    assert strength_of(b.look, (0,), b.hex("0105")) == 4 * 5
    assert point_shot(b.look, (0,), b.hex("0107"), 1, 0).steps == 4
    b = battle(TANKS[0].replace("steps=4", "steps=3"), "Red ge_gren_plt X 0105 fired")
    assert strength_of(b.look, (0,), b.hex("0105")) == 3 * 5
    two = battle("Blue us_57mm_atg G 0103 steps=2", "Red ge_pz4 P 0105 fired")
    assert point_shot(two.look, (0,), two.hex("0105"), 1, 0).steps == 2


@rule("AR 4.2B2", "AR 4.2B5")
@pytest.mark.parametrize(("steps", "hits"), [(4, 0), (3, 1), (1, 3)])
def test_hits_count_in_morale_in_place_of_the_small_group(steps, hits):
    b = battle(f"Blue us_m4_75 A 0103 steps={steps}", "Red ge_pz4 P 0107 fired steps=4", armor_morale=True)
    roll = b.look.resolution_of(ArmorRoll(0, b.hex("0103"), (b.hex("0107"),)))
    assert sum(each.value for each in roll.modifiers if each.rule == "AR 4.2B2") == hits
    assert "AR 4.1d" not in {each.rule for each in roll.modifiers}
    alone = battle(f"Blue us_m4_75 A 0103 steps={steps}", "Red ge_pz4 P 0107 fired steps=4")
    roll = alone.look.resolution_of(VehicleRoll(0, alone.hex("0103"), (alone.hex("0107"),)))
    assert sum(each.value for each in roll.modifiers if each.rule == "AR 4.2B2") == hits, "without armor morale too"


@rule("AR 4.2B2")
def test_of_several_counters_in_a_hex_the_one_with_most_hits_counts():
    lines = ("Blue us_m4_75 A 0103 steps=4", "Blue us_m4_75 B 0103 steps=2", "Red ge_pz4 P 0107 fired steps=4")
    b = battle(*lines, armor_morale=True)
    roll = b.look.resolution_of(ArmorRoll(0, b.hex("0103"), (b.hex("0107"),)))
    assert [each.value for each in roll.modifiers if each.rule == "AR 4.2B2"] == [2]


@rule("AR 4.2B4")
def test_a_platoon_of_three_breaks_out_into_three_counters_with_two_hits_each():
    lines = [line.replace("us_m4_75", "su_t34_76").replace("steps=4", "steps=3") for line in TANKS]
    b = battle(*lines, "Red ge_pz4 P 0107 fired steps=4")
    assert b.offers("armor.break_out") == {"A"}
    b.do("armor.break_out", "A").do("armor.break_out", "A")
    assert [b[name].steps for name in ("A", "A2", "A3")] == [1, 1, 1]
    assert [b.where(name) for name in ("A", "A2", "A3")] == ["0103"] * 3
    assert [b.look.lost_steps(n) for n in range(3)] == [2, 2, 2]
    assert "no platoon counter with two vehicles" in b.why_not("armor.break_out", "A")
    assert "armor.break_out" not in battle(*lines, armor_platoon_counters=False).verbs()


@rule("AR 4.2B4")
def test_parts_of_a_platoon_join_again_in_a_later_phase():
    b = battle(*TANKS, "Red ge_pz4 P 0310 steps=4").do("armor.break_out", "A")
    assert "has broken out or joined in this phase" in b.why_not("armor.join", "A2")
    from sandtable.systems.tcs.armor.platoons import Broken
    from sandtable.systems.tcs.field import Battlefield

    field = Battlefield(b.game, b.state.board)
    field.keep(Broken())
    b.state = type(b.state)(field.freeze(), b.state.stack)
    b.do("armor.join", "A2")
    assert (b["A"].steps, b["A2"].steps, b.where("A2")) == (4, 0, "")
    assert "has broken out or joined in this phase" in b.why_not("armor.break_out", "A")


@rule("AR 4.2B4")
def test_parts_join_only_as_many_as_a_counter_stands_for():
    lines = (
        TANKS[0].replace("steps=4", "steps=3"),
        "Blue us_m4_75 A2 0103 steps={} plt=1",
        "Red ge_pz4 P 0310 steps=4",
    )
    assert battle(lines[0], lines[1].format(1), lines[2]).offers("armor.join") == {"A", "A2"}
    full = battle(lines[0], lines[1].format(2), lines[2])
    assert full.offers("armor.join") == set()
    assert "no other part of the platoon" in full.why_not("armor.join", "A2")


@rule("AR 4.2B4")
def test_a_part_that_breaks_out_has_done_what_the_platoon_has():
    moving = [line.replace("steps=4", "steps=4 move") for line in TANKS]
    b = battle(*moving, "Red ge_pz4 P 0310 steps=4", visibility=2)
    b.go("A", "0104").do("armor.break_out", "A")
    assert b["A2"].spent == b["A"].spent > 0
    assert b.where("A2") == "0104"


@rule("AR 4.2B1")
def test_shells_roll_against_each_vehicle_of_a_platoon():
    from sandtable.systems.tcs.shellfire import fall_on
    from sandtable.systems.tcs.shells import HE, Barrage

    b = battle(*TANKS, "Red ge_pz4 P 0310 steps=4")
    shells = Barrage(1, HE, b.hex("0103"), False, 24, 12, True, False, False, 105)
    (point,) = fall_on(b.look, (0,), b.hex("0103"), shells, zone=True)
    assert point.waiting == (0, 0, 0, 0)


def test_a_lone_vehicle_and_other_units_stay_as_they_are():
    from sandtable.systems.tcs.roster import Rostered

    entry = UnitEntry("us_m4_75", name="Tank")
    (one,) = grouped([Rostered(0, entry, 0, UNITS["us_m4_75"], "Tank", False)])
    assert (one.name, one.steps, one.kind.steps) == ("Tank", 1, 4)
