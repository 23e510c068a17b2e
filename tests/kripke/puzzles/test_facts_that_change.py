"""Puzzles in which facts change and not all notice: runs listed, and model files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from mystpy.axioms import queries_dir
from mystpy.errors import ParseError
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import stages
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.puzzle_file import Puzzle, read_puzzle
from mystpy.kripke.puzzles.shelf import find_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.kripke.puzzles.step_matrices import MatrixRecorder

State = tuple[bool, frozenset[int], frozenset[int]]
"""The light, who has switched it on, and who has been in the room; the counter is 0."""


def days(n: int) -> Iterator[tuple[int, str]]:
    """Yield the prisoner of each day, and the event of the puzzle for it."""
    yield 1, "ann_on"
    for other in range(2, n):
        yield 0, "off"
        yield 1, "ann_sees_dark"
        yield other, "another_on"
        yield 1, "ann_sees_light"
    yield 0, "off"


def visited(state: State, who: int | None) -> State:
    """The state after a day on which somebody, or nobody, was in the room."""
    light, done, been = state
    if who is None:
        return state
    if who == 0:
        return False, done, been | {0}
    switches = not light and who not in done
    return light or switches, done | ({who} if switches else set()), been | {who}


def followed(n: int, watcher: int) -> Iterator[tuple[str, set[State]]]:
    """Each day's event, and the states that are possible for one prisoner after it."""
    actual: State = (False, frozenset(), frozenset())
    possible = {actual}
    for who, event in days(n):
        light = actual[0]
        if who == watcher:
            possible = {visited(s, who) for s in possible if s[0] == light}
        else:
            others = [None, *(i for i in range(n) if i != watcher)]
            possible = {visited(s, i) for s in possible for i in others}
        actual = visited(actual, who)
        assert actual in possible
        yield event, possible


@pytest.mark.parametrize(("n", "k"), [(3, 0), (4, 0), (3, 1), (4, 1), (5, 1)])
def test_what_a_prisoner_knows_is_so_in_all_runs(n: int, k: int) -> None:
    seen: list[tuple[str, list[int | str], list[int | str], bool]] = []
    goal = f"K({'Ann' if k else 'Counter'}, lit({n - 1}))"

    def watch(_: str, engine: PuzzleEngine) -> None:
        assert isinstance(engine, ExplicitPuzzle)
        knows = engine.here(engine.truth(engine.read(goal))) is True
        seen.append((_, engine.values("total(lit)"), engine.values("light"), knows))

    found = solve(find_puzzle("prisoners"), {"n": n, "k": k}, watch=watch)
    assert [x[0] for x in seen[1:]] == [step.says for step in found.steps]
    happened = [
        (step.formula, *x[1:])
        for step, x in zip(found.steps, seen[1:], strict=True)
        if step.formula.startswith("day") and not step.refused
    ]
    listed = list(followed(n, k))
    assert len(happened) == len(listed) == 4 * (n - 2) + 2
    for (event, possible), (happens, counts, lights, knows) in zip(
        listed, happened, strict=True
    ):
        assert happens == f"day({event})"
        assert counts == sorted({len(done) for _, done, _ in possible})
        assert lights == sorted({int(light) for light, _, _ in possible})
        assert knows == all(len(been) == n for _, _, been in possible)
    first = [knows for *_, knows in happened].index(True)
    assert len(happened) - first == (2 if k else 1)  # Ann knows it a day before


Run = tuple[int, int]
"""Whether the first general has decided, and how many messages came."""


def known_to_all(some: set[Run], runs: list[Run]) -> set[Run]:
    """The runs in which both generals know that it is one of these."""

    def alike(one: Run, other: Run) -> bool:
        first = one[0] == other[0] and one[1] // 2 == other[1] // 2
        return first or (one[1] + 1) // 2 == (other[1] + 1) // 2

    return {run for run in some if all(x in some for x in runs if alike(run, x))}


@pytest.mark.parametrize("n", [1, 2, 5])
def test_messages_by_listing_runs(n: int) -> None:
    runs = [(0, 0), *((1, came) for came in range(n + 1))]
    engines: list[PuzzleEngine] = []
    found = solve(
        find_puzzle("coordinated-attack"),
        {"n": n},
        watch=lambda _, engine: engines.append(engine),
    )
    assert found.steps[-1].after == len(runs)
    left = {run for run in runs if run[0]}
    for often in range(1, n + 3):
        left = known_to_all(left, runs)
        truth = engines[-1].truth(engines[-1].read(f"E^{often}(agents, dawn)"))
        assert truth.sum() == len(left)
        assert ((1, n) in left) == (often <= n)
    assert left == set()


@pytest.mark.parametrize("k", [0, 1])
def test_sally_and_anne_by_following_arrows(k: int) -> None:
    """In each of the three events each agent holds one for what has happened."""
    holds = {
        "Sally": {"moved": "nothing", "seen": "seen", "nothing": "nothing"},
        "Anne": {"moved": "moved", "seen": "moved", "nothing": "nothing"},
        "1": {event: event for event in ("moved", "seen", "nothing")},
    }
    engines: list[PuzzleEngine] = []
    solve(find_puzzle("sally-anne"), {"k": k}, watch=lambda _, x: engines.append(x))
    for row in product(holds, repeat=3):
        event = "seen" if k else "moved"
        for agent in row:
            event = holds[agent][event]
        formula = "basket & ~box" if event == "nothing" else "box & ~basket"
        for agent in reversed(row):
            formula = f"B({agent}, {formula})"
        assert engines[-1].here(engines[-1].truth(engines[-1].read(formula))), formula


@pytest.mark.parametrize(("n", "k"), [(2, 0), (3, 2), (5, 3)])
def test_who_is_lied_to(n: int, k: int) -> None:
    found = solve(find_puzzle("lying"), {"n": n, "k": k})
    every, wise = (answer.value for answer in found.answers)
    assert every == [str(i) for i in range(1, n)]
    assert wise == ["Anne", str(n)]
    expected = [step.says for step in found.steps if step.formula.startswith("B(")]
    assert len(expected) == k


@pytest.mark.parametrize("name", ["three-prisoners", "gossip"])
def test_a_model_file_is_the_same_as_a_puzzle(name: str) -> None:
    """The same tables of actions, and the checks as steps that expect them."""
    text = (queries_dir() / "models" / f"{name}.toml").read_text("utf-8")
    model = load_model(text)
    actions = text[text.index("[action.") : text.index("[[step]]")]
    head = (
        '[worlds.variables]\n"' + '" = "no"\n"'.join(model.model.atoms) + '" = "no"\n'
    )
    agents = "[agents]\n" + "".join(f"{a} = []\n" for a in model.model.agents)
    actual = f"[actual]\n{model.model.atoms[0]} = 0\n"
    steps = ""
    for number, planned in enumerate(model.steps, 1):
        action, event = re.fullmatch(r"(\w+)\((\w+)\)", str(planned.step)).groups()  # type: ignore[union-attr]
        steps += f'[[step]]\nsays = "x"\naction = "{action}"\nactual = "{event}"\n'
        steps += f'refused = "{planned.refused}"\n' if planned.refused else ""
        for check in model.checks:
            if check.after == number and check.expect == "true":
                steps += f'[[step]]\nsays = "y"\nexpect = "{check.text}"\n'
    end = '[[ask]]\nquestion = "How many?"\ncount = "worlds"\n'
    seen: list[ExplicitPuzzle] = []
    puzzle = read_puzzle(
        f'title = "{name}"\n' + head + agents + actual + actions + steps + end, name
    )
    found = solve(puzzle, watch=lambda _, engine: seen.append(engine.model))  # type: ignore[attr-defined]
    assert "expect" in steps
    plain = [
        state.model for state in stages(load_model(text.replace("contract = true", "")))
    ]
    done = [
        m for m, step in zip(seen[1:], found.steps, strict=True) if step.says == "x"
    ]
    assert [len(m) for m in done] == [len(m) for m in plain[1:]]  # type: ignore[arg-type]
    assert done[-1].relations == plain[-1].relations  # type: ignore[attr-defined]


TURN = """
title = "Two switches"
[sizes.n]
default = 2
least = 1
most = 2000
means = "how many switches"
[worlds.variables]
"on(i) for i in 1..n" = "no"
clock = "1..2"
[values]
number = "total(on)"
[agents]
Ann = ["clock"]
Bob = []
[actual]
clock = 2
[action.turn.events]
"turn_{i} for i in 1..n" = { post = { "on(i)" = "~on(i)" } }
nothing = "true"
[action.turn.alike]
Bob = [["turn_{i} for i in 1..n", "nothing"]]
[[step]]
says = "The first one is turned."
action = "turn"
actual = "turn_1"
STEP
[[ask]]
question = "How many are on?"
value = "number"
[[ask]]
question = "Who knows it?"
agents = "Kv(i,number)"
[[ask]]
question = "Who knows the time?"
agents = "Kv(i,clock)"
"""


def turned(step: str = "", old: str = "", new: str = "") -> Puzzle:
    return read_puzzle(TURN.replace("STEP", step).replace(old, new), "turn")


SECOND = 'action = "turn"\nactual = "turn_2"'


def step(rows: str) -> str:
    return f'[[step]]\nsays = "Then."\n{rows}\n'


def test_values_are_computed_from_the_facts_as_they_are() -> None:
    found = solve(turned())
    assert (found.worlds, found.steps[0].after) == (2, 6)
    assert [answer.value for answer in found.answers] == [[0, 1], ["Ann"], ["Ann"]]
    said = turned(step(SECOND) + step('formula = "number(2)"'))
    answers = solve(said).answers
    assert [answer.value for answer in answers] == [[2], ["Ann", "Bob"], ["Ann"]]
    unsure = step(SECOND) + step('expect = "~Kv(Bob,number)"')
    found = solve(turned(unsure, "[sizes", "contract = true\n[sizes"))
    assert [step.after for step in found.steps] == [6, 8, 8]
    assert found.left == ()


def test_a_formula_speaks_of_what_an_action_would_change() -> None:
    said = "[turn(turn_1)]~on(1) & <turn>on(2) & ~[turn]K(Bob,on(1))"
    assert len(solve(turned(step(f'expect = "{said}"'))).steps) == 2


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('action = "turm"\nactual = "turn_1"', "action cannot be 'turm'"),
        ('action = "turn"\nactual = "turn_3"', "'turn_3', which is no event"),
        ('action = "turn"', "which event of the action turn happens, is not said"),
        ('action = "turn"\nto = ["Ann"]', "to cannot be combined with action"),
        ('action = "turn"\nrepeat = true', "repeat cannot be combined with action"),
        (
            'formula = "on(1)"\nactual = "turn_1"',
            "actual cannot be combined with formula",
        ),
        ('expect = "on(2)"', "is expected, but not true in the actual world: on(2)"),
        ('expect = "on(1)"\nrefused = "no"', "refused cannot be combined with expect"),
        ('expect = "[turn]Kv(Bob,clock)"', "not understood within [..].., make it"),
        ('expect = "[turn]number(1)"', "not understood within [..].., make it"),
        (
            'action = "turn"\nactual = "turn_1"\nrefused = "x"',
            "should be refused (x), but it is not impossible in the actual world",
        ),
        ('each = "i in 1..2"\nsteps = []', "has no key 'says'"),
    ],
)
def test_a_wrong_step_is_told(rows: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        solve(turned(step(rows)))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"on(i)" = "~on(i)"',
            '"number(1)" = "true"',
            "changes number(1), which is no",
        ),
        ('"on(i)" = "~on(i)"', '"clock(1)" = "true"', "changes clock(1), which is no"),
        ('nothing = "true"', 'nothing = "Kv(Bob,clock)"', "no atom Kv(Bob,clock)"),
        ('nothing = "true"', 'nothing = { pro = "on(1)" }', "no key 'pro'"),
        ('Bob = [["turn', 'Rob = [["turn', "no key 'Rob'"),
        ('"no"\nclock', '"off"\nclock', "neither a range nor yes/no"),
        ("contract = 1\n[sizes", "[sizes", "contract must be true or false"),
    ],
)
def test_a_wrong_action_is_told(old: str, new: str, message: str) -> None:
    if old.startswith("contract"):
        old, new = new, old
    assert old in TURN
    with pytest.raises((ModelError, ParseError)) as caught:
        solve(turned(old=old, new=new))
    assert message in str(caught.value)


def test_steps_that_make_too_many_worlds_are_refused() -> None:
    with pytest.raises(ModelError, match="3,543,122 worlds; room is for 3,000,000"):
        solve(turned(2 * step(SECOND)), {"n": 120})


def test_only_worlds_that_are_listed_can_change() -> None:
    with pytest.raises(ModelError, match="facts are changed, which the cube cannot"):
        solve(turned(), engine="cube")
    with pytest.raises(ModelError, match="matrices are not shown of turn"):
        solve(turned(), watch=MatrixRecorder(turned(), wanted=True))


def test_names_of_worlds_after_hundreds_of_steps() -> None:
    head, _, asks = TURN.partition('[[step]]\nsays = "The first')
    head = head.replace('"1..2"', '["noon"]').replace("clock = 2", 'clock = "noon"')
    head = head.replace('nothing = "true"\n', "").replace(', "nothing"', "")
    asks = asks.partition("STEP")[2]
    often = step('each = "j in 1..400"\naction = "turn"\nactual = "turn_1"')
    seen: list[PuzzleEngine] = []
    puzzle = read_puzzle(head + often + asks, "long")
    solve(puzzle, {"n": 1}, watch=lambda _, engine: seen.append(engine))
    assert isinstance(seen[-1], ExplicitPuzzle)
    assert seen[-1].model.names[0] == "(noon)" + 400 * ",turn_1"
