"""Guests and accounts: making them, logging in, names, passwords and mail addresses."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.kernel.errors import SandtableError, shown
from sandtable.server.config import Settings
from sandtable.server.people.mailaddress import mail_address
from sandtable.server.people.names import account_name, made_up_name, name_key
from sandtable.server.people.passwords import Passwords, check_password
from sandtable.server.people.person import Person, fresh_token, now, token_hash
from sandtable.server.people.sessions import Sessions, person_of
from sandtable.server.people.tables import account_links, people
from sandtable.server.store.database import Store

__all__ = ["Accounts", "LinkGone", "LoggedIn", "Taken", "WrongPassword"]


class Taken(SandtableError):
    """The name belongs to somebody."""


class WrongPassword(SandtableError):
    """Not this name with this password: never says which."""


class LinkGone(SandtableError):
    """A mailed link that was used, is too old, or never was."""


class LoggedIn(Struct, frozen=True):
    """Somebody with a session that was just opened; the token goes into the cookie."""

    person: Person
    token: str


class Accounts:
    """The people of a server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.sessions = Sessions(store, settings)
        self._store = store
        self._settings = settings
        self._passwords = Passwords()

    async def new_guest(self) -> LoggedIn:
        """Somebody new, with a name made up."""
        async with self._store.writing() as connection:
            made = now()
            values = {"name": made_up_name(), "guest": True, "made": made, "seen": made}
            row = (await connection.execute(insert(people).values(values).returning(people))).one()
            token = await self.sessions.open(connection, row.id, guest=True)
        return LoggedIn(person_of(row, self._settings), token)

    async def register(self, name: str, password: str, mail: str = "", guest: Person | None = None) -> LoggedIn:
        """A new account; a guest becomes it and keeps the games. Old sessions of the guest end."""
        name = account_name(name)
        check_password(password, name)
        values: dict[str, Any] = {
            "name": name,
            "name_key": name_key(name),
            "guest": False,
            "mail": mail_address(mail) if mail else None,
            "mail_confirmed": False,
            "seen": now(),
        }
        if self.reserved(name):
            raise Taken(f"the name {name} is taken")
        values["password"] = await self._passwords.hashed(password)
        try:
            async with self._store.writing() as connection:
                row = await self._put(connection, values, guest)
                await self.sessions.close_all(connection, row.id)
                token = await self.sessions.open(connection, row.id, guest=False)
        except IntegrityError:
            raise Taken(f"the name {name} is taken") from None
        return LoggedIn(person_of(row, self._settings), token)

    async def _put(self, connection: AsyncConnection, values: dict[str, Any], guest: Person | None) -> Any:
        if guest is not None and guest.guest:
            still_guest = (people.c.id == guest.id) & people.c.guest
            changed = await connection.execute(update(people).where(still_guest).values(values).returning(people))
            row = changed.first()
            if row is not None:
                return row
        values = {**values, "made": now()}
        return (await connection.execute(insert(people).values(values).returning(people))).one()

    def reserved(self, name: str) -> bool:
        """Whether the settings keep this name for an administrator."""
        return name_key(name) in {name_key(each) for each in self._settings.people.administrators}

    async def log_in(self, name: str, password: str) -> LoggedIn:
        """A new session for the account; what came before with the browser is left behind."""
        async with self._store.reading() as connection:
            query = select(people).where(people.c.name_key == name_key(name[:200]))
            row = (await connection.execute(query)).first()
        if not await self._passwords.fits(password, row.password if row else None) or row is None:
            raise WrongPassword("there is no account with this name and password")
        changes: dict[str, Any] = {"seen": now()}
        if self._passwords.outdated(row.password):
            changes["password"] = await self._passwords.hashed(password)
        async with self._store.writing() as connection:
            await connection.execute(update(people).where(people.c.id == row.id).values(changes))
            token = await self.sessions.open(connection, row.id, guest=False)
        return LoggedIn(person_of(row, self._settings), token)

    async def add(self, name: str, password: str, *, admin: bool = False) -> None:
        """An account made by whoever runs the server: also with a name that is kept for an administrator."""
        name = account_name(name)
        check_password(password, name)
        values = {"name": name, "name_key": name_key(name), "guest": False, "admin": admin, "seen": now()}
        values |= {"made": now(), "password": await self._passwords.hashed(password)}
        try:
            async with self._store.writing() as connection:
                await connection.execute(insert(people).values(values))
        except IntegrityError:
            raise Taken(f"the name {name} is taken") from None

    async def set_admin(self, name: str, admin: bool) -> None:
        """Make an account an administrator, or no longer."""
        async with self._store.writing() as connection:
            person = await self._account(connection, name)
            await connection.execute(update(people).where(people.c.id == person).values(admin=admin))

    async def force_password(self, name: str, password: str) -> None:
        """A new password without the old one, for whoever runs the server."""
        check_password(password, name)
        hashed = await self._passwords.hashed(password)
        async with self._store.writing() as connection:
            await self._set_password(connection, await self._account(connection, name), hashed)

    async def names(self) -> list[tuple[str, bool]]:
        """The names of all accounts, and who is an administrator."""
        async with self._store.reading() as connection:
            rows = await connection.execute(select(people).where(~people.c.guest).order_by(people.c.name_key))
            return [(row.name, person_of(row, self._settings).admin) for row in rows]

    async def _account(self, connection: AsyncConnection, name: str) -> int:
        person = await connection.scalar(select(people.c.id).where(people.c.name_key == name_key(name)))
        if person is None:
            raise SandtableError(f"there is no account {shown(name)}: `sandtable people list` shows them all")
        return int(person)

    async def rename(self, person: Person, name: str) -> Person:
        """Another name to be shown; that of an account is free for others from then on."""
        name = account_name(name)
        key = name_key(name)
        if self.reserved(name) and key != name_key(person.name):
            raise Taken(f"the name {name} is taken")
        try:
            async with self._store.writing() as connection:
                held = select(people.c.id).where(people.c.name_key == key, people.c.id != person.id)
                if (await connection.execute(held)).first() is not None:
                    raise Taken(f"the name {name} is taken")
                values = {"name": name} if person.guest else {"name": name, "name_key": key}
                change = update(people).where(people.c.id == person.id).values(values).returning(people)
                row = (await connection.execute(change)).one()
        except IntegrityError:
            raise Taken(f"the name {name} is taken") from None
        return person_of(row, self._settings)

    async def change_password(self, person: Person, old: str, new: str) -> LoggedIn:
        """A new password: every session of the account ends, and this browser gets a new one."""
        await self.prove(person, old)
        check_password(new, person.name)
        hashed = await self._passwords.hashed(new)
        async with self._store.writing() as connection:
            await self._set_password(connection, person.id, hashed)
            token = await self.sessions.open(connection, person.id, guest=False)
        return LoggedIn(person, token)

    async def prove(self, person: Person, password: str) -> None:
        """Raise WrongPassword unless this is the password of the account."""
        async with self._store.reading() as connection:
            kept = await connection.scalar(select(people.c.password).where(people.c.id == person.id))
        if not await self._passwords.fits(password, kept):
            raise WrongPassword("this is not your password")

    async def _set_password(self, connection: AsyncConnection, person: int, hashed: str) -> None:
        await connection.execute(update(people).where(people.c.id == person).values(password=hashed))
        await connection.execute(delete(account_links).where(account_links.c.person == person))
        await self.sessions.close_all(connection, person)

    async def mail_of(self, person: Person) -> tuple[str, bool]:
        """Somebody's mail address (empty: none) and whether it is confirmed."""
        async with self._store.reading() as connection:
            query = select(people.c.mail, people.c.mail_confirmed).where(people.c.id == person.id)
            row = (await connection.execute(query)).one()
        return row.mail or "", bool(row.mail_confirmed)

    async def change_mail(self, person: Person, password: str, mail: str) -> str:
        """Another mail address (or none), not confirmed yet; the answer is the token of the link to confirm it."""
        await self.prove(person, password)
        address = mail_address(mail) if mail else None
        async with self._store.writing() as connection:
            values = {"mail": address, "mail_confirmed": False}
            await connection.execute(update(people).where(people.c.id == person.id).values(values))
            await connection.execute(delete(account_links).where(account_links.c.person == person.id))
            return await self._new_link(connection, person.id, "confirm") if address else ""

    async def confirmation(self, person: int) -> str:
        """The token of a link to confirm the mail address of a new account."""
        async with self._store.writing() as connection:
            return await self._new_link(connection, person, "confirm")

    async def confirm_mail(self, token: str) -> None:
        """The link was followed: the address is right."""
        async with self._store.writing() as connection:
            person = await self._use_link(connection, token, "confirm")
            await connection.execute(update(people).where(people.c.id == person).values(mail_confirmed=True))

    async def reset_links(self, mail: str) -> list[tuple[str, str]]:
        """For each account with this confirmed address: its name, and the token of a link to set a new password."""
        async with self._store.writing() as connection:
            query = select(people.c.id, people.c.name).where(people.c.mail == mail, people.c.mail_confirmed)
            rows = (await connection.execute(query.order_by(people.c.id).limit(10))).all()
            return [(row.name, await self._new_link(connection, row.id, "reset")) for row in rows]

    async def reset_password(self, token: str, password: str) -> None:
        """Set a new password by a mailed link: the link is used up and every session of the account ends."""
        check_password(password)
        hashed = await self._passwords.hashed(password)
        async with self._store.writing() as connection:
            person = await self._use_link(connection, token, "reset")
            await self._set_password(connection, person, hashed)

    async def _new_link(self, connection: AsyncConnection, person: int, purpose: str) -> str:
        token = fresh_token()
        same = (account_links.c.person == person) & (account_links.c.purpose == purpose)
        await connection.execute(delete(account_links).where(same))
        minutes = self._settings.people.reset_minutes if purpose == "reset" else 7 * 1440
        until = now() + 60 * minutes
        values = {"token": token_hash(token), "person": person, "purpose": purpose, "until": until}
        await connection.execute(insert(account_links).values(values))
        return token

    async def _use_link(self, connection: AsyncConnection, token: str, purpose: str) -> int:
        mine = (account_links.c.token == token_hash(token)) & (account_links.c.purpose == purpose)
        used = await connection.execute(
            delete(account_links).where(mine, account_links.c.until > now()).returning(account_links.c.person)
        )
        row = used.first()
        if row is None:
            raise LinkGone("this link was used, is too old, or never was: ask for a new one")
        return int(row.person)
