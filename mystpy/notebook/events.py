"""An event as it is written down at the table, in actions or as a line of table notes.

Table notes tell whole turns, and leave out how a turn ends. Here each line comes
alone, so what the next line says about the end of the turn before is worked out from
the history, however that was written.
"""

from __future__ import annotations

from mystpy.errors import ParseError, QueryError
from mystpy.game.cards import show_set
from mystpy.history.actions import Action, Asks, EndTurn, Guess, NoGuess, Shows
from mystpy.history.history import History
from mystpy.history.scan import is_table
from mystpy.history.table_notes import read_table
from mystpy.questions.conjuncts import card_list, holder_name


def read_event(text: str, history: History) -> tuple[Action, ...]:
    """The actions that a line tells, behind those of the history.

    Raises ParseError, with the place in the line, if it cannot be read, and
    QueryError if it tells nothing.
    """
    if is_table(text):
        actions = _read_turn(text, history)
    else:
        actions = history.then(text).actions[len(history) :]
    if not actions:
        raise QueryError("the line tells no action", hint="for example  no(2)")
    return actions


def require_seen(actions: tuple[Action, ...], history: History, owner: int) -> None:
    """Raise QueryError if the owner saw a card shown that these actions do not name.

    `history` has the actions before them.
    """
    asked: frozenset[str] = frozenset()
    for step, action in enumerate((*history.actions, *actions)):
        if isinstance(action, Asks):
            asked = action.cards
        if step < len(history) or not isinstance(action, Shows):
            continue
        if action.card is None and owner in (action.player, action.to):
            mine = history.hands[owner] or frozenset()
            may_be = asked & mine if action.player == owner else asked - mine
            raise QueryError(
                f"{holder_name(history.game, owner)} has seen the card: say which",
                hint=f"it is one of {card_list(history.game, may_be)}",
            )


def _read_turn(line: str, history: History) -> tuple[Action, ...]:
    """Read a line of table notes as the one that follows the last turn.

    The turn is told to the reader again as a line that says no more than whose it
    was; what of its end the history has already is left out.
    """
    turns = (Asks, Guess, NoGuess, EndTurn)
    last = next((a for a in reversed(history.actions) if isinstance(a, turns)), None)
    if last is None:
        return tuple(action for action, _ in read_table(line, history.game))
    question = next(history.game.questions())
    cards = show_set(question, history.game.deck).strip("{}").replace(",", " ")
    before = f"{last.player}: {cards}\n"
    try:
        told = read_table(before + line, history.game)[1:]
    except ParseError as error:
        raise error.within(line, -len(before)) from None
    actions = [action for action, _ in told]
    if actions[:1] == [NoGuess(last.player)] and not isinstance(last, Asks):
        del actions[0]
    if actions[:1] == [EndTurn(last.player)] and isinstance(last, EndTurn):
        del actions[0]
    return tuple(actions)
