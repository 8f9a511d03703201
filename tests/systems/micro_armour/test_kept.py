"""What is kept beside a board and handed on to the next is what would be worked out again from the board alone."""

import random

import pytest

import sandtable
from sandtable import Dice
from sandtable.systems.micro_armour import orders, phases, watching
from sandtable.systems.micro_armour.board import FIRST, SECOND
from sandtable.systems.micro_armour.region import region
from sandtable.systems.micro_armour.tables import TANKS
from tests.systems.micro_armour.battle import Battle


def random_states(name, count, seed=3):
    """The states of random games, one after the other."""
    game = sandtable.load(name)
    draw = random.Random(seed)
    found = 0
    while found < count:
        dice = Dice.seeded(draw.randrange(1000))
        state = game.start(dice)
        while state.result is None and found < count:
            side, action = game.pick(state, draw.randrange)
            state = game.after(state, side, action, dice)
            found += 1
            yield game, state


@pytest.mark.parametrize("name", ["micro_armour/duel", "micro_armour/1991-easting"])
def test_a_board_that_is_handed_on_answers_as_one_that_is_read_from_a_file(name):
    for number, (game, state) in enumerate(random_states(name, 1200)):
        if state.secret or number % 4:
            continue
        kept, fresh = game.look(state), game.look(game.decode(game.encode(state)))
        assert kept.layout.bases == fresh.layout.bases
        assert (kept.layout.standing, kept.layout.living) == (fresh.layout.standing, fresh.layout.living)
        for side in (0, 1):
            assert orders.may_try(kept, side) == orders.may_try(fresh, side)
            assert orders._waiting(kept, side) == orders._new_waiting(fresh, side)
            assert orders.may_try(kept, side) == orders.may_try(fresh, side), "asked again, of what is known now"
            assert kept.groups(side) == fresh.groups(side)
            for phase in (FIRST, SECOND):
                asked = {target for firer in fresh.on_table(side) for target in fresh.targets(firer, phase)}
                assert phases.attackable(kept, side, phase) == sorted(asked)


def test_a_stand_that_no_weapon_lets_fire_is_left_out_of_the_watchers():
    short = min(TANKS.values(), key=lambda tank: max(tank.cannon_range, tank.atgm_range or 0))
    text = f"Blue T-72 A 5,5 group=1st\nRed {short.weapon.replace(' ', '_')} X 5,30\nRed M60A3 Y 6,30"
    b = Battle(text, phase="move", orders=(1, 0), side="Blue", sighting=30)
    path = [b.look.stands[b.number("A")].at]
    assert {n for n, _ in watching.watchers(b.look, b.number("A"), path)} == {b.number("X"), b.number("Y")}
    assert [n for n, _ in watching.watchers(b.look, b.number("A"), path, armed=True)] == [b.number("Y")]
    assert not b.look.in_reach(b.number("X"), b.number("A"))


def test_a_way_and_its_course_are_the_same():
    b = Battle("Blue T-72 A 5,5 group=1st\nRed M60A3 X 30,30", phase="move", orders=(1, 0), side="Blue")
    there = region(b.look, b.number("A"))
    for point in list(there)[::7]:
        way = there.way(point)
        assert there.course(point) == (tuple(step.position for step in way), tuple(step.spent for step in way))
