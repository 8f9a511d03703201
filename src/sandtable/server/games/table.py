"""A game with the people at it: what any of them may see and do."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.server.games.changes import view_difference
from sandtable.server.games.clocks import clocks_now
from sandtable.server.games.deciding import deciding_sides, shown_deciding, timed_sides
from sandtable.server.games.messages import (
    Ended,
    GameCard,
    GameInfo,
    SealTold,
    SeatInfo,
    Trouble,
    UndoNow,
    ViewChange,
    ViewMessage,
)
from sandtable.server.games.open import OpenGame, Viewer
from sandtable.server.games.orders import Orders
from sandtable.server.people.person import Person
from sandtable.server.store.games import GameRow, SeatRow

__all__ = ["GameTable", "Shown"]

KEPT_SHOWN = 3
"""Views of a side that are kept, so that a client can be sent differences from them."""


class Shown(msgspec.Struct, frozen=True, eq=False):
    """A view that onlookers of a side have been shown, without what differs from one to the other."""

    stamp: str
    """At random, so that it tells nothing of how many were shown."""
    view: ViewMessage


class GameTable:
    """A game that is open in this worker. Hold `lock` to change it."""

    def __init__(self, row: GameRow, seats: tuple[SeatRow, ...], opened: OpenGame) -> None:
        self.row = row
        self.seats = seats
        self.open = opened
        self.lock = asyncio.Lock()
        self.keys: dict[tuple[int | None, str], int] = {}
        self.orders: dict[int, Orders] = {}
        self.asked_player: tuple[int, int] | None = None
        """A side and sequence for which its standing orders say to ask the player."""
        self.draw_offered: int | None = None
        self.trouble: Trouble | None = None
        self.connected: Mapping[int, int] = {}
        """How many live connections look through each side."""
        self.elsewhere: set[int] = set()
        """The sides that are looked through in other workers."""
        self.doubt = False
        """A write failed on the way: whether it is on disk must be looked up before anything else."""
        self.announced = opened.number
        """The last entry that onlookers have seen."""
        self._shown: dict[Viewer, list[Shown]] = {}
        self._changes: dict[Viewer, tuple[Shown, Shown, msgspec.Raw]] = {}
        """For each side the last difference that was worked out, encoded."""
        self.driver: asyncio.Task[None] | None = None
        self.flag: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        """The game's id."""
        return self.row.id

    # Who is who

    def sides_of(self, person: Person | None) -> tuple[int, ...]:
        """The sides that somebody plays."""
        if person is None:
            return ()
        return tuple(seat.side for seat in self.seats if seat.person == person.id)

    def seat(self, side: int) -> SeatRow:
        """The player of a side."""
        return self.seats[side]

    def may_look(self, person: Person | None, viewer: Viewer) -> bool:
        """Whether somebody may look through this side: their own; any side when the game is over."""
        return viewer is None or viewer in self.sides_of(person) or self.row.status == "over"

    def own_view(self, person: Person | None) -> Viewer:
        """The side somebody looks through: of several the one that must decide."""
        return self.view_when(person, self.deciding)

    def view_when(self, person: Person | None, deciding: tuple[int, ...]) -> Viewer:
        """The same, when these sides must decide."""
        sides = self.sides_of(person)
        return next(iter([*(side for side in deciding if side in sides), *sides]), None)

    def is_there(self, side: int) -> bool:
        """Whether somebody looks through this side live, in this worker or another."""
        return bool(self.connected.get(side)) or side in self.elsewhere

    def has_orders(self, side: int) -> bool:
        """Whether standing orders may have an answer to what the side is asked now."""
        orders = self.orders.get(side)
        if orders is None or self.asked_player == (side, self.open.sequence(side)):
            return False
        return orders.here or not self.is_there(side)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The sides that must choose now."""
        return deciding_sides(self.row.deciding)

    @property
    def timed(self) -> tuple[int, ...]:
        """The sides whose clocks run."""
        return timed_sides(self.row.deciding, len(self.seats))

    # What they see

    @property
    def result(self) -> Ended | None:
        """How it ended."""
        return msgspec.convert(self.row.result, Ended) if self.row.result else None

    async def view(
        self, viewer: Viewer, now: int, *, since: int = 0, cuts: int = 0, answers: str | None = None
    ) -> ViewMessage:
        """The game as an onlooker may see it now, with the log after line `since`; made in a thread."""
        await self.open.prepare(viewer, since, cuts)
        return self.ready_view(viewer, now, since=since, cuts=cuts, answers=answers)

    def ready_view(
        self, viewer: Viewer, now: int, *, since: int = 0, cuts: int = 0, answers: str | None = None
    ) -> ViewMessage:
        """The same at once, of what has been prepared."""
        playing = self.row.status == "playing"
        picture, decision = self.open.drawn(viewer)
        log_from, log = self.open.log(viewer, since, cuts)
        return ViewMessage(
            game=self.id,
            sequence=self.open.sequence(viewer),
            side=viewer,
            status=self.row.status,  # type: ignore[arg-type]
            words=self.row.words,
            picture=picture,
            decision=decision if playing else None,
            deciding=self._shown_deciding(viewer) if playing else (),
            undo=self.open.undoing(viewer) if playing else UndoNow(False, "the game is not going on"),
            let_go=self.open.letting_go(viewer) if playing else None,
            log_from=log_from,
            log=log,
            result=self.result,
            clocks=clocks_now(self.row.clock, self.timed if playing else (), now),
            draw_offered=self.draw_offered,
            trouble=self.trouble,
            orders_answer=playing and decision is not None and decision.reaction and self.has_orders(decision.side),
            answers=answers,
        )

    def shown(self, view: ViewMessage) -> Shown:
        """A view as all onlookers of its side see it: the same as last time, if nothing has changed."""
        bare = msgspec.structs.replace(view, log=(), log_from=0, clocks=None, answers=None)
        kept = self._shown.setdefault(view.side, [])
        if not kept or kept[-1].view != bare:
            kept.append(Shown(secrets.token_urlsafe(9), bare))
            del kept[:-KEPT_SHOWN]
        return kept[-1]

    def base(self, viewer: Viewer, stamp: str) -> Shown | None:
        """The view of a side with this stamp, if it is still known."""
        return next((each for each in self._shown.get(viewer, ()) if each.stamp == stamp), None)

    def told(self, view: ViewMessage, base: Shown | None, shown: Shown) -> ViewMessage | ViewChange:
        """A view as the difference from one of the same side that the client has; whole if it has none."""
        if base is None:
            return msgspec.structs.replace(view, stamp=shown.stamp)
        known = self._changes.get(view.side)
        if known is None or known[0] is not base or known[1] is not shown:
            change = msgspec.Raw(msgspec.json.encode(view_difference(base.view, shown.view)))
            known = self._changes[view.side] = base, shown, change
        changes: Any = known[2]
        return ViewChange(base.stamp, shown.stamp, changes, view.log_from, view.log, view.clocks, view.answers)

    def _shown_deciding(self, viewer: Viewer) -> tuple[int, ...]:
        """The sides that must choose, as an onlooker is shown them."""
        return shown_deciding(self.row.deciding, len(self.seats), () if viewer is None else (viewer,))

    def seats_told(self, person: Person | None) -> tuple[SeatInfo, ...]:
        """The seats as this person may see them."""
        there = {side for side in range(len(self.seats)) if self.is_there(side)}
        return seats_told(self.seats, self.open.game.sides, person, there)

    @property
    def seals_told(self) -> tuple[SealTold, ...]:
        """The commitments as they were published, with their seeds once the game is over."""
        seeds = [*self.row.past_seeds, self.row.seed] if self.row.status == "over" else []
        return tuple(
            SealTold(roll, commitment, seeds[number] if number < len(seeds) else None)
            for number, (roll, commitment) in enumerate(self.open.seals)
        )

    def info(self, person: Person | None) -> GameInfo:
        """All that does not change with every action."""
        row, game = self.row, self.open.game
        return GameInfo(
            id=row.id,
            scenario=row.scenario,
            title=game.scenario.title,
            briefing=game.scenario.briefing,
            system=row.system,
            system_title=game.system.title,
            vehicles=game.system.vehicles is not None,
            rules_version=row.rules,
            sides=game.sides,
            options=dict(game.options),
            seats=self.seats_told(person),
            you=self.sides_of(person),
            status=row.status,  # type: ignore[arg-type]
            words=row.words,
            dice=row.dice,
            commitment=row.commitment,
            seed=row.seed if row.status == "over" else None,
            seals=self.seals_told,
            scene=game.scene(),
            pace=row.pace,
            clock=_clock_told(row.clock),
            listed=row.listed,
            made=row.made,
            rematch=row.rematch,
            admin=person is not None and person.admin,
        )


def _clock_told(clock: dict[str, Any] | None) -> dict[str, int] | None:
    names = ("initial_seconds", "increment_seconds", "days_per_turn")
    return {name: clock[name] for name in names if name in clock} if clock else None


def seats_told(
    seats: tuple[SeatRow, ...], sides: tuple[str, ...], person: Person | None, there: set[int]
) -> tuple[SeatInfo, ...]:
    """The seats as this person may see them."""
    return tuple(
        SeatInfo(
            side=seat.side,
            side_name=sides[seat.side],
            who=seat.who,  # type: ignore[arg-type]
            name=seat.name,
            bot=seat.bot,
            connected=seat.side in there,
            you=person is not None and seat.person == person.id,
        )
        for seat in seats
    )


def card(
    row: GameRow, seats: tuple[SeatRow, ...], sides: tuple[str, ...], title: str, person: Person | None
) -> GameCard:
    """A game in a list."""
    told = seats_told(seats, sides, person, set())
    you = tuple(seat.side for seat in told if seat.you)
    return GameCard(
        id=row.id,
        scenario=row.scenario,
        title=title,
        sides=sides,
        seats=told,
        you=you,
        status=row.status,  # type: ignore[arg-type]
        deciding=shown_deciding(row.deciding, len(sides), you) if row.status == "playing" else (),
        pace=row.pace,
        made=row.made,
        changed=row.changed,
        result=msgspec.convert(row.result, Ended) if row.result else None,
    )
