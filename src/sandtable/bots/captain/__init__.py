"""A bot for TCS: it moves by bounds from cover to cover, keeps its units in Fire Mode where they may be seen,
suppresses before it assaults, and holds its overwatch for good shots.

It sees only a view. What it cannot weigh itself it leaves to the bot that looks one throw ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.bots.captain.acting import next_action
from sandtable.bots.captain.aviation import air_action, air_choice, air_reaction
from sandtable.bots.captain.breaking import breach_hex, overrun_hex
from sandtable.bots.captain.firing import join_point, join_suppression
from sandtable.bots.captain.moving import best_hex, safest
from sandtable.bots.captain.reacting import react
from sandtable.bots.captain.rehearsing import Rehearsal, Trial
from sandtable.bots.captain.rowing import best_landing
from sandtable.bots.captain.smoking import smoke_hex
from sandtable.bots.captain.storming import best_storm
from sandtable.bots.captain.survey import Memory, Survey
from sandtable.bots.captain.tanks import armor_choice, armor_reaction
from sandtable.bots.greedy import GreedyBot
from sandtable.kernel.decision import Action, Decision, Offer
from sandtable.kernel.game import Game
from sandtable.kernel.view import View
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.antitank import at_facts
from sandtable.systems.tcs.assault import Assault
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.boats import Cross
from sandtable.systems.tcs.fireaction import AntiTank, PointAction, Suppress
from sandtable.systems.tcs.flight import Flee
from sandtable.systems.tcs.losses import ChooseLoss
from sandtable.systems.tcs.mines import Breach
from sandtable.systems.tcs.modern.popups import Counter
from sandtable.systems.tcs.movement import Move
from sandtable.systems.tcs.overrun import DriveOff, Overrun
from sandtable.systems.tcs.overwatch import AimAt, Watch
from sandtable.systems.tcs.recovery import Recover
from sandtable.systems.tcs.smoke import LaySmoke
from sandtable.systems.tcs.stacking import Aside
from sandtable.systems.tcs.transport import Load
from sandtable.systems.tcs.turn import ChooseOrder

__all__ = ["CaptainBot"]


REST = tuple(name for name in Board.__struct_fields__ if name != "units")
"""All of a board but its units."""
STANDING = ("at", "steps", "morale", "sheet", "group", "carrier", "dug_in", "hidden", "withdrawing", "buttoned")
"""What does not change of a unit that goes to another mode."""


def only_turned(before: Board, now: Board, owners: Sequence[int], side: int) -> frozenset[int] | None:
    """The units of a side that have changed between two boards, if nothing else has and they are where they were, as
    strong and as steady; None if there is more to it.
    """
    if type(now) is not Board:
        return None  # what the chapters of an expansion keep on the board may concern anybody
    if any(getattr(before, name) != getattr(now, name) for name in REST):
        return None
    turned = []
    for n, (was, unit) in enumerate(zip(before.units, now.units, strict=True)):
        if was is unit or was == unit:
            continue
        if owners[n] != side or any(getattr(was, name) != getattr(unit, name) for name in STANDING):
            return None
        turned.append(n)
    return frozenset(turned)


class CaptainBot:
    """Plays either side of any TCS scenario.

    >>> import sandtable
    >>> game = sandtable.load("tcs/crossroads-1944")
    >>> view = game.view(game.start(sandtable.Dice.seeded(1)), 1)
    >>> CaptainBot(game, 1).choose(view).verb
    'suggested'
    """

    def __init__(self, game: Game, seed: int, *, straight: bool = False) -> None:
        self._game = game
        self._straight = straight
        """Whether its helicopters fly straight in, and do not pop up from cover: for comparison."""
        self._other = GreedyBot(game, seed)
        self._known: tuple[Any, Survey] | None = None
        self._rehearsal = Rehearsal(game)
        self._memory = Memory()
        self._fired_at: tuple[int, frozenset[int]] = 0, frozenset()
        self._fired_before: frozenset[int] = frozenset()
        """The hexes that it had fired at when it made its last survey."""

    def choose(self, view: View) -> Action:
        """The action that seems best."""
        decision = view.asked
        if view.asks is not None and view.asks.idle and not isinstance(view.asks, Counter):
            return self._other.choose(view)
        if sum(len(offer) for offer in decision.offers) == 1:
            return next(decision.actions())
        offers = {offer.verb: offer for offer in decision.offers}
        action = self._weighed(view, decision, offers)
        return action if action is not None and decision.allows(action) else self._other.choose(view)

    def _weighed(self, view: View, decision: Decision, offers: dict[str, Offer]) -> Action | None:
        """What the bot knows how to choose; None for what it does not know."""
        asked = view.asks
        survey = self.survey(view, decision.side)
        look = survey.look
        match asked:
            case Act():
                action = air_action(survey, offers, straight=self._straight) or next_action(survey, offers)
                if action.verb == "suppress" and isinstance(action.target, int):
                    self._fired_at = look.turn, self._fired_this(look.turn) | {action.target}
                return action
            case Move():
                hex = best_hex(survey, asked.group, offers["to"].targets or ())
                return None if hex is None else Action("to", hex)
            case Cross():
                return Action("land", best_landing(survey, asked.group[0], tuple(offers["land"].targets or ())))
            case Load():
                return Action("on", next(iter(offers["on"].targets or ())))
            case Overrun():
                along = tuple(offers["along"].targets or ()) if "along" in offers else ()
                return (
                    Action("along", along[0])
                    if along
                    else Action("to", overrun_hex(survey, offers["to"].targets or ()))
                )
            case Breach():
                return Action("at", breach_hex(survey, asked.unit, offers["at"].targets or ()))
            case LaySmoke():
                return Action("at", smoke_hex(survey, offers["at"].targets or ()))
            case Suppress():
                return join_suppression(survey, asked.hex, asked.firers, offers)
            case PointAction():
                return join_point(offers)
            case AntiTank():
                targets = offers["at"].targets or ()
                best = min(targets, key=lambda n: (-sum(e.value for e in at_facts(look, asked.unit, n).modifiers()), n))
                return Action("at", best)
            case Assault():
                storm = best_storm(survey)
                going = storm.starts if storm is not None else {}
                for unit in (offers["add"].targets or ()) if "add" in offers else ():
                    if unit in going:
                        return Action("add", unit)
                return Action("go") if asked.group else Action("all_in")
            case Watch():
                flies = air_reaction(survey, asked, offers, straight=self._straight)
                if flies is not None:
                    return flies
                answer = react(self._game, view.state, survey, "hold")
                if answer.verb == "hold":
                    return armor_reaction(self._game, view.state, survey, asked, offers) or answer
                return answer
            case AimAt():
                return react(self._game, view.state, survey, None)
            case ChooseLoss():
                return Action("lose", max(offers["lose"].targets or (), key=lambda n: (look.units[n].steps, n)))
            case Flee() | DriveOff() | Aside():
                unit = asked.unit if isinstance(asked, Flee | Aside) else asked.group[0]
                return Action("to", safest(survey, unit, offers["to"].targets or ()))
            case Recover():
                return Action("recover", next(iter(offers["recover"].targets or ())))
            case ChooseOrder():
                return Action("first", decision.side)
        drives = armor_choice(survey, asked, offers)
        if drives is not None:
            return drives
        flies = air_choice(survey, asked, offers, straight=self._straight)
        if flies is not None:
            return flies
        return Action("suggested") if "suggested" in offers else None

    def survey(self, view: View, side: int) -> Survey:
        """What has been worked out for this very map, or a new start."""
        board = view.state.board
        if self._known is None or self._known[0] is not board or self._known[1].side != side:
            look = self._game.look(view.state)
            assert isinstance(look, Situation)
            state = view.state
            fired = self._fired_this(look.turn)

            def rehearse(hex: int, going: dict[int, int]) -> Trial:
                return self._rehearsal.trial(state, side, hex, going)

            survey = Survey(look, side, rehearse, fired, self._memory)
            if self._known is not None and self._known[1].side == side and self._fired_before == fired:
                turned = only_turned(self._known[0], board, look.world.owners, side)
                if turned is not None:
                    survey = self._known[1].handed_on(survey, turned)
            self._known, self._fired_before = (board, survey), fired
        return self._known[1]

    def _fired_this(self, turn: int) -> frozenset[int]:
        """The hexes that the side has fired at in a turn."""
        return self._fired_at[1] if self._fired_at[0] == turn else frozenset()
