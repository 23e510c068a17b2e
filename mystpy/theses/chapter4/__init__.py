"""Chapter 4 of the thesis, two players: its statements in their order."""

from __future__ import annotations

from mystpy.theses.chapter4 import values
from mystpy.theses.chapter4.recurrence import statements
from mystpy.theses.chapter4.s4_1 import (
    algorithm,
    chances,
    extension,
    first_questions,
    largest,
    questions,
    risks,
)
from mystpy.theses.chapter4.s4_2 import (
    bluffing,
    bluffs_told,
    claim_4_4,
    counter_strategy,
    early_guesses,
    existence,
    first_move,
    single_card,
    third_party,
)
from mystpy.theses.chapter4.s4_3 import (
    common_knowledge,
    left_out,
    nos,
)
from mystpy.theses.chapter4.s4_4 import (
    guesses,
    honest_games,
)

IN_PASSING = (
    *risks.STATEMENTS,
    *first_questions.STATEMENTS,
    *counter_strategy.STATEMENTS,
    *early_guesses.STATEMENTS,
    *bluffs_told.STATEMENTS,
    *claim_4_4.STATEMENTS,
    *nos.STATEMENTS,
    *left_out.STATEMENTS,
    *honest_games.STATEMENTS,
    *guesses.STATEMENTS,
)
"""What chapters 4 and 5 say in passing."""

STATEMENTS = (
    *third_party.STATEMENTS,
    *questions.STATEMENTS,
    *largest.STATEMENTS,
    *algorithm.STATEMENTS,
    *chances.STATEMENTS,
    *extension.STATEMENTS,
    *values.STATEMENTS,
    *bluffing.STATEMENTS,
    *first_move.STATEMENTS,
    *single_card.STATEMENTS,
    *existence.STATEMENTS,
    *common_knowledge.STATEMENTS,
    *statements.STATEMENTS,
    *IN_PASSING,
)
