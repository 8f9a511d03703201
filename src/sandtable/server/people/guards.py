"""Guards of routes: not too many attempts, administrators only."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException, TooManyRequestsException
from litestar.handlers import BaseRouteHandler

from sandtable.server.operations.rates import Rates, address_key
from sandtable.server.people.person import Person

__all__ = ["Attempts", "Costly", "administrators", "slow_down", "too_many"]

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def too_many(seconds: int) -> TooManyRequestsException:
    """The refusal of one request too many.

    >>> too_many(3).detail
    'too many requests: try again in 3 s'
    """
    return TooManyRequestsException(
        f"too many requests: try again in {seconds} s", headers={"retry-after": str(seconds)}
    )


class Attempts:
    """For routes where somebody could try passwords or links: a limit per minute and address."""

    def __call__(self, connection: AnyConnection, _: BaseRouteHandler) -> None:
        """Raise a refusal when it is too much."""
        rates: Rates = connection.app.state.rates
        wait = rates.attempts.wait(address_key(connection.client.host if connection.client else None))
        if wait:
            raise too_many(wait)


class Costly:
    """For routes that make the server work or write: a limit per minute and person, or address without one."""

    def __call__(self, connection: AnyConnection, _: BaseRouteHandler) -> None:
        """Raise a refusal when it is too much."""
        rates: Rates = connection.app.state.rates
        person: Person | None = connection.scope["user"]
        address = address_key(connection.client.host if connection.client else None)
        wait = rates.costly.wait(address if person is None else f"person {person.id}")
        if wait:
            raise too_many(wait)


def slow_down(connection: AnyConnection, name: str) -> None:
    """Attempts at one account from many addresses: a limit per minute and name."""
    rates: Rates = connection.app.state.rates
    wait = rates.names.wait(name)
    if wait:
        raise too_many(wait)


def administrators(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """For routes that are for administrators: somebody unknown is asked to log in, others are refused."""
    person: Person | None = connection.scope["user"]
    if person is None or person.guest:
        raise NotAuthorizedException("this is for administrators: log in first")
    if not person.admin:
        raise PermissionDeniedException("this is for administrators")
