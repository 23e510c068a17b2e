"""The view of the writer of a game: the cards that notes name, and those they omit.

A player who writes a game down, and gives only her own hand, writes what she saw. A
card that was shown to others may be named only if the writer saw it too, and a card
that the writer saw has to be named.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import Asks, Looks, Shows
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.questions.conjuncts import card_list
from mystpy.views import Sight, sees_card, sight_of


def require_written_as_seen(
    history: History, writer: int, since: int = 0, *, whole: bool = True
) -> None:
    """Raise QueryError if the actions from a step on are not the writer's view.

    It is raised if a card is named that the writer did not see, or, for `whole` notes,
    if one is not named that the writer saw. Raises AxiomError where `sight_of` does.
    """
    told = history.actions[since:]
    if not any(isinstance(a, Shows | Looks | OpenTurn) for a in told):
        return
    sight = sight_of(history.game)
    for action in told:
        if whole and isinstance(action, OpenTurn):
            _require_seen_in(action, sight, history.game, writer)
    asked: frozenset[str] = frozenset()
    for step, action in enumerate(history.actions):
        if isinstance(action, Asks):
            asked = action.cards
        if step < since or not isinstance(action, Shows | Looks):
            continue
        sees = sees_card(history, step, writer, sight)
        if sees and whole and action.card is None:
            cards = asked if isinstance(action, Shows) else history.game.cards
            _require_named(history, writer, action, frozenset(cards))
        elif action.card is not None and not sees:
            raise _not_seen(history.game, writer, action)


def writer_of(history: History) -> int | None:
    """Return the named player, or the one whose hand is given; None for several."""
    if history.writer is not None:
        return history.writer
    players = range(1, history.game.p + 1)
    given = [k for k in players if history.hands[k] is not None]
    others = [k for k in history.game.holders if history.hands[k] is not None]
    return given[0] if len(given) == len(others) == 1 else None


def _require_seen_in(turn: OpenTurn, sight: Sight, game: Game, writer: int) -> None:
    """Raise QueryError if the writer saw a card, or showed one, that is left open."""
    for account in turn.accounts:
        for answer in account.answers:
            if not answer.shows or answer.card is not None:
                continue
            if sight.sees(writer, answer.player, turn.player):
                raise QueryError(
                    f"{name_of(writer, game)} has seen the card: say which",
                    hint="write who shows which card",
                )


def _require_named(
    history: History, writer: int, action: Shows | Looks, cards: frozenset[str]
) -> None:
    """Raise QueryError for a card that the writer saw and that is not named."""
    game = history.game
    holder = action.holder if isinstance(action, Looks) else action.player
    mine = history.hands[writer] or frozenset()
    others = cards - mine - set(game.face_up)
    if isinstance(action, Looks) and holder == game.table:
        others = cards - mine
    may_be = cards & mine if holder == writer else others
    if not may_be:
        return  # that it cannot be is for the axioms to say
    raise QueryError(
        f"{name_of(writer, game)} has seen the card: say which",
        hint=f"it is one of {card_list(game, may_be)}",
    )


def _not_seen(game: Game, writer: int, action: Shows | Looks) -> QueryError:
    """The error for a card that is named and that the writer did not see."""
    who, by = name_of(writer, game), name_of(action.player, game)
    if isinstance(action, Looks):
        whose = name_of(action.holder, game)
        return QueryError(
            f"{by} looked at a card of {whose}, and {who} has not seen which",
            hint=f"write  {by} looks at {whose}",
        )
    ways = " ; ".join(_ways(who, by, str(action.card)))
    return QueryError(
        f"{by} showed {action.card} to {name_of(action.to, game)}: did {who}, whose "
        "notes these are, see the card?",
        hint=ways,
    )


def _ways(who: str, by: str, card: str) -> Iterator[str]:
    yield f"if {who} saw it, write  {by} shows {card}, {who} saw it"
    yield f"if not, write  {by} shows"
