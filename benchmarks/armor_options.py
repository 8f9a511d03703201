"""Plays Arracourt bot against bot with each armor rule off and on, with the same dice, and says what it changes.

    .venv/bin/python benchmarks/armor_options.py play --games 30 --out armor_options.jsonl
    .venv/bin/python benchmarks/armor_options.py report armor_options.jsonl

`play` adds games to the file, seed by seed, so that every set of options has the same seeds; it stops when the time is
up, and goes on from there when it is called again. `report` writes docs/studies/armor-options.md and its plots.

Game number n is played with seed n by every set of options: the same dice fall, as long as the games are the same, and
the bots are the same. So a rule is judged by the difference between two games of one seed, which varies less than the
games do. The intervals are those of Student for a mean of differences: the true mean lies in them in 95 of 100 such
studies. With few games they are wide, and a rule whose interval holds 0 has shown no effect.
"""

import argparse
import json
import math
import statistics
import time
from functools import cache
from pathlib import Path

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.scenarios import load

ROOT = Path(__file__).resolve().parent.parent
SCENARIO = "tcs/arracourt-1944"
RULES = {
    "armor_morale": "Armor morale (AR 4.1)",
    "armor_leaders": "Leader vehicles (AR 4.2a, 4.2b)",
    "armor_platoon_counters": "Platoon counters (AR 4.2B)",
    "armor_impulses": "Armor impulses (AR 4.3)",
    "armor_flanking": "Flanking fire (AR 4.4)",
    "armor_defilade": "Defilade (AR 4.5)",
    "armor_smoke": "Tank smoke (AR 4.6)",
    "open_armored_vehicles": "Open vehicles (AR 4.7)",
    "frag_orders": "Fragmentary orders (AR 4.8)",
    "us_armor_first": "American armor first (AR 4.9a)",
    "fall_back": "Falling back (AR 4.10)",
    "hard_cover": "Hard cover (AR 4.11)",
}
OFF = {"armor_rules": "off"}
SETS = {
    "none": OFF,
    "all, single vehicles": {"armor_rules": "vehicles"},
    "all, platoon counters": {"armor_rules": "platoons"},
    **{name: {**OFF, name: True} for name in RULES},
}
NAMES = {"all, single vehicles": "All rules, single vehicles", "all, platoon counters": "All rules, platoons", **RULES}
QUANTILES = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11,
             2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04)  # fmt: skip
"""The 97.5 % quantile of Student's distribution with 1, 2, ... degrees of freedom; the last serves for more."""
FEW = 20
"""With fewer seeds than this the study warns its readers."""


# Playing


@cache
def game_of(name, turns):
    """The battle with a set of options: its tables are worked out once."""
    return load(SCENARIO, {**SETS[name], "turns": turns})


def played(name, seed, turns):
    """One game: the winner, the points of both sides, and the vehicles each has lost."""
    game = game_of(name, turns)
    players = [bot("best", game, 2 * seed + side) for side in (0, 1)]
    began = time.perf_counter()
    state = sandtable.play(game, players, Dice.seeded(seed)).state
    look = game.look(state)
    world = game.world
    lost = [look.lost_since(n for n in world.roster_of[side] if world.kinds[n].vehicle) for side in (0, 1)]
    return {
        "set": name,
        "seed": seed,
        "turns": turns,
        "winner": state.result.winner,
        "words": state.result.words,
        "points": list(state.result.score),
        "lost": lost,
        "seconds": round(time.perf_counter() - began, 1),
    }


def play(options):
    """Seed by seed, every set of options that has not been played with it yet."""
    out = Path(options.out)
    games = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    done = {(each["set"], each["seed"]) for each in games}
    until = time.monotonic() + options.seconds
    for seed in range(options.first, options.first + options.games):
        for name in options.only or SETS:
            if (name, seed) in done:
                continue
            if time.monotonic() > until:
                print(f"the time is up before seed {seed}, {name}")
                return
            with out.open("a") as file:
                file.write(json.dumps(played(name, seed, options.turns)) + "\n")


# The report


def interval(values):
    """The mean of some differences, and how far the true mean may lie from it."""
    mean = statistics.fmean(values)
    if len(values) < 2:
        return mean, math.inf
    quantile = QUANTILES[min(len(values) - 2, len(QUANTILES) - 1)]
    return mean, quantile * statistics.stdev(values) / math.sqrt(len(values))


def wilson(count, total):
    """Wilson's 95 % interval of a share, in percent."""
    z, share = 1.96, count / total
    middle = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    whole = 1 + z * z / total
    return 100 * max(0.0, (middle - spread) / whole), 100 * min(1.0, (middle + spread) / whole)


def lead(game):
    """The American lead in points."""
    return game["points"][0] - game["points"][1]


MEASURES = {
    "lead": ("American lead in points", lead),
    "american": ("American vehicles lost", lambda game: game["lost"][0]),
    "german": ("German vehicles lost", lambda game: game["lost"][1]),
}


def differences(games, name, measure, seeds):
    """What a set of options changes in a measure, seed by seed."""
    return [measure(games[name, seed]) - measure(games["none", seed]) for seed in seeds]


def plot(rows, title):
    """The means with their intervals, as an SVG picture."""
    width, left, line = 760, 250, 28
    bound = max((abs(mean) + min(spread, 40) for _, mean, spread in rows), default=1) or 1
    scale = (width - left - 30) / (2 * bound)
    zero = left + bound * scale
    height = line * len(rows) + 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{width / 2}" y="22" text-anchor="middle" font-weight="bold" fill="#222">{title}</text>',
        f'<line x1="{zero:.1f}" y1="34" x2="{zero:.1f}" y2="{height - 30}" stroke="#888"/>',
    ]
    for number, (words, mean, spread) in enumerate(rows):
        y = 50 + line * number
        low, high = (zero + (mean + sign * min(spread, 40)) * scale for sign in (-1, 1))
        colour = "#1b6ca8" if abs(mean) > spread else "#777777"
        parts += [
            f'<text x="{left - 12}" y="{y + 5}" text-anchor="end" fill="#222">{words}</text>',
            f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{colour}" stroke-width="2"/>',
            f'<circle cx="{zero + mean * scale:.1f}" cy="{y}" r="4.5" fill="{colour}"/>',
        ]
    step = 10 if bound > 20 else 5 if bound > 8 else 2 if bound > 3 else 1
    ticks = range(-int(bound // step) * step, int(bound // step) * step + 1, step)
    parts += [
        f'<text x="{zero + tick * scale:.1f}" y="{height - 10}" text-anchor="middle" fill="#555">{tick:+d}</text>'
        for tick in ticks
    ]
    return "\n".join([*parts, "</svg>", ""])


def report(options):
    """Write the page and its plots."""
    found = [json.loads(line) for line in Path(options.file).read_text().splitlines()]
    games = {(each["set"], each["seed"]): each for each in found}
    seeds = sorted(seed for seed in {each["seed"] for each in found} if all((name, seed) in games for name in SETS))
    folder = ROOT / "docs" / "studies"
    folder.mkdir(parents=True, exist_ok=True)
    tables = {}
    for key, (title, measure) in MEASURES.items():
        rows = [(NAMES[name], *interval(differences(games, name, measure, seeds))) for name in SETS if name != "none"]
        (folder / f"armor-options-{key}.svg").write_text(plot(rows, f"{title}: change against no armor rule"))
        tables[key] = rows
    (folder / "armor-options.md").write_text(page(games, seeds, tables))
    print(f"{len(seeds)} seeds, {len(seeds) * len(SETS)} games")


def clear(rows):
    """The effects whose intervals do not hold 0, in words."""
    found = [f"{name} ({mean:+.1f} ± {spread:.1f})" for name, mean, spread in rows if abs(mean) > spread]
    if not found:
        return "no rule changes the American lead clearly."
    return f"the American lead is clearly changed by {', '.join(found)}, and by no other rule alone."


def page(games, seeds, tables):
    """The study in words."""
    count = len(seeds)
    few = f" **{count} seeds are few**." if count < FEW else ""
    turns = games["none", seeds[0]]["turns"]

    def shares(name):
        winners = [games[name, seed]["winner"] for seed in seeds]
        cells = []
        for side in (0, 1):
            low, high = wilson(winners.count(side), count)
            cells.append(f"{winners.count(side)} ({low:.0f} to {high:.0f} %)")
        return [*cells, str(winners.count(None))]

    lines = [
        "# Do the armor rules matter?",
        "",
        "Each armor rule (AR 4.1 to 4.11) was turned on alone, and all together, on *Arracourt, 19 September 1944*."
        f" {count} seeds were played with each of {len(SETS)} sets of options, {count * len(SETS)} games in all, over"
        f" {turns} turns with full command, by the best bot on both sides. The special rules of the battle (SR 1 to 3)"
        " are in force in all of them. All sets of a seed have the same dice and the same bots, so a rule is judged"
        " by the difference to the game of the same seed without any armor rule.",
        "",
        "Intervals are 95 % intervals of Student for the mean of these differences; those of shares are Wilson's."
        f"{few} A rule whose interval holds 0 has shown no effect here, which does not mean that it has none. Among"
        " this many intervals one or two miss 0 by chance alone.",
        "",
        "The bots use the rules: tanks fire smoke before others drive past an enemy, and Panthers drop smoke where they"
        " halt before stronger ones; vehicles that are outgunned fall back; units without orders act on an attack that"
        " is being prepared; a platoon counter leaves a vehicle in a place that it drives on from. They use them as a"
        " cautious beginner would, so that people may get more out of a rule than is seen here.",
        "",
        f"**In short:** {clear(tables['lead'])} The lead that wins the battle was set for games with all rules, so the"
        " wins below say mainly how far a set of options is from these.",
        "",
        "## Points",
        "",
        "![The change in the American lead](armor-options-lead.svg)",
        "",
        "| rule | American lead in points | American vehicles lost | German vehicles lost |",
        "|---|---|---|---|",
    ]
    for number, (name, *_) in enumerate(tables["lead"]):
        found = [tables[key][number][1:] for key in MEASURES]
        same = all(mean == spread == 0 for mean, spread in found)
        cells = ["no change" if same else f"{mean:+.1f} ± {spread:.1f}" for mean, spread in found]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    base = [statistics.fmean(measure(games["none", seed]) for seed in seeds) for _, measure in MEASURES.values()]
    lines += [
        "",
        f"Without any armor rule the American lead is {base[0]:+.1f} on average, with {base[1]:.1f} American and"
        f" {base[2]:.1f} German vehicles lost.",
        "",
        "*No change* means that the games of every seed were the same: the rule never came into play. Infantry steps in"
        " close assault (AR 4.9b) are in the series charts already, and are not played apart.",
        "",
        "![The change in American losses](armor-options-american.svg)",
        "",
        "![The change in German losses](armor-options-german.svg)",
        "",
        "## Wins",
        "",
        "| rule | American wins | German wins | draws |",
        "|---|---|---|---|",
        *(f"| {NAMES.get(name, 'No armor rule')} | {' | '.join(shares(name))} |" for name in SETS),
        "",
        "## Do it again",
        "",
        "```bash",
        f".venv/bin/python benchmarks/armor_options.py play --first {seeds[0]} --games {count} --turns {turns}"
        " --out armor_options.jsonl",
        ".venv/bin/python benchmarks/armor_options.py report armor_options.jsonl",
        "```",
        "",
        "`play` takes any number of games, and goes on where it stopped. More seeds make the intervals narrower: four"
        " times as many halve them.",
        "",
    ]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    asked = commands.add_parser("play", help="play games and add them to a file")
    asked.add_argument("--games", type=int, default=30, help="how many seeds")
    asked.add_argument("--first", type=int, default=6001, help="the first seed")
    asked.add_argument("--only", nargs="+", choices=SETS, metavar="SET", help="only these sets of options")
    asked.add_argument("--turns", type=int, default=13, help="how many turns of the battle")
    asked.add_argument("--seconds", type=float, default=1e9, help="stop after this time")
    asked.add_argument("--out", default="armor_options.jsonl", help="the file of the games")
    asked.set_defaults(do=play)
    told = commands.add_parser("report", help="write the study from a file of games")
    told.add_argument("file")
    told.set_defaults(do=report)
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()
