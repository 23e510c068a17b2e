"""Make limit.md: where the values of (4.1) with equal hands go, in tables.

python tools/limit.py [LARGEST_HAND]

Bounds are whole numbers of 63 bits with directed rounding; those of
`mystpy.solve.recurrence` have more bits, for single places. Here all values with the
same m + n1 + n2 are found at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple
from mystpy.solve.recurrence import HALF

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "limit.md"
MARK = "<!-- the tables are written by tools/limit.py -->"

KS = ("1/20", "1/10", "1/5", "3/10", "2/5", "1/2", "1", "2", "3", "4", "8", "16")
"""The limits of m/n^2 that the first table looks at."""
PATHS: dict[str, Callable[[int], int]] = {
    "m = n": lambda n: n,
    "m = n^(5/4)": lambda n: round(n**1.25),
    "m = n^(3/2)": lambda n: round(n**1.5),
    "m = n^(7/4)": lambda n: round(n**1.75),
    "m = n^(5/2)": lambda n: round(n**2.5),
}

Bounds = tuple[Fraction, Fraction]


class Slab(NamedTuple):
    """Bounds of all values with one m + n1 + n2, hands from 1 to a size.

    `low[n1-1, n2-1]` and `high[n1-1, n2-1]` count multiples of 2**-`bits`; those where
    m would not be positive mean nothing.
    """

    total: int
    bits: int
    lower: NDArray[np.int64]
    upper: NDArray[np.int64]

    def at(self, n1: int, n2: int) -> tuple[Fraction, Fraction]:
        """The bounds of the value with these hands."""
        sides = (self.lower, self.upper)
        low, high = (int(side[n1 - 1, n2 - 1]) for side in sides)
        return Fraction(low, 1 << self.bits), Fraction(high, 1 << self.bits)

    def width(self, pile: int) -> Fraction:
        """The most that two bounds differ by, of places with m from 1 to a size."""
        hands = np.arange(1, len(self.lower) + 1)
        piles = self.total - hands[:, None] - hands
        there = (piles >= 1) & (piles <= pile)
        widest = int((self.upper - self.lower).max(where=there, initial=0))
        return Fraction(widest, 1 << self.bits)


def slabs(size: int, last: int) -> Iterator[Slab]:
    """Bounds of the values with hands up to a size, for m + n1 + n2 from 3 to `last`.

    Each number stays below 2**63: a value times m + n2 < last, and one unit.
    """
    bits = 62 - last.bit_length()
    one = np.int64(1) << np.int64(bits)
    hands = np.arange(1, size + 1, dtype=np.int64)
    held = hands[:, None] + hands
    guesses = [_rounded_guesses(size, last, bits, up) for up in (False, True)]
    places = hands * (last + 1)
    asked = [np.full((size, size + 1), one) for _ in guesses]
    for total in range(3, last + 1):
        whole = np.maximum(total - hands, 1)[:, None]
        pile = np.maximum(total - held, 0)
        sides = []
        for side, waits in enumerate(asked):
            sums = pile * waits[:, 1:] + hands * waits[:, :-1]
            sides.append((sums + side * (whole - 1)) // whole)
        low, high = sides
        yield Slab(total, bits, low, high)
        for waits, guess, other in zip(asked, guesses, (high, low), strict=True):
            waits[:, 1:] = np.maximum(guess[places + pile], one - other.T)


def _rounded_guesses(size: int, last: int, bits: int, up: bool) -> NDArray[np.int64]:
    """Return the rounded value of a guess at n2 (last + 1) + m; it is 1 if m is 0."""
    found = np.full((size + 1, last + 1), int(up), dtype=np.int64)
    for n2 in range(1, size + 1):
        count = 1
        for m in range(last + 1):
            found[n2, m] = (1 << bits) // count + (up and count & (count - 1) != 0)
            count = count * (m + n2 + 1) // (m + 1)
            if count >> bits:
                break
    return found.ravel()


def piles(k: Fraction, n: int) -> tuple[int, int]:
    """The even pile nearest to k (n+1)^2, and the odd one after it.

    With n + 1 the martingale m/((x+1)(y+1)) begins at k.
    """
    even = 2 * round(k * (n + 1) ** 2 / 2)
    return even, even + 1


class Wanted:
    """Bounds of P(m,n,n) at some places, and whole layers of m in floats."""

    def __init__(
        self, places: set[tuple[int, int]], layers: set[int], size: int
    ) -> None:
        self.bounds: dict[tuple[int, int], Bounds] = {}
        self.layers = {m: np.full((size + 1, size + 1), HALF, float) for m in layers}
        last = max(max(m + 2 * n for m, n in places), max(layers, default=0) + 2 * size)
        hands = np.arange(1, size + 1)
        at: dict[int, list[int]] = {}
        for m, n in places:
            at.setdefault(m + 2 * n, []).append(n)
        for slab in slabs(size, last):
            for n in at.get(slab.total, ()):
                self.bounds[slab.total - 2 * n, n] = slab.at(n, n)
            for m in layers:
                if 2 <= slab.total - m <= 2 * size:
                    there = hands[:, None] + hands == slab.total - m
                    middle = (slab.lower + slab.upper) / 2 / 2.0**slab.bits - 0.5
                    self.layers[m][1:, 1:][there] = middle[there]
        for layer in self.layers.values():
            layer[0, 1:] = -0.5  # who has no card left that is unknown has lost


def mixed(layer: NDArray[np.float64], m: int, k: float) -> float:
    """The mean of (-1)^(m+x+y) (P - 1/2) over hands x, y at a pile of m.

    x and y are independent, of a Poisson distribution with mean sqrt(G/k), and G is of
    a Gamma distribution with mean m + 1.
    """
    hands = np.arange(len(layer))
    signs = (-1.0) ** (m + hands[:, None] + hands)
    factorials = np.cumsum(np.log(np.maximum(hands, 1)))
    grid = m + 1 + np.sqrt(m + 1) * np.linspace(-9, 9, 721)
    grid = grid[grid > 0]
    weights = np.exp(m * np.log(grid / m) - grid + m)
    found = 0.0
    for g, weight in zip(grid, weights / weights.sum(), strict=True):
        mean = np.sqrt(g / k)
        share = np.exp(hands * np.log(mean) - mean - factorials)
        found += weight * (share @ (signs * layer) @ share)
    return float(found)


def distance(bounds: Bounds) -> str:
    """Return the distance of a value from 1/2; its last digit is only rounded."""
    return f"{float(sum(bounds) / 2 - HALF):+.7f}"


def along_parabolas(size: int) -> Iterator[str]:
    """The table along m = k n^2."""
    sizes = (size // 4, size // 2, size)
    rows = {text: Fraction(text) for text in KS}
    places = {(m, n) for k in rows.values() for n in sizes for m in piles(k, n)}
    layers = {k: round(k * (size // 2) ** 2) for k in rows.values()}
    found = Wanted(places, set(layers.values()), size)
    names = (f"n = {n}, m {kind}" for n in sizes for kind in ("even", "odd"))
    yield f"| k | {' | '.join(names)} | f(k) |"
    yield "|---" * 8 + "|"
    for text, k in rows.items():
        cells = [distance(found.bounds[m, n]) for n in sizes for m in piles(k, n)]
        limit = mixed(found.layers[layers[k]], layers[k], float(k))
        yield f"| {text} | {' | '.join(cells)} | {limit:+.5f} |"
    yield ""
    yield widest(found.bounds.values())


def along_paths(sizes: Sequence[int]) -> Iterator[str]:
    """The table along other paths, m rounded up to an even and an odd number."""
    both = {
        (name, n): (even := 2 * (m // 2 + m % 2), even + 1)
        for name, pile in PATHS.items()
        for n in sizes
        for m in [pile(n)]
        if m <= 2 * max(sizes) ** 2
    }
    places = {(m, n) for (_, n), pair in both.items() for m in pair}
    found = Wanted(places, set(), max(sizes))
    yield f"| path | {' | '.join(f'n = {n}' for n in sizes)} |"
    yield "|---" * (1 + len(sizes)) + "|"
    for name in PATHS:
        cells = [
            ", ".join(distance(found.bounds[m, n]) for m in both[name, n])
            if (name, n) in both
            else ""
            for n in sizes
        ]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""
    yield widest(found.bounds.values())


def widest(bounds: Iterable[Bounds]) -> str:
    """A sentence on how far the bounds are apart."""
    width = max(float(high - low) for low, high in bounds)
    return f"The bounds of each value differ by at most {width:.1e}."


def main(words: list[str]) -> None:
    """Write the tables into the page."""
    size = int(words[0]) if words else 60
    text, _, _ = PAGE.read_text("utf-8").partition(MARK)
    tables = [
        "P(m,n,n) - 1/2 for m near k (n+1)^2, and f(k):",
        "",
        *along_parabolas(size),
        "",
        "P(m,n,n) - 1/2 along other paths, for an even m and the next odd one:",
        "",
        *along_paths([size // 6, size // 3, size, 2 * size]),
    ]
    PAGE.write_text(f"{text}{MARK}\n\n" + "\n".join(tables) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
