"""Mutations of the theory in Coq and of the axioms beside it: each is noticed.

The list is `mutations.toml`. Mutations that are noticed in the texts alone are quick;
for the rest Coq compiles the changed files, as `make proofs` does.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from mystpy.axioms import axioms_dir, proofs_dir
from mystpy.coq import formulas
from mystpy.coq import record as module
from mystpy.coq.formulas import prints
from mystpy.coq.record import proving_theorem, record, sources_print, theorems
from mystpy.theses.bench import statement
from tests.programs import needs

Mutation = Mapping[str, Any]
Tool = Any
"""The module tools/proofs.py."""

LIST = Path(__file__).with_name("mutations.toml")
TOOLS = str(Path(__file__).parents[2] / "tools")
HISTORIES, SEED = 150, 7
PROOFS = proofs_dir()
assert PROOFS is not None


def the_tool() -> Tool:
    """Return the module that `make proofs` runs."""
    sys.path.insert(0, TOOLS)
    try:
        return importlib.import_module("proofs")
    finally:
        sys.path.remove(TOOLS)


def a_label_that_is_said_differently(mutation: Mutation, tool: Tool) -> None:
    (output,) = tool.labels()
    assert output.startswith(f"({mutation['breaks']})\n")


def a_text_that_has_changed(mutation: Mutation, tool: Tool) -> None:
    del tool
    now, then = prints(), record()["formulas"]
    assert [label for label in now if now[label] != then[label]] == [mutation["breaks"]]


def a_word_that_leaves_something_unproved(mutation: Mutation, tool: Tool) -> None:
    (output,) = tool.unsound_words()
    assert output.startswith(f"{mutation['breaks']}:")


def a_verdict_without_its_proof(mutation: Mutation, tool: Tool) -> None:
    del tool
    name = mutation["breaks"]
    assert proving_theorem(name, statement(name).formal) is None
    assert record()["sources"] != sources_print()


def a_proof_that_fails(mutation: Mutation, tool: Tool) -> None:
    with pytest.raises(SystemExit, match=rf"File \"\./{mutation['breaks']}\""):
        tool.compile_all()


def a_theorem_that_assumes_something(mutation: Mutation, tool: Tool) -> None:
    assert not list(tool.unsound_words())
    tool.compile_all()
    assumed, _ = tool.assumptions([mutation["breaks"]])
    assert assumed[mutation["breaks"]] != tool.CLOSED


def a_theorem_that_says_something_else(mutation: Mutation, tool: Tool) -> None:
    tool.compile_all()
    named = [name for row in theorems() for name in row.names]
    assumed, types = tool.assumptions(named)
    assert set(assumed.values()) == {tool.CLOSED}
    then = record()["theorems"]
    name = mutation["breaks"]
    assert [each for each in types if then.get(each, types[each]) != types[each]] == [
        name
    ]


def a_theorem_that_says_something_else_under_an_edited_hash(
    mutation: Mutation, tool: Tool
) -> None:
    """Somebody has written the new hash of the sources into checked.json."""
    path = tool.coq_files()[0].with_name("checked.json")
    written = json.loads(path.read_text("utf-8")) | {"sources": sources_print()}
    path.write_text(json.dumps(written), encoding="utf-8")
    tool.compile_all()
    (output,) = tool.differences(tool.what_coq_says("8.16"), record())
    assert output.startswith(f"theorems: {mutation['breaks']}:\n")


def a_history_that_coq_computes_differently(mutation: Mutation, tool: Tool) -> None:
    text = tool.sample(tool.drawn(HISTORIES, SEED))
    (tool.BUILD / mutation["breaks"]).write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="Unable to unify"):
        tool.coqc(mutation["breaks"])


def a_history_that_asp_computes_differently(mutation: Mutation, tool: Tool) -> None:
    rows = tool.drawn(HISTORIES, SEED)
    with pytest.raises(SystemExit, match=rf"differ on .*\b{mutation['breaks']}\("):
        tool.compared_in_asp(rows, HISTORIES)


QUICK = (
    a_label_that_is_said_differently,
    a_text_that_has_changed,
    a_word_that_leaves_something_unproved,
    a_verdict_without_its_proof,
)
SLOW = (
    a_proof_that_fails,
    a_theorem_that_assumes_something,
    a_theorem_that_says_something_else,
    a_theorem_that_says_something_else_under_an_edited_hash,
    a_history_that_coq_computes_differently,
    a_history_that_asp_computes_differently,
)
NOTICED: dict[str, Callable[[Mutation, Tool], None]] = {
    notice.__name__.replace("_", " ")
    .replace("asp", "ASP")
    .replace("coq", "Coq"): notice
    for notice in (*QUICK, *SLOW)
}


def mutations(
    kinds: tuple[Callable[[Mutation, Tool], None], ...],
) -> list[ParameterSet]:
    """Return the mutations that checks of these kinds notice."""
    return [
        pytest.param(row, id=f"{row['notice']}: {row['at']} {row['breaks']}")
        for row in tomllib.loads(LIST.read_text("utf-8"))["mutation"]
        if NOTICED[row["notice"]] in kinds
    ]


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Discard everything that was read of the texts before and meanwhile."""
    caches = formulas.coq_blocks, module._recorded
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a compiled copy of the theory as it is."""
    tool, folder = the_tool(), tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tool, "BUILD", folder)
        tool.compile_all()
    return folder


def made(mutation: Mutation, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Make readers of the axioms and of proofs/ use a copy with the mutation."""
    assert PROOFS is not None
    shutil.copytree(axioms_dir(), folder / "axioms")
    shutil.copytree(PROOFS, folder / "proofs")
    paths = (folder / home / mutation["at"] for home in ("axioms", "proofs"))
    (path,) = (each for each in paths if each.exists())
    text = path.read_text("utf-8")
    for old, new in ((mutation["old"], mutation["new"]), *mutation.get("and", ())):
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    patch.setenv("MYSTPY_AXIOMS", str(folder / "axioms"))
    for each in (formulas, module):
        patch.setattr(each, "proofs_dir", lambda: folder / "proofs")


@pytest.mark.parametrize(
    ("version", "word"),
    [
        ("8.16.1", None),
        ("8.20.1", None),
        ("8.9.0", "older"),
        ("8.18.0", "other"),
        ("9.0+rc1", "newer"),
    ],
)
def test_an_older_or_newer_coq_is_told_which_was_tested(
    version: str, word: str | None
) -> None:
    output = the_tool().untested(version)
    if word is None:
        assert output is None
    else:
        assert f"Coq {version} is {word} than" in output
        assert "tested with, 8.16 and 8.20" in output


SAID = """CONTEXT SUMMARY
===============

* Theory: Set is predicative

* Axioms: <none>

* Constants/Inductives relying on type-in-type: <none>

* Constants/Inductives relying on unsafe (co)fixpoints: <none>

* Inductives whose positivity is assumed: <none>
"""
HEADS = {
    "Axioms": "axioms",
    "type-in-type": "type in type",
    "(co)fixpoints": "unguarded (co)fixpoints",
    "is assumed": "positivity assumed",
}


@pytest.mark.parametrize("head", HEADS)
def test_each_line_of_coqchk_is_read(head: str) -> None:
    tool = the_tool()
    clean = tool.summary(SAID)
    assert clean == {word: [] for word in HEADS.values()}
    assert not list(tool.unclean({"coqchk": clean}))
    found = tool.summary(SAID.replace(f"{head}: <none>", f"{head}:\n    Myst.A.b"))
    assert found == clean | {HEADS[head]: ["Myst.A.b"]}
    assert list(tool.unclean({"coqchk": found})) == [f"coqchk: {HEADS[head]}: Myst.A.b"]
    assert list(tool.differences({"coqchk": found}, {"coqchk": clean}))
    with pytest.raises(SystemExit, match="says nothing of"):
        tool.summary(SAID.replace(f"{head}:", "something else:"))


def test_machine_numbers_of_a_library_are_no_axioms_of_ours() -> None:
    listed = "Axioms:\n    Coq.Numbers.Cyclic.Int63.PrimInt63.add\n    Myst.A.b"
    found = the_tool().summary(SAID.replace("Axioms: <none>", listed))
    assert found["axioms"] == ["Myst.A.b"]


def test_each_part_of_the_record_is_compared() -> None:
    tool, then = the_tool(), record()
    assert not list(tool.differences(then, then))
    for part in set(then) - {"coq", "later"}:
        now = then | {part: "another" if part == "sources" else then[part] | {"a": "b"}}
        (output,) = tool.differences(now, then)
        assert output.startswith("the sources" if part == "sources" else f"{part}: a:")


def test_every_kind_of_mutation_is_made() -> None:
    listed = [*mutations(QUICK), *mutations(SLOW)]
    assert {each.values[0]["notice"] for each in listed} == NOTICED.keys()  # type: ignore[index]
    assert len(listed) >= 12


@pytest.mark.parametrize("mutation", mutations(QUICK))
def test_what_the_texts_tell(
    mutation: Mutation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(mutation, tmp_path, monkeypatch)
    check = NOTICED[mutation["notice"]]
    check(mutation, the_tool())


@pytest.mark.slow
@needs("coqc")
@pytest.mark.parametrize("mutation", mutations(SLOW))
def test_what_coq_tells(
    mutation: Mutation, compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = the_tool()
    build = shutil.copytree(compiled, tmp_path / "build")
    monkeypatch.setattr(tool, "BUILD", build)
    made(mutation, tmp_path, monkeypatch)
    check = NOTICED[mutation["notice"]]
    check(mutation, tool)
