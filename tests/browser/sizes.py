"""The two sizes of screen that pages are tested on, and which of them a quick run takes."""

import pytest

DESK, TELEPHONE = (1280, 800), (390, 844)
WIDE = (1440, 900)
"""A desk with room for a panel beside the map."""
IDS = ("desk", "telephone")


def on_both(desk=DESK):
    """Run a test on the desk and on a telephone. Without `--long` it runs on one of them (see `one_of_each`)."""
    return pytest.mark.parametrize("size", [desk, TELEPHONE], ids=IDS)


def one_of_each(items):
    """Of each test for both sizes the one for the desk or the one for the telephone, in turn; and all other tests.

    A test that was asked for in one size alone is kept.
    """
    pairs = {}
    for item in items:
        parts = item.callspec.id.split("-") if hasattr(item, "callspec") else []
        size = next((part for part in parts if part in IDS), None)
        if size:
            others = tuple(part for part in parts if part not in IDS)
            pairs.setdefault((item.nodeid.partition("[")[0], others), {})[size] = item
    whole = [pair for pair in pairs.values() if len(pair) == len(IDS)]
    left_out = {pair[IDS[1 - number % 2]] for number, pair in enumerate(whole)}
    return [item for item in items if item not in left_out]
