"""Bots that misbehave, for the tests: named to a server by its setting `bots.modules`."""

import os
import sys
import time

from sandtable.bots import RandomBot
from sandtable.kernel.decision import Action


class Sleeper:
    def __init__(self, game, seed):
        pass

    def choose(self, view):
        time.sleep(3600)


class Crasher:
    def __init__(self, game, seed):
        pass

    def choose(self, view):
        os._exit(3)


class Raiser:
    def __init__(self, game, seed):
        pass

    def choose(self, view):
        raise ValueError("no idea")


class Cheat:
    def __init__(self, game, seed):
        pass

    def choose(self, view):
        return Action("win", 1)


class Talker(RandomBot):
    def choose(self, view):
        print("thinking aloud")
        sys.stdout.flush()
        return super().choose(view)


BOTS = {"sleeper": Sleeper, "crasher": Crasher, "raiser": Raiser, "cheat": Cheat, "talker": Talker}
