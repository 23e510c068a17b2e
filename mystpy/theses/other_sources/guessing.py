"""The report on a Clue player (2003): how sure a guess has to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.theses.case_analysis import Case, sought


def guesses(budget: Budget) -> Result:
    """Whether the number of combinations that is printed says the same as the rate."""
    as_share = _same_guesses(budget, lambda k: k / k < 20 / 19)
    return as_share.also(fraction=_same_guesses(budget, lambda k: 19 * k < 20))


def _same_guesses(budget: Budget, fits: Callable[[int], bool]) -> Result:
    """Check whether the numbers of combinations that fit are those of a sure guess."""
    most = 1000 if budget.full else 100

    def cases() -> Iterator[Case | None]:
        for combinations in range(1, most + 1):
            sure = Fraction(1, combinations) > Fraction(95, 100)
            values = {
                "combinations": combinations,
                "rate of success": f"1/{combinations}",
            }
            yield None if fits(combinations) is sure else {"values": values}

    return sought(budget, cases(), {"combinations": f"1..{most}"})
