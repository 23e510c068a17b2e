"""The visibility of actions to players: the seers of a card, and the cards shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple, dataclass, replace
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Looks, Right, Sees, Shows, Wrong

OBSERVER = -1
"""A person without a hand, who sees the public part of each action."""

Seers = frozenset[tuple[int, int, int]]
"""Triples (by, to, player): a player sees which card is shown by whom to whom."""


class Sight(NamedTuple):
    """The players who see the card of a show, and whether all see a guess's result.

    If `seers` is None, the two see the card. All see the result of a guess if `results`
    is true; that of generalized Clue is private to the player who guessed. `observer`
    is true if the axioms say what `OBSERVER` sees, who is then in `seers` as well.
    """

    seers: Seers | None = None
    results: bool = True
    observer: bool = True

    def sees(self, player: int | None, by: int, to: int) -> bool:
        """Return whether a player sees the card that `by` shows to `to`.

        None means the part that is public whatever the axioms say about sight.
        """
        if self.seers is None:
            return player in (by, to)
        return (by, to, player) in self.seers

    def sees_result(self, player: int | None, guesser: int) -> bool:
        """Return whether a player sees a result that is shown to the guesser."""
        return player == guesser

    def hides(self, player: int | None, kind: str, by: int, *to: int) -> bool:
        """Whether the card of an action, or what it says of a guess, is hidden.

        The action is given by its functor and the players it names.
        """
        if kind == Shows.name:
            return not self.sees(player, by, *to)
        if kind == Looks.name:
            return player not in (by, *to)
        return kind in (Right.name, Wrong.name) and not self.sees_result(player, by)


SHIPPED = Sight()
"""The sight of the shipped axioms, with which a test compares it."""


class Show(NamedTuple):
    """Player `by` showed player `to` one of the `cards` (a mask) at a step.

    `sight` says who saw which card it was. If player `to` has `looked`, the holder `by`
    may be the pile or the table as well.
    """

    step: int
    by: int
    to: int
    cards: int
    sight: Sight = SHIPPED
    looked: bool = False

    def seen_also_by(self, players: Iterable[int]) -> Show:
        """The show, of which these players saw the card as well, (E20)."""
        by, to, sight = self.by, self.to, self.sight
        news = frozenset((by, to, player) for player in players)
        if not news:
            return self
        seers = sight.seers
        if seers is None:
            seers = frozenset(((by, to, by), (by, to, to)))
        return self._replace(sight=sight._replace(seers=seers | news))

    def sees(self, player: int) -> bool:
        """Whether a player saw which card it was."""
        return self.sight.sees(player, self.by, self.to)

    def is_seen_in(self, group: Iterable[int]) -> bool:
        """Whether somebody in a group saw which card it was."""
        return any(self.sight.sees(player, self.by, self.to) for player in group)

    def is_news_to(self, group: Collection[int]) -> bool:
        """Return whether a member of a group, other than `by`, saw which card it was.

        Only then does it matter which card of her own hand was shown.
        """
        if self.sight.seers is None:
            return self.to in group
        return any(k != self.by and self.sees(k) for k in group)

    @property
    def seers(self) -> frozenset[int]:
        """The players who saw which card it was."""
        if self.sight.seers is None:
            return frozenset((self.by, self.to))
        shown = self.by, self.to
        return frozenset(
            i for by, to, i in self.sight.seers if (by, to) == shown and i != OBSERVER
        )


class GivenCards(NamedTuple):
    """The given facts besides the public ones: hands by holder, and cards by show.

    Both are masks; `shown` maps the index of a show to its card.
    """

    hands: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, int], ...]

    def seen_by(self, group: Collection[int], shows: Sequence[Show]) -> GivenCards:
        """Return the given cards that some players have seen."""
        hands = tuple((k, hand) for k, hand in self.hands if k in group)
        shown = tuple((e, card) for e, card in self.shown if shows[e].is_seen_in(group))
        return GivenCards(hands, shown)


@dataclass(frozen=True, slots=True)
class ShownCards:
    """The shows of some actions in order, with the cards of those whose card is given.

    `cards` is as `GivenCards.shown`, `asked` the mask of the last question.
    """

    shows: tuple[Show, ...] = ()
    cards: tuple[tuple[int, int], ...] = ()
    asked: int = 0

    def then(
        self, step: int, action: Action, game: Game, sight: Sight = SHIPPED
    ) -> ShownCards:
        """The shows once one more action is done, at this step."""
        if isinstance(action, Asks):
            return ShownCards(self.shows, self.cards, mask_of(action.cards, game))
        if isinstance(action, Sees):
            return replace(self, shows=self._seen_by(action.player))
        if not isinstance(action, Shows | Looks):
            return self
        cards = self.cards
        if action.card is not None:
            cards = (*cards, (len(self.shows), mask_of([action.card], game)))
        if isinstance(action, Looks):
            show = look_of(step, action, (1 << game.c) - 1)
        else:
            show = Show(step, action.player, action.to, self.asked, sight)
        return ShownCards((*self.shows, show), cards, self.asked)

    def _seen_by(self, player: int) -> tuple[Show, ...]:
        """The shows, of which this player saw the last one as well."""
        shows = list(self.shows)
        for e in range(len(shows) - 1, -1, -1):
            if not shows[e].looked:
                shows[e] = shows[e].seen_also_by((player,))
                break
        return tuple(shows)


def look_of(step: int, look: Looks, cards: int) -> Show:
    """The look at one of these cards (a mask) as a show: the two see it, (E18)."""
    return Show(step, look.holder, look.player, cards, looked=True)
