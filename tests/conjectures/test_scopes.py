"""The domains of sentences, compared with scopes: random ones, and all on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from types import CodeType

import pytest

from mystpy.conjectures.scopes.constraints import comparisons, constraints_of, linear
from mystpy.conjectures.scopes.domain import Domain, domain_of
from mystpy.conjectures.scopes.judging import proved_within, refuted_within
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import QueryError
from mystpy.theses.bench import statements

ALL = {"p": ">= 2", "m, n, q, depth": "any"}
ENDS = ("1", "2", "3", "m", "n", "m+n", "m+n+1", "2*n+1")
PAGE = json.loads((Path(__file__).parents[2] / "docs/theorems.json").read_text("utf-8"))
WHERE = ("1 < q <= m+n", "n < q & q < m+n+1", "q <= n & m > 1", "m < q <= m+n")
GRID = [
    {"m": m, "n": n, "p": p, "q": q, "c": m + n * p}
    for m, n, p in product(range(1, 6), range(1, 5), range(2, 5))
    for q in range(1, m + n * p + 1)
    if m + n * p >= 3
]


@cache
def compiled(text: str) -> CodeType:
    return compile(text.strip(), "ranges", "eval")


def is_within(ranges: Mapping[str, object], sizes: Mapping[str, int]) -> bool:
    """Return whether a game is in ranges, by Python's own comparisons."""

    def value(text: str) -> int:
        return int(eval(compiled(text), {}, dict(sizes)))

    for key, given in ranges.items():
        text = str(given)
        first, dots, last = text.partition("..")
        if key == "where":
            fine = all(
                bool(
                    eval(part.replace("=", "==").replace("<==", "<="), {}, dict(sizes))
                )
                for part in text.split("&")
            )
        elif text == "any":
            fine = True
        elif text[:2] in (">=", "<="):
            end = value(text[2:])
            fine = sizes[key] >= end if text[0] == ">" else sizes[key] <= end
        elif dots:
            low, high = value(first or "1"), value(last or "999")
            fine = low <= sizes[key] <= high
        else:
            fine = sizes[key] == value(text)
        if not fine:
            return False
    return True


def drawn(random: Random) -> dict[str, object]:
    """Return random ranges."""
    found: dict[str, object] = {}
    if random.random() < 0.7:
        found["p"] = random.choice([2, 3, ">= 2", ">= 3", "2..4", "2..3"])
    for key in ("m", "n"):
        if random.random() < 0.4:
            found[key] = random.choice([1, 2, "1..2", "2..4", ">= 2", "any"])
    if random.random() < 0.7:
        low, high = random.choice(ENDS[:3]), random.choice(ENDS)
        found["q"] = random.choice(
            [high, f"{low}..{high}", f"<= {high}", f">= {high}", "any", "1..c"]
        )
    if random.random() < 0.2:
        found["c"] = random.choice(["..5", "4..7"])
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_scope_covers_what_has_no_game_outside_of_it(seed: int) -> None:
    random = Random(seed)
    covered = missed = 0
    for _ in range(60):
        given, scope = drawn(random), drawn(random) or {"q": "any"}
        if random.random() < 0.4:
            given["where"] = random.choice(WHERE)
        outside = [
            sizes
            for sizes in GRID
            if is_within(given, sizes) and not is_within(scope, sizes)
        ]
        found = domain_of(given).covered_by(scope)
        assert not (found and outside), (given, scope, outside[0])
        covered += found
        missed += not found and not outside
    assert covered > 4
    assert missed <= 4  # what needs whole numbers, or that c is m + n p


@pytest.mark.parametrize(
    ("given", "scope", "covered"),
    [
        ({}, ALL, True),
        ({}, {"c": 8, "p": 4, "games": 145}, False),
        ({}, {"p": "2..7", "m, n, q, depth": "any"}, False),
        ({}, {"p": 2, "m, n, q, depth": "any"}, False),
        ({}, {}, False),
        ({"p": 2}, {"p": 2, "m, n, q, depth": "any"}, True),
        ({"p": 2}, ALL | {"depth": 6}, False),
        ({"p": 2}, ALL | {"guesses": False}, False),
        ({"p": 2, "guesses": False}, ALL | {"guesses": False}, True),
        ({"p": 2, "q": "m+n+1"}, {"p": 2, "m, n": "any", "q": "1..m+n+1"}, True),
        ({"p": 2, "where": "1 < q <= n"}, {"p": 2, "q": "<= m+n"}, True),
        ({"p": 2, "q": "> 1"}, {"p": 2, "q": "<= m+n"}, False),
        ({"games": "MYST(1,1,3,1)"}, {"c": 4, "p": 3, "games": 11}, True),
        ({"games": "MYST(1,1,3,1)"}, {"c": 4, "p": 3, "games": 10}, False),
        ({"games": "MYST(1,1,3,1)"}, {"games": "MYST(1,1,2,1)"}, False),
        ({"games": "MYST(1,2,2,1)"}, {"games": "MYST(1,2,2,1)", "turns": 3}, False),
        ({"p": 2, "c": 4}, {"games": "MYST(2,1,2,1), MYST(2,1,2,2)"}, False),
        ({"vertices": "any"}, {"vertices": "2..4"}, False),
        ({"example": "this"}, {"example": "this"}, True),
        ({"example": "this"}, {"example": "that"}, False),
        ({"example": "this"}, ALL, False),
        ({"n": ">= 25"}, {"m": "8n^2", "n": "any"}, False),
        ({"some": True}, {"games": "MYST(1,1,2,1)", "depth": 2}, True),
        ({"practice": True}, ALL, False),
    ],
)
def test_what_covers_what(
    given: dict[str, object], scope: dict[str, object], covered: bool
) -> None:
    assert Domain(given).covered_by(scope) is covered


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "all games"),
        ({"p": 2}, "all games of two players"),
        ({"p": 2, "q": "m+n+1"}, "all games of two players with q = m+n+1"),
        ({"n": 2, "p": 3, "q": 2}, "all games of three players with n = 2 and q = 2"),
        ({"q": "1..m"}, "all games with 1 <= q <= m"),
        ({"where": "1 < q <= m+n"}, "all games with 1 < q <= m+n"),
        (
            {"p": ">= 3", "where": "n > 1 & q > 1"},
            "all games with at least three players, n > 1 and q > 1",
        ),
        (
            {"p": ">= 2", "sorts": "any"},
            "all games with at least two players, with or without sorts",
        ),
        ({"p": "2..6"}, "all games with 2 to 6 players"),
        ({"games": "MYST(1,2,2,1)"}, "MYST(1,2,2,1)"),
        ({"p": 4, "cards": 52}, "all games of four players, 52 cards"),
        ({"players": ">= 3", "cards": "any"}, "at least three players, any cards"),
        ({"players": "1..2"}, "1 to 2 players"),
        ({"m": ">= 1", "n1": ">= 1"}, "m >= 1, n1 >= 1"),
        ({"numbers": "any m, n1 >= 1"}, "any m, n1 >= 1"),
        ({"cards": "any, more than n"}, "any cards, more than n"),
        ({"clauses": "of any size"}, "clauses of any size"),
        ({"models": "all"}, "all models"),
        ({"cards by sort": ["2 + 2", "3 + 2"]}, "2 + 2, 3 + 2 cards by sort"),
        ({"example": "the one of the paper"}, "the example of the paper"),
        ({"some": True}, "one example"),
        ({"some": True, "p": 3}, "one example among all games of three players"),
        ({"practice": True}, "practice"),
        ({"p": 2, "guesses": False}, "all games of two players, without guesses"),
    ],
)
def test_it_is_said_in_plain_words(given: dict[str, object], words: str) -> None:
    assert str(Domain(given)) == words


@pytest.mark.parametrize(
    "given", [{"q": "m*n"}, {"p": [2, 3]}, {"where": "q != 1"}, {"games": "all"}]
)
def test_what_is_no_range_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(QueryError):
        domain_of(given)


def test_comparisons_are_read_as_sums() -> None:
    assert linear("2*n + m - 1") == {"n": 2, "m": 1, "": -1}
    assert linear("n*m") is None
    assert constraints_of("q", "any") == ()
    assert constraints_of("q", "8n^2") is None
    assert comparisons("1 < q <= m+n") == (
        {"q": 1, "": -2},
        {"m": 1, "n": 1, "q": -1, "": 0},
    )


def a_result(verdict: Verdict, **scope: object) -> Result:
    return Result(verdict, "F", "exhaustive", scope, 1)


def test_what_was_proved_of_less_holds() -> None:
    result = proved_within(a_result(Verdict.PROVED, c=8, p=4), Domain())
    assert result.verdict is Verdict.HOLDS
    assert result.note == (
        "proved for what the scope names; the sentence speaks of all games"
    )
    vacuous = Result(Verdict.PROVED, "F", "exhaustive", {"c": 8}, 1, vacuous=True)
    assert proved_within(vacuous, Domain()).verdict is Verdict.OPEN
    few = Domain({"p": 2, "c": 4})
    assert proved_within(vacuous, few).verdict is Verdict.PROVED
    assert proved_within(vacuous, few).vacuous


def test_what_a_sentence_does_not_speak_of_does_not_refute_it() -> None:
    game = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}
    false = Result(
        Verdict.FALSE, "F", "game tree", {}, 1, counterexample={"game": game}
    )
    assert refuted_within(false, Domain({"p": 2})) is false
    result = refuted_within(false, Domain({"p": 2, "where": "1 < q <= n"}))
    assert (result.verdict, result.counterexample) == (Verdict.OPEN, None)
    nobody = Domain({"guesses": False})
    assert refuted_within(false, nobody) is false
    guessed = {"game": game, "history": ["asks(1,{s1})", "no(2)", "guess(1,{s1})"]}
    false = replace(false, counterexample=guessed)
    assert refuted_within(false, Domain()) is false
    assert refuted_within(false, nobody).verdict is Verdict.OPEN
    guessed = {"game": game, "history": ["asks(1,{s1})", "no(2)", "noguess(1)"]}
    false = replace(false, counterexample=guessed)
    assert refuted_within(false, nobody) is false


def test_an_example_must_be_one_that_the_sentence_speaks_of() -> None:
    game = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}
    shown = Result(Verdict.PROVED, "F", "search", {"c": 3}, 1, example={"game": game})
    assert proved_within(shown, Domain({"some": True})).verdict is Verdict.PROVED
    two = Domain({"some": True, "p": 2})
    assert proved_within(shown, two).verdict is Verdict.PROVED
    three = Domain({"some": True, "p": 3})
    assert proved_within(shown, three).verdict is Verdict.HOLDS


def rows() -> Iterator[tuple[str, Domain, dict[str, object]]]:
    known = statements()
    for row in PAGE:
        if (stated := known.get(row["id"])) is not None:
            yield row["id"], stated.assertion.speaks_of, row
            for read, found in zip(
                stated.readings, row.get("readings", ()), strict=True
            ):
                yield f"{row['id']}: {read.words}", read.speaks_of, found


def test_what_is_proved_on_the_page_is_proved_of_all_it_speaks_of() -> None:
    for name, domain, row in rows():
        assert row["speaks_of"] == domain.given, name
        if row["verdict"] == "PROVED":
            assert domain.covered_by(row["scope"]), name  # type: ignore[arg-type]


def test_what_is_false_on_the_page_is_false_of_what_it_speaks_of() -> None:
    seen = 0
    for name, domain, row in rows():
        if row["verdict"] in ("FALSE", "MISPRINTED"):
            game = row["counterexample"].get("game")  # type: ignore[attr-defined]
            assert game is None or domain.has(game), name
            seen += game is not None
    assert seen > 100


def test_what_is_said_of_some_is_shown_by_an_example() -> None:
    for name, domain, row in rows():
        if domain.some and row["verdict"] == "PROVED":
            shown = row.get("example") or row["scope"].keys() & {"games", "points"}  # type: ignore[attr-defined]
            assert shown or "example" in row["scope"], name  # type: ignore[operator]
