"""The signature: actions, fluents, phases and sets of cards of MYST and its family.

They are computed from `axioms/`: names and arguments of actions from section 2.4, the
board (B1), events besides questions (E5)-(E7) and generalized Clue (G4)-(G13), fluents
from section 2.5, phases from (S2.2.1). A row is looked up by the label of its axiom, so
that a class takes its name from the axiom and not from a text in the program. `python
tools/signature.py` writes the tables again.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple


class ActionRow(NamedTuple):
    """An action: its name, the sorts of its arguments, and those that some do not see.

    Arguments are counted from 1. If `seen_as` is not empty, others see that action in
    place of this one.
    """

    name: str
    sorts: tuple[str, ...]
    private: tuple[int, ...] = ()
    seen_as: str = ""


class FluentRow(NamedTuple):
    """A fluent: its predicate, the sorts of its arguments, and its name in formulas."""

    name: str
    sorts: tuple[str, ...]
    written: str


# Made by tools/signature.py:

ACTIONS = {
    "S2.4.1": ActionRow("asks", ("player", "question_set")),
    "S2.4.2": ActionRow("no", ("player",)),
    "S2.4.3": ActionRow("yes", ("player",)),
    "S2.4.4": ActionRow("shows", ("player", "player", "card"), (3,)),
    "S2.4.5": ActionRow("guess", ("player", "pile_set")),
    "S2.4.6": ActionRow("noguess", ("player",)),
    "S2.4.7": ActionRow("endturn", ("player",)),
    "B1": ActionRow("noask", ("player",)),
    "E5": ActionRow("looks", ("player", "holder", "card"), (3,)),
    "E6": ActionRow("lays", ("holder", "open_set")),
    "E7": ActionRow("sees", ("player",)),
    "G4": ActionRow("asks", ("player", "player", "question_set")),
    "G9": ActionRow("right", ("player",), (), "told"),
    "G10": ActionRow("wrong", ("player",), (), "told"),
    "G11": ActionRow("told", ("player",)),
    "G12": ActionRow("opens", ("player", "card_set")),
}
"""The actions by the labels that declare them."""

FLUENTS = {
    "S2.5.1": FluentRow("in", ("player",), "In"),
    "S2.5.2": FluentRow("question", ("question_set",), "Question"),
    "S2.5.3": FluentRow("game_over", (), "GameOver"),
    "S2.5.4": FluentRow("turn", ("player",), "Turn"),
    "S2.5.5": FluentRow("ans_turn", ("player",), "AnsTurn"),
    "S2.5.7": FluentRow("h", ("holder", "card"), "h"),
}
"""The fluents by the labels that declare them, but for the phases."""

PHASES = ("askphase", "ansphase", "showphase", "guessphase", "endphase")
"""The predicates of the phases of a turn, in their order."""

# Up to here.

EVENTS = "events"
"""The ending of the names of rule sets with events besides questions, (E1)-(E20)."""

OF_THE_THESIS = [row for label, row in ACTIONS.items() if label.startswith("S2.4")]
"""The seven actions of section 2.4."""

DEAL = FLUENTS["S2.5.7"]
"""The fluent for the holder of each card, which is the same in all situations."""

CHANGING = [row for row in FLUENTS.values() if row is not DEAL]
"""The fluents that actions change, except for the phases."""

OPEN_SET = ACTIONS["E6"].sorts[-1]
QUESTION_SET = ACTIONS["S2.4.1"].sorts[-1]
PILE_SET = ACTIONS["S2.4.5"].sorts[-1]
HAND_SET = ACTIONS["G12"].sorts[-1]
"""The sorts of sets of cards: laid open, asked for, guessed, a whole hand."""

CARD_SETS = QUESTION_SET, PILE_SET, HAND_SET, OPEN_SET
"""The four sorts of sets of cards."""

RIGHT, WRONG = ACTIONS["G9"].name, ACTIONS["G10"].name
"""The additional facts that players see about a guess: whether it is right."""

SET_SORTS = {"questions": QUESTION_SET, "guesses": PILE_SET}
"""The sorts of sets that a quantifier may range over, by their names."""


def deal_atom(holder: object, card: object) -> str:
    """Return the atom that a holder has a card, without a situation: `h(2,s1)`."""
    return f"{DEAL.name}({holder},{card})"
