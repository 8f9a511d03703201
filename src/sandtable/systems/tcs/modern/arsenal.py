"""What modern artillery keeps on the board (ME 2): rounds, tubes, points and fires of each battery; plots; mines.

Rounds, points and plots are their owner's secret. Tubes lost, and the fires that have come down, are seen by all: the
enemy's radar counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import with_entry
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Procedure, Step
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.artillerypicture import STOCKS, TUBES
from sandtable.systems.tcs.batteries import BATTERY_BARS
from sandtable.systems.tcs.board import Board, Extended, Situation, with_nobody_moved
from sandtable.systems.tcs.field import LOST, Battlefield
from sandtable.systems.tcs.modern.gunnerytables import is_launcher
from sandtable.systems.tcs.plotting import WRITTEN
from sandtable.systems.tcs.secrets import IMAGINED, MASKS
from sandtable.systems.tcs.shells import NONE
from sandtable.systems.tcs.world import World

__all__ = [
    "CHAPTER",
    "COPPERHEAD",
    "FASCAM",
    "LAUNCH",
    "Arsenal",
    "Field",
    "Piece",
    "Plot",
    "Salvo",
    "add_salvo",
    "arsenal_of",
    "fires_of",
    "gun_fires",
    "launched",
    "launcher",
    "lose_tubes",
    "note_fires",
    "note_guns",
    "piece_of",
    "plotted",
    "put_piece",
    "spend_round",
]

LAUNCH, FASCAM, COPPERHEAD = range(3)
"""The kinds of missions that are plotted, and come down without adjustment."""
GONE = Reason("{battery:battery} has no guns left", "ME 2.5j")


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A battery: what it has left, and what it has fired."""

    tubes: int = 0
    icm: int = 0
    dpicm: int = 0
    copperhead: int = 0
    fascam: int = 0
    chem: int = 0
    cb: int = 0
    ew: int = 0
    dedicated: int = NONE
    turn: int = 0
    """The last turn on which it fired."""
    fires: int = 0
    """Its battery fires of that turn."""
    before: int = 0
    """Those of the turn before that."""
    launched: int = 0
    """Launchers that fired on that turn and are not lost."""
    countered: int = 0
    """The last turn on which it fired counterbattery."""
    listens: bool = False
    """Whether it is in the counterfire role on this turn; the enemy knows, for its side is asked after each mission."""
    cb_shown: bool = False
    """Whether the enemy knows its CB points: it has counted their dice."""
    ew_shown: bool = False
    """Whether the enemy knows its EW points: they have jammed his search."""


class Plot(msgspec.Struct, frozen=True, array_like=True):
    """A mission that is plotted: a launch of rockets, a field of FASCAM, or a Copperhead round."""

    kind: int
    battery: int
    aim: int
    wide: bool = False
    launchers: int = 0
    corner: int = NONE
    """The far corner of the pattern of FASCAM."""
    last: int = 0
    """The turn at whose end FASCAM destroys itself."""


class Salvo(msgspec.Struct, frozen=True, array_like=True):
    """The guns of a mission that comes down."""

    side: int
    batteries: tuple[int, ...] = ()
    guns: tuple[int, ...] = ()
    fires: tuple[int, ...] = ()
    """The battery fires of each."""


class Field(msgspec.Struct, frozen=True, array_like=True):
    """A hex with FASCAM mines, and the turn at whose end they destroy themselves."""

    at: int
    last: int


class GunFires(msgspec.Struct, frozen=True, array_like=True):
    """What a gun on the map has fired: the last turn, its battery fires then, and those of the turn before."""

    unit: int
    turn: int
    fires: int
    before: int = 0


class Arsenal(msgspec.Struct, frozen=True, array_like=True, tag="modern.arsenal"):
    """What the chapters of modern artillery keep."""

    pieces: tuple[Piece, ...] = ()
    plots: tuple[Plot, ...] = ()
    salvos: tuple[Salvo, ...] = ()
    """Whose the missions are that come down now, in their order."""
    fields: tuple[Field, ...] = ()
    under: tuple[tuple[int, int], ...] = ()
    """Units on which FASCAM has dropped, each with its hex: the mines attack them when they leave it (ME 2.2c1)."""
    guns: tuple[GunFires, ...] = ()


def arsenal_of(world: World) -> Arsenal:
    """The batteries of a scenario as they begin."""
    return Arsenal(
        tuple(
            Piece(
                tubes=each.tubes,
                icm=each.special.icm,
                dpicm=each.special.dpicm,
                copperhead=each.special.copperhead,
                fascam=each.special.fascam,
                chem=each.special.chem,
                cb=each.special.cb,
                ew=each.special.ew,
                dedicated=each.special.dedicated,
            )
            for each in world.support.batteries
        )
    )


# Pieces


def piece_of(look: Situation, battery: int) -> Piece:
    """What a battery has left, and what it has fired; before the first step, as the scenario says."""
    pieces = look.kept(Arsenal).pieces or arsenal_of(look.world).pieces
    return pieces[battery]


def put_piece(field: Battlefield, battery: int, **how: Any) -> None:
    """A battery with some of its values changed."""
    arsenal = field.kept(Arsenal)
    after = replace(arsenal.pieces[battery], **how)
    field.keep(replace(arsenal, pieces=with_entry(arsenal.pieces, battery, after)))


def spend_round(field: Battlefield, battery: int, name: str, count: int = 1) -> None:
    """A battery uses up rounds of a kind."""
    put_piece(field, battery, **{name: getattr(piece_of(field, battery), name) - count})


def add_salvo(field: Battlefield, salvo: Salvo) -> None:
    """A mission will come down, and these are its guns."""
    arsenal = field.kept(Arsenal)
    field.keep(replace(arsenal, salvos=(*arsenal.salvos, salvo)))


def launched(look: Situation, battery: int) -> int:
    """The launchers of a battery that have fired on this turn."""
    piece = piece_of(look, battery)
    return piece.fires if piece.turn == look.turn else 0


def launcher(look: Situation, battery: int) -> bool:
    """Whether a battery is MLRS."""
    return is_launcher(look.world.support.batteries[battery].id)


def fires_of(look: Situation, battery: int) -> int:
    """The battery fires of a battery on this turn and the last (ME 2.5c2)."""
    piece = piece_of(look, battery)
    if piece.turn == look.turn:
        return piece.fires + piece.before
    return piece.fires if piece.turn == look.turn - 1 else 0


def gun_fires(look: Situation, guns: tuple[int, ...]) -> int:
    """The battery fires of guns on the map on this turn and the last: those of the one that fired most."""
    found = [0]
    for each in look.kept(Arsenal).guns:
        if each.unit in guns and each.turn == look.turn:
            found.append(each.fires + each.before)
    return max(found)


def note_fires(field: Battlefield, battery: int, fires: int = 1) -> None:
    """A battery has fired this many battery fires (ME 2.5k)."""
    piece, turn = piece_of(field, battery), field.turn
    launched = fires if launcher(field, battery) else 0
    if piece.turn == turn:
        put_piece(field, battery, fires=piece.fires + fires, launched=piece.launched + launched)
    else:
        before = piece.fires if piece.turn == turn - 1 else 0
        put_piece(field, battery, turn=turn, fires=fires, before=before, launched=launched)


def note_guns(field: Battlefield, guns: tuple[int, ...], fires: int = 1) -> None:
    """Guns on the map have fired a mission."""
    arsenal, turn = field.kept(Arsenal), field.turn
    known = {each.unit: each for each in arsenal.guns}
    for unit in guns:
        old = known.get(unit, GunFires(unit, 0, 0))
        if old.turn == turn:
            known[unit] = replace(old, fires=old.fires + fires)
        else:
            known[unit] = GunFires(unit, turn, fires, old.fires if old.turn == turn - 1 else 0)
    field.keep(replace(arsenal, guns=tuple(known[unit] for unit in sorted(known))))


def lose_tubes(field: Battlefield, battery: int, count: int) -> int:
    """A battery loses tubes, of launchers only those that have fired on this turn (ME 2.4b); how many it has lost."""
    piece = piece_of(field, battery)
    exposed = piece.launched if launcher(field, battery) else piece.tubes
    if launcher(field, battery) and piece.turn != field.turn:
        exposed = 0
    lost = min(count, exposed)
    if lost:
        put_piece(field, battery, tubes=piece.tubes - lost, launched=max(0, piece.launched - lost))
    return lost


def plotted(look: Situation, kind: int, battery: int = NONE) -> tuple[Plot, ...]:
    """The missions of a kind that are plotted, of one battery or of all."""
    plots = look.kept(Arsenal).plots
    return tuple(each for each in plots if each.kind == kind and battery in (NONE, each.battery))


# Set-up


class Arm(Step, frozen=True, array_like=True, tag="modern.arm"):
    """The batteries have the rounds and tubes of the scenario."""

    def run(self, field: Battlefield) -> None:
        """Once, before anything else."""
        if not field.kept(Arsenal).pieces:
            field.keep(arsenal_of(field.world))


def arm(world: World, side: int) -> tuple[Procedure, ...]:
    """The step before a side writes anything down."""
    return (Arm(),)


def gone(look: Situation, battery: int, calls: object) -> Reason | None:
    """A battery without guns fires nothing (ME 2.5j)."""
    return None if piece_of(look, battery).tubes else GONE.of(battery=battery)


def forget(field: Battlefield, unit: int) -> None:
    """A lost unit."""
    arsenal = field.kept(Arsenal)
    if unit in dict(arsenal.under) or any(each.unit == unit for each in arsenal.guns):
        field.keep(
            replace(
                arsenal,
                under=tuple(each for each in arsenal.under if each[0] != unit),
                guns=tuple(each for each in arsenal.guns if each.unit != unit),
            )
        )


# Secrets


def _with(board: Board, arsenal: Arsenal) -> Board:
    assert isinstance(board, Extended)
    return with_nobody_moved(board, extras=tuple(arsenal if type(each) is Arsenal else each for each in board.extras))


def _kept(board: Board) -> Arsenal:
    assert isinstance(board, Extended)
    found = next(each for each in board.extras if type(each) is Arsenal)
    assert isinstance(found, Arsenal)
    return found


def _unknown(piece: Piece) -> Piece:
    """A battery as the enemy knows it."""
    return replace(
        piece,
        icm=0,
        dpicm=0,
        copperhead=0,
        fascam=0,
        chem=0,
        cb=piece.cb if piece.cb_shown else 0,
        ew=piece.ew if piece.ew_shown else 0,
        dedicated=NONE,
    )


def mask(game: Game[Board, World], board: Board, side: int | None) -> Board:
    """The board without rounds, points and plots of the other side."""
    arsenal, batteries = _kept(board), game.world.support.batteries
    return _with(
        board,
        replace(
            arsenal,
            pieces=tuple(
                piece if batteries[n].side == side else _unknown(piece) for n, piece in enumerate(arsenal.pieces)
            ),
            plots=tuple(each for each in arsenal.plots if batteries[each.battery].side == side),
            salvos=tuple(each for each in arsenal.salvos if each.side == side),
        ),
    )


def imagine(game: Game[Board, World], board: Board, side: int, below: Callable[[int], int]) -> Board:
    """The same board with other rounds and points in the batteries of the other side."""
    arsenal, batteries = _kept(board), game.world.support.batteries
    pieces = [
        piece
        if batteries[n].side == side
        else replace(
            piece,
            icm=below(4),
            dpicm=below(4),
            copperhead=below(4),
            fascam=below(2),
            chem=below(3),
            cb=piece.cb if piece.cb_shown else below(4),
            ew=piece.ew if piece.ew_shown else below(3),
        )
        for n, piece in enumerate(arsenal.pieces)
    ]
    return _with(board, replace(arsenal, pieces=tuple(pieces)))


def shown_stocks(look: Situation, battery: int) -> Iterable[tuple[str, int]]:
    """What a battery has besides the shells it adjusts, for its owner to read."""
    piece = piece_of(look, battery)
    return (
        ("Copperhead", piece.copperhead),
        ("FASCAM", piece.fascam),
        ("CB points", piece.cb),
        ("EW points", piece.ew),
    )


CHAPTER = Chapter(
    name="modern.arsenal",
    procedures=(Arm,),
    adds=(
        WRITTEN.add(arm),
        BATTERY_BARS.add(gone),
        LOST.add(forget),
        MASKS.add(mask),
        IMAGINED.add(imagine),
        STOCKS.add(shown_stocks),
        TUBES.add(lambda look, battery: piece_of(look, battery).tubes),
    ),
    keeps=Arsenal,
    switch="modern",
)
