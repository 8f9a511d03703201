"""A bot for Tactical Combat: it takes cover, suppresses before it assaults, keeps its leaders with their stands, and
keeps stands ready for opportunity fire.

It sees only a view. What it cannot weigh itself, such as the choices of a scenario's special rules, it leaves to the
bot that looks one throw ahead.
"""

from __future__ import annotations

from typing import Any

from sandtable.bots.fighter.acting import Acting
from sandtable.bots.fighter.calling import best_fall, best_spotter
from sandtable.bots.fighter.ground import Ground
from sandtable.bots.fighter.leading import leader_move
from sandtable.bots.fighter.memory import Memory
from sandtable.bots.fighter.moving import best_move
from sandtable.bots.fighter.placing import best_place, face
from sandtable.bots.fighter.reacting import react
from sandtable.bots.fighter.survey import Survey, Temper
from sandtable.bots.greedy import GreedyBot
from sandtable.kernel.decision import Action, Decision, Offer
from sandtable.kernel.game import Game
from sandtable.kernel.view import View
from sandtable.systems.tactical_combat.action import MoveOn, StandAction
from sandtable.systems.tactical_combat.fire import AfterFire
from sandtable.systems.tactical_combat.movement import Face, WatchMove
from sandtable.systems.tactical_combat.running import FallBack
from sandtable.systems.tactical_combat.setup import Arrive
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.airlanding import LandHere
from sandtable.systems.tactical_combat.special.touchdown import LandingFire
from sandtable.systems.tactical_combat.support import CallFire, CallSupport
from sandtable.systems.tactical_combat.turn import ActionPhase, ReplaceLeader

__all__ = ["FighterBot", "Temper"]


SAFE = ("rest", "blow")
"""What is mostly right in decisions that the bot does not weigh: set up or aim as suggested, blow the bridge."""


class FighterBot:
    """Plays either side of any Tactical Combat scenario.

    >>> import sandtable
    >>> game = sandtable.load("tactical_combat/first-firefight")
    >>> view = game.view(game.start(sandtable.Dice.seeded(1)), 0)
    >>> FighterBot(game, 1).choose(view).verb
    'rest'
    """

    def __init__(self, game: Game, seed: int, temper: Temper | None = None) -> None:
        self._game = game
        self._temper = temper or Temper()
        self._other = GreedyBot(game, seed)
        self._memory = Memory()
        self._known: tuple[Any, int, Acting] | None = None

    def choose(self, view: View) -> Action:
        """The action that seems best."""
        asked = view.asks
        if isinstance(asked, StandAction):
            intended = self._memory.intended_for(asked.stand)
            if intended is not None and view.allows(intended):
                return self._noted(intended)
        decision = view.asked
        if (only := _only(decision)) is not None:
            return only
        verbs = {offer.verb: offer for offer in decision.offers}
        action = self._weighed(view, decision, verbs)
        return action if action is not None and decision.allows(action) else self._other.choose(view)

    def _weighed(self, view: View, decision: Decision, verbs: dict[str, Offer]) -> Action | None:
        """What the bot knows how to choose; None for what it does not know."""
        asked = view.asks
        acting = self._acting(view, decision.side)
        survey = acting.survey
        match asked:
            case ActionPhase():
                return acting.next(verbs)
            case StandAction():
                action = acting.best(asked.stand, verbs)
                return None if action is None else self._noted(action)
            case MoveOn():
                leads = survey.look.world.kinds[asked.stand].leader
                move = leader_move(survey, asked.stand) if leads else best_move(survey, asked.stand)
                return move.action if move else Action("move", survey.look.stands[asked.stand].at)
            case WatchMove() | LandingFire():
                return react(survey, asked.mover, verbs, moving=True)
            case AfterFire():
                return react(survey, asked.fired, verbs, moving=False)
            case CallSupport():
                return best_spotter(survey, verbs["spotter"])
            case CallFire():
                fall = best_fall(survey, asked, verbs)
                return fall.action if fall else None
            case Face():
                return face(survey, asked.stand, verbs)
            case FallBack() | Arrive() | ReplaceLeader() | LandHere():
                return best_place(survey, asked, verbs)
        return next((Action(verb) for verb in SAFE if verb in verbs), None)

    def _noted(self, action: Action) -> Action:
        """The action of a stand, once it is remembered at whom it fires."""
        if action.verb == "fire" and isinstance(action.target, int):
            self._memory.fired_at.add(action.target)
        return action

    def _acting(self, view: View, side: int) -> Acting:
        """What has been worked out for this very table, or a new start."""
        board = view.state.board
        if self._known is None or self._known[1] != side or self._known[0] != board:
            look = self._game.look(view.state)
            assert isinstance(look, Situation)
            self._memory.follow(look, side)
            survey = Survey(look, side, Ground.of(look), self._temper, self._memory)
            self._known = board, side, Acting(survey, self._memory)
        return self._known[2]


def _only(decision: Decision) -> Action | None:
    """The action, if there is but one. Where one might go is not counted: that is work."""
    if len(decision.offers) > 1:
        return None
    (offer,) = decision.offers
    if offer.targets is None:
        return Action(offer.verb)
    targets = offer.targets
    return Action(offer.verb, targets[0]) if isinstance(targets, tuple | range) and len(targets) == 1 else None
