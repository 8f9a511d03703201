"""Settings that are right one by one but wrong together, or that this machine cannot keep: named before the start."""

from __future__ import annotations

import importlib.util
import ipaddress
import re
from email.utils import parseaddr
from urllib.parse import urlsplit

from sandtable.kernel.errors import shown
from sandtable.server.config import Settings
from sandtable.server.configfile import Told
from sandtable.server.people.names import BadName, account_name

__all__ = ["check"]


def check(settings: Settings, told: Told) -> None:
    """Raise a ConfigError for the first thing that cannot be."""
    _check_listening(settings, told)
    _check_database(settings, told)
    _check_mail(settings, told)
    _check_log(settings, told)
    for name in settings.people.administrators:
        try:
            account_name(name)
        except BadName as fault:
            raise told.wrong("people.administrators", f"has {shown(name)}, and {fault}") from None


def _check_listening(settings: Settings, told: Told) -> None:
    if not settings.public and settings.host != "localhost" and not _loopback(settings.host):
        raise told.wrong(
            "host", f"{shown(settings.host)} can be reached by others: say --public too, or listen on 127.0.0.1"
        )
    if settings.address:
        parts = urlsplit(settings.address)
        plain = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")
        if not plain or parts.query or parts.fragment or parts.username or not _port_is_number(settings.address):
            raise told.wrong("address", "must be like https://games.club.example, with no path")
    for each in settings.trusted_proxies:
        try:
            ipaddress.ip_network(each, strict=False)
        except ValueError:
            raise told.wrong(
                "trusted_proxies", f"has {shown(each)}: write addresses such as 127.0.0.1 or 10.0.0.0/8"
            ) from None


def _port_is_number(address: str) -> bool:
    try:
        urlsplit(address).port  # noqa: B018 - reading it is the check
    except ValueError:
        return False
    return True


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _check_database(settings: Settings, told: Told) -> None:
    scheme = re.match(r"[A-Za-z0-9+]*", settings.database)
    kind = scheme[0].lower().split("+")[0] if scheme else ""
    if settings.database and (kind not in ("postgresql", "postgres", "sqlite") or ":" not in settings.database):
        raise told.wrong("database", "must be like postgresql://name@host/sandtable or sqlite:////folder/games.sqlite")
    on_postgres = kind in ("postgresql", "postgres")
    if on_postgres and importlib.util.find_spec("psycopg") is None:
        raise told.wrong("database", "needs the PostgreSQL driver: pip install 'sandtable[postgres]'")
    if settings.workers > 1 and not on_postgres:
        raise told.wrong("workers", f"is {settings.workers}, and several workers need PostgreSQL: set database too")


def _check_mail(settings: Settings, told: Told) -> None:
    if not settings.mail.host:
        return
    if "@" not in parseaddr(settings.mail.sender)[1] or re.search(r"[\r\n]", settings.mail.sender):
        raise told.wrong("mail.host", "is set, so mail.sender must be too, such as games@club.example")
    if not settings.address:
        raise told.wrong("mail.host", "is set, so address must be too: mails hold links to the site")
    if settings.mail.password and not settings.mail.user:
        raise told.wrong("mail.password", "is set, so mail.user must be too")


def _check_log(settings: Settings, told: Told) -> None:
    if settings.log.file:
        try:
            with open(settings.log.file, "ab"):
                pass
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or "no file can have this name"
            raise told.wrong("log.file", f"must be a file that can be written ({reason})") from None
