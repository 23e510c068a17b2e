"""Sections 2.1 and 2.6: the constants, and the Partition Axioms (2.9)-(2.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from mystpy.axioms import blocks
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import myst_games
from mystpy.conjectures.verdict import Result
from mystpy.engines.programs.run import THE_START, first_answer
from mystpy.game.game import Game
from mystpy.situations.successor import incp

_FILES = ("s2_01_constants.lp", THE_START)
_ANY = """
{ h(K,X,init0) : holder(K) } :- card(X).
h(K,X) :- h(K,X,init0).
#show. #show h(K,X) : h(K,X,init0).
#defined examined/1. #defined sets_examined/0. #defined set_violates/1.
"""
_TWO_HOLDERS = "two :- h(K,X), h(J,X), K < J. :- not two."
_NO_HOLDER = "unheld :- card(X), not h(K,X) : holder(K). :- not unheld."
_OFF = "exact :- hand_size({0},N), N {{ h({0},X) : card(X) }} N. :- exact."


def _games(budget: Budget) -> tuple[Game, ...]:
    return myst_games(8, 4, q=1) if budget.full else myst_games(5, 3, q=1)


def _constants(game: Game) -> str:
    symbols = "; ".join(f"{k},{card}" for k, card in enumerate(game.cards, 1))
    sizes = f"constant(m,{game.m}; n,{game.n}; p,{game.p}; q,1)."
    return f"{sizes} symbol({symbols}).\n"


def _held(atoms: Iterable[str], game: Game) -> dict[str, object]:
    """Who holds what, as a counterexample that is no deal."""
    holds: dict[str, list[str]] = {str(k): [] for k in game.holders}
    for atom in sorted(atoms):
        holder, card = atom.removeprefix("h(").removesuffix(")").split(",")
        holds[holder].append(card)
    return {"game": game.to_dict(), "holds": holds}


def _no_answer(budget: Budget, text: str, leave_out: tuple[str, ...]) -> Result:
    """That no assignment of cards to holders satisfies the text, game by game."""
    games = _games(budget)
    rules = [blocks("asp")[label].text for label in leave_out]
    failing: dict[str, object] | None = None
    for game in games:
        budget.tick()
        atoms = first_answer(_FILES, _constants(game) + _ANY + text, without=rules)
        if atoms is not None and failing is None:
            failing = _held(atoms, game)
    return Result.judged(
        failing,
        proves=True,
        method="solver",
        scope={"c": max(g.c for g in games), "p": max(g.p for g in games)},
        instances=len(games),
    )


def printed_disjoint(budget: Budget) -> Result:
    """Whether (2.9) as printed is false of a card with two holders."""
    cases = [
        (p, held)
        for p in range(2, 8 if budget.full else 4)
        for held in product((False, True), repeat=p + 1)
        if sum(held) >= 2
    ]

    def counterexample(same_as_itself: bool) -> dict[str, object] | None:
        for p, held in cases:
            if _disjoint(held, same_as_itself):
                holders = [k for k, holds in enumerate(held) if holds]
                return {"values": {"p": p, "card": "s1", "holders": holders}}
        return None

    scope = {"p": f"2..{cases[-1][0]}"}
    printed = Result.judged(
        counterexample(True),
        proves=True,
        method="exhaustive",
        scope=scope,
        instances=len(cases),
    )
    read = Result.judged(
        counterexample(False),
        proves=True,
        method="exhaustive",
        scope=scope,
        instances=len(cases),
    )
    return printed.also(others=read)


def _disjoint(held: tuple[bool, ...], same_as_itself: bool) -> bool:
    """Whether (2.9) holds of one card; k' differs from itself as printed, or from k."""
    holders = range(len(held))
    return all(
        not held[k]
        or all(
            not held[other]
            for other in holders
            if (other != other if same_as_itself else other != k)
        )
        for k in holders
    )


def from_rest(budget: Budget) -> Result:
    """What is found of axiom-2.9-from-rest."""
    first = _no_answer(budget, _TWO_HOLDERS, ("2.9",))
    second = _no_answer(budget, _NO_HOLDER, ("2.10",))
    as_printed = _no_answer(budget, _NO_HOLDER, ("2.9", "2.10"))
    main = second if first.verdict.good and not second.verdict.good else first
    return main.also(existence=second, as_printed=as_printed)


def set_equal(budget: Budget) -> Result:
    """What is found of axiom-2.13-equal."""
    forth = _no_answer(budget, "sets_examined. :- not set_violates(_).", ())
    back = {name: _back(budget, name) for name in _VIOLATED}
    wrong = (result for result in back.values() if not result.verdict.good)
    main = next(wrong, forth) if forth.verdict.good else forth
    return main.also(**back)


_VIOLATED = {
    "disjoint": _TWO_HOLDERS,
    "existence": _NO_HOLDER,
    "hands": _OFF.format(1),
    "pile": _OFF.format(0),
}
"""How (2.9) to (2.12) are violated; (2.11) for player 1, since players are alike."""


def _back(budget: Budget, axiom: str) -> Result:
    """That (2.13) implies an axiom."""
    games, violated = _games(budget), _VIOLATED[axiom]
    failing = None
    for game in games:
        budget.tick()
        text = f"sets_examined. :- set_violates(_). {violated}"
        atoms = first_answer(
            ("s2_01_constants.lp",), _constants(game) + _ANY + _sets() + text
        )
        if atoms is not None and failing is None:
            failing = _held(atoms, game)
    return Result.judged(
        failing,
        proves=True,
        method="solver",
        scope={"c": max(g.c for g in games), "p": max(g.p for g in games)},
        instances=len(games),
    )


def _sets() -> str:
    texts = blocks("asp")
    return "\n".join(texts[label].text for label in ("2.13a", "2.13b", "2.13c"))


def exact_sizes(budget: Budget) -> Result:
    """Whether (2.11) taken literally is true just of the hands of the right size."""
    most = 10 if budget.full else 6
    looked, failing = 0, None
    for c, size in _sizes(most):
        for held in range(c + 1):
            looked += 1
            exact = held == size
            if _set_size(c, size, held) is not exact and failing is None:
                failing = {"values": {"c": c, "size": size, "held": held}}
    return Result.judged(
        failing,
        proves=True,
        method="exhaustive",
        scope={"c": most, "size": f"1..{most - 1}"},
        instances=looked,
    )


def _sizes(most: int) -> Iterator[tuple[int, int]]:
    for c in range(2, most + 1):
        yield from ((c, size) for size in range(1, c))


def _set_size(c: int, size: int, held: int) -> bool:
    """(2.11) or (2.12) of a holder who has the first `held` of c cards, literally."""
    hand = set(range(held))
    cards = set(range(c))
    return all(
        (hand >= set(sigma)) == (not hand & (cards - set(sigma)))
        for sigma in combinations(range(c), size)
    )


def disjoint_converse(budget: Budget) -> Result:
    """What is found of remark-2.6-converse."""
    looked, failing = 0, None
    players = range(2, 10 if budget.full else 5)
    for p in players:
        for held in product((False, True), repeat=p + 1):
            for k in range(p + 1):
                looked += 1
                others = any(held[j] for j in range(p + 1) if j != k)
                converse = others or held[k]
                if converse != any(held) and failing is None:
                    values = {"p": p, "k": k, "holders": str(held)}
                    failing = {"values": values}
    return Result.judged(
        failing,
        proves=True,
        method="exhaustive",
        scope={"p": f"2..{players[-1]}"},
        instances=looked,
    )


def same_successor(budget: Budget) -> Result:
    """What is found of axiom-2.7-same."""

    def wrong(p: int, modulus: int) -> dict[str, object] | None:
        said = {i: i % modulus + 1 for i in range(1, p + 1)}
        if incp(p) == said:
            return None
        return {"values": {"p": p, "incp": str(dict(incp(p))), "formula": str(said)}}

    most = 60 if budget.full else 12
    players = range(2, most + 1)

    def result(further: int) -> Result:
        wrongs = (wrong(p, p + further) for p in players)
        return Result.judged(
            next((x for x in wrongs if x), None),
            proves=True,
            method="exhaustive",
            scope={"p": f"2..{most}"},
            instances=len(players),
        )

    return result(0).also(modulo_more=result(1))
