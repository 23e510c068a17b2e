"""How far long work is, as those hear it who listen."""

from __future__ import annotations

from mystpy.engines.transition_system.progressor import WALKED
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.progress import count_progress, heard_by

ROUND = "asks({0},{{s4}}) no({1}) no({2}) noguess({0}) endturn({0}) "


def test_a_walk_tells_how_many_actions_are_done() -> None:
    rounds = "".join(ROUND.format(i, i % 3 + 1, (i + 1) % 3 + 1) for i in (1, 2, 3))
    history = History.make(Game.myst(1, 1, 3, 1), {}, rounds)
    heard: list[tuple[str, int, int]] = []
    with heard_by(lambda *report: heard.append(report)):
        WorldsEngine().judge(history)
    assert next(report for report in heard if report[0] == WALKED) == (WALKED, 0, 15)
    assert heard[-1] == (WALKED, 15, 15)


def test_of_much_work_it_is_not_told_at_each_step_and_of_little_at_each() -> None:
    heard: list[int] = []
    with heard_by(lambda _, done, __: heard.append(done)):
        assert list(count_progress("x", range(1_000))) == list(range(1_000))
        assert heard == [*range(0, 1_000, 10), 1_000]
    list(count_progress("x", range(3)))
    assert heard[-1] == 1_000
