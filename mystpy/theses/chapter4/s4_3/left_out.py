"""Section 4.3, in passing: what can be left out of play, and what costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.chapter4.sweep import Fault, card, games, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- what can be left out of play


def not_public(
    players: GameOfTwo, deals: int, holders: Iterable[int]
) -> tuple[int, int, int] | None:
    """Deals in which both know who has a card, and the public does not.

    With them go the holder and the card's place.
    """
    for k in holders:
        for x in range(players.game.c):
            fact = players.held(k, x)
            both = players.known(1, fact, deals) & players.known(2, fact, deals)
            if both and deals & ~fact:
                return both, k, x
    return None


def pile_kept(players: GameOfTwo, step: Step) -> Fault | None:
    """Both know of a card in the pile, and in some public deal it is elsewhere."""
    return _kept(players, step, (0,))


def any_kept(players: GameOfTwo, step: Step) -> Fault | None:
    """Both know who has a card, and in some public deal it is elsewhere."""
    return _kept(players, step, players.game.holders)


def _kept(players: GameOfTwo, step: Step, holders: Iterable[int]) -> Fault | None:
    found = not_public(players, step.after.full, holders)
    if found is None:
        return None
    both, k, x = found
    fact = f"h({k},{card(players, x)})"
    return both, f"E([1,2], {fact}) & ~C([1,2], {fact})"


def no_game_left(players: GameOfTwo, step: Step) -> Fault | None:
    """Without the cards that both know to be in the pile, the rest is no MYST."""
    deals, game = step.after.full, players.game
    if step.kind != "no":
        return None
    known = [
        players.known(1, fact, deals) & players.known(2, fact, deals)
        for fact in (players.held(0, x) for x in range(game.c))
    ]
    common = [x for x, both in enumerate(known) if both]
    if not common or len(common) < game.sizes[0]:
        return None
    pile = " & ".join(f"h(0,{card(players, x)})" for x in common)
    return known[common[0]], f"C([1,2], {pile})"


def left_out(budget: Budget) -> Finding:
    """What both know to be in the pile can be left out of play."""
    main = swept(budget, 4, no_game_left)
    return main.also(public=swept(budget, size(budget), pile_kept))


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
    main = _drawn_freely(budget, 1)
    return main.also(long=_drawn_freely(budget, 0))


def _drawn_freely(budget: Budget, small: int) -> Finding:
    c, found, seen = 8 if budget.full else 6, None, 0
    for game in games(c, lambda g: 1 < g.q <= g.sizes[0] + g.sizes[1] + 1):
        if game.q <= game.sizes[1] * (1 - small):
            continue
        budget.tick()
        seen += 1
        if found is None and not any(free_questions(game)):
            total = str(game.question_count())
            values = {"questions": total, "with the same chance": "0"}
            found = {"game": game.to_dict(), "values": values}
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )
