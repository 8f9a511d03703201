"""`sandtable people`: the accounts of a server, for whoever runs it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import typer

from sandtable.kernel.errors import SandtableError

if TYPE_CHECKING:
    from sandtable.server.people.accounts import Accounts

__all__ = ["people"]

T = TypeVar("T")
people = typer.Typer(help="The accounts of a server.", no_args_is_help=True, rich_markup_mode="markdown")
Config = typer.Option(None, "--config", help="The server's configuration file.", show_default="in your folder")
Database = typer.Option(None, "--database", help="The server's database.", show_default="as configured")


@people.command("add")
def add(
    name: str = typer.Argument(help="The name of the account."),
    admin: bool = typer.Option(False, "--admin", help="Make it an administrator."),
    config: str = Config,
    database: str = Database,
) -> None:
    """Make an account; the password is asked for, or read from standard input.

    Example: `sandtable people add Anna --admin`
    """
    password = _password()

    async def work(accounts: Accounts) -> None:
        await accounts.add(name, password, admin=admin)

    _with_accounts(config, database, work)
    typer.echo(f"{name} can log in now.")


@people.command("admin")
def admin(
    name: str = typer.Argument(help="The name of an account."),
    off: bool = typer.Option(False, "--off", help="Take the rights away."),
    config: str = Config,
    database: str = Database,
) -> None:
    """Make an account an administrator, who can pause, repair and remove games.

    Example: `sandtable people admin Anna`
    """

    async def work(accounts: Accounts) -> None:
        await accounts.set_admin(name, not off)

    _with_accounts(config, database, work)
    typer.echo(f"{name} is {'no' if off else 'an'} administrator{' any more' if off else ''}.")


@people.command("password")
def password(
    name: str = typer.Argument(help="The name of an account."), config: str = Config, database: str = Database
) -> None:
    """Set a new password for somebody; every browser of theirs is logged out.

    Example: `sandtable people password Anna`
    """
    chosen = _password()

    async def work(accounts: Accounts) -> None:
        await accounts.force_password(name, chosen)

    _with_accounts(config, database, work)
    typer.echo(f"{name} has a new password.")


@people.command("list")
def show(config: str = Config, database: str = Database) -> None:
    """All accounts, administrators marked with a star.

    Example: `sandtable people list`
    """

    async def work(accounts: Accounts) -> list[tuple[str, bool]]:
        return await accounts.names()

    for name, is_admin in _with_accounts(config, database, work):
        typer.echo(f"{'*' if is_admin else ' '} {name}")


def _password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")


def _with_accounts(config: str | None, database: str | None, work: Callable[[Accounts], Awaitable[T]]) -> T:
    """Do something with the accounts of the server that the settings describe."""
    try:
        from sandtable.server.configfile import read_settings
        from sandtable.server.folders import database_of
        from sandtable.server.people.accounts import Accounts
        from sandtable.server.store.database import Store
        from sandtable.server.store.migrate import migrate
    except ModuleNotFoundError as fault:
        raise SandtableError(
            f"the server needs more packages ({fault.name}): pip install 'sandtable[server]'"
        ) from None
    settings = read_settings(config, {"database": database})

    async def run() -> T:
        store = Store(database_of(settings))
        try:
            await migrate(store)
            return await work(Accounts(store, settings))
        finally:
            await store.close()

    return asyncio.run(run())
