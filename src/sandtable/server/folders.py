"""Where a person's files go on this platform: the configuration, and the data that should be backed up."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from sandtable.server.config import Settings

__all__ = ["config_folder", "data_folder", "database_of"]


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for games and accounts.

    >>> data_folder({"HOME": "/users/anna"}, "linux").as_posix()
    '/users/anna/.local/share/sandtable'
    >>> data_folder({"XDG_DATA_HOME": "/srv/data"}, "linux").as_posix()
    '/srv/data/sandtable'
    """
    if platform == "win32":
        return _home(environment, "LOCALAPPDATA", "AppData/Local") / "Sandtable"
    if platform == "darwin":
        return _home(environment, "", "Library/Application Support") / "Sandtable"
    return _home(environment, "XDG_DATA_HOME", ".local/share") / "sandtable"


def database_of(settings: Settings) -> str:
    """The address of the database: as set, or a file in the data folder.

    >>> database_of(Settings(database="sqlite:///games.db"))
    'sqlite:///games.db'
    """
    return settings.database or f"sqlite:///{data_folder() / 'sandtable.db'}"


def config_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder of the configuration file.

    >>> config_folder({"HOME": "/users/anna"}, "linux").as_posix()
    '/users/anna/.config/sandtable'
    >>> config_folder({"HOME": "/users/anna"}, "darwin").as_posix()
    '/users/anna/Library/Application Support/Sandtable'
    """
    if platform == "win32":
        return _home(environment, "APPDATA", "AppData/Roaming") / "Sandtable"
    if platform == "darwin":
        return _home(environment, "", "Library/Application Support") / "Sandtable"
    return _home(environment, "XDG_CONFIG_HOME", ".config") / "sandtable"


def _home(environment: Mapping[str, str], variable: str, otherwise: str) -> Path:
    named = environment.get(variable, "")
    if named and Path(named).is_absolute():
        return Path(named)
    home = environment.get("HOME") or environment.get("USERPROFILE")
    return (Path(home) if home else Path.home()) / otherwise
