"""The report on "What is my number?": how many states there are."""

from __future__ import annotations

from math import comb

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.my_number.board import NUMBERS, PLAYERS, states
from mystpy.theses.case_analysis import sought

SAID = 7560


def state_count(budget: Budget, said: int = SAID) -> Result:
    """Whether there are so many states, as listed and as the product is."""
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
