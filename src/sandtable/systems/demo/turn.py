"""Set-up and the sequence of play (DS 1 to 3, 5 and 6)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.option import Option
from sandtable.kernel.procedure import Decide, Reaction, Sealed, Step, verb
from sandtable.systems.demo.board import NOBODY, Battlefield, Situation
from sandtable.systems.demo.combat import Blow, Fire, Rally
from sandtable.systems.demo.tables import STEPS

__all__ = ["CHAPTER", "Act", "Choose", "EndTurn", "Place", "Placed", "SetUp", "SideTurn", "Watch"]


class SetUp(Step, frozen=True, array_like=True, tag="set_up"):
    """DS 1: both sides set up at the same time."""

    def run(self, field: Battlefield) -> None:
        """Ask both."""
        field.together(Place(0), Place(1))


class Place(Decide, frozen=True, array_like=True, tag="place"):
    """DS 1: one side places its squads, in secret."""

    hexes: tuple[int, ...] = ()

    def _squads(self, look: Situation) -> list[int]:
        return [number for number, owner in enumerate(look.world.owners) if owner == self.side]

    def prompt(self, look: Situation) -> str:
        """Which squad is next."""
        return f"Place your squads: {look.world.names[self._squads(look)[len(self.hexes)]]} next."

    @verb("Place in", "hex")
    def place(self, look: Situation) -> Targets:
        """Free hexes of the side's zone."""
        zone = look.world.map.indices(look.world.zones[self.side])
        return tuple(hex for hex in zone if hex not in self.hexes)

    @place.then
    def _(self, field: Battlefield, hex: int) -> None:
        hexes = (*self.hexes, hex)
        done = len(hexes) == len(self._squads(field))
        field.next(Placed(self.side, hexes) if done else Place(self.side, hexes))

    @place.why_not
    def _(self, look: Situation, hex: object) -> str:
        return "place the squad on a free hex of your own zone (DS 1)"


class Placed(Sealed, frozen=True, array_like=True, tag="placed"):
    """DS 1: a side's set-up, until both are done."""

    side: int
    hexes: tuple[int, ...]

    def reveal(self, field: Battlefield) -> None:
        """The squads are put on the map; those in woods stay hidden (DS 6)."""
        squads = [number for number, owner in enumerate(field.world.owners) if owner == self.side]
        hiding = bool(field.game.options["hidden_squads"])
        for number, hex in zip(squads, self.hexes, strict=True):
            hidden = hiding and bool(field.world.woods >> hex & 1)
            field.change(number, hex=hex, steps=STEPS, hidden=hidden)
            field.log("placed", "DS 1", to=self.side if hidden else None, reveals=not hidden, squad=number, hex=hex)
            field.hold(number)


class SideTurn(Step, frozen=True, array_like=True, tag="side_turn"):
    """DS 2: a side's turn begins: all its squads may act again."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Ready the squads."""
        field.log("turn", "DS 2", side=self.side, turn=field.board.turn)
        for number in field.of(self.side):
            if field.squads[number].acted:
                field.change(number, acted=False)
        field.next(Choose(self.side))


class Choose(Decide, frozen=True, array_like=True, tag="choose"):
    """DS 2: the side chooses a squad to act with, or ends its turn."""

    def prompt(self, look: Situation) -> str:
        """What to do."""
        return "Choose a squad to act, or end your turn."

    @verb("Act with", "unit")
    def squad(self, look: Situation) -> Targets:
        """Squads that have not acted and can."""
        return tuple(number for number in look.of(self.side) if Act(self.side, number).possible(look))

    @squad.then
    def _(self, field: Battlefield, number: int) -> None:
        field.next(Act(self.side, number), self)

    @squad.why_not
    def _(self, look: Situation, number: object) -> str:
        if isinstance(number, int) and number in look.of(self.side):
            name = look.world.names[number]
            return f"{name} has acted this turn (DS 2)" if look.squads[number].acted else f"{name} is boxed in"
        return "that is not one of your squads on the map"

    @verb("End the turn")
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _(self, field: Battlefield, _: None) -> None:
        field.next(EndTurn(self.side))


class Act(Decide, frozen=True, array_like=True, tag="act"):
    """DS 2: what a squad does."""

    squad: int

    def possible(self, look: Situation) -> bool:
        """Whether the squad has not acted yet and has anything to do."""
        if look.squads[self.squad].acted:
            return False
        return bool(look.squads[self.squad].shaken or self.moves(look) or self.shots(look))

    def moves(self, look: Situation) -> tuple[int, ...]:
        """DS 3: adjacent hexes without a squad that the side knows of."""
        me = look.squads[self.squad]
        if me.shaken:
            return ()
        occupied = look.occupied()
        return tuple(hex for hex in look.world.neighbours[me.hex] if not occupied >> hex & 1)

    def shots(self, look: Situation) -> tuple[int, ...]:
        """DS 4: enemies in sight and range."""
        return tuple(enemy for enemy in look.of(1 - self.side) if look.may_fire(self.squad, enemy))

    def prompt(self, look: Situation) -> str:
        """What to do."""
        return f"What does {look.world.names[self.squad]} do?"

    @verb("Move to", "hex")
    def move(self, look: Situation) -> Targets:
        """Where the squad may move."""
        return self.moves(look)

    @move.then
    def _(self, field: Battlefield, hex: int) -> None:
        field.change(self.squad, acted=True)
        field.find(self.squad)
        there = field.squad_at(hex)
        if there is not None:
            field.log("blunders", "DS 3.1", squad=self.squad, other=there)
            field.find(there)
            return
        field.log("moves", "DS 3", squad=self.squad, hex=hex)
        field.enter(self.squad, hex)
        if field.game.options["watch_fire"] and field.might_watch(1 - self.side, self.squad):
            field.next(Watch(1 - self.side, self.squad))

    @move.why_not
    def _(self, look: Situation, hex: object) -> str:
        if look.squads[self.squad].shaken:
            return f"{look.world.names[self.squad]} is shaken and may not move (DS 3)"
        return "a squad moves to an adjacent hex without a squad (DS 3)"

    @verb("Fire at", "unit")
    def fire(self, look: Situation) -> Targets:
        """Whom the squad may fire at."""
        return self.shots(look)

    @fire.then
    def _(self, field: Battlefield, target: int) -> None:
        field.change(self.squad, acted=True)
        field.find(self.squad)
        field.next(Fire(self.squad, target))

    @fire.why_not
    def _(self, look: Situation, target: object) -> str:
        return look.why_not_fire(self.squad, target)

    @verb("Assault", "unit")
    def assault(self, look: Situation) -> Targets:
        """DS 8: adjacent enemies."""
        if look.squads[self.squad].shaken:
            return ()
        return tuple(
            enemy
            for enemy in look.of(1 - self.side)
            if look.adjacent(self.squad, enemy) and not look.squads[enemy].hidden
        )

    @assault.then
    def _(self, field: Battlefield, target: int) -> None:
        field.change(self.squad, acted=True)
        field.find(self.squad)
        field.log("assaults", "DS 8", squad=self.squad, other=target)
        field.next(Blow(self.squad, target, attacking=True))

    @assault.why_not
    def _(self, look: Situation, target: object) -> str:
        if look.squads[self.squad].shaken:
            return f"{look.world.names[self.squad]} is shaken and may not assault (DS 8)"
        return "a squad assaults an adjacent enemy squad (DS 8)"

    @verb("Rally", "dice")
    def rally(self, look: Situation) -> bool:
        """DS 7.2: only the shaken rally."""
        return look.squads[self.squad].shaken

    @rally.then
    def _(self, field: Battlefield, _: None) -> None:
        field.change(self.squad, acted=True)
        field.next(Rally(self.squad))


class Watch(Decide, frozen=True, array_like=True, tag="watch"):
    """DS 5: the other side may fire at a squad that has just moved."""

    mover: int

    def prompt(self, look: Situation) -> str:
        """What to do."""
        return f"{look.world.names[self.mover]} has moved in sight: fire, or let it go?"

    def reaction(self) -> Reaction:
        """Fire at the mover."""
        return Reaction(self.mover)

    @verb("Fire with", "unit")
    def fire(self, look: Situation) -> Targets:
        """Squads that may fire now."""
        return tuple(look.watchers(self.side, self.mover))

    @fire.then
    def _(self, field: Battlefield, firer: int) -> None:
        field.change(firer, acted=True)
        field.find(firer)
        field.next(Fire(firer, self.mover, moving=True))

    @fire.why_not
    def _(self, look: Situation, firer: object) -> str:
        return "that is not a squad of yours that may fire now (DS 5)"

    @verb("Let it go")
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _(self, field: Battlefield, _: None) -> None:
        pass


class EndTurn(Step, frozen=True, array_like=True, tag="end_turn"):
    """DS 2 and 9.1: the other side's turn, the next turn, or the end."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Go on."""
        if self.side == 0:
            field.next(SideTurn(1))
        elif field.board.turn < field.world.turns:
            field.update(turn=field.board.turn + 1)
            field.next(SideTurn(0))
        elif field.board.holder == NOBODY:
            field.finish(None, "nobody ever held the objective")
        else:
            field.finish(field.board.holder, f"{field.game.sides[field.board.holder]} holds the objective")


CHAPTER = Chapter(
    name="sequence of play",
    procedures=(SetUp, Place, Placed, SideTurn, Choose, Act, Watch, EndTurn),
    phrases={
        "placed": "{squad:unit} sets up in {hex:hex}",
        "turn": "Turn {turn}: {side:side}",
        "moves": "{squad:unit} moves to {hex:hex}",
        "blunders": "{squad:unit} blunders into {other:unit}",
        "assaults": "{squad:unit} assaults {other:unit}",
    },
    options=(
        Option("turns", 4, "How many turns the game lasts.", "DS 9.1", low=1, high=50),
        Option("watch_fire", True, "Squads that have not acted may fire at enemies that move in sight.", "DS 5"),
        Option("hidden_squads", True, "Squads that set up in woods are hidden until they act or are met.", "DS 6"),
    ),
)
