"""Rules of Micro Armour at their edges: exactly in range, exactly enough, and what just falls short."""

import pytest

from sandtable.kernel.errors import OptionError
from sandtable.systems.micro_armour.board import OPPORTUNITY, SECOND
from sandtable.systems.micro_armour.calculators import Attack, ByRange, Group, Orders, Recovery, Shot, shooters
from sandtable.systems.micro_armour.fire import Designate
from sandtable.systems.micro_armour.generator import Battle as Asked
from sandtable.systems.micro_armour.generator import generate
from sandtable.systems.micro_armour.points import Costing, balance
from sandtable.systems.micro_armour.proving import proving_ground
from sandtable.systems.micro_armour.vehicles import data_card
from sandtable.systems.micro_armour.victory import Clause, Victory
from tests.systems.micro_armour.battle import Battle
from tests.systems.micro_armour.test_scenarios import GO_ON, ended, winner

rule = pytest.mark.rule


# Victory


@rule("MA SCN victory")
@pytest.mark.parametrize(("lost", "won"), [(18, True), (17, False)])
def test_51_percent_is_enough(lost, won):
    """18 of 35 are 51.4 percent."""
    reds = [f"Red T-72 R{n} {1 + n},35 {'lost' if n < lost else ''}" for n in range(34)]
    text = "\n".join(["Blue T-72 A 5,5", *reds])  # and Red's Staff
    b = Battle(text, whole=True, phase="move", passes=1, turn=12, sighting=1).do("skip")
    assert b.state.result.score == (0, lost)
    assert (winner(b) == 0) == won


@rule("MA 01.00c")
@pytest.mark.parametrize(("lost", "won"), [(7, True), (8, False)])
def test_as_many_stands_as_a_condition_asks_for_are_enough(lost, won):
    there = Victory(standard=False, clause=(Clause("Blue", "there", stands=3, north_of=5, south_of=5),))
    assert (winner(ended(lost, 0, turn=12, victory=there)) == 0) == won, "on the line counts"


@rule("MA 01.00c")
@pytest.mark.parametrize(("line", "at", "won"), [("south_of", "5,0.5", True), ("north_of", "5,39.5", True)])
def test_a_strip_with_one_line_reaches_to_the_edge(line, at, won):
    strip = Victory(standard=False, clause=(Clause("Blue", "there", stands=1, **{line: 20}),))
    b = Battle(
        f"Blue T-72 A {at}\nRed T-72 X 35,20", whole=True, phase="move", passes=1, turn=12, sighting=1, victory=strip
    ).do("skip")
    assert (winner(b) == 0) == won


@rule("MA SCN victory")
def test_with_conditions_that_both_meet_nobody_has_won_by_losses():
    low = Victory(destroyed=20, lost=50)
    assert winner(ended(2, 2, *GO_ON, victory=low)) is None
    assert winner(ended(1, 2, victory=low)) == 0


@rule("MA 01.00c")
def test_the_tally_has_objectives_only_where_there_are_some():
    b = Battle("Blue T-72 A 5,5\nBlue T-72 L off lost\nRed T-72 X 5,35")
    (lost,) = b.game.world.victory.tallies(b.look)
    assert (lost.words, lost.counts) == ("Stands lost", (1, 0))


# Entry and set-up


@rule("MA SCN entry cost")
@pytest.mark.parametrize(("road", "spent"), [("good_road 5,0 5,39", 25), ("track 5,0 5,39", 50), ("", 150)])
def test_who_enters_on_a_road_pays_its_rate(road, spent):
    text = f"{road}\nwoods Wood 0,0 36,0 36,3 0,3\n Blue M60A3 A off\n Red T-72 X 35,30"
    b = Battle(text, phase="move", orders=(1, 0), sighting=1).do("order", "A", 1).do("move", "A").do("enter", "5,0.5")
    assert b["A"].spent == spent


@rule("MA SCN entry")
def test_free_points_are_counted_without_those_that_are_taken():
    text = "Blue M60A3 A off\n Blue M60A3 B 8,0.5\n Red T-72 X 35,30"
    b = Battle(text, phase="move", orders=(1, 0), sighting=1).do("order", "A", 1).do("move", "A")
    points = b.decision().offer("enter").targets
    assert len(points) == len(list(points)) == 71 - 3
    assert [points[n] for n in range(len(points))] == list(points)


# Roads


@rule("MA 08.03.90")
def test_leaving_the_road_rate_is_for_roads_through_cover_alone():
    def offered(ground, road="good_road 5,0 5,39"):
        text = f"{road}\n{ground}\n Blue M60A3 A 5,2\n Red T-72 X 35,39"
        b = Battle(text, phase="move", orders=(1, 0), sighting=1).do("order", "A", 1).do("move", "A")
        return "leave_road" in b.verbs()

    assert not offered(""), "a road over open ground"
    assert not offered("woods Wood 8,0 14,0 14,9 8,9"), "woods beside it"
    assert offered("hill Hill 0,5 12,5 12,12 0,12 level=1\nwoods Wood 0,5 12,5 12,12 0,12"), "woods on a hill"
    assert not offered("hill Hill 0,5 12,5 12,12 0,12 level=1"), "a hill alone is no cover"


@rule("MA 08.03.90")
@pytest.mark.parametrize(("spent", "wood", "near"), [(0, 26, True), (0, 27, False), (200, 22, True), (200, 23, False)])
def test_it_is_offered_as_far_as_the_points_that_are_left_go_on_a_road(spent, wood, near):
    """12 points are 24 inches of road, 10 are 20."""
    text = f"""
        table 36 60
        good_road 5,0 5,59
        woods Wood 0,{wood} 12,{wood} 12,40 0,40
        Blue M60A3 A 5,2 spent={spent}
        Red T-72 X 35,59
    """
    b = Battle(text, phase="move", orders=(1, 0), sighting=1).do("order", "A", 1).do("move", "A")
    assert ("leave_road" in b.verbs()) == near


# Movement


@rule("MA 08.03.03")
def test_the_inch_that_is_always_possible_is_at_the_start_of_a_move_only():
    text = """
        marsh Bog 0,3 36,3 36,20 0,20
        hill Hill 0,3 36,3 36,20 0,20 level=1
        crest Crest 0,3 36,3 36,20 0,20
        Blue Centurion_Mk13 A 5,4 spent={}
        Red T-72 X 35,39
    """
    start = Battle(text.format(0), phase="move", orders=(1, 0), sighting=1)
    assert "5.0,5.0" in start.do("order", "A", 1).do("move", "A").offers("move")
    later = Battle(text.format(800), phase="move", orders=(1, 0), sighting=1)
    assert later.do("order", "A", 1).do("move", "A").offers("move") == {"5.0,4.0"}, "two points left"


@rule("MA 08.03.08")
def test_after_a_bend_a_stand_faces_the_last_stretch():
    text = "Blue T-72 A 5,2\n Red T-72 X 35,39"
    b = Battle(text, phase="move", orders=(1, 0), sighting=1).do("order", "A", 1).do("move", "A").do("move", "6,4.5")
    assert b.where("A") == "6.0,4.5"
    assert b["A"].heading == 3, "north first, then north-east"


@rule("MA 08.03.01")
def test_who_has_moved_or_turned_is_on_the_table_once():
    text = "Blue T-72 A 5,2\nBlue T-72 B 9,2\n Red T-72 X 35,39"
    b = Battle(text, phase="move", orders=(2, 0), sighting=1).do("order", "B", 1).do("move", "B").do("move", "9,4")
    b.do("face", 5)
    assert b.look.on_table(0) == (b.number("A"), b.number("B"))
    assert b.look.alive(0) == (b.number("A"), b.number("B"), b.number("Blue Staff"))
    assert b.look.on_table(1) == (b.number("X"),)


@rule("MA 07.06.05a")
@pytest.mark.parametrize(("far", "asked"), [(27, True), (30, False)])
def test_nobody_is_asked_to_fire_at_a_mover_out_of_reach(far, asked):
    """The cannon of a T-72 reaches 25 inches."""
    text = f"Blue M60A3 A 5,2\n Red T-72 X 9,{far} heading=12"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("move", "5,4")
    assert (b.decides() == "Red") == asked


@rule("MA 07.06.05a", "MA CRT over")
def test_a_mover_that_shows_its_flank_to_a_gun_that_cannot_fail_is_asked_about():
    text = "Blue Chieftain_Mk5 A 5,2\n Red T-72 X 5,12 heading=12"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("wait").do("move", "8,2")
    assert b.decides() == "Red"
    b.do("attack").fire("X", 14)
    assert b.state_of("A") == "X"


# Fire


@rule("MA 07.06.05c")
def test_only_fire_at_a_mover_is_a_reaction():
    assert Designate(0, 3, SECOND).reaction() is None
    answer = Designate(0, 3, OPPORTUNITY).reaction()
    assert (answer.against, answer.fire, answer.hold, answer.begun) == (3, "cannon", "fire", True)


@rule("MA 07.03.02b")
@pytest.mark.parametrize(("inches", "weapons"), [(3.5, 0), (4, 1), (40, 1), (40.5, 0)])
def test_a_missile_reaches_from_its_shortest_to_its_longest_range(inches, weapons):
    text = f"table 36 60\nBlue T55M/AT-10 A 5,2\n Red T-72 X 5,{2 + inches} heading=12\n Blue M1A2_Abrams B 9,20"
    b = Battle(text)
    assert len([each for each in b.look.weapons(b.number("A"), b.number("X")) if each == 1]) == weapons


@rule("MA 05.00.1b")
def test_a_tie_is_rolled_off_by_its_own_rule():
    b = Battle("Blue T-72 A 5,2\n Red T-72 X 30,39", whole=True, phase="move", passes=1)
    b.do("skip", None, 7, 7, 6, 5, 5, 5)
    assert [roll.resolution.rule for roll in b.rolls()[:4]] == ["MA 05.00.1a"] * 2 + ["MA 05.00.1b"] * 2


@rule("MA 05.00")
def test_the_odds_of_an_action_stop_where_the_next_phase_begins():
    """What the dice of the next phase bring is no part of what a shot brings, or a try to move."""
    text = "Blue M60A3 A 5,2\n Red T-72 X 5,12 heading=12 tries=1 suppressed"
    shot = Battle(text, whole=True, orders=(0, 0)).do("attack", "X").do("cannon", "A")
    assert {end.board.orders for end in shot.odds("fire")} == {(0, 0)}, "not the command rolls"
    last = Battle(text, whole=True, phase="move", orders=(1, 0), sighting=1, passes=1)
    ends = last.odds("order", "A")
    assert {end.board.stands[last.number("X")].suppressed for end in ends} == {True}, "not the removal of markers"
    assert {end.board.turn for end in ends} == {1}


# Balance, calculators, cards


@rule("MA SCN balance")
def test_a_tool_may_go_as_far_as_one_tank_or_sixty():
    few, many = Costing(1, 100, 10), Costing(10, 900, 20)
    found = {each.tool: each.forces for each in balance(few, many)}
    assert found["drop"][1].count == 1
    assert found["add"][0].count == 60
    assert found["lower cohesion"][1].cohesion == 1
    assert found["raise cohesion"][0].cohesion == 20


@rule("MA SCN balance")
def test_the_best_tool_may_fill_the_table():
    """As many stands as a battle may have are not too many."""
    fits = []
    for red in range(1, 41):
        ask = {"blue": "T55A", "red": "M1A2 Abrams", "blue_tanks": 20, "red_tanks": red}
        made = generate(Asked(**ask, balance="best"))
        fits.append(sum(force.count for force in made.forces))
        plain = [each for each in made.settings if sum(force.count for force in each.forces) <= 60]
        assert abs(made.forces[0].points - made.forces[1].points) == min(each.gap for each in plain)
    assert max(fits) <= 60


def test_ranges_of_firers_are_1_to_50_inches():
    for inches in (1, 50):
        assert shooters(f"T-72 inches={inches}", 15)[0].inches == inches
    for inches in ("0", "51", "99999", "ten"):
        with pytest.raises(OptionError, match="inches is a whole number from 1 to 50"):
            shooters(f"T-72 inches={inches}", 15)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: ByRange(target="Tiger"), "there is no vehicle 'Tiger'"),
        (lambda: ByRange(firer="Tiger"), "there is no vehicle 'Tiger'"),
        (lambda: Attack(target="Tiger"), "there is no vehicle 'Tiger'"),
        (lambda: Group(fresh=0), "a group has at least one stand"),
        (lambda: Group(fresh=1, headquarters=2), "there are 2 headquarters among 1 stands"),
        (lambda: Group(tries=2, ordered=False), "without an order a group tries once"),
        (lambda: data_card("T-72", 0), "a cohesion level is 1 to 20, not 0"),
        (lambda: data_card("T-72", 21), "a cohesion level is 1 to 20, not 21"),
        (lambda: proving_ground(("Tiger",), "T-72"), "there is no vehicle 'Tiger'"),
    ],
)
def test_questions_that_make_no_sense_are_refused(ask, why):
    with pytest.raises(OptionError, match=why):
        ask()


def test_the_limits_of_those_questions():
    assert Group(fresh=1, headquarters=1).size == 1
    assert Group(fresh=1, tries=2).tries == 2
    assert [data_card("T-72", level, against="T-72").cohesion for level in (1, 20)] == [1, 20]


def test_what_a_question_takes_for_granted():
    aimed = {
        "target": "T-72", "target_state": "fresh", "ground": "clear", "revealed": False, "moving": False,
        "cohesion": 14, "below_minus_3": "clamp", "reveal_scope": "all_terrain",
    }  # fmt: skip
    assert Shot() == Shot(**aimed, firer="M60A3", inches=15, flank=False, weapon="cannon", firer_state="fresh")
    assert Attack() == Attack(**aimed, firers="3x M60A3", inches=15)
    assert ByRange() == ByRange(**aimed, firer="M60A3", firer_state="fresh", at_least="eliminated")
    assert Recovery() == Recovery(state="suppressed", turns=1, cohesion=14)
    assert Orders() == Orders(command=0, generation="III")
    assert Group() == Group(
        fresh=3, suppressed=0, disorganized=0, both=0, headquarters=0, recon=False, ordered=True, tries=1, cohesion=14
    )
    assert Asked() == Asked(
        blue="M60A3", red="T-72", blue_tanks=10, red_tanks=10, blue_cohesion=14, red_cohesion=14, blue_generation="III",
        red_generation="III", blue_command=0, red_command=0, balance="none", seed=1, woods=0, towns="random",
        hills="random", side_roads="none", sighting=30, turns=12,
    )  # fmt: skip
