"""Query files as test cases: what they expect is what every engine answers.

The cases are the files in queries/, which users may copy, and those below this
folder, which look into corners. Their expectations are worked out by hand: each
file says in a comment why.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

from mystpy.axioms import poss_labels, queries_dir
from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.errors import LargeEnumerationWarning
from mystpy.questions.knowledge import ask, know
from mystpy.questions.legality import action_pattern, legal, possible
from mystpy.questions.query import Query, load_query

QUERIES = sorted(queries_dir().glob("*.toml"))
CORNERS = sorted(Path(__file__).parent.rglob("*.toml"))
FILES = {path.stem: path for path in QUERIES} | {
    f"{path.parent.name}/{path.stem}": path for path in CORNERS
}
ENGINES = [
    name
    for name in ("asp", "prolog", "worlds")
    if find_spec(f"mystpy.engines.{name}") is not None
]

ONE_OF_EACH_KIND = {
    "fifteen-cards",
    "games/clue-two-sorts",
    "illegal/asks-twice",
    "knowledge/laws",
    "written/list-of-actions",
}
"""The cases that are checked again on the built wheel."""

LONG = {("clue-game-board", "prolog", "[ask]")}
"""The cases of `make check-all`, for which Prolog lists very many deals."""

TOO_MANY_DEALS = {"figure-1-2", "pack-of-52"}
"""The cases that are too large for the engines that list all deals."""

pytestmark = pytest.mark.filterwarnings(
    # Prolog uses an estimate that does not depend on the history.
    f"ignore::{LargeEnumerationWarning.__module__}.{LargeEnumerationWarning.__name__}"
)


@cache
def query(name: str) -> Query:
    """Return the query of a file; one that cannot be read fails its own tests."""
    return load_query(FILES[name])


def has(name: str, key: str) -> bool:
    """Say without reading the query whether a file has a table of that name."""
    text = FILES[name].read_text(encoding="utf-8")
    return f"[{key}]" in text


def cases(key: str = "") -> pytest.MarkDecorator:
    """Return the files, or those with a table of that name, with each engine."""
    found = []
    for name, engine in product(FILES, ENGINES):
        if name in TOO_MANY_DEALS and engine != "asp":
            continue
        if not key or has(name, key):
            marks = [pytest.mark.wheel] if name in ONE_OF_EACH_KIND else []
            marks += [pytest.mark.slow] if (name, engine, key) in LONG else []
            found.append(pytest.param(name, engine, marks=marks))
    return pytest.mark.parametrize(("name", "engine"), found)


def expectations(asked: Query) -> int:
    """Return how many answers a query expects."""
    answers = sum(row.expect is not None for row in asked.asks)
    verdicts = (asked.legal is not None) + (asked.poss is not None)
    return answers + verdicts + len(asked.know)


def test_there_are_cases_and_engines() -> None:
    assert len(QUERIES) >= 24
    assert set(FILES) >= ONE_OF_EACH_KIND
    assert CORNERS
    assert {"asp", "prolog"} <= set(ENGINES)


@pytest.mark.parametrize("name", FILES)
def test_a_file_expects_something_and_every_question_its_answer(name: str) -> None:
    asked = query(name)
    assert expectations(asked) > 0, "a case without an expectation cannot fail"
    assert all(row.expect for row in asked.asks), "an [[ask]] without expect"
    for row in asked.know:
        assert row.deals is not None or row.yes or row.no, "a [[know]] of nothing"


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_a_query_has_a_title_and_a_source_of_its_own(path: Path) -> None:
    asked = load_query(path)
    assert asked.title not in {path.name, str(path)}
    assert asked.source


def test_no_two_queries_have_the_same_title() -> None:
    titles = [query(name).title for name in FILES]
    assert len(set(titles)) == len(titles)


def test_each_kind_of_action_is_illegal_in_some_query() -> None:
    axioms = {
        asked.legal.axiom
        for path in QUERIES
        if (asked := load_query(path)).legal is not None
    }
    assert axioms >= set(poss_labels().values())


@cases()
@pytest.mark.alike(6)
def test_the_history_is_judged_as_expected(name: str, engine: str) -> None:
    """A file without [legal] expects a history that is possible at least."""
    asked, expected = query(name), query(name).legal
    judged = legal(asked.history, get_engine(engine))
    if expected is None:
        assert judged.verdict != "illegal", judged
        return
    assert judged.verdict == expected.verdict
    for key in ("step", "axiom", "failed"):
        if getattr(expected, key) is not None:
            assert getattr(judged, key) == getattr(expected, key)


@cases("[ask]")
@pytest.mark.alike(6)
def test_formulas_have_the_expected_values(name: str, engine: str) -> None:
    asked, chosen = query(name), get_engine(engine)
    found = {
        row.formula_text: str(ask(asked.history, row.formula, chosen).value)
        for row in asked.asks
    }
    assert found == {row.formula_text: row.expect for row in asked.asks}


@cases("[know]")
@pytest.mark.alike(3)
def test_players_know_what_is_expected(name: str, engine: str) -> None:
    asked, chosen = query(name), get_engine(engine)
    for row in asked.know:
        known = know(asked.history, row.player, chosen)
        assert row.deals in (None, known.deals)
        cells = {
            (holder, card): known.cells[holder][card]
            for holder, card in (*row.yes, *row.no)
        }
        assert cells == dict.fromkeys(row.yes, "yes") | dict.fromkeys(row.no, "no")


@cases("poss")
@pytest.mark.alike(3)
def test_the_expected_actions_are_possible_next(name: str, engine: str) -> None:
    asked = query(name)
    assert set(asked.poss or ()) == next_actions(asked, get_engine(engine))


def next_actions(asked: Query, engine: Engine) -> set[str]:
    """Return the actions as `mystpy poss` lists them, questions as `asks(1,Q)`."""
    found = possible(asked.history, engine)
    return {action_pattern(next_.action, asked.history.game) for next_ in found}
