"""The wheel: built, installed into an environment of its own, and a game played on the server that comes out of it."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.server.clients import Player
from tests.server.running import free_port
from tests.test_launch import environment, started, until_ready

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "node_modules", "__pycache__", "tests", "docs", "benchmarks", ".*_cache", ".hypothesis"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The Python of an environment that has the wheel, and beside it the packages that the tests run with."""
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
    subprocess.run([*pip, "--python", str(python), "install", "--no-deps", str(wheel)], check=True, env=plain(folder))
    (site,) = home.glob("**/site-packages")
    (site / "beside.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return python


def plain(folder):
    """An environment that knows nothing of the sources."""
    return {name: value for name, value in environment(folder).items() if name != "PYTHONPATH"}


def test_the_wheel_serves_a_game(installed, tmp_path):
    told = subprocess.run(
        [installed, "-c", "import sandtable, pathlib; print(pathlib.Path(sandtable.__file__).parent)"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env=plain(tmp_path),
    ).stdout.strip()  # fmt: skip
    package = Path(told)
    assert installed.parents[1] in package.parents, "it is the wheel that is imported"
    assert (package / "py.typed").exists()
    assert (package / "server" / "static" / "index.html").exists()
    command = [installed, "-m", "sandtable", "serve", "--port", str(free_port()), "--log-file", str(tmp_path / "log")]
    with started(command, plain(tmp_path)) as process:
        _, address = until_ready(process)
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
