"""axioms/README.md is right: both sessions run, and the tables are complete."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mystpy.axioms import axioms_dir, blocks
from tests.programs import ran

README = axioms_dir() / "README.md"
TEXT = README.read_text(encoding="utf-8")
ELLIPSIS = "..."


@dataclass(frozen=True)
class Step:
    """A command in a session, and the lines that are shown below it."""

    typed: str
    shown: tuple[str, ...]


def fenced(language: str) -> list[str]:
    """Return the fenced blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)


def section(title: str) -> str:
    """Return the text below a heading, up to the next one."""
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def console() -> str:
    return "".join(fenced("console"))


def commands(program: str) -> list[str]:
    """Return each command of a program, with all that is shown below it."""
    parts = re.split(r"^\$ ", console(), flags=re.M)[1:]
    return [part for part in parts if part.startswith(f"{program} ")]


def prolog_steps(session: str) -> list[Step]:
    """Return the queries after `?- `, the lines behind `|` joined to them."""
    joined = re.sub(r"\n\|\s+", " ", session)
    parts = re.split(r"^\?- ", joined, flags=re.M)[1:]
    return [Step(part.splitlines()[0], _lines(part)[1:]) for part in parts]


def clingo_steps() -> list[Step]:
    """Return the commands of clingo; indented lines continue the one before."""
    parts = [re.sub(r"\n +", " ", part) for part in commands("clingo")]
    return [Step(part.splitlines()[0], _lines(part)[1:]) for part in parts]


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line.strip())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with axioms/ and the query files that the README prints."""
    (tmp_path / "axioms").symlink_to(axioms_dir(), target_is_directory=True)
    for block in fenced("prolog"):
        if name := re.match(r"% (\w+\.lp)\n", block):
            (tmp_path / name[1]).write_text(block, encoding="utf-8")
    return tmp_path


def test_the_sessions_are_there() -> None:
    assert console().startswith("$ swipl axioms/myst.pl\n?- ")
    assert [len(prolog_steps(part)) >= 5 for part in commands("swipl")] == [True] * 3
    assert len(clingo_steps()) >= 6


@pytest.mark.skipif(shutil.which("swipl") is None, reason="there is no swipl")
@pytest.mark.parametrize("session", commands("swipl"), ids=["no", "myst", "clue"])
def test_swipl_answers_as_shown(folder: Path, session: str) -> None:
    """Without a terminal an answer ends with a blank line, and `;` is not echoed."""
    steps = prolog_steps(session)
    typed = "".join(
        f"{step.typed}\n" + ";\n" * sum(line.endswith(" ;") for line in step.shown)
        for step in steps
    )
    done = ran(
        ["swipl", "-q", *session.splitlines()[0].split()[1:]],
        cwd=folder,
        input=typed,
        capture_output=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    # An error is a line of its own, with no blank line after it.
    printed = re.sub(r"^(ERROR: .*\n)", r"\1\n", done.stdout, flags=re.M)
    answers = printed.strip().split("\n\n")
    found = {
        step.typed: " ".join(answer.split())
        for step, answer in zip(steps, answers, strict=True)
    }
    assert found == {step.typed: _without_semicolons(step.shown) for step in steps}
    assert "Warning" not in done.stdout


def _without_semicolons(shown: tuple[str, ...]) -> str:
    return " ".join(" ".join(line.removesuffix(" ;") for line in shown).split())


@pytest.mark.parametrize("step", clingo_steps(), ids=lambda step: step.typed)
def test_clingo_answers_as_shown(folder: Path, step: Step) -> None:
    """The atoms of an answer may come in any order; `...` stands for any lines."""
    done = ran(
        [sys.executable, "-m", *step.typed.split()],
        cwd=folder,
    )
    assert done.stderr == ""
    printed = [_atoms(line) for line in _lines(done.stdout)]
    assert _matches([_atoms(line) for line in step.shown], printed)


def _atoms(line: str) -> tuple[str, ...]:
    return tuple(sorted(line.split()))


def _matches(shown: list[tuple[str, ...]], printed: list[tuple[str, ...]]) -> bool:
    """Compare line by line, where a shown `...` skips as many lines as it takes."""
    if not shown:
        return not printed
    first, rest = shown[0], shown[1:]
    if first == (ELLIPSIS,):
        return any(_matches(rest, printed[k:]) for k in range(len(printed) + 1))
    return bool(printed) and printed[0] == first and _matches(rest, printed[1:])


def test_every_file_is_listed() -> None:
    for folder, title in ((".", "Files"), ("drive", "The drivers")):
        rows = re.findall(r"^\| (`.*?) \|", section(title), re.M)
        listed = re.findall(r"`(\w+)`", " ".join(rows))
        files = {path.stem for path in (axioms_dir() / folder).glob("*.[pl][lp]")}
        assert sorted(files) == sorted(listed)


def test_every_reading_in_the_files_is_in_the_table() -> None:
    listed_labels = set(labels(section("Reading notes")))
    for language in ("prolog", "asp"):
        for label, block in blocks(language).items():
            if "% Reading:" in block.text:
                assert label in listed_labels, (
                    f"({label}) has a reading that the README lacks"
                )


def labels(table: str) -> Iterator[str]:
    """Yield the labels in the first column; ranges and displays give all lines."""
    order = list(blocks("prolog"))
    displays = [label.rstrip("abcdef") for label in order]
    for row in re.findall(r"^\| (\(.*?) \|", table, re.M):
        for first, last in re.findall(r"\(([^)]+)\)(?:-\(([^)]+)\))?", row):
            start = (order if first in order else displays).index(first)
            end = order.index(last) if last else start
            while not last and displays[end + 1 : end + 2] == [first]:
                end += 1
            yield from order[start : end + 1]


def test_the_example_of_a_block_is_the_block_itself() -> None:
    assert blocks("prolog")["2.16"].text in fenced("prolog")


def test_the_symbols_of_the_table_stand_in_the_files() -> None:
    texts = "".join(
        path.read_text(encoding="utf-8") for path in axioms_dir().rglob("*.pl")
    )
    code = " ".join(re.findall("`.*?`", section("Symbols")))
    names = set(re.findall(r"([a-z]\w+)(?:\(|/\d)", code))
    assert len(names) >= 20
    for name in names - {"considered"}:  # of clingo only
        assert re.search(rf"\b{name}\b", texts), f"{name} is in no .pl file"
