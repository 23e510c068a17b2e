"""Sentences of chapter 4 that are said in passing: a third party, a bonus, a zero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mystpy.bits import bits, cards_of, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Deals, Holds
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Shows
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.sweep import Fault, games, largest, single, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- predictable questions


@dataclass(frozen=True, slots=True)
class Predicted:
    """A deal (hands as masks), a question, and how many of its cards are player 1's."""

    game: Game
    hands: tuple[int, ...]
    question: int

    @property
    def own(self) -> int:
        """The cards of the question that player 1 has."""
        return self.question & self.hands[1]

    def deals(self) -> list[tuple[int, ...]]:
        """What player 2 holds possible who was shown all cards of `own`.

        Player 2 takes it that the question named just so many cards of player 1's.
        """
        told = [Condition(2, Holds.EXACTLY, self.hands[2])]
        told += [Condition(1, Holds.SOME, card) for card in bits(self.own)]
        count = self.own.bit_count()
        found = Deals(self.game, told)
        return [d for d in found if (d[1] & self.question).bit_count() == count]

    def located(self) -> int:
        """The cards of the question whose holder player 2 then knows."""
        deals = self.deals()
        cards = bits(self.question)
        return sum(
            x
            for x in cards
            if any(all(hands[k] & x for hands in deals) for k in range(3))
        )


def predictions(c: int) -> Iterator[Predicted]:
    """For each game with q = m + n + 1, deal and useful question of player 1."""
    for game in games(c, largest):
        for hands in Deals(game, ()):
            for cards in game.questions():
                question = mask_of(cards, game)
                if question & hands[1] and question & ~hands[1]:
                    yield Predicted(game, hands, question)


def bonus(budget: Budget) -> Finding:
    """Who has found the a own cards of a question knows the other q - a."""
    located, gained, seen = None, None, 0
    for case in predictions(6 if budget.full else 5):
        budget.tick()
        seen += 1
        if case.located() != case.question and located is None:
            located = _bonus_values(case)
        new = (case.located() & ~case.own & ~case.hands[2]).bit_count()
        if new < (case.question & ~case.own).bit_count() and gained is None:
            gained = _bonus_case(case)
    scope = {"c": 6 if budget.full else 5, "p": 2, "q": "m+n+1"}
    main = Finding.judged(
        gained, proves=True, method="exhaustive", instances=seen, scope=scope
    )
    known = Finding.judged(
        located, proves=True, method="exhaustive", instances=seen, scope=scope
    )
    return main.also(known=known)


def _bonus_case(case: Predicted) -> Mapping[str, object]:
    """A question with a card of player 2's own, and that it is no news.

    The formula is replayed by two engines. If there is no such card, values are told.
    """
    game = case.game
    deal = [cards_of(hand, game) for hand in case.hands]
    known = sorted(cards_of(case.question & case.hands[2], game))
    if known:
        asked = Asks(1, cards_of(case.question, game))
        text = f"~h(1,{known[0]}) & K(2, h(2,{known[0]}))"
        return replayed(game, deal, (asked,), text)
    return _bonus_values(case)


def _bonus_values(case: Predicted) -> Mapping[str, object]:
    game = case.game
    named = [x for k, x in enumerate(game.cards) if case.question >> k & 1]
    new = case.located() & ~case.own & ~case.hands[2]
    return {
        "game": game.to_dict(),
        "hands": {
            str(k): [x for i, x in enumerate(game.cards) if hand >> i & 1]
            for k, hand in enumerate(case.hands)
        },
        "history": [f"asks(1,{{{','.join(named)}}})"],
        "values": {
            "q - a": str((case.question & ~case.own).bit_count()),
            "new": str(new.bit_count()),
        },
    }


# ---- a value of 0


def zero(players: GameOfTwo, step: Step) -> Fault | None:
    """One of m, n1 and n2 is 0, and nobody knows the pile, if nobody bluffs."""
    game, deals = players.game, step.after.full
    asked, shown, denied = None, [0, 0, 0], set[str]()
    for action in step.after.actions:
        if isinstance(action, Asks):
            asked = action
            (card,) = action.cards
            deals &= ~players.held(action.player, game.deck[card])
            denied |= action.cards
        elif isinstance(action, Shows) and asked is not None:
            denied -= asked.cards
    for player in (1, 2):
        held = (players.held(player, x) for x in range(game.c))
        shown[player] = sum(not step.after.full & ~fact for fact in held)
    left = (game.sizes[0] - len(denied), *(game.sizes[k] - shown[k] for k in (1, 2)))
    if min(left) > 0:
        return None
    certain = 0
    for player in (1, 2):
        for view in players.views[player]:
            piles = {players.deals[b.bit_length() - 1][0] for b in bits(view & deals)}
            certain |= view & deals if len(piles) == 1 else 0
    return deals & ~certain, "true"


def empty(budget: Budget) -> Finding:
    """A value of 0 means that a player knows the pile."""
    return swept(budget, size(budget, 5), zero, fits=single)
