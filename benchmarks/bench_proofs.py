"""Measure the cost of checking an answer by a program that is proved, or small.

Processor time in seconds, of this process and those that it starts; medians of three in
turn where nothing else is said.

- The checker of certificates that is proved in Coq, beside the package's and
  `tools/check_certificate.py` with cards that look alike tried once.
- `theorem --drat`, which writes a proof for each answer that there is none, beside the
  same without; and `tools/check_drat.py` on these proofs.
- Formulas of knowledge by Coq's K, computed by its virtual machine and as a program in
  OCaml (extraction, compilation and all), beside the engines; once.
- `tools/proofs.py --compare --quick` from scratch, beside `mypy`: `make test` runs the
  two at the same time; once.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from harness import medians, seconds, table

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import certificate, check_plans
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.verified.checker_input import checker_numbers
from mystpy.solve.verified.extraction import checker_program, verdict

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "tools"
GAMES = ((3, 1, 1), (3, 1, 2), (2, 2, 1), (2, 2, 3), (4, 1, 1), (1, 3, 2))
USEFUL = GameVariant(questions="useful")
STATEMENTS = ("axiom-2.9-from-rest", "invariant-phases", "remark-3.1-initial")
RUNS, FORMULAS, SEED = 3, 100, 5


def processor() -> float:
    """The seconds of processor time of this process and of those that it started."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def main() -> str:
    """Return the tables."""
    checker_program()  # built, once
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = [checkers(folder), refutations(folder), *coq(folder / "coq")]
    return "\n\n".join(parts)


def checkers(folder: Path) -> str:
    """The three checkers on the same certificates."""
    rows: list[list[object]] = []
    for m, n, q in GAMES:
        *_, found = improving_bounds(Game.myst(m, n, 2, q), USEFUL)
        document = json.loads(json.dumps(certificate(found)))
        path, numbers = folder / "certificate.json", checker_numbers(document)
        path.write_text(json.dumps(document), "utf-8")
        assert verdict(numbers)[0]
        works: list[Callable[[], object]] = [
            partial(verdict, numbers),
            partial(check_plans, document),
            partial(_run, TOOLS / "check_certificate.py", path, "--alike"),
        ]
        proved, ours, tool = medians(works, RUNS, processor)
        ratios = proved / ours, proved / tool
        rows.append([f"MYST({m},{n},2,{q})", proved, ours, tool, *ratios])
    head = ("certificate", "verified", "package", "tool", "/ package", "/ tool")
    return table(head, rows)


def refutations(folder: Path) -> str:
    """`theorem` with and without proofs in DRAT, and the check of the proofs."""
    rows: list[list[object]] = []
    for name in STATEMENTS:
        proofs = folder / name
        proofs.mkdir()
        words = ("-m", "mystpy", "theorem", name, "--sample", "--cross-check")
        check = partial(_run, TOOLS / "check_drat.py", proofs)
        works = [partial(_run, *words), partial(_run, *words, "--drat", proofs), check]
        without, with_proofs, checked = medians(works, RUNS, processor)
        number = len(list(proofs.glob("*.drat")))
        ratio = with_proofs / without
        rows.append([name, number, without, with_proofs, ratio, checked])
    head = ("statement", "proofs", "without", "--drat", "ratio", "check_drat.py")
    return table(head, rows)


def coq(build: Path) -> tuple[str, str]:
    """The whole run of Coq beside mypy, and formulas by Coq's K beside the engines."""
    sys.path.insert(0, str(TOOLS))
    import proof_knowledge

    import proofs

    # From scratch: what was compiled before is somewhere else.
    for module in (proofs, proof_knowledge):
        module.BUILD = build  # type: ignore[attr-defined]
    whole = seconds(partial(_quick, proofs), processor)
    types = ("-m", "mypy", "--cache-dir", str(build / "mypy"))
    typed = seconds(partial(_run, *types), processor)
    run = table(("proofs.py", "mypy", "ratio"), [[whole, typed, whole / typed]])
    return formulas(proof_knowledge), run


def _quick(proofs: Any) -> None:
    words, sys.argv = sys.argv, ["proofs.py", "--compare", "--quick"]
    with suppress(SystemExit):
        proofs.main()
    sys.argv = words


def formulas(knowledge: Any) -> str:
    """Formulas of knowledge about one situation each, by all that can answer them."""
    drawn = [case for case in knowledge.cases(2 * FORMULAS, SEED) if case.static]
    asked = drawn[:FORMULAS]
    works = {
        "OCaml": lambda: knowledge.by_extraction(asked),
        "vm_compute": lambda: knowledge.by_coq(asked),
        "sweep": lambda: [knowledge.by_sweep(case) for case in asked],
        **{engine: partial(_by_engine, engine, asked) for engine in knowledge.ENGINES},
    }
    taken = {name: seconds(work, processor) for name, work in works.items()}
    rows: list[list[object]] = [
        [name, len(asked), spent, spent / taken["worlds"]]
        for name, spent in taken.items()
    ]
    return table(("by", "formulas", "seconds", "/ worlds"), rows)


def _by_engine(engine: str, asked: list[Any]) -> None:
    from mystpy.questions.situation import Situation

    for case in asked:
        Situation.of(case.history, engine=engine).holds(case.formula)


def _run(*words: str | Path) -> None:
    """Run a Python program from the top of the project, with a cache of its own."""
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(
            [sys.executable, "-P", *map(str, words)],
            cwd=ROOT,
            env={**os.environ, "XDG_CACHE_HOME": cache},
            capture_output=True,
            check=True,
        )


if __name__ == "__main__":
    print(main())
