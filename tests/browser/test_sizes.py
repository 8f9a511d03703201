"""Which sizes of screen a quick run tests."""

from types import SimpleNamespace

from tests.browser.sizes import one_of_each


class Item:
    def __init__(self, nodeid):
        self.nodeid = nodeid


def item(name):
    """A test, with its parameters in brackets."""
    _, bracket, shown = name.rstrip("]").partition("[")
    found = Item(name)
    if bracket:
        found.callspec = SimpleNamespace(id=shown)
    return found


def kept(*names):
    return [each.nodeid for each in one_of_each([item(name) for name in names])]


def test_of_tests_for_both_sizes_one_is_for_the_desk_and_the_next_for_the_telephone():
    names = ("a[desk]", "a[telephone]", "other", "b[x-desk]", "b[x-telephone]", "b[y-desk]", "b[y-telephone]")
    assert kept(*names) == ["a[desk]", "other", "b[x-telephone]", "b[y-desk]"]


def test_a_size_that_was_asked_for_alone_is_kept():
    assert kept("a[telephone]", "b[desk]", "desk[x]") == ["a[telephone]", "b[desk]", "desk[x]"]
