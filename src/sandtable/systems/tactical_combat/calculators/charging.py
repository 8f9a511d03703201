"""A charge into close combat through opportunity fire (TC M6, O4, X), and a panic move out of it (TC M9, M10)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Assumption, Distribution
from sandtable.kernel.question import GameOptions, Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.view import View
from sandtable.systems.tactical_combat.action import StandAction
from sandtable.systems.tactical_combat.board import Board, Stand
from sandtable.systems.tactical_combat.calculators.drill import (
    MORALES,
    Cover,
    Hits,
    Morale,
    board_of,
    chosen,
    place,
    small_game,
)
from sandtable.systems.tactical_combat.calculators.shooting import Left, left_of
from sandtable.systems.tactical_combat.closecombat import Melee
from sandtable.systems.tactical_combat.fire import Shot as FireShot
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import Quality, stand_kinds
from sandtable.systems.tactical_combat.turn import ActionPhase

__all__ = ["Charge", "Charged", "Panic", "charge", "charge_rolls", "panic", "panic_rolls"]

Infantry = Literal["rifle", "hmg", "engineer"]
EDGE = 11.5
"""Where the base of a charged stand begins, in inches: it is at 12, and a stand in contact with it is at 11."""


def _shoot(view: View) -> Action | None:
    """The watching side fires at the first chance; nobody else is asked."""
    offer = view.asked.offer("fire") if view.side == 1 else None
    return next(offer.actions()) if offer is not None else None


FIRES = Assumption("the watching side fires at the first chance", _shoot)


class Charge(Question, frozen=True):
    """The question of the `charge` calculator: a stand of infantry charges another from some inches away, through the
    opportunity fire of the defender, or of a second stand beside him; then they fight to the end.

    `watcher` is that second stand, and only one of them may fire at the charge (TC O5). A defender who is `finished`,
    suppressed or paralyzed does not fire at it. `cover` is the defender's: the way to him is open.
    """

    attacker: Infantry = "rifle"
    attacker_quality: Quality = "regular"
    attacker_hits: Hits = 3
    inches: Annotated[int, msgspec.Meta(ge=1, le=8)] = 5
    defender: Infantry = "rifle"
    defender_quality: Quality = "regular"
    defender_hits: Hits = 3
    defender_morale: Morale = "normal"
    finished: bool = False
    watcher: Literal["none", "rifle", "hmg"] = "none"
    cover: Cover = "none"
    options: GameOptions = ""

    def agree(self) -> None:
        """A charge that reaches."""
        game, board = self.board()
        view = game.view(_moment(board), 0)
        offer = view.asked.offer("assault")
        if offer is None or 1 not in (offer.targets or ()):
            raise OptionError(f"inches: a stand does not reach an enemy {self.inches} inches away: come nearer (TC M6)")

    def board(self) -> tuple[Game, Board]:
        """The game and the board: the attacker to the west of the defender."""
        others = () if self.watcher == "none" else (self.watcher,)
        qualities = (self.attacker_quality, self.defender_quality)
        kinds = (self.attacker, self.defender)
        game = small_game(qualities, kinds, self.cover, chosen(self.options), others=((), others), covered_from=EDGE)
        morale = MORALES.index(self.defender_morale)
        stands = [
            Stand(place(game, 11 - self.inches, 6), hits=self.attacker_hits),
            Stand(place(game, 12, 6), hits=self.defender_hits, morale=morale, finished=self.finished),
        ]
        if others:
            stands.append(Stand(place(game, 13, 8), hits=3))
        return game, board_of(*stands)


def _moment(board: Board, side: int = 0) -> State[Any, Any]:
    return State(board, (ActionPhase(side), StandAction(side, 0)))


class Charged(msgspec.Struct, frozen=True):
    """How a charge ended: whether the defender is gone from his place, and what is left of both.

    >>> gone, fresh = Left(0, "normal"), Left(3, "normal")
    >>> str(Charged(True, fresh, gone))
    'won: defender destroyed; attacker 3 hits left, normal'
    >>> str(Charged(False, gone, fresh))
    'failed: attacker destroyed; defender 3 hits left, normal'
    """

    won: bool
    attacker: Left
    defender: Left

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 0 if not self.won else 3 if not self.defender.hits else 2

    def __str__(self) -> str:
        if self.won:
            return f"won: defender {self.defender}; attacker {self.attacker}"
        return f"failed: attacker {self.attacker}; defender {self.defender}"


def charge(ask: Charge) -> Distribution[Charged]:
    """How a charge ends, the likeliest first.

    >>> watched, free = (charge(Charge(finished=finished)).chance(lambda end: end.won) for finished in (False, True))
    >>> watched < free
    True
    """
    game, board = ask.board()
    found = game.odds(_moment(board), 0, Action("assault", 1), assuming=FIRES, through_phases=True)
    held = board.stands[1].at

    def told(end: State[Any, Any]) -> Charged:
        attacker, defender = end.board.stands[:2]
        return Charged(defender.at != held, left_of(attacker), left_of(defender))

    return found.by(told)


def charge_rolls(ask: Charge) -> tuple[Resolution | str, ...]:
    """The opportunity fire, and the first round of the close combat."""
    game, board = ask.board()
    look = Situation(game, board)
    found: list[Resolution | str] = []
    ready = [n for n in range(1, len(board.stands)) if look.may_watch(n)]
    found += ["Opportunity fire at the charge:", look.told(FireShot(ready[0], 0))] if ready else ["Nobody fires at it."]
    here = place(game, 11, 6)
    stands = (msgspec.structs.replace(board.stands[0], at=here), *board.stands[1:])
    near = Situation(game, msgspec.structs.replace(board, stands=stands))
    helpless = ask.defender_morale == "paralyzed"
    found += ["In contact:", *(near.told(Melee(shooter, 1 - shooter, 0, helpless)) for shooter in (1, 0))]
    return tuple(found)


# Panic


class Panic(Question, frozen=True):
    """The question of the `panic` calculator: a shaken stand of infantry makes a panic move from the nearest enemy, who
    fires at it if he is `ready`. Afterwards it is paralyzed and has taken a hit (TC M10).
    """

    quality: Quality = "regular"
    hits: Hits = 3
    morale: Literal["suppressed", "paralyzed"] = "suppressed"
    inches: Annotated[int, msgspec.Meta(ge=1, le=10)] = 4
    cover: Cover = "none"
    enemy: Infantry = "rifle"
    ready: bool = True
    options: GameOptions = ""

    def agree(self) -> None:
        """Options that there are."""
        chosen(self.options)

    def board(self) -> tuple[Game, Board]:
        """The game and the board: the enemy to the west."""
        options = chosen(self.options)
        percent = int(dict(options).get("move_percent", 100))
        width = max(32, 16 + -(-stand_kinds()["rifle"].move * percent // 10_000))  # nobody runs off it
        game = small_game((self.quality, "regular"), ("rifle", self.enemy), self.cover, options, width=width)
        return game, board_of(
            Stand(place(game, 2 + self.inches, 6), hits=self.hits, morale=MORALES.index(self.morale)),
            Stand(place(game, 1, 6), hits=3, finished=not self.ready),
        )


def panic(ask: Panic) -> Distribution[Left]:
    """What is left of a stand that panics, the likeliest first.

    >>> dict(panic(Panic(ready=False)))
    {Left(hits=2, morale='paralyzed'): Fraction(1, 1)}
    """
    game, board = ask.board()
    found = game.odds(_moment(board), 0, Action("panic", 1), assuming=FIRES, through_phases=True)
    return found.by(lambda end: left_of(end.board.stands[0]))


def panic_rolls(ask: Panic) -> tuple[Resolution | str, ...]:
    """The opportunity fire, and the price."""
    game, board = ask.board()
    look = Situation(game, board)
    fire = (look.told(FireShot(1, 0)),) if ask.ready else ()
    return (*fire, "then it is paralyzed and takes a hit (TC M10)")
