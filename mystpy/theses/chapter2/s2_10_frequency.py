"""Section 2.10: how often players answer, show and guess."""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import SystemState, key_of
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.situations.public_steps import public_states, public_steps
from mystpy.theses.chapter3.search import HistoryEvent, games, shortest, witness
from mystpy.theses.moves import over_public_states


def fewest(p: int, weights: Mapping[str, int]) -> int | None:
    """The least sum of the weights of a history's actions; None if there is none.

    Every history is a way through the public states, so it bounds those of all games.
    """
    edges: dict[tuple[SystemState, SystemState], int] = {}
    for before, key, after in public_steps(p):
        weight = weights.get(str(key[0]), 0)
        edges[before, after] = min(weight, edges.get((before, after), weight))
    start = transition_system_of(p).state(transition_system_of(p).start)
    least, rounds = {start: 0}, len(public_states(p))
    for _ in range(rounds + 1):
        changed = False
        for (before, after), weight in edges.items():
            if before in least and least[before] + weight < least.get(after, 1 << 30):
                least[after] = least[before] + weight
                changed = True
        if not changed:
            return min(least.values())
    return None


def rarer(event: HistoryEvent, kinds: tuple[str, ...], *, times: int = 1) -> bool:
    """Whether actions of these kinds are rarer than so many times the guesses."""
    done = [key_of(action)[0] for action in event.done]
    return sum(kind in kinds for kind in done) < times * done.count("guess")


def at_least(
    budget: Budget,
    kinds: tuple[str, ...],
    *,
    times: int = 1,
    least_p: int = 2,
    depth: int = 8,
) -> Result:
    """Whether actions of these kinds are at least so many times as many as guesses.

    A way through the public states on which they are rarer is not always a history of a
    game: one of at most so many actions is looked for.
    """
    players = range(least_p, 8 if budget.full else 5)
    weights = {**dict.fromkeys(kinds, 1), "guess": -times}
    query, looked, rare = None, 0, None
    for p in players:
        budget.tick()
        looked += len(public_states(p))
        if query is None and fewest(p, weights) != 0:
            chosen = (g for g in games(2 * p + 1, p) if g.p == p)
            first = shortest(
                chosen, lambda e: rarer(e, kinds, times=times), budget, depth=depth
            )
            query = witness(first, lambda event: "GameOver | ~In(1)")
            rare = {"values": {"p": p}}
    found = over_public_states(query or rare, players, looked)
    return found if query else found.by_witness(refutes=False)


def frequent(budget: Budget) -> Result:
    """What is found of remark-2.10-frequent."""
    answers = ("no", "yes")
    return at_least(budget, answers).also(
        three_players=at_least(budget, (*answers, "shows"), times=2, least_p=3),
        strictly=at_least(budget, (*answers, "shows"), times=2),
        **{kind: at_least(budget, (kind,)) for kind in (*answers, "shows")},
    )
