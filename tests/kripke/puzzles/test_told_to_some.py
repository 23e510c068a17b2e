"""Steps of puzzles that not all hear, and steps that cannot be taken."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition
from mystpy.kripke.puzzles.puzzle_file import read_puzzle
from mystpy.kripke.puzzles.setting import arrange
from mystpy.kripke.puzzles.shelf import find_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.kripke.puzzles.text import solution, solution_object
from mystpy.kripke.update.action_model import EventFrame, semi_private
from mystpy.kripke.update.product import product, update_model

BITS = """
title = "Three bits"
[worlds.variables]
"bit(i) for i in 1..3" = "yes/no"
[agents]
"i for i in 1..3" = ["bit(i)"]
[actual]
"bit(i) for i in 1..3" = "i != 2"
[[step]]
says = "One of them is one."
formula = "exists i in agents: bit(i)"
[[step]]
says = "Somebody speaks."
STEP
[[ask]]
question = "Who knows the first bit?"
agents = "Kv(i,bit,1)"
"""
COUNT = '[[ask]]\nquestion = "How many?"\ncount = "worlds"\n'


def bits(step: str = 'formula = "bit(1)"') -> str:
    return BITS.replace("STEP", step)


def engine(text: str) -> ExplicitPuzzle:
    found = ExplicitPuzzle(arrange(read_puzzle(text, "bits")))
    found.keep(found.truth(found.read("bit(1) | bit(2) | bit(3)")))
    return found


def after_learning(model: Model, raised: Partition, group: tuple[str, ...]) -> Model:
    """The product with an event for each class, which only the group tells apart."""
    size = raised.count
    seen = {
        agent: Partition.identity(size) if agent in group else Partition.universal(size)
        for agent in model.agents
    }
    frame = EventFrame(tuple(f"e{k}" for k in range(size)), seen, 0)
    firsts = [worlds[0] for worlds in raised.classes()]
    return product(model, frame, [raised.class_of(first) for first in firsts])


@pytest.mark.parametrize("group", [("1",), ("2", "3")])
@pytest.mark.parametrize(
    "said",
    ["bit(1) & ~bit(3)", "bit(1) <-> bit(3)", "K(2,bit(1) | bit(3)) & bit(1)"],
)
def test_to_be_told_is_the_product_with_the_action_of_model_files(
    group: tuple[str, ...], said: str
) -> None:
    found = engine(bits(f'formula = "{said}"'))
    formula = found.read(said)
    expected = update_model(found.model, semi_private(formula, group, "123"))
    before = found.model.relations
    found.tell_whether(found.truth(formula), group)
    assert found.model.relations == expected.relations
    assert before != expected.relations
    for atom, mask in found.model.valuation.items():
        assert mask.tolist() == expected.valuation[atom].tolist()


@pytest.mark.parametrize("group", list(combinations("123", 2)))
def test_to_share_is_the_product_with_what_each_may_say(group: tuple[str, ...]) -> None:
    found = engine(bits())
    known = found.model.together(group)
    expected = after_learning(found.model, known, group)
    found.share(group)
    assert found.model.relations == expected.relations


def test_a_value_told_to_some_is_the_product_with_an_event_for_each() -> None:
    found = engine(bits())
    sums = Partition.of_keys(name.count("1") for name in found.model.names)
    expected = after_learning(found.model, sums, ("2",))
    found.announce_value("total(bit)", ("2",))
    assert found.model.relations == expected.relations


@pytest.mark.parametrize("n", [4, 5, 6])
def test_calls_in_any_order_spread_secrets_as_sets_do(n: int) -> None:
    draw = Random(n)
    calls = [draw.sample(range(1, n + 1), 2) for _ in range(2 * n - 5)]
    known = {k: {k} for k in range(1, n + 1)}
    steps = ""
    for one, other in calls:
        known[one] = known[other] = known[one] | known[other]
        steps += f'[[step]]\nsays = "A call."\nshares = [{one}, {other}]\n'
    asks = "".join(
        f'[[ask]]\nquestion = "Who knows {k}?"\nagents = "Kv(i,s,{k})"\n' for k in known
    )
    head = bits().split("[actual]")[0].replace("bit(", "s(").replace("..3", f"..{n}")
    answers = solve(read_puzzle(head + steps + asks, "calls")).answers
    for k, answer in zip(known, answers, strict=True):
        assert answer.value == [str(a) for a, secrets in known.items() if k in secrets]
    assert any(len(secrets) < n for secrets in known.values()), "one call too few"


def test_of_what_all_are_told_as_a_group_no_world_goes() -> None:
    raised = solve(read_puzzle(bits('formula = "bit(1)"\nto = [3, 2, 1]'), "bits"))
    announced = solve(read_puzzle(bits(), "bits"))
    assert [raised.steps[-1].before, raised.steps[-1].after] == [7, 7]
    assert announced.steps[-1].after == 4
    lines = solution(raised).splitlines()
    assert "   heard by 3, 2, 1" in lines
    asked = read_puzzle(bits('formula = "bit(1)"\nto = [3, 2, 1]'), "bits")
    group = engine(asked.text)
    group.tell_whether(group.truth(group.read("bit(1)")), ("1", "2", "3"))
    public = engine(asked.text)
    public.keep(public.truth(public.read("bit(1)")))
    for text in (
        "C([1,2,3],bit(1))",
        "K(2,~bit(2))",
        "Kv(3,bit,2)",
        "K(1,K(2,bit(1)))",
    ):
        one, other = (e.here(e.truth(e.read(text))) for e in (group, public))
        assert one == other, text


@pytest.mark.parametrize("name", ["explicit", "cube", "crowd"])
def test_every_engine_refuses_what_is_false(name: str) -> None:
    text = bits('formula = "forall i in agents: ~bit(i)"\nrefused = "it is false in"')
    alike = text.replace(
        '= ["bit(i)"]', '= ["bit(j) for j in 1..3 if j != i"]'
    ).replace("1..3", "1..6")
    found = solve(read_puzzle(alike.split("[[ask]]")[0] + COUNT, "bits"), engine=name)
    last = found.steps[-1]
    assert (last.before, last.after) == (63, 63)
    assert last.refused == "false in the actual world"
    assert found.answers[0].value == 63


def test_a_refusal_and_who_hears_are_told() -> None:
    found = solve(find_puzzle("moore-sentence"), {"n": 4})
    text = solution(found)
    assert text.count("refused: it is false in the actual world") == 3
    assert "heard by 2 only; all others see it" in text
    raised, again = (solution_object(found)["steps"][k] for k in (0, -1))
    assert raised["to"] == ["1"]
    assert "refused" not in raised
    assert again["refused"] == "false in the actual world"
    assert found.answers[0].value == ["Ann", "1", "2", "3"]


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ('to = ["1"]', "one of formula, tells, shares, action and expect"),
        (
            'tells = "bit(1)"\nshares = ["1"]',
            "one of formula, tells, shares, action and expect",
        ),
        ('formula = "bit(1)"\nto = []', "to names nobody"),
        ('formula = "bit(1)"\nto = "1"', "to must be a list of texts"),
        ('shares = ["1", "2"]\nto = ["1"]', "to cannot be combined with shares"),
        (
            'formula = "bit(1)"\nto = ["1"]\nrepeat = true',
            "repeat cannot be combined with to",
        ),
        (
            'tells = "bit(1)"\nrefused = "false"',
            "refused cannot be combined with tells",
        ),
        ('formula = "bit(1)"\nto = ["4"]', "told to '4', who is no agent"),
        ('shares = ["1", "j"]\neach = "j in 2..4"', "told to '4', who is no agent"),
        ('formula = "bit(2)"\nto = ["1"]', "is false in the actual world: bit(2)"),
        ('formula = "bit(1)"\nrefused = "false"', "but it is not false in the actual"),
        ('formula = "bit(2)"\nrefused = "tired"', "refused (tired), but it is false"),
    ],
)
def test_a_wrong_step_is_told(step: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        solve(read_puzzle(bits(step), "bits"))
    assert message in str(caught.value)


def test_without_an_actual_world_only_values_are_told_to_some() -> None:
    def unknown(step: str) -> str:
        return bits(step).replace('[actual]\n"bit(i) for i in 1..3" = "i != 2"\n', "")

    with pytest.raises(ModelError, match="without an actual world"):
        solve(read_puzzle(unknown('formula = "bit(1)"\nto = ["2"]'), "bits"))
    found = solve(read_puzzle(unknown('tells = "bit(1)"\nto = ["2"]'), "bits"))
    assert found.answers[0].value == ["1", "2"]


@pytest.mark.parametrize("name", ["cube", "crowd"])
def test_only_the_engine_that_lists_worlds_tells_some(name: str) -> None:
    with pytest.raises(ModelError, match=f"which the {name} cannot"):
        solve(find_puzzle("gossip"), engine=name)
    assert solve(find_puzzle("gossip"), {"n": 11}).engine == "explicit"


@pytest.mark.parametrize(
    ("n", "day"), [(n, day) for n in (2, 3, 6) for day in range(1, n + 1)]
)
def test_the_surprise_exam_by_brute_force(n: int, day: int) -> None:
    left, said = set(range(1, n + 1)), 0

    def surprising() -> set[int]:
        return {d for d in left if any(other > d for other in left)}

    while day in surprising():
        left, said = surprising(), said + 1
    found = solve(find_puzzle("surprise-exam"), {"n": n, "k": day})
    assert [a.value for a in found.answers[:2]] == [said, sorted(left)]
    assert found.steps[-1].refused


def test_the_actual_number_may_be_an_expression_of_sizes() -> None:
    text = bits().replace('"bit(i) for i in 1..3" = "yes/no"', 'x = "1..3"')
    text = text.replace('"bit(i) for i in 1..3" = "i != 2"', 'x = "n + 1"')
    sizes = '[sizes.n]\ndefault = 1\nleast = 1\nmost = 3\nmeans = "how many"\n'
    text = text.replace("[worlds", sizes + "[worlds", 1)
    text = text.split("[[step]]")[0].replace('["bit(i)"]', "[]")
    text += '[[step]]\nsays = "It."\nformula = "x(2)"\n' + COUNT
    assert solve(read_puzzle(text, "actual")).answers[0].value == 1
    with pytest.raises(ModelError, match=r"x\(2\)"):
        solve(read_puzzle(text, "actual"), {"n": 2})
    with pytest.raises(ModelError, match="0 worlds are as the actual one"):
        solve(read_puzzle(text, "actual"), {"n": 3})
    with pytest.raises(ModelError, match="there is no value 'm'"):
        solve(read_puzzle(text.replace("n + 1", "m + 1"), "actual"))
