"""The axiom files and their register: every formula once in each language.

This module tests the files themselves: labels, formulas, readings and headers. That
each block has an effect is tested by test_removal.py.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import clingo
import pytest

from mystpy.axioms import SUFFIXES, axioms_dir
from tests.programs import ran

AXIOMS = axioms_dir()
REGISTER = tomllib.loads((AXIOMS / "register.toml").read_text("utf-8"))["formula"]
LANGUAGES = tuple(SUFFIXES.values())
FILES = sorted(path for end in LANGUAGES for path in AXIOMS.glob(f"*{end}"))
SECTIONS = [path for path in FILES if re.match(r"s\d_\d\d_", path.name)]
OURS_BY_SECTION = {
    "board": "turn_without_question",
    "speed": "last_one_in",
    "generalized": "generalized_clue",
    "left over": "undealt_cards",
    "events": "events_besides_questions",
}
"""The file of each section that the thesis does not have."""

LETTERS = "BLGE"
"""How labels begin that the thesis does not have."""

OURS = [path for path in FILES if path.stem in OURS_BY_SECTION.values()]
OTHERS = [path for path in FILES if path not in SECTIONS + OURS]
DRIVERS = sorted(p for end in LANGUAGES for p in (AXIOMS / "drive").glob(f"*{end}"))
"""Files that hold no axioms: what enumerates, walks and prints."""

RULES = (
    *("myst", "clue", "cards", "board", "speed", "generalized"),
    *("myst_events", "clue_events", "cards_events", "board_events"),
)

DIAGRAMS = [
    f"drive/diagram{of}"
    for of in (
        *("", "_board", "_speed", "_generalized"),
        *("_events", "_board_events"),
    )
]

LABEL = re.compile(r"^% \((?P<label>S?\d[\d.]*[a-z]?|[BLGE]\d+)\) (?P<formula>.+)$")
WIDEST = 79


class Formula(NamedTuple):
    label: str
    stem: str
    text: str
    reading: str


def name_of(path: Path) -> str:
    return path.relative_to(AXIOMS).as_posix()


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def formulas(path: Path) -> Iterator[Formula]:
    """Yield the labelled formulas of a file, each with its reading."""
    lines = lines_of(path)
    for number, line in enumerate(lines):
        if found := LABEL.match(line):
            reading = []
            for below in lines[number + 1 :]:
                if not below.startswith("%"):
                    break
                reading.append(below.lstrip("% ").strip())
            said = " ".join(" ".join(reading).split())
            yield Formula(found["label"], path.stem, found["formula"], said)


def in_language(end: str) -> list[Formula]:
    """Return the formulas of the thesis, and then those of our variants."""
    ours = [AXIOMS / f"{stem}{end}" for stem in OURS_BY_SECTION.values()]
    found = [*(path for path in SECTIONS if path.suffix == end), *ours]
    return [f for path in found for f in formulas(path)]


def without_comments(path: Path) -> str:
    return "\n".join(line.partition("%")[0] for line in lines_of(path))


def place(label: str) -> tuple[list[int], str]:
    """Order labels of one kind: (2.9) before (2.22a), (S2.6.3) before (S2.6.10)."""
    return [int(n) for n in re.findall(r"\d+", label)], label[-1]


@pytest.mark.parametrize("end", LANGUAGES)
def test_every_row_of_the_register_stands_once_in_each_language(end: str) -> None:
    stand = Counter((f.label, f.stem) for f in in_language(end))
    rows = Counter((row["label"], row["file"]) for row in REGISTER)
    assert stand == rows
    assert set(rows.values()) == {1}


@pytest.mark.parametrize("end", LANGUAGES)
def test_the_formulas_stand_in_the_order_of_the_register(end: str) -> None:
    assert [f.label for f in in_language(end)] == [row["label"] for row in REGISTER]


def test_a_formula_is_word_for_word_the_same_in_both_languages() -> None:
    for prolog, asp, row in zip(
        in_language(".pl"), in_language(".lp"), REGISTER, strict=True
    ):
        assert prolog.text == asp.text == row["formula"], row["label"]


def test_a_reading_is_the_same_in_both_languages_and_in_the_register() -> None:
    for prolog, asp, row in zip(
        in_language(".pl"), in_language(".lp"), REGISTER, strict=True
    ):
        note = " ".join(row.get("note", "").split())
        if row["label"] == "2.8":  # what ASP cannot say is added there
            assert asp.reading.startswith(prolog.reading)
        else:
            assert prolog.reading == asp.reading, row["label"]
        assert prolog.reading == note, row["label"]


def test_all_numbers_of_the_thesis_are_there() -> None:
    numbers = {re.sub("[a-z]$", "", row["label"]) for row in REGISTER}
    assert {f"1.{k}" for k in range(1, 5)} <= numbers
    assert {f"2.{k}" for k in range(1, 35)} <= numbers
    assert not [n for n in numbers if n[0] == "1" and n > "1.4"]


def test_the_lines_of_a_display_are_lettered_from_a() -> None:
    letters: dict[str, str] = {}
    for row in REGISTER:
        if row["label"][-1].isalpha():
            stem, letter = row["label"][:-1], row["label"][-1]
            letters[stem] = letters.get(stem, "") + letter
    assert letters
    for stem, found in letters.items():
        assert "abcdefgh".startswith("".join(sorted(found))), stem


def test_a_row_tells_its_section_and_its_kind() -> None:
    for row in REGISTER:
        if row["label"][0] in LETTERS:
            assert row["file"] == OURS_BY_SECTION[row["section"]]
            continue
        chapter, section = row["section"].split(".")
        assert row["file"].startswith(f"s{chapter}_{int(section):02}_"), row["label"]
        if row["label"].startswith("S"):
            assert row["label"].startswith(f"S{row['section']}."), row["label"]
        assert row["kind"] in {"axiom", "definition", "consequence"}


COMMANDS = frozenset(
    """mathit text equiv supset wedge vee neg bigwedge bigvee bigcup models phi psi Psi
    Sigma forall in notin subset subseteq sqsubset sqsubseteq cap emptyset leq geq neq
    bmod cdots ldots infty quad left right xrightarrow""".split()
)
"""The commands of the formulas; all are plain LaTeX with amsmath."""


@pytest.mark.parametrize("row", REGISTER, ids=[row["label"] for row in REGISTER])
def test_a_formula_stands_in_latex(row: dict[str, str]) -> None:
    latex = row["latex"]
    assert latex
    commands = re.findall(r"\\([A-Za-z]+)", latex)
    assert set(commands) <= COMMANDS
    assert commands.count("left") == commands.count("right")
    assert balanced(re.sub(r"\\[{}]", "", latex), "{}")
    assert balanced(latex, "()")
    assert balanced(re.sub(r"\\(left|right)", "", latex), "[]")
    math = re.sub(r"\\(mathit|text)\{[^{}]*\}", "", latex)
    math = re.sub(r"\\[A-Za-z]+", " ", math)
    words = re.findall(r"[A-Za-z]{2,}", math)
    assert set(words) <= {"np"}, "a word in a formula stands in mathit or text"
    assert "==" not in latex
    assert "Init" not in re.sub(r"\\mathit\{Init\}_0", "", latex)


def balanced(text: str, pair: str) -> bool:
    """Check that each bracket is closed after it was opened."""
    depth = 0
    for sign in text:
        depth += (sign == pair[0]) - (sign == pair[1])
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.parametrize("text", ["}{", "{", "\\left[ {a}}"])
def test_what_is_not_balanced_is_noticed(text: str) -> None:
    assert not balanced(text, "{}")


def test_what_a_formula_follows_from_is_another_formula() -> None:
    labels = {row["label"] for row in REGISTER}
    for row in REGISTER:
        assert set(row.get("follows_from", ())) <= labels - {row["label"]}


def test_no_number_of_the_thesis_stands_before_its_turn() -> None:
    numbered = [r["label"] for r in REGISTER if r["label"][0].isdigit()]
    assert numbered == sorted(numbered, key=place)


@pytest.mark.parametrize("path", OURS, ids=name_of)
def test_what_is_ours_says_so_in_its_header(path: Path) -> None:
    assert lines_of(path)[0].startswith("% Ours: ")
    assert labels_between(fields_of(path)["Formulas"]) == [
        f.label for f in formulas(path)
    ]


@pytest.mark.parametrize("path", SECTIONS, ids=name_of)
def test_a_section_opens_with_a_header_that_is_true(path: Path) -> None:
    lines = lines_of(path)
    end = next(number for number, line in enumerate(lines) if not line)
    header = "\n".join(line.removeprefix("%").strip() for line in lines[:end])
    number = re.match(r"Section (\d)\.(\d+)  \S", header)
    assert number, "the first line is the section and its title"
    assert path.name.startswith(f"s{number[1]}_{int(number[2]):02}_")
    assert labels_between(fields_of(path)["Formulas"]) == [
        f.label for f in formulas(path)
    ]


def fields_of(path: Path) -> dict[str, str]:
    """Return what the header of a file lists, the fields in their order."""
    header = path.read_text("utf-8").partition("\n\n")[0].replace("\n%", "\n")
    parts = re.split(r"^ ([A-Z]\w+): +", header, flags=re.M)
    assert parts[1::2] == ["Defines", "Uses", "Formulas"], path.name
    return {
        k: " ".join(v.split()) for k, v in zip(parts[1::2], parts[2::2], strict=True)
    }


@pytest.mark.parametrize("path", [*OTHERS, *DRIVERS], ids=name_of)
def test_a_file_without_formulas_opens_with_a_header_too(path: Path) -> None:
    title, _, *sentence = lines_of(path)[:3]
    assert title.startswith("% Not axioms: ") is (path in DRIVERS)
    assert sentence[0].startswith("% ")
    assert "(" not in fields_of(path)["Formulas"]
    assert not list(formulas(path))


@pytest.mark.parametrize("path", [*OTHERS, *DRIVERS], ids=name_of)
def test_what_a_header_says_is_defined_is_defined_there(path: Path) -> None:
    text = without_comments(path)
    for name in re.findall(r"\b(\w+)/\d", fields_of(path)["Defines"]):
        opening = rf"^(?:#show |1? ?\{{ )?{name}\b"
        assert re.search(opening, text, re.M), f"{name} is not defined in {path.name}"


def test_a_driver_stands_in_few_lines() -> None:
    """No file of drivers grows into a second project."""
    assert len(DRIVERS) >= 14
    for path in DRIVERS:
        assert len(lines_of(path)) <= 180, path.name


def labels_between(text: str) -> list[str]:
    """Spell out what a header says: ``(2.9)-(2.14), (S2.6.1)-(S2.6.5)``."""
    order = [row["label"] for row in REGISTER]
    parts: list[list[str]] = []
    for part in text.split(", "):
        first, _, last = part.replace("(", "").replace(")", "").partition("-")
        one_kind = sorted((x for x in order if kind_of(x) == kind_of(first)), key=place)
        ends = one_kind.index(first), one_kind.index(last or first)
        parts.append(one_kind[ends[0] : ends[1] + 1])
    return sorted((x for part in parts for x in part), key=order.index)


def kind_of(label: str) -> str:
    """Numbers, and the formulas of a section without one, are counted apart."""
    if label[0] in LETTERS:
        return label[0]
    return label.rpartition(".")[0] if label.startswith("S") else "number"


@pytest.mark.parametrize("stem", sorted({path.stem for path in SECTIONS + OURS}))
def test_the_headers_name_what_the_register_says_is_defined(stem: str) -> None:
    said = ""
    for path in SECTIONS + OURS:
        if path.stem == stem:
            header = "\n".join(lines_of(path)).partition("\n\n")[0]
            said += header.partition("Defines:")[2].partition("Uses:")[0]
    for row in REGISTER:
        if row["file"] == stem:
            for predicate in row["predicates"]:
                assert f"{predicate}/" in said, row["label"]


@pytest.mark.parametrize("path", [*FILES, *DRIVERS], ids=name_of)
def test_lines_are_short_but_for_the_formulas(path: Path) -> None:
    wide = [x for x in lines_of(path) if len(x) > WIDEST and not LABEL.match(x)]
    assert not wide


IMPURE = (
    "!", "->", "assert", "asserta", "assertz", "retract", "retractall", "findall",
    "bagof", "setof", "nb_setval", "b_setval", "write", "writeln", "print", "format",
    "read", "nl", "halt", "consult", "is_list",
)  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_of_axioms_neither_acts_nor_prints(path: Path) -> None:
    text = without_comments(path)
    if path.suffix == ".lp":
        assert not re.search(r"#(show|script|external|const|program)\b", text)
        return
    words = set(re.findall(r"[a-z]\w*", text)) | set(re.findall(r"->|!", text))
    assert not words & set(IMPURE)


@pytest.mark.parametrize("path", [*FILES, *DRIVERS], ids=name_of)
def test_no_constant_has_a_default(path: Path) -> None:
    assert "#const" not in without_comments(path)


STRICT = ("--on-warning=status", "--on-error=status")


@pytest.mark.parametrize("rules", [*RULES, *DIAGRAMS])
def test_the_prolog_files_load_without_a_word(rules: str) -> None:
    program = shutil.which("swipl")
    if not program:
        pytest.skip("SWI-Prolog is not installed")
    done = ran(
        [program, *STRICT, "-g", "halt", str(AXIOMS / f"{rules}.pl")],
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


GAMES = {
    "myst": "constant(m,1). constant(n,1). constant(p,2). constant(q,1).",
    "cards": "constant(p,2). constant(q,1). symbol(1,sun). symbol(2,moon)."
    "symbol(3,sky). given_size(0,1). given_size(1,1). given_size(2,1).",
    "clue": "constant(p,2). constant(q,2). symbol(1,ann). symbol(2,bob)."
    "symbol(3,axe). symbol(4,bow). given_size(0,2). given_size(1,1)."
    "given_size(2,1). sort_of(ann,who). sort_of(bob,who). sort_of(axe,how)."
    "sort_of(bow,how).",
}
GAMES["generalized"] = GAMES["myst"]
GAMES["board"] = GAMES["speed"] = GAMES["clue"]
GAMES |= {f"{rules}_events": GAMES[rules] for rules in ("myst", "clue", "cards")}
GAMES["board_events"] = GAMES["clue"]


def note(said: list[str], _: clingo.MessageCode, text: str) -> None:
    said.append(text)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("query", ["", "history(do(no(2),init0))."])
def test_the_asp_files_ground_without_a_word(rules: str, query: str) -> None:
    for game in ("", GAMES[rules]):
        said: list[str] = []
        control = clingo.Control(["0"], logger=partial(note, said))
        control.load(str(AXIOMS / f"{rules}.lp"))
        control.add("base", [], game + query)
        control.ground([("base", [])])
        assert not said
