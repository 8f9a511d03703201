"""`./play`: a line for each step, the address once the server answers, and everything else in a log file."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.server.running import free_port

ROOT = Path(__file__).parents[1]


def environment(folder, **more):
    """As for a person of the name of Anna, whose home is this folder and whose browser does nothing."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SANDTABLE_", "XDG_"))}
    return {**kept, "HOME": str(folder), "USERPROFILE": str(folder), "BROWSER": "true", **more}


@contextlib.contextmanager
def started(command, env):
    """A program whose lines can be read as they come; it is interrupted at the end."""
    process = subprocess.Popen(
        command,
        env=env,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.stdout.close()
        process.wait()


def until_ready(process):
    """The lines up to the one with the address, and that address."""
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if line.startswith("Sandtable is ready at"):
            return lines, next(word for word in line.split() if word.startswith("http://"))
    raise AssertionError(f"it ended without an address: {lines}")


def test_play_gives_the_address_once_the_server_answers_and_keeps_the_screen_clear(tmp_path):
    code = "import launch; print(launch._environment('play') == [])"
    ready = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    if ready.strip() != "True" or subprocess.run([sys.executable, ROOT / "web" / "build.py", "--built"]).returncode:
        pytest.fail("the environment is not prepared, or the browser client not built: run ./test")
    log = tmp_path / "play.log"
    env = environment(tmp_path, SANDTABLE_LOG_FILE=str(log))
    with started([sys.executable, ROOT / "play", "--port", str(free_port())], env) as process:
        lines, address = until_ready(process)
        with urlopen(address, timeout=60) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        lines += process.stdout.read().splitlines()
        assert process.wait(60) == 0
    assert [line for line in lines if line and not line.startswith("Compiling the fast parts")] == [
        "Starting the server ...",
        f"The log is in {log}",
        f"Sandtable is ready at {address} (stop it with Ctrl-C)",
    ]
    assert all(json.loads(line)["level"] for line in log.read_text().splitlines())
    assert "Uvicorn running on" in log.read_text()


STEPS = """
import launch, sys
launch.VENV = sys.argv[1]
launch._environment = lambda purpose: [
    ("Making tea", [sys.executable, "-c", "print('npm warn lukewarm')"]),
    ("Drinking it", [sys.executable, "-c", "import sys; print('too hot'); sys.exit(int(sys.argv[1]))", sys.argv[2]]),
]
launch.prepare("play")
print("done")
"""


def prepared(tmp_path, code, **more):
    command = [sys.executable, "-c", STEPS, str(tmp_path / "venv"), str(code)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=environment(tmp_path, **more), check=False
    )


def test_each_step_is_one_line_and_what_it_says_is_in_the_log(tmp_path):
    done = prepared(tmp_path, 0)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["[1/2] Making tea ... 0 s", "[2/2] Drinking it ... 0 s", "done"]
    assert done.stderr == ""
    log = (tmp_path / "venv" / "play.log").read_text()
    assert "npm warn lukewarm" in log
    assert "too hot" in log


def test_a_step_that_fails_shows_the_end_of_the_log_and_names_the_file(tmp_path):
    done = prepared(tmp_path, 3)
    assert done.returncode == 1
    assert "done" not in done.stdout
    assert "    too hot\n" in done.stderr
    assert f"the whole log is in {tmp_path / 'venv' / 'play.log'}" in done.stderr


def test_what_is_started_keeps_its_compiled_modules_whatever_the_environment_says(tmp_path):
    code = (
        "import launch, os; launch._environment = lambda purpose: []; launch.prepare('play'); print(dict(os.environ))"
    )
    env = environment(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=env, check=True)
    assert "PYTHONDONTWRITEBYTECODE" not in done.stdout


def test_where_nothing_can_be_written_the_log_is_a_temporary_file(tmp_path):
    (tmp_path / "venv").write_text("a file is no folder")
    done = prepared(tmp_path, 3, TMPDIR=str(tmp_path))
    (log,) = tmp_path.glob("sandtable-*.log")
    assert "npm warn lukewarm" in log.read_text()
    assert f"the whole log is in {log}" in done.stderr


def test_a_port_in_use_is_named_before_anything_else(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "sandtable", "serve", "--port", str(port)]
        done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"sandtable: the server cannot listen on port {port} of 127.0.0.1 (Address already in use): "
        "stop the program that does, or choose another with --port\n"
    )


def test_a_server_that_cannot_start_shows_the_end_of_its_log_and_names_it(tmp_path):
    log = tmp_path / "server.log"
    command = [sys.executable, "-m", "sandtable", "serve", "--port", "0", "--log-file", str(log)]
    command += ["--database", f"sqlite:///{tmp_path}"]  # a folder is no database
    env = environment(tmp_path, SANDTABLE_PRELOAD="off")
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert f"the server could not start; the last lines of {log}:\n" in done.stderr
    assert "unable to open database file" in done.stderr


def test_a_log_file_that_cannot_be_written_is_named(tmp_path):
    command = [sys.executable, "-m", "sandtable", "serve", "--log-file", str(tmp_path)]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "sandtable: --log-file: log.file must be a file that can be written (Is a directory)\n"
