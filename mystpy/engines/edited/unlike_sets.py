"""Questions and guesses of which one does not stand for all, under edited axioms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.engines.base import PossibleAction, pattern_of
from mystpy.engines.edited.followed_effects import named_card_conjuncts
from mystpy.engines.programs.poss import poss_rules
from mystpy.errors import AxiomError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess

MAX_SETS = 2_000
"""The number of questions and guesses that are looked at one by one."""


def sets_differ(rules: str) -> bool:
    """Whether an action may be possible with some cards and not with others."""
    try:
        found = poss_rules(rules)
    except AxiomError:  # a conjunct of another form
        return True
    return any(next(named_card_conjuncts(rule), None) for rule in found)


def every_set(game: Game) -> list[frozenset[str]]:
    """The questions and guesses. Raises AxiomError if they are too many."""
    number = game.question_count() + game.guess_count()
    if number > MAX_SETS:
        raise AxiomError(
            f"by these axioms the cards that are named decide what is possible; with "
            f"{number:,} questions and guesses that takes too long",
            hint="ask whether one action is legal, by mystpy legal",
        )
    return [*game.questions(), *game.guesses()]


def as_patterns(
    found: Iterable[PossibleAction], game: Game
) -> Iterator[PossibleAction]:
    """The actions, with a pattern for those that are possible with every set alike."""
    by_pattern: dict[Action, list[PossibleAction]] = {}
    for each in found:
        by_pattern.setdefault(pattern_of(each.action), []).append(each)
    for pattern, alike in by_pattern.items():
        counts = {Asks.name: game.question_count, Guess.name: game.guess_count}
        count = counts.get(type(pattern).__name__.lower())
        if count and len(alike) == count() and len({a.verdict for a in alike}) == 1:
            yield PossibleAction(pattern, alike[0].verdict)
        else:
            yield from alike
