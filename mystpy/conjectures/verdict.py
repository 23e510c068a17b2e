"""What a check has found out about a statement."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from mystpy.compilation import dataclass, field, replace

_NOWHERE: Mapping[str, object] = MappingProxyType({})
METHOD = "the method "
"""How a trust base begins that is that of a method, by its name."""
REWRITTEN = "reduction: it follows from a formula that is proved"
"""The trust base of a proof that rewrites a formula."""
NO_WITNESS = "no witness"
"""The case of a result whose witness fails; its words need not be given."""
_ALL = ("any", "all", "1..c")


def is_unbounded(scope: Mapping[str, object]) -> bool:
    """Whether a scope has sizes, and bounds none of them from above.

    One number of players is no bound: the statement is about so many.
    """
    sizes = {k: v for k, v in scope.items() if k != "p" or not isinstance(v, int)}
    values = [str(value) for value in sizes.values()]
    return bool(values) and all(
        value in _ALL or value.startswith(">= ") for value in values
    )


class Verdict(StrEnum):
    """The verdict on a statement.

    PROVED by a program for all that is in the scope, histories of any length unless a
    depth is named; HOLDS up to the bounds in the scope; FALSE with a counterexample;
    MISPRINTED when the printed form is ill-formed or false and a reading of it is
    PROVED or HOLDS; ANSWERED for a question that is settled; OPEN otherwise.
    `docs/explanation/verdicts.md` says what each rests on.
    """

    PROVED = "PROVED"
    HOLDS = "HOLDS"
    FALSE = "FALSE"
    MISPRINTED = "MISPRINTED"
    ANSWERED = "ANSWERED"
    OPEN = "OPEN"

    @property
    def good(self) -> bool:
        """Whether nothing speaks against the statement: PROVED or HOLDS."""
        return self in (Verdict.PROVED, Verdict.HOLDS)

    @property
    def wrong(self) -> bool:
        """Whether the statement is at fault as it is printed."""
        return self in (Verdict.FALSE, Verdict.MISPRINTED)


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict, how it was reached, and what was looked at.

    `statement` is the formal statement that was checked, `method` names the way
    (`exhaustive`, `induction`, `search`, `arithmetic`, ...), `scope` the ranges of the
    parameters, `instances` how many cases were decided one by one. A counterexample is
    an object that `mystpy ask` replays (game, hands, history, formula, value), or a
    game with values. `note` says in plain words why, and what was not covered.
    `readings` are further ways to read the statement, each with its own result.
    `example` shows something that is said to exist, as a query that replays.
    `argument` says in words why it is so beyond the scope, for what is `argued`; no
    program has checked it, and the verdict does not rest on it.
    `speaks_of` is what the sentence speaks of (`scopes/domain.py`), if it has an entry.
    `rests_on` says what the verdict is trusted by: a kernel, a solver, a reduction.
    `vacuous` says that the premises are never true, in nothing that is in the scope.
    `answer` says of a question that is ANSWERED whether the answer is yes.

    A check may leave the words to the data of its statement: then `statement` and
    `note` are empty, `values` are what stands for the placeholders in them, `case` is
    the name of the one of several wordings, and readings have short names.
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
        """Whether a program proved it, and nothing in the scope is bounded from above.

        Questions of `1..c` cards are all that there are.
        """
        return self.verdict is Verdict.PROVED and is_unbounded(self.scope)

    @property
    def truth(self) -> Verdict:
        """The verdict on the statement of which a question asks whether it is true."""
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
        """The result of a check that has ended.

        FALSE if there is a counterexample, OPEN if nothing was looked at, otherwise
        PROVED or HOLDS, as the method `proves` the statement within its scope or not.
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
        """The result that a statement is not settled; the note says what is known."""
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
        """The result of a check whose witnesses were made up beforehand.

        A witness that `refutes` a statement makes it FALSE, another one shows that it
        is good. Where they fail other witnesses may do, so that is OPEN.
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
        """The result as that of a question, which asks whether the statement is true.

        It is answered by a proof or by a counterexample. What only HOLDS within bounds
        answers nothing, and is left as it is.
        """
        answers = {Verdict.PROVED: True, Verdict.FALSE: False}
        if self.verdict not in answers or self.vacuous:
            return self
        return replace(self, verdict=Verdict.ANSWERED, answer=answers[self.verdict])

    def read_as(self, words: str, read: Result, *, instead: bool = True) -> Result:
        """Add what was found of a reading, to the end of `readings`.

        If it is what the printed form means `instead`, that is MISPRINTED if it is
        FALSE and the reading holds; otherwise the verdict stays as it is. A reading
        that is vacuous is not what an author means.
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
        """Add further readings by name, which leave the verdict as it is."""
        return replace(self, readings=(*self.readings, *readings.items()))
