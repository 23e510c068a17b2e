"""Packages in Python: a theory is loaded, and its histories are asked.

```python
import mystpy

theory = mystpy.load_theory("black-vienna", players=4)
after = theory.after("asks(1,2,{s1,s2,s3}) has(2,0)", given=["h(1,s4)"])
after.holds("K(1, ~h(2,s1))")       # True
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING

from mystpy.compilation import dataclass
from mystpy.engines.exclusive import exclusive
from mystpy.packages.action_terms import read_steps
from mystpy.packages.answer_kinds import FailedCondition, KnownFluents
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.representation import brief_repr

if TYPE_CHECKING:
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.packages.axiom_checks.package_checks import CheckResult
    from mystpy.packages.package_questions.situation_sweep import SweepProgress

_VALUES = {"true": True, "false": False, "undetermined": None}


def load_theory(
    name: str | PathLike[str], *, trust: bool = False, **constants: int
) -> GameTheory:
    """Return the theory of a package: a shipped one by name, or that of a folder.

    `name` is a name or a path. The `constants` replace those of theory.toml; `trust`
    allows axioms that run programs. Raises QueryError, with file and line, for what is
    wrong in theory.toml. Source: mystpy.

    >>> from mystpy import load_theory
    >>> theory = load_theory("muddy-children", children=3)
    >>> theory.after("father").known_by("1", "2", "3").true
    ('told',)
    """
    return GameTheory(read_package(fspath(name), constants, trust=trust))


@dataclass(frozen=True, slots=True, eq=False)
class GameTheory:
    """A package with values for its constants, whose histories can be asked.

    `package` has the files and the sorts. `load_theory` makes one. Source: mystpy.

    >>> from mystpy import load_theory
    >>> load_theory("black-vienna", players=4).package.name
    'Black Vienna'
    """

    package: Package

    __repr__ = brief_repr

    def after(self, actions: str = "", given: Sequence[str] = ()) -> GameSituation:
        """Return the situation after `actions`, with what is `given` about the start.

        A private argument that is not known is written `_`; `given` are formulas.
        Raises ParseError and QueryError for what cannot be read. Source: mystpy.

        >>> from mystpy import load_theory
        >>> theory = load_theory("black-vienna", players=4)
        >>> after = theory.after("asks(1,2,{s1,s2,s3}) has(2,0)", given=["h(1,s4)"])
        >>> after.holds("K(1, ~h(2,s1))")
        True
        """
        return GameSituation.make(self.package, actions, given)

    def check(self) -> list[CheckResult]:
        """Return whether answers can be relied on, as `mystpy theory check` does."""
        from mystpy.packages.axiom_checks.package_checks import check_package
        from mystpy.packages.certificates.making import certificate_checks

        found = check_package(self.package)
        if all(each.holds is not False for each in found) or not self.package.claim:
            found += certificate_checks(self.package)
        return found

    def sweep(self, formula: str, depth: int = 2) -> Iterator[SweepProgress]:
        """Look for a situation in which a `formula` is false, shortest histories first.

        Each situation that was examined is yielded, up to `depth` actions; the last one
        has `against`, a run in which the formula is false, if there is one. Raises
        ParseError if the formula cannot be read. Source: mystpy.

        >>> from mystpy import load_theory
        >>> theory = load_theory("muddy-children", children=2)
        >>> *_, last = theory.sweep("~K(1, muddy(1))")
        >>> [str(step) for step in last.against.steps], last.against.start
        (['father'], ('muddy(1)',))
        """
        from mystpy.packages.package_questions.situation_sweep import sweep

        return sweep(self.package, formula, depth)


class GameSituation(CertifiedSituation):
    """The situation after a history of a package, which answers questions.

    `package` is the package, `steps` are the actions, `given` is a formula about the
    start, and `engine` answers. `GameTheory.after` makes one. Source: mystpy.

    >>> from mystpy import load_theory
    >>> children = load_theory("muddy-children", children=2).after("father")
    >>> children.holds("K(1, muddy(1))"), children.legality().verdict
    (None, 'possible')
    """

    __repr__ = brief_repr

    def do(self, actions: str) -> GameSituation:
        """Return the situation after further `actions`.

        Raises ParseError and QueryError for what cannot be read.
        """
        steps = (*self.steps, *read_steps(actions, self.package))
        return GameSituation(self.package, steps, self.given)

    @exclusive
    def holds(self, formula: str, announce: Sequence[str] = ()) -> bool | None:
        """Return whether a `formula` holds in all runs that fit, or in none; else None.

        With `announce` it is asked after these formulas were announced to all. Raises
        ParseError if a formula cannot be read, NoWorldFits if no run fits. Source:
        mystpy.

        >>> from mystpy import load_theory
        >>> after = load_theory("muddy-children", children=2).after("father")
        >>> after.holds("K(1, muddy(1))"), after.holds("K(1, muddy(1))", ["muddy(1)"])
        (None, True)
        """
        from mystpy.packages.package_questions.announced_values import value_after

        said = [self.formula(text) for text in announce]
        return _VALUES[value_after(self, said, self.formula(formula)).value]

    @exclusive
    def known_by(self, *agents: str, that: Sequence[str] = ()) -> KnownFluents:
        """Return what several `agents` know in common, or what one knows.

        With `that` it is what the agent knows that the next one knows, and so on. The
        agent `observer` sees what all agents see. Raises QueryError for an unknown
        agent.
        """
        from mystpy.packages.package_questions.group_knowledge import known_of

        return known_of(self, agents, that)

    @exclusive
    def failed_conditions(self) -> list[FailedCondition]:
        """Return the false conditions of the first illegal action; [] if all are legal.

        Source: mystpy.

        >>> from mystpy import load_theory
        >>> after = load_theory("black-vienna").after("has(2,1)")
        >>> [str(each) for each in after.failed_conditions()]
        ['to_answer(2,0) is false (2 is to answer)']
        """
        from mystpy.packages.package_questions.failed_conditions import (
            failed_conditions,
        )

        found = self.legality()
        if found.verdict != "illegal" or found.step is None:
            return []
        return failed_conditions(self, found.step)

    @exclusive
    def model(self) -> ModelState:
        """Return the Kripke model of what agents know; its worlds are the runs.

        Raises QueryError if there are more than 5,000. Source: mystpy.

        >>> from mystpy import load_theory
        >>> len(load_theory("muddy-children", children=3).after("father").model().model)
        7
        """
        return self.history_model().state()
