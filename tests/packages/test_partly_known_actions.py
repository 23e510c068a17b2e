"""An action of which one private argument is known, and another one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.packages.declarations import read_package
from mystpy.packages.kept_histories import LISTED, SEARCHED
from mystpy.packages.package_answers import PackageSituation

DESCRIPTION = """
name = "two private arguments"
agents = "p"
[sorts]
p = ["a", "b"]
x = ["u", "v"]
[[fluent]]
name = "f"
args = ["x"]
rigid = true
[[fluent]]
name = "g"
args = ["x"]
rigid = true
[[action]]
name = "peek"
args = ["p", "x", "x"]
actor = 1
private = [2, 3]
words = "{1} peeks at {2} and {3}"
"""
AXIOMS = """
{ f(X) : x(X) }.
{ g(X) : x(X) }.
poss(peek(I,X,Y), S) :- considered(peek(I,X,Y), S), f(X), g(Y).
obs0(I, nothing) :- p(I).
obs(I, peek(I,X,Y), peek(I,X,Y), S) :- done(peek(I,X,Y), S).
obs(J, peek(I,X,Y), peek(I,hidden,hidden), S) :- done(peek(I,X,Y), S), p(J), J != I.
"""


@pytest.fixture
def situation(tmp_path: Path) -> PackageSituation:
    (tmp_path / "theory.toml").write_text(DESCRIPTION, encoding="utf-8")
    (tmp_path / "theory.lp").write_text(AXIOMS, encoding="utf-8")
    package = read_package(str(tmp_path))
    return PackageSituation.make(package, "peek(a,u,_) peek(b,_,v)")


@pytest.mark.parametrize("method", [SEARCHED, LISTED])
def test_what_is_known_of_an_action_counts(
    situation: PackageSituation, method: str
) -> None:
    found = situation.legality()
    assert (found.verdict, found.step) == ("possible", 0)
    for formula, value in (
        ("f(u) & g(v)", "true"),
        ("f(v)", "undetermined"),
        ("K(a,f(u)) & K(b,g(v))", "true"),
        ("K(b,f(u))", "undetermined"),
        ("K(a,g(v))", "undetermined"),
        ("C(agents,f(u))", "false"),
        ("C(agents,f(u) | f(v))", "true"),
    ):
        assert situation.answer(formula, method).value == value, formula


def test_the_part_that_is_known_may_be_impossible(situation: PackageSituation) -> None:
    made = PackageSituation.make(situation.package, "peek(a,u,_)", ["~f(u)"])
    found = made.legality()
    assert (found.verdict, found.step) == ("illegal", 0)


HIDDEN = """name = "hidden"
agents = "agent"
[sorts]
agent = ["a", "b"]
card = ["x", "y", "z"]
pair = { sets_of = "card", size = 2 }
[[fluent]]
name = "holds"
args = ["card"]
rigid = true
[[action]]
name = "shows"
args = ["agent", "pair"]
actor = 1
private = [2]
words = "{1} shows {2}"
"""
SHOWN = """
2 { holds(X) : card(X) } 2.
other(I, Q) :- pair(Q), agent(I), element(X, Q), not holds(X).
poss(shows(I, Q), S) :- considered(shows(I, Q), S), pair(Q), not other(I, Q).
obs0(a, X) :- holds(X).
obs(a, shows(I, Q), shows(I, Q), S) :- done(shows(I, Q), S).
obs(b, shows(I, Q), shows(I, hidden), S) :- done(shows(I, Q), S).
"""


def test_a_private_set_that_is_not_known_may_be_any_set(tmp_path: Path) -> None:
    (tmp_path / "theory.toml").write_text(HIDDEN, encoding="utf-8")
    (tmp_path / "theory.lp").write_text(SHOWN, encoding="utf-8")
    package = read_package(str(tmp_path))
    hidden = PackageSituation.make(package, "shows(a,_)")
    assert hidden.legality().verdict == "legal"
    assert hidden.value("K(b, holds(x))") == "false"
    shown = PackageSituation.make(package, "shows(a,{x,y})", ["holds(x) & holds(y)"])
    assert shown.value("K(a, ~holds(z))") == "true"
