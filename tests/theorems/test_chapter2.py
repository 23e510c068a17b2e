"""Chapter 2: the verdicts, recomputed, and that breaking a statement changes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.axioms import axioms_dir
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding, Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.game.game import Game
from mystpy.language.nodes import Implies, Knows, Not
from mystpy.questions.knowledge import ask
from mystpy.questions.query import load_query
from mystpy.situations.explore import next_stages
from mystpy.situations.frame import Frame
from mystpy.situations.stage import Reached, Stage
from mystpy.theses import chapter2
from mystpy.theses.bench import Statement, settle
from mystpy.theses.chapter2 import (
    s1_3_s5,
    s2_10_knowledge,
)
from mystpy.theses.chapter2.formulas import found
from mystpy.theses.chapter2.s2_06_partition import _set_size
from mystpy.theses.report import Settled, queries, query_file

VERDICTS = {
    "s5-laws": "PROVED",
    "definition-1.3-common": "HOLDS",
    "axiom-2.7-same": "PROVED",
    "axiom-2.9-printed": "MISPRINTED",
    "axiom-2.9-from-rest": "PROVED",
    "remark-2.6-converse": "PROVED",
    "axiom-2.11-exact": "PROVED",
    "axiom-2.13-equal": "PROVED",
    "axiom-2.14-printed": "MISPRINTED",
    "remark-2.14-one": "PROVED",
    "remark-2.2-in-order": "PROVED",
    "figure-2.2": "PROVED",
    "remark-2.4-omit": "PROVED",
    "invariant-2.22": "PROVED",
    "invariant-phases": "PROVED",
    "invariant-no-deadlock": "PROVED",
    "invariant-eliminated": "PROVED",
    "invariant-one-kind": "PROVED",
    "remark-2.7-first": "PROVED",
    "remark-2.7-shows": "PROVED",
    "remark-2.26-still-in": "PROVED",
    "axiom-2.16-printed": "MISPRINTED",
    "axiom-2.26-printed": "MISPRINTED",
    "axiom-2.27-printed": "MISPRINTED",
    "axiom-2.28-printed": "MISPRINTED",
    "axiom-2.28-persists": "FALSE",
    "axiom-2.30-printed": "MISPRINTED",
    "axiom-2.30-poser": "FALSE",
    "axiom-2.31-printed": "MISPRINTED",
    "axiom-2.24": "PROVED",
    "remark-1.3-not-kept": "PROVED",
    "axiom-2.25-printed": "MISPRINTED",
    "axiom-2.32": "PROVED",
    "axiom-2.33": "PROVED",
    "axiom-2.34": "PROVED",
    "remark-2.34-last": "PROVED",
    "remark-2.10-four": "PROVED",
    "remark-2.10-right-guess": "FALSE",
    "remark-2.10-implies": "FALSE",
    "prover-chapter-2": "PROVED",
}
"""What is expected; the checks do not see this table."""

QUICK = (
    *("s5-laws", "axiom-2.7-same", "axiom-2.9-printed", "axiom-2.9-from-rest"),
    *("axiom-2.11-exact", "axiom-2.13-equal", "axiom-2.14-printed", "axiom-2.24"),
    *("invariant-2.22", "invariant-no-deadlock", "axiom-2.28-persists"),
    *("axiom-2.30-poser", "axiom-2.32", "axiom-2.25-printed", "remark-2.10-four"),
)
KNOWN = {s.id: s for s in chapter2.STATEMENTS if s.id in VERDICTS}
"""The others are in test_remarks."""


def sample(stated: Statement) -> Finding:
    return settle(stated, Budget(processes=1, scope="sample"))[0]


def test_every_statement_of_the_chapter_is_in_the_table() -> None:
    assert KNOWN.keys() == VERDICTS.keys()


@pytest.mark.parametrize("name", QUICK)
def test_a_sample_is_settled_again(name: str) -> None:
    assert sample(KNOWN[name]).verdict == VERDICTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in VERDICTS if name not in QUICK])
def test_the_others_are_settled_again(name: str) -> None:
    assert sample(KNOWN[name]).verdict == VERDICTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", VERDICTS)
def test_the_whole_table_is_settled_again(name: str, tmp_path: Path) -> None:
    stated = KNOWN[name]
    finding, seconds = settle(stated, Budget(scope="full"))
    assert finding.verdict == VERDICTS[name]
    settled = Settled(name, stated.place, stated.says, "", finding, seconds)
    for title, query in queries(settled).items():
        path = tmp_path / f"{title}.toml"
        path.write_text(query_file(title, query), encoding="utf-8")
        loaded = load_query(path)
        for asked in loaded.asks:
            value = ask(loaded.history, asked.formula, WorldsEngine()).value
            assert str(value) == asked.expect


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        (s2_10_knowledge.NO, ("~h(j,x)", "h(j,x)")),
        (s2_10_knowledge.YES, ("exists x in Q", "forall x in Q")),
        (s2_10_knowledge.SHOWN, ("[i,j]", "players")),
        (s2_10_knowledge.WRONG, ("exists x in M", "forall x in M")),
        (s2_10_knowledge.LAST_WRONG, ("~In(i)", "In(i)")),
    ],
)
def test_a_broken_statement_is_false(text: str, broken: tuple[str, str]) -> None:
    budget = Budget(processes=1, scope="sample")

    def games(_: Budget) -> tuple[Game, ...]:
        return (Game.myst(2, 1, 2, 2), Game.myst(1, 1, 3, 2))

    assert found(budget, text, games=games).verdict is Verdict.PROVED
    assert found(budget, text.replace(*broken), games=games).verdict is Verdict.FALSE


def test_a_law_that_is_none_is_found_out() -> None:
    assert s1_3_s5.fails(Implies(s1_3_s5.PHI, Knows(1, s1_3_s5.PHI)))[0]
    converse = Implies(Knows(1, Not(s1_3_s5.PHI)), s1_3_s5.PHI)
    assert s1_3_s5.fails(converse)[0]


def test_a_set_size_axiom_off_by_one_would_be_noticed() -> None:
    assert _set_size(5, 2, 2)
    assert not _set_size(5, 2, 3)
    assert not _set_size(5, 2, 1)


def test_worlds_that_are_told_apart_less_would_be_noticed() -> None:
    """A stage whose views forget the card shown does not refine the one before."""
    game = Game.myst(1, 2, 3, 2)
    stage = Stage.start(game)
    for _ in range(3):
        stage = next(
            r.stage
            for r in next_stages(stage, ())
            if r.stage.deeds[-1].key[0] in ("asks", "yes", "shows")
        )
    assert stage.shown
    reached = max(next_stages(stage, ()), key=lambda r: r.stage.size)
    assert s2_10_knowledge.refined(stage, reached) is None
    blind = Stage(Frame(game, reached.stage.worlds), 0, 0, reached.stage.full)
    forgetful = Reached(blind, reached.parents, reached.alive)
    assert s2_10_knowledge.refined(stage, forgetful) is not None


def test_views_that_forget_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in axioms_dir().iterdir():
        if path.suffix in (".lp", ".toml"):
            text = path.read_text("utf-8").replace("seen(V, X)", "seen(X)")
            (tmp_path / path.name).write_text(text, encoding="utf-8")
    assert s2_10_knowledge._views_refine(range(2, 4), Budget()) is None
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    assert s2_10_knowledge._views_refine(range(2, 4), Budget()) == 2
