"""MICVs, mounted squads and what becomes of them (ME 7)."""

import pytest

from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.losses import settle
from sandtable.systems.tcs.modern.micv import launches_mounted
from sandtable.systems.tcs.tables import UNITS
from sandtable.systems.tcs.world import NOBODY
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule


def field(*lines, **how):
    return Battle("0812 open\n" + "\n".join(lines), modern=True, **how)


def face_for(roll, result):
    return next(face for face in sorted(roll.dice.ways) if roll.read(face) == result)


BMP = "Blue su87_bmp2 B 0103"
INSIDE = "Blue su87_mr_squad S 0103 move carrier=B"


@rule("ME 7.1a")
def test_a_micv_carries_a_squad_and_tows_a_gun_at_once():
    squads = [f"Blue su87_mr_squad {name} 0103 move" for name in "ST"]
    b = field(f"{BMP} move", *squads, "Blue su_45mm_atg G 0103 move")
    assert b.offers("load") == {"S", "T", "G"}
    b.do("load", "S").do("on", "B")
    assert b.offers("load") == {"G"}, "one squad inside, and there is still the hook"
    b.do("load", "G").do("on", "B")
    assert [b[name].carrier for name in "SGT"] == [b.number("B")] * 2 + [NOBODY]
    b.go("B", "0104")
    assert b.where("S") == b.where("G") == "0104"
    for id, kind in UNITS.items():
        if "micv" in kind.traits:
            assert kind.steps == 1, f"{id} is a single vehicle"


@rule("ME 7.1b")
def test_a_platoon_rides_only_on_the_outside_of_micvs_and_is_a_target_there():
    three = [f"Blue su87_bmp2 B{n} 0103 move" for n in range(3)]
    b = field("Blue su87_mr_plt P 0103 move", *three[:2])
    assert b.offers("load") == set(), "it takes three vehicles, as with tanks"
    b = field("Blue su87_mr_plt P 0103 move", *three)
    b.do("load", "P").do("on", "B0")
    assert not b.look.inside(b.number("P"))
    assert b.number("P") in b.look.area_targets(b.hex("0103"), 0)
    b.do("move", "B0")
    assert "B0, B1, B2" in str(b.decision().prompt), "all three go together"
    plain = Battle("0812 open\nBlue su87_mr_plt P 0103 move\n" + "\n".join(three))
    assert plain.offers("load") == set()


@rule("ME 7.2a")
def test_squads_have_two_steps_and_teams_one():
    for kind in UNITS.values():
        if kind.kind in ("squad", "team"):
            assert kind.steps == {"squad": 2, "team": 1}[kind.kind], kind.id


def lose(b, *names):
    """All steps of these are lost to one area fire."""
    work = Battlefield(b.game, b.state.board)
    hits = []
    for name in names:
        while work.units[b.number(name)].steps:
            work.lose_step(b.number(name), "TCS 10.0a")
            hits.append(b.number(name))
    settle(work, hits, area=True)
    return dict(zip(b.world.battalions, work.board.battalions, strict=True))


SQUADS = [f"Red su87_mr_squad {name} 0104 bn=R platoon={platoon}" for name, platoon in (("X", 1), ("Y", 1), ("Z", 2))]


@rule("ME 7.2b")
def test_a_single_squad_lost_means_nothing_to_the_battalion_but_the_last_of_its_platoon_does():
    b = field(*SQUADS)
    assert lose(b, "X")["R"] == 0
    assert lose(b, "Z")["R"] == 2, "the only squad of the second platoon"
    alone = field(*SQUADS, "Red su87_at4_team T 0104 bn=R")
    assert lose(alone, "T")["R"] == 0, "a team is no squad"


@rule("ME 7.2b")
def test_only_an_area_fire_counts():
    b = field(*SQUADS)
    work = Battlefield(b.game, b.state.board)
    work.lose(b.number("Z"), "destroyed", "TCS 16.4")
    settle(work, [b.number("Z")])
    assert set(work.board.battalions) == {0}


@rule("ME 7.2b2", "ME 7.2b3")
def test_a_platoon_destroyed_by_area_fire_adds_two_and_the_larger_gain_counts():
    b = field("Red su87_mr_plt P 0104 bn=R", "Red su87_mr_plt Q 0104 bn=R")
    assert lose(b, "P")["R"] == 2, "5 steps alone would add 1"
    assert lose(b, "P", "Q")["R"] == 2, "10 steps add 2 as well, and not 4"
    series = Battle("0812 open\nRed su87_mr_plt P 0104 bn=R")
    assert lose(series, "P")["R"] == 1


@rule("ME 7.2b2")
def test_a_platoon_lost_in_the_fire_of_a_game_tells_on_its_battalion():
    b = field("Blue us87_m1a1 A 0103", "Red su87_mr_plt P 0104 move steps=1 bn=R")
    b.do("suppress", "0104").do("add", "A")
    b.do("fire", None, face_for(b.forecast("fire"), 1))
    assert b.state_of("P") == "X"
    assert dict(zip(b.world.battalions, b.state.board.battalions, strict=True))["R"] == 2


@rule("ME 7.2c")
def test_squads_of_a_platoon_go_where_they_like():
    b = field("Blue su87_mr_squad S 0103 move", "Blue su87_mr_squad T 0103 move")
    b.go("S", "0106")
    assert b.where("T") == "0103"
    assert b.offers("move") >= {"T"}


@rule("ME 7.2d")
def test_a_mounted_squad_fires_at_half_strength_while_its_vehicle_is_in_fire_mode():
    target = "Red us87_mech_squad X 0106 fired"
    b = field(BMP, INSIDE, target).do("suppress", "0106")
    assert b.offers("add") == {"B", "S"}
    b.do("add", "S")
    fire = b.forecast("fire")
    assert "strength 2" in str(fire.says), "half of 4"
    assert (0, "ME 7.2d") in [(each.value, each.rule) for each in fire.modifiers]
    moving = field(f"{BMP} move", INSIDE, target)
    assert moving.offers("suppress") == set()
    off = field(BMP, INSIDE, target, mounted_fire=False).do("suppress", "0106")
    assert off.offers("add") == {"B"}
    series = Battle(f"0812 open\n{BMP}\n{INSIDE}\n{target}").do("suppress", "0106")
    assert series.offers("add") == {"B"}


@rule("ME 7.2d")
def test_a_mounted_squad_makes_no_at_rolls():
    b = field(BMP, INSIDE, "Red us87_m113 X 0104")
    assert b.offers("antitank") == set()
    assert "may not fire" in b.why_not("antitank", "S")


@rule("ME 7.2d")
def test_only_a_dragon_is_launched_from_inside_and_only_from_an_m113():
    def may(squad, vehicle):
        b = field(f"Blue {vehicle} B 0103", f"Blue {squad} S 0103 move carrier=B")
        return launches_mounted(b.look, b.number("S"))

    assert may("us87_mech_squad", "us87_m113")
    assert not may("us87_mech_squad", "us87_m2")
    assert not may("su87_at4_team", "us87_m113")
    b = field("Blue su87_at4_team S 0103")
    assert launches_mounted(b.look, b.number("S")), "on foot every missile is launched"


def destroyed(*lines, dice=(), **how):
    """A BMP with a squad inside, hit by point fire that kills it."""
    b = field("Blue us87_m1a1 A 0103", "Red su87_bmp2 B 0106", *lines, **how)
    b.do("point", "0106").do("add", "A")
    return b.do("fire", None, face_for(b.forecast("fire"), 1), *dice)


@rule("ME 7.3a1")
def test_those_inside_die_with_the_vehicle():
    b = destroyed("Red su87_mr_squad S 0106 move carrier=B")
    assert (b.state_of("B"), b.state_of("S")) == ("X", "X")
    assert ("destroyed", "ME 7.3a1") in [(event.what, event.rule) for event in b.events]


@rule("ME 7.3a1")
def test_an_abandoned_vehicle_lets_its_squad_out():
    b = field("Red su87_bmp2 B 0106", "Red su87_mr_squad S 0106 move carrier=B")
    for rule_id, left in (("TCS 17.8b", 2), ("TCS 5.0b", 2), ("TCS 21.2c", 0), ("TCS 18.9a", 0), ("ME 5.3c1", 0)):
        work = Battlefield(b.game, b.state.board)
        work.lose_step(b.number("B"), rule_id)
        assert work.units[b.number("S")].steps == left, rule_id


@rule("ME 7.3a2")
def test_a_towed_gun_and_riders_are_attacked_separately_by_what_destroyed_the_vehicle():
    b = destroyed("Red su_45mm_atg G 0106 move carrier=B", dice=(11, 11))
    rolls = [roll.resolution for roll in b.rolls()]
    assert [roll.rule for roll in rolls][:2] == ["TCS 14.0a", "TCS 10.0c"]
    assert b.state_of("G") == "S"
    b = destroyed("Red su87_mr_plt P 0106 move carrier=B", dice=(11,))
    assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 14.0a", "TCS 10.0c"]
    assert b.state_of("P") == "S"


@rule("ME 7.3b")
def test_fire_that_does_not_destroy_the_vehicle_leaves_those_inside_alone():
    lines = ("Blue us87_mech_squad A 0105", "Red su87_btr80 B 0106 fired", "Red su87_mr_squad S 0106 move carrier=B")
    b = field(*lines).do("suppress", "0106").do("add", "A")
    b.do("fire", None, face_for(b.forecast("fire"), 1), 11)
    assert b["S"].steps == 2
    assert b["B"].steps == 1, "B-1 takes two"
    assert [b.world.names[roll.resolution.on[0]] for roll in b.rolls() if roll.resolution.on] == ["B"]
