"""More questions of the odds desk: initiative, resupply, movers, exchanges, two grounds, points; against icepool."""

from fractions import Fraction

import icepool
import pytest

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError
from sandtable.kernel.odds import Assumption
from sandtable.kernel.state import State
from sandtable.systems.micro_armour.calculators import Attack, Shot, attack, chain, shot
from sandtable.systems.micro_armour.exchangeodds import Exchange, Mover, exchange, exchange_chain, mover, mover_chain
from sandtable.systems.micro_armour.forceodds import (
    Balance,
    Initiative,
    Resupply,
    costs,
    costs_chain,
    initiative,
    initiative_chain,
    resupply,
    resupply_chain,
)
from sandtable.systems.micro_armour.movement import MoveStand, Touched, WatchMove
from sandtable.systems.micro_armour.orders import MoveFirst
from sandtable.systems.micro_armour.proving import condition

rule = pytest.mark.rule
TWO_D6 = 2 @ icepool.d6
D20 = icepool.d20


def chance(die, *wanted):
    """The chance of some results of a die of icepool."""
    return Fraction(sum(die.quantity(each) for each in wanted), die.denominator())


@rule("MA 05.00.1a", "MA 05.00.1b")
@pytest.mark.parametrize(("own", "enemy"), [(14, 14), (15, 14), (16, 12), (10, 20)])
def test_the_initiative_agrees_with_icepool(own, enemy):
    apart = (TWO_D6 + own) - (TWO_D6 + enemy)
    more, tie = chance(apart > 0, True), chance(apart == 0, True)
    found = initiative(Initiative(own, enemy))
    assert found["yours"] == more + tie / 2, "a tie is rolled again without cohesion, and each side is as likely"
    assert len(initiative_chain(Initiative())) == 3


@rule("MA 07.03.04b", "MA 07.03.04c")
@pytest.mark.parametrize(("level", "turns"), [(14, 1), (14, 4), (10, 2), (20, 1)])
def test_resupply_agrees_with_icepool(level, turns):
    passed = chance(level >= D20 + 4, True)
    (roll,) = resupply_chain(Resupply(level, turns))
    assert roll.odds().get("passed", 0) == passed
    assert resupply(Resupply(level, turns))["missiles again"] == 1 - (1 - passed) ** turns


@rule("MA 07.03.04b")
def test_markers_do_not_hinder_resupply():
    plain, shaken = (resupply(Resupply(turns=1, state=state))["missiles again"] for state in ("fresh", "suppressed"))
    assert plain == shaken


@rule("MA TEC cumulative")
def test_two_kinds_of_ground_at_once():
    def hindered(**values):
        test, _, die = chain(Shot(**values))
        return test.shift, die.shift

    grove, rough = (hindered(ground=ground) for ground in ("grove", "rough_1"))
    both = hindered(ground="grove", also_ground="rough_1")
    plain = hindered()
    assert tuple(a + b - c for a, b, c in zip(grove, rough, plain, strict=True)) == both
    assert both not in (grove, rough)
    assert shot(Shot(ground="grove", also_ground="hilltop")).chance(lambda left: left.shots > 0) < 1
    with pytest.raises(OptionError, match="also_ground: each kind of ground counts once"):
        Shot(ground="grove", also_ground="grove")


@rule("MA 07.06.05d", "MA 07.06.05e")
def test_a_mover_that_survives_takes_its_test_to_go_on():
    ask = Mover(firers="M60A3")
    *_, words, test = mover_chain(ask)
    assert words == "if it survives:"
    assert test.odds()["passed"] == chance(D20 <= 14, True)
    ends = mover(ask)
    assert sum(ends.values()) == 1
    hit = attack(Attack(firers="M60A3", moving=True)).by(lambda state: state)
    assert ends.by(lambda end: end.state) == hit, "the shot is that of an attack on a moving stand"
    # Fresh, it goes on with 14 or less; each marker is added to the die.
    assert ends.chance(lambda end: end.state == "fresh" and end.goes_on) == hit["fresh"] * chance(D20 <= 14, True)
    unordered = mover(Mover(firers="M60A3", ordered=False))
    *_, harder = mover_chain(Mover(firers="M60A3", ordered=False))
    passed = harder.odds()["passed"]
    assert passed < test.odds()["passed"]
    assert unordered.chance(lambda end: end.state == "fresh" and end.goes_on) == hit["fresh"] * passed


@rule("MA 07.06.05c")
def test_a_mover_under_fire_is_that_of_the_game():
    ask = Mover(firers="M60A3")
    game, board = ask.board()
    waiting = (MoveFirst(0), Touched(1, (), asked=True), WatchMove(0, 1, (0,), touch=True))

    def fire(view):
        """Name the one stand, then fire; a mover that may go on is left there."""
        if view.side == 1:
            return None
        named = [action for action in view.asked.actions() if action.verb in ("cannon", "fire")]
        return named[0] if named else None

    odds = game.odds(State(board, waiting), 0, Action("attack"), assuming=Assumption("fire", fire), through_phases=True)
    told = odds.by(lambda end: (isinstance(game.asks(end, 1), MoveStand), condition(end.board.stands[1])))
    assert told == mover(ask).by(lambda end: (end.goes_on, end.state))


@rule("MA 07.02.02a", "MA 07.07a")
def test_an_exchange_of_one_turn_is_two_shots():
    ask = Exchange(turns=1)
    ends = exchange(ask)
    first = shot(Shot(firer="M60A3", target="T-72", inches=15))
    killed = first.chance(lambda left: left.condition == "eliminated")
    assert ends.chance(lambda end: end.second == "eliminated") == killed == Fraction(7, 120)
    # What the second does depends on the state the first leaves it in.
    back = Fraction(0)
    for left, share in first.items():
        if left.condition != "eliminated":
            answer = shot(
                Shot(firer="T-72", target="M60A3", inches=15, firer_state=left.condition, revealed=left.shots > 0)
            )
            back += share * answer.chance(lambda end: end.condition == "eliminated")
    assert ends.chance(lambda end: end.first == "eliminated") == back
    assert len(exchange_chain(ask)) == 4


def test_a_longer_exchange_costs_more():
    one, three = (exchange(Exchange(turns=turns)).chance(lambda end: end.second == "eliminated") for turns in (1, 3))
    assert one < three


@rule("MA SCN points", "MA SCN cohesion")
def test_points_and_balance_as_worked_out_by_hand():
    ask = Balance("T-72", 10, 15, "M1A1 Abrams", 10, 16)
    first, second = ask.forces
    assert (first.points, second.points) == (10 * first.price * 15 // 10, 10 * second.price * 16 // 10)
    (words,) = costs(ask)
    assert words.startswith(f"{first.points} against {second.points} points")
    lines = costs_chain(ask)
    assert len(lines) == 7
    assert lines[2].startswith("fewer stands in the larger force: ")


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: Exchange(first="Tiger"), "first: there is no vehicle 'Tiger'"),
        (lambda: Exchange(second="T72"), "second: there is no vehicle 'T72', but T-72"),
        (lambda: Exchange(inches=45), "the cannon of M60A3 reaches"),
        (lambda: Exchange(first_weapon="missile"), "M60A3 has no missiles: fire its cannon"),
        (lambda: Mover(firers="11x M60A3"), "firers: an attack here has 1 to 10 stands, not 11"),
        (lambda: Mover(options="front=90"), "options: there is no option 'front'"),
        (lambda: Balance(first="Tiger"), "first: there is no vehicle 'Tiger'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(ask, words):
    with pytest.raises(OptionError, match=words) as fault:
        ask()
    assert "\n" not in str(fault.value)
