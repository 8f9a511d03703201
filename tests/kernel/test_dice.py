"""Dice: how they are read, where they come from, and that the seeded ones are fair and can be checked."""

import hashlib
import pickle
from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.dice import Dice, DiceNeeded, SeededDice, commitment
from sandtable.kernel.errors import DiceError
from sandtable.kernel.pools import D6, D10, D20, D66, TWO_D6, Pool, highest, lowest, pool

ORACLES = {
    "d6": icepool.d6,
    "2d6": 2 @ icepool.d6,
    "d66": 10 * icepool.d6 + icepool.d6,
    "d10": icepool.d10,
    "d20": icepool.d20,
    "3d10": 3 @ icepool.d10,
    "d6+d10": icepool.d6 + icepool.d10,
    "lowest of 2d10": icepool.lowest(icepool.d10, icepool.d10),
    "highest of 3d6": icepool.highest(icepool.d6, icepool.d6, icepool.d6),
    "lowest of d6+d10": icepool.lowest(icepool.d6, icepool.d10),
}


@pytest.mark.parametrize("text", ORACLES)
def test_the_chances_of_every_pool_agree_with_icepool(text):
    dice = pool(text)
    mine = {number: Fraction(ways, dice.throws) for number, ways in dice.ways.items()}
    oracle = ORACLES[text]
    theirs = {number: Fraction(oracle.quantity(number), oracle.denominator()) for number in oracle.outcomes()}
    assert mine == theirs
    assert pool(str(dice)) == dice


@given(st.sampled_from(sorted(ORACLES)), st.data())
def test_every_throw_reads_as_a_number_that_the_pool_can_make(text, data):
    dice = pool(text)
    thrown = tuple(data.draw(st.integers(1, sides)) for sides in dice.faces)
    assert dice.read(dice.check(thrown)) in dice.ways
    number = data.draw(st.sampled_from(sorted(dice.ways)))
    assert dice.read(dice.check(dice.faces_for(number))) == number
    assert dice.parse(" ".join(map(str, thrown))) == thrown


@pytest.mark.parametrize(
    ("dice", "text", "faces"),
    [
        (D10, "0", (10,)),
        (D66, "35", (3, 5)),
        (TWO_D6, "3+4", (3, 4)),
        (D20, "17", (17,)),
        (lowest(2, D10), "0 3", (10, 3)),
    ],
)
def test_what_people_type(dice, text, faces):
    assert dice.parse(text) == faces


@pytest.mark.parametrize("text", ["", "seven", "7", "1 2 3", "0", "-3", "3.5", "9" * 5000, "٣"])
def test_what_is_not_a_d6_is_refused_with_a_sentence(text):
    with pytest.raises(DiceError) as refused:
        D6.parse(text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ["", "d", "d1", "d101", "21d6", "2d6+", "best of 2d6", "2d6 ", "d6+x"])
def test_what_is_not_a_pool_is_refused(text):
    if text.strip() == "2d6":
        assert pool(text) == TWO_D6
        return
    with pytest.raises(DiceError, match="is not dice"):
        pool(text)


@pytest.mark.parametrize("faces", [(), (0,), (1,), (101,), (300,), (-6,)])
def test_there_are_no_such_dice(faces):
    with pytest.raises(DiceError, match="there are no such dice"):
        Pool(faces)


def test_roll_number_n_has_its_dice_whatever_was_thrown_before():
    dice = Dice.seeded(7)
    forwards = [dice.throw(number, D66) for number in range(50)]
    backwards = [dice.throw(number, D66) for number in reversed(range(50))]
    assert forwards == backwards[::-1]
    assert forwards != [Dice.seeded(8).throw(number, D66) for number in range(50)]


def test_the_stream_is_pinned_for_every_machine():
    dice = SeededDice("00112233445566778899aabbccddeeff")
    thrown = [dice.throw(number, pool("d6+d10+d20")) for number in range(4)]
    assert thrown == PINNED


PINNED = [(2, 10, 12), (2, 5, 19), (4, 5, 16), (4, 1, 3)]


@pytest.mark.parametrize("sides", [6, 10, 20, 100])
def test_seeded_dice_are_fair(sides):
    dice, throws = Dice.seeded(1234), 20_000
    counts = [0] * sides
    for number in range(throws):
        counts[dice.throw(number, Pool((sides,)))[0] - 1] += 1
    expected = throws / sides
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    degrees = sides - 1
    assert chi_square < degrees + 5 * (2 * degrees) ** 0.5


def test_a_pool_longer_than_a_block_of_the_hash_is_fair_too():
    many = Pool((100,) * 200)
    thrown = Dice.seeded(5).throw(0, many)
    assert len(set(thrown)) > 60
    assert Dice.seeded(5).throw(0, many) == thrown


def test_the_commitment_binds_the_seed_without_showing_it():
    dice = Dice.fresh()
    assert dice.commitment == hashlib.sha256(b"sandtable seed " + dice.seed.encode()).hexdigest()
    assert dice.seed not in dice.commitment
    assert commitment(Dice.fresh().seed) != dice.commitment


@pytest.mark.parametrize("seed", [-1, 1 << 128, "xyz", "0" * 31, b"short", True, None, 1.5, "A" * 32])
def test_what_is_not_a_seed_is_refused(seed):
    with pytest.raises(DiceError, match="is not a seed"):
        Dice.seeded(seed)


def test_typed_dice_ask_for_one_throw_after_the_other():
    with pytest.raises(DiceNeeded) as needed:
        Dice.typed().throw(3, TWO_D6)
    assert (needed.value.pool, needed.value.number) == (TWO_D6, 3)
    assert Dice.typed([(1, 2)]).throw(3, TWO_D6) == (1, 2)
    with pytest.raises(DiceError, match="7 is not on a d6"):
        Dice.typed([(7, 1)]).throw(0, TWO_D6)


def test_scripted_dice_run_out_loudly():
    dice = Dice.scripted(5)
    dice.throw(0, D6)
    with pytest.raises(DiceError, match="the script ran out of dice at roll 1, where 2d6 is thrown"):
        dice.throw(1, TWO_D6)
    with pytest.raises(DiceError, match="2d6 cannot read 13: it gives 2 to 12"):
        Dice.scripted(13).throw(0, TWO_D6)


def test_best_and_worst_of_n():
    assert lowest(3, D6).read((4, 2, 6)) == 2
    assert highest(3, D6).read((4, 2, 6)) == 6


def test_seeded_dice_are_the_same_after_a_pickle():
    dice = Dice.seeded(7)
    again = pickle.loads(pickle.dumps(dice))
    assert again.seed == dice.seed
    assert [again.throw(n, D66) for n in range(20)] == [dice.throw(n, D66) for n in range(20)]
