"""Section 4.1, in passing: first questions, with more players, and direct ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from mystpy.bits import cards_of, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Deals, Holds
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.situations.play import Play
from mystpy.solve.strategies import Cards

# ---- with more players


def guessed_at_once(game: Game, question: Cards) -> Fraction:
    """How often player 1, with the first cards, can guess right after asking.

    Of the cards that an opponent may show, each is as likely.
    """
    mine = mask_of(game.cards[: game.sizes[1]], game)
    seen: dict[tuple[Action, ...], dict[Cards, Fraction]] = defaultdict(dict)
    deals = list(Deals(game, [Condition(1, Holds.EXACTLY, mine)]))
    for hands in deals:
        play = Play(game, [cards_of(hand, game) for hand in hands])
        for done, chance in answered(play, question):
            piles = seen[done]
            old = piles.get(play.deal[0], Fraction())
            piles[play.deal[0]] = old + chance / len(deals)
    return sum((max(piles.values()) for piles in seen.values()), Fraction())


def answered(
    play: Play, question: Cards
) -> Iterator[tuple[tuple[Action, ...], Fraction]]:
    """How a first question may be answered in a deal, with the chances."""
    done: list[Action] = [Asks(1, question)]
    for action in done:
        play.push(action)
        offers = [a for a in play.possible() if isinstance(a, No | Yes)]
        done += offers
    shows = [a for a in play.possible() if isinstance(a, Shows)]
    for _ in done:
        play.pop()
    for show in shows:
        yield (*done, show), Fraction(1, len(shows))
    if not shows:
        yield tuple(done), Fraction(1)


def written(game: Game) -> str:
    """How a game is written."""
    return f"MYST({game.m},{game.n},{game.p},{game.q})"


def better_first(budget: Budget, games: Sequence[Game]) -> Finding:
    """In some game another question than the algorithm's draw is better to guess."""
    example, counter, seen = None, None, 0
    for game in games:
        budget.tick()
        chances = [guessed_at_once(game, cards) for cards in game.questions()]
        seen += len(chances)
        mean = sum(chances, Fraction()) / len(chances)
        told = {"by the algorithm": str(mean), "by the best": str(max(chances))}
        counter = {"game": game.to_dict(), "values": told}
        if mean < max(chances):
            example = counter
            break
    finding = Finding.judged(
        None if example else counter,
        proves=True,
        method="exhaustive",
        instances=seen,
        scope={"games": ", ".join(map(written, games))},
    )
    return replace(finding, example=example)


def more_players(budget: Budget) -> Finding:
    """With more players the algorithm may not remain optimal."""
    main = better_first(budget, [Game.myst(1, 1, 3, 3)])
    two = better_first(budget, [Game.myst(1, 1, 2, 3), Game.myst(1, 2, 2, 4)])
    return main.also(two=two)


# ---- direct questions


def small(c: int, p: int) -> Iterator[Game]:
    """MYST with up to c cards and p players, ascending in c."""
    for cards in range(3, c + 1):
        for players in range(2, p + 1):
            for n in range(1, (cards - 1) // players + 1):
                for q in range(1, cards + 1):
                    yield Game.myst(cards - n * players, n, players, q)


def all_deny(play: Play, question: Cards) -> bool:
    """Whether everybody says no to a first question."""
    done: list[Action] = [Asks(1, question), *map(No, range(2, play.game.p + 1))]
    pushed = 0
    for action in done:
        if not play.is_possible(action):
            break
        play.push(action)
        pushed += 1
    for _ in range(pushed):
        play.pop()
    return pushed == len(done)


def direct(budget: Budget) -> Finding:
    """For q < m + n + 1 there are direct questions."""
    main = _some_direct(budget, up_to=True)
    none = _some_direct(budget, up_to=False)
    return main.also(none=none, surely=_surely(budget))


def _some_direct(budget: Budget, *, up_to: bool) -> Finding:
    c = 8 if budget.full else 6
    found, seen = None, 0
    for game in small(c, 3):
        if (game.q <= game.sizes[0] + game.sizes[1]) is not up_to:
            continue
        budget.tick()
        first = next(iter(Deals(game, ())))
        play = Play(game, [cards_of(hand, game) for hand in first])
        named = [q for q in game.questions() if q & play.deal[0] or not up_to]
        seen += len(named)
        if any(all_deny(play, cards) for cards in named) is not up_to and not found:
            found = {"game": game.to_dict(), "values": {"questions": str(len(named))}}
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 3}
    )


def _surely(budget: Budget) -> Finding:
    c, found, seen = 5, None, 0
    for game in small(c, 3):
        if game.q > game.sizes[0] + game.sizes[1]:
            continue
        budget.tick()
        hand = frozenset(game.cards[: game.sizes[1]])
        own = Condition(1, Holds.EXACTLY, mask_of(hand, game))
        plays = [
            Play(game, [cards_of(h, game) for h in hands])
            for hands in Deals(game, [own])
        ]
        useful = [q for q in game.questions() if q - hand]
        seen += len(useful)
        sure = any(all(all_deny(play, q) for play in plays) for q in useful)
        if not sure and found is None:
            found = {"game": game.to_dict(), "values": {"useful": str(len(useful))}}
    return Finding.judged(
        found, proves=False, method="exhaustive", instances=seen, scope={"c": c, "p": 3}
    )


# ---- camouflage with a single card


def tells(game: Game, question: Cards) -> bool:
    """Whether player 1, with the first cards, is sure to learn of some deal."""
    own = mask_of(game.cards[: game.sizes[1]], game)
    seen: dict[tuple[Action, ...], int] = defaultdict(int)
    deals = list(Deals(game, [Condition(1, Holds.EXACTLY, own)]))
    for hands in deals:
        play = Play(game, [cards_of(hand, game) for hand in hands])
        for done, _ in answered(play, question):
            seen[done] += 1
    return max(seen.values()) < len(deals)


def camouflage(budget: Budget) -> Finding:
    """With q = 1 no question that tells something names an own card."""
    c, found, seen = 7 if budget.full else 6, None, 0
    for game in small(c, 2):
        if game.q > game.sizes[0] + game.sizes[1] + 1:
            continue
        budget.tick()
        seen += 1
        hand = frozenset(game.cards[: game.sizes[1]])
        mixed = [q for q in game.questions() if q & hand and tells(game, q)]
        if bool(mixed) != (game.q > 1) and found is None:
            told = {"questions with own cards that tell": str(len(mixed))}
            found = {"game": game.to_dict(), "values": told}
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )
