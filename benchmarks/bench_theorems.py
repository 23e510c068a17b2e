"""The theorem bench: how long a proof or a sweep takes, in seconds of processor time.

`sweep` visits all histories up to a number of actions, one of those that differ only in
the names of cards; its peer visits all of them. `public states` proves a formula for
histories of any length; its peer is the sweep up to the depth given, which says nothing
about longer ones. `induction` proves five invariants of chapter 2 from (1.4), for all
hand sizes, by a solver; its peer checks them in all public states of the smallest game.
(4.1) is computed for all sizes; its peer is the recursion as it is printed, with a
memo. If it is only enclosed, there is no peer. The peers get the same results, and
`ratio` is their time divided by that of mystpy.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import TypeVar

from harness import table

from mystpy.conjectures.induction.invariants import find_violation
from mystpy.conjectures.induction.public_states import holds_in_public_states
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.truth import holds
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.explore import events
from mystpy.situations.public_steps import public_states
from mystpy.solve.recurrence import Recurrence
from mystpy.theses.chapter2.formulas import said
from tools.limit import slabs

T = TypeVar("T")

INVARIANTS = tuple(
    parse_conjecture(said(name).text)
    for name in (
        "invariant-2.22",
        "invariant-phases",
        "invariant-eliminated",
        "invariant-one-kind",
        "remark-2.4-omit",
    )
)
NO, YES = said("axiom-2.32").text, said("axiom-2.33").text
SWEEPS = ((1, 1, 2, 1, 10), (1, 1, 3, 2, 6), (2, 1, 3, 2, 6), (2, 2, 2, 2, 6))
"""m, n, p, q and how many actions."""
PROOFS = ((2, 2, 2, 2, 8), (1, 2, 3, 2, 9), (2, 2, 3, 4, 8), (4, 1, 4, 4, 9))
"""m, n, p, q and how many actions the peer looks at."""
MOST_PLAYERS = 5
"""The number of players whose public states the peer of the induction explores."""


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what the work finds, and its processor time in seconds."""
    start = time.process_time()
    found = work()
    return found, time.process_time() - start


def everywhere(node: Formula, game: Game, depth: int) -> int | None:
    """Look at every history of up to so many actions, cards by their names.

    Return how many there are, None if the formula fails after one of them.
    """
    level, looked_at = [EpistemicState.start(game)], 0
    for length in range(depth + 1):
        for state in level:
            looked_at += 1
            if holds(node, state, {}) != state.full:
                return None
        if length < depth:
            level = [
                reached.state
                for state in level
                for event in public_events(state)
                for reached in state.after(event)
            ]
    return looked_at


def public_events(state: EpistemicState) -> list[Event]:
    """Return what everybody may see next: of a show not the card."""
    found = (Event(d.key) if d.key[0] == "shows" else d for d in events(state))
    return list(dict.fromkeys(found))


def sweeping(m: int, n: int, p: int, q: int, depth: int) -> list[object]:
    """Sweep (2.33) with and without the symmetry."""
    game, node = Game.myst(m, n, p, q), parse_conjecture(YES)
    swept, ours = timed(lambda: sweep(node, game, work=0, depth=depth))
    histories, theirs = timed(lambda: everywhere(node, game, depth))
    assert histories is not None, "it holds"
    assert swept.failure is None, "it holds"
    what = f"sweep MYST({m},{n},{p}), q = {q}, {depth} actions"
    return [what, swept.stages, ours, histories, theirs, theirs / ours]


def proving(m: int, n: int, p: int, q: int, depth: int) -> list[object]:
    """Prove (2.32) for histories of any length, and sweep it."""
    game, node = Game.myst(m, n, p, q), parse_conjecture(NO)
    (proved, _), ours = timed(lambda: holds_in_public_states(node, game))
    swept, theirs = timed(lambda: sweep(node, game, work=0, depth=depth))
    assert proved, "it holds"
    assert swept.failure is None, "it holds"
    what = f"public states MYST({m},{n},{p}), q = {q}; sweep: {depth} actions"
    states = len(public_states(p))
    return [what, states, ours, swept.stages, theirs, theirs / ours]


def inducing(p: int) -> list[object]:
    """Prove the invariants for p players, and look at them in the public states."""
    found, ours = timed(lambda: [find_violation(node, p) for node in INVARIANTS])
    assert found == [None] * len(INVARIANTS), "they are invariants"
    what = f"induction, five invariants, p = {p}"
    if p > MOST_PLAYERS:
        return [what, "", ours, "", "", ""]
    game = Game.myst(1, 1, p, 1)
    walked, theirs = timed(
        lambda: [holds_in_public_states(node, game)[0] for node in INVARIANTS]
    )
    assert all(walked), "they are invariants"
    return [what, "", ours, len(public_states(p)), theirs, theirs / ours]


def recursion(size: int) -> dict[tuple[int, int, int], Fraction]:
    """Work out (4.1) for all places as it is printed, with a memo."""

    @cache
    def value(m: int, n1: int, n2: int) -> Fraction:
        if not m or not n2:
            return Fraction(1)
        pile, hand = after(m - 1, n1, n2), after(m, n1, n2 - 1)
        return Fraction(m, m + n2) * pile + Fraction(n2, m + n2) * hand

    def after(m: int, n1: int, n2: int) -> Fraction:
        guess = Fraction(1, comb(m + n2, m))
        return guess if guess == 1 else max(guess, 1 - value(m, n2, n1))

    sizes = range(1, size + 1)
    return {(m, a, b): value(m, a, b) for m in sizes for a in sizes for b in sizes}


def recurring(size: int) -> list[object]:
    """Work out (4.1) up to a size in both ways."""
    values, ours = timed(lambda: Recurrence(size))
    printed, theirs = timed(lambda: recursion(size))
    assert all(values(*place) == found for place, found in printed.items())
    what = f"(4.1), all sizes up to {size}"
    return [what, len(values), ours, len(printed), theirs, theirs / ours]


def enclosing(size: int) -> list[object]:
    """Enclose (4.1) up to a size, and report the widest pair of bounds."""
    width, ours = timed(lambda: max(s.width(size) for s in slabs(size, 3 * size)))
    what = f"(4.1), all sizes up to {size} enclosed, by {float(width):.1e} at most"
    return [what, size**3, ours, "", "", ""]


def main() -> str:
    """Return the table."""
    for p in range(2, MOST_PLAYERS + 1):
        public_states(p)  # computed once from the axioms, and kept on disk
    rows = [
        *(sweeping(*each) for each in SWEEPS),
        *(proving(*each) for each in PROOFS),
        *map(inducing, range(2, 8)),
        *map(recurring, (20, 60)),
        enclosing(400),
    ]
    return table("what|looked at|seconds|peer|seconds|ratio".split("|"), rows)


if __name__ == "__main__":
    print(main())
