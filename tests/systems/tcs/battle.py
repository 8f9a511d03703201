"""Small battles of TCS written as text, for tests.

    Battle('''
        0103 woods 20
        0103-0104 hedge
        road primary 0101 0102
        0808 open
        Blue us_rifle_plt A 0101 move spent=6
        Red ge_pak40 X 0105 dug_in suppressed morale=2 bn=II
        smoke 0103 Blue
        mines 0104 Red
        zone 0102
        lit 0103
    ''', side="Blue")

The map is a sketch (`board/hexdrafts.py`): hexes not named are open ground, and it ends with the last column and row
that are named. A unit line is: side, type, name, hex or `off`, then any of: move, dug_in, suppressed, paralyzed, fired,
road, unassigned, turned, fresh, watched, hidden, lost, leader, and steps=N, spent=N (movement points), impulse=N,
morale=N, bn=NAME, carrier=NAME, plt=NAME (its platoon, if it is not alone); and for the Modern Expansion
sights=thermal, armour=reactive, mopp=high, platoon=NAME, with `_` for a space. Who is hidden may be anywhere in the
area `lair`, as far as the enemy knows. Sides are Blue (0) and Red (1); `side` is in its action phase and asked to act.
When it ends its phase, the other side's begins.
`light` is DAY, TWILIGHT or NIGHT, or the changes of a file: (light, from, visibility) each; `weather` that of a file.
"""

from fractions import Fraction

from msgspec.structs import replace

from sandtable.board.hexdrafts import MapDraft, sketch_map
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.action import Act, ActionPhase
from sandtable.systems.tcs.board import Board, Extended, Smoke, Unit
from sandtable.systems.tcs.clock import LIGHTS, LightEntry
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.ground import Ground, chart_with, legend
from sandtable.systems.tcs.roster import Force, UnitEntry
from sandtable.systems.tcs.scenario import OpSheet, TcsScenario, hexes_of
from sandtable.systems.tcs.tables import UNITS
from sandtable.systems.tcs.turn import CleanUp, TurnEnd
from sandtable.systems.tcs.victory import Level, Victory, hold
from sandtable.systems.tcs.weatherfile import WeatherEntry
from sandtable.systems.tcs.world import MOVE_MODE, NOBODY, OFF, PARALYZED, SUPPRESSED
from tests.systems.played import Played

SIDES = ("Blue", "Red")
FLAGS = ("dug_in", "fired", "road", "turned", "fresh", "watched", "hidden")
MORALE = {"suppressed": SUPPRESSED, "paralyzed": PARALYZED}


class Battle(Played):
    """A game in the middle of an action phase."""

    def __init__(
        self,
        text,
        *,
        side="Blue",
        turn=1,
        terrain=(),
        visibility=0,
        bn=None,
        vm=None,
        light=0,
        start="0900",
        weather=None,
        objective="0101",
        lair="",
        **options,
    ):
        sketch, markers, self._words = [], [], {}
        for line in filter(None, (raw.partition("#")[0].strip() for raw in text.splitlines())):
            words = line.split()
            if words[0] in SIDES:
                self._words[words[2]] = words
            elif words[0] in ("smoke", "mines", "zone", "lit"):
                markers.append(words)
            else:
                sketch.append(line)
        for each in SIDES:
            if not any(words[0] == each for words in self._words.values()):
                self._words[f"{each} nobody"] = [each, "us_truck", f"{each} nobody", "off"]
        chart = chart_with(terrain)
        places = [words[3] for words in self._words.values() if words[3] != "off"]
        named = {line.split()[0] for line in sketch}
        extra = [f"{at} open" for at in dict.fromkeys(places) if at not in named]
        map = sketch_map("\n".join([*sketch, *extra]), legend(chart))
        whole = f"0101-{map.width:02}{map.height:02}"
        scenario = TcsScenario(
            title="test", system="tcs", briefing="", sides=SIDES,
            map=MapDraft(map.width, map.height, "\n".join(["." * map.width] * map.height)),
            area={"all": whole},
            sheet=tuple(OpSheet(each, each, "Attack") for each in SIDES),
            force=tuple(self._force(words) for words in self._words.values()),
            visibility=visibility,
            start=start,
            weather=WeatherEntry(**weather or {}),
            light=LIGHTS[light] if isinstance(light, int) else tuple(LightEntry(*each) for each in light),
            victory=Victory("Blue", (objective,), "Red", (Level(1, "Blue wins", "Blue"), Level(0, "Red wins", "Red"))),
        )  # fmt: skip
        self.game = Game(SYSTEM, scenario, {"command": "orders", **options}, name="test")
        formations = tuple(
            replace(each, hidden="hidden" in words, area=hexes_of(map, lair or whole, ()))
            for each, words in zip(self.game.world.formations, self._words.values(), strict=True)
        )
        platoons = [self._given(words).get("plt", name) for name, words in self._words.items()]
        self.game.world = world = replace(
            self.game.world,
            ground=Ground(map, chart),
            formations=formations,
            platoons=tuple(platoons.index(each) for each in platoons),
        )
        self.names = list(world.names)
        board = Board(
            units=tuple(self._unit(words) for words in self._words.values()),
            turn=turn,
            phasing=SIDES.index(side),
            battalions=tuple((bn or {}).get(name, 0) for name in world.battalions),
            vehicles=tuple((vm or {}).get(name, 0) for name in world.battalions),
            smoke=tuple(
                Smoke(self.hex(each[1]), SIDES.index(each[2]), *map_level(each[3:]))
                for each in markers
                if each[0] == "smoke"
            ),
            mines=tuple((self.hex(each[1]), SIDES.index(each[2])) for each in markers if each[0] == "mines"),
            zones=tuple(self.hex(each[1]) for each in markers if each[0] == "zone"),
            holders=(1,),
            due=(0,) * len(world.formations),
            light=world.calendar.change(turn).light,
            lit=tuple(self.hex(each[1]) for each in markers if each[0] == "lit"),
            sheets=world.sheets,
        )
        if self.game.rules.keeps:
            fields = {name: getattr(board, name) for name in Board.__struct_fields__}
            board = Extended(**fields, extras=tuple(kept() for kept in self.game.rules.keeps))
        field = Battlefield(self.game, board)
        for hex in sorted({unit.at for unit in board.units if unit.at >= 0} - set(world.objectives)):
            hold(field, hex)
        board = field.freeze()
        who = SIDES.index(side)
        self.state = State(board, (TurnEnd(), CleanUp(), ActionPhase(1 - who), Act(who)))
        self.events = []

    def _given(self, words):
        return dict(word.split("=") for word in words[4:] if "=" in word)

    def _force(self, words):
        side, kind, name, _, *marks = words
        given = self._given(words)
        gear = {key: given[key].replace("_", " ") for key in ("sights", "armour", "mopp", "platoon") if key in given}
        return Force(
            side, name, "all", (UnitEntry(kind, name=name, leader=int("leader" in marks), **gear),),
            battalion=given.get("bn", side), morale=int(given["morale"]) if "morale" in given else None,
            sheet="" if "unassigned" in marks else side,
        )  # fmt: skip

    def _unit(self, words):
        side, kind, name, at, *marks = words
        given = self._given(words)
        if "lost" in marks or name.endswith(" nobody"):
            return Unit(steps=0 if "lost" in marks else 1)
        return Unit(
            at=OFF if at == "off" else self.hex(at),
            steps=int(given.get("steps", UNITS[kind].steps)),
            mode=MOVE_MODE if "move" in marks else 0,
            morale=next((value for word, value in MORALE.items() if word in marks), 0),
            sheet=NOBODY if "unassigned" in marks else SIDES.index(side),
            spent=int(Fraction(given.get("spent", "0")) * 6),
            impulse=int(given.get("impulse", 0)),
            carrier=list(self._words).index(given["carrier"]) if "carrier" in given else NOBODY,
            **{flag: True for flag in FLAGS if flag in marks},
        )

    # Reading

    def number(self, name):
        return self.names.index(name)

    def hex(self, printed):
        return self.game.world.ground.map.index(printed)

    def target(self, name):
        if not isinstance(name, str):
            return name
        if name in SIDES:
            return SIDES.index(name)
        return self.number(name) if name in self.names else self.hex(name) if name.isdigit() else name

    def __getitem__(self, name):
        return self.state.board.units[self.number(name)]

    def where(self, name):
        """The hex of a unit; empty if it is not on the map."""
        at = self[name].at
        return "" if at == OFF else self.game.world.hex_name(at)

    def left(self, name):
        """The movement points a unit has left."""
        return Fraction(self.game.world.allowances[self.number(name)] - self[name].spent, 6)

    def state_of(self, name):
        """`M` in Move Mode, `D` dug in, then S or P, F if it has fired; X when it is gone."""
        unit = self[name]
        if not unit.steps:
            return "X"
        mode = "M" if unit.mode == MOVE_MODE else "D" if unit.dug_in else ""
        return mode + ("", "S", "P")[unit.morale] + "F" * unit.fired

    # Playing

    def go(self, unit, to, *dice, along=()):
        """Move a unit, and those that go along, to a hex."""
        self.do("move", unit)
        for each in along:
            self.do("along", each)
        return self.do("to", to, *dice)


def map_level(words):
    """The level of smoke that artillery has laid, if it was artillery."""
    return (int(words[0]), False) if words else (1, True)
