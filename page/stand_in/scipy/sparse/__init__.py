"""Sparse matrices: entries by row and column, in one form for all that scipy has."""

from __future__ import annotations

from itertools import accumulate, chain

import numpy as np


class Matrix:
    """A matrix, of which only entries that were given are kept."""

    def __init__(self, given, shape=None):
        if isinstance(given[0], int):  # the shape of one without entries
            self.entries, self.shape = {}, given
            return
        values, places = given
        self.entries = {}
        for place, value in zip(
            zip(*map(plain, places), strict=True), plain(values), strict=True
        ):
            self.entries[place] = self.entries.get(place, 0) + value
        if shape is None:
            shape = tuple(
                1 + max(numbers) for numbers in zip(*self.entries, strict=True)
            )
        self.shape = shape

    @classmethod
    def of_(cls, entries, shape):
        """The matrix with these entries."""
        found = cls(shape)
        found.entries = entries
        return found

    @property
    def T(self):
        """Rows as columns."""
        turned = {(k, row): value for (row, k), value in self.entries.items()}
        return Matrix.of_(turned, self.shape[::-1])

    def tocsr(self):
        """Return the matrix itself: there is only one format."""
        return self

    tocsc = tocsr

    def toarray(self):
        """All entries."""
        found = np.zeros(self.shape)
        for place, value in self.entries.items():
            found[place] = value
        return found

    def rows_(self):
        """The entries of each row, by column."""
        found = [{} for _ in range(self.shape[0])]
        for (row, k), value in self.entries.items():
            found[row][k] = value
        return found

    def columns_(self):
        """Return the start of each column, the rows of its entries, and the entries."""
        columns = [sorted(row.items()) for row in self.T.rows_()]
        starts = [0, *accumulate(map(len, columns))]
        pairs = list(chain(*columns))
        return starts, [row for row, _ in pairs], [float(value) for _, value in pairs]

    def __matmul__(self, other):
        rows = self.rows_()
        if not isinstance(other, Matrix):
            cells = plain(other)
            return np.array(
                [sum(x * cells[k] for k, x in row.items()) + 0.0 for row in rows]
            )
        theirs, entries = other.rows_(), {}
        for place, row in enumerate(rows):
            for j, x in row.items():
                for k, y in theirs[j].items():
                    entries[place, k] = entries.get((place, k), 0) + x * y
        return Matrix.of_(entries, (self.shape[0], other.shape[1]))


csr_array = csc_array = coo_matrix = Matrix


def hstack(parts, format=None):
    """Matrices side by side."""
    return vstack([part.T for part in parts]).T


def vstack(parts):
    """Matrices one below the other."""
    entries, first = {}, 0
    for part in parts:
        for (row, k), value in part.entries.items():
            entries[first + row, k] = value
        first += part.shape[0]
    return Matrix.of_(entries, (first, parts[0].shape[1]))


def plain(numbers):
    """Numbers as a list."""
    return numbers.tolist() if hasattr(numbers, "tolist") else list(numbers)
