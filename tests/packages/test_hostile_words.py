"""Words of a package that terminals or pictures would obey are written out."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.packages.axiom_checks.sentence_checks import printable
from tests.packages.three_cards import hostile

GIVEN = ("--given", "holds(cid,white) & holds(bob,red)")
DONE = ("--do", "looks(ann,bob,red)")


@pytest.fixture(scope="module")
def theory(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(hostile(tmp_path_factory.mktemp("hostile")))


def shown(*words: str, stdin: str | None = None) -> str:
    done = CliRunner().invoke(cli, words, input=stdin)
    assert "Traceback" not in done.output
    assert done.exit_code != 70
    return done.output


@pytest.mark.parametrize(
    "words",
    [
        ("show", *DONE),
        ("legal", "--do", "looks(ann,ann,red)"),
        ("why", *DONE, *GIVEN, "K(cid,holds(cid,white))"),
        ("theory", "show"),
        ("theorem", "--say", "~holds(ann,red)"),
        ("exercise", "--seed", "4"),
        ("serve", "--text"),
        ("axiom",),
        ("axiom", "T2"),
    ],
    ids=" ".join,
)
def test_no_sign_reaches_the_terminal(words: tuple[str, ...], theory: str) -> None:
    where = (theory,) if words[0] == "theory" else ("--theory", theory)
    printed = shown(*words, *where)
    assert printed
    assert printed.replace("\n", "").isprintable()


@pytest.mark.parametrize("kind", ["--strip", "--stages"])
def test_pictures_are_well_formed(kind: str, theory: str) -> None:
    drawn = shown("draw", "--theory", theory, *DONE, *GIVEN, kind)
    root = ElementTree.fromstring(drawn)
    texts = "".join("".join(each.itertext()) for each in root.iter())
    assert "<b>ann</b>" in texts.replace(" ", "")
    assert not list(root.iter("{http://www.w3.org/2000/svg}b"))


def test_a_notebook_reads_and_shows_them(tmp_path: Path, theory: str) -> None:
    lines = "b ann b bob u202e x1b 31m ṡees red of bob Łukasz 9\nlooks(ann,bob,_)\n"
    words = ("--theory", theory, "--as", "cid", "--given", "holds(cid,white)")
    path = tmp_path / "notes"
    printed = shown("notebook", str(path), *words, stdin=f"{lines}history\nhelp\n")
    assert printed.replace("\n", "").isprintable()
    assert "1  looks(ann,bob,_)" in printed
    assert path.read_text("utf-8").replace("\n", "").isprintable()


def test_what_is_typed_is_written_out_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    words = ("--theory", "muddy-children", "--as", "1", "--given", "muddy(2)&muddy(3)")
    shown("notebook", str(path), *words, stdin="the \x1b[2Jfather says\nfather\n")
    text = path.read_text("utf-8")
    assert "\x1b" not in text
    assert text.endswith("events\nfather\n")


def test_json_has_the_words_as_they_are_shown(theory: str) -> None:
    words = ("show", "--theory", theory, *DONE, "--format", "json")
    (step,) = json.loads(shown(*words))["steps"]
    assert step["words"].startswith("<b>ann</b> & {bob} \\u202e \\x1b[31mṡees red of")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a\nb ü ℵ {1} <b>", "a\nb ü ℵ {1} <b>"),
        ("\x1b[0m\x07\x9b", "\\x1b[0m\\x07\\x9b"),
        ("\u202e\u2028\ufeff", "\\u202e\\u2028\\ufeff"),
        (None, ""),
    ],
)
def test_signs_are_written_out(text: str | None, printed: str) -> None:
    assert printable(text) == printed
