"""Reading the settings: from the configuration file, the environment and the command line, in that order."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from sandtable.kernel.datalines import line_of
from sandtable.kernel.errors import SandtableError, shown
from sandtable.server.config import Settings
from sandtable.server.folders import config_folder

__all__ = ["ConfigError", "Setting", "Told", "read_settings", "settings", "settings_table"]

CONFIG_VARIABLE = "SANDTABLE_CONFIG"
PREFIX = "SANDTABLE_"
MOST_BYTES = 1_000_000
YES_AND_NO = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class ConfigError(SandtableError):
    """A setting that cannot be: the text names where it was set and what would be right."""


class Setting(msgspec.Struct, frozen=True):
    """One setting: the section of the file it stands in (empty: at the top), its type, words and bounds."""

    section: str
    name: str
    kind: Any
    words: str
    default: Any
    secret: bool
    bounds: tuple[int | None, int | None]

    @property
    def path(self) -> tuple[str, ...]:
        """Its place in the file."""
        return (self.section, self.name) if self.section else (self.name,)

    @property
    def variable(self) -> str:
        """Its environment variable.

        >>> [each.variable for each in settings() if each.name == "chat_length"]
        ['SANDTABLE_LIMITS_CHAT_LENGTH']
        """
        return PREFIX + "_".join(self.path).upper()

    @property
    def right(self) -> str:
        """What would be right, in words.

        >>> [each.right for each in settings() if each.path in (("port",), ("mail", "security"))]
        ['a whole number from 0 to 65535', 'one of starttls, tls, none']
        """
        base = get_args(self.kind)[0]
        if base is bool:
            return "true or false"
        if base is int:
            return f"a whole number from {self.bounds[0]} to {self.bounds[1]}"
        if get_origin(base) is Literal:
            return "one of " + ", ".join(get_args(base))
        return "a list of texts" if get_origin(base) is tuple else "a text"

    def from_text(self, text: str) -> Any:
        """The value as somebody wrote it in the environment: lists with commas."""
        base = get_args(self.kind)[0]
        if base is bool:
            return YES_AND_NO.get(text.strip().lower(), text)
        if base is int:
            return int(text) if re.fullmatch(r"\s*-?[0-9]{1,18}\s*", text) else text
        if get_origin(base) is tuple:
            return [each.strip() for each in text.split(",") if each.strip()]
        return text


class Told(msgspec.Struct):
    """The settings given so far: values, and where each was set."""

    values: dict[tuple[str, ...], Any] = {}
    places: dict[tuple[str, ...], str] = {}

    def put(self, setting: Setting, value: Any, place: str) -> None:
        """Take a value, if it can be one."""
        try:
            value = msgspec.convert(value, setting.kind)
        except msgspec.ValidationError:
            was = "" if setting.secret else f", not {shown(value)}"
            raise ConfigError(f"{place}: {'.'.join(setting.path)} must be {setting.right}{was}") from None
        self.values[setting.path] = value
        self.places[setting.path] = place

    def settings(self) -> Settings:
        """The settings as one value."""
        whole: dict[str, Any] = {}
        for path, value in self.values.items():
            inner = whole.setdefault(path[0], {}) if len(path) == 2 else whole
            inner[path[-1]] = value
        return msgspec.convert(whole, Settings)

    def wrong(self, path: str, words: str) -> ConfigError:
        """The complaint about a setting, with the place where it was set."""
        place = self.places.get(tuple(path.split(".")), "the settings")
        return ConfigError(f"{place}: {path} {words}")


def settings() -> Iterator[Setting]:
    """Every setting there is, in the order of the file."""
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            for inner, inner_kind in get_type_hints(kind, include_extras=True).items():
                yield _setting(name, inner, inner_kind, getattr(kind(), inner))
        else:
            yield _setting("", name, kind, getattr(Settings(), name))


def _setting(section: str, name: str, kind: Any, default: Any) -> Setting:
    meta = get_args(kind)[1]
    secret = bool((meta.extra or {}).get("secret"))
    return Setting(section, name, kind, meta.description, default, secret, (meta.ge, meta.le))


def read_settings(
    file: str | None = None,
    command_line: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings, checked: the file (given, or in the user's folder), then the environment, then the command line.

    `command_line` maps names such as `port` or `mail.host` to values; None means not given.

    >>> read_settings(command_line={"port": 9000}, environment={"SANDTABLE_WORKERS": "1"}).port
    9000
    >>> read_settings(environment={"SANDTABLE_PORT": "http"})
    Traceback (most recent call last):
    sandtable.server.configfile.ConfigError: SANDTABLE_PORT: port must be a whole number from 0 to 65535, not 'http'
    """
    from sandtable.server.configcheck import check

    told = Told()
    known = {each.path: each for each in settings()}
    _read_file(told, known, file or environment.get(CONFIG_VARIABLE) or None, environment)
    _read_environment(told, known, environment)
    for name, value in (command_line or {}).items():
        if value is not None:
            setting = known[tuple(name.split("."))]
            told.put(setting, value, f"--{name.replace('.', '-').replace('_', '-')}")
    chosen = told.settings()
    check(chosen, told)
    return chosen


def _read_file(
    told: Told, known: Mapping[tuple[str, ...], Setting], named: str | None, environment: Mapping[str, str]
) -> None:
    path = Path(named) if named else config_folder(environment) / "sandtable.toml"
    try:
        if not named and not path.exists():
            return
        text = path.read_bytes()[:MOST_BYTES].decode()
        values = tomllib.loads(text)
    except OSError as fault:
        raise ConfigError(f"the configuration file {path} cannot be read ({fault.strerror})") from None
    except (ValueError, RecursionError) as fault:
        found = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", str(fault))
        if found is None:
            raise ConfigError(f"{path}: this is not a TOML file") from None
        raise ConfigError(f"{path} line {found[2] or text.count(chr(10)) + 1}: {found[1]}") from None
    for name, value in values.items():
        if (name,) in known:
            told.put(known[name,], value, f"{path} line {line_of(text, (name,))}")
        elif any(each[0] == name for each in known):
            if not isinstance(value, dict):
                raise ConfigError(f"{path} line {line_of(text, (name,))}: {name} is a section: write [{name}]")
            for inner, inner_value in value.items():
                place = f"{path} line {line_of(text, (name, inner))}"
                if (name, inner) not in known:
                    raise _unknown(place, (name, inner), known)
                told.put(known[name, inner], inner_value, place)
        else:
            raise _unknown(f"{path} line {line_of(text, (name,))}", (name,), known)


def _unknown(place: str, path: tuple[str, ...], known: Mapping[tuple[str, ...], Setting]) -> ConfigError:
    names = [".".join(each) for each in known]
    near = (
        difflib.get_close_matches(".".join(path), names, 1) or [each for each in names if each.endswith(path[-1])][:1]
    )
    hint = f"; did you mean {near[0]}?" if near else "; docs/server.md lists them all"
    return ConfigError(f"{place}: there is no setting {shown('.'.join(path))}{hint}")


def _read_environment(told: Told, known: Mapping[tuple[str, ...], Setting], environment: Mapping[str, str]) -> None:
    variables = {each.variable: each for each in known.values()}
    for name in sorted(environment):
        if name in variables:
            told.put(variables[name], variables[name].from_text(environment[name]), name)
        elif name.startswith(PREFIX) and name != CONFIG_VARIABLE and not name.startswith(PREFIX + "_"):
            near = difflib.get_close_matches(name, variables, 1)
            hint = f"; did you mean {near[0]}?" if near else "; docs/server.md lists them all"
            raise ConfigError(f"there is no environment variable {shown(name)}{hint}")


def settings_table() -> str:
    """Every setting as a table for the documentation.

    >>> print(settings_table().splitlines()[2])
    | `host` | `SANDTABLE_HOST` | `"127.0.0.1"` | the address to listen on |
    """
    lines = ["| setting | environment variable | default | what it is |", "|---|---|---|---|"]
    for each in settings():
        default = msgspec.json.encode(each.default).decode()
        words = each.words + (f" ({each.bounds[0]} to {each.bounds[1]})" if each.bounds[0] is not None else "")
        if get_origin(get_args(each.kind)[0]) is Literal:
            words += f" ({each.right})"
        lines.append(f"| `{'.'.join(each.path)}` | `{each.variable}` | `{default}` | {words} |")
    return "\n".join(lines) + "\n"
