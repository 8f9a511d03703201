"""A close combat to its end."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.odds import Distribution
from sandtable.kernel.procedure import Step
from sandtable.kernel.question import Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.system import OptionValue
from sandtable.systems.tactical_combat.board import OFF, Board, Smoke, Stand
from sandtable.systems.tactical_combat.calculators.drill import (
    MORALES,
    Cover,
    Hits,
    Morale,
    SuppressedAgain,
    board_of,
    boards_after,
    place,
    small_game,
)
from sandtable.systems.tactical_combat.closecombat import Melee, begin
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.layout import layout_of
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import Quality

__all__ = ["CloseCombat", "Contact", "Ending", "close_combat", "first_round"]


class CloseCombat(Question, frozen=True):
    """The question of the `close_combat` calculator: two stands of infantry, up to the end (TC X).

    `cover` is the defender's: the attacker is always in the open. An attacker can be suppressed at the start only
    when he goes on to a second enemy, by the option wide_contact. `hmg_two_dice`, `close_combat_modifiers` and
    `suppressed_again` are the options of these names: by the first a machine gun has two dice, by the second `smoke`
    counts, which lies between the two, or a machine gun has one die after all.
    """

    attacker: Quality = "regular"
    attacker_hits: Hits = 3
    attacker_morale: Literal["normal", "suppressed"] = "normal"
    attacker_hmg: bool = False
    defender: Quality = "regular"
    defender_hits: Hits = 3
    defender_morale: Morale = "normal"
    defender_hmg: bool = False
    cover: Cover = "none"
    smoke: bool = False
    suppressed_again: SuppressedAgain = "nothing"
    hmg_two_dice: bool = False
    close_combat_modifiers: Literal["plain", "smoke", "one_die"] = "plain"


class Ending(msgspec.Struct, frozen=True):
    """How a close combat ended: the winner, what became of the loser, and the hits both have left.

    >>> str(Ending("attacker", "retreats", 3, 1)), str(Ending("defender", "destroyed", 0, 2))
    ('defender retreats, 1 left; attacker 3', 'attacker destroyed; defender 2')
    """

    winner: Literal["attacker", "defender"]
    loser: Literal["retreats", "destroyed"]
    attacker_hits: int
    defender_hits: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 3 if self.loser == "destroyed" else 2

    def __str__(self) -> str:
        attacker, defender = ("attacker", self.attacker_hits), ("defender", self.defender_hits)
        winner, loser = (attacker, defender) if self.winner == "attacker" else (defender, attacker)
        if self.loser == "destroyed":
            return f"{loser[0]} destroyed; {winner[0]} {winner[1]}"
        return f"{loser[0]} retreats, {loser[1]} left; {winner[0]} {winner[1]}"


def _in_contact(ask: CloseCombat) -> tuple[Game, Board]:
    """The attacker in contact with the defender."""
    kinds = ("hmg" if ask.attacker_hmg else "rifle", "hmg" if ask.defender_hmg else "rifle")
    options: tuple[tuple[str, OptionValue], ...] = (
        ("hmg_two_dice", ask.hmg_two_dice),
        ("close_combat_modifiers", ask.close_combat_modifiers),
        ("suppressed_again", ask.suppressed_again),
    )
    game = small_game((ask.attacker, ask.defender), kinds, ask.cover, options)
    here, there = place(game, 11, 6), place(game, 12, 6)
    board = board_of(
        Stand(here, hits=ask.attacker_hits, morale=MORALES.index(ask.attacker_morale)),
        Stand(there, hits=ask.defender_hits, morale=MORALES.index(ask.defender_morale)),
        smoke=(Smoke(here, 0),) if ask.smoke else (),
    )
    # Both stand there in every such question, so that where they flee to is known from the first one.
    kept = known_of(game.world, "contact")
    board.__dict__["layout"] = kept.get("layout") or kept.setdefault("layout", layout_of(game.world, board))
    return game, board


def close_combat(ask: CloseCombat) -> Distribution[Ending]:
    """How a close combat ends, the likeliest first.

    >>> ends = close_combat(CloseCombat())
    >>> ends.chance(lambda end: end.winner == "defender") > ends.chance(lambda end: end.winner == "attacker")
    True
    """
    game, board = _in_contact(ask)
    here = board.stands[0].at

    def told(end: State[Any, Any]) -> Ending:
        attacker, defender = end.board.stands
        attacker_won = attacker.at == here
        gone = OFF in (attacker.at, defender.at)
        return Ending(
            "attacker" if attacker_won else "defender",
            "destroyed" if gone else "retreats",
            attacker.hits,
            defender.hits,
        )

    # A fight comes to the same positions whatever the hits and the morale it began with.
    return boards_after(game, board, Contact(), kept=known_of(game.world, "fights")).by(told)


class Contact(Step, frozen=True, array_like=True, tag="contact"):
    """The first stand has moved into contact with the second."""

    def run(self, field: Battlefield) -> None:
        """Close combat, as the rules begin it."""
        begin(field, 0, 1)


def first_round(ask: CloseCombat) -> tuple[Resolution, ...]:
    """The defender fires, then the attacker, as long as neither is shaken by it."""
    game, board = _in_contact(ask)
    look = Situation(game, board)
    helpless = ask.defender_morale == "paralyzed"
    return tuple(look.told(Melee(shooter, 1 - shooter, 0, helpless)) for shooter in (1, 0))
