"""Several workers (`-n 3 --dist loadscope`) take the tests file by file, so that what a file or a folder needs (a
server, a browser, battles) is made as seldom as can be; the slowest folders begin first.
"""

import pytest

import sandtable

SLOWEST = ("tests/browser", "tests/test_wheel.py", "tests/server", "tests/contract", "tests/mutation")
"""Where the tests take longest, the slowest first: each begins at once if a worker is left for it."""
BATTLE_BY_BATTLE = "tests/contract/test_contract.py"
"""A file that takes so long with `--long` that it is taken in parts then, one for each battle. Otherwise one worker is
best kept busy with it while others wait for servers and browsers.
"""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    if config.getvalue("dist") != "loadscope":
        return None
    from xdist.scheduler.loadscope import LoadScopeScheduling  # not there if nobody asked for workers

    class FileByFile(LoadScopeScheduling):
        """A worker goes on in its folder while files are left there, then in the slowest that nobody is at."""

        def _split_scope(self, nodeid):
            return part_of(nodeid, long=config.getoption("long"))

        def _assign_work_unit(self, node):
            busy = {
                place_of(file)
                for other, files in self.assigned_work.items()
                for file, done in files.items()
                if other != node and not all(done.values())
            }
            before = [place_of(file) for file in self.assigned_work[node]][-1:]
            self.workqueue.move_to_end(next_file([*self.workqueue], before, busy), last=False)
            super()._assign_work_unit(node)

    return FileByFile(config, log)


def part_of(nodeid, *, long):
    """What a test is taken with: its file, or the tests of its battle in that file."""
    file = nodeid.partition("::")[0]
    if file != BATTLE_BY_BATTLE or not long:
        return file
    given = nodeid.partition("[")[2]
    return f"{file}::{next((name for name in sandtable.names() if given.startswith(name)), '')}"


def place_of(file):
    """The slow folder or file that a file of tests belongs to, or its own folder."""
    return next((slow for slow in SLOWEST if file.startswith(slow)), file.rpartition("/")[0])


def next_file(files, before, busy):
    """Which file of tests a worker takes next: `before` has the place of its last one, `busy` those of the others."""

    def order(file):
        place = place_of(file)
        rank = SLOWEST.index(place) if place in SLOWEST else len(SLOWEST)
        return place not in before, place in busy, rank

    return min(files, key=order)
