"""Knowledge in all histories: what no few worlds over deals refute is so."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.countermodels.few_worlds import (
    about_the_pile,
    games_that_differ,
    needed_games,
)
from mystpy.conjectures.countermodels.instances import (
    Universal,
    bindings,
    hold_in_few_worlds,
    pieces,
)
from mystpy.conjectures.countermodels.tree import Relation
from mystpy.conjectures.ranges import games_in
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.theses.bench import settle_statement, statement
from tests.conjectures.random_formulas import conjecture
from tests.programs import needs
from tests.sampling import by_day

SMALL = (Game.myst(1, 1, 2, 1), Game.myst(2, 1, 2, 1))
EVERY = "forall i in players, x in cards: "
STEP = "C([1,2], h(0,s1) -> E([1,2], h(0,s1) & ~h(1,s2)))"


def settled(text: str, games: object = None, **said: object) -> Result:
    named = games_in(games or {"p": "2..3", "c": "..5"})
    return settle(Conjecture("test", "always", text, named), Budget(processes=1))


def holds(text: str, game: Game) -> bool:
    return hold_in_few_worlds(pieces(parse_conjecture(text)), game)[0]


@pytest.mark.parametrize(
    ("text", "p"),
    [
        ("K(1,h(0,s1)) -> ~h(1,s1)", ">= 2"),
        ("K(3,h(0,s1)) -> ~h(1,s1)", ">= 3"),
        (f"{EVERY}K(i,h(0,x)) -> K(i,K(i,h(0,x)))", ">= 2"),
        (f"{EVERY}~K(i,h(0,x)) -> K(i,~K(i,h(0,x)))", ">= 2"),
        (f"{EVERY}K(i,h(0,x)) <-> K(i, forall j in players: ~h(j,x))", ">= 2"),
        (f"{EVERY}h(i,x) & Turn(i) -> K(i,h(i,x) & Turn(i))", ">= 2"),
        ("C([1,2],h(0,s1)) -> E([1,2],h(0,s1))", ">= 2"),
        (f"h(0,s1) & {STEP} -> C([1,2],h(0,s1))", ">= 2"),
        ("~C([1,2],h(0,s1)) -> C([1,2],~C([1,2],h(0,s1)))", ">= 2"),
        ("K(1,h(0,s1)) -> D([1,2],h(0,s1))", ">= 2"),
        ("K(1, after no(2): h(0,s1)) -> after no(2): h(0,s1)", ">= 2"),
    ],
)
def test_laws_of_knowledge_are_proved_for_all_sizes(text: str, p: str) -> None:
    games = {"p": "3", "c": "..5"} if p == ">= 3" else None
    result = settled(text, games)
    assert (result.verdict, result.method) == (Verdict.PROVED, "few worlds")
    assert result.scope == {"p": p, "m, n, q, depth": "any"}


@pytest.mark.parametrize(
    "text",
    [
        "K(1,h(0,s1)) -> K(2,h(0,s1))",
        "h(0,s1) -> K(1,h(0,s1))",
        "K(1,h(0,s1)) -> K(2,K(1,h(0,s1)))",
        "E([1,2],h(0,s1)) -> C([1,2],h(0,s1))",
        "E([1,2],E([1,2],E([1,2],h(0,s1)))) -> C([1,2],h(0,s1))",
        f"{STEP} -> C([1,2],h(0,s1))",
        "D([1,2],h(0,s1)) -> K(1,h(0,s1)) | K(2,h(0,s1))",
        "h(2,s1) -> K(1,h(2,s1)) | ~K(2,h(2,s1))",
        "Turn(1) -> K(1,Turn(2))",
        "K(1, after no(2): h(0,s1)) -> after no(1): h(0,s1)",
        "possible(no(2)) -> K(1, possible(no(2)))",
        "(after no(2): h(0,s1)) -> K(2, after no(2): h(0,s1))",
    ],
)
def test_what_is_no_law_has_a_countermodel(text: str) -> None:
    assert not any(holds(text, game) for game in (*SMALL, Game.myst(2, 2, 3, 1)))


def test_sizes_may_matter() -> None:
    said = "K(1,h(0,s1)) & K(1,h(0,s2)) -> ~h(0,s3)"
    (needed,) = needed_games(pieces(parse_conjecture(said)), [2])
    assert needed.sizes == (3, 3, 3)
    assert not holds(said, needed)
    assert [holds(said, Game.myst(m, 1, 2, 1)) for m in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    result = settled(said, {"m": "2", "n": "1", "p": "2", "q": "1"})
    assert result.scope == {"games": "MYST(2,1,2,1)", "depth": "any"}
    inner = "forall i in players: exists x in cards: K(i,h(i,x))"
    assert needed_games(pieces(parse_conjecture(inner)), [2]) == ()
    result = settled(inner)
    assert (result.verdict, result.method) == (Verdict.PROVED, "few worlds")
    assert result.scope["c"] == 5


@pytest.mark.parametrize(
    "text",
    [
        "h(0,s1) | Question({s2})",
        "exists x in cards: K(1,h(1,x))",
        "forall M in guesses: K(1,forall x in M: h(0,x)) -> h(0,s1)",
        "at least n of x in cards: K(1,h(1,x))",
        "next (exists x in cards: h(0,x)) | K(1,h(0,s1))",
    ],
)
def test_of_sets_and_of_cards_that_are_counted_sizes_are_not_left_open(
    text: str,
) -> None:
    assert needed_games(pieces(parse_conjecture(text)), [2, 3]) == ()


@needs("eprover")
def test_theorem_3_1_holds_in_all_histories() -> None:
    result = settle_statement(
        statement("theorem-3.1"), Budget(processes=1, scope="sample")
    )
    first = dict(result.readings)["the first bullet, for every card x"]
    assert "Without Coq: PROVED by provers" in str(result.note)
    assert (first.verdict, first.method) == (Verdict.PROVED, "few worlds")
    for each in (result, first):
        assert "any" in each.scope.values()


def test_premises_that_are_never_true_prove_no_more_than_that() -> None:
    result = settled("K(1,h(0,s1)) & h(1,s1) -> K(2,h(0,s2))", {"p": "2", "c": "3"})
    assert (result.verdict, result.vacuous) == (Verdict.PROVED, True)
    assert "premises" in str(result.note)


def random_conjectures(seed: int, number: int) -> list[str]:
    chance = Random(seed)
    return [conjecture(chance) for _ in range(number)]


def agreed(texts: list[str], games: tuple[Game, ...]) -> tuple[int, int]:
    """How many were proved, and how many a sweep refuted; none may be both."""
    proved = refuted = 0
    for text in texts:
        node = parse_conjecture(text)
        for game in games:
            is_proved = hold_in_few_worlds(pieces(node), game)[0]
            failure = sweep(node, game, work=300).failure
            assert not (is_proved and failure), text
            proved += is_proved
            refuted += failure is not None
    return proved, refuted


def test_nothing_is_proved_that_a_sweep_refutes() -> None:
    proved, refuted = agreed(random_conjectures(1, by_day(50, 4)), SMALL)
    assert proved > by_day(60, 4)
    assert refuted > by_day(5)


@pytest.mark.slow
def test_nothing_of_many_is_proved_that_a_sweep_refutes() -> None:
    more = (*SMALL, Game.myst(1, 1, 3, 1), Game.myst(1, 2, 2, 2))
    proved, refuted = agreed(random_conjectures(2, 800), more)
    assert proved > 1000
    assert refuted > 100


@pytest.mark.parametrize(
    ("number", "sizes"),
    [(10, (1, 3)), pytest.param(150, (1, 2, 3, 5), marks=pytest.mark.slow)],
)
def test_what_is_proved_for_all_sizes_is_proved_of_each(
    number: int, sizes: tuple[int, ...]
) -> None:
    larger = [Game.myst(m, n, p, 1) for m in sizes for n in (1, 2) for p in (2, 3)]
    proved = 0
    for text in random_conjectures(3, number):
        node = about_the_pile(parse_conjecture(text))
        said = pieces(node)
        games = needed_games(said, [2, 3])
        if games and all(hold_in_few_worlds(said, game)[0] for game in games):
            proved += 1
            assert all(hold_in_few_worlds(said, game)[0] for game in larger), text
    assert proved >= number // 8


def test_one_of_the_instances_that_are_alike_is_enough() -> None:
    (piece,) = pieces(parse_conjecture(f"{EVERY}K(i,h(0,x)) | ~h(0,s2)"))
    assert len(list(bindings(piece, Game.myst(3, 2, 2, 1)))) == 2
    clue = Game.clue(
        2, {"who": ["s1", "s2"], "how": ["s3", "s4", "s5"]}, sizes=[2, 2, 1]
    )
    assert len(list(bindings(piece, clue))) == 2 * 3
    for text in random_conjectures(4, by_day(25)):
        node = parse_conjecture(text)
        whole = (Universal((), node),)
        for game in SMALL[:1]:
            one = hold_in_few_worlds(pieces(node), game)[0]
            assert one is hold_in_few_worlds(whole, game)[0], text


def test_the_size_of_questions_matters_only_to_those_who_speak_of_questions() -> None:
    games = tuple(Game.myst(1, 1, 2, q) for q in (1, 2, 3))
    for text, number in (("K(1,h(0,s1))", 1), ("K(1,Question({s1}))", 3)):
        said = pieces(parse_conjecture(text))
        assert len(games_that_differ(said, games)) == number


def test_relations_lie_within_each_other() -> None:
    one, both = Relation((1,)), Relation((1, 2))
    common, all_three = Relation((1, 2), common=True), Relation((1, 2, 3), common=True)
    assert both.within(one)
    assert not one.within(both)
    assert one.within(common)
    assert not common.within(one)
    assert common.within(all_three)
    assert not Relation((3,)).within(common)


def test_too_many_instances_are_not_gone_through() -> None:
    text = "forall i in players: forall S in sets: K(i, exists T in sets: S = T)"
    with pytest.raises(NotCovered):
        holds(text, Game.myst(10, 5, 2, 1))
