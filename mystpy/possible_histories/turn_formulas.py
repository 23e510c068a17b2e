"""The information of an incomplete turn about the deal, as a formula."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.accounts import OpenTurn, ReportedAnswer, TurnAccount
from mystpy.history.actions import Action, No, Shows, Yes
from mystpy.language.atoms import H
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Formula, Not


def said_by_turn(turn: OpenTurn, game: Game) -> Formula:
    """Return the formula of the turn: some account of it is true."""
    return disjunction([_said(account, game) for account in turn.accounts])


def kinds_of_answers(turn: OpenTurn) -> Iterator[type[Action]]:
    """Yield the kinds of actions of the answers."""
    for account in turn.accounts:
        for answer in account.answers:
            yield No if not answer.shows else Yes if answer.card is None else Shows


def _said(account: TurnAccount, game: Game) -> Formula:
    return conjunction(
        [
            part
            for answer in account.answers
            for part in _said_by(answer, account.cards, game)
        ]
    )


def _said_by(
    answer: ReportedAnswer, cards: frozenset[str], game: Game
) -> Iterator[Formula]:
    held = [H(answer.player, card) for card in sort_cards(cards, game.deck)]
    if not answer.shows:
        yield from map(Not, held)
    elif answer.card is None:
        yield disjunction(held)
    else:
        yield H(answer.player, answer.card)
