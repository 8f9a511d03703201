"""The working copy of a table, with the verbs of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import Field, with_entry
from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.board import ALL_SPENT, NOBODY, OFF, Board, Smoke, Stand
from sandtable.systems.tactical_combat.layout import Layout, layout_of, new_layout
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED
from sandtable.systems.tactical_combat.world import World

__all__ = ["CHAPTER", "Battlefield"]


LOST = Stand()
"""A stand that is lost: it is nowhere."""


class Battlefield(Situation, Field[Board, World]):
    """A working copy of the table."""

    _board: Board

    def __init__(self, game: Game[Board, World], board: Board) -> None:
        # As a `Situation` begins, which knows nothing of a board that is made later.
        self.game = game
        self._board = self._began = board
        self.world = game.world.without(board.lifted) if board.lifted else game.world
        self.stands = board.stands
        self.layout = board.__dict__.get("layout") or layout_of(game.world, board)

    @property
    def board(self) -> Board:
        """The board as it is now: stands are often put one after another, and it is made when somebody asks."""
        if self._board.stands is not self.stands:
            self._board = replace(self._board, stands=self.stands)
        return self._board

    @board.setter
    def board(self, board: Board) -> None:
        self._board = board
        self.stands = board.stands

    # What is not of the stands can be read without making the board that has them.

    @property
    def smoke(self) -> Sequence[Smoke]:
        """The smoke on the table."""
        return self._board.smoke

    @property
    def turn(self) -> int:
        """The game turn."""
        return self._board.turn

    @property
    def due(self) -> tuple[tuple[int, int], ...]:
        """The leaders who are to be replaced, and from which turn on (TC F22)."""
        return self._board.due

    def called(self) -> Sequence[int]:
        """How often each support was called this turn."""
        return self._board.called

    @property
    def holders(self) -> tuple[int, ...]:
        """The side that holds each objective (TC G5)."""
        return self._board.holders

    def update(self, **values: Any) -> None:
        """The board with some of its fields changed."""
        self._board = replace(self._board, stands=self.stands, **values)
        self.stands = self._board.stands

    def remember(self, special: Any, *values: int) -> None:
        """Change what a special rule of the scenario remembers."""
        self.update(memories=with_entry(self.board.memories, self.world.specials.index(special), values))

    def lift(self, *features: int) -> None:
        """Take features off the table: a gap is blown, a bridge falls."""
        self._leave_off(sorted({*self.lifted(), *features}))

    def lay_down(self, *features: int) -> None:
        """Put features back on the table: the tide comes in."""
        self._leave_off([number for number in self.lifted() if number not in features])

    def _leave_off(self, lifted: list[int]) -> None:
        """Other ground: where each stand could go is no longer what it was."""
        self.update(lifted=tuple(lifted))
        self.world = self.game.world.without(tuple(lifted))
        self.layout = new_layout(self.world, self.stands)

    def freeze(self) -> Board:
        """The board with all changes, and with it what is known of how the stands lie."""
        board = self._board
        if board.stands is not self.stands:
            board = self._board = replace(board, stands=self.stands)
        if board is not self._began:
            board.__dict__["layout"] = self.layout
        return board

    def change(self, stand: int, **how: Any) -> None:
        """The stand with some of its fields changed."""
        if "at" in how or "heading" in how or "carrier" in how:
            self.put_stand(stand, replace(self.stands[stand], **how))
            return
        stands = list(self.stands)  # and all lie as before
        stands[stand] = replace(stands[stand], **how)
        self.stands = tuple(stands)

    def put_stand(self, stand: int, now: Stand, layout: Layout | None = None) -> None:
        """The stand is like this now; `layout` is how the stands lie then, if that is known."""
        was = self.stands[stand]
        self.stands = with_entry(self.stands, stand, now)
        if layout is not None:
            self.layout = layout
        elif now.at != was.at or now.heading != was.heading or now.carrier != was.carrier:
            self.layout = self.layout.moved(self.world, stand, now)

    def send(self, stand: int, now: Stand) -> None:
        """The stand is elsewhere now, or off the table, because it fled or was lost: how the stands lie then is kept,
        for odds come to it again and again.
        """
        fled, key = self.layout.fled, (stand, now.at)
        layout = fled.get(key)
        self.put_stand(stand, now, layout)
        if layout is None:
            fled[key] = self.layout

    def put_stands(self, now: Mapping[int, Stand], *, moved: bool = True) -> None:
        """These stands are like this now: quicker for many than one by one."""
        stands = list(self.stands)
        for n, stand in now.items():
            stands[n] = stand
        self.stands = tuple(stands)
        if moved:
            self.layout = new_layout(self.world, self.stands)

    def finish_stand(self, stand: int, *, driving: bool = False) -> None:
        """Mark a stand Finished (TC S8). A carrier that is `driving` may have some of its move left (TC V4)."""
        now = self.stands[stand]
        if not now.hits or now.finished:
            return
        if self.world.kinds[stand].carries and not driving:
            self.change(stand, finished=True, spent=ALL_SPENT)
        else:
            self.change(stand, finished=True)

    # Effects

    def hit(self, stand: int, rule: str) -> bool:
        """A stand takes a hit (TC F18); whether it is still there."""
        left = self.stands[stand].hits - 1
        if left > 0:
            self.change(stand, hits=left)
            if self.noted:
                self.log("hit", rule, stand=stand, left=left)
            return True
        self.lose(stand, "destroyed", rule)
        return False

    def lose(self, stand: int, what: str, rule: str) -> None:
        """A stand is lost: it leaves the table, and a leader may come back (TC F22)."""
        at = self.stands[stand].at
        riders = [n for n, s in enumerate(self.stands) if s.carrier == stand]
        joined = self.followers(stand) if self.world.rules.leader_dies_with_stand else []
        self.log(what, rule, stand=stand)
        self.send(stand, LOST)
        kind = self.world.kinds[stand]
        if kind.leader and kind.kind != "hq":
            self.update(due=(*self.board.due, (stand, self.turn + self.world.rules.leader_returns_after)))
        side = self.world.owners[stand]
        worth = self.world.victory.worth_of(self.world, stand)
        remains = OFF if what == "ran_off" else at
        for special in self.world.specials:
            worth = special.lost(self, stand, remains, worth)
        self.update(score=_added(self.board.score, 1 - side, worth))
        for rider in riders:
            self._thrown_out(rider, at)
        for leader in joined:
            self.lose(leader, "lost_with_stand", "TC F21b")

    def _thrown_out(self, rider: int, at: int) -> None:
        """TC V23: a passenger of a destroyed carrier takes a hit and is Suppressed; or as an option says."""
        self.change(rider, carrier=NOBODY, at=at)
        if self.world.rules.passengers == "lost":
            self.lose(rider, "destroyed", "TC V23")
        elif self.world.rules.passengers != "unhurt" and self.hit(rider, "TC V23"):
            self.suppress(rider, "TC V23")

    def suppress(self, stand: int, rule: str) -> None:
        """A Suppressed result: normal stands are Suppressed, Suppressed ones Paralyzed (TC F25, V12); what is Paralyzed
        already stays so, and optionally takes a hit (TC F27).
        """
        now = self.stands[stand].morale
        if now == NORMAL:
            self._morale(stand, SUPPRESSED, rule)
        elif now == SUPPRESSED and not self.world.kinds[stand].vehicle:
            self._morale(stand, PARALYZED, "TC F25")
        elif now == PARALYZED and self.world.rules.suppressed_again == "hit":
            self.hit(stand, "TC F27")

    def paralyze(self, stand: int, rule: str) -> None:
        """A Paralyzed result; vehicles are only Suppressed (TC V12)."""
        if self.world.kinds[stand].vehicle:
            self.suppress(stand, "TC V12")
        elif self.stands[stand].morale != PARALYZED:
            self._morale(stand, PARALYZED, rule)

    def _morale(self, stand: int, morale: int, rule: str) -> None:
        self.change(stand, morale=morale)
        if self.noted:
            self.log("suppressed" if morale == SUPPRESSED else "paralyzed", rule, stand=stand)

    def leave_table(self, stand: int, rule: str) -> None:
        """A stand that runs off the table is lost, and so is who rides in it."""
        for rider in [n for n, s in enumerate(self.stands) if s.carrier == stand]:
            self.lose(rider, "ran_off", rule)
        self.lose(stand, "ran_off", rule)

    def gone(self, stand: int) -> bool:
        """Whether the stand is no longer on the table."""
        now = self.stands[stand]
        return now.at == OFF or now.hits == 0


def _added(score: tuple[int, ...], side: int, points: int) -> tuple[int, ...]:
    row = list(score)
    row[side] += points
    return tuple(row)


CHAPTER = Chapter(
    name="field",
    phrases={
        "changed.destroyed": "{stand:unit} destroyed",
        "changed.hit": "{stand:unit} takes 1 hit",
        "changed.hits": "{stand:unit} takes {hits} hits",
        "changed.recovered": "{stand:unit} recovered",
        "changed.suppressed": "{stand:unit} suppressed",
        "changed.paralyzed": "{stand:unit} paralyzed",
        "changed.at": "{stand:unit} at {point:point}",
        "hit": "{stand:unit} takes a hit, {left} left",
        "destroyed": "{stand:unit} is destroyed",
        "lost_with_stand": "{stand:unit} falls with his men",
        "suppressed": "{stand:unit} is suppressed",
        "paralyzed": "{stand:unit} is paralyzed",
        "bank_lost": "{formation:formation} loses the {points} command points it had saved",
    },
)
