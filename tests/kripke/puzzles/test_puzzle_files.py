"""Wrong puzzle files, sizes and expressions: each a clear error."""

from __future__ import annotations

import numpy as np
import pytest

from mystpy.errors import ParseError
from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.expressions import compute, fill_template, numbers_of, unfold
from mystpy.kripke.puzzles.puzzle_file import read_puzzle
from mystpy.kripke.puzzles.setting import arrange
from mystpy.kripke.puzzles.shelf import find_puzzle
from mystpy.kripke.puzzles.solution import solve

GOOD = """
title = "Two coins"
[worlds.variables]
"coin(i) for i in 1..2" = "yes/no"
[agents]
1 = ["coin(1)"]
2 = ["coin(2)"]
[actual]
"coin(i) for i in 1..2" = 1
[[step]]
says = "Not both are tails."
formula = "coin(1) | coin(2)"
[[ask]]
question = "Who knows the other's coin?"
agents = "Kv(i,coin,1) & Kv(i,coin,2)"
expect = []
"""


def test_a_good_file_is_solved() -> None:
    found = solve(read_puzzle(GOOD, "coins"))
    assert found.steps[0].after == 3
    assert found.answers[0].right


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title =", "titel =", "coins:2: a puzzle file has no key 'titel'"),
        ("question =", "qestion =", "coins:14: [[ask]] has no key 'qestion'"),
        ('title = "Two coins"', "", "coins: a puzzle file has no 'title'"),
        ("[[step]]", "[step", "coins:10:6: this is not TOML"),
        ('"yes/no"', '"yesno"', "neither a range nor yes/no"),
        ('"yes/no"', '"1.."', "neither a range"),
        (
            'formula = "coin(1) | coin(2)"',
            "",
            "coins:11: a step has one of formula, tells, shares, action and expect",
        ),
        ('1 = ["coin(1)"]', '1 = ["coni(1)"]', "no value 'coni(1)'"),
        (
            'agents = "Kv',
            'value = "coin(1)"\nagents = "Kv',
            'coins:14: the question "Who knows the other\'s coin?" has to have exactly',
        ),
        ('"coin(1) | coin(2)"', '"~coin(1)"', "false in the actual world"),
        ('"coin(1) | coin(2)"', '"coin(1) & ~coin(1)"', "false in the actual world"),
        ("= 1\n[[step]]", '= "i > 3 and"\n[[step]]', "cannot be read"),
        (
            "[agents]",
            '[agents]\n3 = ["coin(1) if coin(2) else 1"]',
            "means nothing",
        ),
        ("[actual]", "[[actual]]", "actual must be a table"),
        ("says =", "repeat = 3\nsays =", "coins:11: repeat must be true or false"),
        ("[worlds.variables]", "[sizes.n]\nleast = 1\n[worlds.variables]", "'default'"),
        (
            "[worlds.variables]",
            "[worlds]\nrows = 3\n[worlds.variables]",
            "of lists",
        ),
        ('"coin(1) | coin(2)"', '"[coin(1)!]Kv(1,coin,2)"', "make it a step"),
    ],
)
def test_a_wrong_file_is_told(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises((ModelError, ParseError)) as caught:
        solve(read_puzzle(GOOD.replace(old, new), "coins"))
    assert message in str(caught.value)


def test_a_wrong_formula_is_told_with_its_place() -> None:
    text = GOOD.replace("coin(1) | coin(2)", "coin(1) | con(2)")
    with pytest.raises(ParseError) as caught:
        solve(read_puzzle(text, "coins"))
    assert caught.value.hint == "did you mean coin(2)?"


def test_the_actual_world_has_to_be_one() -> None:
    with pytest.raises(ModelError, match="2 worlds are as the actual one"):
        solve(read_puzzle(GOOD.replace('1..2" = 1', '1..1" = 1'), "coins"))


def test_no_world_at_all_is_told() -> None:
    text = (
        GOOD.replace("[agents]", "[worlds]\n[agents]")
        .replace(
            "[worlds.variables]",
            '[worlds]\nwhere = ["coin(1) > 1"]\n[worlds.variables]',
        )
        .replace("[worlds]\n[agents]", "[agents]")
    )
    with pytest.raises(ModelError, match="no world satisfies"):
        solve(read_puzzle(text, "coins"))


@pytest.mark.parametrize(
    ("name", "sizes", "message"),
    [
        ("muddy-children", {"n": 0}, "1 to 1000"),
        ("muddy-children", {"n": 3, "k": 4}, "1 to 3"),
        ("muddy-children", {"m": 4}, "no size 'm'"),
        ("cheryls-birthday", {"n": 4}, "no size 'n'"),
        ("what-sum", {"n": 5}, "100 to 1000"),
        ("prisoners", {"n": 151}, "how many prisoners: 3 to 150"),
    ],
)
def test_a_wrong_size_is_told(name: str, sizes: dict[str, int], message: str) -> None:
    with pytest.raises(ModelError) as caught:
        solve(find_puzzle(name), sizes)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("engine", "sizes", "message"),
    [
        ("explicit", {"n": 30}, "too many"),
        ("cube", {"n": 30}, "not listed"),
        ("cube", {"n": 3}, "not listed"),
    ],
)
def test_where_listing_worlds_ends(
    engine: str, sizes: dict[str, int], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        solve(find_puzzle("muddy-children"), sizes, engine=engine)


@pytest.mark.parametrize("engine", ["cube", "crowd"])
def test_engines_for_yes_and_no_refuse_other_puzzles(engine: str) -> None:
    with pytest.raises(ModelError, match="sum-and-product"):
        solve(find_puzzle("sum-and-product"), engine=engine)


def test_the_counting_engine_refuses_what_tells_agents_apart() -> None:
    puzzle = find_puzzle("muddy-children")
    text = puzzle_text().replace("exists i in agents: m(i)", "m(1)")
    with pytest.raises(ModelError, match="tells the agents apart"):
        solve(read_puzzle(text, puzzle.name), {"n": 40, "k": 40})


def puzzle_text() -> str:
    from mystpy.kripke.puzzles.shelf import puzzle_files

    return puzzle_files()["muddy-children"].read_text("utf-8")


COLUMNS = {
    "x": np.array([1, 2, 3]),
    "m(1)": np.array([0, 1, 1]),
    "m(2)": np.array([1] * 3),
}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("x + 2 * x", [3, 6, 9]),
        ("-x % 2 == 1", [True, False, True]),
        ("1 < x <= 3 and not m(1) == 0", [False, True, True]),
        ("total(m)", [1, 2, 2]),
        ("max(x, 2) - min(x, 2)", [1, 0, 1]),
        ("abs(x - 3)", [2, 1, 0]),
        ("(x == 1) + (x >= 1)", [2, 1, 1]),
        ("m(3 - 2) + 10 // 3", [3, 4, 4]),
        ("x == 1 or x == 3", [True, False, True]),
    ],
)
def test_expressions(text: str, values: list[int]) -> None:
    assert compute(text, COLUMNS, {}).tolist() == values


@pytest.mark.parametrize(
    "text",
    [
        "x +",
        "y",
        "__import__('os')",
        "x.real",
        "[x]",
        "x ** 2",
        "m(x)",
        "1 // 0",
        "x if 1",
    ],
)
def test_what_is_no_expression_is_told(text: str) -> None:
    with pytest.raises(ModelError):
        compute(text, COLUMNS, {})


def test_families_are_written_out() -> None:
    sizes = {"n": 4}
    assert list(unfold("m(i) for i in 2..n if i != 3", sizes)) == [
        ("m(2)", 2),
        ("m(4)", 4),
    ]
    assert list(unfold("x", sizes)) == [("x", None)]
    assert numbers_of("2..n-1", sizes) == range(2, 4)
    assert fill_template("{n} of {n - 1}, {s1,s4} {k}", sizes) == "4 of 3, {s1,s4} {k}"
    with pytest.raises(ModelError, match="more than"):
        numbers_of("1..1000000", sizes)


@pytest.mark.parametrize(("agent", "named"), [("ann", True), ("the wall", False)])
def test_an_agent_that_no_formula_can_name_is_refused(agent: str, named: bool) -> None:
    text = f"""
    title = "Who knows x?"
    [worlds.variables]
    x = "1..2"
    [agents]
    "{agent}" = []
    [[step]]
    says = "It is 1."
    formula = "x(1)"
    [[ask]]
    question = "Is it 1?"
    formula = "x(1)"
    """
    puzzle = read_puzzle(text, "who")
    if named:
        assert arrange(puzzle).agents == (agent,)
        return
    with pytest.raises(ModelError, match="who: no formula can name the agent"):
        arrange(puzzle)
