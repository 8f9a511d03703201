"""A generated battle is kept by its name alone, so the same question makes the same battle in every version."""

import hashlib

import pytest

from sandtable.kernel.datawriting import to_toml
from sandtable.systems.micro_armour.generator import GENERATOR, Battle
from sandtable.systems.micro_armour.terrain_maker import fair_table
from tests.systems.micro_armour.test_generator import battle


def digest(*texts):
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


TABLES = {
    (1,): "7e79ee45fef16bee",
    (2,): "0fe0508746ecf9cf",
    (3,): "aa52b7b2e1943020",
    (4,): "ca518a1241ec4075",
    (5,): "f38cdb955836fc82",
    (6,): "84c1e89364ee39b7",
    (7,): "7b56be88c604eac6",
    (8,): "61178eab04b6eb28",
    (11, 10, "none", "none", "none"): "8bfd125bf027e1a2",
    (12, 10, "one", "one pair", "poor roads"): "e1ddc10e3e1586d2",
    (13, 30, "two", "two pairs", "tracks"): "8fe903813879c38e",
    (14, 20, "two", "one pair", "both"): "24c44eaf1566e70a",
    (15, 25, "one", "two pairs", "random"): "f35be2db85ef1d18",
    (999999999, 15, "random", "random", "random"): "296614c5f2def194",
}


@pytest.mark.parametrize("ask", TABLES, ids=str)
def test_a_seed_makes_the_table_that_it_has_always_made(ask):
    seed, *how = ask
    assert digest(to_toml(fair_table(seed, *how))) == TABLES[ask]


BATTLES = {
    None: "22f736498f156fe7",
    0: "143bc1c0490df5e3",
    1: "2e1a4a0bf44fce01",
    2: "6e695598f521279d",
    3: "d00c6e3170c2e677",
    4: "2e7ed04eae690e56",
    5: "cb0007519351eb11",
    6: "7412edabff9975c2",
    7: "809c33aa79bf4dde",
    8: "7402e5817c64420a",
    9: "7893a3ec1df78bca",
    10: "166ae899b42985af",
    11: "98bf41ebf73e5b1c",
    22: "8c144c71c05667ee",
    23: "9152e9d57c242cf0",
    35: "b70a7e033c532e33",
}


@pytest.mark.parametrize("number", BATTLES)
def test_a_question_makes_the_battle_that_it_has_always_made(number):
    made = GENERATOR.make(Battle() if number is None else battle(number))
    assert digest(to_toml(made.scenario), *made.notes) == BATTLES[number]
