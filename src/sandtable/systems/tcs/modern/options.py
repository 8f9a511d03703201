"""The option that puts the Modern Expansion in force. Rulings of its chapters are options in their own modules."""

from __future__ import annotations

from typing import Annotated

from sandtable.kernel.option import About, Options

__all__ = ["ModernOptions"]


class ModernOptions(Options, frozen=True):
    """Whether a game plays by the Modern Expansion."""

    modern: Annotated[
        bool, About("The Modern Expansion: missiles, helicopters, chemical war, modern artillery and sights.", "ME 0.1")
    ] = False
