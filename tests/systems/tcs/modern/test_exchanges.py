"""Pop-ups, missiles and what reacts to them, as a client lists them: the list is what the rules then do."""

from fractions import Fraction

import pytest

from tests.systems.tcs.modern.test_helicopters import COUNTER, counter, fight, put, shots
from tests.systems.tcs.modern.test_missiles import T80
from tests.systems.tcs.modern.test_missiles import counter as answered

rule = pytest.mark.rule


def listed(battle, side="Red"):
    """The exchange that a side is shown: each step as its state, its words, who acts, and its chance."""
    found = battle.game.picture(battle.state, battle.game.sides.index(side)).exchange
    names = battle.game.world.names
    return [(each.state, each.words, {names[n] for n in each.pieces}, each.exact) for each in found.stages]


@rule("ME 4.1f2", "ME 4.1f1")
def test_the_steps_of_a_pop_up_are_listed_in_the_order_in_which_they_are_rolled():
    b = counter()
    steps = listed(b)
    assert [(state, words) for state, words, _, _ in steps] == [
        ("done", "Rises to Low"),
        ("now", "Counter pop-up"),
        ("ahead", "AA: ZSU-23-4"),
        ("ahead", "AA: BMP-2"),
        ("ahead", "TOW 2 flies at T"),
        ("ahead", "Back to nap of the earth"),
    ]
    assert steps[1][2] == {"X"}
    assert [who for _, _, who, _ in steps[2:5]] == [{"Z"}, {"T"}, {"A", "T"}]
    b.do("hold", None, (1, 1), (1, 1), (6, 6))
    assert shots(b) == [("Z", "A"), ("T", "A"), ("A", "T")], "as listed"


@rule("ME 4.2a", "ME 3.1f")
def test_each_step_has_the_chance_of_its_roll():
    b = counter()
    chances = {words: exact for _, words, _, exact in listed(b)}
    b.do("hold", None, (1, 1), (1, 1), (6, 6))
    rolls = [each.resolution.odds() for each in b.rolls()]
    assert chances["AA: ZSU-23-4"] == str(rolls[0]["destroyed"])
    assert Fraction(chances["AA: BMP-2"] or 0) == rolls[1].get("destroyed", 0)
    assert chances["TOW 2 flies at T"] == str(rolls[2]["kill"])


@rule("ME 4.2a", "ME 4.2d")
def test_only_neighbours_of_one_type_in_the_order_of_aa_fire_are_one_step():
    b = counter("Red su87_zsu23 V 0417", "Red su87_zsu23 W 0517")
    guns = [(words, who) for _, words, who, _ in listed(b) if words.startswith("AA")]
    assert guns == [("AA: ZSU-23-4", {"Z"}), ("AA: BMP-2", {"T"}), ("AA: 2 ZSU-23-4", {"V", "W"})]
    b.do("hold", None, *[(1, 1)] * 4, (6, 6))
    assert shots(b) == [("Z", "A"), ("T", "A"), ("V", "A"), ("W", "A"), ("A", "T")], "as listed"


@rule("ME 4.1e2", "ME 4.1f1")
def test_a_reaction_that_cannot_come_stays_in_the_list_with_its_reason():
    b = fight(*COUNTER)
    put(b, popped=(b.number("X"),))
    b.do("pop_up", "A")
    found = b.game.picture(b.state, 0).exchange
    never = {each.words: each.note for each in found.stages if each.state == "never"}
    assert never == {"Counter pop-up": "X has popped up in this phase (ME 4.1e2)"}


@rule("ME 4.1h")
def test_nobody_is_listed_to_counter_a_missile_that_needs_no_guidance():
    b = fight("Blue us87_ah64 A 0404", *COUNTER[1:]).do("pop_up", "A")
    never = {each.words: each.note for each in b.game.picture(b.state, 0).exchange.stages if each.state == "never"}
    assert never["Counter pop-up"] == "the missile is fire and forget"


@rule("ME 4.1f1")
def test_both_sides_see_the_same_steps_and_not_what_the_other_has_chosen():
    b = counter()
    assert listed(b, "Blue") == listed(b, "Red")
    before = listed(b, "Blue")
    b.do("pop", "X")
    assert listed(b, "Red")[1][:3] == ("now", "Counter pop-up", {"X"})
    assert listed(b, "Blue") == before


@rule("ME 3.3a1", "ME 3.3b")
def test_the_supersonic_missile_comes_before_the_flight_of_the_slow_one():
    b = answered("Blue us87_m901 A 0404 fired", T80).do("at", "X")
    steps = listed(b)
    assert [(state, words) for state, words, _, _ in steps][:3] == [
        ("done", "A fires TOW 2"),
        ("now", "AT-8 of X first"),
        ("ahead", "TOW 2 flies at X"),
    ]
    assert steps[1][2] == {"X"}
    kill = Fraction(steps[1][3]) * 6
    b.do("fire", None, 6, (1, 1), (1, 1))
    assert kill == b.rolls()[1].resolution.odds()["kill"]


@rule("ME 3.3a1", "TCS 15.1b")
def test_after_the_missile_of_an_action_overwatch_begins_and_after_one_on_overwatch_it_goes_on():
    b = answered("Blue us87_m901 A 0404 fired", T80).do("at", "X")
    assert listed(b)[3:] == [("ahead", "Overwatch at the launcher", set(), "")]
    b = fight("Blue su87_t80b X 0412", "Red us87_m901 A 0404", at8_counterfire=True)
    b.do("point", "0404").do("add", "X").do("fire", None, 11).do("missile", "A")
    assert listed(b, "Blue")[1][:2] == ("now", "AT-8 of X first")
    assert listed(b, "Blue")[3:] == [("ahead", "Overwatch goes on", set(), "")]


@rule("ME 3.3a2", "TCS 17.5a")
def test_a_launcher_that_runs_from_the_supersonic_missile_no_longer_waits_for_it_and_does_not_fire():
    b = answered("Blue us87_m901 A 0404 fired", T80).do("at", "X").do("fire", None, 6, (2, 4), 65)
    assert b.decision().name == "flee"
    assert [b.game.picture(b.state, viewer).exchange for viewer in (0, 1, None)] == [None] * 3
    b.do("to", sorted(b.offers("to"))[0])
    assert b.rolls() == [], "its own shot is lost"


@rule("ME 3.2a1", "ME 4.1d", "TCS 15.2b")
def test_missiles_and_helicopters_are_listed_with_the_overwatch():
    b = fight("Blue us87_m1a1 M 0410 move", "Red su87_bmp2 T 0404", "Red su87_mi24 X 0401").go("M", "0409")
    steps = {words: (state, who) for state, words, who, _ in listed(b)}
    assert steps["M moved"] == ("done", {"M"})
    assert steps["Missiles"] == ("now", {"T"})
    assert steps["Helicopters"] == ("now", {"X"})
    assert list(steps)[-1] == "Return fire"


# What a client reads beside each step


def notes(battle, side="Red"):
    """The steps that a side is shown: state, words, side that acts, note and rule."""
    found = battle.game.picture(battle.state, battle.game.sides.index(side)).exchange
    return [(each.state, each.words, each.side, each.note, each.rule) for each in found.stages]


@rule("ME 4.1e1", "ME 4.1f1", "ME 4.2a", "ME 4.1e2")
def test_a_pop_up_that_is_being_chosen_shows_every_step_with_what_it_takes():
    b = fight(*COUNTER).do("pop_up", "A")
    assert notes(b, "Blue") == [
        ("ahead", "Rises to Low", 0, "no movement points", "ME 4.1e1"),
        ("ahead", "Counter pop-up", 1, "X may, one after the other; each takes AA fire first", "ME 4.1f1"),
        ("ahead", "AA: ZSU-23-4", 1, "14 hexes, 2d6 at 9+", "ME 4.2a"),
        ("ahead", "AA: BMP-2", 1, "8 hexes, 2d6 at 12+", "ME 4.2a"),
        ("ahead", "TOW 2 of A", 0, "at best at T, 8 hexes", "ME 3.1"),
        ("ahead", "Back to nap of the earth", 0, "one pop-up in a phase", "ME 4.1e2"),
    ]
    exchange = b.game.picture(b.state, 0).exchange
    assert exchange.title == "A pops up"
    assert exchange.about == (b.number("A"),)


@rule("ME 4.1e1", "ME 4.1f1", "ME 4.2a")
def test_the_steps_of_a_pop_up_of_the_second_side_name_the_first():
    swap = {"Blue": "Red", "Red": "Blue"}
    lines = [" ".join([swap[line.split()[0]], *line.split()[1:]]) for line in COUNTER]
    b = fight(*lines, side="Red").do("pop_up", "A")
    assert [(each[1], each[2]) for each in notes(b, "Red")] == [
        ("Rises to Low", 1), ("Counter pop-up", 0), ("AA: ZSU-23-4", 0), ("AA: BMP-2", 0), ("TOW 2 of A", 1),
        ("Back to nap of the earth", 1),
    ]  # fmt: skip
    b.do("missile", "T")
    assert b.decides() == "Blue"
    assert [each[2] for each in notes(b, "Red")] == [1, 0, 0, 0, 1, 1]
    t80 = fight("Red us87_ah1f A 0404", "Blue su87_t80b T 0412", at8_counterfire=True, side="Red").do("pop_up", "A")
    assert ("never", "AT-8 counterfire", 0, "never at helicopters", "ME 3.3b") in notes(t80, "Red")


@rule("ME 4.1e3", "ME 4.1f1")
def test_a_group_that_pops_up_is_named_in_the_plural():
    b = fight(*COUNTER, "Blue us87_ah1f B 0404").do("pop_up", "A").do("along", "B")
    shown = notes(b, "Blue")
    assert shown[0][:3] == ("ahead", "Rise to Low", 0)
    assert [each[1] for each in shown].count("AA: ZSU-23-4") == 2, "at each of them"
    assert [each[1] for each in shown if each[1].startswith("TOW")] == ["TOW 2 of A", "TOW 2 of B"]
    title = b.game.picture(b.state, 0).exchange.title
    assert title.endswith("pop up")
    b.do("missile", "T")
    assert notes(b)[0][:2] == ("done", "Rise to Low")


@rule("ME 4.1f1", "ME 4.2g", "ME 4.1c")
def test_steps_that_cannot_come_say_why():
    b = fight("Blue us87_ah1f A 0404", "Red su_truck T 0412").do("pop_up", "A")
    assert notes(b, "Blue")[1:3] == [
        ("never", "Counter pop-up", 1, "the enemy has no helicopter on the map", "ME 4.1f1"),
        ("never", "AA fire", 1, "no unit that sees A reaches it", "ME 4.2g"),
    ]
    blind = fight("Blue us87_ah1f A 0404", "Red su_truck T 0412", "0430 open 300", "Red us87_uh60 X 0440").do(
        "pop_up", "A"
    )
    assert notes(blind, "Blue")[1][3] == "none of them would see it in range"
    guns = fight("Blue us87_uh60 A 0404", "Red su_truck T 0408").do("pop_up", "A")
    assert ("ahead", "A fires its guns", 0, "", "ME 4.1c") in notes(guns, "Blue")


@rule("ME 4.2a", "ME 4.1h")
def test_the_numbers_of_aa_fire_have_all_that_counts_against_it():
    b = fight("Blue us87_ah64 A 0404", *COUNTER[1:]).do("pop_up", "A")
    shown = {each[1]: each[3] for each in notes(b, "Blue")}
    assert shown["AA: ZSU-23-4"] == "14 hexes, 2d6 at 11+", "9, one for its armor and one for its missile"
    assert shown["AA: BMP-2"] == "8 hexes, cannot reach 14+ on 2d6"
    spread = fight("Blue us87_ah1f A 0404", "Red su87_zsu23 V 0405", "Red su87_zsu23 W 0417", "Red su_truck T 0412")
    shown = {each[1]: each[3] for each in notes(spread.do("pop_up", "A"), "Blue")}
    assert shown["AA: 2 ZSU-23-4"] == "1 to 13 hexes, 2d6 at 9+"
    near = fight("Blue us87_ah1f A 0404", "Red su87_zsu23 V 0405", "Red su_truck T 0412").do("pop_up", "A")
    assert {each[1]: each[3] for each in notes(near, "Blue")}["AA: ZSU-23-4"] == "1 hex, 2d6 at 9+"


@rule("ME 4.1f2")
def test_a_counter_pop_up_that_is_aimed_names_its_helicopter():
    b = counter().do("pop", "X")
    assert notes(b)[1] == ("now", "Counter pop-up", 1, "X takes AA fire, fires and drops", "ME 4.1f2")
    assert notes(b)[4][1:4] == ("TOW 2 flies at T", 0, "8 hexes")
    guns = fight(*COUNTER[:4], "Red su_truck T 0412").do("pop_up", "A").do("guns", "T")
    assert [each[1] for each in notes(guns)][3:5] == ["A fires at T", "Back to nap of the earth"]


@rule("ME 3.3b")
def test_the_at_8_never_answers_a_helicopter():
    lines = ("Blue us87_ah1f A 0404", "Red su87_t80b T 0412")
    b = fight(*lines, at8_counterfire=True).do("pop_up", "A")
    assert ("never", "AT-8 counterfire", 1, "never at helicopters", "ME 3.3b") in notes(b, "Blue")
    assert "AT-8 counterfire" not in [each[1] for each in notes(fight(*lines).do("pop_up", "A"), "Blue")]
    other = fight("Blue us87_ah1f A 0404", "Red su87_bmp2 T 0412", at8_counterfire=True).do("pop_up", "A")
    assert "AT-8 counterfire" not in [each[1] for each in notes(other, "Blue")]


@rule("ME 3.3a1", "ME 3.1f")
def test_the_chances_of_counterfire_and_of_the_missile_it_comes_before():
    b = answered("Blue us87_m901 A 0404 fired", T80).do("at", "X")
    assert [each[3] for each in notes(b)][1:3] == ["a die of 6; then the ATGM Table", "8 hexes, if its crew still can"]
    chances = [Fraction(each.exact or 0) for each in b.game.picture(b.state, 1).exchange.stages]
    marked = answered("Blue us87_m901 A 0404 fired", f"{T80} fired").do("at", "X")
    assert notes(marked)[1][3] == "a die of 6, twice, for it has fired; then the ATGM Table"
    assert Fraction(marked.game.picture(marked.state, 1).exchange.stages[1].exact) == chances[1] / 6
    assert chances[2] == Fraction(21, 36), "7 at half nominal range"
    title = b.game.picture(b.state, 1).exchange
    assert (title.title, title.about) == ("TOW 2 at X", (b.number("A"), b.number("X")))


@rule("ME 3.2a1", "ME 3.3a1", "ME 4.1d")
def test_the_steps_at_a_trigger_say_who_may_add_what():
    b = fight("Blue us87_m1a1 M 0410 move", "Red su87_bmp2 T 0404", "Red su87_bmp2 U 0504").go("M", "0409")
    shown = {each[1]: each for each in notes(b)}
    assert shown["Missiles"][3] == "on top of the other fire of their stacks"
    assert "Helicopters" not in shown
    assert "AT-8 counterfire" not in shown
    one = fight("Blue us87_m1a1 M 0410 move", "Red su87_bmp2 T 0404", "Red su87_mi24 X 0401").go("M", "0409")
    shown = {each[1]: each for each in notes(one)}
    assert shown["Missiles"][3] == "on top of the other fire of its stack"
    assert shown["Helicopters"][3] == "from where they are, or in a pop-up"
    t80 = fight("Blue su87_t80b X 0412", "Red us87_m901 A 0404 fired", at8_counterfire=True)
    t80.do("point", "0404").do("add", "X").do("fire", None, 11)
    assert ("ahead", "AT-8 counterfire", 0, "before the missile flies", "ME 3.3a1") in notes(t80)
    quiet = fight("Blue us87_m1a1 M 0410 move", "Red su87_t72a T 0404").go("M", "0409")
    assert "Missiles" not in [each[1] for each in notes(quiet)]
