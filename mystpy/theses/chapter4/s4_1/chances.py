"""Probabilities of deals for a player: sections 4.1 and 4.2, by exact fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations

from mystpy.bits import bits, mask_of
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import bounds_of
from mystpy.conjectures.ranges import condition
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.game.names import show_set
from mystpy.history.actions import Asks, show_action
from mystpy.play.information_state import InformationState
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.solo_play import vacuum_of
from mystpy.solve.strategies import (
    Cards,
    Questions,
    algorithm,
    hand_of,
    sight,
    uniform,
)
from mystpy.theses.case_analysis import (
    Case,
    each_game,
    sought,
    with_values,
)
from mystpy.theses.chapter4.s4_1.algorithm import AlgorithmGame, worlds_left
from mystpy.theses.chapter4.sweep import largest


def useful(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask any question with a card whose holder the poser does not know."""
    hand = hand_of(seen)
    return uniform(cards for cards in seen.game.questions() if cards - hand)


def informative_question(
    players: TwoPlayerGame, state: EpistemicState, ask: Questions
) -> Case | None:
    """Return a question that is likelier in one deal than in another, for player 2.

    None if each question is equally likely in all deals that player 2 considers
    possible.
    """
    game, seen = players.game, dict[Cards, Mapping[Cards, Fraction]]()
    for deal in map(players.deal, bits(state.full)):
        chances = ask(sight(game, 1, deal[1], state.actions))
        before = seen.setdefault(deal[2], chances)
        # The least comes first: what is printed is not by the order of a set.
        asked = sorted(before.keys() | chances.keys(), key=partial(mask_of, game=game))
        for cards in asked:
            one, other = before.get(cards, Fraction()), chances.get(cards, Fraction())
            if one != other:
                values = with_values(game, {"in one deal": one, "in another": other})
                done = [show_action(Asks(1, cards), game.deck)]
                return values | {"hands": {"2": sorted(deal[2])}, "history": done}
    return None


def even(budget: Budget, c: int, ask: Questions, of: type[TwoPlayerGame]) -> Result:
    """Check whether such questions make no deal likelier for player 2.

    It is checked in all states in which player 1 is to ask, in games with q = m + n +
    1.
    """

    def cases() -> Iterator[Case | None]:
        for players in map(of, each_game(c, fits=largest)):
            yield informative_question(players, players.start(), ask)
            asking = [s.before for s in players.steps(guesses=False) if s.poser == 1]
            later = {state.actions: state for state in asking if state.actions}
            yield from (
                informative_question(players, state, ask) for state in later.values()
            )

    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)


def claim_2(budget: Budget) -> Result:
    """Return the result for claim-4.2."""
    return even(budget, 7 if budget.full else 5, algorithm, AlgorithmGame)


def technique(budget: Budget) -> Result:
    """Check that a random useful question gives no information for smaller q either."""
    smaller = each_game(6, fits=condition("1 < q <= m+n"))
    each = map(TwoPlayerGame, smaller)
    cases = (informative_question(players, players.start(), useful) for players in each)
    return sought(budget, cases, {"c": 6, "p": 2})


# ---- Lemma 4.2: what an answer tells the poser


def hands_of_other(game: Game) -> list[Cards]:
    """Return the hands that player 2 may have if player 1 has the first cards."""
    rest = game.cards[game.sizes[1] :]
    return [frozenset(hand) for hand in combinations(rest, game.sizes[2])]


def posterior(game: Game, asked: Cards, card: str) -> dict[Cards, Fraction]:
    """Return the probabilities of hands after a card, shown uniformly at random."""
    hands = [hand for hand in hands_of_other(game) if card in hand]
    weights = {hand: Fraction(1, len(hand & asked)) for hand in hands}
    total = sum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


def can_be_even(game: Game, asked: Cards) -> bool:
    """Return whether some way of showing leaves all hands equally likely.

    That requires numbers k(x), x in Q: the probabilities to show x from a hand with x.
    Their sum over the cards of Q in any hand is 1, which is a system of linear
    equations. If it has a solution, the mean of the solutions under renaming cards is
    one with equal k(x), since hands and Q allow all renamings of the cards of Q that
    are open.
    """
    sizes = {len(hand & asked) for hand in hands_of_other(game)}
    return len(sizes) == 1


def lemma_2(budget: Budget) -> Result:
    """Return the result for lemma-4.2."""
    cases = (
        None
        if can_be_even(game, asked)
        else _uneven(game, asked, min(asked - {*game.cards[: game.sizes[1]]}))
        for game in each_game(8, fits=largest)
        for asked in map(frozenset, combinations(game.cards, game.q))
    )
    likely = sought(budget, cases, {"c": 8, "p": 2, "a": 1})
    return worlds_left(budget).also(likely=likely, all_open=_all_open(budget))


def _uneven(game: Game, asked: Cards, shown: str) -> Case:
    likely = posterior(game, asked, shown)
    values = {f"S_2 = {{{','.join(sorted(h))}}}": p for h, p in likely.items()}
    return with_values(game, values) | {
        "hands": {"1": list(game.cards[: game.sizes[1]])},
        "history": [
            f"asks(1,{show_set(asked, game.deck)})",
            "yes(2)",
            f"shows(2,1,{shown})",
        ],
    }


def _all_open(budget: Budget) -> Result:
    """Check that all open cards, with a random one shown, leave the hands even."""

    def cases() -> Iterator[Case | None]:
        for game in each_game(9, fits=largest):
            own = game.cards[: game.sizes[1]]
            asked = frozenset(game.cards[len(own) :]) | {
                *own[: game.q + len(own) - game.c]
            }
            for card in game.cards[len(own) :]:
                same = len(set(posterior(game, asked, card).values())) == 1
                yield None if same else _uneven(game, asked, card)

    return sought(budget, cases(), {"c": 9, "p": 2, "a": 1}, proves=True)


def guessed_at_once(game: Game, question: Cards) -> Fraction:
    """Return how often player 1, with the first cards, guesses right after asking.

    The opponent shows each possible card with equal probability.
    """
    vacuum, right = vacuum_of(game), Fraction()
    replies = [reply.deals for reply in dict(vacuum.questions)[question]]
    for deals in replies:
        odds = defaultdict[int, Fraction](Fraction)
        for deal in bits(deals):
            odds[vacuum.pile(deal)] += Fraction(1, sum(bool(r & deal) for r in replies))
        right += max(odds.values())
    return right / vacuum.deals.bit_count()


def worse_than_best(game: Game) -> Case | None:
    """Return the probabilities if another question than the algorithm's is better."""
    chances = [guessed_at_once(game, cards) for cards in game.questions()]
    mean, best = sum(chances, Fraction()) / len(chances), max(chances)
    values = {"by the algorithm": mean, "by the best": best}
    return with_values(game, values) if mean < best else None


def better_first(budget: Budget, games: Sequence[Game]) -> Result:
    """Check that in some game another question is better for guessing."""
    budget.tick()
    example = next(filter(None, map(worse_than_best, games)), None)
    result = Result.judged(
        None if example else with_values(games[0], {"better": "none"}),
        proves=True,
        method="exhaustive",
        instances=sum(game.question_count() for game in games),
        scope=bounds_of(games),
    )
    return replace(result, example=example).by_witness(refutes=False)


def more_players(budget: Budget) -> Result:
    """Check that with more players the algorithm may not remain optimal."""
    main = better_first(budget, [Game.myst(1, 1, 3, 3)])
    two = better_first(budget, [Game.myst(1, 1, 2, 3), Game.myst(1, 2, 2, 4)])
    return main.also(two=two)
