"""The result of a check of a statement."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from mystpy.compilation import dataclass, field, replace

_NOWHERE: Mapping[str, object] = MappingProxyType({})
METHOD = "the method "
"""The beginning of a trust base that is a method, followed by its name."""
REWRITTEN = "reduction: it follows from a formula that is proved"
"""The trust base of a proof that rewrites a formula."""
NO_WITNESS = "no witness"
"""The case of a result whose witness fails; it may have no wording of its own."""
_ALL = ("any", "all", "1..c")


def is_unbounded(scope: Mapping[str, object]) -> bool:
    """Return whether a scope has sizes, and no upper bound on them.

    A single number of players is no bound: the statement is about this number.
    """
    sizes = {k: v for k, v in scope.items() if k != "p" or not isinstance(v, int)}
    values = [str(value) for value in sizes.values()]
    return bool(values) and all(
        value in _ALL or value.startswith(">= ") for value in values
    )


class Verdict(StrEnum):
    """The verdict on a statement.

    PROVED: by a program, for everything in the scope, for histories of any length
    unless a depth is given. HOLDS: up to the bounds in the scope. FALSE: there is a
    counterexample. MISPRINTED: the printed form is ill-formed or false, and a
    formalization of it is PROVED or HOLDS. ANSWERED: a question is settled. OPEN:
    otherwise. `docs/explanation/verdicts.md` says what each verdict depends on.
    """

    PROVED = "PROVED"
    HOLDS = "HOLDS"
    FALSE = "FALSE"
    MISPRINTED = "MISPRINTED"
    ANSWERED = "ANSWERED"
    OPEN = "OPEN"

    @property
    def good(self) -> bool:
        """Return whether nothing contradicts the statement: PROVED or HOLDS."""
        return self in (Verdict.PROVED, Verdict.HOLDS)

    @property
    def wrong(self) -> bool:
        """Return whether the statement is wrong as it is printed."""
        return self in (Verdict.FALSE, Verdict.MISPRINTED)


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict, how it was reached, and what was checked.

    `statement` is the formal statement that was checked. `method` names the method
    (`exhaustive`, `induction`, `search`, `arithmetic`, ...), `scope` the ranges of the
    parameters, `instances` how many cases were decided one by one.

    A counterexample is an object that `mystpy ask` replays (game, hands, history,
    formula, value), or a game with values. `example` shows an object whose existence is
    asserted, as a query that can be replayed. `note` explains in plain words why, and
    what was not covered. `readings` are further formalizations of the statement, each
    with its own result.

    `argument` says in words why it is true beyond the scope, for the part that is
    `argued`. No program has checked it, and the verdict does not depend on it.
    `speaks_of` is the domain of the sentence (`scopes/domain.py`), if it has an entry.
    `rests_on` is the trust base: a kernel, a solver, a reduction. `vacuous` says that
    the premises are never true within the scope. `answer` says for an ANSWERED question
    whether the answer is yes.

    A check may leave the words to the data of its statement. Then `statement` and
    `note` are empty, `values` are those of the placeholders in them, `case` is the name
    of one of several wordings, and formalizations have short names.
    """

    verdict: Verdict
    statement: str
    method: str
    scope: Mapping[str, object]
    instances: int
    reading: str | None = None
    counterexample: Mapping[str, object] | None = None
    note: str | None = None
    readings: tuple[tuple[str, Result], ...] = ()
    example: Mapping[str, object] | None = None
    values: Mapping[str, object] = field(default_factory=lambda: _NOWHERE)
    case: str | None = None
    argument: str | None = None
    argued: str | None = None
    vacuous: bool = False
    speaks_of: Mapping[str, object] | None = None
    rests_on: tuple[str, ...] = ()
    answer: bool | None = None

    @property
    def for_all_sizes(self) -> bool:
        """Return whether a program proved it, without an upper bound in the scope.

        Questions of `1..c` cards are all questions.
        """
        return self.verdict is Verdict.PROVED and is_unbounded(self.scope)

    @property
    def truth(self) -> Verdict:
        """Return the verdict on the statement whose truth a question asks for."""
        if self.answer is None:
            return self.verdict
        return Verdict.PROVED if self.answer else Verdict.FALSE

    @classmethod
    def judged(
        cls,
        counterexample: Mapping[str, object] | None,
        *,
        proves: bool,
        method: str,
        instances: int,
        statement: str = "",
        scope: Mapping[str, object] = _NOWHERE,
        note: str | None = None,
        values: Mapping[str, object] = _NOWHERE,
        case: str | None = None,
    ) -> Result:
        """Return the result of a complete check.

        FALSE if there is a counterexample, OPEN if nothing was checked. Otherwise
        PROVED if the method `proves` the statement within its scope, else HOLDS.
        """
        good = Verdict.PROVED if proves else Verdict.HOLDS
        verdict = good if instances else Verdict.OPEN
        if counterexample is not None:
            verdict = Verdict.FALSE
        elif not instances:
            note = f"nothing was looked at, so nothing is said; {note or ''}".rstrip(
                "; "
            )
        return cls(
            verdict,
            statement,
            method,
            scope,
            instances,
            counterexample=counterexample,
            note=note,
            values=values,
            case=case,
        )

    @classmethod
    def open(
        cls,
        statement: str = "",
        note: str | None = None,
        *,
        method: str = "none",
        scope: Mapping[str, object] = _NOWHERE,
        instances: int = 0,
        values: Mapping[str, object] = _NOWHERE,
        case: str | None = None,
    ) -> Result:
        """Return the result that a statement is open; the note says what is known."""
        return cls(
            Verdict.OPEN,
            statement,
            method,
            scope,
            instances,
            note=note,
            values=values,
            case=case,
        )

    def by_witness(self, *, refutes: bool) -> Result:
        """Return the result of a check whose witnesses were given in advance.

        A witness that `refutes` a statement makes it FALSE, another one confirms it. If
        they fail, other witnesses may exist, so that the result is OPEN.
        """
        worked = self.verdict is Verdict.FALSE if refutes else self.verdict.good
        if worked or self.verdict is Verdict.OPEN:
            return self
        return replace(
            self,
            verdict=Verdict.OPEN,
            counterexample=None,
            example=None,
            note="the witness that was tried fails, and nothing else was tried",
            case=NO_WITNESS,
        )

    def as_answer(self) -> Result:
        """Return the result as that of a question whether the statement is true.

        A proof or a counterexample answers it. A result that only HOLDS within bounds
        answers nothing, and is returned unchanged.
        """
        answers = {Verdict.PROVED: True, Verdict.FALSE: False}
        if self.verdict not in answers or self.vacuous:
            return self
        return replace(self, verdict=Verdict.ANSWERED, answer=answers[self.verdict])

    def read_as(self, words: str, read: Result, *, instead: bool = True) -> Result:
        """Add the result of a formalization to the end of `readings`.

        If the formalization is what the printed form means `instead`, the result is
        MISPRINTED if it is FALSE and the formalization holds. Otherwise the verdict
        does not change. A vacuous formalization is not what an author means.
        """
        verdict, reading = self.verdict, self.reading
        if instead:
            reading = words if reading is None else reading
            holds = read.verdict.good and not read.vacuous
            if verdict is Verdict.FALSE and holds:
                verdict = Verdict.MISPRINTED
        readings = (*self.readings, (words, read))
        return replace(self, verdict=verdict, reading=reading, readings=readings)

    def also(self, **readings: Result) -> Result:
        """Add further formalizations by name, which do not change the verdict."""
        return replace(self, readings=(*self.readings, *readings.items()))
