"""Formulas in the notations of other programs: read, or refused with what to write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from mystpy.cli import cli
from mystpy.errors import MystError, ParseError
from mystpy.game.game import Game
from mystpy.language.atoms import Atom
from mystpy.language.decidable import parse_conjecture, parse_in_model
from mystpy.language.nodes import And, Not
from mystpy.language.read import parse_formula
from mystpy.language.vocabulary import ModelWords

MYST = Game.myst(1, 2, 3, 2)
CLUE = Game.clue(players=["ann", "bob", "cid"])
WORDS = ModelWords.of(["ann", "bob"], ["p", "q", "muddy(1)", "muddy(2)"])


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (r"h(0,s1) /\ h(0,s2)", "h(0,s1) & h(0,s2)"),
        (r"h(0,s1) \/ h(0,s2)", "h(0,s1) | h(0,s2)"),
        ("h(0,s1) && h(0,s2) || In(1)", "h(0,s1) & h(0,s2) | In(1)"),
        ("not h(0,s1) and In(1) or In(2)", "~h(0,s1) & In(1) | In(2)"),
        ("NOT In(1) AND In(1) OR In(2)", "~In(1) & In(1) | In(2)"),
        ("In(1) implies In(2) iff In(3)", "In(1) -> In(2) <-> In(3)"),
        ("In(1) => In(2) <=> In(3)", "In(1) -> In(2) <-> In(3)"),
        ("In(1) ==> In(2) <==> In(3)", "In(1) -> In(2) <-> In(3)"),
        ("In(1) ⇒ In(2) ⇔ In(3)", "In(1) -> In(2) <-> In(3)"),
        ("!h(0,s1) & !(In(1))", "~h(0,s1) & ~In(1)"),
        (r"$\neg h(0,s1) \land In(1)$", "~h(0,s1) & In(1)"),
        (r"\(\lnot In(1) \lor In(2) \to \top\)", "~In(1) | In(2) -> true"),
        (r"$$\forall x \in cards \colon h(0,x)$$", "forall x in cards: h(0,x)"),
        (r"\left( In(1) \leftrightarrow \bot \right)", "In(1) <-> false"),
        ("[!h(0,s1)] K(1,h(0,s1))", "[h(0,s1)!]K(1,h(0,s1))"),
        ("<!h(0,s1)> K(1,h(0,s1))", "<h(0,s1)!>K(1,h(0,s1))"),
        ("[!h(0,s1)!] In(1)", "[~h(0,s1)!]In(1)"),
        ("[h(0,s1)!] !In(1)", "[h(0,s1)!]~In(1)"),
        ("[![!In(1)] In(2)] In(3)", "[[In(1)!]In(2)!]In(3)"),
    ],
)
def test_other_signs_are_read_as_ours(text: str, ours: str) -> None:
    assert parse_formula(text, MYST) == parse_formula(ours, MYST)
    assert parse_conjecture(text) == parse_conjecture(ours)


def test_a_name_of_the_model_wins_over_a_word_for_a_connective() -> None:
    words = ModelWords.of(["a"], ["and", "or", "not", "p"])
    both = parse_in_model("and and not or p", words)
    assert str(both) == "and & not | p"
    assert parse_in_model("not", words) == Atom("not")
    assert parse_in_model("not & ~not", words) == And((Atom("not"), Not(Atom("not"))))
    plain = ModelWords.of(["a"], ["p"])
    assert parse_in_model("not p", plain) == Not(Atom("p"))


@pytest.mark.parametrize("name", ["and", "or", "not"])
def test_no_card_and_no_player_is_called_like_a_connective(name: str) -> None:
    with pytest.raises(MystError):
        Game.clue(players=["ann", name, "cid"])


HINTS = [
    ("K_1 h(2,s1)", "K(1, h(2,s1))"),
    ("K{1} h(2,s1)", "K(1, h(2,s1))"),
    ("K_{1} h(2,s1)", "K(1, h(2,s1))"),
    ("K1 h(2,s1)", "K(1, h(2,s1))"),
    ("K 1 h(2,s1)", "K(1, h(2,s1))"),
    ("K(1) h(2,s1)", "K(1, h(2,s1))"),
    ("K_1(h(2,s1) & In(1))", "K(1, h(2,s1) & In(1))"),
    ("~K_1 K_2 h(2,s1) & In(1)", "~K(1, K(2, h(2,s1))) & In(1)"),
    ("In(1) -> K_1 not h(2,s1)", "In(1) -> K(1, ~h(2,s1))"),
    ("Kw_1 h(2,s1)", "Kw(1, h(2,s1))"),
    ("[1]h(2,s1)", "K(1, h(2,s1))"),
    ("<1>h(2,s1)", "M(1, h(2,s1))"),
    ("□_1 h(2,s1)", "K(1, h(2,s1))"),
    ("◇_{2}h(2,s1)", "M(2, h(2,s1))"),
    (r"$\Box_1 h(2,s1)$", "K(1, h(2,s1))"),
    ("forall x. h(2,x)", "forall x in cards: h(2,x)"),
    ("forall x (h(2,x))", "forall x in cards: h(2,x)"),
    ("forall i: In(i)", "forall i in players: In(i)"),
    ("forall x (h(2,x)) & In(1)", "(forall x in cards: h(2,x)) & In(1)"),
    ("forall i. K_i In(i)", "forall i in players: K(i, In(i))"),
    ("forall x in cards. h(2,x)", "forall x in cards: h(2,x)"),
    ("C(h(2,s1))", "C(players, h(2,s1))"),
    ("E{1,2} h(2,s1)", "E([1,2], h(2,s1))"),
    ("C_{1,2} K_1 h(2,s1)", "C([1,2], K(1, h(2,s1)))"),
    ("h2s1", "h(2,s1)"),
    ("s1_2", "h(2,s1)"),
    ("h_{2,s1}", "h(2,s1)"),
    ("h_2_s1", "h(2,s1)"),
    ("holds(2,s1)", "h(2,s1)"),
]


@pytest.mark.parametrize(("text", "ours"), HINTS)
def test_what_is_not_read_is_refused_with_what_to_write(text: str, ours: str) -> None:
    for game in (MYST, None):
        with pytest.raises(ParseError) as refused:
            parse_formula(text, game)
        assert refused.value.hint == f"write {ours}"
    assert str(parse_formula(ours, MYST))


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("K_ann h(bob,plum)", "K(ann, h(bob,plum))"),
        ("[ann]h(bob,plum)", "K(ann, h(bob,plum))"),
        ("h_ann_plum", "h(ann,plum)"),
        ("plum_ann", "h(ann,plum)"),
    ],
)
def test_named_players_stand_in_the_hint(text: str, ours: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_formula(text, CLUE)
    assert refused.value.hint == f"write {ours}"
    assert str(parse_formula(ours, CLUE))


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("K_ann p", "K(ann, p)"),
        ("K_ann (p & q)", "K(ann, p & q)"),
        ("[ann]p", "K(ann, p)"),
        ("[]p", "K(ann, p)"),
        ("C(p)", "C(players, p)"),
        ("E{ann,bob} p", "E([ann,bob], p)"),
        ("forall i. K_i p", "forall i in agents: K(i, p)"),
        ("muddy1 & ~muddy_2", "muddy(1) & ~muddy(2)"),
    ],
)
def test_names_of_the_model_stand_in_the_hint(text: str, ours: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_in_model(text, WORDS)
    assert refused.value.hint == f"write {ours}"
    assert str(parse_in_model(ours, WORDS))


def test_the_notation_is_told_though_the_rest_cannot_be_read() -> None:
    with pytest.raises(ParseError) as refused:
        parse_formula("K_1 p")
    assert refused.value.hint == "write K(1, p)"


def test_a_mistake_elsewhere_keeps_its_own_hint() -> None:
    with pytest.raises(ParseError) as refused:
        parse_formula("K_1 h(2,s1) & K(1, turn(1))", MYST)
    assert refused.value.hint is not None
    with pytest.raises(ParseError) as refused:
        parse_formula("K(1, turn(1)) & K_1 h(2,s1)", MYST)
    assert refused.value.hint == "did you mean Turn?"


def test_the_command_line_gives_the_hint_of_the_reader() -> None:
    game = '{"rules":"myst","m":1,"n":2,"p":3,"q":2}'
    words = ["ask", "--game", game, "--format", "json", "K_1 h(2,s1)"]
    found = CliRunner().invoke(cli, words)
    assert found.exit_code == 2
    assert json.loads(found.stdout)["hint"] == "write K(1, h(2,s1))"


PIECES = st.lists(
    st.sampled_from(
        (
            *("K_1", "K", "{", "}", "(", ")", "[", "]", "<", ">", "1", "2", "_", "C"),
            *("E", "forall", "x", ".", ":", "in", "cards", "h(2,s1)", "h2s1", "s1_2"),
            *("holds(2,s1)", "h_", ",", "~", "not", "and", "&", "!", "$", "□", r"\Box"),
            *("muddy_1", "p", "ann", "_1", "=", "#", "before", r"\land", "\\", "/\\"),
        )
    ),
    max_size=14,
)


@given(PIECES, st.booleans())
def test_every_row_of_words_is_read_or_refused(pieces: list[str], near: bool) -> None:
    text = ("" if near else " ").join(pieces)
    readers: tuple[Callable[[], object], ...] = (
        lambda: parse_formula(text, MYST),
        lambda: parse_in_model(text, WORDS),
        lambda: parse_conjecture(text),
    )
    for read in readers:
        try:
            read()
        except MystError as error:
            hint = re.fullmatch("write (.*)", error.hint or "", re.DOTALL)
            assert "\0" not in (hint[1] if hint else "")
