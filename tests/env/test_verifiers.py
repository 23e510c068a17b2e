"""Questions as tasks of `verifiers`; its interface is a fake where it is not there."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mystpy.errors import QueryError
from mystpy.positions.record import read_questions
from tests.env import fakes

ADAPTER = "mystpy.env.verifiers_tasks"
TOM = Path(__file__).parents[1] / "positions" / "tom.jsonl"


def awaited(answer: Coroutine[Any, Any, float]) -> float:
    """Return what a coroutine returns; a thread of its own has no loop that runs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, answer).result()


KINDS = ["fake", *(["installed"] if find_spec("verifiers") else [])]


@pytest.fixture(params=KINDS)
def tasks(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ModuleType]:
    """Return the adapter, loaded with a fake of verifiers, or with itself."""
    if request.param == "fake":
        for name, module in fakes.verifiers().items():
            monkeypatch.setitem(sys.modules, name, module)
    sys.modules.pop(ADAPTER, None)
    yield import_module(ADAPTER)
    sys.modules.pop(ADAPTER, None)


def test_a_taskset_has_the_questions_of_a_file(tasks: ModuleType) -> None:
    config = tasks.PositionTasksetConfig(file=TOM)
    found = list(tasks.PositionTaskset(config))
    questions = read_questions(TOM)
    assert [task.data.id for task in found] == [one.id for one in questions]
    assert found[0].data.prompt == questions[0].prompt


@pytest.mark.parametrize(("name", "count"), [("tom", 4), ("deduction", 4), ("full", 1)])
def test_a_taskset_makes_questions_from_a_seed(
    tasks: ModuleType, name: str, count: int
) -> None:
    config = tasks.PositionTasksetConfig(questions=name, count=count, seed=9)
    found = list(tasks.PositionTaskset(config))
    assert len(found) == count
    assert all(task.data.id.startswith(f"{name}-9-") for task in found)


def test_a_set_that_does_not_exist_is_refused(tasks: ModuleType) -> None:
    config = tasks.PositionTasksetConfig(questions="deductions", count=4)
    with pytest.raises(QueryError, match="no set of questions 'deductions'") as caught:
        list(tasks.PositionTaskset(config))
    assert caught.value.hint == "the sets are tom, deduction and full"


def test_the_answer_is_in_no_prompt(tasks: ModuleType) -> None:
    for task in tasks.PositionTaskset(tasks.PositionTasksetConfig(file=TOM)):
        assert task.data.prompt.count("Answer:") == 1
        assert '"answer"' not in task.data.prompt


@pytest.mark.parametrize(
    ("reply", "right", "understood"),
    [("Answer: {right}", 1.0, 1.0), ("Answer: {wrong}", 0.0, 1.0), ("?", 0.0, 0.0)],
)
def test_a_reply_is_scored(
    tasks: ModuleType, reply: str, right: float, understood: float
) -> None:
    task = next(iter(tasks.PositionTaskset(tasks.PositionTasksetConfig(file=TOM))))
    answer = task.position.answer
    other = {"yes": "no", "no": "yes"}[answer]
    trace = fakes.Trace(reply.format(right=answer, wrong=other))
    assert awaited(task.right(trace)) == right
    assert awaited(task.understood(trace)) == understood


def test_the_package_that_is_loaded_exports_one_taskset(tasks: ModuleType) -> None:
    assert tasks.__all__ == ["PositionTaskset"]
    assert issubclass(tasks.PositionTaskset, tasks.vf.Taskset)
