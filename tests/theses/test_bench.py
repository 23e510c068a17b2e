"""The bench itself: budgets, findings, reports, and the files it writes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.replay.engines import confirming_engines
from mystpy.conjectures.results import Results
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import EnginesDisagree, QueryError
from mystpy.questions.knowledge import ask
from mystpy.questions.query import load_query
from mystpy.theses.basis.notes import join_notes
from mystpy.theses.basis.rendering import render_result
from mystpy.theses.bench import (
    settle_statement,
    statement,
    statements,
    timed_check,
)
from mystpy.theses.commands import text as show
from mystpy.theses.errata import errata
from mystpy.theses.page import page, tally
from mystpy.theses.report import (
    SettledStatement,
    queries,
    query_file,
    settled_object,
    write_report,
)
from mystpy.theses.statement import Assertion, ResultText, Statement

QUERY: dict[str, object] = {
    "game": {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1},
    "hands": {"0": ["s1"], "1": ["s2"], "2": ["s3"]},
    "history": ["asks(1,{s1})", "no(2)"],
    "formula": "~Turn(1)",
    "value": "false",
}


def judged(counterexample: dict[str, object] | None, instances: int = 1) -> Result:
    return Result.judged(
        counterexample,
        proves=True,
        statement="something",
        method="exhaustive",
        instances=instances,
        scope={"c": 3},
    )


def test_a_verdict_comes_from_the_check() -> None:
    assert judged(None).verdict is Verdict.PROVED
    assert judged(QUERY).verdict is Verdict.FALSE
    assert judged(None, instances=0).verdict is Verdict.OPEN
    assert judged(QUERY).read_as("so", judged(None)).verdict is Verdict.MISPRINTED
    assert judged(QUERY).read_as("so", judged(QUERY)).verdict is Verdict.FALSE
    assert judged(None).read_as("so", judged(QUERY)).verdict is Verdict.PROVED
    assert judged(QUERY).also(so=judged(None)).verdict is Verdict.FALSE


def test_a_budget_ends() -> None:
    budget = Budget(seconds=0)
    assert budget.left() is not None
    with pytest.raises(CheckStopped):
        budget.tick()
    with pytest.raises(CheckStopped):
        budget.once("key", lambda: 1)
    Budget().tick()


def test_a_check_that_is_stopped_is_open() -> None:
    def check(budget: Budget) -> Result:
        budget.tick()
        return judged(None)

    def settled(budget: Budget) -> Result:
        return timed_check(lambda: check(budget), "formal", budget)[0]

    assert settled(Budget()).verdict is Verdict.PROVED
    result = settled(Budget(seconds=0))
    assert result.verdict is Verdict.OPEN
    assert "did not end" in str(result.note)


def test_an_argument_changes_no_verdict() -> None:
    words = ResultText("$n cards", "see $n", "it is clear")
    assertion = Assertion(
        result_text=words, cases={"other": ResultText(note="otherwise")}
    )
    stated = Statement("id", "1.1", "Says.", "formal", "1", assertion)
    held = Result.judged(
        None,
        proves=False,
        method="exhaustive",
        instances=1,
        scope={"c": 3},
        values={"n": 3},
    )
    right = render_result(held, assertion, stated)
    assert (right.verdict, right.method) == (held.verdict, held.method)
    assert right.scope == held.scope
    assert (right.statement, right.note) == ("3 cards", "see 3")
    assert (right.argument, right.argued) == ("It is clear.", "all sizes")
    wrong = render_result(replace(held, verdict=Verdict.FALSE), assertion, stated)
    assert (wrong.note, wrong.argument, wrong.argued) == ("see 3", None, None)
    other = render_result(replace(held, case="other"), assertion, stated)
    assert (other.note, other.argument) == ("otherwise", None)
    everywhere = replace(held, verdict=Verdict.PROVED, scope={"p": ">= 2", "m": "any"})
    assert render_result(everywhere, assertion, stated).argument is None
    for_some = replace(held, verdict=Verdict.PROVED)
    assert render_result(for_some, assertion, stated).argument == "It is clear."


def test_a_nonsensical_argument_is_told_as_not_checked() -> None:
    stated = statement("remark-4.2-pure-bluffing")
    words = replace(stated.assertion.result_text, argument="pigs fly")
    nonsense = replace(stated, assertion=replace(stated.assertion, result_text=words))
    budget = Budget(scope="sample", processes=1)
    before, after = settle_statement(stated, budget), settle_statement(nonsense, budget)
    assert replace(after, argument=before.argument) == before
    rests = ResultText(words.statement, words.note)
    alone = replace(stated, assertion=replace(stated.assertion, result_text=rests))
    assert (
        settle_statement(alone, budget).verdict,
        settle_statement(alone, budget).scope,
    ) == (
        after.verdict,
        after.scope,
    )
    said = "remark-4.2-pure-bluffing", "section 4.2", "Says.", "formal"
    settled = SettledStatement(*said, after, 0.0, "4", 1)
    row = settled_object(settled)
    sentence = "For all sizes by argument, not checked: Pigs fly."
    assert sentence in page([row])
    assert f"  {sentence}" in show.verdict_lines(settled)
    assert row["argument"] == "Pigs fly."
    assert row["argued"] == "all sizes"


def test_what_is_proved_for_all_sizes_is_counted_apart() -> None:
    def row(result: Result) -> dict[str, object]:
        said = "id", "1.1", "Says.", "formal"
        return settled_object(SettledStatement(*said, result, 0.0, "1", 1))

    scopes: list[dict[str, object]] = [
        {"p": ">= 2", "m, n": "any", "q": "1..c"},
        {"p": 2, "m, n": "any"},
        {"p": "2..7", "m, n": "any"},
        {"p": 2},
        {"c": 8, "p": 4},
        {},
    ]
    proved = [replace(judged(None), scope=scope) for scope in scopes]
    assert [each.for_all_sizes for each in proved] == [True, True, *[False] * 4]
    rows = [row(each) for each in (*proved, judged(QUERY))]
    assert tally(rows) == (
        "7 statements: 6 PROVED (2 of them for all sizes, by a program), 1 FALSE."
    )
    argued = replace(proved[4], argument="It is clear.", argued="all m")
    assert tally([row(argued)]) == (
        "1 statement: 1 PROVED (0 of them for all sizes, by a program)."
        " For 1 an argument in words goes further, not checked by a program."
    )
    misprinted = judged(QUERY).read_as("as meant", argued)
    assert "As meant (PROVED; for all m by argument, not checked)." in "\n".join(
        errata([row(misprinted)])
    )


def test_what_is_proved_without_a_case_is_proved_vacuously() -> None:
    vacuous = replace(judged(None), vacuous=True)
    settled = SettledStatement("id", "1.1", "Says.", "formal", vacuous, 0.0, "1", 1)
    row = settled_object(settled)
    assert row["vacuous"] is True
    assert next(iter(show.verdict_lines(settled))).startswith(
        "id  1.1  PROVED, vacuously"
    )
    text = "\n".join(page([row]))
    assert "| PROVED, vacuously |" in text
    assert "**PROVED, vacuously** by exhaustive" in text
    assert "1 vacuously" in tally([row])
    assert "vacuous" not in settled_object(replace(settled, result=judged(None)))
    assert judged(QUERY).read_as("as meant", vacuous).verdict is Verdict.FALSE


def test_notes_are_joined_as_sentences_or_clauses() -> None:
    assert join_notes("the example has n = 2", "the engines agree") == (
        "the example has n = 2; the engines agree"
    )
    assert join_notes("The example has n = 2.", "the engines agree") == (
        "The example has n = 2. The engines agree."
    )
    assert join_notes("", "the engines agree") == "the engines agree"
    assert join_notes("see 3", None) == "see 3"


def test_what_has_no_check_is_open_and_says_why() -> None:
    stated = Statement(
        "id", "1.1", "Says.", "formal", "1", Assertion(unchecked="Nobody can.")
    )
    open_ = settle_statement(stated, Budget())
    assert (open_.verdict, open_.method, open_.instances) == (
        Verdict.OPEN,
        "no check",
        0,
    )
    assert (open_.statement, open_.note) == ("formal", "Nobody can.")


def test_every_statement_is_told_apart_and_says_something() -> None:
    known = statements()
    assert len({s.formal for s in known.values()}) > 30
    for stated in known.values():
        assert stated.id == stated.id.lower()
        assert stated.place
        assert stated.says.endswith("?" if stated.asked else ".")
        assert stated.formal


def test_an_unknown_statement_names_the_nearest() -> None:
    with pytest.raises(QueryError) as raised:
        statement("axiom-2.33x")
    assert raised.value.hint == "did you mean axiom-2.33?"


def test_results_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = Results(path)
    first["a"] = [1, 2]
    first.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"key": "cut sho')
    again = Results(path)
    assert dict(again) == {"a": [1, 2]}
    again["b"] = 3
    again.close()
    third = Results(path)
    third.close()
    assert dict(third) == {"a": [1, 2], "b": 3}
    path.write_text('{"axioms": "others"}\n', encoding="utf-8")
    with pytest.raises(QueryError, match="results of another check"):
        Results(path)


def test_a_counterexample_is_asked_of_several_engines() -> None:
    assert {"worlds", "asp"} <= set(confirming_engines(QUERY))
    with pytest.raises(EnginesDisagree):
        confirming_engines({**QUERY, "value": "true"})
    with pytest.raises(EnginesDisagree, match="not executable"):
        confirming_engines({**QUERY, "history": ["no(2)"]})


def test_a_counterexample_replays_from_its_file(tmp_path: Path) -> None:
    settled = SettledStatement("id", "1.1", 'Says "so".', "formal", judged(QUERY), 0.5)
    ((name, query),) = queries(settled).items()
    path = tmp_path / f"{name}.toml"
    path.write_text(query_file(settled.says, query), encoding="utf-8")
    loaded = load_query(path)
    (asked,) = loaded.asks
    assert asked.expect == "false"
    assert str(ask(loaded.history, asked.formula, WorldsEngine()).value) == "false"


def test_the_report_has_every_verdict(tmp_path: Path) -> None:
    result = judged(QUERY).read_as("as meant", judged(None))
    said = "axiom-1.1", "(1.1)", "Says so.", "formal"
    settled = SettledStatement(*said, result, 0.5, "1", 3)
    write_report(tmp_path, [settled_object(settled)])
    (read,) = json.loads((tmp_path / "theorems.json").read_text("utf-8"))
    assert read == settled_object(settled)
    assert read["verdict"] == "MISPRINTED"
    assert read["counterexample"] == QUERY
    assert read["readings"][0]["reading"] == read["reading"] == "as meant"
    text = (tmp_path / "theorems.md").read_text("utf-8")
    assert "1 MISPRINTED" in text
    assert "| (1.1) | MISPRINTED |" in text
    errata = (tmp_path / "errata.md").read_text("utf-8")
    assert "1 misprinted" in errata
    assert "Read instead: As meant (PROVED)." in errata
