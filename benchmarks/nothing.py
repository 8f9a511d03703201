"""Rules that do nothing: two sides press a button in turn. What is left is the kernel's own cost."""

import msgspec

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import Field, Look
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Picture
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.scene import TableScene
from sandtable.kernel.system import Scenario, System

TURNS = 200


class Board(msgspec.Struct, frozen=True, array_like=True):
    pass


class Press(Decide, frozen=True, array_like=True, tag="press"):
    left: int

    def prompt(self, look):
        return "Press the button."

    @verb("Press")
    def press(self, look):
        return True

    @press.then
    def _(self, field, _):
        if self.left:
            field.next(Press(1 - self.side, self.left - 1))
        else:
            field.finish(None, "enough")


class Nothing(System):
    name = "nothing"
    title = "Nothing"
    version = "1"
    board = Board
    look = Look
    field = Field
    chapters = (Chapter(name="nothing", procedures=(Press,)),)
    scenario = Scenario

    def world(self, scenario, rules):
        return None

    def start(self, game):
        return Board(), (Press(0, TURNS),)

    def draw(self, look, over=None):
        return ""

    def scene(self, game):
        return TableScene(width=0, height=0, step=1, columns=0, rows=0, base=1, pieces=())

    def picture(self, game, state):
        return Picture(turn=1, turns=1, pieces=())

    def name_of(self, game, kind, value):
        return str(value)

    def changes(self, before, after):
        return []

    def worth(self, look, side):
        return 0


def game():
    return Game(Nothing(), Scenario(title="Nothing", system="nothing", briefing="", sides=("A", "B")), name="nothing")
