"""Packages at fault: what each message says, and where."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.errors import MystError
from mystpy.packages.axiom_checks.package_checks import check_package
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.value_sorts import term_parts

DESCRIPTION, AXIOMS = "theory.toml", "theory.lp"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of a package to be edited."""
    copy = tmp_path / "mine"
    shutil.copytree(shipped_packages()["black-vienna"], copy)
    return copy


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text, (name, old)
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def fault(folder: Path, actions: str = "", **constants: int) -> str:
    """Return what is said of a package when a question is put."""

    def asked() -> None:
        package = read_package(str(folder), constants)
        PackageSituation.make(package, actions).value("true")

    with pytest.raises(MystError) as found:
        asked()
    hint = found.value.hint
    return f"{found.value}" + (f" [{hint}]" if hint else "")


SIGHT = "obs(I, A, A, S) :- player(I), done(A, S)."
ASKS = "asks(1,2,{s1,s2,s3})"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("player(zed).", "player is a sort: theory.toml says what its values are"),
        ("trio(s1).", "trio is a sort"),
        (
            "can_be_done(A, S) :- considered(A, S).",
            "can_be_done/2 comes with every package",
        ),
        ("saw(1, 0, s1).", "saw/3 comes with every package"),
        ("{ now(s1, 0) }.", "now/2 comes with every package"),
        ("repeats(A, A) :- done(A, S).", "repeats/2 comes with every package"),
    ],
)
def test_a_rule_for_a_sort_or_for_what_the_engine_defines_is_refused(
    rule: str, said: str, folder: Path
) -> None:
    """The engine reads these predicates: they would be its own and the package's."""
    path = folder / AXIOMS
    text = path.read_text("utf-8")
    path.write_text(f"{text}\n{rule}\n", encoding="utf-8")
    found = fault(folder)
    assert said in found, found
    assert f"{path}:{text.count(chr(10)) + 2}:" in found


def test_check_refuses_a_fluent_with_too_many_instances(folder: Path) -> None:
    """As a question does; it does not begin to ground them."""
    constants = {"gang": 3, "players": 4, "hand": 20_000}
    results = {x.name: x for x in check_package(read_package(str(folder), constants))}
    assert results["explored"].holds is False
    assert "more than 200,000" in results["explored"].detail
    assert results["asp-runs"].holds is False


@pytest.mark.parametrize(
    "rule", ["saw(1, s1).", "now(s1).", "done.", "done(S+1) :- done(A, S)."]
)
def test_a_predicate_may_be_called_like_one_of_the_engine(
    rule: str, folder: Path
) -> None:
    """It has another number of arguments, and is read as another predicate."""
    path = folder / AXIOMS
    path.write_text(f"{path.read_text('utf-8')}\n{rule}\n", encoding="utf-8")
    there = PackageSituation.make(read_package(str(folder)), ASKS)
    shipped = PackageSituation.make(read_package("black-vienna"), ASKS)
    for formula in ("K(1, h(1,s1))", "~K(1, h(2,s1))"):
        assert there.value(formula) == shipped.value(formula)
    assert there.legality().verdict == "legal"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (AXIOMS, SIGHT, "", "theory.lp has no rule for obs/4"),
        (AXIOMS, "obs0(I, X) :- player(I), h(I, X).", "", "no rule for obs0/2"),
        (AXIOMS, SIGHT, "obs(1, A, A, S) :- done(A, S).", "2 sees nothing of"),
        (AXIOMS, SIGHT, "obs(I, asks(J,K,Q), asks(J,K,hidden), S) :- player(I),"
         " done(asks(J,K,Q), S).", "hides argument 3 of asks, which is public"),
        (AXIOMS, SIGHT, "obs(I, asks(J,K,Q), has(J,0), S) :- player(I),"
         " done(asks(J,K,Q), S).", "has(J,0) is seen where asks(J,K,Q) is done"),
        (AXIOMS, SIGHT, "obs(I, A, asks(I,I,set(s1)), S) :- player(I), done(A, S).",
         "asks(I,I,set(s1)) is seen where A is done"),
        (AXIOMS, SIGHT, "obs(I, (1,2), (2,1), S) :- player(I), done((1,2), S).",
         "obs speaks of (1,2), which is no action"),
        (AXIOMS, SIGHT, "obs(I, nods(J), nods(J), S) :- player(I), done(nods(J), S).",
         "obs speaks of nods(J), which is no action"),
        (AXIOMS, "to_answer(J, S+1) :-",
         "1 { to_answer(J, S+1); to_answer(I, S+1) } 1 :-",
         "to_answer is chosen after the start"),
        (AXIOMS, "answering(S) :- to_answer(J, S).",
         "answering(S) :- situation(S), not quiet(S).\n"
         "quiet(S) :- situation(S), not answering(S).",
         "depends on its own negation"),
        (AXIOMS, "answering(S) :- to_answer(J, S).",
         "answering(S) :- done(A, S).", "depends on its own negation"),
        (AXIOMS, "to_answer(J, S+1) :- done(asks(I, J, Q), S).", "",
         "no rule for the fluent to_answer with 2 arguments"),
        (AXIOMS, "poss(has(J, N), S)", "poss(nods(J, N), S)",
         "no poss rule for has"),
        (AXIOMS, "1 { h(K, X)", "1 { h(K X)", "theory.lp:9"),
        (AXIOMS, "% --- The start", '#script (python)\n#end.\n% --- The start',
         "#script runs a program"),
        (AXIOMS, "% --- The start", '#include "/etc/passwd".\n% --- The start',
         "#include reads another file"),
        (AXIOMS, "hand { h(I, X)", "@f(hand) { h(I, X)", "@f calls a function"),
        (AXIOMS, "asked_for(Q, S+1)", "asked_for(Q, T+1)", "theory.lp:"),
        (DESCRIPTION, 'suspect = "s1..gang + players * hand"', "suspect = []",
         "the sort suspect is empty"),
        (DESCRIPTION, 'suspect = "s1..gang + players * hand"', 'suspect = "s1..guns"',
         "there is no constant 'guns'"),
        (DESCRIPTION, 'args = ["holder", "suspect"]', 'args = ["holder", "suspects"]',
         "there is no sort 'suspects'"),
        (DESCRIPTION, 'words = "{1} asks {2} for {3}"', "",
         ":31: the action asks has no 'words'"),
        (DESCRIPTION, "actor = 1", "actor = 4", "asks has no argument 4"),
        (DESCRIPTION, "actor = 1", "actor = 3", "the actor of asks is no agent"),
        (DESCRIPTION, 'agents = "player"', 'agents = "trio"', "agents cannot be sets"),
        (DESCRIPTION, 'agents = "player"', "", "'agents'"),
        (DESCRIPTION, 'name = "has"', 'name = "asks"', "asks is declared twice"),
        (DESCRIPTION, "rigid = true", "rigid = 1", "rigid must be true or false"),
        (DESCRIPTION, "[constants]", "[constant]", "did you mean constants?"),
    ],
)  # fmt: skip
def test_a_fault_is_named(
    folder: Path, file: str, old: str, new: str, said: str
) -> None:
    edit(folder, file, old, new)
    assert said in fault(folder, ASKS)


def test_what_agents_see_cannot_be_of_later(folder: Path) -> None:
    edit(folder, AXIOMS, SIGHT, f"{SIGHT}\nposs(nods, S) :- situation(S).")
    assert "poss speaks of nods" in fault(folder)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("(" * 5_000 + "9" + ")" * 5_000, "has more than 200 characters"),
        ("900000", "the fluent h has 3,600,000 instances"),
        ("99999999999", "has more than 1,000,000 values"),
    ],
    ids=["deep", "many instances", "many values"],
)
def test_sizes_out_of_reach_are_refused(folder: Path, size: str, said: str) -> None:
    sort = "s1..gang + players * hand"
    edit(folder, DESCRIPTION, f'suspect = "{sort}"', f'suspect = "s1..{size}"')
    assert said in fault(folder)


def test_sizes_that_do_not_deal(folder: Path) -> None:
    assert "the sort suspect is empty" in fault(folder, hand=0, gang=0)
    edit(folder, AXIOMS, ":- player(I), not hand", ":- player(I), not 5 + hand")
    said = fault(folder)
    assert f"{AXIOMS}:9: no start satisfies the axioms with players = 3, gang" in said
    assert "has no constant 'players_'" in fault(folder, players_=3)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ("asks(1,2,{s1,s2})", "a set of the sort trio has 3 elements, not 2"),
        ("asks(1,2,{s1,s2,s2})", "s2 is named twice"),
        ("asks(1,4,{s1,s2,s3})", "there is no player 4"),
        ("asks(1,2)", "asks has 3 arguments, not 2"),
        ("ask(1,2,{s1,s2,s3})", "did you mean asks?"),
        ("has(2,_)", "argument 2 of has is seen by all"),
        ("has(2", "a comma or ) is expected"),
        ("has(2,1) {", "there is no action '{'"),
    ],
)
def test_a_wrong_action_is_named(folder: Path, actions: str, said: str) -> None:
    assert said in fault(folder, actions)


def test_a_formula_about_something_else_is_refused(folder: Path) -> None:
    situation = PackageSituation.make(read_package(str(folder)))
    for text, said in (
        ("h(1,s99)", "there is no fluent h(1,s99)"),
        ("K(7,h(1,s1))", "there is no agent '7'"),
        ("holds(1,s1)", "there is no fluent holds(1,s1)"),
    ):
        with pytest.raises(MystError) as found:
            situation.value(text)
        assert said in str(found.value)


def test_what_is_given_is_of_the_start(folder: Path) -> None:
    with pytest.raises(MystError, match="to_answer may change"):
        PackageSituation.make(read_package(str(folder)), "", ["to_answer(1)"])
    made = PackageSituation.make(read_package(str(folder)), "", ["K(1,h(1,s1))"])
    with pytest.raises(MystError, match="cannot speak of knowledge"):
        made.value("true")


def test_a_tuple_may_be_seen_besides_an_action(folder: Path) -> None:
    pair = "obs(I, asks(J,K,Q), (J,K), S) :- player(I), done(asks(J,K,Q), S)."
    edit(folder, AXIOMS, SIGHT, f"{SIGHT}\n{pair}")
    package = read_package(str(folder))
    assert PackageSituation.make(package, ASKS).value("true")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("asks(1,2,{s1,s2})", ("asks", ("1", "2", "{s1,s2}"))),
        ("f(g(a,b), [c,d])", ("f", ("g(a,b)", "[c,d]"))),
        ('says("a, (b", X)', ("says", ('"a, (b"', "X"))),
        ("(1,2)", ("", ("1", "2"))),
        ("father", ("father", ())),
        ("(1+X)*2", ("(1+X)*2", ())),
    ],
)
def test_a_term_has_a_name_and_arguments(
    text: str, parts: tuple[str, tuple[str, ...]]
) -> None:
    assert term_parts(text) == parts


def test_a_predicate_without_rules_is_named(folder: Path) -> None:
    edit(
        folder,
        AXIOMS,
        "answering(S) :- to_answer(J, S).",
        "answering(S) :- to_anser(J, S).",
    )
    assert "nothing defines to_anser/2 [did you mean to_answer/2?]" in fault(folder)
    edit(folder, AXIOMS, "% --- Effects", "#defined to_anser/2.\n% --- Effects")
    PackageSituation.make(read_package(str(folder))).value("true")


def test_comments_and_texts_are_no_directives(folder: Path) -> None:
    edit(folder, AXIOMS, "% --- The start", "% #script (python)\n% --- The start")
    edit(folder, AXIOMS, "% --- Effects", '%* #include "x". *%\n% --- Effects')
    situation = PackageSituation.make(read_package(str(folder)), ASKS)
    assert situation.value("to_answer(2)") == "true"


def test_sizes_that_do_not_deal_are_named_by_prolog_as_well() -> None:
    words = ["ask", "--theory", "russian-cards", "--game", "cards=6", "true"]
    for engine, said in (
        ("asp", "theory.lp:12: no start satisfies the axioms with cards = 6"),
        ("prolog", "theory.pl: start(Atoms) has no solution with cards = 6"),
    ):
        done = CliRunner().invoke(cli, [*words, "--engine", engine])
        assert done.exit_code == 2
        assert said in done.stderr


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("M9", "has no axiom (M9)"),
        ("(M3)", "(M3) is an axiom, and why is for formulas"),
    ],
)
def test_a_label_is_nothing_to_explain(label: str, said: str) -> None:
    done = CliRunner().invoke(cli, ["why", "--theory", "muddy-children", label])
    assert done.exit_code == 2
    assert said in done.stderr
