"""Names of people: checked, made comparable, and made up for guests."""

from __future__ import annotations

import re
import secrets
import unicodedata

from sandtable.kernel.errors import SandtableError

__all__ = ["BadName", "account_name", "made_up_name", "name_key"]

SHORTEST, LONGEST = 2, 30
MANNERS = ("Quiet", "Steady", "Bold", "Wary", "Brisk", "Dry", "Early", "Late", "Lucky", "Stern", "Calm", "Keen")
ROLES = ("Sapper", "Runner", "Scout", "Gunner", "Signaller", "Driver", "Loader", "Sentry", "Cook", "Major", "Umpire")


class BadName(SandtableError):
    """A name that nobody can have; says why."""


def account_name(text: str) -> str:
    """The name as it will be shown, or BadName with the reason.

    >>> account_name("  Anna   K. ")
    'Anna K.'
    >>> account_name("x")
    Traceback (most recent call last):
    sandtable.server.people.names.BadName: a name has 2 to 30 characters
    """
    name = " ".join(unicodedata.normalize("NFKC", text[: LONGEST * 4]).split())
    if len(text) > LONGEST * 4 or not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"a name has {SHORTEST} to {LONGEST} characters")
    if not all(each.isalnum() or each in " -_.'" for each in name):
        raise BadName("a name has letters, digits, spaces and - _ . ' only")
    if not any(each.isalpha() for each in name):
        raise BadName("a name has at least one letter")
    scripts = {_script(each) for each in name if each.isalpha()}
    if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
        raise BadName("a name does not mix alphabets that look alike")
    return name


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split(" ")[0]


def name_key(name: str) -> str:
    """What two names that people would take for the same have in common.

    >>> name_key("Anna K.") == name_key("anna_k")
    True
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"[\s._'-]", "", "".join(each for each in folded if not unicodedata.combining(each)))


def made_up_name() -> str:
    """A name for a guest.

    >>> account_name(made_up_name()).split(" ")[2].isdigit()
    True
    """
    return f"{secrets.choice(MANNERS)} {secrets.choice(ROLES)} {secrets.randbelow(9000) + 1000}"
