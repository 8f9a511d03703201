"""An open game: the match, rebuilt from a snapshot and the log, and what each onlooker has seen of it.

The sequence that an onlooker knows counts the entries of the log that it may know of: what the other side chooses in
secret is not counted, so neither its number nor its pace can be read off, and two sides can choose at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.decision import Action, Target
from sandtable.kernel.dice import Dice, DiceNeeded, RecordedDice, SeededDice
from sandtable.kernel.errors import RecordError
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.match import Mark, Match, Seal
from sandtable.kernel.phrase import joined
from sandtable.kernel.pools import Pool
from sandtable.kernel.state import State
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.messages import Choice, LetGo, LogLine, UndoNow
from sandtable.server.games.telling import Line, Read, choice, lines_of, read

__all__ = ["Entry", "HandDice", "OpenGame", "Throw", "throws_of"]

Throw = tuple[str, tuple[int, ...]]
Viewer = int | None
MOVING = ("start", "action", "undo", "repair")
"""Entries that change the state: only these are counted in the sequence that an action is made for."""
PICTURES = 3
"""Pictures of the last moments that are kept for each onlooker."""
KEPT = 2
"""Actions whose states are kept after a snapshot, to say why they cannot be undone."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the log, as the database keeps it."""

    number: int
    kind: str
    side: int | None = None
    person: int | None = None
    key: str | None = None
    time: int = 0
    secret: bool = False
    verb: str | None = None
    target: Target = None
    dice: tuple[Throw, ...] = ()
    digest: str = ""
    roll: int | None = None
    """From here on the dice are new, and the first roll has this number: at the start, and after a repair."""
    seal: str | None = None
    """The commitment to the seed of these dice, published with this entry."""
    lines: tuple[Line, ...] = ()

    def hidden_from(self, viewer: Viewer) -> bool:
        """Whether this onlooker may not even know that it happened."""
        return self.secret and self.side != viewer


def _count(target: Target, otherwise: int = 0) -> int:
    """How many actions an undo or a repair takes back."""
    return int(target) if target and not isinstance(target, tuple) else otherwise


def throws_of(events: Sequence[Event]) -> tuple[Throw, ...]:
    """The dice that fell."""
    return tuple((str(e.roll.resolution.dice), e.roll.faces) for e in events if e.roll is not None)


class HandDice(Dice):
    """Dice thrown by hand for one action, all faces in one row."""

    kind = "typed"

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self.used = 0

    def throw(self, number: int, pool: Pool, resolution: Any = None) -> tuple[int, ...]:
        """The next faces; DiceNeeded if there are not enough."""
        taken = self._faces[self.used : self.used + len(pool.faces)]
        if len(taken) < len(pool.faces):
            raise DiceNeeded(pool, number, resolution)
        self.used += len(taken)
        return pool.check(taken)

    @property
    def left(self) -> int:
        """How many faces were given and not needed."""
        return len(self._faces) - self.used


class _Words:
    """A line of the log, whose words are made when somebody reads it first."""

    __slots__ = ("entry", "found", "line")

    def __init__(self, line: Line, entry: Entry, found: Read | None = None) -> None:
        self.line = line
        self.entry = entry
        self.found = found

    def read(self, game: Game) -> Read:
        """The words, and what they are about."""
        if self.found is None:
            self.found = read(game, self.line)
        return self.found


class _Heard:
    """A line of the log that an onlooker may read, as that onlooker counts it."""

    __slots__ = ("sequence", "told", "words")

    def __init__(self, words: _Words, sequence: int) -> None:
        self.words = words
        self.sequence = sequence
        self.told: LogLine | None = None

    def is_read(self) -> bool:
        """Whether its words are made."""
        return self.words.found is not None

    def read(self, game: Game, number: int) -> LogLine:
        """The line, with its number in this onlooker's log."""
        told = self.told
        if told is None or told.number != number:
            found, line, entry = self.words.read(game), self.words.line, self.words.entry
            told = self.told = LogLine(
                number=number,
                sequence=self.sequence,
                side=_whose(found, line, entry),
                what=line.what,
                rule=line.rule,
                words=joined(found.parts),
                parts=found.parts,
                values=line.values,
                roll=found.roll,
                time=entry.time,
            )
        return told


class _Ahead(NamedTuple):
    """What was made of a moment before it is in the log: what each line says, and what some onlookers will see."""

    number: int
    words: tuple[Read, ...]
    drawn: dict[Viewer, tuple[Any, Choice | None]]
    let_go: dict[int, LetGo | None]


class _Told:
    """What one onlooker has seen: its sequence, its lines, and where undoing has cut them off."""

    def __init__(self) -> None:
        self.sequence = 0
        self.numbers: list[int] = []
        """For each sequence the entry of the log that made it."""
        self.lines: list[_Heard] = []
        self.cuts: list[int] = []

    def tell(self, words: Sequence[_Words], viewer: Viewer) -> None:
        """Add the lines of an entry that are for this onlooker."""
        for each in words:
            if each.line.to is None or each.line.to == viewer:
                self.lines.append(_Heard(each, self.sequence))

    def strike(self, numbers: tuple[int, ...]) -> None:
        """Take the lines of these entries away, and count the others again."""
        if not numbers:
            return
        struck = [index for index, heard in enumerate(self.lines) if heard.words.entry.number in numbers]
        if not struck:
            return
        self.cuts.append(struck[0])
        self.lines = [heard for heard in self.lines if heard.words.entry.number not in numbers]


class OpenGame:
    """A game in memory. Entries are put on it in the order of the log, whoever made them."""

    def __init__(self, game: Game, dice: SeededDice | None) -> None:
        self.game = game
        self.dice: Dice = dice if dice is not None else HandDice(())
        self._match: Match | None = None
        self.number = 0
        self.rolled = 0
        """The first roll number that was never used, not even by an action that was taken back."""
        self.seals: list[tuple[int, str]] = []
        """The commitments that were published, each with the number of the first roll it is for."""
        self.viewers: tuple[Viewer, ...] = (*range(len(game.sides)), None)
        self._told = {viewer: _Told() for viewer in self.viewers}
        self._actions: list[tuple[int, int | None]] = []
        """The actions that stand, by their numbers in the log, with their sides."""
        self._drawn: dict[Viewer, tuple[int, Any, Choice | None]] = {}
        self._shown: State[Any, Any] | None = None
        self._done: tuple[Any, ...] = ()
        """The actions with their states, as of the last entry of the log."""
        self._let_go: dict[int, tuple[int, LetGo | None]] = {}
        self._pictures: dict[Viewer, list[tuple[State[Any, Any], Any]]] = {}
        """The last pictures that were made for each onlooker, with their states."""
        self._ahead: _Ahead | None = None

    @property
    def match(self) -> Match:
        """The game as it is played: it alone has the actions with their states."""
        assert self._match is not None, "a game is begun or restored first"
        return self._match

    # Rebuilding

    def begin(self) -> Entry:
        """The first entry of a new game, already put on it."""
        match = Match(self.game, self.dice)
        seal = self.dice.commitment if isinstance(self.dice, SeededDice) else None
        entry = Entry(
            number=1,
            kind="start",
            dice=throws_of(match.first_events),
            digest=self.game.digest(match.first),
            roll=None if seal is None else 0,
            seal=seal,
            lines=tuple(lines_of(self.game, match.first_events)),
        )
        self._match = match
        self.count(entry)
        return entry

    def restore(self, entries: Sequence[Entry], number: int, state: State[Any, Any] | None) -> None:
        """Put the log on an empty game: entries up to a snapshot's number are only logged, the rest are played."""
        if state is not None:
            self.go_on_from(state)
        for entry in entries:
            self.put(entry, told_only=state is not None and entry.number <= number)

    def go_on_from(self, state: State[Any, Any]) -> None:
        """Begin with a state that was kept; what led to it cannot be undone."""
        self._match = Match.from_state(self.game, self.dice, state)

    def put(self, entry: Entry, *, told_only: bool = False) -> None:
        """Put an entry of the log on the game, with the dice it has; its digest is checked."""
        if entry.number != self.number + 1:
            raise RecordError(f"entry {entry.number} of the log stands where {self.number + 1} should be")
        if not told_only:
            self._play(entry)
            if self.game.digest(self.state) != entry.digest:
                raise RecordError(f"entry {entry.number} of the log leads to another state than when it was made")
        self.count(entry)

    def _play(self, entry: Entry) -> None:
        if entry.kind == "start":
            recorded = RecordedDice(dict(enumerate(faces for _, faces in entry.dice)))
            self._match = Match(self.game, recorded)
            self.match.dice = self.dice
            self.match.seal = Seal(entry.seal) if entry.seal else None
        elif entry.kind == "action":
            assert entry.side is not None
            assert entry.verb is not None
            first = self.state.rolls
            recorded = RecordedDice({first + n: faces for n, (_, faces) in enumerate(entry.dice)})
            target = self.game.system.target_of_record(entry.verb, entry.target)
            self.match.act(entry.side, Action(entry.verb, target), recorded)
        elif entry.kind == "undo":
            assert entry.side is not None
            self.undo(entry.side, _count(entry.target, 1))
        elif entry.kind == "repair":
            self.rewind(_count(entry.target))
        if entry.kind in ("repair", "dice") and entry.roll is not None:  # older repairs threw the same dice again
            self.match.renew(self.dice, entry.roll, Seal(entry.seal) if entry.seal else None)
        self.rolled = max(self.rolled, self.state.rolls)

    def count(self, entry: Entry) -> None:
        """Tell every onlooker that may know of it."""
        self.number = entry.number
        self._show()
        words = self._words(entry)
        if entry.seal is not None:
            self.seals.append((entry.roll or 0, entry.seal))
        struck: tuple[int, ...] = ()
        if entry.kind == "action":
            self._actions.append((entry.number, entry.side))
        elif entry.kind == "undo":
            struck = self._strike(entry)
        elif entry.kind == "repair" and entry.target:
            del self._actions[-_count(entry.target) :]
        for viewer, told in self._told.items():
            if entry.kind in MOVING and not entry.hidden_from(viewer):
                told.sequence += 1
                told.numbers.append(entry.number)
            told.strike(struck)
            told.tell(words, viewer)

    def _words(self, entry: Entry) -> list[_Words]:
        """The lines of an entry that is in the log now, with what was made of this moment ahead."""
        ahead, self._ahead = self._ahead, None
        if ahead is None or ahead.number != entry.number:
            return [_Words(line, entry) for line in entry.lines]
        self._drawn |= {viewer: (entry.number, *drawn) for viewer, drawn in ahead.drawn.items()}
        self._let_go |= {side: (entry.number, let_go) for side, let_go in ahead.let_go.items()}
        said = (None,) * (len(entry.lines) - len(ahead.words)) + ahead.words  # a remark may go before them
        return [_Words(line, entry, found) for line, found in zip(entry.lines, said, strict=True)]

    def _show(self) -> None:
        """What is on the table now may be shown: it is in the log."""
        if self._match is not None:
            self._shown, self._done = self.match.state, tuple(self.match.entries)

    def _strike(self, undo: Entry) -> tuple[int, ...]:
        """The numbers of the actions that an undo takes out of the log."""
        own = [number for number, side in self._actions if side == undo.side][-_count(undo.target, 1) :]
        self._actions = [each for each in self._actions if each[0] not in own]
        return tuple(own)

    # Playing

    @property
    def state(self) -> State[Any, Any]:
        """The state now."""
        return self.match.state

    @property
    def shown(self) -> State[Any, Any]:
        """The state as of the last entry in the log: an action that is being taken does not show before it is there."""
        return self.state if self._shown is None else self._shown

    def act(self, side: int, action: Action, dice: Dice) -> Sequence[Event]:
        """Take an action; it is not in the log before it is counted."""
        return self.match.act(side, action, dice)

    def look_ahead(self, lines: Sequence[Line], viewers: Iterable[Viewer]) -> None:
        """Make what these onlookers will see of an action that is not in the log yet, so that it is ready then."""
        state, done = self.match.state, tuple(self.match.entries)
        drawn = {viewer: self._draw(state, viewer) for viewer in viewers}
        let_go = {viewer: self._only_chosen(viewer, state, done) for viewer in drawn if viewer is not None}
        self._ahead = _Ahead(self.number + 1, tuple(read(self.game, line) for line in lines), drawn, let_go)

    def keep(self) -> Mark:
        """Where the game is, to go back to if what is done next does not get into the log."""
        return self.match.mark()

    def put_back(self, kept: Mark) -> None:
        """Have the game as it was kept."""
        self.match.back_to(kept)
        self._ahead = None

    @property
    def settled(self) -> bool:
        """Whether nothing that was done so far can be undone."""
        return self.match.settled

    @property
    def since_snapshot(self) -> int:
        """How many actions are kept with their states."""
        return len(self.match.entries)

    def trim(self) -> None:
        """Let go of the states of actions that can never be undone."""
        self.match.forget_all_but(KEPT)
        self._show()

    def undo(self, side: int, count: int | None) -> int:
        """Take back this many of the side's actions, or (None) all that can be: how many that were."""
        if count is None:
            self.match.undo(side)
            return 1 + self.match.reset_turn(side)
        for _ in range(count):
            self.match.undo(side)
        return count

    def rewind(self, count: int) -> None:
        """Take back the last actions whoever made them, as a repair does."""
        if count > len(self.match.entries):
            raise RecordError(f"{count} actions cannot be taken back: {len(self.match.entries)} are kept")
        self.match.rewind(count)

    def renew(self, dice: Dice, seal: str | None) -> int:
        """Throw other dice from here on, with roll numbers that were never used: the first of them."""
        self.dice = dice
        self.match.renew(dice, self.rolled, Seal(seal) if seal else None)
        return self.rolled

    def standing(self) -> list[tuple[int, int | None]]:
        """The actions that stand, by their numbers in the log, with their sides."""
        return list(self._actions)

    def numbers(self, viewer: Viewer) -> list[int]:
        """For each moment that an onlooker knows of, the entry of the log that made it."""
        return list(self._told[viewer].numbers)

    def sequence(self, viewer: Viewer) -> int:
        """How many entries of the log this onlooker may know of."""
        return self._told[viewer].sequence

    def number_of(self, viewer: Viewer, sequence: int) -> int:
        """The last entry of the log before an onlooker's sequence went beyond this."""
        numbers = self._told[viewer].numbers
        return numbers[sequence] - 1 if sequence < len(numbers) else self.number

    def log(self, viewer: Viewer, since: int = 0, cuts: int = 0) -> tuple[int, tuple[LogLine, ...]]:
        """The lines after number `since`, for an onlooker who knew of `cuts` undoings: from which number, and they.

        What it knew may have been undone meanwhile: then the lines begin where the log was cut.
        """
        told = self._told[viewer]
        since = max(0, min([since, len(told.lines), *told.cuts[cuts:]]))
        return since, tuple(heard.read(self.game, since + n) for n, heard in enumerate(told.lines[since:], 1))

    def cuts(self, viewer: Viewer) -> int:
        """How often an undoing has cut this onlooker's log."""
        return len(self._told[viewer].cuts)

    def drawn(self, viewer: Viewer) -> tuple[Any, Choice | None]:
        """The picture and the decision for an onlooker, made once for each moment."""
        known = self._drawn.get(viewer)
        if known is None or known[0] != self.number:
            known = self._drawn[viewer] = (self.number, *self._draw(self.shown, viewer))
        return known[1], known[2]

    def _draw(self, state: State[Any, Any], viewer: Viewer) -> tuple[Any, Choice | None]:
        """The picture of a state and the decision, for an onlooker."""
        picture = self._picture(state, viewer)
        if viewer is None:
            return picture, None
        return picture, choice(self.game, self.game.decision(state, viewer), self.game.reaction(state, viewer))

    def _picture(self, state: State[Any, Any], viewer: Viewer) -> Any:
        """The picture of a state, made once while it is among the last that the onlooker was shown."""
        made = self._pictures.setdefault(viewer, [])
        for known, picture in made:
            if known is state:
                return picture
        picture = self.game.picture(state, viewer)
        self._pictures[viewer] = [*made[1 - PICTURES :], (state, picture)]
        return picture

    def undoing(self, viewer: Viewer) -> UndoNow:
        """Whether the onlooker can take back its last action."""
        if viewer is None or self._match is None:
            return UndoNow(False, "a spectator has nothing to undo")
        why = self.match.why_not_undo(viewer)
        return UndoNow(not why, why)

    def letting_go(self, viewer: Viewer) -> LetGo | None:
        """The choices that the onlooker can still let go of, made once for each moment; None if there are none."""
        if viewer is None or self._match is None:
            return None
        known = self._let_go.get(viewer)
        if known is None or known[0] != self.number:
            known = self._let_go[viewer] = self.number, self._only_chosen(viewer, self.shown, self._done)
        return known[1]

    async def prepare(self, viewer: Viewer, since: int = 0, cuts: int = 0) -> None:
        """Have a view of the present moment made in a thread: its picture, its decision, the words of its log.

        When this returns, `drawn`, `letting_go` and `log` find all of it ready.
        """
        while (make := self._to_make(viewer, since, cuts)) is not None:
            await elsewhere(make)

    def _to_make(self, viewer: Viewer, since: int, cuts: int) -> Callable[[], None] | None:
        """What is still to be made of a view; None if it is all there. Only the moment as it is now is looked at."""
        number, state, done = self.number, self.shown, self._done
        told = self._told[viewer]
        since = max(0, min([since, len(told.lines), *told.cuts[cuts:]]))
        lines = [(heard, n) for n, heard in enumerate(told.lines[since:], since + 1) if not heard.is_read()]
        picture = self._drawn.get(viewer, (None,))[0] != number
        letting = viewer is not None and self._let_go.get(viewer, (None,))[0] != number
        if not (lines or picture or letting):
            return None

        def make() -> None:
            if picture:
                self._drawn[viewer] = (number, *self._draw(state, viewer))
            if letting and viewer is not None:
                self._let_go[viewer] = number, self._only_chosen(viewer, state, done)
            for heard, n in lines:
                heard.read(self.game, n)

        return make

    def _only_chosen(self, side: int, now: State[Any, Any], done: Sequence[Any]) -> LetGo | None:
        """The side's last actions after which every piece is as it was, and which the log does not mention."""
        count, start = 0, now
        for entry in reversed(() if start.secret else done):
            if entry.side != side or entry.barrier or entry.events or entry.before.secret:
                break
            if self._picture(entry.before, side).pieces != self._picture(start, side).pieces:
                break
            count, start = count + 1, entry.before
        if count == 0 or self.game.decision(now, side) is None:
            return None
        earlier = choice(self.game, self.game.decision(start, side))
        return LetGo(count, earlier) if earlier else None


def _whose(found: Read, line: Line, entry: Entry) -> int | None:
    """The side a line is about: the one it names; a roll that names none is made by who acted, a turn is nobody's."""
    if found.side is not None:
        return found.side
    return entry.side if line.rolls or not line.rule else None
