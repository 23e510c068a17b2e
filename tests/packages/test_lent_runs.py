"""Answers about packages by a clingo backend, as in the page, equal the library's."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import clingo
import pytest

from mystpy.engines import backend
from mystpy.errors import IllegalActionError, MystError, QueryError
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.marking import mark
from mystpy.packages.backend_runs.answering import answering_here
from mystpy.packages.backend_runs.backend_answers import BackendSituation
from mystpy.packages.declarations import read_package
from mystpy.packages.note_lines.package_notebook import require_possible
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import known_of, remaining_runs
from tests.packages.three_cards import write_three_cards

Question = Callable[[PackageSituation], object]


def by_library(program: str, models: int, *options: str) -> str:
    """Do the work of a clingo backend by the library in this process."""
    words = [word for word in options if word.startswith(("--enum-mode", "--const"))]
    control = clingo.Control([*words, str(models), "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    sets: list[list[str]] = []
    control.solve(
        on_model=lambda model: sets.append([str(x) for x in model.symbols(shown=True)])
    )
    witnesses = [{"Value": each} for each in sets]
    result = "SATISFIABLE" if sets else "UNSATISFIABLE"
    return json.dumps({"Result": result, "Call": [{"Witnesses": witnesses}]})


@pytest.fixture
def lend(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Give a function that sets a clingo backend and hides the library."""

    def lending() -> None:
        backend.use_backend(by_library)
        for name in [name for name in sys.modules if name.split(".")[0] == "clingo"]:
            monkeypatch.setitem(sys.modules, name, None)

    yield lending
    backend.use_backend(None)


CASES: dict[str, tuple[dict[str, int], str, list[str], str, list[str]]] = {
    "black-vienna": (
        {"gang": 1, "hand": 1, "asked": 2},
        "asks(1,2,{s1,s2}) has(2,1)",
        ["h(1,s1)"],
        "1",
        ["K(1,h(2,s2))", "C([1,2,3],h(2,s1)|h(2,s2))", "K(2,Kw(1,h(2,s2)))", "h(2,s3)"],
    ),
    "muddy-children": (
        {},
        "father silence",
        ["muddy(1) & muddy(2) & ~muddy(3)"],
        "1",
        ["K(1,muddy(1))", "K(3,muddy(3))", "K(3,K(1,muddy(1)))", "told -> muddy(3)"],
    ),
    "three-cards": (
        {},
        "looks(ann,bob,_) looks(cid,bob,red)",
        ["holds(cid,white)"],
        "cid",
        ["K(cid,holds(ann,red))", "C([ann,bob,cid],Kw(ann,holds(bob,red)))"],
    ),
    "myst": (
        {},
        "asks(1,{s1,s2}) yes(2) shows(2,1,s2)",
        ["h(1,s1) & h(1,s3)"],
        "1",
        ["K(1,h(2,s2))", "K(3,h(2,s1)|h(2,s2))", "turn(1) <-> ans_turn(2)"],
    ),
}  # fmt: skip
"""Constants, actions, what is given, an agent and formulas, by package."""


def questions(agent: str, formulas: list[str]) -> Iterator[Question]:
    yield lambda situation: situation.legality()
    yield lambda situation: situation.known(agent)
    yield lambda situation: remaining_runs(situation, agent)
    yield lambda situation: situation.possible_actions()
    agents = partial(known_of, agents=[agent, "2" if agent.isdigit() else "ann"])
    yield lambda situation: agents(situation)
    for formula in formulas:
        yield partial(lambda f, situation: situation.value(f), formula)


def output(ask: Question, situation: PackageSituation) -> object:
    try:
        return ask(situation)
    except MystError as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("given", [True, False])
def test_answers_are_those_of_the_library(
    name: str, given: bool, tmp_path: Path, lend: Callable[[], None]
) -> None:
    constants, actions, start, agent, formulas = CASES[name]
    theory = str(write_three_cards(tmp_path)) if name == "three-cards" else name
    package = read_package(theory, constants)
    situation = PackageSituation.make(package, actions, start if given else ())
    asked = list(questions(agent, formulas))
    expected = [output(ask, situation) for ask in asked]
    lend()
    here = answering_here(situation)
    assert isinstance(here, BackendSituation)
    assert [output(ask, here) for ask in asked] == expected


def test_reasons_are_those_of_the_library(lend: Callable[[], None]) -> None:
    package = read_package("black-vienna")
    actions = "asks(1,2,{s1,s2,s3}) has(2,2) asks(2,3,{s4,s5,s6}) has(3,0)"
    situation = PackageSituation.make(package, actions, ["h(1,s1)", "h(1,s4)"])
    formulas = ["K(1,h(2,s2))", "K(1,~h(3,s5))", "K(1,h(0,s9))"]
    expected = [situation.reasons(formula) for formula in formulas]
    assert expected == [["at the start: s1"], [], []]
    lend()
    here = answering_here(situation)
    assert [here.reasons(formula) for formula in formulas] == expected


def test_reasons_of_listed_runs(lend: Callable[[], None]) -> None:
    package = read_package("muddy-children")
    given = ["muddy(1) & muddy(2) & ~muddy(3)"]
    situation = PackageSituation.make(package, "father silence", given)
    expected = situation.reasons("K(1,muddy(1))")
    lend()
    assert answering_here(situation).reasons("K(1,muddy(1))") == expected


def test_too_many_runs_are_refused_in_one_sentence(lend: Callable[[], None]) -> None:
    lend()
    package = read_package("black-vienna")
    here = answering_here(PackageSituation.make(package, "", ["h(1,s1) & h(1,s4)"]))
    assert here.value("K(1,h(0,s9))") == "false", "clingo is asked of one agent"
    with pytest.raises(MystError, match="more than 2,000 runs"):
        here.value("K(1,K(2,h(1,s1)))")
    with pytest.raises(MystError, match="what all agents have seen is not computed"):
        known_of(here, ["observer"])


@pytest.mark.parametrize(
    ("kind", "rest", "right"),
    [
        ("value", 'formula = "K(1, muddy(1))"', "true"),
        ("agents", 'formula = "Kw({agent}, muddy({agent}))"', "1 2"),
        ("runs", 'agent = "3"', "2"),
    ],
)
def test_exercises_are_marked(
    kind: str, rest: str, right: str, lend: Callable[[], None]
) -> None:
    text = (
        f'exercise = "{kind}"\ntitle = "t"\nchapter = "c"\npoints = 1\ntext = "?"\n'
        'theory = "muddy-children"\nactions = ["father", "silence"]\n'
        f'given = ["muddy(1) & muddy(2) & ~muddy(3)"]\n{rest}\n'
    )
    exercise = load_exercise(text, "t.toml")
    lend()
    assert mark(exercise, right).right
    wrong = mark(exercise, {"value": "false", "agents": "3", "runs": "9"}[kind])
    assert wrong.witness is not None
    assert wrong.witness.state is not None


def test_actions_with_many_instances_are_not_tried(lend: Callable[[], None]) -> None:
    package = read_package("russian-cards")
    lend()
    here = answering_here(PackageSituation.make(package, "", ["h(anne,c4)"]))
    with pytest.raises(QueryError, match="too many to try each"):
        here.possible_actions()


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("black-vienna", "asks(1,2,{s1,s2}) asks(2,1,{s1,s2})"),
        ("muddy-children", "father father"),
        ("three-cards", "looks(ann,bob,white)"),
        ("myst", "asks(1,{s1,s2}) yes(3)"),
    ],
)
def test_an_impossible_step_is_refused(
    name: str, actions: str, tmp_path: Path, lend: Callable[[], None]
) -> None:
    constants, _, start, _, _ = CASES[name]
    theory = str(write_three_cards(tmp_path)) if name == "three-cards" else name
    package = read_package(theory, constants)
    situation = PackageSituation.make(package, actions, start)
    lend()
    with pytest.raises(IllegalActionError, match="is not possible at step"):
        require_possible(answering_here(situation))


def test_axioms_that_cannot_be_read_are_told(
    tmp_path: Path, lend: Callable[[], None]
) -> None:
    folder = write_three_cards(tmp_path)
    answer = '{"Result": "ERROR", "Error": "syntax error"}'
    lend()
    backend.use_backend(lambda *_words: answer)
    package = read_package(str(folder))
    with pytest.raises(MystError, match="the axioms cannot be used: syntax error"):
        answering_here(PackageSituation.make(package)).legality()
