"""Games of two players against a fixed strategy: what the best reply to it is worth.

In the field: best responses, by dynamic programming over information sets.

One player, the leader, follows a strategy that may use chance. The other replies
with whatever is best, knowing the strategy but of the deal only what a player sees.
The result is exact: the probability with which the leader wins. So a strategy of
player 1 bounds the value of the game from below, and one of player 2 from above.
What can be done is asked of the game in play, whose rules are the axioms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mystpy.bits import cards_of
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.history.actions import Action, Guess
from mystpy.situations.play import Deal, Play
from mystpy.solve.information import Information, Mixture, Strategy

Limits = Callable[[Information, Action], bool]
"""Which actions the replying player may choose; all if there are no limits."""

Imposed = Callable[[Information, tuple[Action, ...]], Mixture | None]
"""Mixture that bind the replying player here; None leaves the choice free."""


def _anything(information: Information, action: Action) -> bool:
    return True


def _nothing(information: Information, offers: tuple[Action, ...]) -> None:
    return None


def _go_on() -> None:
    return None


@dataclass(slots=True)
class Reply:
    """The best reply to a strategy of `leader`.

    After a wrong guess the other player is taken to win: alone, and as long as q is
    at most m + n + 1, a player can ask until the pile is known (Theorem 3.2). With
    `to_the_end` the leader has to play on instead. The strategy has to guess at
    some time, whatever the other does: endless plays are not looked for. A strategy
    for which all cards are `alike`, which chooses among cards evenly, does as well
    against each hand, as renaming the cards shows: one hand is enough. A reply that
    `helps` the leader is the worst one instead of the best. `nodes` counts what was
    visited; now and then `tick` is called, which may raise.
    """

    game: Game
    leader: int
    strategy: Strategy
    allowed: Limits = _anything
    imposed: Imposed = _nothing
    to_the_end: bool = False
    alike: bool = False
    helps: bool = False
    nodes: int = 0
    tick: Callable[[], None] = _go_on

    def worth(self) -> Fraction:
        """The probability with which the leader wins against the best reply."""
        deals = [
            tuple(cards_of(hand, self.game) for hand in hands)
            for hands in Deals(self.game, ())
        ]
        same: dict[frozenset[str], list[Deal]] = {}
        for deal in deals:
            same.setdefault(deal[3 - self.leader], []).append(deal)
        hands = list(same.values())[: 1 if self.alike else None]
        each = Fraction(1, sum(map(len, hands)))
        groups = ([(deal, each) for deal in some] for some in hands)
        return sum(map(self._from, groups), Fraction())

    def _from(self, deals: Sequence[tuple[Deal, Fraction]]) -> Fraction:
        return self._worth([(Play(self.game, deal), w) for deal, w in deals], ())

    def _worth(
        self, held: list[tuple[Play, Fraction]], done: tuple[Action, ...]
    ) -> Fraction:
        """With which weight the leader wins in games that look the same.

        They look so to the replying player: the weights are the chances of the deals
        times those of what the leader has done.
        """
        self.nodes += 1
        if self.nodes % 512 == 0:
            self.tick()
        offers = {play.possible() for play, _ in held}
        (player,) = {action.player for some in offers for action in some}
        if player == self.leader:
            chances = (
                (
                    play,
                    weight,
                    self.strategy(self._information(play, player, done), some),
                )
                for play, weight in held
                for some in (play.possible(),)
            )
            return self._mixed(chances, done)
        (some,) = offers
        information = self._information(held[0][0], player, done)
        imposed = self.imposed(information, some)
        if imposed is not None:
            return self._mixed(((p, w, imposed) for p, w in held), done)
        options = (a for a in held[0][0].actions() if self.allowed(information, a))
        each = (self._done(held, done, action) for action in options)
        return max(each) if self.helps else min(each)

    def _information(
        self, play: Play, player: int, done: tuple[Action, ...]
    ) -> Information:
        return Information(self.game, player, play.deal[player], done)

    def _mixed(
        self,
        chances: Iterator[tuple[Play, Fraction, Mixture]],
        done: tuple[Action, ...],
    ) -> Fraction:
        parts: dict[Action, list[tuple[Play, Fraction]]] = {}
        for play, weight, actions in chances:
            assert sum(actions.values()) == 1, "chances add up to 1"
            for action, chance in actions.items():
                if chance:
                    parts.setdefault(action, []).append((play, weight * chance))
        each = (self._done(held, done, action) for action, held in parts.items())
        return sum(each, Fraction())

    def _done(
        self,
        held: list[tuple[Play, Fraction]],
        done: tuple[Action, ...],
        action: Action,
    ) -> Fraction:
        """What an action is worth in games that look the same before it."""
        won, on = Fraction(), []
        for play, weight in held:
            play.push(action)
            if not isinstance(action, Guess):
                on.append((play, weight))
            elif play.over and play.deal[0] == action.cards:
                won += weight if action.player == self.leader else 0
            elif action.player != self.leader and not self.to_the_end:
                won += weight
            elif action.player != self.leader and not play.over:
                on.append((play, weight))
        if on:
            won += self._worth(on, (*done, action))
        for play, _ in held:
            play.pop()
        return won
