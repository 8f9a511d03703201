"""`sandtable serve` and `sandtable migrate`: a server for people to play on."""

from __future__ import annotations

import os
import socket
import threading
import time
import webbrowser
from collections import deque
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sandtable.cli.shared import NotSo, print_json
from sandtable.kernel.errors import SandtableError

if TYPE_CHECKING:
    from sandtable.server.config import Settings

__all__ = ["migrate", "serve"]

LAST_LINES = 12
"""How much of the log is shown when the server cannot start."""


def serve(
    host: str = typer.Option(None, "--host", help="The address to listen on.", show_default="127.0.0.1"),
    port: int = typer.Option(None, "--port", min=0, max=65535, help="The port; 0: any free one.", show_default="8642"),
    database: str = typer.Option(
        None, "--database", help="postgresql://… or sqlite:///file.", show_default="a file in your data folder"
    ),
    workers: int = typer.Option(None, "--workers", help="Processes side by side; needs PostgreSQL.", show_default="1"),
    public: bool = typer.Option(None, "--public", help="For people on other machines."),
    log_file: str = typer.Option(
        None, "--log-file", help="Add the log to this file.", show_default="the log goes to standard error"
    ),
    config: str = typer.Option(None, "--config", help="A configuration file.", show_default="in your folder"),
    show: bool = typer.Option(False, "--open", help="Open the browser when the server is ready."),
) -> None:
    """Serve games over HTTP and WebSocket: for yourself, a club or a site. `docs/server.md` has the settings.

    Example: `sandtable serve`, `sandtable serve --database postgresql://club@db/games --workers 4 --public`
    """
    try:
        from sandtable.server.configfile import read_settings
        from sandtable.server.main import serve as run
    except ModuleNotFoundError as fault:
        raise SandtableError(
            f"the server needs more packages ({fault.name}): pip install 'sandtable[server]'"
        ) from None
    given: dict[str, object] = {"host": host, "port": port, "database": database, "workers": workers, "public": public}
    given["log.file"] = log_file
    settings = read_settings(config, given)
    settings = read_settings(config, {**given, "port": _port(settings.host, settings.port)})
    _say("Starting the server ...")
    threading.Thread(target=_tell_when_ready, args=(settings, show), daemon=True).start()
    try:
        run(settings, _say)
    except SystemExit as fault:
        if fault.code:
            raise SandtableError(_why_not(settings.log.file)) from None


def _say(words: str) -> None:
    typer.echo(words, err=True)


def _near(host: str) -> str:
    """The address at which this machine reaches a server that listens on `host`.

    >>> _near("0.0.0.0"), _near("::1")
    ('127.0.0.1', '::1')
    """
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _port(host: str, port: int) -> int:
    """The port, or a free one for 0, if this machine lets us listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as free:
            return int(free.getsockname()[1])
    except OSError as fault:
        raise SandtableError(
            f"the server cannot listen on port {port} of {host} ({os.strerror(fault.errno or 0)}): "
            "stop the program that does, or choose another with --port"
        ) from None


def _tell_when_ready(settings: Settings, show: bool) -> None:
    """Give the address, and open the browser, as soon as the server answers there."""
    near = _near(settings.host)
    while not _answers(near, settings.port):
        time.sleep(0.1)
    url = f"http://{f'[{near}]' if ':' in near else near}:{settings.port}/"
    if settings.log.file:
        _say(f"The log is in {settings.log.file}")
    _say(f"Sandtable is ready at {url} (stop it with Ctrl-C)")
    if show:
        webbrowser.open(url)


def _answers(host: str, port: int) -> bool:
    line = HTTPConnection(host, port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        line.close()


def _why_not(log: str) -> str:
    """Why the server ended at once: the last lines of its log, which are on the screen if there is no file."""
    if not log:
        return "the server could not start (see above)"
    with Path(log).open(encoding="utf-8", errors="replace") as lines:
        last = "".join(deque(lines, LAST_LINES))
    return f"the server could not start; the last lines of {log}:\n{last.rstrip()}"


def migrate(
    check: bool = typer.Option(False, "--check", help="Replay every stored game on the present rules; change nothing."),
    database: str = typer.Option(
        None, "--database", help="postgresql://… or sqlite:///file.", show_default="a file in your data folder"
    ),
    config: str = typer.Option(None, "--config", help="A configuration file.", show_default="in your folder"),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """Bring the database to this version; with --check report which stored games the present rules play differently.

    Example: `sandtable migrate --check`. The exit code is 1 if a game differs.
    """
    try:
        from sandtable.server.configfile import read_settings
        from sandtable.server.migrating import bring_up, checked
    except ModuleNotFoundError as fault:
        raise SandtableError(
            f"the server needs more packages ({fault.name}): pip install 'sandtable[server]'"
        ) from None
    settings = read_settings(config, {"database": database})
    if not check:
        bring_up(settings)
        typer.echo("The database is of this version.")
        return
    reports = checked(settings)
    if json:
        print_json(reports)
    else:
        for each in reports:
            words = f": {each.words}" if each.words else ""
            typer.echo(f"{each.game} {each.scenario} ({each.status}, rules {each.rules}) {each.found}{words}")
    counts = {found: sum(each.found == found for each in reports) for found in ("same", "old", "differs")}
    told = f"{len(reports)} games: {counts['same']} on these rules, {counts['old']} older and the same"
    if counts["differs"]:
        raise NotSo(f"{told}, {counts['differs']} differ and would be stopped")
    if not json:
        typer.echo(f"{told}, none differs")
