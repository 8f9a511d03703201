"""The letters of accounts: confirm an address, set a new password. Sent after the answer, to give nothing away."""

from __future__ import annotations

import asyncio
import logging

from litestar import Litestar

from sandtable.server.config import Settings
from sandtable.server.notify.outcome import NotSent, Unknown
from sandtable.server.notify.post import letter, send_mail
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.person import Person

__all__ = ["confirmation_letter", "post_letter", "reset_letters"]

log = logging.getLogger("sandtable.mail")
FIRST_PAUSE = 2.0


async def confirmation_letter(app: Litestar, person: Person, token: str = "") -> None:
    """Mail the link that confirms an address."""
    accounts: Accounts = app.state.accounts
    settings: Settings = app.state.settings
    address, confirmed = await accounts.mail_of(person)
    if not settings.mail.host or not address or confirmed:
        return
    token = token or await accounts.confirmation(person.id)
    text = (
        f"Hello {person.name},\n\nfollow this link to confirm that this mail address is yours:\n\n"
        f"{settings.address.rstrip('/')}/confirm#{token}\n\nIf you did not ask for it, do nothing.\n"
    )
    await post_letter(settings, address, "Confirm your mail address", text)


async def reset_letters(app: Litestar, address: str) -> None:
    """Mail a link for each account with this address; nothing if there is none."""
    accounts: Accounts = app.state.accounts
    settings: Settings = app.state.settings
    if not settings.mail.host:
        return
    for name, token in await accounts.reset_links(address):
        text = (
            f"Hello {name},\n\nfollow this link to set a new password. It works once, for "
            f"{settings.people.reset_minutes} minutes:\n\n{settings.address.rstrip('/')}/reset#{token}\n\n"
            "If you did not ask for it, do nothing: your password stays as it is.\n"
        )
        await post_letter(settings, address, "A new password", text)


async def post_letter(settings: Settings, address: str, subject: str, text: str) -> bool:
    """Send a mail, trying again a few times while it surely was not taken; whether it was sent."""
    message = letter(settings.mail, address, f"Sandtable: {subject}", text)
    for attempt in range(1, settings.notices.attempts + 1):
        try:
            await send_mail(settings.mail, message)
            return True
        except NotSent as fault:
            log.warning("mail not sent", extra={"reason": str(fault), "attempt": attempt})
            if attempt < settings.notices.attempts:
                await asyncio.sleep(FIRST_PAUSE * 4 ** (attempt - 1))
        except Unknown as fault:
            log.warning("mail given up", extra={"reason": str(fault), "attempt": attempt})
            break
    return False
