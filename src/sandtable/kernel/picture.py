"""What a client needs to draw a game: the scene, which never changes, and the picture of one moment.

A system fills these in; a client draws any system from them. Lengths of a table are hundredths of an inch with the
origin in the south-west corner; a place on it is the number of a lattice point, on a hex map the number of a hex.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

import msgspec

from sandtable.kernel.resolution import Resolution

__all__ = [
    "Ahead",
    "Aim",
    "Battery",
    "Cell",
    "Curve",
    "Edge",
    "Exchange",
    "Goal",
    "HexScene",
    "Hit",
    "Interruption",
    "Line",
    "Mark",
    "Member",
    "Outline",
    "Patch",
    "Phase",
    "Picture",
    "Piece",
    "Plan",
    "PlanLine",
    "Reach",
    "Route",
    "Scene",
    "Shape",
    "Shoot",
    "Sky",
    "Span",
    "Spot",
    "Stage",
    "Standing",
    "TableScene",
    "Tally",
]

Corner: TypeAlias = tuple[int, int]


class Span(msgspec.Struct, frozen=True):
    """How far a weapon reaches on a hex map, in hexes: `kind` is fire, missile or air (at what flies).

    `least` is the nearest hex it hits; nearer than that it cannot fire.
    """

    words: str
    reach: int
    kind: str = "fire"
    least: int = 0


class Piece(msgspec.Struct, frozen=True):
    """A stand, counter or vehicle: what never changes of it. `symbol` is a 2525C symbol code without affiliation."""

    id: int
    name: str
    side: int
    symbol: str
    kind: str
    formation: str = ""
    faces: bool = False
    arc: int = 0
    """How many degrees its front is wide, if it matters where it faces."""
    leader: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    """What its data card says: label and value."""
    rings: tuple[tuple[str, int], ...] = ()
    """How far it moves and shoots, each with its word and in hundredths of an inch: rings around it when in hand."""
    spans: tuple[Span, ...] = ()
    """The same on a hex map, in hexes."""
    rating: int | None = None
    """What the chances on its data card depend on, such as its cohesion."""
    left: str = ""
    """Printed on the counter beside its steps: its fire, such as `5` or `6p`; `right` its morale."""
    right: str = ""


class Outline(msgspec.Struct, frozen=True):
    """A feature or zone of a table: its edge, and the level of its ground if it sets one."""

    kind: str
    name: str
    polygon: tuple[Corner, ...]
    level: int | None = None
    words: str = ""
    """What the ground does, for those who point at it."""


class Line(msgspec.Struct, frozen=True):
    """A road, a stream: along the corners of a table, or along the hexes of a map."""

    kind: str
    name: str
    points: tuple[Corner, ...] = ()
    cells: tuple[int, ...] = ()
    width: int = 0


class Spot(msgspec.Struct, frozen=True):
    """A named place."""

    name: str
    at: int


class TableScene(msgspec.Struct, frozen=True, tag="table"):
    """An inch table. Point n stands at (n % columns, n // columns) steps from the south-west corner."""

    width: int
    height: int
    step: int
    columns: int
    rows: int
    base: int
    """The side of a stand's base."""
    pieces: tuple[Piece, ...]
    features: tuple[Outline, ...] = ()
    roads: tuple[Line, ...] = ()
    spots: tuple[Spot, ...] = ()
    zones: tuple[Outline, ...] = ()


class Cell(msgspec.Struct, frozen=True):
    """A hex: its printed number, terrain and elevation. Columns and rows count from 1."""

    id: int
    label: str
    column: int
    row: int
    terrain: str
    elevation: int = 0


class Edge(msgspec.Struct, frozen=True):
    """A feature along the side between two hexes: hedge, stream, cliff."""

    kind: str
    one: int
    other: int


class HexScene(msgspec.Struct, frozen=True, tag="hexes"):
    """A hex map with flat tops: even columns stand half a hex lower."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    edges: tuple[Edge, ...] = ()
    roads: tuple[Line, ...] = ()
    spots: tuple[Spot, ...] = ()
    metres: int = 0
    """The width of a hex; 0 if the game does not say."""


Scene: TypeAlias = TableScene | HexScene


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
