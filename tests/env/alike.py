"""Games that one player cannot tell apart, played beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mystpy.bits import bits, cards_of
from mystpy.game.game import Game
from mystpy.play.belief import Belief
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Table
from mystpy.situations.deed import Deed
from mystpy.situations.play import Deal
from tests.engines.situations import GAMES as ALL
from tests.play.test_tabletop import played

GAMES = tuple(game for game in ALL if not game.table)
"""The games that environments play: those without cards left over."""


def unlike(game: Game, rng: Random, most: int) -> Iterator[tuple[Table, Table, int]]:
    """Yield pairs of tables with different deals, and a player who sees the same.

    The other deal is drawn from what he holds possible; cards that he has not seen are
    shown at random there.
    """
    for table, _ in played(game, rng, most):
        for player in range(1, game.p + 1):
            seen = Seen.at(table, player)
            deal = dealt(Belief.of(seen).draw(rng), game)
            other = Table(game, deal)
            for deed in table.done:
                other.do(_as_it_may_be(deed, player, other, rng))
            if deal != table.deal:
                assert Seen.at(other, player) == seen
                yield table, other, player


def dealt(masks: tuple[int, ...], game: Game) -> Deal:
    """A deal whose hands are given as masks."""
    return tuple(cards_of(mask, game) for mask in masks)


def _as_it_may_be(deed: Deed, player: int, table: Table, rng: Random) -> Deed:
    """An action as it is done at a table; the player may not see with which card."""
    if deed.key[0] != "shows" or player in deed.key[1:]:
        return deed
    (offer,) = (offer for offer in table.offers() if offer.key == deed.key)
    return Deed(deed.key, rng.choice(bits(offer.cards)))
