"""The format latex prints LaTeX: it is parsed, and compiled if LaTeX is installed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import Result
from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError

from mystpy import __version__
from mystpy.register import register
from tests.programs import ran

Run = Callable[..., Result]

ROOT = Path(__file__).parents[2]
HEXA = "queries/models/hexa.toml"
GAME = ("--game", '{"rules":"myst","m":1,"n":1,"p":2,"q":1}', "--hand", "1=s1")

MATHS = [
    ("legal", "queries/full-deal.toml", "--format", "latex"),
    ("ask", *GAME, "K(1,~h(2,s1)) & exists i in players: h(i,s2)", "--format", "latex"),
    ("axiom", "2.16", "--format", "latex"),
]
TEXTS = [
    ("know", "1", *GAME, "--format", "latex"),
    ("why", *GAME, "K(1,h(0,s2))", "--format", "latex"),
    ("why", *GAME, "K(1,~h(2,s1))", "--format", "latex"),
    ("why", *GAME, "K(1,h(1,s1) | ~h(1,s1))", "--format", "latex"),
    ("draw", HEXA, "--format", "tikz"),
    ("draw", "queries/models/coin-in-a-box.toml", "--after", "1", "--format", "tikz"),
    ("why", HEXA, "C([1,2,3], ~h(1,b) | ~h(2,w))", "--format", "latex"),
]
"""The outputs for LaTeX that cite.md lists: formulas, and whole environments."""

HEAD = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,tikz}
\begin{document}
"""


def documents(run: Run) -> Iterator[str]:
    """A document with all of it, one with all axioms, one with all small models."""
    yield document(run)
    axioms = [
        run("axiom", row.label, "--format", "latex").stdout.strip()
        for row in register().rows
    ]
    yield whole(f"$\\displaystyle {axiom}\n$" for axiom in axioms)
    models = sorted((ROOT / "queries" / "models").glob("*.toml"))
    drawn = [run("draw", str(path), "--format", "tikz") for path in models]
    found = [done.stdout for done in drawn if done.exit_code == 0]
    nobody = '[deal]\nhands = "ε|a|b"\n'
    found.append(run("draw", "-", "--format", "tikz", stdin=nobody).stdout)
    assert len(found) >= len(models) - 2, "but for two that are too large for pictures"
    yield whole(found)


def whole(parts: Iterable[str]) -> str:
    """Parts as a document."""
    return HEAD + "\n\n".join(parts) + "\n\\end{document}\n"


def document(run: Run) -> str:
    """Return the example of the page on citing as a document."""
    body = []
    for words in MATHS:
        printed = run(*words).stdout.strip()
        assert printed, words
        body.append(f"$\\displaystyle {printed}\n$")
    for words in TEXTS:
        printed = run(*words).stdout.strip()
        assert printed, words
        body.append(printed)
    return whole(body)


def parsed(text: str) -> None:
    """Read a document. Raises LatexWalkerParseError for what is not closed."""
    LatexWalker(text, tolerant_parsing=False).get_latex_nodes()


def test_what_is_printed_for_latex_is_parsed(run: Run) -> None:
    text = document(run)
    parsed(text)
    assert text.count("\\begin{tikzpicture}") == 3
    assert text.count("\\begin{tabular}") == 2
    for cut in ("\\end{tikzpicture}", "\\end{tabular}", "}"):
        with pytest.raises(LatexWalkerParseError):
            parsed(text.replace(cut, "", 1))


def test_a_tikzpicture_says_nothing_outside_of_the_package_tikz(run: Run) -> None:
    made = run("draw", HEXA, "--format", "tikz").stdout
    commands = set(re.findall(r"\\([a-z]+)", made))
    known = {"begin", "end", "definecolor", "draw", "node", "sffamily", "bfseries"}
    assert commands <= known | {"small", "footnotesize", "tiny"}


def test_reasons_stand_by_themselves_and_no_list_is_empty(run: Run) -> None:
    needless = run("why", *GAME, "K(1,h(1,s1) | ~h(1,s1))", "--format", "latex").stdout
    assert needless.startswith("$")
    assert "by logic alone" in needless
    assert "itemize" not in needless
    needed = run("why", *GAME, "K(1,~h(2,s1))", "--format", "latex").stdout
    assert "\\begin{itemize}\n\\item" in needed


def test_letters_that_latex_has_by_name_are_named(run: Run) -> None:
    model = 'worlds = ["ε", "Ωα"]\n[relations]\na = "all"\n'
    model += '[valuation]\n"ε" = []\n"Ωα" = []\n'
    made = run("draw", "-", "--format", "tikz", stdin=model).stdout
    assert "{$\\varepsilon$}" in made
    assert "{$\\Omega$$\\alpha$}" in made
    assert made.isascii()


@pytest.mark.slow
def test_what_is_printed_for_latex_is_compiled(run: Run, tmp_path: Path) -> None:
    program = shutil.which("pdflatex")
    texts = list(documents(run))
    for text in texts:
        parsed(text)
    if program is None:
        pytest.skip("pdflatex is not installed: make latex")
    words = [program, "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    for text in texts:
        (tmp_path / "all.tex").write_text(text, encoding="utf-8")
        done = ran(words, cwd=tmp_path)
        assert done.returncode == 0, done.stdout
        assert "Missing character" not in done.stdout
        assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF")
        (tmp_path / "all.pdf").unlink()


def test_the_page_on_citing_agrees_with_the_citation_file() -> None:
    page = (ROOT / "docs" / "how-to" / "cite.md").read_text("utf-8")
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    (bibtex,) = re.findall(r"^```bibtex\n(.*?)^```$", page, re.M | re.S)
    titles = re.findall(r"title\s*= \{(.*)\},", bibtex)
    assert titles == re.findall(r'^\s*(?:- )?title: "(.*)"$', cited, re.M)
    (version,) = re.findall(r"^version: (.*)$", cited, re.M)
    assert f"version = {{{version}}}" in bibtex
    assert version == __version__
    assert re.findall(r"year\s*= \{(\d+)\}", bibtex) == re.findall(
        r"^\s+year: (\d+)$", cited, re.M
    )


def test_every_way_to_print_latex_of_the_page_is_one_of_a_command(run: Run) -> None:
    page = (ROOT / "docs" / "how-to" / "cite.md").read_text("utf-8")
    called = re.findall(r"\| `mystpy (\w+) [^`]*--format (latex|tikz)` \|", page)
    assert {name for name, _ in called} == {words[0] for words in [*MATHS, *TEXTS]}
    for name, form in called:
        assert form in run(name, "--help").stdout
