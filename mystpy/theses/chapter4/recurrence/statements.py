"""Section 4.4, q = 1: the recurrence (4.1) and what is said of it."""

from __future__ import annotations

from mystpy.theses.bench import Statement
from mystpy.theses.chapter4.recurrence import findings, observations, theorems

STATEMENTS = (
    Statement(
        "recurrence-4.1",
        "(4.1)",
        "The recurrence gives the value of the game without bluffing.",
        "q = 1, p = 2, nobody asks for own cards: the value for player 1 is P(m,n,n)",
        findings.value,
    ),
    Statement(
        "remark-4.4-polynomial",
        "section 4.4",
        "Any P(m,n1,n2) can be computed in time polynomial in m, n1 and n2.",
        "P(m,n1,n2) for all m, n1, n2 <= N takes N^3 places, the numbers in unary",
        findings.polynomial,
    ),
    Statement(
        "observation-4.1-first",
        "section 4.4",
        "Who has fewer unknown cards than the opponent wins at most half of the games.",
        "n1 < n2 -> P(m,n1,n2) <= 1/2",
        observations.first_observation,
    ),
    Statement(
        "observation-4.1-second",
        "section 4.4",
        "Who wins less than half of the games has fewer unknown cards than the "
        "opponent.",
        "P(m,n1,n2) < 1/2 -> n1 < n2",
        observations.second_observation,
    ),
    Statement(
        "observation-4.1-limit",
        "section 4.4",
        "With equal hands the probability tends to 1/2.",
        "lim P(m,n,n) = 1/2 for m, n -> infinity",
        theorems.the_limit,
    ),
    Statement(
        "theorem-4.4",
        "Theorem 4.4",
        "The values of the recurrence with one card each.",
        "P(1,1,1) = 1; forall a >= 1: P(2a,1,1) = (a+1)/(2a+1) & P(2a+1,1,1) = 1/2",
        theorems.fourth,
    ),
    Statement(
        "theorem-4.5",
        "Theorem 4.5",
        "The values of the recurrence with one card in the pile.",
        "forall n >= 2: P(1,n,n) = (n+2)/(2n+2)",
        theorems.fifth,
    ),
)
