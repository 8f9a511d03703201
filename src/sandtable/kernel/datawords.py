"""What does not fit in a data file, in plain words: where it stands, what it is, and what it should be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from sandtable.kernel.datalines import Place
from sandtable.kernel.errors import shown
from sandtable.kernel.learning import convert

__all__ = ["misfit", "plain"]

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table with keys",
    "null": "nothing",
}


def plain(words: str) -> str:
    """A complaint about one value without the names that programs have for things.

    >>> plain("Expected `int`, got `str`"), plain("Expected `int` <= 3")
    ('it must be a whole number, not text', 'it must be a whole number of at most 3')
    >>> plain("Expected `array` of length 2, got 3")
    'it must be a list of 2, not of 3'
    """
    found = re.fullmatch(
        r"Expected `([^`]+)`(?: of length (\d+))?(?: ([<>]=) (-?\d+))?(?:, got (?:`(\w+)`|(\d+)))?", words
    )
    if found is None:
        return re.sub(r"^Invalid (enum )?value (.*)$", r"it cannot be \2", words)
    wanted, length, bound, limit, got, count = found.groups()
    left_out = ("null", "int") if "float" in wanted else ("null",)
    kinds = [each for each in wanted.split(" | ") if each not in left_out]
    said = "it must be " + " or ".join(_KINDS.get(each, "a date or a time") for each in kinds)
    said += f" of {length}" if length else ""
    said += f" of {'at least' if bound == '>=' else 'at most'} {limit}" if bound else ""
    said += f", not {'a decimal number' if got == 'float' else _KINDS.get(got, 'a date or a time')}" if got else ""
    return said + (f", not of {count}" if count else "")


def misfit(fault: msgspec.ValidationError, values: Any, kind: Any) -> tuple[Place, str]:
    """Where values do not fit a type, and why, from the complaint about it.

    >>> class Force(msgspec.Struct, forbid_unknown_fields=True):
    ...     tanks: int
    >>> for wrong in ({"tanks": "many"}, {"guns": 3, "tanks": 2}, {}):
    ...     try:
    ...         msgspec.convert(wrong, Force)
    ...     except msgspec.ValidationError as fault:
    ...         misfit(fault, wrong, Force)
    (('tanks',), 'it must be a whole number, not text')
    (('guns',), 'there is no such key here: there is tanks')
    ((), 'tanks is missing here')
    """
    words, _, path = str(fault).partition(" - at `")
    place = _place(path.rstrip("`"), values, kind, str(fault))
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", words, re.DOTALL)
    missing = re.fullmatch(r"Object missing required field `(.*)`", words)
    if unknown:
        known = _keys(_type_at(kind, values, place), _at(values, place))
        return (
            *place,
            unknown[1],
        ), f"there is no such key here: there {'is' if len(known) == 1 else 'are'} {_all(known)}"
    if missing:
        return place, f"{missing[1]} is missing here"
    if words.startswith(("Invalid enum value", "Invalid value")):
        choices = _choices(kind, values, place)
        if choices:
            return place, f"{shown(_at(values, place))} is not one of {_all(choices)}"
    return place, plain(words)


def _all(words: list[str]) -> str:
    return ", ".join(words)


def _place(path: str, values: Any, kind: Any, fault: str) -> Place:
    """`$.squad[2].hex` as ("squad", 2, "hex"). `[...]` is a key that is not told: the first that fails in the same way
    alone.
    """
    place: Place = ()
    for name, number in re.findall(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]", path):
        if number != "...":
            place = (*place, name or int(number))
            continue
        for key in _at(values, place):
            try:
                convert(_only(values, place, key), kind)
            except msgspec.ValidationError as again:
                if str(again) == fault:
                    place = (*place, key)
                    break
    return place


def _only(values: Any, place: Place, key: str) -> Any:
    """The values with one key alone in the table at this place."""
    if not place:
        return {key: values[key]}
    if isinstance(values, Mapping):
        return {**values, place[0]: _only(values[place[0]], place[1:], key)}
    first = int(place[0])
    return [*values[:first], _only(values[first], place[1:], key), *values[first + 1 :]]


def _at(values: Any, place: Place) -> Any:
    """The value at a place; None if there is none."""
    for step in place:
        try:
            values = values[step]
        except (KeyError, IndexError, TypeError):
            return None
    return values


def _type_at(kind: Any, values: Any, place: Place) -> inspect.Type | None:
    """What a value at a place should be; None where that is not known."""
    found: inspect.Type | None = inspect.type_info(kind)
    for number, step in enumerate(place):
        found = _one_of(found, _at(values, place[:number]))
        if isinstance(found, inspect.StructType):
            found = next((field.type for field in found.fields if field.encode_name == step), None)
        elif isinstance(found, inspect.DictType):
            found = found.value_type
        elif isinstance(found, inspect.VarTupleType | inspect.ListType):
            found = found.item_type
        else:
            return None
    return found


def _one_of(kind: inspect.Type | None, value: Any) -> inspect.Type | None:
    """Of several types the one that a value says it is, by its tag or by its form."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    form = inspect.StructType if isinstance(value, Mapping) else inspect.VarTupleType
    fitting = [each for each in kind.types if isinstance(each, form)]
    tagged = [
        each for each in fitting if isinstance(each, inspect.StructType) and each.tag == value.get(each.tag_field)
    ]
    return next(iter(tagged or fitting), None)


def _keys(kind: inspect.Type | None, value: Any) -> list[str]:
    kind = _one_of(kind, value)
    return [field.encode_name for field in kind.fields] if isinstance(kind, inspect.StructType) else []


def _choices(kind: Any, values: Any, place: Place) -> list[str]:
    """The values that a place can have, where they are few; for a tag, all tags."""
    above = _type_at(kind, values, place[:-1])
    if isinstance(above, inspect.UnionType):
        tags = [each for each in above.types if isinstance(each, inspect.StructType) and each.tag_field == place[-1]]
        if tags:
            return [str(each.tag) for each in tags]
    found = _type_at(kind, values, place)
    if isinstance(found, inspect.UnionType):
        found = next((each for each in found.types if isinstance(each, inspect.LiteralType)), None)
    return [str(each) for each in found.values] if isinstance(found, inspect.LiteralType) else []
