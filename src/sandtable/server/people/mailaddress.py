"""Mail addresses: checked enough that nothing but an address can reach the head of a mail."""

from __future__ import annotations

import re

from sandtable.kernel.errors import SandtableError

__all__ = ["BadAddress", "mail_address"]

SHAPE = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
LONGEST = 254


class BadAddress(SandtableError):
    """Not a mail address that can be written to."""


def mail_address(text: str) -> str:
    """The address in small letters, or BadAddress.

    >>> mail_address(" Anna@Club.example ")
    'anna@club.example'
    >>> mail_address("anna@club.example\\nBcc: all@club.example")
    Traceback (most recent call last):
    sandtable.server.people.mailaddress.BadAddress: a mail address is like anna@club.example
    """
    address = text.strip(" ")
    if len(address) > LONGEST or not SHAPE.fullmatch(address) or ".." in address:
        raise BadAddress("a mail address is like anna@club.example")
    return address.lower()
