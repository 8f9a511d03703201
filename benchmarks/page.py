"""Measures the first board in a real browser and writes benchmarks/page.md: bytes, time to the board, memory.

    .venv/bin/python benchmarks/page.py            # half a minute; the client must be built (python web/build.py)
    .venv/bin/python benchmarks/page.py --print    # measure without writing

Each battle is opened by its own address in a browser that has nothing of it yet. Everything that the page
asks for before its first board is on the screen is counted as it was sent, packed; the rest is counted apart.
"""

import argparse
import datetime
import os
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import server as server_benchmark

BATTLES = {
    "First Firefight": "tactical_combat/first-firefight",
    "Duel": "micro_armour/duel",
    "Crossroads": "tcs/crossroads-1944",
    "Hill 61": "tcs/hill-61",
}
ROUNDS = 3
BEFORE = """\
| battle | code | fonts | data | first board | memory |
|---|---:|---:|---:|---:|---:|
| First Firefight | 182 kB | 40 kB | 12 kB | 4829 ms | 5.3 MB |
| Duel | 182 kB | 40 kB | 27 kB | 2949 ms | 5.7 MB |
| Crossroads | 182 kB | 40 kB | 86 kB | 3751 ms | 6.4 MB |
| Hill 61 | 182 kB | 40 kB | 152 kB | 8440 ms | 5.9 MB |"""
FIRST_BOARD = """
window.firstBoard = new Promise((drawn) => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.board')) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(drawn)); // the second frame begins when the first is drawn
  });
  watch.observe(document, {childList: true, subtree: true});
});
"""
STARTS = """() => Object.fromEntries(
  performance.getEntriesByType('resource').map((each) => [each.name, each.startTime])
)"""
LATER = 3000
"""Milliseconds in which a page has fetched the rest."""


def chromium():
    """The browser that is there."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, names)))


def first_board(browser, player, game):
    """Bytes of code, fonts and data until the first board and after it, the milliseconds to it, megabytes of memory."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies(
        [{"name": name, "value": value, "url": player.server.url} for name, value in player.http.cookies.items()]
    )
    context.add_init_script(FIRST_BOARD)
    page = context.new_page()
    trace = context.new_cdp_session(page)
    trace.send("Network.enable")
    trace.send("Performance.enable")
    paths, loaded = {}, []
    trace.on("Network.requestWillBeSent", lambda told: paths.update({told["requestId"]: told["request"]["url"]}))
    trace.on("Network.loadingFinished", lambda told: loaded.append((paths.get(told["requestId"], ""), told)))
    page.goto(f"{player.server.url}/games/{game}")
    page.wait_for_selector(".board", state="attached", timeout=60_000)
    milliseconds = page.evaluate("window.firstBoard")
    metrics = {each["name"]: each["value"] for each in trace.send("Performance.getMetrics")["metrics"]}
    page.wait_for_timeout(LATER)
    starts = page.evaluate(STARTS)
    context.close()
    sizes = {"code": 0, "fonts": 0, "data": 0, "later": 0}
    for path, told in loaded:
        kind = "data" if "/api/" in path else "fonts" if path.endswith(".woff2") else "code"
        late = starts.get(path, 0) >= milliseconds
        sizes["later" if late else kind] += told["encodedDataLength"]
    return sizes, milliseconds, metrics["JSHeapUsedSize"] / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--print", action="store_true", dest="only_print")
    chosen = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = server_benchmark.Server(folder, f"sqlite:///{folder}/games.db")
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            player = server_benchmark.Player(server)
            for name, battle in BATTLES.items():
                game = player.create(battle, against="random")
                rounds = [first_board(browser, player, game) for _ in range(ROUNDS)]
                sizes = rounds[-1][0]
                told = [sizes[kind] / 1000 for kind in ("code", "fonts", "data", "later")]
                told += [statistics.median(each[1] for each in rounds), statistics.median(each[2] for each in rounds)]
                rows.append((name, *told))
        finally:
            browser.close()
            server.stop()
    table = "\n".join(
        f"| {name} | {code:.0f} kB | {fonts:.0f} kB | {data:.0f} kB | {later:.0f} kB | {time:.0f} ms | {heap:.1f} MB |"
        for name, code, fonts, data, later, time, heap in rows
    )
    text = f"""# The first board

{datetime.date.today()}, {os.cpu_count()} cores; the load of the machine was {os.getloadavg()[0]:.1f}.
Made by `.venv/bin/python benchmarks/page.py`: a game opened by its address in Chromium, on this machine, with nothing
kept from before. Code, fonts and data that were asked for before the board was on the screen, as they were sent,
packed, and what the page fetches by itself afterwards; the time from the request of the page until the board is on
the screen; the memory of the page's own objects then. Median of {ROUNDS}.

| battle | code | fonts | data | later | first board | memory |
|---|---:|---:|---:|---:|---:|---:|
{table}

Before what is not on the first screen was fetched later, and before the map was moved without d3 (2026-11-17, the
same machine). Sizes can be compared; times cannot, for the machine was busy with other work in both runs:

{BEFORE}

To reach: 120 kB of code, fonts and data for First Firefight.
"""
    print(text)
    if not chosen.only_print:
        Path(__file__).with_name("page.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
