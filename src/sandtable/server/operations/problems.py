"""The form of a refusal: `{"status_code": ..., "detail": "one sentence"}`, for every error of every route."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.types import ExceptionHandlersMap

from sandtable.kernel.errors import SandtableError
from sandtable.server.notify.choices import CannotNotify
from sandtable.server.people.accounts import LinkGone, Taken, WrongPassword

__all__ = ["Refusable", "problem_handlers"]

log = logging.getLogger("sandtable.server")
STATUS: dict[type[SandtableError], int] = {
    Taken: 409,
    CannotNotify: 409,
    WrongPassword: 401,
    LinkGone: 404,
}
"""Other mistakes of people are 422: understood, and it cannot be."""


def problem(status: int, detail: str, headers: dict[str, str] | None = None) -> Response[dict[str, Any]]:
    """The answer that says what was wrong."""
    return Response(
        {"status_code": status, "detail": detail}, status_code=status, headers=headers, media_type="application/json"
    )


def _mistake(_: Request[Any, Any, Any], fault: SandtableError) -> Response[dict[str, Any]]:
    status = next((code for kind, code in STATUS.items() if isinstance(fault, kind)), 422)
    return problem(status, str(fault))


def _refusal(_: Request[Any, Any, Any], fault: HTTPException) -> Response[dict[str, Any]]:
    detail = fault.detail
    if isinstance(fault.extra, list) and fault.extra and isinstance(fault.extra[0], dict):
        first = fault.extra[0]
        where = f"{first['key']}: " if first.get("key") else ""
        detail = f"this request is not well formed ({where}{first.get('message', '')})"
    if fault.status_code >= 500:
        detail = "something went wrong here; it has been noted"
    return problem(fault.status_code, detail, dict(fault.headers or {}))


def _fault(_: Request[Any, Any, Any], fault: Exception) -> Response[dict[str, Any]]:
    log.error("a request failed", exc_info=fault)
    return problem(500, "something went wrong here; it has been noted")


def problem_handlers() -> ExceptionHandlersMap:
    """For Litestar: what becomes of each kind of error."""
    return {SandtableError: _mistake, HTTPException: _refusal, Exception: _fault}


@dataclass
class Refusable(Operation):
    """An operation of the OpenAPI document that says how a refusal looks."""

    def __post_init__(self) -> None:
        if self.responses is not None:
            self.responses.pop("400", None)  # Litestar's own guess at it, which is not what we send
            self.responses["default"] = _REFUSAL


_REFUSAL = OpenAPIResponse(
    description="A refusal",
    content={
        "application/json": OpenAPIMediaType(
            schema=Schema(
                type=OpenAPIType.OBJECT,
                required=["status_code", "detail"],
                properties={
                    "status_code": Schema(type=OpenAPIType.INTEGER),
                    "detail": Schema(type=OpenAPIType.STRING, description="what was wrong, in one sentence"),
                },
            )
        )
    },
)
