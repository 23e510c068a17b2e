"""Sections 2.1 and 2.6: the constants, and the Partition Axioms (2.9)-(2.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from mystpy.axioms import blocks
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.prover_results import Effort, ask_provers
from mystpy.conjectures.prover.tptp import fof
from mystpy.conjectures.ranges import myst_games
from mystpy.conjectures.verdict import Result
from mystpy.engines.programs.run import THE_START, first_answer
from mystpy.errors import EngineMissing
from mystpy.game.game import Game
from mystpy.situations.public_steps import incp
from mystpy.theses.case_analysis import Case, sought

_CONSTANTS = "s2_01_constants.lp"
_ANY = """
{ h(K,X,init0) : holder(K) } :- card(X).
h(K,X) :- h(K,X,init0).
#show. #show h(K,X) : h(K,X,init0).
#defined examined/1. #defined sets_examined/0. #defined set_violates/1.
"""
_TWO_HOLDERS = "two :- h(K,X), h(J,X), K < J. :- not two."
_NO_HOLDER = "unheld :- card(X), not h(K,X) : holder(K). :- not unheld."
_OFF = "exact :- hand_size({0},N), N {{ h({0},X) : card(X) }} N. :- exact."
_SET_BLOCKS = ("2.13a", "2.13b", "2.13c")


def _constants(game: Game) -> str:
    symbols = "; ".join(f"{k},{card}" for k, card in enumerate(game.cards, 1))
    sizes = f"constant(m,{game.m}; n,{game.n}; p,{game.p}; q,1)."
    return f"{sizes} symbol({symbols}).\n"


def _held(atoms: Iterable[str], game: Game) -> Case:
    """Return the holders of the cards, as a counterexample that is no deal."""
    holds: dict[str, list[str]] = {str(k): [] for k in game.holders}
    for atom in sorted(atoms):
        holder, card = atom.removeprefix("h(").removesuffix(")").split(",")
        holds[holder].append(card)
    return {"game": game.to_dict(), "holds": holds}


def _no_answer(
    budget: Budget,
    text: str,
    leave_out: tuple[str, ...] = (),
    files: tuple[str, ...] = (_CONSTANTS, THE_START),
) -> Result:
    """Check that no assignment of cards to holders satisfies the text, game by game."""
    games = myst_games(8, 4, q=1) if budget.full else myst_games(5, 3, q=1)
    rules = [blocks("asp")[label].text for label in leave_out]

    def assignment(game: Game) -> Case | None:
        atoms = first_answer(files, _constants(game) + _ANY + text, without=rules)
        return None if atoms is None else _held(atoms, game)

    scope = {"c": max(g.c for g in games), "p": max(g.p for g in games)}
    cases = map(assignment, games)
    return sought(budget, cases, scope, proves=True, method="solver")


def printed_disjoint(budget: Budget) -> Result:
    """Check whether (2.9) as printed is false of a card with two holders."""
    most = 7 if budget.full else 3

    def found(same_as_itself: bool) -> Result:
        cases = (
            {"values": {"p": p, "card": "s1", "holders": [*_holders(held)]}}
            if _disjoint(held, same_as_itself)
            else None
            for p in range(2, most + 1)
            for held in product((False, True), repeat=p + 1)
            if sum(held) >= 2
        )
        return sought(budget, cases, {"p": f"2..{most}"}, proves=True)

    return found(True).also(others=found(False))


def _holders(held: tuple[bool, ...]) -> Iterator[int]:
    return (k for k, holds in enumerate(held) if holds)


def _disjoint(held: tuple[bool, ...], same_as_itself: bool) -> bool:
    """Return whether (2.9) holds of one card, with k' != k' as printed, or k' != k."""
    return all(
        not held[other]
        for k in _holders(held)
        for other in range(len(held))
        if (other != other if same_as_itself else other != k)
    )


def from_rest(budget: Budget) -> Result:
    """Return the result for axiom-2.9-from-rest."""
    first = _no_answer(budget, _TWO_HOLDERS, ("2.9",))
    second = _no_answer(budget, _NO_HOLDER, ("2.10",))
    as_printed = _no_answer(budget, _NO_HOLDER, ("2.9", "2.10"))
    main = second if first.verdict.good and not second.verdict.good else first
    return main.also(existence=second, as_printed=as_printed)


def set_equal(budget: Budget) -> Result:
    """Return the result for axiom-2.13-equal."""
    forth = _no_answer(budget, "sets_examined. :- not set_violates(_).")
    sets = "\n".join(blocks("asp")[label].text for label in _SET_BLOCKS)
    implied = f"{sets}sets_examined. :- set_violates(_). "
    back = {
        name: _no_answer(budget, implied + violated, files=(_CONSTANTS,))
        for name, violated in _VIOLATED.items()
    }
    wrong = (result for result in back.values() if not result.verdict.good)
    main = next(wrong, forth) if forth.verdict.good else forth
    return main.also(**back)


_VIOLATED = {
    "disjoint": _TWO_HOLDERS,
    "existence": _NO_HOLDER,
    "hands": _OFF.format(1),
    "pile": _OFF.format(0),
}
"""The violations of (2.9) to (2.12); of (2.11) for player 1, by symmetry."""


def exact_sizes(budget: Budget) -> Result:
    """Check whether (2.11), taken literally, is true of exactly hands of right size."""
    most = 10 if budget.full else 6
    cases = (
        None
        if _set_size(c, size, held) is (held == size)
        else {"values": {"c": c, "size": size, "held": held}}
        for c in range(2, most + 1)
        for size in range(1, c)
        for held in range(c + 1)
    )
    return sought(budget, cases, {"c": most, "size": f"1..{most - 1}"}, proves=True)


def _set_size(c: int, size: int, held: int) -> bool:
    """Return (2.11) or (2.12), literally, of a holder with the first `held` cards."""
    hand = set(range(held))
    cards = set(range(c))
    return all(
        (hand >= set(sigma)) == (not hand & (cards - set(sigma)))
        for sigma in combinations(range(c), size)
    )


CONVERSE = (
    "! [K,X] : ((player(K) | K = n0) => ("
    "((! [J] : (((player(J) | J = n0) & J != K) => ~h(J,X))) => h(K,X))"
    " <=> (? [J] : ((player(J) | J = n0) & h(J,X)))))"
)
"""The converse of (2.9), formalized for one holder K, which is (2.10) for a card."""


def disjoint_converse(budget: Budget, text: str = CONVERSE) -> Result:
    """Return the result for remark-2.6-converse: by provers, and for few players."""
    most = 9 if budget.full else 4
    cases = (
        None
        if (held[k] or any(held[:k] + held[k + 1 :])) == any(held)
        else {"values": {"p": p, "k": k, "holders": str(held)}}
        for p in range(2, most + 1)
        for held in product((False, True), repeat=p + 1)
        for k in range(p + 1)
    )
    listed = sought(budget, cases, {"p": f"2..{most}"}, proves=True)
    problem = Problem("converse", text, fof("goal", "conjecture", text))
    effort = Effort.BOTH if budget.full else Effort.CVC5
    try:
        found = ask_provers([problem], effort, tick=budget.tick)
    except EngineMissing:
        return listed
    if found.failed is not None or not listed.verdict.good:
        return listed
    note = f"{found}; every set of holders of a card was examined for p up to {most}"
    scope = {"p": ">= 2", "m, n": "any"}
    return replace(listed, method="provers", scope=scope, note=note)


def same_successor(budget: Budget) -> Result:
    """Return the result for axiom-2.7-same."""
    most = 60 if budget.full else 12

    def result(further: int) -> Result:
        said = (
            (p, {i: i % (p + further) + 1 for i in range(1, p + 1)})
            for p in range(2, most + 1)
        )
        cases = (
            None
            if incp(p) == formula
            else {"values": {"p": p, "incp": str({**incp(p)}), "formula": str(formula)}}
            for p, formula in said
        )
        return sought(budget, cases, {"p": f"2..{most}"}, proves=True)

    return result(0).also(modulo_more=result(1))
