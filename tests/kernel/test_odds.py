"""Exact odds: against icepool, against closed forms, with loops, and with a cap that speaks."""

import random
from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Action, Dice
from sandtable.kernel.errors import OddsTooLarge, RulesFault
from sandtable.kernel.odds import Assumption, Distribution, Odds, distribution
from sandtable.kernel.pools import D6, D20, TWO_D6
from sandtable.kernel.resolution import Modifier, Resolution, Row
from sandtable.kernel.solving import WORK, Work, solve
from sandtable.kernel.state import State
from tests.systems.demo.battle import Battle


def test_a_plain_function_agrees_with_icepool():
    def volley(roll):
        hits = sum(roll(TWO_D6) >= 9 for _ in range(2))
        return hits, roll(D6) if hits else 0

    hits = 2 @ (2 @ icepool.d6).map(lambda total: int(total >= 9))
    oracle = hits.map(lambda n: icepool.tupleize(n, icepool.d6 if n else icepool.Die([0])))
    mine = distribution(volley)
    assert sum(mine.values()) == 1
    assert dict(mine) == {end: Fraction(oracle.quantity(end), oracle.denominator()) for end in oracle.outcomes()}


def test_a_resolution_is_lumped_by_its_rows():
    shot = Resolution("X", "", D20, (Row(None, 10, "a"), Row(11, None, "b")), (Modifier(5, "", ""),))
    runs = []

    def twice(roll):
        runs.append(1)
        return roll(shot) + roll(shot)

    assert distribution(twice) == {
        "aa": Fraction(1, 16),
        "ab": Fraction(3, 16),
        "ba": Fraction(3, 16),
        "bb": Fraction(9, 16),
    }
    assert len(runs) == 4, "four ways, not four hundred"


def test_naturals_come_before_the_modified_rows():
    rows = (Row(None, 10, "kept"), Row(11, None, "lost"))
    roll = Resolution("X", "", D20, rows, (Modifier(-30, "", ""),), naturals=(Row(1, 1, "one"), Row(20, 20, "twenty")))
    assert roll.odds() == {"one": Fraction(1, 20), "kept": Fraction(18, 20), "twenty": Fraction(1, 20)}


def test_one_throw_can_be_read_twice_with_and_without_its_modifiers():
    also = (Row(None, 3, "own loss"), Row(4, None, "none"))
    roll = Resolution("X", "", TWO_D6, (Row(None, 9, "miss"), Row(10, None, "kill")), (Modifier(7, "", ""),), also=also)
    assert roll.read(3) == ("kill", "own loss")
    assert roll.odds() == {
        ("miss", "own loss"): Fraction(1, 36),
        ("kill", "own loss"): Fraction(2, 36),
        ("kill", "none"): Fraction(33, 36),
    }


def test_a_roll_in_words_names_its_column_and_its_naturals():
    column = Resolution("X", "", D6, (Row(None, None, "a"),), (Modifier(-2, "woods", "X 1"),), "column", "7-8")
    assert str(column.roll((3,))) == "d6 [3] on column 7-8 with -2 woods (X 1)"
    natural = Resolution("X", "", D20, (Row(None, None, "a"),), (Modifier(4, "s", "X 1"),), naturals=(Row(1, 1, "b"),))
    assert str(natural.roll((1,))) == "d20 [1], a natural 1"
    assert str(natural.roll((2,))) == "d20 [2] = 6 with +4 s (X 1)"


def test_a_position_that_is_no_end_must_lead_somewhere():
    with pytest.raises(RulesFault, match="nothing follows it"):
        solve(0, lambda node: [])


def test_a_column_modifier_does_not_touch_the_die():
    roll = Resolution("X", "", D6, (Row(None, 3, "low"), Row(4, None, "high")), (Modifier(4, "", ""),), "column", "8-9")
    assert roll.read(3) == "low"


def test_a_chart_with_a_gap_is_a_fault_of_the_rules():
    with pytest.raises(RulesFault, match="the chart of X has no row for 4"):
        Resolution("X", "", D6, (Row(None, 3, "a"),)).odds()


# Chains and loops


@given(st.integers(2, 12), st.integers(1, 5), st.integers(1, 5))
def test_gamblers_ruin_has_its_closed_form(goal, win, lose):
    ends, explored = solve(1, lambda at: None if at in (0, goal) else [(at + 1, win), (at - 1, lose)])
    ratio = Fraction(lose, win)
    right = Fraction(1, goal) if ratio == 1 else (1 - ratio) / (1 - ratio**goal)
    assert ends[goal] == right
    assert ends[goal] + ends[0] == 1
    assert explored == goal + 1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_random_chains_with_loops_sum_to_one_and_agree_with_a_dense_solution(seed):
    draw = random.Random(seed)
    size = draw.randrange(2, 14)
    chain = {
        node: [(draw.randrange(size + 3), draw.randrange(1, 7)) for _ in range(draw.randrange(1, 4))] + [(size, 1)]
        for node in range(size)
    }
    ends, _ = solve(0, lambda node: chain.get(node))
    assert sum(ends.values()) == 1
    assert ends == pytest.approx(_by_iteration(chain, size), abs=1e-9)


def _by_iteration(chain, size):
    mass, ends = {0: 1.0}, {}
    for _ in range(500):
        following = {}
        for node, share in mass.items():
            if node not in chain:
                ends[node] = ends.get(node, 0) + share
                continue
            total = sum(weight for _, weight in chain[node])
            for child, weight in chain[node]:
                following[child] = following.get(child, 0) + share * weight / total
        mass = following
    return ends


def test_a_loop_of_many_positions_is_solved_exactly():
    size = 200
    ends, _ = solve(1, lambda at: None if at in (0, size) else [(at + 1, 1), (at - 1, 1)])
    assert ends[size] == Fraction(1, size)


def test_a_loop_without_a_way_out_is_named():
    with pytest.raises(RulesFault, match="a loop of 2 positions has no way out"):
        solve(0, lambda node: [(1 - node, 1)])


def test_the_cap_on_work_says_how_far_it_got():
    told = r"limit on work \(50\); positions found: 51, ends among them: 0, not yet followed: \d+$"
    with pytest.raises(OddsTooLarge, match=told):
        solve(0, lambda node: [(node * 2 + 1, 1), (node * 2 + 2, 1)], work=Work(50))


@pytest.mark.parametrize("limit", [5, 20, 60, 200])
def test_what_is_known_when_odds_are_cut_off_holds_the_exact_chances(limit):
    """Each of ten coins goes to the next one or out by its own door: the truth is within the bounds, and not far."""

    def step(at):
        place, heads = at
        return None if place in (10, -1) else [((place + 1, heads + 1), 2), ((place + 1, heads), 2), ((-1, heads), 1)]

    exact, _ = solve((0, 0), step)
    try:
        found, _ = solve((0, 0), step, work=Work(limit))
    except OddsTooLarge as fault:
        found = fault.so_far
    known = Distribution(found)
    assert (known.open == 0) == (limit == 200)
    assert known.open < 1, "some ends are known"
    for end in exact:
        least, most = known.bounds(lambda outcome, end=end: outcome == end)
        assert least <= exact[end] <= most


def test_odds_that_are_cut_off_know_the_likeliest_ends():
    """A long row of rolls: one in ten goes on and forks, so that nine tenths are known at once."""
    with pytest.raises(OddsTooLarge) as cut:
        solve(1, lambda at: None if at == 0 else [(0, 9), (2 * at, 1), (2 * at + 1, 1)], work=Work(40))
    assert cut.value.so_far[0] > Fraction(9, 11)


def test_a_loop_that_is_not_solved_leaves_what_was_known_before():
    def step(at):
        if at == 0:
            return [("out", 1), (1, 3)]
        return None if at in ("out", "end") else [(at + 1 if at < 60 else "end", 1), (max(1, at - 1), 1)]

    with pytest.raises(OddsTooLarge, match="a loop of 60 positions") as cut:
        solve(0, step, loop=50)
    assert Distribution(cut.value.so_far).bounds(lambda end: end == "out") == (Fraction(1, 4), 1)


def test_a_step_may_cost_more_than_a_position():
    work = Work(100)

    def dear(node):
        work.spend(30)
        return [(node + 1, 1)] if node < 9 else None

    with pytest.raises(OddsTooLarge, match="positions found: 4, ends among them: 0, not yet followed: 1"):
        solve(0, dear, work=work)


def _tangle(size):
    """A loop in which everything follows from everything, so that no fraction stays short."""
    return lambda at: None if at == size else [*((to, 1 + (at * at + 3 * to) % 97) for to in range(size)), (size, 1)]


def test_the_sums_of_a_loop_are_work_too():
    ends, explored = solve(0, _tangle(12), work=(small := Work(10_000)))
    assert (ends[12], explored) == (1, 13)
    with pytest.raises(OddsTooLarge, match=r"limit on work \(2000\); positions found: 121, all followed"):
        solve(0, _tangle(120), work=Work(2000))
    again = Work(10_000)
    solve(0, _tangle(12), work=again)
    assert again.done == small.done > 13, "a count, not a time: the same whenever it is done"


def test_long_fractions_cost_more_than_short_ones():
    short, long = Work(10**9), Work(10**9)
    for _ in range(32):
        short.sum_up(6)
        long.sum_up(6**4000)
    assert short.done == 8
    assert long.done > 50 * short.done, "what takes longer counts for more"


def test_the_cap_on_loops_says_so():
    with pytest.raises(OddsTooLarge, match="a loop of 99 positions"):
        solve(1, lambda at: None if at in (0, 100) else [(at + 1, 1), (at - 1, 1)], loop=50)


def test_the_cap_on_plain_functions_says_how_far_it_got():
    def many(roll):
        return sum(roll(D6) for _ in range(6))

    with pytest.raises(OddsTooLarge, match=r"stopped after 100 ways to roll, with 0\.2% of the chances settled"):
        distribution(many, limit=100)


def test_a_plain_function_that_rolls_for_ever_is_stopped():
    def endless(roll):
        while roll(D6) != 6:
            pass
        return "done"

    with pytest.raises(OddsTooLarge, match="stopped after 500 rolls in a row"):
        distribution(endless)


# In a game


def test_equal_positions_are_merged_whatever_the_dice():
    b = Battle("0101 open Blue A\n 0102 open Red A\n 0103 open\n 0801 open Red B").do("squad", "Blue A")
    odds = b.game.odds(b.state, 0, Action("assault", b.target("Red A")))
    assert odds.explored == 4, "two blows, two ends: the loop comes back to where it was"
    assert len(odds) == 2


def test_the_cap_reaches_the_game():
    b = Battle("0101 open Blue A\n 0102 open Red A").do("squad", "Blue A")
    assault = Action("assault", b.target("Red A"))
    with pytest.raises(OddsTooLarge, match=r"limit on work \(2\)"):
        b.game.odds(b.state, 0, assault, limit=2)
    found = b.game.odds(b.state, 0, assault)
    assert b.game.odds(b.state, 0, assault, limit=found.work).work == found.work
    with pytest.raises(OddsTooLarge) as cut:
        b.game.odds(b.state, 0, assault, limit=found.work - 1)
    known = cut.value.so_far
    assert isinstance(known, Odds)
    for end, chance in found.items():
        least, most = known.bounds(lambda position, end=end: position == end)
        assert least <= chance <= most


def test_a_large_board_gets_fewer_units_of_work_for_each_takes_longer():
    game = sandtable.load("demo/duel")
    assert game.odds_limit(game.start(Dice.seeded(1))) == WORK
    assert game.odds_limit(State("two hundred units" * 400, ())) == WORK // 3


def test_odds_stop_at_the_next_decision_or_follow_a_named_policy():
    text = "0101 open Blue A\n 0201 open\n 0104 open Red A"
    b = Battle(text).do("squad", "Blue A")
    move = Action("move", b.hex("0201"))
    plain = b.game.odds(b.state, 0, move)
    assert plain.until == "up to the next decision"
    assert len(plain) == 1

    def always_fire(view):
        offer = view.decision.offer("fire")
        return Action("fire", next(iter(offer.targets))) if offer and view.side == 1 else None

    followed = b.game.odds(b.state, 0, move, assuming=Assumption("Red fires when it can", always_fire))
    assert followed.until == "Red fires when it can"
    hit = followed.chance(lambda end: end.board.squads[0].steps == 1)
    assert hit == Fraction(10, 36), "9 or more, with the +1 for a moving target"


def test_a_policy_answers_for_any_side_that_decides_in_secret():
    game = sandtable.load("demo/duel")
    state = game.start(Dice.seeded(1))
    first = Assumption("Red takes the first hex", lambda view: next(view.actions()) if view.side == 1 else None)
    odds = game.odds(state, 0, Action("place", game.world.map.index("0101")), assuming=first)
    (end,) = odds
    assert not end.secret
    known = game.view(state, 0).state
    assert len(game.odds(known, 0, Action("place", game.world.map.index("0101")), assuming=first)) == 1


def test_odds_of_an_illegal_action_are_refused():
    game = sandtable.load("demo/duel")
    with pytest.raises(sandtable.IllegalAction):
        game.odds(game.start(Dice.seeded(1)), 0, Action("fire", 1))


def test_sampling_agrees_with_the_odds_of_an_assault_in_woods():
    b = Battle("0101 open Blue A\n 0102 woods Red A\n 0103 open\n 0801 open Red B").do("squad", "Blue A")
    action = Action("assault", b.target("Red A"))
    odds = b.game.odds(b.state, 0, action)
    won = sum(
        b.game.apply(b.state, 0, action, Dice.seeded(number))[0].board.squads[1].steps == 1 for number in range(4000)
    )
    chance = float(odds.chance(lambda end: end.board.squads[1].steps == 1))
    assert abs(won - 4000 * chance) < 5 * (4000 * chance * (1 - chance)) ** 0.5


@given(st.tuples(*[st.integers(0, 9)] * 6), st.integers(1, 9))
def test_a_loop_of_two_positions_is_solved_exactly(weights, out):
    again, there, win, back, again_there, lose = weights
    there, back, win = there + 1, back + 1, win + out
    first = [(one, weight) for one, weight in ((0, again), (1, there), ("win", win)) if weight]
    second = [(one, weight) for one, weight in ((0, back), (1, again_there), ("lose", lose)) if weight]
    ends, explored = solve(0, lambda at: first if at == 0 else second if at == 1 else None)
    returns = Fraction(there * back, (there + win) * (back + lose))
    assert ends["win"] == Fraction(win, there + win) / (1 - returns)
    assert ends.get("lose", 0) == 1 - ends["win"]
    assert explored == 3 + bool(lose)


def test_a_loop_of_two_positions_without_a_way_out_is_a_fault():
    with pytest.raises(RulesFault, match="no way out"):
        solve(0, lambda at: [(1 - at, 1)])
