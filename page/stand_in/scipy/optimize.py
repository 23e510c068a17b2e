"""Linear programmes, which go to the solver as text."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np

import scipy
from scipy.sparse import vstack

if scipy.solver is None:
    raise ModuleNotFoundError("No module named 'scipy'", name="scipy")

METHODS = {
    "highs": {},
    "highs-ds": {"solver": "simplex", "simplex_strategy": 1},
}


def linprog(c, *, A_ub, b_ub, A_eq, b_eq, bounds, method):  # noqa: N803
    """The least cost: columns and multipliers, if the status is 0, that of an optimum."""
    above, equal, costs = plain(b_ub), plain(b_eq), plain(c)
    matrix = vstack((A_ub, A_eq))
    starts, places, values = matrix.columns_()
    programme = {
        "numCols": matrix.shape[1],
        "numRows": matrix.shape[0],
        "colCost": costs,
        "colLower": [low for low, _ in bounds],
        "colUpper": [high for _, high in bounds],
        "rowLower": [None] * len(above) + equal,
        "rowUpper": above + equal,
        "matrix": {
            "format": "csc",
            "numCols": matrix.shape[1],
            "numRows": matrix.shape[0],
            "starts": starts,
            "indices": places,
            "values": values,
        },
        "options": METHODS[method],
    }
    told = json.loads(scipy.solver(json.dumps(programme)))
    found = SimpleNamespace(status=told["status"], message=told["message"])
    if not found.status:
        found.x, found.fun = np.array(told["columns"]), told["value"]
        marginals = np.array(told["duals"][: len(above)])
        found.ineqlin = SimpleNamespace(marginals=marginals)
    return found


def plain(numbers):
    """Numbers as a list of floats."""
    return list(map(float, numbers))
