"""The played example of the landing view: a small game of Clue, six turns long.

It is computed here, by mystpy: what each player knows after each turn, what they know
of each other, and the reasons. The page shows it before Python is there. A grid is a
text of one letter for each holder and card. A reason is a list that the page words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from page_decks import printed

from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.questions.knowledge import Knowledge, know, know_common, know_that
from mystpy.questions.reason import Reason
from mystpy.questions.why import Why, why

GAME = {
    "rules": "clue",
    "players": ["ann", "bob", "cid"],
    "sorts": {
        "suspect": ["scarlett", "plum", "green"],
        "weapon": ["knife", "rope", "pipe"],
        "room": ["hall", "study", "kitchen"],
    },
}
HANDS = {
    "0": ["plum", "rope", "study"],
    "ann": ["scarlett", "knife"],
    "bob": ["green", "hall"],
    "cid": ["pipe", "kitchen"],
}
TURNS = (
    "ann: plum knife hall -> bob shows hall",
    "bob: scarlett rope hall -> cid passes, ann shows scarlett",
    "cid: plum rope kitchen -> ann passes, bob passes",
    "ann: green rope kitchen -> bob shows green",
    "bob: plum pipe study -> cid shows pipe",
    "cid: green knife study -> ann shows knife",
)
EXPLAINED = ((1,), (2,), (3,), (2, 1), (1, 2), (1, 2, 3))
"""The views that can be chosen, each with reasons: of one player, of one about another
one, and of all in common."""
PAIRS = tuple((i, j) for i in (1, 2, 3) for j in (1, 2, 3) if i != j)
LETTERS = {"yes": "y", "no": "n", "?": "?"}

View = tuple[int, ...]


def landing() -> dict[str, Any]:
    """Return the example with all its views and reasons."""
    game = Game.from_dict(GAME)
    history = History.make(game, HANDS, "\n".join(TURNS))
    starts = [k for k, each in enumerate(history.actions) if isinstance(each, Asks)]
    stages = [history.prefix(k) for k in (*starts[1:], len(history))]
    stages.insert(0, history.prefix(0))
    engine = get_engine("walk")
    views = {
        view: [_grid(stage, view, engine) for stage in stages]
        for view in dict.fromkeys((*EXPLAINED, *PAIRS))
    }
    turn_of = [sum(start <= k for start in starts) for k in range(len(history))]
    return {
        "players": [name.title() for name in game.players],
        "sorts": [[name, list(cards)] for name, cards in game.sorts],
        "printed": {
            language: {card: names[card] for card in game.cards if card in names}
            for language, names in printed().items()
        },
        "hands": [[x for x in game.cards if x in hand or ()] for hand in history.hands],
        "turns": list(_turns(history)),
        "views": {_name(view): grids for view, grids in views.items()},
        "why": {
            _name(view): dict(_reasons(view, views[view], stages, turn_of, engine))
            for view in EXPLAINED
        },
    }


def _name(view: View) -> str:
    return ",".join(map(str, view))


def _known(history: History, view: View, engine: Engine) -> Knowledge:
    if len(view) == 3:
        return know_common(history, list(view), engine)
    if len(view) == 2:
        return know_that(history, list(view), engine)
    return know(history, view[0], engine, count=False)


def _grid(history: History, view: View, engine: Engine) -> str:
    """The grid of a view as one letter for each holder and card."""
    cells = _known(history, view, engine).cells
    cards = history.game.cards
    return "".join(LETTERS[row[card].value] for row in cells for card in cards)


def _turns(history: History) -> Iterator[dict[str, Any]]:
    """Each suggestion with its answers, in order."""
    turn: dict[str, Any] = {}
    for action in history.actions:
        if isinstance(action, Asks):
            if turn:
                yield turn
            cards = [card for card in history.game.cards if card in action.cards]
            turn = {"asker": action.player, "cards": cards, "answers": []}
        elif isinstance(action, No):
            turn["answers"].append([action.player, None])
        elif isinstance(action, Shows):
            turn["answers"].append([action.player, action.card])
    yield turn


def _reasons(
    view: View,
    grids: list[str],
    stages: list[History],
    turn_of: list[int],
    engine: Engine,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The reasons of each cell, from the stage on at which it is known."""
    game = stages[0].game
    for at in range(len(grids[0])):
        stage = next((k for k, grid in enumerate(grids) if grid[at] != "?"), None)
        if stage is None:
            continue
        holder, card = divmod(at, len(game.cards))
        held = H(holder, game.cards[card])
        phi: Formula = held if grids[stage][at] == "y" else Not(held)
        try:
            found = why(stages[stage], _said(view, phi), engine)
        except QueryError:  # each of them has reasons that the others have not seen
            yield str(at), {"from": stage, "own": True}
            continue
        because = [_because(reason, stages[stage], turn_of) for reason in found.because]
        yield str(at), {"from": stage, "because": because, "axioms": _axioms(found)}


def _said(view: View, phi: Formula) -> Formula:
    if len(view) == 3:
        return Common(view, phi)
    for player in reversed(view):
        phi = Knows(player, phi)
    return phi


def _axioms(found: Why) -> list[str]:
    return list(found.axioms)


def _because(reason: Reason, history: History, turn_of: list[int]) -> list[Any]:
    """A reason as a list: what it is, its turn, and who did what with which cards."""
    cards = history.game.cards
    if reason.action is None or reason.step is None:
        assert reason.holder is not None
        held = history.hands[reason.holder] or ()
        return ["hand", reason.holder, [card for card in cards if card in held]]
    action: Action = reason.action
    if isinstance(action, Shows):
        return ["shows", turn_of[reason.step], action.player, action.to, action.card]
    assert isinstance(action, No | Yes)
    asked = next(
        each
        for each in reversed(history.actions[: reason.step])
        if isinstance(each, Asks)
    )
    kind = "no" if isinstance(action, No) else "yes"
    named = [card for card in cards if card in asked.cards]
    return [kind, turn_of[reason.step], action.player, named]
