"""A player who asks and waits by values that were learned from self-play.

In the field: approximate policy iteration with function approximation, one step of it.

Two networks estimate the probability of winning: after a question in a situation, and
after not guessing in one. `tools/learned.py` plays the games from which they are
learned, and writes them to `weights.json`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.count.count import CountTooLarge
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import FOLLOW_SIGHT, Chances, any_of
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.likelihood import weigh_by_behaviour
from mystpy.players.detective.question_choice import (
    Expectation,
    candidates,
    inquiries,
    with_leaks,
)
from mystpy.players.detective.question_policy import (
    NEVER,
    bounded_policy,
    question_policy,
)
from mystpy.players.detective.rivals import (
    disclosures,
    likeliest,
    open_to_guess,
    shown_by_me,
)
from mystpy.players.detective.sample import DealSample
from mystpy.players.learned.features import of_questions, of_situation
from mystpy.players.learned.value_network import ValueNetwork
from mystpy.players.player_base import draw_question
from mystpy.players.policy.exact_policy import ChoicePlayer, exact_policy
from mystpy.players.policy.path_fold import PathFold
from mystpy.players.policy.staircase import Staircase, require_bits
from mystpy.progress import require_count
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event

WEIGHTS = Path(__file__).with_name("weights.json")
"""The networks that come along."""

_CLOSER = 16
"""So many questions are valued, those that tell most."""

_FINER = 10
"""Values are probabilities, of which a tenth of a hundredth still counts."""


class LearnedValues(NamedTuple):
    """The value of asking a question, and that of not guessing."""

    asking: ValueNetwork
    waiting: ValueNetwork

    @classmethod
    def read(cls, text: str) -> LearnedValues:
        """The networks of a file of weights."""
        table = json.loads(text)
        asking, waiting = table["asking"], table["waiting"]
        return cls(ValueNetwork.of(asking), ValueNetwork.of(waiting))


@lru_cache(1)
def shipped_values() -> LearnedValues:
    """The values that come along."""
    return LearnedValues.read(WEIGHTS.read_text("utf-8"))


class Learned:
    """Asks what has the highest value, and guesses where waiting has a lower one.

    `deals` are drawn for a choice, as likely as what the others did makes them. With
    `told` no question tells more than so many bits of the hand: it is drawn as the
    strong player's is, by the learned values. The policy then follows from what was
    seen, and `policy` states it: the deals are drawn from a stream that begins the
    same wherever the same was seen. The values are those that come along, unless
    `learned` ones are set.
    """

    learned: LearnedValues | None = None

    def __init__(
        self, game: Game, player: int, *, deals: int = 128, told: float = 0.0
    ) -> None:
        check_carried(game, "this player", hint="exact plays it")
        who = "a player who counts on what others have seen"
        require_known_sight(game.rule_set, who, FOLLOW_SIGHT)
        self.game = game
        self.player = player
        self.deals = require_count(deals, "deals")
        self.told = require_bits(told) if told else 0.0
        self._at = PathFold(DetectiveBeliefState).at

    @property
    def values(self) -> LearnedValues:
        """The values that choices follow."""
        return self.learned or shipped_values()

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """The action with the highest value."""
        legal = {each.key[0]: each for each in legal_actions}
        if Asks.name in legal:
            return Event(legal[Asks.name].key, self._question(self._at(seen), rng))
        if Guess.name in legal:
            return self._guess(
                self._at(seen), {k: o.key for k, o in legal.items()}, rng
            )
        if Shows.name in legal and legal[Shows.name].cards.bit_count() > 1:
            return self._show(seen, legal[Shows.name])
        return any_of(legal_actions[0], self.game, rng)

    def policy(
        self, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Chances:
        """Return each action with its probability.

        Raises QueryError without `told`: there are too many deals that may be drawn.
        """
        asks = next((x.key for x in legal_actions if x.key[0] == Asks.name), None)
        if not self.told or asks is None:
            return exact_policy(ChoicePlayer(self.act), seen, legal_actions)
        here = self._at(seen)
        chances = self.asking(here, self._sample(here)).chances()
        return {Event(asks, cards): chance for cards, chance in chances.items()}

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason for an action, by the values of the networks."""
        here = self._at(seen)
        sample = self._sample(here, Random(here.mark))
        if sample is None:
            return "there is nothing to find out, or too much"
        if event.key[0] == Asks.name:
            found = self.expectations(here, sample, [event.cards])
            (value,) = self.of_asking(of_questions(of_situation(here, sample), found))
            return f"asking so wins {value:.2f} of the games, as learned"
        if event.key[0] in (Guess.name, NoGuess.name):
            chance = max(sample.piles().values())
            waiting = f"waiting wins {self.of_waiting(here, sample):.2f}"
            return f"{waiting} of the games, as learned, a guess {chance:.2f}"
        return "the card that tells least"

    def expectations(
        self, here: DetectiveBeliefState, sample: DealSample, questions: Sequence[int]
    ) -> list[Expectation]:
        """Return the most informative questions, with their expected gains."""
        found = inquiries(sample, self.player, questions)
        found = sorted(found, key=lambda each: -each.gain)[:_CLOSER]
        if not here.rivals or here.heard is None:
            return found
        return with_leaks(found, here.heard, self.player)

    def of_asking(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """How likely it is to win, for the features of each question."""
        return [round(float(v), 6) for v in self.values.asking.values(np.array(rows))]

    def of_waiting(self, here: DetectiveBeliefState, sample: DealSample) -> float:
        """How likely it is to win without a guess now."""
        row = np.array([of_situation(here, sample)])
        return round(float(self.values.waiting.values(row)[0]), 6)

    def _sample(
        self, here: DetectiveBeliefState, rng: Random | None = None
    ) -> DealSample | None:
        """Return possible deals; None if the pile is known or they are too many.

        With `told` the information state determines the draws.
        """
        if here.belief.pile is not None:
            return None
        try:
            return weigh_by_behaviour(here, self.deals, None if self.told else rng)
        except CountTooLarge:
            return None

    def _question(self, here: DetectiveBeliefState, rng: Random) -> int:
        sample = self._sample(here, rng)
        if self.told:
            return self.asking(here, sample).draw(rng)
        if sample is None:
            open_ = here.belief.may[0] & ~here.belief.sure[0]
            return draw_question(self.game, (open_, here.seen.hand), rng)
        questions = candidates(self.game, here.seen.hand, sample.shares)
        found = self.expectations(here, sample, questions)
        rows = of_questions(of_situation(here, sample), found)
        return found[self.choose(found, rows, rng)].question

    def asking(
        self, here: DetectiveBeliefState, sample: DealSample | None
    ) -> Staircase:
        """The questions with their probabilities, none of which tells too much."""
        if sample is None:
            return question_policy(here, None, told=self.told, leak=0.0)

        def value(questions: Sequence[int]) -> list[float]:
            found = inquiries(sample, self.player, questions)
            if here.rivals and here.heard is not None:
                found = with_leaks(found, here.heard, self.player)
            values = self.of_asking(of_questions(of_situation(here, sample), found))
            pairs = zip(found, values, strict=True)
            return [-NEVER if e.gain <= 0 else _FINER * v for e, v in pairs]

        return bounded_policy(here, value, told=self.told)

    def choose(
        self, found: Sequence[Expectation], rows: Sequence[list[float]], rng: Random
    ) -> int:
        """The place of the question with the highest value, by their features.

        Questions without any gain come last.
        """
        values = self.of_asking(rows)
        return max(range(len(found)), key=lambda k: (found[k].gain > 0, values[k]))

    def _guess(
        self, here: DetectiveBeliefState, keys: dict[str, EventKey], rng: Random
    ) -> Event:
        pile = here.belief.pile or 0
        if not pile and (NoGuess.name not in keys or open_to_guess(here)):
            sample = self._sample(here, rng)
            if sample is not None and (
                NoGuess.name not in keys or self.pays(here, sample, rng)
            ):
                pile = likeliest(sample)
        return Event(keys[Guess.name if pile else NoGuess.name], pile)

    def pays(self, here: DetectiveBeliefState, sample: DealSample, rng: Random) -> bool:
        """Whether guessing now wins more than waiting."""
        return max(sample.piles().values()) > self.of_waiting(here, sample)

    def _show(self, seen: InformationState, legal: LegalAction) -> Event:
        """The card that tells the asker least, one that he has seen if there is one."""
        here, asker = self._at(seen), legal.key[-1]
        known = legal.cards & shown_by_me(here)[asker]
        return Event(legal.key, disclosures(here, asker, known or legal.cards)[0].card)
