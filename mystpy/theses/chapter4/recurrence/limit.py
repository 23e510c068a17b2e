"""A proof that P(8n^2,n,n) stays above one half, so that the limit below (4.1) fails.

A state (m, x, y) has the pile's unknown cards and those of players 1 and 2; A and B
are the means over the draw of player 1 and of player 2. D = P - 1/2.

1. Where m >= 3 and x, y >= 2, to wait is never worse than to guess: who waits wins at
   least min(2/3, 2/C) with C >= 3 piles left. So f(m,x,y) = D(m,x,y) is f = AB f.
2. With g(m,x,y) = D(m,y,x) also g = BA g, and E = (f+g)/2 = AB E + (BA-AB)g/2. The
   outcomes of AB and of BA differ by d_x = mx/((m+y)(m+x-1)(m+x)) and by d_y alike,
   and h = (x+y)/m gains as much: AB h >= h + d_x + d_y. As |g| <= 1/2, E - h/2 does
   not grow under AB.
3. With fall(m,k) = m(m-1)..(m-k+1) and rise(x,k) = (x+1)..(x+k) these are kept by A
   and B: up = fall(m,k)/(rise(x,k) rise(y,k)), low = fall(x,k) fall(y,k)/rise(m,k).
   These do not grow under AB or BA where x >= j, m >= 4(j+1)^2, m >= jx + (j+1)^2:
   side = fall(y,j)/rise(x,j) (1 - 4j/3 (y-j)/m), and the same with x and y changed.
4. So L = c - a up - b low - s (side + side') does not fall, up to the first even time
   outside of x+y >= 2N+1, x/R <= y <= Rx, m >= Y(x+1)(y+1). If L <= E - h/2 at all
   states where that can be, then E >= L + h/2 at the start.
The comparison at the end is computed: for x+y of 2N-1 and 2N state by state, up to a
pile of M; beyond that, and outside otherwise, by terms that only grow.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, prod

from mystpy.compilation import dataclass
from mystpy.coq.record import premise
from mystpy.solve.recurrence import ONE, Layer, possible

HALF = Fraction(1, 2)


def fall(a: int | Fraction, k: int) -> Fraction:
    """Return a(a-1)..(a-k+1)."""
    return Fraction(prod(a - i for i in range(k)))


def rise(a: int | Fraction, k: int) -> Fraction:
    """Return (a+1)..(a+k)."""
    return Fraction(prod(a + 1 + i for i in range(k)))


@dataclass(frozen=True, slots=True)
class LimitProof:
    """The numbers of the proof; the pile is `grade` n^2, which has to be even.

    `c` is the constant of L, `paid` the cost of its terms up, low and the two sides at
    the start.
    """

    grade: int = 8
    half: int = 24
    most: int = 15627
    ratio: int = 5
    least: Fraction = Fraction(3, 2)
    ups: int = 8
    lows: int = 5
    j: int = 7
    c: Fraction = Fraction(52, 10000)
    paid: tuple[Fraction, Fraction, Fraction] = (
        Fraction(48, 100000),
        Fraction(130, 100000),
        Fraction(106, 100000),
    )

    @property
    def gain(self) -> Fraction:
        """Return a lower bound of P(grade n^2, n, n) - 1/2, for n > half."""
        return self.c - sum(self.paid)

    @property
    def factors(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return the factors of up, low and the two sides in L."""
        up, low, side = self.paid
        return up / self.grade**self.ups, low * self.grade**self.lows, side / 2

    @property
    def smallest(self) -> int:
        """Return the smallest hand inside; outside it is one less."""
        return ceil(Fraction(2 * self.half + 1, 1 + self.ratio))

    def sound(self) -> bool:
        """Return whether the proof's conditions hold, except those of last states."""
        parts = (self.applies(), self.leaves(), self.ends_beyond())
        return self.gain > 0 and all(parts)

    def applies(self) -> bool:
        """Return whether steps 1 and 3 apply inside, and the start is inside."""
        x, j, least = self.smallest, self.j, self.least
        y = 2 * self.half + 1 - x
        narrow = least * (x + 1) >= j and self.inner(x, y) >= j * y + (j + 1) ** 2
        n = self.half + 1
        begins = self.grade * n**2 >= least * (n + 1) ** 2 and self.grade % 2 == 0
        big = self.inner(x, y) >= max(3, 4 * (j + 1) ** 2)
        return x - 1 >= max(j, 2) and narrow and big and begins

    def inner(self, x: int, y: int) -> Fraction:
        """Return the least pile inside with two hands."""
        return self.least * (x + 1) * (y + 1)

    def leaves(self) -> bool:
        """Return whether L <= -1/2 - h/2 outside, for x + y >= 2 half + 1."""
        total, first = 2 * self.half + 1, self.smallest - 1
        line = [(x, total - x) for x in range(first, total // 2 + 1)]
        h = max(total / (self.inner(x, y) - 2) for x, y in line)
        need = self.c + HALF + h / 2
        _, low, side = self.factors
        flat = all(side * self.steep(x) >= need for x in range(first, total))
        return flat and all(
            low * self.lowest(x, y) >= need for x, y in line if x > first
        )

    def lowest(self, x: int, y: int) -> Fraction:
        """Return the least value of low below the least pile; it grows with x, y."""
        k = self.lows
        return fall(x, k) * fall(y, k) / rise(self.inner(x, y), k)

    def steep(self, x: int) -> Fraction:
        """Return the least value of side for a hand y beyond the ratio.

        It grows with x once ratio x >= 2 half + 1 - x.
        """
        y, j = max(self.ratio * x, 2 * self.half + 1 - x), self.j
        share = 1 - Fraction(4 * j, 3) / (self.least * (x + 1))
        return fall(y, j) / rise(x, j) * max(share, Fraction(0))

    def ends_beyond(self) -> bool:
        """Return whether L <= -1/2 - h/2 for piles larger than `most`."""
        up, need = self.factors[0], self.c + HALF + Fraction(self.half, self.most)
        return all(
            up * fall(self.most + 1, self.ups)
            >= need * rise(x, self.ups) * rise(both - x, self.ups)
            for both in (2 * self.half - 1, 2 * self.half)
            for x in range(1, both)
        )


def said(proof: LimitProof) -> dict[str, object]:
    """Return the values of a proof for the note of the refutation, and those of Coq."""
    gain = f"{float(proof.gain):.4g}"
    coq = premise("observation-4.1-limit")
    return {"grade": proof.grade, "gain": gain, "most": proof.most, "coq": coq}


def ends(proof: LimitProof, tick: Callable[[], None]) -> tuple[int, bool]:
    """Return how many last states were compared, and whether L <= E - h/2 in all."""
    compared, layer, both = 0, None, 2 * proof.half
    pairs = [
        [_Pair(proof, x, total - x) for x in range(proof.smallest - 1, total // 2 + 1)]
        for total in (both, both - 1)
    ]
    for m in range(1, proof.most + 1):
        if m % 64 == 0:
            tick()
        layer = Layer(both - 1, m, layer, possible, both)
        top, bottom = int(fall(m, proof.ups)), int(rise(m, proof.lows))
        for pair in pairs[m % 2]:
            if m + 2 >= pair.inner:
                compared += 1
                ahead = layer.rounded(pair.x, pair.y)[0]
                ahead += layer.rounded(pair.y, pair.x)[0] - ONE
                if pair.most(m, top, bottom) > ahead // 2 - both * ONE // (2 * m) - 1:
                    return compared, False
    return compared, True


class _Pair:
    """Two hands of a last state, with the parts of L that do not depend on m."""

    def __init__(self, proof: LimitProof, x: int, y: int) -> None:
        self.x, self.y, self.inner = x, y, proof.inner(x, y)
        up, low, side = proof.factors
        j, k = proof.j, proof.ups
        self._c = ceil(proof.c * ONE)
        self._up = int(up * ONE / (rise(x, k) * rise(y, k)) * ONE)
        self._low = int(low * ONE * fall(x, proof.lows) * fall(y, proof.lows))
        both = [(fall(b, j) / rise(a, j), b - j) for a, b in ((x, y), (y, x))]
        self._sides = int(side * ONE * sum(value for value, _ in both))
        falls = side * ONE * sum(value * more for value, more in both)
        self._falls = ceil(falls * Fraction(4 * j, 3))

    def most(self, m: int, top: int, bottom: int) -> int:
        """Return an upper bound of L for a pile, as a multiple of 1/ONE."""
        sides = self._sides - self._falls // m - 1
        return self._c - self._up * top // ONE - self._low // bottom - sides
