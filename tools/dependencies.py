"""Write docs/dependencies.json: which verdicts change without which axiom.

    python tools/dependencies.py [--labels 2.16,2.17] [--seconds 20]

For each label, remove its clauses from the axiom files, in both languages, and settle
every statement again over its sample. Coq is not asked: its proofs are about the
shipped axioms. Each verdict is kept in build/dependencies.jsonl and computed again only
if the statement, its program or the axioms have changed.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path

from mystpy.axioms import SUFFIXES, axioms_dir, blocks, text_hash
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.errors import AxiomError, EngineError
from mystpy.register import register, without
from mystpy.theories import SHIPPED, origin_keys, theory_in
from mystpy.theses.bench import settle, statements
from mystpy.theses.fingerprint import ProgramSlices
from mystpy.theses.statement import Statement

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.dependency_page import page_text, picture  # noqa: E402

KEPT = ROOT / "build" / "dependencies.jsonl"
DOCS = ROOT / "docs"
SECONDS = 20.0
MEMORY = 6 * 2**30
"""Bytes of address space of a process that settles statements."""

NOT_FOLLOWED = "not followed"
"""The verdict where no method follows the axioms that are left."""


def main() -> int:
    """Settle what has changed, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", default="")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    wanted = [label for label in given.labels.split(",") if label]
    rows = [row for row in register().rows if row.label in (wanted or taken_out())]
    slices, stated = ProgramSlices(), statements()
    prints = {name: slices.fingerprint(each) for name, each in stated.items()}
    kept = read_kept()
    KEPT.parent.mkdir(exist_ok=True)
    shipped = settled("shipped", None, stated, prints, kept, given.seconds)
    found = {}
    for number, row in enumerate(rows, 1):
        tell(f"{number} of {len(rows)}: ({row.label}) {row.name}")
        with tempfile.TemporaryDirectory() as folder:
            left = without_label(row.label, Path(folder) / "axioms")
            here = settled(row.label, left, stated, prints, kept, given.seconds)
        found[row.label] = fallen(shipped, here)
    if wanted:
        print(json.dumps(found, indent=1))
        return 0
    about = {
        "about": "verdicts that change when the clauses of one axiom are removed",
        "axioms_hash": axioms_hash(),
        **origin_keys(),
        "statements": len(stated),
        "sample": True,
        "seconds": given.seconds,
        "shipped": shipped,
    }
    write("json", json.dumps({**about, "axioms": found}, indent=1) + "\n")
    write("md", page_text(found, len(stated), given.seconds))
    write("svg", picture(found))
    return 0


def write(ending: str, text: str) -> None:
    """Write one of the files of the page."""
    folder = "reference/" if ending == "md" else ""
    (DOCS / f"{folder}dependencies.{ending}").write_text(text, encoding="utf-8")


def taken_out() -> frozenset[str]:
    """The labels of the thesis that are assumed, and the definition of knowledge.

    A definition is no assumption, and a consequence is checked and not assumed.
    """
    return frozenset(
        row.label
        for row in register().rows
        if row.label[0] in "S123456789"
        and (row.kind == "axiom" or row.section == "1.3")
        and row.kind != "consequence"
    )


def axioms_hash() -> str:
    """Return a hash of the clauses that are removed, in both languages."""
    texts = [
        f"{language} {label} {block.text}"
        for language in SUFFIXES
        for label, block in sorted(blocks(language).items())
        if label in taken_out()
    ]
    return text_hash("\n".join(texts).encode())


def tell(text: str) -> None:
    """A line on standard error."""
    print(text, file=sys.stderr, flush=True)


Kept = dict[str, dict[str, list[str]]]
"""The fingerprint and the verdict for each label and each statement."""


def read_kept() -> Kept:
    """Return the earlier results, the last row for each label and statement."""
    found: Kept = {}
    if KEPT.exists():
        for line in KEPT.read_text("utf-8").splitlines():
            label, name, print_, verdict = json.loads(line)
            found.setdefault(label, {})[name] = [print_, verdict]
    return found


def without_label(label: str, folder: Path) -> Path:
    """A copy of the axioms without the clauses of a label, where they have some."""
    shutil.copytree(axioms_dir(), folder)
    for language in SUFFIXES:
        try:
            texts = without(label, language)
        except AxiomError:
            continue  # a formula of one language only
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def settled(
    label: str,
    folder: Path | None,
    stated: dict[str, Statement],
    prints: dict[str, str],
    kept: Kept,
    seconds: float,
) -> dict[str, str]:
    """The verdict of each statement under the axioms of a folder, or as shipped."""
    before, found = kept.get(label, {}), dict[str, str]()
    for name in stated:
        known = before.get(name)
        if known and known[0] == prints[name]:
            found[name] = known[1]
    left = {name: each for name, each in stated.items() if name not in found}
    with KEPT.open("a") as file:
        for name, verdict in settled_apart(folder or SHIPPED, left, seconds):
            found[name] = verdict
            row = json.dumps([label, name, prints[name], verdict])
            print(row, file=file, flush=True)
    return {name: found[name] for name in stated}


def settled_apart(
    folder: Path | str, stated: dict[str, Statement], seconds: float
) -> Iterator[tuple[str, str]]:
    """Settle statements in a process that is ended if it needs too long, or too much.

    Some checks look at no clock: they were written for axioms under which they end. A
    statement that does not end in time is open; one for which the memory does not
    suffice is tried again in a new process.
    """
    ahead = list(stated)
    while ahead:
        here, there = Pipe(duplex=False)
        left = [stated[name] for name in ahead]
        child = get_context("fork").Process(
            target=settle_here, args=(there, folder, left, seconds)
        )
        child.start()
        there.close()
        fresh, alive = True, True
        while ahead and alive:
            verdict = received(here, 2 * seconds + 5)
            alive = verdict is not None
            if alive or fresh or child.is_alive():
                yield ahead.pop(0), verdict or str(Verdict.OPEN)
            fresh = False
        child.kill()
        child.join()


def received(here: Connection, seconds: float) -> str | None:
    """The next verdict; None if it does not come in time, or never will."""
    try:
        return str(here.recv()) if here.poll(seconds) else None
    except EOFError:
        return None


def settle_here(
    there: Connection, folder: Path | str, stated: list[Statement], seconds: float
) -> None:
    """Settle statements one after another, and send the verdicts."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with theory_in(folder, trust=True):
        for each in stated:
            there.send(verdict_of(each, seconds))


def verdict_of(stated: Statement, seconds: float) -> str:
    """Return the verdict by computation, over the sample."""
    budget = Budget(seconds=seconds, processes=1, scope="sample")
    try:
        return str(settle(stated, budget)[0].truth)
    except (AxiomError, EngineError):
        return NOT_FOLLOWED


def fallen(shipped: dict[str, str], here: dict[str, str]) -> dict[str, list[str]]:
    """Return good verdicts that are false, open or not followed; and those good now."""
    good = {Verdict.PROVED, Verdict.HOLDS}
    kinds = {
        "false": {Verdict.FALSE, Verdict.MISPRINTED},
        "open": {Verdict.OPEN},
        NOT_FOLLOWED: {NOT_FOLLOWED},
    }
    found = {
        kind: [n for n, v in here.items() if shipped[n] in good and v in verdicts]
        for kind, verdicts in kinds.items()
    }
    found["true"] = [
        n for n, v in here.items() if v in good and shipped[n] in kinds["false"]
    ]
    return found


if __name__ == "__main__":
    sys.exit(main())
