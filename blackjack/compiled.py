"""The kernels under numba, where the `[sim]` extra is installed: the only file that knows of numba.

The compiled functions are the same source: all are given to numba in one namespace, so a name must mean the
same in all of their modules. Compiling takes half a minute, when `play_rounds` is first called. Nothing is
kept on disk, since numba's cache would not see a change in a function called from another file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from blackjack import casino, casino_layout, casino_legal, casino_settlement, simulated

try:
    import numba
    import numpy
except ImportError:
    numba = numpy = None

IS_COMPILED = numba is not None


def numbers(values: Iterable[int]) -> Any:
    """Ints as the compiled functions index them: an array of 64 bits each."""
    return numpy.array(list(values), dtype=numpy.int64)


def _compiled(name: str) -> Callable[..., Any]:
    """A function of the kernels' modules, to be compiled with all it calls when it is first called."""
    namespace: dict[str, Any] = {}
    for module in (casino_layout, casino_settlement, casino_legal, casino, simulated):
        names = {key: value for key, value in vars(module).items() if not key.startswith("__")}
        shadowed = [key for key, value in names.items() if namespace.get(key, value) is not value]
        if shadowed:
            raise ImportError(f"{module.__name__} gives another meaning to {', '.join(shadowed)}.")
        namespace |= names
    for key, value in list(namespace.items()):
        if isinstance(value, FunctionType) and value.__module__.startswith(__package__):
            namespace[key] = numba.njit(FunctionType(value.__code__, namespace, key))
    function: Callable[..., Any] = namespace[name]
    return function


# Without the extra it is the plain function, which takes lists.
play_rounds = _compiled("play_rounds") if IS_COMPILED else simulated.play_rounds
