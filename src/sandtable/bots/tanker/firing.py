"""Fire: which target, and with whom. It concentrates: a second shot at a shaken tank is worth more than the first."""

from __future__ import annotations

from functools import cached_property

import msgspec

from sandtable.bots.tanker.shots import GONE, LOST, Chances, after_shot, harm, shot_chances, state_of
from sandtable.systems.micro_armour.board import CANNON, MISSILE, OPPORTUNITY, Situation, Stand

__all__ = ["Attack", "Firing", "KnownShots"]

LEAST = 0.03
"""A shot that takes less than this share of the target on average is not worth its try."""
BETTER = 0.75
"""A stand joins an attack unless another target is worth this much more to it."""
LATER = 0.8
"""What a shot counts that is made after the enemy's next attack."""
SILENCED = 0.35
"""The value, as a share of its own shot, of stopping a tank that has not fired yet."""


class Shot(msgspec.Struct, frozen=True):
    """A try of one stand at the target of an attack."""

    firer: int
    weapon: int
    passes: int
    chances: Chances


KnownShots = dict[tuple[int, int], tuple[tuple[Stand, Stand, tuple[int, ...]], Shot]]
"""By firer and target the best shot that was found last, and how both and the wrecks were then."""


class Attack(msgspec.Struct, frozen=True):
    """An attack: its target, who fires with what in which order, and the points it takes on average."""

    target: int
    shots: tuple[Shot, ...]
    worth: float


class Firing:
    """The fire of a side in one phase, or at one mover."""

    def __init__(
        self, look: Situation, side: int, phase: int, only: int | None = None, known: KnownShots | None = None
    ) -> None:
        self.known: KnownShots = {} if known is None else known
        self.look = look
        self.side = side
        self.phase = phase
        self.only = only

    @cached_property
    def shots(self) -> dict[int, list[Shot]]:
        """For each target the shots that can be made at it, one for each firer: the better of its weapons."""
        look = self.look
        found: dict[int, list[Shot]] = {}
        among = None if self.only is None else (self.only,)
        for firer in look.on_table(self.side):
            for target in look.targets(firer, self.phase, among):
                found.setdefault(target, []).append(self._best_shot(firer, target))
        return found

    def _best_shot(self, firer: int, target: int) -> Shot:
        """The better of a stand's weapons; kept as long as nothing has changed for it and its target."""
        look = self.look
        now = look.stands[firer], look.stands[target], look.board.wrecks
        known = self.known.get((firer, target))
        if known is not None and known[0] == now:
            return known[1]
        shots = [
            Shot(firer, weapon, *shot_chances(look, firer, target, weapon))
            for weapon in look.weapons(firer, target)
            if weapon in (CANNON, MISSILE)
        ]
        state = state_of(look.stands[target])
        best = max(shots, key=lambda shot: harm(state, shot.passes, shot.chances))
        self.known[firer, target] = now, best
        return best

    @cached_property
    def best_alone(self) -> dict[int, dict[int, float]]:
        """For each firer the points that its shot takes of each target by itself."""
        found: dict[int, dict[int, float]] = {}
        for target, shots in self.shots.items():
            state, worth = state_of(self.look.stands[target]), self.worth_of(target)
            for shot in shots:
                found.setdefault(shot.firer, {})[target] = worth * harm(state, shot.passes, shot.chances)
        return found

    def worth_of(self, target: int) -> float:
        """What a target is worth: its price, more for a headquarters, more if it could still fire this turn."""
        world = self.look.world
        worth = float(world.tanks[target].points)
        if world.roles[target] == "GHQ":
            worth *= 1.4
        if self.phase != OPPORTUNITY and self.look.tries_left(target, self.phase):
            hindered = sum(each.value for each in self.look.markers(target))
            worth *= 1 + SILENCED * max(0, world.cohesion[1 - self.side] - hindered) / 20
        return worth

    def attack_on(self, target: int) -> Attack | None:
        """The best attack on a target; None if no shot at it is worth while."""
        worth = self.worth_of(target)
        state = state_of(self.look.stands[target])
        spread = tuple(float(number == state) for number in range(GONE + 1))
        shots = sorted(
            self.shots.get(target, ()), key=lambda shot: (-harm(state, shot.passes, shot.chances), shot.firer)
        )
        total = 0.0
        named: list[Shot] = []
        for shot in shots:
            after = after_shot(spread, shot.passes, shot.chances)
            gain = worth * (_lost(after) - _lost(spread))
            others = [value for other, value in self.best_alone[shot.firer].items() if other != target]
            if gain < LEAST * worth or (named and gain < BETTER * max(others, default=0.0)):
                continue
            named.append(shot)
            total += gain
            spread = after
            if spread[GONE] > 0.9:
                break
        return Attack(target, tuple(named), total) if named else None

    def best(self) -> Attack | None:
        """The attack that takes most points, with what the stands that stay out of it could do elsewhere."""
        attacks = [attack for target in self.shots if (attack := self.attack_on(target)) is not None]
        return max(attacks, key=lambda attack: (attack.worth + self._elsewhere(attack), -attack.target), default=None)

    def _elsewhere(self, attack: Attack) -> float:
        """What the other stands could still take of other targets; the enemy may fire before they do."""
        named = {shot.firer for shot in attack.shots}
        left = 0.0
        for firer, targets in self.best_alone.items():
            if firer not in named:
                left += max((worth for target, worth in targets.items() if target != attack.target), default=0.0)
        return LATER * left


def _lost(spread: tuple[float, ...]) -> float:
    return sum(chance * lost for chance, lost in zip(spread, LOST, strict=True))
