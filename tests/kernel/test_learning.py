"""Threads that make the same game at once do not bring the process down."""

import subprocess
import sys

MAKING = """
import threading
from sandtable.scenarios import load

together = threading.Barrier(8)

def make():
    together.wait()
    load("tactical_combat/first-firefight")

threads = [threading.Thread(target=make) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
"""


def test_eight_threads_make_the_same_game_at_once():
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", MAKING], capture_output=True, text=True, timeout=180)
        assert done.returncode == 0, done.stderr
        assert not done.stderr
