"""Servers for the tests without the second that Python needs to load them: forked from a process that has it behind it.

What is forked runs `python -m sandtable ...` with its own environment, folder and log, as a process and a group of its
own. Where there is no `fork`, or where other sources are asked for, servers are started as usual.
"""

import atexit
import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOADED = (
    *("sandtable.cli.app", "sandtable.cli.serve", "sandtable.server.main", "sandtable.server.configfile"),
    *(
        "sandtable.server.app",
        "sandtable.server.configcheck",
        "sandtable.server.store.migrate",
        "sandtable.server.bots",
    ),
    *("aiosqlite", "httptools", "uvloop", "uvicorn.loops.uvloop", "uvicorn.protocols.http.httptools_impl"),
    *("alembic.command", "alembic.ddl.sqlite", "sqlalchemy.dialects.sqlite.aiosqlite"),
)
"""What every server loads."""


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

    def __init__(self, arguments, environment, folder, log, patches):
        given = {"arguments": arguments, "environment": environment, "folder": str(folder), "log": str(log)}
        self.pid = NURSERY.ask(**given, patches=patches)
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


def main():
    """Fork a server for each line that comes in, and say what has become of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in LOADED:
        importlib.import_module(name)
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
    for number, (file, how) in enumerate(((os.devnull, os.O_RDONLY), *([(asked["log"], os.O_WRONLY)] * 2))):
        opened = os.open(file, how | (os.O_APPEND | os.O_CREAT if number else 0))
        os.dup2(opened, number)
        os.close(opened)
    for name, value in asked["patches"].items():
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(module), constant, value)
    sys.argv = ["sandtable", *asked["arguments"]]
    runpy.run_module("sandtable", run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main()
