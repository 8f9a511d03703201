"""Assault and overrun (TCS 22, 23)."""

import pytest

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OddsTooLarge, OptionError
from sandtable.kernel.state import State
from sandtable.systems.tcs import assaultodds, assaultsides
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.assault import Assault
from sandtable.systems.tcs.assaultodds import AssaultQuestion, assault_chain, assault_odds
from sandtable.systems.tcs.proving import ALL_OUT, target_hex
from sandtable.systems.tcs.world import FINE, MOVE_MODE
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule

FIELD = "0808 open\n"


def field(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


class Chosen(Dice):
    """Dice that fall as the test says, in order; after that without harm."""

    def __init__(self, numbers):
        super().__init__()
        self.numbers = list(numbers)

    def throw(self, number, pool, resolution=None):
        mild = {(6, 6): 11 if pool.reading == "d66" else 4}.get(pool.faces, 1)
        return pool.faces_for(self.numbers.pop(0) if self.numbers else mild)


def fight(b, verb, target=None, *numbers):
    """Take an action with these dice; what is rolled beyond them does no harm, or as little as can be."""
    dice = Chosen(numbers)
    b.state, b.events = b.game.apply(b.state, b.decision().side, Action(verb, b.target(target)), dice)
    assert dice.numbers == []
    return b


def rules(b):
    return [roll.resolution.rule for roll in b.rolls()]


# Who goes in

PAIR = "Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403 fired suppressed"
"""A defender that may not overwatch before it has rolled a 5."""


@rule("TCS 22.1")
def test_units_beside_the_hex_go_in_together():
    b = field(*PAIR, "Blue us_rifle_plt B 0304 move", "Blue us_rifle_plt C 0405 move").do("assault", "0403")
    assert b.offers("add") == {"A", "B"}
    b.do("add", "A")
    assert b.offers("add") == {"B"}
    assert {"all_in", "go"} <= b.verbs()


@rule("TCS 22.1")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("us_rifle_plt A 0404 move unassigned", "A is Unassigned and does not attack"),
        ("us_rifle_plt A 0404", "Move Mode"),
        ("us_rifle_plt A 0404 move suppressed", "unshaken"),
        ("us_rifle_plt A 0404 move fired", "not fired"),
        ("us_rifle_plt A 0404 move spent=6", "movement points"),
        ("us_rifle_plt A 0408 move", "beside"),
        ("us_truck A 0404 move", "Assigned"),
    ],
)
def test_who_may_not_assault(line, why):
    b = field(f"Blue {line}", PAIR[1])
    assert b.offers("assault") == set()
    assert why in b.why_not("assault", "0403")
    assert "no enemy" in b.why_not("assault", "0101")


@rule("TCS 22.1")
def test_a_hex_is_assaulted_once_in_a_phase():
    b = field("Blue us_rifle_plt A 0404 move", "Blue us_rifle_plt B 0304 move", "Red ge_gren_plt X 0403 fired")
    b.do("assault", "0403").do("add", "A").do("go")
    fight(b, "hold")
    assert b.where("A") == "0404", "three rounds without effect, and no majority"
    assert "already" in b.why_not("assault", "0403")


@rule("TCS 22.2")
def test_defenders_may_fire_at_who_comes_at_range_one():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403", "Red ge_smg_sec Y 0401").do("assault", "0403")
    b.do("all_in")
    assert (b.decides(), b.where("A"), b.left("A")) == ("Red", "0404", 5)
    assert b.offers("area") == {"0403", "0401"}
    fight(b, "area", "0403")
    assert {(2, "TCS 11.1a"), (2, "TCS 11.2b")} <= set(b.modifiers(0)), "range 1, moving"


@rule("TCS 22.2", "TCS 15.5b")
def test_infantry_may_make_at_rolls_at_tanks_that_assault():
    b = field("Blue us_m4_75 T 0404 move", "Red ge_gren_plt X 0403").do("assault", "0403").do("all_in")
    assert b.offers("rolls_at") == {"0403"}


@rule("TCS 22.2")
def test_who_is_stopped_on_the_way_does_not_go_in():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403").do("assault", "0403").do("all_in")
    b.do("area", "0403", 25, 46)
    assert (b.state_of("A"), b.where("A")) == ("MS", "0404")
    assert "assault_stopped" in b.told()


# The fight


@rule("TCS 22.3", "TCS 22.4")
def test_the_defender_fires_first_then_the_attacker_at_range_0():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403 dug_in")
    fight(b.do("assault", "0403").do("all_in"), "hold")
    first, _, second = b.rolls()[:3]
    assert (first.resolution.words, second.resolution.words) == (
        "X fires on 0403, strength 10",
        "A fires on 0403, strength 10",
    )
    assert b.modifiers(0) == [(4, "TCS 11.1a"), (2, "TCS 11.2b")], "strength 5 and 5 steps; attackers move"
    assert b.modifiers(2) == [(4, "TCS 11.1a"), (-2, "TCS 11.2b")], "the defender is dug in"


@rule("TCS 22.4")
def test_suppressed_targets_are_no_harder_to_hit_at_range_0():
    b = fight(field(*PAIR, "Blue us_rifle_plt B 0404 move").do("assault", "0403").do("all_in"), "hold")
    shifts = {
        rule for n, roll in enumerate(b.rolls()) if "A, B fire" in roll.resolution.words for _, rule in b.modifiers(n)
    }
    assert "TCS 11.3c" not in shifts
    assert "TCS 11.1a" in shifts


@rule("TCS 22.3", "TCS 9.0b")
def test_guns_and_tanks_use_point_fire_against_vehicles_and_infantry_its_at_rolls():
    b = field("Blue us_m4_75 T 0404 move", "Red ge_gren_plt X 0403 suppressed fired", "Red ge_pak40 G 0403 fired")
    fight(b.do("assault", "0403").do("all_in"), "hold")
    assert rules(b)[:3] == ["TCS 22.3", "TCS 16.1", "TCS 22.3"]
    assert b.rolls()[0].resolution.words == "G fires at armour in 0403"
    assert b.rolls()[2].resolution.words == "T fires on 0403, strength 5"
    assert b.modifiers(0)[0] == (5, "TCS 12.0a"), "close range"


@rule("TCS 22.5")
def test_who_is_shaken_in_the_assault_fires_no_more_in_it():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403")
    fight(b.do("assault", "0403").do("all_in"), "hold", None, 11, 11, 25, 46)
    words = [roll.resolution.words for roll in b.rolls()]
    assert b.rolls()[3].outcome == "Suppressed"
    assert words[0].startswith("X fires")
    assert not any(each.startswith("X fires") for each in words[3:])
    assert sum(each.startswith("A fires") for each in words) == 3


@rule("TCS 22.5")
def test_who_was_shaken_before_fires_at_minus_two():
    b = fight(field(*PAIR).do("assault", "0403").do("all_in"), "hold")
    assert b.rolls()[0].resolution.words.startswith("X fires")
    assert (-2, "TCS 11.3e") in b.modifiers(0)


@rule("TCS 22.5", "TCS 17.5a")
def test_who_saves_himself_leaves_the_hex_past_the_attackers():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403")
    fight(b.do("assault", "0403").do("all_in"), "hold", None, 11, 11, 25, 65)
    assert b.rolls()[-1].outcome == "SYR"
    assert b.decides() == "Red"
    assert "0401" in b.offers("to")
    b.do("to", "0401")
    assert (b.where("X"), b.where("A"), b.state_of("A"), b.state_of("X")) == ("0401", "0403", "MF", "MSF")


# The end


@rule("TCS 22.6")
def test_after_three_rounds_attackers_without_a_majority_go_back():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403 dug_in").do("assault", "0403").do("all_in")
    fight(b, "hold")
    assert (b.where("A"), b.where("X"), b.state_of("A"), b.state_of("X")) == ("0404", "0403", "MF", "DF")
    assert sum("fires" in roll.resolution.words for roll in b.rolls()) == 6
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403 dug_in", assault_rounds=1)
    fight(b.do("assault", "0403").do("all_in"), "hold")
    assert sum("fires" in roll.resolution.words for roll in b.rolls()) == 2


@rule("TCS 22.6")
def test_attackers_with_more_unshaken_steps_drive_the_defenders_out():
    lines = [f"Blue us_rifle_plt {name} 0404 move" for name in "AB"]
    b = field(*lines, "Red ge_gren_plt X 0403 dug_in", assault_rounds=1).do("assault", "0403").do("all_in")
    fight(fight(b, "hold"), "lose", "A")
    assert b["A"].steps == 4
    assert b.decides() == "Red", "it saves itself"
    b.do("to", "0401")
    assert [b.where(name) for name in "ABX"] == ["0403", "0403", "0401"]
    assert b.state_of("A") == "MF"
    assert (b["A"].mode, "A" in b.offers("to_fire")) == (MOVE_MODE, True)


@rule("TCS 22.6", "TCS 17.4")
def test_paralyzed_defenders_who_must_leave_surrender():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403 paralyzed fired", assault_rounds=1)
    fight(b.do("assault", "0403").do("all_in"), "hold")
    assert (b.state_of("X"), b.where("A")) == ("X", "0403")
    assert "surrenders" in b.told()


@rule("TCS 22.6", "TCS 27.1")
def test_the_hex_changes_hands():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_truck X 0403 paralyzed", objective="0403", assault_rounds=1)
    fight(b.do("assault", "0403"), "all_in")
    assert b.state.board.holders == (0,)


@rule("TCS 22.1", "TCS 5.0f")
def test_an_empty_fight_is_over_and_nobody_shares_a_hex():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_truck X 0403").do("assault", "0403").do("all_in", None, 66)
    assert (b.state_of("X"), b.where("A")) == ("X", "0403")
    for hex, stack in b.look.stacks.items():
        assert len({b.world.owners[n] for n in stack}) == 1, hex


@rule("TCS 22.1", "TCS 21.2b")
def test_mines_in_the_hex_attack_who_goes_in():
    b = field("mines 0403 Red", "Blue us_rifle_plt A 0404 move", "Red ge_truck X 0403").do("assault", "0403")
    b.do("all_in", None, 11, 11, 66)
    assert rules(b)[0] == "TCS 21.2b"
    assert b.left("A") == 3


# Overrun

TANK = "Blue us_m4_75 T 0404 move"


@rule("TCS 23.1")
def test_vehicles_overrun_in_the_open_for_two_points_more():
    b = field(TANK, "Red ge_gren_plt X 0403").do("overrun", "T")
    assert b.offers("to") == {"0403"}
    b.do("to", "0403", 7, 11)
    assert (b["T"].spent, b["T"].impulse) == (18, 1)


@rule("TCS 23.1")
@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((TANK, "0403 woods", "Red ge_gren_plt X 0403"), "in the open"),
        (("Blue us_rifle_plt T 0404 move", "Red ge_gren_plt X 0403"), "no armed vehicle"),
        (("Blue us_truck T 0404 move", "Red ge_gren_plt X 0403"), "no armed vehicle"),
        (("Blue us_m4_75 T 0404", "Red ge_gren_plt X 0403"), "Move Mode"),
        (("Blue us_m4_75 T 0404 move impulse=3 spent=3", "Red ge_gren_plt X 0403"), "movement points"),
        (("Blue us_m4_75 T 0404 move", "Blue us_rifle_plt R 0404 move carrier=T", "Red ge_gren_plt X 0403"), "riders"),
    ],
)
def test_who_may_not_overrun(lines, why):
    b = field(*lines)
    assert b.offers("overrun") == set()
    assert why in b.why_not("overrun", "T")


@rule("TCS 23.1")
def test_the_points_of_an_overrun_come_from_one_impulse():
    b = field("Blue us_m4_75 T 0404 move impulse=1 spent=3", "Red ge_gren_plt X 0403").do("overrun", "T")
    b.do("to", "0403", 7, 11)
    assert (b["T"].impulse, b["T"].spent) == (2, 18)


@rule("TCS 23.2")
def test_the_defender_fires_fired_or_not_and_then_the_vehicles():
    b = field(TANK, "Red ge_pak40 G 0403 fired", "Red ge_gren_plt X 0403 fired suppressed").do("overrun", "T")
    b.do("to", "0403", 11, 7, 11)
    words = [roll.resolution.words for roll in b.rolls()]
    assert words == ["G fires at armour in 0403", "X attacks T", "T fires on 0403, strength 5"]
    assert b.rolls()[1].resolution.words == "X attacks T"
    assert not b["T"].fired, "it goes on with the points it has left"


@rule("TCS 23.2", "TCS 4.1e")
def test_units_in_move_mode_make_at_rolls_but_do_not_fire():
    b = field("Blue us_m3_ht T 0404 move", "Red ge_gren_plt X 0403 move").do("overrun", "T")
    assert rules(fight(b, "to", "0403"))[:2] == ["TCS 16.1", "TCS 22.3"]
    b = field("Blue us_m3_ht T 0404 move", "Red ge_gren_plt X 0403").do("overrun", "T")
    assert [each for each in rules(fight(b, "to", "0403")) if each < "TCS 17" or each > "TCS 18"] == [
        "TCS 22.3",
        "TCS 16.1",
        "TCS 22.3",
    ]


@rule("TCS 23.3")
def test_vehicles_leave_to_a_hex_beside_while_defenders_are_left():
    b = field(TANK, "Red ge_gren_plt X 0403").do("overrun", "T").do("to", "0403", 7, 11)
    assert b.decides() == "Blue"
    assert b.offers("to") == {"0402", "0404", "0303", "0304", "0503", "0504"}
    b.do("to", "0402")
    assert b.decides() == "Red", "it has moved in sight"
    b.do("hold")
    assert b.go("T", "0401").where("T") == "0401"
    assert b["T"].spent == 24


@rule("TCS 23.3")
def test_vehicles_stay_if_nobody_is_left():
    b = field(TANK, "Red ge_truck X 0403", objective="0403").do("overrun", "T").do("to", "0403", 66)
    assert (b.where("T"), b["T"].morale, b.state.board.holders) == ("0403", FINE, (0,))
    b.do("move", "T")
    assert "0402" in b.offers("to")
    assert "0401" in b.offers("to")
    assert "0303" in b.offers("to")


@rule("TCS 23.1")
def test_vehicles_of_a_stack_overrun_together():
    b = field(TANK, "Blue us_m4_75 U 0404 move", "Red ge_gren_plt X 0403").do("overrun", "T").do("along", "U")
    b.do("to", "0403", 7, 11)
    assert b.rolls()[1].resolution.words == "T, U fire on 0403, strength 10"
    b.do("to", "0404")
    assert b.where("U") == "0404"


@rule("TCS 23.3", "TCS 10.0c", "TCS 5.0f")
def test_who_loses_its_carrier_in_an_overrun_runs():
    lines = "Blue us_m3_ht H 0404 move", "Blue us_rifle_plt P 0404 move carrier=H", "Red ge_gren_plt X 0403"
    b = fight(field(*lines).do("overrun", "H"), "to", "0403", 11, 11, 12)
    assert (b.state_of("H"), b["P"].carrier) == ("X", -1)
    b.do("to", "0407")
    assert (b.where("P"), b.state_of("P")) == ("0407", "MS")
    b = fight(field(*lines).do("assault", "0403").do("all_in"), "hold", None, 11, 11, 12)
    b.do("to", "0407")
    assert (b.where("P"), b.where("X")) == ("0407", "0403")


# Options


@rule("TCS 22.1")
def test_whether_a_hex_is_assaulted_once_is_an_option():
    lines = "Blue us_rifle_plt A 0404 move", "Blue us_rifle_plt B 0304 move", "Red ge_gren_plt X 0403 fired"
    b = field(*lines, assault_once=False).do("assault", "0403").do("add", "A").do("go")
    assert fight(b, "hold").offers("assault") == {"0403"}


@rule("TCS 22.2")
def test_whether_there_is_entry_fire_is_an_option():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403", assault_entry_fire=False).do("assault", "0403")
    assert fight(b, "all_in").rolls()[0].resolution.rule == "TCS 22.3"


@rule("TCS 22.3")
def test_who_fires_first_is_an_option():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403", assault_first="attacker")
    fight(b.do("assault", "0403").do("all_in"), "hold")
    fires = [roll.resolution.words[0] for roll in b.rolls() if "fires" in roll.resolution.words]
    assert fires == ["A", "X"] * 3


@rule("TCS 22.5")
def test_whether_the_shaken_go_on_firing_is_an_option():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403", assault_shaken_fire=True)
    fight(b.do("assault", "0403").do("all_in"), "hold", None, 11, 11, 25, 46)
    fires = [roll.resolution.words[0] for roll in b.rolls() if "fires" in roll.resolution.words]
    assert fires == ["X", "A"] * 3


@rule("TCS 23.2")
def test_whether_marked_defenders_fire_at_an_overrun_is_an_option():
    b = field(TANK, "Red ge_pak40 G 0403 fired", overrun_marked=False).do("overrun", "T")
    assert fight(b, "to", "0403").rolls()[0].resolution.words.startswith("T fires")


# The calculator


@rule("TCS 22.3", "TCS 22.6")
def test_the_calculator_agrees_with_play():
    ask = AssaultQuestion("us_rifle_plt", "ge_gren_plt suppressed")
    exact = assault_odds(ask)
    assert sum(exact.values()) == 1
    chance = exact.chance(lambda end: end.taken)
    games, taken = 300, 0
    game, board = ask.board()
    hex = target_hex(game)
    for seed in range(games):
        dice = Dice.seeded(seed)
        state = State(board, (Act(0), Assault(0, hex)))
        state, _ = game.apply(state, 0, Action("all_in"), dice)
        if state.stack[-1].__class__.__name__ == "Watch":
            state, _ = game.apply(state, 1, Action("hold"), dice)
        while not isinstance(state.stack[-1], Act):
            (decision,) = game.decisions(state)
            state, _ = game.apply(state, decision.side, ALL_OUT.choose(game.view(state, decision.side)), dice)
        taken += state.board.units[0].at == hex
    assert abs(taken / games - chance) < 4 * (float(chance * (1 - chance)) / games) ** 0.5


@rule("TCS 22.3")
def test_the_calculator_shows_the_fires_of_both_sides():
    chain = assault_chain(AssaultQuestion("us_rifle_plt, us_m4_75", "ge_gren_plt dug_in", terrain="village"))
    assert chain[0] == "The defenders fire:"
    assert [each.roll.column for each in chain if not isinstance(each, str)] == ["11-13", "11-13"]
    assert [each.roll.shift for each in chain if not isinstance(each, str)] == [1, -1], (
        "4 - 1 - 2 behind the tank; 4 - 5"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"attackers": "us_rifle_plt suppressed"}, "unshaken"),
        ({"attackers": "us_truck"}, "cannot assault"),
        ({"attackers": "ge_pak40"}, "cannot assault"),
        ({"defenders": "nobody"}, "no unit"),
    ],
)
def test_what_the_calculator_refuses(words, why):
    with pytest.raises(OptionError, match=why):
        AssaultQuestion(**words)


def test_entry_fire_makes_an_assault_harder():
    plain, under_fire = (
        assault_odds(AssaultQuestion("us_rifle_plt", "ge_smg_sec", rounds=1, entry_fire=fire)) for fire in (False, True)
    )
    assert under_fire.chance(lambda end: end.taken) < plain.chance(lambda end: end.taken)


@rule("TCS 22.3", "TCS 22.5", "TCS 22.6")
@pytest.mark.parametrize(
    ("attackers", "defenders", "how"),
    [
        ("us_rifle_plt", "ge_gren_plt suppressed", {"rounds": 2}),
        ("us_rifle_plt, us_hmg_sec", "ge_gren_plt", {"rounds": 1, "battalion": 1}),
        ("2x us_hmg_sec", "2x ge_smg_sec", {"rounds": 1}),
        (
            "us_rifle_plt steps=2",
            "ge_gren_plt paralyzed, ge_pak40",
            {"rounds": 1, "terrain": "village", "entry_fire": True},
        ),
    ],
)
def test_following_each_side_by_itself_gives_what_all_the_throws_give(attackers, defenders, how):
    ask = AssaultQuestion(attackers, defenders, **how)
    game, board = ask.board()
    assert dict(assaultodds._by_sides(ask, game, board)) == dict(assaultodds._step_by_step(ask, game, board))


def test_two_platoons_against_two_are_followed_over_three_rounds():
    ends = assault_odds(AssaultQuestion("2x us_rifle_plt", "2x ge_gren_plt"))
    assert sum(ends.values()) == 1
    assert round(float(ends.chance(lambda end: end.taken)), 6) == 0.241681


def test_the_ends_of_an_assault_are_listed_with_the_likeliest_first():
    chances = list(assault_odds(AssaultQuestion("us_rifle_plt", "ge_gren_plt suppressed")).values())
    assert len(set(chances)) > 10
    assert chances == sorted(chances, reverse=True)


@pytest.mark.long
@pytest.mark.parametrize(("each", "taken"), [(3, 0.313102), (4, None)])
def test_three_and_four_platoons_are_followed_as_well(each, taken):
    ends = assault_odds(AssaultQuestion(f"{each}x us_rifle_plt", f"{each}x ge_gren_plt"))
    assert sum(ends.values()) == 1
    assert taken is None or round(float(ends.chance(lambda end: end.taken)), 6) == taken


def test_an_absurd_assault_is_refused_with_a_sentence(monkeypatch):
    monkeypatch.setattr(assaultsides, "MOST_PAIRS", 20)
    with pytest.raises(OddsTooLarge, match="positions of an assault: ask for fewer units or rounds"):
        assault_odds(AssaultQuestion("us_rifle_plt", "ge_gren_plt"))
