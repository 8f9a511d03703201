"""A system and a bot that come from another package, installed beside Sandtable."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SYSTEM = '''
from sandtable.systems.demo import Picket


class Patrol(Picket):
    """Picket under another name, as somebody else might have changed it."""

    name = "patrol"
    title = "Patrol"
    credits = "Patrol is made for a test."


SYSTEM = Patrol()
'''
BOT = '''
class FirstBot:
    """Takes the first action there is."""

    def __init__(self, game, seed):
        pass

    def choose(self, view):
        return next(view.actions())
'''
POINTS = """[sandtable.systems]
patrol = patrol_game

[sandtable.bots]
first = patrol_game.bots:FirstBot
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder as pip would fill it."""
    site = tmp_path_factory.mktemp("site")
    package, info = site / "patrol_game", site / "patrol_game-1.0.dist-info"
    (package / "scenarios").mkdir(parents=True)
    info.mkdir()
    demo = Path(__file__).parents[2] / "src" / "sandtable"
    (package / "__init__.py").write_text(SYSTEM)
    (package / "bots.py").write_text(BOT)
    (package / "rules.csv").write_text((demo / "systems" / "demo" / "rules.csv").read_text())
    bridge = (demo / "scenarios" / "demo" / "bridge.toml").read_text()
    (package / "scenarios" / "crossing.toml").write_text(bridge.replace('system = "demo"', 'system = "patrol"'))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: patrol-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    return site


def run(site, *words):
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True)


def test_its_scenarios_are_listed_and_played(site):
    listed = run(site, "-m", "sandtable", "scenarios").stdout
    assert "patrol/crossing" in listed
    assert "Patrol" in listed
    played = """
import sandtable
from sandtable.bots import bot, levels
from sandtable.systems import rulebook
game = sandtable.load("patrol/crossing")
match = sandtable.play(game, [bot("first", game, 1), bot("random", game, 2)], sandtable.Dice.seeded(3))
print(game.system.title, match.state.result is not None, levels(), rulebook("patrol").rule("DS 5").title)
"""
    done = run(site, "-c", played)
    assert done.stdout.strip() == "Patrol True ('random', 'greedy', 'best', 'first') Watch fire", done.stderr


def test_its_rules_are_read_and_its_bot_plays_in_the_terminal(site):
    assert "Watch fire" in run(site, "-m", "sandtable", "rules", "patrol", "watch").stdout
    wrong = run(site, "-m", "sandtable", "play", "patrol/crossing", "--bot", "Red", "--level", "worst")
    assert wrong.returncode == 2
    assert "there are random, greedy, best, first" in wrong.stderr


def test_without_the_package_nothing_is_known_of_it():
    done = run("", "-m", "sandtable", "rules", "patrol")
    assert done.returncode == 2
    assert "there is no system 'patrol'" in done.stderr
