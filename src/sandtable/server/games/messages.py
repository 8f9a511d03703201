"""The server's messages to a client about a game. The same values go over HTTP and WebSocket."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.kernel.decision import Target
from sandtable.kernel.phrase import Part
from sandtable.kernel.picture import Picture, Shoot
from sandtable.kernel.scene import HexScene, TableScene
from sandtable.kernel.system import OptionValue

__all__ = [
    "Ability",
    "ActionTold",
    "Better",
    "Chances",
    "Choice",
    "ClockNow",
    "Danger",
    "Factor",
    "Forecast",
    "GameCard",
    "GameInfo",
    "LetGo",
    "LogLine",
    "MarchTold",
    "Need",
    "Offering",
    "Outcome",
    "PartOffered",
    "Preview",
    "RefusalTold",
    "RollTold",
    "RouteTold",
    "RowTold",
    "SealTold",
    "SeatInfo",
    "ShotTold",
    "Trouble",
    "UndoNow",
    "UnitTold",
    "ViewChange",
    "ViewMessage",
    "Way",
]

Status = Literal["waiting", "playing", "paused", "stopped", "over"]


class Factor(msgspec.Struct, frozen=True):
    """A modifier: its value, why, and by which rule."""

    value: int
    words: str
    rule: str


class RowTold(msgspec.Struct, frozen=True):
    """A line of a chart: what the numbers from low to high mean; null is open-ended."""

    low: int | None
    high: int | None
    words: str


class RollTold(msgspec.Struct, frozen=True):
    """A roll that was made, with all that went into it."""

    words: str
    rule: str
    pool: str
    dice: tuple[int, ...]
    number: int
    total: int
    modifiers: tuple[Factor, ...]
    modifies: str
    column: str
    rows: tuple[RowTold, ...]
    outcome: str
    parts: tuple[Part, ...] = ()
    """The words as parts: those that name a unit, a hex, a point or a side say which."""
    by: tuple[int, ...] = ()
    """The units that act, `on` those they act on, and `at` the place it is done to."""
    on: tuple[int, ...] = ()
    at: int | None = None
    severity: int = 0
    """How grave the outcome is: 0 nothing, 1 slight, 2 serious, 3 the worst."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log as one onlooker reads it. Numbers count this onlooker's own lines from 1."""

    number: int
    sequence: int
    side: int | None
    """The side it is about: that of the piece or the side it names first."""
    what: str
    rule: str
    words: str
    parts: tuple[Part, ...]
    """The words as parts."""
    values: dict[str, Any]
    roll: RollTold | None
    time: int


Given: TypeAlias = int | str | tuple[int | str | tuple[int | str, ...], ...]
"""A target; one of several values is a list."""


class PartOffered(msgspec.Struct, frozen=True):
    """What a part of a target is put together of: one of these values, a chain of neighbours, a set of them, some
    of them in any order (`points`), or a text of `least` to `most` characters, for which `targets` are examples.
    """

    kind: str
    shape: Literal["one", "chain", "set", "points", "text"]
    targets: tuple[Given, ...]
    names: dict[str, str] = {}
    first: tuple[int, ...] | None = None
    """A chain begins with one of these."""
    least: int = 1
    most: int = 1
    """How many values it has."""
    last: tuple[int, ...] | None = None
    """Points end with one of these."""


class Offering(msgspec.Struct, frozen=True):
    """A verb and its targets: listed, or as ranges of numbers where there are many points; a button has neither.

    A target of several values is a list. Where there are too many of those, `shape` says how one is put together: it
    is a chain, a set, or points in any order of the only part, a text, or (`parts`) has one member for each part.
    """

    verb: str
    label: str
    kind: str
    targets: tuple[Given, ...] | None = None
    ranges: tuple[tuple[int, int], ...] | None = None
    names: dict[str, str] = {}
    degrees: dict[str, int] = {}
    """For targets that are headings: which way each looks, clockwise from north."""
    menu: str = ""
    """The label where the target stands beside it already: `Fire` for `Fire with`."""
    shape: Literal["", "chain", "set", "points", "text", "parts"] = ""
    parts: tuple[PartOffered, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """What this side must choose now: what the decision is called, and which `units` and `places` it is about."""

    side: int
    name: str
    prompt: str
    parts: tuple[Part, ...]
    units: tuple[int, ...]
    places: tuple[int, ...]
    offers: tuple[Offering, ...]
    reaction: bool = False
    sets_up: bool = False
    """Whether it is a part of setting up."""
    against: int | None = None
    """Of a reaction that has not begun: the piece that is reacted to, what it has done, and whether to hold once is to
    hold for all of its move.
    """
    occasion: str = ""
    lasts: bool = False


class UndoNow(msgspec.Struct, frozen=True):
    """Whether the side's last action can be taken back, and why not."""

    possible: bool
    why: str


class LetGo(msgspec.Struct, frozen=True):
    """What a side is in the middle of choosing: its last `count` actions changed nothing on the table yet.

    Taking them back leads to `choice` again, so a client can offer that beside the decision of now.
    """

    count: int
    choice: Choice


class ClockNow(msgspec.Struct, frozen=True):
    """A side's clock: milliseconds left, and whether it runs."""

    side: int
    left: int
    running: bool


class Ended(msgspec.Struct, frozen=True):
    """How a game ended; `winner` is null for a draw."""

    winner: int | None
    reason: str
    points: tuple[int, ...] = ()


class Trouble(msgspec.Struct, frozen=True):
    """A bot that did not answer: its side, and what happened."""

    side: int
    words: str


class ViewMessage(msgspec.Struct, frozen=True, tag="view", tag_field="type"):
    """A game as one onlooker may see it now.

    `log` holds the lines after number `log_from`: forget those you have beyond it, and add these.
    `answers` is the key of the action that this answers, if it answers one.
    """

    game: str
    sequence: int
    side: int | None
    status: Status
    words: str
    picture: Picture
    decision: Choice | None
    deciding: tuple[int, ...]
    undo: UndoNow
    let_go: LetGo | None
    log_from: int
    log: tuple[LogLine, ...]
    result: Ended | None
    clocks: tuple[ClockNow, ...] | None
    draw_offered: int | None
    trouble: Trouble | None
    orders_answer: bool = False
    """Whether standing orders are asked first: the next view has their answer, or leaves it to the player."""
    moment: bool = False
    answers: str | None = None
    stamp: str = ""
    """Names this view, for a client that takes changes: the next `change` may be based on it."""


class ViewChange(msgspec.Struct, frozen=True, tag="change", tag_field="type"):
    """A view as the difference from the one with the stamp `base`, which the client has.

    `changes` is a difference as `sandtable.server.games.changes` describes it; all else is as in a view.
    """

    base: str
    stamp: str
    changes: dict[str, Any]
    log_from: int
    log: tuple[LogLine, ...]
    clocks: tuple[ClockNow, ...] | None
    answers: str | None = None


class SeatInfo(msgspec.Struct, frozen=True):
    """The player of a side."""

    side: int
    side_name: str
    who: Literal["person", "bot", "open", "invite"]
    name: str
    bot: str | None
    connected: bool
    you: bool


class GameCard(msgspec.Struct, frozen=True):
    """A game in a list."""

    id: str
    scenario: str
    title: str
    sides: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    you: tuple[int, ...]
    status: Status
    deciding: tuple[int, ...]
    pace: str
    made: int
    changed: int
    result: Ended | None


class SealTold(msgspec.Struct, frozen=True):
    """A commitment to the dice from roll number `roll` (counted from 0) on; the seed when the game is over."""

    roll: int
    commitment: str
    seed: str | None


class GameInfo(msgspec.Struct, frozen=True):
    """All of a game that does not change with every action. `commitment` and `seed` are of the dice thrown now,
    `seals` of all dice: there are several if the game was repaired.
    """

    id: str
    scenario: str
    title: str
    briefing: str
    system: str
    system_title: str
    vehicles: bool
    """Whether the system has data cards of its vehicles."""
    rules_version: str
    sides: tuple[str, ...]
    options: dict[str, OptionValue]
    seats: tuple[SeatInfo, ...]
    you: tuple[int, ...]
    status: Status
    words: str
    dice: str
    commitment: str | None
    seed: str | None
    seals: tuple[SealTold, ...]
    scene: TableScene | HexScene
    pace: str
    clock: dict[str, int] | None
    listed: bool
    made: int
    rematch: str | None
    admin: bool


class Chances(msgspec.Struct, frozen=True):
    """One outcome: its words, its exact chance as a fraction, the chance in percent, and how grave it is (0 to 3)."""

    words: str
    chance: str
    percent: float
    severity: int = 0
    parts: tuple[Part, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """A line of the chart that is about to be used, with its chance."""

    low: int | None
    high: int | None
    outcome: str


class Forecast(msgspec.Struct, frozen=True):
    """The first roll that an action would make: `by` whom, `on` whom, and `at` which place."""

    words: str
    parts: tuple[Part, ...]
    by: tuple[int, ...]
    on: tuple[int, ...]
    at: int | None
    rule: str
    dice: str
    column: str
    modifies: str
    modifiers: tuple[Factor, ...]
    rows: tuple[Outcome, ...]
    chances: tuple[Chances, ...]


class Danger(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A stretch of a route on which these enemies may interrupt: indices into its points."""

    start: int
    end: int
    by: tuple[int, ...]


class ShotTold(msgspec.Struct, frozen=True):
    """A shot that a move may draw: who fires, at which of the points it would be worst, and the roll."""

    by: int
    at: int
    roll: Forecast
    fires: str = "1"
    """The chance that it is fired at all, where a test comes first: as a fraction, and in percent."""
    percent: float = 100.0


class Better(msgspec.Struct, frozen=True):
    """Another place near the end of a way, and why it is better."""

    place: int
    words: str


class RouteTold(msgspec.Struct, frozen=True):
    """The way a move would take."""

    points: tuple[int, ...]
    danger: tuple[Danger, ...] = ()
    shots: tuple[ShotTold, ...] = ()
    cost: str = ""
    """What it costs, and what it ends in, in words."""
    ground: str = ""
    seen_by: tuple[int, ...] = ()
    """The known enemies that would see the piece at its end."""
    better: Better | None = None


class Preview(msgspec.Struct, frozen=True):
    """What an action would do, before it is taken, as far as the side may know."""

    odds: tuple[Chances, ...]
    until: str
    forecast: Forecast | None
    undoable: bool
    why: str
    route: RouteTold | None
    advice: tuple[str, ...] = ()
    shoot: Shoot | None = None
    """Of a call for fire: where it may land, and what it would hit."""
    rolls: bool = False
    """Whether the action throws dice; those that begin another phase are not its own."""
    open: float = 0
    """The percent of the chances that are not worked out: `odds` are then the least that each outcome can have."""
    more: int = 0
    """The effort to ask for next, to go on working them out; 0 if all is known, or if no more may be asked for."""


class RefusalTold(msgspec.Struct, frozen=True):
    """A verb that cannot be used now: why, and by which rule."""

    verb: str
    label: str
    menu: str
    words: str
    rule: str
    quiet: bool = False
    """Whether it goes without saying: what was pressed is of the wrong kind."""


class Ability(msgspec.Struct, frozen=True):
    """A verb that several units can use, and the targets on offer for one of them."""

    verb: str
    label: str
    menu: str
    kind: str
    targets: tuple[Given, ...]


class UnitTold(msgspec.Struct, frozen=True):
    """What a unit cannot do now, and why; and what it can do to some of the targets on offer."""

    refused: tuple[RefusalTold, ...]
    can: tuple[Ability, ...]


class ActionTold(msgspec.Struct, frozen=True):
    """An action: its verb and its target."""

    verb: str
    target: Given | None = None


class Way(msgspec.Struct, frozen=True):
    """How some units together can act on a target: the actions one after the other, the last of which throws the dice.

    `able` are the units that could still join.
    """

    label: str
    button: str
    by: str
    units: tuple[int, ...]
    able: tuple[int, ...]
    actions: tuple[ActionTold, ...]
    preview: Preview


class MarchTold(msgspec.Struct, frozen=True):
    """How a unit goes with its group: where to, by which actions, and its way."""

    unit: int
    place: int
    actions: tuple[ActionTold, ...]
    route: RouteTold


class Need(msgspec.Struct, frozen=True):
    """Dice that must be thrown by hand before an action can go on."""

    words: str
    rule: str
    pool: str
    faces: tuple[int, ...]
    given: int
    """How many of the dice given so far were used."""


class Asked(msgspec.Struct, frozen=True):
    """An action as a client asks for it. `sequence` is that of the view it was chosen from."""

    side: int
    sequence: int
    key: str
    verb: str
    target: Target = None
    dice: tuple[int, ...] | None = None
