"""What a special rule of a scenario is (TC G4): values from the scenario file, and the moments at which it speaks.

A rule that remembers something through the game keeps it as whole numbers: `memory` is what it starts with,
`field.recall(rule)` reads it and `field.remember(rule, ...)` changes it. Rules name sides, markers, zones and features
as the scenario file does; `misfit` says what the scenario does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from sandtable.board.stands import Base
from sandtable.kernel.errors import shown
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Procedure
from sandtable.kernel.resolution import Modifier, Resolution
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.world import World

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = [
    "Complaint",
    "Special",
    "features_called",
    "formation_named",
    "marker_at",
    "no_feature",
    "no_formation",
    "no_kind",
    "no_marker",
    "no_side",
    "no_zone",
    "out_of",
    "ranks_of",
    "stands_of",
]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule", kw_only=True):
    """A special rule: by default it changes nothing."""

    optional: bool = False
    """In play only with the option `optional_rules`."""

    def fault(self) -> str:
        """What is wrong with its values, in words; empty if nothing is."""
        return ""

    def misfit(self, scenario: TacticalScenario) -> str:
        """What it names that the scenario does not have, in words; empty if it has everything."""
        return ""

    def memory(self, game: Game) -> tuple[int, ...]:
        """What the rule remembers when the game starts."""
        return ()

    def absent(self, game: Game) -> tuple[int, ...]:
        """The features of the table that are not there when the game starts."""
        return ()

    def number(self, look: Situation) -> int:
        """Which of the scenario's rules this is: procedures name it so."""
        return look.world.specials.index(self)

    # Who may do what

    def sight_limit(self, look: Situation) -> int | None:
        """How far anybody sees now; None if this rule does not say."""
        return None

    def may_not_act(self, look: Situation, stand: int) -> str:
        """Why a stand may not act, in words; empty if it may."""
        return ""

    def may_not_move(self, look: Situation, stand: int) -> str:
        """Why a stand may not move, in words; empty if it may. It is not forced back either."""
        return ""

    def kept_away(self, look: Situation, stand: int) -> bool:
        """Whether a stand that is due does not arrive now: it has left the table, or waits for something."""
        return False

    def may_not_react(self, look: Situation, stand: int) -> str:
        """Why a stand may not opportunity fire, in words; empty if it may."""
        return ""

    def may_rally(self, look: Situation, stand: int) -> bool:
        """Whether this rule lets a leader or headquarters rally who could not by TC R4."""
        return False

    # Command

    def no_command(self, look: Situation, battalion: int) -> bool:
        """Whether a battalion does not roll for command points now."""
        return False

    def command_roll(self, look: Situation, battalion: int, roll: Resolution) -> Resolution:
        """The roll of a battalion for its command points, as this rule has it."""
        return roll

    def most_saved(self, look: Situation, battalion: int) -> int | None:
        """How many command points a battalion can have saved; None if this rule does not say."""
        return None

    def extra_cost(self, look: Situation, stand: int) -> int:
        """How many command points a stand's action costs more."""
        return 0

    def before_acting(self, look: Situation, stand: int, action: Procedure) -> Procedure:
        """What a chosen stand does: the action, or something that comes before it and may prevent it."""
        return action

    def arrival_zone(self, look: Situation, stand: int) -> str:
        """The zone in which a stand arrives now, if it is another than its formation's."""
        return ""

    def command_modifiers(self, look: Situation, stand: int) -> tuple[Modifier, ...]:
        """What this rule adds to the roll of a stand that acts without a leader."""
        return ()

    def barriers(self, look: Situation, stand: int) -> tuple[Base, ...]:
        """The bases of things on the table that a stand cannot move over."""
        return ()

    # Fire

    def fire_limit(self, look: Situation, stand: int) -> int | None:
        """How far a stand fires at most; None if this rule does not say."""
        return None

    def cannot_aim(self, look: Situation, firer: int, target: int) -> str:
        """Why a target in range cannot be fired at, in words; empty if it can."""
        return ""

    def without_gun(self, look: Situation, stand: int) -> bool:
        """Whether a machine gun stand has no machine gun now: it fires as riflemen do."""
        return False

    def fire_modifiers(self, look: Situation, firer: int, target: int) -> tuple[Modifier, ...]:
        """What this rule adds to a shot of one stand at another."""
        return ()

    def cannot_fight(self, look: Situation, stand: int) -> bool:
        """Whether a vehicle fires no shot even in close combat."""
        return False

    def cover(self, look: Situation, firer: int, target: int, cover: int, close: bool) -> int:
        """The cover a target has against a firer, of what the ground gives it; `close` is close combat."""
        return cover

    def after_shot(self, field: Battlefield, firer: int, target: int, effect: bool) -> None:
        """What happens when a stand has fired at another."""

    def shelled(self, field: Battlefield, support: int, point: int) -> None:
        """What happens when a template of some support falls, before the stands under it are attacked."""

    # Tasks: what a stand may do for its action because of this rule, each with a number of the rule's own

    def tasks(self, look: Situation, stand: int) -> tuple[int, ...]:
        """What a stand may do now."""
        return ()

    def task_words(self, world: World, task: int) -> str:
        """A task in words."""
        return ""

    def do_task(self, field: Battlefield, stand: int, task: int) -> None:
        """A stand does it; its action is paid already."""

    # What happens

    def arrived(self, field: Battlefield, stand: int) -> None:
        """What happens when a stand that comes later has been placed."""

    def sets_out(self, field: Battlefield, stand: int) -> None:
        """What happens when a stand begins a move of its own; to turn where it is is none."""

    def lost(self, field: Battlefield, stand: int, at: int, worth: int) -> int:
        """What happens when a stand is lost at a place, or OFF the table; and its worth to the other side."""
        return worth

    def turn_start(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn begins."""

    def turn_end(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn ends."""

    def on_the_way(self, look: Situation, stand: int, path: Sequence[int], after: int) -> tuple[int, Procedure] | None:
        """The next point of a stand's way, after this one, at which something happens to it, and what."""
        return None

    # What players see of it, and the end

    def marks(self, look: Situation) -> tuple[tuple[int, str, str], ...]:
        """What the rule puts on the table to see: its position, a sign of one letter, and words."""
        return ()

    def condition(self, look: Situation, stand: int) -> str:
        """What everybody should see of a stand by this rule, in a word or two; empty if there is nothing."""
        return ""

    def notes(self, look: Situation) -> tuple[str, ...]:
        """What both players should know of the rule now, in a line or more."""
        return ()

    def errand(self, look: Situation, stand: int) -> int | None:
        """A position that this rule makes it worth a stand's while to go to first; None if it does not say."""
        return None

    def final_points(self, look: Situation) -> tuple[int, int]:
        """Points of each side that are counted when the last turn is over."""
        return 0, 0


class Complaint(str):
    """What is wrong, in words, and the value that it is about, so that the key with this value can be named.

    >>> Complaint("there is no marker 'X'", "X").value
    'X'
    """

    __slots__ = ("value",)
    value: object

    def __new__(cls, words: str, value: object) -> Complaint:  # noqa: D102
        made = super().__new__(cls, words)
        made.value = value
        return made


def no_side(scenario: TacticalScenario, name: str) -> str:
    """The complaint if there is no such side; empty if there is."""
    sides = scenario.sides
    return "" if name in sides else Complaint(f"{shown(name)} is not one of the sides {', '.join(sides)}", name)


def no_marker(scenario: TacticalScenario, name: str) -> str:
    """The complaint if there is no such marker; empty if there is."""
    known = [marker.name for marker in scenario.table.marker]
    return (
        ""
        if name in known
        else Complaint(f"there is no marker {shown(name)}: there are {', '.join(known) or 'none'}", name)
    )


def no_formation(scenario: TacticalScenario, name: str) -> str:
    """The complaint if there is no such formation; empty if there is."""
    known = [force.formation for force in scenario.force]
    return (
        "" if name in known else Complaint(f"there is no formation {shown(name)}: there are {', '.join(known)}", name)
    )


def formation_named(world: World, name: str) -> int:
    """The number of a formation."""
    return next(number for number, each in enumerate(world.formations) if each.name == name)


def stands_of(world: World, name: str) -> tuple[int, ...]:
    """The stands of a formation and of those under it, in the order of the roster; kept, as every shot asks."""
    known: dict[str, tuple[int, ...]] = known_of(world, "formation_stands")
    if name not in known:
        number = formation_named(world, name)
        members = enumerate(world.member_of)
        known[name] = tuple(n for n, member in members if number in world.formations[member].chain)
    return known[name]


def ranks_of(world: World, name: str) -> dict[int, int]:
    """The same stands, each with its place in that list."""
    known: dict[str, dict[int, int]] = known_of(world, "formation_ranks")
    if name not in known:
        known[name] = {stand: place for place, stand in enumerate(stands_of(world, name))}
    return known[name]


def no_zone(scenario: TacticalScenario, name: str) -> str:
    """The complaint if the table has no such zone; empty if it has."""
    known = list(scenario.table.zone)
    return (
        ""
        if name in known
        else Complaint(f"the table has no zone {shown(name)}: it has {', '.join(known) or 'none'}", name)
    )


def no_feature(scenario: TacticalScenario, name: str) -> str:
    """The complaint if the table has no feature of this name; empty if it has."""
    known = [feature.name for feature in scenario.table.feature if feature.name]
    return (
        ""
        if name in known
        else Complaint(f"the table has no feature {shown(name)}: it has {', '.join(known) or 'none'}", name)
    )


def features_called(game: Game, name: str) -> tuple[int, ...]:
    """The numbers of the features of this name, on the table as the scenario has it."""
    return tuple(number for number, each in enumerate(game.world.table.features) if each.name == name)


def no_kind(kinds: Iterable[str], known: Iterable[str], what: str) -> str:
    """The complaint if one of the kinds is not known; empty if all are."""
    unknown = [kind for kind in kinds if kind not in known]
    return Complaint(f"there is no kind of {what} {shown(unknown[0])}", unknown[0]) if unknown else ""


def out_of(low: int, high: int, value: int, what: str) -> str:
    """The complaint if a value is out of bounds; empty if it is not.

    >>> out_of(1, 9, 12, "mines go off on a d10 of at most")
    'mines go off on a d10 of at most 1 to 9, not 12'
    """
    return "" if low <= value <= high else Complaint(f"{what} {low} to {high}, not {shown(value)}", value)


def marker_at(look: Situation, name: str) -> tuple[int, int]:
    """Where a marker lies."""
    return next(marker.at for marker in look.world.table.markers if marker.name == name)
