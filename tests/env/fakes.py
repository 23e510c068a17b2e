"""Small stand-ins for `textarena` and `verifiers.v1`: the parts that adapters call.

They follow the interfaces of TextArena 0.7 and verifiers 0.4, so that the adapters can
be tested if these are not installed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum, auto
from types import ModuleType
from typing import Any, Generic, TypeVar

D = TypeVar("D")
S = TypeVar("S")
C = TypeVar("C")


class ObservationType(Enum):
    PROMPT = auto()
    PLAYER_ACTION = auto()
    GAME_ACTION_DESCRIPTION = auto()
    GAME_MESSAGE = auto()
    GAME_BOARD = auto()
    GAME_ADMIN = auto()


class FFAMultiPlayerState:
    """A game of several players: what they have seen, whose turn it is, who has won."""

    def __init__(self, num_players: int, seed: int | None = None) -> None:
        self.num_players, self.seed = num_players, seed
        self.current_player_id, self.done, self.turn = 0, False, 0
        self.rewards: dict[int, int] | None = None
        self.errors, self.invalid = 0, False

    def reset(
        self,
        game_state: dict[str, Any],
        player_prompt_function: Callable[..., str],
        role_mapping: dict[int, str],
    ) -> None:
        self.game_state, self.role_mapping = game_state, role_mapping
        self.observations: dict[int, list[Any]] = {}
        self.game_info: dict[int, dict[str, Any]] = {}
        for i in range(self.num_players):
            prompt = player_prompt_function(player_id=i, game_state=game_state)
            self.observations[i] = [(-1, prompt, ObservationType.PROMPT)]
            self.game_info[i] = {"invalid_move": False}

    def add_observation(
        self,
        message: str,
        observation_type: ObservationType,
        from_id: int = -1,
        to_id: int = -1,
    ) -> None:
        to = range(self.num_players) if to_id == -1 else [to_id]
        for i in to:
            self.observations[i].append((from_id, message, observation_type))

    def get_current_player_observation(self) -> list[Any]:
        seen = self.observations[self.current_player_id]
        self.observations[self.current_player_id] = []
        return seen

    def manually_set_current_player_id(self, new_player_id: int) -> None:
        if not self.invalid:
            self.current_player_id, self.errors = new_player_id, 0

    def set_invalid_move(self, reason: str) -> bool:
        self.invalid = True
        if self.errors < 1:
            self.errors += 1
            here = self.current_player_id
            self.add_observation(reason, ObservationType.GAME_ADMIN, to_id=here)
            return False
        self.game_info[self.current_player_id]["invalid_move"] = True
        return True

    def set_winners(self, player_ids: list[int], reason: str) -> None:
        players = range(self.num_players)
        self._end({i: 1 if i in player_ids else -1 for i in players}, reason)

    def set_draw(self, reason: str) -> None:
        self._end(dict.fromkeys(range(self.num_players), 0), reason)

    def _end(self, rewards: dict[int, int], reason: str) -> None:
        self.rewards, self.done = rewards, True
        for info in self.game_info.values():
            info["reason"] = reason

    def step(self, rotate_player: bool = True) -> tuple[bool, dict[str, Any]]:
        assert not rotate_player, "the game itself says whose turn it is"
        self.turn += not self.invalid
        self.invalid = False
        return self.done, {}


class ArenaEnv:
    """The common base of all games of TextArena."""

    state: FFAMultiPlayerState

    def get_observation(self) -> tuple[int, list[Any]]:
        state = self.state
        return state.current_player_id, state.get_current_player_observation()

    def close(self) -> tuple[dict[int, int] | None, dict[int, dict[str, Any]]]:
        return self.state.rewards, self.state.game_info


def textarena() -> ModuleType:
    """Return the module `textarena`, with a registry of its own."""
    module, registry = ModuleType("textarena"), dict[str, tuple[Any, Any]]()

    def register(id: str, entry_point: Any, **kwargs: Any) -> None:
        if id in registry:
            raise ValueError(f"Environment {id} already registered.")
        registry[id] = entry_point, kwargs

    def make(env_id: str, **kwargs: Any) -> Any:
        entry_point, given = registry[env_id]
        return entry_point(**{**given, **kwargs})

    for name, value in {
        "Env": ArenaEnv,
        "FFAMultiPlayerState": FFAMultiPlayerState,
        "ObservationType": ObservationType,
        "register": register,
        "make": make,
    }.items():
        setattr(module, name, value)
    return module


class _Values:
    """A model whose keys are its annotations, with the defaults of its class."""

    def __init__(self, **values: Any) -> None:
        for kind in reversed(type(self).__mro__):
            for name in inspect.get_annotations(kind):
                if name not in values and not hasattr(type(self), name):
                    raise ValueError(f"{name} is missing")
        for name, value in values.items():
            setattr(self, name, value)


class TaskData(_Values):
    idx: int | None = None
    id: str | None = None
    name: str | None = None
    prompt: str | None = None


class TaskConfig(_Values):
    """Settings of a task."""


class TasksetConfig(_Values):
    task = TaskConfig()


class State:
    """The state of a rollout."""


class Trace:
    """A rollout that is over."""

    def __init__(self, last_reply: str) -> None:
        self.last_reply = last_reply
        self.rewards: dict[str, float] = {}
        self.metrics: dict[str, float] = {}


class Task(Generic[D, S, C]):
    """A task with its rewards and metrics."""

    def __init__(self, data: Any, config: Any = None) -> None:
        self.data, self.config = data, config

    async def score(self, trace: Trace) -> None:
        for _, found in inspect.getmembers(self, inspect.iscoroutinefunction):
            if hasattr(found, "is_reward"):
                trace.rewards[found.__name__] = await found(trace=trace)
            if hasattr(found, "is_metric"):
                trace.metrics[found.__name__] = await found(trace=trace)


class Taskset(Generic[D, C]):
    """A source of tasks."""

    def __init__(self, config: Any) -> None:
        self.config = config

    def load(self) -> Iterator[Any]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self.load())


def verifiers() -> dict[str, ModuleType]:
    """Return the modules `verifiers` and `verifiers.v1`."""
    whole, module = ModuleType("verifiers"), ModuleType("verifiers.v1")

    def marked(name: str) -> Callable[[Any], Any]:
        def mark(function: Any) -> Any:
            setattr(function, name, True)
            return function

        return mark

    for kind in (TaskData, TaskConfig, TasksetConfig, State, Trace, Task, Taskset):
        setattr(module, kind.__name__, kind)
    module.reward = marked("is_reward")  # type: ignore[attr-defined]
    module.metric = marked("is_metric")  # type: ignore[attr-defined]
    whole.v1 = module  # type: ignore[attr-defined]
    return {"verifiers": whole, "verifiers.v1": module}
