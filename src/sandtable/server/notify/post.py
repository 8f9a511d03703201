"""Sending one mail through the SMTP server of the settings, in a thread."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr

from sandtable.server.config import Mail
from sandtable.server.notify.outcome import NotSent, Unknown

__all__ = ["letter", "send_mail"]


def letter(settings: Mail, to: str, subject: str, text: str) -> EmailMessage:
    """A mail; a line break in an address or the subject is refused by the message itself.

    >>> letter(Mail(sender="games@club.example"), "anna@club.example", "Your turn", "Go on.")["To"]
    'anna@club.example'
    """
    message = EmailMessage(policy=SMTP)
    message["From"] = settings.sender
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=parseaddr(settings.sender)[1].rpartition("@")[2] or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


async def send_mail(settings: Mail, message: EmailMessage) -> None:
    """Send it; NotSent if it surely was not taken, Unknown if that is not known or never will be."""
    await asyncio.to_thread(_send, settings, message)


def _send(settings: Mail, message: EmailMessage) -> None:
    try:
        server = _connect(settings)
    except (OSError, smtplib.SMTPException) as fault:  # an SMTPException's text can hold what we sent: name it only
        raise NotSent(f"the mail server cannot be reached ({type(fault).__name__})") from None
    try:
        refused = server.send_message(message)
    except smtplib.SMTPRecipientsRefused as fault:
        temporary = all(400 <= code < 500 for code, _ in fault.recipients.values())
        raise (NotSent if temporary else Unknown)("the mail server refused the recipient") from None
    except smtplib.SMTPResponseException as fault:
        temporary = 400 <= fault.smtp_code < 500
        raise (NotSent if temporary else Unknown)(f"the mail server answered {fault.smtp_code}") from None
    except (OSError, smtplib.SMTPException) as fault:
        raise Unknown(f"the mail server broke off ({type(fault).__name__})") from None
    finally:
        _leave(server)
    if refused:
        raise Unknown("the mail server refused the recipient")


def _leave(server: smtplib.SMTP) -> None:
    try:
        server.quit()
    except (OSError, smtplib.SMTPException):
        server.close()


def _connect(settings: Mail) -> smtplib.SMTP:
    if settings.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.host, settings.port, timeout=settings.seconds, context=ssl.create_default_context()
        )
    else:
        server = smtplib.SMTP(settings.host, settings.port, timeout=settings.seconds)
    try:
        if settings.security == "starttls":
            server.starttls(context=ssl.create_default_context())
        if settings.user:
            server.login(settings.user, settings.password)
    except BaseException:
        server.close()
        raise
    return server
