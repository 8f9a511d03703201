"""A small expansion of TCS written for the tests: flares. It adds something at every place where an expansion can.

A flare section lights a hex for the rest of the turn (FL 1). Fire at a lit hex, and morale in it, is worse for the
target (FL 2), and its units are spotted farther (FL 3). A section that has used its flare fires no more this turn
(FL 4). The glare hides what is beyond: from a lit hex only the hexes beside it are seen (FL 5), and nobody moves into
it (FL 6).
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.option import About, Options
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Resolution, Row
from sandtable.systems.tcs import Tcs
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.aiming import FIRE_BARS
from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.areafire import AreaFire
from sandtable.systems.tcs.board import UNSEEN
from sandtable.systems.tcs.field import LOST
from sandtable.systems.tcs.morale import MoraleRoll
from sandtable.systems.tcs.movement import CLOSED
from sandtable.systems.tcs.secrets import IMAGINED, MASKS
from sandtable.systems.tcs.spotting import SPOTTING
from sandtable.systems.tcs.tables import KINDS, UNITS
from sandtable.systems.tcs.turn import CLEAN_UP, ILLUMINATION

LIT = Modifier(2, "lit by a flare", "FL 2")
SEEN = Modifier(1, "lit by a flare", "FL 3")
SPENT = Reason("{unit:unit} has used its flare this turn", "FL 4")
EXPOSED = Modifier(1, "lit by a flare", "FL 2")
SECTION = replace(UNITS["us_rifle_plt"], id="us_flare_section", name="Flare section", steps=2, area_strength=1)


class Flares(msgspec.Struct, frozen=True, array_like=True, tag="flares"):
    """What the expansion keeps: the lit hexes, the units whose flare is used, and the flares each side still has."""

    lit: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    left: tuple[int, int] = (3, 3)
    """A secret of each side."""


def sections(look, side):
    flares = look.kept(Flares)
    if not flares.left[side]:
        return ()
    return tuple(n for n in look.on_map(side) if look.world.kinds[n].id == SECTION.id and n not in flares.used)


NO_SECTION = Reason("that is no flare section with a flare left", "FL 1")


@verb("Light a flare with", "unit", menu="Light a flare", name="flares.light", otherwise=NO_SECTION)
def light(act, look):
    return sections(look, act.side)


@light.then
def _do_light(act, field, unit):
    field.next(FlareRoll(act.side, unit), act)


class FlareRoll(Roll, frozen=True, array_like=True, tag="flares.roll"):
    side: int
    unit: int

    def resolution(self, look):
        rows = (Row(None, 1, "dud"), Row(2, None, "light"))
        return Resolution("FL 1", f"{look.world.names[self.unit]} lights a flare", D6, rows)

    def then(self, field, outcome):
        flares = field.kept(Flares)
        left = list(flares.left)
        left[self.side] -= 1
        field.keep(replace(flares, used=(*flares.used, self.unit), left=tuple(left)))
        if outcome == "light":
            field.next(ChooseHex(self.side, self.unit))


class ChooseHex(Decide, frozen=True, array_like=True, tag="flares.choose_hex"):
    unit: int

    def prompt(self, look):
        return "Where does the flare burn?"

    @verb("Light", "hex")
    def hex(self, look):
        ground = look.world.ground
        return tuple(ground.map.indices(ground.within(look.units[self.unit].at, 4)))

    @hex.then
    def _do_hex(self, field, hex):
        flares = field.kept(Flares)
        field.keep(replace(flares, lit=tuple(sorted({*flares.lit, hex}))))
        field.log("flares.lit", "FL 1", hex=hex)


class BurnOut(Step, frozen=True, array_like=True, tag="flares.burn_out"):
    def run(self, field):
        flares = field.kept(Flares)
        if flares.lit or flares.used:
            field.keep(replace(flares, lit=(), used=()))


def spent(look, unit):
    return SPENT if unit in look.kept(Flares).used else None


def glare(look, hex):
    if hex not in look.kept(Flares).lit:
        return 0
    return ~look.world.ground.within(hex, 1)


def burning(look, unit):
    mask = 0
    for hex in look.kept(Flares).lit:
        mask |= 1 << hex
    return mask


def forget(field, unit):
    flares = field.kept(Flares)
    if unit in flares.used:
        field.keep(replace(flares, used=tuple(n for n in flares.used if n != unit)))


def mask(game, board, side):
    """A side does not know how many flares the other has left, only that there is one."""
    (flares,) = board.extras
    left = tuple(count if owner == side else 1 for owner, count in enumerate(flares.left))
    return replace(board, extras=(replace(flares, left=left),))


def imagine(game, board, side, below):
    (flares,) = board.extras
    left = list(flares.left)
    left[1 - side] = 1 + below(3)
    return replace(board, extras=(replace(flares, left=tuple(left)),))


class FlareOptions(Options, frozen=True):
    flares: Annotated[bool, About("Flare sections light up the ground.", "FL 1")] = False


CHAPTER = Chapter(
    name="flares",
    procedures=(FlareRoll, ChooseHex, BurnOut),
    verbs={Act: (light,)},
    modifiers={
        AreaFire: (lambda fire, look: (LIT,) if fire.hex in look.kept(Flares).lit else (),),
        MoraleRoll: (lambda roll, look: (EXPOSED,) if look.units[roll.unit].at in look.kept(Flares).lit else (),),
        AtRoll: (lambda roll, look: (EXPOSED,) if look.units[roll.target].at in look.kept(Flares).lit else (),),
    },
    adds=(
        KINDS.add(SECTION),
        CLEAN_UP.add((ILLUMINATION, BurnOut())),
        SPOTTING.add(lambda look, target, start: (SEEN,) if look.units[target].at in look.kept(Flares).lit else ()),
        FIRE_BARS.add(spent),
        UNSEEN.add(glare),
        CLOSED.add(burning),
        LOST.add(forget),
        MASKS.add(mask),
        IMAGINED.add(imagine),
    ),
    phrases={"flares.lit": "A flare lights {hex:hex}"},
    options=FlareOptions,
    keeps=Flares,
    rules=Path(__file__).with_name("flares.csv"),
    switch="flares",
)


class TcsWithFlares(Tcs):
    """TCS with the expansion attached: an option switches it on."""

    chapters = (*Tcs.chapters, CHAPTER)


SYSTEM = TcsWithFlares()
