"""Web hooks: one small POST to an address that a person named, which must not be a way to reach inside.

http and https only; no redirect is followed; on a public server the name is looked up once, every address it has must
be a public one, and the connection goes to that very address. All of it together has one short time limit.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from urllib.parse import SplitResult, urlsplit

from sandtable.kernel.errors import SandtableError
from sandtable.server.notify.outcome import NotSent, Unknown

__all__ = ["BadHook", "hook_address", "public_address", "send_hook"]

NAT64 = ipaddress.ip_network("64:ff9b::/96")
LONGEST_LINE = 4096


class BadHook(SandtableError):
    """An address that cannot be a web hook."""


def hook_address(url: str) -> SplitResult:
    """The parts of a web hook's address, or BadHook.

    >>> hook_address("https://hooks.example/turn").hostname
    'hooks.example'
    >>> hook_address("file:///etc/passwd")
    Traceback (most recent call last):
    sandtable.server.notify.hook.BadHook: a web hook is like https://hooks.example/turn
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadHook("a web hook is like https://hooks.example/turn") from None
    plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or port == 0 or not plain:
        raise BadHook("a web hook is like https://hooks.example/turn")
    return parts


def public_address(text: str) -> bool:
    """Whether an IP address is one of the open internet, in whatever dress.

    >>> public_address("93.184.216.34"), public_address("127.0.0.1"), public_address("::ffff:10.0.0.1")
    (True, False, False)
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if address.teredo is not None:
            return False
        if inner is not None:
            return public_address(str(inner))
    return address.is_global and not address.is_multicast


async def send_hook(url: str, body: bytes, *, public_only: bool, seconds: float) -> None:
    """POST the body; NotSent if it surely did not arrive, Unknown if that is not known."""
    parts = hook_address(url)
    sending = False
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await _connect(parts, public_only)
            try:
                sending = True
                writer.write(_request(parts, body))
                await writer.drain()
                status = _status(await reader.readline())
            finally:
                writer.transport.abort()
    except (OSError, TimeoutError, ValueError) as fault:
        kind = Unknown if sending else NotSent
        raise kind(f"the web hook did not answer ({type(fault).__name__})") from None
    if status >= 500 or status == 429:
        raise NotSent(f"the web hook answered {status}")
    if not 200 <= status < 300:
        raise Unknown(f"the web hook answered {status}")


async def _connect(parts: SplitResult, public_only: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host = str(parts.hostname)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if public_only and not all(public_address(each) for each in addresses):
        raise Unknown("the web hook is at an address inside")
    safe = ssl.create_default_context() if parts.scheme == "https" else None
    return await asyncio.open_connection(
        addresses[0], port, ssl=safe, server_hostname=host if safe else None, limit=LONGEST_LINE
    )


def _request(parts: SplitResult, body: bytes) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.netloc.rpartition("@")[2]
    head = (
        f"POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nUser-Agent: sandtable\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


def _status(line: bytes) -> int:
    words = line.split(b" ")
    if len(words) < 2 or not words[0].startswith(b"HTTP/1") or not words[1].strip().isdigit():
        raise ValueError("not an answer of HTTP")
    return int(words[1])
