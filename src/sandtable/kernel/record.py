"""Records: a game written down so that anyone can replay it, check it and go on with it.

A record is JSON Lines: a header, a line for each action, and a closing line, without which a file is cut off. Where
a repaired game went on with new dice, a line between the actions says so.
`docs/records.md` describes every field. Reading one only ever decodes plain values: a hostile file can do no
more than be refused.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from sandtable.kernel.decision import Action, Target
from sandtable.kernel.dice import Dice, RecordedDice, SeededDice, commitment
from sandtable.kernel.errors import DiceError, IllegalAction, RecordError, shown
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match, Seal
from sandtable.kernel.pools import pool
from sandtable.kernel.state import Result
from sandtable.kernel.system import OptionValue, System

__all__ = [
    "Record",
    "Verification",
    "check_rules",
    "parse",
    "read",
    "replay",
    "resume",
    "verify",
    "write",
    "write_down",
]

FORMAT, WITH_NEW_DICE, WITH_PARTS = 1, 2, 3
"""Format 2 may have lines for new dice, format 3 also targets of several values. Each is used for games that need it,
so that older programs read all others.
"""
MOST_BYTES = 64_000_000

Hexadecimal = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
Commitment = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Throw = tuple[str, tuple[int, ...]]
"""The dice by name and the faces that fell: `["d66", [3, 5]]`."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all lines have in common: a field too many is refused."""


class Header(_Line, frozen=True, kw_only=True):
    """The first line: which game this is."""

    sandtable: int
    system: str
    rules: str
    scenario: str
    fingerprint: Hexadecimal
    options: dict[str, OptionValue]
    sides: tuple[str, ...]
    dice: Literal["seeded", "typed", "scripted", "recorded", "mixed"]
    commitment: Commitment | None = None
    start: Hexadecimal
    start_dice: tuple[Throw, ...] = ()


class Move(_Line, frozen=True, kw_only=True):
    """An action, the dice that fell in it, and the hash of the state it led to."""

    n: int
    side: str
    verb: str
    target: Target = None
    dice: tuple[Throw, ...] = ()
    digest: Hexadecimal


class NewDice(_Line, frozen=True, kw_only=True):
    """After action `after` the game was repaired: new dice from roll number `roll` on, with their own commitment."""

    after: Annotated[int, msgspec.Meta(ge=0)]
    roll: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    commitment: Commitment | None = None


class Closing(_Line, frozen=True, kw_only=True):
    """The last line. The seeds are published when the game is over: that of the header, then those of new dice."""

    end: int
    digest: Hexadecimal
    seed: Hexadecimal | None = None
    new_seeds: tuple[Hexadecimal, ...] = ()
    winner: str | None = None
    result: str | None = None


class Record(msgspec.Struct, frozen=True):
    """A record, read or about to be written."""

    header: Header
    moves: tuple[Move, ...]
    closing: Closing
    new_dice: tuple[NewDice, ...] = ()

    @property
    def commitments(self) -> tuple[str, ...]:
        """Every commitment that was published during the game, in order."""
        told = (self.header.commitment, *(each.commitment for each in self.new_dice))
        return tuple(each for each in told if each is not None)

    def text(self) -> str:
        """The record as JSON Lines."""
        lines: list[_Line] = [self.header]
        for number in range(len(self.moves) + 1):
            lines += self.moves[number - 1 : number] if number else ()
            lines += [each for each in self.new_dice if each.after == number]
        lines.append(self.closing)
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def _throws(events: Any) -> tuple[Throw, ...]:
    return tuple((str(e.roll.dice), e.roll.faces) for e in events if e.roll is not None)


def write_down(match: Match, *, with_seed: bool = False) -> Record:
    """The record of a match so far. The seeds go in when the game is over, or `with_seed` (so that the
    owner can resume it).
    """
    game, state = match.game, match.state
    seal = None if match.mixed else match.seal
    new_dice = tuple(
        NewDice(
            after=each.after,
            roll=each.state.rolls,
            commitment=each.seal.commitment if each.seal and not match.mixed else None,
        )
        for each in match.renewals
    )
    in_parts = any(isinstance(entry.action.target, tuple) for entry in match.entries)
    header = Header(
        sandtable=WITH_PARTS if in_parts else WITH_NEW_DICE if new_dice else FORMAT,
        system=game.system.name,
        rules=game.system.version,
        scenario=game.name,
        fingerprint=game.fingerprint,
        options=dict(game.options),
        sides=game.sides,
        dice="mixed" if match.mixed else match.dice.kind,  # type: ignore[arg-type]
        commitment=seal.commitment if seal else None,
        start=game.digest(match.first),
        start_dice=_throws(match.first_events),
    )
    moves = tuple(
        Move(
            n=number,
            side=game.side_name(entry.side),
            verb=entry.action.verb,
            target=entry.action.target,
            dice=_throws(entry.events),
            digest=game.digest(entry.after),
        )
        for number, entry in enumerate(match.entries, 1)
    )
    result = state.result
    published = seal is not None and (result is not None or with_seed)
    later = [each.seal.seed for each in match.renewals if each.seal and each.seal.seed]
    closing = Closing(
        end=len(moves),
        digest=game.digest(state),
        seed=seal.seed if seal and published else None,
        new_seeds=tuple(later) if published else (),
        winner=game.side_name(result.winner) if result and result.winner is not None else None,
        result=result.words if result else None,
    )
    return Record(header, moves, closing, new_dice)


# Reading


def parse(data: bytes) -> Record:
    """The record of these bytes; RecordError says in one sentence which line is wrong.

    >>> parse(b'{"sandtable": 1')
    Traceback (most recent call last):
    sandtable.kernel.errors.RecordError: line 1 is not a record's line: Input data was truncated
    """
    if len(data) > MOST_BYTES:
        raise RecordError(f"the file is too large: a record has at most {MOST_BYTES} bytes")
    lines = data.split(b"\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise RecordError("the file is empty: a record begins with a header line")
    version = _decode(lines[0], 1, _Version).sandtable
    if version not in (FORMAT, WITH_NEW_DICE, WITH_PARTS):
        raise RecordError(
            f"line 1: the record's format is {version}, this program reads formats {FORMAT} to {WITH_PARTS}"
        )
    header = _decode(lines[0], 1, Header)
    if len(lines) < 2 or not _closes(lines[-1]):
        _check_moves(lines[1:], version)
        raise RecordError(f"the record is cut off after line {len(lines)}: its closing line is missing")
    moves, new_dice = _check_moves(lines[1:-1], version)
    closing = _decode(lines[-1], len(lines), Closing)
    if closing.end != len(moves):
        raise RecordError(f"line {len(lines)}: it closes {closing.end} actions, but {len(moves)} stand above it")
    return Record(header, moves, closing, new_dice)


def _closes(line: bytes) -> bool:
    """Whether this is meant as a closing line."""
    try:
        return msgspec.json.decode(line, type=_End).end is not msgspec.UNSET
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def _check_moves(lines: list[bytes], version: int) -> tuple[tuple[Move, ...], tuple[NewDice, ...]]:
    moves: list[Move] = []
    new_dice: list[NewDice] = []
    for number, line in enumerate(lines, 2):
        if version >= WITH_NEW_DICE and _renews(line):
            each: NewDice = _decode(line, number, NewDice)
            if each.after != len(moves):
                raise RecordError(f"line {number}: new dice after action {each.after} follow action {len(moves)}")
            new_dice.append(each)
            continue
        move: Move = _decode(line, number, Move)
        if move.n != len(moves) + 1:
            raise RecordError(f"line {number}: action {move.n} stands where action {len(moves) + 1} should be")
        if version < WITH_PARTS and isinstance(move.target, tuple):
            raise RecordError(f"line {number}: a target of several values is only in records of format {WITH_PARTS}")
        moves.append(move)
    return tuple(moves), tuple(new_dice)


def _renews(line: bytes) -> bool:
    """Whether this is meant as a line for new dice."""
    try:
        return msgspec.json.decode(line, type=_After).after is not msgspec.UNSET
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


class _Version(msgspec.Struct):
    sandtable: int


class _End(msgspec.Struct):
    end: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _After(msgspec.Struct):
    after: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def _decode(line: bytes, number: int, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as fault:
        raise RecordError(f"line {number} is not a record's line: {str(fault)[:200] or 'nested too deep'}") from None


def read(path: Path) -> Record:
    """The record in this file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise RecordError(f"{_path(path)}: it cannot be read ({getattr(fault, 'strerror', fault)})") from None
    try:
        return parse(data)
    except RecordError as fault:
        raise RecordError(f"{_path(path)}: {fault}") from None


def _path(path: Path) -> str:
    return shown(str(path), 120).strip("'")


def write(record: Record, path: Path) -> None:
    """Write the record to this file, whole or not at all."""
    beside = None
    try:
        beside = path.with_name(path.name + ".part")
        beside.write_text(record.text(), encoding="utf-8")
        beside.replace(path)
    except (OSError, ValueError) as fault:
        with contextlib.suppress(OSError, ValueError):
            if beside is not None and beside.is_file():
                beside.unlink()
        reason = getattr(fault, "strerror", None) or fault
        raise RecordError(f"{_path(path)}: it cannot be written ({reason})") from None


# Replaying


class Verification(msgspec.Struct, frozen=True):
    """What a check of a record found right."""

    actions: int
    rolls: int
    seed_checked: bool
    result: Result | None
    commitments: tuple[str, ...] = ()
    """As the record has them: the players compare them with those they were shown during the game."""


def check_rules(record: Record, system: System) -> None:
    """RecordError if the record was made with another system or another version of its rules."""
    header = record.header
    if header.system != system.name:
        raise RecordError(f"the record is of the system {shown(header.system)}, not of {system.name!r}")
    if header.rules != system.version:
        raise RecordError(
            f"the record was made with version {shown(header.rules)} of the {system.title} rules; this program"
            f" has version {system.version!r}, which may play it differently."
            " Open it with the release of Sandtable that saved it"
        )


def _same_game(game: Game, record: Record) -> None:
    header = record.header
    check_rules(record, game.system)
    if header.fingerprint != game.fingerprint:
        raise RecordError(f"the scenario {game.name} has changed since the record was made")
    if dict(header.options) != dict(game.options) or header.sides != game.sides:
        raise RecordError("the record's options or sides are not those of the game it names")


def _seeds_of(record: Record) -> list[SeededDice]:
    """The seeds that were published, each checked against its commitment: the header's, then those of new dice."""
    seed, promised = record.closing.seed, record.header.commitment
    seeded = record.header.dice == "seeded"
    if any(seeded != (each is not None) for each in (promised, *(new.commitment for new in record.new_dice))):
        raise RecordError("seeded dice need a commitment published at the start, and no others have one")
    if seed is None:
        if seeded and record.closing.result is not None:
            raise RecordError("the game is over, but the seed of its dice is not published")
        if record.closing.new_seeds:
            raise RecordError("the record gives seeds of new dice, but not the first seed")
        return []
    if not seeded:
        raise RecordError("the record gives a seed, but its dice are not seeded")
    seeds = (seed, *record.closing.new_seeds)
    if len(seeds) != len(record.commitments):
        raise RecordError(f"the record has {len(record.commitments)} commitments, but {len(seeds)} seeds")
    for number, (each, commits) in enumerate(zip(seeds, record.commitments, strict=True)):
        if commitment(each) != commits:
            when = f"from roll {record.new_dice[number - 1].roll} on" if number else "at the start"
            raise RecordError(f"the seed is not the one that was committed to {when}")
    return [SeededDice(each) for each in seeds]


def _recorded_dice(record: Record) -> RecordedDice:
    throws: dict[int, tuple[int, ...]] = {}
    number = 0
    for after, line in enumerate([record.header.start_dice, *(move.dice for move in record.moves)]):
        for _, faces in line:
            throws[number] = faces
            number += 1
        number = max([number, *(new.roll for new in record.new_dice if new.after == after)])
    return RecordedDice(throws)


def replay(game: Game, record: Record, *, until: int | None = None) -> Match:
    """The match of a record, replayed with its dice up to action `until`; every hash is checked.

    RecordError names the first difference.
    """
    return _replay(game, record, until, [])


def _replay(game: Game, record: Record, until: int | None, seeds: list[SeededDice]) -> Match:
    _same_game(game, record)
    header = record.header
    if until is not None and not 0 <= until <= len(record.moves):
        raise RecordError(f"there is no action {until}: the record has {len(record.moves)}")
    _check_dice(seeds, 0, "at the start", header.start_dice, 0)
    try:
        match = Match(game, _recorded_dice(record))
    except DiceError as fault:
        raise RecordError(f"at the start: {fault}") from None
    _compare("at the start", header.start_dice, match.first_events, header.start, game.digest(match.first))
    _renew(match, record)
    for move in record.moves[:until]:
        where = f"action {move.n} ({_plain(move.side)}: {_plain(move.verb)} {_plain(move.target)})".replace(" )", ")")
        _check_dice(seeds, len(match.renewals), where, move.dice, match.state.rolls)
        try:
            target = game.system.target_of_record(move.verb, move.target)
            match.act(game.side_number(move.side), Action(move.verb, target))
        except (IllegalAction, DiceError) as fault:
            raise RecordError(f"{where}: {fault}") from None
        _compare(where, move.dice, match.entries[-1].events, move.digest, game.digest(match.state))
        _renew(match, record)
    if until is None:
        _compare_closing(record.closing, match)
    return match


def _renew(match: Match, record: Record) -> None:
    """Take new dice, if the record has some after this many actions."""
    for number, new in enumerate(record.new_dice):
        if new.after == len(match.entries):
            seeds = record.closing.new_seeds
            seal = Seal(new.commitment, seeds[number] if number < len(seeds) else None) if new.commitment else None
            try:
                match.renew(match.dice, new.roll, seal)
            except DiceError as fault:
                raise RecordError(f"after action {new.after}: {fault}") from None


def _compare(where: str, dice: tuple[Throw, ...], events: Any, digest: str, reached: str) -> None:
    thrown = _throws(events)
    if thrown != dice:
        raise RecordError(f"{where}: the record has the dice {_dice_text(dice)}, the rules throw {_dice_text(thrown)}")
    if reached != digest:
        raise RecordError(f"{where}: the state reached is {reached}, the record has {digest}")


def _compare_closing(closing: Closing, match: Match) -> None:
    told = write_down(match).closing
    for what in ("digest", "winner", "result"):
        if getattr(told, what) != getattr(closing, what):
            has, right = shown(getattr(closing, what), 60), shown(getattr(told, what), 60)
            raise RecordError(f"the closing line has {what} {has}, the replay {right}")


def _dice_text(dice: tuple[Throw, ...]) -> str:
    return "; ".join(f"{_plain(name)} {' '.join(map(shown, faces[:9]))}" for name, faces in dice[:5]) or "none"


def _plain(value: object) -> str:
    """A word of the record as it may stand in a sentence."""
    return "" if value is None else shown(value).strip("'\"")


def verify(game: Game, record: Record) -> Verification:
    """Recompute every die from the seed (if it was published) and every state; RecordError names the first
    difference.
    """
    _same_game(game, record)
    seeds = _seeds_of(record)
    match = _replay(game, record, None, seeds)
    rolls = len(record.header.start_dice) + sum(len(move.dice) for move in record.moves)
    return Verification(len(record.moves), rolls, bool(seeds), match.state.result, record.commitments)


def _check_dice(seeds: list[SeededDice], current: int, where: str, throws: tuple[Throw, ...], number: int) -> None:
    if not seeds:
        return
    seeded = seeds[current]
    for offset, (name, faces) in enumerate(throws):
        try:
            right = seeded.throw(number + offset, pool(name))
        except DiceError as fault:
            raise RecordError(f"{where}: {fault}") from None
        if right != faces:
            told, gives = _dice_text(((name, faces),)), _dice_text(((name, right),))
            raise RecordError(f"{where}, roll {number + offset}: the record has {told}, the seed gives {gives}")


def resume(game: Game, record: Record, dice: Dice | None = None) -> Match:
    """The match of a record, ready to go on: with its own seed, or with other dice."""
    seeds = _seeds_of(record)
    going_on = dice or (seeds[-1] if seeds else None)
    if going_on is None:
        raise RecordError("the record carries no seed to go on with: give dice")
    match = replay(game, record)
    match.dice = going_on
    header = record.header
    if isinstance(going_on, SeededDice):
        match.mixed = going_on.commitment != record.commitments[-1] if record.commitments else True
    else:
        match.mixed = going_on.kind != header.dice
    if header.commitment is not None:
        match.seal = Seal(header.commitment, _first_seed(record, going_on))
    return match


def _first_seed(record: Record, going_on: Dice) -> str | None:
    """The seed that the record began with: its own, or the one that is given now."""
    if record.closing.seed is None and isinstance(going_on, SeededDice) and not record.new_dice:
        return going_on.seed
    return record.closing.seed
