"""The conditions of an answer on the deal, whoever was asked before, by the axioms.

The conditions of an answer are the same whenever it is given. So they are read from a
history in which the neighbour of the responder asks the question.
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
    """Return the game in which a turn may pass without a question and without news."""
    return game if game.board else replace(game, board=True, speed=False)


@cached_by_theory(4096)
def answer_conditions(
    game: Game, cards: frozenset[str], answer: ReportedAnswer
) -> tuple[Condition, ...]:
    """Return the conditions of an answer on the deal, apart from the card seen."""
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
