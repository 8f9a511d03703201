"""What moving the map costs: python -m tests.browser.frames

Processor time for each frame of panning and zooming on Omaha, in a browser without a graphics card: that of the page
(renderer) and that of putting it on the screen (gpu, here done by the processor). Below 16 ms for each, sixty frames a
second are shown on a machine that is otherwise idle.
"""

import contextlib
import os
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import chromium
from tests.browser.player import Player
from tests.server.running import Server

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
      const event = (name, x, y) => new MouseEvent(name, {{clientX: x, clientY: y, bubbles: true, view: window}});
      document.querySelector('.board').dispatchEvent(event('mousedown', 500, 450));
      for (let n = 0; n < {FRAMES}; n++) {{
        const far = Math.min(n, {FRAMES} - n) * 6;
        window.dispatchEvent(event('mousemove', 500 + far, 450 + far / 2));
        {NEXT}
      }}
      window.dispatchEvent(event('mouseup', 500, 450));
    }}""",
    "nothing": f"async () => {{ for (let n = 0; n < {FRAMES}; n++) {{ {NEXT} }} }}",
}  # fmt: skip


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
        print(f"{words:6} {name:8} {cost}; {wall:4.1f} ms from frame to frame")
        page.wait_for_timeout(300)


def main():
    """Measure on the whole map, and near."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(Server(folder, f"sqlite:///{folder}/games.db"))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        player = Player(browser, server.url, 1440, 900, {})
        player.set_up("Against a bot", path="/new/tactical_combat/omaha-1944")
        player.settled()
        player.page.wait_for_selector(".world img")
        measure(player.page, "whole")
        player.page.mouse.move(500, 450)
        for _ in range(8):
            player.page.mouse.wheel(0, -150)
        player.page.wait_for_timeout(400)
        measure(player.page, "near")
        player.leave()
        browser.close()


if __name__ == "__main__":
    main()
