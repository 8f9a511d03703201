"""Missiles, pop-ups and what reacts to them, as lists: every step in its order, and who may still act (ME 3, 4).

Nothing here decides anything: the chapters do. This says for a client what they would do next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.picture import Exchange, Stage
from sandtable.kernel.procedure import Hidden, Procedure, Roll
from sandtable.systems.tcs.areafire import OVERWATCH, SFA
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.exchange import EXCHANGES, STAGES, names_of, stage
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.airfire import answers as helicopters_at
from sandtable.systems.tcs.modern.airweapons import MISSILE, Engage
from sandtable.systems.tcs.modern.antiaircraft import AntiAircraft, aa_resolution, batteries_against
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS
from sandtable.systems.tcs.modern.counterfire import Counterfire, CounterfireRoll, may_counterfire, supersonic
from sandtable.systems.tcs.modern.missilefire import launcher, missile_fire
from sandtable.systems.tcs.modern.missiles import Launch, MissileOptions
from sandtable.systems.tcs.modern.missilewatch import watchers
from sandtable.systems.tcs.modern.popups import (
    AskCounter,
    Counter,
    CounterAim,
    Drop,
    PopUp,
    forgets_all,
    pop_targets,
    why_not_counter,
    why_not_pop_at_all,
)
from sandtable.systems.tcs.modern.sky import aloft, set_height
from sandtable.systems.tcs.overwatch import Watch

__all__ = ["CHAPTER"]


# Pop-ups


def pop_up(look: Situation, stack: Sequence[Procedure]) -> Exchange | None:
    """A pop-up that is being chosen, or under way."""
    top = stack[-1]
    if isinstance(top, PopUp):
        return _chosen(look, top)
    asked = isinstance(top, Counter | CounterAim | Hidden)
    steps: list[Procedure] = []
    for each in reversed(stack[:-1] if asked else stack):
        if not isinstance(each, AskCounter | AntiAircraft | Engage | Drop):
            break
        steps.append(each)
    if not asked or not any(isinstance(each, Drop) for each in steps):
        return None
    group = tuple(each.unit for each in steps if isinstance(each, Drop))
    side = look.world.owners[group[0]]
    stages = [_rises(look, group, "done")]
    aims = (top.unit,) if isinstance(top, CounterAim) else ()
    stages += _counters(look, 1 - side, _open_to(look, group), "now", aims)
    for each in steps:
        if isinstance(each, AntiAircraft):
            stages += _guns(look, each.side, each.target, forgets=each.forgets)
        elif isinstance(each, Engage):
            stages.append(_fires(look, each))
    return Exchange(_title(look, group), (*stages, _drops(look, group)), group)


def _chosen(look: Situation, chosen: PopUp) -> Exchange:
    """What would happen if these helicopters popped up now."""
    group, side = chosen.group, chosen.side
    field = Battlefield(look.game, look.board)
    for n in group:
        set_height(field, n, low=True)
    above = Situation(look.game, field.freeze())
    stages = [_rises(look, group, "ahead")]
    stages += _counters(above, 1 - side, _open_to(look, group), "ahead")
    for n in group:
        stages += _guns(above, 1 - side, n, forgets=forgets_all(look, n))
    stages += _own_fire(look, chosen)
    if any(supersonic(look, n) for n in look.on_map(1 - side)) and _counterfire_on(look):
        stages.append(stage("AT-8 counterfire", "never", 1 - side, (), "never at helicopters", "ME 3.3b"))
    return Exchange(_title(look, group), (*stages, _drops(look, group)), group)


def _title(look: Situation, group: Sequence[int]) -> str:
    return f"{names_of(look, group)} pop{'s' * (len(group) == 1)} up"


def _rises(look: Situation, group: Sequence[int], state: str) -> Stage:
    words = "Rises to Low" if len(group) == 1 else "Rise to Low"
    return stage(words, state, look.world.owners[group[0]], group, "no movement points", "ME 4.1e1")


def _drops(look: Situation, group: Sequence[int]) -> Stage:
    words = "Back to nap of the earth"
    return stage(words, "ahead", look.world.owners[group[0]], group, "one pop-up in a phase", "ME 4.1e2")


def _open_to(look: Situation, group: Sequence[int]) -> tuple[int, ...]:
    """Those of a group that can be countered (ME 4.1h)."""
    return tuple(n for n in group if not forgets_all(look, n))


def _counters(
    look: Situation, side: int, group: tuple[int, ...], state: str, aims: tuple[int, ...] = ()
) -> list[Stage]:
    """The helicopters that may pop up against a pop-up; if none can, why not (ME 4.1f). `aims` is the one that does."""
    if aims:
        note = f"{names_of(look, aims)} takes AA fire, fires and drops"
        return [stage("Counter pop-up", state, side, aims, note, "ME 4.1f2")]
    ours = aloft(look, side)
    if not ours:
        return [stage("Counter pop-up", "never", side, (), "the enemy has no helicopter on the map", "ME 4.1f1")]
    if not group:
        return [stage("Counter pop-up", "never", side, (), "the missile is fire and forget", "ME 4.1h")]
    able = [n for n in ours if why_not_counter(look, n, group) is None]
    if able:
        note = f"{names_of(look, able)} may, one after the other; each takes AA fire first"
        return [stage("Counter pop-up", state, side, able, note, "ME 4.1f1")]
    why = next((why for n in ours if (why := why_not_pop_at_all(look, n))), None)
    note = look.game.say(why) if why else "none of them would see it in range"
    return [stage("Counter pop-up", "never", side, (), note, "ME 4.1f1")]


def _guns(look: Situation, side: int, target: int, *, forgets: bool) -> list[Stage]:
    """AA fire at one helicopter: the units that fire, in their order; neighbours of one type are one step (ME 4.2)."""
    kinds, aim = look.world.kinds, look.world.names[target]
    runs: list[list[int]] = []
    for n in batteries_against(look, side, target):
        if runs and kinds[runs[-1][0]].id == kinds[n].id:
            runs[-1].append(n)
        else:
            runs.append([n])
    if not runs:
        return [stage("AA fire", "never", side, (), f"no unit that sees {aim} reaches it", "ME 4.2g")]
    found = []
    for units in runs:
        roll = aa_resolution(kinds[units[0]], kinds[target], forgets=forgets)
        number = 12 if not roll.rows else max(row.low for row in roll.rows if row.low is not None)
        number -= sum(each.value for each in roll.modifiers)
        apart = sorted({look.world.ground.distance(look.units[n].at, look.units[target].at) for n in units})
        far = f"{apart[0]} hex{'es' * (apart[0] != 1)}" if len(apart) == 1 else f"{apart[0]} to {apart[-1]} hexes"
        many = f"{len(units)} " * (len(units) > 1)
        chance = roll.odds().get("destroyed", Fraction(0))
        note = f"{far}, 2d6 at {number}+" if chance else f"{far}, cannot reach {number}+ on 2d6"
        found.append(stage(f"AA: {many}{kinds[units[0]].name}", "ahead", side, units, note, "ME 4.2a", chance))
    return found


def _own_fire(look: Situation, chosen: PopUp) -> list[Stage]:
    """What each of a group fires, at the best of its targets."""
    found = []
    for unit in chosen.group:
        targets = pop_targets(look, chosen.group, chosen.watch, MISSILE)
        kind = SFA if chosen.watch is None else OVERWATCH
        chances = {n: _kills(look, unit, n, kind) for n in targets}
        if not chances:
            found.append(
                stage(f"{look.world.names[unit]} fires its guns", "ahead", chosen.side, (unit,), "", "ME 4.1c")
            )
            continue
        best = max(chances, key=lambda n: (chances[n], -n))
        apart = look.world.ground.distance(look.units[unit].at, look.units[best].at)
        note = f"at best at {look.world.names[best]}, {apart} hexes"
        words = f"{launcher(look, unit).name} of {look.world.names[unit]}"
        found.append(stage(words, "ahead", chosen.side, (unit, best), note, "ME 3.1", chances[best]))
    return found


def _fires(look: Situation, engage: Engage) -> Stage:
    """The fire of a helicopter that has popped up."""
    unit, target, names = engage.unit, engage.target, look.world.names
    side = look.world.owners[unit]
    if not engage.weapons & MISSILE or look.units[target].at < 0:
        return stage(f"{names[unit]} fires at {names[target]}", "ahead", side, (unit, target), "", "ME 4.1c")
    words = f"{launcher(look, unit).name} flies at {names[target]}"
    apart = look.world.ground.distance(look.units[unit].at, look.units[target].at)
    chance = _kills(look, unit, target, engage.kind, soviet=engage.soviet, trigger=engage.trigger)
    return stage(words, "ahead", side, (unit, target), f"{apart} hexes", "ME 3.1", chance)


def _kills(
    look: Situation, unit: int, target: int, kind: int, *, soviet: bool = False, trigger: bool = False
) -> Fraction:
    """The chance that a missile kills its target, or costs it a step."""
    roll = missile_fire(look, unit, target, kind, soviet=soviet, trigger=trigger)
    if not isinstance(roll, Roll):
        return Fraction(0)
    return look.game.system.chance_of_harm(look.resolution_of(roll), 2)


# Missiles from the ground


def _counterfire_on(look: Situation) -> bool:
    return look.game.rules.chosen(MissileOptions).at8_counterfire


def counterfire(look: Situation, stack: Sequence[Procedure]) -> Exchange | None:
    """A missile on its way, and the supersonic missile that may come first (ME 3.3)."""
    top = stack[-1]
    if not isinstance(top, Counterfire | Hidden) or len(stack) < 2 or not isinstance(stack[-2], Launch):
        return None
    launch = stack[-2]
    unit, target, names = launch.unit, launch.target, look.world.names
    side, other = look.world.owners[unit], look.world.owners[target]
    if top.side != other:  # what the side of the launcher is asked is where its crew runs
        return None
    first = stage(f"{names[unit]} fires {launcher(look, unit).name}", "done", side, (unit,), "", "ME 3.2a1")
    number = AIR_LIMITS["counterfire"]
    again = look.units[target].fired
    six = look.resolution_of(CounterfireRoll(target, unit, again)).odds().get("fire", Fraction(0))
    chance = six * (six if again else 1) * _kills(look, target, unit, OVERWATCH)
    dice = f"a die of {number}, twice, for it has fired" if again else f"a die of {number}"
    note = f"{dice}; then the ATGM Table"
    second = stage(f"AT-8 of {names[target]} first", "now", other, (target,), note, "ME 3.3a1", chance)
    apart = look.world.ground.distance(look.units[unit].at, look.units[target].at)
    kills = _kills(look, unit, target, launch.kind, trigger=launch.trigger)
    note = f"{apart} hexes, if its crew still can"
    third = stage(f"{launcher(look, unit).name} flies at {names[target]}", "ahead", side, (unit, target), note,
                  "ME 3.1", kills)  # fmt: skip
    after = [stage("Overwatch goes on", "ahead", side, (), "", "TCS 15.2")] if launch.kind == OVERWATCH else [
        stage("Overwatch at the launcher", "ahead", other, (), "it has fired", "TCS 15.1b")]  # fmt: skip
    return Exchange(f"{launcher(look, unit).name} at {names[target]}", (first, second, third, *after), (unit, target))


def at_trigger(look: Situation, watch: Watch) -> Iterable[Stage]:
    """Missiles and helicopters at a trigger, on top of what stacks fire, and the AT-8 that may answer a missile."""
    able = watchers(look, watch)
    if able:
        note = "on top of the other fire of its stack" if len(able) == 1 else "on top of the other fire of their stacks"
        yield stage("Missiles", "now", watch.side, able, note, "ME 3.2a1")
        answering = sorted({n for n in watch.units for each in able if may_counterfire(look, each, n)})
        if answering:
            note = "before the missile flies"
            yield stage("AT-8 counterfire", "ahead", 1 - watch.side, answering, note, "ME 3.3a1")
    flying = helicopters_at(look, watch)
    if flying:
        note = "from where they are, or in a pop-up"
        yield stage("Helicopters", "now", watch.side, flying, note, "ME 4.1d")


CHAPTER = Chapter(
    name="exchanges",
    adds=(EXCHANGES.add(pop_up), EXCHANGES.add(counterfire), STAGES.add(at_trigger)),
    switch="modern",
)
