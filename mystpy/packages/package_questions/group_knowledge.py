"""Common knowledge of groups, knowledge about knowledge, and public information."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from mystpy.engines.backend import has_backend
from mystpy.errors import QueryError
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.packages.answer_kinds import (
    KnownFluents,
    OnlyAnswerSets,
    known_fluents,
)
from mystpy.packages.history_runs.control import Literal
from mystpy.packages.history_runs.formula_encoder import Encoded
from mystpy.packages.history_runs.history_model import TooManyRuns
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.package_answers import (
    PackageSituation,
)

OBSERVER = "observer"
"""Somebody who sees what all agents see, and no more."""


def known_of(
    situation: PackageSituation, agents: Sequence[str], that: Sequence[str] = ()
) -> KnownFluents:
    """Return what an agent knows, or several in common, of the fluents.

    With `that` it is the first agent's knowledge about the next one's, and so on. A
    fluent is then true if it is known to be known to hold, and false if it is known to
    be known not to hold. Raises QueryError for an unknown agent, and if an agent's
    observations are not given.
    """
    if that:
        if len(agents) > 1:
            raise QueryError("--that is for one agent, not for a group")
        return _known_chain(situation, [*agents, *that])
    if len(agents) > 1:
        return _common(situation, agents)
    if agents[0] == OBSERVER and OBSERVER not in situation.words.agents:
        return _observed(situation)
    return situation.known(agents[0])


def known_by(agents: Sequence[str], body: Formula, *, common: bool) -> Formula:
    """Return the formula of common, or nested, knowledge of these agents."""
    if common:
        return Common(tuple(agents), body)
    return reduce(lambda f, agent: Knows(agent, f), reversed(agents), body)


def remaining_runs(situation: PackageSituation, agent: str) -> int | None:
    """Return the number of runs that look to an agent like those that fit.

    For an observer it is the number of all runs of the history. None if there are too
    many to list. Raises NoWorldFits if the history is illegal, QueryError if what the
    agent has seen is not given.
    """
    situation.require_legal()
    all_runs = agent == OBSERVER and agent not in situation.words.agents
    return situation.count_alike(None if all_runs else agent)


def _known_chain(situation: PackageSituation, agents: Sequence[str]) -> KnownFluents:
    names = [str(situation.package.agent(agent)) for agent in agents]
    situation.known(names[0])  # raises QueryError if its view is not given
    if (found := situation.known_of_all(names, common=False)) is not None:
        return found
    return _by_formulas(situation, lambda body: known_by(names, body, common=False))


def _common(situation: PackageSituation, agents: Sequence[str]) -> KnownFluents:
    """Return the common knowledge: by a list of the runs, or fluent by fluent.

    The list is that of answer sets; other engines answer fluent by fluent.
    """
    group = tuple(str(situation.package.agent(agent)) for agent in agents)
    if len(set(group)) < len(group):
        raise QueryError(f"an agent of {', '.join(group)} is named twice")
    if (known := situation.known_of_all(group, common=True)) is not None:
        return known
    try:
        return situation.history_model().common(group, situation.atoms)
    except (TooManyRuns, OnlyAnswerSets):
        return _by_formulas(situation, lambda body: known_by(group, body, common=True))


def _by_formulas(
    situation: PackageSituation, knowledge: Callable[[Formula], Formula]
) -> KnownFluents:
    """Return what is known of each fluent, by the value of the formula for it."""

    def known(body: Formula) -> bool:
        return situation.value(knowledge(body)) == "true"

    true = [x for x in situation.atoms if known(Atom(x))]
    rest = [x for x in situation.atoms if x not in set(true)]
    false = {x for x in rest if known(Not(Atom(x)))}
    return known_fluents(situation.atoms, true, set(situation.atoms) - false)


def _observed(situation: PackageSituation) -> KnownFluents:
    """Return what follows from public observations, regardless of the others."""
    situation.require_answer_sets()
    if has_backend():
        raise QueryError(
            "what all agents have seen is not computed here",
            hint="ask about an agent, or for common knowledge",
        )
    if (known := situation.known_by_observer()) is not None:
        return known
    situation.require_legal()
    runs = RunsOfHistory(situation.package, situation.steps)
    fits = runs.fitting(situation.given, situation.steps)
    seen = _seen_by_all(runs)
    view: list[Literal] = []
    for literal in seen:
        may = [x for x in (literal, -literal) if runs.find([*fits, Encoded(x)])]
        if len(may) > 1:
            raise QueryError(
                "what all agents have seen is not given",
                hint="give it, with --given or as arguments of the actions",
            )
        view += may
    here = [*runs.conditions(len(situation.steps)), *map(Encoded, view)]
    true = runs.consequences(here, "cautious")
    maybe = runs.consequences(here, "brave")
    return known_fluents(situation.atoms, true, maybe)


def _seen_by_all(runs: RunsOfHistory) -> list[Literal]:
    """Return literals which say that all agents have made an observation."""
    solver = runs.solver
    seen: dict[tuple[int, str], list[Literal]] = {}
    for each in solver.saw.values():
        for one in each:
            seen.setdefault((one.step, one.content), []).append(one.literal)
    agents = len(solver.saw)
    return [solver.conjunction(x) for x in seen.values() if len(x) == agents]
