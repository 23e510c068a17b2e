"""Chapter 4, first paragraph: whether games of three players can be analysed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.theses.case_analysis import Case, sought, weigh_cases, with_values

Three = tuple[int, int, int]
"""m, n and q of a game of three players."""

_TURNS, _ROUNDS = 3, 100
_LARGER: Sequence[Three] = ((3, 3, 3), (3, 6, 3))
"""Games with piles and questions as large as in Clue, one with as many cards."""


def _game(size: Three) -> Game:
    m, n, q = size
    return Game.myst(m, n, 3, q)


def _names(sizes: Sequence[Three]) -> dict[str, object]:
    return {"games": ", ".join(f"MYST({m},{n},3,{q})" for m, n, q in sizes)}


def infeasible(budget: Budget, turns: int = _TURNS) -> Result:
    """No equilibrium of a game of three players can be computed.

    The witness is a profile that no player gains by leaving, computed now.
    """
    # Both are slow to load.
    from mystpy.solve.profiles.game_tree import game_tree
    from mystpy.solve.profiles.profile import learn_profile

    size = (2, 1, 2) if budget.full else (1, 1, 2)

    def cases() -> Iterator[tuple[int, Case | None]]:
        tree = game_tree(_game(size), turns, tick=budget.tick)
        _, found = learn_profile(tree, _ROUNDS, budget.tick)
        values = {f"player {i} wins": won for i, won in enumerate(found.wins, 1)}
        values["could gain by another strategy"] = found.regret
        case = with_values(_game(size), values)
        yield len(tree.nodes), case if not found.regret else None

    result = weigh_cases(budget, cases(), _names([size]))
    larger = _LARGER if budget.full else _LARGER[:1]
    return result.by_witness(refutes=True).also(larger=too_large(budget, larger))


def too_large(budget: Budget, sizes: Sequence[Three]) -> Result:
    """Check whether trees of these turns are larger than this program builds.

    The number of positions is estimated from trees of fewer turns.
    """
    from mystpy.solve.profiles.size_estimate import size_estimate  # slow to load

    def cases() -> Iterator[Case | None]:
        for size in sizes:
            budget.tick()
            ahead = size_estimate(_game(size), _TURNS + 1, _ROUNDS)
            small = ahead is None or not ahead.too_large
            values = {"positions": round(ahead.positions) if ahead else 0}
            yield with_values(_game(size), values) if small else None

    return sought(budget, cases(), _names(sizes), method="measurement")
