"""What a history makes law: the public conditions on the deal, and what players saw.

The law is the seam of all methods that do not list worlds. It is read off the
walk of the public history through the diagram of the axioms. A world is a deal
that satisfies the conditions, together with a card for every show; a player's
view of it is the own hand and the cards of the shows that the player took part in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mystpy.engines.base import no_deal
from mystpy.engines.deals import Condition, mask_of
from mystpy.engines.diagram.states import State
from mystpy.engines.diagram.walk import Walker
from mystpy.engines.worlds.model import Outlook
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.views import seen_by


@dataclass(frozen=True, slots=True)
class Show:
    """Player ``by`` showed player ``to`` one of the ``cards`` (a mask) at a step."""

    step: int
    by: int
    to: int
    cards: int


@dataclass(frozen=True, slots=True)
class Law:
    """What everybody can know of the deal after a history.

    ``told`` has the conditions on the deal with the steps that told them,
    ``shows`` the shows in order, ``outcome`` what became of a guess that is the
    last action ("right", "wrong", or "none" if there is no such guess), ``state``
    the public fluents.
    """

    game: Game
    told: tuple[tuple[int, Condition], ...]
    shows: tuple[Show, ...]
    outcome: str
    state: State
    question: frozenset[str] | None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions on the deal, each once, in the order they were told."""
        return tuple(dict.fromkeys(condition for _, condition in self.told))

    def extends(self, other: Law) -> bool:
        """Return whether this is a law of the same game, perhaps further on."""
        return (
            self.game == other.game
            and self.told[: len(other.told)] == other.told
            and self.shows[: len(other.shows)] == other.shows
        )

    def holds(self, fluent: Formula) -> bool:
        """Return whether a fluent other than h holds after the history."""
        return Outlook(self.state, self.question).holds(fluent)


@dataclass(frozen=True, slots=True)
class Given:
    """What the user gives beyond the law: hands (by holder) and shown cards (by show).

    Hands are masks; ``shown`` maps the index of a show in ``Law.shows`` to the
    mask of its card.
    """

    hands: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, int], ...]


def laws(history: History) -> tuple[Law, ...]:
    """Return the laws that a history may have made: one, or one for each outcome.

    An outcome is open only where the last action is a guess. Whether any deal
    satisfies a law is for the methods to find out. Raises NoWorldFits if some
    action cannot be done whatever the deal is.
    """
    walker = Walker(history.game)
    branches, done = walker.walk(seen_by(history, None).actions)
    shows = tuple(_shows(history))
    asked = all(shows[e].cards & card for e, card in given(history).shown)
    if done < len(history) or not asked:
        raise no_deal()
    guessed = history.actions and isinstance(history.actions[-1], Guess)
    outcomes = ["wrong", "right"] if guessed else ["none"]
    return tuple(
        Law(
            history.game,
            tuple(branch.told),
            shows,
            outcome,
            walker.state(branch),
            branch.question,
        )
        for branch, outcome in zip(branches, outcomes, strict=True)
    )


def given(history: History) -> Given:
    """Return the hands and the shown cards that a history gives."""
    game = history.game
    hands = tuple(
        (holder, mask_of(hand, game))
        for holder, hand in enumerate(history.hands)
        if hand is not None
    )
    cards = [a.card for a in history.actions if isinstance(a, Shows)]
    shown = tuple((k, mask_of([card], game)) for k, card in enumerate(cards) if card)
    return Given(hands, shown)


def _shows(history: History) -> Iterator[Show]:
    asked: frozenset[str] = frozenset()
    for step, action in enumerate(history.actions):
        if isinstance(action, Asks):
            asked = action.cards
        elif isinstance(action, Shows):
            yield Show(step, action.player, action.to, mask_of(asked, history.game))
