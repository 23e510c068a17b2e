"""Histories that continue one that Prolog has judged: axioms/drive/continuation.pl.

With the verdict goes what the next question needs: for each walk through the history
the fluents at its end, and one deal.
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
"""The goal that judges a history that has begun to be continued step by step."""
_RESULT = "r(V,F,Ws)"
"""The result of both, and of `Continuation.goal`."""


class Continuation(NamedTuple):
    """What Prolog found about a history that can be done in some deal that fits.

    `ways` is the list of its ways; it is empty until the history is continued.
    """

    verdict: Verdict
    ways: tuple[Term, ...]

    @classmethod
    def of(cls, answer: Term) -> Continuation | None:
        """What an answer says to be kept; None unless the history can be done."""
        _, verdict, fault, ways = answer
        if fault != "none" or verdict not in (Verdict.LEGAL, Verdict.POSSIBLE):
            return None
        return cls(Verdict(verdict), tuple(ways))

    def goal(self) -> str:
        """The goal that judges a history with more actions, which are {acts} then.

        Its fault is `unknown` where what is kept does not settle the verdict.
        """
        ways = show_term(list(self.ways))
        goal = f"judge_on({{acts}},{ways},{self.verdict},{{hands}},V,Ws)"
        return f"({goal}->F=none;V=none,F=unknown,Ws=[])"


def judged(history: History, key: object, ask: Ask) -> Term | None:
    """The term with verdict and fault of a history, continued if one was judged.

    The key names all that the answers of Prolog depend on besides the history.
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
    """Judge it as the continuation of one that was judged; None if that fails."""
    if not before.ways:
        return None
    news = History(history.game, history.hands, history.actions[done:])
    found = ask(news, before.goal(), _RESULT)
    return found if found and Continuation.of(found) else None
