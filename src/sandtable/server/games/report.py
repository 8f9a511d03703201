"""The report after a game: the score, the losses turn by turn, each side's luck, and the rolls that mattered most.

Luck is counted on fire, where a roll is good for the side that makes it: what the shot did (0 nothing, 1 short of a
hit, 2 a hit or worse) against the exact expectation of that same roll.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.phrase import Phrase, joined
from sandtable.kernel.picture import Tally
from sandtable.kernel.resolution import Resolution
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.errors import Refused
from sandtable.server.games.messages import Ended
from sandtable.server.games.open import Entry, OpenGame, Viewer
from sandtable.server.games.recording import whole
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import about
from sandtable.server.store.games import load_entries

__all__ = ["Luck", "Report", "TurnLosses", "Turning", "luckier_than", "report"]

MOST_TURNINGS = 6


class TurnLosses(msgspec.Struct, frozen=True):
    """What each side lost in a turn, in steps (stands have one, or as many as hits they take)."""

    turn: int
    name: str
    """The turn as its players know it: its time of day, if the battle has a clock."""
    lost: tuple[int, ...]
    left: tuple[int, ...]
    """What each side had at the end of the turn."""


class Luck(msgspec.Struct, frozen=True):
    """How the shots of a side went, against what was to be expected of them."""

    side: int
    shots: int
    effect: int
    expected: str
    """Exact, as a fraction."""
    expected_value: float
    luckier: float
    """In how many of 100 such games the same shots would have done less, or as much half of the time."""


class Turning(msgspec.Struct, frozen=True):
    """A roll that mattered, with the moment at which it fell."""

    sequence: int
    turn: str
    side: int | None
    words: str
    parts: Phrase
    rule: str
    pool: str
    dice: tuple[int, ...]
    outcome: str
    chance: str
    """The chance of an effect at least this grave (for a shot that failed: at most), exact."""
    percent: float
    swing: float
    """How much better than expected it was for the side that rolled; below zero: how much worse."""
    good_for: int | None


class Report(msgspec.Struct, frozen=True):
    """A finished game, looked back upon."""

    result: Ended | None
    tallies: tuple[Tally, ...]
    turns: tuple[TurnLosses, ...]
    luck: tuple[Luck, ...]
    turnings: tuple[Turning, ...]
    moments: int
    """How many moments the replay has for this onlooker."""


async def report(games: Games, table: GameTable, viewer: Viewer) -> Report:
    """The report of a finished game; Refused before, for it holds what the other side may not show yet."""
    if table.row.status != "over":
        raise Refused("the report can be read when the game is over")
    async with games.store.reading() as connection:
        entries = await load_entries(connection, table.id)
    return await elsewhere(_report, table.open, table, entries, viewer)


def _report(opened: OpenGame, table: GameTable, entries: Sequence[Entry], viewer: Viewer) -> Report:
    game = opened.game
    played = whole(game, table.row, entries)
    match = played.match
    numbers = [number for number, _ in played.standing()]
    turns = _Turns(game)
    turns.look(match.first)
    shots: list[_Shot] = []
    for number, each in zip(numbers, match.entries, strict=True):
        if each.events:
            turns.look(each.after)
        for event in each.events:
            shot = _shot(game, event, each.side)
            if shot is not None:
                shots.append(_Shot(*shot, number, turns.name))
    turns.look(match.state)
    picture = game.picture(match.state, viewer)
    seen = played.numbers(viewer)
    worst = sorted(shots, key=lambda shot: -abs(shot.swing))[:MOST_TURNINGS]
    return Report(
        result=table.result,
        tallies=picture.tallies,
        turns=turns.told(),
        luck=tuple(_luck(side, [shot for shot in shots if shot.side == side]) for side in range(len(game.sides))),
        turnings=tuple(shot.told(game, _sequence(seen, shot.number)) for shot in sorted(worst, key=_when)),
        moments=len(seen),
    )


def _sequence(seen: Sequence[int], number: int) -> int:
    """The moment of a replay that shows an entry of the log: the first that is not before it."""
    return min(bisect_left(seen, number) + 1, max(1, len(seen)))


class _Turns:
    """What each side has left, and what it lost, turn by turn: each side as it sees itself."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._pieces = {piece.id: piece.side for piece in game.scene().pieces}
        self._lost: dict[int, list[int]] = {}
        self._left: dict[int, tuple[int, ...]] = {}
        self._names: dict[int, str] = {}
        self._before: tuple[int, ...] | None = None
        self.name = ""

    def look(self, state: Any) -> None:
        sides = range(len(self._game.sides))
        pictures = [self._game.picture(state, side) for side in sides]
        turn = pictures[0].turn
        left = tuple(
            sum(each.strength for each in pictures[side].pieces if self._pieces[each.id] == side and not each.gone)
            for side in sides
        )
        sky = pictures[0].sky
        known = sky.turns if sky else ()
        self.name = self._names[turn] = known[turn - 1] if 0 < turn <= len(known) else str(turn)
        lost = self._lost.setdefault(turn, [0] * len(sides))
        if self._before is not None:
            for side in sides:
                lost[side] += max(0, self._before[side] - left[side])
        self._before = self._left[turn] = left

    def told(self) -> tuple[TurnLosses, ...]:
        return tuple(
            TurnLosses(turn, self._names[turn], tuple(lost), self._left[turn])
            for turn, lost in sorted(self._lost.items())
            if turn > 0 or any(lost)
        )


class _Shot(msgspec.Struct, frozen=True):
    """A roll of fire: who made it, what it did, and what it could have done."""

    side: int
    harm: int
    chances: dict[int, Fraction]
    event: Event
    number: int = 0
    turn: str = ""

    @property
    def expected(self) -> Fraction:
        return sum((harm * chance for harm, chance in self.chances.items()), Fraction(0))

    @property
    def swing(self) -> Fraction:
        return self.harm - self.expected

    def told(self, game: Game, sequence: int) -> Turning:
        roll = self.event.roll
        assert roll is not None
        asked = roll.resolution
        worse = self.swing < 0
        fits = [harm for harm in self.chances if (harm <= self.harm if worse else harm >= self.harm)]
        chance = sum((self.chances[harm] for harm in fits), Fraction(0))
        parts = asked.phrase
        return Turning(
            sequence=sequence,
            turn=self.turn,
            side=self.side,
            words=joined(parts),
            parts=parts,
            rule=asked.rule,
            pool=str(asked.dice),
            dice=roll.faces,
            outcome=game.system.name_of(game, "outcome", roll.outcome),
            chance=str(chance),
            percent=round(float(chance) * 100, 1),
            swing=round(float(self.swing), 2),
            good_for=(1 - self.side if worse else self.side) if len(game.sides) == 2 else None,
        )


def _when(shot: _Shot) -> int:
    return shot.number


def _shot(game: Game, event: Event, acted: int | None) -> tuple[int, int, dict[int, Fraction], Event] | None:
    """A roll of fire, or None of any other event."""
    if event.roll is None:
        return None
    asked, harms = event.roll.resolution, game.system.harm
    chances: dict[int, Fraction] = {}
    for outcome, chance in asked.odds().items():
        chances[harms(outcome)] = chances.get(harms(outcome), Fraction(0)) + chance
    side = _roller(game, asked, acted)
    if side is None or not any(chances):
        return None
    return side, harms(event.roll.outcome), chances, event


def _roller(game: Game, asked: Resolution, acted: int | None) -> int | None:
    """The side whose fire a roll is: that of its firers; or the enemy of its target, as for guns off the table."""
    if asked.by:
        return game.system.owner(game, "unit", asked.by[0])
    if asked.on and len(game.sides) == 2:
        target = game.system.owner(game, "unit", asked.on[0])
        return None if target is None else 1 - target
    return about(game, asked.phrase) if acted is None else acted


def _luck(side: int, shots: Sequence[_Shot]) -> Luck:
    expected = sum((shot.expected for shot in shots), Fraction(0))
    effect = sum(shot.harm for shot in shots)
    luckier = luckier_than(effect, [shot.chances for shot in shots])
    return Luck(side, len(shots), effect, str(expected), round(float(expected), 2), round(luckier * 100, 1))


def luckier_than(total: int, rolls: Iterable[dict[int, Fraction]]) -> float:
    """How likely the same rolls are to add up to less than this total, with half of the chance of just as much.

    >>> coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> luckier_than(2, [coin, coin]), luckier_than(1, [coin, coin])
    (0.875, 0.5)
    """
    sums = {0: 1.0}
    for chances in rolls:
        new: dict[int, float] = {}
        for known, likely in sums.items():
            for value, chance in chances.items():
                new[known + value] = new.get(known + value, 0.0) + likely * float(chance)
        sums = new
    return sum(likely for value, likely in sums.items() if value < total) + sums.get(total, 0.0) / 2
