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
