"""Section 4.2: the counter-strategy to predictable questions.

Player 1 has asked Q, and player 2 knows that exactly a cards of Q are player 1's.
Player 2 asks Q again and again, each time with another card instead of the one that was
shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations, combinations_with_replacement, product
from operator import or_

from mystpy.bits import bits, cards_of, mask_of
from mystpy.compilation import dataclass
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Action, Asks, EndTurn, NoGuess, Shows, Yes
from mystpy.theses.case_analysis import Case, each_game, sought, with_values
from mystpy.theses.chapter4.sweep import largest, replayed


@dataclass(frozen=True, slots=True)
class CounterPlay:
    """Player 2's questions and player 1's shows, in a deal; all sets are masks."""

    game: Game
    hands: tuple[int, ...]
    question: int
    asked: tuple[int, ...]
    shown: tuple[int, ...]

    @property
    def own(self) -> int:
        """Return the cards of the first question that player 1 has."""
        return self.question & self.hands[1]

    def after(self) -> Iterator[CounterPlay]:
        """Yield the possible next plays: any other card asked for, any card shown."""
        every = (1 << self.game.c) - 1
        if self.asked:
            left = self.asked[-1] & ~self.shown[-1]
            new = bits(every & ~self.asked[-1] & ~sum(self.shown))
            questions = [left | card for card in new]
        else:
            questions = [self.question]
        for question in questions:
            for card in bits(question & self.hands[1]):
                asked, shown = (*self.asked, question), (*self.shown, card)
                yield CounterPlay(self.game, self.hands, self.question, asked, shown)

    def plays(self, count: int) -> Iterator[CounterPlay]:
        """Yield the possible courses of `count` questions of player 2."""
        ahead = [self]
        for _ in range(count):
            ahead = [nxt for case in ahead for nxt in case.after()]
        return iter(ahead)

    def possible(self) -> list[int]:
        """Return the hands of player 1 that player 2 considers possible."""
        rest, shown = bits(self.hands[0] | self.hands[1]), sum(self.shown)
        count = self.own.bit_count()
        hands = map(sum, combinations(rest, self.game.sizes[1]))
        fits = (h for h in hands if not shown & ~h)
        return [h for h in fits if (h & self.question).bit_count() == count]

    def missed(self) -> int:
        """Return player 1's cards in Q that player 2 does not know to be player 1's."""
        known = -1
        for hand in self.possible():
            known &= hand
        return self.own & ~known


def starts(game: Game) -> Iterator[CounterPlay]:
    """Yield each question of player 1 with own cards and others, in one deal."""
    hands = next(iter(Deals(game, ())))
    for cards in game.questions():
        question = mask_of(cards, game)
        if question & hands[1] and question & ~hands[1]:
            yield CounterPlay(game, hands, question, (), ())


def history(case: CounterPlay) -> list[Action]:
    """Return its history; player 1 asks the same question in each turn."""
    game, done = case.game, list[Action]()
    question = cards_of(case.question, game)
    first = min(question & cards_of(case.hands[2], game))
    turn: list[Action] = [
        Asks(1, question),
        Yes(2),
        Shows(2, 1, first),
        NoGuess(1),
        EndTurn(1),
    ]
    for asked, shown in zip(case.asked, case.shown, strict=True):
        (card,) = cards_of(shown, game)
        reply = (Asks(2, cards_of(asked, game)), Yes(1), Shows(1, 2, card))
        done += (*turn, *reply, NoGuess(2), EndTurn(2))
    return done


def not_told(case: CounterPlay) -> Case:
    """Return a query: player 2, though certain of the number, misses a card."""
    game, own = case.game, case.own.bit_count()
    question = sort_cards(cards_of(case.question, game), game.deck)
    count = f"exactly {own} of ({','.join(f'h(1,{x})' for x in question)})"
    card = min(cards_of(case.missed(), game))
    text = f"h(1,{card}) & ~K(2, {count} -> h(1,{card}))"
    deal = [cards_of(hand, game) for hand in case.hands]
    return replayed(game, deal, history(case), text)


def any_play(_case: CounterPlay) -> bool:
    """Return True, for all courses of player 2's questions."""
    return True


def repeated(
    budget: Budget,
    count: Callable[[CounterPlay], int],
    among: Callable[[CounterPlay], bool] = any_play,
) -> Result:
    """Check that after `count` questions 2 knows which asked cards are own ones."""
    c = 8 if budget.full else 7
    cases = (
        not_told(case) if case.missed() else None
        for game in each_game(c, fits=largest)
        for start in starts(game)
        for case in start.plays(count(start))
        if among(case)
    )
    return sought(budget, cases, {"c": c, "p": 2, "q": "m+n+1"}, proves=True)


def own_cards_named(case: CounterPlay) -> int:
    """Return how many cards of player 1's the question names."""
    return case.own.bit_count()


def nothing_put_in(case: CounterPlay) -> bool:
    """Return whether none of the cards that player 2 has added is player 1's."""
    added = reduce(or_, case.asked, 0) & ~case.question
    return not added & case.hands[1]


def counter_strategy(budget: Budget) -> Result:
    """Check that repetitions, one per card of 1's, determine player 1's cards."""
    return repeated(budget, own_cards_named).also(
        own_put_in=repeated(budget, own_cards_named, among=nothing_put_in),
        two_cards=repeated(
            budget, own_cards_named, among=lambda case: case.game.sizes[1] <= 2
        ),
        n_times=repeated(budget, lambda case: case.game.sizes[1]),
    )


def others(q: int, own: int) -> int:
    """Return how many cards of a question are not own."""
    return q - own


def recoup(budget: Budget, bonus: Callable[[int, int], int] = others) -> Result:
    """Check that player 2 has then located the g cards shown and q - a more."""

    def cases() -> Iterator[Case | None]:
        for m, n in product(range(1, 12), repeat=2):
            game = Game.myst(m, n, 2, m + n + 1)
            for own, rounds in combinations_with_replacement(range(1, n + 1), 2):
                said = rounds + bonus(game.q, own)
                found = with_values(game, {"said": said, "there are": m + n})
                yield found if said > m + n else None

    scope = {"m": "1..11", "n": "1..11", "p": 2}
    return sought(budget, cases(), scope, method="arithmetic")
