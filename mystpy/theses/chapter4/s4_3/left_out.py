"""Section 4.3, in passing: what can be left out of play, and what costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.situations.stage import Stage
from mystpy.situations.turns import GameOfTwo, Step
from mystpy.theses.case_analysis import Case, sought, with_values
from mystpy.theses.chapter4.sweep import Fault, games, size, swept

# ---- what can be left out of play


def _kept(stage: Stage, holders: Iterable[int]) -> Fault | None:
    """Return where both know who has a card, and in some public deal another has it."""
    for k, x in product(holders, range(stage.game.c)):
        held = stage.held(k, x)
        both = stage.known((1, 2), held)
        if both and held != stage.full:
            fact = f"h({k},{stage.game.cards[x]})"
            return both, f"E([1,2], {fact}) & ~C([1,2], {fact})"
    return None


def pile_kept(players: GameOfTwo, step: Step) -> Fault | None:
    """Both know of a card in the pile, and in some public deal it is elsewhere."""
    return _kept(step.after, (0,))


def any_kept(players: GameOfTwo, step: Step) -> Fault | None:
    """Both know who has a card, and in some public deal it is elsewhere."""
    return _kept(step.after, players.game.holders)


def public(budget: Budget) -> Finding:
    """What both know to be in the pile is in it in all public deals."""
    return swept(budget, size(budget), pile_kept)


def located_left_out(budget: Budget) -> Finding:
    """A card of which both know the holder can be left out of play."""
    main = swept(budget, 4, any_kept)
    return main.also(pile=swept(budget, size(budget, 5), pile_kept))


# ---- a question at no cost


def classes(game: Game) -> list[set[int]]:
    """The hands of player 1, together those that player 2 cannot tell apart.

    That is, from one to the next, with some hand of player 2.
    """
    hands = [mask_of(h, game) for h in combinations(game.cards, game.sizes[1])]
    found, left = [], set(hands)
    while left:
        ahead = [left.pop()]
        cls = set(ahead)
        while ahead:
            now = ahead.pop()
            near = {h for h in left if (h | now).bit_count() <= game.c - game.sizes[2]}
            left -= near
            cls |= near
            ahead += near
        found.append(cls)
    return found


def free_questions(game: Game) -> Iterator[frozenset[str]]:
    """The questions that may be asked with a chance that tells nothing.

    The chance has to be the same for all hands in a class, and it is 0 for a hand
    that holds all cards of the question.
    """
    found = classes(game)
    for cards in game.questions():
        question = mask_of(cards, game)
        if not any(not question & ~hand for cls in found for hand in cls):
            yield cards


def no_cost(budget: Budget) -> Finding:
    """A useful question can be drawn so that it tells nothing."""
    main = _drawn_freely(budget, small=True)
    return main.also(long=_drawn_freely(budget, small=False))


def _drawn_freely(budget: Budget, *, small: bool) -> Finding:
    c = 8 if budget.full else 6
    cases = (
        None if any(free_questions(game)) else _not_free(game)
        for game in games(c, lambda g: 1 < g.q <= sum(g.sizes[:2]) + 1)
        if small or game.q > game.sizes[1]
    )
    return sought(budget, cases, {"c": c, "p": 2}, proves=True)


def _not_free(game: Game) -> Case:
    values = {"questions": game.question_count(), "with the same chance": 0}
    return with_values(game, values)
