"""What an answer says of the deal, whoever was asked before: asked of the axioms.

An answer says the same whenever it is given. So it is read off a history in which the
neighbour of the one who answers asks the question.
"""

from __future__ import annotations

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import replace
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.public_constraints import constraint_sets
from mystpy.engines.transition_system.progressor import DEALT
from mystpy.game.game import Game
from mystpy.history.accounts import ReportedAnswer
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.history.history import History
from mystpy.history.table.turn_state import TurnState


def on_a_board(game: Game) -> Game:
    """The game in which a turn may pass without a question, which tells nothing."""
    return game if game.board else replace(game, board=True, speed=False)


@cached_by_theory(4096)
def answer_conditions(
    game: Game, cards: frozenset[str], answer: ReportedAnswer
) -> tuple[Condition, ...]:
    """The conditions on the deal of an answer, the card that is seen apart."""
    player = answer.player
    asker = (player - 2) % game.p + 1
    done: list[Action] = [*TurnState(game).passing_until(asker), Asks(asker, cards)]
    if answer.shows:
        done += [Yes(player), Shows(player, asker, None)]
    else:
        done.append(No(player))
    told = History(on_a_board(game), (None,) * len(game.sizes)).then(done)
    (constraints,) = constraint_sets(told)
    found = (c for step, c in constraints.timed_conditions if step != DEALT)
    return tuple(dict.fromkeys(found))
