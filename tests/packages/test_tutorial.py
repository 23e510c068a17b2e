"""The pages on packages: their files are written and their commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.axioms import queries_dir
from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS
from mystpy.packages.certificates import making
from mystpy.packages.certificates.compared_answers import ComparedAnswers
from mystpy.packages.certificates.kept_certificates import kept_certificate
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package import Package
from tests.sampling import is_nightly

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "how-to" / "packages.md"
REFERENCE = DOCS / "reference" / "packages.md"
CERTIFICATES = DOCS / "reference" / "package-certificates.md"
FILE = re.compile(r"^```\w+\n[#%] file: (\S+)\n(.*?)^```$", re.M | re.S)
SESSION = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def text_of_pages() -> str:
    """Return the pages with files and commands, in the order in which they are run."""
    return "".join(x.read_text(encoding="utf-8") for x in (PAGE, CERTIFICATES))


def sessions(text: str) -> list[tuple[str, str]]:
    """Return the commands of a page, each with what it prints."""
    found = []
    for block in SESSION.findall(text):
        for part in block.split("$ mystpy ")[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def answers_of_the_shipped_certificate(_: Package) -> ComparedAnswers:
    """Return how many answers were compared for the certificate of MYST."""
    certificate = kept_certificate(read_package("myst"))
    assert certificate is not None
    said = re.fullmatch(
        r"the same answers to (\d+) questions about (\d+) histories of \d games"
        r" \((.*)\)",
        certificate.compared[-1],
    )
    assert said is not None
    games = tuple(said[3].split("; "))
    return ComparedAnswers(games, int(said[2]), int(said[1]))


def test_the_tutorial_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of_pages()
    files = FILE.findall(text)
    assert [name for name, _ in files] == [
        f"{folder}/theory.{ending}"
        for folder in ("three-cards", "lowest-card", "public-show", "peek", "same-myst")
        for ending in ("toml", "lp")
    ]
    for name, content in files:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    if not is_nightly():  # another test compares the answers for that certificate
        shipped = answers_of_the_shipped_certificate
        monkeypatch.setattr(making, "compared_answers", shipped)
    asked = sessions(text)
    assert len(asked) == 19
    for command, printed in asked:
        done = CliRunner().invoke(cli, shlex.split(command))
        assert done.output == printed, command


def test_the_python_of_the_page_says_what_it_says() -> None:
    (program,) = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S
    )
    lines = [line for line in program.splitlines() if line]
    known: dict[str, object] = {}
    checked = 0
    for line in lines:
        code, _, said = line.partition("  # ")
        try:
            found = eval(code, known)
        except SyntaxError:
            exec(code, known)
            continue
        if said:
            assert repr(found) == re.split(r"(?<=\w')[:]|;", said.strip())[0]
            checked += 1
    assert checked == 4


def test_the_query_file_of_the_page_comes_with_mystpy() -> None:
    shown = re.search(
        r"^```toml\n(title.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S
    )
    assert shown is not None
    path = queries_dir() / "packages" / "guess-who-two-questions.toml"
    assert shown[1].strip() in path.read_text("utf-8")


def test_the_page_says_of_every_command_what_it_does_with_a_package() -> None:
    text = REFERENCE.read_text("utf-8")
    part = text.partition("## What commands do")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)[^`]*`", part))
    assert set(COMMANDS) - {"demo", "examples", "completion", "help"} <= named


def test_the_page_names_the_packages() -> None:
    text = REFERENCE.read_text("utf-8")
    table = re.findall(
        r"^\| `([\w-]+)` \|", text.partition("## Packages that come")[2], re.M
    )
    assert table == list(shipped_packages())
