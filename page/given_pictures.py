"""Show the given parts of an exercise on the page: cards, turns, the drawn model."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise
from mystpy.history.history import History
from mystpy.history.sentences import action_sentence

Object = dict[str, Any]

MOST_ATOMS = 30
"""So many atoms can be tapped; of more, one of each kind."""


def given_of(exercise: Exercise) -> Object:
    """The hands, the turns, the model drawn, and the words that an answer may have."""
    return {
        **_of_game(exercise),
        **_of_model(exercise),
        "palette": palette_of(exercise),
    }


def _of_game(exercise: Exercise) -> Object:
    if "game" not in exercise.table:
        return {}
    game = exercise.game
    hands = exercise.history.hands
    deck = game.deck
    holders = [
        {
            "holder": holder,
            "size": game.sizes[holder],
            "cards": sorted(hand, key=deck.__getitem__) if hand is not None else None,
        }
        for holder, hand in enumerate(hands)
    ]
    texts = exercise.file.strings(exercise.table, "histories")
    if "history" in exercise.table:
        texts = (str(exercise.table["history"]),)
    turns = [_turns(exercise, text) for text in texts]
    return {"holders": holders, "deck": list(game.cards), "turns": turns}


def _turns(exercise: Exercise, text: str) -> list[str]:
    hands: Any = exercise.file.inner(exercise.table, "hands")
    history = History.make(exercise.game, hands, text)
    return [action_sentence(action, exercise.game, "you") for action in history.actions]


def _of_model(exercise: Exercise) -> Object:
    """The model drawn, if it is small."""
    if "model" not in exercise.table:
        return {}
    from mystpy.exercises.tasks.comparison_contexts import drawn_world, model_state
    from mystpy.show.draw.model_svg import model_svg

    try:
        state = model_state(exercise)
        if exercise.kind == "number" or drawn_world(state) is None:
            return {}  # the picture would show what is to be counted
        return {"model_svg": model_svg(state, exercise.title)}
    except MystError:
        return {}


def palette_of(exercise: Exercise) -> list[list[str]]:
    """Return the parts for an answer, each as its text and the key of its meaning.

    The sign … in a text marks the place of the caret.
    """
    if exercise.kind == "formula":
        return [*_operators(exercise), *_atoms(exercise)]
    if exercise.kind in ("history", "verdict"):
        return [*_verdicts(exercise), *_actions(exercise)]
    return []


def _agents(exercise: Exercise) -> list[str]:
    if "model" not in exercise.table:
        return [str(i) for i in range(1, exercise.game.p + 1)]
    from mystpy.exercises.tasks.comparison_contexts import model_state

    return [str(agent) for agent in model_state(exercise).model.agents]


def _operators(exercise: Exercise) -> list[list[str]]:
    agents = _agents(exercise)
    group = ",".join(agents)
    rows = [[f"K({agent}, …)", "knows", agent] for agent in agents]
    rows += [[f"Kw({agents[0]}, …)", "whether", agents[0]]]
    rows += [["~…", "not"], [" & …", "and"], [" | …", "or"], [" -> …", "if"]]
    rows += [[f"C([{group}], …)", "common"], [f"E([{group}], …)", "everybody"]]
    if "model" in exercise.table:
        rows.append(["[…!] ", "announced"])
    return rows


def _atoms(exercise: Exercise) -> list[list[str]]:
    if "model" in exercise.table:
        from mystpy.exercises.tasks.comparison_contexts import model_state

        return [_atom(atom) for atom in model_state(exercise).model.atoms]
    game = exercise.game
    found = [
        [f"h({holder},{card})", "holds", str(holder), card]
        for holder, card in product(range(game.p + 1), game.cards)
    ]
    return found if len(found) <= MOST_ATOMS else [["h(…,)", "held"]]


def _atom(name: str) -> list[str]:
    """An atom of a model, with the key of its words: held by, is, or an atom."""
    if found := re.fullmatch(r"h\((\w+),(\w+)\)", name, re.ASCII):
        return [name, "holds", *found.groups()]
    if found := re.fullmatch(r"(\w+)\((\w+)\)", name, re.ASCII):
        return [name, "is", found[2], found[1]]
    return [name, "atom"]


def _verdicts(exercise: Exercise) -> list[list[str]]:
    if exercise.kind != "verdict":
        return []
    hands = " ".join(f"{k}=" for k in range(exercise.game.p + 1))
    return [["true", "true"], [f"false; {hands.replace('0=', '0=…')}; ", "false"]]


def _actions(exercise: Exercise) -> list[list[str]]:
    players = range(1, exercise.game.p + 1)
    rows = [[f"asks({i},{{…}}) ", "asks", str(i)] for i in players]
    rows += [[f"no({i}) ", "no", str(i)] for i in players]
    rows += [[f"yes({i}) ", "yes", str(i)] for i in players]
    rows += [["shows(…,,) ", "shows"]]
    rows += [[f"noguess({i}) ", "noguess", str(i)] for i in players]
    rows += [[f"endturn({i}) ", "endturn", str(i)] for i in players]
    return rows
