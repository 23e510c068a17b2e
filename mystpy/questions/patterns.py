"""Questions and guesses as patterns: one line for all well-formed sets of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.compilation import replace
from mystpy.engines.base import PossibleAction
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, action_text

_LETTER: dict[type[Action], str] = {Asks: "Q", Guess: "M"}


def action_pattern(action: Action, game: Game) -> str:
    """An action as users write it, a pattern as `asks(1,Q)`."""
    text = action_text(action, game)
    return text.replace("{}", _LETTER[type(action)]) if is_pattern(action) else text


def is_pattern(action: Action) -> bool:
    """Whether an action stands for every well-formed question or guess."""
    return isinstance(action, Asks | Guess) and not action.cards


def pattern_count(action: Action, game: Game) -> int | None:
    """For how many actions a pattern stands; None if it is no pattern."""
    if not is_pattern(action):
        return None
    return game.question_count() if isinstance(action, Asks) else game.guess_count()


def pattern_noun(action: Action) -> str:
    """What a pattern stands for, in the plural."""
    return "questions" if isinstance(action, Asks) else "guesses"


def expand_patterns(
    actions: Iterable[PossibleAction], game: Game
) -> Iterator[PossibleAction]:
    """Each action with the patterns written out, in the deck's order."""
    for found in actions:
        action = found.action
        if isinstance(action, Asks | Guess) and is_pattern(action):
            asks = isinstance(action, Asks)
            for cards in game.questions() if asks else game.guesses():
                yield found._replace(action=replace(action, cards=cards))
        else:
            yield found
