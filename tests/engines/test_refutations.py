"""Clauses of ground programs, their proofs in DRAT, and the checker of proofs."""

from __future__ import annotations

import random
import runpy
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import product
from pathlib import Path
from threading import Barrier

import pytest
from clingo import Control

from mystpy.conjectures.induction.invariants import find_violation
from mystpy.engines.programs.run import first_answer
from mystpy.engines.refutations.clauses import NamedClauses
from mystpy.engines.refutations.completion import completion, refute
from mystpy.engines.refutations.ground_program import GroundProgram, named, observed
from mystpy.engines.refutations.recording import ProofFolder, written_proofs
from mystpy.engines.symbolic.solver import Solver
from mystpy.errors import EnginesDisagree, MystError, NotCovered, QueryError
from mystpy.language.decidable import parse_conjecture
from tests.files.faults import Faults, failing
from tests.programs import HANGING, ran
from tools.drat_trim import random_clauses

PROGRAMS = 400
CHECKER = Path(__file__).parents[2] / "tools" / "check_drat.py"
_NAMES = runpy.run_path(str(CHECKER))
check: Callable[[str, str], tuple[int, int]] = _NAMES["check"]
Wrong: type[Exception] = _NAMES["Wrong"]
ATOMS = "abcdef"


def random_program(chance: random.Random) -> str:
    """Return rules over six atoms: negation, loops, choices, bounds, constraints."""

    def body(most: int = 3) -> str:
        atoms = chance.sample(ATOMS, chance.randint(1, most))
        return ", ".join(chance.choice(("", "", "not ")) + x for x in atoms)

    def bounded() -> str:
        elements = "; ".join(
            f"{chance.randint(1, 3)},{x} : {chance.choice(('', 'not '))}{x}"
            for x in chance.sample(ATOMS, 3)
        )
        return f"{chance.randint(1, 5)} #sum {{ {elements} }}"

    rules = [f"{{ {'; '.join(chance.sample(ATOMS, 2))} }}."]
    for _ in range(chance.randint(3, 9)):
        head = chance.choice(ATOMS)
        kind = chance.randrange(8)
        if kind == 0:
            rules.append(f"{{ {head} }} :- {body()}.")
        elif kind == 1:
            rules.append(f"{head} :- {bounded()}.")
        elif kind == 2:
            rules.append(f":- {body()}.")
        elif kind == 3:
            some = "; ".join(chance.sample(ATOMS, 3))
            rules.append(f"1 {{ {some} }} {chance.randint(1, 2)} :- {body(1)}.")
        elif kind == 4:
            rules.append(f":- {bounded()}, {body(1)}.")
        else:
            rules.append(f"{head} :- {body()}.")
    return "\n".join(rules)


def ground(text: str) -> tuple[GroundProgram, Control]:
    control = Control(["0", "--warn=none"])
    program = observed(control)
    control.add("base", [], text)
    control.ground([("base", [])])
    return named(program, control), control


def answer_sets(control: Control) -> Iterator[frozenset[int]]:
    """Yield the atoms of each answer set, by number; unnamed ones are left out."""
    found: list[frozenset[int]] = []
    atoms = [atom.literal for atom in control.symbolic_atoms]
    control.solve(
        on_model=lambda model: found.append(
            frozenset(x for x in atoms if model.is_true(x))
        )
    )
    yield from found


def satisfiable(clauses: NamedClauses, *assumed: int) -> bool:
    more = NamedClauses(clauses.atoms, [*clauses.clauses, *([x] for x in assumed)])
    return more.contradiction()[0] is None


def test_answer_sets_satisfy_the_clauses_and_where_there_is_none_a_proof_is_found() -> (
    None
):
    chance = random.Random(34)
    some = none = loops = by_completion = 0
    for _ in range(PROGRAMS):
        text = random_program(chance)
        program, control = ground(text)
        clauses, found = completion(program), list(answer_sets(control))
        names = program.names
        for true in found:
            fixed = (x if x in true else -x for x in names)
            assert satisfiable(clauses, *fixed), text
        if not satisfiable(clauses):
            assert not found, text
            by_completion += 1
        if found:
            some += 1
            with pytest.raises(EnginesDisagree):
                refute(program)
        else:
            none += 1
            proved = refute(program)
            loops += proved.loops
            check(proved.clauses.dimacs(), proved.proof)
    assert some > 100
    assert none > by_completion > 50
    assert loops, "some programs need loop formulas"


def test_the_clauses_have_no_more_models_than_a_tight_program() -> None:
    """Without loops the completion is exact: as many models as answer sets."""
    chance = random.Random(5)
    compared = 0
    for _ in range(PROGRAMS // 4):
        text = "\n".join(
            rule
            for rule in random_program(chance).splitlines()
            if rule[0] in ":{1" or rule[0] < min(x for x in rule[2:] if x in ATOMS)
            if not rule.startswith("{") or ":-" not in rule
            if not rule.startswith("1") or ":-" not in rule
        )
        program, control = ground(text)
        clauses, names = completion(program), sorted(program.names)
        models = {
            frozenset(x for x, is_true in zip(names, values, strict=True) if is_true)
            for values in product((False, True), repeat=len(names))
            if satisfiable(
                clauses,
                *(x if t else -x for x, t in zip(names, values, strict=True)),
            )
        }
        assert models == set(answer_sets(control)), text
        compared += len(models) > 1
    assert compared > 10


def test_what_the_clauses_do_not_cover_is_refused() -> None:
    for text in ("a | b. :- a. :- b.", "#external a. :- not a."):
        program, _ = ground(text)
        with pytest.raises(NotCovered, match="the program has"):
            refute(program)


def test_bounds_are_written_out_as_they_are_meant() -> None:
    chance = random.Random(2)
    for _ in range(60):
        weighted = [
            (x * chance.choice((1, -1)), chance.randint(0, 4)) for x in (1, 2, 3, 4)
        ]
        bound = chance.randint(-1, 12)
        clauses = NamedClauses(4)
        literal = clauses.at_least(bound, weighted)
        for values in product((1, -1), repeat=4):
            true = [x * sign for x, sign in zip((1, 2, 3, 4), values, strict=True)]
            holds = sum(w for x, w in weighted if x in true) >= bound
            assert satisfiable(clauses, *true, literal) is holds
            assert satisfiable(clauses, *true, -literal) is not holds


def test_a_program_without_answer_sets_is_written_with_its_proof(
    tmp_path: Path,
) -> None:
    text = "{ a; b }. c :- a. c :- b. :- c. :- not a, not b."
    with written_proofs(tmp_path, lambda: "a b/c") as proofs:
        assert first_answer((), text) is None
        assert first_answer((), "{ a }.") == ()
        assert first_answer((), text) is None
    assert [path.name for path in proofs.written] == ["a-b-c-001.drat"]
    assert first_answer((), text) is None
    assert len(list(tmp_path.iterdir())) == 3
    assert (tmp_path / "a-b-c-001.lp").read_text("utf-8").strip() == text
    clauses = (tmp_path / "a-b-c-001.cnf").read_text("utf-8")
    assert {"a", "b", "c"} <= {line.split(" = ")[-1] for line in clauses.splitlines()}
    done = ran([sys.executable, CHECKER, tmp_path])
    assert done.returncode == 0
    assert done.stdout.endswith("1 of 1 proofs accepted\n")


def test_an_induction_is_proved_and_not_without_what_is_to_be_refuted(
    tmp_path: Path,
) -> None:
    node = parse_conjecture("forall i in players: Turn(i) & ~endphase -> In(i)")
    with written_proofs(tmp_path, lambda: "induction") as proofs:
        assert find_violation(node, 2) is None
    assert len(proofs.written) == 2  # for Init0 and for the step
    path = proofs.written[1]
    clauses, proof = (path.with_suffix(x).read_text("utf-8") for x in (".cnf", ".drat"))
    check(clauses, proof)
    (broken,) = (x.split()[1] for x in clauses.splitlines() if x.endswith(" = broken"))
    assert clauses.count(f"\n{broken} 0\n") == 1
    header = clauses.split("p cnf ")[1].split("\n")[0]
    atoms, number = header.split()
    fewer = clauses.replace(header, f"{atoms} {int(number) - 1}")
    with pytest.raises(Wrong):
        check(fewer.replace(f"\n{broken} 0\n", "\n"), proof)


def test_copies_of_worlds_are_proved_with_their_bounds(tmp_path: Path) -> None:
    with written_proofs(tmp_path, lambda: "copies") as proofs:
        solver = Solver()
        atoms = solver.atoms(4)
        solver.name(atoms, lambda: "abcd")
        solver.exactly(2, atoms)
        assert solver.solve(atoms[:2], lambda _: True)
        assert solver.solve(atoms[:3], lambda _: True) is None
        assert solver.solve([-x for x in atoms[1:]], lambda _: True) is None
    assert len(proofs.written) == 2
    for path in proofs.written:
        clauses = path.with_suffix(".cnf").read_text("utf-8")
        assert "c 1 = a\n" in clauses
        check(clauses, path.read_text("utf-8"))


FOUR = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


def dimacs(clauses: list[list[int]], atoms: int) -> str:
    return NamedClauses(atoms, clauses).dimacs()


def test_the_checker_takes_lemmas_by_propagation_and_by_resolution() -> None:
    assert check(dimacs(FOUR, 2), "1 0\n0\n") == (1, 0)
    assert check(dimacs([[1], [-1]], 1), "") == (0, 0)
    signs = product((1, -1), repeat=4)
    all_signs = [[x * sign for x, sign in enumerate(each, 1)] for each in signs]
    lemmas = "5 -1 0\n5 -2 0\n-5 1 2 0\n1 2 3 0\n1 2 0\n1 3 0\n1 0\n2 3 0\n2 0\n3 0\n"
    assert check(dimacs(all_signs, 4), lemmas) == (10, 3)
    with pytest.raises(Wrong, match="step 3 does not follow: -5 1"):
        check(dimacs(all_signs, 4), lemmas.replace("-5 1 2", "-5 1"))


@pytest.mark.parametrize(
    ("proof", "fault"),
    [
        ("", "ends without a contradiction"),
        ("0\n", "step 1 does not follow: the empty clause"),
        ("3 0\n-3 0\n0\n", "step 2 does not follow: -3"),
        ("d 1 2 0\n1 0\n0\n", "step 2 does not follow: 1"),
        ("d 1 3 0\n3 0\n0\n", "step 3 does not follow: the empty clause"),
        ("1 2\n0\n", "line 1 of the proof is no clause"),
    ],
)
def test_the_checker_refuses_what_does_not_follow(proof: str, fault: str) -> None:
    clauses = [[1, 2], [1, -2], [-1, 2, 4], [-1, -2, 4], [-4, 5, 6]]
    clauses += [[-4, 5, -6], [-4, -5, 6], [-4, -5, -6]]
    if proof.startswith("d 1 2"):
        clauses = FOUR
    with pytest.raises(Wrong, match=fault):
        check(dimacs(clauses, 6), proof)


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        ("p cnf 2 3\n1 2 0\n-1 0\n", "another number of clauses"),
        ("1 2 0\n", "does not begin with a header"),
        ("p cnf 1 1\n1 2 0\n", "larger than the header says"),
        ("p cnf 2 1\n1 2\n", "has no end"),
        ("p dnf 2 1\n1 2 0\n", "does not begin with a header"),
    ],
)
def test_the_checker_refuses_clauses_that_are_none(formula: str, fault: str) -> None:
    with pytest.raises(Wrong, match=fault):
        check(formula, "0\n")


def test_proofs_of_random_clauses_are_accepted_and_of_satisfiable_ones_refused() -> (
    None
):
    chance = random.Random(7)
    accepted = refused = 0
    for _ in range(150):
        atoms, clauses = random_clauses(chance)
        proof, _ = NamedClauses(atoms, clauses).contradiction()
        if proof is None:
            continue
        check(dimacs(clauses, atoms), proof)
        accepted += 1
        fewer = [clause for clause in clauses if chance.random() < 0.6]
        if NamedClauses(atoms, fewer).contradiction()[0] is None:
            kept = [x for x in proof.splitlines() if x[0] != "d"]
            with pytest.raises(Wrong):
                check(dimacs(fewer, atoms), "\n".join(kept))
            refused += 1
    assert min(accepted, refused) > 20


def test_an_induction_with_three_players_is_proved(
    tmp_path: Path,
) -> None:
    with written_proofs(tmp_path, lambda: "three") as proofs:
        find_violation(parse_conjecture("exists i in players: In(i) | endphase"), 3)
    assert proofs.written
    for path in proofs.written:
        clauses = path.with_suffix(".cnf").read_text("utf-8")
        check(clauses, path.read_text("utf-8"))


CONTRADICTION = "{{ a; b }}. c :- a. c :- b. :- c. :- not a, not b. d{number}."


def asked(folder: Path, numbers: Iterable[int], start: Barrier) -> ProofFolder:
    """Write proofs of different programs, at the same time as others do."""
    with written_proofs(folder, lambda: "same name") as proofs:
        for number in numbers:
            start.wait(HANGING)
            assert first_answer((), CONTRADICTION.format(number=number)) is None
            clauses = Solver()
            atom = clauses.atoms(1 + number)[-1]
            assert clauses.solve([atom, -atom], lambda _: True) is None
    return proofs


def test_two_threads_write_their_proofs_into_one_folder(tmp_path: Path) -> None:
    start = Barrier(3)

    def unwatched() -> None:
        for number in range(5):
            start.wait(HANGING)
            assert first_answer((), CONTRADICTION.format(number=100 + number)) is None

    with ThreadPoolExecutor(3) as pool:
        apart = pool.submit(unwatched)
        works = [
            pool.submit(asked, tmp_path, x, start) for x in (range(5), range(5, 10))
        ]
        apart.result()
        found = [work.result() for work in works]
    for proofs, own in zip(found, (range(5), range(5, 10)), strict=True):
        assert len(proofs.written) == 10
        programs = [path.with_suffix(".lp") for path in proofs.written]
        texts = [path.read_text("utf-8") for path in programs if path.exists()]
        assert texts == [CONTRADICTION.format(number=number) for number in own]
        for path in proofs.written:
            clauses = path.with_suffix(".cnf").read_text("utf-8")
            check(clauses, path.read_text("utf-8"))
    every = [path for proofs in found for path in proofs.written]
    assert len(set(every)) == len(every) == len(list(tmp_path.glob("*.cnf"))) == 20
    assert len(list(tmp_path.iterdir())) == 20 + 20 + 10
    assert first_answer((), CONTRADICTION.format(number=0)) is None
    assert len(list(tmp_path.iterdir())) == 50, "nobody watches any longer"


def test_a_proof_of_an_earlier_run_is_kept_or_found_again(tmp_path: Path) -> None:
    def again(number: int) -> list[str]:
        with written_proofs(tmp_path, lambda: "run") as proofs:
            assert first_answer((), CONTRADICTION.format(number=number)) is None
        return [path.name for path in proofs.written]

    assert again(1) == ["run-001.drat"]
    assert again(2) == ["run-002.drat"], "its clauses are others"
    assert again(1) == ["run-001.drat"]
    assert len(list(tmp_path.iterdir())) == 6


@pytest.mark.parametrize("call", ["write", "short", "fsync", "replace"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_what_cannot_be_written_is_no_proof(
    call: str, number: int, tmp_path: Path
) -> None:
    """The fourth call is for the second proof; the caller continues, like methods."""

    def try_all() -> None:
        with written_proofs(tmp_path, lambda: "full"):
            for each in range(2):
                with suppress(QueryError):
                    first_answer((), CONTRADICTION.format(number=each))

    with failing(Faults(call, number)) as faults, pytest.raises(QueryError) as caught:
        try_all()
    assert faults.met
    assert "cannot be written" in str(caught.value)
    names = sorted(path.name for path in tmp_path.iterdir())
    proved = sorted(path.stem for path in tmp_path.glob("*.drat"))
    assert names == sorted(f"{x}{y}" for x in proved for y in (".cnf", ".drat", ".lp"))
    for stem in proved:
        clauses, proof = (
            (tmp_path / f"{stem}{x}").read_text("utf-8") for x in (".cnf", ".drat")
        )
        check(clauses, proof)
    try_all()
    assert len(list(tmp_path.glob("*.drat"))) == 2


def test_proofs_that_two_solvers_do_not_agree_on_end_the_work(tmp_path: Path) -> None:
    """The same holds if the caller takes it for something a small game lacks."""

    def try_it() -> None:
        with written_proofs(tmp_path, lambda: "odd") as proofs, suppress(MystError):
            proofs.no_assignment(NamedClauses(2, [[1, 2]]))

    with pytest.raises(EnginesDisagree):
        try_it()
    assert not list(tmp_path.iterdir())
