"""What can go wrong, each as one sentence for a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

__all__ = [
    "DiceError",
    "IllegalAction",
    "OddsTooLarge",
    "OptionError",
    "RecordError",
    "RulesFault",
    "SandtableError",
    "ScenarioError",
    "ScenarioFault",
    "shown",
]


def shown(value: object, most: int = 40) -> str:
    """A value from outside as it may stand in a sentence: short, on one line, nothing that moves a cursor.

    >>> shown("a\\x1b[2Jb" * 99, 12), shown(7), shown("Red")
    ("'a\\\\x1b[2Jb...", '7', "'Red'")
    """
    text = repr(value[: most * 4]) if isinstance(value, str | bytes) else str(value) if _small(value) else "..."
    return text if len(text) <= most else text[:most] + "..."


def _small(value: object) -> bool:
    """Whether printing it cannot take long: a number of a million digits can."""
    if isinstance(value, tuple):
        return len(value) < 100 and all(map(_small, value))
    return not isinstance(value, int) or value.bit_length() < 512


class SandtableError(Exception):
    """Something a person asked for cannot be done; the text says what and why.

    >>> str(SandtableError("there is no scenario 'x'"))
    "there is no scenario 'x'"
    """


class IllegalAction(SandtableError):
    """The action is not among the offers. The state is as it was."""


class DiceError(SandtableError):
    """Dice that cannot be: a face that the die does not have, a script that ran out."""


class OddsTooLarge(SandtableError):
    """Exact odds would take more work than allowed; says how far they got.

    `so_far` is what is known by then, summed up when somebody asks: of each outcome that was found, the chance that it
    has at least. What is raised by `Game.odds` has it as `Odds`.
    """

    def __init__(self, words: str, sum_up: Callable[[], Mapping[Any, Fraction]] = dict) -> None:
        super().__init__(words)
        self._sum_up = sum_up

    @cached_property
    def so_far(self) -> Mapping[Any, Fraction]:
        """What is known: the outcomes that were found, each with the chance that it has at least."""
        return self._sum_up()


class RecordError(SandtableError):
    """A record that is damaged, of another version, or does not replay."""


class ScenarioError(SandtableError):
    """A scenario file that cannot be used; names the file and the line."""


class ScenarioFault(SandtableError):
    """What a system finds wrong in a scenario, and where: the loader adds the file and the line.

    >>> ScenarioFault(("squad", 2, "hex"), "it is off the map").place
    ('squad', 2, 'hex')
    """

    def __init__(self, place: tuple[str | int, ...], words: str) -> None:
        super().__init__(words)
        self.place = place


class OptionError(SandtableError):
    """An option that the system does not have, or a value it cannot take. `about` names the value, where it is one of
    several.
    """

    about: str = ""


class RulesFault(RuntimeError):
    """A system broke a promise of the kernel: a fault in its code, never the player's."""
