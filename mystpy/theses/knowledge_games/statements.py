"""The knowledge-games paper (van Ditmarsch 2000): its claims as statements."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.bench import Statement
from mystpy.theses.knowledge_games import deals, execution, questions
from mystpy.theses.knowledge_games.claim import Claim, Outcome

CLAIMS = {
    claim.id: claim for room in (deals, questions, execution) for claim in room.CLAIMS
}
"""All claims by identifier, in the order of the paper."""

_MISPRINTS = frozenset(
    {
        "games-definition-6",
        "games-definition-11",
        "games-footnote-4",
        "games-example-5",
        "games-example-11",
    }
)
"""Where what is meant is clear, and only the print is at fault: see the readings."""

_UNSOLVED = {
    "games-value-one": (
        "one card is asked for",
        "a question names one card, and the respondent answers yes or no by showing",
    ),
    "games-value-two": (
        "one of two cards is asked for",
        "a question names two cards, and the respondent shows one of them or has none",
    ),
}


def _finding(claim: Claim, outcome: Outcome, formal: str | None = None) -> Finding:
    """Return an outcome as a finding; each of its readings has a finding of its own.

    `formal` is what was checked, if not the formal statement of the claim. A claim
    about one example has no bounds: its scope says so.
    """
    found = Finding.judged(
        None if outcome.holds else outcome.counterexample or {"values": {}},
        proves=False,
        statement=claim.formal if formal is None else formal,
        method="exhaustive",
        instances=outcome.instances,
        scope=outcome.scope or {"example": "the one of the paper"},
        note=outcome.note,
    )
    for name, reading in outcome.readings:
        read = _finding(claim, reading, f"{name}: {claim.says}")
        if claim.id in _MISPRINTS:
            found = found.read_as(name, read)
        else:
            found = found.also((name, read))
    return found


def _statement(claim: Claim) -> Statement:
    def check(budget: Budget) -> Finding:
        budget.tick()
        return _finding(claim, claim.check(budget.full))

    return Statement(claim.id, claim.place, claim.says, claim.formal, check)


def _unsolved(name: str) -> Statement:
    what, rule = _UNSOLVED[name]
    formal = f"two players, five cards, two each, one on the table; {rule}: value = 7/9"

    def check(_budget: Budget) -> Finding:
        note = "the game has not been solved here: nothing is known about its value yet"
        return Finding.open(formal, note)

    says = f"With two players and five cards the value is 7/9 if {what}."
    return Statement(name, "section 7", says, formal, check)


STATEMENTS = (
    *(_statement(claim) for claim in CLAIMS.values()),
    *map(_unsolved, _UNSOLVED),
)
