"""Proofs of conjectures for every number of players and all sizes, by provers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, judge_result, sizes_of
from mystpy.conjectures.induction.proofs import premises_met
from mystpy.conjectures.induction.public_states import announces
from mystpy.conjectures.prover import obligations
from mystpy.conjectures.prover.background import first_unfounded_name
from mystpy.conjectures.prover.obligations import Problem, TranslationMode
from mystpy.conjectures.prover.prover_results import (
    Effort,
    ProverResults,
    ask_provers,
    on_the_invariants,
)
from mystpy.conjectures.sweep.sweep import is_met
from mystpy.conjectures.sweep.sweeps import fails_elsewhere, fails_later
from mystpy.conjectures.verdict import Result
from mystpy.engines.worlds.sight_table import ASKED, OTHER, SHOWS, roles_that_see
from mystpy.errors import EngineMissing, NotCovered
from mystpy.history.actions import Shows
from mystpy.language.atoms import ActionTerm, Group, PossAtom
from mystpy.language.nodes import After, Formula, Modal, Next
from mystpy.language.subformulas import is_past, players_in, walk
from mystpy.language.temporal import Future
from mystpy.thresholds import MAX_PLAYERS_OF_INDUCTION, MAX_PLAYERS_WRITTEN_OUT


def by_provers(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for all sizes, as `prove`, unless a small game refutes that."""
    if fails_elsewhere(conjecture, budget):
        return None
    return prove(conjecture, budget)


def prove(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for all sizes if provers prove it in every situation, or in Init0.

    None if they do not, or if the formula cannot be expressed in first-order logic.
    """
    node = conjecture.node
    if any(isinstance(part, Modal) for part in walk(node)) and not _by_role(conjecture):
        budget.report_progress(
            "who sees the card of a show depends on which players these are, which"
            " provers do not follow: this is for the games that are looked at"
        )
        return None
    try:
        for read in _readings(conjecture, node):
            opinions = _opinions(conjecture, node, read, budget)
            if opinions is not None:
                return _found(conjecture, node, read, opinions)
    except NotCovered:
        return None
    except EngineMissing as missing:
        budget.report_progress(
            f"{missing}, so this is for the sizes named instead of all: {missing.hint}"
        )
    return None


def _by_role(conjecture: Conjecture) -> bool:
    """Return whether roles in a show determine who sees its card, by the axioms."""
    roles = roles_that_see("myst")
    every = {roles_that_see(game.rule_set) for game in conjecture.games}
    return roles is not None and every <= {roles}


def _readings(conjecture: Conjecture, node: Formula) -> Iterator[TranslationMode]:
    """Yield the translations of a formula; public ones need no accessible situation."""
    if announces(node) and not _hidden(node):
        yield TranslationMode()
    if any(isinstance(part, Modal) for part in walk(node)):
        yield TranslationMode(accessible=True)
        p = conjecture.games[0].p if conjecture.games else 0
        if 2 <= p <= MAX_PLAYERS_WRITTEN_OUT and all(
            game.p == p for game in conjecture.games
        ):
            yield TranslationMode(accessible=True, p=p)


def _found(
    conjecture: Conjecture,
    node: Formula,
    read: TranslationMode,
    opinions: ProverResults,
) -> Result:
    initial = conjecture.form == "initially"
    if read.accessible:
        met = is_met(node, conjecture.games, depth=conjecture.depth)
    else:
        met = initial or premises_met(node, _few_players(conjecture))
    result = judge_result(
        conjecture,
        None,
        proves=True,
        method="provers",
        instances=opinions.problems if met else 0,
        scope=_scope(conjecture, node, read),
        note=str(opinions),
    )
    return replace(result, rests_on=opinions.rests_on)


def _scope(
    conjecture: Conjecture, node: Formula, read: TranslationMode
) -> dict[str, object]:
    least = f">= {max({2, *players_in(node)})}"
    scope: dict[str, object] = {"p": least if read.p is None else read.p}
    free = [*sizes_of(conjecture.games)]
    free += ["depth"] if conjecture.form != "initially" else []
    bounded = "q" in free and obligations.needs_a_question(node)
    scope[", ".join(x for x in free if x != "q" or not bounded)] = "any"
    return scope | ({"q": "1..c"} if bounded else {})


def _few_players(conjecture: Conjecture) -> list[int]:
    """Return numbers of players for which satisfiable premises are found quickly."""
    return sorted({min(game.p, MAX_PLAYERS_OF_INDUCTION) for game in conjecture.games})


def _opinions(
    conjecture: Conjecture, node: Formula, read: TranslationMode, budget: Budget
) -> ProverResults | None:
    """Return the results of the first way of proving it that succeeds completely."""
    name = conjecture.name or "conjecture"
    effort = Effort.BOTH if budget.full else Effort.CVC5
    if read.accessible:
        effort = Effort.BRIEF
    of_the_past = is_past(node)  # of which nothing is known but by induction
    if of_the_past:
        effort = Effort.SHORT

    def ask(problems: list[Problem]) -> ProverResults | None:
        vain = partial(fails_later, conjecture, budget, read.p)
        found = ask_provers(problems, effort, tick=budget.tick, hopeless=vain)
        if found.failed is not None or first_unfounded_name() is not None:
            return None
        supported = any(problem.supported for problem in problems)
        if supported and on_the_invariants(fully=False).failed is not None:
            return None
        return found

    if conjecture.form == "initially":
        return ask(obligations.in_init0(name, node, read))
    found = None if of_the_past else ask(obligations.in_situations(name, node, read))
    if found is None and _is_of_one_situation(node):
        problems = obligations.in_init0(name, node, read)
        found = ask(problems + obligations.steps(name, node, read))
    return found


def _is_of_one_situation(node: Formula) -> bool:
    """Return whether it is about one situation only, so that its step is one action."""
    return not any(isinstance(x, PossAtom | After | Next | Future) for x in walk(node))


def _hidden(node: Formula) -> bool:
    """Return whether it is about knowledge after a show whose card is not seen."""
    return any(
        isinstance(part, After)
        and part.action.kind == Shows.name
        and any(
            isinstance(known, Modal) and not _all_saw(known.knowers, part.action)
            for known in walk(part.body)
        )
        for part in walk(node)
    )


def _all_saw(group: Group, shows: ActionTerm) -> bool:
    """Return whether the roles of all in a group in the show let them see its card."""
    roles = roles_that_see("myst") or frozenset()
    if roles == {SHOWS, ASKED, OTHER}:
        return True
    seers = {shows.args[role - 1] for role in roles - {OTHER}}
    return isinstance(group, tuple) and set(group) <= seers
