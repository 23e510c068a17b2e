"""A stand-in for numpy where there is none: the part of it that models and games need.

The page ships it, since no wheel of numpy for Pyodide can be had from the registries;
where a real one is there, that is taken. Arrays are lists with shapes; results are
those of numpy, which tests compare with it, and what is missing says its name.
"""

from __future__ import annotations

from . import linalg, random, typing
from .array import array, asarray, broadcast_to, ndarray
from .elementwise import *  # noqa: F403
from .elementwise import true_divide as divide
from .functions import *  # noqa: F403
from .functions import absolute as abs
from .functions import any, divmod, sum
from .kinds import bool_, complex128, float64, int8, int64, object_, uint8, uint64
from .sorting import *  # noqa: F403
from .views import *  # noqa: F403

inf, nan = float("inf"), float("nan")
intp = int64
stand_in = True


def __getattr__(name):
    raise AttributeError(f"numpy.{name} is not in the stand-in for numpy")
