"""Numbers in formulas: read, printed, and written out as junctions for a game."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.engines import get_engine
from mystpy.errors import ParseError, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import Equality, H, Truth, Var
from mystpy.language.decidable import parse_in_model
from mystpy.language.expand import expand, expanded_size
from mystpy.language.nodes import And, ForAll, Formula, Not, Or
from mystpy.language.numbers import (
    CONSTANTS,
    Arithmetic,
    Cardinality,
    Comparison,
    NumberTerm,
    Numeral,
    Parameter,
    Relation,
)
from mystpy.language.read import read
from mystpy.language.show import latex
from mystpy.language.subformulas import is_positive, size
from mystpy.language.vocabulary import ConjectureWords, GameWords, ModelWords
from mystpy.questions.knowledge import ask

MYST = Game.myst(1, 1, 3, 2)
CLUE = Game.clue(players=["ann", "bob", "cleo"])
M, N = Parameter("m"), Parameter("n")
HELD = Cardinality("x", "cards", H(1, Var("x")))


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("m < n", Comparison(Parameter("m"), "<", Parameter("n"))),
        ("2 = m", Comparison(Numeral(2), "=", Parameter("m"))),
        ("1 = 2", Equality(1, 2)),
        ("1 <= 2", Comparison(Numeral(1), "<=", Numeral(2))),
        ("#(x in cards: h(1,x)) >= 2", Comparison(HELD, ">=", Numeral(2))),
        ("~(c != -1)", Not(Comparison(Parameter("c"), "!=", Numeral(-1)))),
        ("m + n * 3 = c", Comparison(
            Arithmetic(M, "+", Arithmetic(N, "*", Numeral(3))), "=", Parameter("c"))),
        ("m - (n - q) > 0", Comparison(
            Arithmetic(M, "-", Arithmetic(N, "-", Parameter("q"))), ">", Numeral(0))),
        ("#(x in cards, i in players: h(i,x)) = n", Comparison(
            Cardinality("x", "cards", Cardinality(
                "i", "players", H(Var("i"), Var("x")))), "=", Parameter("n"))),
    ],
)  # fmt: skip
def test_comparisons_are_read_and_printed(text: str, formula: Formula) -> None:
    for words in (None, GameWords(MYST), ConjectureWords.of([MYST])):
        assert read(text, words) == formula
    assert str(formula) == text


def test_brackets_may_stand_around_numbers_and_around_comparisons() -> None:
    assert read("((m) + n) = 2") == read("(m + n = 2)")
    assert read("(m + n) * 2 = 4 & (1 = 1)") == read("(m+n)*2=4 & 1 = 1")
    assert str(read("(m ≤ n) ∧ p ≠ 2·q")) == "m <= n & p != 2 * q"


def test_a_letter_that_is_bound_or_a_card_is_no_size() -> None:
    bound = read("forall m in players: m = 1")
    assert bound == ForAll("m", "players", Equality(Var("m"), 1))
    odd = Game.clue(2, sorts={"a": ["m", "n"], "b": ["k", "l"]})
    assert read("m = n", GameWords(odd)) == Equality("m", "n")
    with pytest.raises(ParseError, match="expected a number"):
        read("c = n", GameWords(odd))


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("m = s1", 5, "expected a number"),
        ("m + = 2", 5, "expected a number"),
        ("-m = 2", 2, "expected a number"),
        ("m", 1, "expected a formula"),
        ("#(x in cards: h(0,x))", 22, "expected ="),
        ("#(x in cards) = 1", 13, "expected : or ,"),
        ("#(x in cards: h(0,x) = 1", 22, "expected & | -> <-> or )"),
        ("#(x in nowhere: true) = 1", 8, "no set to range over"),
        ("#(x in cards: h(0,x)) = h(0,s1)", 25, "expected a number"),
        ("2 < " + "(" * 40 + "m" + ")" * 40, 25, "nested deeper than 20"),
        ("1" + " + 1" * 300 + " = m", 0, "a sum of more than 200 numbers"),
    ],
)
def test_a_wrong_comparison_is_refused_where_it_is_wrong(
    text: str, column: int, message: str
) -> None:
    with pytest.raises(ParseError) as raised:
        read(text, GameWords(MYST))
    assert message in str(raised.value)
    assert not column or raised.value.column == column


def test_the_thesis_has_signs_for_comparisons() -> None:
    text = "2 * #(x in cards: h(0,x)) <= m"
    assert latex(read(text)) == r"2 \cdot \#(x \in S \colon h_{0,x}) \leq m"


def said(text: str, game: Game = MYST) -> str:
    return str(expand(read(text, GameWords(game)), game))


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("m + n * p = c", "true"),
        ("m > n", "false"),
        ("#(x in [s1,s2]: h(0,x)) >= 1", "h(0,s1) | h(0,s2)"),
        ("#(x in [s1,s2]: h(0,x)) < 1", "~h(0,s1) & ~h(0,s2)"),
        ("#(x in cards: true) = c", "true"),
        ("#(x in [s1]: h(0,x)) > -1", "true"),
        ("#(x in [s1]: h(0,x)) = -1", "false"),
        ("#(x in [s1]: h(0,x)) != -1", "true"),
    ],
)
def test_a_comparison_is_written_out(text: str, expanded: str) -> None:
    assert said(text) == expanded


def test_what_would_unfold_into_too_much_is_refused() -> None:
    with pytest.raises(QueryError, match="unfold into"):
        expand(read("999999 * #(x in cards: h(0,x)) > 1000"), MYST)


def test_sizes_that_a_game_does_not_have_are_refused() -> None:
    assert said("p * 7 = c", CLUE) == "true"
    with pytest.raises(QueryError, match="n is a constant of MYST"):
        said("n = 6", CLUE)
    with pytest.raises(QueryError, match="of which game"):
        expand(read("m = 1"), GameWords())


def test_in_a_model_there_are_counts_and_no_sizes() -> None:
    words = ModelWords.of(["1", "2"], ["h(1,r)", "h(1,w)", "h(2,r)", "p", "q"])
    found = parse_in_model("#(x in cards: h(1,x)) >= 2 & p", words)
    assert found == parse_in_model("(h(1,r) & h(1,w)) & p", words)
    with pytest.raises(ParseError, match="expected a number"):
        parse_in_model("#(x in [r]: h(1,x)) = p", words)


def test_every_engine_answers_comparisons() -> None:
    history = History.make(
        Game.myst(1, 2, 2, 1),
        {"1": ["s1", "s2"]},
        ["asks(1,{s3})", "no(2)", "noguess(1)"],
    )
    for name in ("worlds", "asp", "prolog"):
        engine = get_engine(name)
        for text, value in [
            ("#(x in cards: h(1,x)) = n", "true"),
            ("#(x in cards: K(2,h(1,x))) >= 1", "false"),
            ("K(1, #(x in {s3,s4}: h(2,x)) = m)", "true"),
            ("#(x in {s4,s5}: h(2,x)) > m", "true"),
            ("#(x in {s1,s4,s5}: h(2,x)) < p", "false"),
        ]:
            formula = read(text, GameWords(history.game))
            found = ask(history, formula, engine)
            assert (name, text, str(found.value)) == (name, text, value)


COUNTED = st.sampled_from([
    HELD,
    Cardinality("x", "cards", Truth()),
    Cardinality("x", ("s1", "s2"), H(0, Var("x"))),
    Cardinality("x", "cards", Cardinality("i", "holders", H(Var("i"), Var("x")))),
])  # fmt: skip
NUMBERS: st.SearchStrategy[NumberTerm] = st.recursive(
    st.integers(-2, 5).map(Numeral)
    | st.sampled_from(CONSTANTS).map(Parameter)
    | COUNTED,
    lambda below: st.builds(Arithmetic, below, st.sampled_from("+-*"), below),
    max_leaves=3,
)
RELATIONS: dict[Relation, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
COMPARISONS = st.builds(Comparison, NUMBERS, st.sampled_from(list(RELATIONS)), NUMBERS)


@given(COMPARISONS)
def test_a_comparison_is_read_as_it_prints(formula: Comparison) -> None:
    literals = isinstance(formula.left, Numeral) and isinstance(formula.right, Numeral)
    if literals and formula.sign in ("=", "!="):
        return  # 1 = 2 is of players
    for words in (None, GameWords(MYST), ConjectureWords.of([MYST])):
        assert read(str(formula), words) == formula


def worth(term: NumberTerm | Formula, true: set[H], binding: dict[str, object]) -> int:
    match term:
        case Numeral(value):
            return value
        case Parameter(letter):
            return {"m": 1, "n": 1, "p": 3, "q": 2, "c": 4}[letter]
        case Arithmetic(left, sign, right):
            one, other = worth(left, true, binding), worth(right, true, binding)
            return {"+": one + other, "-": one - other, "*": one * other}[sign]
        case Cardinality(var, domain, body):
            values: Sequence[object] = MYST.cards
            if domain != "cards":
                values = ("s1", "s2") if domain == ("s1", "s2") else MYST.holders
            return sum(worth(body, true, {**binding, var: x}) for x in values)
        case H(holder, card):
            placed = binding.get(str(holder), holder), binding.get(str(card), card)
            return int(H(*placed) in true)  # type: ignore[arg-type]
    return int(isinstance(term, Truth))


def holds(f: Formula, true: set[H]) -> bool:
    match f:
        case And(parts):
            return all(holds(part, true) for part in parts)
        case Or(parts):
            return any(holds(part, true) for part in parts)
        case Not(body):
            return not holds(body, true)
        case H():
            return f in true
    return isinstance(f, Truth)


ATOMS = [H(k, x) for k, x in product(MYST.holders, MYST.cards)]


@given(COMPARISONS, st.sets(st.sampled_from(ATOMS)))
def test_junctions_say_what_the_numbers_are(formula: Comparison, true: set[H]) -> None:
    if expanded_size(formula, MYST) > 200_000:
        return
    left, right = (worth(side, true, {}) for side in (formula.left, formula.right))
    expanded = expand(formula, MYST)
    assert holds(expanded, true) is RELATIONS[formula.sign](left, right)
    assert size(expanded) <= expanded_size(formula, MYST)


@pytest.mark.parametrize(
    ("text", "positive"),
    [
        ("#(x in cards: K(1,h(0,x))) >= 1", True),
        ("1 < 3 + #(x in cards: K(1,h(0,x)))", True),
        ("~(#(x in cards: K(1,h(0,x))) < 1)", True),
        ("m - #(x in cards: K(1,h(0,x))) < n", True),
        ("#(x in cards: K(1,h(0,x))) <= 1", False),
        ("m - #(x in cards: K(1,h(0,x))) > n", False),
        ("#(x in cards: K(1,h(0,x))) = 1", False),
        ("#(x in cards: h(0,x)) = 1", True),
        ("2 * #(x in cards: K(1,h(0,x))) >= 1", False),
    ],
)
def test_what_is_counted_is_negated_by_an_upper_bound(
    text: str, positive: bool
) -> None:
    assert is_positive(read(text)) is positive
