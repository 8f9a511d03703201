"""An expansion adds to the series game at every seam, and switched off it changes nothing."""

import pickle
import random

import msgspec
import pytest

import sandtable
from sandtable.contract import CHECKS, check
from sandtable.kernel.chapter import Chapter, Rules, Seam
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import RecordError, RulesFault, ScenarioFault
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Decide, Roll, verb
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs import SYSTEM as TCS
from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.areafire import AreaFire
from sandtable.systems.tcs.board import Extended, Situation
from sandtable.systems.tcs.mayfire import may_act, why_not_act
from sandtable.systems.tcs.morale import MoraleRoll
from sandtable.systems.tcs.movement import region
from sandtable.systems.tcs.roster import UnitEntry
from sandtable.systems.tcs.spotting import target_shifts
from tests.systems.expansion.flares import EXPOSED, LIT, SEEN, SYSTEM, Flares

SCENARIO = sandtable.load("tcs/crossroads-1944").scenario
TURNS = {"turns": 3}


def with_sections():
    """Crossroads with two flare sections on each side."""
    forces = list(SCENARIO.force)
    for side in SCENARIO.sides:
        number = next(n for n, force in enumerate(forces) if force.side == side and not force.arrives)
        units = (*forces[number].units, UnitEntry("us_flare_section", 2, name=f"{side} flares"))
        forces[number] = msgspec.structs.replace(forces[number], units=units)
    return msgspec.structs.replace(SCENARIO, force=tuple(forces))


def lit_game():
    return Game(SYSTEM, with_sections(), {"flares": True, **TURNS}, name="flares")


def random_games(game, seeds, most=250):
    """Every state, prompt, offer and word of some random games."""
    for seed in seeds:
        rng, dice = random.Random(seed), Dice.seeded(seed)
        state, events = game.start_with_events(dice)
        for _ in range(most):
            if game.over(state):
                break
            decision = game.decisions(state)[0]
            yield state, decision, [game.tell(event) for event in events]
            action = decision.pick(rng.randrange)
            if action.verb == "end":
                action = decision.pick(rng.randrange)
            state, events = game.apply(state, decision.side, action, dice)


def first_act(game):
    """The first state in which a side may light a flare."""
    for state, decision, _ in random_games(game, range(20)):
        if decision.offer("flares.light"):
            return state, decision
    raise AssertionError("no flare could be lit")


def test_switched_off_every_game_is_the_same_byte_for_byte():
    plain, attached = (Game(system, SCENARIO, TURNS, name="x") for system in (TCS, SYSTEM))
    for one, other in zip(random_games(plain, range(3)), random_games(attached, range(3)), strict=True):
        assert plain.encode(one[0]) == attached.encode(other[0])
        assert one[1].prompt == other[1].prompt
        assert [(o.verb, o.label, list(o.targets or ())) for o in one[1].offers] == [
            (o.verb, o.label, list(o.targets or ())) for o in other[1].offers
        ]
        assert one[2] == other[2]


def test_switched_off_its_units_are_unknown():
    with pytest.raises(ScenarioFault, match="there is no unit 'us_flare_section'"):
        Game(SYSTEM, with_sections(), TURNS, name="flares")


def test_it_adds_a_verb_before_the_one_that_ends_the_phase_and_a_procedure_behind_it():
    game = lit_game()
    state, decision = first_act(game)
    assert [offer.verb for offer in decision.offers][-2:] == ["flares.light", "end"]
    action = next(decision.offer("flares.light").actions())
    roll = game.forecast(state, decision.side, action)
    assert roll.rule == "FL 1"
    dice = Dice.scripted(6)
    after, _ = game.apply(state, decision.side, action, dice)
    choose = game.decisions(after)[0]
    assert choose.prompt == "Where does the flare burn?"
    lit, events = game.apply(after, choose.side, next(choose.actions()), dice)
    assert "A flare lights" in game.tell(events[0])
    assert isinstance(lit.board, Extended)
    assert lit.board.extras[0].lit


def lit_at(game, state, hex, **how):
    flares = Flares(lit=(hex,), **how)
    return msgspec.structs.replace(state, board=msgspec.structs.replace(state.board, extras=(flares,)))


def enemy_and_firer(game, state):
    """A unit of the side that acts, and an enemy on the map."""
    look = game.look(state)
    side = game.decisions(state)[0].side
    return look.on_map(side)[0], look.on_map(1 - side)[0], side


def test_it_adds_modifiers_to_rolls_shifts_to_spotting_and_bars_to_fire_sight_and_entry():
    game = lit_game()
    state, _ = first_act(game)
    firer, target, side = enemy_and_firer(game, state)
    hex = game.look(state).units[target].at
    dark, lit = game.look(state), game.look(lit_at(game, state, hex, used=(firer,)))
    fire = AreaFire((firer,), hex, 1 - side)
    assert LIT not in dark.resolution_of(fire).modifiers
    assert dark.resolution_of(fire).shift + 2 == lit.resolution_of(fire).shift
    for roll in (MoraleRoll(target, (hex,)), AtRoll(firer, target)):
        assert lit.resolution_of(roll).shift == dark.resolution_of(roll).shift + EXPOSED.value
    assert SEEN in target_shifts(lit, target, hex)
    assert SEEN not in target_shifts(dark, target, hex)
    barred = next(n for n in dark.on_map(1 - side) if may_act(dark, n))
    spent = game.look(lit_at(game, state, hex, used=(barred,)))
    assert not may_act(spent, barred)
    assert spent.game.say(why_not_act(spent, barred), {"unit": barred}).endswith("has used its flare this turn (FL 4)")
    ground = game.world.ground
    assert dark.view(hex) & ~ground.within(hex, 1)
    assert lit.view(hex) == dark.view(hex) & ground.within(hex, 1)


def test_it_closes_hexes_to_movement():
    game = lit_game()
    for state, decision, _ in random_games(game, range(20)):
        if decision.offer("to") and decision.prompt.startswith("Where does"):
            group = state.stack[-1].group
            hex = next(iter(region(game.look(state), group)))
            assert hex not in region(game.look(lit_at(game, state, hex)), group)
            return
    raise AssertionError("nobody moved")


def test_its_step_of_clean_up_ends_the_flares_and_a_lost_unit_is_forgotten():
    game = lit_game()
    burnt = False
    for state, _, _ in random_games(game, range(4), 400):
        flares = state.board.extras[0]
        burnt = burnt or (state.board.turn > 1 and not flares.lit)
        look = Situation(game, state.board)
        assert all(look.units[n].steps for n in flares.used)
    assert burnt


def test_a_state_reads_back_and_one_with_it_is_refused_without_it():
    game = lit_game()
    off = Game(SYSTEM, SCENARIO, TURNS, name="off")
    for state, _, _ in random_games(game, [1], 80):
        data = game.encode(state)
        assert game.decode(data) == state
        assert pickle.loads(pickle.dumps(state)) == state
        with pytest.raises(RecordError):
            off.decode(data)
    assert pickle.loads(pickle.dumps(game)).options == game.options


@pytest.mark.parametrize("promise", [name for name in CHECKS if name != "secret order has no effect"])
def test_switched_on_it_keeps_the_contract(promise):
    assert check(lit_game(), promise, 1)


@pytest.mark.parametrize("hidden", [False, True])
def test_with_hidden_units_its_secrets_do_not_leak(hidden):
    game = Game(SYSTEM, with_sections(), {"flares": True, "hidden_setup": hidden, **TURNS}, name="flares")
    assert check(game, "keeps secrets", 0)


# What the kernel refuses


@verb("Shout")
def shout(asks, look):
    return True


@shout.then
def _do_shout(asks, field, _):
    pass


class Ask(Decide, frozen=True, array_like=True, tag="test.ask"):
    pass


def test_two_chapters_with_one_verb_or_one_phrase_are_refused():
    twice = Chapter(name="one", verbs={Ask: (shout,)}), Chapter(name="two", verbs={Ask: (shout,)})
    assert list(Rules(twice[:1], {}).verbs[Ask]) == ["shout"]

    @verb("Shout louder", name="shout")
    def louder(asks, look):
        return True

    louder.then(lambda asks, field, _: None)
    with pytest.raises(RulesFault, match="two chapters give Ask a verb 'shout'"):
        Rules((twice[0], Chapter(name="two", verbs={Ask: (louder,)})), {})
    with pytest.raises(RulesFault, match="has a phrase 'hit' that another chapter has already"):
        Rules((Chapter(name="one", phrases={"hit": "a"}), Chapter(name="two", phrases={"hit": "b"})), {})


def test_a_verb_without_an_effect_is_refused():
    @verb("Whisper")
    def whisper(asks, look):
        return True

    with pytest.raises(RulesFault, match="the verb 'whisper' of Ask has no effect"):
        Rules((Chapter(name="one", verbs={Ask: (whisper,)}),), {})


def test_a_seam_does_not_pickle():
    with pytest.raises(TypeError, match="pickle the system instead"):
        pickle.dumps(Seam("steps"))


def test_every_class_of_roll_counts_what_chapters_add():
    """A probe that changes nothing is found in every roll that random games of TCS meet."""
    probe = Modifier(0, "probe", "TCS 1.0a")
    rolls = [each for chapter in TCS.chapters for each in chapter.procedures if issubclass(each, Roll)]
    probing = Chapter(name="probe", modifiers={each: (lambda roll, look: (probe,),) for each in rolls})

    class Probed(type(TCS)):
        chapters = (*TCS.chapters, probing)

    game, met = Game(Probed(), SCENARIO, TURNS, name="probed"), set()
    for seed in range(4):
        rng, dice = random.Random(seed), Dice.seeded(seed)
        state = game.start(dice)
        for _ in range(300):
            if game.over(state):
                break
            decision = game.decisions(state)[0]
            state, events = game.apply(state, decision.side, decision.pick(rng.randrange), dice)
            for event in events:
                if event.roll is not None:
                    assert probe in event.roll.resolution.modifiers
                    met.add(event.rule)
    assert len(met) > 5
