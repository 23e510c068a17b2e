"""The table of notations: an example is read, or its hint is the formula to write."""

from __future__ import annotations

import re

import pytest

from mystpy.errors import ParseError
from mystpy.game.game import Game
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.notations.rows import NotationRow, notation_rows
from mystpy.language.read import parse_formula
from mystpy.language.vocabulary import ModelWords

MYST = Game.myst(1, 2, 3, 2)
WORDS = ModelWords.of(["ann", "bob"], ["p", "q", "muddy(1)", "muddy(2)"])
ROWS = notation_rows()


def parsed(row: NotationRow, text: str) -> Formula:
    return parse_in_model(text, WORDS) if row.model else parse_formula(text, MYST)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.theirs)
def test_the_example_of_a_row_is_read_or_named_as_the_row_says(
    row: NotationRow,
) -> None:
    meant = [parsed(row, text) for text in row.becomes]
    assert len(set(map(str, meant))) == len(row.becomes)
    if row.read:
        assert [parsed(row, row.example)] == meant
        return
    with pytest.raises(ParseError) as refused:
        parsed(row, row.example)
    hint = refused.value.hint or ""
    assert hint.startswith("write ")
    assert offered(hint) == list(row.becomes)


def offered(hint: str) -> list[str]:
    """Return the texts that a hint says to write."""
    found = re.split(r", or (?=.* if )| if .*?(?=, or |$)", hint[len("write ") :])
    return [text for text in found if text]


MORE = [
    ("K(h(2,s1))", ["K(1, h(2,s1))"]),
    ("K(1 h(2,s1))", ["K(1, h(2,s1))"]),
    ("K(1: h(2,s1))", ["K(1, h(2,s1))"]),
    ("K[1] h(2,s1)", ["K(1, h(2,s1))"]),
    ("knows(1, h(2,s1))", ["K(1, h(2,s1))"]),
    ("Knows 1 h(2,s1)", ["K(1, h(2,s1))"]),
    ("player 1 knows h(2,s1)", ["K(1, h(2,s1))"]),
    ("1 knows whether h(2,s1)", ["Kw(1, h(2,s1))"]),
    ("~K_1 (h(2,s1) & In(1))", ["~K(1, h(2,s1) & In(1))"]),
    ("C([1,2]) h(2,s1)", ["C([1,2], h(2,s1))"]),
    ("C(1,2) h(2,s1)", ["C([1,2], h(2,s1))"]),
    ("C(1,2,h(2,s1))", ["C([1,2], h(2,s1))"]),
    ("CK(h(2,s1))", ["C(players, h(2,s1))"]),
    ("GCK([1,2], h(2,s1))", ["C([1,2], h(2,s1))"]),
    ("[1]<2>h(2,s1)", ["K(1, M(2, h(2,s1)))"]),
    ("[]K_1 In(1)", ["K(1, K(1, In(1)))", "on all ways always (K(1, In(1)))"]),
    (
        "∀x. ∃i. h(i,x)",
        [
            "forall x in cards: exists i in players: h(i,x)",
            "forall x in cards: exists i in holders: h(i,x)",
        ],
    ),
    (
        "forall i. h(i,s1)",
        ["forall i in players: h(i,s1)", "forall i in holders: h(i,s1)"],
    ),
    (
        "forall x y in cards: h(1,x) | h(1,y)",
        ["forall x in cards, y in cards: h(1,x) | h(1,y)"],
    ),
    ("forall x : card. h(2,x)", ["forall x in cards: h(2,x)"]),
    ("all i in players: In(i)", ["forall i in players: In(i)"]),
    ("some x in cards: h(2,x)", ["exists x in cards: h(2,x)"]),
    ("exists! x. h(2,x)", ["exactly 1 of x in cards: h(2,x)"]),
    ("at most 2 of x in cards: h(2,x)", ["#(x in cards: h(2,x)) <= 2"]),
    ("AG (h(2,s1) -> K_1 h(2,s1))", ["on all ways always (h(2,s1) -> K(1, h(2,s1)))"]),
    ("[no(2)](h(2,s1) & In(1))", ["after no(2): (h(2,s1) & In(1))"]),
    ("In(1) & [no(2)]h(2,s1)", ["In(1) & (after no(2): h(2,s1))"]),
    ("h 2 s1", ["h(2,s1)"]),
    ("h(2,1)", ["h(2,s1)"]),
    ("H(2,s1)", ["h(2,s1)"]),
    ("In(1) & h2s1", ["In(1) & h(2,s1)"]),
    ("AND(K_1 h2s1, In(1))", ["(K(1, h(2,s1))) & (In(1))"]),
    ("if K_1 h(2,s1) then In(1)", ["(K(1, h(2,s1))) -> (In(1))"]),
    ("h(1,s1) & h(2,s1) xor h(3,s1)", None),
    ("TRUE", ["true"]),
]
"""Further notations, with the texts that the hint names; None for no such hint."""


@pytest.mark.parametrize(("text", "ours"), MORE)
def test_what_people_write_is_refused_with_what_to_write(
    text: str, ours: list[str] | None
) -> None:
    with pytest.raises(ParseError) as refused:
        parse_formula(text, MYST)
    hint = refused.value.hint
    assert (hint or "").startswith("write ") == (ours is not None)
    if ours is not None:
        assert offered(str(hint)) == ours
        assert len({str(parse_formula(each, MYST)) for each in ours}) == len(ours)


def test_only_meanings_that_can_be_read_are_offered() -> None:
    with pytest.raises(ParseError) as refused:
        parse_in_model("[]p", WORDS)
    assert refused.value.hint == "write K(ann, p)"


def test_a_place_for_several_meanings_says_when_each_is_meant() -> None:
    with pytest.raises(ParseError) as refused:
        parse_formula("[]h(2,s1)", MYST)
    assert refused.value.hint == (
        "write K(1, h(2,s1)) if player 1 knows it, or on all ways always h(2,s1) if it"
        " holds from now on"
    )
