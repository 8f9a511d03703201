"""How somebody wants to hear that it is their turn."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import select, update

from sandtable.kernel.errors import SandtableError
from sandtable.server.config import Settings
from sandtable.server.notify.hook import hook_address
from sandtable.server.people.tables import people
from sandtable.server.store.database import Store

__all__ = ["CannotNotify", "Notices", "choices_of", "decode_choices", "set_choices"]


class CannotNotify(SandtableError):
    """A way of sending notices that this server, or this account, does not have."""


class Notices(Struct, frozen=True, forbid_unknown_fields=True):
    """By mail, by web hook, or not at all; `always` means also while connected."""

    mail: bool = False
    web_hook: Annotated[str, Meta(max_length=500)] = ""
    always: bool = False


def decode_choices(text: str) -> Notices:
    """What stands in the table.

    >>> decode_choices("{}")
    Notices(mail=False, web_hook='', always=False)
    """
    return msgspec.json.decode(text, type=Notices)


async def choices_of(store: Store, person: int) -> Notices:
    """What somebody chose."""
    async with store.reading() as connection:
        return decode_choices(str(await connection.scalar(select(people.c.notices).where(people.c.id == person))))


async def set_choices(store: Store, settings: Settings, person: int, chosen: Notices) -> Notices:
    """Keep what somebody chose, if it can be done here."""
    if chosen.web_hook:
        if not settings.notices.web_hooks:
            raise CannotNotify("this server sends no web hooks")
        hook_address(chosen.web_hook)
    async with store.writing() as connection:
        row = (await connection.execute(select(people).where(people.c.id == person))).one()
        if chosen.mail and not settings.mail.host:
            raise CannotNotify("this server sends no mail")
        if chosen.mail and not row.mail_confirmed:
            raise CannotNotify("first give a mail address and confirm it")
        kept = msgspec.json.encode(chosen).decode()
        await connection.execute(update(people).where(people.c.id == person).values(notices=kept))
    return chosen
