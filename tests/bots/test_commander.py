"""The commander writes orders in time, commits reserves, and directs guns and aircraft, by what his side knows."""

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.bots.captain import CaptainBot
from sandtable.bots.captain.survey import Survey
from sandtable.bots.commander import CommanderBot, forethought, gunnery, staff
from sandtable.bots.commander.bodies import bodies, clusters
from sandtable.kernel.dice import Dice
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.planning import RollOrder, to_ask
from sandtable.systems.tcs.plotting import Plot, Register
from sandtable.systems.tcs.scatter import PlaceScatter
from sandtable.systems.tcs.sheets import ATTACK, HASTY, IMPLEMENTED, PREPARING
from sandtable.systems.tcs.shells import HE
from sandtable.systems.tcs.zones import zone_of

HILL = sandtable.load("tcs/hill-61")
COMMONWEALTH, GERMAN = 0, 1


def played_to(game, wanted, seed=1, most=3000, bots=CommanderBot):
    """A game between commanders up to the first decision that fits."""
    dice = Dice.seeded(seed)
    state = game.start(dice)
    players = [bots(game, side) for side in range(2)]
    for _ in range(most):
        for decision in game.decisions(state):
            view = game.view(state, decision.side)
            if wanted(view):
                return state, view, players[decision.side]
        side = game.decisions(state)[0].side
        state, _ = game.apply(state, side, players[side].choose(game.view(state, side)), dice)
    raise AssertionError("nobody was asked that")


@pytest.fixture(scope="module")
def first_desk():
    return played_to(HILL, lambda view: isinstance(view.asks, Desk) and view.side == COMMONWEALTH)


def survey_of(view):
    return Survey(view.look, view.side)


def test_objectives_that_lie_together_are_taken_together(first_desk):
    _, view, _ = first_desk
    survey = survey_of(view)
    assert [len(place) for place in clusters(survey, survey.world.objectives)] == [4, 7]


def test_every_body_of_an_attack_gets_its_next_order_early(first_desk):
    _, view, _ = first_desk
    survey = survey_of(view)
    wanted = {survey.world.formations[order.body.formation].name: order.kind for order in staff.orders(survey)}
    assert wanted["A Company"] == ATTACK, "the hill comes after the village"
    assert wanted["Support company"] == HASTY, "mortars and guns keep what is taken"
    assert "D Company" not in wanted, "its order is being prepared"


def test_a_formation_to_come_keeps_the_order_of_the_scenario():
    _, view, _ = played_to(HILL, lambda view: isinstance(view.asks, Desk) and view.side == GERMAN)
    names = [view.game.world.formations[body.formation].name for body in bodies(survey_of(view))]
    assert "Corps reserve" not in names


def test_an_order_is_not_rolled_for_while_its_units_have_something_to_take(first_desk):
    state, view, _ = first_desk
    sheets = state.board.sheets
    number = next(n for n, sheet in enumerate(sheets) if sheet.state == IMPLEMENTED and sheet.side == COMMONWEALTH)
    units = tuple(n for n, unit in enumerate(state.board.units) if unit.sheet == number)
    follow_up = replace(
        sheets[number],
        name="Next",
        state=PREPARING,
        groups=(replace(sheets[number].groups[0], units=units),),
        measures=replace(sheets[number].measures, objective=view.game.world.objectives[:1]),
    )
    board = replace(state.board, sheets=(*sheets, follow_up))
    game = view.game
    survey = Survey(game.look(replace(state, board=board)), COMMONWEALTH)
    assert staff.roll(survey, len(sheets)).verb == "keep"
    taken = replace(
        board, units=tuple(replace(unit, sheet=-1) if unit.sheet == number else unit for unit in board.units)
    )
    survey = Survey(game.look(replace(state, board=taken)), COMMONWEALTH)
    assert staff.roll(survey, len(sheets)).verb == "roll"


def test_an_attack_on_what_the_side_holds_is_not_rolled_for():
    state, view, bot = played_to(HILL, lambda view: isinstance(view.asks, RollOrder) and view.side == GERMAN)
    (number,) = to_ask(view.look, GERMAN)
    assert state.board.sheets[number].name == "Counter-attack St Aubert"
    assert bot.choose(view).verb == "keep"


def test_an_attack_on_what_the_side_holds_that_would_be_rolled_for_waits_to_be_asked():
    state, _, bot = played_to(HILL, lambda view: isinstance(view.asks, Desk) and view.side == GERMAN)
    sheets = tuple(replace(each, roll="always") for each in state.board.sheets)
    view = HILL.view(replace(state, board=replace(state.board, sheets=sheets)), GERMAN)
    action = bot.choose(view)
    assert action.verb == "policy"
    number, when = action.target
    assert (state.board.sheets[number].name, when) == ("Counter-attack St Aubert", "ask")


def test_who_is_asked_rolls_or_keeps_by_need():
    _, view, bot = played_to(HILL, lambda view: isinstance(view.asks, RollOrder))
    assert bot.choose(view).verb in ("roll", "keep")


def test_a_commander_who_does_not_write_leaves_the_desk_as_it_is(first_desk):
    _, view, _ = first_desk
    assert CommanderBot(HILL, 1, writes=False).choose(view).verb == "nothing"


def test_shells_go_where_the_enemy_is_and_not_on_own_troops():
    def wishes(view):
        survey, batteries = survey_of(view), view.asked.offer("battery")
        return [wish for n in batteries.targets for wish in gunnery.wishes(survey, (), n)] if batteries else []

    _, view, bot = played_to(HILL, lambda view: view.decision.name == "call" and wishes(view), seed=3)
    survey, found = survey_of(view), wishes(view)
    own = {survey.look.units[n].at for n in survey.look.on_map(view.side)}
    assert all(wish.worth > 0 and wish.mission.aim not in own for wish in found)
    shells = next(wish.mission for wish in found if wish.mission.shell == HE)
    assert gunnery.worth_of(survey, replace(shells, aim=min(own))) < 0
    assert bot.choose(view).verb == "battery"


def test_a_stray_mission_is_put_on_those_who_called_it(first_desk):
    state, _, _ = first_desk
    tanks = HILL.world.names.index("1st Troop Churchill 1")
    aim = state.board.units[tanks].at
    astray = replace(state, secret=(), stack=(*state.stack, PlaceScatter(GERMAN, aim + 1, HE, False)))
    view = HILL.view(astray, GERMAN)
    hex = CommanderBot(HILL, 1).choose(view).target
    look = view.look
    assert any(look.world.owners[n] == COMMONWEALTH for n in look.units_in(hex))
    assert not any(look.world.owners[n] == GERMAN for n in look.units_in(hex))


def test_units_go_for_what_their_order_names(first_desk):
    _, view, _ = first_desk
    survey, world = survey_of(view), HILL.world
    rifles = next(n for n, name in enumerate(world.names) if name == "D Rifle Platoon 1")
    other = next(n for n, name in enumerate(world.names) if name == "A Rifle Platoon 1")
    assert {world.hex_name(hex) for hex in survey.goals_of(other)} == {"0911", "0912", "1011", "1012"}
    assert world.ground.map.index("1715") in survey.goals_of(rifles)


def test_the_captain_alone_writes_nothing(first_desk):
    _, view, _ = first_desk
    assert CaptainBot(HILL, 1).choose(view).verb == "nothing"


def test_platoons_cross_the_river():
    game = sandtable.load("tcs/river-line")
    dice = Dice.seeded(2)
    state = game.start(dice)
    players = [CommanderBot(game, side) for side in range(2)]
    verbs = set()
    while not game.over(state) and "land" not in verbs:
        side = game.decisions(state)[0].side
        action = players[side].choose(game.view(state, side))
        verbs.add(action.verb)
        state, _ = game.apply(state, side, action, dice)
    assert {"boats.cross", "land"} <= verbs


# Before the battle


def test_the_first_barrage_covers_what_the_order_in_force_is_to_take():
    _, view, bot = played_to(HILL, lambda view: isinstance(view.asks, Plot))
    aim = bot.choose(view).target
    village = {HILL.world.ground.map.index(each) for each in ("0911", "0912", "1011", "1012")}
    assert village <= set(zone_of(HILL.world.ground, aim, wide=True))


def test_registration_points_lie_in_the_open_before_what_the_side_holds_and_in_its_sight():
    state, view, bot = played_to(HILL, lambda view: isinstance(view.asks, Register))
    ground, dice = HILL.world.ground, Dice.seeded(1)
    while isinstance(HILL.asks(state, GERMAN), Register):
        state, _ = HILL.apply(state, GERMAN, bot.choose(HILL.view(state, GERMAN)), dice)
    points = [hex for hex, side in state.board.registered if side == GERMAN]
    assert len(points) == 3
    for point in points:
        near = [aim for aim in HILL.world.objectives if ground.distance(aim, point) in forethought.BEFORE]
        assert any(view.look.sees(aim, point) for aim in near)
    apart = [ground.distance(one, other) for one in points for other in points if one != other]
    assert min(apart) >= forethought.APART


def test_shells_for_every_turn_are_cheap_and_the_last_ones_dear(first_desk):
    survey = survey_of(first_desk[1])
    prices = [gunnery.price_of(survey, rounds) for rounds in (1, 3, 7, 14)]
    assert prices == sorted(prices, reverse=True)
    assert prices[2] == gunnery.CHEAP, "half of the missions called are not fired: seven last for fourteen turns"
