"""The record of `make proofs`: which theorem of Coq proves which statement.

`proofs/theorems.toml` names the theorem of a statement, or of a formalization of it.
`proofs/checked.json` is written when Coq's kernel has checked all of `proofs/`. It is
valid only as long as neither the sources nor the statement have changed.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from re import MULTILINE
from typing import Any

from mystpy.axioms import proofs_dir, text_hash
from mystpy.compilation import dataclass, pattern
from mystpy.coq.formulas import coq_files
from mystpy.files.toml import file_text

ALL_SIZES: Mapping[str, object] = {"p": ">= 2", "m, n, q, depth": "any"}
"""The scope of a theorem, unless its row gives another one."""

CLOSED = "Closed under the global context"
"""The output of Coq for a theorem without assumptions."""

LATER = "later"
"""The part of checked.json about files that take minutes to compile."""

_REQUIRED = pattern(
    r"^From\s+Myst\s+Require\s+(?:Import\s+|Export\s+)?([\w\s]+)\.", MULTILINE
)


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem of Coq, and the statement, or the formalization, that it proves.

    `name` is its file and its name, `scope` the sizes that it covers. `note` says how
    it expresses the statement if it does not do so word for word. It may refute the
    statement. `formula` is the theorem that the formula of the bench itself holds, see
    `claims`. `argued` has the steps to the statement that are argued in words and not
    in Coq. `later` is a theorem with the same conclusion without a premise, in a file
    that takes minutes to compile.
    """

    id: str
    name: str
    scope: Mapping[str, object]
    reading: str | None = None
    note: str | None = None
    also: tuple[str, ...] = ()
    refutes: bool = False
    formula: str | None = None
    argued: str | None = None
    later: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return all theorems of the proof: the one named first, and further ones."""
        of_formula = () if self.formula is None else (self.formula,)
        return (self.name, *self.also, *of_formula)


def theorems() -> tuple[Theorem, ...]:
    """Return the rows of theorems.toml; none without `proofs/`."""
    folder = proofs_dir()
    if folder is None:
        return ()
    rows = tomllib.loads(file_text(folder / "theorems.toml"))["theorem"]
    return tuple(_theorem(row) for row in rows)


def further_theorems() -> dict[str, str]:
    """Return theorems that belong to no statement: what each says, by name."""
    folder = proofs_dir()
    if folder is None:
        return {}
    rows = tomllib.loads(file_text(folder / "theorems.toml"))["further"]
    return {row["name"]: row["says"] for row in rows}


def named_theorems() -> tuple[str, ...]:
    """Return all theorems that are named: those of statements, and further ones."""
    named = (name for row in theorems() for name in row.names)
    return tuple(sorted({*named, *further_theorems()}))


def _theorem(row: dict[str, Any]) -> Theorem:
    return Theorem(
        row["id"],
        row["name"],
        row.get("scope", ALL_SIZES),
        row.get("reading"),
        row.get("note"),
        tuple(row.get("also", ())),
        row.get("refutes", False),
        row.get("formula"),
        row.get("argued"),
        row.get("later"),
    )


def key(id: str, reading: str | None) -> str:
    """Return the key of a statement, or of a formalization of it, in checked.json."""
    return id if reading is None else f"{id}: {reading}"


def statement_print(text: str) -> str:
    """Return a hash of the text of a statement that ignores line breaks."""
    return text_hash(" ".join(text.split()).encode())


def sources_print() -> str:
    """Return a hash of all input of Coq, and of the rows that name theorems."""
    folder = proofs_dir()
    paths = () if folder is None else (*coq_files(), folder / "theorems.toml")
    return text_hash("\0".join(file_text(path) for path in paths).encode())


def later_files() -> tuple[Path, ...]:
    """Return the files that take minutes to compile; only the longest check does so."""
    folder = proofs_dir()
    named = (row.later for row in theorems() if row.later)
    stems = sorted({name.partition(".")[0] for name in named})
    return () if folder is None else tuple(folder / f"{stem}.v" for stem in stems)


def with_required(paths: Iterable[Path]) -> dict[Path, str]:
    """Return files of `proofs/` and all that they require, in compilation order."""
    found: dict[Path, str] = {}
    for path in paths:
        if path not in found:
            text = file_text(path)
            stems = [stem for each in _REQUIRED.findall(text) for stem in each.split()]
            found |= with_required(path.with_name(f"{stem}.v") for stem in stems)
            found[path] = text
    return found


def later_print() -> str:
    """Return a hash of the files that take minutes, and of all files they require."""
    found = with_required(later_files())
    return text_hash("\0".join(found[path] for path in sorted(found)).encode())


def record() -> dict[str, Any]:
    """Return the record of the last check; empty if nothing was checked."""
    folder = proofs_dir()
    if folder is None or not (folder / "checked.json").exists():
        return {}
    found: dict[str, Any] = json.loads(file_text(folder / "checked.json"))
    return found


def checked_later(name: str) -> bool:
    """Return whether a theorem of the slow files was checked in its present form."""
    found = record().get(LATER, {})
    closed: bool = found.get("assumptions", {}).get(name) == CLOSED
    return closed and found["sources"] == later_print()


def premise(id: str) -> str:
    """Return a note on the premise of a statement; an empty text if it has none."""
    row = next((row for row in theorems() if row.id == id and row.later), None)
    if row is None or row.later is None or not record():
        return ""
    if checked_later(row.later):
        return f"Coq's kernel has checked all of it ({row.later})."
    return f"In Coq these comparisons are a premise ({row.name})."


def assumed(name: str) -> str:
    """Return the assumptions of a theorem, as Coq printed them at the last check."""
    said = record().get("assumptions", {}).get(name, "not recorded")
    return "none" if said == CLOSED else str(said)


def proving_theorem(id: str, text: str, reading: str | None = None) -> Theorem | None:
    """Return the theorem that proves a statement as it is now, checked and closed.

    If the statement is a formula, the theorem is about its term in Coq. For another
    statement, the theorem was matched by hand, and only a hash of the statement is
    kept.
    """
    prints, proofs = _recorded()
    theorem = proofs.get((id, reading))
    if theorem is None:
        return None
    if theorem.formula is not None:
        return theorem if _is_proved(theorem, text) else None
    is_current = prints.get(key(id, reading)) == statement_print(text)
    return theorem if is_current else None


def _is_proved(theorem: Theorem, text: str) -> bool:
    """Return whether the claim that a formula holds is the one that was proved."""
    from mystpy.coq.claims import claim_of  # slow to load

    claim = claim_of(theorem.id, theorem.reading, text, theorem.scope)
    if claim is None or not claim.is_written():
        return False
    return bool(record()["theorems"].get(theorem.formula) == claim.theorem)


@cache
def _recorded() -> tuple[dict[str, str], dict[tuple[str, str | None], Theorem]]:
    """Return the hashes of the statements proved, and the theorem that proves each.

    Both are empty if a source has changed.
    """
    found = record()
    if not found or found["sources"] != sources_print():
        return {}, {}
    proofs: dict[tuple[str, str | None], Theorem] = {}
    said = found.get("assumptions", {})
    closed = {name for name in said if said[name] == CLOSED}
    for theorem in theorems():
        if not theorem.refutes and closed.issuperset(theorem.names):
            proofs.setdefault((theorem.id, theorem.reading), theorem)
    return dict(found["statements"]), proofs
