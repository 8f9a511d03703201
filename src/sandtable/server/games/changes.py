"""Views as differences from an earlier view of the same onlooker, and views put together again.

A difference is made from two views that the onlooker may see, and from nothing else: it shows no more than they do.
It is one of three things:

* a list with one value: the new value;
* a string: the value that the base has at this path (`decision`, `let_go.choice`);
* an object: differences of members, by their names; in a list by their numbers. If a list has other members than
  before, it has one name, `=`: its members in order. A number is the member of the base with this number, a number
  and a difference the same member changed, and a list with one value a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from sandtable.server.games.messages import LetGo, ViewMessage

__all__ = ["difference", "put_together", "rebuilt", "view_difference"]

Difference = dict[str, Any] | list[Any] | str
ORDER = "="


@lru_cache(maxsize=256)
def _members(kind: type[msgspec.Struct]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]] | None:
    """The names of a struct's fields in JSON, and how to read them; None for one that leaves out what is usual."""
    if kind.__struct_config__.omit_defaults:
        return None
    names = kind.__struct_fields__
    if len(names) < 2:
        return kind.__struct_encode_fields__, lambda each: tuple(getattr(each, name) for name in names)
    return kind.__struct_encode_fields__, attrgetter(*names)


def difference(old: Any, new: Any) -> Difference | None:
    """What to change in one value to get the other; None if they are equal.

    >>> from sandtable.kernel.picture import Goal
    >>> hill, mill = Goal("Hill", 12, 3, None), Goal("Mill", 40, 1, 0)
    >>> difference((hill, mill), (msgspec.structs.replace(hill, holder=1), mill))
    {'0': {'holder': [1]}}
    >>> difference((hill, mill), (mill, msgspec.structs.replace(hill, at=13)))
    {'=': [1, [0, {'at': [13]}]]}
    >>> difference((), (mill,)), difference(hill, hill), difference(3, 4)
    ([(Goal(name='Mill', at=40, points=1, holder=0),)], None, [4])
    """
    return None if old is new or old == new else _difference(old, new)


def _difference(old: Any, new: Any) -> Difference:
    """The same for two values that are not equal."""
    kind = type(new)
    if type(old) is kind:
        if kind is tuple:
            if old and new and isinstance(new[0], msgspec.Struct):
                return _of_lists(old, new)
        elif isinstance(new, msgspec.Struct) and (members := _members(type(new))) is not None:
            names, read = members
            return {
                name: _difference(one, other)
                for name, one, other in zip(names, read(old), read(new), strict=True)
                if one is not other and one != other
            }
    return [new]


def _of_lists(old: tuple[Any, ...], new: tuple[Any, ...]) -> Difference:
    """The members that differ. What has the same first field (an id, a verb, a name) is taken for the same member."""
    if len(old) == len(new):
        changed = [n for n, (one, other) in enumerate(zip(old, new, strict=True)) if one is not other and one != other]
        if all(_key(old[n]) == _key(new[n]) for n in changed):
            return {str(n): _difference(old[n], new[n]) for n in changed}
    numbers: dict[Any, int] = {}
    for number, each in enumerate(old):
        numbers.setdefault(_key(each), number)
    order = [_member(old, numbers.get(_key(each)), each) for each in new]
    return {ORDER: order} if any(isinstance(each, int) or len(each) > 1 for each in order) else [new]


def _key(member: msgspec.Struct) -> Any:
    return getattr(member, member.__struct_fields__[0])


def _member(old: tuple[Any, ...], number: int | None, new: Any) -> int | list[Any]:
    if number is None:
        return [new]
    change = difference(old[number], new)
    return number if change is None else [number, change]


def view_difference(old: ViewMessage, new: ViewMessage) -> dict[str, Any]:
    """The difference of two views. A choice that the onlooker knows already is named and not sent again."""
    found = _difference(old, new)
    assert isinstance(found, dict)
    known = {"decision": old.decision}
    if old.let_go is not None:
        known["let_go.choice"] = old.let_go.choice
    if "decision" in found and new.decision is not None:
        found["decision"] = _copied(new.decision, known) or found["decision"]
    if "let_go" in found and new.let_go is not None:
        found["let_go"] = _let_go(old.let_go, new.let_go, known) or found["let_go"]
    return found


def _copied(choice: Any, known: dict[str, Any]) -> str | None:
    return next((path for path, each in known.items() if each == choice), None)


def _let_go(old: LetGo | None, new: LetGo, known: dict[str, Any]) -> dict[str, Any] | None:
    path = _copied(new.choice, known)
    if path is None or (old is not None and old.choice == new.choice):
        return None
    return {"count": [new.count], "choice": path}


def rebuilt(base: Any, change: Difference) -> Any:
    """A value in JSON with a difference applied; the base itself stays as it is.

    >>> rebuilt({"at": 3, "marks": [1], "old": [{"id": 1}]}, {"at": [4], "old": {"=": [[{"id": 2}], 0]}})
    {'at': 4, 'marks': [1], 'old': [{'id': 2}, {'id': 1}]}
    >>> rebuilt({"decision": {"side": 0}, "let_go": None}, {"let_go": {"count": [1], "choice": "decision"}})
    {'decision': {'side': 0}, 'let_go': {'count': 1, 'choice': {'side': 0}}}
    """
    return _rebuilt(base, change, base)


def _rebuilt(here: Any, change: Difference, base: Any) -> Any:
    if isinstance(change, list):
        return change[0]
    if isinstance(change, str):
        for name in change.split("."):
            base = base[name]
        return base
    if isinstance(here, list):
        if ORDER in change:
            return [_rebuilt_member(here, each, base) for each in change[ORDER]]
        return [_rebuilt(each, change[str(n)], base) if str(n) in change else each for n, each in enumerate(here)]
    members = here or {}
    return members | {name: _rebuilt(members.get(name), each, base) for name, each in change.items()}


def _rebuilt_member(here: list[Any], told: int | list[Any], base: Any) -> Any:
    if isinstance(told, int):
        return here[told]
    return told[0] if len(told) == 1 else _rebuilt(here[told[0]], told[1], base)


def put_together(base: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The whole view, in JSON, that a `change` message is about, from the view that it is based on.

    >>> change = {"type": "change", "base": "a", "stamp": "b", "changes": {"words": ["Pause"]}, "log": []}
    >>> put_together({"type": "view", "stamp": "a", "words": "", "log": [1]}, change)
    {'type': 'view', 'stamp': 'b', 'words': 'Pause', 'log': []}
    """
    if message["base"] != base["stamp"]:
        raise ValueError("this change is based on another view")
    more = {name: value for name, value in message.items() if name not in ("type", "base", "changes")}
    view: dict[str, Any] = rebuilt(base, message["changes"]) | more
    return view
