"""Open turns with the weight that the show of a seen card gives to deals.

In the model `shows` a responder shows a random card of those that can be shown, so that
a deal has the weight of one over their number. The weight depends on the responder and
the question. Accounts with the same responder and question give one weight. Accounts in
which different players show the same card share no deal, since a card has one holder.
Their deals are counted separately, each with its own weight. If two questions may have
been asked of one responder, a deal has a weight for each of them, and the odds depend
on how likely each question was. Neither the notes nor the model specify that, so that
such odds do not exist.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, product

from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple, replace
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn, TurnAccount
from mystpy.history.sentences import name_of
from mystpy.possible_histories.possible_histories import (
    PossibleHistories,
    PossibleHistory,
)
from mystpy.views import Show, sight_of

SeenShow = tuple[int, str, frozenset[str]]
"""The player who shows a card, the card, and the cards of the question."""


class WeightedTurn(NamedTuple):
    """An open turn with the accounts that give deals one weight, and their shows."""

    step: int
    turn: OpenTurn
    shows: tuple[Show, ...]


def weighted_turns(
    histories: PossibleHistories,
    player: int | None,
    among: Collection[PossibleHistory],
) -> Iterator[tuple[WeightedTurn, ...]]:
    """Return all open turns, for each choice of the shows that a player has seen.

    No two choices share a deal. Raises QueryError if the weights depend on a question
    that is left open.
    """
    game = histories.history.game
    found = []
    for place, (step, turn) in enumerate(histories.turns):
        fitting = dict.fromkeys(each.accounts[place] for each in among)
        by_shows = _by_shows(turn, tuple(fitting), game, player)
        for one, other in combinations(by_shows, 2):
            if not _exclude_each_other(one, other):
                raise _no_weight(turn, step, one or other, game)
        found.append(
            [
                WeightedTurn(step, alone, tuple(_shows(step, alone, seen, game)))
                for seen, alone in by_shows.items()
            ]
        )
    return product(*found)


def _by_shows(
    turn: OpenTurn, accounts: tuple[TurnAccount, ...], game: Game, player: int | None
) -> dict[tuple[SeenShow, ...], OpenTurn]:
    """Return the accounts grouped by the shows in which a player saw the card.

    Players learn nothing from their own shows.
    """
    sight = sight_of(game)
    by_shows: dict[tuple[SeenShow, ...], list[TurnAccount]] = {}
    for account in accounts:
        seen = tuple(
            (answer.player, answer.card, account.cards)
            for answer in account.answers
            if answer.card is not None
            and answer.player != player
            and (player is None or sight.sees(player, answer.player, turn.player))
        )
        by_shows.setdefault(seen, []).append(account)
    return {
        seen: replace(turn, accounts=tuple(alike)) for seen, alike in by_shows.items()
    }


def _exclude_each_other(one: tuple[SeenShow, ...], other: tuple[SeenShow, ...]) -> bool:
    """Return whether two sets of shows attribute a card to different players."""
    holders = {card: player for player, card, _ in one}
    return any(holders.get(card, player) != player for player, card, _ in other)


def _shows(
    step: int, turn: OpenTurn, seen: tuple[SeenShow, ...], game: Game
) -> Iterator[Show]:
    for player, _, cards in seen:
        yield Show(step, player, turn.player, mask_of(cards, game), sight_of(game))


def _no_weight(
    turn: OpenTurn, step: int, seen: tuple[SeenShow, ...], game: Game
) -> QueryError:
    """Return the error for a weight that depends on an unknown question."""
    player, card, _ = seen[0]
    who, asker = name_of(player, game), name_of(turn.player, game)
    return QueryError(
        f"how likely it was that {who} showed {card} depends on what {asker} asked "
        f"in step {step}, which is left open, and nothing says how likely each "
        "question is",
        hint="say which cards were asked for, or ask for the odds with all deals "
        "equally likely",
    )
