"""A bot for Tactical Combat: it fires first, takes cover, suppresses before it assaults, and keeps a defender's
stands ready for opportunity fire.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from sandtable.board.lattice import distance
from sandtable.board.stands import heading_to
from sandtable.kernel.decision import Action, Decision, Offer
from sandtable.kernel.game import Game
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import View
from sandtable.systems.tactical_combat.board import Situation
from sandtable.systems.tactical_combat.command import needs_roll
from sandtable.systems.tactical_combat.fire import shot_at
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED

__all__ = ["FighterBot"]

HIT, MORALE = 20, 12
POINTS_TRIED = 24
WORTH_A_SHOT = 4
NEAR = 9
"""Inches from the goal at which an attacker stops to fight it out."""


class FighterBot:
    """Plays either side of any Tactical Combat scenario.

    >>> import sandtable
    >>> game = sandtable.load("tactical_combat/first-firefight")
    >>> view = game.view(game.start(sandtable.Dice.seeded(1)), 0)
    >>> FighterBot(game, 1).choose(view, view.decision).verb
    'rest'
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._random = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> Action:
        """The action that seems best."""
        look = self._game.look(view.state)
        assert isinstance(look, Situation)
        verbs = {offer.verb: offer for offer in decision.offers}
        if "rest" in verbs:
            return Action("rest")
        if "stand" in verbs or "end" in verbs:
            return self._phase(look, decision.side, verbs)
        if "hold" in verbs:
            return self._react(look, view, verbs)
        if "face" in verbs:
            return self._face(look, view, verbs["face"])
        if "move" in verbs or "fire" in verbs or "panic" in verbs:
            stand = view.state.stack[-1].stand
            return max(self._options(look, stand, verbs), key=lambda option: option[0])[1]
        return self._other(look, decision, verbs)

    # The action phase

    def _phase(self, look: Situation, side: int, verbs: dict[str, Offer]) -> Action:
        """Whoever has most to gain acts next; nobody, if all do better to wait."""
        if "call" in verbs:
            return Action("call", next(iter(verbs["call"].targets or ())))
        best, chosen = Fraction(0), None
        for stand in verbs["stand"].targets or () if "stand" in verbs else ():
            worth = self._prospect(look, stand)
            if needs_roll(look, stand):
                worth = worth * look.world.rules.acts_at_most[look.world.quality(stand)] / 10 - 2
            if worth > best:
                best, chosen = worth, stand
        return Action("end") if chosen is None else Action("stand", chosen)

    def _prospect(self, look: Situation, stand: int) -> Fraction:
        """What a stand could gain, roughly: a good shot first, then an assault, then ground."""
        s = look.stands[stand]
        leader = look.world.kinds[stand].leader
        shots = [self._worth(look, stand, target) for target in look.targets(stand)]
        if shots and max(shots) >= WORTH_A_SHOT and not leader:
            return 20 + max(shots)
        if s.morale != NORMAL:
            return Fraction(1) if shots and max(shots) >= WORTH_A_SHOT // 2 else Fraction(0)
        if look.world.rules.leader_rally and leader and self._shaken_friends(look, stand):
            return Fraction(15)
        if any(special.tasks(look, stand) for special in look.world.specials):
            return Fraction(25)
        if not self._wants_ground(look, stand):
            return Fraction(0)
        return Fraction(2) if leader else 8 + Fraction(1, 1 + self._farthest(look, stand))

    def _farthest(self, look: Situation, stand: int) -> int:
        goal = self._goal(look, stand, look.world.owners[stand])
        return 0 if goal is None else look.inches_to(stand, goal)

    def _shaken_friends(self, look: Situation, stand: int) -> bool:
        side = look.world.owners[stand]
        return any(
            look.stands[n].morale != NORMAL and look.within(stand, n, 800) for n in look.on_table(side) if n != stand
        )

    def _wants_ground(self, look: Situation, stand: int) -> bool:
        """Whether the stand should advance: its side does not hold everything, and the stand is not there yet."""
        side = look.world.owners[stand]
        goal = self._goal(look, stand, side)
        if goal is None or look.world.kinds[stand].kind in ("heavy_mortar", "light_mortar"):
            return False
        return look.inches_to(stand, goal) > 2

    def _goal(self, look: Situation, stand: int, side: int) -> int | None:
        """The nearest objective that is not ours; for a leader the middle of his men, who go there."""
        world = look.world
        errands: list[int | None] = [special.errand(look, stand) for special in world.specials]
        first = next((at for at in errands if at is not None), None)
        if first is not None:
            return first
        men = [
            n for n in look.on_table(side) if world.member_of[n] == world.member_of[stand] and not world.kinds[n].leader
        ]
        if world.kinds[stand].leader and men:
            xs, ys = zip(*(look.base(n).centre for n in men), strict=True)
            return world.table.snap(sum(xs) // len(xs), sum(ys) // len(ys))
        wanted = [
            at for (_, at, _), holder in zip(look.world.objectives, look.board.holders, strict=True) if holder != side
        ]
        return min(wanted, key=lambda at: (look.inches_to(stand, at), at), default=None)

    # One stand

    def _options(self, look: Situation, stand: int, verbs: dict[str, Offer]) -> list[tuple[Fraction, Action]]:
        side = look.world.owners[stand]
        found: list[tuple[Fraction, Action]] = []
        for target in self._targets(verbs, "fire"):
            worth = self._worth(look, stand, target)
            bonus = 20 if worth >= WORTH_A_SHOT and not look.world.kinds[stand].leader else 0
            found.append((bonus + worth, Action("fire", target)))
        for target in self._targets(verbs, "assault"):
            morale = look.stands[target].morale
            odds = {PARALYZED: 45, SUPPRESSED: 26}.get(morale, -20) - 6 * look.world.cover_at(look.stands[target].at)
            found.append((Fraction(odds), Action("assault", target)))
        for target in self._targets(verbs, "task")[:1]:
            found.append((Fraction(40), Action("task", target)))
        for target in self._targets(verbs, "rally"):
            found.append((Fraction(30), Action("rally", target)))
        for verb in ("mount", "dismount", "mortar", "panic"):
            for target in self._targets(verbs, verb)[:1]:
                found.append(
                    (Fraction({"mortar": 12, "dismount": 5, "mount": -5, "panic": -15}[verb]), Action(verb, target))
                )
        if "move" in verbs:
            found.append(self._best_move(look, stand, side, verbs["move"]))
        for verb in ("nothing", "off"):
            if verb in verbs:
                found.append((Fraction(-30), Action(verb)))
        return found

    def _targets(self, verbs: dict[str, Offer], verb: str) -> list[Any]:
        return list(verbs[verb].targets or ()) if verb in verbs else []

    def _best_move(self, look: Situation, stand: int, side: int, offer: Offer) -> tuple[Fraction, Action]:
        """Toward the goal and into cover, out of the sight of those who could shoot."""
        points = list(offer.targets or ())
        goal = self._goal(look, stand, side)
        table = look.world.table
        tried = self._random.sample(points, min(POINTS_TRIED, len(points)))
        if goal is not None:
            end = table.point(goal)
            tried += sorted(points, key=lambda p: (distance(table.point(p), end), p))[:6]
        watchers = [n for n in look.on_table(1 - side) if look.may_watch(n)]
        best = max(tried, key=lambda p: (self._ground(look, p, goal, watchers, side), -p))
        gain = self._ground(look, best, goal, watchers, side) - self._ground(
            look, look.stands[stand].at, goal, watchers, side
        )
        return Fraction(gain) + 1, Action("move", best)

    def _ground(self, look: Situation, point: int, goal: int | None, watchers: list[int], side: int) -> int:
        table = look.world.table
        worth = 5 * look.world.cover_at(point)
        if goal is not None:
            worth -= 2 * distance(table.point(point), table.point(goal)) // 100
        if watchers:
            near = [n for n in watchers if distance(table.point(point), look.base(n).centre) <= 1700]
            seen = look.seen_from(point, [look.stands[n].at for n in near], side) if near else 0
            worth -= 3 * min(3, seen.bit_count())
        return worth

    # Fire

    def _worth(self, look: Situation, firer: int, target: int) -> Fraction:
        """What a shot is worth. An attacker who still has far to go fires only at those who could stop him, and
        only the machine guns stop to fire from afar.
        """
        worth = _gain(shot_at(look, firer, target)) * self._value(look, target)
        goal = self._goal(look, firer, look.world.owners[firer])
        if goal is None or look.stands[firer].morale != NORMAL or look.inches_to(firer, goal) <= NEAR:
            return worth
        ready = look.stands[target].morale == NORMAL and not look.stands[target].finished
        gunner = look.world.kinds[firer].kind == "hmg"
        if look.long_range(firer, target) and not gunner:
            worth /= 3
        return worth if ready or gunner else worth / 2

    def _value(self, look: Situation, target: int) -> Fraction:
        """Who can still shoot back is worth more."""
        stand, kind = look.stands[target], look.world.kinds[target]
        value = Fraction(5, 4) if stand.morale == NORMAL else Fraction(1)
        return value * Fraction(3, 2) if kind.kind == "hmg" or kind.vehicle else value

    def _react(self, look: Situation, view: View, verbs: dict[str, Offer]) -> Action:
        """Fire with the best shot if it is worth giving itself away for; else wait."""
        asked = view.state.stack[-1]
        target = asked.mover if hasattr(asked, "mover") else asked.fired
        shots = [(self._worth(look, firer, target), -firer) for firer in self._targets(verbs, "fire")]
        if shots and max(shots)[0] >= WORTH_A_SHOT:
            return Action("fire", -max(shots)[1])
        return Action("wait") if "wait" in verbs else Action("hold")

    # The rest

    def _face(self, look: Situation, view: View, offer: Offer) -> Action:
        stand = view.state.stack[-1].stand
        enemies = look.nearest_enemies(stand)
        if not enemies:
            return Action("stay")
        wanted = heading_to(look.base(stand).centre, look.base(enemies[0]).centre)
        return Action("face", wanted) if offer.takes(wanted) else Action("stay")

    def _other(self, look: Situation, decision: Decision, verbs: dict[str, Offer]) -> Action:
        """Support and forced choices: where most enemies and fewest friends are, or the best cover."""
        if "attack" in verbs:
            enemies = [look.stands[n].at for n in look.on_table(1 - decision.side)]
            seen = [at for at in enemies if verbs["attack"].takes(at)]
            if seen:
                return Action("attack", self._random.choice(seen))
        if "strike" in verbs:
            targets = self._targets(verbs, "strike")
            return Action("strike", max(targets, key=lambda n: (self._value(look, n), -n)))
        if "back" in verbs:
            return Action("back", max(self._targets(verbs, "back"), key=lambda p: (look.world.cover_at(p), -p)))
        return decision.pick(self._random.randrange)


def _gain(shot: Resolution) -> Fraction:
    """What a shot does on average, in points."""
    total = Fraction(0)
    for outcome, chance in shot.odds().items():
        assert isinstance(outcome, tuple)
        total += chance * (HIT * outcome[0] + MORALE * outcome[1])
    return total
