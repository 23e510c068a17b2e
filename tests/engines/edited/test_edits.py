"""Each edit of edits.toml by each engine: every answer is right, or refused.

All pairs of an edit and an engine are slow cases together; by day a few are run, each
with all its queries. The right answers are computed by oracle.py.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mystpy.axioms import shipped_axioms_dir
from mystpy.engines import get_engine
from mystpy.engines.transition_system.deal_axioms import require_known_deals
from mystpy.errors import AxiomError
from mystpy.game.game import Game as MystGame
from mystpy.history.history import History
from tests.engines.edited.oracle import Game, Oracle
from tests.engines.edited.questions import (
    ENGINES,
    REFUSED,
    RIGHT,
    Edit,
    Questions,
    edits,
)
from tests.files.workloads import Answer, CrashServer, crash_server
from tests.programs import needs
from tests.sampling import is_nightly

pytestmark = [
    needs("swipl"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
]

PAIRS = [
    pytest.param(edit, engine, id=f"{edit.name}, {engine}")
    for edit in edits().values()
    for engine in edit.engines
]


@pytest.fixture(scope="module")
def server() -> Iterator[CrashServer]:
    """Return the server of this module, started with the first query."""
    with crash_server() as made:
        yield made


def wrong(found: dict[str, str]) -> dict[str, str]:
    return {q: what for q, what in found.items() if what not in (RIGHT, REFUSED)}


def test_there_are_twenty_edits_and_sixteen_more() -> None:
    assert len(edits()) >= 36
    for edit in edits().values():
        languages = {Path(change["file"]).suffix for change in edit.change}
        assert languages == {".lp", ".pl"}, edit.name


@pytest.mark.alike(60)
@pytest.mark.parametrize(("edit", "engine"), PAIRS)
def test_an_answer_is_right_or_refused(
    edit: Edit, engine: str, tmp_path: Path, server: CrashServer
) -> None:
    folder = edit.made_in(tmp_path)
    found = dict(Questions(edit, folder, engine, server).all())
    assert len(found) > 5
    assert not wrong(found)
    if engine in edit.follows:
        # Reasons are found by the methods for many deals alone.
        assert {what for q, what in found.items() if q[:3] != "why"} == {RIGHT}
    else:
        assert REFUSED in found.values()


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["asp", "walk"])
@pytest.mark.parametrize("name", [e.name for e in edits().values() if not e.many_deals])
def test_of_many_deals_an_answer_is_right_or_refused(
    name: str, engine: str, tmp_path: Path, server: CrashServer
) -> None:
    edit = edits()[name].large()
    folder = edit.made_in(tmp_path)
    assert not wrong(dict(Questions(edit, folder, engine, server).all()))


def test_the_oracle_agrees_with_the_shipped_axioms(server: CrashServer) -> None:
    history = "asks(1,{s3,s4}) yes(2) shows(2,1,s4)"
    oracle = Oracle(shipped_axioms_dir(), Game(), history)
    assert oracle.verdict() == ("possible", None)
    assert oracle.value("K(1,h(2,s4))") == "true"
    assert oracle.value("K(3,h(2,s4))") == "undetermined"
    assert oracle.value("C([1,2],h(2,s4))") == "true"
    assert oracle.value("C([1,2,3],h(2,s3) | h(2,s4))") == "true"
    assert Oracle(shipped_axioms_dir(), Game(), "no(1)").verdict() == ("illegal", 0)


# --- Commands that answer from the public steps alone ---------------------------


SMALL = 'rules="myst",m=1,n=1,p=3,q=1'
DUEL = 'rules="myst",m=1,n=1,p=2,q=1'
NAIVE = tuple(word for _ in range(3) for word in ("--player", "naive"))
EVERY = list(edits().values())


def asked(
    edit: Edit, tmp_path: Path, server: CrashServer, *words: str
) -> tuple[Path, Answer]:
    folder = edit.made_in(tmp_path)
    kept = {"MYSTPY_AXIOMS": str(folder), "XDG_CACHE_HOME": str(tmp_path)}
    return folder, server.attempt(list(words), environment=kept)


def is_refused(edit: Edit, done: Answer) -> bool:
    named = edit.names in done.err or re.search(r"error: \(\w+[.\w]*\): ", done.err)
    return done.status == 2 and "hint: " in done.err and bool(named)


@pytest.mark.alike(15)
@pytest.mark.parametrize("edit", EVERY, ids=lambda edit: edit.name)
def test_players_refuse_or_play_by_the_axioms(
    edit: Edit, tmp_path: Path, server: CrashServer
) -> None:
    words = ("play", *NAIVE, "--game", SMALL, "--format", "json", "--seed", "3")
    folder, done = asked(edit, tmp_path, server, *words)
    if is_refused(edit, done):
        return
    assert done.status == 0
    assert "walk" in edit.follows
    found = json.loads(done.out)
    history = " ".join(found["history"])
    given = " ".join(f"{k}={','.join(cards)}" for k, cards in found["hands"].items())
    oracle = Oracle(folder, Game(1, 1, 3, 1), history, given)
    assert oracle.verdict() == ("legal", None)


@pytest.mark.alike(15)
@pytest.mark.parametrize("edit", EVERY, ids=lambda edit: edit.name)
def test_solve_refuses_all_but_conditions_on_questions_and_shows_to_both(
    edit: Edit, tmp_path: Path, server: CrashServer
) -> None:
    words = ("solve", "--game", DUEL, "--format", "json")
    _, done = asked(edit, tmp_path, server, *words)
    if edit.name == "nobody passes up a guess":
        # Player 1 holds s3, say, and has to guess s1 or s2: for player 2, who sees s1
        # and hears the wrong guess, there is nothing left to find.
        assert json.loads(done.out)["turns"] == 1
    elif edit.name == "the card is shown to all":
        assert json.loads(done.out)["value"] == "1"  # both see it, as shipped
    else:
        assert is_refused(edit, done), (done.out, done.err)


@pytest.mark.alike(40)
@pytest.mark.parametrize("formula", [
    "Turn(1) -> In(1)",
    "askphase -> K(1,~GameOver)",
    "ansphase -> K(2,h(2,s1)) | K(2,~h(2,s1))",
    "guessphase -> ~K(1,h(0,s1)) | K(2,h(0,s1))",
])  # fmt: skip
@pytest.mark.parametrize("edit", EVERY, ids=lambda edit: edit.name)
def test_a_theorem_is_right_or_refused(
    edit: Edit, formula: str, tmp_path: Path, server: CrashServer
) -> None:
    depth = 4 if is_nightly() else 3  # four steps reach the second turn
    games = ("--games", "MYST(1,1,2,1)", "--depth", str(depth))
    _, done = asked(edit, tmp_path, server, "theorem", "--say", formula, *games)
    if is_refused(edit, done):
        assert edit.part != "sight" or "walk" not in edit.follows, done.err
        return
    assert "walk" in edit.follows
    histories = histories_of(edit.name, depth)
    holds = {each.value(formula) for each in histories} == {"true"}
    premise = {each.value(formula.partition(" -> ")[0]) for each in histories}
    if holds and premise == {"false"} and done.status == 5:
        assert "its premises were never true" in done.out
    else:
        assert done.status == (0 if holds else 1), done.out


@lru_cache(maxsize=1)
def histories_of(name: str, depth: int) -> list[Oracle]:
    """Return the histories up to a depth, which formulas of an edit share."""
    with TemporaryDirectory() as folder:
        axioms = edits()[name].made_in(Path(folder))
        found: list[Oracle] = []
        ahead = [""]
        for left in range(depth, -1, -1):
            here = [Oracle(axioms, Game(1, 1, 2, 1), history) for history in ahead]
            assert all(each.worlds for each in here)  # read before the folder is gone
            found += here
            pairs = zip(ahead, here, strict=True) if left else ()
            ahead = [f"{done} {a}" for done, each in pairs for a in each.possible()]
    return found


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("asking the last question again ends the game", "2.28"),
        ("a cycle through negation", "2.19"),
        ("a new action pass(i)", "X"),
    ],
)
def test_without_clingo_a_diagram_refuses_as_well(
    name: str, label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSTPY_AXIOMS", str(edits()[name].made_in(tmp_path)))
    monkeypatch.setattr("mystpy.engines.backend.is_there", lambda: False)
    with pytest.raises(AxiomError, match=re.escape(f"({label}")):
        require_known_deals("myst")


def test_a_fact_of_ones_own_that_deals_depend_on_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = edits()["player 2 begins"].made_in(tmp_path)
    with (folder / "s2_01_constants.lp").open("a", encoding="utf-8") as file:
        file.write("\nsymbol(99, joker).\n")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    with pytest.raises(AxiomError, match="joker"):
        require_known_deals("myst")


def test_a_state_that_is_never_met_refuses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # If player 1 has guessed wrong, a guess of player 1 would have the same effects
    # whether it is right or wrong; but it is not possible.
    edit = edits()["a right guess does not end the game"]
    monkeypatch.setenv("MYSTPY_AXIOMS", str(edit.made_in(tmp_path)))
    history = History.make(MystGame.myst(1, 2, 3, 2), {}, f"{edit.do} endturn(1)")
    assert get_engine("worlds").judge(history).verdict == "possible"


# --- The table in axioms/README.md --------------------------------------------


def test_the_readme_has_a_row_for_each_edit() -> None:
    text = (shipped_axioms_dir() / "README.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| (.+? \| .+? \| .+?) \|$", text, re.MULTILINE))
    for edit in edits().values():
        assert rows.get(edit.name) == row(edit), edit.name


def row(edit: Edit) -> str:
    """Return the cells of an edit in the table of axioms/README.md."""
    words = (
        "follows"
        if e in edit.follows
        else "refuses"
        if e in edit.engines
        else "not tried"
        for e in ENGINES[:3]
    )
    return " | ".join(words)
