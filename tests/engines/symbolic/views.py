"""Random views for the tests of grids and counts: games, deals, conditions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mystpy.bits import mask_of
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal, random_set
from mystpy.views import Show
from tests.sampling import cases_by_day

BLOCK = 50
"""The number of small random cases in one test."""

Masks = tuple[int, ...]
"""A deal: the cards of each holder."""

MOST_DEALS = 5_000
"""The number of deals above which they are not listed."""


def seeds(few: int, many: int) -> list[object]:
    """Return seeds from 0, of which a quarter of the few are tried by day."""
    return cases_by_day(range(many), (few + 3) // 4)


def random_game(rng: Random) -> Game:
    """Return a small game of any sizes, with or without sorts."""
    while True:
        game = _any_game(rng)
        if 0 < game.deal_count() <= MOST_DEALS:
            return game


def _any_game(rng: Random) -> Game:
    p = rng.randint(2, 4)
    if rng.random() < 0.4:
        counts = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
        names = iter(f"x{k}" for k in range(sum(counts)))
        sorts = {f"t{k}": [next(names) for _ in range(n)] for k, n in enumerate(counts)}
        hands = [0] * p
        for _ in range(sum(counts) - len(counts)):
            hands[rng.randrange(p)] += 1
        return Game.clue(p, sorts, sizes=[len(counts), *hands])
    sizes = [rng.choice([0, 1, 1, 2, 3]) for _ in range(p + 1)]
    sizes[rng.randrange(p + 1)] += 1
    c = sum(sizes)
    return Game.general([f"x{k}" for k in range(c)], sizes, q=min(c, 2))


def masks(game: Game, rng: Random) -> Masks:
    """Deal the cards at random."""
    return tuple(mask_of(hand, game) for hand in random_deal(game, rng))


def cards(game: Game, rng: Random, most: int = 3) -> int:
    """Return up to `most` random cards."""
    chosen = rng.sample(game.cards, rng.randint(0, min(most, game.c)))
    return mask_of(chosen, game)


def condition(game: Game, rng: Random, deal: Masks) -> Condition:
    """Return a condition of any kind on any holder, usually true of the deal."""
    holder = rng.randrange(game.p + 1)
    kind = rng.random()
    if kind < 0.1:
        holds = rng.choice([ConditionKind.EXACTLY, ConditionKind.NOT_EXACTLY])
        return Condition(holder, holds, rng.choice([deal[holder], cards(game, rng)]))
    if kind < 0.25:
        return Condition(holder, ConditionKind.NOT_EXACTLY, masks(game, rng)[holder])
    asked = cards(game, rng)
    some = bool(deal[holder] & asked) != (rng.random() < 0.03)
    return Condition(holder, ConditionKind.SOME if some else ConditionKind.NONE, asked)


def growing_views(game: Game, rng: Random) -> Iterator[list[Condition]]:
    """Yield growing sets of conditions, some of which are later removed."""
    deal = masks(game, rng)
    conditions: list[Condition] = []
    for _ in range(rng.randint(1, 12)):
        if conditions and rng.random() < 0.15:
            conditions = conditions[: rng.randrange(len(conditions))]
        else:
            conditions = conditions + [
                condition(game, rng, deal) for _ in range(rng.randint(1, 3))
            ]
        yield conditions


def some_show(game: Game, rng: Random, deal: Masks) -> tuple[Show, Condition] | None:
    """Return a show by a holder with cards, and the condition that the card is held."""
    by = rng.randint(1, game.p)
    held = [1 << k for k in range(game.c) if deal[by] >> k & 1]
    if not held:
        return None
    card = rng.choice(held)
    asked = card | cards(game, rng, 2)
    return Show(0, by, by % game.p + 1, asked), Condition(by, ConditionKind.SOME, card)


def asked_views(
    game: Game, rng: Random, turns: int, *, viewer: int | None, size: int, yes: float
) -> Iterator[list[Condition]]:
    """Yield the information when players are asked for random cards, turn by turn.

    If the player asked has none of them, a card that is held joins them with the
    probability ``yes``. Sometimes a pile is guessed that is not the pile.
    """
    deal = masks(game, rng)
    conditions = (
        []
        if viewer is None
        else [Condition(viewer, ConditionKind.EXACTLY, deal[viewer])]
    )
    for _ in range(turns):
        player = rng.randint(1, game.p)
        asked = mask_of(rng.sample(game.cards, size), game)
        held = [1 << k for k in range(game.c) if deal[player] >> k & 1]
        if held and rng.random() < yes:
            asked |= rng.choice(held)
        some = ConditionKind.SOME if asked & deal[player] else ConditionKind.NONE
        conditions.append(Condition(player, some, asked))
        guess = mask_of(random_set(game, rng, game.sizes[0]), game)
        if rng.random() < 0.1 and guess != deal[0]:
            conditions.append(Condition(0, ConditionKind.NOT_EXACTLY, guess))
        yield list(conditions)


def holdings(game: Game, conditions: list[Condition]) -> tuple[int, Masks]:
    """Return the number of deals, and the possible cards of each holder, by listing."""
    count, union = 0, [0] * (game.p + 1)
    for deal in Deals(game, conditions):
        count += 1
        union = [a | b for a, b in zip(union, deal, strict=True)]
    return count, tuple(union)
