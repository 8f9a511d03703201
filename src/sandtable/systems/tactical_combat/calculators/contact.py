"""Close combat with a vehicle: one round (TC V15 to V18, V24)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.board.stands import heading_to
from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Assumption, Distribution
from sandtable.kernel.question import GameOptions, Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.view import View
from sandtable.systems.tactical_combat.armour import VehicleMelee, can_fight
from sandtable.systems.tactical_combat.board import OFF, Board, Stand
from sandtable.systems.tactical_combat.calculators.assault import Contact
from sandtable.systems.tactical_combat.calculators.drill import (
    MORALES,
    Cover,
    StandName,
    board_of,
    boards_after,
    chosen,
    place,
    small_game,
    stand_named,
)
from sandtable.systems.tactical_combat.calculators.shooting import Left, left_of
from sandtable.systems.tactical_combat.running import FallBack
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import Quality

__all__ = ["Round", "VehicleCombat", "vehicle_combat", "vehicle_rolls"]


def _first(view: View) -> Action | None:
    """A vehicle falls back the first way that it may."""
    return next(view.asked.actions()) if isinstance(view.asks, FallBack) else None


class VehicleCombat(Question, frozen=True):
    """The question of the `vehicle_combat` calculator: a stand has moved into contact with another, and at least one of
    them is a vehicle. `flank` is an attack from outside the front of a vehicle; `cover` is the defender's.
    """

    attacker: StandName = "rifle"
    attacker_quality: Quality = "regular"
    attacker_morale: Literal["normal", "suppressed"] = "normal"
    defender: StandName = "w44_m4_75"
    defender_quality: Quality = "regular"
    defender_morale: Literal["normal", "suppressed"] = "normal"
    flank: bool = False
    cover: Cover = "none"
    options: GameOptions = ""

    def agree(self) -> None:
        """A vehicle among them, and an attacker who can fight."""
        kinds = stand_named(self.attacker, "attacker"), stand_named(self.defender, "defender")
        if not any(kind.vehicle for kind in kinds):
            raise OptionError("defender: name a vehicle there or as attacker; close_combat is for infantry (TC V15)")
        if kinds[0].arm == "gun":
            raise OptionError("attacker: a gun does not assault: name infantry or a vehicle (TC M6)")
        if self.flank and not kinds[1].vehicle:
            raise OptionError("flank: only a vehicle has a flank: leave it off (TC V22)")
        game, board = self.board()
        if not can_fight(Situation(game, board), 0, 1):
            raise OptionError(f"attacker: {kinds[0].name} has no weapon against {kinds[1].name} (TC V5)")

    def board(self) -> tuple[Game, Board]:
        """The game and the board: the attacker touches the defender from the west."""
        kinds = (self.attacker, self.defender)
        qualities = (self.attacker_quality, self.defender_quality)
        game = small_game(qualities, kinds, self.cover, chosen(self.options), width=40)
        here, there = place(game, 19, 6), place(game, 20, 6)
        table = game.world.table
        ahead = heading_to(table.point(here), table.point(there))
        faces = [game.world.kinds[n].faces for n in (0, 1)]
        back = ahead if self.flank else (ahead + 12) % 24
        hits = game.world.full_hits
        return game, board_of(
            Stand(here, ahead if faces[0] else 0, hits[0], MORALES.index(self.attacker_morale)),
            Stand(there, back if faces[1] else 0, hits[1], MORALES.index(self.defender_morale)),
        )


class Round(msgspec.Struct, frozen=True):
    """How the round ended: whether each is still in its place, and what is left of both.

    >>> str(Round(False, True, Left(3, "normal"), Left(0, "normal")))
    'defender destroyed; attacker 3 hits left, normal'
    """

    attacker_back: bool
    defender_back: bool
    attacker: Left
    defender: Left

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return max(self.defender.severity, 2 * self.defender_back)

    def __str__(self) -> str:
        words = []
        for who, back, left in (
            ("defender", self.defender_back, self.defender),
            ("attacker", self.attacker_back, self.attacker),
        ):
            words.append(f"{who} {left}" + (" and goes back" if back and left.hits else ""))
        return "; ".join(words)


def vehicle_combat(ask: VehicleCombat) -> Distribution[Round]:
    """How the round ends, the likeliest first.

    >>> vehicle_combat(VehicleCombat()).chance(lambda end: not end.defender.hits) > 0
    True
    """
    game, board = ask.board()
    starts = [stand.at for stand in board.stands]

    def told(end: State[Any, Any]) -> Round:
        stands = end.board.stands
        back = [stand.at not in (OFF, start) for stand, start in zip(stands, starts, strict=True)]
        return Round(back[0], back[1], left_of(stands[0]), left_of(stands[1]))

    return boards_after(game, board, Contact(), assuming=Assumption("it falls back the first way it may", _first)).by(
        told
    )


def vehicle_rolls(ask: VehicleCombat) -> tuple[Resolution | str, ...]:
    """The shot of the defender, if he has a weapon, and that of the attacker, as if nothing had happened before."""
    game, board = ask.board()
    look = Situation(game, board)
    found: list[Resolution | str] = []
    if can_fight(look, 1, 0):
        found += ["The defender fires:", look.told(VehicleMelee(1, 0, 0))]
    return (*found, "The attacker fires:", look.told(VehicleMelee(0, 1, 0)))
