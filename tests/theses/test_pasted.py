"""The output of `mystpy theorem ID --show` can be settled by `--say`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.cli.options import read_object
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.file import read_conjecture
from mystpy.conjectures.verdict import Result
from mystpy.files.table import TomlFile
from mystpy.theses.bench import settle, statement, statements
from mystpy.theses.commands.text import command_words, formal
from mystpy.theses.statement import Formula, Statement


def formulas(stated: Statement) -> Iterator[Formula]:
    """Yield the formulas of a statement and its formalizations settled as usual."""
    for part in (stated.assertion, *stated.readings):
        if part.formula is not None and part.formula.by is None:
            yield part.formula


def test_every_formula_reads_back_as_it_is_printed() -> None:
    seen = 0
    for stated in statements().values():
        printed = [line.strip() for line in formal(stated)]
        commands = [line for line in printed if line.startswith("mystpy theorem --say")]
        own = list(formulas(stated))
        assert len(commands) == len(own)
        for command, formula in zip(commands, own, strict=True):
            words = shlex.split(command)
            options = dict(zip(words[2::2], words[3::2], strict=True))
            row: dict[str, object] = {
                options.get("--form", "always"): options["--say"],
                "games": read_object(options["--games"], "--games"),
            }
            if "--depth" in options:
                row["depth"] = int(options["--depth"])
            pasted = read_conjecture(row, TomlFile("", "--say"))
            ours = formula.conjecture(stated.id)
            assert pasted.node == ours.node
            assert (pasted.form, pasted.games) == (ours.form, ours.games)
            assert pasted.depth == ours.depth
            seen += 1
    assert seen > 50


def verdict_of(formula: Formula) -> str:
    """Return the verdict on a formula that is pasted, in the games of a sample."""
    sampled = Formula(formula.form, formula.text, formula.sample, depth=formula.depth)
    words = [*command_words(sampled)[1:], "--sample", "--processes", "1"]
    result = CliRunner().invoke(cli, words)
    return result.output.splitlines()[0].split("  ")[2]


@pytest.mark.parametrize(
    "name", ["axiom-2.32", "axiom-2.30-poser", "figure-2.2", "remark-3.1-initial"]
)
def test_what_is_pasted_has_the_same_verdict(name: str) -> None:
    stated = statement(name)
    result: Result = settle(stated, Budget(scope="sample", processes=1))[0]
    ours = [result, *(read for _, read in result.readings)]
    parts = (stated.assertion, *stated.readings)
    for part, found in zip(parts, ours, strict=True):
        assert part.formula is not None
        assert verdict_of(part.formula) == found.verdict
