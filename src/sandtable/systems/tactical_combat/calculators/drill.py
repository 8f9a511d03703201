"""The small table on which the calculators play: one stand a side, or a few."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from sandtable.board.tabledraft import DraftFeature, DraftZone, TableDraft
from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.following import Kept
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Assumption, Odds
from sandtable.kernel.procedure import Procedure
from sandtable.kernel.question import completed, nearest, played, read_options
from sandtable.kernel.system import OptionValue
from sandtable.systems import system
from sandtable.systems.tactical_combat.board import Board, Smoke, Stand
from sandtable.systems.tactical_combat.owntypes import RecoveryNumbers
from sandtable.systems.tactical_combat.scenario import Force, StandEntry, TacticalScenario
from sandtable.systems.tactical_combat.tables import Kind, Quality, kind_of_stand, stand_kinds
from sandtable.systems.tactical_combat.turn import ActionPhase

__all__ = [
    "COVERS",
    "MORALES",
    "Cover",
    "Hits",
    "Morale",
    "StandName",
    "SuppressedAgain",
    "board_of",
    "boards_after",
    "chosen",
    "place",
    "small_game",
    "stand_named",
]

Cover = Literal["none", "soft", "hard"]
Morale = Literal["normal", "suppressed", "paralyzed"]
Hits = Annotated[int, msgspec.Meta(ge=1, le=3)]
SuppressedAgain = Literal["nothing", "hit"]
StandName: TypeAlias = Annotated[str, completed("stands", several=False)]
"""A kind of stand: infantry, a gun or a vehicle."""

COVERS: tuple[Cover, ...] = ("none", "soft", "hard")
MORALES: tuple[Morale, ...] = ("normal", "suppressed", "paralyzed")
GROUND: dict[Cover, str] = {"soft": "orchard", "hard": "hard_cover"}
"""Ground that gives this cover and stops neither a line nor a step."""


@lru_cache(maxsize=256)
def small_game(
    qualities: tuple[Quality, Quality] = ("regular", "regular"),
    kinds: tuple[str, str] = ("rifle", "rifle"),
    cover: Cover = "none",
    options: tuple[tuple[str, OptionValue], ...] = (),
    recovers: int = 0,
    others: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    width: int = 24,
    covered_from: float = 0,
) -> Game:
    """One stand a side and perhaps `others`, on a table that is all of one cover, or all to the east of
    `covered_from`, in inches. The stands are put where a question wants them.

    `recovers` is what a recovery check needs, if not the number of the quality.
    """
    height = 12
    everywhere = ((0, 0), (width, 0), (width, height), (0, height))
    covered = ((covered_from, 0), (width, 0), (width, height), (covered_from, height))
    ground = (DraftFeature(GROUND[cover], covered),) if cover in GROUND else ()
    sides = ("Attacker", "Defender")
    scenario = TacticalScenario(
        title="A question",
        system="tactical_combat",
        briefing="",
        sides=sides,
        table=TableDraft(width, height, feature=ground, zone={"all": DraftZone(everywhere)}),
        force=tuple(
            Force(side, side, quality, _in_a_row((kind, *more), side, row), "all")
            for side, quality, kind, more, row in zip(sides, qualities, kinds, others, (2, height - 2), strict=True)
        ),
        recovery=RecoveryNumbers(recovers, recovers, recovers) if recovers else RecoveryNumbers(),
    )
    return Game(system("tactical_combat"), scenario, dict(options), name="a question")


def _in_a_row(kinds: tuple[str, ...], name: str, row: int) -> tuple[StandEntry, ...]:
    """Stands that wait side by side until a question puts them somewhere: to look for free places takes longer than
    most questions. The first has the name of its side.
    """
    places = [(2 + 3 * number, row) for number in range(len(kinds))]
    return tuple(
        StandEntry(kind, 1, "" if number else name, (where,))
        for number, (kind, where) in enumerate(zip(kinds, places, strict=True))
    )


def place(game: Game, x: int, y: int) -> int:
    """A place on the small table, in inches."""
    return int(game.world.table.position(x * 100, y * 100))


def board_of(*stands: Stand, smoke: tuple[Smoke, ...] = ()) -> Board:
    """The small table with these stands, and perhaps smoke."""
    return Board(stands, smoke=smoke, points=(0, 0), bank=(0, 0), score=(0, 0))


def boards_after(
    game: Game, board: Board, *procedures: Procedure, assuming: Assumption | None = None, kept: Kept | None = None
) -> Odds:
    """The boards that these procedures, one after another, can lead to; `kept` as in `played`."""
    return played(game, board, *procedures, then=ActionPhase(0), assuming=assuming, kept=kept)


def chosen(text: str) -> tuple[tuple[str, OptionValue], ...]:
    """The options of a question as people type them.

    >>> chosen("hmg_two_dice=on")
    (('hmg_two_dice', True),)
    """
    return read_options(system("tactical_combat").options, text)


def stand_named(name: str, what: str) -> Kind:
    """A kind of stand; OptionError if there is none of this name.

    >>> stand_named("rifles", "firer")
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: firer: there is no stand 'rifles', but rifle: see the names it completes
    """
    kind = kind_of_stand(name)
    if kind is None:
        near = nearest(name, stand_kinds())
        raise OptionError(f"{what}: there is no stand {shown(name)}{near}: see the names it completes")
    return kind
