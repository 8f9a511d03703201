"""Where the stands lie is kept beside the board, and is always what the board says."""

import random

import pytest
from msgspec.structs import replace

import sandtable
from sandtable import Dice
from sandtable.board.stands import base_within, overlap
from sandtable.kernel.field import Look
from sandtable.systems.tactical_combat.action import StandAction
from sandtable.systems.tactical_combat.command import CommandTry
from sandtable.systems.tactical_combat.fire import shifts_on_foot, shot_at
from sandtable.systems.tactical_combat.layout import layout_of
from sandtable.systems.tactical_combat.region import around
from sandtable.systems.tactical_combat.running import flee
from sandtable.systems.tactical_combat.setup import free_points
from sandtable.systems.tactical_combat.situation import CONTACT
from sandtable.systems.tactical_combat.victory import holder_of
from tests.systems.tactical_combat.battle import Battle


def check(game, board, fresh):
    """What is kept beside a board, also what was kept from the boards before it, is what a fresh look finds."""
    kept, again = game.system.look(game, board), game.system.look(game, fresh)
    assert kept.layout is not again.layout
    assert kept.layout.bases == again.layout.bases
    for side in (0, 1):
        assert kept.on_table(side) == again.on_table(side)
        assert kept.layout.bases_of(side) == again.layout.bases_of(side)
        assert kept.bases(side) == again.bases(side)
        if kept.on_table(side):
            assert kept.layout.parts[side].box(kept.layout.bases) == again.layout.parts[side].box(again.layout.bases)
        for stand in kept.on_table(side):
            assert kept.companions(stand) == again.companions(stand)
            assert kept.targets(stand) == again.targets(stand)
            assert kept.blockers(side, firer=stand) == again.blockers(side, firer=stand)
    for objective in range(len(game.world.objectives)):
        assert holder_of(kept, objective) == holder_of(again, objective)


@pytest.mark.parametrize("seed", range(5))
def test_through_a_game_it_is_as_worked_out_afresh(seed):
    game = sandtable.load("tactical_combat/first-firefight")
    draw, dice = random.Random(seed), Dice.seeded(seed)
    state = game.start(dice)
    while state.result is None:
        decision = game.decisions(state)[0]
        state, _ = game.apply(state, decision.side, decision.pick(draw.randrange), dice)
        check(game, state.board, game.decode(game.encode(state)).board)


def test_riders_carriers_and_the_lost_are_followed():
    b = Battle("""
        US rifle A 5,2
        US w44_truck T 6,2
        German rifle G 5,9
        German leader L 7,9
    """)
    field = b.game.system.field(b.game, b.state.board)
    a, t, g = (b.names.index(name) for name in ("A", "T", "G"))
    first = field.layout
    field.change(a, carrier=t, at=field.stands[t].at)
    field.change(t, heading=7)
    field.lose(g, "destroyed", "TC F18")
    board = field.freeze()
    check(b.game, board, b.game.decode(b.game.encode(b.state.__class__(board, b.state.stack))).board)
    field.change(a, carrier=-1)
    assert field.on_table(0) == (a, t)
    assert first.parts[1].standing == (2, 3)


def test_boards_on_which_nobody_has_moved_share_it():
    b = Battle("US rifle A 5,2\nGerman rifle G 5,9")
    field = b.game.system.field(b.game, b.state.board)
    field.change(0, finished=True, morale=1)
    assert layout_of(b.game.world, field.freeze()) is layout_of(b.game.world, b.state.board)
    field.change(0, heading=3)
    assert layout_of(b.game.world, field.freeze()) is not layout_of(b.game.world, b.state.board)


def test_who_flees_to_the_same_point_again_finds_it_known():
    b = Battle("US rifle A 5,5\nUS rifle B 9,5\nGerman rifle G 6,5")
    lays = []
    for _ in range(2):
        field = b.game.system.field(b.game, b.state.board)
        flee(field, 0, b.names.index("G"), 400, "TC X10")
        board = field.freeze()
        check(b.game, board, b.game.decode(b.game.encode(b.state.__class__(board, b.state.stack))).board)
        lays.append(field.layout)
    assert lays[0] is lays[1] is not layout_of(b.game.world, b.state.board)


@pytest.mark.parametrize("seed", range(3))
def test_a_stand_arrives_wherever_nobody_is_in_the_way(seed):
    game = sandtable.load("tactical_combat/first-firefight")
    draw, dice = random.Random(seed), Dice.seeded(seed)
    state = game.start(dice)
    for _ in range(40):
        if state.result is None:
            side, action = game.pick(state, draw.randrange)
            state, _ = game.apply(state, side, action, dice)
    look, world = game.system.look(game, state.board), game.world
    for n in range(len(world.names)):
        mine = world.owners[n]
        friends = [base for other, base in look.layout.bases_of(mine) if other != n]
        enemies = [base for _, base in look.layout.bases_of(1 - mine)]
        zone = world.zone_points(world.formations[world.member_of[n]].zone)
        free = [
            point
            for point in zone
            if not any(overlap(world.base(point, 0), base) for base in friends)
            and not any(base_within(world.base(point, 0), base, CONTACT) for base in enemies)
        ]
        assert free_points(look, n) == tuple(free)


def test_a_command_roll_is_put_into_words_once():
    b = Battle("US rifle A 5,5\nGerman rifle G 6,9")
    look, roll = b.game.system.look(b.game, b.state.board), CommandTry(0, StandAction(0, 0))
    assert look.told(roll) == Look.told(look, roll)
    assert look.told(roll) is look.told(roll)


@pytest.mark.parametrize(
    "options", [{}, {"range_measured": "centres", "smoke": True}, {"hmg_no_long_range_penalty": True}]
)
def test_shots_at_a_stand_on_foot_are_the_same_whether_it_stands_there_or_might(options):
    game = sandtable.load("tactical_combat/first-firefight", options)
    draw = random.Random(7)
    compared = 0
    dice = Dice.seeded(3)
    state = game.start(dice)
    for _ in range(250):
        if state.result is not None:
            break
        look = game.system.look(game, state.board)
        for side in (0, 1):
            firers = look.on_table(1 - side)
            for stand in look.on_table(side)[:4]:
                foe = draw.choice(firers or (stand,))
                near = [p for p in around(look, foe) if game.world.fits(p)]
                at = draw.choice([*near, look.stands[stand].at, draw.randrange(97 * 73)])
                there = look.with_stand(stand, replace(look.stands[stand], at=at))
                expected = [(n, shot_at(there, n, stand).shift) for n in firers if not there.out_of_reach(n, stand)]
                assert shifts_on_foot(look, firers, at, game.world.base(at, 0)) == tuple(expected)
                compared += len(expected)
        side, action = game.pick(state, draw.randrange)
        state, _ = game.apply(state, side, action, dice)
    assert compared > 100
