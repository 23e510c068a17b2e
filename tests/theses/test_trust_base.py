"""The trust bases of verdicts: by method, theorem, and the code of a check."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.prover.prover_results import ProverResults
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import REWRITTEN, Result, Verdict
from mystpy.coq.record import theorems
from mystpy.game.game import Game
from mystpy.theses.basis import trust_base as bases
from mystpy.theses.basis.trust_base import by_kernel, rests_on
from mystpy.theses.bench import settle_statement, statement
from mystpy.theses.fingerprint import ProgramSlices, slices
from mystpy.theses.page import page, verdict_words

PAGE = json.loads((Path(__file__).parents[2] / "docs/theorems.json").read_text("utf-8"))
SAMPLE = Budget(scope="sample", processes=1)
WRONG = {"game": {"m": 1, "n": 1, "p": 2, "q": 1}}


def a_result(method: str, verdict: Verdict = Verdict.PROVED) -> Result:
    return Result(verdict, "F", method, {"c": 4}, 1)


@pytest.mark.parametrize(
    ("method", "base"),
    [
        ("exhaustive", (bases.SWEEP, bases.RENAMED_CARDS)),
        ("induction", (bases.CLINGO, bases.STAND_INS)),
        ("few worlds", (bases.SAT, bases.FEW_CARDS)),
        ("provers", ("cvc5",)),
        ("measurement", (bases.MEASUREMENT,)),
        ("linear programmes, exact replies", (bases.PROGRAMMES,)),
        ("something new", ("the method something new",)),
    ],
)
def test_a_result_of_a_formula_rests_on_its_method(
    method: str, base: tuple[str, ...]
) -> None:
    assert rests_on(a_result(method), None) == base


def test_a_reduction_rests_on_what_proves_its_parts() -> None:
    parts = "the method few worlds", "cvc5", REWRITTEN
    found = replace(a_result("reduction"), rests_on=parts)
    assert rests_on(found, None) == (bases.SAT, bases.FEW_CARDS, "cvc5", REWRITTEN)


def test_what_is_open_rests_on_nothing() -> None:
    assert rests_on(a_result("exhaustive", Verdict.OPEN), None) == ()


def test_a_counterexample_that_replays_is_enough() -> None:
    false = replace(a_result("exhaustive", Verdict.FALSE), counterexample=WRONG)
    assert rests_on(false, None) == (bases.SWEEP, bases.RENAMED_CARDS)
    query = WRONG | {"history": [], "formula": "Turn(1)", "value": "false"}
    assert rests_on(replace(false, counterexample=query), None) == (
        bases.COUNTEREXAMPLE,
    )
    example = replace(a_result("exhaustive"), example=query)
    assert rests_on(example, None) == (bases.SWEEP, bases.RENAMED_CARDS)
    some = replace(example, speaks_of={"some": True})
    assert rests_on(some, None) == (bases.EXAMPLE,)


def test_the_provers_say_whether_e_has_proved_it_too() -> None:
    assert ProverResults(3, 3, 0).rests_on == ("cvc5",)
    assert ProverResults(3, 3, 3).rests_on == (
        "cvc5 and E, whose steps cvc5 makes again",
    )
    assert ProverResults(3, 2, 1).rests_on == (
        "cvc5 or E, whose steps cvc5 makes again",
    )
    text = "forall i in players: Turn(i) -> ~AnsTurn(i) | ~ansphase"
    games = (Game.myst(1, 1, 2, 1),)
    found = settle(Conjecture("x", "always", text, games), SAMPLE)
    if found.method == "provers":
        assert rests_on(found, None)[0].startswith("cvc5")


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("remark-1.1-special", (bases.SWEEP,)),
        ("remark-1.3-not-kept", (bases.SWEEP, bases.RENAMED_CARDS)),
        ("games-value-hexa", (bases.SWEEP,)),
        ("remark-3.2-doubt", (bases.SAT, bases.RENAMED_CARDS)),
        ("remark-3.1-swoop", (bases.EXAMPLE,)),
        ("axiom-2.14-printed", (bases.COUNTEREXAMPLE,)),
        ("example-1.2-even", (bases.ARITHMETIC,)),
    ],
)
def test_a_statement_rests_on_what_its_check_leads_to(
    name: str, base: tuple[str, ...]
) -> None:
    assert settle_statement(statement(name), SAMPLE).rests_on == base


def test_a_check_takes_what_it_reaches_from_other_modules() -> None:
    modules = {
        "mystpy.theses.a": "from mystpy.theses.b import helped\n"
        "def check():\n    return helped()\n"
        "def other():\n    return 1\n",
        "mystpy.theses.b": "from mystpy.situations.explore import situations\n"
        "def helped():\n    return situations()\n",
    }
    found = ProgramSlices(modules.get)
    explored = ("mystpy.situations.explore", "situations")
    assert explored in found.imported(("mystpy.theses.a", "check"))
    assert explored not in found.imported(("mystpy.theses.a", "other"))
    reduced = rests_on(
        a_result("exhaustive"), lambda: found.imported(("mystpy.theses.a", "check"))
    )
    assert reduced == (bases.SWEEP, bases.RENAMED_CARDS)
    assert rests_on(
        a_result("exhaustive"), lambda: found.imported(("mystpy.theses.a", "other"))
    ) == (bases.SWEEP,)


def test_the_modules_that_reduce_are_there() -> None:
    known = slices()
    for module in bases._REDUCING:
        path = Path(__file__).parents[2].joinpath(*module.split("."))
        assert path.with_suffix(".py").is_file(), module
    for place in bases._ONE_DEAL:
        assert known.reached(place)


def test_steps_that_are_argued_are_said_and_counted_apart() -> None:
    argued = [row for row in theorems() if row.argued]
    assert {row.id for row in argued} == {
        "remark-4.4-polynomial",
        "remark-5-clue",
        "remark-5-theorem-3.2",
    }
    for row in theorems():
        said = (row.argued is not None) or "argued" not in (row.note or "")
        assert said, f"{row.id}: the note speaks of argued steps"
        first, *rest = by_kernel(row)
        assert first == (bases.ARGUED if row.argued else bases.KERNEL)
        assert bool(rest) is (row.argued is not None)
    shown = {"verdict": "PROVED", "method": "Coq: A.b", "rests_on": [bases.ARGUED]}
    assert verdict_words(shown) == "PROVED (Coq: A.b; some steps are argued)"
    assert verdict_words(shown | {"rests_on": [bases.KERNEL]}) == "PROVED (Coq: A.b)"


def every_row() -> list[dict[str, Any]]:
    return [*PAGE, *(read for row in PAGE for read in row.get("readings", ()))]


def test_every_verdict_on_the_page_rests_on_something_known() -> None:
    for row in every_row():
        assert bool(row["rests_on"]) is (row["verdict"] != "OPEN"), row["statement"]
        assert not any(base.startswith("the method") for base in row["rests_on"])
        coq = row["rests_on"][:1] in ([bases.KERNEL], [bases.ARGUED])
        assert coq is row["method"].startswith("Coq: ")


def test_the_page_counts_verdicts_by_what_they_rest_on() -> None:
    lines = page(PAGE)
    start = lines.index("| rests on | PROVED | HOLDS | FALSE | MISPRINTED | ANSWERED |")
    table = [
        line.split("|")[2:-1] for line in lines[start + 2 : lines.index("", start)]
    ]
    counted = sum(int(cell) for row in table for cell in row if cell.strip())
    assert counted == sum(row["verdict"] != "OPEN" for row in PAGE)
