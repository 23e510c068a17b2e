"""The whole diagram at once: what is reached step by step, and kept for others."""

from __future__ import annotations

from functools import partial
from itertools import product
from pathlib import Path

import pytest

from mystpy.axioms import diagram_driver, fingerprint
from mystpy.engines.transition_system.by_clingo import ClingoSource
from mystpy.engines.transition_system.cache import TransitionSystemFiles
from mystpy.engines.transition_system.states import EventKey, SystemState
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.errors import AxiomError
from tests.engines.transition_system.remembered_source import RememberedSource
from tests.engines.transition_system.test_system import axioms_copy, edit, reached

__all__ = ["axioms_copy"]

RULES = ("clue", "board", "speed", "generalized")


def plainly(found: TransitionSystem) -> dict[SystemState, dict[EventKey, object]]:
    """Return every state that is reached with its moves, states for their numbers."""
    return {
        state: {
            key: move._replace(after=tuple(map(found.state, move.after)))  # type: ignore[arg-type]
            for key, move in found.moves(number).items()
        }
        for number, state in reached(found).items()
    }


def no_source() -> ClingoSource:
    pytest.fail("nothing is left to be computed")


@pytest.mark.parametrize(
    ("rules", "p"),
    [
        ("clue", 2),
        pytest.param("speed", 2, marks=pytest.mark.slow),
        pytest.param("generalized", 2, marks=pytest.mark.slow),
        pytest.param("board", 2, marks=pytest.mark.slow),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in product(RULES, [3])),
    ],
)
def test_what_is_complete_is_what_is_reached_step_by_step(
    rules: str, p: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = diagram_driver(rules)
    source = partial(RememberedSource, driver)
    step_by_step = plainly(TransitionSystem(p, source))
    whole = TransitionSystem(p, source)
    whole.complete()
    assert plainly(whole) == step_by_step
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    shelf = TransitionSystemFiles(p, fingerprint(), driver)
    TransitionSystem(p, source, shelf).complete()
    kept = TransitionSystem(p, no_source, shelf)
    kept.complete()
    assert plainly(kept) == step_by_step


def test_a_diagram_without_its_files_is_complete_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    made: list[ClingoSource] = []

    def source() -> ClingoSource:
        made.append(ClingoSource())
        return made[-1]

    found = TransitionSystem(2, source, TransitionSystemFiles(2, fingerprint()))
    found.complete()
    found.__dict__["_source"] = None
    assert len(made) == 1
    assert len(reached(found)) == 33


@pytest.mark.slow
def test_axioms_that_tell_players_apart_are_explored_one_by_one(
    axioms_copy: Path,
) -> None:
    edit(
        axioms_copy / "s2_09_successor_state.lp",
        "    not equals_pile(M).\n\n% question(Q,S)",
        "    not equals_pile(M), I < 3.\n\n% question(Q,S)",
    )
    whole = TransitionSystem(3, ClingoSource)
    whole.complete()
    assert plainly(whole) == plainly(TransitionSystem(3, ClingoSource))


def test_very_many_players_have_too_many_states() -> None:
    with pytest.raises(AxiomError, match="11 players"):
        TransitionSystem(11, ClingoSource).complete()


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_nine_players(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    driver = diagram_driver(rules)
    shelf = TransitionSystemFiles(9, fingerprint(), driver)
    TransitionSystem(9, partial(ClingoSource, driver), shelf).complete()
    kept = TransitionSystem(9, no_source, shelf)
    assert len(reached(kept)) > 50_000
