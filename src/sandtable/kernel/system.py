"""What a set of rules must provide to be played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

import msgspec

from sandtable.kernel.chapter import Chapter, Rules
from sandtable.kernel.decision import Action, Target
from sandtable.kernel.errors import ScenarioError
from sandtable.kernel.field import Field, Look
from sandtable.kernel.option import Option, OptionValue, choose_options
from sandtable.kernel.phrase import Said
from sandtable.kernel.picture import Picture
from sandtable.kernel.procedure import Procedure, Reaction, Shot
from sandtable.kernel.reason import Reason
from sandtable.kernel.scene import Scene
from sandtable.kernel.solving import WORK
from sandtable.kernel.typing import B, W
from sandtable.kernel.vehicles import Vehicles

if TYPE_CHECKING:
    from sandtable.kernel.game import Game
    from sandtable.kernel.odds import Distribution
    from sandtable.kernel.question import Curves, Shifted
    from sandtable.kernel.resolution import Resolution
    from sandtable.kernel.state import Known, State

__all__ = [
    "Calculator",
    "Change",
    "Generated",
    "Generator",
    "Named",
    "Option",
    "OptionValue",
    "Scenario",
    "System",
    "Total",
    "choose_options",
]


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle for one system, as its file gives it. A system subclasses this with its map and forces."""

    title: str
    system: str
    briefing: str
    sides: tuple[str, ...]
    options: dict[str, Any] = {}


class Total(NamedTuple):
    """One number that people want of an answer: the chance of all outcomes for which `holds` is true, given the
    question and the outcome.
    """

    words: str
    holds: Callable[[Any, Any], bool]


class Calculator(msgspec.Struct, frozen=True):
    """A question about odds that needs no game: a function of a few named values.

    `parameters` is a struct whose fields are the values, with defaults; `answer` gives the distribution, or curves
    along a scale; `chain` the rolls on the way to it, and the sums between them in words. `totals` are the numbers to
    show first, the one that matters most before the others; `topic` is the heading under which lists show it, and
    `says` puts an outcome into words.
    """

    name: str
    words: str
    parameters: type[msgspec.Struct]
    answer: Callable[[Any], Distribution[Any] | Curves]
    chain: Callable[[Any], tuple[Resolution | Shifted | str, ...]] | None = None
    totals: tuple[Total, ...] = ()
    topic: str = ""
    says: Callable[[Any], str] = str

    def summed(self, question: Any, answer: Distribution[Any]) -> tuple[tuple[str, Fraction], ...]:
        """The totals of an answer, each with its words."""
        return tuple(
            (words, sum((chance for outcome, chance in answer.items() if holds(question, outcome)), Fraction(0)))
            for words, holds in self.totals
        )


class Named(msgspec.Struct, frozen=True):
    """A name that people type into a question, and what it stands for in words."""

    name: str
    words: str


class Generated(msgspec.Struct, frozen=True):
    """A battle that a generator made, and what there is to say about it, a line each."""

    scenario: Scenario
    notes: tuple[str, ...]


class Generator(msgspec.Struct, frozen=True):
    """Makes battles: a function of a few named values, with a seed among them; the same values make the same battle."""

    words: str
    parameters: type[msgspec.Struct]
    make: Callable[[Any], Generated]


class Change(NamedTuple):
    """Something that changed on the board, and how grave that is, as `System.severity` counts it."""

    says: Said
    severity: int


class System(ABC, Generic[B, W]):
    """A set of rules."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    """Changes whenever the same actions and dice could lead to another state."""
    credits: ClassVar[str] = ""
    board: ClassVar[type]
    look: type[Look[B, W]]
    """The board to read, with the questions of the rules."""
    field: type[Field[B, W]]
    """A working copy of the board, with the verbs of the rules."""
    extended: ClassVar[type | None] = None
    """The board with `extras`, a tuple of what chapters keep on it; None where no chapter can."""
    chapters: ClassVar[tuple[Chapter, ...]]
    """The rules, chapter by chapter. Their order is that of verbs in a decision and of steps at a seam."""
    scenario: ClassVar[type[Scenario]]
    calculators: ClassVar[tuple[Calculator, ...]] = ()
    names: ClassVar[Mapping[str, tuple[Named, ...]]] = MappingProxyType({})
    """Names for completion while somebody types a question, by what `completed` calls them."""
    example: ClassVar[bool] = False
    """Whether it is there to show how a system is written: lists put it last."""
    generator: ClassVar[Generator | None] = None
    vehicles: ClassVar[Vehicles | None] = None
    """Data cards of its vehicles, for a system that has them."""
    severities: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """The outcomes that charts give as words, by how grave they are (see `severity`); those not named are slight."""
    unknown: ClassVar[Mapping[str, Reason]] = MappingProxyType({})
    """By kind of target: why one that does not exist is refused."""
    phases: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The procedures that begin the phases of a turn, in their order, each with its words; the last ends the turn."""
    odds_work: ClassVar[int] = WORK
    """How much work the odds of one action do before they say that it is too much."""

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options of all chapters, those of expansions that are off included."""
        kinds = {chapter.options: None for chapter in self.chapters if chapter.options is not None}
        return tuple(option for kind in kinds for option in kind.described())

    @abstractmethod
    def world(self, scenario: Any, rules: Rules) -> W:
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

    def sheltered(self, game: Game, state: Known, side: int | None, place: int) -> Sequence[int]:
        """The places in sight from here whose vehicles are sheltered from fire from here, behind a crest."""
        return ()

    def sighted(self, game: Game, state: Known, side: int | None, place: int) -> tuple[str, Sequence[int]]:
        """The further places that pieces of this side (None: of any) in this place see with sights of their own, and
        what these are in words; the words are empty if they see with their eyes alone.
        """
        return "", ()

    @abstractmethod
    def name_of(self, game: Game, kind: str, value: Any) -> str:
        """What players call this unit, hex, side, outcome."""

    def owner(self, game: Game, kind: str, value: Any) -> int | None:
        """The side that a unit, a formation or a side itself belongs to; None if it is nobody's."""
        return value if kind == "side" else None

    @abstractmethod
    def changes(self, before: Any, after: Any) -> list[Change]:
        """What a player would say changed from one look at the board to another, unit by unit."""

    @abstractmethod
    def worth(self, look: Any, side: int) -> int:
        """How good the board looks for a side, for bots: whole points, more is better."""

    def range_between(self, look: Any, one: int, other: int) -> int | None:
        """How far apart two pieces are, in what players measure with (inches, hexes), rounded up; None if unknown."""
        return None

    def severity(self, outcome: Any) -> int:
        """How grave an outcome of a roll is, or an answer of a calculator: 0 nothing, 1 slight, 2 serious, 3 the worst.

        An answer that is a value of its own knows it by itself.
        """
        known = getattr(outcome, "severity", None)
        if known is not None:
            return int(known)
        if isinstance(outcome, tuple):
            return max((self.severity(each) for each in outcome), default=0)
        if not isinstance(outcome, str):
            return int(bool(outcome))
        return next((grave for grave, words in enumerate(self.severities) if outcome in words), 1)

    def harm(self, outcome: Any) -> int:
        """What an outcome of fire does to its target: 0 nothing, 1 something short of a hit, 2 a hit or worse."""
        return 0

    def shots(self, game: Game, known: Known, side: int, reaction: Reaction) -> list[Shot]:
        """The shots that a side could answer a reaction with, as it knows the state: each target of the verb to fire is
        a firer, and the roll that follows shows what its shot is good for. Override where that is not so.
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
        """The chance that a roll does at least this much `harm`."""
        return Fraction(
            sum([ways for outcome, ways in roll.chances() if self.harm(outcome) >= least]), roll.dice.throws
        )

    def degrees(self, heading: int) -> int:
        """Which way a target of the kind `heading` looks, in degrees clockwise from north."""
        return heading * 15

    def target_named(self, game: Game, kind: str, text: str) -> Target:
        """The target that a person means by this text, where names alone do not tell; None if there is none."""
        return None

    def every(self, game: Game, kind: str) -> Collection[Any]:
        """All that there is of a kind of target, offered or not: checkers are asked about nothing else."""
        return ()

    def target_of_record(self, verb: str, target: Target) -> Target:
        """A target as it is now, where records of earlier versions wrote it in another way."""
        return target

    def mask(self, game: Game[B, W], board: B, side: int | None) -> B:
        """The board as the side (None: a spectator) may know it: hidden things are not on it.

        The rules must be able to run on what this returns: the offers are made from it, so that no offer and
        no refusal shows a secret. Return the same board when nothing is hidden.
        """
        return board

    def opened(self, game: Game[B, W], board: B, side: int | None) -> B:
        """The board as the side may know it when the game is over. Override where secrets come out then."""
        return self.mask(game, board, side)

    def imagine(self, game: Game, state: State[Any, Any], side: int, below: Callable[[int], int]) -> State[Any, Any]:
        """Another state that the side could not tell from this one, drawn with `below(n)`.

        The contract suite proves with it that nothing leaks; a bot may search with it.
        """
        return state
