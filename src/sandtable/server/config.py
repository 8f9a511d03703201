"""The settings of a server: each declared once, with its words, its bounds and where it may be set.

Four places, each over the one before: the defaults here, the configuration file, environment variables
(`SANDTABLE_PORT`, `SANDTABLE_MAIL_HOST`), the command line. What is wrong is named in one sentence with its place.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

__all__ = ["Bots", "Limits", "Log", "Mail", "Metrics", "Notices", "People", "Settings"]


def _set(words: str, least: int | None = None, most: int | None = None, *, secret: bool = False) -> Meta:
    """What is said of a setting: its words, the bounds of a number, and whether it may ever be shown."""
    return Meta(description=words, ge=least, le=most, extra={"secret": secret})


class People(Struct, frozen=True, forbid_unknown_fields=True):
    """People who may play, and how long they stay known."""

    guests: Annotated[bool, _set("whether people may play without an account")] = True
    registration: Annotated[bool, _set("whether people may make accounts themselves")] = True
    administrators: Annotated[
        tuple[str, ...],
        _set("account names of administrators; nobody can register such a name, `sandtable people add` makes it"),
    ] = ()
    session_days: Annotated[int, _set("days after which somebody must log in again", 1, 400)] = 30
    guest_days: Annotated[int, _set("days after which an absent guest is forgotten", 1, 400)] = 180
    reset_minutes: Annotated[int, _set("minutes for which a mailed link to set a new password works", 5, 1440)] = 60


class Mail(Struct, frozen=True, forbid_unknown_fields=True):
    """The mail server for "your turn" and for new passwords. No host, no mail."""

    host: Annotated[str, _set("the SMTP server; empty: no mail is sent")] = ""
    port: Annotated[int, _set("its port", 1, 65535)] = 587
    security: Annotated[Literal["starttls", "tls", "none"], _set("how the connection is made safe")] = "starttls"
    user: Annotated[str, _set("the name to log in with; empty: without")] = ""
    password: Annotated[str, _set("the password to log in with", secret=True)] = ""
    sender: Annotated[str, _set('whom the mail is from, such as "Sandtable <games@club.example>"')] = ""
    seconds: Annotated[int, _set("how long to wait for the mail server", 1, 120)] = 15

    def __repr__(self) -> str:
        return f"Mail(host={self.host!r})"


class Notices(Struct, frozen=True, forbid_unknown_fields=True):
    """ "Your turn" by mail and web hook."""

    web_hooks: Annotated[bool, _set("whether people may name a web hook of their own")] = True
    seconds: Annotated[int, _set("how long to wait for a web hook to answer", 1, 60)] = 5
    attempts: Annotated[int, _set("how often a notice is tried before it is given up", 1, 10)] = 4
    grace_seconds: Annotated[
        int, _set("how long somebody is given to act, or to come back, before a notice is sent", 0, 86400)
    ] = 30


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much one person or one address may ask for."""

    body_bytes: Annotated[int, _set("the longest request; records are imported under record_bytes", 1024, 10**8)] = (
        256 * 1024
    )
    record_bytes: Annotated[int, _set("the longest record that may be imported", 1024, 10**9)] = 8 * 1024 * 1024
    message_bytes: Annotated[int, _set("the longest message on a WebSocket", 256, 10**7)] = 16 * 1024
    requests_per_minute: Annotated[int, _set("requests of one person or address in a minute", 1, 10**6)] = 1200
    messages_per_second: Annotated[int, _set("messages of one WebSocket in a second", 1, 10**6)] = 50
    attempts_per_minute: Annotated[
        int, _set("attempts of one address to log in, register or reset a password, in a minute", 1, 10**6)
    ] = 10
    costly_per_minute: Annotated[
        int, _set("new games, records, calculations and lines of chat of one person in a minute", 1, 10**6)
    ] = 120
    guests_per_hour: Annotated[int, _set("new guests from one address in an hour", 1, 10**6)] = 60
    connections: Annotated[int, _set("WebSockets open at once in one worker", 1, 10**6)] = 2000
    connections_per_person: Annotated[int, _set("WebSockets of one person or address at once", 1, 10**6)] = 40
    games_per_guest: Annotated[int, _set("games a guest may have running", 1, 10**6)] = 20
    games_per_account: Annotated[int, _set("games an account may have running", 1, 10**6)] = 200
    chat_length: Annotated[int, _set("the longest line of chat, in characters", 1, 10000)] = 500
    notes_length: Annotated[int, _set("the longest private note, in characters", 1, 10**6)] = 20000


class Bots(Struct, frozen=True, forbid_unknown_fields=True):
    """The processes in which bots think."""

    processes: Annotated[int, _set("processes for bots in each worker", 1, 256)] = 1
    seconds: Annotated[int, _set("how long a bot may think about one decision", 1, 3600)] = 20
    modules: Annotated[tuple[str, ...], _set("Python modules with further bots, by name in their `BOTS`")] = ()


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """What is written about the running of the server."""

    level: Annotated[Literal["debug", "info", "warning", "error"], _set("the least important line to write")] = "info"
    form: Annotated[Literal["auto", "json", "plain"], _set("JSON, one object a line, or plain lines to read")] = "auto"
    file: Annotated[str, _set("the file that lines are added to; empty: they go to standard error")] = ""


class Metrics(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures for Prometheus at `/metrics`."""

    public: Annotated[bool, _set("whether anybody may read the figures")] = False
    token: Annotated[str, _set("who sends this as a bearer token may read them", secret=True)] = ""

    def __repr__(self) -> str:
        return f"Metrics(public={self.public})"


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a server.

    >>> Settings().port, Settings().mail.host
    (8642, '')
    """

    host: Annotated[str, _set("the address to listen on")] = "127.0.0.1"
    port: Annotated[int, _set("the port to listen on; 0: any free one", 0, 65535)] = 8642
    public: Annotated[bool, _set("for others than the people at this machine: accounts, and stricter checks")] = False
    address: Annotated[str, _set("where people find the site, such as https://games.club.example")] = ""
    database: Annotated[
        str, _set("postgresql://… or sqlite:///file; empty: a file in your data folder", secret=True)
    ] = ""
    workers: Annotated[int, _set("server processes side by side; more than one needs PostgreSQL", 1, 256)] = 1
    preload: Annotated[
        bool,
        _set("load every battle and compile at the start, so that nobody waits; off: each when it is first asked for"),
    ] = True
    trusted_proxies: Annotated[
        tuple[str, ...], _set("addresses of proxies whose X-Forwarded-For and -Proto headers are believed")
    ] = ()
    people: People = msgspec.field(default_factory=People)
    mail: Mail = msgspec.field(default_factory=Mail)
    notices: Notices = msgspec.field(default_factory=Notices)
    limits: Limits = msgspec.field(default_factory=Limits)
    bots: Bots = msgspec.field(default_factory=Bots)
    log: Log = msgspec.field(default_factory=Log)
    metrics: Metrics = msgspec.field(default_factory=Metrics)

    @property
    def secure(self) -> bool:
        """Whether cookies are for https alone: on a public site that is not declared to be plain http.

        >>> Settings().secure, Settings(public=True).secure, Settings(public=True, address="http://lan:80").secure
        (False, True, False)
        """
        return self.address.startswith("https:") or (self.public and not self.address)

    def __repr__(self) -> str:  # passwords must not stand in a traceback or a log
        return f"Settings(host={self.host!r}, port={self.port}, public={self.public})"
