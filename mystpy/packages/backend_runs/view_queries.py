"""The agents' views and knowledge in a history, computed by a clingo backend.

The knowledge of one agent is computed by clingo, as consequences of the agent's
observations; for other questions all runs are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from mystpy.compilation import dataclass
from mystpy.engines.exclusive import exclusive
from mystpy.errors import NoWorldFits, QueryError
from mystpy.packages.action_terms import ActionStep, possible_actions
from mystpy.packages.answer_kinds import (
    KnownFluents,
    RunLegality,
    known_fluents,
)
from mystpy.packages.backend_runs.text_program import (
    Atoms,
    BackendProgram,
    constraints_of,
    parts_of,
    run_of,
)
from mystpy.packages.history_runs.formula_encoder import view_not_given
from mystpy.packages.prolog_runs.package_run import PackageRun
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.packages.prolog_runs.run_reasons import ObservationLiteral
from mystpy.packages.value_sorts import in_braces

MAX_RUNS = 2_000
"""The maximal number of listed runs; with more, some questions are refused."""


@dataclass(frozen=True, slots=False, eq=False)
class BackendViews(PrologSituation):
    """The agents' views in a history, computed or listed by a clingo backend."""

    @cached_property
    def _program(self) -> BackendProgram:
        return BackendProgram(self.package, self.steps, range(len(self.steps) + 1))

    @cached_property
    def _has_preconditions(self) -> bool:
        return any(step.action.precondition for step in self.steps)

    @cached_property
    def run_list(self) -> list[PackageRun]:
        """The runs, preconditions left aside. Raises QueryError if there are many."""
        found = self._program.answer_sets(most=MAX_RUNS + 1)
        if len(found) > MAX_RUNS:
            raise QueryError(
                f"the history has more than {MAX_RUNS:,} runs, too many to list here",
                hint="take smaller constants, or mystpy on the command line",
            )
        agents = self.package.agent_names
        return [run_of(each, agents, len(self.steps)) for each in found]

    @cached_property
    def _fitting_rules(self) -> str | None:
        """Return the given facts as rules; None if runs have to be listed."""
        given = constraints_of(self.given)
        if given is None or self._has_preconditions:
            return None
        lines = [given, f":- not reached({len(self.steps)})."]
        for number, step in enumerate(self.steps):
            if step.public != step:
                lines += [*_done(number, step), f":- not fits_step({number})."]
        return "\n".join(lines)

    def legality(self) -> RunLegality:
        """Return whether the steps are possible; see `PackageSituation.legality`."""
        return self._legality_found

    @cached_property
    def _legality_found(self) -> RunLegality:
        given = constraints_of(self.given)
        if given is None or self._has_preconditions:
            return super().legality()
        if not self._program.answer_sets(given, most=1):
            raise NoWorldFits("no start fits what is given")
        doubtful, fits = None, [given]
        for number, step in enumerate(self.steps):
            done = [*_done(number, step), f":- not fits_step({number})."]
            if not self._program.answer_sets("\n".join([*fits, *done]), most=1):
                return self._fault("illegal", number)
            fails = "\n".join([*fits, *_can_fail(number, step)])
            if doubtful is None and self._program.answer_sets(fails, most=1):
                doubtful = self._fault("possible", number)
            fits += done
        return doubtful or RunLegality("legal")

    @exclusive
    def known(self, agent: str) -> KnownFluents:
        """Return what an agent knows of fluents; see `PackageSituation.known`."""
        rules = self._view_rules(agent)
        if rules is None:
            return super().known(agent)
        always = self._program.consequences(rules, "cautious")
        ever = self._program.consequences(rules, "brave")
        assert always is not None
        assert ever is not None
        return known_fluents(self.atoms, self._now(always), self._now(ever))

    def _view_rules(self, agent: str) -> str | None:
        """Return an agent's observations as rules; None if runs have to be listed.

        Raises QueryError if it is not given, NoWorldFits if no run fits.
        """
        name = str(self.package.agent(agent))
        self.require_legal()
        fits = self._fitting_rules
        if fits is None:
            return None
        found = self._program.answer_sets(fits, most=1)
        if not found:
            raise NoWorldFits("no run fits what is given")
        seen = sorted(x for x in found[0] if parts_of(x)[0] == "saw")
        mine = [x for x in seen if parts_of(x)[1][0] == name]
        view = [f"viewed({','.join(parts_of(x)[1][1:])})." for x in mine]
        view += [
            "#defined viewed/2.",
            f"differs :- saw({name},T,O), not viewed(T,O).",
            f"differs :- viewed(T,O), not saw({name},T,O).",
        ]
        same = "\n".join(view)
        if self._program.answer_sets(f"{fits}\n{same}\n:- not differs.", most=1):
            raise view_not_given(agent)
        return f"{same}\n:- differs.\n:- not reached({len(self.steps)})."

    def _now(self, atoms: Iterable[str]) -> frozenset[str]:
        end = str(len(self.steps))
        parts = (parts_of(x) for x in atoms)
        return frozenset(
            in_braces(arguments[0])
            for name, arguments in parts
            if name == "now" and arguments[1] == end
        )

    def count_alike(self, agent: str | None) -> int | None:
        """Return the number of runs that look to an agent like those that fit.

        Without an agent it is that of all runs; None if there are too many to list.
        """
        rules = None if agent is None else self._view_rules(agent)
        if rules is not None:
            found = self._program.answer_sets(rules, most=MAX_RUNS + 1)
            return len(found) if len(found) <= MAX_RUNS else None
        self.require_legal()
        try:
            assert self.run_list is not None
        except QueryError:
            return None
        return self.end_model(()).count_alike(agent)


def _done(number: int, step: ActionStep) -> list[str]:
    """The rules by which a run has done a step as it is given."""
    return [
        f"fits_step({number}) :- done({x.pattern()},{number})."
        for x in possible_actions(step)
    ]


def _can_fail(number: int, step: ActionStep) -> list[str]:
    """The rules by which a step is not possible where its situation is reached."""
    can = (
        f"can_step({number}) :- can_be_done({each.pattern()},{number})."
        for each in possible_actions(step)
    )
    return [*can, f":- not reached({number}).", f":- can_step({number})."]


def observations_needed(
    program: BackendProgram, agent: str, run: Atoms, wrong: str
) -> list[str]:
    """Return observations of an agent in a run that exclude all runs with some rules.

    Clingo decides it observation by observation: none can be omitted.
    """
    mine = [x for x in sorted(run) if parts_of(x)[0] == "saw"]
    saw = [parts_of(x)[1] for x in mine if parts_of(x)[1][0] == agent]
    needed = {
        ObservationLiteral(
            -1 if when == "start" else int(when), content, True
        ): f":- not saw({agent},{when},{content})."
        for _, when, content in saw
    }
    more = "\n".join(f"has_seen({when},{content})." for _, when, content in saw)
    only = f":- saw({agent},T,O), not has_seen(T,O)."
    nothing_else = f"#defined has_seen/2.\n{more}\n{only}"

    def excluded(rules: Sequence[str]) -> bool:
        return not program.answer_sets("\n".join([wrong, *rules]), most=1)

    extra = [] if excluded(list(needed.values())) else [nothing_else]
    for each in sorted(needed, reverse=True):
        rest = [rule for other, rule in needed.items() if other != each]
        if excluded([*rest, *extra]):
            del needed[each]
    reasons = [str(each) for each in sorted(needed)]
    return [*reasons, *(["that nothing else was seen"] if extra else [])]
