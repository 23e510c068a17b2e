"""The course: its cells run, and its chapters have and name what they should."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from pathlib import Path

import click
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from mystpy.cli import cli
from mystpy.theses.bench import statements
from tests.house.package import ROOT
from tests.programs import ran

COURSE = ROOT / "docs" / "course"
CHAPTERS = sorted(COURSE.glob("[0-9]*.md"))
SLIDES = sorted((COURSE / "slides").glob("lecture-*.md"))
PAGES = [*CHAPTERS, *SLIDES, *sorted(COURSE.glob("[a-z]*.md"))]
QUICK = COURSE / "01-possible-worlds.md"
"""The chapter whose cells run in each test of the suite, though without a kernel."""

ITEM = re.compile(r"^(?:[0-9]+\.|-) ", re.M)
COMMAND = re.compile(r"\bmystpy ([a-z]+)([^`\n|]*)")
STATEMENT = re.compile(
    r"\b(?:theorem|lemma|claim|remark|example|axiom|equation|observation|question|"
    r"recurrence|games|bound|bridge)-[a-z0-9][a-z0-9.-]*[a-z0-9]"
)


def notebook_of(text: str) -> NotebookNode:
    """Return a chapter as a notebook."""
    from myst_nb.core.read import read_myst_markdown_notebook  # loads all of Sphinx

    found: NotebookNode = read_myst_markdown_notebook(text)
    return found


def section(text: str, title: str) -> str:
    """The text below a heading, up to the next one; empty if there is none."""
    found = re.search(rf"^## {title}.*?\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found[1] if found else ""


def lacking(text: str) -> list[str]:
    """Return the parts that a chapter should have and has not."""
    goals = re.search(r"^\*\*Goals\.\*\*.*?\n\n(.*?)\n\n", text, re.M | re.S)
    exercises = section(text, "Exercises")
    numbers = [int(n) for n in re.findall(r"^([0-9]+)\. \(", exercises, re.M)]
    has = {
        "goals": goals is not None and len(ITEM.findall(goals[1])) >= 3,
        "a running example": "## The running example" in text,
        "6 to 10 exercises": 6 <= len(numbers) <= 10,
        "exercises by number": numbers == list(range(1, len(numbers) + 1)),
        "an easy exercise": "(easy)" in exercises,
        "an open exercise": "(open)" in exercises,
        "further reading": len(ITEM.findall(section(text, "Further reading"))) >= 2,
        "a check in a cell": "\n    assert " in text or "\nassert " in text,
    }
    return [what for what, there in has.items() if not there]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_what_it_should(path: Path) -> None:
    assert not lacking(path.read_text("utf-8"))


def test_the_course_has_ten_chapters_and_what_one_lacks_is_noticed() -> None:
    assert len(CHAPTERS) == 10
    text = CHAPTERS[0].read_text("utf-8")
    for whole, cut, what in (
        ("**Goals.**", "Goals.", "goals"),
        ("## The running", "## A running", "a running example"),
        ("\n2. (", "\n(", "exercises by number"),
        ("(open)", "(hard)", "an open exercise"),
        ("## Further reading", "## More", "further reading"),
    ):
        assert what in lacking(text.replace(whole, cut)), what


def test_exercises_that_mark_themselves_belong_to_chapters() -> None:
    titles = [path.read_text("utf-8").split("\n# ")[1] for path in CHAPTERS]
    chapters = {title.split("\n")[0].replace(".", "", 1) for title in titles}
    files = (ROOT / "queries" / "exercises").glob("*.toml")
    named = {tomllib.loads(path.read_text("utf-8"))["chapter"] for path in files}
    assert named == chapters


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_lead_to_files_and_paths_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", text)
    assert not [link for link in links if not (path.parent / link).exists()]
    named = re.findall(r"`((?:queries|axioms|tools|tests|docs|mystpy)/[\w/.-]+)`", text)
    assert not [name for name in named if not (ROOT / name).exists()]


def unknown(text: str) -> list[str]:
    """Commands, options and statements that a text names and that do not exist."""
    wrong = []
    for name, rest in COMMAND.findall(text):
        command = cli.get_command(click.Context(cli), name)
        if command is None:
            wrong.append(f"mystpy {name}")
            continue
        options = {one for each in command.params for one in each.opts}
        wrong += [o for o in re.findall(r"(--[a-z-]+)", rest) if o not in options]
    named = [one for one in STATEMENT.findall(text) if not one.endswith(".toml")]
    return wrong + [one for one in named if one not in statements()]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_commands_options_and_statements_exist(path: Path) -> None:
    assert not unknown(path.read_text("utf-8"))


def accidents(text: str) -> list[str]:
    """Lines within a paragraph that Markdown takes for the first item of a list."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return re.findall(r"^(?![-\d#|\s]).+\n((?:1[.)]|[-+*]) .*)$", prose, re.M)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_line_becomes_a_list_by_chance(path: Path) -> None:
    assert not accidents(path.read_text("utf-8"))
    assert accidents("Two deals look alike to player\n1. We say: so.\n") == [
        "1. We say: so."
    ]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_proof_in_coq_is_named_just_where_there_is_one(path: Path) -> None:
    page = json.loads((ROOT / "docs" / "theorems.json").read_text("utf-8"))
    by_coq = {row["id"] for row in page if row.get("method", "").startswith("Coq:")}
    for paragraph in path.read_text("utf-8").split("\n\n"):
        named = set(STATEMENT.findall(paragraph))
        if "argument in words" in paragraph:
            assert not named & by_coq, paragraph
        if "in Coq" in paragraph and named:
            assert named & by_coq, paragraph


def test_each_exercise_that_is_not_open_has_its_week() -> None:
    weeks = (COURSE / "syllabus.md").read_text("utf-8")
    given = {
        f"{chapter}.{number}"
        for chapter, first, last in re.findall(r"(\d+)\.(\d+) to \1\.(\d+)", weeks)
        for number in range(int(first), int(last) + 1)
    }
    found = {
        f"{int(path.stem[:2])}.{number}"
        for path in CHAPTERS
        for number, how in re.findall(
            r"^(\d+)\. \((\w+)\)", path.read_text("utf-8"), re.M
        )
        if how != "open"
    }
    assert found == given


def test_a_command_that_does_not_exist_is_noticed() -> None:
    text = "`mystpy knowing 3`, `mystpy know --odd`, `mystpy theorem remark-9.9-none`"
    assert unknown(text) == ["mystpy knowing", "--odd", "remark-9.9-none"]


def test_the_cells_of_one_chapter_run_in_their_order() -> None:
    names: dict[str, object] = {}
    book = notebook_of(QUICK.read_text("utf-8"))
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    for cell in cells:
        exec(compile(cell.source, QUICK.name, "exec"), names)
    assert len(cells) > 10


@pytest.mark.slow
@pytest.mark.parametrize("path", [*CHAPTERS, *SLIDES], ids=lambda path: path.stem)
def test_all_cells_run(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    cells = run(path.read_text("utf-8"), tmp_path)
    assert cells
    assert all(cell.execution_count for cell in cells)


def run(text: str, folder: Path) -> list[NotebookNode]:
    """The cells of code of a text, run. Raises CellExecutionError if one fails."""
    book = notebook_of(text)
    NotebookClient(book, resources={"metadata": {"path": folder}}).execute()
    return [cell for cell in book.cells if cell.cell_type == "code"]


@pytest.mark.slow
def test_a_cell_that_fails_is_noticed(tmp_path: Path) -> None:
    text = (COURSE / "01-possible-worlds.md").read_text("utf-8")
    wrong = text.replace("assert len(deals) == 6", "assert len(deals) == 7")
    assert wrong != text
    with pytest.raises(CellExecutionError):
        run(wrong, tmp_path)


@pytest.mark.slow
def test_the_slides_are_built_and_need_no_network(tmp_path: Path) -> None:
    unrun = ("-D", "nb_execution_mode=off")
    words = (sys.executable, "-m", "sphinx", "-q", "-b", "revealjs", *unrun)
    done = ran([*words, "-c", COURSE, COURSE / "slides", tmp_path], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    for page in ["index", *(path.stem for path in SLIDES)]:
        text = (tmp_path / f"{page}.html").read_text("utf-8")
        loaded = re.findall(r"""<(?:script|img)[^>]*src="([^"]+)""", text)
        loaded += re.findall(r"""<link[^>]*rel="stylesheet"[^>]*href="([^"]+)""", text)
        assert loaded
        assert not [one for one in loaded if "//" in one]
