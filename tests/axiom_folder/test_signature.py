"""The signature is what the axioms declare in both languages, and what packages do."""

from __future__ import annotations

import re

import pytest

from mystpy.axiom_folder.signature import ACTIONS, FLUENTS, HAND_SET, PHASES
from mystpy.axioms import blocks, shipped_axioms_dir
from mystpy.errors import AxiomError
from mystpy.history.actions import FUNCTORS
from mystpy.packages.declarations import read_package
from tools import signature
from tools.signature import signature_of

RULES = {
    "myst": ("S",),
    "clue": ("S",),
    "board": ("S", "B"),
    "speed": ("S",),
    "generalized": ("S", "G"),
}
"""Packages, and how the labels begin that their actions have in the axioms."""

SAME = {"hand_set": HAND_SET, "still_in": "in"}
"""Words of packages, and those of the axioms."""


def test_the_module_is_what_the_tool_writes() -> None:
    found = re.sub(r"\s", "", signature.PATH.read_text("utf-8"))
    assert found == re.sub(r"\s", "", signature.text()), "python tools/signature.py"


@pytest.mark.parametrize("language", ["asp", "prolog"])
def test_both_languages_declare_it(language: str) -> None:
    found = signature_of(language, shipped_axioms_dir())
    assert (found.actions, found.fluents) == (ACTIONS, FLUENTS)
    assert found.phases == PHASES


def test_each_declared_action_has_a_class_of_its_name() -> None:
    assert set(FUNCTORS) == {row.name for row in ACTIONS.values()}
    assert all(kind.name == name for name, kind in FUNCTORS.items())


@pytest.mark.parametrize("name", RULES)
def test_packages_declare_the_same_actions_and_fluents(name: str) -> None:
    package = read_package(name)
    rows = {
        row.name: row for label, row in ACTIONS.items() if label.startswith(RULES[name])
    }
    if name == "generalized":  # it has a question to one, and no turn without a guess
        del rows["noguess"]
    assert set(package.actions) == set(rows)
    for each in package.actions.values():
        row = rows[each.name]
        assert tuple(SAME.get(x.name, x.name) for x in each.sorts) == row.sorts
        assert tuple(place + 1 for place in each.private) == row.private
        assert (each.unseen.name if each.unseen else "") == row.seen_as
    of = {row.name: row for row in FLUENTS.values()}
    for fluent in package.fluents.values():
        if found := of.get(SAME.get(fluent.name, fluent.name)):
            assert tuple(x.name for x in fluent.sorts) == found.sorts
    assert {SAME.get(x, x) for x in package.fluents} <= {*of, "open"}


def test_an_argument_without_a_sort_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    text = blocks("asp", shipped_axioms_dir())["S2.4.2"].text
    path = tmp_path / "own.lp"
    path.write_text(text.replace("player(J)", "card(X)"), "utf-8")
    with pytest.raises(
        AxiomError, match=r"own.lp:1: nothing says of which sort J in no"
    ):
        signature_of("asp", tmp_path)
