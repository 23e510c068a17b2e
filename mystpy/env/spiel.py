"""A game as a game of OpenSpiel, registered there as `mystpy`.

In the field: an extensive form with explicit chance (Lanctot and others 2019).

The cards are dealt one by one. Players are numbered from 0, as in OpenSpiel. An
information state is the text of everything that a player has seen. Histories that the
player cannot distinguish have the same text, so recall is perfect.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import cards_of
from mystpy.env.episode import WIN, Episode, Numbering, check_turns
from mystpy.env.features import Features
from mystpy.env.resampling import (
    draw_game_state,
    draw_holders,
    holders_of,
    rng_from,
)
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.game.names import show_set
from mystpy.history.actions import Right
from mystpy.play.dealing import chances, deal_of
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState

DEFAULTS = {"m": 2, "n": 1, "p": 2, "q": 1, "turns": 2, "grid": False, "game": ""}
"""The parameters: MYST(m, n, p, q), or another `game` as quoted JSON."""

_TYPE = pyspiel.GameType(
    short_name="mystpy",
    long_name="MYST and Clue",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1_000,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


def load(game: Game, turns: int, *, grid: bool) -> SpielGame:
    """Return this game as a game of OpenSpiel, with a limit on the turns."""
    text = quote(json.dumps(game.to_dict(), separators=(",", ":")))
    params = {"game": text, "turns": turns, "grid": grid}
    found: SpielGame = pyspiel.load_game("mystpy", params)
    return found


@cached_by_theory()
def _numbering(game: Game) -> Numbering:
    return Numbering(game)


def _game(params: Mapping[str, Any]) -> Game:
    if not params["game"]:
        return Game.myst(*(params[name] for name in "mnpq"))
    try:
        return Game.from_dict(json.loads(unquote(params["game"])))
    except json.JSONDecodeError as fault:
        raise QueryError(
            f"the parameter game is not a game object: {fault}",
            hint="mystpy.env.spiel_game makes a game of OpenSpiel of every game",
        ) from None


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of `turns` turns; if nobody has won by then, all payoffs are 0.

    The winner gets 1, the others pay that together. Raises GameError or QueryError for
    parameters that describe no game.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given: dict[str, Any] = DEFAULTS | dict(params or {})
        self.rules = _game(given)
        self.turns, self.grid = check_turns(given["turns"]), given["grid"]
        self.numbering = _numbering(self.rules)
        self.length = self.turns * self.numbering.longest_turn
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbering.size,
            max_chance_outcomes=self.rules.p + 1,
            num_players=self.rules.p,
            min_utility=-WIN,
            max_utility=WIN,
            utility_sum=0.0,
            max_game_length=self.length,
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards: each is dealt by chance."""
        return self.rules.c

    def new_initial_state(self) -> SpielState:
        """Return the state before the first card is dealt."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer, which writes down what a player sees.

        Raises QueryError for an observer of only public or only private information.
        """
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        one = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not kind.public_info or kind.private_info != one:
            raise QueryError("here a player observes all that he sees, or nothing")
        recall = self.length if kind.perfect_recall else self.numbering.longest_turn
        features = Features(self.numbering, recall, grid=self.grid)
        return SpielObserver(self.numbering, features)


class _PlayRecord:
    """The course of a game: the holders of the cards, then the episode."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game
        self.dealt: tuple[int, ...] = ()
        self.episode: Episode | None = None

    def __deepcopy__(self, memo: object) -> _PlayRecord:
        # OpenSpiel copies a state attribute by attribute; the game is shared.
        twin = _PlayRecord.__new__(_PlayRecord)
        twin.game, twin.dealt = self.game, self.dealt
        twin.episode = self.episode and self.episode.copy()
        return twin

    def deal(self, holder: int) -> None:
        """Deal the next card; the game begins after the last one."""
        game = self.game
        self.dealt = (*self.dealt, holder)
        if len(self.dealt) == game.rules.c:
            table = GameState(game.rules, deal_of(game.rules, self.dealt))
            self.episode = Episode(table, game.numbering, game.turns)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree: during the deal, or in a game that is played."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = _PlayRecord(game)

    @property
    def table(self) -> GameState | None:
        """Return the game state; None until all cards are dealt."""
        episode = self.course.episode
        return episode.table if episode else None

    def current_player(self) -> int:
        """Return the player to move, from 0 on; the chance player during the deal."""
        episode = self.course.episode
        if episode is None:
            chance: int = pyspiel.PlayerId.CHANCE
            return chance
        return pyspiel.PlayerId.TERMINAL if episode.over else episode.player - 1

    def _legal_actions(self, player: int) -> list[int]:
        episode = self.course.episode
        assert episode is not None, "chance is asked for its outcomes instead"
        return episode.legal if player == episode.player - 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the holders that may get the next card, with their probabilities."""
        course = self.course
        shares = chances(course.game.rules, course.dealt)
        return [(holder, float(share)) for holder, share in shares.items()]

    def _apply_action(self, action: int) -> None:
        if self.course.episode is None:
            self.course.deal(action)
        else:
            self.course.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        course = self.course
        if player == pyspiel.PlayerId.CHANCE:
            return f"{course.game.rules.cards[len(course.dealt)]} to {action}"
        numbering = course.game.numbering
        return numbering.words(numbering.event(player + 1, action))

    def is_terminal(self) -> bool:
        """Return whether no action is legal, or all turns are used up."""
        return bool(self.course.episode and self.course.episode.over)

    def returns(self) -> list[float]:
        """Return the payoff of each player."""
        episode = self.course.episode
        return episode.returns() if episode else [0.0] * self.num_players()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """Return a random state that the player cannot distinguish from this one.

        Deals that are consistent with what the player has seen are equally likely. The
        sampler returns numbers from 0 to 1. Raises CountTooLarge if the deals cannot be
        counted.
        """
        course, rng = self.course, rng_from(probability_sampler)
        twin: SpielState = course.game.new_initial_state()
        if self.table is None:
            for holder in draw_holders(course.game.rules, len(course.dealt), rng):
                twin.apply_action(holder)
            return twin
        seen = InformationState.at(self.table, player_id + 1)
        drawn = draw_game_state(seen, rng)
        for holder in holders_of(drawn):
            twin.apply_action(holder)
        for event in drawn.done:
            twin.apply_action(course.game.numbering.number(event))
        return twin

    def __str__(self) -> str:
        dealt = "".join(map(str, self.course.dealt))
        table = self.table
        return f"{dealt} {table.history()}" if table else dealt


class SpielObserver:
    """The observations of a player, as text and as an array in named parts.

    Nobody sees anything during the deal. An observation without perfect recall has as
    many of the last actions as a turn may have.
    """

    def __init__(self, numbering: Numbering, features: Features) -> None:
        self._numbering = numbering
        self._features = features
        self.tensor, self.dict = features.blank(np.float32)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees in a state into the arrays."""
        self.tensor.fill(0)
        if state.table:
            self._features.write(state.table, player + 1, self.dict)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees in a state, in words."""
        if not state.table:
            return f"player {player + 1}: nothing yet"
        game, _, hand, events, won = InformationState.at(state.table, player + 1)
        words = map(self._numbering.words, events[-self._features.events :])
        cards = show_set(cards_of(hand, game), game.deck)
        end = (Right.name,) if won else ()
        return " ".join((f"player {player + 1} {cards}:", *words, *end))


pyspiel.register_game(_TYPE, SpielGame)
