"""What each event of a game tells a player of the deal.

In the field: the observation function of a partially observable game.
"""

from __future__ import annotations

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import NamedTuple
from mystpy.engines.edited.relied_on import require_known_answers
from mystpy.engines.hands import Condition, ConditionKind, lying
from mystpy.engines.transition_system.progressor import Progressor
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.game_state import asked_after, conditions_of_event
from mystpy.play.information_state import InformationState, seen_of
from mystpy.situations.event import Event
from mystpy.views import OBSERVER, Sight, sight_of


class ObservedGameState(NamedTuple):
    """Where a game stands for who hears it, and what the next action tells of the deal.

    Source: the public diagram, which is computed from the axioms.
    """

    system: TransitionSystem
    state: int
    sight: Sight
    question_mask: int = 0

    @classmethod
    def of(cls, game: Game) -> ObservedGameState:
        """The start of a game.

        Raises AxiomError if the axioms in force say what players see in a way that
        `sight_of` cannot read, or if answers and results mean something else.
        """
        require_known_answers(game.rule_set)
        found = Progressor(game).system
        return cls(found, found.start, sight_of(game))

    def then(
        self, event: Event, player: int, *, won: bool = False
    ) -> tuple[ObservedGameState, tuple[Condition, ...]]:
        """Where it stands after an action, with what the action told a player.

        Raises QueryError if nobody can do that now, whatever the cards are.
        """
        return _heard(self, seen_of(event, player, self.sight), won)


@cached_by_theory(256)
def _heard(
    before: ObservedGameState, event: Event, won: bool
) -> tuple[ObservedGameState, tuple[Condition, ...]]:
    """The same, of an action as it was seen: most who sit there see it alike."""
    move = before.system.moves(before.state).get(event.key)
    if move is None:
        raise QueryError(f"{event.key[0]} is not what can be done now")
    news = list(conditions_of_event(move, event, before.question_mask))
    if len(move.after) > 1:
        holds = ConditionKind.EXACTLY if won else ConditionKind.NOT_EXACTLY
        news.append(Condition(0, holds, event.cards))
    after = move.after[-1 if won else 0]
    asked = asked_after(move, event, before.question_mask)
    return ObservedGameState(before.system, after, before.sight, asked), tuple(news)


def start_of(seen: InformationState) -> list[Condition]:
    """What a player is told before the first action: the own hand, what lies face up.

    `OBSERVER` has no hand.
    """
    own = [Condition(seen.player, ConditionKind.EXACTLY, seen.hand)]
    return [*(own if seen.player != OBSERVER else ()), *lying(seen.game)]
