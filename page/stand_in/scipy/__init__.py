"""A stand-in for scipy where there is none: linear programmes, and sparse matrices.

The page ships it, with HiGHS as WebAssembly, the solver that scipy has as well. It has
what `mystpy/solve` uses, and tests compare it with scipy.
"""

from __future__ import annotations

stand_in = True

solver = None
"""The function that solves linear programs, from text to text, or None."""


def lend(run):
    """Set the function that solves linear programs: see page/js/solver.js."""
    global solver
    solver = run
