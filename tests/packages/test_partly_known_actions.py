"""An action of which one private argument is known, and another one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.packages.declarations import read_package
from mystpy.packages.package_answers import LISTED, SEARCHED, PackageSituation

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
