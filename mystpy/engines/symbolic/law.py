"""What a history makes law: the public conditions on the deal, and what players saw.

The law is the seam of all methods that do not list worlds. It is read off the
walk of the public history through the diagram of the axioms. A world is a deal
that satisfies the conditions, together with a card for every show; a player's
view of it is the own hand and the cards of the shows that the player took part in.
"""

from __future__ import annotations

from dataclasses import dataclass

from mystpy.engines.base import no_deal
from mystpy.engines.deals import Condition
from mystpy.engines.diagram.states import State
from mystpy.engines.diagram.walk import Walker
from mystpy.engines.worlds.model import Outlook
from mystpy.game.game import Game
from mystpy.history.actions import Guess
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.views import Show, given, seen_by, shows_of


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


def laws(history: History) -> tuple[Law, ...]:
    """Return the laws that a history may have made: one, or one for each outcome.

    An outcome is open only where the last action is a guess. Whether any deal
    satisfies a law is for the methods to find out. Raises NoWorldFits if some
    action cannot be done whatever the deal is.
    """
    walker = Walker(history.game)
    branches, done = walker.walk(seen_by(history, None).actions)
    shows = tuple(shows_of(history))
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
