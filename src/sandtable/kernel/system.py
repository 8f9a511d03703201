"""What a set of rules must provide to be played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import msgspec

from sandtable.kernel.chapter import Chapter, Rules
from sandtable.kernel.decision import Action, Target
from sandtable.kernel.errors import ScenarioError
from sandtable.kernel.field import Field, Look
from sandtable.kernel.odds import WORK
from sandtable.kernel.option import Option, OptionValue, choose_options
from sandtable.kernel.picture import Picture, Scene
from sandtable.kernel.procedure import Procedure, Reaction, Shot
from sandtable.kernel.typing import B, W

if TYPE_CHECKING:
    from sandtable.kernel.game import Game
    from sandtable.kernel.odds import Distribution
    from sandtable.kernel.question import Curves
    from sandtable.kernel.resolution import Resolution
    from sandtable.kernel.state import Known, State

__all__ = ["Calculator", "Generated", "Generator", "Option", "OptionValue", "Scenario", "System", "choose_options"]


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle for one system, as its file gives it. A system subclasses this with its map and forces."""

    title: str
    system: str
    briefing: str
    sides: tuple[str, ...]
    options: dict[str, Any] = {}


class Calculator(msgspec.Struct, frozen=True):
    """A question about odds that needs no game: a function of a few named values.

    `parameters` is a struct whose fields are the values, with defaults; `answer` gives the distribution, or curves
    along a scale; `chain` the rolls on the way to it, and the sums between them in words.
    """

    name: str
    words: str
    parameters: type[msgspec.Struct]
    answer: Callable[[Any], Distribution[Any] | Curves]
    chain: Callable[[Any], tuple[Resolution | str, ...]] | None = None


class Generated(msgspec.Struct, frozen=True):
    """A battle that a generator made, and what there is to say about it, a line each."""

    scenario: Scenario
    notes: tuple[str, ...]


class Generator(msgspec.Struct, frozen=True):
    """Makes battles: a function of a few named values, with a seed among them; the same values make the same battle."""

    words: str
    parameters: type[msgspec.Struct]
    make: Callable[[Any], Generated]


class System(ABC, Generic[B, W]):
    """A set of rules."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    """Changes whenever the same actions and dice could lead to another state."""
    credits: ClassVar[str] = ""
    board: ClassVar[type]
    extended: ClassVar[type | None] = None
    """The board with `extras`, a tuple of what chapters keep on it; None where no chapter can."""
    chapters: ClassVar[tuple[Chapter, ...]]
    """The rules, chapter by chapter. Their order is that of verbs in a decision and of steps at a seam."""
    scenario: ClassVar[type[Scenario]]
    calculators: ClassVar[tuple[Calculator, ...]] = ()
    generator: ClassVar[Generator | None] = None
    odds_work: ClassVar[int] = WORK
    """How much work the odds of one action do before they say that it is too much."""

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options of all chapters, those of expansions that are off included."""
        return tuple(option for chapter in self.chapters for option in chapter.options)

    @abstractmethod
    def world(self, scenario: Any, options: Mapping[str, OptionValue], rules: Rules) -> W:
        """All of a game that never changes (map, roster, charts), checked: ScenarioFault says what is wrong."""

    def read_map(self, text: str, file: str, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """The map that a scenario has in a file of its own, as it would stand in the scenario; ScenarioError names the
        line of what is wrong in it.
        """
        raise ScenarioError(f"{file}: the maps of {self.title} stand in the scenario itself")

    def advice(self, game: Game) -> tuple[str, ...]:
        """What the author of a scenario might do better, a sentence each; it can be played as it is."""
        return ()

    @abstractmethod
    def start(self, game: Game[B, W]) -> tuple[B, Sequence[Procedure]]:
        """The board at the start, and what is done, the first procedure first."""

    @abstractmethod
    def look(self, game: Game[B, W], board: B) -> Look[B, W]:
        """The board to read."""

    @abstractmethod
    def field(self, game: Game[B, W], board: B) -> Field[B, W]:
        """A working copy of the board."""

    @abstractmethod
    def draw(self, look: Any, over: Mapping[int, str] | None = None) -> str:
        """The board as text; `over` puts signs on places, such as those where a unit may go."""

    def aims(self, game: Game) -> str:
        """How the game is won, in words; empty where the briefing says it."""
        return ""

    @abstractmethod
    def scene(self, game: Game) -> Scene:
        """All that a client draws and that never changes: the ground and the roster."""

    @abstractmethod
    def picture(self, game: Game, state: Known) -> Picture:
        """What a client draws of one moment. The state is masked: it is what the onlooker may know."""

    def sight(self, game: Game, state: Known, side: int | None, place: int) -> Sequence[int] | None:
        """The places that a piece of this side (None: nobody's) would see from here; None without such a tool."""
        return None

    def line(self, game: Game, state: Known, side: int | None, place: int, to: int) -> str:
        """What blocks the line between two places, in words; empty if it is clear. Told where `sight` is."""
        return ""

    @abstractmethod
    def name_of(self, game: Game, kind: str, value: Any) -> str:
        """What players call this unit, hex, side, outcome."""

    @abstractmethod
    def difference(self, before: Any, after: Any) -> str:
        """What a player would say changed from one look at the board to another; empty if nothing."""

    @abstractmethod
    def worth(self, look: Any, side: int) -> int:
        """How good the board looks for a side, for bots: whole points, more is better."""

    def range_between(self, look: Any, one: int, other: int) -> int | None:
        """How far apart two pieces are, in what players measure with (inches, hexes), rounded up; None if unknown."""
        return None

    def harm(self, outcome: Any) -> int:
        """What an outcome of fire does to its target: 0 nothing, 1 something short of a hit, 2 a hit or worse."""
        return 0

    def shots(self, game: Game, known: Known, side: int, reaction: Reaction) -> list[Shot]:
        """The shots that a side could answer a reaction with, as it knows the state: each target of the verb to fire is
        a firer, and the roll that follows tells what its shot is good for. Override where that is not so.
        """
        decision = game.decision(known, side)
        offer = decision.offer(reaction.fire) if decision else None
        look = game.look(known)
        found = []
        for firer in offer.targets or () if offer else ():
            assert isinstance(firer, int)
            action = Action(reaction.fire, firer)
            roll = game.forecast(known, side, action)
            effect, hit = (self.chance_of_harm(roll, least) if roll else Fraction(0) for least in (1, 2))
            found.append(Shot(action, firer, self.range_between(look, firer, reaction.against), effect, hit))
        return found

    def chance_of_harm(self, roll: Resolution, least: int = 1) -> Fraction:
        """The chance that a roll does at least so much `harm`."""
        return sum((chance for outcome, chance in roll.odds().items() if self.harm(outcome) >= least), Fraction(0))

    def target_named(self, game: Game, kind: str, text: str) -> Target:
        """The target that a person means by this text, where names alone do not tell; None if there is none."""
        return None

    def mask(self, game: Game[B, W], board: B, side: int | None) -> B:
        """The board as the side (None: a spectator) may know it: hidden things are not on it.

        The rules must be able to run on what this returns: the offers are made from it, so that no offer and
        no refusal tells a secret. Return the same board when nothing is hidden.
        """
        return board

    def imagine(self, game: Game, state: State[Any, Any], side: int, below: Callable[[int], int]) -> State[Any, Any]:
        """Another state that the side could not tell from this one, drawn with `below(n)`.

        The contract suite proves with it that nothing leaks; a bot may search with it.
        """
        return state
