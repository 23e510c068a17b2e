"""The parts of a history that are cached between questions, and when they are not."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.engines import backend
from mystpy.errors import QueryError
from mystpy.packages import kept_histories
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.history_runs import answer_set_program
from mystpy.packages.history_runs import control as controls
from mystpy.packages.kept_histories import LISTED, SEARCHED
from mystpy.packages.package_answers import PackageSituation

ACTIONS = "asks(1,2,{s1,s2,s3}) has(2,1)"
FORMULA = "K(1, h(2,s1) | h(2,s2) | h(2,s3))"


@pytest.fixture
def ground(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The programs that are ground, from nothing kept on."""
    found: list[object] = []
    first = answer_set_program.ground

    def grounds(*arguments: object) -> object:
        found.append(arguments)
        return first(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(controls, "ground", grounds)
    kept_histories._kept.cache_clear()
    yield found
    kept_histories._kept.cache_clear()


def vienna(**constants: int) -> PackageSituation:
    package = read_package("black-vienna", constants)
    return PackageSituation.make(package, ACTIONS, ["h(1,s4) & h(1,s5)"])


def test_a_history_is_ground_once(ground: list[object]) -> None:
    assert {vienna().value(FORMULA) for _ in range(3)} == {"true"}
    assert vienna().legality().verdict == "possible"
    assert len(ground) == 1


def test_other_constants_are_another_history(ground: list[object]) -> None:
    vienna().value(FORMULA)
    vienna(hand=3).value(FORMULA)
    assert len(ground) == 2


def test_changed_axioms_are_read_again(ground: list[object], tmp_path: Path) -> None:
    folder = tmp_path / "vienna"
    shutil.copytree(shipped_packages()["black-vienna"], folder)

    def value() -> str:
        package = read_package(str(folder))
        return PackageSituation.make(package, "", ["h(1,s4)"]).value("K(1,h(1,s4))")

    before = PackageSituation.make(read_package(str(folder)), "", ["h(1,s4)"])
    assert value() == "true"
    axioms = folder / "theory.lp"
    text = axioms.read_text(encoding="utf-8")
    axioms.write_text(
        text.replace("player(I), h(I, X).", "player(I), h(I, X), X = s1.")
    )
    assert value() == "false"
    kept_histories._kept.cache_clear()
    assert before.value("K(1,h(1,s4))") == "true", "its axioms are those that were read"


def test_what_is_kept_is_limited(
    ground: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_histories._kept, "_capacity", 1)
    for _ in range(2):
        vienna().value(FORMULA)
        vienna(hand=3).value(FORMULA)
    assert len(ground) == 4
    assert len(kept_histories._kept) == 1


def test_too_many_runs_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_histories, "MAX_RUNS_LISTED_FOR_C", 100)
    kept_histories._kept.cache_clear()
    situation = vienna()
    with pytest.raises(QueryError, match="too many to list"):
        situation.answer(FORMULA, LISTED)
    assert situation.answer(FORMULA) == ("true", SEARCHED)


def test_ctrl_c_drops_what_is_kept(ground: list[object]) -> None:
    situation = vienna()
    assert situation.value(FORMULA) == "true"
    runs = situation.runs
    first = runs.find

    def broken(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    runs.find = broken  # type: ignore[method-assign,assignment]
    with pytest.raises(KeyboardInterrupt):
        situation.value("K(1, h(2,s1))")
    runs.find = first  # type: ignore[method-assign]
    assert situation.value(FORMULA) == "true"
    assert len(ground) == 2


PIGEONS = """name = "pigeons"
agents = "agent"
[sorts]
agent = ["a"]
pigeon = "1..13"
hole = "1..12"
[[fluent]]
name = "sits"
args = ["pigeon", "hole"]
rigid = true
[[fluent]]
name = "alone"
rigid = true
[[action]]
name = "waits"
words = "nothing is done"
"""
HOLES = """
1 { sits(P, H) : hole(H) } 1 :- pigeon(P).
{ alone }.
:- alone, sits(P, H), sits(Q, H), P < Q.
poss(waits, S) :- considered(waits, S).
obs0(a, alone) :- alone.
obs(a, waits, waits, S) :- done(waits, S).
"""
"""There are too few holes for each pigeon to be alone, which clingo finds slowly."""


def test_ctrl_c_ends_a_long_search(tmp_path: Path) -> None:
    (tmp_path / "theory.toml").write_text(PIGEONS, encoding="utf-8")
    (tmp_path / "theory.lp").write_text(HOLES, encoding="utf-8")
    situation = PackageSituation.make(read_package(str(tmp_path)))
    timer = Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))

    def ask() -> None:
        timer.start()
        situation.value("alone")

    with pytest.raises(KeyboardInterrupt):
        ask()
    timer.join()
    assert situation.value("sits(1,1) | ~sits(1,1)") == "true"


def test_threads_ask_one_after_the_other() -> None:
    formulas = [f"K(1, ~K({2 + k % 2}, h(0,s{1 + k})))" for k in range(9)]
    alone = [vienna().value(each) for each in formulas]
    kept_histories._kept.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda f: vienna().value(f), formulas)) == alone


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_fork_answers_with_what_was_kept() -> None:
    assert vienna().value(FORMULA) == "true"
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        assert pool.apply(_asked) == ("true", "true")


def _asked() -> tuple[str, str]:
    return vienna().value(FORMULA), vienna().value(f"K(2, K(1, {FORMULA}))")


@pytest.fixture
def lent_clingo() -> Iterator[None]:
    """Answer by a clingo backend of another program, without the library."""
    kept_histories._kept.cache_clear()
    backend.use_backend(lambda *_: "{}")
    yield
    backend.use_backend(None)


@pytest.mark.usefixtures("lent_clingo")
def test_where_clingo_is_lent_prolog_answers() -> None:
    words = ["ask", "--theory", "muddy-children", "--do", "father", "told"]
    refused = CliRunner().invoke(cli, words)
    assert refused.exit_code == 3
    assert "answers from theory.lp need the library clingo" in refused.stderr
    assert "use --engine prolog" in refused.stderr
    done = CliRunner().invoke(cli, [*words, "--engine", "prolog"])
    assert (done.exit_code, done.output) == (0, "true          told  (prolog-runs)\n")


def test_without_clingo_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_histories._kept.cache_clear()
    monkeypatch.setattr(backend, "find_spec", lambda _name: None)
    words = ["legal", "--theory", "muddy-children", "--do", "father"]
    refused = CliRunner().invoke(cli, words)
    assert refused.exit_code == 3
    assert "pip install" in refused.stderr
