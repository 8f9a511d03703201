"""Chapter C of Tactical Combat: command."""

from fractions import Fraction

import msgspec
import pytest

from sandtable import Action, Dice
from sandtable.systems.tactical_combat.board import Stand
from sandtable.systems.tactical_combat.command import battalion_quality, try_to_act
from sandtable.systems.tactical_combat.special.mist import Mist
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def set_board(b, **values):
    """The same battle with some values of its board changed."""
    b.state = msgspec.structs.replace(b.state, board=msgspec.structs.replace(b.state.board, **values))
    return b


def needs_roll(b, name):
    """Choose a stand to act; whether it had to roll for it (a 1 lets it act)."""
    dice = Dice.scripted(1)
    action = Action("stand", b.number(name))
    b.state, b.events = b.game.apply(b.state, b.decision().side, action, dice)
    return dice.left == ()


# Method 1


@rule("TC C1")
def test_without_limits_every_stand_acts_every_turn():
    text = """
        table 48 36
        US rifle A 5,5 quality=green
        US rifle B 40,5
        German rifle X 5,33
    """
    b = Battle(text, command="none")
    for _ in range(2):
        for name in "AB":
            assert not needs_roll(b, name)
            b.do("move", b[name].at)
        b.do("end").do("end")


@rule("TC C2")
@pytest.mark.parametrize("other", ["leaders", "points"])
def test_the_method_is_set_for_each_side(other):
    text = """
        table 48 36
        US rifle A 5,5
        German rifle X 5,33
    """
    b = Battle(text, command=other, command_first_side="none")
    assert not needs_roll(b, "A")
    b.do("move", "5,5")
    if other == "leaders":
        b.do("end")
        assert needs_roll(b, "X")
    else:
        b.do("end", None, 9)
        assert b.state.board.points[1] == 9
    same = Battle(text, command="none", command_second_side="leaders").do("end")
    assert needs_roll(same, "X")


# Method 2

NEAR = """
    table 48 36
    US leader L 20,10
    US rifle A {}
    German rifle X 5,33
"""


@rule("TC C3")
@pytest.mark.parametrize("kind", ["leader", "hq"])
def test_leaders_always_act(kind):
    text = f"""
        table 48 36
        US {kind} L 5,5 quality=green
        US rifle A 30,5
        German rifle X 5,33
    """
    b = Battle(text)
    assert not needs_roll(b, "L")
    b.do("move", "5,5")
    assert needs_roll(b, "A")


@rule("TC C4")
@pytest.mark.parametrize(
    ("at", "rolls"),
    [
        ("23,10", False),  # exactly 2 inches between the bases
        ("23.5,10", True),
        ("20,7", False),
        ("20,6.5", True),
        ("22,12.5", False),  # 1 and 1.5 inches off at the corner: 1.8
        ("22.5,12.5", True),  # 1.5 and 1.5: 2.12
        ("40,10", True),
    ],
)
def test_a_stand_within_two_inches_of_a_leader_acts_freely(at, rolls):
    assert needs_roll(Battle(NEAR.format(at)), "A") == rolls


@rule("TC C5")
@pytest.mark.parametrize("of", ["1st", "Company", "Battalion", "2nd", "Other"])
def test_any_leader_of_its_side_commands_a_stand(of):
    text = f"""
        table 48 36
        formation 1st under Company
        formation 2nd under Company
        formation Company under Battalion
        US leader L 20,10 formation={of}
        US rifle A 22,10 formation=1st
        US rifle B 4,2 formation=2nd
        US rifle C 8,2 formation=Company
        US rifle D 12,2 formation=Battalion
        US rifle E 16,2 formation=Other
        German rifle X 5,33
    """
    assert not needs_roll(Battle(text), "A")
    in_chain = of in ("1st", "Company", "Battalion")
    assert needs_roll(Battle(text, command_chain="chain"), "A") == (not in_chain)


@rule("TC C5")
def test_with_the_chain_a_platoon_leader_does_not_command_a_stand_of_the_company():
    text = """
        table 48 36
        formation 1st under Company
        US leader L 20,10 formation=1st
        US rifle A 22,10 formation=Company
        German rifle X 5,33
    """
    assert needs_roll(Battle(text, command_chain="chain"), "A")
    assert not needs_roll(Battle(text), "A")


@rule("TC C5")
def test_the_distance_is_measured_when_the_action_starts():
    text = """
        table 48 36
        US leader L 20,10
        US rifle A 23,10
        US rifle B 20,20
        German rifle X 5,33
    """
    b = Battle(text).act("L", "move", "20,17")
    assert not needs_roll(b, "B"), "the leader has come"
    b.do("move", "20,20")
    assert needs_roll(b, "A"), "and has left the other"


@rule("TC C5")
def test_a_passenger_is_commanded_like_any_other_stand():
    text = """
        table 48 36
        US leader L 22,10 formation={}
        US w44_ht H 20,10 formation=Trucks
        US rifle A 20,10 formation=1st in=H
        German rifle X 5,33
    """
    assert not needs_roll(Battle(text.format("1st")), "A")
    assert not needs_roll(Battle(text.format("Trucks")), "A")
    assert needs_roll(Battle(text.format("Trucks"), command_chain="chain"), "A")


@rule("TC C5")
def test_a_leader_who_rides_commands_those_around_him():
    text = """
        table 48 36
        US w44_ht H 20,10
        US leader L 20,10 in=H
        US rifle A {},10
        German rifle X 5,33
    """
    assert not needs_roll(Battle(text.format(23)), "A")
    assert needs_roll(Battle(text.format(23.5)), "A")


ALONE = """
    table 48 36
    US rifle A 5,15 quality={quality} {mark}
    German rifle X 5,22 suppressed
"""


@rule("TC C6")
@pytest.mark.parametrize(
    ("mark", "action"), [("", ("move", "5,15")), ("", ("fire", "X", 10)), ("suppressed", ("panic", "X"))]
)
def test_a_stand_outside_must_roll_before_doing_anything(mark, action):
    b = Battle(ALONE.format(quality="regular", mark=mark)).do("stand", "A", 6)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC C6"]
    b.do(*action)
    assert b["A"].finished


@rule("TC C6")
def test_it_rolls_in_its_own_action_phase_only():
    text = ALONE.format(quality="regular", mark="") + "\n    US rifle B 9,15"
    b = Battle(text, command_second_side="none").do("end").act("X", "fire", "A", 10)
    assert b.decides() == "US"
    b.do("fire", "B", 10)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC F8"], "the shot alone: no command roll"


@rule("TC C7")
@pytest.mark.parametrize(
    ("numbers", "quality", "most"),
    [
        ("4/6/8", "green", 4),
        ("4/6/8", "regular", 6),
        ("4/6/8", "elite", 8),
        ("6/7/8", "green", 6),
        ("6/7/8", "regular", 7),
        ("6/7/8", "elite", 8),
    ],
)
def test_it_acts_at_or_under_the_number_of_its_quality(numbers, quality, most):
    text = ALONE.format(quality=quality, mark="")
    acts = Battle(text, command_numbers=numbers).do("stand", "A", most)
    assert "move" in acts.verbs()
    fails = Battle(text, command_numbers=numbers).do("stand", "A", most + 1)
    assert fails.verbs() == {"end"}
    assert try_to_act("A", quality, most).odds()["acts"] == Fraction(most, 10)


@rule("TC C8")
def test_a_stand_that_fails_its_roll_is_finished():
    b = Battle(ALONE.format(quality="regular", mark="")).do("stand", "A", 7)
    assert b["A"].finished
    assert b.told()[-1] == "does_not_act"
    assert b.offers("stand") == set()
    b.do("end").do("stand", "X", 1).do("fire", "A", 10)
    assert b.decides() == "German", "and may not opportunity fire"


@rule("TC C9")
def test_a_stand_that_makes_no_attempt_keeps_its_opportunity_fire():
    b = Battle(ALONE.format(quality="green", mark="")).do("end")
    assert not b["A"].finished
    b.do("stand", "X", 1).do("fire", "A", 10)
    assert b.decides() == "US"
    assert b.offers("fire") == {"A"}


@rule("TC C10")
@pytest.mark.parametrize(
    ("radios", "at", "rolls"),
    [
        ("first", "25,10", False),
        ("first", "25.5,10", True),
        ("both", "25,10", False),
        ("second", "25,10", True),
        ("none", "25,10", True),
    ],
)
def test_good_radios_double_the_command_range(radios, at, rolls):
    b = Battle(NEAR.format(at), good_radios=radios)
    assert needs_roll(b, "A") == rolls


@rule("TC C10")
@pytest.mark.parametrize(("radios", "rolls"), [("first", True), ("second", False)])
def test_the_second_side_has_its_own_radios(radios, rolls):
    text = "table 48 36\nUS rifle A 5,33\nGerman leader L 20,10\nGerman rifle X 25,10"
    assert needs_roll(Battle(text, side="German", good_radios=radios), "X") == rolls


# Method 3

BATTALIONS = """
    table 48 36
    formation Company under 1stBn
    US hq H 5,5 formation=1stBn
    US rifle A 9,5 formation=1stBn
    US rifle B 13,5 formation=Company
    US leader C 17,5 formation=Company
    US hq K 5,2 formation=2ndBn
    US rifle D 30,5 formation=2ndBn
    German rifle X 5,33
    German rifle Y 40,33
"""


def points(text=BATTALIONS, **options):
    options.setdefault("command_second_side", "none")
    return Battle(text, scale="platoon", command="points", **options)


def without(b, *names):
    """The same battle with some stands lost."""
    stands = [Stand() if name in names else stand for name, stand in zip(b.names, b.state.board.stands, strict=True)]
    return set_board(b, stands=tuple(stands))


def next_turn(b, *dice):
    """End the turns of both sides; the dice are the command rolls of the US."""
    return b.do("end").do("end", None, *dice)


def numbers(b):
    """The points of the battalions of the US this turn, and those saved."""
    tops = [b.game.world.formations.index(each) for each in b.game.world.formations if each.name.endswith("Bn")]
    return [b.state.board.points[n] for n in tops], [b.state.board.bank[n] for n in tops]


@rule("TC C11")
def test_points_belong_to_a_battalion_and_lower_leaders_count_for_nothing():
    b = next_turn(points(), 5, 9)
    assert numbers(b)[0] == [5, 9], "one roll for each battalion, none for the company"
    b.act("B", "move", "13,7")
    assert numbers(b)[0] == [4, 9], "a stand of the company draws on its battalion"
    b.act("C", "move", "17,7").act("H", "move", "5,7")
    assert numbers(b)[0] == [2, 9], "leaders and the HQ itself need a point too"
    b.act("D", "move", "30,7")
    assert numbers(b)[0] == [2, 8]


@rule("TC C12")
@pytest.mark.parametrize("face", [3, 7, 10])
def test_each_battalion_rolls_one_d10_for_its_points(face):
    b = next_turn(points(), face, 4)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC C12", "TC C12"]
    assert str(b.rolls()[0].resolution.dice) == "d10"
    assert numbers(b) == ([face, 4], [9, 9]), "what was left of the turn before is saved"


@rule("TC C12")
def test_a_battalion_rolls_from_the_turn_on_which_it_has_stands_on_the_table():
    late = "formation 3rdBn turn 3\nUS hq Q 20,5 formation=3rdBn\nUS rifle E 24,5 formation=3rdBn"
    text = f"{BATTALIONS}\n{late}"
    b = next_turn(points(text), 5, 9)
    assert numbers(b)[0] == [5, 9, 0], "nothing is rolled for those to come"
    next_turn(b).do("place", "20,5").do("later", None, 5, 9, 7)
    assert numbers(b)[0] == [5, 9, 7], "one stand of it is enough"


@rule("TC C12")
def test_each_point_lets_one_stand_move_or_fire():
    text = BATTALIONS + "    German rifle Z 9,12 suppressed"
    b = set_board(points(text), points=(2, 0, 0, 0), bank=(0, 0, 0, 0))
    assert b.offers("stand") == {"H", "A", "B", "C"}
    b.act("A", "fire", "Z", 10)
    assert b.offers("stand") == {"H", "B", "C"}
    b.act("B", "move", "13,7")
    assert b.offers("stand") == set(), "both points are spent"


@rule("TC C13")
@pytest.mark.parametrize("special", [(), (Mist(inches=20, until_turn=1),)], ids=["plain", "special"])
def test_stands_without_a_point_may_not_act_but_opportunity_fire(special):
    text = BATTALIONS + "    German rifle Z 9,12"
    b = set_board(points(text, special=special), points=(0, 0, 3, 0), bank=(0, 0, 0, 0))
    assert b.offers("stand") == {"K", "D"}
    assert b.why_not("stand", "A") == "A's battalion has no command points left (TC C13)"
    b.do("end").act("Z", "fire", "A", 10)
    assert b.decides() == "US"
    assert {"A", "B"} <= b.offers("fire")


@rule("TC C14")
def test_one_is_subtracted_for_every_stand_the_battalion_has_lost():
    b = next_turn(without(points(), "A", "B"), 9, 9)
    assert numbers(b)[0] == [7, 9], "two are lost of the first battalion, one of them in its company"
    assert b.modifiers(0) == {(-2, "TC C14")}
    assert b.modifiers(1) == set()


@rule("TC C15")
@pytest.mark.parametrize(("quality", "least"), [("green", 2), ("regular", 3), ("elite", 4)])
def test_a_battalion_has_at_least_the_points_of_its_quality(quality, least):
    text = f"""
        table 48 36
        US hq H 5,5 formation=1stBn quality={quality}
        US rifle A 9,5 formation=1stBn quality={quality}
        German rifle X 5,33
    """
    for face in (1, least, least + 1):
        b = next_turn(points(text), face)
        assert numbers(b)[0] == [max(face, least)]
    b = without(points(text), "A")
    assert numbers(next_turn(b, least))[0] == [least], "the minimum holds after the losses are subtracted"


@rule("TC C16")
def test_unused_points_stay_with_the_hq_for_later_turns():
    b = set_board(points(), points=(4, 0, 0, 0), bank=(1, 0, 0, 0)).act("A", "move", "9,7")
    next_turn(b, 5, 5)
    assert numbers(b) == ([5, 5], [4, 0]), "one saved before, three of this turn"
    for name in ("A", "B", "C", "H"):
        b.act(name, "move", b[name].at)
    assert numbers(b) == ([1, 5], [4, 0]), "the points of the turn are spent first"
    next_turn(b, 3, 5)
    assert numbers(b)[1] == [5, 5]
    set_board(b, points=(0, 0, 0, 0), bank=(2, 0, 0, 0))
    b.act("A", "move", b["A"].at).act("B", "move", b["B"].at)
    assert b.why_not("stand", "C") == "C's battalion has no command points left (TC C13)", "saved points are spent too"
    assert numbers(b) == ([0, 0], [0, 0])


@rule("TC C16")
def test_in_the_enemys_turn_a_battalion_has_what_it_saved_and_no_more():
    b = set_board(points(), points=(4, 0, 2, 0), bank=(1, 0, 0, 0)).do("end")
    assert numbers(b) == ([0, 0], [5, 2])


@rule("TC C16")
def test_an_hq_that_rides_keeps_the_points_too():
    text = "US w44_truck T 5,5 formation=1stBn\nUS hq H 5,5 formation=1stBn in=T\nGerman rifle X 5,15"
    b = set_board(points(text), points=(4, 0), bank=(1, 0))
    assert numbers(next_turn(b, 5)) == ([5], [5])


@rule("TC C17")
def test_a_battalion_without_its_hq_cannot_save():
    b = set_board(without(points(), "H"), points=(4, 0, 6, 0), bank=(0, 0, 0, 0))
    next_turn(b, 8, 8)
    assert numbers(b) == ([7, 8], [0, 6]), "the other battalion saves"
    b.act("A", "move", "9,7")
    assert numbers(b)[0] == [6, 8], "what it rolls it may spend"


@rule("TC C18")
def test_without_its_hq_a_battalion_may_spend_what_was_saved_in_its_turn_and_then_it_is_lost():
    text = BATTALIONS + "    German rifle Z 5,12"
    b = set_board(points(text), points=(0, 0, 0, 0), bank=(6, 0, 3, 0)).do("end")
    b.act("Z", "fire", "H", 1)
    assert b.where("H") == ""
    assert numbers(b)[1] == [6, 3], "nothing is lost at once"
    if b.decides() == "US":
        b.do("hold")
    b.do("end", None, 9, 9)
    assert numbers(b) == ([8, 9], [6, 3]), "the HQ counts as a lost stand"
    b.do("end")
    assert numbers(b) == ([0, 0], [0, 12]), "the other battalion keeps its points"
    assert [event.rule for event in b.events if event.what == "bank_lost"] == ["TC C18"]


@rule("TC C18")
def test_when_the_hq_dies_in_its_own_turn_all_points_may_still_be_spent_in_it():
    text = BATTALIONS + "    German rifle Z 5,12"
    b = set_board(points(text), points=(3, 0, 0, 0), bank=(6, 0, 0, 0)).act("H", "move", "5,8").do("fire", "Z", 1)
    assert b.where("H") == ""
    assert numbers(b) == ([2, 0], [6, 0])
    assert "A" in b.offers("stand")
    b.do("end")
    assert numbers(b) == ([0, 0], [0, 0])


@rule("TC C19")
@pytest.mark.parametrize(("sides", "dice"), [("first", (10, 9)), ("both", (10, 9)), ("second", (10,)), ("none", (10,))])
def test_better_staff_work_rolls_one_more_die_and_adds_it(sides, dice):
    text = """
        table 48 36
        US hq H 5,5 formation=1stBn
        US rifle A 9,5 formation=1stBn
        German rifle X 5,33
    """
    b = points(text, extra_command_die=sides).do("end").do("end", None, dice if len(dice) > 1 else dice[0])
    assert numbers(b)[0] == [sum(dice)]


@rule("TC C20")
@pytest.mark.parametrize(("sides", "left"), [("first", 0), ("both", 0), ("second", 3)])
def test_a_hampered_side_has_no_minimum(sides, left):
    b = set_board(without(points(no_command_minimum=sides), "H"), points=(0, 0, 0, 0))
    next_turn(b, 1, 5)
    assert numbers(b)[0] == [left, 5]
    if not left:
        assert b.offers("stand") == {"K", "D"}


@rule("TC C21")
def test_reactions_and_defence_cost_no_point_and_no_roll():
    text = """
        table 48 36
        US hq H 40,5 formation=Bn
        US rifle A 9,5 formation=Bn
        German rifle X 9,12
        German rifle Y 13,9
    """
    for command in ("points", "leaders"):
        b = Battle(text, side="German", scale="platoon", command=command, command_second_side="none", first="German")
        set_board(b, points=(0, 0), bank=(0, 0))
        b.act("X", "fire", "A", 10).do("fire", "A", 5)
        assert len(b.rolls()) == 1, "opportunity fire: the shot alone"
        b.do("stand", "Y").do("assault", "A")
        b.do("hold", None, 10, 1)
        assert [roll.resolution.words for roll in b.rolls()] == ["A fires at Y", "Y fires at A"], "no command roll"
        assert b.state.board.points == (0, 0)
        assert b.state.board.bank == (0, 0)


@rule("TC C22")
@pytest.mark.parametrize(
    ("stands", "quality"),
    [
        ("green regular regular", "regular"),
        ("green green elite elite", "green"),
        ("regular elite", "regular"),
        ("green elite elite", "elite"),
        ("green regular elite", "green"),
    ],
)
def test_a_battalion_of_mixed_quality_has_the_majority_quality_ties_to_the_lower(stands, quality):
    lines = [
        f"    US rifle A{n} {4 * n + 2},5 formation={each} quality={each}" for n, each in enumerate(stands.split())
    ]
    tops = [f"    formation {each} under {stands.split()[0]}" for each in set(stands.split()) - {stands.split()[0]}]
    b = Battle("\n".join(["    table 48 36", *tops, *lines, "    German rifle X 5,33"]), command="points")
    top = next(n for n, each in enumerate(b.game.world.formations) if each.name == stands.split()[0])
    assert battalion_quality(b.look, top) == quality


@rule("TC C4")
@pytest.mark.parametrize("corner", ["0.5,0.5", "47.5,0.5", "0.5,35.5", "47.5,35.5"])
def test_a_leader_who_has_yet_to_come_commands_nobody(corner):
    text = (
        f"table 48 36\nformation Late turn 3\nUS leader L 1,1 formation=Late\nUS rifle A {corner}\nGerman rifle X 24,18"
    )
    b = Battle(text, command="leaders")
    assert not b.look.leader_near(b.number("A"))


@rule("TC C6")
def test_the_roll_for_command_shows_both_of_its_rows():
    assert [(str(row), row.outcome) for row in try_to_act("Able", "elite", 7).rows] == [("7-", "acts"), ("8+", "fails")]
