"""Packages that extend another one: what they have, and what is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mystpy.errors import MystError
from mystpy.packages.axiom_checks.package_checks import require_sound
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.comparison_checks import prolog_checks
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.packages.prolog_runs.prolog_listing import prolog_axioms

LOWEST = """
% (2.18) the lowest of these cards is shown
poss(shows(J, I, X), S) :-
    considered(shows(J, I, X), S), turn(I, S), ans_turn(J, S), phase(show, S),
    question(Q, S), element(X, Q), h(J, X), not lower(J, X, S).
lower(J, X, S) :- question(Q, S), element(Y, Q), h(J, Y), card(X), Y < X.
"""
SHOWN = "asks(1,{s1,s2}) yes(2) shows(2,1,s2)"


def write(folder: Path, base: str = "myst", toml: str = "", **files: str) -> Path:
    """Write a package that extends a base; `lp` and `pl` are its axioms."""
    folder.mkdir(exist_ok=True)
    text = f'name = "mine"\nextends = "{base}"\n{toml}\n'
    (folder / "theory.toml").write_text(text, encoding="utf-8")
    for ending, axioms in files.items():
        (folder / f"theory.{ending}").write_text(axioms, encoding="utf-8")
    return folder


def package(folder: Path, base: str = "myst", toml: str = "", **files: str) -> Package:
    return read_package(str(write(folder / "mine", base, toml, **files)))


def said(folder: Path, name: str = "mine") -> str:
    """Return what is said of a package that is at fault, with its hint."""

    def used() -> None:
        found = read_package(str(folder / name))
        require_sound(found)
        PackageSituation.make(found).value("true")

    with pytest.raises(MystError) as fault:
        used()
    return f"{fault.value} [{fault.value.hint or ''}]"


# --- What a package has ------------------------------------------------------------


def test_a_block_replaces_that_of_the_base(tmp_path: Path) -> None:
    found = package(tmp_path, lp=LOWEST)
    assert found.axioms.count("% (2.18)") == 1
    assert found.axioms.index("% (2.17)") < found.axioms.index("lower(J, X, S) :-")
    assert found.axioms.index("lower(J, X, S) :-") < found.axioms.index("% (2.19)")
    situation = PackageSituation.make(found, SHOWN, ["h(2,s1)"])
    legality = situation.legality()
    assert (legality.verdict, legality.axiom) == ("illegal", "2.18")
    assert PackageSituation.make(found, SHOWN).value("K(1, ~h(2,s1))") == "true"
    base = PackageSituation.make(read_package("myst"), SHOWN)
    assert base.value("K(1, ~h(2,s1))") == "undetermined"


def test_other_blocks_are_added(tmp_path: Path) -> None:
    found = package(tmp_path, lp="% (X1) no first question\nover(0).\n")
    assert found.axioms.rstrip().endswith("over(0).")
    assert not PackageSituation.make(found).possible_actions()
    assert PackageSituation.make(read_package("myst")).possible_actions()


def test_axioms_and_declarations_are_taken_out(tmp_path: Path) -> None:
    toml = 'remove = ["noguess"]\ndrop = ["2.20"]'
    found = package(tmp_path, toml=toml)
    assert "noguess" not in found.actions
    assert "(2.20)" not in found.axioms
    require_sound(found)
    possible = PackageSituation.make(found, "asks(1,{s1,s2}) no(2) no(3)")
    assert [each.kind for each in possible.possible_actions()] == ["guess"]


def test_declarations_replace_those_of_the_base(tmp_path: Path) -> None:
    toml = """
    [constants]
    n = 1
    q = "m + n"
    [sorts]
    card = ["ace", "king", "queen", "jack"]
    [[fluent]]
    name = "h"
    args = ["holder", "card"]
    words = "{2} is with {1}"
    rigid = true
    """
    found = package(tmp_path, toml=toml)
    base = read_package("myst")
    assert found.constants == {"m": 1, "n": 1, "p": 3, "q": 2}
    assert list(found.sorts) == list(base.sorts)
    assert found.sorts["question_set"].elements == ("ace", "king", "queen", "jack")
    assert found.fluents["h"].sentence(("1", "ace")) == "ace is with 1"
    assert list(found.actions) == list(base.actions)
    assert (found.name, found.source) == ("mine", base.source)
    more = read_package(str(tmp_path / "mine"), {"m": 2})
    assert more.constants["q"] == 3


def test_a_chain_of_packages(tmp_path: Path) -> None:
    write(tmp_path / "first", lp=LOWEST)
    found = package(tmp_path, "first", 'drop = ["2.20"]\nremove = ["noguess"]')
    assert "lower(J, X, S) :-" in found.axioms
    assert "(2.20)" not in found.axioms
    assert [layer.path.parent.name for layer in found.layers] == [
        "myst", "first", "mine",
    ]  # fmt: skip


def test_a_folder_of_a_shipped_name_extends_the_shipped_package(tmp_path: Path) -> None:
    write(tmp_path / "myst", lp=LOWEST)
    found = read_package(str(tmp_path / "myst"))
    assert found.layers[0].path.parent == shipped_packages()["myst"]


def test_a_folder_beside_comes_before_a_shipped_package(tmp_path: Path) -> None:
    shutil.copytree(shipped_packages()["myst"], tmp_path / "myst")
    found = package(tmp_path)
    assert found.layers[0].path.parent == tmp_path / "myst"


def test_the_hash_is_that_of_the_bases_too(tmp_path: Path) -> None:
    for name in ("theory.toml", "theory.lp"):
        folder = tmp_path / name
        base = folder / "base"
        shutil.copytree(shipped_packages()["myst"], base)
        before = package(folder, "base").hash
        assert package(folder, "base").hash == before
        text = (base / name).read_text("utf-8")
        (base / name).write_text(f"{text}\n", encoding="utf-8")
        assert package(folder, "base").hash != before


def test_a_package_that_changes_nothing_has_the_same_axioms(tmp_path: Path) -> None:
    found, base = package(tmp_path), read_package("myst")
    assert found.axioms == base.axioms
    assert prolog_axioms(found) == prolog_axioms(base)
    assert found.hash != base.hash


# --- Prolog ------------------------------------------------------------------------

LOWEST_PROLOG = """
% (2.18) the lowest of these cards is shown
poss(shows(J, I, X), S) :-
    turn(I, S), ans_turn(J, S), phase(show, S), question(Q, S),
    element(X, Q), h(J, X), \\+ ( element(Y, Q), Y @< X, h(J, Y) ).
"""


@pytest.mark.usefixtures("few_compared_runs")
def test_the_axioms_in_prolog_are_extended_alike(tmp_path: Path) -> None:
    found = package(tmp_path, lp=LOWEST, pl=LOWEST_PROLOG)
    assert all(each.holds for each in prolog_checks(found))
    situation = PackageSituation.make(found, SHOWN, ["h(2,s1)"])
    assert PrologSituation.of(situation).legality() == situation.legality()


def test_old_axioms_in_prolog_are_not_used(tmp_path: Path) -> None:
    found = package(tmp_path, lp=LOWEST)
    situation = PrologSituation.of(PackageSituation.make(found, SHOWN))
    with pytest.raises(MystError, match=r"mine has no theory\.pl"):
        situation.value("h(2,s1)")


def test_a_fault_in_prolog_has_its_own_line(tmp_path: Path) -> None:
    clause = "% (2.18) wrong\n\nposs(shows(_, _, _), S) :- nothing(S).\n"
    found = package(tmp_path, lp=LOWEST, pl=clause)
    with pytest.raises(MystError, match=r"mine/theory\.pl:3: nothing/1"):
        PrologSituation.of(PackageSituation.make(found)).value("h(2,s1)")


# --- What is refused -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("toml", "axioms", "message"),
    [
        ('remove = ["noguest"]', "", "mine/theory.toml:3: remove names noguest"),
        ('remove = ["noguest"]', "", "did you mean noguess?"),
        ('drop = ["2.81"]', "", "mine/theory.toml:3: drop names (2.81)"),
        ('remove = ["noguess"]', "", "poss speaks of noguess"),
        ('drop = ["S2.3.3"]', "", "myst/theory.lp:42: nothing defines disjoint/2"),
        ("", "% (2.9) none\n\nh(K X).", "mine/theory.lp:3"),
        ("", "% (2.18)\nposs(shows(J,I,X), S) :-\n% (2.19)\n h(J,X).",
         "mine/theory.lp:3: this label is inside of a rule"),
        ("", "%*\n% (2.19)\n*%", "mine/theory.lp:2: this label is inside"),
        ("", "% (2.31)\n\n1 { phase(end, S+1); phase(ask, S+1) } 1 :- done(A, S).",
         "mine/theory.lp:3: phase is chosen after the start"),
        ("", '#script (python)\n#end.', "mine/theory.lp:1: #script"),
        ("[sorts]\ncard = []", "", "mine/theory.toml:4: the sort card is empty"),
        ("[sorts]\ncard = { union_of = ['card'] }", "", "card is made of itself"),
        ("[sorts]\na = ['x']\ncard = { union_of = ['a', 'a'] }", "",
         "the sort card names a value twice"),
        ("[sorts]\ncard = { one_of_each = ['pile_set'] }", "", "is made of itself"),
        ("[[action]]\nname = 'no'\nargs = ['players']\nwords = 'no'", "",
         "there is no sort 'players'"),
        ("extend = 'myst'", "", "did you mean extends?"),
        ("", "position(card, X, 1) :- card(X).",
         "mine/theory.lp:1: position/3 comes with every package"),
    ],
)  # fmt: skip
def test_a_fault_is_named(tmp_path: Path, toml: str, axioms: str, message: str) -> None:
    write(tmp_path / "mine", toml=toml, lp=axioms)
    assert message in said(tmp_path)


def test_what_is_no_base(tmp_path: Path) -> None:
    for base, message in (
        ("../elsewhere", "extends cannot be '../elsewhere'"),
        ("/etc", "extends cannot be '/etc'"),
        ("..", "extends cannot be '..'"),
        ("mist", "there is no package 'mist' to extend [did you mean myst?]"),
        ("mine", "a package cannot extend itself"),
    ):
        write(tmp_path / "mine", base)
        assert message in said(tmp_path)
        assert "mine/theory.toml:2" in said(tmp_path)


def test_packages_that_extend_each_other(tmp_path: Path) -> None:
    write(tmp_path / "mine", "other")
    write(tmp_path / "other", "mine")
    assert "mine extends other extends mine" in said(tmp_path)


def test_a_base_that_is_bad_itself(tmp_path: Path) -> None:
    write(tmp_path / "mine", "other")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "theory.toml").write_text('name = "x"', encoding="utf-8")
    assert "other has no theory.lp" in said(tmp_path)
    (tmp_path / "other" / "theory.lp").write_text("a.\n", encoding="utf-8")
    assert "other/theory.toml: a package has no 'agents'" in said(tmp_path)


def test_a_base_that_is_a_link_to_another_place(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    write(here / "mine", "other")
    (here / "other").symlink_to(shipped_packages()["myst"])
    assert "is a link out of" in said(here)
    (here / "other").unlink()
    shutil.copytree(shipped_packages()["myst"], here / "other")
    (here / "other" / "theory.lp").unlink()
    (here / "other" / "theory.lp").symlink_to("/etc/passwd")
    assert "is a link out of" in said(here)


def test_keys_of_an_extension_need_one(tmp_path: Path) -> None:
    copy = tmp_path / "mine"
    shutil.copytree(shipped_packages()["myst"], copy)
    text = (copy / "theory.toml").read_text("utf-8")
    (copy / "theory.toml").write_text(f'drop = ["2.9"]\n{text}', encoding="utf-8")
    assert "drop is for packages that extend another one" in said(tmp_path)


@pytest.mark.parametrize("value", [True, 1.5, "2", -1])
def test_a_constant_is_a_whole_number(value: object) -> None:
    with pytest.raises(MystError, match="p must be a whole number"):
        read_package("myst", {"p": value})  # type: ignore[dict-item]


# --- Sorts and actions ---------------------------------------------------------------


def test_a_set_has_one_of_each() -> None:
    sort = read_package("clue").sorts["question_set"]
    assert len(sort) == 6 * 6 * 9 == len(set(sort.values()))
    assert sort.value(["hall", "plum", "rope"]) == ("plum", "rope", "hall")
    with pytest.raises(MystError, match="cannot have both rope and knife") as found:
        sort.value(["rope", "plum", "knife"])
    assert "{scarlett,knife,kitchen}" in str(found.value.hint)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"right", "wrong"', '"right", "wrng"', "told cannot stand for wrng"),
        ('"right", "wrong"', '"right", "told"', "that stands for several actions"),
        ('"right", "wrong"', '"right", "opens"', "the arguments differ"),
        ('name = "right"\n', 'name = "right"\nprecondition = "true"\n',
         "no private arguments and no precondition"),
        ('name = "opens"', 'name = "heard"\none_of = ["right"]\nargs = ["player"]\n'
         'words = "x"\n[[action]]\nname = "opens"', "told does"),
    ],
)  # fmt: skip
def test_actions_that_cannot_stand_for_others(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    copy = tmp_path / "mine"
    shutil.copytree(shipped_packages()["generalized"], copy)
    text = (copy / "theory.toml").read_text("utf-8")
    assert old in text
    (copy / "theory.toml").write_text(text.replace(old, new), encoding="utf-8")
    assert message in said(tmp_path)
