"""Open turns with the weight that the show of a seen card gives to deals.

In the model `shows` a responder shows a random card of those that can be shown, so that
a deal has the weight of one over their number. The weight needs the responder and the
question. Accounts that name the same give one weight. Accounts in which different
players show the same card share no deal, since a card has one holder: their deals are
counted apart, each with its own weight. If two questions may have been asked of one
responder, a deal has a weight for each of them, and the odds depend on how likely each
question was. Neither the notes nor the model say that, so that there are no such odds.
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
"""Who shows which card, asked for which cards."""


class WeightedTurn(NamedTuple):
    """An open turn with those accounts that give deals one weight, by these shows."""

    step: int
    turn: OpenTurn
    shows: tuple[Show, ...]


def weighted_turns(
    histories: PossibleHistories,
    player: int | None,
    among: Collection[PossibleHistory],
) -> Iterator[tuple[WeightedTurn, ...]]:
    """All open turns, for each choice of the shows in them that a player has seen.

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
    """The accounts apart by the shows in which a player saw the card.

    What players show themselves tells them nothing.
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
    """Whether a card is shown by one player in the one, by another in the other."""
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
    """The error where the weight of a show depends on what was asked."""
    player, card, _ = seen[0]
    who, asker = name_of(player, game), name_of(turn.player, game)
    return QueryError(
        f"how likely it was that {who} showed {card} depends on what {asker} asked "
        f"in step {step}, which is left open, and nothing says how likely each "
        "question is",
        hint="say which cards were asked for, or ask for the odds with all deals "
        "equally likely",
    )
