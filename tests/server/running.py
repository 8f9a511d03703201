"""Real servers for the tests: `sandtable serve` as a process of its own, and browsers without a screen."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
from websockets.sync.client import connect

from tests.server.nursery import PATIENCE, Forked, command, unset

PLAIN = {"verify": False}
"""For clients of httpx: nothing here is encrypted, and to read the certificates of the world takes each of them longer
than most of what it asks.
"""
SOURCE = Path(__file__).parents[2] / "src"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Server:
    """One `sandtable serve`, with these settings over a quiet default; a dictionary in a dictionary is a section."""

    def __init__(self, folder, database, **settings):
        self.folder = Path(folder)
        self.port = settings.pop("port", None) or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        generous = dict.fromkeys(
            ["requests_per_minute", "attempts_per_minute", "costly_per_minute", "guests_per_hour"], 10**6
        )
        generous["messages_per_second"] = 10**5
        self.source = settings.pop("source", SOURCE)
        self.patches = settings.pop("patches", {})
        """Constants of the program that are others in this server: `{"sandtable.server.module.NAME": 1}`."""
        self.hard_passwords = settings.pop("hard_passwords", False)
        """Whether passwords are hashed as on a real site, which takes a good part of a second each."""
        self.settings = {"port": self.port, "database": database, "preload": False, "log": {"form": "json"}, **settings}
        self.settings["limits"] = {**generous, **settings.get("limits", {})}
        self.process = None
        self.visitors = []

    def start(self):
        file = self.folder / "sandtable.toml"
        file.write_text(_toml(self.settings))
        self.log = self.folder / f"server-{self.port}.log"
        # temporary files go to its own folder: a killed server cleans nothing up
        environment = {**unset(), "PYTHONPATH": str(self.source), "TMPDIR": str(self.folder)}
        serve = ["serve", "--config", str(file)]
        if self.source == SOURCE and hasattr(os, "fork"):
            files = os.devnull, self.log, self.log
            self.process = Forked(serve, environment, self.folder, files, self.patches, self.hard_passwords)
            self._wait()
            return self
        assert not self.patches
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sandtable", *serve],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                cwd=self.folder,
                start_new_session=True,
            )
        self._wait()
        return self

    def _wait(self):
        until = time.monotonic() + PATIENCE
        with httpx.Client(timeout=5, **PLAIN) as asking:
            while time.monotonic() < until:
                if self.process.poll() is not None:
                    raise AssertionError(f"the server ended at once: {self.told()[-3000:]}")
                with contextlib.suppress(httpx.TransportError):
                    if asking.get(self.url + "/readyz").status_code == 200:
                        return
                time.sleep(0.05)
        raise AssertionError(f"the server did not become ready: {self.told()[-3000:]}")

    def told(self):
        """All that it wrote."""
        return self.log.read_text(errors="replace")

    def logged(self):
        """Its log lines that are JSON."""
        return [json.loads(line) for line in self.told().splitlines() if line.startswith("{")]

    def stop(self):
        """Ask it to stop, and wait; returns the exit code."""
        if self.process is None or self.process.poll() is not None:
            return None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the server did not stop when asked to") from None

    def kill(self):
        """As if the machine lost power: the process and its workers are gone at once."""
        for visitor in self.visitors:
            visitor.http.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def people(self, *arguments, word="", fails=False):
        """`sandtable people` on this server's database."""
        given = ["people", *arguments, "--config", str(self.folder / "sandtable.toml")]
        done = command(*given, typed=word + "\n", hard_passwords=self.hard_passwords)
        assert done.returncode == (2 if fails else 0), done.stderr
        return done

    def visitor(self, **headers):
        self.visitors.append(Visitor(self, headers))
        return self.visitors[-1]

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        try:
            self.stop()
        finally:
            self.kill()


class Visitor:
    """Somebody with a browser: keeps cookies and echoes the CSRF token, as the client does."""

    def __init__(self, server, headers=()):
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60, headers=dict(headers), **PLAIN)
        self.http.get("/api/me")

    def request(self, method, path, **rest):
        headers = {"x-csrftoken": self.http.cookies.get("csrftoken", ""), **rest.pop("headers", {})}
        return self.http.request(method, path, headers=headers, **rest)

    def get(self, path, **rest):
        return self.request("GET", path, **rest)

    def post(self, path, data=None, **rest):
        if data is not None:
            rest["json"] = data
        return self.request("POST", path, **rest)

    def put(self, path, data=None, **rest):
        return self.request("PUT", path, json=data, **rest)

    def delete(self, path, **rest):
        return self.request("DELETE", path, **rest)

    def me(self):
        return self.get("/api/me").json()

    def cookies(self):
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def session(self):
        return self.http.cookies.get("sandtable_session") or self.http.cookies.get("__Host-sandtable_session")

    def socket(self, path, *, origin=None, cookies=None, **rest):
        """A WebSocket as the browser would open it."""
        headers = {"Cookie": self.cookies() if cookies is None else cookies}
        url = self.server.url.replace("http", "ws", 1) + path
        return connect(url, additional_headers=headers, origin=origin or self.server.url, proxy=None, **rest)


def _toml(settings):
    top = {name: value for name, value in settings.items() if not isinstance(value, dict)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in top.items()]
    for name, section in settings.items():
        if isinstance(section, dict):
            lines += [f"[{name}]", *(f"{inner} = {json.dumps(value)}" for inner, value in section.items())]
    return "\n".join(lines) + "\n"
