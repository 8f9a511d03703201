"""The commands, put together; and how a mistake is reported: one sentence, no traceback."""

from __future__ import annotations

from importlib import import_module

import typer

from sandtable import __version__
from sandtable.cli.shared import NotSo
from sandtable.kernel.errors import SandtableError

__all__ = ["app", "run"]

CLOSED_PIPE = 141
"""What a shell reports of a program whose reader went away."""

MODULES = {
    "scenarios": "scenarios",
    "play": "play",
    "replay": "records",
    "verify": "records",
    "rules": "rules",
    "generate": "generate",
    "odds": "odds",
    "vehicles": "vehicles",
    "units": "units",
    "bench": "bench",
    "fuzz": "fuzz",
    "people": "people",
    "serve": "serve",
    "migrate": "serve",
}
"""Each command, and the module that holds it."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sandtable {__version__}")
        raise typer.Exit


def _top(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="The version."),
) -> None:
    """Tactical wargames, fully enforced: play them, check them, ask their odds."""


def app(wanted: str = "") -> typer.Typer:
    """The command line: with the one command that is wanted, or with all if there is no such command.

    A module is loaded only if it is needed: the list of scenarios should not wait for the rules.
    """
    made = typer.Typer(
        name="sandtable",
        help="Tactical wargames, fully enforced: play them, check them, ask their odds.",
        no_args_is_help=True,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    made.callback()(_top)
    for name in (wanted,) if wanted in MODULES else MODULES:
        command = getattr(import_module(f"sandtable.cli.{MODULES[name]}"), name)
        if isinstance(command, typer.Typer):
            made.add_typer(command, name=name)
        else:
            made.command(name)(command)
    return made


def run(arguments: list[str]) -> int:
    """Run a command line; returns the exit code.

    >>> run(["--version"])
    sandtable 0.1.0
    0
    """
    try:
        code = app(*arguments[:1])(args=arguments, standalone_mode=False)
        return code if isinstance(code, int) else 0
    except NotSo as fault:
        typer.echo(f"sandtable: {fault}", err=True)
        return 1
    except SandtableError as fault:
        typer.echo(f"sandtable: {fault}", err=True)
        return 2
    except typer.TyperException as fault:
        if not fault.format_message():  # no command was given, and the help has been shown
            return 0
        context = getattr(fault, "ctx", None)
        where = f" (see: {context.command_path} --help)" if context is not None else ""
        typer.echo(f"sandtable: {fault.format_message().rstrip('.')}{where}", err=True)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        typer.echo("", err=True)
        return 130
    except SystemExit:  # the reader of our output went away
        return CLOSED_PIPE
    except OSError as fault:
        typer.echo(f"sandtable: it cannot be done here ({fault.strerror or fault})", err=True)
        return 2
