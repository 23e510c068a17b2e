"""What two players know in all situations of a game, up to renaming cards.

With two players everybody sees every card that is shown. So what is public is a set
of deals, those that satisfy the conditions that the walk through the diagram of the
axioms has met, and a player knows what holds in those of them that give the player
the same hand. Sets of deals are integers: bit d stands for the d-th deal.

Renaming the cards maps situations to situations and keeps what is known, so of
situations that differ by a renaming only the first is looked at. A renaming leaves
alone what only counts: whose turn it is, who is still in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

from mystpy.bits import cards_of
from mystpy.engines.deals import Condition, Deals, Holds
from mystpy.engines.diagram.walk import Branch, Walker
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, No, Shows, Yes

Signature = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A public situation: where its walk stands, its deals, and how it came about."""

    branch: Branch
    deals: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn's question with its answer, or a guess after it; ``kind`` says which.

    ``after`` is the situation after the no, the show or the guess.
    """

    kind: str
    poser: int
    before: Standing
    after: Standing


class TwoPlayers:
    """The situations of a game of two players, and what is known in them."""

    def __init__(self, game: Game) -> None:
        assert game.p == 2, "with more players a show is not public"
        self.game = game
        self.walker = Walker(game)
        self.deals = list(Deals(game, ()))
        self.all = (1 << len(self.deals)) - 1
        self._fits: dict[Condition, int] = {}

    @cached_property
    def views(self) -> tuple[tuple[int, ...], ...]:
        """For each player the sets of deals with the same hand (index 0: empty)."""
        found: list[dict[int, int]] = [{}, {}, {}]
        for d, hands in enumerate(self.deals):
            for player in (1, 2):
                same = found[player]
                same[hands[player]] = same.get(hands[player], 0) | 1 << d
        return tuple(tuple(same.values()) for same in found)

    def fits(self, condition: Condition) -> int:
        """Return the deals that satisfy a condition."""
        if condition not in self._fits:
            self._fits[condition] = self.where(condition.satisfied)
        return self._fits[condition]

    def held(self, holder: int, card: int) -> int:
        """Return the deals in which a holder has the card with this place."""
        return self.fits(Condition(holder, Holds.SOME, 1 << card))

    def where(self, so: Callable[[tuple[int, ...]], bool]) -> int:
        """Return the deals (hands as masks, by holder) of which something is so."""
        return sum(1 << d for d, hands in enumerate(self.deals) if so(hands))

    def known(self, player: int, fact: int, deals: int) -> int:
        """Return those of the public deals in which the player knows a fact."""
        seen = (view & deals for view in self.views[player])
        return sum(view for view in seen if not view & ~fact)

    def common(self, fact: int, deals: int) -> int:
        """Return those of the public deals in which a fact is common knowledge."""
        kept, before = fact & deals, -1
        while kept != before:
            before = kept
            for player in (1, 2):
                kept &= self.known(player, kept, deals)
        return kept

    def deal(self, deals: int) -> tuple[frozenset[str], ...]:
        """Return the first of some deals, as sets of cards by holder."""
        first = (deals & -deals).bit_length() - 1
        return tuple(cards_of(hand, self.game) for hand in self.deals[first])

    def start(self) -> Standing:
        """Return init0, all deals."""
        branch = Branch(self.walker.diagram.start, None)
        return Standing(branch, self.all, ())

    def after(self, standing: Standing, action: Action) -> list[Standing]:
        """Return where an action leads if it is possible: for a guess, wrong or right.

        Outcomes that no deal allows are left out.
        """
        actions = (*standing.actions, action)
        found = []
        for branch in self.walker.after(standing.branch, len(actions) - 1, action):
            deals = standing.deals
            for condition in branch.conditions - standing.branch.conditions:
                deals &= self.fits(condition)
            if deals:
                found.append(Standing(branch, deals, actions))
        return found

    def then(self, standing: Standing, *actions: Action) -> Standing:
        """Return where actions lead that are no guesses and possible."""
        for action in actions:
            (standing,) = self.after(standing, action)
        return standing

    def over(self, standing: Standing) -> bool:
        """Return whether the game is over."""
        return self.walker.state(standing.branch).over

    def steps(self, *, guesses: bool, turns: int | None = None) -> Iterator[Step]:
        """Yield the steps from every situation, up to renaming, the shortest first.

        Without ``guesses`` nobody ever guesses. With ``turns`` only so many turns in
        which something is asked are looked at.
        """
        start = self.start()
        met = {self.signature(start)}
        ahead = deque([(start, 1)])
        while ahead:
            standing, turn = ahead.popleft()
            for step, last in self._turn(standing, guesses):
                yield step
                for nxt in last:
                    key = self.signature(nxt)
                    if key not in met and turn != turns:
                        met.add(key)
                        ahead.append((nxt, turn + 1))

    def questions(self, standing: Standing, poser: int) -> Iterator[frozenset[str]]:
        """Yield the questions to look at: all, up to renaming cards."""
        return self._sets(standing, self.game.q)

    def signature(self, standing: Standing) -> tuple[object, ...]:
        """Return what situations that differ by a renaming of cards have in common."""
        piles, columns = self._columns(standing)
        orders = permutations(range(len(piles)))
        told = min(
            sorted(
                (*flags, *(pile >> card & 1 for pile in (piles[k] for k in order)))
                for card, flags in enumerate(columns)
            )
            for order in orders
        )
        return standing.branch.state, tuple(told)

    def _columns(self, standing: Standing) -> tuple[list[int], list[Signature]]:
        """Return the piles excluded, and for each card what is told of it."""
        told = {h: [0, 0, 0] for h in (Holds.NONE, Holds.SOME)}
        piles = []
        for condition in standing.branch.conditions:
            if condition.holds is Holds.NOT_EXACTLY:
                piles.append(condition.cards)
            elif condition.holds is Holds.NONE or condition.cards.bit_count() == 1:
                told[condition.holds][condition.holder] |= condition.cards
        masks = [told[h][player] for h in told for player in (1, 2)]
        cards = range(self.game.c)
        return piles, [tuple(mask >> x & 1 for mask in masks) for x in cards]

    def _turn(
        self, standing: Standing, guesses: bool
    ) -> Iterator[tuple[Step, list[Standing]]]:
        """Yield each step of a turn, with the next turns that it leads to."""
        state = self.walker.state(standing.branch)
        (poser,) = state.turn
        for question in self.questions(standing, poser):
            for answered, kind in self._answers(standing, poser, question):
                step = Step(kind, poser, standing, answered)
                yield step, self._passed(answered, poser)
                if guesses:
                    yield from self._guesses(answered, poser)

    def _answers(
        self, standing: Standing, poser: int, question: frozenset[str]
    ) -> Iterator[tuple[Standing, str]]:
        asked = self.then(standing, Asks(poser, question))
        other = 3 - poser
        for no in self.after(asked, No(other)):
            yield no, "no"
        for yes in self.after(asked, Yes(other)):
            for (card,) in self._sets(standing, 1, question):
                for shown in self.after(yes, Shows(other, poser, card)):
                    yield shown, "shows"

    def _guesses(
        self, answered: Standing, poser: int
    ) -> Iterator[tuple[Step, list[Standing]]]:
        for pile in self._sets(answered, self.game.sizes[0]):
            for after in self.after(answered, Guess(poser, pile)):
                step = Step("guess", poser, answered, after)
                yield step, [] if self.over(after) else self._passed(after, poser)

    def _passed(self, standing: Standing, poser: int) -> list[Standing]:
        """Return the next turns in which something can be asked."""
        while True:
            offers = list(self.walker.offers(standing.branch))
            passing = [a for a in offers if not isinstance(a, Guess)]
            if not passing or isinstance(passing[0], Asks):
                return [standing] if passing else []
            standing = self.then(standing, passing[0])

    def _sets(
        self, standing: Standing, size: int, within: Iterable[str] | None = None
    ) -> Iterator[frozenset[str]]:
        """Yield sets of cards, of those that differ by a renaming only the first."""
        piles, columns = self._columns(standing)
        marks = [
            (*flags, *(pile >> card & 1 for pile in piles))
            for card, flags in enumerate(columns)
        ]
        deck = self.game.deck
        pool = list(self.game.cards)
        if within is not None:
            pool = sorted(within, key=deck.__getitem__)
        met = set()
        for cards in combinations(pool, size):
            key = tuple(sorted(marks[deck[card]] for card in cards))
            if key not in met:
                met.add(key)
                yield frozenset(cards)
