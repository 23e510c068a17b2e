"""How likely the deals are for a player: section 4.1 and 4.2, by exact fractions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Deals, Holds
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.situations.stage import Stage
from mystpy.solve.information import Information
from mystpy.solve.strategies import Cards, Questions, algorithm, uniform
from mystpy.theses.chapter4.s4_1.algorithm import ByAlgorithm
from mystpy.theses.chapter4.s4_1.largest import responder_knows_nothing_new
from mystpy.theses.chapter4.sweep import games, largest
from mystpy.theses.chapter4.turns import GameOfTwo

Mixture = Mapping[Cards, Fraction]


def useful(information: Information) -> Mixture:
    """Ask any question with a card of which the poser does not know the holder."""
    game = information.game
    return uniform(cards for cards in game.questions() if cards - information.hand)


def by_hand(
    players: GameOfTwo, stage: Stage, ask: Questions
) -> Iterator[tuple[tuple[frozenset[str], ...], Mixture]]:
    """Each public deal with the chances of the questions of player 1 in it."""
    deals = stage.full
    while deals:
        deal = players.deal(deals)
        yield deal, ask(Information(players.game, 1, deal[1], stage.actions))
        deals &= deals - 1


def telling(
    players: GameOfTwo, stage: Stage, ask: Questions
) -> Mapping[str, object] | None:
    """A question that is likelier in one deal than in another, for player 2.

    None if each question is as likely in all deals that player 2 holds possible.
    """
    seen: dict[frozenset[str], Mixture] = {}
    for deal, chances in by_hand(players, stage, ask):
        before = seen.setdefault(deal[2], chances)
        for cards in before.keys() | chances.keys():
            one, other = before.get(cards, Fraction()), chances.get(cards, Fraction())
            if one != other:
                asked = "asks(1,{" + ",".join(sorted(cards)) + "})"
                return {
                    "game": players.game.to_dict(),
                    "hands": {"2": sorted(deal[2])},
                    "history": [asked],
                    "values": {"in one deal": str(one), "in another": str(other)},
                }
    return None


def even(budget: Budget, c: int, ask: Questions, of: type[GameOfTwo]) -> Finding:
    """Whether questions asked like this tell player 2 of no deal more.

    Looked at wherever player 1 is to ask in games with q = m + n + 1.
    """
    found, seen = None, 0
    for game in games(c, largest):
        players = of(game)
        stages: dict[tuple[Action, ...], Stage] = {(): players.start()}
        for step in players.steps(guesses=False):
            if step.poser == 1:
                stages[step.before.actions] = step.before
        for stage in stages.values():
            budget.tick()
            seen += 1
            found = found or telling(players, stage, ask)
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )


def claim_2(budget: Budget) -> Finding:
    """What is found of claim-4.2."""
    asked = even(budget, 7 if budget.full else 5, algorithm, ByAlgorithm)
    asked = asked
    return asked.also(knowledge=responder_knows_nothing_new(budget))


def technique(budget: Budget) -> Finding:
    """A random useful question tells nothing for smaller q either."""
    found, seen = None, 0
    for game in games(6, lambda game: 1 < game.q <= game.sizes[0] + game.sizes[1]):
        budget.tick()
        seen += 1
        players = GameOfTwo(game)
        found = telling(players, players.start(), useful)
        if found:
            break
    return Finding.judged(
        found, proves=False, method="exhaustive", instances=seen, scope={"c": 6, "p": 2}
    )


# ---- Lemma 4.2: what an answer tells the poser


def hands_of_other(game: Game) -> list[Cards]:
    """The hands that player 2 may have if player 1 has the first cards."""
    rest = game.cards[game.sizes[1] :]
    return [frozenset(hand) for hand in combinations(rest, game.sizes[2])]


def posterior(game: Game, asked: Cards, card: str) -> dict[Cards, Fraction]:
    """How likely the hands are after a card, if any of them is shown evenly."""
    weights = {
        hand: Fraction(1, len(hand & asked))
        for hand in hands_of_other(game)
        if card in hand
    }
    total = sum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


def can_be_even(game: Game, asked: Cards) -> bool:
    """Whether some way of showing leaves all hands equally likely.

    That asks for numbers k(x), x in Q, the chance to show x from a hand with x, whose
    sum over the cards of Q in any hand is 1: a system of linear equations. If it has
    a solution, the mean of the solutions under renaming cards is one with all k(x)
    the same, as hands and Q allow all renamings of the cards of Q that are open.
    """
    sizes = {len(hand & asked) for hand in hands_of_other(game)}
    return len(sizes) == 1


def worlds_after(game: Game, asked: int) -> int:
    """How many piles are possible when so many cards of player 2 are known."""
    own = Condition(1, Holds.EXACTLY, mask_of(game.cards[: game.sizes[1]], game))
    theirs = game.cards[game.sizes[1] :][:asked]
    shown = [Condition(2, Holds.SOME, mask_of([x], game)) for x in theirs]
    return Deals(game, [own, *shown]).count()


def lemma_2_count(budget: Budget) -> Finding:
    """Whether after a new cards are shown C(m+n-a, m) worlds are left."""
    wrong, seen = None, 0
    for game in games(12, largest):
        budget.tick()
        m, n = game.sizes[0], game.sizes[1]
        for asked in range(n + 1):
            seen += 1
            left = worlds_after(game, asked)
            if left != comb(m + n - asked, m) and wrong is None:
                wrong = {"game": game.to_dict(), "values": {str(asked): str(left)}}
    return Finding.judged(
        wrong, proves=True, method="exhaustive", instances=seen, scope={"c": 12, "p": 2}
    )


def lemma_2(budget: Budget) -> Finding:
    """What is found of lemma-4.2."""
    found, seen = None, 0
    for game in games(8, largest):
        budget.tick()
        for asked in map(frozenset, combinations(game.cards, game.q)):
            seen += 1
            if not can_be_even(game, asked) and found is None:
                shown = min(asked - frozenset(game.cards[: game.sizes[1]]))
                found = _uneven(game, asked, shown)
    main = Finding.judged(
        found,
        proves=False,
        method="exhaustive",
        instances=seen,
        scope={"c": 8, "p": 2, "a": 1},
    )
    return main.also(count=lemma_2_count(budget), all_open=_all_open(budget))


def _uneven(game: Game, asked: Cards, shown: str) -> Mapping[str, object]:
    ordered = sorted(asked, key=game.deck.__getitem__)
    likely = posterior(game, asked, shown)
    return {
        "game": game.to_dict(),
        "hands": {"1": list(game.cards[: game.sizes[1]])},
        "history": [
            f"asks(1,{{{','.join(ordered)}}})",
            "yes(2)",
            f"shows(2,1,{shown})",
        ],
        "values": {
            "S_2 = {" + ",".join(sorted(hand)) + "}": str(chance)
            for hand, chance in likely.items()
        },
    }


def _all_open(budget: Budget) -> Finding:
    """After a question with all open cards and a random card the hands are even."""
    wrong, seen = None, 0
    for game in games(9, largest):
        budget.tick()
        n = game.sizes[1]
        asked = frozenset(game.cards[n:]) | set(game.cards[: game.q - (game.c - n)])
        for card in game.cards[n:]:
            seen += 1
            if len(set(posterior(game, asked, card).values())) != 1 and wrong is None:
                wrong = _uneven(game, asked, card)
    return Finding.judged(
        wrong,
        proves=True,
        method="exhaustive",
        instances=seen,
        scope={"c": 9, "p": 2, "a": 1},
    )
