"""The report on "What is my number?": its states, and its claims about choices."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.my_number.board import NUMBERS, PLAYERS, Magic, states
from mystpy.kripke.my_number.experiment import run
from mystpy.kripke.my_number.play_condition import (
    Choice,
    SplitRule,
    conditions,
)
from mystpy.kripke.my_number.report import PublishedClaim, second_half
from mystpy.kripke.my_number.sheets import CrossingOff
from mystpy.theses.case_analysis import Case, sought

SAID = 7560


def state_count(budget: Budget, said: int = SAID) -> Result:
    """Check whether the states are as many as stated, by a list and by the product."""
    hand = 2
    chosen = 1
    for player in PLAYERS:
        chosen *= comb(len(NUMBERS) - hand * player, hand)
    listed = {*states()}
    fitting = sum(len({x for own in state for x in own}) == 6 for state in listed)
    counts = {"listed": len(listed), "with six numbers": fitting, "product": chosen}
    fine = {*counts.values()} == {said}
    case = None if fine else {"values": {key: str(x) for key, x in counts.items()}}
    return sought(budget, [case], {"numbers": 9, "players": 3}, proves=True)


def full_model(budget: Budget) -> Result:
    """Check whether the choice over the full model may be best if the step matters.

    The main result is for one rule. The formalization `every` checks each rule.
    """
    games = 1_500 if budget.full else 300
    found = _judged(SplitRule.REMOVED, games)
    fine = found.verdict == "reproduced"
    scope = {"games": games, "rule": str(SplitRule.REMOVED)}
    main = sought(budget, [None if fine else _case(found)], scope, method="measurement")
    return main.also(every=_under_every_rule(budget, games))


def _under_every_rule(budget: Budget, games: int) -> Result:
    def cases() -> Iterator[Case | None]:
        for rule in (SplitRule.MOST, SplitRule.PARTS, SplitRule.LEAST):
            found = _judged(rule, games)
            yield _case(found) if found.verdict == "not reproduced" else None

    return sought(budget, cases(), {"games": games}, method="measurement")


def _judged(rule: SplitRule, games: int) -> PublishedClaim:
    """Return the claim after this number of games under a rule, with crossing off."""
    wanted = [
        condition
        for condition in conditions(rule, CrossingOff.NUMBERS)
        if condition.magic is not Magic.ONCE and condition.choice is not Choice.STANDARD
    ]
    played = {each.condition: each for each in run(wanted, games=games)}
    return second_half(played, rule, CrossingOff.NUMBERS)


def _case(found: PublishedClaim) -> Case:
    return {"values": {"said": found.said, "found": found.found}}
