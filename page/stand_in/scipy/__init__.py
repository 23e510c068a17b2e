"""A stand-in for scipy where there is none: linear programmes, and sparse matrices.

The page ships it, with HiGHS as WebAssembly, the solver that scipy has as well. It has
what `mystpy/solve` uses, and is held to scipy by tests.
"""

from __future__ import annotations

stand_in = True

solver = None
"""What solves linear programmes, from text to text; None where nobody lends it."""


def lend(run):
    """Have linear programmes solved by this: see page/js/solver.js."""
    global solver
    solver = run
