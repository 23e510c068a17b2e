"""Counterexamples that can be replayed: query objects, confirmed by two engines."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.conjectures.replay import engines
from mystpy.game.cards import sort_cards
from mystpy.game.game import Game
from mystpy.history.actions import Action, show_action
from mystpy.theses.case_analysis import Case


def replayed(
    game: Game, deal: Sequence[frozenset[str]], actions: Sequence[Action], formula: str
) -> Case:
    """The query object of a situation in which a formula is true.

    Two engines that do not share their method have to find it true, otherwise
    EnginesDisagree is raised: then the search that found it is wrong.
    """
    hands = (sort_cards(hand, game.deck) for hand in deal)
    query = {
        "game": game.to_dict(),
        "hands": {str(holder): hand for holder, hand in enumerate(hands)},
        "history": [show_action(action, game.deck) for action in actions],
        "formula": formula,
        "value": "true",
    }
    engines.confirming_engines(query, ("worlds", "asp"))
    return query
