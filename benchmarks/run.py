"""Measures the engine, with python-chess beside it in the same run, and writes benchmarks/results.md.

    .venv/bin/python benchmarks/run.py            # some minutes
    .venv/bin/python benchmarks/run.py --print    # measure without writing

Each figure is the best of several short runs, taken in turn so that a busy moment of the machine hits all alike.
Times are those of the processor: what other programs do meanwhile counts as little as can be.
"""

import datetime
import os
import platform
import random
import statistics
import sys
import time
from pathlib import Path

import chess

import actions
import nothing
import sandtable
from sandtable import Action, Dice
from sandtable.board.going import Going
from sandtable.board.hexmap import HexMap, Legend
from sandtable.board.hexsight import view_from
from sandtable.board.reach import reach
from sandtable.board.table import Feature, Table
from sandtable.board.tablesight import SightRule, sight, visible
from sandtable.bots import bot
from sandtable.cli.bench import random_play
from sandtable.contract import play_out
from sandtable.kernel.question import played
from sandtable.kernel.state import State
from sandtable.systems.demo.board import Board, Squad
from sandtable.systems.demo.turn import Act, Choose
from sandtable.systems.micro_armour.calculators import Attack, attack
from sandtable.systems.micro_armour.vehicles import data_card
from sandtable.systems.tactical_combat.fire import infantry_shot
from sandtable.systems.tcs import assaultsides
from sandtable.systems.tcs.action import Act as TcsAct
from sandtable.systems.tcs.areafire import AreaFire
from sandtable.systems.tcs.assaultodds import AssaultQuestion, assault_odds
from sandtable.systems.tcs.calculators import Area
from sandtable.systems.tcs.proving import target_hex

ROUNDS = 5
SECONDS = 1.0


def chess_play(seconds, *, claim):
    """Random chess: moves a second, with python-chess asked after each move whether the game is over."""
    draw = random.Random(1)
    moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        board = chess.Board()
        while not (board.is_game_over() if claim else board.fullmove_number > 100):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(draw.choice(legal))
            moves += 1
    return moves / spent


def play_rate(game, seconds):
    decisions, _, spent = random_play(game, seconds, seed=1)
    return decisions / spent


def micros(work, inner):
    """Microseconds a call, over `inner` calls."""
    began = time.process_time()
    for _ in range(inner):
        work()
    return (time.process_time() - began) / inner * 1e6


def best(measure, rounds=ROUNDS):
    return min(measure() for _ in range(rounds))


def rates():
    """Decisions a second of each, measured in turn."""
    games = {
        "nothing": nothing.game(),
        "bridge": sandtable.load("demo/bridge"),
        "firefight": sandtable.load("tactical_combat/first-firefight"),
        "duel": sandtable.load("micro_armour/duel"),
        "crossroads": sandtable.load("tcs/crossroads-1944"),
    }
    for game in games.values():
        play_rate(game, SECONDS)
    found = {name: [] for name in (*games, "chess", "chess without end check")}
    for _ in range(ROUNDS):
        for name, game in games.items():
            found[name].append(play_rate(game, SECONDS))
        found["chess"].append(chess_play(SECONDS, claim=True))
        found["chess without end check"].append(chess_play(SECONDS, claim=False))
    return {name: (max(values), statistics.median(values)) for name, values in found.items()}


def kernel_costs():
    """The parts of a decision on the demonstration system, in microseconds."""
    game = sandtable.load("demo/bridge")
    states = [entry.before for seed in range(20) for entry in play_out(game, seed).entries]
    actions = [(entry.before, entry.side, entry.action) for seed in range(20) for entry in play_out(game, seed).entries]
    dice = Dice.seeded(1)
    for state, _, _ in actions:
        game.decisions(state)

    def offers():
        for state in states:
            game.decisions(State(state.board, state.stack, state.secret, state.result, state.rolls))

    def apply():
        for state, side, action in actions:
            game.apply(state, side, action, dice)

    def digest():
        for state in states:
            game.digest(state)

    def view():
        for state in states:
            game.view(state, 0)

    return {
        "offers": best(lambda: micros(offers, 3)) / len(states),
        "apply": best(lambda: micros(apply, 3)) / len(actions),
        "digest": best(lambda: micros(digest, 3)) / len(states),
        "view": best(lambda: micros(view, 3)) / len(states),
    }


def odds_costs():
    """One shot, and the assault that can go round for ever, in milliseconds."""
    game = sandtable.load("demo/bridge")
    place = game.world.map.index
    squads = (Squad(place("0203"), 2), Squad(place("0101"), 2), Squad(place("0303"), 2), Squad(place("0505"), 2))
    state = State(Board(squads), (Choose(0), Act(0, 0)))
    return {
        "shot": best(lambda: micros(lambda: game.odds(state, 0, Action("fire", 2)), 20)) / 1000,
        "assault": best(lambda: micros(lambda: game.odds(state, 0, Action("assault", 2)), 20)) / 1000,
    }


def bot_game(game):
    """Seconds of the processor for a game of two of the best bots: the median of ten games, after one to warm up."""

    def seconds(seed):
        began = time.process_time()
        sandtable.play(game, [bot("best", game, seed=2 * seed + side) for side in range(2)], Dice.seeded(seed))
        return time.process_time() - began

    seconds(99)
    return statistics.median(map(seconds, range(10)))


def tactical_costs():
    """Tactical Combat: a game of two bots in seconds; a shot and a close combat to its end in milliseconds, asked for
    the first time (the mean of 27 questions, each with a small table of its own) and again.
    """
    game = sandtable.load("tactical_combat/first-firefight")
    combat = next(each for each in game.system.calculators if each.name == "close_combat")
    qualities = "green", "regular", "elite"
    asked = [
        combat.parameters(attacker=attacker, defender=defender, cover=cover)
        for attacker in qualities
        for defender in qualities
        for cover in ("none", "soft", "hard")
    ]
    first = micros(lambda: [combat.answer(each) for each in asked], 1) / len(asked)
    return {
        "bots": bot_game(game),
        "shot": best(lambda: micros(lambda: infantry_shot("A", "B", cover=1).odds(), 200)) / 1000,
        "combat": first / 1000,
        "combat again": best(lambda: micros(lambda: combat.answer(combat.parameters()), 3)) / 1000,
    }


def slowest_action():
    """The slowest exact odds of one action in the five battles: milliseconds, actions tried, those past their cap."""
    names = [name for name in sandtable.scenarios.names() if name.startswith("tactical_combat/")]
    costs = [cost for name in names for cost in actions.action_costs(sandtable.load(name), games=1).values()]
    return max(longest for longest, _, _ in costs), sum(tried for _, tried, _ in costs), sum(cap for _, _, cap in costs)


def armour_costs():
    """Micro Armour: a game of two bots in seconds of the processor; an attack of five stands in milliseconds."""
    game = sandtable.load("micro_armour/duel")
    five = Attack(firers="5x M60A3")
    attack(five)
    return {
        "bots": bot_game(game),
        "attack": best(lambda: micros(lambda: attack(five), 3)) / 1000,
        "card": best(lambda: micros(lambda: data_card("T-80U/AT-8"), 1)) / 1000,
    }


def hex_map(rough):
    draw = random.Random(1)
    size = 40 * 30
    legend = Legend({".": "open", "w": "woods"}, obstacles={"woods": 20})
    terrain = tuple("woods" if rough and draw.random() < 0.2 else "open" for _ in range(size))
    elevation = tuple(draw.randrange(0, 50, 10) if rough else 0 for _ in range(size))
    return HexMap(40, 30, terrain, elevation, legend)


def sight_costs():
    """One hex to all 1,200 hexes, nothing kept from before, in milliseconds."""
    costs = {}
    for name, rough in (("open", False), ("rough", True)):
        ground = hex_map(rough)
        view_from(ground, 0)

        def look(ground=ground):
            for kept in [key for key, value in ground.memo.items() if isinstance(value, dict)]:
                ground.memo[kept].clear()
            ground.memo.clear()
            for start in (0, 20 * 30 + 15, 1199):
                view_from(ground, start)

        look()
        costs[name] = best(lambda look=look: micros(look, 5)) / 3 / 1000
    return costs


def table_costs():
    """An 8-inch move, one line, and forty lines on a table with twelve features, in microseconds."""
    draw = random.Random(1)
    features = []
    for number in range(12):
        x, y, size = draw.randrange(0, 60) * 100, draw.randrange(0, 36) * 100, draw.randrange(3, 9) * 100
        corners = ((x, y), (x + size, y + 50), (x + size - 100, y + size), (x + 50, y + size))
        features.append(Feature("woods", f"Wood {number}", corners, blocks=True, height=1))
    table = Table(7200, 4800, "bench", tuple(features))
    going = Going(ground={"woods": 2})
    positions = [table.snap(draw.randrange(1000, 6000), draw.randrange(1000, 4000)) for _ in range(40)]
    rule = SightRule()

    def moves():
        for start in positions:
            len(reach(table, going, start, 800))  # counting them solves it

    def lines():
        for end in positions[1:]:
            sight(table, positions[0], end, rule)

    moves(), lines(), visible(table, positions[0], positions, rule)
    return {
        "reach": best(lambda: micros(moves, 5)) / len(positions),
        "points": len(reach(table, going, positions[0], 800)),
        "line": best(lambda: micros(lines, 5)) / (len(positions) - 1),
        "forty": best(lambda: micros(lambda: visible(table, positions[0], positions, rule), 50)),
    }


def machine():
    about = Path("/proc/cpuinfo")
    lines = about.read_text().splitlines() if about.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.processor()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def busy():
    """A sentence about other programs that ran meanwhile, if there were some: they slow ours down."""
    load = os.getloadavg()[2]
    return f" The machine was busy: {load:.0f} programs at a time." if load > (os.cpu_count() or 1) else ""


def tcs_costs():
    """TCS: a game of two bots in seconds of the processor; the exact odds of an area fire on three units, up to the
    next decision, and of an assault to its end, asked for the first time and again, in milliseconds.
    """
    crossroads = sandtable.load("tcs/crossroads-1944")
    ask = Area(firers="2x us_rifle_plt, us_hmg_sec", targets="2x ge_gren_plt, ge_smg_sec", hexes=3)
    game, board = ask.board()
    fire = AreaFire((0, 1, 2), target_hex(game), 1)
    storm = AssaultQuestion("us_rifle_plt", "ge_gren_plt suppressed")

    def asked_first():
        assaultsides._kept.cache_clear()
        assault_odds(storm)

    return {
        "bots": bot_game(crossroads),
        "fire": best(lambda: micros(lambda: played(game, board, fire, then=TcsAct(0)), 3)) / 1000,
        "assault": best(lambda: micros(asked_first, 1)) / 1000,
        "assault again": best(lambda: micros(lambda: assault_odds(storm), 1)) / 1000,
    }


def report():
    rate, kernel, odds, hexes, table = rates(), kernel_costs(), odds_costs(), sight_costs(), table_costs()
    tactical, armour, tcs = tactical_costs(), armour_costs(), tcs_costs()
    slowest, tried, capped = slowest_action()
    peer = rate["chess"][0]

    def speed(name, key, goal):
        top, middle = rate[key]
        return f"| {name} | {top:,.0f} | {middle:,.0f} | {top / peer:.1f} | {goal} |"

    return "\n".join(
        [
            "# Benchmarks",
            "",
            f"{datetime.date.today()}, {machine()}. One core, time of the",
            f"processor; best of {ROUNDS} runs, the median beside it.{busy()}",
            "Made by `.venv/bin/python benchmarks/run.py`; python-chess "
            f"{chess.__version__} is measured in the same run, in turn with ours.",
            "",
            "## Random play",
            "",
            "A verb is drawn first, and only its targets are worked out.",
            "",
            "| | decisions a second, best | median | times python-chess | to reach |",
            "|---|---:|---:|---:|---|",
            speed("rules that do nothing", "nothing", "200,000"),
            speed("Picket, *The bridge*", "bridge", "40,000, twice python-chess"),
            speed("Tactical Combat, *First Firefight*", "firefight", "twice python-chess"),
            speed("Micro Armour, *Duel*, 10 against 10", "duel", "twice python-chess"),
            speed("TCS, *Crossroads, 1944*", "crossroads", "1.2 times python-chess"),
            speed("python-chess, asking `is_game_over`", "chess", ""),
            speed("python-chess, 100 moves without asking", "chess without end check", ""),
            "",
            "## Parts of a decision (Picket)",
            "",
            "| | microseconds |",
            "|---|---:|",
            f"| the legal offers | {kernel['offers']:.1f} |",
            f"| `apply`, dice included | {kernel['apply']:.1f} |",
            f"| a side's view | {kernel['view']:.1f} |",
            f"| the digest of a state | {kernel['digest']:.1f} |",
            "",
            "## Exact odds (Picket)",
            "",
            "| | milliseconds | to reach |",
            "|---|---:|---|",
            f"| one shot | {odds['shot']:.2f} | |",
            f"| an assault to its end (a loop) | {odds['assault']:.2f} | 5 |",
            "",
            "## Tactical Combat",
            "",
            "| | | to reach |",
            "|---|---:|---|",
            f"| a game of two bots, *First Firefight*, median of 10 | {tactical['bots']:.2f} s | 0.12 s |",
            f"| exact odds of one shot | {tactical['shot']:.3f} ms | 0.1 ms |",
            f"| exact odds of a close combat to its end | {tactical['combat']:.2f} ms | 1 ms |",
            f"| the same question again | {tactical['combat again']:.2f} ms | 1 ms |",
            f"| the slowest exact odds of one action, of {tried:,} in all five battles ({capped} past their cap) |"
            f" {slowest:.1f} ms | 50 ms |",
            "",
            "## Micro Armour",
            "",
            "| | | to reach |",
            "|---|---:|---|",
            f"| a game of two bots, *Duel*, median of 10 | {armour['bots']:.2f} s | 0.12 s |",
            f"| exact odds of an attack of five stands | {armour['attack']:.2f} ms | 2 ms |",
            f"| a data card against all 37 vehicles | {armour['card']:.0f} ms | |",
            "",
            "## TCS",
            "",
            "| | | to reach |",
            "|---|---:|---|",
            f"| a game of two bots, *Crossroads, 1944*, median of 10 | {tcs['bots']:.2f} s | 0.4 s |",
            f"| exact odds of an area fire on three units, with their morale | {tcs['fire']:.1f} ms | 5 ms |",
            f"| exact odds of an assault of one platoon on another, to its end | {tcs['assault']:.0f} ms | 5 ms |",
            f"| the same units again, with the same or other rounds | {tcs['assault again']:.1f} ms | 5 ms |",
            "",
            "## Boards (numba warm)",
            "",
            "| | | to reach |",
            "|---|---:|---|",
            f"| sight, one hex to a 40x30 map, open ground | {hexes['open']:.3f} ms | 0.5 ms |",
            f"| sight, one hex to a 40x30 map, hills and woods | {hexes['rough']:.3f} ms | 0.5 ms |",
            f"| reach of an 8-inch move, about {table['points']} lattice points | {table['reach']:.0f} us | 60 us |",
            f"| one line of sight against 12 features, with its reason | {table['line']:.1f} us | |",
            f"| forty lines of sight from one point | {table['forty']:.1f} us | |",
            "",
        ]
    )


if __name__ == "__main__":
    text = report()
    print(text)
    if "--print" not in sys.argv:
        (Path(__file__).parent / "results.md").write_text(text, encoding="utf-8")
