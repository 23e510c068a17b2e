"""Histories that continue one that Prolog has judged: axioms/drive/continuation.pl.

Beside the verdict, Prolog returns what the next question needs: for each walk through
the history the fluents at its end and one deal.
"""

from __future__ import annotations

from collections.abc import Callable

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Verdict
from mystpy.engines.terms import Term, show_term
from mystpy.history.history import History

Ask = Callable[[History, str, str], Term | None]
"""Proves a goal about a history; the answer is None if that takes too long."""

_JUDGED = "judge({acts},{hands},V,F),Ws=[]"
"""The goal that judges a history."""
_JUDGED_WITH_WAYS = "judge_ways({acts},{hands},V,F,Ws)"
"""The goal that judges a history and returns the ways that continue it."""
_RESULT = "r(V,F,Ws)"
"""The result of both, and of `Continuation.goal`."""


class Continuation(NamedTuple):
    """What Prolog found about a history that some deal allows.

    `ways` is the list of its ways; it is empty until the history is continued.
    """

    verdict: Verdict
    ways: tuple[Term, ...]

    @classmethod
    def of(cls, answer: Term) -> Continuation | None:
        """Return what to keep of an answer; None if no deal allows the history."""
        _, verdict, fault, ways = answer
        if fault != "none" or verdict not in (Verdict.LEGAL, Verdict.POSSIBLE):
            return None
        return cls(Verdict(verdict), tuple(ways))

    def goal(self) -> str:
        """Return the goal that judges the history after more actions, named {acts}.

        Its fault is `unknown` if the ways that were kept do not settle the verdict.
        """
        ways = show_term(list(self.ways))
        goal = f"judge_on({{acts}},{ways},{self.verdict},{{hands}},V,Ws)"
        return f"({goal}->F=none;V=none,F=unknown,Ws=[])"


def judged(history: History, key: object, ask: Ask) -> Term | None:
    """Return the term with verdict and fault of a history, using an earlier judgement.

    The key has everything that the answers of Prolog depend on besides the history.
    """
    carried = history.carried(key)
    found = _continued(history, *carried, ask) if carried else None
    if found is None:
        goal = _JUDGED_WITH_WAYS if carried else _JUDGED
        found = ask(history, goal, _RESULT)
    if found and (kept := Continuation.of(found)):
        history.carry(key, kept)
    return found


def _continued(
    history: History, done: int, before: Continuation, ask: Ask
) -> Term | None:
    """Judge it as a continuation of the judged history; None if that fails."""
    if not before.ways:
        return None
    news = History(history.game, history.hands, history.actions[done:])
    found = ask(news, before.goal(), _RESULT)
    return found if found and Continuation.of(found) else None
