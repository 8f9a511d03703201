"""How many presses a turn takes: with one unit at a time, and with groups, repeats and held fire.

python benchmarks/clicks.py            First Firefight, Duel and Crossroads, the first turn with a move

The plan is the same both times: every formation goes towards the middle of the table, and the side holds its fire in
the enemy's turn. Singly, a unit costs a press to select it, one on its menu where it has several verbs, one for the
place, one to confirm where it may be fired at, and one for each question after the move. As a group, a formation costs
four: a unit, *Move all*, the place, *Move*. Held fire costs one press a question, or one for the turn.
"""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.kernel.decision import Action
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.game import Game
from sandtable.kernel.scene import HexScene
from sandtable.kernel.state import State
from sandtable.kernel.view import View
from sandtable.server.games.marching import march
from sandtable.server.games.messages import MarchTold

BATTLES = ("tactical_combat/first-firefight", "micro_armour/duel", "tcs/crossroads-1944")
SET_UP = ("suggested", "rest")
GROUP = 4
"""A unit, *Move all*, the place, *Move*."""


def singly(view: View, moves: tuple[MarchTold, ...]) -> int:
    """The presses to move these units one by one."""
    several = len({offer.verb for offer in view.offers if offer.kind == "unit"}) > 1
    total = 0
    for each in moves:
        rest = len(each.actions) - 2
        total += 1 + several + 1 + bool(each.route.danger) + max(0, rest)
    return total


def formations(game: Game, view: View, side: int) -> dict[str, list[int]]:
    """The units of a side on the map, by their formations or groups."""
    standing = {each.id: each for each in view.picture().pieces}
    found: dict[str, list[int]] = {}
    for piece in game.scene().pieces:
        now = standing[piece.id]
        if piece.side == side and now.at is not None and not now.gone:
            found.setdefault(now.group or piece.formation, []).append(piece.id)
    return found


def middle(game: Game) -> int:
    """The place in the middle."""
    scene = game.scene()
    if isinstance(scene, HexScene):
        return next(c.id for c in scene.cells if (c.column, c.row) == (scene.columns // 2, scene.rows // 2))
    return scene.rows // 2 * scene.columns + scene.columns // 2


def counted(name: str) -> tuple[int, int, int, int]:
    """The presses of a turn singly and in groups; the questions of the enemy's turn held singly and at once."""
    game, dice = sandtable.load(name), Dice.seeded(3)
    state = game.start(dice)
    players = [bot("best", game, 1), bot("best", game, 2)]
    one = together = 0
    moved: set[str] = set()
    for _ in range(4000):
        decision = game.decisions(state)[0]
        view = game.view(state, decision.side)
        if decision.side == 0 and not decision.sets_up and view.reaction is None:
            for formation, units in formations(game, view, 0).items():
                moves = march(view, units, middle(game)) if formation not in moved else ()
                if len(moves) > 1:
                    moved.add(formation)
                    one += singly(view, moves)
                    together += GROUP
        if moved and view.picture().turn > 1 and decision.side == 0:
            break
        quick = [each.verb for each in decision.offers if each.verb in SET_UP]
        action = Action(quick[0]) if quick else players[decision.side].choose(view)
        state, _ = game.apply(state, decision.side, action, dice)
    asked = questions(game, state, dice, players)
    return one, together, asked, min(asked, 1)


def questions(game: Game, state: State[Any, Any], dice: Dice, players: list[Any]) -> int:
    """How often the first side is asked whether to fire in the enemy's next turn, if it always holds."""
    asked, turn = 0, game.picture(state, None).turn
    for _ in range(4000):
        if game.over(state) or game.picture(state, None).turn > turn + 1:
            break
        decision = game.decisions(state)[0]
        view = game.view(state, decision.side)
        reaction = view.reaction
        if decision.side == 0 and reaction is not None and not reaction.begun:
            asked += 1
            action = Action(reaction.hold)
        else:
            action = players[decision.side].choose(view)
        try:
            state, _ = game.apply(state, decision.side, action, dice)
        except IllegalAction:
            break
    return asked


def main() -> None:
    """Print a line for each battle."""
    print(f"{'battle':34} {'moves before':>12} {'after':>6} {'holds before':>13} {'after':>6}")
    for name in BATTLES:
        one, together, asked, held = counted(name)
        print(f"{name:34} {one:12} {together:6} {asked:13} {held:6}")


if __name__ == "__main__":
    main()
