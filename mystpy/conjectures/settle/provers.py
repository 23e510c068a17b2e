"""Conjectures proved for every number of players, and all sizes: by provers."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, statement_of
from mystpy.conjectures.induction.public_states import announces
from mystpy.conjectures.prover import obligations
from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.opinions import Opinions, asked, on_the_invariants
from mystpy.conjectures.prover.tptp import NotFirstOrder
from mystpy.conjectures.settle.proofs import premises_only
from mystpy.conjectures.verdict import Finding, Verdict
from mystpy.errors import EngineMissing
from mystpy.language.atoms import Act, Falsity, Group
from mystpy.language.nodes import After, Formula, Modal
from mystpy.language.subformulas import is_static, players_in, walk

METHOD = "provers"


def by_provers(conjecture: Conjecture, node: Formula, budget: Budget) -> Finding | None:
    """PROVED for all sizes if provers prove it in every situation, or in Init0.

    None if the formula is of another form, or if they do not.
    """
    if not announces(node) or _hidden(node):
        return None
    try:
        opinions = _opinions(conjecture, node, budget, fully=budget.full)
    except NotFirstOrder:
        return None
    except EngineMissing as missing:
        budget.tell(
            f"{missing}, so this is for the sizes named instead of all: {missing.hint}"
        )
        return None
    if opinions is None:
        return None
    note = str(opinions)
    if _without_premises(conjecture, node, budget):
        note += "; its premises are never true"
    players = max(2, *players_in(node), 2)
    return Finding(
        Verdict.PROVED,
        statement_of(conjecture),
        METHOD,
        {"p": f">= {players}", "m, n, q, depth": "any"},
        opinions.problems,
        note=note,
    )


def _opinions(
    conjecture: Conjecture, node: Formula, budget: Budget, *, fully: bool
) -> Opinions | None:
    """What the provers say of the first way of proving it in which they prove all."""
    name = conjecture.name or "conjecture"

    def ask(problems: list[Problem]) -> Opinions | None:
        found = asked(problems, fully=fully, tick=budget.tick)
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


def _without_premises(conjecture: Conjecture, node: Formula, budget: Budget) -> bool:
    """Whether the provers find that the premises of a formula are never true."""
    ahead = premises_only(node)
    if ahead == Falsity():
        return False
    return _opinions(conjecture, ahead, budget, fully=False) is not None
