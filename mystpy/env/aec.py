"""A game as an environment of PettingZoo: agents act in the order of the rules.

In the field: an agent environment cycle game (Terry and others 2021).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from mystpy.env.episode import Episode, Numbering, check_turns
from mystpy.env.features import Array, Features
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import EventFold, InformationState


class TableEnv(AECEnv[str, dict[str, Array], int]):  # type: ignore[misc]
    """A game state with the agents `player_1`, ...; the winner gets 1.

    The losers pay that together; nobody gets anything if nobody wins. An observation is
    an array of what the player has seen, with the mask of the legal actions. An illegal
    action raises IllegalActionError, as at a table.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "mystpy_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }
    render_mode = "ansi"

    def __init__(self, game: Game, *, turns: int, recall: int, grid: bool) -> None:
        super().__init__()
        self.game = game
        self.numbering = Numbering(game)
        self.features = Features(self.numbering, recall, grid=grid)
        self.possible_agents = [f"player_{i}" for i in range(1, game.p + 1)]
        self.observation_spaces = {
            agent: self._seen() for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: Discrete(self.numbering.size) for agent in self.possible_agents
        }
        self._turns = check_turns(turns)
        self._rng = Random()
        self.reset()

    def _seen(self) -> Dict:
        whole = Box(0, 1, (self.features.size,), np.int8)
        mask = Box(0, 1, (self.numbering.size,), np.int8)
        return Dict({"observation": whole, "action_mask": mask})

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of the numbers of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Begin a new game with a random deal, or with the option `deal`."""
        if seed is not None:
            self._rng = Random(seed)
        deal = (options or {}).get("deal") or random_deal(self.game, self._rng)
        self.episode = Episode(GameState(self.game, deal), self.numbering, self._turns)
        self._beliefs = {i: EventFold(BeliefState) for i in range(1, self.game.p + 1)}
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def _settle(self) -> None:
        """Record whose turn it is, and which agents have finished."""
        episode = self.episode
        ended = episode.over and not episode.cut_off
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, episode.cut_off)
        if episode.over:
            returns = zip(self.possible_agents, episode.returns(), strict=True)
            self.rewards = dict(returns)
        self.agent_selection = self.possible_agents[max(episode.player - 1, 0)]

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent has seen, and the mask of its legal actions."""
        player = self.possible_agents.index(agent) + 1
        whole, parts = self.features.blank(np.int8)
        belief = self._belief(player) if "grid" in parts else None
        self.features.write(self.episode.table, player, parts, belief)
        mask = np.zeros(self.numbering.size, np.int8)
        if player == self.episode.player:
            mask[self.episode.legal] = 1
        return {"observation": whole, "action_mask": mask}

    def _belief(self, player: int) -> BeliefState:
        """Return a player's belief state, updated from the last observation."""
        return self._beliefs[player].at(InformationState.at(self.episode.table, player))

    def step(self, action: int | None) -> None:
        """Perform the action that the agent to move has chosen."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.episode.act(-1 if action is None else int(action))
        self._settle()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the actions so far, with all cards."""
        return " ".join(map(self.numbering.words, self.episode.table.done))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
