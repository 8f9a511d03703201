"""The calculators of Micro Armour: against icepool, against worked examples, against the game, on the command line.

The rules are stated a second time here, on purpose and briefly, as an oracle in icepool.
"""

import itertools
import json
from fractions import Fraction

import icepool
import pytest

from sandtable.cli.app import run
from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import played
from sandtable.systems.micro_armour.board import CANNON, MISSILE, SECOND
from sandtable.systems.micro_armour.calculators import (
    CALCULATORS,
    Attack,
    ByRange,
    Group,
    Moving,
    Orders,
    Recovery,
    Shot,
    attack,
    by_range,
    chain,
    group,
    orders,
    recovery,
    shot,
)
from sandtable.systems.micro_armour.fire import Volley
from sandtable.systems.micro_armour.orders import MoveFirst
from sandtable.systems.micro_armour.proving import (
    CONDITIONS,
    Left,
    Shooter,
    Target,
    board_of,
    condition,
    fired_at,
    proving_ground,
)
from sandtable.systems.micro_armour.tables import TANKS
from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule
GROUND = {
    "clear": 0, "grove": 1, "woods": 2, "light_buildings": 2, "heavy_buildings": 4,
    "rough_1": 1, "rough_2": 2, "rough_3": 4, "hilltop": 2, "wreck": 1, "smoke": 3,
}  # fmt: skip
LAST = {2: (1, 8, 16, 24, 33), 3: (1, 10, 20, 30, 41), 4: (1, 12, 24, 36, 49)}
MARKS = {"fresh": 0, "suppressed": 4, "disorganized": 3, "suppressed and disorganized": 7}


# The oracle: a state is 0 fresh, 1 S, 2 D, 3 SD, 4 gone.


def read(die, d):
    """The table as one formula."""
    die = max(0, min(19, die))
    d = max(-3, d)
    edge = d if d <= 0 else d + 1 if d <= 4 else d + 2
    if d > 9 or (d >= 0 and die <= edge):
        return "E"
    return "D" if die <= edge + 4 else "(S)" if die <= edge + 6 else "S"


def struck(state, result):
    return {
        "E": (4, 4, 4, 4, 4), "D": (2, 3, 4, 4, 4), "(S)": (1, 3, 3, 4, 4), "S": (1, 1, 3, 3, 4),
    }[result][state]  # fmt: skip


def one_shot(ask, state, firer, weapon, inches, flank, firer_state):
    """The state of the target after one try, as an icepool die."""
    tank, target = TANKS[firer], TANKS[ask.target]
    cover = GROUND[ask.ground]
    need = MARKS[firer_state] + (0 if ask.revealed else cover)
    missile = weapon == "missile"
    need += {3: 2, 4: 1}[tank.tech_level] if missile else 0
    passed = icepool.d20.map(lambda n: int(n + need <= ask.cohesion))
    strength = tank.atgm_attack if missile else tank.cannon_attack
    d = strength - (-(-target.defense // 2) if flank else target.defense)
    far = 0 if missile else sum(inches > last for last in LAST[tank.tech_level]) - 1
    hit = (2 @ icepool.d6).map(lambda n: struck(state, read(n + cover + far, d)))
    return passed.map(lambda ok: hit if ok else state)


def table(die):
    return {CONDITIONS[state]: Fraction(die.probability(state)) for state in die.outcomes() if die.probability(state)}


def conditions(left):
    return dict(left.by(lambda end: end.condition))


# One shot


WORKED = [  # firer, target, inches, cohesion, extra, test, E, D, the rest, in percent
    ("M60A3", "T-72", 15, 14, {}, 70, 6, 35, 29),
    ("T-72", "M60A3", 15, 14, {}, 70, 6, 35, 29),
    ("M60A3", "T-72", 15, 14, {"ground": "woods"}, 60, 0, 17, 43),
    ("Centurion Mk13", "T55A", 20, 17, {}, 85, 7, 43, 35),
    ("T55A", "Centurion Mk13", 15, 12, {"ground": "rough_3"}, 40, 0, 0, 40),
    ("T-62", "Centurion Mk13", 10, 12, {"ground": "rough_3"}, 40, 0, 1, 39),
    ("Chieftain Mk5", "T-72", 18, 15, {}, 75, 6, 38, 31),
    ("T-72", "Chieftain Mk5", 8, 13, {"flank": True}, 65, 65, 0, 0),
    ("M1A1 Abrams", "T-80 (Reactive)/AT-8", 20, 16, {}, 80, 7, 40, 33),
    ("M1A1 Abrams", "T-72", 20, 16, {}, 80, 33, 40, 7),
    ("T-80 (Reactive)/AT-8", "M1A1 Abrams", 20, 12, {}, 60, 0, 5, 55),
    ("T-80 (Reactive)/AT-8", "M1A1 Abrams", 30, 12, {"weapon": "missile"}, 50, 0, 8, 42),
    ("T-72", "M1A1 Abrams", 10, 12, {"flank": True}, 60, 58, 2, 0),
    ("M1A1 Abrams", "T-72", 20, 17, {"ground": "woods"}, 75, 12, 42, 21),
    ("T-72", "M1A1 Abrams", 15, 10, {}, 50, 0, 1, 49),
]


@rule("MA 07.04b", "MA 07.04c", "MA 07.04d")
@pytest.mark.parametrize(("firer", "target", "inches", "level", "more", "test", "e", "d", "rest"), WORKED)
def test_a_shot_has_the_odds_worked_out_by_hand(firer, target, inches, level, more, test, e, d, rest):
    left = shot(Shot(firer=firer, target=target, inches=inches, cohesion=level, **more))
    found = conditions(left)
    assert left.chance(lambda end: end.shots == 1) == Fraction(test, 100)
    shares = [found.get("eliminated", 0), found.get("disorganized", 0), found.get("suppressed", 0)]
    assert all(
        abs(100 * share - percent) <= Fraction(1, 2) for share, percent in zip(shares, (e, d, rest), strict=True)
    )


@rule("MA 07.01.03a", "MA 07.03.01", "MA 07.06.01", "MA 07.06.02", "MA 07.06.03a", "MA 07.06.04", "MA RNG TL2")
def test_every_state_ground_and_weapon_agrees_with_icepool():
    pairs = [("M60A3", "T-72"), ("T-80U/AT-8", "M1A1 Abrams"), ("T55A", "Challenger"), ("M1A2 Abrams", "PT-76")]
    count = 0
    for (firer, target), ground, marks, state in itertools.product(pairs, GROUND, MARKS, CONDITIONS[:4]):
        tank = TANKS[firer]
        weapons = [("cannon", count % tank.cannon_range + 1)]
        weapons += [("missile", 9)] if tank.atgm_attack else []
        for weapon, inches in weapons:
            count += 1
            flank, revealed = bool(count % 2), bool(count % 3)
            ask = Shot(
                firer=firer, target=target, ground=ground, firer_state=marks, target_state=state, weapon=weapon,
                inches=inches, flank=flank, revealed=revealed, cohesion=8 + count % 12,
            )  # fmt: skip
            die = one_shot(ask, CONDITIONS.index(state), firer, weapon, inches, flank, marks)
            assert conditions(shot(ask)) == table(die), ask
    assert count > 800


@rule("MA 07.03.03")
def test_a_shot_tells_the_last_missile():
    left = shot(Shot(firer="T-80U/AT-8", weapon="missile", target="M1A1 Abrams", cohesion=20))
    assert left.chance(lambda end: end.depleted == 1) == Fraction(18, 20) * Fraction(3, 36)


@rule("MA 07.04b", "MA 07.04c", "MA 07.04d")
def test_a_shot_has_its_chain_test_differential_and_die():
    test, words, die = chain(Shot(firer_state="suppressed", ground="woods", flank=True, firer="M551A1/Shillelah"))
    assert [each.value for each in test.modifiers] == [4, 2]
    assert test.odds()["passed"] == Fraction(8, 20)
    assert words == "differential: attack 10 - defense 8, half of 15 from the flank = +2"
    assert (die.column, [each.value for each in die.modifiers]) == ("+2", [2, 1])
    assert chain(Shot(flank=True))[2] == "more than the table has: eliminated without a roll (MA CRT over)"


# An attack


@rule("MA 07.02.02a", "MA 07.04a", "MA 07.04e")
def test_an_attack_in_order_agrees_with_icepool():
    firers = [
        ("M60A3", "cannon", 15, False, "fresh"),
        ("T-80U/AT-8", "missile", 30, False, "suppressed"),
        ("T-72", "cannon", 9, True, "disorganized"),
        ("M1A2 Abrams", "cannon", 40, False, "fresh"),
    ]
    words = "M60A3, T-80U/AT-8 missile suppressed inches=30, T-72 flank disorganized inches=9, M1A2 Abrams inches=40"
    for order in itertools.permutations(range(4)):
        ask = Attack(firers=",".join(words.split(",")[n] for n in order), target="Leopard-II", ground="grove")
        die = icepool.Die([0])
        for n in order:
            name, weapon, inches, flank, marks = firers[n]
            after = {
                state: one_shot(ask, state, name, weapon, inches, flank, marks) for state in range(5)
            }  # fmt: skip
            die = die.map(lambda state, after=after: after[state] if state < 4 else 4)
        assert dict(attack(ask)) == table(die)


@rule("MA 07.02.01a")
def test_an_attack_has_the_odds_of_the_game():
    b = Battle("Blue M60A3 A 5,2 heading=0\nBlue M60A3 B 7,2\nBlue M60A3 C 9,2\nRed T-72 X 7,12 heading=12")
    b.do("attack", "X").do("cannon", "A").do("cannon", "B").do("cannon", "C")
    ends = b.game.odds(b.state, 0, Action("fire"))
    x = b.number("X")
    gone = ends.chance(lambda end: not end.board.stands[x].alive)
    firers = "M60A3 inches=11, M60A3 inches=10, M60A3 inches=11"
    assert gone == attack(Attack(firers=firers))["eliminated"]


@pytest.mark.parametrize("target", [Target("T-72"), Target("M1A1 Abrams", "suppressed", "wreck", moving=True)])
def test_an_attack_shot_by_shot_is_the_volley_of_the_rules(target):
    """What is put together of single shots is what the volley itself comes to, with its shots and spent missiles."""
    firers = (
        Shooter("T-72", 10, flank=True),
        Shooter("T-80U/AT-8", 20, missile=True),
        Shooter("T-80U/AT-8", 20, missile=True),
        Shooter("M60A3", 15, marks="suppressed"),
    )
    game = proving_ground(tuple(each.vehicle for each in firers), target.vehicle, 14, target.grounds)
    weapons = tuple((n, MISSILE if each.missile else CANNON) for n, each in enumerate(firers))
    volley = played(game, board_of(game, firers, target), Volley(4, SECOND, weapons), then=MoveFirst(0))

    def told(end):
        *others, aim = end.board.stands
        return Left(condition(aim), sum(each.revealed for each in others), sum(each.depleted for each in others))

    assert dict(fired_at(firers, target)) == dict(volley.by(told))


# The others


@rule("MA 07.08.02", "MA 07.08.05", "MA 07.03.02b")
def test_the_curve_is_the_shot_at_every_range():
    curves = by_range(ByRange(firer="T-80U/AT-8", target="M60A3", at_least="disorganized"))
    assert list(curves.lines["cannon, front"]) == list(range(1, 31))
    assert list(curves.lines["missile, flank"]) == list(range(5, 51))
    for inches in (1, 10, 11, 30):
        left = shot(Shot(firer="T-80U/AT-8", target="M60A3", inches=inches))
        worse = left.chance(lambda end: end.condition in ("disorganized", "eliminated"))
        assert curves.lines["cannon, front"][inches] == worse


@rule("MA 07.07a", "MA 07.07.1", "MA 07.07.2", "MA 07.07.3")
@pytest.mark.parametrize("level", [6, 12, 14, 20])
def test_recovery_agrees_with_icepool(level):
    def removal(state):
        def rolled(n):
            if n == 1:
                return 0
            if n == 20:
                return (0, 3, 3, 4)[state]
            return state & 2 if n + (0, 4, 3, 7)[state] <= level else state

        return icepool.d20.map(rolled) if 0 < state < 4 else state

    for state, turns in itertools.product((1, 2, 3), (1, 2, 4)):
        die = icepool.Die([state])
        for _ in range(turns):
            die = die.map(removal)
        assert dict(recovery(Recovery(state=CONDITIONS[state], turns=turns, cohesion=level))) == table(die)


@rule("MA CMD", "MA 08.02.01a", "MA 08.02.01c")
def test_orders_agree_with_icepool():
    of = {0: 0, 1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3, 11: 4, 12: 4}
    for command, generation in itertools.product((-2, 0, 3), ("I", "II", "III", "IV")):
        plus = command + {"I": -2, "II": -1, "III": 0, "IV": 1}[generation]
        die = (2 @ icepool.d6).map(lambda n, plus=plus: of.get(max(0, n + plus), 5))
        expected = {count: Fraction(die.probability(count)) for count in die.outcomes()}
        assert dict(orders(Orders(command=command, generation=generation))) == expected


@rule("MA 08.01.01d", "MA 08.02.03", "MA 08.02.05", "MA 08.02.08a", "MA 08.02.09")
def test_a_group_that_tries_to_move_agrees_with_brute_force():
    for heads, ordered, tries in ((0, True, 1), (1, True, 2), (2, False, 1), (0, True, 3)):
        ask = Group(fresh=2, suppressed=1, disorganized=1, both=1, headquarters=heads, ordered=ordered, tries=tries)
        expected = {}
        for throws in itertools.product(range(1, 21), repeat=tries):
            left = [0, 0, 4, 3, 7]
            for die in throws:
                left = [own for own in left if die - 2 * heads + (0 if ordered else 3) + own > 14]
            moved = Moving(5 - len(left), 5)
            expected[moved] = expected.get(moved, 0) + Fraction(1, 20**tries)
        assert dict(group(ask)) == expected


@rule("MA MCC R")
def test_a_reconnaissance_group_needs_no_order():
    for ordered in (True, False):
        scouts = Group(fresh=2, suppressed=1, recon=True, ordered=ordered)
        assert dict(group(scouts)) == dict(group(Group(fresh=2, suppressed=1)))
    assert dict(group(Group(fresh=2, ordered=False))) != dict(group(Group(fresh=2, recon=True, ordered=False)))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: Shot(firer="T-1000"), "there is no vehicle 'T-1000': sandtable vehicles lists them all"),
        (lambda: Shot(weapon="missile"), "M60A3 has no missiles: fire its cannon"),
        (lambda: Shot(firer="T55A", inches=21), "the cannon of T55A reaches 1 to 20 inches, not 21"),
        (lambda: Attack(firers=""), "firers: there is no vehicle '': sandtable vehicles lists them all"),
        (lambda: Attack(firers="99x T-72"), "firers: an attack here has 1 to 10 stands, not 11"),
        (lambda: Attack(firers="T-72 inches=x"), "firers: inches is a whole number from 1 to 50, not 'x'"),
        (lambda: Group(fresh=0), "a group has at least one stand: give fresh, suppressed, disorganized or both"),
        (lambda: Group(headquarters=4), "there are 4 headquarters among 3 stands"),
        (lambda: Group(ordered=False, tries=2), "without an order a group tries once (MA 08.02.08a): tries=1"),
    ],
)
def test_a_question_that_cannot_be_says_why(ask, words):
    with pytest.raises(OptionError) as fault:
        ask()
    assert str(fault.value) == words


# The command line


@pytest.mark.parametrize("calculator", [each.name for each in CALCULATORS])
def test_every_calculator_answers_in_words_and_for_programs(capsys, calculator):
    assert run(["odds", "micro_armour", calculator]) == 0
    told = capsys.readouterr().out
    assert "%" in told or "It is certain: " in told
    assert run(["odds", "micro_armour", calculator, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    if "lines" in told:
        assert all(Fraction(each["chance"]) <= 1 for line in told["lines"].values() for each in line)
    else:
        assert sum(Fraction(each["chance"]) for each in told["outcomes"]) == 1


def test_the_chain_of_a_shot_is_told(capsys):
    assert run(["odds", "micro_armour", "shot", "ground=woods"]) == 0
    *totals, first, second, third = capsys.readouterr().out.splitlines()[:6]
    assert totals[2] == " 60.00%  to get a shot at all (3/5)"
    assert first == (
        "M60A3 fires its cannon at T-72: d20, +2 target in woods (MA TEC woods) [MA 07.04b]: passed 3/5, failed 2/5"
    )
    assert second == "differential: attack 18 - defense 15 = +3"
    assert third.startswith("M60A3 hits T-72: 2d6 on column +3, +2 target in woods (MA TEC woods), +1 range 15")


def test_the_curve_is_plotted(capsys):
    assert run(["odds", "micro_armour", "by_range", "firer=T-72", "target=M1A1 Abrams"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "      inches   ● cannon, front   ○ cannon, flank"
    assert sum("○" in line for line in lines[:-1]) >= 2


def test_a_wrong_value_is_told_in_a_sentence(capsys):
    assert run(["odds", "micro_armour", "shot", "firer=T-1000"]) == 2
    assert (
        capsys.readouterr().err == "sandtable: shot: there is no vehicle 'T-1000': sandtable vehicles lists them all\n"
    )
