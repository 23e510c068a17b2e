"""Section 4.1: the algorithm extended to more players, and to smaller q."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.axiom_folder import cached_by_theory
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import condition, myst_games
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Asks, No
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.bounds import Size, game_of
from mystpy.solve.solo_play import SoloPlay
from mystpy.solve.strategies import Questions, algorithm, sight
from mystpy.theses.case_analysis import Case, sought, with_values
from mystpy.theses.chapter4.games import SMALL
from mystpy.theses.chapter4.sweep import replayed


class Extension:
    """Player 1 asks alone, any question that is useful: how many may it take?

    Useful is a question without cards known to be an opponent's, and with a card of
    which player 1 does not know the holder.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.vacuum = SoloPlay(game)
        self._longest: dict[object, int] = {}

    def longest(self) -> int:
        """How many questions it takes at worst until the pile is known."""
        return self._from(self.vacuum.deals)

    def _from(self, deals: int) -> int:
        if self.vacuum.knows_pile(deals):
            return 0
        key = tuple(sorted(self.vacuum.kinds(deals)))
        if key not in self._longest:
            after = {
                deals & reply.deals
                for question, replies in self.vacuum.different(deals, 0)
                if self._useful(deals, question)
                for reply in replies
                if deals & reply.deals
            }
            if not after or deals in after:
                raise ValueError(f"a useful question of {self.game} tells nothing")
            self._longest[key] = 1 + max(map(self._from, after))
        return self._longest[key]

    def _useful(self, deals: int, question: frozenset[str]) -> bool:
        has, deck = self.vacuum.held, self.game.deck
        holders = [
            {k for k in self.game.holders if not deals & ~has[k][deck[card]]}
            for card in question
        ]
        known = set().union(*holders)
        return not known - {0, 1} and not all(holders)


@cached_by_theory(512)
def longest(game: Game) -> int:
    """How many useful questions player 1 may need at worst."""
    return Extension(game).longest()


def rounds(size: Size, count: int) -> list[EpistemicState]:
    """Return the state after each of `count` rounds of questions for own cards."""
    players = TwoPlayerGame(game_of(size))
    hands, now, found = players.deal(1), players.start(), list[EpistemicState]()
    for _ in range(count):
        for player in (1, 2):
            bluff = Asks(player, frozenset(sorted(hands[player])[: size[2]]))
            for action in (bluff, No(3 - player)):
                (now,) = players.after(now, action)
            now = players.passed(now)
        found.append(now)
    return found


def others(game: Game) -> int:
    """n(p-1), the number of cards that the opponents hold."""
    return game.sizes[1] * (game.p - 1)


smaller = condition("q <= m+n")


def compared(
    budget: Budget, fits: Callable[[Game], bool], right: Callable[[int, Game], bool]
) -> Result:
    """Whether the number of questions at worst is as said, in small games."""
    c = 7 if budget.full else 6
    cases = (
        None
        if right(longest(game), game)
        else with_values(game, {"questions": longest(game)})
        for game in filter(fits, myst_games(c, c - 1))
    )
    return sought(budget, cases, {"c": c}, proves=True)


def bound(budget: Budget) -> Result:
    """n(p-1) + m - 1 questions for smaller q; as many may be required at worst."""
    return compared(budget, smaller, lambda needed, game: needed <= last(game)).also(
        required=compared(budget, smaller, lambda needed, game: needed == last(game)),
        single=compared(
            budget, condition("q = 1"), lambda needed, game: needed == last(game)
        ),
        printed=printed(budget),
    )


def last(game: Game) -> int:
    """n(p-1) + m - 1: of the cards that are not own all but one."""
    return others(game) + game.sizes[0] - 1


def printed(budget: Budget, draw: Questions = algorithm) -> Result:
    """The bound if the question is any q of the cards that nobody has shown."""
    sizes = (size for size in SMALL if size[2] <= size[0] + size[1])
    cases = (_unbounded(size, draw) for size in sizes)
    found = sought(budget, cases, {"c": 5, "p": 2}, method="search")
    return found.by_witness(refutes=True)


def _unbounded(size: Size, draw: Questions) -> Case | None:
    m, n, _ = size
    game = game_of(size)
    hands = TwoPlayerGame(game).deal(1)
    if not any(cards <= hands[1] for cards in draw(sight(game, 1, hands[1], ()))):
        return None
    actions = rounds(size, n + m - 1)[-1].actions
    return replayed(game, hands, actions, f"~K(1, h(0,{min(hands[0])}))")


def more_players(budget: Budget) -> Result:
    """n(p-1) questions for q = m + n + 1 with any number of players."""
    return compared(
        budget,
        condition("q = m+n+1"),
        lambda needed, game: needed <= others(game),
    )
