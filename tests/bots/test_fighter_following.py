"""How the Tactical Combat bot joins fire and assault: it fires at whom it can rush, and at whom the battle is about."""

import pytest

from sandtable.bots.fighter.firing import best_shot
from sandtable.bots.fighter.following import opening
from sandtable.bots.fighter.ground import Ground, moved
from sandtable.bots.fighter.lines import lines_of, plain
from sandtable.bots.fighter.memory import Memory
from sandtable.bots.fighter.survey import Survey, Temper
from sandtable.bots.fighter.worth import body_of, ends_of, harm_of_shot
from sandtable.systems.tactical_combat.fire import infantry_shot, shot_at
from sandtable.systems.tactical_combat.victory import Victory
from tests.bots.test_fighter import ATTACK, battle


def survey(b, side=0):
    return Survey(b.look, side, Ground.of(b.look), Temper(), Memory())


TWO_HOUSES = """
    table 40 30
    buildings Farm 18,24 22,24 22,28 18,28
    objective farm 20,26 3
    US rifle A 20,20
    US rifle B 22,20
    German rifle R 20,26
"""


def added(b):
    a, r = b.number("A"), b.number("R")
    return opening(survey(b), lambda: ends_of(shot_at(b.look, a, r), body_of(b.look, r)), a, r)


def test_a_shot_is_worth_more_if_another_stand_can_rush_the_target():
    b = battle(TWO_HOUSES, victory=ATTACK)
    alone = battle(TWO_HOUSES.replace("US rifle B 22,20", "US rifle B 22,4"), victory=ATTACK)
    assert added(b) > 0
    assert added(alone) == 0, "nobody is near enough to follow up"


def test_a_shot_at_the_suppressed_opens_the_way_more_than_one_at_the_unshaken():
    b = battle(TWO_HOUSES, victory=ATTACK)
    shaken = battle(TWO_HOUSES.replace("German rifle R 20,26", "German rifle R 20,26 suppressed"), victory=ATTACK)
    assert added(shaken) > added(b) > 0


def test_the_ends_of_a_shot_are_counted_by_morale():
    b = battle(TWO_HOUSES, victory=ATTACK)
    shot = infantry_shot("A", "R", cover=2)
    ends = ends_of(shot, body_of(b.look, b.number("R")))
    assert sum(ends) == sum(ways for _, ways in shot.chances())
    assert ends[0] == 7, "three in ten have an effect on one in hard cover"
    assert ends[3] == 0, "and none kills him outright"


ELSEWHERE = """
    table 40 30
    buildings Farm 18,24 22,24 22,28 18,28
    objective farm 20,26 3
    US rifle A 20,20
    German rifle R 20,26
    German rifle S 12,21
"""


def best_target(b):
    return b.names[best_shot(survey(b), b.number("A")).action.target]


@pytest.mark.parametrize(("turns", "first"), [(9, "S"), (2, "R")])
def test_in_the_last_turns_an_attacker_fires_at_the_goal_and_not_at_easier_targets(turns, first):
    assert best_target(battle(ELSEWHERE, victory=ATTACK, turns=turns)) == first


def test_where_points_decide_an_easier_target_counts_to_the_end():
    assert survey(battle(ELSEWHERE, victory=Victory(), turns=1)).away == 100
    assert survey(battle(ELSEWHERE, victory=ATTACK, turns=1)).away < 100
    assert survey(battle(ELSEWHERE, victory=ATTACK, turns=1), 1).away == 100, "nor does the defender look away"


# Lines of fire: the same as on the table


WALLED = """
    table 40 30
    buildings Farm 18,24 22,24 22,28 18,28
    woods Wood 8,10 14,10 14,16 8,16
    wall Wall 24,18 32,18 32,18.7 24,18.7
    objective farm 20,26 3
    US rifle A 20,12
    US hmg G 28,10
    US leader L 20,10
    German rifle R 20,26
    German hmg M 28,20
    German rifle S 11,13 suppressed
"""


@pytest.mark.parametrize("name", ["A", "G", "R", "M", "S"])
def test_what_the_lines_of_fire_say_is_what_the_table_says(name):
    b = battle(WALLED, victory=ATTACK)
    look, stand = b.look, b.number(name)
    side = look.world.owners[stand]
    found = survey(b, side)
    assert plain(look)
    seen = 0
    for place in range(0, look.world.table.columns * look.world.table.rows, 37):
        there = moved(look, stand, place)
        harms = [found.harm_from(n, stand, there) for n in found.enemies]
        assert found.danger(stand, place) == found.weigh(harms), look.world.table.text(place)
        best = max(found.harm_from(stand, n, there) for n in found.enemies)
        assert found.best_shot(stand, place) == best, look.world.table.text(place)
        seen += bool(best)
    assert seen > 5


def test_lines_of_fire_are_kept_for_each_kind_of_weapon():
    b = battle(WALLED, victory=ATTACK)
    ground, (a, r) = Ground.of(b.look), map(b.number, "AR")
    rifles = lines_of(b.look, ground, a, None, backward=False)
    assert lines_of(b.look, ground, r, None, backward=False) is rifles
    assert lines_of(b.look, ground, a, 500, backward=False) is not rifles, "in mist"
    line = rifles[b.look.stands[a].at * rifles.size + b.look.stands[r].at]
    harm, ends = survey(b).shot_of(a, r)
    assert harm == harm_of_shot(b.look, a, r)
    assert ends in (None, ends_of(shot_at(b.look, a, r), body_of(b.look, r)))
    assert line in (-1, 4, 5), "hard cover, near or far, or out of range"
