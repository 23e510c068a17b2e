"""A player alone: the number of questions to know the pile, section 3.3's vacuum.

Player 1 asks and learns only from the answers. The games are searched exactly, over the
knowledge of player 1. There are two ways to read "there is a sequence of questions". It
may be a sequence for the deal at hand, chosen with knowledge of the deal, as in the
proofs of the lemmas. Or it is a strategy of player 1, who does not know the deal. The
responders show what helps player 1 least, or what helps her most.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import mask_of
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.sight import require_known_sight
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event, action_of
from mystpy.situations.explore import events, steps


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question of player 1 with the answers to it, up to the card that is shown.

    `deals` are those in which it can occur, as bits.
    """

    actions: tuple[Action, ...]
    deals: int


class SoloPlay:
    """The knowledge that player 1 can reach by asking alone, with one deal or any.

    Sets of deals are integers, with a bit for each deal of the game. In the `actual`
    deal the first cards are player 1's, and so on. `deals` are those that player 1
    considers possible at first. `held` has for each holder and card the deals in which
    the holder has it.
    """

    def __init__(self, game: Game) -> None:
        require_known_sight(game.rule_set)
        self.game = game
        self._start = EpistemicState.start(game)
        self.deal = in_order(game)
        self.actual = 1 << self._start.frame.numbers[self.deal]
        (self.deals,) = (s for s in self._start.classes(1) if s & self.actual)
        self.held = self._start.frame.held
        self.questions = [(q, self._answered(q)) for q in game.questions()]
        self._kinds: dict[int, tuple[int, ...]] = {}
        self._known: dict[tuple[object, ...], float] = {}

    def _answered(self, question: frozenset[str]) -> list[AnsweredQuestion]:
        """Return all ways in which a question may be answered, from the axioms."""
        ask = Event((Asks.name, 1), mask_of(question, self.game))
        (asked,) = self._start.after(ask)
        first: tuple[Event, ...] = (ask,)
        found, ahead = [], [(first, asked.state, asked.state.full & self.deals)]
        while ahead:
            done, state, deals = ahead.pop()
            answers = [
                event
                for event in events(state, sets=False)
                if event.key[0] in (No.name, Yes.name, Shows.name)
            ]
            if not answers:
                actions = tuple(action_of(event, self.game) for event in done)
                found.append(AnsweredQuestion(actions, deals))
            for event in answers:
                for reached, meant in steps(state, event):
                    # Player 1 sees the card, so a show is the last of the answers.
                    left = deals & reached.lifted(meant)
                    if left:
                        ahead.append(((*done, event), reached.state, left))
        return found

    def pile(self, deal: int) -> int:
        """Return the pile of a deal, as a mask."""
        return self._start.worlds[deal.bit_length() - 1][0]

    def knows_pile(self, deals: int) -> bool:
        """Return whether the pile is the same in all of these deals."""
        return all(not deals & have or not deals & ~have for have in self.held[0])

    def closed(self, deals: int) -> int:
        """Return the deals that satisfy each literal that is true in all of these."""
        found = self._start.full
        for row in self.held:
            for have in row:
                if not deals & ~have:
                    found &= have
                elif not deals & have:
                    found &= ~have
        return found

    def kinds(self, deals: int) -> tuple[int, ...]:
        """Return for each card who may have it (twice a bit) and must (the next bit).

        In the vacuum this is all that player 1 knows: it consists of literals. Cards of
        the same kind can be exchanged.
        """
        if deals not in self._kinds:
            assert self.closed(deals) == deals, "all that is known is literals"
            kinds = []
            for x in range(self.game.c):
                kind = 0
                for row in self.held:
                    may, must = deals & row[x], not deals & ~row[x]
                    kind = kind << 2 | bool(may) << 1 | must
                kinds.append(kind)
            self._kinds[deals] = tuple(kinds)
        return self._kinds[deals]

    def different(
        self, deals: int, actual: int
    ) -> Iterator[tuple[frozenset[str], list[AnsweredQuestion]]]:
        """Yield questions, one of those that differ by cards of the same kind.

        Cards of one kind have the same holder in the actual deal, if that is given.
        """
        kinds = self._with_holders(deals, actual)
        deck, seen = self.game.deck, set()
        for question, responses in self.questions:
            kind = tuple(sorted(kinds[deck[x]] for x in question))
            if kind not in seen:
                seen.add(kind)
                yield question, responses

    def _with_holders(self, deals: int, actual: int) -> tuple[tuple[int, int], ...]:
        kinds = self.kinds(deals)
        if not actual:
            return tuple((kind, 0) for kind in kinds)
        hands = self._start.worlds[actual.bit_length() - 1]
        return tuple(
            (kind, next(k for k, hand in enumerate(hands) if hand >> x & 1))
            for x, kind in enumerate(kinds)
        )

    def needed(self, *, strategy: bool, stingy: frozenset[int]) -> float:
        """Return the number of questions after which player 1 knows the pile.

        It is the least number that suffices for every choice that is not player 1's.
        These are the cards that `stingy` players show and, for a `strategy`, the deal;
        for a strategy all players are stingy. The other players show what helps player
        1 most. The result is infinity if no number suffices.
        """
        actual = 0 if strategy else self.actual
        return self._needed(self.deals, actual, None if strategy else stingy)

    def _needed(self, deals: int, actual: int, stingy: frozenset[int] | None) -> float:
        if self.knows_pile(deals):
            return 0
        key = (stingy, *sorted(self._with_holders(deals, actual)))
        if key not in self._known:
            best = math.inf
            for _, responses in self.different(deals, actual):
                after, worst = self._after(deals, actual, responses, stingy)
                if after and deals not in after:
                    values = [self._needed(w, actual, stingy) for w in after]
                    best = min(best, 1 + (max(values) if worst else min(values)))
                if best == 1:
                    break
            self._known[key] = best
        return self._known[key]

    def _after(
        self,
        deals: int,
        actual: int,
        responses: list[AnsweredQuestion],
        stingy: frozenset[int] | None,
    ) -> tuple[set[int], bool]:
        """Return player 1's sets of possible deals afterwards, and whether at worst.

        In an actual deal one player answers: unless she is stingy, replies without
        information are left out.
        """
        fitting = [r for r in responses if r.deals & (actual or deals)]
        after = {deals & r.deals for r in fitting}
        if stingy is None or fitting[0].actions[-1].player in stingy:
            return after, True
        return after - {deals}, False


@cached_by_theory()
def vacuum_of(game: Game) -> SoloPlay:
    """Return the vacuum of a game, which is computed once."""
    return SoloPlay(game)


@cached_by_theory()
def questions_needed(
    game: Game, *, strategy: bool = False, stingy: frozenset[int] | None = None
) -> float:
    """Return how many questions player 1 needs in the vacuum: see `SoloPlay.needed`.

    By default all players are `stingy`.
    """
    grudging = frozenset(game.holders[1:]) if stingy is None else stingy
    return vacuum_of(game).needed(strategy=strategy, stingy=grudging)


def in_order(game: Game) -> tuple[int, ...]:
    """Return the deal, as masks, in which the first cards are player 1's, and so on."""
    first, hands = 0, []
    for size in (*game.sizes[1:], game.sizes[0]):
        hands.append(((1 << size) - 1) << first)
        first += size
    return (hands[-1], *hands[:-1])
