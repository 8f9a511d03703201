"""The form of a refusal: `{"status_code": ..., "detail": "one sentence"}`, for every error of every route."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Schema
from litestar.types import ExceptionHandlersMap

from sandtable.kernel.errors import SandtableError
from sandtable.server.notify.choices import CannotNotify
from sandtable.server.people.accounts import LinkGone, Taken, WrongPassword

__all__ = ["document_problems", "problem_handlers"]

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


def document_problems(app: Litestar) -> None:
    """Say in the OpenAPI document of every operation how a refusal looks."""
    schema = Schema(
        type=OpenAPIType.OBJECT,
        required=["status_code", "detail"],
        properties={
            "status_code": Schema(type=OpenAPIType.INTEGER),
            "detail": Schema(type=OpenAPIType.STRING, description="what was wrong, in one sentence"),
        },
    )
    refusal = OpenAPIResponse(description="A refusal", content={"application/json": OpenAPIMediaType(schema=schema)})
    for item in (app.openapi_schema.paths or {}).values():
        for method in ("get", "put", "post", "delete", "patch"):
            operation = getattr(item, method)
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)  # Litestar's own guess at it, which is not what we send
                operation.responses["default"] = refusal
