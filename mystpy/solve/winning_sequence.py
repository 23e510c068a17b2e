"""The winning sequences of questions of Lemmas 3.1 to 3.3, for a deal.

Player 1 asks and learns from the answers alone. The consequences are computed from the
axioms: the answers are the possible actions, and their information is read from the
public transition system.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from mystpy.bits import cards_of, mask_of
from mystpy.compilation import NamedTuple, dataclass
from mystpy.engines.base import Engine
from mystpy.engines.symbolic.count.count import count
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.history.history import History
from mystpy.play.information_state import (
    InformationState,
    ObservedGameState,
    initial_conditions,
)
from mystpy.situations.event import Event

ASKER = 1
"""The lemmas are about player 1, without loss of generality."""


class WinningPlan(NamedTuple):
    """The questions of a lemma, in order."""

    lemma: str
    name: str
    questions: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class WinningStep:
    """A question with its answers, and player 1's knowledge after it.

    `pile` are the cards known to be in the pile, `excluded` those known not to be;
    `deals` is the number of deals that player 1 considers possible.
    """

    question: frozenset[str]
    answers: tuple[Action, ...]
    pile: frozenset[str]
    excluded: frozenset[str]
    deals: int


def full_deal(history: History) -> tuple[frozenset[str], ...]:
    """Return the hands of all holders; one that is not given has the remaining cards.

    Raises QueryError if more are not given, if there are actions, or if the game is not
    MYST.
    """
    game = history.game
    if game.rules != "myst":
        raise QueryError(
            "the lemmas of section 3.3 are about MYST",
            hint="for example --game 'MYST(2,1,3,2)' --hand 1=s1 --hand 2=s2",
        )
    if history.actions:
        raise QueryError(
            "the lemmas begin at the deal, and actions are given",
            hint="leave out --do, or give a file without a history",
        )
    missing = [k for k, hand in enumerate(history.hands) if hand is None]
    if len(missing) > 1:
        names = ", ".join(game.owner(k) for k in missing)
        raise QueryError(
            f"the deal is not given: who has what of {names}?",
            hint="give all hands but one, as --hand 1=s1,s2; holder 0 is the pile",
        )
    given = frozenset[str]().union(*(hand or () for hand in history.hands))
    rest = frozenset(game.cards) - given
    return tuple(rest if hand is None else hand for hand in history.hands)


def winning_plan(game: Game, deal: tuple[frozenset[str], ...]) -> WinningPlan | None:
    """Return the questions by Lemma 3.1, 3.2 or 3.3, or None by Lemma 3.4.

    Lemma 3.4 is about q > m + n + 1.
    """
    m, n, q = game.sizes[0], game.sizes[ASKER], game.q
    if q <= m:
        pile = sort_cards(deal[0], game.deck)
        questions = tuple(
            frozenset(pile[(i * q + a) % m] for a in range(q))
            for i in range(math.ceil(m / q))
        )
        return WinningPlan("lemma-3.1", "Lemma 3.1", questions)
    if q <= m + n:
        own = sort_cards(deal[ASKER], game.deck)[: q - m]
        return WinningPlan("lemma-3.2", "Lemma 3.2", (deal[0].union(own),))
    if q == m + n + 1:
        base = deal[0] | deal[ASKER]
        questions = tuple(
            base | {card}
            for hand in deal[ASKER + 1 :]
            for card in sort_cards(hand, game.deck)
        )
        return WinningPlan("lemma-3.3", "Lemma 3.3", questions)
    return None  # Lemma 3.4


def winning_steps(
    game: Game,
    deal: tuple[frozenset[str], ...],
    plan: WinningPlan,
    engine: Engine,
) -> Iterator[WinningStep]:
    """Yield the questions with their answers, and player 1's knowledge after each."""
    start = InformationState(game, ASKER, mask_of(deal[ASKER], game))
    conditions = set(initial_conditions(start))
    grid = ViewGrid(game)
    for question in plan.questions:
        actions = _answered(game, deal, question, engine)
        public = ObservedGameState.of(game)
        for action in actions:
            public, news = public.then(Event.of(action, game), ASKER)
            conditions.update(news)
        grid = grid.copy()
        grid.update(frozenset(conditions))
        residue = grid.residue
        sure = residue.places.hands(residue.fixed)[0]
        may = residue.places.hands(residue.may)[0]
        yield WinningStep(
            question,
            actions[1:],
            cards_of(sure, game),
            cards_of(~may & (1 << game.c) - 1, game),
            count(grid),
        )


def _answered(
    game: Game,
    deal: tuple[frozenset[str], ...],
    question: frozenset[str],
    engine: Engine,
) -> tuple[Action, ...]:
    """Return the question and its answers, each of which is the only possible one."""
    actions: tuple[Action, ...] = (Asks(ASKER, question),)
    while True:
        history = History(game, deal, actions)
        possible = [each.action for each in engine.possible(history)]
        answers = [each for each in possible if isinstance(each, No | Yes | Shows)]
        if not answers:
            return actions
        if len(answers) > 1:
            raise QueryError(
                f"there are several answers to {sorted(question)}, and not one",
                hint="please report the game and the deal",
            )
        actions = (*actions, *answers)
