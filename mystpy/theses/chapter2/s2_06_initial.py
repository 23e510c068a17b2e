"""Section 2.6: which fluents have a value in Init0, and that the deal is constant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, first_answer
from mystpy.game.game import facts
from mystpy.language.atoms import PREDICATES, Phase
from mystpy.theses.case_analysis import (
    Case,
    smallest,
    up_to_players,
    weigh_cases,
    with_values,
)

UNIFORM = "s2_08_uniform_formulae.lp"


_FREE = """
{ in(I,init0) : player(I); turn(I,init0) : player(I); ans_turn(I,init0) : player(I) }.
{ askphase(init0); ansphase(init0); showphase(init0); guessphase(init0) }.
{ endphase(init0); game_over(init0) }.
{ question(Q,init0) : set_term(Q) }.
#defined statement/1.
"""
"""Every fluent of section 2.5 that is not about cards or knowledge, with any value."""
_GIVEN = ':- not statement("S2.6.2").\n:- not statement("S2.6.5").\n'
"""The lines of section 2.6 that deny something; the others are rules of its file."""
_TRUE = """
examined(init0). asked_before(Q,init0) :- set_term(Q).
true(turn(I)) :- turn(I,init0).
true(ans_turn(I)) :- ans_turn(I,init0).
true(question(Q)) :- question(Q,init0).
true(askphase) :- askphase(init0).     true(ansphase) :- ansphase(init0).
true(showphase) :- showphase(init0).   true(guessphase) :- guessphase(init0).
true(endphase) :- endphase(init0).
:- law(_,init0,imp(F,neg(G))), true(F), true(G).
"""
"""The rules that (2.22) and the implications of section 2.8 hold in Init0."""


def _fluents(p: int) -> dict[str, str]:
    """Return the fluents of p players by the thesis's names, as atoms of the files."""
    one = {
        f"{name}({i})": f"{PREDICATES[name]}({i},init0)"
        for name in ("In", "Turn", "AnsTurn")
        for i in range(1, p + 1)
    }
    one |= {phase.value: f"{phase}(init0)" for phase in Phase}
    return one | {
        "GameOver": "game_over(init0)",
        "Question({s1})": "question(set(s1),init0)",
    }


def _program(p: int) -> str:
    """Return the smallest game with one deal, with its fluents free in Init0."""
    game = smallest(p)
    sets = ";".join(f"set({card})" for card in game.cards)
    held = " ".join(f"h({k},{card},init0)." for k, card in enumerate(game.cards))
    return f"{facts(game)} {held} set_term({sets}).\n{_FREE}"


def undetermined(p: int, *, given: str = _GIVEN, uniform: bool = False) -> list[str]:
    """Return the fluents that the given lines leave open in Init0.

    `given` has the lines that deny something; with `uniform` the formulae of section
    2.8 are used, too.
    """
    files = (*RULES_OF_THE_GAME, THE_START, *((UNIFORM,) if uniform else ()))
    names, atoms = list(_fluents(p)), list(_fluents(p).values())
    text = _program(p) + given + (_TRUE if uniform else "") + "#show.\n#show v/1.\n"
    text += "".join(f"v({k}) :- {atom}.\n" for k, atom in enumerate(atoms))
    seen: set[tuple[int, bool]] = set()
    while True:
        unseen = product(range(len(atoms)), (False, True))
        rules = [
            f"other :- {'' if value else 'not '}{atoms[k]}.\n"
            for k, value in unseen
            if (k, value) not in seen
        ]
        model = first_answer(files, text + "".join(rules) + ":- not other.\n")
        if model is None:
            break
        seen |= {(k, f"v({k})" in model) for k in range(len(atoms))}
    assert seen, "some Init0 satisfies what is given"
    return [x for k, x in enumerate(names) if {(k, False), (k, True)} <= seen]


def _over_players(
    budget: Budget, players: range, cases: Iterable[tuple[int, Case | None]]
) -> Result:
    """Return the result of checking the smallest games for these players."""
    scope = {"game": "MYST(1,1,p,1)", "p": f"2..{players[-1]}"}
    return weigh_cases(budget, cases, scope, proves=True, method="solver")


def _valued(budget: Budget, *, uniform: bool, but: str = "none") -> Result:
    """Check whether every fluent has a value in Init0, except those named `but`."""

    def cases() -> Iterator[tuple[int, Case | None]]:
        for p in players:
            left = [x for x in undetermined(p, uniform=uniform) if but not in x]
            case = with_values(smallest(p), dict.fromkeys(left, "true or false"))
            yield len(_fluents(p)), case if left else None

    players = up_to_players(budget)
    return _over_players(budget, players, cases())


_ALONE = ("no", "yes", "noguess", "endturn")
"""The kinds of actions whose only argument is the player."""


def _consequences(p: int, answerers: tuple[int, ...]) -> tuple[str, ...] | None:
    """Return what is possible in Init0, and AnsTurn after it, given the responders."""
    cards = smallest(p).cards
    acts = [f"{kind}({i})" for kind in _ALONE for i in range(1, p + 1)]
    for i, x in product(range(1, p + 1), cards):
        acts += [f"asks({i},set({x}))", f"guess({i},set({x}))"]
        acts += [f"shows({i},{j},{x})" for j in range(1, p + 1)]
    text = _program(p).replace("ans_turn(I,init0) : player(I)", "unused")
    text += _GIVEN + _TRUE + "".join(f"ans_turn({j},init0).\n" for j in answerers)
    text += "".join(
        f"considered({act},init0). situation(do({act},init0)).\n" for act in acts
    )
    text += "#show. #show poss/2. #show (next,J,A) : ans_turn(J,do(A,init0)).\n"
    files = (*RULES_OF_THE_GAME, THE_START, UNIFORM)
    found_atoms = first_answer(files, text)
    return None if found_atoms is None else tuple(sorted(found_atoms))


def _no_matter(budget: Budget) -> Result:
    """Check whether AnsTurn in Init0 makes a difference for any action."""

    def cases() -> Iterator[tuple[int, Case | None]]:
        for p in players:
            nobody = _consequences(p, ())
            for j in range(1, p + 1):
                fine = nobody is not None and _consequences(p, (j,)) == nobody
                values = {f"AnsTurn({j})": "true or false"}
                yield 1, None if fine else with_values(smallest(p), values)

    players = up_to_players(budget, most=5)
    return _over_players(budget, players, cases())


def initialized(budget: Budget) -> Result:
    """Return the result for remark-2.6-others."""
    return _valued(budget, uniform=False).also(
        uniform=_valued(budget, uniform=True),
        but_answerer=_valued(budget, uniform=True, but="AnsTurn"),
        no_matter=_no_matter(budget),
    )
