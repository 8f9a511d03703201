"""A battle with modern artillery by night."""

from sandtable.systems.tcs.clock import NIGHT
from tests.systems.tcs.modern.guns import Modern


class NightGuns(Modern):
    """`Modern` in the dark; the first side calls for fire."""

    def __init__(self, text, *, light=NIGHT, **how):
        super().__init__(text, light=light, start="2300", **how)
