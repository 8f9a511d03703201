"""The wheel: built, installed into an environment of its own, and a game played on the server that comes out of it."""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.server.clients import Player
from tests.test_launch import environment, started, until_ready

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "node_modules", "__pycache__", "tests", "docs", "benchmarks", ".*_cache", ".hypothesis"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory, request):
    """The Python of an environment that has the wheel, and beside it the packages that the tests run with; with
    `--long` what the wheel itself asks for, and nothing else.
    """
    folder = tmp_path_factory.mktemp("wheel")
    source, home = folder / "source", folder / "venv"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source)],
        check=True,
        env=plain(folder),
    )
    (wheel,) = folder.glob("sandtable-*.whl")
    venv.EnvBuilder(with_pip=False).create(home)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [*pip, "--python", str(python), "install"]
    if request.config.getoption("long"):
        subprocess.run([*install, f"{wheel}[play]"], check=True, env=plain(folder))
    else:
        subprocess.run([*install, "--no-deps", str(wheel)], check=True, env=plain(folder))
        (site,) = home.glob("**/site-packages")
        (site / "beside.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return python


def plain(folder):
    """An environment that knows nothing of the sources."""
    return {name: value for name, value in environment(folder).items() if name != "PYTHONPATH"}


def test_the_wheel_compiles_its_loops_before_it_is_ready_and_serves_a_game(installed, tmp_path):
    """On a machine that is only to be read there is no place for compiled loops beside the program: workers and bots
    find them in one folder, for as long as the server runs.
    """
    told = subprocess.run(
        [installed, "-c", "import sandtable, pathlib; print(pathlib.Path(sandtable.__file__).parent)"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env=plain(tmp_path),
    ).stdout.strip()  # fmt: skip
    package = Path(told)
    assert installed.parents[1] in package.parents, "it is the wheel that is imported"
    assert (package / "py.typed").exists()
    assert (package / "server" / "static" / "index.html").exists()
    env = plain(tmp_path)
    env |= {"TMPDIR": str(tmp_path), "NUMBA_CACHE_LOCATOR_CLASSES": "numba.core.caching.UserProvidedCacheLocator"}
    env.pop("NUMBA_CACHE_DIR", None)
    with started([installed, "-m", "sandtable", "serve", "--port", "0"], env) as process:
        lines, address = until_ready(process)
        said = [line for line in lines if not line.startswith("{")]
        assert said[:2] == ["Starting the server ...", "Compiling the fast parts (once) ..."]
        assert said[2:] == [f"Sandtable is ready at {address} (stop it with Ctrl-C)"]
        assert any('"level"' in line for line in lines), "the log goes to standard error"
        (folder,) = tmp_path.glob("sandtable-*")
        assert {each.name.partition(".")[0] for each in folder.rglob("*.nbi")} >= {"tablekernels", "reachkernels"}
        anna = Player(address.rstrip("/"), "Anna")
        try:
            assert "<html" in anna.get("/")
            game = anna.create("demo/bridge", ("me", "bot:random"))["id"]
            view = anna.view(game)
            offer = next(offer for offer in view["decision"]["offers"] if offer["targets"])
            after = anna.act(game, view, (offer["verb"], offer["targets"][0]))
            assert after["sequence"] > view["sequence"]
        finally:
            anna.close()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(60) == 0
    assert not folder.exists()
