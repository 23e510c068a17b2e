"""Forms of only one language: counts, Kw, E^k, D, [F!], sets, names, actions."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import ParseError
from mystpy.game.game import Game
from mystpy.language import nodes as fm
from mystpy.language.atoms import (
    ActionTerm,
    Equality,
    H,
    Membership,
    PossAtom,
    Question,
    StillIn,
    Term,
    Truth,
    Var,
)
from mystpy.language.expand import expand, expanded_size
from mystpy.language.junctions import at_least
from mystpy.language.nodes import Formula
from mystpy.language.numbers import Binder
from mystpy.language.read import read
from mystpy.language.show import latex
from mystpy.language.subformulas import is_positive, size, walk
from mystpy.language.vocabulary import ConjectureWords, GameWords

MYST = Game.myst(1, 1, 3, 2)
CLUE = Game.clue(players=["ann", "bob", "cleo"])
P, Q, R = (H(0, x) for x in MYST.cards[:3])


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("Kw(2,h(0,s1))", fm.KnowsWhether(2, P)),
        ("E^2([1,2],h(0,s1))", fm.Iterated((1, 2), P, 2)),
        ("D([1,2],h(0,s1))", fm.Distributed((1, 2), P)),
        ("C(players,h(0,s1))", fm.Common("players", P)),
        ("[h(0,s1)!]h(0,s2) & h(0,s3)", fm.And((fm.Announcing(P, Q), R))),
        ("at least 2 of x in cards: h(1,x)",
         fm.CountOver(False, 2, "x", "cards", H(1, Var("x")))),
        ("exactly m of x in cards: h(0,x)",
         fm.CountOver(True, "m", "x", "cards", H(0, Var("x")))),
        ("exactly 1 of (h(0,s1),h(0,s2))", fm.CountOf(True, 1, (P, Q))),
        ("forall Q in questions: forall x in Q: Question(Q) -> x = s1",
         fm.ForAll("Q", "questions", fm.ForAll("x", Var("Q"), fm.Implies(
             Question(Var("Q")), Equality(Var("x"), "s1")), sort="card"))),
        ("exists G in groups: 1 in G & C(G,h(0,s1))",
         fm.Exists("G", "groups", fm.And((
             Membership(1, Var("G")), fm.Common(Var("G"), P))))),
        ("~(s1 in {s1,s2})", fm.Not(Membership("s1", frozenset({"s1", "s2"})))),
        ("1 != 2", fm.Not(Equality(1, 2))),
        ("possible(shows(2,1,s1))", PossAtom(ActionTerm("shows", (2, 1, "s1")))),
        ("after asks(1,{s1,s2}): next h(0,s1)", fm.After(
            ActionTerm("asks", (1, frozenset({"s1", "s2"}))), fm.Next(P))),
    ],
)  # fmt: skip
def test_new_forms_are_read_and_printed(text: str, formula: Formula) -> None:
    for words in (GameWords(MYST), ConjectureWords.of([MYST])):
        assert read(text, words) == formula
    assert str(formula) == text


def test_several_variables_are_nested_quantifiers() -> None:
    words = GameWords(MYST)
    several = read("forall i in players, x in cards: h(i,x)", words)
    assert several == read("forall i in players: forall x in cards: h(i,x)", words)
    dependent = read("exists Q in guesses, x in Q: h(0,x)", words)
    assert isinstance(dependent, fm.Exists)
    assert str(dependent) == "exists Q in guesses: exists x in Q: h(0,x)"


def test_players_may_be_named_anywhere() -> None:
    for words in (GameWords(CLUE), ConjectureWords.of([CLUE])):
        named = read(
            "forall i in [ann,3]: i != bob & bob in [ann,bob] -> "
            "after shows(ann,bob,plum): E([cleo,ann],In(bob))",
            words,
        )
        numbers = read(
            "forall i in [1,3]: i != 2 & 2 in [1,2] -> "
            "after shows(1,2,plum): E([1,3],In(2))",
            words,
        )
        assert named == numbers
    with pytest.raises(ParseError, match="variable dora is free"):
        read("In(dora)", ConjectureWords.of([CLUE]))


def test_a_name_of_two_players_names_none() -> None:
    other = Game.clue(players=["bob", "ann", "cleo"])
    words = ConjectureWords.of([CLUE, other])
    assert read("In(cleo)", words) == StillIn(3)
    with pytest.raises(ParseError, match="variable ann is free"):
        read("In(ann)", words)


def said(text: str) -> str:
    return str(expand(read(text, GameWords(MYST)), MYST))


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("Kw(1,h(0,s1))", "K(1,h(0,s1)) | K(1,~h(0,s1))"),
        ("E^2([1,2],h(0,s1))", "E([1,2],E([1,2],h(0,s1)))"),
        ("C(players,h(0,s1))", "C([1,2,3],h(0,s1))"),
        ("forall i in [1,2]: i = 1 -> In(i)",
         "(true -> In(1)) & (false -> In(2))"),
        ("exists Q in questions: Question(Q) & s1 in Q & s2 in Q",
         " | ".join(f"Question({{{x},{y}}}) & {str(x == 's1').lower()} & "
                    f"{str('s2' in (x, y)).lower()}"
                    for x, y in combinations(MYST.cards, 2))),
        ("exists G in groups: D(G,h(0,s1))",
         " | ".join(f"K({i},h(0,s1))" for i in (1, 2, 3)) + " | " +
         " | ".join(f"D([{','.join(map(str, g))}],h(0,s1))" for g in
                    [(1, 2), (1, 3), (2, 3), (1, 2, 3)])),
        ("forall Q in [s1]: h(0,Q)", "h(0,s1)"),
        ("exactly 0 of (h(0,s1))", "true & ~h(0,s1)"),
        ("at least 1 of x in [s1,s2]: h(0,x)", "h(0,s1) | h(0,s2)"),
        ("at least 3 of x in [s1,s2]: h(0,x)", "false"),
        ("[Kw(1,h(0,s1))!]In(1)", "[K(1,h(0,s1)) | K(1,~h(0,s1))!]In(1)"),
        ("forall i in [1]: after no(i): possible(yes(i))",
         "after no(1): possible(yes(1))"),
    ],
)  # fmt: skip
def test_what_abbreviates_is_expanded(text: str, expanded: str) -> None:
    assert said(text) == expanded


@given(st.integers(0, 7), st.integers(-1, 8), st.data())
def test_counts_count(length: int, number: int, data: st.DataObject) -> None:
    parts = [H(0, f"s{k}") for k in range(length)]
    true = data.draw(st.sets(st.sampled_from(parts))) if parts else set()
    assert holds(at_least(number, parts), true) is (len(true) >= number)


def holds(f: Formula, true: set[H]) -> bool:
    match f:
        case fm.And(parts):
            return all(holds(part, true) for part in parts)
        case fm.Or(parts):
            return any(holds(part, true) for part in parts)
        case H():
            return f in true
    return isinstance(f, Truth)


def test_counts_stay_small_and_positive() -> None:
    formula = read("at least 9 of x in cards: K(1,h(0,x))", GameWords(Game.clue(3)))
    assert is_positive(formula)
    expanded = expand(formula, Game.clue(3))
    assert size(expanded) <= expanded_size(formula, Game.clue(3)) < 50_000
    exact = read("exactly 9 of x in cards: K(1,h(0,x))", GameWords(Game.clue(3)))
    assert not is_positive(exact)


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("at leest 2 of x in cards: true", 4, "expected least", "least"),
        ("at least x of cards: true", 10, "expected a number", ""),
        ("exactly 2 x in cards: true", 11, "expected of", ""),
        ("E^0(players,true)", 3, "0 times", ""),
        ("after waits(1): true", 7, "waits is no action", "the actions are"),
        ("after no(1) true", 13, "expected :", ""),
        ("possible no(1)", 10, "expected (", ""),
        ("1 = s1", 3, "a player is never a card", ""),
        ("forall G in groups: G in G", 23, "a card or a player is in a set", ""),
        ("forall G in groups: h(1,G)", 25, "ranges over groups of players", ""),
        ("forall i in nowhere: true", 13, "no set to range over", "the sets are"),
        ("E(s1,true)", 3, "expected [, { or players", ""),
        ("[h(0,s1)]h(0,s2)", 9, "or !", ""),
        ("D([1] true)", 7, "expected ,", ""),
    ],
)
def test_an_error_names_place_and_remedy(
    text: str, column: int, message: str, hint: str
) -> None:
    with pytest.raises(ParseError) as raised:
        read(text, GameWords(MYST))
    assert raised.value.column == column
    assert message in str(raised.value)
    assert hint in (raised.value.hint or "")


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("K(i, h(0,s1))", "the variable i is free", 2),
        ("h(1,x)", "the variable x is free", 4),
        ("K(s1, true)", "a player is expected here, not the card s1", 2),
        ("forall x in cards: K(x, true)", "but x ranges over cards", 21),
        ("forall k in holders: In(k)", "but k ranges over holders", 24),
        ("forall Q in questions: h(1,Q)", "but Q ranges over sets of cards", 27),
        ("forall i in players, x in cards: i = x", "a player is never a card", 35),
        ("h(0,s1) &", "the text ends too early", 9),
        ("In(1) $ In(2)", "unexpected '$'", 6),
        ("Trun(1)", "unexpected 'Trun'", 0),
        ("C([], true)", "a group of players must not be empty", 2),
        ("true true", "expected & | -> <-> or the end", 5),
    ],
)
def test_a_wrong_conjecture_is_refused_where_it_is_wrong(
    text: str, message: str, position: int
) -> None:
    with pytest.raises(ParseError) as raised:
        read(text, ConjectureWords())
    assert message in str(raised.value)
    assert raised.value.position == position


def test_the_notation_of_the_thesis_has_words_for_the_rest() -> None:
    text = "forall Q in questions: Kw(1,s1 in Q) & at least 2 of x in Q: x != s1"
    assert latex(read(text, GameWords(MYST))) == (
        r"\forall Q \in \mathit{questions} \colon \text{Kw}(1, s_1 \in Q) \wedge "
        r"\text{at least 2 of }x \in Q \colon x \neq s_1"
    )


TERMS: dict[str, st.SearchStrategy[Term]] = {
    "player": st.integers(1, 3),
    "card": st.sampled_from(MYST.cards),
    "set": st.sets(st.sampled_from(MYST.cards)).map(frozenset),
    "group": st.sets(st.integers(1, 3), min_size=1).map(lambda g: tuple(sorted(g))),
}
LEAVES = st.one_of(
    *(st.builds(Equality, terms, terms) for terms in TERMS.values()),
    st.builds(Membership, TERMS["card"], TERMS["set"]),
    st.builds(Membership, TERMS["player"], TERMS["group"] | st.just("players")),
    st.builds(lambda i, x: H(i, x), TERMS["player"], TERMS["card"]),
    st.builds(lambda i: PossAtom(ActionTerm("no", (i,))), TERMS["player"]),
)


def above(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    group = TERMS["group"] | st.just("players")
    parts = st.lists(below, min_size=2, max_size=3).map(tuple)
    several = st.lists(below, min_size=1, max_size=3).map(tuple)
    act = st.builds(
        lambda i, x: ActionTerm("asks", (i, x)), TERMS["player"], TERMS["set"]
    )
    count = (st.booleans(), st.integers(0, 3))
    return st.one_of(
        st.builds(fm.Not, below),
        *(st.builds(kind, parts) for kind in (fm.And, fm.Or)),
        *(
            st.builds(kind, below, below)
            for kind in (fm.Implies, fm.Iff, fm.Announcing)
        ),
        *(
            st.builds(kind, TERMS["player"], below)
            for kind in (fm.Knows, fm.KnowsWhether)
        ),
        *(st.builds(k, group, below) for k in (fm.Everyone, fm.Common, fm.Distributed)),
        st.builds(fm.Iterated, group, below, st.integers(1, 3)),
        st.builds(fm.After, act, below),
        st.builds(fm.Next, below),
        st.builds(fm.CountOf, *count, several),
        st.builds(fm.CountOver, *count, st.just("x"), st.just("cards"), below),
        st.builds(fm.ForAll, st.just("y"), st.sampled_from(["sets", "groups"]), below),
        st.builds(fm.Exists, st.just("z"), st.just((1, 3)), below),
    )


FORMULAS = st.recursive(LEAVES, above, max_leaves=12)


@given(FORMULAS)
def test_whatever_is_printed_is_read_back(formula: Formula) -> None:
    for words in (None, GameWords(MYST), ConjectureWords.of([MYST])):
        assert read(str(formula), words) == formula


@given(st.lists(FORMULAS, min_size=2, max_size=2))
def test_different_formulas_print_differently(pair: list[Formula]) -> None:
    first, second = pair
    assert (str(first) == str(second)) is (first == second)


@given(st.recursive(LEAVES, above, max_leaves=6))
def test_expansion_leaves_only_what_engines_know(formula: Formula) -> None:
    expanded = expand(formula, MYST)
    assert size(expanded) <= expanded_size(formula, MYST)
    short = Binder | fm.CountOf | fm.KnowsWhether | fm.Iterated | Equality | Membership
    assert not any(isinstance(node, short) for node in walk(expanded))
    assert expand(expanded, MYST) == expanded


@given(st.text(alphabet="Kw(1,h0s)[]{}!=~&|->: xinQforalcdtDgtpbe^", max_size=40))
def test_any_text_is_a_formula_or_a_parse_error(text: str) -> None:
    for words in (GameWords(MYST), ConjectureWords()):
        position = 0
        try:
            formula = read(text, words)
        except ParseError as error:
            position = error.position
        else:
            assert read(str(formula), words) == formula
        assert 0 <= position <= len(text)


def test_every_pair_of_connectives_is_read_as_it_prints() -> None:
    kinds = (fm.And, fm.Or, fm.Implies, fm.Iff)

    def made(kind: Any, left: Formula, right: Formula) -> Any:
        if kind in (fm.And, fm.Or):
            return kind((left, right))
        return kind(left, right)

    for one, other in product(kinds, kinds):
        left = made(one, made(other, P, Q), R)
        right = made(one, P, made(other, Q, R))
        assert read(str(left)) == left
        assert read(str(right)) == right
