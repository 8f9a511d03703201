"""How sending can fail: what surely did not arrive may be tried again, what may have arrived never is."""

from __future__ import annotations

from sandtable.kernel.errors import SandtableError

__all__ = ["NotSent", "Unknown"]


class NotSent(SandtableError):
    """It did not arrive: try again later."""


class Unknown(SandtableError):
    """It may have arrived, or never will: do not try again."""
