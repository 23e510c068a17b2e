"""The ground programs and lists of histories, kept from one question to the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from mystpy.compilation import dataclass, field
from mystpy.engines.exclusive import exclusive
from mystpy.engines.interrupt import forgetting
from mystpy.engines.transition_system.lru_cache import LruCache
from mystpy.errors import AxiomError, NoWorldFits, QueryError
from mystpy.language.atoms import Truth
from mystpy.language.nodes import Common, Formula
from mystpy.language.subformulas import children, walk
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.axiom_checks.forbidden import require_safe
from mystpy.packages.axiom_checks.package_checks import require_sound
from mystpy.packages.axiom_checks.soundness import no_start
from mystpy.packages.folders import AXIOMS
from mystpy.packages.history_runs.formula_encoder import Encoded
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.package import Package
from mystpy.thresholds import MAX_RUNS_LISTED, MAX_RUNS_LISTED_FOR_C

if TYPE_CHECKING:
    from mystpy.packages.history_runs.listed_runs import ListedHistory

SEARCHED, LISTED = "asp-runs", "asp-listed"
"""The methods that answers name: runs are answer sets, found by searches or listed."""

MAX_KEPT = 1_000_000
"""The maximal number of ground rules and listed runs kept for all histories."""


class KeptHistory:
    """The runs of a history, the list of them if it was needed, and what was found."""

    def __init__(self, package: Package, steps: Sequence[ActionStep]) -> None:
        require_sound(package)
        self.package, self.steps = package, tuple(steps)
        self.runs = RunsOfHistory(package, steps)
        self._fixed = False
        self._fits: dict[Hashable, list[Encoded]] = {}
        self._legality: dict[Hashable, tuple[str, int] | None] = {}
        self._listed: ListedHistory | None = None
        self._more_than = 0
        self._require_seen()
        self._preconditions = any(step.action.precondition for step in steps)
        if self._preconditions:
            self._list(MAX_RUNS_LISTED_FOR_C)

    def __len__(self) -> int:
        listed = len(self._listed) if self._listed is not None else 0
        return self.runs.solver.size + listed

    @property
    def searched(self) -> RunsOfHistory:
        """The runs to be searched: what preconditions need is fixed from the list."""
        if self._preconditions and self._listed is not None and not self._fixed:
            self._listed.fix_preconditions()
        self._fixed = True
        return self.runs

    def fits(self, given: Formula, steps: Sequence[ActionStep]) -> list[Encoded]:
        """Return what is true in the runs that fit what is given, and the steps."""
        key = given, steps
        if key not in self._fits:
            self._fits[key] = self.searched.fitting(given, steps)
        return self._fits[key]

    def legality(
        self, given: Formula, steps: Sequence[ActionStep]
    ) -> tuple[str, int] | None:
        """Return the first step that is illegal, or else possible only in some runs.

        None if all steps are legal. Raises NoWorldFits if no start fits what is given.
        """
        key = given, steps
        if key not in self._legality:
            listed = self.run_list(Truth())
            judge = self.searched if listed is None else listed
            try:
                self._legality[key] = judge.legality(given, steps)
            except NoWorldFits:
                if self.searched.find([]) is None:
                    raise no_start(self.package) from None
                raise
        return self._legality[key]

    def _require_seen(self) -> None:
        """Raise AxiomError if an agent sees nothing of an action."""
        for unseen, literal in self.runs.solver.atoms_of("unseen").items():
            if self.runs.solver.find([literal]) is not None:
                agent, _, step = unseen[len("unseen(") : -1].rpartition(",")
                raise AxiomError(
                    f"{agent} sees nothing of {self.steps[int(step)]}",
                    hint=f"write a rule for obs({agent},A,O,S) into theory.lp",
                )

    def run_list(
        self, formula: Formula, *, always: bool = False
    ) -> ListedHistory | None:
        """Return the list of all runs if it is the better way to an answer.

        That depends on the formula and the history only. `always` says that it is
        wanted wherever there are few runs enough.
        """
        common = any(isinstance(part, Common) for part in walk(formula))
        if always or common or self._preconditions:
            return self._list(MAX_RUNS_LISTED_FOR_C)
        return self._list(MAX_RUNS_LISTED) if _depth(formula) > 1 else None

    def chosen_list(self, formula: Formula, method: str | None) -> ListedHistory | None:
        """Return the list of all runs if it is to answer; None where searches are.

        Raises QueryError for a method that is none, or has too many runs to list.
        """
        if method == SEARCHED:
            return None
        if method not in (None, LISTED):
            raise QueryError(
                f"there is no method {method} for packages",
                hint=f"the methods are {SEARCHED} and {LISTED}",
            )
        listed = self.run_list(formula, always=method == LISTED)
        if listed is not None:
            self.runs.refuse_unknown(formula)
        elif method == LISTED:
            raise QueryError(
                f"the history has more than {MAX_RUNS_LISTED_FOR_C:,} runs, too many to"
                " list",
                hint=f"use {SEARCHED}",
            )
        return listed

    def _list(self, most: int) -> ListedHistory | None:
        """List the runs if there are at most so many.

        A program in which formulas are encoded has more answer sets than runs: another
        one is ground.
        """
        if self._listed is None and self._more_than < most:
            runs = self.runs
            if not runs.solver.is_fresh:
                runs = RunsOfHistory(self.package, self.steps)
            rows = runs.solver.run_list(most)
            self._more_than = most
            if rows is not None:
                from mystpy.packages.history_runs.listed_runs import ListedHistory

                self._listed = ListedHistory(runs, rows)
        few = self._listed is not None and len(self._listed) <= most
        return self._listed if few else None


def _depth(formula: Formula) -> int:
    """How deep operators of knowledge are nested."""
    from mystpy.packages.history_runs.formula_encoder import is_about_knowledge

    inner = max((_depth(part) for part in children(formula)), default=0)
    return inner + is_about_knowledge(formula)


@dataclass(frozen=True)
class HistoryKey:
    """A history of a package by the text of its files, its constants and steps."""

    identity: tuple[Hashable, ...]
    package: Package = field(compare=False)
    steps: tuple[ActionStep, ...] = field(compare=False)

    @classmethod
    def of(cls, package: Package, steps: Sequence[ActionStep]) -> HistoryKey:
        """Return the key of a history, of which private arguments are left out.

        Axioms that read other files are kept for this package object alone.
        """
        public = tuple(step.public for step in steps)
        texts: tuple[Hashable, ...] = (package.hash, package.axioms)
        try:
            require_safe(package.axioms, package.folder / AXIOMS)
        except QueryError:
            texts = (id(package),)
        constants = tuple(sorted(package.constants.items()))
        identity = (str(package.folder), *texts, constants, tuple(map(str, public)))
        return cls(identity, package, public)


_kept: LruCache[HistoryKey, KeptHistory] = LruCache(
    lambda key: KeptHistory(key.package, key.steps), MAX_KEPT, len
)


def kept_history(key: HistoryKey) -> KeptHistory:
    """Return a history as it is kept; one that has become too large is made again.

    To be used under the lock of `mystpy.engines.exclusive`.
    """
    if key in _kept and len(_kept[key]) > MAX_KEPT:
        forget(key)
    return _kept[key]


def forget(key: HistoryKey) -> None:
    """Drop what is kept of a history."""
    _kept.discard(key)


_P = ParamSpec("_P")
_T = TypeVar("_T")
_S = TypeVar("_S", bound="Keyed")


class Keyed(Protocol):
    """A situation whose history is kept."""

    @property
    def key(self) -> HistoryKey:
        """The history as it is kept between questions."""


def question(
    ask: Callable[Concatenate[_S, _P], _T],
) -> Callable[Concatenate[_S, _P], _T]:
    """Wrap a question: one at a time, and nothing is kept if it is broken off."""

    @wraps(ask)
    def asked(situation: _S, /, *args: _P.args, **named: _P.kwargs) -> _T:
        with forgetting(lambda: forget(situation.key)):
            return ask(situation, *args, **named)

    return exclusive(asked)
