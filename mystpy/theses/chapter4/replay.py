"""Counterexamples that can be replayed: query objects, confirmed by two engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mystpy.engines import get_engine
from mystpy.errors import EnginesDisagree
from mystpy.game.game import Game
from mystpy.history.actions import Action, show_action
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask

Deal = Sequence[frozenset[str]]


def replayed(
    game: Game,
    deal: Deal,
    actions: Sequence[Action],
    formula: str,
    engines: Sequence[str] = ("asp", "worlds"),
) -> Mapping[str, object]:
    """The query object of a situation in which a formula is true.

    Two engines that do not share their method have to find it true, otherwise
    EnginesDisagree is raised: then the search that found it is wrong.
    """
    history = History(game, tuple(deal), tuple(actions))
    phi = parse_formula(formula, game)
    values = {name: ask(history, phi, get_engine(name)).value.value for name in engines}
    if set(values.values()) != {"true"}:
        raise EnginesDisagree(f"{formula} was found true by a search, but: {values}")
    return {
        "game": game.to_dict(),
        "hands": {
            str(holder): sorted(hand, key=game.deck.__getitem__)
            for holder, hand in enumerate(deal)
        },
        "history": [show_action(action, game.deck) for action in actions],
        "formula": formula,
        "value": "true",
    }
