"""What moving the map costs: python -m tests.browser.frames

Processor time for each frame of panning and zooming on Omaha and on a hex map of 30 by 24 with 100 counters, in a
browser without a graphics card: that of the page (renderer) and that of putting it on the screen (gpu, here done by the
processor). Below 16 ms for each, sixty frames a second are shown on a machine that is otherwise idle.
"""

import contextlib
import os
import shutil
import tempfile
import time
import tomllib
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import chromium
from tests.browser.player import Contexts, Player
from tests.server.running import SOURCE, Server

FRAMES = 60
NEXT = "await new Promise(done => requestAnimationFrame(done));"
MOVES = {
    "zoom": f"""async () => {{
      const board = document.querySelector('.board');
      for (let n = 0; n < {FRAMES}; n++) {{
        const deltaY = n < {FRAMES // 2} ? -40 : 40;
        const where = {{clientX: 500, clientY: 450, bubbles: true, cancelable: true}};
        board.dispatchEvent(new WheelEvent('wheel', {{deltaY, ...where}}));
        {NEXT}
      }}
    }}""",
    "pan": f"""async () => {{
      const mouse = {{bubbles: true, pointerType: 'mouse'}};
      const event = (name, clientX, clientY) => new PointerEvent(name, {{clientX, clientY, ...mouse}});
      document.querySelector('.board').dispatchEvent(event('pointerdown', 500, 450));
      for (let n = 0; n < {FRAMES}; n++) {{
        const far = Math.min(n, {FRAMES} - n) * 6;
        window.dispatchEvent(event('pointermove', 500 + far, 450 + far / 2));
        {NEXT}
      }}
      window.dispatchEvent(event('pointerup', 500, 450));
    }}""",
    "nothing": f"async () => {{ for (let n = 0; n < {FRAMES}; n++) {{ {NEXT} }} }}",
}  # fmt: skip


HEX_MAP = """
title = "Four crossroads"
system = "tcs"
briefing = "Crossroads four times over, and a hundred counters: to see whether the map still moves."
sides = ["US", "German"]
start = "0900"
visibility = 12
first = "US"
set_up_first = "German"
[map]
name = "four_crossroads"
width = 30
height = 24
base_m = 180
contour_m = 10
terrain = '''
{terrain}
'''
elevation = '''
{elevation}
'''
[[map.road]]
kind = "primary"
hexes = {road}
[area]
US = "0101-0524"
GE = "2001-2524"
[[sheet]]
name = "Attack"
side = "US"
kind = "Attack"
objective = ["2006"]
[[sheet]]
name = "Hold"
side = "German"
kind = "Prepared Defense"
objective = ["2006"]
[[force]]
side = "US"
formation = "A Company"
battalion = "1st Battalion"
morale = 3
area = "US"
sheet = "Attack"
mode = "move"
units = [{{ id = "us_rifle_plt", count = 50, name = "Rifle Platoon", at = {west} }}]
[[force]]
side = "German"
formation = "7th Company"
battalion = "II Battalion"
morale = 3
area = "GE"
sheet = "Hold"
units = [{{ id = "ge_gren_plt", count = 50, name = "Grenadier Platoon", at = {east} }}]
[victory]
side = "US"
hexes = ["2006"]
held_by = "German"
most_losses = 99
[[victory.level]]
hexes = 1
words = "A US victory"
winner = "US"
[[victory.level]]
hexes = 0
words = "A German victory"
winner = "German"
"""


def four_crossroads():
    """The ground of Crossroads four times, as a scenario of 30 by 24 hexes with 100 counters."""
    once = tomllib.loads((SOURCE / "sandtable/scenarios/tcs/crossroads-1944.toml").read_text())["map"]

    def tiled(name):
        return "\n".join([row * 2 for row in once[name].split()] * 2)

    def counters(first):
        return [f"{column:02}{row:02}" for column, row in product(range(first, first + 5), range(4, 24, 2))]

    return HEX_MAP.format(
        terrain=tiled("terrain"),
        elevation=tiled("elevation"),
        road=[f"{column:02}06" for column in range(1, 31)],
        west=counters(1),
        east=counters(20),
    )


def with_hex_map(folder):
    """A copy of the program in which that battle is one of the shipped ones."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE / "sandtable", Path(folder) / "sandtable", ignore=ignored)
    (Path(folder) / "sandtable/scenarios/tcs/four-crossroads.toml").write_text(four_crossroads())
    return folder


BATTLES = (
    ("Omaha", "/new/tactical_combat/omaha-1944", ""),
    ("hexes", "/new/tcs/four-crossroads", "Set up as suggested"),
)


def processes():
    """This process and all that it has started, with their command lines."""
    children = {}
    for each in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = int(Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(each))
    found = [os.getpid()]
    for each in found:
        found += children.get(each, [])
    return found


def spent():
    """Processor milliseconds of the browser's processes so far."""
    total = {"renderer": 0.0, "gpu": 0.0}
    for each in processes():
        try:
            kind = next(k for k in total if f"--type={k}" in Path(f"/proc/{each}/cmdline").read_text())
            times = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13]
        except (OSError, StopIteration):
            continue
        total[kind] += sum(map(int, times)) * 1000 / os.sysconf("SC_CLK_TCK")
    return total


def measure(page, words):
    """One line for each way of moving."""
    for name, move in MOVES.items():
        before, began = spent(), time.monotonic()
        page.evaluate(move)
        wall, after = (time.monotonic() - began) * 1000 / FRAMES, spent()
        cost = ", ".join(f"{kind} {(after[kind] - before[kind]) / FRAMES:4.1f} ms" for kind in after)
        print(f"{words:12} {name:8} {cost}; {wall:4.1f} ms from frame to frame")
        page.wait_for_timeout(300)


def main():
    """Measure on a table and on hexes."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        source = with_hex_map(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server(folder, f"sqlite:///{folder}/games.db", source=source))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for words, path, begin in BATTLES:
            player = Player(Contexts(browser), server.url, 1440, 900, {})
            player.set_up("Against a bot", path=path)
            player.settled()
            if begin:
                player.button(begin).click()
                player.page.wait_for_function("() => document.querySelectorAll('.board .piece').length === 100")
            player.page.wait_for_selector(".world img")
            measure(player.page, f"{words}, whole")
            player.page.mouse.move(500, 450)
            for _ in range(8):
                player.page.mouse.wheel(0, -150)
            player.page.wait_for_timeout(400)
            measure(player.page, f"{words}, near")
            player.leave()
        browser.close()


if __name__ == "__main__":
    main()
