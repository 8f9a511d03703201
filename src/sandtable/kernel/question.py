"""Questions about odds that need no game: what calculators are made of.

A question is a struct of named values with defaults. It is answered by the rules themselves: by the function that
makes a roll, or by a small game whose procedures are followed through every throw of the dice (`played`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.kernel.datawords import plain
from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OddsTooLarge, OptionError
from sandtable.kernel.field import Field, Look
from sandtable.kernel.odds import Odds, Policy
from sandtable.kernel.procedure import Decide, Procedure, verb
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = ["Curves", "Question", "played"]

ANSWER_WORK = 200_000
"""How much the answer to a question may cost: some ten seconds."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Named values, checked however they are made."""

    def __post_init__(self) -> None:
        for field in msgspec.structs.fields(type(self)):
            try:
                msgspec.convert(getattr(self, field.name), field.type)
            except msgspec.ValidationError as fault:
                raise OptionError(f"{field.name}: {plain(str(fault))}") from None
        self.agree()

    def agree(self) -> None:
        """What must hold between the values; OptionError says what does not."""


class Curves(msgspec.Struct, frozen=True):
    """Chances along a scale, such as the range: `lines` has for each name the chance at each number of the scale.

    >>> curves = Curves("inches", {"front": {1: Fraction(1, 2), 2: Fraction(1, 3)}, "flank": {1: Fraction(1)}})
    >>> curves.scale, curves.lines["flank"].get(2)
    ((1, 2), None)
    """

    across: str
    lines: Mapping[str, Mapping[int, Fraction]]

    @property
    def scale(self) -> tuple[int, ...]:
        """Every number at which some line has a chance."""
        return tuple(sorted({number for line in self.lines.values() for number in line}))


class _Ask(Decide, frozen=True, array_like=True, tag="ask"):
    """The first decision of a question: to begin with what lies under it on the stack."""

    def prompt(self, look: Look) -> str:
        """What to decide."""
        return "What are the odds?"

    @verb("Go")
    def go(self, look: Look) -> bool:
        """Always possible."""
        return True

    @go.then
    def _(self, field: Field, _: None) -> None:
        pass


def played(
    game: Game, board: Any, *procedures: Procedure, then: Procedure | None = None, policy: Policy | None = None
) -> Odds:
    """The boards that these procedures, one after another, can lead to; `then` is a decision at which they stop, and
    `policy` answers those on the way. If that is too much, an OddsTooLarge says what to do.
    """
    stack = (*(() if then is None else (then,)), *reversed(procedures), _Ask(0))
    try:
        return game.odds(State(board, stack), 0, Action("go"), policy=policy, limit=ANSWER_WORK, through_phases=True)
    except OddsTooLarge as fault:
        raise OddsTooLarge(f"{fault}; ask a smaller question, with fewer units or turns") from None
