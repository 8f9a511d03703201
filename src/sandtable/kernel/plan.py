"""Orders on paper, as a client draws them: who, where to, and what has become of them."""

from __future__ import annotations

import msgspec

__all__ = [
    "Curve",
    "Member",
    "Plan",
    "PlanLine",
    "Reach",
    "Shape",
]


class Member(msgspec.Struct, frozen=True):
    """A piece that a plan is for, its group, and what the group is to do."""

    piece: int
    group: str
    mission: str


class Shape(msgspec.Struct, frozen=True):
    """Something that a plan draws on the map.

    `kind` is one of objective, axis, direction, boundary, line, assembly, rally, reserve, alternate, fires. An axis and
    a direction are a chain of cells in order, a boundary the sides between pairs of cells, all others a set of cells.
    """

    kind: str
    name: str
    cells: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    """Of an axis: the way-points its chain of cells was drawn through; they can be dragged."""
    width: int = 0
    """How far the ground beside an axis reaches, in cells."""
    dashed: bool = False
    """Whether it is not in force: of a plan in preparation, or an alternate."""
    edges: tuple[tuple[int, int], ...] = ()
    group: str = ""
    """The group it is for; empty for the whole plan."""
    words: str = ""
    """What to say beside it: when a line opens, who is in reserve."""


class PlanLine(msgspec.Struct, frozen=True):
    """A line of the paper: `Axis`, and what it says. `kind` is that of the shape it belongs to; `verb` changes it."""

    label: str
    text: str
    kind: str = ""
    verb: str = ""


class Curve(msgspec.Struct, frozen=True):
    """The chance that a plan is in force by each of some turns.

    `kind` is alone, last, fire or best: if its pieces are left alone, if it goes on as last turn, if they are under
    fire every turn, and with the best single change, which `words` names.
    """

    kind: str
    words: str
    turns: tuple[int, ...]
    labels: tuple[str, ...]
    """What the turns are called, such as the time of day."""
    chances: tuple[float, ...]
    exact: tuple[str, ...]
    """The same chances as fractions."""
    half: int | None = None
    """The first of the turns by which the chance is at least one half; None if it never is."""
    most: int | None = None
    """The first of the turns by which the chance is at least four fifths; None if it never is."""


class Reach(msgspec.Struct, frozen=True):
    """How far a group gets if its plan comes into force on a turn, met by no enemy."""

    turn: int
    group: str
    cells: tuple[int, ...]
    """The part of its way that it covers by the last turn."""
    arrives: int | None
    """The turn on which it is at its objective; None if it does not get there."""
    words: str


class Plan(msgspec.Struct, frozen=True):
    """An order on paper: who, where to, and what has become of it. A side is shown its own until the game is over."""

    id: int
    """-1 for one that is being written and is not in preparation yet."""
    name: str
    kind: str
    state: str
    """draft, preparing, implemented, completed, failed, cancelled or template."""
    side: int
    words: str
    """The whole plan in one sentence."""
    colour: int
    """Plans of a side are told apart by it: 0, 1, 2 and so on."""
    secret: bool = True
    """Whether the other side may not know it; not any more when the game is over."""
    members: tuple[Member, ...] = ()
    shapes: tuple[Shape, ...] = ()
    rows: tuple[PlanLine, ...] = ()
    preparation: tuple[str, ...] = ()
    """How far it is: its preparation turn by turn, the row and the number to roll, a line each."""
    chance: float = 0
    """The chance of the next roll for it."""
    curve: tuple[Curve, ...] = ()
    reach: tuple[Reach, ...] = ()
    reminders: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    """Why it cannot be put into preparation as it is."""
    warnings: tuple[str, ...] = ()
    """What its author may want to think of again."""
    costs: tuple[tuple[str, str], ...] = ()
    """What changing something would cost: the verb, and a sentence."""
