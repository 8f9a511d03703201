"""The calculators of Tactical Combat: questions about odds that need no game, answered with exact fractions.

Every answer comes from the rules themselves: from the function that makes a roll, or from a game of two stands
on a small table that is played through every throw of the dice. No rule is stated here a second time.

>>> from sandtable.systems.tactical_combat.calculators import Shot, shot
>>> for result, chance in shot(Shot(cover="soft")).items():
...     print(chance, result)
3/5 no effect
1/5 a hit and suppressed
1/5 suppressed
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.board.tabledraft import DraftFeature, DraftZone, TableDraft
from sandtable.kernel.decision import Action, Decision
from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution, Odds, Policy, distribution, solve
from sandtable.kernel.procedure import Procedure, Step
from sandtable.kernel.question import Question, played
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.kernel.state import State, View
from sandtable.kernel.system import Calculator, OptionValue
from sandtable.systems import system
from sandtable.systems.tactical_combat.action import StandAction
from sandtable.systems.tactical_combat.board import OFF, Board, Smoke, Stand
from sandtable.systems.tactical_combat.closecombat import Melee, begin
from sandtable.systems.tactical_combat.command import try_to_act
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import antitank_shot, apply_result, infantry_shot
from sandtable.systems.tactical_combat.recovery import Recovery, recovery_check
from sandtable.systems.tactical_combat.scenario import MOST_STANDS, Force, StandEntry, TacticalScenario
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import MORALE, Quality
from sandtable.systems.tactical_combat.turn import ActionPhase

__all__ = [
    "CALCULATORS",
    "Acting",
    "CloseCombat",
    "Command",
    "Ending",
    "Left",
    "Movers",
    "Opportunity",
    "Recoveries",
    "Shot",
    "ShotResult",
    "Shots",
    "close_combat",
    "command",
    "opportunity",
    "recovery",
    "shot",
    "shots",
]

Cover = Literal["none", "soft", "hard"]
Morale = Literal["normal", "suppressed", "paralyzed"]
Hits = Annotated[int, msgspec.Meta(ge=1, le=3)]
SuppressedAgain = Literal["nothing", "hit"]
Scale = Annotated[int, msgspec.Meta(ge=-2, le=2)]

_COVERS: tuple[Cover, ...] = ("none", "soft", "hard")
_MORALES: tuple[Morale, ...] = ("normal", "suppressed", "paralyzed")
_GROUND: dict[Cover, str] = {"soft": "orchard", "hard": "hard_cover"}
"""Ground that gives this cover and stops neither a line nor a step."""

T = TypeVar("T", bound=Hashable)


# Small games


@lru_cache(maxsize=256)
def _game(
    qualities: tuple[Quality, Quality] = ("regular", "regular"),
    kinds: tuple[str, str] = ("rifle", "rifle"),
    cover: Cover = "none",
    options: tuple[tuple[str, OptionValue], ...] = (),
) -> Game:
    """One stand a side, on a table that is all of one cover. The stands are put where a question wants them."""
    width, height = 24, 12
    everywhere = ((0, 0), (width, 0), (width, height), (0, height))
    ground = (DraftFeature(_GROUND[cover], everywhere),) if cover in _GROUND else ()
    sides = ("First", "Second")
    scenario = TacticalScenario(
        title="A question",
        system="tactical_combat",
        briefing="",
        sides=sides,
        table=TableDraft(width, height, feature=ground, zone={"all": DraftZone(everywhere)}),
        force=tuple(
            Force(side, side, quality, (StandEntry(kind, 1, side),), "all")
            for side, quality, kind in zip(sides, qualities, kinds, strict=True)
        ),
    )
    return Game(system("tactical_combat"), scenario, {"command": "none", **dict(options)}, name="a question")


def _at(game: Game, x: int, y: int) -> int:
    """A place on the small table, in inches."""
    return game.world.table.position(x * 100, y * 100)  # type: ignore[no-any-return]


def _board(*stands: Stand, smoke: tuple[Smoke, ...] = ()) -> Board:
    return Board(stands, smoke=smoke, points=(0, 0), bank=(0, 0), score=(0, 0))


class _Contact(Step, frozen=True, array_like=True, tag="contact"):
    """The first stand has moved into contact with the second."""

    def run(self, field: Battlefield) -> None:
        """Close combat, as the rules begin it."""
        begin(field, 0, 1)


def _played(game: Game, board: Board, *procedures: Procedure) -> Odds:
    """The boards that these procedures, one after another, can lead to."""
    return played(game, board, *procedures, then=ActionPhase(0))


# One shot


class Shot(Question, frozen=True):
    """The question of the `shot` calculator.

    `quality` and `cover` are the target's, `firer` is the morale of the firer, and `hmg` a machine gun that rolls
    two dice by the option hmg_two_dice; aircraft roll `dice` and keep the lowest too. With `vehicle` the target is one,
    and the anti-tank table is used: only then count `gun` (of the firer), `armour`, `flank` and `road`.

    >>> Shot(flank=True)
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: gun, armour, flank and road are for a shot at a vehicle: add vehicle=on
    """

    quality: Quality = "regular"
    cover: Cover = "none"
    smoke: bool = False
    firer: Morale = "normal"
    long_range: bool = False
    hmg: bool = False
    vehicle: bool = False
    gun: Scale = 0
    armour: Scale = 0
    flank: bool = False
    road: bool = False
    dice: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1

    def agree(self) -> None:
        """Modifiers that go together."""
        if not self.vehicle and (self.gun or self.armour or self.flank or self.road):
            raise OptionError("gun, armour, flank and road are for a shot at a vehicle: add vehicle=on")
        if self.vehicle and self.hmg and (self.gun or self.long_range):
            raise OptionError("a machine gun fires at vehicles within 2 inches: no gun and no long_range (TC V17)")
        if self.hmg and self.dice > 1:
            raise OptionError("hmg=on rolls two dice already, and dice are for aircraft: leave one of them out")
        if self.firer == "paralyzed" and (self.long_range or self.smoke):
            raise OptionError("firer=paralyzed is for close combat, without smoke and long_range (TC F16, X8)")


class ShotResult(msgspec.Struct, frozen=True):
    """What a shot does: hits, the morale result, and the inches that a vehicle is forced back.

    >>> str(ShotResult(1, "suppressed")), str(ShotResult(1, "suppressed", 8)), str(ShotResult(0, "none"))
    ('a hit and suppressed', 'a hit and suppressed and forced back 8 inches', 'no effect')
    """

    hits: int
    morale: Literal["none", "suppressed", "paralyzed"]
    forced_back: int = 0

    def __str__(self) -> str:
        outcome = (self.hits, MORALE.index(self.morale), self.forced_back * 100)
        game = _game()
        return game.system.name_of(game, "outcome", outcome)


def _aimed(ask: Shot) -> Resolution:
    """The roll of a shot."""
    if ask.vehicle:
        return antitank_shot(
            "a stand",
            "a vehicle",
            ask.quality,
            gun=ask.gun,
            armour=ask.armour,
            flank=ask.flank,
            road=ask.road,
            cover=ask.cover != "none",
            smoke=ask.smoke,
            suppressed=ask.firer == "suppressed",
            paralyzed=ask.firer == "paralyzed",
            long_range=ask.long_range,
            dice=2 if ask.hmg else ask.dice,
        )
    return infantry_shot(
        "a stand",
        "another",
        ask.quality,
        cover=_COVERS.index(ask.cover),
        smoke=ask.smoke,
        morale=_MORALES.index(ask.firer),
        long_range=ask.long_range,
        dice=2 if ask.hmg else ask.dice,
    )


def shot(ask: Shot) -> Distribution[ShotResult]:
    """What one shot does, the likeliest first.

    >>> shot(Shot())[ShotResult(1, "paralyzed")]
    Fraction(1, 10)
    >>> shot(Shot(vehicle=True, flank=True)).chance(lambda result: result.hits == 1)
    Fraction(3, 5)
    """
    resolution = _aimed(ask)
    return distribution(lambda roll: roll(resolution)).by(_result)


def _result(outcome: Outcome) -> ShotResult:
    assert isinstance(outcome, tuple)
    hits, morale, back = outcome
    return ShotResult(hits, MORALE[morale], back // 100)  # type: ignore[arg-type]


# Several shots


class Shots(Shot, frozen=True):
    """The question of the `shots` calculator: so many equal shots at one stand with these hits left and this morale.

    The modifiers stay as they are, also for a vehicle that is forced back. `suppressed_again` is the option of that
    name: what a Suppressed result does to a stand that is Paralyzed already.
    """

    shots: Annotated[int, msgspec.Meta(ge=1, le=50)] = 3
    hits: Hits = 3
    morale: Morale = "normal"
    suppressed_again: SuppressedAgain = "nothing"

    def agree(self) -> None:
        """Modifiers that go together."""
        super().agree()
        if self.firer == "paralyzed":
            raise OptionError("a paralyzed stand does not fire (TC F26): see close_combat for its one shot there")
        if self.vehicle and self.morale == "paralyzed":
            raise OptionError("a vehicle is never paralyzed (TC V12)")


class Left(msgspec.Struct, frozen=True):
    """What is left of a stand: the hits it can still take, and its morale. One with 0 hits is destroyed.

    >>> str(Left(2, "suppressed")), str(Left(1, "normal")), str(Left(0, "normal"))
    ('2 hits left, suppressed', '1 hit left, normal', 'destroyed')
    """

    hits: int
    morale: Morale

    def __str__(self) -> str:
        return f"{_hits(self.hits)} left, {self.morale}" if self.hits else "destroyed"


def _hits(number: int) -> str:
    return f"{number} hit{'' if number == 1 else 's'}"


def shots(ask: Shots) -> Distribution[Left]:
    """What is left of a stand after a series of shots, the likeliest first.

    >>> left = shots(Shots(shots=2))
    >>> left[Left(3, "normal")], left.chance(lambda end: end.morale == "paralyzed")
    (Fraction(1, 4), Fraction(7, 20))
    """
    resolution = _aimed(ask)
    start = Left(ask.hits, ask.morale)

    def fired(node: tuple[int, Left]) -> list[tuple[tuple[int, Left], int]] | None:
        left, stand = node
        if not left or not stand.hits:
            return None
        ends = [(_shot_at(stand, ask.vehicle, ask.suppressed_again, out), ways) for out, ways in resolution.chances()]
        return [((left - 1, end), ways) for end, ways in ends]

    ends, _ = solve((ask.shots, start), fired)
    return Distribution(ends).by(lambda end: end[1])


@cache
def _shot_at(target: Left, vehicle: bool, again: SuppressedAgain, outcome: Outcome) -> Left:
    """What is left of a stand after one result."""
    kinds = ("rifle", "w44_m4_75" if vehicle else "rifle")
    game = _game(kinds=kinds, options=(("suppressed_again", again),))
    stand = Stand(_at(game, 10, 6), hits=target.hits, morale=_MORALES.index(target.morale))
    field = Battlefield(game, _board(Stand(_at(game, 4, 6), hits=3), stand))
    apply_result(field, 1, outcome)
    return _left(field.stands[1])


def _left(stand: Stand) -> Left:
    return Left(stand.hits, _MORALES[stand.morale])


# Opportunity fire


class Opportunity(Question, frozen=True):
    """The question of the `opportunity` calculator: one ready stand, and so many enemy stands that move in its sight,
    one after another. It fires at each as long as it may.

    `quality`, `hits` and `cover` are those of the movers.
    """

    movers: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3
    quality: Quality = "regular"
    hits: Hits = 3
    cover: Cover = "none"
    smoke: bool = False
    long_range: bool = False
    hmg: bool = False


class Movers(msgspec.Struct, frozen=True):
    """What became of the movers: those who were stopped and are still there, those destroyed, and those who arrived.

    >>> str(Movers(2, 1, 0)), str(Movers(0, 0, 3))
    ('2 stopped, 1 destroyed, 0 get through', '0 stopped, 0 destroyed, 3 get through')
    """

    stopped: int
    destroyed: int
    through: int

    def __str__(self) -> str:
        return f"{self.stopped} stopped, {self.destroyed} destroyed, {self.through} get through"


def opportunity(ask: Opportunity) -> Distribution[Movers]:
    """What one stand's opportunity fire does to a row of movers (TC O6, O7), the likeliest first.

    >>> held = opportunity(Opportunity(movers=2))
    >>> held.chance(lambda end: end.stopped >= 1), held[Movers(2, 0, 0)]
    (Fraction(1, 2), Fraction(1, 4))
    """
    chances = {(Movers(0, 0, 0), True): Fraction(1)}
    for _ in range(ask.movers):
        after: dict[tuple[Movers, bool], Fraction] = {}
        for (so_far, ready), chance in chances.items():
            for (one, still), share in _one_move(ask, ready).items():
                ends = zip(msgspec.structs.astuple(so_far), msgspec.structs.astuple(one), strict=True)
                node = Movers(*(a + b for a, b in ends)), still
                after[node] = after.get(node, Fraction(0)) + chance * share
        chances = after
    return Distribution(chances).by(lambda end: end[0])


@lru_cache(maxsize=1024)
def _one_move(ask: Opportunity, ready: bool) -> Distribution[tuple[Movers, bool]]:
    """One stand moves two inches before a watcher who fires if he may: what becomes of it, and whether he is
    ready for the next.
    """
    kinds = ("hmg" if ask.hmg else "rifle", "rifle")
    game = _game(("regular", ask.quality), kinds, ask.cover, (("hmg_two_dice", True),))
    column = 16 if ask.long_range else 10
    goal = _at(game, column, 7)
    board = _board(
        Stand(_at(game, 4, 6), hits=3, finished=not ready),
        Stand(_at(game, column, 5), hits=ask.hits),
        smoke=(Smoke(_at(game, 7, 6), 0),) if ask.smoke else (),
    )
    state = State(board, (ActionPhase(1), StandAction(1, 1)))
    found = game.odds(state, 1, Action("move", goal), policy=Policy("fire if it may", _fire))

    def told(end: State[Any, Any]) -> tuple[Movers, bool]:
        mover = end.board.stands[1]
        lost, there = mover.at == OFF, mover.at == goal
        still = Situation(game, end.board).may_watch(0)
        return Movers(int(not lost and not there), int(lost), int(there)), still

    return found.by(told)


def _fire(view: View, decision: Decision) -> Action | None:
    return Action("fire", 0) if decision.side == 0 else None


# Close combat


class CloseCombat(Question, frozen=True):
    """The question of the `close_combat` calculator: two stands of infantry, up to the end (TC X).

    `cover` is the defender's: the attacker is always in the open. An attacker can be suppressed at the start only
    when he goes on to a second enemy, by the option wide_contact. A machine gun has two dice by hmg_two_dice, unless
    close_combat_modifiers is one_die. `smoke` lies between the two and counts by that option; `suppressed_again` is an
    option too.
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


class Ending(msgspec.Struct, frozen=True):
    """How a close combat ended: the winner, what became of the loser, and the hits both have left.

    >>> str(Ending("attacker", "retreats", 3, 1)), str(Ending("defender", "destroyed", 0, 2))
    ('defender retreats, 1 left; attacker 3', 'attacker destroyed; defender 2')
    """

    winner: Literal["attacker", "defender"]
    loser: Literal["retreats", "destroyed"]
    attacker_hits: int
    defender_hits: int

    def __str__(self) -> str:
        attacker, defender = ("attacker", self.attacker_hits), ("defender", self.defender_hits)
        winner, loser = (attacker, defender) if self.winner == "attacker" else (defender, attacker)
        if self.loser == "destroyed":
            return f"{loser[0]} destroyed; {winner[0]} {winner[1]}"
        return f"{loser[0]} retreats, {loser[1]} left; {winner[0]} {winner[1]}"


def _assault(ask: CloseCombat) -> tuple[Game, Board]:
    """The attacker in contact with the defender."""
    kinds = ("hmg" if ask.attacker_hmg else "rifle", "hmg" if ask.defender_hmg else "rifle")
    options: dict[str, OptionValue] = {"hmg_two_dice": True, "suppressed_again": ask.suppressed_again}
    if ask.smoke:
        options["close_combat_modifiers"] = "smoke"
    game = _game((ask.attacker, ask.defender), kinds, ask.cover, tuple(options.items()))
    here, there = _at(game, 11, 6), _at(game, 12, 6)
    board = _board(
        Stand(here, hits=ask.attacker_hits, morale=_MORALES.index(ask.attacker_morale)),
        Stand(there, hits=ask.defender_hits, morale=_MORALES.index(ask.defender_morale)),
        smoke=(Smoke(here, 0),) if ask.smoke else (),
    )
    return game, board


def close_combat(ask: CloseCombat) -> Distribution[Ending]:
    """How a close combat ends, the likeliest first.

    >>> ends = close_combat(CloseCombat())
    >>> ends.chance(lambda end: end.winner == "defender") > ends.chance(lambda end: end.winner == "attacker")
    True
    """
    game, board = _assault(ask)
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

    return _played(game, board, _Contact()).by(told)


# Command


class Command(Question, frozen=True):
    """The question of the `command` calculator: stands out of command that try to act (TC C6, C7).

    `command_numbers` is the option of that name: what green, regular and elite stands act on. `worse` is what a
    scenario adds to the roll, by its special rule hesitation.
    """

    stands: Annotated[int, msgspec.Meta(ge=1, le=MOST_STANDS)] = 1
    quality: Quality = "regular"
    command_numbers: Literal["4/6/8", "6/7/8"] = "4/6/8"
    worse: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class Acting(msgspec.Struct, frozen=True):
    """How many stands act, of how many that tried.

    >>> str(Acting(2, 3)), str(Acting(1, 1)), str(Acting(0, 1))
    ('2 of 3 act', 'it acts', 'it does not act')
    """

    act: int
    stands: int

    def __str__(self) -> str:
        if self.stands == 1:
            return "it acts" if self.act else "it does not act"
        return f"{self.act} of {self.stands} act"


def _tried(ask: Command) -> Resolution:
    """The roll of a stand that tries to act."""
    numbers = _game(options=(("command_numbers", ask.command_numbers),)).world.rules.acts_at_most
    roll = try_to_act("a stand", ask.quality, numbers[ask.quality])
    return replace(roll, modifiers=(Modifier(ask.worse, "hesitation", "TC G4"),)) if ask.worse else roll


def command(ask: Command) -> Distribution[Acting]:
    """How many stands act without a leader, the likeliest first.

    >>> [command(Command(quality=quality))[Acting(1, 1)] for quality in ("green", "regular", "elite")]
    [Fraction(2, 5), Fraction(3, 5), Fraction(4, 5)]
    """
    roll = _tried(ask)

    def tried(node: tuple[int, int]) -> list[tuple[tuple[int, int], int]] | None:
        left, act = node
        return [((left - 1, act + (out == "acts")), ways) for out, ways in roll.chances()] if left else None

    ends, _ = solve((ask.stands, 0), tried)
    return Distribution(ends).by(lambda end: Acting(end[1], ask.stands))


# Recovery


class Recoveries(Question, frozen=True):
    """The question of the `recovery` calculator: a stand's morale after so many of its own turns (TC R).

    `check` is the option morale_recovery_check, without which nothing is rolled, and `die` the option recovery_die.

    >>> Recoveries(check=False, die="d6")
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: without a check nothing is rolled: leave out die, or add check=on
    """

    morale: Literal["suppressed", "paralyzed"] = "paralyzed"
    turns: Annotated[int, msgspec.Meta(ge=1, le=30)] = 2
    quality: Quality = "regular"
    check: bool = True
    die: Literal["d10", "d6"] = "d10"

    def agree(self) -> None:
        """A die is for a check."""
        if self.die != "d10" and not self.check:
            raise OptionError("without a check nothing is rolled: leave out die, or add check=on")


def recovery(ask: Recoveries) -> Distribution[Morale]:
    """The morale of a stand after some turns of recovery, the likeliest first.

    >>> dict(recovery(Recoveries(quality="green")))
    {'suppressed': Fraction(1, 2), 'paralyzed': Fraction(1, 4), 'normal': Fraction(1, 4)}
    """
    options = (("morale_recovery_check", ask.check), ("recovery_die", ask.die))
    game = _game((ask.quality, "regular"), options=options)
    stand = Stand(_at(game, 4, 6), hits=3, morale=_MORALES.index(ask.morale))
    board = _board(stand, Stand(_at(game, 10, 6), hits=3))
    found = _played(game, board, *[Recovery(0)] * ask.turns)
    return found.by(lambda end: _MORALES[end.board.stands[0].morale])


# The rolls behind the answers


def _one_roll(ask: Shot) -> tuple[Resolution, ...]:
    return (_aimed(ask),)


def _watchers_roll(ask: Opportunity) -> tuple[Resolution, ...]:
    return _one_roll(
        Shot(quality=ask.quality, cover=ask.cover, smoke=ask.smoke, long_range=ask.long_range, hmg=ask.hmg)
    )


def _first_round(ask: CloseCombat) -> tuple[Resolution, ...]:
    """The defender fires, then the attacker, as long as neither is shaken by it."""
    game, board = _assault(ask)
    look = Situation(game, board)
    helpless = ask.defender_morale == "paralyzed"
    return tuple(Melee(shooter, 1 - shooter, 0, helpless).resolution(look) for shooter in (1, 0))


def _check(ask: Recoveries) -> tuple[Resolution | str, ...]:
    return (recovery_check("a stand", ask.quality, ask.die) if ask.check else "nothing is rolled (TC R1, R2)",)


def _try(ask: Command) -> tuple[Resolution, ...]:
    return (_tried(ask),)


CALCULATORS = (
    Calculator("shot", "One shot at a stand, or at a vehicle.", Shot, shot, _one_roll),
    Calculator("shots", "What is left of a stand after a series of shots.", Shots, shots, _one_roll),
    Calculator(
        "opportunity", "One stand's opportunity fire at a row of movers.", Opportunity, opportunity, _watchers_roll
    ),
    Calculator(
        "close_combat", "A close combat to its end, with the hits left.", CloseCombat, close_combat, _first_round
    ),
    Calculator("command", "Stands that try to act out of command.", Command, command, _try),
    Calculator("recovery", "The morale of a stand after some turns.", Recoveries, recovery, _check),
)
"""What `sandtable odds tactical_combat` can be asked."""
