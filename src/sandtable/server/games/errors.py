"""Why the server refuses something, with the status that goes with it."""

from __future__ import annotations

from sandtable.kernel.errors import SandtableError
from sandtable.server.games.messages import Need, ViewMessage

__all__ = ["DiceWanted", "NotFound", "NotYours", "Refused", "Stale", "TooMany", "WrongValue"]


class Refused(SandtableError):
    """Something that cannot be done now: the text says why. The state is as it was."""

    status = 422


class WrongValue(Refused):
    """A value that is not so: `about` names it, if it is known which."""

    def __init__(self, words: str, about: str = "") -> None:
        super().__init__(words)
        self.about = about


class NotFound(Refused):
    """There is no such thing, or nobody but its owner may know that there is."""

    status = 404


class NotYours(Refused):
    """It is somebody else's to do, or to see."""

    status = 403


class TooMany(Refused):
    """A limit of the server."""

    status = 429


class Stale(Refused):
    """The game has gone on since the action was chosen: the answer carries the new view."""

    status = 409

    def __init__(self, words: str, view: ViewMessage | None = None) -> None:
        super().__init__(words)
        self.view = view


class DiceWanted(Refused):
    """The players throw the dice: these are wanted before the action can go on."""

    status = 422

    def __init__(self, words: str, need: Need) -> None:
        super().__init__(words)
        self.need = need
