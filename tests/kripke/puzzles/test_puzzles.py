"""The puzzle files: expected answers, brute force, and engines that agree."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from operator import itemgetter

import pytest

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.outcome import Solution
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.puzzle_file import Puzzle, read_puzzle
from mystpy.kripke.puzzles.setting import arrange
from mystpy.kripke.puzzles.shelf import find_puzzle, puzzle_files
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.solvers.bitset_model import BitsetModel
from mystpy.kripke.puzzles.solvers.rounds import RoundsRow
from mystpy.kripke.puzzles.step_matrices import matrices
from tests.kripke.puzzles.brute import Brute, World

NAMES = list(puzzle_files())


def other_sizes() -> list[tuple[str, tuple[tuple[str, int], ...]]]:
    """Return the sizes, other than the default ones, for which files expect answers."""
    found = set()
    for name in NAMES:
        for ask in find_puzzle(name).asks:
            for also in ask.also:
                sizes = ((k, v) for k, v in also.items() if k != "expect")
                found.add((name, tuple(sizes)))
    return sorted(found)


def test_there_are_puzzles() -> None:
    assert len(NAMES) >= 13


@pytest.mark.parametrize("name", NAMES)
def test_a_file_expects_what_comes_out(name: str) -> None:
    found = solve(find_puzzle(name))
    assert found.answers
    for answer in found.answers:
        assert answer.expect is not None, f"{answer.question} has no expect"
        assert answer.right, answer


@pytest.mark.parametrize(("name", "sizes"), other_sizes())
@pytest.mark.alike(8)
def test_a_file_expects_what_comes_out_for_other_sizes(
    name: str, sizes: tuple[tuple[str, int], ...]
) -> None:
    found = solve(find_puzzle(name), dict(sizes))
    assert any(answer.expect is not None for answer in found.answers)
    assert all(answer.right for answer in found.answers), found.answers


@pytest.mark.parametrize("name", ["muddy-children", "blue-eyes"])
@pytest.mark.parametrize(("n", "k"), [(6, 1), (7, 4), (8, 8), (9, 5)])
def test_the_three_engines_agree(name: str, n: int, k: int) -> None:
    puzzle, sizes = find_puzzle(name), {"n": n, "k": k}
    first, *others = (
        solve(puzzle, sizes, engine=engine) for engine in ("explicit", "cube", "crowd")
    )
    for other in others:
        assert [(s.before, s.after) for s in other.steps] == [
            (s.before, s.after) for s in first.steps
        ]
        assert [a.value for a in other.answers] == [a.value for a in first.answers]


def test_forty_children_are_told_by_counting() -> None:
    found = solve(find_puzzle("muddy-children"), {"n": 40, "k": 40})
    assert found.engine == "crowd"
    assert found.worlds == 2**40
    assert found.answers[0].value == 39
    assert set(found.answers[2].value.values()) == {40}


def cube(n: int, *, said: bool = True) -> BitsetModel:
    setting = arrange(find_puzzle("muddy-children"), {"n": n, "k": 1})
    found = BitsetModel(setting)
    if said:
        found.keep(found.truth(found.read("exists i in agents: m(i)")))
    return found


@pytest.mark.parametrize("n", [6, 7, 12])
def test_who_knows_when_in_all_worlds(n: int) -> None:
    rows = cube(n).rounds("m(i)").table()
    expected = [RoundsRow(k, k, k + 1 if k < n else None) for k in range(1, n + 1)]
    assert rows == expected
    untold = cube(n, said=False).rounds("m(i)").table()
    assert untold == [RoundsRow(k, None, None) for k in range(n + 1)]


def children(n: int) -> Brute:
    def seen_by(child: int) -> object:
        return lambda world: world[:child] + world[child + 1 :]

    sees = {str(child): seen_by(child) for child in range(n)}
    return Brute(product((0, 1), repeat=n), sees)  # type: ignore[arg-type]


@pytest.mark.parametrize(("n", "k"), [(3, 2), (4, 1), (4, 4), (5, 3)])
def test_muddy_children_by_brute_force(n: int, k: int) -> None:
    brute = children(n)
    actual = tuple(int(child >= n - k) for child in range(n))
    brute.say(lambda world: 1 in world)

    def knows(world: World, child: int) -> bool:
        return brute.knows_value(str(child), world, lambda w: w[child])

    silences = 0
    while not any(knows(actual, child) for child in range(n)):
        quiet = {w for w in brute.worlds if not any(knows(w, c) for c in range(n))}
        brute.say(quiet.__contains__)
        silences += 1
    found = solve(find_puzzle("muddy-children"), {"n": n, "k": k})
    assert found.answers[0].value == silences == k - 1
    there = [str(c + 1) for c in range(n) if knows(actual, c)]
    assert found.answers[1].value == there
    assert found.steps[-1].after == len(brute.worlds)


def left(found: Solution) -> set[str]:
    return set(found.left)


def test_cheryls_birthday_by_brute_force() -> None:
    puzzle = find_puzzle("cheryls-birthday")
    brute = Brute(puzzle.rows, {"a": lambda w: w[0], "b": lambda w: w[1]})
    silent = {
        w
        for w in brute.worlds
        if brute.knows("a", w, lambda x: not brute.knows_value("b", x, lambda y: y[0]))
    }
    brute.say(silent.__contains__)
    bernard = {w for w in brute.worlds if len(brute.possible("b", w)) == 1}
    brute.say(bernard.__contains__)
    albert = {w for w in brute.worlds if len(brute.possible("a", w)) == 1}
    assert brute.say(albert.__contains__) == [("July", 16)]
    assert left(solve(puzzle)) == {"(July,16)"}


@pytest.mark.parametrize("n", [60, 80, 100])
def test_sum_and_product_by_brute_force(n: int) -> None:
    pairs = [(x, y) for x in range(2, n) for y in range(x + 1, n) if x + y <= n]
    by_sum: dict[int, list[World]] = {}
    by_product: dict[int, list[World]] = {}
    for x, y in pairs:
        by_sum.setdefault(x + y, []).append((x, y))
        by_product.setdefault(x * y, []).append((x, y))
    knew = {
        (x, y)
        for x, y in pairs
        if all(len(by_product[a * b]) > 1 for a, b in by_sum[x + y])  # type: ignore[index, operator]
    }
    second = {(x, y) for x, y in knew if len(set(by_product[x * y]) & knew) == 1}
    third = {(x, y) for x, y in second if len(set(by_sum[x + y]) & second) == 1}
    puzzle = find_puzzle("sum-and-product")
    if not third:
        with pytest.raises(ModelError, match="false in every world"):
            solve(puzzle, {"n": n})
        return
    assert third == {(4, 13)}
    assert left(solve(puzzle, {"n": n})) == {"(4,13)"}


@cache
def silent(triple: tuple[int, int, int], rounds: int) -> bool:
    """Return whether nobody has known so far, with numbers of any size.

    Anne, Bill and Cath speak in turn; all other numbers that the speaker considers
    possible are looked at, however large.
    """
    if rounds == 0:
        return True
    return silent(triple, rounds - 1) and not knows_own(triple, rounds - 1)


def knows_own(triple: tuple[int, int, int], rounds: int) -> bool:
    """Return whether the next speaker knows, after so many said that they do not."""
    place = rounds % 3
    one, two = (number for k, number in enumerate(triple) if k != place)
    options = {one + two, abs(one - two)} - {0}
    worlds = {(*triple[:place], x, *triple[place + 1 :]) for x in options}
    return sum(silent(world, rounds) for world in worlds) == 1


def test_what_sum_by_brute_force_with_numbers_of_any_size() -> None:
    found = set()
    for b in range(1, 301):
        for c in {50 - b, b - 50, b + 50}:
            triple = (50, b, c)
            if c > 0 and silent(triple, 3) and knows_own(triple, 3):
                found.add(triple)
    assert found == {(50, 20, 30)}
    assert left(solve(find_puzzle("what-sum"))) == {"(50,20,30)"}


def consecutive(pair: tuple[int, int], rounds: int) -> bool:
    """Return whether nobody has known so far, with numbers of any size."""
    if rounds == 0:
        return True
    return consecutive(pair, rounds - 1) and not knows_next(pair, rounds - 1)


def knows_next(pair: tuple[int, int], rounds: int) -> bool:
    own = pair[rounds % 2]
    worlds = [(own, x) if rounds % 2 == 0 else (x, own) for x in (own - 1, own + 1)]
    return sum(min(w) >= 0 and consecutive(w, rounds) for w in worlds) == 1


def test_consecutive_numbers_by_brute_force_with_numbers_of_any_size() -> None:
    pairs = [(a, b) for a in range(60) for b in (a - 1, a + 1) if b >= 0]
    found = {p for p in pairs if consecutive(p, 2) and knows_next(p, 2)}
    assert found == {(1, 2), (2, 3)}
    assert left(solve(find_puzzle("consecutive-numbers"))) == {"(1,2)", "(2,3)"}


def hats(sees: dict[str, list[int]], worlds: list[World]) -> Brute:
    def look(places: list[int]) -> object:
        return lambda world: tuple(world[k] for k in places)

    views = {agent: look(places) for agent, places in sees.items()}
    return Brute(worlds, views)  # type: ignore[arg-type]


FIVE_HATS: list[World] = [w for w in product("wb", repeat=3) if w.count("b") <= 2]


@pytest.mark.parametrize(
    ("name", "sees", "order"),
    [
        ("hats-three-of-five", {"1": [1, 2], "2": [0, 2], "3": [0, 1]}, ["1", "2"]),
        ("hats-in-a-row", {"1": [], "2": [0], "3": [0, 1]}, ["3", "2"]),
    ],
)
def test_hats_by_brute_force(
    name: str, sees: dict[str, list[int]], order: list[str]
) -> None:
    brute = hats(sees, FIVE_HATS)
    for agent in order:
        own = int(agent) - 1
        value = itemgetter(own)
        ignorant = {w for w in brute.worlds if not brute.knows_value(agent, w, value)}
        brute.say(ignorant.__contains__)
    found = solve(find_puzzle(name))
    words = {"w": "white", "b": "black"}
    shown = {f"({','.join(words[str(x)] for x in w)})" for w in brute.worlds}
    assert left(found) == shown
    (last,) = set("123") - set(order)
    assert {w[int(last) - 1] for w in brute.worlds} == {"w"}


def test_the_wall_by_brute_force() -> None:
    worlds: list[World] = [w for w in product("wb", repeat=4) if w.count("b") == 2]
    brute = hats({"1": [1, 2], "2": [2], "3": [], "4": []}, worlds)

    def knowing(world: World) -> list[str]:
        places = {agent: int(agent) - 1 for agent in "1234"}
        return [
            a
            for a, own in places.items()
            if brute.knows_value(a, world, itemgetter(own))
        ]

    brute.say({w for w in worlds if not knowing(w)}.__contains__)
    assert {tuple(knowing(w)) for w in brute.worlds} == {("2",)}
    assert len(brute.worlds) == solve(find_puzzle("hats-and-a-wall")).answers[1].value


@pytest.mark.parametrize("n", [2, 5, 9])
def test_logicians_drink_if_all_want_to(n: int) -> None:
    found = solve(find_puzzle("drinking-logicians"), {"n": n})
    assert [step.after for step in found.steps] == [
        *(2 ** (n - said) for said in range(1, n)),
        1,
    ]
    assert [a.value for a in found.answers] == [1, "true"]


@pytest.mark.parametrize("n", [2, 3, 6])
def test_all_but_the_last_know_their_hats_by_parity(n: int) -> None:
    found = solve(find_puzzle("hats-parity"), {"n": n})
    assert found.answers[0].value == [str(k) for k in range(1, n)]
    assert found.answers[1].value == 2**n


def test_cryptographers_by_brute_force() -> None:
    def raised(world: World) -> tuple[int, ...]:
        paid, coins = world[:3], world[3:]
        return tuple(
            (int(coins[k]) + int(coins[(k + 1) % 3]) + int(paid[k])) % 2
            for k in range(3)
        )

    def view(me: int) -> object:
        return lambda w: (w[me], w[3 + me], w[3 + (me + 1) % 3], raised(w))

    worlds: list[World] = [w for w in product((0, 1), repeat=6) if sum(w[:3]) <= 1]
    brute = Brute(worlds, {str(me + 1): view(me) for me in range(3)})  # type: ignore[misc]
    for world in worlds:
        for me in range(3):
            agent = str(me + 1)
            assert brute.knows_value(agent, world, lambda w: sum(w[:3]))  # type: ignore[arg-type]
            if not world[me]:
                for other in {0, 1, 2} - {me}:
                    assert not brute.knows(agent, world, itemgetter(other))
    assert all(a.right for a in solve(find_puzzle("dining-cryptographers")).answers)


def test_the_sum_of_fourteen_by_brute_force() -> None:
    worlds: list[World] = [
        w for w in product(range(1, 13), repeat=3) if sum(map(int, w)) == 14
    ]
    brute = Brute(worlds, {a: itemgetter(k) for k, a in enumerate("abc")})
    said = {
        w
        for w in worlds
        if brute.knows("a", w, lambda x: x[1] != x[2])
        and brute.knows("b", w, lambda x: len(set(x)) == 3)
    }
    brute.say(said.__contains__)
    known = {w for w in brute.worlds if len(brute.possible("c", w)) == 1}
    assert known == {(1, 7, 6)}
    assert left(solve(find_puzzle("sum-of-fourteen"))) == {"(1,7,6)"}


def test_stamps_by_brute_force() -> None:
    worlds: list[World] = [
        w for w in product(range(3), repeat=3) if 2 <= sum(map(int, w)) <= 4
    ]
    brute = hats({"A": [1, 2], "B": [0, 2], "C": [0, 1]}, worlds)
    for place, agent in enumerate("ABCA"):
        value = itemgetter(place % 3)
        no = {w for w in brute.worlds if not brute.knows_value(agent, w, value)}
        brute.say(no.__contains__)
    yes = {w for w in brute.worlds if brute.knows_value("B", w, itemgetter(1))}
    assert {w[1] for w in yes} == {1}
    found = solve(find_puzzle("stamps"))
    assert found.answers[0].value == [1]
    assert found.steps[-1].after == len(yes)


class Kept:
    """Keeps the matrices of each stage as sets of pairs."""

    def __init__(self) -> None:
        self.stages: list[dict[str, set[tuple[str, str]]]] = []

    def __call__(self, _said: str, engine: PuzzleEngine) -> None:
        found = {}
        for matrix in matrices(engine):  # type: ignore[arg-type]
            found[matrix.agent] = {
                (s[1:-1], t[1:-1])
                for s, row in zip(matrix.worlds, matrix.rows, strict=True)
                for t, cell in zip(matrix.worlds, row, strict=True)
                if cell
            }
        self.stages.append(found)


def test_the_matrices_of_three_muddy_children() -> None:
    """The worked example of the source, with the actual state (0,1,1)."""
    kept = Kept()
    solve(find_puzzle("muddy-children"), watch=kept)
    first, said, silent_once = kept.stages
    states = [",".join(bits) for bits in product("01", repeat=3)]
    for agent in "123":
        own = int(agent) - 1
        blind = {s: (*s.split(",")[:own], *s.split(",")[own + 1 :]) for s in states}
        every = {(s, t) for s, t in product(states, states) if blind[s] == blind[t]}
        assert first[agent] == every
        gone = {"0,0,0"}
        assert said[agent] == {(s, t) for s, t in every if not {s, t} & gone}
        gone |= {"1,0,0", "0,1,0", "0,0,1"}
        assert silent_once[agent] == {(s, t) for s, t in every if not {s, t} & gone}
    actual = "0,1,1"
    knowing = [
        a for a in "123" if {t for s, t in silent_once[a] if s == actual} == {actual}
    ]
    assert knowing == ["2", "3"]


def test_the_file_of_the_readme_is_solved() -> None:
    readme = puzzle_files()["muddy-children"].parent / "README.md"
    (example,) = re.findall(r"```toml\n(.*?)```", readme.read_text("utf-8"), re.S)
    found = solve(read_puzzle(example, "readme"))
    assert [answer.right for answer in found.answers] == [True]
    assert found.answers[0].expect


def test_a_puzzle_can_be_found_by_its_path() -> None:
    by_name, by_path = (
        find_puzzle(word)
        for word in ("cheryls-birthday", str(puzzle_files()["cheryls-birthday"]))
    )
    assert isinstance(by_name, Puzzle)
    assert by_name == by_path
