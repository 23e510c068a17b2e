"""Conjectures that are rewritten before they are proved, against every situation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.induction.invariants import find_violation, is_public
from mystpy.conjectures.reduction.persistence import persists
from mystpy.conjectures.reduction.polynomials import Polynomial, always_compares
from mystpy.conjectures.reduction.reduced import by_reduction, prove_for_all_sizes
from mystpy.conjectures.reduction.rewriting import Rewriter, new_rewriter
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.language.atoms import Fluent, GameOver, StillIn
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula, Iff, Implies
from mystpy.language.numbers import CONSTANTS, RELATIONS, Comparison
from mystpy.language.subformulas import walk
from tests.edits import Edit, edited
from tests.sampling import by_day, reaches, seeds_by_day

CLOSED = Game.myst(1, 1, 2, 1)
"""A game all of whose situations are checked."""

LONGER = (Game.myst(2, 1, 2, 1), Game.myst(1, 2, 2, 2), Game.myst(1, 1, 3, 1))
FRONT = "forall i in players, j in players, x in cards: "
PLAYERS = ("i", "j", "1", "2")


def fails(node: Formula) -> bool:
    """Return whether some situation of small games refutes a formula."""
    games = [(CLOSED, None), *((game, 800) for game in LONGER)]
    return any(sweep(node, game, work=work).failure for game, work in games)


def by_sweeps(node: Formula, form: Form) -> bool:
    """Return what holds in all situations that are checked, instead of a proof."""
    if form == "initially":
        return not any(sweep(node, x, work=None, depth=0).failure for x in LONGER)
    return not fails(node)


def atom(chance: Random) -> str:
    """Return a fact of the cards, or one of the public fluents."""
    if chance.random() < 0.3:
        facts = ("In(i)", "In(1)", "GameOver", "Turn(j)", "askphase", "guessphase")
        return chance.choice(facts)
    return f"h({chance.choice(('0', *PLAYERS))},x)"


def formula(chance: Random, depth: int) -> str:
    """Return a formula of knowledge, other times and counts."""
    if depth == 0:
        return chance.choice(("", "~")) + atom(chance)
    one, other = (formula(chance, depth - 1) for _ in range(2))
    if chance.random() < 0.25:
        return counted(chance, one)
    i = chance.choice(PLAYERS)
    ways = (
        *(f"~({one})", f"({one}) & ({other})", f"({one} | {other})"),
        *(f"(({one}) -> ({other}))", f"K({i},{one})", f"~K({i},{one})"),
        *(f"E(players,{one})", f"C(players,{one})", f"D([1,2],{one})"),
        *(f"(once ({one}))", f"(so far ({one}))", f"(before ({one}))"),
        *(f"(next ({one}))", f"(exists x in cards: {one})"),
    )
    return chance.choice(ways)


def counted(chance: Random, one: str) -> str:
    """Return a comparison of a count with a number, or with another count."""
    domain, name = chance.choice((("cards", "x"), ("players", "j"), ("holders", "k")))
    one = one.replace("h(j,x)", f"h({name},x)") if name == "k" else one
    sign = chance.choice(RELATIONS)
    sizes = ("0", "1", "2", "m", "n", "c", "c - m", "c - n", "p", "p - 1", "p + 1")
    number = chance.choice((*sizes, "n*p", f"#({name} in {domain}: {atom(chance)})"))
    return f"(#({name} in {domain}: {one}) {sign} {number})"


def conjecture(chance: Random) -> str:
    """Return a conjecture, some of it a likely law."""
    one, other = formula(chance, 2), formula(chance, 1)
    i = chance.choice(PLAYERS)
    laws = (
        *(f"({one}) -> ({other})", f"({one}) -> next ({one})", one),
        *(f"once ({one}) -> ({one})", f"({one}) -> so far ({one})"),
        *(f"({one}) -> once ({other})", f"before ({one}) -> ({one})"),
        *(f"K({i},{one}) -> next K({i},{one})", f"once K({i},{one}) -> K({i},{one})"),
        counted(chance, one),
    )
    return FRONT + chance.choice(laws)


def drawn(seed: object) -> Formula:
    """Return a conjecture that is drawn."""
    return parse_conjecture(conjecture(Random(f"reduction {seed}")), None, [CLOSED])


def rewriter(node: Formula) -> Rewriter:
    """Return a rewriter for a formula, with sweeps instead of proofs."""
    return new_rewriter(node, frozenset(CLOSED.cards), by_sweeps, sized=True)


@pytest.mark.parametrize("seed", seeds_by_day(60, 6))
def test_a_rewritten_formula_is_equivalent_or_stronger(seed: int) -> None:
    node = drawn(seed)
    same = rewriter(node).rewritten(node)
    assert same == node or not fails(Iff(node, same)), (node, same)
    for early in (False, True):
        way = rewriter(node)
        stronger = Rewriter(way.proved, way.names, way.named, early).reduced(node)
        assert stronger == node or not fails(Implies(stronger, node)), (node, stronger)


def keeps(fluent: Fluent, value: bool) -> bool:
    """Return what (2.26) and (2.28) say."""
    return isinstance(fluent, GameOver) if value else isinstance(fluent, StillIn)


def test_what_persists_stays_as_it_is() -> None:
    chance, met = Random("persists"), 0
    for _ in range(by_day(50)):
        one = parse_conjecture(FRONT + formula(chance, 2))
        for part in list(walk(one))[:4]:
            for value in (True, False):
                if isinstance(part, Comparison) or not persists(
                    part, keeps, value=value
                ):
                    continue
                text = f"({part})" if value else f"~({part})"
                met += "K(" in text or "once" in text
                node = parse_conjecture(f"{FRONT}{text} -> next {text}", None, [CLOSED])
                assert not fails(node), node
    assert reaches(met > 5)


def settled(text: str, games: tuple[Game, ...] = (CLOSED, *LONGER)) -> Result:
    return settle(Conjecture("", "always", text, games), Budget(processes=1))


@pytest.mark.parametrize("seed", seeds_by_day(30, 6, start=1_000))
def test_what_is_proved_fails_nowhere(seed: int) -> None:
    node = drawn(seed)
    asked = Conjecture("", "always", str(node), (CLOSED, *LONGER))
    budget = Budget(processes=1, scope="sample")
    found = by_reduction(asked, budget) or prove_for_all_sizes(asked, budget)
    if found is not None:
        assert found.verdict is Verdict.PROVED
        assert not fails(node), (node, found)


def public(chance: Random, depth: int) -> str:
    """Return a formula of public fluents and the past."""
    if depth == 0:
        facts = ("In(i)", "Turn(i)", "AnsTurn(i)", "GameOver", "askphase", "ansphase")
        return chance.choice((*facts, "guessphase", "endphase", "~In(i)", "~Turn(i)"))
    one, other = (public(chance, depth - 1) for _ in range(2))
    ways = (f"once ({one})", f"so far ({one})", f"before ({one})", f"~({one})")
    return chance.choice((*ways, f"({one}) & ({other})", f"(({one}) | ({other}))"))


@pytest.mark.parametrize("seed", seeds_by_day(40, 4))
def test_inductions_about_the_past_fail_nowhere(seed: int) -> None:
    """clingo proves it for two and three players, cvc5 for all: both are compared."""
    chance = Random(f"past {seed}")
    text = f"forall i in players: ({public(chance, 1)}) -> ({public(chance, 2)})"
    node = parse_conjecture(text)
    assert is_public(node, 2)
    inductive = all(find_violation(node, p) is None for p in (2, 3))
    assert not (inductive and fails(node)), node
    asked = Conjecture("", "always", text, (CLOSED, *LONGER))
    proved = prove_for_all_sizes(asked, Budget(processes=1, scope="sample"))
    assert not (proved and fails(node)), node


@pytest.mark.parametrize("seed", seeds_by_day(100, 5))
def test_the_signs_of_polynomials_are_those_of_games(seed: int) -> None:
    chance, found = Random(f"sign {seed}"), Polynomial.number(chance_number(seed))
    for _ in range(3):
        term = Polynomial.number(chance.randint(-3, 3))
        for _ in range(chance.randint(1, 2)):
            term *= Polynomial.factor(chance.choice(CONSTANTS))
        found += term
    for sign in RELATIONS:
        said = always_compares(found, sign)
        for game in (CLOSED, *LONGER, Game.myst(3, 2, 4, 9), Game.myst(1, 5, 2, 1)):
            values = {x: getattr(game, x) for x in ("p", "q", "c")}
            values |= {"m": game.sizes[0], "n": game.sizes[1]}
            number = 0
            for factors, coefficient in found.terms:
                for factor in factors:
                    coefficient *= values[str(factor)]
                number += coefficient
            truth = {"=": number == 0, "!=": number != 0, "<": number < 0}
            truth |= {"<=": number <= 0, ">": number > 0, ">=": number >= 0}
            assert said in (None, truth[sign]), (found, sign, game)


def chance_number(seed: int) -> int:
    """Return a small number."""
    return seed % 7 - 3


def test_signs_that_are_the_same_in_all_games_are_seen() -> None:
    m, n, p, q, c = map(Polynomial.factor, CONSTANTS)
    one = Polynomial.number(1)
    assert always_compares(c - m - n * p, "=") is True
    assert always_compares(c - m - n, ">") is True
    assert always_compares(c - q, ">=") is True
    assert always_compares(q - c, ">") is False
    assert always_compares(p - one, "<=") is False
    assert always_compares(m - n, "=") is None
    assert always_compares(q - m, "<=") is None


@pytest.mark.parametrize(
    "text",
    [
        FRONT + "once K(i,h(j,x)) -> K(i,h(j,x))",
        FRONT + "K(i,K(j,h(0,x))) -> next K(i,K(j,h(0,x)))",
        "so far (In(1) | ~In(1))",
        "GameOver -> once guessphase",
        "forall i in players: In(i) -> so far In(i)",
        "forall i in players: ~In(i) -> once Turn(i)",
        "c = m + n*p",
        "#(i in players: Turn(i)) = 1",
        "forall i in players: #(x in cards: K(i,h(i,x))) = n",
        "forall i in players: #(x in cards: K(i,~h(0,x))) = c - m -> "
        "forall x in cards: Kw(i,h(0,x))",
        "forall i in players, x in cards: #(k in holders: ~K(i,~h(k,x))) = 1 -> "
        "exists k in holders: K(i,h(k,x))",
    ],
)
def test_what_a_logician_writes_is_proved_for_all_sizes(text: str) -> None:
    found = settled(text)
    assert (found.verdict, found.scope["p"]) == (Verdict.PROVED, ">= 2"), found
    assert not found.vacuous


def test_premises_that_are_never_true_are_named() -> None:
    found = settled("GameOver & askphase -> K(1,h(0,s1))")
    assert (found.verdict, found.vacuous) == (Verdict.PROVED, True)
    found = settled("GameOver & Turn(1) & askphase -> false")
    assert (found.verdict, found.vacuous) == (Verdict.PROVED, False)


def test_premises_that_no_situation_of_a_game_meets_are_named() -> None:
    """No method proves it for all sizes; all situations of the game are checked."""
    text = "before before K(1,h(0,s1)) & askphase & GameOver -> ansphase"
    found = settled(text, (CLOSED,))
    assert (found.verdict, found.vacuous) == (Verdict.PROVED, True)


def test_what_is_proved_of_some_games_holds_of_all_of_them() -> None:
    text = "forall x in cards: E(players,h(0,x)) -> C(players,h(0,x)) | once guessphase"
    named = Conjecture("", "always", text, (CLOSED,))
    every = Conjecture("", "always", text, (CLOSED,), without_end=frozenset({"p"}))
    budget = Budget(processes=1, scope="sample")
    assert settle(named, budget).verdict is Verdict.PROVED
    assert settle(every, budget).verdict is Verdict.HOLDS


SUCCESSORS, START = "s2_09_successor_state", "s2_06_initial_situation"
BACK_IN: tuple[Edit, ...] = (
    (
        f"{SUCCESSORS}.lp",
        "    in(I, S),\n    not guesses_wrong(I, A).",
        "    player(I),\n    not guesses_wrong(I, A).",
    ),
)
"""A player who is out is in again after the next action."""

ANY_HANDS: tuple[Edit, ...] = (
    (
        f"{START}.lp",
        ":- hand_size(0, M), not M { h(0, X, init0) : card(X) } M.",
        ":- hand_size(0, M), not 1 { h(0, X, init0) : card(X) }.",
    ),
    (
        f"{START}.lp",
        ":- player(I), hand_size(I, N), not N { h(I, X, init0) : card(X) } N.",
        ":- player(I), hand_size(I, N), not 0 { h(I, X, init0) : card(X) }.",
    ),
)
"""Neither hands nor the pile have a size; there is a card in the pile."""


@pytest.fixture
def in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def put(edits: tuple[Edit, ...]) -> None:
        folder = edited(tmp_path / "edited", edits)
        monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))

    return put


@pytest.mark.parametrize(
    ("edits", "text"),
    [
        (BACK_IN, "forall i in players: In(i) -> so far In(i)"),
        (BACK_IN, "forall i in players: ~In(i) -> next C(players,~In(i))"),
        (ANY_HANDS, "#(x in cards: h(0,x)) = m"),
        (ANY_HANDS, "#(x in cards, i in players: h(i,x)) = n*p"),
    ],
)
def test_under_other_axioms_it_is_not_proved(
    edits: tuple[Edit, ...], text: str, in_force: Callable[..., None]
) -> None:
    asked = Conjecture("", "always", text, (CLOSED, *LONGER))
    budget = Budget(processes=1, scope="sample")
    assert by_reduction(asked, budget) is not None
    in_force(edits)
    assert by_reduction(asked, budget) is None


def test_the_past_follows_the_axioms(in_force: Callable[..., None]) -> None:
    text = "forall i in players: ~In(i) -> once (Turn(i) & guessphase)"
    asked = Conjecture("", "always", text, (CLOSED, *LONGER))
    budget = Budget(processes=1, scope="sample")
    assert prove_for_all_sizes(asked, budget) is not None
    in_force(
        (
            (
                f"{START}.lp",
                "in(I, init0) :-\n    player(I).",
                "in(I, init0) :-\n    player(I), I > 1.",
            ),
        )
    )
    assert prove_for_all_sizes(asked, budget) is None
