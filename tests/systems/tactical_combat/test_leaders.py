"""Leaders of Tactical Combat under fire: their one hit, joining a stand, and who replaces them (TC F20 to F23)."""

from fractions import Fraction

import pytest

from sandtable import Action, IllegalAction
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def battle(text, **how):
    return Battle(text, **{"command": "none", **how})


@rule("TC F20")
@pytest.mark.parametrize("kind", ["leader", "hq"])
@pytest.mark.parametrize("die", [1, 3])
def test_one_hit_removes_a_leader(kind, die):
    b = battle(f"US rifle A 5,2\n German {kind} L 5,8 finished\n German rifle G 20,15").act("A", "fire", "L", die)
    assert b.where("L") == ""
    assert "destroyed" in b.told()


@rule("TC F20")
def test_a_suppressed_result_without_a_hit_leaves_a_leader_there():
    b = battle("US rifle A 5,2\n German leader L 5,8 finished").act("A", "fire", "L", 4)
    assert (b["L"].hits, b["L"].morale) == (1, 1)


JOINED = """
    US rifle A 5,2
    US rifle B 7,2
    German rifle G 5,8 finished {}
    German leader L {} finished
    German rifle H 20,15 finished
"""


@rule("TC F21")
@pytest.mark.parametrize(("place", "safe"), [("6,8", True), ("6,9", True), ("5,9", True), ("6.5,8", False)])
def test_a_leader_in_contact_with_a_larger_stand_is_no_target(place, safe):
    b = battle(JOINED.format("", place)).do("stand", "A")
    assert b.offers("fire") == ({"G"} if safe else {"G", "L"})
    if safe:
        assert b.why_not("fire", "L") == "L has joined G and cannot be fired at (TC F21)"
        with pytest.raises(IllegalAction):
            b.do("fire", "L", 1)


@rule("TC F21")
def test_the_stand_takes_the_hits_and_the_leader_none_until_it_is_gone():
    b = battle(JOINED.format("hits=2", "6,8")).act("A", "fire", "G", 1)
    assert (b["G"].hits, b["L"].hits) == (1, 1)
    assert b["L"].morale == 0
    b.do("stand", "B")
    assert b.offers("fire") == {"G"}
    b.do("fire", "G", 1)
    assert b.where("G") == ""
    assert b.where("L") == "6.0,8.0"


@rule("TC F21")
@pytest.mark.parametrize("kind", ["hmg", "heavy_mortar", "w44_pak40", "w44_pz4", "w44_truck"])
def test_any_other_kind_of_stand_is_larger(kind):
    b = battle(f"US rifle A 5,2\n German {kind} G 6,8\n German leader L 5,8\n German rifle H 20,15").do("stand", "A")
    assert "L" not in b.offers("fire")


@rule("TC F21")
def test_another_leader_or_an_enemy_is_no_larger_stand():
    b = battle("US rifle A 5,2\n German leader L 5,8\n German hq Q 6,8\n German rifle G 20,15").do("stand", "A")
    assert b.offers("fire") == {"L", "Q"}
    b = battle("US rifle A 5,2\n US rifle B 6,8\n German leader L 5,8\n German rifle G 20,15").do("stand", "A")
    assert b.offers("fire") == {"L"}


@rule("TC F21", "TC X9")
def test_leaders_join_stands_and_not_each_other():
    text = "US rifle A 5,2\nUS leader L 6,2\nUS leader M 7,2\nUS leader N 8,2\nGerman rifle G 20,15"
    b = battle(text)
    joined = {name: [b.names[n] for n in b.look.followers(b.number(name))] for name in "ALMN"}
    assert joined == {"A": ["L"], "L": [], "M": [], "N": []}


@rule("TC F21")
def test_a_joined_leader_is_not_assaulted_apart_from_his_stand():
    b = battle(JOINED.format("", "6,8")).do("stand", "B")
    assert b.offers("assault") == {"G"}


@rule("TC F21")
def test_a_joined_leader_who_fires_is_not_answered():
    text = "US leader L 5,2\n US rifle A {} finished\n German rifle G 5,8"
    joined = battle(text.format("6,2")).act("L", "fire", "G", 10)
    assert joined.decides() == "US"
    alone = battle(text.format("7,2")).act("L", "fire", "G", 10)
    assert alone.decides() == "German"
    assert alone.offers("fire") == {"G"}


@rule("TC F21")
def test_a_leader_is_a_target_on_his_way_and_no_longer_when_he_has_arrived():
    text = "US leader L {}\n US rifle A 8,2 finished\n German rifle G 5,8"
    on_the_way = battle(text.format("2,2")).act("L", "move", "7,2")
    assert on_the_way.decides() == "German"
    assert on_the_way.where("L") == "3.0,2.0", "asked when he has gone an inch"
    arrives = battle(text.format("6,2")).act("L", "move", "7,2")
    assert arrives.decides() == "US", "after an inch he is beside the stand"
    assert arrives.where("L") == "7.0,2.0"
    leaves = battle(text.format("7,2")).act("L", "move", "3,2")
    assert leaves.decides() == "German", "a leader who goes away from his stand can be fired at"


@rule("TC F21b")
def test_when_the_stand_is_wiped_out_its_leader_can_be_fired_at():
    b = battle(JOINED.format("hits=1", "6,8")).act("A", "fire", "G", 3)
    assert b.where("G") == ""
    b.do("stand", "B")
    assert b.offers("fire") == {"L"}
    b.do("fire", "L", 3)
    assert b.where("L") == ""


@rule("TC F21b")
def test_with_the_option_the_leader_is_lost_with_his_stand():
    b = battle(JOINED.format("hits=1", "6,8"), leader_dies_with_stand=True).act("A", "fire", "G", 3)
    assert (b.where("G"), b.where("L")) == ("", "")
    assert b.told()[-1] == "lost_with_stand"
    apart = battle(JOINED.format("hits=1", "6.5,8"), leader_dies_with_stand=True).act("A", "fire", "G", 3)
    assert apart.where("L") == "6.5,8.0"


@rule("TC F21b")
@pytest.mark.parametrize("first", ["G", "K"])
def test_a_leader_between_two_stands_stays_with_the_other(first):
    b = battle(
        """
        US rifle A 6,2
        German rifle G 5,8 finished hits=1
        German leader L 6,8 finished
        German rifle K 7,8 finished hits=1
        """,
        leader_dies_with_stand=True,
    ).act("A", "fire", first, 3)
    assert b.where(first) == ""
    assert b.where("L") == "6.0,8.0"


REPLACED = """
    US rifle A 5,2
    US rifle B 5,4 formation=1st
    US leader L 12,2 formation=1st
    US rifle C 20,2 formation=2nd
    US hq Q 15,2 formation=Battalion
    formation 1st under Battalion
    formation 2nd under Battalion
    German rifle G 12,8
    German rifle H 15,8
"""


def lose(name, by, *, turn=1, text=REPLACED, **how):
    """A battle in which the German side has just shot this leader, at the end of its turn."""
    return battle(text, side="German", turn=turn, **how).act(by, "fire", name, 1)


@rule("TC F22")
def test_a_lost_leader_comes_back_at_the_start_of_his_sides_turn_two_turns_later():
    b = lose("L", "G")
    assert b.where("L") == ""
    if b.decides() == "US":
        b.do("hold")
    b.do("end")
    assert (b.state.board.turn, b.decides()) == (2, "US")
    assert "stand" in b.verbs(), "not on the next turn"
    b.do("end").do("end")
    assert (b.state.board.turn, b.decides()) == (3, "US")
    assert b.verbs() == {"place"}, "before anything else in the turn"
    b.do("place", "6,4")
    assert b.where("L") == "6.0,4.0"
    assert (b["L"].hits, b["L"].morale, b["L"].finished) == (1, 0, False)
    assert "stand" in b.verbs()
    assert "L" in b.offers("stand")
    b.do("end").do("end")
    assert "stand" in b.verbs(), "once is enough"


@rule("TC F22")
def test_a_leader_lost_in_his_own_turn_is_counted_from_that_turn_too():
    b = battle(REPLACED.replace("12,8", "12,6"), turn=4).act("L", "fire", "G", 10).do("fire", "G", 1)
    assert b.where("L") == ""
    b.do("end").do("end")
    assert b.state.board.turn == 5
    assert "stand" in b.verbs()
    b.do("end").do("end")
    assert (b.state.board.turn, b.verbs()) == (6, {"place"})


@rule("TC F22")
def test_he_comes_back_in_contact_with_a_stand_of_his_formation_on_free_ground():
    b = lose("L", "G", text=REPLACED + "\n river Brook 5.6,2.5 9,2.5 9,4.5 5.6,4.5")
    for _ in range(4):
        b.do("hold" if "hold" in b.verbs() else "end")
        if b.verbs() == {"place"}:
            break
    places = b.offers("place")
    assert {"4.0,4.0", "4.0,5.0", "5.0,5.0"} <= places
    assert "6.0,4.0" not in places, "that is in the brook"
    assert "5.5,5.0" in places
    assert "19.0,2.0" not in places, "C is of another platoon"
    assert "5.0,3.5" not in places, "on another stand"
    assert b.why_not("place", "19,2").endswith("(TC F22)")


@rule("TC F22")
def test_he_does_not_come_back_beside_an_enemy():
    text = REPLACED.replace("German rifle H 15,8", "German rifle H 7,4 finished")
    b = lose("L", "G", text=text)
    while b.verbs() != {"place"}:
        b.do("hold" if "hold" in b.verbs() else "end")
    assert "4.0,4.0" in b.offers("place")
    assert "6.0,4.0" not in b.offers("place")


@rule("TC F22")
def test_each_lost_leader_has_his_own_turn():
    text = REPLACED + "\n US leader M 15,4 formation=2nd"
    b = lose("L", "G", text=text)
    while (b.decides(), b.state.board.turn) != ("German", 2):
        b.do("hold" if "hold" in b.verbs() else "end")
    b.act("H", "fire", "M", 1)
    came = {}
    while b.state.board.turn < 5:
        if "place" in b.verbs():
            came[b.decision().prompt.split()[0]] = b.state.board.turn
            b.do("place", b.target(sorted(b.offers("place"))[0]))
        b.do("hold" if "hold" in b.verbs() else "end")
    assert came == {"L": 3, "M": 4}


@rule("TC F22")
def test_he_is_back_before_the_command_phase_and_no_longer_counts_as_lost():
    text = """
        US hq H 5,2 formation=Bn
        US leader L 12,2 formation=Bn
        US rifle B 5,4 formation=Bn
        German rifle G 12,8
    """
    b = lose("L", "G", text=text, command="points", command_second_side="none", scale="platoon")
    if b.decides() == "US":
        b.do("hold")
    b.do("end", None, 7)
    assert b.modifiers() == {(-1, "TC C14")}, "on turn 2 he is a lost stand"
    b.do("end").do("end")
    assert (b.state.board.turn, b.rolls()) == (3, [])
    assert b.do("place", "6,4", 7).modifiers() == set()


@rule("TC F22")
def test_a_company_leader_comes_back_beside_a_stand_of_a_platoon_under_him():
    text = """
        US leader Captain 12,2 formation=Company
        US rifle A 5,2 formation=Platoon
        formation Platoon under Company
        US rifle X 20,2 formation=Strangers
        German rifle G 12,8
    """
    b = lose("Captain", "G", text=text)
    for _ in range(4):
        b.do("hold" if "hold" in b.verbs() else "end")
        if b.verbs() == {"place"}:
            break
    assert "6.0,2.0" in b.offers("place")
    assert "21.0,2.0" not in b.offers("place")


@rule("TC F22")
def test_a_leader_with_nobody_to_join_stays_away():
    text = "US leader L 12,2 formation=1st\n US rifle A 5,2\n German rifle G 12,8"
    b = lose("L", "G", text=text)
    for _ in range(8):
        b.do("hold" if "hold" in b.verbs() else "end")
        assert "place" not in b.verbs()
    assert b.where("L") == ""


@rule("TC F22")
def test_of_two_leaders_with_room_for_one_the_other_waits_a_turn():
    # Around B everything is water but one place.
    text = """
        table 24 16
        US rifle B 1,1 formation=1st
        US leader L 12,2 formation=1st
        US leader M 14,2 formation=1st
        US rifle A 5,4
        river Water 1.6,0 4,0 4,3 1.6,3
        river More 0,1.6 1.4,1.6 1.4,3 0,3
        German rifle G 12,8
        German rifle H 14,8
    """
    b = battle(text, side="German").act("G", "fire", "L", 1)
    if b.decides() == "US":
        b.do("hold")
    b.act("H", "fire", "M", 1)
    for _ in range(6):
        b.do("hold" if "hold" in b.verbs() else "end")
        if "place" in b.verbs():
            break
    assert b.offers("place") == {"1.5,2.0"}
    b.do("place", "1.5,2")
    assert b.verbs() == {"wait"}
    b.do("wait")
    assert "stand" in b.verbs()
    b.act("L", "move", "4,4")
    while b.verbs() != {"place"}:
        b.do("hold" if "hold" in b.verbs() else "end")
    assert b.state.board.turn == 4
    b.do("place", "1.5,2")
    assert b.where("M") == "1.5,2.0"


@rule("TC F23")
def test_a_lost_headquarters_never_comes_back():
    b = lose("Q", "H")
    assert b.where("Q") == ""
    for _ in range(14):
        assert "place" not in b.verbs()
        b.do("hold" if "hold" in b.verbs() else "end")
        if b.game.over(b.state):
            break
    assert b.state.board.turn == 8
    assert b.where("Q") == ""


@rule("TC F20")
def test_the_odds_of_hitting_a_leader():
    b = battle("US rifle A 5,2\n German leader L 5,8 finished\n German rifle G 20,15").do("stand", "A")
    odds = b.game.odds(b.state, 0, Action("fire", b.target("L")))
    assert odds.chance(lambda end: end.board.stands[1].hits == 0) == Fraction(3, 10)


@pytest.mark.rule("TC C4")
def test_leaders_and_headquarters_of_both_sides_are_known():
    b = Battle("US leader L 5,2\nUS rifle A 6.5,2\nGerman rifle X 5,12\nGerman hq H 8,12")
    assert [b.names[n] for n in b.game.world.leaders] == ["L", "H"]
    assert b.game.world.leads == (True, False, False, True)
