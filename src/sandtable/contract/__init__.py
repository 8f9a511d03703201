"""The contract every system is run through, written once: what a game promises, checked by playing it.

The tests run each check on every scenario; `sandtable fuzz` runs them for as long as you like.
"""

from sandtable.contract.checks import CHECKS, Broken, check
from sandtable.contract.golden import perft, playthrough
from sandtable.contract.playing import play_out

__all__ = ["CHECKS", "Broken", "check", "perft", "play_out", "playthrough"]
