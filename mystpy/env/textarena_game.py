"""MYST and Clue as a game of TextArena, for players who read and write plain English.

In the field: a text-based game environment. Made for the interface of TextArena 0.7.

A player gets the rules, her hand and the course of the game. She ends a reply with a
line such as "Action: ask plum, rope, hall". Forced actions are performed without
asking. Importing this module registers the games `Myst-v0` and `Clue-v0`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import textarena as ta

from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.sentences import name_of
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.protocol import instructions, offers
from mystpy.protocol.reply import action_said
from mystpy.situations.event import Event

MYST_ID, CLUE_ID = "Myst-v0", "Clue-v0"
"""The names under which the games are registered."""

MOST_ACTIONS = 1_000
"""The default number of actions after which a game is a draw."""


class MystArenaGame(ta.Env):  # type: ignore[misc]
    """A game of MYST or Clue; the players 0, 1, ... are its players 1, 2, ...

    `game` is a game, or a game object; without it, Clue is played with the given number
    of players. The winner gets 1 and the others -1. A player whose reply is not a legal
    action is asked once more, and then loses against all others. The state contains the
    deal.
    """

    def __init__(
        self, game: Game | dict[str, Any] | None = None, most: int = MOST_ACTIONS
    ) -> None:
        self._given = Game.from_dict(game) if isinstance(game, dict) else game
        self._most = most

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal, and send each player the rules and her hand.

        The same seed gives the same deal. Raises QueryError if the game has another
        number of players.
        """
        game = self._given or Game.clue(num_players)
        if game.p != num_players:
            raise QueryError(
                f"this is a game of {game.p} players, not of {num_players}",
                hint=f"reset(num_players={game.p})",
            )
        self.game = game
        rng = Random(seed)
        self.table = GameState(game, random_deal(game, rng))
        self._seen = [InformationState.at(self.table, i + 1) for i in range(game.p)]
        self.state = ta.FFAMultiPlayerState(num_players=num_players, seed=seed)
        self.state.reset(
            game_state={"done": []},
            player_prompt_function=self._prompt,
            role_mapping={i: self._name(i) for i in range(game.p)},
        )
        self._go_on()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Perform the action in a reply, and continue to the next choice."""
        state = self.state
        player = state.current_player_id
        state.add_observation(
            from_id=player,
            to_id=player,
            message=action,
            observation_type=ta.ObservationType.PLAYER_ACTION,
        )
        try:
            event = action_said(action, self._legal(), self.game)
            offers.require_offered(event, self._legal(), self.game)
            self._do(event)
        except MystError as error:
            said = f"{error} {error.hint or ''}".strip()
            if state.set_invalid_move(reason=said):
                others = [i for i in range(self.game.p) if i != player]
                state.set_winners(others, f"{self._name(player)}: {said}")
        else:
            self._go_on()
        done, info = state.step(rotate_player=False)
        return bool(done), dict(info)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return instructions.rules(self._seen[player_id])

    def _legal(self) -> list[Any]:
        player = self.state.current_player_id + 1
        return [one for one in self.table.legal_actions() if one.player == player]

    def _go_on(self) -> None:
        """Perform forced actions, and announce the next choice or the winner."""
        while legal := self.table.legal_actions():
            if len(self.table.done) >= self._most:
                self.state.set_draw("the game takes too long")
                return
            only = offers.only(legal)
            if only is None:
                break
            self._do(only)
        else:
            self._end()
            return
        chooser = legal[0].player - 1
        self.state.manually_set_current_player_id(chooser)
        self.state.add_observation(
            to_id=chooser,
            message=instructions.turn(self._legal(), self.game),
            observation_type=ta.ObservationType.GAME_BOARD,
        )

    def _do(self, event: Event) -> None:
        """Perform an action, and send each player what that player sees of it."""
        self.table.do(event)
        won = self.table.won
        for i, before in enumerate(self._seen):
            after = before.then(event, won=won, sight=self.table.sight)
            self._seen[i] = after
            self.state.add_observation(
                to_id=i,
                message=instructions.event(after.events[-1], self.game, won=won),
                observation_type=ta.ObservationType.GAME_ACTION_DESCRIPTION,
            )

    def _end(self) -> None:
        outcome = self.table.outcome
        if outcome is None or outcome.winner is None:
            self.state.set_draw("nobody has found the pile")
            return
        winner = outcome.winner - 1
        self.state.set_winners([winner], f"{self._name(winner)} has won")

    def _name(self, player: int) -> str:
        return name_of(player + 1, self.game)


def register() -> None:
    """Register the games with TextArena; repeated calls do no harm."""
    games = {MYST_ID: Game.myst(1, 2, 2, 2), CLUE_ID: None}
    for name, game in games.items():
        try:
            ta.register(id=name, entry_point=MystArenaGame, game=game)
        except ValueError:  # it was registered before
            continue


register()
