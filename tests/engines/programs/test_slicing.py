"""The rules of a program on which a question depends."""

from __future__ import annotations

import re
from dataclasses import astuple
from itertools import chain
from pathlib import Path

import pytest
from clingo import ast
from hypothesis import given
from hypothesis import strategies as st

from mystpy.axioms import rule_files
from mystpy.engines.backend import file_texts
from mystpy.engines.programs import slicing
from mystpy.engines.programs.poss import outer_parts
from mystpy.engines.programs.slicing import names_in, relevant, statements
from mystpy.errors import AxiomError

PROGRAM = """
% a comment. with a full stop
#defined never/1.
a(X) :- given(X).   % (2.1) why
b(X) :- a(X), not c(X).
c(X) :- never(X).
d("2.16", s) :- b(1..2).
e(X) :- b(X), X = f(1) : g(X), h(X); a(X).
:- b(X), k(X).
k(X) :- a(step(X)).
1 { m(X) : a(X) } 1 :- given(X).
#show b/1.
"""


def texts(given: set[str], wanted: set[str]) -> list[str]:
    rules = relevant(list(statements(PROGRAM)), given, wanted)
    return [rule.text.partition("(")[0] for rule in rules]


def test_a_rule_is_kept_if_it_is_wanted_and_may_apply() -> None:
    assert texts({"given"}, {"b"}) == ["a", "b", "1 { m"]
    assert texts({"given", "never"}, {"b"}) == ["a", "b", "c", "1 { m"]
    assert texts({"given"}, {"e"}) == ["a", "b", "e", "1 { m"]


def test_what_may_exclude_answer_sets_is_always_kept() -> None:
    assert texts({"given"}, set()) == ["a", "1 { m"]
    assert texts({"given", "step"}, set()) == ["a", "b", ":- b", "k", "1 { m"]


def test_alternatives_are_not_all_required() -> None:
    rules = list(statements("a(X) :- b((c(X); d(X))). b(c(1)) :- given."))
    assert len(relevant(rules, {"given"}, {"a"})) == 2


@pytest.mark.parametrize(
    "body", ["X = (c; d)", "X = #min { c }", "c == X", "1 = #sum { 1, X : X = c }"]
)
def test_names_that_only_a_body_has_are_made(body: str) -> None:
    rules = list(statements(f"b(X) :- given, {body}. a :- b(c)."))
    assert len(relevant(rules, {"given"}, {"a"})) == 2


def test_names_in_texts_are_not_names() -> None:
    assert names_in('d("not.a name", s) :- b(X), _X.') == {"d", "s", "b"}


def test_other_directives_are_refused() -> None:
    with pytest.raises(AxiomError, match="#include is no rule"):
        list(statements('#include "a.lp".\n'))


@pytest.mark.parametrize("rules", ["myst", "cards", "clue", "board", "speed"])
def test_the_rules_of_the_axiom_files_are_those_that_clingo_reads(rules: str) -> None:
    seen = set[Path]()
    text = "\n".join(
        chain.from_iterable(file_texts(path, seen) for path in rule_files(rules))
    )
    nodes: list[ast.AST] = []
    ast.parse_string(text, nodes.append)
    kinds = ("Rule", "External")
    expected = [each for each in nodes if each.ast_type.name in kinds]
    found: list[ast.AST] = []
    for each in statements(text):
        ast.parse_string(each.text, found.append)
    read = [str(each) for each in found if each.ast_type.name in kinds]
    assert read == [str(each) for each in expected]


def split_by_character(text: str, separator: str) -> list[str]:
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "({[") - (sign in ")}]")
        if sign == separator and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


@given(st.text("ab,;(){}[]", max_size=30), st.sampled_from(",;"))
def test_texts_are_split_outside_of_brackets(text: str, separator: str) -> None:
    assert outer_parts(text, separator) == split_by_character(text, separator)


@given(st.text('ab .,:-"\n%', max_size=40))
def test_statements_are_found_with_or_without_backtracking(text: str) -> None:
    written = r'(?:"[^"\n]*"|[^."]|\.(?!\s|$))+\.(?=\s|$)'
    found = re.findall(written, re.sub(r'("[^"\n]*")|%.*', r"\1", text))
    assert [rule.text for rule in statements(text)] == [x.strip() for x in found]


@pytest.mark.parametrize("rules", ["myst", "board", "generalized"])
def test_plain_bodies_are_read_as_others_are(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join(x for path in rule_files(rules) for x in file_texts(path, set()))
    plain = [astuple(rule) for rule in statements(text)]
    monkeypatch.setattr(slicing, "_NOT_PLAIN", re.compile(""))
    assert [astuple(rule) for rule in statements(text)] == plain
