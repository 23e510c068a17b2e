"""Lines in the words of a package: read tolerantly, refused with what is near."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.errors import MystError, ParseError, QueryError
from mystpy.packages.declarations import read_package
from mystpy.packages.note_lines.note_reader import read_given, read_note
from mystpy.packages.package import Package
from tests.packages.three_cards import write_three_cards


def terms(line: str, package: Package) -> str:
    return " ".join(map(str, read_note(line, package)))


VIENNA = {
    "1 asks 2 for s1, s2 and s3": "asks(1,2,{s1,s2,s3})",
    "1 ASKS 2 for {s3 s2 s1}.": "asks(1,2,{s1,s2,s3})",
    "2 has 1 of them": "has(2,1)",
    "2 has 1": "has(2,1)",
    "the 2 has 1 of them # indeed": "has(2,1)",
    "asks(1,2,{s1,s2,s3}) has(2,0)": "asks(1,2,{s1,s2,s3}) has(2,0)",
    "1 asks 2 for s1 s2 s3; has(2,0)": "asks(1,2,{s1,s2,s3}) has(2,0)",
}
MUDDY = {
    "father": "father",
    "father silence": "father silence",
    "The father says that at least one child is muddy": "father",
    "no child knows": "silence",
    "2 knows whether it is muddy": "knows(2)",
}
CARDS = {
    "ann looks at white of bob": "looks(ann,bob,white)",
    "a looks at w of b": "looks(ann,bob,white)",
    "Ann looks at the white of Bob": "looks(ann,bob,white)",
    "ann looks at something of bob": "looks(ann,bob,_)",
    "ann looks at _ of bob": "looks(ann,bob,_)",
    "ann looks at some card of bob": "looks(ann,bob,_)",
    "ann looks at one of them of bob": "looks(ann,bob,_)",
    "looks(ann,bob,_)": "looks(ann,bob,_)",
}


@pytest.mark.parametrize("line", VIENNA)
def test_lines_of_black_vienna(line: str) -> None:
    assert terms(line, read_package("black-vienna")) == VIENNA[line]


@pytest.mark.parametrize("line", MUDDY)
def test_lines_of_muddy_children(line: str) -> None:
    assert terms(line, read_package("muddy-children")) == MUDDY[line]


@pytest.mark.parametrize("line", CARDS)
def test_lines_of_three_cards(line: str, tmp_path: Path) -> None:
    assert terms(line, read_package(str(write_three_cards(tmp_path)))) == CARDS[line]


@pytest.mark.parametrize(
    ("name", "line", "said", "hint"),
    [
        ("black-vienna", "1 ask 2 for s1 s2 s3", "1:3: the line says no", "asks"),
        ("black-vienna", "1 asks 7 for s1 s2 s3", "1:8: there is no player 7", "2"),
        ("black-vienna", "1 asks 2 for s1 s2", "1:14: a trio is expected", ""),
        ("black-vienna", "1 asks 2 for s1 s2 s33", "1:20: s33 is in no trio", "s3"),
        ("black-vienna", "2 has", "the line ends", "PLAYER has NUMBER"),
        ("black-vienna", "2 has 9", "1:7: there is no number 9", "0, 1, 2, 3"),
        ("black-vienna", "has(2)", "has has 2 arguments, not 1", "has(player,number)"),
        ("black-vienna", "", "the line says no action", "1 asks 2 for {s1,s2,s3}"),
        ("muddy-children", "knows", "knows has 1 arguments", "knows(child)"),
        ("muddy-children", "4 knows", "there is no child 4", "1, 2, 3"),
        ("russian-cards", "anne says: my hand", "1:19: the line says no", "HAND_SET"),
    ],
)  # fmt: skip
def test_a_line_that_says_nothing_is_refused(
    name: str, line: str, said: str, hint: str
) -> None:
    with pytest.raises(MystError) as raised:
        read_note(line, read_package(name))
    assert said in str(raised.value)
    assert hint in (raised.value.hint or "")


def test_a_name_that_is_cut_too_short_is_told(tmp_path: Path) -> None:
    folder = write_three_cards(tmp_path)
    file = folder / "theory.toml"
    text = file.read_text("utf-8").replace('"blue"', '"blue", "black"')
    file.write_text(text, "utf-8")
    with pytest.raises(ParseError, match="b may be blue or black"):
        read_note("ann looks at b of bob", read_package(str(folder)))


NOTES = '\nnotes = ["{1} peeks at {2}: {3}", "{1} peeks at {2}"]'


def test_notes_are_read_besides_the_words(tmp_path: Path) -> None:
    words = f'"{{1}} looks at {{3}} of {{2}}"{NOTES}'
    package = read_package(str(write_three_cards(tmp_path, words)))
    for line, term in {
        "ann peeks at bob: red": "looks(ann,bob,red)",
        "ann peeks at bob": "looks(ann,bob,_)",
        "ann looks at red of bob": "looks(ann,bob,red)",
    }.items():
        assert terms(line, package) == term


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ("3", "notes must be a text or a list of texts"),
        ('["{1} looks"]', "does not say argument 2"),
        ('"{1} looks at {2} {4}"', "name argument 4, which it does not have"),
        ('"..."', "has no words"),
        (str(["{1} {2} x"] * 11), "more than 10 notes"),
    ],
)
def test_notes_that_cannot_be_read_are_refused_with_their_file(
    tmp_path: Path, notes: str, said: str
) -> None:
    words = f'"{{1}} looks at {{3}} of {{2}}"\nnotes = {notes}'
    folder = write_three_cards(tmp_path, words)
    with pytest.raises(QueryError, match=r"theory\.toml.*") as raised:
        read_package(str(folder))
    assert said in str(raised.value)


def test_words_that_clash_are_told_with_both_readings(tmp_path: Path) -> None:
    folder = write_three_cards(tmp_path)
    file = folder / "theory.toml"
    file.write_text(
        file.read_text("utf-8") + '\n[[action]]\nname = "stares"\n'
        'args = ["player", "player", "card"]\nwords = "{1} looks at {3} of {2}"\n',
        "utf-8",
    )
    package = read_package(str(folder))
    with pytest.raises(ParseError) as raised:
        read_note("ann looks at red of bob", package)
    assert "can be read as looks(ann,bob,red) or stares(ann,bob,red)" in str(
        raised.value
    )
    assert terms("stares(ann,bob,red)", package) == "stares(ann,bob,red)"


def test_what_is_given_is_a_formula_or_a_sentence(tmp_path: Path) -> None:
    package = read_package(str(write_three_cards(tmp_path)))
    assert read_given("cid holds white; ~holds(ann,red)", package) == [
        "holds(cid,white)",
        "~holds(ann,red)",
    ]
    with pytest.raises(ParseError, match="there is no card wite") as raised:
        read_given("cid holds wite", package)
    assert raised.value.hint == "did you mean white?"
    with pytest.raises(ParseError, match="the text ends too early"):
        read_given("holds(cid", package)


def test_a_long_line_ends_soon() -> None:
    package = read_package("black-vienna")
    with pytest.raises(ParseError, match="more than 400 words"):
        read_note("s1 " * 1000, package)
    with pytest.raises(MystError):
        read_note("1 asks 2 for " + "{ " * 300, package)


def test_arguments_with_braces_are_not_filled_in_again() -> None:
    package = read_package("myst", {"m": 1, "n": 1, "p": 2, "q": 1})
    action = package.actions["asks"]
    assert action.sentence(("1", "{2}")) == "1 asks for {2}"
    assert action.sentence(("{2}", "s1")) == "{2} asks for s1"
