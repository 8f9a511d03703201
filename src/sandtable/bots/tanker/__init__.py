"""A bot for Micro Armour: it stands hull-down and in woods, keeps its front to the enemy, puts several tanks on one
target, and spends its orders where they matter.

It sees only a view. What it does not know how to choose it leaves to the bot that looks one throw ahead.
"""

from __future__ import annotations

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.tanker.commanding import Commander
from sandtable.bots.tanker.places import Temper
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.game import Game
from sandtable.kernel.view import View
from sandtable.systems.micro_armour.board import Situation
from sandtable.systems.micro_armour.fire import Designate
from sandtable.systems.micro_armour.halt import Face
from sandtable.systems.micro_armour.movement import Enter, MoveGroup, MoveStand, WatchMove
from sandtable.systems.micro_armour.orders import ChooseMove, MoveFirst
from sandtable.systems.micro_armour.phases import AttackFirst, ChooseAttack
from sandtable.systems.micro_armour.setup import Deploy, Organise

__all__ = ["TankerBot", "Temper"]


class TankerBot:
    """Plays either side of any Micro Armour scenario.

    >>> import sandtable
    >>> game = sandtable.load("micro_armour/duel")
    >>> view = game.view(game.start(sandtable.Dice.seeded(1)), 0)
    >>> TankerBot(game, 1).choose(view).verb
    'suggested'
    """

    def __init__(self, game: Game, seed: int, temper: Temper | None = None) -> None:
        self._game = game
        self._other = GreedyBot(game, seed)
        self._commander = Commander(temper or Temper())

    def choose(self, view: View) -> Action:
        """The action that seems best."""
        decision = view.asked
        verbs = {offer.verb: offer for offer in decision.offers}
        if len(verbs) == 1:
            (offer,) = decision.offers
            if offer.targets is None:
                return Action(offer.verb)
        action = self._weighed(view, decision.side, verbs)
        return action if action is not None and decision.allows(action) else self._other.choose(view)

    def _weighed(self, view: View, side: int, verbs: dict[str, Offer]) -> Action | None:
        """What the bot knows how to choose; None for what it does not know."""
        asked = view.asks
        if isinstance(asked, Organise | Deploy):
            return Action("suggested")
        look = self._game.look(view.state)
        assert isinstance(look, Situation)
        commander = self._commander
        match asked:
            case AttackFirst() | MoveFirst():
                return commander.first(look, side, moving=isinstance(asked, MoveFirst))
            case ChooseAttack():
                return commander.attack(look, side, asked.phase)
            case Designate():
                return commander.designate(look, side, asked)
            case WatchMove():
                return commander.watch(look, side, asked, verbs)
            case ChooseMove():
                return commander.move(look, side, verbs)
            case MoveGroup():
                return commander.next_stand(look, side, asked, verbs)
            case Enter():
                return commander.enter(look, side, asked, verbs)
            case MoveStand():
                return commander.go(look, side, asked, verbs)
            case Face():
                return commander.face(look, side, asked, verbs)
        return None
