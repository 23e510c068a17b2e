"""Actions with parameters: read off the rules where that is right, else ground."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mystpy.errors import QueryError
from mystpy.packages.declarations import read_package
from mystpy.packages.epddl.epddl_files import export_package
from mystpy.packages.epddl.lifted.lifted_specification import LiftedSpecification
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from tests.packages.test_epddl_reading import imported

TOML = """name = "Rooms"
agents = "player"
[sorts]
player = ["ann", "bob"]
room = "1..3"
[[fluent]]
name = "at"
args = ["player", "room"]
[[fluent]]
name = "lit"
[[fluent]]
name = "coin"
args = ["room"]
rigid = true
[[action]]
name = "goes"
args = ["player", "room"]
words = "{1} goes to {2}"
[[action]]
name = "looks"
args = ["player", "room"]
private = [2]
words = "{1} looks for the coin, which is in {2}"
[[action]]
name = "switches"
words = "the light is switched"
"""

AXIOMS = """
1 { coin(R) : room(R) } 1.
next(1, 2). next(2, 3).
near(R, Q) :- next(R, Q).
near(R, Q) :- next(Q, R).
at(I, 1, 0) :- player(I).
poss(goes(I, R), S) :- considered(goes(I, R), S), at(I, Q, S), near(Q, R).
poss(looks(I, R), S) :- considered(looks(I, R), S), coin(R), lit(S), not alone(I, S).
poss(switches, S) :- considered(switches, S).
alone(I, S) :- player(I), at(I, R, S), not with(I, R, S).
with(I, R, S) :- at(I, R, S), at(J, R, S), I != J.
at(I, R, S+1) :- done(goes(I, R), S).
at(I, R, S+1) :- at(I, R, S), reached(S+1), not leaves(I, S).
leaves(I, S) :- done(goes(I, R), S).
lit(S+1) :- done(switches, S), not lit(S).
lit(S+1) :- lit(S), reached(S+1), not done(switches, S).
obs0(I, start) :- player(I).
obs(K, goes(I, R), goes(I, R), S) :- player(K), done(goes(I, R), S).
obs(K, switches, switches, S) :- player(K), done(switches, S).
obs(I, looks(I, R), looks(I, R), S) :- done(looks(I, R), S).
obs(K, looks(I, R), looks(I, some), S) :- player(K), done(looks(I, R), S), K != I.
"""


def package(folder: Path, axioms: str = AXIOMS, toml: str = TOML) -> Package:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "theory.toml").write_text(toml, encoding="utf-8")
    (folder / "theory.lp").write_text(axioms, encoding="utf-8")
    return read_package(str(folder))


def test_rules_become_schemas_with_the_same_answers(tmp_path: Path) -> None:
    mine = package(tmp_path / "mine")
    domain = LiftedSpecification(mine).domain()
    assert re.findall(r"\(:action (\S+)", domain) == ["goes", "looks", "switches"]
    assert "(:fact near ?x1 - room ?x2 - room)" in domain
    export_package(mine, tmp_path / "out")
    back = imported([tmp_path / "out"], tmp_path / "back")
    histories = [
        ("switches looks(ann,_)", "switches looks(ann,_)"),
        (
            "goes(ann,2) goes(bob,2) switches",
            "goes(ann,room2) goes(bob,room2) switches",
        ),
        ("switches goes(ann,2) looks(ann,_)", "switches goes(ann,room2) looks(ann,_)"),
        ("switches switches looks(ann,_)", "switches switches looks(ann,_)"),
        ("goes(ann,3)", "goes(ann,room3)"),
    ]
    verdicts = []
    for one, other in histories:
        here = PackageSituation.make(mine, one)
        there = PackageSituation.make(back, other)
        verdicts.append(here.legality().verdict)
        assert there.legality().verdict == verdicts[-1], one
        if verdicts[-1] != "illegal":
            for text in (
                "K(ann, coin({}2))",
                "K(bob, ~coin({}1))",
                "at(bob,{}2)",
                "lit",
            ):
                value = here.value(text.format(""))
                assert there.value(text.format("room")) == value, (one, text)
    assert verdicts == ["legal", "legal", "illegal", "illegal", "illegal"]


HIDDEN = (
    "obs(K, looks(I, R), looks(I, some), S) :- player(K), done(looks(I, R), S), K != I."
)
SOME = "obs(K, looks(I, R), looks(I, some), S) :- done(looks(I, R), S)"
ALSO = "obs(K, looks(I, R), looks(I, it), S) :- done(looks(I, R), S)"
SWITCH = "poss(switches, S) :- considered(switches, S)"
START = "obs0(I, start)"
SEEN_DARK = "obs(K, switches, dark, S) :- player(K), done(switches, S), lit(S)."
LIT = "lit(S+1) :- done(switches, S), not lit(S)."

SHIPPED = {
    "guess-who": (
        "asks(ann,hat) yes(bob) asks(bob,glasses)",
        ["K(ann, ~has(bob,david))", "Kw(bob, has(ann,clare))", "has(bob,clare)"],
    ),
}
"""Packages with undeclared memory: a history, and formulas."""


@pytest.mark.parametrize("name", SHIPPED)
def test_packages_that_remember_come_back(name: str, tmp_path: Path) -> None:
    history, formulas = SHIPPED[name]
    export_package(read_package(name), tmp_path / "out")
    domain = (tmp_path / "out/domain.epddl").read_text("utf-8")
    assert ":facts" in (tmp_path / "out/problem.epddl").read_text("utf-8")
    assert "(asked ?x1 - feature)" in domain
    back = imported([tmp_path / "out"], tmp_path / "back")
    for formula in formulas:
        value = PackageSituation.make(read_package(name), history).value(formula)
        assert PackageSituation.make(back, history).value(formula) == value, formula


NOT_LIFTED = [
    (HIDDEN, f"{SOME}, at(K, R, S), K != I.", "depends on the state"),
    (HIDDEN, f"{SOME}, K = bob, I = ann.", "may see nothing"),
    (HIDDEN, f"{SOME}, player(K), K != I, R > 1.", "aggregates, numbers or choices"),
    (
        HIDDEN,
        f"{SOME}, K = bob, I = ann.\n{ALSO}, K = ann, I = bob.",
        "hidden in several ways",
    ),
    (START, f":- at(ann, 3, S), lit(S).\n{START}", "a constraint leaves runs out"),
    (START, f"{SEEN_DARK}\n{START}", "is seen besides"),
    (LIT, "was(S+1) :- done(switches, S).\nlit(S) :- was(S).", "from other fluents"),
    (
        f"{SWITCH}.",
        f"was(S+1) :- done(goes(I, R), S).\n{SWITCH}, was(S).",
        "of the situation before",
    ),
    (
        "not alone(I, S)",
        "2 { at(J, R, S) : player(J) }",
        "aggregates, numbers or choices",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), NOT_LIFTED)
def test_what_is_no_condition_of_a_state_is_not_lifted(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    assert AXIOMS.count(old) == 1
    mine = package(tmp_path / "mine", AXIOMS.replace(old, new))
    with pytest.raises(QueryError, match=message):
        LiftedSpecification(mine)


def test_what_is_not_lifted_is_ground(tmp_path: Path) -> None:
    old, new, _ = NOT_LIFTED[-1]
    small = TOML.replace('"1..3"', '"1..2"')
    mine = package(tmp_path / "mine", AXIOMS.replace(old, new), small)
    export_package(mine, tmp_path / "out")
    domain = (tmp_path / "out" / "domain.epddl").read_text("utf-8")
    assert "(:action goes-ann-2" in domain
    task = json.loads((tmp_path / "out" / "ground.json").read_text("utf-8"))
    assert "goes-ann-2_now" in task["actions"]


def test_a_number_of_actions_is_no_limit_to_schemas(tmp_path: Path) -> None:
    toml = TOML.replace('"1..3"', '"1..1500"').replace("private = [2]\n", "")
    axioms = AXIOMS.replace("{ coin(R) : room(R) }", "{ coin(1..2) }")
    mine = package(tmp_path / "mine", axioms.replace("(I, some)", "(I, R)"), toml)
    (tmp_path / "out").mkdir()
    (tmp_path / "out/ground.json").write_text("{}", encoding="utf-8")
    names = [path.name for path in export_package(mine, tmp_path / "out")]
    assert "ground.json" not in names
    assert not (tmp_path / "out/ground.json").exists(), "that of an earlier export"
