"""A game of two players for one prize as OpenSpiel has it: the peer of `bench_solve`.

Nothing is reduced: cards are dealt one by one and have names. A wrong guess ends the
game for the other, and a game that is cut off is lost for player 1.
"""

from __future__ import annotations

import sys
import time

import pyspiel
from open_spiel.python.algorithms import sequence_form_lp

from mystpy.env.spiel import SpielGame, SpielState


class PrizeGame(SpielGame):
    """A game that is over once somebody has guessed."""

    def new_initial_state(self) -> PrizeState:
        """The state before the first card is dealt."""
        return PrizeState(self)


class PrizeState(SpielState):
    """A node of its tree."""

    def winner(self) -> int:
        """Return the winner; 0 while there is none."""
        if self.table is None:
            return 0
        outcome, still_in = self.table.outcome, self.table.state.still_in
        if len(still_in) == 1:
            return still_in[0]
        return (outcome and outcome.winner) or 0

    def current_player(self) -> int:
        """Whose move it is; nobody's once somebody has won."""
        return pyspiel.PlayerId.TERMINAL if self.winner() else super().current_player()

    def is_terminal(self) -> bool:
        """Return whether somebody has won, or the turns are used up."""
        return bool(self.winner()) or super().is_terminal()

    def returns(self) -> list[float]:
        """Return the payoff of each player."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner() == 1 else [-1.0, 1.0]


def value(size: tuple[int, int, int], turns: int) -> float:
    """Return player 1's probability to win, by OpenSpiel's own linear program."""
    m, n, q = size
    game = PrizeGame({"m": m, "n": n, "p": 2, "q": q, "turns": turns})
    worth, *_ = sequence_form_lp.solve_zero_sum_game(game, solver="GLPK")
    return (1 + worth) / 2


def main(words: list[str]) -> None:
    """Print the value, and the seconds that it took without what is loaded once."""
    m, n, q, turns = map(int, words)
    value((2, 1, 1), 1)
    start = time.perf_counter()
    print(value((m, n, q), turns), time.perf_counter() - start)


if __name__ == "__main__":
    main(sys.argv[1:])
