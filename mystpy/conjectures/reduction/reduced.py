"""Conjectures that are proved by a formula that implies them: see `rewriting`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mystpy.compilation import dataclass, field, replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import (
    Conjecture,
    Form,
    has_premises,
    judge_result,
    premises_only,
    sizes_of,
    span,
    statement_of,
)
from mystpy.conjectures.countermodels.few_worlds import for_all_players, for_all_sizes
from mystpy.conjectures.induction.proofs import by_induction, premises_are_met
from mystpy.conjectures.prover import provers
from mystpy.conjectures.reduction.rewriting import new_rewriter
from mystpy.conjectures.reduction.sizes import sizes_are_given
from mystpy.conjectures.reduction.strengthening import strengthened
from mystpy.conjectures.sweep.sweeps import fails_later
from mystpy.conjectures.verdict import METHOD, REWRITTEN, Result, Verdict
from mystpy.errors import QueryError
from mystpy.language.atoms import Truth
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import is_past, players_in


def _by_provers(conjecture: Conjecture, budget: Budget) -> Result | None:
    return provers.prove(conjecture, budget)


_METHODS: tuple[Callable[[Conjecture, Budget], Result | None], ...] = (
    for_all_players,
    _by_provers,
    for_all_sizes,
    by_induction,
)
"""Methods whose results are about games of all sizes."""


@dataclass(slots=True)
class SideConditions:
    """Formulas that are proved for all games so that others may be rewritten.

    `proved` has them with their results, which are None if nothing was proved.
    """

    conjecture: Conjecture
    budget: Budget
    proved: dict[tuple[str, Form], Result | None] = field(default_factory=dict)

    def holds(self, node: Formula, form: Form) -> bool:
        """Return whether a formula is proved for games of all sizes."""
        key = str(node), form
        if key not in self.proved:
            self.budget.tick()
            self.proved[key] = prove_for_all_sizes(
                replace(
                    self.conjecture,
                    text=key[0],
                    form=form,
                    depth=None,
                    guesses=True,
                ),
                self.budget,
            )
        return self.proved[key] is not None

    def used(self) -> dict[str, Result]:
        """Return the proved formulas, with their results."""
        found = {}
        for (text, form), result in self.proved.items():
            if result is not None:
                found[text if form == "always" else f"{form}: {text}"] = result
        return found


def prove_for_all_sizes(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return the first proof for games of all sizes, unless a small game refutes it."""
    if fails_later(conjecture, budget, None):
        return None
    for method in _METHODS:
        if conjecture.form != "always" and method is by_induction:
            continue
        try:
            result = method(conjecture, budget)
        except QueryError:  # it names what some game lacks
            continue
        if result is not None and result.verdict is Verdict.PROVED:
            return result
    return None


def by_reduction(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for all sizes if a formula that implies it is proved.

    None if nothing can be rewritten, or if its premises are not known to be
    satisfiable.
    """
    conditions = SideConditions(conjecture, budget)
    for reduced in _reductions(conjecture, conditions):
        found = None
        if reduced != Truth():
            found = prove_for_all_sizes(
                replace(conjecture, text=str(reduced), form="always"), budget
            )
            if found is None:
                continue
        if premises_are_met(conjecture):
            return _result(conjecture, reduced, found, conditions.used())
        return None
    return None


def by_vacuous_premises(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED, vacuously, if it is proved that the premises are never true."""
    if not has_premises(conjecture.node) or premises_are_met(conjecture):
        return None
    never = replace(conjecture, text=str(premises_only(conjecture.node)), form="always")
    found = by_reduction(never, budget) or prove_for_all_sizes(never, budget)
    if found is None:
        return None
    note = f"its premises are never true; `{never.text}` by {found.method}"
    return replace(found, statement=statement_of(conjecture), note=note, vacuous=True)


def _reductions(
    conjecture: Conjecture, conditions: SideConditions
) -> Iterator[Formula]:
    """Yield formulas that imply the conjecture, other than itself."""
    node = conjecture.node
    cards = frozenset(card for game in conjecture.games for card in game.cards)
    sized = all(game.rules == "myst" for game in conjecture.games) and sizes_are_given()
    rewriter = new_rewriter(node, cards, conditions.holds, sized=sized)
    known = {node}
    for way in (rewriter, replace(rewriter, early=True)):
        found = way.reduced(node)
        if found not in known:
            known.add(found)
            yield found
    if is_past(node):
        found = strengthened(rewriter.reduced(node)) or node
        if found not in known:
            yield found


def _result(
    conjecture: Conjecture,
    reduced: Formula,
    found: Result | None,
    conditions: Mapping[str, Result],
) -> Result:
    """Return the result; its scope is the smallest of those on which it depends."""
    scopes = [each.scope for each in conditions.values()]
    scopes += [found.scope] if found is not None else []
    limited = [s["p"] for s in scopes if not str(s["p"]).startswith(">=")]
    players: object = f">= {max({2, *players_in(conjecture.node)})}"
    if limited:  # a number from provers is not a bound: it is that number of players
        one = limited[0] if all(isinstance(p, int) for p in limited) else None
        players = one or span(sorted({game.p for game in conjecture.games}))
    sizes = (*sizes_of(conjecture.games), "depth")
    scope: dict[str, object] = {"p": players}
    bounded = any(str(s.get("q")) == "1..c" for s in scopes)
    scope[", ".join(x for x in sizes if x != "q" or not bounded)] = "any"
    if bounded:
        scope["q"] = "1..c"
    parts = [f"`{text}` by {each.method}" for text, each in conditions.items()]
    if found is not None:
        parts.insert(0, f"it follows from `{reduced}`, proved by {found.method}")
    else:
        parts.insert(0, "each step that rewrites it, down to `true`, is a theorem")
    note = "; with ".join((parts[0], ", ".join(parts[1:]))) if parts[1:] else parts[0]
    result = judge_result(
        conjecture,
        None,
        proves=True,
        method="reduction",
        instances=1 + len(conditions),
        scope=scope,
        note=note,
    )
    proofs = (*(() if found is None else (found,)), *conditions.values())
    bases = (base for x in proofs for base in x.rests_on or (METHOD + x.method,))
    return replace(result, rests_on=tuple(dict.fromkeys((*bases, REWRITTEN))))
