"""If `mystpy why` cannot explain a formula, the error names another question."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

GAME = ("--game", 'rules="myst", m=1, n=1, p=3, q=1')

REFUSED = (
    ("D([1,2],h(1,s1))", "ask why about K(1,F)"),
    ("~D([1,2],h(0,s1))", "ask why about K(1,F)"),
    ("K(1,C([1,2],In(1)))", "ask why about C(...) alone"),
    ("C([1,2],C([1,2],In(1)))", "ask why about C(...) alone"),
    ("[h(1,s1)!] C([1,2],h(1,s1))", "ask why about C(...) alone"),
    ("K(1,~K(2,h(0,s2)))", "ask why about its parts"),
    ("K(1,M(2,h(1,s1)))", "ask why about its parts"),
    ("K(1,~C([1,2],h(0,s2)))", "ask why about C(...) alone"),
    ("once In(1)", "mystpy ask --engine worlds"),
    ("before In(1)", "mystpy ask --engine worlds"),
    ("so far In(1)", "mystpy ask --engine worlds"),
    ("K(1,once In(1))", "mystpy ask --engine worlds"),
    ("next In(1)", "mystpy ask --engine worlds"),
    ("on all ways always In(1)", "mystpy theorem --say"),
)


@pytest.mark.parametrize(("formula", "instead"), REFUSED)
def test_why_says_what_to_ask_where_it_has_no_reasons(
    run: Run, formula: str, instead: str
) -> None:
    done = run("why", *GAME, "--hand", "1=s1", formula)
    assert done.exit_code == 2
    assert done.stdout == ""
    error, hint = done.stderr.splitlines()
    assert error.startswith("mystpy: error: ")
    assert hint.startswith("hint: ")
    assert instead in hint
    if "ask" in hint:
        answered = run("ask", *GAME, "--hand", "1=s1", "--engine", "worlds", formula)
        assert answered.exit_code in (0, 1, 5)
