"""Parameters of exercises: every value of every shipped one gives a valid exercise."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import MystError, ParseError, QueryError
from mystpy.exercises.conditions import read_condition
from mystpy.exercises.exercise import Exercise, load_exercise
from mystpy.exercises.marking import mark, split_exercise
from mystpy.exercises.parameters import Assignment, assignments, fixed_text
from mystpy.exercises.tasks.calculation import computed
from mystpy.exercises.tasks.comparison_contexts import read_formula
from mystpy.exercises.tasks.planning import shortest
from mystpy.files.table import TomlFile
from tests.exercises.shelf import NAMES, answers, exercise, text_of

WITH_PARAMETERS = [name for name in NAMES if exercise(name).variant]


def every(text: str, name: str = "x.toml") -> list[Assignment]:
    file = TomlFile(text, name, what="exercise")
    return list(assignments(file, file.table()))


def variants(name: str) -> list[tuple[Assignment, Exercise]]:
    """Each variant of a shipped exercise."""
    file = TomlFile(text_of(name), name, what="exercise")
    return [(a, load_exercise(fixed_text(file, a), name)) for a in every(file.text)]


def filled(template: str, found: Assignment) -> str:
    for name, value in found.values.items():
        template = template.replace(f"{{{name}}}", str(value))
    return template


def test_four_kinds_of_shipped_exercises_have_parameters() -> None:
    kinds = {exercise(name).kind for name in WITH_PARAMETERS}
    assert kinds == {"number", "formula", "history", "action"}
    assert len(WITH_PARAMETERS) >= 8


@pytest.mark.alike(4)
@pytest.mark.parametrize("name", WITH_PARAMETERS)
def test_every_variant_has_a_right_answer_and_differs(name: str) -> None:
    found = variants(name)
    assert len(found) >= 3
    assert len({each.variant for _, each in found}) == len(found)
    texts = {(each.text, str(each.table)) for _, each in found}
    assert len(texts) == len(found), "no two students get the same text by chance"
    kept = answers(name)
    for values, one in found:
        assert "{" not in one.title
        if one.kind == "number":
            rows = one.file.rows(one.table, "step")
            right = "; ".join(str(computed(one, row)) for row in rows)
        else:
            right = filled(kept["template"], values)
        result = mark(one, right)
        assert result.right, (values.key, result.witness)


@pytest.mark.alike(3)
@pytest.mark.parametrize("name", WITH_PARAMETERS)
def test_an_answer_to_another_variant_is_wrong_somewhere(name: str) -> None:
    (first, one), *others = variants(name)
    kept = answers(name)
    if one.kind == "number":
        rows = one.file.rows(one.table, "step")
        right = "; ".join(str(computed(one, row)) for row in rows)
    else:
        right = filled(kept["template"], first)
    marks = []
    for _, other in others:
        try:
            marks.append(mark(other, right).right)
        except MystError:  # a formula of a card that is not there
            marks.append(False)
    assert not all(marks), "some student has another answer"


@pytest.mark.parametrize(
    "name", [x for x in WITH_PARAMETERS if exercise(x).kind == "history"]
)
def test_histories_of_all_variants_have_the_same_length(name: str) -> None:
    lengths = set()
    for _, one in variants(name):
        goal = read_formula(one.needed("goal"), one.game)
        depth = one.file.number(one.table, "depth") or 6
        found, _ = shortest(one.history, goal, depth)
        assert found is not None
        lengths.add(len(found))
    assert len(lengths) == 1, "one variant is as hard as another"


def deals(m: int, hands: list[int], mine: dict[int, set[int]]) -> list[tuple[Any, ...]]:
    """All deals of numbered cards, by brute force: the pile, and a hand for each."""
    cards = range(m + sum(hands))
    found = set()
    for order in permutations(cards):
        parts, at = [frozenset(order[:m])], m
        for size in hands:
            parts.append(frozenset(order[at : at + size]))
            at += size
        if all(set(parts[k]) == own for k, own in mine.items()):
            found.add(tuple(parts))
    return list(found)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_counts_of_seven_cards_are_those_of_brute_force(m: int) -> None:
    one = variants("seven-cards")[m - 1][1]
    rows = one.file.rows(one.table, "step")
    found = deals(m, [2, 2, 2], {1: {0, 1}})
    last = Fraction(sum(m + 5 in deal[0] for deal in found), len(found))
    holds = sum(2 in deal[2] for deal in found)
    assert [computed(one, row) for row in rows] == [len(found), holds, last]


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_odds_after_a_bluff_are_those_of_brute_force(m: int) -> None:
    one = variants("the-other-side-of-a-bluff")[m - 1][1]
    rows = one.file.rows(one.table, "step")
    found = deals(m, [1, 1], {2: {1}})
    share = Fraction(sum(0 in deal[0] for deal in found), len(found))
    assert [computed(one, row) for row in rows] == [len(found), share]


TEXT = """
exercise = "history"
title = "t"
chapter = "1 c"
points = 1
text = "The pile is {card}, {size}."
goal = "K(1,h(0,{card}))"
depth = 4
[parameters]
card = ["s1", "s2"]
size = "1..3"
where = "size != 2"
[game]
rules = "myst"
m = "{size}"
n = 1
p = 2
q = 1
"""


def test_values_are_filled_in_and_a_number_stays_one() -> None:
    found = every(TEXT)
    assert [each.key for each in found] == [
        *("card=s1, size=1", "card=s1, size=3"),
        *("card=s2, size=1", "card=s2, size=3"),
    ]
    file = TomlFile(TEXT, "x.toml")
    one = load_exercise(fixed_text(file, found[3]), "x.toml")
    assert one.game.m == 3
    assert one.text == "The pile is s2, 3."
    assert one.needed("goal") == "K(1,h(0,s2))"
    assert load_exercise(TEXT, "x.toml").variant == "card=s1, size=1"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('card = ["s1", "s2"]', "card = []", "has no values"),
        ('card = ["s1", "s2"]', "card = [1.5]", "whole numbers"),
        ('card = ["s1", "s2"]', "card = [true]", "whole numbers"),
        ('card = ["s1", "s2"]', 'card = ["s1", { a = 1 }]', "same keys"),
        ('card = ["s1", "s2"]', 'Card = ["s1"]', "cannot be called"),
        ('card = ["s1", "s2"]', 'other = ["s1"]\ncard = ["s1"]', "other has no place"),
        ('"1..3"', '"1..999999"', "too long"),
        ('"1..3"', '"3..1"', "has no values"),
        ('"size != 2"', '"size > 5"', "no values of the parameters fulfil"),
        ('"size != 2"', '"sise != 2"', "no parameter 'sise'"),
        ('"size != 2"', '"size !"', "comparison is missing"),
        ('"size != 2"', '"size + card > 1"', "is no number"),
        ('"size != 2"', '"size < card"', "no order"),
        ('"size != 2"', '"distinct(size"', ") is missing"),
        ('"size != 2"', "3", "list of texts"),
        ("[parameters]", "parameters = 3\n[other]", "must be a table"),
    ],
)
def test_parameters_that_cannot_be_are_refused(old: str, new: str, words: str) -> None:
    assert old in TEXT
    with pytest.raises(MystError) as caught:
        load_exercise(TEXT.replace(old, new, 1), "x.toml")
    assert words in str(caught.value)
    assert "x.toml" in str(caught.value)


def test_too_many_combinations_are_refused() -> None:
    many = "\n".join(f'p{k} = "1..100"' for k in range(3))
    with pytest.raises(QueryError, match="3,000,000 combinations"):
        every(TEXT.replace('card = ["s1", "s2"]', many))


def test_a_variant_whose_seals_are_gone_is_refused() -> None:
    text = text_of("a-no-is-heard-by-all").replace('"card=s1"', '"card=s9"')
    with pytest.raises(QueryError, match="no table for 'card=s1'"):
        load_exercise(text, "x.toml")


def test_equal_values_of_two_variants_have_other_seals() -> None:
    text = text_of("a-no-is-heard-by-all").partition("\n[sealed]\n")[0]
    halves = split_exercise(f'{text}\n\n[key]\nsolution = "true"\n', "x.toml")
    file = TomlFile(halves.student, "x.toml")
    rows = file.table()["sealed"]["variants"].values()
    assert len({row["worlds"] for row in rows}) == 4
    assert "solution" not in halves.student


@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 5), min_size=3, max_size=3),
    st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
    st.sampled_from(["a + b * c", "a * b - c", "a", "b + 1", "2 * c"]),
    st.sampled_from(["a", "b - c", "3", "c * c"]),
)
def test_conditions_are_as_python_computes_them(
    values: dict[str, int], sign: str, left: str, right: str
) -> None:
    text = f"{left} {sign} {right}"
    wanted = eval(text, {"__builtins__": {}}, dict(values))  # the other witness
    assert read_condition(text)(values) is wanted
    assert read_condition("distinct(a, b, c)")(values) is (len({*values.values()}) == 3)


@given(st.text(max_size=40))
def test_no_condition_does_more_than_be_read(text: str) -> None:
    try:
        found = read_condition(text)
    except (ParseError, QueryError):
        return
    with suppress(QueryError):  # it names a parameter, and there is none
        assert found({}) in (True, False)
