"""The routes of people: who am I, accounts, log in and out, passwords, mail addresses, and notices."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, delete, get, post, put
from litestar.di import Provide
from litestar.exceptions import PermissionDeniedException
from litestar.params import Parameter
from msgspec import Meta, Struct

from sandtable.server.config import Settings
from sandtable.server.notify.choices import Notices, choices_of, set_choices
from sandtable.server.notify.letters import confirmation_letter, reset_letters
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.guards import Attempts, slow_down
from sandtable.server.people.mailaddress import mail_address
from sandtable.server.people.names import name_key
from sandtable.server.people.person import Person
from sandtable.server.people.recognise import provide_account, provide_person, provide_visitor, set_session

__all__ = ["routes"]

Words = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Parameter(max_length=100)]
AnyRequest = Request[Any, Any, Any]


class Me(Struct, frozen=True):
    """The person asking. Somebody new has no name yet: the first thing they do makes them a guest."""

    name: str
    guest: bool
    admin: bool
    mail: str = ""
    mail_confirmed: bool = False


class Site(Struct, frozen=True):
    """What this server lets people do, for a client to know which pages make sense."""

    public: bool
    """For others than the people at this machine."""
    guests: bool
    """Whether people may play without an account."""
    registration: bool
    """Whether people may make accounts themselves."""
    mail: bool
    """Whether it sends mail: new passwords, "your turn"."""
    web_hooks: bool


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A name to go by."""

    name: Words


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """An account to make; the mail address is for new passwords and for "your turn"."""

    name: Words
    password: Words
    mail: Annotated[str, Meta(max_length=254)] = ""


class LogIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Words
    password: Words


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password."""

    old: Words
    new: Words


class ResetRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmed mail address of the account whose password is forgotten."""

    mail: Annotated[str, Meta(max_length=254)]


class Reset(Struct, frozen=True, forbid_unknown_fields=True):
    """The password to have from now on."""

    password: Words


class NewMail(Struct, frozen=True, forbid_unknown_fields=True):
    """Another mail address, or none; with the password, for it can be used to get a new one."""

    mail: Annotated[str, Meta(max_length=254)]
    password: Words


@get("/me", dependencies={"visitor": Provide(provide_visitor)}, operation_id="me")
async def me(visitor: Person | None, request: AnyRequest) -> Me:
    """The account or guest that the server knows me as."""
    if visitor is None:
        return Me("", guest=True, admin=False)
    mail, confirmed = await _accounts(request).mail_of(visitor)
    return Me(visitor.name, visitor.guest, visitor.admin, mail, confirmed)


@get("/site", operation_id="site", sync_to_thread=False)
def site(request: AnyRequest) -> Site:
    """What this server lets people do."""
    settings: Settings = request.app.state.settings
    people, hooks = settings.people, settings.notices.web_hooks
    return Site(settings.public, people.guests, people.registration, bool(settings.mail.host), hooks)


@post("/me", dependencies={"person": Provide(provide_person)}, status_code=200, operation_id="rename")
async def rename(data: Name, person: Person, request: AnyRequest) -> Me:
    """Go by another name."""
    return _me(await _accounts(request).rename(person, data.name))


@post("/accounts", dependencies={"visitor": Provide(provide_visitor)}, guards=[Attempts()], operation_id="register")
async def register(data: NewAccount, visitor: Person | None, request: AnyRequest) -> Me:
    """Make an account. A guest becomes it and keeps the games."""
    if not request.app.state.settings.people.registration:
        raise PermissionDeniedException("accounts are made by the administrator of this server")
    made = await _accounts(request).register(data.name, data.password, data.mail, visitor)
    set_session(request, made)
    if data.mail:
        request.app.state.errands.run("confirmation", confirmation_letter(request.app, made.person))
    return Me(made.person.name, False, made.person.admin, data.mail)


@post("/session", guards=[Attempts()], operation_id="log_in")
async def log_in(data: LogIn, request: AnyRequest) -> Me:
    """Log in: a new session, whatever cookie the browser had."""
    slow_down(request, name_key(data.name))
    logged_in = await _accounts(request).log_in(data.name, data.password)
    await _leave(request)
    set_session(request, logged_in)
    return _me(logged_in.person)


@delete("/session", operation_id="log_out")
async def log_out(request: AnyRequest) -> None:
    """Log out: the cookie is worth nothing from now on."""
    await _leave(request)
    set_session(request, None)


async def _leave(request: AnyRequest) -> None:
    if request.scope["auth"] is not None:
        await _accounts(request).sessions.close(request.scope["auth"])
        request.app.state.hub.part([request.scope["auth"]])


@post(
    "/password",
    dependencies={"account": Provide(provide_account)},
    guards=[Attempts()],
    status_code=204,
    operation_id="change_password",
)
async def change_password(data: NewPassword, account: Person, request: AnyRequest) -> None:
    """Change the password; every other browser is logged out."""
    set_session(request, await _accounts(request).change_password(account, data.old, data.new))


@post(
    "/me/mail",
    dependencies={"account": Provide(provide_account)},
    guards=[Attempts()],
    status_code=202,
    operation_id="change_mail",
)
async def change_mail(data: NewMail, account: Person, request: AnyRequest) -> None:
    """Change the mail address; a link to confirm it is mailed there."""
    token = await _accounts(request).change_mail(account, data.password, data.mail)
    if token:
        request.app.state.errands.run("confirmation", confirmation_letter(request.app, account, token))


@post("/mail-confirmation/{token:str}", guards=[Attempts()], status_code=204, operation_id="confirm_mail")
async def confirm_mail(token: Token, request: AnyRequest) -> None:
    """The mailed link was followed: the address is right."""
    await _accounts(request).confirm_mail(token)


@post("/password-reset", guards=[Attempts()], status_code=202, operation_id="ask_reset")
async def ask_reset(data: ResetRequest, request: AnyRequest) -> None:
    """Mail a link to set a new password, if an account has this address; the answer is the same if none has."""
    address = mail_address(data.mail)
    slow_down(request, address)
    request.app.state.errands.run("reset", reset_letters(request.app, address))


@post("/password-reset/{token:str}", guards=[Attempts()], status_code=204, operation_id="reset_password")
async def reset_password(token: Token, data: Reset, request: AnyRequest) -> None:
    """Set a new password by a mailed link: every browser is logged out."""
    await _accounts(request).reset_password(token, data.password)
    set_session(request, None)


@get("/me/notices", dependencies={"account": Provide(provide_account)}, operation_id="notices")
async def notices(account: Person, request: AnyRequest) -> Notices:
    """How I hear that it is my turn."""
    return await choices_of(request.app.state.store, account.id)


@put("/me/notices", dependencies={"account": Provide(provide_account)}, operation_id="set_notices")
async def set_notices(data: Notices, account: Person, request: AnyRequest) -> Notices:
    """Choose how to hear that it is my turn."""
    settings: Settings = request.app.state.settings
    return await set_choices(request.app.state.store, settings, account.id, data)


def _me(person: Person) -> Me:
    return Me(person.name, person.guest, person.admin)


def _accounts(request: AnyRequest) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts


def routes() -> Router:
    """All of them, under /api."""
    handlers = [
        me,
        site,
        rename,
        register,
        log_in,
        log_out,
        change_password,
        change_mail,
        confirm_mail,
        ask_reset,
        reset_password,
        notices,
        set_notices,
    ]
    return Router("/api", route_handlers=handlers, tags=["people"])
