"""How the loops of the boards are made fast: numba compiles each for the kinds of values that its parameters are
declared with, and for no others.

So all compiling is over before a game begins. A parameter is an `int`, a `bool`, a `float` or one of the arrays below.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

__all__ = [
    "LOOPS",
    "Bytes",
    "Floats",
    "FloatsOut",
    "Int16s",
    "Int32s",
    "Int32sOut",
    "Int64s",
    "Int64sOut",
    "compiled",
    "has_a_place",
    "is_kept",
    "keep_in",
    "warm_up",
]

F = TypeVar("F", bound=Callable[..., Any])

Bytes: TypeAlias = Any
Floats: TypeAlias = Any
Int16s: TypeAlias = Any
Int32s: TypeAlias = Any
Int64s: TypeAlias = Any
Int32sOut: TypeAlias = Any
"""An array that the loop writes into; the others it only reads."""
Int64sOut: TypeAlias = Any
FloatsOut: TypeAlias = Any

KINDS = {
    "int": "int64",
    "bool": "boolean",
    "float": "float64",
    "Bytes": "Array(uint8, 1, 'C', True)",
    "Int16s": "Array(int16, 1, 'C', True)",
    "Int32s": "Array(int32, 1, 'C', True)",
    "Int64s": "Array(int64, 1, 'C', True)",
    "Int32sOut": "Array(int32, 1, 'C')",
    "Int64sOut": "Array(int64, 1, 'C')",
    "Floats": "Array(float64, 1, 'C', True)",
    "FloatsOut": "Array(float64, 1, 'C')",
}
"""Each kind of value as numba names it; True: only to be read, which an array that may be written is good for too."""
LOOPS = (
    "board.hexkernels",
    "board.reachkernels",
    "board.tablekernels",
    "board.waykernels",
    "bots.kernels.fighter",
    "bots.kernels.tanker",
)
"""The modules with loops, by their names: whoever makes all of them ready need not know what they are for."""


def compiled(function: F) -> F:
    """The function, compiled now or loaded from disk, where it is kept if there is a place for it.

    >>> def twice(number: int) -> int:
    ...     return 2 * number
    >>> compiled(twice)(4)
    8
    """
    from numba import njit

    kinds = [KINDS[kind] for name, kind in function.__annotations__.items() if name != "return"]
    signature = f"({', '.join(kinds)},)"
    try:
        return cast(F, njit(signature, cache=True)(function))
    except (RuntimeError, OSError):  # there is no place to keep the compiled copy, or no room in it
        return cast(F, njit(signature)(function))


def has_a_place() -> bool:
    """Whether compiled loops can be kept: in NUMBA_CACHE_DIR, beside the program, or in the person's cache folder.

    >>> has_a_place()
    True
    """
    try:
        from numba.core.caching import FunctionCache
    except ImportError:
        return True  # there is nothing to keep
    try:
        FunctionCache(warm_up)  # type: ignore[no-untyped-call]
    except RuntimeError:
        return False
    return True


def is_kept() -> bool:
    """Whether compiled loops were kept here by an earlier run, found without loading numba.

    Beside the program or in NUMBA_CACHE_DIR; elsewhere they are looked for when they are loaded.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    for loops in LOOPS:
        *above, module = loops.split(".")
        here = Path(__file__).parents[1].joinpath(*above)
        folder = Path(named) if named else here / "__pycache__"
        if os.environ.get("NUMBA_CACHE_LOCATOR_CLASSES") or not os.access(folder, os.W_OK):
            return False  # numba looks elsewhere
        changed = (here / f"{module}.py").stat().st_mtime
        kept = folder.rglob(f"{module}.*.nbi") if named else folder.glob(f"{module}.*.nbi")
        if not any(each.stat().st_mtime >= changed for each in kept):
            return False
    return True


def keep_in(folder: str) -> None:
    """Keep compiled loops in this folder from now on, in the processes that are started from this one too."""
    from numba.core import config

    os.environ["NUMBA_CACHE_DIR"] = folder
    config.reload_config()  # type: ignore[no-untyped-call]


def warm_up(begin: Callable[[], None] = lambda: None) -> None:
    """Compile every loop, or load it from disk, so that no player waits for it; without numba there is nothing to do.

    `begin` is called before the first that must be compiled.

    >>> warm_up()
    """
    try:
        from numba.core.event import Listener, install_listener
    except ImportError:
        return

    class First(Listener):
        """Hears the first loop that is compiled."""

        heard = False

        def on_start(self, event: object) -> None:
            if not self.heard:
                begin()
            self.heard = True

        def on_end(self, event: object) -> None:
            pass

    with install_listener("numba:compile", First()):
        hexkernels, *_ = [import_module(f"sandtable.{loops}") for loops in LOOPS]
        hexkernels.compiled(hexkernels.trace)
        hexkernels.compiled(hexkernels.spread)
        hexkernels.compiled(hexkernels.approach)
