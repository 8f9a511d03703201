"""The contract, on every scenario and option set; and that it catches systems which break it."""

import itertools
import random
from functools import cache
from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.contract import CHECKS, Broken, check, perft, playthrough
from sandtable.contract.checks import refuses_what_is_not_offered
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioError
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.scenarios import load
from sandtable.systems.demo import Picket
from sandtable.systems.demo.board import UNKNOWN, Battlefield, Squad
from sandtable.systems.demo.turn import Choose
from sandtable.systems.tcs import SYSTEM as TCS
from sandtable.systems.tcs.scenario import Minefield

DEPTH = {
    "micro_armour": 3,
    "tactical_combat": 2,
    "tcs": 3,
    "tcs/hill-61": 1,
    "tcs/river-line": 2,
    "tcs/fulda-1987": 2,
    "tcs/arracourt-1944": 1,
    "tcs/night-crossing": 1,
    "tcs/slimed": 1,
}
"""How deep action sequences are counted: a table offers hundreds of points at once."""
EVERY_OPTION = ("tactical_combat/first-firefight",)
"""Small scenarios that every option of their system is tried on."""
SOME_OPTIONS = 3
"""How many are tried on each of the others. Each scenario has its own part, and `--long` tries them all."""
MOST_COUNTED = 1_000_000
"""Action sequences are counted only as deep as there are fewer."""
NOTHING_TO_LOOK_AT = {("tcs/crossroads-1944", "secret order has no effect")}
"""On Crossroads nobody writes orders, so the sides never decide at the same time."""
SHORT = {
    "tactical_combat/barbarossa-1941": {"turns": 4},
    "tactical_combat/bulge-1944": {"turns": 4},
    "tactical_combat/crete-1941": {"turns": 4},
    "tactical_combat/omaha-1944": {"turns": 4},
    "tcs/arracourt-1944": {"turns": 1},
    "tcs/crossroads-guns": {"turns": 3},
    "tcs/fulda-1987": {"turns": 2},
    "tcs/hill-61": {"turns": 2},
    "tcs/night-crossing": {"turns": 2},
    "tcs/river-line": {"turns": 3},
    "tcs/slimed": {"turns": 2},
}
"""Long battles are played for a few turns; `--long` plays them to their end, but with an option turned."""
MANY, SEVERAL, A_FEW = 400, 6, 2
"""How many games of a small battle `--long` plays for each promise, how many of a large one, and how many with each
option turned: some hours in all.
"""
GOLDEN_TURNS = 3
GOLDEN = Path(__file__).parent / "golden"


def option_sets(name):
    """Each switch turned, all of them turned, each other choice, and the least of each number."""
    game = load(name)
    turned = {o.name: not game.options[o.name] for o in game.system.options if isinstance(o.default, bool)}
    others = [{o.name: choice} for o in game.system.options for choice in o.choices if choice != game.options[o.name]]
    shortest = [
        {o.name: o.low} for o in game.system.options if type(o.default) is int and o.low != game.options[o.name]
    ]
    return [*({option: value} for option, value in turned.items()), turned, *others, *shortest]


def some_option_sets(name):
    """All of them for the scenarios named above, and a part of a long list for others, each its own part."""
    sets = option_sets(name)
    if name in EVERY_OPTION or len(sets) <= SOME_OPTIONS:
        return sets
    first = sandtable.names().index(name) * SOME_OPTIONS
    return [sets[(first + number) % len(sets)] for number in range(SOME_OPTIONS)]


@cache
def loaded(name, *, long=False):
    """One game for all promises, so that they are checked on the same play."""
    return load(name, {} if long else SHORT.get(name, {}))


def is_large(name):
    """Whether a game of it takes seconds: then a few games must do, most of them at random."""
    return name.startswith(("micro_armour/", "tactical_combat/", "tcs/")) and name not in EVERY_OPTION


def pytest_generate_tests(metafunc):
    if "varied" in metafunc.fixturenames:
        sets_of = option_sets if metafunc.config.getoption("long") else some_option_sets
        varied = [(name, options) for name in sandtable.names() for options in sets_of(name)]
        ids = [" ".join([name, *(f"{option}={value}" for option, value in each.items())]) for name, each in varied]
        metafunc.parametrize("varied", list(enumerate(varied)), ids=ids)


def with_options(name, options):
    """The game, without those options that the scenario refuses with a sentence: no tanks where tanks are the point."""
    try:
        return load(name, options)
    except ScenarioError as fault:
        refused = [option for option in options if f"option {option}" in str(fault)]
        if not refused:
            raise
    return load(name, {option: value for option, value in options.items() if option not in refused})


@pytest.mark.parametrize("promise", CHECKS)
@pytest.mark.parametrize("name", sandtable.names())
def test_every_scenario_keeps_the_contract(name, promise, request):
    """A large battle is played once at random for all promises, and once by the best bots to its end; each promise is
    checked on one more game of it with an option turned, below. `--long` plays every battle many times.
    """
    game = loaded(name, long=request.config.getoption("long"))
    if request.config.getoption("long"):
        seeds = range(SEVERAL if is_large(name) else MANY)
    elif is_large(name):
        seeds = (0, 3) if promise == "plays to the end" else (0,)
    else:
        seeds = range(6 if name in EVERY_OPTION else 12)
    looked = sum(check(game, promise, seed) for seed in seeds)
    if looked == 0 and is_large(name):
        looked = check(game, promise, 1)  # nothing of the kind came up in the first game
    assert (looked == 0) == ((name, promise) in NOTHING_TO_LOOK_AT), "the check has looked at nothing"


@pytest.mark.parametrize("name", sandtable.names())
def test_games_at_random_come_to_their_end(name, request):
    """Whole games, many more than can be looked at move by move: none comes to a decision without an offer, or to a
    roll for somebody who is gone.
    """
    play_out_at_random(load(name), range(2000 if request.config.getoption("long") else 10))


def play_out_at_random(game, seeds):
    for seed in seeds:
        dice, draw = Dice.seeded(seed), random.Random(seed).random
        state, decisions = game.playout(game.start(dice), lambda count, draw=draw: int(draw() * count), dice)
        assert state.result is not None
        assert decisions > 0


@pytest.mark.parametrize("promise", ["keeps secrets", "a view tells the truth"])
@pytest.mark.parametrize("hidden", [False, True], ids=["mines", "mines and hidden units"])
def test_every_secret_of_tcs_keeps_the_contract(hidden, promise, request):
    """Crossroads has no mines: here some lie in the way, and what one hidden unit spots all do."""
    scenario = load("tcs/crossroads-1944").scenario
    mined = msgspec.structs.replace(scenario, mines=(Minefield("German", "0405 0506 0607 0705"),))
    long = request.config.getoption("long")
    options = {"hidden_setup": hidden, "secret_minefields": True, "spotting_shared": hidden, "turns": 8 if long else 3}
    game = Game(TCS, mined, options, name="mined crossroads")
    assert sum(check(game, promise, seed) for seed in (range(0, 80, 4) if long else (0,))) > 25


def test_every_option_keeps_the_contract(varied, request):
    """Each option turned by itself: a third of the promises in turn, at random, every fifth by the best bots. `--long`
    tries all of them, on every battle.
    """
    place, (name, options) = varied
    long = request.config.getoption("long")
    game = with_options(name, {**SHORT.get(name, {}), **options})
    by_best = place % 5 == 0 and not is_large(name)
    for number, promise in enumerate(CHECKS):
        if long or (place + number) % 3 == 0:
            for seed in range(2, 2 + A_FEW) if long else [3 if by_best else 2]:
                check(game, promise, seed)
    if long:
        play_out_at_random(game, range(20))


@pytest.mark.parametrize("name", sandtable.names())
def test_none_of_100000_illegal_arguments_is_accepted(name, request):
    """On a large scenario a tenth of them; ten times as many with `--long`."""
    tries = (10_000 if is_large(name) else 100_000) * (10 if request.config.getoption("long") else 1)
    games = 2 if is_large(name) else 10
    game = loaded(name, long=request.config.getoption("long"))
    assert sum(refuses_what_is_not_offered(game, seed, tries // games) for seed in range(games)) >= tries


@pytest.mark.parametrize("name", sandtable.names())
def test_golden_playthrough(name, request):
    """A readable game by the random bots, which a better bot does not rewrite: a change of rules shows line by line.

    The first turns of it; the whole game with `--long`.
    """
    golden = GOLDEN / (name.replace("/", "-") + ".txt")
    if request.config.getoption("update_golden"):
        golden.write_text(playthrough(load(name), 7, "random"), encoding="utf-8")
    assert golden.exists(), f"there is no {golden.name}: run ./test --update-golden and read it"
    known = golden.read_text(encoding="utf-8")
    if request.config.getoption("long"):
        assert playthrough(load(name), 7, "random") == known
    else:
        played = playthrough(load(name), 7, "random", turns=GOLDEN_TURNS)
        assert played == known[: len(played)]
        assert played.count(" offers]") >= 10


@pytest.mark.parametrize("name", sandtable.names())
def test_golden_perft(name, request):
    game, dice = load(name), Dice.seeded(1)
    state = game.start(dice)
    first = perft(game, state, 1, dice)
    deepest = 1 if first**2 > MOST_COUNTED else DEPTH.get(name, DEPTH.get(game.system.name, 6))
    depths = range(1, 1 + deepest + bool(deepest > 1 and request.config.getoption("long")))
    counts = "".join(f"{depth} {perft(game, state, depth, dice)}\n" for depth in depths)
    golden = GOLDEN / (name.replace("/", "-") + ".perft.txt")
    if request.config.getoption("update_golden"):
        golden.write_text(counts, encoding="utf-8")
    known = golden.read_text(encoding="utf-8")
    assert known.count("\n") >= deepest
    assert counts.startswith(known) or known.startswith(counts)


# Systems that break a promise are caught


def broken(system):
    scenario = load("demo/bridge").scenario
    return Game(system, scenario, name="demo/bridge")


def caught(system, promise, seeds=12):
    """What the check says of a broken system; empty if it finds nothing wrong."""
    game = broken(system)
    try:
        for seed in range(seeds):
            check(game, promise, seed)
    except Broken as found:
        return str(found)
    return ""


def test_a_leak_through_the_view_is_caught():
    class Leaky(Picket):
        def mask(self, game, board, side):
            return board

    assert "can tell two states apart" in caught(Leaky(), "keeps secrets")


def test_a_leak_through_being_asked_is_caught():
    class Telling(Battlefield):
        def might_watch(self, side, mover):
            return bool(self.watchers(side, mover))

    class Leaky(Picket):
        field = Telling

    assert "shows a secret" in caught(Leaky(), "keeps secrets", 60)


def test_a_leak_through_the_log_is_caught():
    class Shouting(Battlefield):
        def log(self, what, rule, *, to=None, **values):
            super().log(what, rule, to=None, **values)

    class Leaky(Picket):
        field = Shouting

    assert "shows side" in caught(Leaky(), "keeps secrets", 60)


def test_a_view_that_forgets_hidden_squads_is_caught():
    class Forgetful(Picket):
        def mask(self, game, board, side):
            seen = super().mask(game, board, side)
            squads = tuple(Squad() if squad.hex == UNKNOWN else squad for squad in seen.squads)
            return msgspec.structs.replace(seen, squads=squads)

    assert "its side is shown" in caught(Forgetful(), "a view tells the truth", 60)


def test_a_system_without_words_is_caught():
    class Silent(Picket):
        chapters = tuple(msgspec.structs.replace(chapter, phrases={}) for chapter in Picket.chapters)

    assert "crashed with KeyError" in caught(Silent(), "everything has words")


def test_a_state_that_does_not_read_back_is_caught():
    class Sloppy(Picket):
        def start(self, game):
            board, procedures = super().start(game)
            return msgspec.structs.replace(board, turn=True), procedures

    assert "crashed with RecordError" in caught(Sloppy(), "plays to the end")


def test_a_game_that_depends_on_something_else_is_caught():
    clock = itertools.count()

    class Restless(Picket):
        def start(self, game):
            board, procedures = super().start(game)
            return msgspec.structs.replace(board, turn=1 + next(clock) % 2), procedures

    assert "gave two different games" in caught(Restless(), "same seed, same game")


def test_accepting_what_was_not_offered_is_caught(monkeypatch):
    from sandtable.kernel.asking import Asking

    monkeypatch.setattr(Asking, "allows", lambda self, action: self.decision.offer(action.verb) is not None)
    found = caught(Picket(), "refuses what is not offered")
    assert "was accepted but not offered" in found or "crashed" in found


def with_verb(check, otherwise=None):
    """Picket with a verb that offers every second hex."""

    @verb("Listen in", "hex", otherwise=otherwise)
    def listen(choose, look):
        return tuple(range(0, len(look.world.map), 2))

    @listen.then
    def _do_listen(choose, field, hex):
        field.next(choose)

    if check is not None:
        listen.check(check)

    class Listening(Picket):
        chapters = (*Picket.chapters, Chapter(name="listening", verbs={Choose: (listen,)}))

    return Listening()


ODD = Reason("{hex:hex} is too loud", "DS 3")


@pytest.mark.parametrize(
    ("check", "otherwise", "words"),
    [
        (lambda choose, look, hex: ODD if hex % 2 else None, None, ""),
        (lambda choose, look, hex: ODD if hex == 1 else None, ODD, ""),
        (None, ODD, ""),
        (None, None, ""),
        (
            lambda choose, look, hex: ODD if hex == 1 else None,
            None,
            "is not offered, and there is no reason against it",
        ),
        (lambda choose, look, hex: ODD, None, "is offered, and there is a reason against it: '{hex:hex} is too loud'"),
        (lambda choose, look, hex: ODD if hex < 3 else None, ODD, "is offered, and there is a reason against it"),
    ],
)
def test_a_refusal_that_does_not_go_with_the_offer_is_caught(check, otherwise, words):
    found = caught(with_verb(check, otherwise), "reasons go with offers", 2)
    assert words in found
    assert bool(words) == bool(found)


def test_a_refusal_names_the_target_and_the_rule():
    game = broken(with_verb(lambda choose, look, hex: ODD if hex % 2 else None))
    dice = Dice.seeded(1)
    state = game.start(dice)
    while state.secret:
        decision = game.decisions(state)[0]
        state, _ = game.apply(state, decision.side, next(decision.actions()), dice)
    view = game.view(state, 0)
    assert view.why_not(Action("listen", 1)) == f"{game.world.map.hex(1)} is too loud (DS 3)"
    assert view.why_not(Action("listen", 2)) == ""
    for nowhere in (-1, 999, "x", (1,)):
        assert "is not a target of 'listen' now" in view.why_not(Action("listen", nowhere))
