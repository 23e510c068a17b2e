"""Section 4.3, in passing: what can be left out of play, and what costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.bench import Statement
from mystpy.theses.chapter4.public import Step, TwoPlayers
from mystpy.theses.chapter4.sweep import Fault, card, games, size, swept

# ---- what can be left out of play


def not_public(
    players: TwoPlayers, deals: int, holders: Iterable[int]
) -> tuple[int, int, int] | None:
    """Return deals in which both know who has a card, and the public does not.

    With them go the holder and the card's place.
    """
    for k in holders:
        for x in range(players.game.c):
            fact = players.held(k, x)
            both = players.known(1, fact, deals) & players.known(2, fact, deals)
            if both and deals & ~fact:
                return both, k, x
    return None


def pile_kept(players: TwoPlayers, step: Step) -> Fault | None:
    """Both know of a card in the pile, and in some public deal it is elsewhere."""
    return _kept(players, step, (0,))


def any_kept(players: TwoPlayers, step: Step) -> Fault | None:
    """Both know who has a card, and in some public deal it is elsewhere."""
    return _kept(players, step, players.game.holders)


def _kept(players: TwoPlayers, step: Step, holders: Iterable[int]) -> Fault | None:
    found = not_public(players, step.after.deals, holders)
    if found is None:
        return None
    both, k, x = found
    fact = f"h({k},{card(players, x)})"
    return both, f"E([1,2], {fact}) & ~C([1,2], {fact})"


def no_game_left(players: TwoPlayers, step: Step) -> Fault | None:
    """Without the cards that both know to be in the pile, the rest is no MYST."""
    deals, game = step.after.deals, players.game
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
    main = swept(
        budget,
        4,
        no_game_left,
        "the rest, without the cards of M_1 & M_2, is MYST(m', n, 2, q) with m' = m - "
        "|M_1 & M_2| >= 1, see (2.1)",
        note="Both may know the whole pile, and no game is left, nor need one be. After"
        " shows the hands are unequal, see remark-4.3-reduction.",
    )
    return main.read_as(
        "it is in the pile in all deals that are publicly possible",
        swept(
            budget,
            size(budget),
            pile_kept,
            "nobody has guessed, K(1,h(0,x)) & K(2,h(0,x)) -> x is in the pile in all "
            "public deals",
            argument="a player knows a card of the pile if the opponent denied it or "
            "has shown n others; if that is so of both, publicly neither has it. So "
            "the deals are those of the cards that are left.",
        ),
    )


def located_left_out(budget: Budget) -> Finding:
    """A card of which both know the holder can be left out of play."""
    main = swept(
        budget,
        4,
        any_kept,
        "nobody has guessed, K(1,h(k,x)) & K(2,h(k,x)) -> k has x in all public deals",
        note="A player's own card, which the other has found out by a no: without it, "
        "its holder would learn that it was found out.",
    )
    return main.read_as(
        "cards of the pile",
        swept(budget, size(budget, 5), pile_kept, "the same for k = 0"),
    )


# ---- a question at no cost


def classes(game: Game) -> list[set[int]]:
    """Return the hands of player 1, together those that player 2 cannot tell apart.

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
    """Yield the questions that may be asked with a chance that tells nothing.

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
    main = _drawn_freely(
        budget,
        1,
        "1 < q <= m+n+1: there are chances P(Q | S_1), 0 if Q <= S_1, that are the same"
        " in all deals that player 2 holds possible",
    )
    return main.read_as(
        "q > n",
        _drawn_freely(budget, 0, "n < q <= m+n+1: there are such chances"),
        note="For q <= n every set Q is part of some hand. With that hand its chance is"
        " 0, and so with every hand, as player 2 cannot tell hands apart that differ in"
        " one card.",
    )


def _drawn_freely(budget: Budget, small: int, statement: str) -> Finding:
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
        found,
        proves=True,
        statement=statement,
        method="exhaustive",
        instances=seen,
        scope={"c": c, "p": 2},
    )


STATEMENTS = (
    Statement(
        "remark-4.3-left-out",
        "section 4.3",
        "Cards that both know to be in the pile can be left out, and a smaller game of "
        "MYST is left.",
        "the rest, without the cards of M_1 & M_2, is MYST(m', n, 2, q) with m' >= 1",
        left_out,
    ),
    Statement(
        "remark-4.3-no-cost",
        "section 4.3, proof of Claim 4.5",
        "Player 1 can ask a useful question, drawn at random, at no cost.",
        "1 < q <= m+n+1: there are chances P(Q | S_1), 0 if Q <= S_1, that are the same"
        " in all deals that player 2 holds possible",
        no_cost,
    ),
    Statement(
        "remark-5-left-out",
        "chapter 5",
        "A card of which both know the holder can be left out of play.",
        "p = 2, no guesses: K(1,h(k,x)) & K(2,h(k,x)) -> k has x in all public deals",
        located_left_out,
    ),
)
