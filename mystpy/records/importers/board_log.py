"""Logs of games on a board, in which turns may pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    Lays,
    No,
    NoAsk,
    Shows,
    Yes,
)
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.history.table.turn_state import TurnState, respondents
from mystpy.records.format.record import Fields, GameRecord
from mystpy.records.importers.own_files import with_result, with_winner


class BoardLog:
    """A game that is built suggestion by suggestion; turns between them have passed."""

    def __init__(self, game: Game, hands: Mapping[int, Iterable[str]]) -> None:
        self.game = game
        self._start = History.make(game, hands)
        self._actions: list[Action] = []
        self._turns = TurnState(game)
        self._won: Guess | None = None

    def suggest(
        self, player: int, cards: frozenset[str], shower: int | None, card: str | None
    ) -> None:
        """Add a suggestion, the player who showed a card, and the card if it was seen.

        Raises QueryError for an illegal suggestion, and for a player who is out.
        """
        if fault := self.game.question_fault(cards):
            raise QueryError(fault)
        self._begin(player)
        self._add(Asks(player, cards))
        for other in respondents(player, self.game.p):
            if other == shower:
                if card is not None and card not in cards:
                    raise QueryError(f"{card} was not asked for")
                self._add(Yes(other), Shows(other, player, card))
                return
            self._add(No(other))
        if shower is not None:
            who = name_of(player, self.game)
            raise QueryError(f"{who} asked, and does not answer")

    def accuse(self, player: int, cards: frozenset[str], right: bool | None) -> None:
        """Add an accusation, and whether it was right, if that is known."""
        if fault := self.game.guess_fault(cards):
            raise QueryError(fault)
        if not self._turns.may_guess(player):
            self._begin(player)
            self._add(NoAsk(player))
        guess = Guess(player, cards)
        self._add(guess)
        if right is False:
            self._add(EndTurn(player))
        self._won = guess if right else None

    def lay_open(self, holder: int, card: str) -> None:
        """Add a card that all have seen; holder 0 is the pile."""
        self._add(Lays(holder, frozenset({card})))

    def record(self, viewers: tuple[int, ...], said: Fields) -> GameRecord:
        """Return the record of the game."""
        history = self._start.then(self._actions)
        record = GameRecord.of(history, viewers, said)
        return with_result(record) if self._won is None else with_winner(record)

    def _begin(self, player: int) -> None:
        if self._won is not None:
            raise QueryError("the game is over: an accusation before was right")
        self._add(*self._turns.passing_until(player))

    def _add(self, *actions: Action) -> None:
        for action in actions:
            self._actions.append(action)
            self._turns.follow(action)
