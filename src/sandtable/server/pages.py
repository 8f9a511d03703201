"""The browser client: its files as they were built, and its one page for every address that is a page of its own.

The client is in `server/static`, where `npm run build` in `web/` puts it and where the wheel carries it.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from sandtable.server.elsewhere import elsewhere
from sandtable.server.operations.gate import PARTS

__all__ = ["File", "built", "find", "pages"]

FOLDER = "static"
PAGE = "index.html"
FOREVER = "public, max-age=31536000, immutable"
"""For files whose name holds a digest of what is in them."""
EACH_TIME = "no-cache"
TEXT = ("text/", "application/javascript", "application/json", "image/svg+xml")
UNBUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandtable</title>
<h1>The browser client is not built</h1>
<p>This is a checkout without it. Run <code>./play</code>, or <code>npm ci &amp;&amp; npm run build</code> in
<code>web/</code>, and start the server again. The interface for programs is at <a href="/api/schema">/api/schema</a>.
</html>"""


class File(msgspec.Struct, frozen=True):
    """A file of the client, ready to be sent."""

    data: bytes
    packed: dict[str, bytes]
    """The same by the names of the encodings that it is packed with, the smallest first."""
    kind: str
    keep: str


def _folder() -> Traversable:
    return files("sandtable.server") / FOLDER


def built() -> bool:
    """Whether the client is there."""
    return (_folder() / PAGE).is_file()


@lru_cache(maxsize=1)
def _names() -> dict[str, Traversable]:
    """Every file of the client by its address: only what is listed here is ever sent."""
    found: dict[str, Traversable] = {}

    def walk(folder: Traversable, prefix: str) -> None:
        for each in folder.iterdir():
            if each.is_dir():
                walk(each, f"{prefix}{each.name}/")
            else:
                found[f"{prefix}{each.name}"] = each

    if built():
        walk(_folder(), "")
    return found


@lru_cache(maxsize=256)
def find(path: str) -> File | None:
    """The file at this address; None if the client has no such file.

    >>> find("../app.py") is None
    True
    """
    file = _names().get(path)
    if file is None:
        return None
    data = file.read_bytes()
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    kind = "text/javascript" if path.endswith(".js") else kind
    text = kind.startswith(TEXT)
    packed = {"br": _names()[f"{path}.br"].read_bytes()} if f"{path}.br" in _names() else {}
    if text and len(data) > 500:
        packed["gzip"] = gzip.compress(data, 9, mtime=0)
    return File(
        data=data,
        packed=packed,
        kind=f"{kind}; charset=utf-8" if text and not kind.startswith("text/") else kind,
        keep=FOREVER if f"/{path}".startswith(PARTS) else EACH_TIME,
    )


@get(["/", "/{path:path}"], include_in_schema=False)
async def pages(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client; its page for every other address, for it knows what to show there."""
    name = str(request.path_params.get("path", "")).strip("/")
    if name == "api" or name.startswith("api/"):
        raise NotFoundException("there is nothing at this address")
    file = await elsewhere(find, name) if name else None
    if file is None and "." in name.rpartition("/")[2]:
        raise NotFoundException("there is no such file")
    file = file or await elsewhere(find, PAGE)
    if file is None:
        return Response(UNBUILT.encode(), media_type="text/html")
    headers = {"cache-control": file.keep, "vary": "accept-encoding"}
    wanted = request.headers.get("accept-encoding", "").replace(" ", "").split(",")
    taken = {each.partition(";")[0] for each in wanted if not each.endswith(";q=0")}
    for name, packed in file.packed.items():
        if name in taken:
            headers["content-encoding"] = name
            return Response(packed, media_type=file.kind, headers=headers)
    return Response(file.data, media_type=file.kind, headers=headers)
