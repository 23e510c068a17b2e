"""What each event of a game tells a player of the deal.

In the field: the observation function of a partially observable game.
"""

from __future__ import annotations

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import NamedTuple
from mystpy.engines.diagram.diagram import Diagram
from mystpy.engines.diagram.walk import Walker
from mystpy.engines.edited.relied_on import require_known_answers
from mystpy.engines.hands import Condition, Holds, lying
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.seen import Seen, seen_of
from mystpy.play.tabletop import asked_after, told
from mystpy.situations.deed import Deed
from mystpy.views import OBSERVER, Sight, sight_of


class Hearing(NamedTuple):
    """Where a game stands for who hears it, and what the next action tells of the deal.

    Source: the public diagram, which is computed from the axioms.
    """

    diagram: Diagram
    state: int
    sight: Sight
    asked: int = 0

    @classmethod
    def of(cls, game: Game) -> Hearing:
        """The start of a game.

        Raises AxiomError if the axioms in force say what players see in a way that
        `sight_of` cannot read, or if answers and results mean something else.
        """
        require_known_answers(game.rule_set)
        found = Walker(game).diagram
        return cls(found, found.start, sight_of(game))

    def then(
        self, deed: Deed, player: int, *, won: bool = False
    ) -> tuple[Hearing, tuple[Condition, ...]]:
        """Where it stands after an action, with what the action told a player.

        Raises QueryError if nobody can do that now, whatever the cards are.
        """
        return _heard(self, seen_of(deed, player, self.sight), won)


@cached_by_theory(256)
def _heard(
    before: Hearing, deed: Deed, won: bool
) -> tuple[Hearing, tuple[Condition, ...]]:
    """The same, of an action as it was seen: most who sit there see it alike."""
    move = before.diagram.moves(before.state).get(deed.key)
    if move is None:
        raise QueryError(f"{deed.key[0]} is not what can be done now")
    news = list(told(move, deed, before.asked))
    if len(move.after) > 1:
        holds = Holds.EXACTLY if won else Holds.NOT_EXACTLY
        news.append(Condition(0, holds, deed.cards))
    after = move.after[-1 if won else 0]
    asked = asked_after(move, deed, before.asked)
    return Hearing(before.diagram, after, before.sight, asked), tuple(news)


def start_of(seen: Seen) -> list[Condition]:
    """What a player is told before the first action: the own hand, what lies face up.

    `OBSERVER` has no hand.
    """
    own = [Condition(seen.player, Holds.EXACTLY, seen.hand)]
    return [*(own if seen.player != OBSERVER else ()), *lying(seen.game)]
