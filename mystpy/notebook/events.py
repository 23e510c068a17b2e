"""An event as it is written down at the table, in actions or as a line of table notes.

Table notes tell whole turns, and leave out how a turn ends. Here each line comes
alone, so what the next line says about the end of the turn before is worked out from
the history, however that was written.
"""

from __future__ import annotations

from mystpy.errors import QueryError
from mystpy.history.actions import Action, Asks, Shows
from mystpy.history.history import History
from mystpy.history.scan import is_table
from mystpy.history.table.notes import read_table
from mystpy.questions.conjuncts import card_list, holder_name
from mystpy.views import sight_of


def read_event(text: str, history: History) -> tuple[Action, ...]:
    """The actions that a line tells, behind those of the history.

    Raises ParseError, with the place in the line, if it cannot be read, and
    QueryError if it tells nothing.
    """
    if is_table(text):
        table_notes = read_table(text, history.game, before=history.actions)
        actions = tuple(action for action, _ in table_notes)
    else:
        actions = history.then(text).actions[len(history) :]
    if not actions:
        raise QueryError("the line tells no action", hint="for example  no(2)")
    return actions


def require_seen(actions: tuple[Action, ...], history: History, owner: int) -> None:
    """Raise QueryError if the owner saw a card shown that these actions do not name.

    `history` has the actions before them. Raises AxiomError where `sight_of` does.
    """
    sight = sight_of(history.game)
    asked: frozenset[str] = frozenset()
    for step, action in enumerate((*history.actions, *actions)):
        if isinstance(action, Asks):
            asked = action.cards
        if step < len(history) or not isinstance(action, Shows):
            continue
        if action.card is None and sight.sees(owner, action.player, action.to):
            mine = history.hands[owner] or frozenset()
            others = asked - mine - set(history.game.face_up)
            may_be = asked & mine if action.player == owner else others
            if not may_be:
                continue  # that it cannot be is for the axioms to say
            raise QueryError(
                f"{holder_name(history.game, owner)} has seen the card: say which",
                hint=f"it is one of {card_list(history.game, may_be)}",
            )
