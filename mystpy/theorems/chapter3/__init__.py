"""Chapter 3 of the thesis, properties of MYST: its statements in their order."""

from __future__ import annotations

from mystpy.theorems.chapter3 import (
    answers,
    bounds,
    cycle,
    direct,
    disjunctions,
    examples,
    fifteen,
    hands,
    hardness,
    knowledge,
    lemmas,
    outside,
    pile,
    remarks,
    rotation,
    solvable,
)

STATEMENTS = (
    *remarks.STATEMENTS,
    *pile.STATEMENTS,
    *knowledge.STATEMENTS,
    *examples.STATEMENTS,
    *disjunctions.STATEMENTS,
    *answers.STATEMENTS,
    *direct.STATEMENTS,
    *hands.STATEMENTS,
    *fifteen.STATEMENTS,
    *cycle.STATEMENTS,
    *hardness.STATEMENTS,
    *rotation.STATEMENTS,
    *lemmas.STATEMENTS,
    *bounds.STATEMENTS,
    *solvable.STATEMENTS,
    *outside.STATEMENTS,
)
