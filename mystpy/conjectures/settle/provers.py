"""Conjectures proved for every number of players, and all sizes: by provers."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, judged
from mystpy.conjectures.induction.public_states import announces
from mystpy.conjectures.prover import obligations
from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.opinions import Opinions, asked, on_the_invariants
from mystpy.conjectures.prover.tptp import NotFirstOrder
from mystpy.conjectures.settle.proofs import MOST_PLAYERS, premises_met
from mystpy.conjectures.verdict import Finding
from mystpy.errors import EngineMissing
from mystpy.language.atoms import Act, Group
from mystpy.language.nodes import After, Formula, Modal
from mystpy.language.subformulas import is_static, players_in, walk


def by_provers(conjecture: Conjecture, node: Formula, budget: Budget) -> Finding | None:
    """PROVED for all sizes if provers prove it in every situation, or in Init0.

    None if the formula is of another form, or if they do not.
    """
    if not announces(node) or _hidden(node):
        return None
    try:
        opinions = _opinions(conjecture, node, budget)
    except NotFirstOrder:
        return None
    except EngineMissing as missing:
        budget.tell(
            f"{missing}, so this is for the sizes named instead of all: {missing.hint}"
        )
        return None
    if opinions is None:
        return None
    initial = conjecture.form == "initially"
    met = initial or premises_met(node, _few_players(conjecture))
    return judged(
        conjecture,
        None,
        proves=True,
        method="provers",
        instances=opinions.problems if met else 0,
        scope=_scope(node, initial=initial),
        note=str(opinions),
    )


def _scope(node: Formula, *, initial: bool) -> dict[str, object]:
    scope: dict[str, object] = {"p": f">= {max({2, *players_in(node)})}"}
    bounded = obligations.needs_a_question(node)
    free = ("m", "n", *([] if bounded else ["q"]), *([] if initial else ["depth"]))
    scope[", ".join(free)] = "any"
    return scope | ({"q": "1..c"} if bounded else {})


def _few_players(conjecture: Conjecture) -> list[int]:
    """Numbers of players for which it is quick to see whether premises can be true."""
    return sorted({min(game.p, MOST_PLAYERS) for game in conjecture.games})


def _opinions(conjecture: Conjecture, node: Formula, budget: Budget) -> Opinions | None:
    """What the provers say of the first way of proving it in which they prove all."""
    name = conjecture.name or "conjecture"

    def ask(problems: list[Problem]) -> Opinions | None:
        found = asked(problems, fully=budget.full, tick=budget.tick)
        return found if found.failed is None else None

    if conjecture.form == "initially":
        return ask(obligations.in_init0(name, node))
    if on_the_invariants(fully=False).failed is not None:
        return None
    found = ask(obligations.in_situations(name, node))
    if found is None and is_static(node):
        problems = obligations.in_init0(name, node) + obligations.steps(name, node)
        found = ask(problems)
    return found


def _hidden(node: Formula) -> bool:
    """Whether it says what somebody knows after a show whose card they do not see."""
    return any(
        isinstance(part, After)
        and part.action.kind == "shows"
        and any(
            isinstance(known, Modal) and not _all_saw(known.knowers, part.action)
            for known in walk(part.body)
        )
        for part in walk(node)
    )


def _all_saw(group: Group, shows: Act) -> bool:
    return isinstance(group, tuple) and set(group) <= set(shows.args[:2])
