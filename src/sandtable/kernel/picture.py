"""What a client draws of one moment of a game, beside the scene (`kernel/scene.py`), which never changes.

A system fills it in; a client draws any system from it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.memo import known_of
from sandtable.kernel.plan import Plan
from sandtable.kernel.resolution import Resolution

__all__ = [
    "Ahead",
    "Aim",
    "Battery",
    "Exchange",
    "Goal",
    "Hit",
    "Interruption",
    "Mark",
    "Patch",
    "Phase",
    "Picture",
    "Route",
    "Shoot",
    "Sky",
    "Stage",
    "Standing",
    "Tally",
    "kept_beside_the_board",
]


class Mark(msgspec.Struct, frozen=True):
    """A marker on a piece: a word the client knows a sign for, and what to say of it."""

    kind: str
    words: str
    label: str = ""
    """A short sign to write on it, such as the movement points left."""


class Standing(msgspec.Struct, frozen=True):
    """A piece at one moment. `at` is None when it is not on the map, or where is not known."""

    id: int
    at: int | None
    heading: int = 0
    """Degrees clockwise from north."""
    strength: int = 1
    full: int = 1
    marks: tuple[Mark, ...] = ()
    carrier: int | None = None
    gone: bool = False
    """Destroyed, or off the map for good."""
    group: str = ""
    """The battle group it belongs to now, where that can differ from its formation."""


class Patch(msgspec.Struct, frozen=True):
    """Something that lies on the map for a while: smoke, a template, a wreck."""

    kind: str
    at: int
    radius: int
    words: str
    label: str = ""
    """A short mark to write on it, such as the turns it still lasts."""
    goes: str = ""
    """What ends it if no turn does: the number a die must reach, such as `5+`."""


class Interruption(NamedTuple):
    """A shot that a move may draw: the place (counted from 0) where it is worst, who fires, the roll, and the chance
    that he fires at all if he must pass a test first.
    """

    place: int
    by: int
    roll: Resolution
    fires: Fraction = Fraction(1)


class Route(msgspec.Struct, frozen=True):
    """The way a move would take, place by place, and where known enemies could interrupt it.

    A danger is the first and the last of the places (counted from 0) at which these enemies could.
    """

    places: tuple[int, ...]
    danger: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    shots: tuple[Interruption, ...] = ()
    """What the interruptions would be."""
    cost: str = ""
    """What it costs, in words: `4 of 6 movement points`."""
    ground: str = ""
    """What it ends in, and what that does: `woods, cover +1`."""
    cover: int = 0
    """How well that covers the piece: more is better."""
    seen_by: tuple[int, ...] = ()
    """The known enemies that would see the piece at the end of its way."""


class Goal(msgspec.Struct, frozen=True):
    """An objective, its worth, and the side that holds it."""

    name: str
    at: int
    points: int
    holder: int | None


class Aim(msgspec.Struct, frozen=True):
    """Something that decides the battle by the victory rules of the scenario: what a side needs, and what it has.

    `met`: it would hold if the battle ended now, so that `result` would be how it ends, or a part of it.
    """

    side: int
    words: str
    have: int
    need: int
    met: bool
    result: str = ""
    """What comes of it, in words; `winner` is the side that wins by it, None if it decides nothing alone."""
    winner: int | None = None


class Ahead(msgspec.Struct, frozen=True):
    """Places the mover could reach later: what it must do first, in words, and the places."""

    words: str
    number: int
    """How many impulses on: written on each of the places."""
    places: tuple[int, ...]


class Battery(msgspec.Struct, frozen=True):
    """Guns that a side calls for fire from: its role in words, and what it has left of each kind of shell."""

    id: int
    name: str
    words: str
    role: str = ""
    shells: tuple[tuple[str, int], ...] = ()
    ready: bool = True
    why: str = ""
    """Why it takes no call now; empty if it does."""


class Hit(msgspec.Struct, frozen=True):
    """What fire would do in a place: whose it is, mean losses of steps and vehicles, and the chance of shells there."""

    at: int
    side: int
    steps: float
    vehicles: float = 0.0
    chance: float = 1.0


class Shoot(msgspec.Struct, frozen=True):
    """Fire that somebody is about to call: every result, where it may land, and what it would hit."""

    title: str
    target: int
    observer: int | None = None
    observers: tuple[int, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    """What is chosen so far: the verb that changes it, and the value."""
    good: tuple[float, ...] = ()
    """For each of the observers the chance of the best result."""
    factors: tuple[tuple[str, int, str], ...] = ()
    """What makes up the column of the roll: the words, the number and the rule of each."""
    column: str = ""
    rule: str = ""
    kind: str = "shells"
    """What comes down: shells, smoke or light."""
    zone: tuple[int, ...] = ()
    ring: tuple[int, ...] = ()
    results: tuple[tuple[str, float], ...] = ()
    """Each result of the roll with its chance."""
    lands: tuple[tuple[int, float], ...] = ()
    """The chance of each place to be hit in the middle."""
    shelled: tuple[tuple[int, float], ...] = ()
    """The chance of each place to get shells at all, but for what the opponent places."""
    placed: float = 0.0
    """The chance that the opponent chooses where it lands, and where he may."""
    placeable: tuple[int, ...] = ()
    lost: float = 0.0
    """The chance that it falls beyond the map."""
    hits: tuple[Hit, ...] = ()
    warnings: tuple[str, ...] = ()


class Stage(msgspec.Struct, frozen=True):
    """A step of an exchange: what happens in it, and who acts.

    `state` is done, now, ahead, or never: a step that is in the rules but cannot come about, with the reason in `note`.
    """

    words: str
    state: str
    side: int | None = None
    """The side that acts in it."""
    pieces: tuple[int, ...] = ()
    """The pieces that act in it, or may still act."""
    note: str = ""
    """What it takes, or why it cannot be."""
    exact: str = ""
    """The chance that it has its effect, for each piece that acts, as a fraction; `chance` is the same as a number."""
    chance: float = 0
    rule: str = ""


class Exchange(msgspec.Struct, frozen=True):
    """Actions and reactions that follow one another in an order the rules fix: each step, and who may still act."""

    title: str
    stages: tuple[Stage, ...]
    about: tuple[int, ...] = ()
    """The pieces it is about: those that everybody reacts to."""


class Sky(msgspec.Struct, frozen=True):
    """The time of day, the light (day, twilight, night), and how far units see, in the units of the map."""

    clock: str
    light: str
    visibility: int = 0
    """0 is no limit."""
    turns: tuple[str, ...] = ()
    """When each turn of the game begins, and how light it is then."""
    lights: tuple[str, ...] = ()
    sees: tuple[tuple[tuple[int, int], ...], ...] = ()
    """At night: the places that each side's known pieces see, as runs of numbers, first and last."""
    spotted: tuple[tuple[str, int], ...] = ()
    """How far men on the move in the open are spotted, in one light and in another."""


class Tally(msgspec.Struct, frozen=True):
    """Something that is counted for each side, and what it is called: `Victory points`, `Stands lost`."""

    words: str
    counts: tuple[int, ...]


class Phase(msgspec.Struct, frozen=True):
    """A phase of the turn: its name, and whether it is `done`, `now` or `next`."""

    words: str
    state: str


class Picture(msgspec.Struct, frozen=True):
    """One moment of a game, as somebody may see it."""

    turn: int
    turns: int
    pieces: tuple[Standing, ...]
    patches: tuple[Patch, ...] = ()
    goals: tuple[Goal, ...] = ()
    aims: tuple[Aim, ...] = ()
    """What decides the battle, the best result first."""
    tallies: tuple[Tally, ...] = ()
    """How the sides stand: first what decides the battle, then what else is counted."""
    notes: tuple[str, ...] = ()
    """What else a player wants at a glance: points of command left, fuel, ammunition."""
    absent: tuple[int, ...] = ()
    """The features of the scene, by their numbers, that are not there now: a gap in the wire, a bridge that is down."""
    ahead: tuple[Ahead, ...] = ()
    """Beyond what is offered to who moves now: a band for each impulse that follows."""
    plans: tuple[Plan, ...] = ()
    """The orders on paper that the onlooker may read."""
    reminders: tuple[str, ...] = ()
    """What a player may want to think of before he is done with his orders, a line each."""
    support: tuple[Battery, ...] = ()
    """The batteries of the onlooker's side."""
    shoot: Shoot | None = None
    """The fire that the onlooker is about to call."""
    exchange: Exchange | None = None
    """The actions and reactions that are under way, or that a choice of the onlooker would set off."""
    sky: Sky | None = None
    """The time and the light, where the game has them."""
    phases: tuple[Phase, ...] = ()
    """The phases of this turn in their order; the kernel fills them in."""


def kept_beside_the_board(draw: Callable[[Any, Any], Picture]) -> Callable[[Any, Any], Picture]:
    """A system's `picture(game, state)` that is drawn once for a board: many a choice leaves the board as it is.

    What a side has placed in secret is not on the board, so that such a picture is drawn each time.
    """

    @wraps(draw)
    def picture(game: Any, state: Any) -> Picture:
        if state.secret:
            return draw(game, state)
        known = known_of(state.board, "drawn")
        if game not in known:
            known[game] = draw(game, state)
        found: Picture = known[game]
        return found

    return picture
