"""What a client is shown of the armor rules: facing, crests and defilade, points of a part, leaders, platoons."""

import sandtable
from tests.systems.tcs.armor.test_impulses import begun
from tests.systems.tcs.armor.test_platoons import TANKS, battle
from tests.systems.tcs.battle import Battle

QUIET = {"fire_triggers": False, "return_fire": False, "overwatch_near": 0, "overwatch_far": 0}


def standing(b, name, side=0):
    return b.game.picture(b.state, side).pieces[b.number(name)]


def marks(b, name, side=0):
    return {mark.kind: mark.words for mark in standing(b, name, side).marks}


def test_moving_armor_shows_where_it_faces_to_both_sides():
    b = Battle("0505 open\nBlue ge_panther P 0303 move\nRed us_m4_75 X 0505", armor_flanking=True, **QUIET)
    assert "facing" not in marks(b, "P")
    b.go("P", "0304")
    assert "Faces south" in marks(b, "P", 1)["facing"]
    assert standing(b, "P", 1).heading == 180


def test_the_sight_tool_shows_where_armor_has_defilade():
    text = "0110 open\n0101 open 40\n0102 open 40\n0103 open 20\nBlue us_m4_75 A 0102\nRed ge_pz4 X 0107"
    b = Battle(text, armor_defilade=True)
    assert b.hex("0102") in b.game.sheltered(b.state, 1, b.hex("0107"))
    assert b.hex("0101") not in b.game.sheltered(b.state, 1, b.hex("0107"))
    off = Battle(text)
    assert off.game.sheltered(off.state, 1, off.hex("0107")) == ()


def test_crests_of_the_map_are_in_the_scene():
    scene = sandtable.load("tcs/arracourt-1944").scene()
    assert sum(edge.kind == "crest" for edge in scene.edges) > 50
    assert any(piece.leader for piece in scene.pieces)


def test_the_points_of_a_part_and_its_name_are_shown():
    b = begun("Blue us_m4_75 T 0101 move", "Red ge_pz4 X 0525").go("T", "0103")
    assert marks(b, "T")["impulse"] == "4 movement points left in this part, of 6 / 6 / 3 (AR 4.3b1)"
    assert [mark.label for mark in standing(b, "T").marks if mark.kind == "impulse"] == ["4"]
    assert "impulse" not in marks(b, "X")
    assert "Initial armor impulse" in b.game.picture(b.state, 0).notes
    fired = begun("Blue us_m4_75 T 0101", "Red ge_pz4 X 0104 fired").do("point", "0104").do("add", "T")
    fired.do("fire", None, 11)
    assert "nothing more this turn" in marks(fired, "T")["done"]


def test_armor_without_a_leader_is_marked():
    text = "0110 open\nBlue us_m4_75 L 0101 leader\nBlue us_m4_75 A 0102\nBlue us_m4_75 B 0104\nRed ge_pz4 X 0110"
    b = Battle(text, armor_leaders=True)
    assert "no_leader" in marks(b, "B")
    assert "no_leader" not in marks(b, "A")


def test_counters_that_broke_out_and_spare_ones_are_marked():
    from msgspec.structs import replace

    b = battle(*TANKS, "Red ge_pz4 P 0310 steps=4")
    b.game.world = replace(b.world, started=(4, 0, 0, 4))
    assert "spare" in marks(b, "A2")
    b.do("armor.break_out", "A")
    assert "broken_out" in marks(b, "A2")
    assert (standing(b, "A").strength, standing(b, "A").full) == (3, 4)
