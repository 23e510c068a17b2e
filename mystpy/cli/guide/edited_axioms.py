"""`theory check` of a folder of axioms: an edited copy of those of MYST and Clue.

Labels are compared between the two languages. Each method is asked whether a short
history is legal and what a player knows after it; a method that refuses says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.axioms import blocks
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.engines import get_engine
from mystpy.engines.edited.relied_on import (
    require_known_answers,
    require_known_effects,
)
from mystpy.errors import EngineMissing, MystError, NoWorldFits
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Shows, Yes
from mystpy.history.history import History
from mystpy.language.atoms import H, Truth
from mystpy.language.nodes import Knows, Not
from mystpy.packages.axiom_checks.package_checks import CheckResult
from mystpy.theories import theory
from mystpy.views import sight_of

METHODS = ("asp", "prolog", "worlds", "walk")

_GAME = Game.myst(m=1, n=1, p=3, q=2)
_WORK = 2_000
_ACTIONS: tuple[Action, ...] = (
    *(Asks(1, frozenset(("s1", "s2"))), Yes(2), Shows(2, 1, None)),
)
_KNOWN = Knows(1, Not(H(2, "s3")))
_FORMULAS = (_KNOWN, Knows(3, _KNOWN))


def check_axioms() -> list[CheckResult]:
    """Return the results of the check, and the methods that follow the axioms in force.

    Only the rules of MYST are asked, in one small game. Raises AxiomError if the folder
    is missing, or is refused.
    """
    theory()
    return [_labels(), *map(_method, METHODS), *_parts()]


def _labels() -> CheckResult:
    asp, prolog = blocks("asp"), blocks("prolog")
    missing = [f"({label}) has no block in .pl files" for label in asp.keys() - prolog]
    missing += [f"({label}) has no block in .lp files" for label in prolog.keys() - asp]
    if missing:
        return CheckResult("labels", False, "; ".join(sorted(missing)))
    return CheckResult("labels", True, f"{len(asp)} labels are in both languages")


def _method(name: str) -> CheckResult:
    """Return whether a method answers about a short history, and if not, the reason."""
    history = History.make(_GAME, {}, _ACTIONS)

    def asked() -> None:
        engine = get_engine(name)
        engine.judge(history)
        for formula in _FORMULAS:
            engine.value(history, formula)

    return _attempt(name, f"answers about {history} in MYST(1,1,3,2)", asked)


def _parts() -> Iterator[CheckResult]:
    """Yield the results for other parts of mystpy that rely on the axioms."""
    detail = "situations are explored with sight as by these axioms"
    yield _attempt("theorem", detail, lambda: sweep(Truth(), _GAME, work=_WORK))
    detail = "players deduce from answers and results as by the shipped axioms"
    yield _attempt("players", detail, _require_playable)
    detail = "games are solved with effects as shipped, and both see each card"
    yield _attempt("solve", detail, _require_solvable)


def _require_playable() -> None:
    require_known_answers("myst")
    sight_of(_GAME)


def _require_solvable() -> None:
    from mystpy.solve.extensive.classes import require_seen_by_both  # needs no engine

    require_known_effects("myst")
    require_seen_by_both(Game.myst(m=1, n=1, p=2, q=1))


def _attempt(name: str, detail: str, ask: Callable[[], object]) -> CheckResult:
    try:
        ask()
    except NoWorldFits:  # by these axioms the history is not possible
        pass
    except EngineMissing as error:
        return CheckResult(name, None, str(error))
    except MystError as error:
        return CheckResult(name, None, f"refuses: {error}")
    return CheckResult(name, True, detail)
