"""Chapter 3 of the thesis, properties of MYST: its statements in their order."""

from __future__ import annotations

from mystpy.theses.chapter3.s3_1 import (
    answers,
    asserted,
    direct_questions,
    disjunctions,
    examples,
    pile,
    theorem_3_1,
    winning,
)
from mystpy.theses.chapter3.s3_2 import (
    cycle,
    doubt,
    fifteen,
    hands,
    hardness,
    minimum,
)
from mystpy.theses.chapter3.s3_3 import (
    alone,
    bounds,
    improbable,
    lemmas,
    outside,
    proper,
    rotation,
    solvable,
)

STATEMENTS = (
    *winning.STATEMENTS,
    *pile.STATEMENTS,
    *theorem_3_1.STATEMENTS,
    *examples.STATEMENTS,
    *disjunctions.STATEMENTS,
    *answers.STATEMENTS,
    *asserted.STATEMENTS,
    *direct_questions.STATEMENTS,
    *hands.STATEMENTS,
    *fifteen.STATEMENTS,
    *doubt.STATEMENTS,
    *cycle.STATEMENTS,
    *minimum.STATEMENTS,
    *hardness.STATEMENTS,
    *rotation.STATEMENTS,
    *alone.STATEMENTS,
    *lemmas.STATEMENTS,
    *proper.STATEMENTS,
    *bounds.STATEMENTS,
    *improbable.STATEMENTS,
    *solvable.STATEMENTS,
    *outside.STATEMENTS,
)
