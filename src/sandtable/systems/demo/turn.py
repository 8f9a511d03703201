"""Set-up and the sequence of play (DS 1 to 3, 5 and 6)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Reaction, Sealed, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.demo.board import NOBODY, Battlefield, Situation
from sandtable.systems.demo.combat import Blow, Fire, Rally
from sandtable.systems.demo.options import PicketOptions
from sandtable.systems.demo.tables import STEPS

__all__ = ["CHAPTER", "Act", "Choose", "EndTurn", "Place", "Placed", "SetUp", "SideTurn", "Watch"]

OWN_ZONE = Reason("place the squad on a free hex of your own zone", "DS 1")
NOT_YOURS = Reason("that is not one of your squads on the map")
HAS_ACTED = Reason("{unit:unit} has acted this turn", "DS 2")
BOXED_IN = Reason("{unit:unit} is boxed in")
NO_MOVE = Reason("{squad:unit} is shaken and may not move", "DS 3")
FREE_HEX = Reason("a squad moves to an adjacent hex without a squad", "DS 3")
NO_ASSAULT = Reason("{squad:unit} is shaken and may not assault", "DS 8")
BESIDE = Reason("a squad assaults an adjacent enemy squad", "DS 8")
NOT_NOW = Reason("that is not a squad of yours that may fire now", "DS 5")


class SetUp(Step, frozen=True, array_like=True, tag="set_up"):
    """DS 1: both sides set up at the same time."""

    def run(self, field: Battlefield) -> None:
        """Ask both."""
        field.together(Place(0), Place(1))


class Place(Decide, frozen=True, array_like=True, tag="place"):
    """DS 1: one side places its squads, in secret."""

    sets_up = True

    hexes: tuple[int, ...] = ()

    def _squads(self, look: Situation) -> list[int]:
        return [number for number, owner in enumerate(look.world.owners) if owner == self.side]

    def prompt(self, look: Situation) -> Said:
        """Which squad is next."""
        return look.say("place?", squad=self._squads(look)[len(self.hexes)])

    @verb("Place in", "hex", menu="Place", otherwise=OWN_ZONE)
    def place(self, look: Situation) -> Targets:
        """Free hexes of the side's zone."""
        zone = look.world.map.indices(look.world.zones[self.side])
        return tuple(hex for hex in zone if hex not in self.hexes)

    @place.then
    def _do_place(self, field: Battlefield, hex: int) -> None:
        hexes = (*self.hexes, hex)
        done = len(hexes) == len(self._squads(field))
        field.next(Placed(self.side, hexes) if done else Place(self.side, hexes))


class Placed(Sealed, frozen=True, array_like=True, tag="placed"):
    """DS 1: a side's set-up, until both are done."""

    side: int
    hexes: tuple[int, ...]

    def reveal(self, field: Battlefield) -> None:
        """The squads are put on the map; those in woods stay hidden (DS 6)."""
        squads = [number for number, owner in enumerate(field.world.owners) if owner == self.side]
        hiding = field.world.options.hidden_squads
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

    @verb("Act with", "unit", menu="Act")
    def squad(self, look: Situation) -> Targets:
        """Squads that have not acted and can."""
        return tuple([number for number in look.of(self.side) if Act(self.side, number).possible(look)])

    @squad.then
    def _do_squad(self, field: Battlefield, number: int) -> None:
        field.next(Act(self.side, number), self)

    @squad.check
    def _why_not_squad(self, look: Situation, number: int) -> Reason | None:
        if number not in look.of(self.side):
            return NOT_YOURS
        if look.squads[number].acted:
            return HAS_ACTED
        return None if Act(self.side, number).possible(look) else BOXED_IN

    @verb("End the turn")
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _do_end(self, field: Battlefield, _: None) -> None:
        field.next(EndTurn(self.side))


class Act(Decide, frozen=True, array_like=True, tag="act"):
    """DS 2: what a squad does."""

    squad: int

    def possible(self, look: Situation) -> bool:
        """Whether the squad has not acted yet and has anything to do."""
        me = look.squads[self.squad]
        if me.acted:
            return False
        return bool(me.shaken or self.moves(look) or self.shots(look))

    def moves(self, look: Situation) -> tuple[int, ...]:
        """DS 3: adjacent hexes without a squad that the side knows of."""
        me = look.squads[self.squad]
        if me.shaken:
            return ()
        occupied = look.occupied()
        return tuple([hex for hex in look.world.neighbours[me.hex] if not occupied >> hex & 1])

    def shots(self, look: Situation) -> tuple[int, ...]:
        """DS 4: enemies in sight and range."""
        return tuple([enemy for enemy in look.of(1 - self.side) if look.may_fire(self.squad, enemy)])

    @verb("Move to", "hex", menu="Move", otherwise=FREE_HEX)
    def move(self, look: Situation) -> Targets:
        """Where the squad may move."""
        return self.moves(look)

    @move.then
    def _do_move(self, field: Battlefield, hex: int) -> None:
        field.change(self.squad, acted=True)
        field.find(self.squad)
        there = field.squad_at(hex)
        if there is not None:
            field.log("blunders", "DS 3.1", squad=self.squad, other=there)
            field.find(there)
            return
        field.log("moves", "DS 3", squad=self.squad, hex=hex)
        field.enter(self.squad, hex)
        if field.world.options.watch_fire and field.might_watch(1 - self.side, self.squad):
            field.next(Watch(1 - self.side, self.squad))

    @move.check
    def _why_not_move(self, look: Situation, hex: int) -> Reason | None:
        return NO_MOVE if look.squads[self.squad].shaken else None

    @verb("Fire at", "unit")
    def fire(self, look: Situation) -> Targets:
        """Whom the squad may fire at."""
        return self.shots(look)

    @fire.then
    def _do_fire(self, field: Battlefield, target: int) -> None:
        field.change(self.squad, acted=True)
        field.find(self.squad)
        field.next(Fire(self.squad, target))

    @fire.check
    def _why_not_fire(self, look: Situation, target: int) -> Reason | None:
        return look.why_not_fire(self.squad, target)

    @verb("Assault", "unit", otherwise=BESIDE)
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
    def _do_assault(self, field: Battlefield, target: int) -> None:
        field.change(self.squad, acted=True)
        field.find(self.squad)
        field.log("assaults", "DS 8", squad=self.squad, other=target)
        field.next(Blow(self.squad, target, attacking=True))

    @assault.check
    def _why_not_assault(self, look: Situation, target: int) -> Reason | None:
        return NO_ASSAULT if look.squads[self.squad].shaken else None

    @verb("Rally", "dice")
    def rally(self, look: Situation) -> bool:
        """DS 7.2: only the shaken rally."""
        return look.squads[self.squad].shaken

    @rally.then
    def _do_rally(self, field: Battlefield, _: None) -> None:
        field.change(self.squad, acted=True)
        field.next(Rally(self.squad))


class Watch(Decide, frozen=True, array_like=True, tag="watch"):
    """DS 5: the other side may fire at a squad that has just moved."""

    mover: int

    def reaction(self) -> Reaction:
        """Fire at the mover."""
        return Reaction(self.mover)

    @verb("Fire with", "unit", menu="Fire", otherwise=NOT_NOW)
    def fire(self, look: Situation) -> Targets:
        """Squads that may fire now."""
        return tuple(look.watchers(self.side, self.mover))

    @fire.then
    def _do_fire(self, field: Battlefield, firer: int) -> None:
        field.change(firer, acted=True)
        field.find(firer)
        field.next(Fire(firer, self.mover, moving=True))

    @verb("Hold fire")
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        pass


class EndTurn(Step, frozen=True, array_like=True, tag="end_turn"):
    """DS 2 and 9.1: the other side's turn, the next turn, or the end."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Go on."""
        if self.side == 0:
            field.next(SideTurn(1))
        elif field.board.turn < field.world.options.turns:
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
        "place?": "Place your squads: {squad:unit} next.",
        "choose?": "Choose a squad to act, or end your turn.",
        "act?": "{squad:unit}: choose an action.",
        "watch?": "{mover:unit} has moved in sight: fire, or hold?",
        "placed": "{squad:unit} sets up in {hex:hex}",
        "turn": "Turn {turn}: {side:side}",
        "moves": "{squad:unit} moves to {hex:hex}",
        "blunders": "{squad:unit} blunders into {other:unit}",
        "assaults": "{squad:unit} assaults {other:unit}",
    },
    options=PicketOptions,
)
