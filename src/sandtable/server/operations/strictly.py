"""Bodies of requests are read strictly: `0` is not `false` and `"5"` is not `5`, whatever Litestar would let pass."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException

__all__ = ["StrictRequest"]


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON is read straight into the type that its route takes."""

    async def json(self) -> Any:
        """The body as the route's `data`, or a refusal that says where it is wrong."""
        data = self.route_handler.parsed_fn_signature.parameters.get("data")
        if data is None:
            return await super().json()
        try:
            return _decoder(data.annotation).decode(await self.body())
        except (msgspec.MsgspecError, UnicodeError) as fault:
            raise ClientException(f"this request is not well formed ({fault})") from None
        except RecursionError:
            raise ClientException("this request is not well formed (nested too deep)") from None
