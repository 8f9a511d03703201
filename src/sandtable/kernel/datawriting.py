"""Writing a struct as a TOML file that `load_toml` reads back to the same struct."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

__all__ = ["to_toml"]

LINE = 110
"""Lists longer than this many characters are written an item a line."""


def to_toml(struct: msgspec.Struct) -> str:
    """The struct as TOML: what has its usual value is left out, lists of tables stand as `[[table]]`.

    >>> class Force(msgspec.Struct):
    ...     side: str
    ...     tank: list[dict[str, int]]
    ...     level: int = 14
    >>> print(to_toml(Force("Blue", [{"guns": 1}, {"guns": 2}])), end="")
    side = "Blue"
    <BLANKLINE>
    [[tank]]
    guns = 1
    <BLANKLINE>
    [[tank]]
    guns = 2
    """
    return "\n\n".join(_tables(_plain(struct), ())) + "\n"


def _plain(value: Any) -> Any:
    """Structs as mappings without their usual values."""
    if isinstance(value, msgspec.Struct):
        return {
            field.encode_name: _plain(getattr(value, field.name))
            for field in msgspec.structs.fields(value)
            if field.required or getattr(value, field.name) != _usual(field)
        }
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _usual(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _tables(values: Mapping[str, Any], path: tuple[str, ...], in_list: bool = False) -> list[str]:
    """A table and those below it, each as one block of lines."""
    own, below = [], []
    for name, value in values.items():
        if value is None:
            continue
        if isinstance(value, dict):
            below += _headed(value, (*path, name), "[{}]")
        elif isinstance(value, list) and value and not in_list and all(isinstance(each, dict) for each in value):
            for each in value:
                below += _headed(each, (*path, name), "[[{}]]")
        else:
            own.append(f"{_key(name)} = {_value(value)}")
    return (["\n".join(own)] if own else []) + below


def _headed(values: Mapping[str, Any], path: tuple[str, ...], brackets: str) -> list[str]:
    heading = brackets.format(".".join(map(_key, path)))
    first, *others = _tables(values, path, in_list=brackets.startswith("[[")) or [""]
    return [f"{heading}\n{first}" if not first.startswith("[") else f"{heading}\n\n{first}", *others]


def _key(name: str) -> str:
    bare = name.replace("_", "").replace("-", "")
    return name if bare.isascii() and bare.isalnum() else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if "\n" in value:
            return '"""\n' + value.replace("\\", "\\\\").replace('"""', '\\"""') + '"""'
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        items = [_value(each) for each in value]
        line = f"[{', '.join(items)}]"
        return (
            line if len(line) <= LINE or not isinstance(value[0], dict) else "[\n    " + ",\n    ".join(items) + ",\n]"
        )
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return repr(value)
