"""Procedures: the parts of the sequence of play that are under way, as values on the stack of a state.

There are four kinds. Each says in one place what is legal and what it does:

* `Decide` asks one side: a prompt, and verbs with their targets and effects;
* `Roll` throws dice, once: a resolution, and what follows from its answer;
* `Step` runs on by itself, without dice;
* `Sealed` ends one side's part of a secret simultaneous decision and holds its choice until all are done.

The procedure on top of the stack is taken off before it acts; what it wants next it says with
`field.next(...)`, itself included.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from sandtable.kernel.decision import Action, Offer, Targets
from sandtable.kernel.errors import RulesFault
from sandtable.kernel.phrase import Said
from sandtable.kernel.picture import Route, Shoot
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution

__all__ = [
    "Answer",
    "Caller",
    "Decide",
    "Hidden",
    "Procedure",
    "Reaction",
    "Roles",
    "Roll",
    "Sealed",
    "Step",
    "Telling",
    "Verb",
    "verb",
]

TargetsOf = Callable[[Any, Any], "Targets | bool"]
Effect = Callable[[Any, Any, Any], None]
Checker = Callable[[Any, Any, Any], "Reason | None"]
UnitChecker = Callable[[Any, Any, Any, int], "Reason | None"]
"""Asked with the decision, the look, a target or None, and a unit."""


def _no_effect(asks: Any, field: Any, target: Any) -> None:
    """A verb begins with this; nobody can choose it before `then` has given it another."""
    raise TypeError(f"a verb of {type(asks).__name__} has no effect")


class Verb:
    """Something a side may choose in a decision; made with `@verb`."""

    def __init__(
        self,
        label: str,
        kind: str,
        targets: TargetsOf,
        name: str = "",
        last: bool = False,
        menu: str = "",
        otherwise: Reason | None = None,
    ) -> None:
        self.name = name or targets.__name__
        self.last = last
        self.label = label
        self.kind = kind
        self.menu = menu or label
        self.button = Offer(self.name, label, kind, menu=self.menu)
        self.targets = targets
        self.effect: Effect = _no_effect
        self.checker: Checker | None = None
        self.unit_checker: UnitChecker | None = None
        self.otherwise = otherwise

    def called(self, label: str, menu: str = "") -> Verb:
        """The same verb with other words, for a decision that inherits it."""
        found = copy(self)
        found.label, found.menu = label, menu or label
        found.button = Offer(found.name, label, found.kind, menu=found.menu)
        return found

    def then(self, effect: Effect) -> Effect:
        """The method below says what happens when this is chosen."""
        self.effect = effect
        return effect

    @property
    def finished(self) -> bool:
        """Whether it has an effect."""
        return self.effect is not _no_effect

    def check(self, checker: Checker) -> Checker:
        """The method below says why a target is not legal: None exactly for those that are offered. It is asked only
        about what there is (see `System.every`), by the offer as by whoever is refused.

        Where the verb has an `otherwise`, None says only that there is no particular reason against the target: the
        offer is a region of its own, and what is not in it is refused by `otherwise`.
        """
        self.checker = checker
        return checker

    def check_by(self, checker: UnitChecker) -> UnitChecker:
        """The function below says why one unit of the side takes no part in this at a target, or at any target at all
        (None). It is for those who have that unit in hand: where several could do it, `check` speaks of the one that
        comes nearest to it.
        """
        self.unit_checker = checker
        return checker


def verb(
    label: str,
    kind: str = "button",
    *,
    name: str = "",
    last: bool = False,
    menu: str = "",
    otherwise: Reason | None = None,
) -> Callable[[TargetsOf], Verb]:
    """The function below gives the legal targets of a verb (for a button: whether it is offered).

    It is a method of the decision, or a function of the decision and the look that a chapter adds to it. `kind` tells
    the interface what the targets are: `unit`, `hex`, `point`, `choice`, `button`, or `dice`: a button that throws
    dice, so that the odds are shown first. `name` is the function's unless it is given; a verb that is `last` stays
    behind those that other chapters add. `menu` is what it is called where its target stands beside it already: `Fire`
    for `Fire with`. `otherwise` is why a target is refused that nothing else speaks against. See
    `docs/add-a-system.md` for a whole procedure.
    """

    def make(targets: TargetsOf) -> Verb:
        return Verb(label, kind, targets, name, last, menu, otherwise)

    return make


class Procedure(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A part of the sequence of play that is under way."""

    # It is a plain value and refers to nothing that refers to it, so the garbage collector need not look at it; so are
    # actions, rolls and events.

    asks: ClassVar[bool] = False
    """Whether it is a `Decide`; `rolls` whether it is a `Roll`. Quicker to ask than `isinstance`."""
    rolls: ClassVar[bool] = False
    opens_phase: ClassVar[bool] = False
    """Whether a phase begins with it: dice thrown from here on are not those of the action before."""
    unseen: ClassVar[bool] = False
    """Whether it is left out of views while it waits: it would show how far the others are with what is secret."""
    work: ClassVar[int] = 1
    """What it costs to run it, for the limit on odds: 1 is some 50 microseconds."""

    @classmethod
    def key(cls) -> str:
        """Its name in every game: its tag."""
        return str(cls.__struct_config__.tag)

    def mask(self, side: int | None) -> Procedure:
        """This procedure as the side may know it. Override where a field is secret."""
        return self

    def route(self, look: Any) -> Route | None:
        """The way a piece takes when this is done, for those who want to see it first. Override for a move."""
        return None


class Reaction(msgspec.Struct, frozen=True):
    """A question that interrupts the other side: whether to fire at a piece of it, and by which verbs.

    Because it is always the same question, a player may leave standing orders for it. `begun`: to fire has been
    chosen, and it is asked who fires; `hold` then means that nobody else does.

    `occasion` is what the piece has done, where it matters. `lasts`: to hold once is to hold for all of its move.

    >>> Reaction(7)
    Reaction(against=7, fire='fire', hold='hold', begun=False, occasion='', lasts=False)
    """

    against: int
    fire: str = "fire"
    hold: str = "hold"
    begun: bool = False
    occasion: str = ""
    lasts: bool = False


class Shot(msgspec.Struct, frozen=True):
    """A shot that a side could answer a `Reaction` with: by which action, whose, how far, and what it is good for.

    `effect` is the chance that it does the target anything, `hit` that it hits; `far` is None where ranges are unknown.
    """

    action: Action
    firer: int
    far: int | None
    effect: Fraction
    hit: Fraction


class Decide(Procedure, frozen=True, array_like=True):
    """Asks `side` for a decision. Subclasses have verbs; their question is a phrase of their chapter."""

    asks = True
    sets_up: ClassVar[bool] = False
    """Whether it is a part of setting up, so that zones are drawn."""
    idle: ClassVar[str] = ""
    """The verb by which a side lets it be, for bots that know no better; empty if there is none."""
    verbs: ClassVar[dict[str, Verb]] = {}

    side: int

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = {value.name: value for value in vars(cls).values() if isinstance(value, Verb)}
        cls.verbs = {**cls.verbs, **own}
        for name, each in own.items():
            if not each.finished:
                raise TypeError(f"{cls.__name__}.{name} has no effect: write one below @{name}.then")

    def prompt(self, look: Any) -> Said | str:
        """What to decide: the phrase that is called as this decision with a question mark, such as `face?`, filled from
        its fields. Override where the question needs other values.
        """
        found = look.game.rules.questions[type(self)]
        if found is None:
            raise RulesFault(f"no chapter has the question of {type(self).__name__}: a phrase {self.key() + '?'!r}")
        return Said(look.game, found[0], {field: getattr(self, field) for field in found[1]})

    def opened_by(self) -> Decide | None:
        """The decision that this one has replaced, if a choice there has opened it. Override it in such a decision."""
        return None

    def reaction(self) -> Reaction | None:
        """What is reacted to, if this is a question of opportunity fire. Override where it is."""
        return None

    def spread(self, look: Any, action: Action) -> Shoot | None:
        """Where the fire that an action calls would fall, and what it would hit. Override for calls."""
        return None

    def mask(self, side: int | None) -> Procedure:
        """What another side is asked, and has selected so far, is its own business. Override to show it."""
        return self if side == self.side else Hidden(self.side)


class Hidden(Decide, frozen=True, array_like=True, tag="hidden"):
    """Stands in a view for what another side is asked, or has chosen in secret: which of both is not shown."""


class Step(Procedure, frozen=True, array_like=True):
    """Runs on by itself, without dice."""

    def run(self, field: Any) -> None:
        """Do it."""
        raise TypeError(f"{type(self).__name__} does nothing: write its run")


class Caller(Step, frozen=True, array_like=True):
    """A step that calls another procedure and goes on with its answer.

    It calls with `field.next(called, self)`, and waits below. What was called says `field.answer(value)` as its last
    act; each procedure on the way there has taken the place of the one before. If it ends without an answer, the
    answer is None, as it is when the caller itself begins.
    """

    def run(self, field: Any) -> None:
        """Begin, or go on without an answer."""
        self.resume(field, None)

    def resume(self, field: Any, answer: Any) -> None:
        """Go on with the answer."""
        raise TypeError(f"{type(self).__name__} does not go on: write its resume")


class Answer(Step, frozen=True, array_like=True, tag="answer"):
    """Gives an answer to the caller below, when something else had to happen first."""

    value: bool | int | str

    def run(self, field: Any) -> None:
        """Answer."""
        field.answer(self.value)


class Roles(msgspec.Struct, frozen=True):
    """Who acts on whom, and where, in a roll: each by the name of the field that has it; empty for none."""

    by: str = ""
    on: str = ""
    at: str = ""


class Telling(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Tells a roll that has been made, from its own fields and nothing else."""

    roll: Roll
    game: Any

    def __call__(self, found: Resolution) -> Resolution:
        """The roll for somebody to read, if it was made with this."""
        return self.roll.told(found, self.roll.said(self.game))


class Roll(Procedure, frozen=True, array_like=True):
    """Throws dice once.

    What is rolled for is a phrase of its chapter, called as the roll with an exclamation mark, such as `nerve!`, and
    filled from its fields.
    """

    rolls = True
    roles: ClassVar[Roles] = Roles()
    """Who does it to whom: units that the phrase names."""
    says_later: ClassVar[bool] = True
    """Whether its phrase follows from its own fields, so that it can be made when somebody reads it."""

    def resolution(self, look: Any) -> Resolution:
        """What is rolled, with every modifier of this chapter. Ask `look.resolution_of(roll)` for those of all."""
        raise TypeError(f"{type(self).__name__} has no resolution")

    def says(self, look: Any) -> Said | None:
        """What is rolled for; None if the resolution says it. Override where the phrase needs other values."""
        return self.said(look.game)

    def said(self, game: Any) -> Said | None:
        """The same from the roll's own fields and nothing else. Override where its phrase has another name."""
        found = game.rules.rolls[type(self)]
        return None if found is None else Said(game, found[0], {field: getattr(self, field) for field in found[1]})

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.says_later = cls.says is Roll.says

    def told(self, found: Resolution, said: Said | None) -> Resolution:
        """The roll for somebody to read, if this is what it is made with: with its phrase, and who acts on whom."""
        roles = self.roles
        by: Any = getattr(self, roles.by) if roles.by else ()
        on: Any = getattr(self, roles.on) if roles.on else ()
        return msgspec.structs.replace(
            found,
            says=found.says if said is None else said,
            by=by if type(by) is tuple else (by,) if by >= 0 else (),
            on=on if type(on) is tuple else (on,) if on >= 0 else (),
            at=getattr(self, roles.at) if roles.at else None,
        )

    def added(self, look: Any) -> tuple[Modifier, ...]:
        """What other chapters add to this roll. A resolution whose modifiers shift a column counts it in."""
        adders = look.game.rules.modifiers(type(self))
        return tuple(modifier for adder in adders for modifier in adder(self, look)) if adders else ()

    def audience(self, look: Any) -> int | None:
        """The side that may read the roll in the log; None: all."""
        return None

    def then(self, field: Any, outcome: Outcome) -> None:
        """What follows from the chart's answer. The dice themselves are not shown to it, so that equal
        answers can be counted together in the odds.
        """
        raise TypeError(f"{type(self).__name__} does nothing with its outcome")


class Sealed(Procedure, frozen=True, array_like=True):
    """One side's finished secret choice."""

    def reveal(self, field: Any) -> None:
        """Carry the choice out, when every side has made its own."""
        raise TypeError(f"{type(self).__name__} reveals nothing")
