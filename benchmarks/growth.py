"""How each system takes battles of 20, 50, 100 and 200 units, with python-chess beside it in the same run.

    .venv/bin/python benchmarks/growth.py              # some minutes; writes benchmarks/growth.md and growth.svg
    .venv/bin/python benchmarks/growth.py --print      # measure without writing
    .venv/bin/python benchmarks/growth.py tcs 200      # one system, one size, printed only

The battles are made here: the ground of a shipped battle laid side by side, and forces like its own, more of them. They
are played at random for a few turns. Then decisions on the way are worked out again, each from a state that has been
saved and read, so that nothing is known of it yet. Times are those of the processor.
"""

import datetime
import math
import os
import platform
import random
import statistics
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path

import chess
import msgspec

import sandtable
from run import chess_play
from sandtable import Action, Dice
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.targets import drawn
from sandtable.scenarios import scenario_folder
from sandtable.server.games.telling import choice
from sandtable.systems.micro_armour import tables as armour_tables
from sandtable.systems.tactical_combat import scenario as tactical_scenario

SIZES = (20, 50, 100, 200)
SYSTEMS = {"tactical_combat": "Tactical Combat", "micro_armour": "Micro Armour", "tcs": "TCS"}
SECONDS = 2.0
EAGER = 20
"""How often an action is drawn again that would end a phase."""
ENDS = ("end", "skip", "done")
EACH = 12
"""Actions of each verb whose odds are asked for."""
SAMPLE = 100
"""Decisions of each battle that are worked out again."""
MOST = 240
"""Battles of this size are measured, though two systems allow fewer stands in a scenario."""


def shipped(name):
    system, _, file = name.partition("/")
    return tomllib.loads((scenario_folder(system) / f"{file}.toml").read_text(encoding="utf-8"))


def tiled(table, times):
    """The ground of a table, laid side by side this many times."""
    width = table["width"]

    def moved(points, tile):
        return [[x + tile * width, y] for x, y in points]

    found = {"name": "growth", "width": width * times, "height": table["height"]}
    found["feature"] = [
        each | {"name": f"{each['name']} {number} {tile}", "polygon": moved(each["polygon"], tile)}
        for tile in range(times)
        for number, each in enumerate(table.get("feature", ()))
    ]
    found["road"] = [
        each | {"line": moved(each["line"], tile)} for tile in range(times) for each in table.get("road", ())
    ]
    return found


def strip(width, south, north):
    return {"polygon": [[1, south], [width - 1, south], [width - 1, north], [1, north]]}


def spread(count, width, rows):
    """Places in rows over the whole width."""
    across = -(-count // len(rows))
    return [[round(2 + (width - 4) * (n // len(rows) + 0.5) / across, 1), rows[n % len(rows)]] for n in range(count)]


def tactical_combat(units):
    """Platoons of five: a leader, three squads and a machine gun, on the ground of *First Firefight*."""
    tiles = {20: 1, 50: 2, 100: 3, 200: 4}[units]
    table = tiled(shipped("tactical_combat/first-firefight")["table"], tiles)
    width = table["width"]
    table["zone"] = {"US": strip(width, 0, 12), "GE": strip(width, 22, 34)}
    table["marker"] = [{"name": "the farm", "at": [23, 26.5]}]
    forces = []
    for side, zone, rows in (("US", "US", (9, 6, 4, 2)), ("German", "GE", (22.5, 24.8, 29, 32))):
        places = spread(units // 2, width, rows)
        for number in range(units // 10):
            at = places[number * 5 : number * 5 + 5]
            stands = [
                {"kind": "leader", "name": f"{side} leader {number}", "at": at[:1]},
                {"kind": "rifle", "name": f"{side} squad {number}", "count": 3, "at": at[1:4]},
                {"kind": "hmg", "name": f"{side} machine gun {number}", "at": at[4:]},
            ]
            name = f"{side} platoon {number}"
            forces.append({"side": side, "formation": name, "quality": "regular", "zone": zone, "stands": stands})
    return {
        "title": "Growth",
        "system": "tactical_combat",
        "briefing": "A battle of many platoons.",
        "sides": ["US", "German"],
        "scale": "squad",
        "first": "US",
        "options": {"turns": 4, "smoke": False},
        "table": table,
        "force": forces,
        "objective": [{"marker": "the farm", "points": 3, "holder": "German"}],
        "victory": {"attacker": "US"},
    }


def micro_armour(units):
    """Companies of three on the ground of the *Duel*, already on the table."""
    tiles = {20: 1, 50: 2, 100: 3, 200: 5}[units]
    table = tiled(shipped("micro_armour/duel")["table"], tiles)
    width = table["width"]
    table["zone"] = {"SOUTH": strip(width, 1, 24), "NORTH": strip(width, 36, 59)}
    forces = []
    for side, zone, weapon in (("Blue", "SOUTH", "M60A3"), ("Red", "NORTH", "T-72")):
        places = spread(units // 2, width, (20, 16, 12, 8) if zone == "SOUTH" else (40, 44, 48, 52))
        left = units // 2 - 1
        companies = [{"name": "Headquarters", "tanks": [{"weapon": weapon, "role": "GHQ", "at": places[-1:]}]}]
        while left:
            size = min(3, left)
            tanks = {"weapon": weapon, "count": size, "at": places[left - size : left]}
            companies.append({"name": f"Company {len(companies)}", "tanks": [tanks]})
            left -= size
        forces.append({"side": side, "cohesion": 14, "zone": zone, "company": companies, "deployed": True})
    return {
        "title": "Growth",
        "system": "micro_armour",
        "briefing": "A battle of many companies.",
        "sides": ["Blue", "Red"],
        "sighting": [{"inches": 30}],
        "options": {"turns": 6},
        "force": forces,
        "table": table,
    }


def tcs(units):
    """Companies of five on the ground of *Crossroads*."""
    across, down = {20: (1, 1), 50: (2, 1), 100: (2, 2), 200: (4, 2)}[units]
    source = shipped("tcs/crossroads-1944")["map"]
    width, height = 15 * across, 12 * down
    rows = {key: [line * across for line in source[key].split()] * down for key in ("terrain", "elevation")}
    south, north = ((9, 11), (3, 5)) if down == 1 else ((15, 19), (6, 10))
    areas = {"US": south, "GE": north}
    troops = {
        "US": (("us_rifle_plt",) * 3 + ("us_lmg_sec", "us_60mm_sec"), ("us_hmg_sec", "us_81mm_sec", *["us_m4_75"] * 3)),
        "GE": (
            ("ge_gren_plt",) * 3 + ("ge_smg_sec", "ge_81mm_sec"),
            ("ge_gren_plt", "ge_smg_sec", "ge_pak40", *["ge_stug3"] * 2),
        ),
    }
    sides = {"US": "US", "GE": "German"}
    farms = [
        f"{x + 1:02d}{y + 1:02d}" for y, row in enumerate(rows["terrain"]) for x, kind in enumerate(row) if kind == "v"
    ]
    forces = []
    for short, side in sides.items():
        first, last = areas[short]
        deep = last - first + 1
        for number in range(units // 10):
            entries = []
            for nth, kind in enumerate(troops[short][number % 2]):
                place = number * 5 + nth
                column = 1 + (place // deep) * (width - 1) // max(1, -(-(units // 2) // deep) - 1)
                at = f"{column:02d}{first + place % deep:02d}"
                entries.append({"id": kind, "name": f"{side} {number} {nth} {kind}", "at": [at]})
            forces.append(
                {
                    "side": side,
                    "formation": f"{side} company {number}",
                    "battalion": f"{side} battalion {number // 4}",
                    "morale": 3,
                    "area": short,
                    "sheet": f"{side} attack",
                    "mode": "move" if short == "US" else "fire",
                    "units": entries,
                }
            )
    return {
        "title": "Growth",
        "system": "tcs",
        "briefing": "A battle of many companies.",
        "sides": list(sides.values()),
        "start": "0900",
        "visibility": 12,
        "first": "US",
        "set_up_first": "German",
        "map": {
            "name": "tcs_growth",
            "width": width,
            "height": height,
            "base_m": 180,
            "contour_m": 10,
            **{key: "\n".join(value) + "\n" for key, value in rows.items()},
        },
        "area": {short: f"01{first:02d}-{width:02d}{last:02d}" for short, (first, last) in areas.items()},
        "options": {"turns": 3, "command": "orders", "hidden_setup": False},
        "sheet": [
            {"name": f"{side} attack", "side": side, "kind": "Attack", "objective": farms[:19]}
            for side in sides.values()
        ],
        "force": forces,
        "victory": {
            "side": "US",
            "hexes": farms,
            "held_by": "German",
            "level": [
                {"hexes": len(farms), "words": "A US victory", "winner": "US"},
                {"hexes": 0, "words": "A German victory", "winner": "German"},
            ],
        },
    }


MAKERS = {"tactical_combat": tactical_combat, "micro_armour": micro_armour, "tcs": tcs}


def toml(values):
    """TOML of plain values: everything but the top level is written inline."""

    def inline(value):
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, dict):
            return "{ " + ", ".join(f'"{key}" = {inline(each)}' for key, each in value.items()) + " }"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(map(inline, value)) + "]"
        return msgspec.json.encode(value).decode()

    return "".join(f"{key} = {inline(value)}\n" for key, value in values.items())


def battle(system, units):
    """The game of a battle of this size."""
    armour_tables.LIMITS["most_stands"] = MOST
    tactical_scenario.MOST_STANDS = MOST
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "growth.toml"
        file.write_text(toml(MAKERS[system](units)), encoding="utf-8")
        return sandtable.load(str(file))


def chosen(decision, below):
    """Set up as the scenario suggests; then at random, but seldom to end a phase while there is something to do."""
    for verb in ("suggested", "rest"):
        if decision.offer(verb) is not None:
            return Action(verb)
    for _ in range(EAGER):
        action = decision.pick(below)
        if action.verb not in ENDS:
            break
    return action


def played(game, seconds, seed=1):
    """Whole games at random until the seconds are over: decisions a second, and each decision with what was chosen."""
    draw = random.Random(seed).random

    def below(count):
        return int(draw() * count)

    entries, games = [], 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        games += 1
        dice = Dice.seeded(seed + games)
        state = game.start(dice)
        while state.result is None:
            decision = game.decisions(state)[0]
            action = chosen(decision, below)
            entries.append((state, decision.side, action))
            state, _ = game.apply(state, decision.side, action, dice)
    return len(entries) / spent, entries


def timed(work, *arguments):
    """Milliseconds of a call, and what it returns."""
    began = time.process_time()
    result = work(*arguments)
    return 1000 * (time.process_time() - began), result


def parts(game, entries):
    """Milliseconds of the parts of some decisions, the bytes that a player is sent, and the odds past their limit."""
    draw = random.Random(5)
    playing = [entry for entry in entries if not game.decisions(entry[0])[0].sets_up]
    found = {key: [] for key in ("offers", "apply", "odds", "picture", "bytes")}
    too_large = 0
    for number, (state, side, action) in enumerate(draw.sample(playing, min(SAMPLE, len(playing)))):
        data = game.encode(state)
        fresh = game.decode(data)
        spent, decisions = timed(all_offers, game, fresh)
        found["offers"].append(spent)
        found["apply"].append(timed(game.apply, fresh, side, action, Dice.seeded(number))[0])
        spent, picture = timed(game.picture, game.decode(data), side)
        found["picture"].append(spent)
        told = choice(game, next(each for each in decisions if each.side == side))
        found["bytes"].append(len(msgspec.json.encode(picture)) + len(msgspec.json.encode(told)))
    for known, side, action in questions(game, playing, draw):
        spent, open = timed(not_worked_out, game, known, side, action)
        found["odds"].append(spent)
        too_large += open > 0
    return found, too_large


def questions(game, playing, draw):
    """Actions to ask the odds of: some of each verb of each decision, for what is chosen at random is seldom dear."""
    asked = Counter()
    for state, side, _ in draw.sample(playing, len(playing)):
        decision = game.decision(state, side)
        for offer in decision.offers:
            asked[decision.name, offer.verb] += 1
            if asked[decision.name, offer.verb] <= EACH:
                target = None if offer.targets is None else drawn(offer.targets, draw.randrange)
                known = game.decode_known(game.encode(game.masked(state, side)))
                game.decisions(known)
                yield known, side, Action(offer.verb, target)


def all_offers(game, state):
    """The decisions of a state, with their offers counted to the last target."""
    decisions = game.decisions(state)
    for decision in decisions:
        for offer in decision.offers:
            len(offer)
    return decisions


def not_worked_out(game, known, side, action):
    """The odds of an action in words, as a player asks for them; returns how much is left open at their limit."""
    view = game.view(known, side)
    try:
        found = view.odds(action)
    except OddsTooLarge as fault:
        found = fault.so_far
    found.by(view.change)
    return found.open


def rank(values, percent):
    """The value that this many percent do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def measure(system, units):
    game = battle(system, units)
    played(game, 0.2)
    rate, entries = played(game, SECONDS)
    found, too_large = parts(game, entries)
    row = {"units": units, "rate": rate, "chess": chess_play(1.0, claim=True), "too large": too_large}
    for key, values in found.items():
        row[key] = rank(values, 95)
        row[f"{key} median"] = statistics.median(values)
        row[f"{key} most"] = max(values)
    return row


def line(row, first):
    return (
        f"| {row['units']} | {row['rate']:,.0f} | {row['rate'] / row['chess']:.2f} | {row['rate'] / first:.0%} "
        f"| {row['offers median']:.1f} / {row['offers']:.1f} | {row['apply median']:.1f} / {row['apply']:.1f} "
        f"| {row['odds median']:.1f} / {row['odds']:.1f} / {row['odds most']:.0f} ({row['too large']}) "
        f"| {row['picture median']:.1f} / {row['picture']:.1f} "
        f"| {row['bytes median'] / 1000:.0f} / {row['bytes'] / 1000:.0f} |"
    )


HEAD = [
    "| units | decisions a second | times python-chess | of the rate at 20 | offers, ms | action, ms "
    "| odds, ms: median / 95 % / most (cut off) | picture, ms | kB of a picture and its offers |",
    "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
]


def drawing(rows):
    """Decisions a second against the number of units, both on a scale of ratios, as SVG."""
    colours = {"tactical_combat": "#3b6ea5", "micro_armour": "#a5673b", "tcs": "#4c8c4a"}
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="sans-serif" font-size="13" '
        'role="img" aria-label="Decisions a second against the number of units">',
        '<rect width="640" height="360" fill="white"/>',
    ]

    def x(units):
        return 70 + 430 * (SIZES.index(units)) / (len(SIZES) - 1)

    def y(rate):
        return 310 - 280 * (math.log10(rate) - 2) / 2.5

    for rate in (100, 300, 1000, 3000, 10000, 30000):
        lines.append(f'<path d="M70 {y(rate):.1f}H500" stroke="#ddd"/>')
        lines.append(f'<text x="62" y="{y(rate) + 4:.1f}" text-anchor="end">{rate:,}</text>')
    for units in SIZES:
        lines.append(f'<text x="{x(units):.1f}" y="332" text-anchor="middle">{units}</text>')
    lines.append('<text x="285" y="352" text-anchor="middle">units</text>')
    lines.append('<text x="70" y="18">decisions a second</text>')
    beside = 0.0
    for system, found in sorted(rows.items(), key=lambda each: -each[1][-1]["rate"]):
        points = " ".join(f"{x(row['units']):.1f},{y(row['rate']):.1f}" for row in found)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colours[system]}" stroke-width="2"/>')
        beside = max(beside + 17, y(found[-1]["rate"]) + 4)
        lines.append(f'<text x="510" y="{beside:.1f}" fill="{colours[system]}">{SYSTEMS[system]}</text>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def main(arguments):
    only = [each for each in arguments if each in SYSTEMS]
    sizes = [int(each) for each in arguments if each.isdigit()] or list(SIZES)
    rows = {}
    text = [
        "# Growth",
        "",
        f"{datetime.date.today()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
        "one core, time of the processor.",
        f"Made by `.venv/bin/python benchmarks/growth.py`; python-chess {chess.__version__}, asking "
        "`is_game_over`, is measured beside each battle.",
        f"The load of the machine when measured was {os.getloadavg()[0]:.0f}; of a busy one "
        "the rates vary by a third or so.",
        "Random play on made battles. Two numbers are the median and what 95 of 100 do not exceed.",
        "To reach: a third of the rate at 20 units, offers within 10 ms and actions within 20 ms for 95 of 100, and "
        "the odds of every action within 200 ms: in brackets, how many were cut off there with a part of them open.",
        "",
        "![Decisions a second against the number of units](growth.svg)",
    ]
    for system in only or SYSTEMS:
        rows[system] = []
        text += ["", f"## {SYSTEMS[system]}", "", *HEAD]
        print("\n".join(text[-2:]), flush=True)
        for units in sizes:
            rows[system].append(measure(system, units))
            text.append(line(rows[system][-1], rows[system][0]["rate"]))
            print(text[-1], flush=True)
    if "--print" not in arguments and not only and sizes == list(SIZES):
        folder = Path(__file__).parent
        (folder / "growth.md").write_text("\n".join(text) + "\n", encoding="utf-8")
        (folder / "growth.svg").write_text(drawing(rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
