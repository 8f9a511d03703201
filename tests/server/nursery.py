"""Servers and commands for the tests without the second that Python needs to load them: forked from a process that has
it behind it.

What is forked runs `python -m sandtable ...` with its own environment, folder and log, as a process and a group of its
own. Where there is no `fork`, or where other sources are asked for, servers are started as usual.

Passwords are hashed with less work there than a real site puts into them, unless a test asks for all of it.
"""

import atexit
import functools
import gc
import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 240
"""Seconds that a command is given: a busy machine is no fault."""
LOADED = (
    *("sandtable.cli.app", "sandtable.cli.serve", "sandtable.server.main", "sandtable.server.configfile"),
    *(
        "sandtable.server.app",
        "sandtable.server.configcheck",
        "sandtable.server.store.migrate",
        "sandtable.server.bots",
    ),
    *("aiosqlite", "httptools", "uvloop", "uvicorn.loops.uvloop", "uvicorn.protocols.http.httptools_impl"),
    *("uvicorn.loops.auto", "uvicorn.lifespan.on", "uvicorn.protocols.http.auto"),
    *("uvicorn.protocols.websockets.auto", "uvicorn.protocols.websockets.websockets_sansio_impl"),
    *("alembic.command", "alembic.config", "alembic.ddl.sqlite", "sqlalchemy.dialects.sqlite.aiosqlite"),
    *("alembic.ddl.postgresql", "sqlalchemy.dialects.postgresql.psycopg", "psycopg"),
    *("anyio._backends._asyncio", "encodings.idna", "typer._adapters", "typer._click.decorators"),
    *("litestar._kwargs", "litestar.middleware._internal.exceptions", "litestar.middleware.allowed_hosts"),
    *("litestar.middleware.response_cache", "litestar.plugins.pydantic"),
    *("sandtable.cli.people", "sandtable.cli.play", "sandtable.cli.records", "sandtable.cli.terminal"),
    *("numba", *(f"sandtable.systems.{name}" for name in ("demo", "micro_armour", "tactical_combat", "tcs"))),
)
"""What servers load sooner or later, and some commands."""


class Nursery:
    """The process that servers are forked from; it begins with the first of them and ends with the tests."""

    def __init__(self):
        self._lock = threading.Lock()
        self._process = None

    def ask(self, **what):
        """Ask it something; it answers with a number, or None."""
        with self._lock:
            if self._process is None:
                paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "tests.server.nursery"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
                    cwd=ROOT,
                    text=True,
                    bufsize=1,
                )
                atexit.register(self._process.stdin.close)
            self._process.stdin.write(json.dumps(what) + "\n")
            return json.loads(self._process.stdout.readline())


NURSERY = Nursery()


class Forked:
    """A process that was forked there: like a `subprocess.Popen`, as far as the tests go."""

    def __init__(self, arguments, environment, folder, files, patches, hard_passwords):
        """`files` are standard input, output and error."""
        given = {"arguments": arguments, "environment": environment, "folder": str(folder)}
        given["files"] = [str(file) for file in files]
        self.pid = NURSERY.ask(**given, patches=patches, hard_passwords=hard_passwords)
        self.returncode = None

    def poll(self):
        """The exit code, if it has ended."""
        if self.returncode is None:
            self.returncode = NURSERY.ask(poll=self.pid)
        return self.returncode

    def wait(self, timeout):
        """The exit code, when it has ended."""
        until = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("sandtable", timeout)
            time.sleep(0.01)
        return self.returncode

    def send_signal(self, number):
        """Send it a signal, if it is still there."""
        if self.poll() is None:
            os.kill(self.pid, number)


def unset():
    """The environment without any setting of Sandtable's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SANDTABLE_")}


def command(*arguments, typed="", hard_passwords=False):
    """What `sandtable` with these arguments says, and its exit code, like `subprocess.run`."""
    given = [sys.executable, "-m", "sandtable", *arguments]
    environment = {**unset(), "PYTHONPATH": str(ROOT / "src")}
    if not hasattr(os, "fork"):
        return subprocess.run(given, input=typed, capture_output=True, text=True, timeout=PATIENCE, env=environment)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("in", "out", "err")]
        files[0].write_text(typed)
        code = Forked(arguments, environment, os.getcwd(), files, {}, hard_passwords).wait(PATIENCE)
        return subprocess.CompletedProcess(given, code, *(file.read_text() for file in files[1:]))


def main():
    """Fork a server for each line that comes in, and say what has become of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in LOADED:
        importlib.import_module(name)
    gc.freeze()  # what is loaded is shared with all that are forked, as long as nobody writes to it
    ended = {}
    for line in sys.stdin:
        asked = json.loads(line)
        if "poll" not in asked:
            child = os.fork()
            if not child:
                run(asked)
            print(child, flush=True)
            continue
        if asked["poll"] not in ended:
            pid, status = os.waitpid(asked["poll"], os.WNOHANG)
            if pid:
                ended[pid] = os.waitstatus_to_exitcode(status)
        print(json.dumps(ended.get(asked["poll"])), flush=True)


def run(asked):
    """Become the server, and end as it does."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    for number, file in enumerate(asked["files"]):
        opened = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0, closefd=False)  # the old one may have read on
    for name, value in asked["patches"].items():
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(module), constant, value)
    if not asked["hard_passwords"]:
        passwords = importlib.import_module("sandtable.server.people.passwords")
        passwords.PasswordHasher = functools.partial(
            passwords.PasswordHasher, time_cost=1, memory_cost=64, parallelism=1
        )
    sys.argv = ["sandtable", *asked["arguments"]]
    runpy.run_module("sandtable", run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main()
