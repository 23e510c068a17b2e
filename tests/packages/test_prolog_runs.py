"""theory.pl: a second opinion, compared with theory.lp and with brute forces."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from mystpy.axioms import queries_dir
from mystpy.cli import cli
from mystpy.engines.prolog.swipl import swipl
from mystpy.errors import AxiomError, EnginesDisagree, MystError, QueryError
from mystpy.language.nodes import Formula, Knows
from mystpy.packages.action_terms import possible_actions, read_steps
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import driver, shipped_packages
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.answer_set_listing import answer_set_runs
from mystpy.packages.prolog_runs.both_engines import ComparedSituation
from mystpy.packages.prolog_runs.comparison_checks import prolog_checks
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.packages.prolog_runs.prolog_listing import (
    RunListing,
    has_prolog,
    prolog_runs,
)
from mystpy.packages.prolog_runs.run_comparison import first_difference
from mystpy.packages.prolog_runs.run_reasons import fault_of_reasons
from tests.packages.random_theories import (
    Theory,
    draw_formula,
    draw_given,
    draw_history,
    draw_rich_theory,
    draw_theory,
    holds,
)
from tests.packages.test_random_theories import MOST_RUNS, history_text
from tests.sampling import cases, seeds_by_day

BOTH = sorted(name for name in shipped_packages() if has_prolog(read_package(name)))
OF_ANOTHER = {
    name: folder / "theory.toml"
    for name, folder in shipped_packages().items()
    if "\nextends = " in (folder / "theory.toml").read_text("utf-8")
}
"""Packages that extend another one, compared with small decks in other modules."""

SMALL = {"black-vienna": {"players": 2, "hand": 1, "gang": 2, "asked": 2}}


def edited(folder: Path, name: str, file: str, old: str, new: str) -> str:
    """Copy a package with one edit, and return the copy's name."""
    copy = folder / "mine"
    shutil.copytree(shipped_packages()[name], copy)
    text = (copy / file).read_text("utf-8")
    assert old in text, (file, old)
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(copy)


def quoted(folder: str, name: str) -> str:
    """Return a file of the folder theories as an atom of Prolog."""
    text = (driver().parents[1] / folder / name).read_text("utf-8")
    for letter, written in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n")):
        text = text.replace(letter, written)
    return f"'{text}'"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


# --- Random theories ------------------------------------------------------------


def agree(theory: Theory, folder: Path, random: Random) -> bool:
    """Compare Prolog's answers and runs after a history at random.

    Return whether there was anything to compare: some runs, and not too many.
    """
    package = read_package(str(theory.write_both(folder)))
    actions = draw_history(random, theory, random.randint(0, 4))
    runs = theory.runs(actions)
    if not 0 < len(runs) <= MOST_RUNS:
        return False
    filled, given, fits = draw_given(random, theory, actions)
    text = history_text(filled)
    made = PackageSituation.make(package, text, [given])
    situation = PrologSituation.of(made)
    assert situation.legality() == made.legality()
    assert situation.possible_actions(every=True) == made.possible_actions(every=True)
    for _ in range(12):
        formula = draw_formula(random, theory, random.randint(1, 4))
        agree_on_reasons(situation, made, formula)
        everywhere = holds(formula, runs, theory.agents)
        true = [everywhere[place] for place in fits]
        right = "true" if all(true) else "undetermined" if any(true) else "false"
        assert situation.value(formula) == right, (text, given, formula)
    steps = [step.public for step in made.steps]
    listing = RunListing(
        tuple(map(possible_actions, steps)), tuple(range(len(steps) + 1))
    )
    ours, theirs = answer_set_runs(package, steps, 5_000), prolog_runs(package, listing)
    assert ours is not None
    assert theirs is not None
    assert len(ours) == len(theirs)
    assert first_difference(package, ours, theirs) is None
    return True


def agree_on_reasons(
    by_prolog: PrologSituation, by_answer_sets: PackageSituation, formula: Formula
) -> None:
    """The reasons of each have to be reasons for the other, too."""
    if not isinstance(formula, Knows):
        return
    try:
        theirs = by_prolog.reasons(formula)
    except QueryError as error:
        with pytest.raises(QueryError, match=str(error)):
            by_answer_sets.reasons(formula)
        return
    ours = by_answer_sets.reasons(formula)
    assert bool(ours) == bool(theirs)
    assert fault_of_reasons(by_prolog, formula, ours) is None
    assert fault_of_reasons(by_prolog, formula, theirs) is None


@pytest.mark.parametrize("seed", seeds_by_day(60, 30))
def test_prolog_answers_as_a_brute_force(seed: int, tmp_path: Path) -> None:
    random = Random(1000 + seed)
    compared = [
        agree(draw(random), tmp_path / f"{number} {draw.__name__}", random)
        for number in range(4)
        for draw in (draw_theory, draw_rich_theory)
    ]
    assert any(compared)


# --- The packages that come with mystpy --------------------------------------------


def test_all_packages_are_in_both_languages() -> None:
    assert set(shipped_packages()) == set(BOTH)


@pytest.mark.usefixtures("few_compared_runs")
@pytest.mark.parametrize("name", sorted(set(BOTH) - set(OF_ANOTHER)))
def test_both_files_say_the_same(name: str) -> None:
    checks = prolog_checks(read_package(name, SMALL.get(name)))
    assert [each.name for each in checks] == ["labels", "same starts", "same runs"]
    assert all(each.holds for each in checks), checks


@pytest.mark.parametrize(
    "name", [x for x in BOTH if (shipped_packages()[x] / "theory.pl").exists()]
)
def test_library_sandbox_agrees_that_the_axioms_are_safe(name: str) -> None:
    goal = (
        f"(use_module(library(sandbox)),open_string({quoted(name, 'theory.pl')},S),"
        f"load_files('{name}':'witness_{name}.pl',[stream(S),sandboxed(true)]))"
    )
    assert swipl().ask("user", goal, "ok") == "ok"


def test_the_drivers_load_without_a_warning() -> None:
    prolog_runs(read_package("muddy-children"), RunListing((), (0,)))
    goal = "(mystpy_bridge:complaint(T)->atom_codes(T,R);R=none)"
    swipl().ask("user", "retractall(mystpy_bridge:complaint(_))", "ok")
    for name in ("reading.pl", "runs.pl"):
        text = quoted("drive", name)
        load = f"open_string({text},S),load_files(again:'again_{name}',[stream(S)])"
        assert swipl().ask("user", load, "ok") == "ok"
        found = swipl().ask("user", goal, "R")
        assert found == "none", found


def test_a_long_history_of_myst_is_answered_by_both() -> None:
    actions = (
        "asks(1,{s1,s2}) no(2) yes(3) shows(3,1,_) noguess(1) endturn(1)"
        " asks(2,{s3,s4}) yes(3) shows(3,2,_) guess(2,{s7}) endturn(2)"
    )
    package = read_package("myst")
    made = PackageSituation.make(package, actions, ["h(1,s3)"])
    both = ComparedSituation.of(made)
    for formula in ("K(1, h(3,s1) | h(3,s2))", "K(2, h(1,s3))", "C({1,3}, ~h(2,s1))"):
        assert both.value(formula) == made.value(formula)
    assert both.legality() == made.legality()


def test_the_command_line_names_the_engine() -> None:
    words = ("--theory", "muddy-children", "--do", "father silence")
    for engine, method in (
        ("asp", "asp-listed"),
        ("prolog", "prolog-runs"),
        ("both", "asp-listed, prolog-runs"),
    ):
        done = run("ask", *words, "--engine", engine, "C(players, muddy(1)|muddy(2))")
        assert done.exit_code == 0
        assert done.output.endswith(f"({method})\n")
        known = run("know", "1", *words, "--engine", engine, "--given", "~muddy(2)")
        assert known.exit_code == 0
        assert run("legal", *words, "--engine", engine).exit_code in (0, 1, 5)
    by_asp = run("poss", *words)
    assert run("poss", *words, "--engine", "prolog").output == by_asp.output
    compared = run("poss", *words, "--engine", "both")
    assert compared.exit_code == 0
    assert compared.output.startswith(by_asp.output)
    assert "theory.lp by clingo, theory.pl by SWI-Prolog" in compared.output
    assert run("know", "observer", *words, "--engine", "both").exit_code == 2
    assert run("know", "1,2", *words, "--engine", "both").exit_code == 0
    assert run("model", *words, "--engine", "prolog").exit_code == 2


@pytest.mark.parametrize("given", ["muddy(2) & ~muddy(3)", "muddy(2) & muddy(3)"])
def test_what_a_child_knows_is_the_same_by_both(given: str) -> None:
    made = PackageSituation.make(
        read_package("muddy-children"), "father silence", [given]
    )
    both = ComparedSituation.of(made)
    assert both.known("1") == made.known("1")
    assert PrologSituation.of(made).counterexample("~muddy(2)") is not None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("black-vienna", "has(2,1)"), "to_answer(2,0) is false (2 is to answer)"),
        (("black-vienna", "asks(1,2,{s1,s2}) asks(1,2,{s1,s2})"),
         "\\+to_answer(A,1) is false"),
        (("mastermind", "guess(ann,c1,c1,c1) answer(bob,2,1)"), "=:=2+1 is false"),
        (("muddy-children", "father father"), "\\+told(1) is false"),
        (("muddy-children", "father knows(1) silence"), "~(exists c in child"),
        (("myst", "asks(1,{s1,s2}) yes(2) shows(2,1,s3)"), "element(s3,A) is false"),
        (("myst", "asks(1,{s1,s2}) yes(2) shows(3,1,_)"), "ans_turn(3,2) is false"),
    ],
)  # fmt: skip
def test_failed_conditions_are_goals_of_the_clauses(
    words: tuple[str, str], said: str
) -> None:
    name, actions = words
    asked = ("legal", "--theory", name, *game(name), "--do", actions)
    done = run(*asked, "--engine", "prolog")
    assert done.exit_code == 1, done.output
    assert said in done.output


def test_where_the_game_is_over_that_is_the_condition() -> None:
    given = "~muddy(1) & ~muddy(2) & ~muddy(3)"
    words = ("--theory", "muddy-children", "--do", "father", "--given", given)
    assert "\\+over(0) is false" in run("legal", *words, "--engine", "prolog").output


TOO_LARGE = (
    *("board-no-question", "clue-a-card-seen", "speed-the-last-one"),
    *("rooms-draw-by-blockade", "rooms-draw-by-suggestions", "rooms-the-named-suspect"),
)
"""Query files about whole decks of Clue, of which Prolog would list too many runs."""


QUERIES = sorted(path.stem for path in (queries_dir() / "packages").glob("*.toml"))
SLOW_QUERIES = {
    *TOO_LARGE,
    *("black-vienna-none", "mastermind-one-black", "myst-one-of-two"),
}
"""Query files about many runs: another test has a list that is refused, by day, too."""


@pytest.mark.parametrize("file", cases(QUERIES, *{*QUERIES} - SLOW_QUERIES))
def test_query_files_have_the_same_answers_by_both(file: str) -> None:
    done = run("ask", f"example:packages/{file}", "--check", "--engine", "both")
    if file in TOO_LARGE:
        assert done.exit_code == 2
        assert "more than 50,000 runs" in done.output
    else:
        assert done.exit_code == 0, done.output


# --- Files that differ --------------------------------------------------------------

DIFFERENCES = [
    (
        "myst",
        "question(Q, S), disjoint(Q, J).",
        "question(Q, S), \\+ disjoint(Q, J).",
        "no(2) is possible by theory.",
        "2.16",
    ),
    (
        "myst",
        "ans_turn(J, do(no(I), _)) :- incp(I, J).",
        "ans_turn(J, do(no(I), _)) :- incp(J, I).",
        "ans_turn(",
        "2.30",
    ),
    ("myst", "member(K, [J, I]).", "K = J.", "sees shows(", "S1.3.1c"),
    (
        "black-vienna",
        "obs0(I, X) :- player(I), h(I, X).",
        "obs0(I, X) :- player(I), h(0, X), I > 0.",
        "1 sees ",
        "P7",
    ),
    ("black-vienna", "size(0, N) :-", "size(5, N) :-", "has this start", "P1"),
    (
        "muddy-children",
        "    ;   told(S)\n",
        "    ;   told(S), A \\= silence\n",
        "told holds by theory.lp alone",
        "M5",
    ),
]


@pytest.mark.alike(6)
@pytest.mark.parametrize(("name", "old", "new", "said", "label"), DIFFERENCES)
def test_the_first_difference_is_named(
    name: str, old: str, new: str, said: str, label: str, tmp_path: Path
) -> None:
    copy = edited(tmp_path, name, "theory.pl", old, new)
    package = read_package(copy, SMALL.get(name))
    wrong = [each for each in prolog_checks(package) if each.holds is False]
    assert len(wrong) == 1
    assert said in wrong[0].detail
    assert wrong[0].detail.endswith(f"({label})")
    done = run("theory", "check", copy, *game(name))
    assert done.exit_code == 1


def game(name: str) -> list[str]:
    constants = SMALL.get(name, {})
    output = ", ".join(f"{key}={value}" for key, value in constants.items())
    return ["--game", output] if output else []


def test_both_reports_the_smallest_history_that_differs(tmp_path: Path) -> None:
    copy = edited(
        tmp_path,
        "muddy-children",
        "theory.pl",
        "    ;   told(S)\n",
        "    ;   told(S), A \\= silence\n",
    )
    made = PackageSituation.make(read_package(copy), "father silence silence")
    with pytest.raises(EnginesDisagree) as found:
        ComparedSituation.of(made).value("true")
    assert "after father silence, where" in str(found.value)
    assert "told holds by theory.lp alone (M5)" in str(found.value)
    words = ("--theory", copy, "--do", "father silence", "true")
    assert run("ask", "--engine", "both", *words).exit_code == 4


def test_a_label_that_one_file_lacks_is_named(tmp_path: Path) -> None:
    copy = edited(tmp_path, "muddy-children", "theory.pl", "% (M3)", "% (M9)")
    labels = prolog_checks(read_package(copy))[0]
    assert labels.holds is False
    assert labels.detail == "theory.pl has no axiom (M3)"


# --- Files at fault -------------------------------------------------------------------

MARK = "% --- Actions "
FAULTS = [
    ("poss(rain, _) :- shell(ls).", "20: shell/1 is neither defined here nor"),
    ("poss(rain, S) :- call(S).", "20: a variable is called"),
    ("poss(rain, S) :- findall(X, S, [X]).", "20: a variable is called"),
    ("poss(rain, _) :- lists:append([], [], _).", "20: :/2 is neither"),
    ("poss(rain, _) :- maplist([X]>>writeln(X), [1]).", "20: writeln/1 is neither"),
    ("open.\nposs(rain, _) :- maplist([X]>>open, [a], [b]).", "has to have 2 param"),
    ("poss(rain, _) :- maplist(halt, []).", "20: halt/1 is neither"),
    ("poss(rain, _) :- \\+ assertz(a).", "20: assertz/1 is neither"),
    ("poss(rain, _) :- told(init0), !.", "20: !/0 is neither"),
    (":- initialization(halt).", "20: the directive initialization halt is not one"),
    (":- use_module(library(process)).", "20: the directive use_module"),
    ("user:foo(1).", "20: axioms have clauses Head :- Body, none with :"),
    ("foo --> bar.", "20: axioms have clauses Head :- Body, none with -->"),
    ("member(_, _).", "20: member/2 is built in"),
    ("halt.", "20: permission_error"),
    ("child(7).", "20: child/1 comes from theory.toml"),
    ("poss(rain, _) :- told(.", "Prolog cannot read this"),
    ("poss(rain, _) :- unknown_thing.", "20: unknown_thing/0 is neither"),
    ("start([rains]).", "start lists rains, which is no rigid fluent"),
    ("start(_).", "Atoms is no list of atoms without variables"),
    ('obs0(1, "text").', "which is no term of small names and numbers"),
    ("obs0(1, X) :- X = f(_).", "which is no term of small names and numbers"),
]


@pytest.mark.parametrize(("clause", "said"), FAULTS)
def test_a_fault_has_its_line(clause: str, said: str, tmp_path: Path) -> None:
    copy = edited(tmp_path, "muddy-children", "theory.pl", MARK, f"{clause}\n{MARK}")
    with pytest.raises(AxiomError) as found:
        prolog_runs(read_package(copy), RunListing((), (0,)))
    assert said in str(found.value)
    done = run("ask", "--theory", copy, "--engine", "prolog", "true")
    assert done.exit_code == 2


def test_a_missing_clause_is_named(tmp_path: Path) -> None:
    copy = edited(
        tmp_path, "muddy-children", "theory.pl", "obs(I, A, A, _) :- child(I).\n", ""
    )
    with pytest.raises(AxiomError, match="has no rule for obs/4"):
        prolog_runs(read_package(copy), RunListing((), (0,)))


def test_an_agent_that_sees_nothing_is_named(tmp_path: Path) -> None:
    copy = edited(
        tmp_path, "muddy-children", "theory.pl", "obs(I, A, A, _) :- child(I).",
        "obs(I, A, A, _) :- child(I), I > 1.",
    )  # fmt: skip
    made = PackageSituation.make(read_package(copy), "father")
    with pytest.raises(AxiomError, match="1 sees nothing of father"):
        PrologSituation.of(made).value("true")


def test_trust_allows_other_predicates(tmp_path: Path) -> None:
    copy = edited(
        tmp_path, "muddy-children", "theory.pl", "poss(silence, S) :- told(S).",
        "poss(silence, S) :- told(S), format(atom(_), 'x', []).",
    )  # fmt: skip
    package = read_package(copy)
    steps = tuple(possible_actions(s) for s in read_steps("father silence", package))
    with pytest.raises(AxiomError, match="format/3 is neither"):
        prolog_runs(package, RunListing(steps, (2,)))
    found = prolog_runs(package, RunListing(steps, (2,)), trust=True)
    assert found is not None
    assert len(found) == 8


def test_a_package_without_prolog_says_so(tmp_path: Path) -> None:
    shutil.copytree(shipped_packages()["guess-who"], tmp_path / "mine")
    (tmp_path / "mine" / "theory.pl").unlink()
    package = read_package(str(tmp_path / "mine"))
    assert [each.holds for each in prolog_checks(package)] == [None]
    with pytest.raises(QueryError, match=r"has no theory\.pl"):
        PrologSituation.of(PackageSituation.make(package)).value("true")
    done = run("ask", "--theory", str(package.folder), "--engine", "both", "true")
    assert done.exit_code == 2


def test_too_many_runs_are_refused() -> None:
    made = PackageSituation.make(read_package("black-vienna", {"hand": 5}))
    with pytest.raises(MystError, match="more than 50,000 runs"):
        PrologSituation.of(made).value("true")
