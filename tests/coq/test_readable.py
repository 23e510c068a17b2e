"""The files of Coq can be read: lines, glossaries, names, and pages."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from mystpy.coq.formulas import coq_files, labels_of_the_thesis
from mystpy.coq.record import theorems
from tests.programs import needs, ran
from tools.docs_pages import to_coqdoc

ROOT = Path(__file__).parents[2]
WIDTH = 80
TEXTS = {path.stem: path.read_text("utf-8") for path in coq_files()}
DEFINED = re.compile(
    r"^ *(?:Definition|Fixpoint|Inductive|Record|Variant|Ltac) (\w+)", re.M
)
ONE_LETTER = {
    "Knowledge": {"K", "E", "C"},
    "Recurrence": {"P", "q"},
    "HonestGame": {"P"},
    "Draws": {"h", "c", "a", "b", "s", "L", "G"},
}
"""The thesis's names, and those of the proof that the limit is above one half."""


def code(text: str) -> str:
    """A text without its comments."""
    return re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)


def head(text: str) -> str:
    """The comment at the head of a file."""
    return text.partition("(*")[2].partition("*)")[0]


def tool(name: str) -> Any:
    """A module of tools/."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(ROOT / "tools"))


@pytest.mark.parametrize("stem", TEXTS)
def test_a_line_has_at_most_80_columns(stem: str) -> None:
    lines = enumerate(TEXTS[stem].splitlines(), 1)
    assert [number for number, line in lines if len(line) > WIDTH] == []


@pytest.mark.parametrize("stem", sorted(TEXTS.keys() - {"Statements"}))
def test_what_a_file_defines_is_in_its_glossary(stem: str) -> None:
    said = head(TEXTS[stem])
    defined = {
        re.sub(r"^certificate_\d.*", "certificate_m_n_2_q", name)
        for name in DEFINED.findall(code(TEXTS[stem]))
    }
    assert not defined or "\n   Glossary\n" in said
    words = set(re.findall(r"[\w']+", said))
    assert sorted(defined - words) == []


@pytest.mark.parametrize("stem", TEXTS)
def test_names_of_one_letter_are_those_of_the_thesis(stem: str) -> None:
    single = {name for name in DEFINED.findall(code(TEXTS[stem])) if len(name) == 1}
    assert single == ONE_LETTER.get(stem, set())


def test_a_label_is_used_by_no_proof() -> None:
    labels = {f"ax_{label.replace('.', '_')}" for label in labels_of_the_thesis()}
    found = [
        line
        for text in TEXTS.values()
        for line in code(text).splitlines()
        if labels & set(re.findall(r"\w+", line)) and not line.startswith("Notation")
    ]
    assert found == []


def test_the_page_leads_to_each_theorem() -> None:
    page, links = tool("proof_page"), tool("proof_links")
    names = {name for row in theorems() for name in row.names}
    rows = "".join(map(links.link, sorted(names)))
    assert page.link is links.link
    found = re.findall(
        r'\[`([\w.]+)`\]\(\.\./\.\./(proofs/\w+\.v)#L(\d+) "(\w+)"\)', rows
    )
    assert {name for name, *_ in found} == names
    for _, path, line, word in found:
        stated = (ROOT / path).read_text("utf-8").splitlines()[int(line) - 1]
        assert re.search(rf"\b(Lemma|Theorem) {word}\b", stated)
    assert links.place("Fluents.ax_2_16")[:2] == ("Fluents", "poss_no")
    with pytest.raises(SystemExit):
        links.place("Fluents.ax_9_99")


def test_the_book_leads_to_the_pages_of_coqdoc() -> None:
    link = tool("proof_links").link("Fluents.ax_2_16")
    assert to_coqdoc(f"| (2.16) | {link}, other |") == (
        '| (2.16) | <a href="../proofs/Myst.Fluents.html#poss_no">'
        "<code>Fluents.ax_2_16</code></a>, other |"
    )


@pytest.mark.slow
@needs("coqdoc")
def test_coqdoc_has_a_page_with_each_name(tmp_path: Path) -> None:
    path = coq_files()[0]
    (tmp_path / path.name).write_bytes(path.read_bytes())
    assert ran(("coqc", "-R", ".", "Myst", path.name), cwd=tmp_path).returncode == 0
    tool("proof_pages").write_pages(tmp_path, tmp_path / "pages", [path.name])
    page = (tmp_path / "pages" / f"Myst.{path.stem}.html").read_text("utf-8")
    for name in ("incp_mod", "valid_sizes", "ax_2_7"):
        assert f'id="{name}"' in page
    assert "Glossary" in page
