"""Each action is tried in each drawn deal, and played on from there.

In the field: perfect information Monte Carlo, PIMC (Ginsberg 2001), with common random
numbers. Source of what is wrong with it: strategy fusion (Frank and Basin 1998).

With `open_cards` everybody sees the cards of the deal, as in the original: then the
next player to guess guesses right, and nothing is gained by asking. So such a player
guesses at the first occasion. Otherwise simulated players know what they noted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from mystpy.game.game import Game
from mystpy.players.tree_search.playout import Playout
from mystpy.players.tree_search.search_player import (
    MAX_QUESTIONS,
    ActionValue,
    SearchPlayer,
    SearchRoot,
    ranked,
)
from mystpy.situations.event import Event


class Pimc(SearchPlayer):
    """Does what wins most often over the drawn deals, one deal after the other.

    `iterations` are all simulated games, which are shared by the actions.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        iterations: int = 400,
        seconds: float | None = None,
        width: int = 8,
        piles: int = 2,
        reads: bool = False,
        open_cards: bool = False,
    ) -> None:
        super().__init__(
            *(game, player),
            iterations=iterations,
            seconds=seconds,
            width=width,
            piles=piles,
            reads=reads,
        )
        self.open_cards = open_cards

    def compare(
        self, root: SearchRoot, events: Sequence[Event], rng: Random
    ) -> list[ActionValue]:
        """The share of the drawn deals in which each action wins."""
        games: Counter[Event] = Counter()
        won = dict.fromkeys(events, 0.0)
        luck = Random()
        playout = Playout(luck, questions=MAX_QUESTIONS, open_=self.open_cards)
        for number in self.budget.rounds(len(events)):
            start, seed = root.game(number, rng), rng.getrandbits(32)
            moves = self.rules.system.moves(start.public.state)
            for event in events:
                luck.seed(seed)
                game = start.copy()
                game.do(moves[event.key], event)
                won[event] += playout.finish(game)[self.player]
                games[event] += 1
        return ranked(events, games, won)
