"""Broomheads that draw conclusions from the questions of others.

In the field: opponent models: one that is dropped when an observation refutes it, and
one with recency features.

Super Crazy Broomhead assumes that a player holds the cards that she leaves out of her
first interrogation. Psychotic Broomhead assumes that a player holds the cards for which
others have not asked her again. Source: Ayzenshtat, Feng and Lee 2003; the time when
the latter guesses is reconstructed.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.history.actions import Asks, No, Yes
from mystpy.play.game_state import is_set
from mystpy.play.information_state import (
    BeliefApproximation,
    EventFold,
    InformationState,
)
from mystpy.play.player import FOLLOW_SIGHT
from mystpy.players.broomhead.broomhead import Crazy, uncertain
from mystpy.players.counting_logic import Clue
from mystpy.players.counting_sheet import CountingSheet
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event


class Ages:
    """For each asker a table of ages, by other player and card.

    Whenever i asks j, and j shows a card, all cells of i's table grow by 1, but those
    of j and the cards asked for become 0. If j shows none, all grow.
    """

    def __init__(self, game: Game) -> None:
        """Begin with ages 0."""
        self.game = game
        everybody = range(1, game.p + 1)
        self.clock = dict.fromkeys(everybody, 0)
        self.reset = {(i, j): [0] * game.c for i in everybody for j in everybody}
        self.times_asked = dict.fromkeys(everybody, 0)
        self._asker, self._cards = 0, 0

    def then(self, event: Event, *, won: bool = False) -> Ages:
        """Return the same tables, updated by an event."""
        kind, player, *_ = event.key
        if kind == Asks.name:
            self._asker, self._cards = player, event.cards
            self.clock[player] += 1
        elif kind in (No.name, Yes.name):
            self.times_asked[player] += 1
            if kind == Yes.name:
                row = self.reset[self._asker, player]
                for card in bits(self._cards):
                    row[card.bit_length() - 1] = self.clock[self._asker]
        return self

    def age(self, i: int, j: int, card: int) -> int:
        """Return the age of the cell of player j and a card in i's table."""
        return self.clock[i] - self.reset[i, j][card.bit_length() - 1]

    def hand(self, j: int, me: int, cards: int, needed: int, rng: Random) -> int:
        """Return the cards that j is assumed to have besides the known ones.

        If j has shown i a card, i's table votes for its oldest cards, as many as are in
        a hand; the tables of j and of this player do not. If cards have equally many
        votes, older ones are taken.
        """
        votes: Counter[int] = Counter()
        ages: Counter[int] = Counter()
        order = bits(cards)
        rng.shuffle(order)
        for i in self.clock:
            if i not in (j, me) and any(self.reset[i, j]):
                oldest = sorted(order, key=lambda card: -self.age(i, j, card))
                votes.update(oldest[: self.game.sizes[j]])
                ages.update({card: self.age(i, j, card) for card in order})
        order.sort(key=lambda card: (-votes[card], -ages[card]))
        return sum(order[:needed])


class Psychotic(Crazy):
    """A Crazy Broomhead who guesses early, by cards that others do not ask for again.

    This happens when at most this number of `hands` is uncertain, and each of these
    players was asked this `often`.
    """

    def __init__(
        self, game: Game, player: int, *, hands: int = 2, often: int = 3
    ) -> None:
        who = "a player of the kind psychotic, who guesses by what others were shown,"
        require_known_sight(game.rule_set, who, FOLLOW_SIGHT)
        super().__init__(game, player)
        self.hands, self.often = hands, often
        self._ages = EventFold(lambda seen: Ages(game))

    def pile(self, seen: InformationState, rng: Random) -> int:
        """Return the pile, if it is known, or guessed at the end of the game."""
        belief = self.belief(seen)
        open_ = uncertain(belief, self.player)
        ages = self._ages.at(seen)
        if belief.pile or not 0 < len(open_) <= self.hands:
            return belief.pile or 0
        if self.game.p < 3 or any(ages.times_asked[j] < self.often for j in open_):
            return 0
        taken = 0
        for j in sorted(open_, key=lambda j: open_[j].bit_count()):
            needed = self.game.sizes[j] - belief.sure[j].bit_count()
            taken |= ages.hand(j, self.player, open_[j] & ~taken, needed, rng)
        pile = belief.may[0] & ~taken
        return pile if is_set(self.game, pile, self.game.sizes[0]) else 0


class Assumption:
    """A sheet with the probable clues too, until they are refuted.

    A probable clue: a player who asks for the first time has all the cards that are not
    on the list. It is not assumed if these are more cards than the asker can have, nor
    after the first round.
    """

    def __init__(self, sheet: CountingSheet) -> None:
        """Begin before the first action, with the initial knowledge."""
        self.game, self.player = sheet.game, sheet.player
        self._sheet: CountingSheet | None = sheet
        self._asked = 0
        self._first_round = True
        self.clues: tuple[Clue, ...] = ()
        """The probable clues so far."""

    @property
    def sheet(self) -> CountingSheet | None:
        """Return the assumed sheet; None, permanently, once it is refuted."""
        if self._sheet and not self._sheet.is_possible:
            self._sheet = None
        return self._sheet

    def then(self, event: Event, *, won: bool = False) -> Assumption:
        """Return the same assumption, updated by one more action."""
        if not self._sheet:
            return self
        self._sheet = self._sheet.then(event, won=won)
        if event.key[0] == Asks.name and self._first_round:
            asker = event.key[1]
            self._first_round = not self._asked >> asker & 1
            self._asked |= 1 << asker
            if self._first_round:
                clues = self._probable(asker, event.cards)
                self._sheet = self._sheet.with_clues(clues)
                self.clues += tuple(clues)
        return self

    def _probable(self, asker: int, listed: int) -> list[Clue]:
        left_out = ((1 << self.game.c) - 1) & ~listed
        number = left_out.bit_count()
        if asker == self.player or not 0 < number <= self.game.sizes[asker]:
            return []
        return [Clue(left_out, asker, number, number)]


class SuperCrazy(Crazy):
    """A Crazy Broomhead with the assumption while it holds; not with two players."""

    def __init__(self, game: Game, player: int) -> None:
        super().__init__(game, player)
        self._assumed = EventFold(
            lambda seen: Assumption(CountingSheet(seen, trial=True))
        )

    def belief(self, seen: InformationState) -> BeliefApproximation:
        """Return the belief, with the assumption if it holds."""
        assumed = self._assumed.at(seen).sheet if self.game.p > 2 else None
        return assumed or super().belief(seen)
