"""Command: who may act this turn (TC C)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import with_entry
from sandtable.kernel.memo import known_of
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D10, Pool
from sandtable.kernel.procedure import Procedure, Roles, Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import NORMAL, QUALITIES, QUALITY, Quality

__all__ = [
    "CHAPTER",
    "Command",
    "CommandRoll",
    "CommandTry",
    "battalion_of",
    "may_react",
    "may_try",
    "needs_roll",
    "pay",
    "reacting",
    "reaction",
    "try_to_act",
]


def method(look: Situation, side: int) -> str:
    """Which command method a side plays with: none, leaders or points (TC C2)."""
    return look.world.rules.command[side]


def needs_roll(look: Situation, stand: int) -> bool:
    """TC C4, C6: whether a stand must roll before it acts."""
    world = look.world
    if world.rules.command[world.owners[stand]] != "leaders" or world.leads[stand] or look.stands[stand].tried:
        return False
    if world.independent[stand]:
        return False  # TC C10
    return not look.leader_near(stand)


def may_try(look: Situation, stand: int) -> bool:
    """TC C12, C13: whether command lets a stand act at all."""
    world = look.world
    if world.rules.command[world.owners[stand]] != "points":
        return True
    return look.board_points(battalion_of(look, stand)) >= cost(look, stand)


def cost(look: Situation, stand: int) -> int:
    """How many command points a stand's action costs: one (TC C12), and what special rules add (TC G4)."""
    extra: list[int] = [special.extra_cost(look, stand) for special in look.world.speaking("extra_cost")]
    return 1 + sum(extra)


def pay(field: Battlefield, stand: int) -> None:
    """TC C12: a stand that acts costs its battalion a point: one of this turn while there are any, then a saved one."""
    if method(field, field.world.owners[stand]) == "points":
        battalion = battalion_of(field, stand)
        price, left = cost(field, stand), field.board.points[battalion]
        field.update(points=with_entry(field.board.points, battalion, max(0, left - price)))
        if price > left:
            field.update(bank=with_entry(field.board.bank, battalion, field.board.bank[battalion] - (price - left)))


def battalion_of(look: Situation, stand: int) -> int:
    """The formation at the top of a stand's chain: it rolls for command points (TC C11)."""
    return look.world.battalions[stand]


def _rows(at_most: int) -> tuple[Row, ...]:
    return (Row(None, at_most, "acts"), Row(at_most + 1, None, "fails"))


@lru_cache(maxsize=4096)
def try_to_act(name: str, quality: Quality, at_most: int, modifiers: tuple[Modifier, ...] = ()) -> Resolution:
    """TC C6, C7: the roll of a stand out of command.

    >>> from sandtable.systems.tactical_combat.command import try_to_act
    >>> try_to_act("Rifles", "regular", 6).odds()["acts"]
    Fraction(3, 5)
    """
    return Resolution(
        "TC C6", f"{name} ({quality}) rolls for command (no leader nearby)", D10, _rows(at_most), modifiers
    )


def may_react(look: Situation, stand: int) -> bool:
    """TC O1, C21: whether a stand may opportunity fire; optionally its battalion must have a point for it."""
    return look.may_watch(stand) and (not look.world.rules.reactions_need_command or may_try(look, stand))


def reacting(look: Situation, side: int, among: Sequence[int] | None = None) -> tuple[int, ...]:
    """TC O1: the stands of a side, or those among some of them, that may opportunity fire at what they see."""
    world, stands = look.world, look.stands
    aims, asked = world.aims, look.on_table(side) if among is None else among
    ready = [n for n in asked if aims[n] and not (s := stands[n]).finished and s.morale == NORMAL]
    if world.specials or world.rules.reactions_need_command:
        ready = [n for n in ready if may_react(look, n)]
    return tuple(ready)


def reaction(field: Battlefield, stand: int, shot: Procedure) -> Procedure:
    """TC C21: opportunity fire is free; optionally it needs command like any other action."""
    if not field.world.rules.reactions_need_command:
        return shot
    pay(field, stand)
    return CommandTry(stand, shot) if needs_roll(field, stand) else shot


class CommandTry(Roll, frozen=True, array_like=True, tag="command_try"):
    """TC C6: a stand out of command rolls; if it fails it is Finished."""

    roles = Roles(on="stand")

    stand: int
    then_do: Procedure

    @property
    def always_for(self) -> int:
        """The stand for which it is the same whenever it rolls."""
        return self.stand

    def resolution(self, look: Situation) -> Resolution:
        """At or under the number of its quality."""
        world = look.world
        quality = world.quality(self.stand)
        added = [each for special in world.specials for each in special.command_modifiers(look, self.stand)]
        return try_to_act(world.names[self.stand], quality, world.rules.acts_at_most[quality], tuple(added))

    def says(self, look: Situation) -> Said:
        """What is rolled for."""
        return look.say("tries_to_act", stand=self.stand, quality=look.world.quality(self.stand))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Act, or be Finished (TC C8)."""
        field.change(self.stand, tried=True)
        if outcome == "acts":
            field.next(self.then_do)
        else:
            field.log("does_not_act", "TC C8", stand=self.stand)
            field.finish_stand(self.stand)


class Command(Step, frozen=True, array_like=True, tag="command"):
    """TC C12: with command points, the battalions of the side roll."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """Roll for each battalion that has stands on the table."""
        if method(field, self.side) != "points":
            return
        mine = field.world.stands_of[self.side]
        battalions = sorted({battalion_of(field, n) for n in mine if field.stands[n].at != OFF})
        specials = field.world.specials
        battalions = [b for b in battalions if not any(special.no_command(field, b) for special in specials)]
        field.next(*(CommandRoll(battalion) for battalion in battalions))


def lost_stands(look: Situation, battalion: int) -> int:
    """How many stands a battalion has lost so far, its HQ included (TC C14, C18)."""
    arrivals, mine = look.world.arrivals, look.world.stands_under(battalion)
    return sum([look.stands[n].hits == 0 and arrivals[n] <= look.turn for n in mine])


def battalion_quality(look: Situation, battalion: int) -> Quality:
    """TC C22: the quality of most of its stands, of equals the lower; optionally the lowest or highest of them."""
    known: dict[int, Quality] = known_of(look.world, "battalion_qualities")
    if battalion not in known:
        known[battalion] = _battalion_quality(look, battalion)
    return known[battalion]


def _battalion_quality(look: Situation, battalion: int) -> Quality:
    counts = Counter([look.world.quality(n) for n in look.world.stands_under(battalion)])
    there = [quality for quality in QUALITIES if counts[quality]]
    if look.world.rules.battalion_quality == "majority":
        return max(there, key=lambda quality: (counts[quality], -QUALITIES.index(quality)))
    return there[0] if look.world.rules.battalion_quality == "lowest" else there[-1]


def headquarters(look: Situation, battalion: int) -> int:
    """The battalion's HQ stand on the table, or NOBODY."""
    for n in look.world.stands_under(battalion):
        if look.world.kinds[n].kind == "hq" and look.stands[n].at != OFF:
            return n
    return NOBODY


class CommandRoll(Roll, frozen=True, array_like=True, tag="command_roll"):
    """TC C12, C14, C15: a battalion rolls for its points."""

    battalion: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10, or two with better staff work (TC C19), less the stands lost, but at least the minimum."""
        world = look.world
        formation = world.formations[self.battalion]
        dice = Pool(D10.faces * 2) if world.rules.extra_die[formation.side] else D10
        quality = battalion_quality(look, self.battalion)
        least = 0 if world.rules.no_minimum[formation.side] else QUALITY[quality].minimum_points
        most = max(dice.ways)
        rows = (Row(None, least, least), *(Row(points, points, points) for points in range(least + 1, most + 1)))
        lost = lost_stands(look, self.battalion)
        modifiers = (Modifier(-lost, "stands lost", "TC C14"),) if lost else ()
        roll = Resolution("TC C12", "", dice, rows, modifiers)
        for special in world.specials:
            roll = special.command_roll(look, self.battalion, roll)
        return roll

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The points of this turn; what the HQ has saved stays with it until it is spent (TC C16)."""
        assert isinstance(outcome, int)
        saved = field.board.bank[self.battalion]
        field.update(points=with_entry(field.board.points, self.battalion, outcome))
        field.log("points", "TC C12", formation=self.battalion, points=outcome, saved=saved)


def save_points(field: Battlefield, side: int) -> None:
    """TC C16, C17, C18: a living HQ keeps what was not spent; without one all is gone, saved points too."""
    if not any(field.board.points) and not any(field.board.bank):
        return
    for battalion, formation in enumerate(field.world.formations):
        left, before = field.board.points[battalion], field.board.bank[battalion]
        if formation.side != side or not (left or before):
            continue
        field.update(points=with_entry(field.board.points, battalion, 0))
        if headquarters(field, battalion) == NOBODY:
            if before:
                field.update(bank=with_entry(field.board.bank, battalion, 0))
                field.log("bank_lost", "TC C18", formation=battalion, points=before)
        elif left:
            saved = min([before + left, *_limits(field, battalion)])
            field.update(bank=with_entry(field.board.bank, battalion, saved))
            field.log("saves", "TC C16", formation=battalion, points=saved - before)


def _limits(look: Situation, battalion: int) -> list[int]:
    """What special rules let a battalion have saved at most (TC G4)."""
    limits = [special.most_saved(look, battalion) for special in look.world.specials]
    return [limit for limit in limits if limit is not None]


CHAPTER = Chapter(
    name="command",
    procedures=(
        Command,
        CommandRoll,
        CommandTry,
    ),
    phrases={
        "tries_to_act": "{stand:unit} ({quality}) rolls for command (no leader nearby)",
        "command_roll!": "{battalion:formation} rolls for command",
        "does_not_act": "{stand:unit} does nothing without a leader",
        "points": "{formation:formation} has {points} command points, and {saved} saved",
        "saves": "{formation:formation} saves {points} command points",
    },
)
