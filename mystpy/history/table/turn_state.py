"""The progress of a game: how turns end, and whose turn is next.

Notes contain turns, not how they end. The omitted parts become actions of section 2.4,
and the axioms decide whether they can have happened. A line out of turn is refused
here, since the axioms could blame only actions that nobody has written.

The player in turn, those who answer, and those who are out are computed here again,
since notes are read before any engine is started. A test compares them with the axioms
in whole games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    AsideAction,
    Asks,
    EndTurn,
    Guess,
    No,
    NoAsk,
    NoGuess,
    Shows,
    Yes,
)
from mystpy.history.inheritance import ResultCarrier
from mystpy.history.printed.faults import note_name
from mystpy.history.sentences import name_of


def respondents(poser: int, p: int) -> list[int]:
    """Return the respondents of p players to one player's question, in order, (2.6)."""
    return [(poser - 1 + step) % p + 1 for step in range(1, p)]


_NEW_TURN = Asks | NoAsk


class TurnState:
    """The player in turn after some actions, those who are out, and the respondent.

    `turn` is None before the first turn. `awaited` is the player who is to answer the
    last question or to show a card.
    """

    def __init__(self, game: Game, actions: Iterable[Action] = ()) -> None:
        self.game = game
        self.turn: int | None = None
        self.awaited: int | None = None
        self._out: set[int] = set()
        self._left: tuple[type[NoGuess] | type[EndTurn], ...] = ()
        for action in actions:
            self.follow(action)

    @classmethod
    def after(
        cls, game: Game, actions: Sequence[Action], history: ResultCarrier
    ) -> TurnState:
        """Return the state after a history, continued from that of an earlier one."""
        done, before = history.carried(cls) or (0, None)
        found = before.copy() if before else cls(game)
        if done < len(actions):
            for action in actions[done:]:
                found.follow(action)
            history.carry(cls, found.copy())
        return found

    def copy(self) -> TurnState:
        """Return an independent copy."""
        found = copy(self)
        found._out = set(self._out)
        return found

    def follow(self, action: Action) -> None:
        """Update the state by one more action."""
        player = action.player
        if isinstance(action, AsideAction):
            return  # it is nobody's turn to do it, and no turn ends by it
        if isinstance(action, Asks) and action.to is not None:
            self.turn, self._left, self.awaited = player, (EndTurn,), action.to
        elif isinstance(action, _NEW_TURN):
            self.turn, self._left = player, (NoGuess, EndTurn)
            self.awaited = self._next(player) if isinstance(action, Asks) else None
        elif isinstance(action, No):
            after = self.turn if self.game.generalized else self._next(player)
            self.awaited = None if after == self.turn else after
        elif isinstance(action, Yes):
            self.awaited = player
        elif isinstance(action, Shows):
            self.awaited = None
        elif isinstance(action, EndTurn):
            self.turn, self._left = self._next(player), ()
        else:
            self.turn, self._left = player, (EndTurn,)
            if isinstance(action, Guess):
                self._out.add(player)

    def may_guess(self, player: int) -> bool:
        """Return whether the player's turn has reached the phase of guesses."""
        return self.turn == player and NoGuess in self._left and self.awaited is None

    def until(self, player: int) -> list[Action]:
        """Return the actions omitted before a turn of this player.

        Raises QueryError if an answer is missing, or it is another player's turn.
        """
        if self.turn is None:
            return []  # who begins is for the axioms to say
        if self.awaited is not None:
            raise self._unanswered(self.turn, self.awaited)
        actions: list[Action] = [end(self.turn) for end in self._left]
        turn = self._next(self.turn) if self._left else self.turn
        while turn in self._out and turn != player and len(actions) < 2 * self.game.p:
            actions.append(EndTurn(turn))
            turn = self._next(turn)
        if turn != player:
            raise self._out_of_turn(turn, player)
        if player in self._out:
            raise self._is_out(player)
        return actions

    def passing_until(self, player: int) -> list[Action]:
        """The actions up to a turn of this player, if all turns before it pass.

        Raises QueryError for a player who is out, and for answers that are missing.
        """
        if player in self._out:
            raise self._is_out(player)
        course, found = self.copy(), list[Action]()
        course.turn = self.turn or 1
        while True:
            turn = course.whose()
            ahead = course.until(turn)
            if turn == player:
                return [*found, *ahead]
            ahead.append(NoAsk(turn))
            found += ahead
            for action in ahead:
                course.follow(action)

    def whose(self) -> int:
        """Return the player in turn next, if the turn of the present player is over."""
        turn = self._next(self.turn or 1) if self._left else self.turn or 1
        for _ in range(self.game.p):
            if turn not in self._out:
                return turn
            turn = self._next(turn)
        return turn

    def _next(self, player: int) -> int:
        return player % self.game.p + 1

    def _unanswered(self, turn: int, awaited: int) -> QueryError:
        who, written = name_of(awaited, self.game), note_name(awaited, self.game)
        poser = name_of(turn, self.game)
        clue = self.game.rules == "clue"
        asked = f"{poser}'s suggestion yet" if clue else f"what {poser} asked"
        return QueryError(
            f"{who} has not answered {asked}",
            hint="add the answer to that line:  "
            f"-> {written} passes  or  -> {written} shows",
        )

    def _is_out(self, player: int) -> QueryError:
        return QueryError(
            f"{name_of(player, self.game)} has accused already, and is out of the game",
            hint="a player who is out still answers suggestions, but has no more turns",
        )

    def _out_of_turn(self, turn: int, player: int) -> QueryError:
        whose, other = name_of(turn, self.game), name_of(player, self.game)
        written = note_name(turn, self.game)
        hint = f"if {whose} passed without a suggestion, write  {written}: -"
        if self.game.generalized:
            hint = "turns go round, and in each there is a question or a guess"
        elif not self.game.board:
            hint = "a turn may pass without a suggestion in a game with  board = true"
        return QueryError(
            f"it is {whose}'s turn, not {other}'s",
            hint=hint,
        )
