"""A game that is played by the numbers of its actions, and cut off after some turns.

In the field: an episode with a horizon.
"""

from __future__ import annotations

from mystpy.env.numbering import Numbering
from mystpy.errors import QueryError
from mystpy.history.actions import EndTurn
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event

WIN = 1.0
"""What the winner gets; the others pay it together, so that all adds up to 0."""


def check_turns(turns: int) -> int:
    """The number of turns. Raises QueryError if there are none."""
    if turns < 1:
        raise QueryError(f"turns = {turns}, but there must be one at least")
    return turns


class Episode:
    """A table at which `turns` more turns may be played; the deal is the table's."""

    def __init__(self, table: GameState, numbering: Numbering, turns: int) -> None:
        self.table = table
        self.numbering = numbering
        self.turns = turns
        self._look()

    def _look(self) -> None:
        """See who is to act, and what he may do."""
        offers = self.table.offers() if self.turns > 0 else []
        self.player = offers[0].player if offers else 0
        mine = (offer for offer in offers if offer.player == self.player)
        self.legal = self.numbering.numbers(mine)

    @property
    def over(self) -> bool:
        """Whether nothing more can be done, or the turns are used up."""
        return not self.legal

    @property
    def cut_off(self) -> bool:
        """Whether it is over for want of turns only."""
        return self.over and self.table.outcome is None

    def act(self, number: int) -> Event:
        """The action of this number, which is done by who is to act.

        Raises IllegalActionError if it is not possible, QueryError if there is none.
        """
        event = self.numbering.event(self.player, number)
        self.table.do(event)
        self.turns -= event.key[0] == EndTurn.name
        self._look()
        return event

    def returns(self) -> list[float]:
        """What each player gets, player 1 first; nothing while nobody has won."""
        p = self.table.game.p
        outcome = self.table.outcome
        if outcome is None or outcome.winner is None:
            return [0.0] * p
        loss = -WIN / (p - 1)
        return [WIN if i == outcome.winner else loss for i in range(1, p + 1)]

    def copy(self) -> Episode:
        """The same episode, which goes on by itself."""
        twin = Episode.__new__(Episode)
        twin.__dict__ |= self.__dict__ | {"table": self.table.copy()}
        return twin
