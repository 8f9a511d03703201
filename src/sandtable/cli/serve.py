"""`sandtable serve` and `sandtable migrate`: a server for people to play on."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser

import typer

from sandtable.cli.shared import NotSo, print_json
from sandtable.kernel.errors import SandtableError

__all__ = ["migrate", "serve"]


def serve(
    host: str = typer.Option(None, "--host", help="The address to listen on.", show_default="127.0.0.1"),
    port: int = typer.Option(None, "--port", min=0, max=65535, help="The port; 0: any free one.", show_default="8642"),
    database: str = typer.Option(
        None, "--database", help="postgresql://… or sqlite:///file.", show_default="a file in your data folder"
    ),
    workers: int = typer.Option(None, "--workers", help="Processes side by side; needs PostgreSQL.", show_default="1"),
    public: bool = typer.Option(None, "--public", help="For others than the people at this machine."),
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
    given = {"host": host, "port": port, "database": database, "workers": workers, "public": public}
    settings = read_settings(config, given)
    typer.echo(f"Sandtable serves at http://{settings.host}:{settings.port}/ (stop it with Ctrl-C)", err=True)
    if show:
        threading.Thread(target=_open, args=(settings.host, settings.port), daemon=True).start()
    run(settings)


def _open(host: str, port: int) -> None:
    """Open the browser as soon as the server listens; give up after a minute."""
    near = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    for _ in range(300):
        try:
            socket.create_connection((near, port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            webbrowser.open(f"http://{near}:{port}/")
            return


def migrate(
    check: bool = typer.Option(False, "--check", help="Replay every stored game on the present rules; change nothing."),
    database: str = typer.Option(
        None, "--database", help="postgresql://… or sqlite:///file.", show_default="a file in your data folder"
    ),
    config: str = typer.Option(None, "--config", help="A configuration file.", show_default="in your folder"),
    json: bool = typer.Option(False, "--json", help="For programs."),
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
