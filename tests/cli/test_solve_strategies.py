"""Simple strategies of `mystpy solve` that take longer than there is time."""

from __future__ import annotations

import pytest

from mystpy.errors import EngineFailed
from mystpy.game.game import Game
from mystpy.progress import heard_by
from mystpy.solve.commands.solver import describe_strategies
from mystpy.solve.equilibria import description, face
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds


@pytest.fixture(scope="module")
def solved() -> ValueBounds:
    """A game that is solved."""
    *_, found = improving_bounds(Game.myst(2, 1, 2, 1), GameVariant(questions="useful"))
    return found


def test_without_time_the_bounds_stay_as_they_are(
    solved: ValueBounds, capsys: pytest.CaptureFixture[str]
) -> None:
    best, output = describe_strategies(solved, -1.0, print, every=False)
    assert (best, output) == (solved, ())
    assert "no simple strategies: the time is up; " in capsys.readouterr().err


def test_where_a_solver_fails_the_bounds_stay_as_they_are(
    solved: ValueBounds,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def failed(_: object) -> str:
        raise EngineFailed("the linear programme was not solved: Unknown")

    monkeypatch.setattr(face, "run", failed)
    best, output = describe_strategies(solved, None, print, every=False)
    assert (best, output) == (solved, ())
    assert "no simple strategies: the linear programme was" in capsys.readouterr().err


def test_who_ends_the_search_is_told_the_bounds(
    solved: ValueBounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = list[ValueBounds]()

    def broken_off(_: ValueBounds) -> ValueBounds:
        raise KeyboardInterrupt

    monkeypatch.setattr(description, "simplify", broken_off)
    with pytest.raises(KeyboardInterrupt):
        describe_strategies(solved, None, ended.append, every=False)
    assert ended == [solved]


def test_who_waits_hears_how_many_actions_were_tried(solved: ValueBounds) -> None:
    heard = list[tuple[str, int, int]]()
    with heard_by(lambda *output: heard.append(output)):
        _, output = describe_strategies(solved, None, print, every=False)
    assert len(output) == 2
    names = {name for name, _, _ in heard}
    assert "a simple plan of player 2, 3 of 3" in names
    assert all(0 < done < total for _, done, total in heard)
