"""The engine asp keeps programs and lists, and still gives the right answers.

Ground programs, listed worlds and selected rules are compared with new programs of the
whole axiom files, and with the other engines.
"""

from __future__ import annotations

import gc
import os
import sys
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from mystpy.engines import get_engine
from mystpy.engines.asp import engine as asp_engine
from mystpy.engines.asp import kept as asp_kept
from mystpy.engines.asp import program as asp_program
from mystpy.engines.asp import rules as asp_rules
from mystpy.engines.asp import worlds as asp_worlds
from mystpy.engines.asp.engine import AspEngine
from mystpy.engines.asp.kept import forget
from mystpy.engines.base import Engine
from mystpy.engines.transition_system.lru_cache import LruCache
from mystpy.errors import EngineFailed, MystError, NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Announcing, Formula, Not
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask, know
from mystpy.questions.legality import legal, possible
from mystpy.questions.why import why
from mystpy.theories import edited_theory
from tests.edits import copied_axioms
from tests.engines.situations import (
    ALL_GAMES,
    arbitrary_histories,
    formulas,
    histories,
)
from tests.engines.test_agreement import (
    QUICK,
    engines,
    judged,
    listed,
    share,
    viewers,
)
from tests.programs import ran
from tests.sampling import by_day

FOUR = Game.myst(m=1, n=1, p=4, q=2)
THREE = Game.myst(m=1, n=1, p=3, q=2)


def answers(engine: Engine, history: History, phi: Formula) -> dict[str, object]:
    """Return the answers of an engine about a history, as values to be compared."""
    game = history.game
    everybody = tuple(range(1, game.p + 1))
    questions: dict[str, Callable[[], object]] = {
        "judge": lambda: judged(engine, history),
        "legal": lambda: legal(history, engine),
        "state": lambda: engine.state(history),
        "possible": lambda: frozenset(engine.possible(history)),
        "poss": lambda: frozenset(possible(history, engine)),
        "worlds": lambda: listed(engine, history, False),
        "public worlds": lambda: listed(engine, history, True),
        "cells": lambda: engine.cells(history),
        "know": lambda: know(history, 1, engine).cells,
        "count": lambda: engine.grid(history, None),
        "odds": lambda: engine.weighted_odds(history, None),
        "nested": lambda: engine.nested_cells(history, (2, 1)),
        "common": lambda: engine.common_cells(history, everybody),
        "value": lambda: engine.value(history, phi).value,
        "ask": lambda: ask(history, phi, engine, [Not(H(0, game.cards[0]))]).value,
        "announced": lambda: engine.value(history, Announcing(phi, phi)).value,
        "why": lambda: why(history, phi, engine),
    }
    for player in viewers(history):
        questions |= {
            f"cells {player}": lambda i=player: engine.cells(history, i),  # type: ignore[misc]
            f"grid {player}": lambda i=player: engine.grid(history, i),  # type: ignore[misc]
        }
    return {name: answered(question) for name, question in questions.items()}


def answered(question: Callable[[], object]) -> object:
    """Return the answer, or the class of the error that explains why there is none."""
    try:
        return question()
    except EngineFailed:
        raise
    except MystError as error:
        return type(error)


@contextmanager
def nothing_kept_or_left_out() -> Iterator[None]:
    """Make programs again from the whole axiom files, as for edited axioms."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (asp_rules, asp_program, asp_worlds, asp_engine):
            patch.setattr(module, "edited_theory", lambda: "edited")
        for name in ("_grounds", "_lists"):
            kept: LruCache[Any, Any] = getattr(asp_kept, name)
            patch.setattr(asp_kept, name, LruCache(kept._make, 1))
        yield


REFUSED = ("announced", "ask", "nested", "common")
"""Refusals of engines: prolog some announcements, asp private information."""


@share(60)
@given(st.data())
def test_what_is_kept_and_chosen_answers_as_the_whole_files_made_anew(
    data: st.DataObject,
) -> None:
    drawn = arbitrary_histories() if data.draw(st.booleans()) else histories(ALL_GAMES)
    history = data.draw(drawn)
    phi = data.draw(formulas(history.game))
    note(f"{history.game} {history.hands} {history.text()!r} {phi}")
    found = answers(AspEngine(), history, phi)
    assert answers(get_engine("asp"), history, phi) == found, "asked again"
    with nothing_kept_or_left_out():
        assert answers(AspEngine(), history, phi) == found
    for engine in engines(QUICK):
        said = answers(engine, history, phi)
        refused = {name for name in REFUSED if QueryError in (said[name], found[name])}
        differing = {name for name in found if said[name] != found[name]}
        assert not differing - refused, engine.name


NOTHING_BEFORE = ("no(2)", "yes(2)", "shows(2,1,_)", "shows(2,1,s1)", "endturn(1)")


@pytest.mark.parametrize("text", NOTHING_BEFORE)
def test_an_action_that_can_never_be_done_fails_for_a_reason(text: str) -> None:
    history = History.make(THREE, {1: ["s1"]}, text)
    found = AspEngine().judge(history)
    assert found.failed
    assert found == get_engine("worlds").judge(history)


@share(40)
@given(st.data())
def test_interleaved_questions_have_the_answers_of_the_others(
    data: st.DataObject,
) -> None:
    asked = []
    for _ in range(3):
        history = data.draw(histories(ALL_GAMES))
        bare = replace(history, hands=(None,) * len(history.hands))
        half = history.prefix(len(history) // 2)
        phis = [data.draw(formulas(history.game)) for _ in range(2)]
        asked += [(h, phi) for h in (history, bare, half) for phi in phis]
    order = data.draw(st.permutations(asked))
    asp, worlds = get_engine("asp"), get_engine("worlds")
    for history, phi in (*order, *asked):
        note(f"{history.game} {history.hands} {history.text()!r} {phi}")
        assert said(asp, history, phi) == said(worlds, history, phi)


def said(engine: Engine, history: History, phi: Formula) -> object:
    """Return the value of a formula and the judgement; None if no world fits."""
    try:
        return engine.judge(history).verdict, engine.value(history, phi).value
    except NoWorldFits:
        return None


def questions(number: int) -> list[tuple[History, Formula]]:
    """Return histories of two games, which share their actions, with formulas."""
    random, found = Random(number), []
    for game in (THREE, FOUR):
        for hands in ({}, {1: ["s1"]}, {2: ["s3"]}):
            for done in ("asks(1,{s1,s2}) no(2)", "asks(1,{s1,s2}) yes(2)"):
                history = History.make(game, hands, done)
                for text in ("K(1,~h(2,s1))", "K(2,h(0,s4))", "K(1,K(3,~h(2,s2)))"):
                    found.append((history, parse_formula(text, game)))
    random.shuffle(found)
    return found


def test_threads_that_share_what_is_kept_get_the_right_answers() -> None:
    asked = questions(1)
    right = [said(get_engine("worlds"), *each) for each in asked]
    asp = get_engine("asp")
    with ThreadPoolExecutor(4) as pool:
        for start in range(4):
            order = list(range(len(asked)))
            Random(start).shuffle(order)
            found = dict(
                zip(order, pool.map(lambda k: said(asp, *asked[k]), order), strict=True)
            )
            assert [found[k] for k in range(len(asked))] == right


def test_a_failure_while_a_formula_is_ground_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget()
    asp = AspEngine()
    history = History.make(THREE, {1: ["s1"]}, "asks(1,{s2,s3}) no(2)")
    phi = parse_formula("K(1,~h(2,s2))", THREE)
    asp.judge(history)
    monkeypatch.setattr(
        "mystpy.engines.asp.value._Rules.atom", lambda *_: "truth(1,0) :- . nonsense("
    )
    with pytest.raises((EngineFailed, RuntimeError)):
        asp.value(history, phi)
    monkeypatch.undo()
    assert str(asp.value(history, phi).value) == "true"
    assert str(asp.judge(history).verdict) == "possible"


def test_edited_axioms_are_read_and_those_before_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "axioms"
    copied_axioms(folder)
    poss = folder / "s2_07_possible_actions.lp"
    text = poss.read_text("utf-8")
    assert "    not disjoint(Q, J),\n" in text
    poss.write_text(text.replace("    not disjoint(Q, J),\n", ""), "utf-8")
    history = History.make(THREE, {2: ["s3"]}, "asks(1,{s1,s2}) yes(2)")
    asp = AspEngine()
    assert str(asp.judge(history).verdict) == "illegal"
    for _ in range(2):
        monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
        assert str(asp.judge(history).verdict) == "legal"
        assert len(list(asp.worlds(history))) == 6
        assert str(asp.value(history, parse_formula("K(1,h(2,s3))", THREE)).value) in (
            "false", "undetermined",
        )  # fmt: skip
        monkeypatch.delenv("MYSTPY_AXIOMS")
        assert str(asp.judge(history).verdict) == "illegal"
        with pytest.raises(NoWorldFits):
            asp.value(history, parse_formula("K(1,h(2,s3))", THREE))


def test_edited_files_that_change_again_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "axioms"
    copied_axioms(folder)
    poss = folder / "s2_07_possible_actions.lp"
    text = poss.read_text("utf-8")
    poss.write_text(text.replace("    not disjoint(Q, J),\n", ""), "utf-8")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    history = History.make(THREE, {2: ["s3"]}, "asks(1,{s1,s2}) yes(2)")
    asp = AspEngine()
    assert str(asp.judge(history).verdict) == "legal"
    poss.write_text(text + "% no longer what it was\n", "utf-8")
    assert str(asp.judge(history).verdict) == "illegal"


def test_files_that_were_the_shipped_ones_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "axioms"
    copied_axioms(folder)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    history = History.make(THREE, {2: ["s3"]}, "asks(1,{s1,s2}) yes(2)")
    asp, worlds = AspEngine(), get_engine("worlds")
    assert edited_theory() is None
    right = asp.judge(history)
    assert str(right.verdict) == "illegal"
    poss = folder / "s2_07_possible_actions.lp"
    text = poss.read_text("utf-8")
    removed = text.replace("    not disjoint(Q, J),\n", "")
    time = poss.stat().st_mtime_ns
    for written in (removed, text, removed):
        poss.write_text(written, "utf-8")
        os.utime(poss, ns=(time, time))
        assert bool(edited_theory()) is (written is removed)
        if written is text:
            assert asp.judge(history) == worlds.judge(history) == right
        else:
            assert str(asp.judge(history).verdict) == "legal"
            assert str(worlds.judge(history).verdict) == "legal"
    later = poss.read_text("utf-8").replace("    ans_turn(J, S),\n    question", "    "
        "not in(J, S),\n    ans_turn(J, S),\n    question")  # fmt: skip
    assert later != removed
    poss.write_text(later, "utf-8")
    assert [each.name for each in asp.judge(history).failed] == ["in"]


def test_what_is_kept_is_bounded_by_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    monkeypatch.setattr(asp_kept._grounds, "_capacity", 8_000)
    monkeypatch.setattr(asp_kept._lists, "_capacity", 100)
    monkeypatch.setattr(asp_kept, "MAX_FORMULAS_OF_PROGRAM", 5)
    asp = AspEngine()
    for history, phi in questions(2):
        assert said(asp, history, phi) == said(get_engine("worlds"), history, phi)
        grounds = asp_kept._grounds._kept.values()
        assert len(grounds) == 1 or sum(g.size for g in grounds) <= 8_000
        assert all(len(ground.defined) <= 6 for ground in grounds)
        lists = asp_kept._lists._kept.values()
        assert len(lists) <= 1 or sum(map(len, lists)) <= 100
    forget()


def test_a_program_that_is_dropped_is_freed_at_once() -> None:
    forget()
    gc.disable()  # what a collection frees would wait for many Python objects
    try:
        AspEngine().judge(questions(6)[0][0])
        grounds = [weakref.ref(each) for each in asp_kept._grounds._kept.values()]
        assert grounds
        forget()
        assert not any(ground() for ground in grounds)
    finally:
        gc.enable()


PRESSED = """
import sys
from mystpy.engines import get_engine
from mystpy.engines.asp.kept import forget
from tests.engines.interrupts import press_at_random
from tests.engines.test_asp_kept import questions, said

asked = questions(3)[:12]
right = [said(get_engine("worlds"), *each) for each in asked]
asp = get_engine("asp")

def work(number):
    for each in asked:
        said(asp, *each)
    if number % 3 == 0:
        forget()

def check():
    assert [said(asp, *each) for each in asked] == right

press_at_random(int(sys.argv[1]), work, check)
print("sound")
"""


def test_what_is_kept_is_sound_after_ctrl_c_at_any_moment() -> None:
    done = ran(
        [sys.executable, "-c", PRESSED, str(by_day(40))],
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout == "sound\n", done.stderr


@pytest.mark.slow
def test_many_questions_leave_nothing_behind() -> None:
    asp, asked = get_engine("asp"), questions(4)
    for turn in range(5):
        for history, phi in asked:
            said(asp, history, phi)
        if not turn:
            kept = (
                len(asp_kept._grounds),
                sorted(ground.size for ground in asp_kept._grounds._kept.values()),
            )
    sizes = sorted(ground.size for ground in asp_kept._grounds._kept.values())
    assert (len(asp_kept._grounds), sizes) == kept
