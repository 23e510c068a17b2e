"""The strong player, who asks, shows and guesses by the consequences of observations.

In the field: a heuristic policy over exact belief states, with private randomness.

The probabilities of its actions (`policy`) follow from its observations, so that
anybody with the program can compute them. The action is drawn from the random stream of
its seat, which nobody else has. Its questions are likelier for some hands than for
others, but a question never reveals more than `told` bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from random import Random

from mystpy.engines.symbolic.count.count import CountTooLarge
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import FOLLOW_SIGHT, Chances, any_of, draw_action
from mystpy.players.detective import reasons
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.likelihood import weigh_by_behaviour
from mystpy.players.detective.question_choice import (
    Expectation,
    candidates,
    inquiries,
    useful_question,
    with_leaks,
)
from mystpy.players.detective.question_policy import question_policy
from mystpy.players.detective.rivals import (
    GuessTiming,
    disclosures,
    open_to_guess,
    pile_to_guess,
    race,
    shown_by_me,
)
from mystpy.players.detective.sample import DealSample
from mystpy.players.detective.search import RootSearch, searchable
from mystpy.players.policy.exact_policy import ChoicePlayer, exact_policy
from mystpy.players.policy.path_fold import PathFold
from mystpy.players.policy.staircase import Staircase, require_bits
from mystpy.players.strategist import solved_player
from mystpy.progress import require_duration
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event

LEVELS = {
    "a": "exact knowledge, guesses when certain, asks a random useful question",
    "b": "as a, and asks the most informative question that reveals least to others",
    "c": "as b, and shows the least informative card",
    "d": "as c, and guesses early if that wins more than waiting",
    "e": "as d, and draws conclusions from questions and from missing guesses",
    "f": "as e, and simulates guesses two turns ahead, and questions if readable",
}
"""The levels of play; each adds to the one before it."""

_TRIED = 8
"""The number of questions whose chance to win is estimated."""

_CLOSER = 16
"""The number of questions whose information for the others is computed."""

MOST_TOLD = 0.3
"""The default limit for the bits of information about the hand in a question."""

_CHOSEN = (Asks.name, Guess.name, Shows.name)
"""The kinds of actions with cards that are chosen, or drawn."""

_NEAR = 0.1
"""Cards are shown equally often if their information differs by at most these bits."""


class Detective:
    """A player with exact knowledge; each level of play adds to the one before.

    `told` is how many bits of its hand a question may reveal to an opponent who knows
    this program, beyond the rules; a `readable` one asks the most informative questions
    instead. If a game of two can be solved within some seconds, it plays the solution,
    unless `solved` is false. `deals` is how many deals are drawn for a choice. `leak`
    is the weight of a bit that others learn, against a bit that the player learns.
    `rollouts` is how often a guess is tried, 0 for never. Without `bluffs` it asks for
    no own cards, which can be detected. Raises QueryError for another level.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        level: str = "f",
        deals: int = 128,
        leak: float = 0.5,
        bluffs: bool = True,
        rollouts: int | None = None,
        seconds: float = 1.0,
        told: float = MOST_TOLD,
        readable: bool = False,
        solved: bool = True,
    ) -> None:
        check_carried(game, "this player", hint="exact plays it")
        if level not in LEVELS:
            raise QueryError(f"no level {level!r}", hint=did_you_mean(level, LEVELS))
        if level != "a":
            who = f"a player strong-{level}, who counts on what others have seen,"
            require_known_sight(game.rule_set, who, FOLLOW_SIGHT)
        self.game, self.player, self.level = game, player, level
        self.deals, self.leak = deals, leak
        self.bluffs, self.rollouts = bluffs, rollouts
        self.seconds = require_duration(seconds, "the seconds of a detective")
        self.told = inf if readable or not bluffs else require_bits(told)
        self._solution = solved_player(game, player) if solved else None
        self.alike = self._solution is not None
        self._at = PathFold(DetectiveBeliefState).at
        self._drawn: tuple[DetectiveBeliefState, DealSample] | None = None
        self._tried: tuple[DetectiveBeliefState, RootSearch] | None = None

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return this level's choice of a legal action, drawn from its policy."""
        if self._solution is None and self.told == inf:
            return self._choice(seen, legal_actions, rng)
        asks = next((x.key for x in legal_actions if x.key[0] == Asks.name), None)
        if asks is not None and self._solution is None:
            return Event(asks, self._asking(seen).draw(rng))
        return draw_action(self.policy(seen, legal_actions), rng)

    def _asking(self, seen: InformationState) -> Staircase:
        here = self._at(seen)
        return question_policy(here, self._sample(here), told=self.told, leak=self.leak)

    def policy(
        self, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Chances:
        """Return the probabilities of the actions at this level."""
        if self._solution is not None:
            return self._solution.policy(seen, legal_actions)
        legal = {legal.key[0]: legal for legal in legal_actions}
        if self.told == inf:
            return exact_policy(ChoicePlayer(self._choice), seen, legal_actions)
        if Asks.name in legal:
            key, asked = legal[Asks.name].key, self._asking(seen).chances()
            return {Event(key, cards): chance for cards, chance in asked.items()}
        if Shows.name in legal and self.level >= "c":
            key = legal[Shows.name].key
            cards = self._cards_to_show(seen, legal[Shows.name])
            return {Event(key, card): Fraction(1, len(cards)) for card in cards}
        first = legal_actions[0]
        if Guess.name in legal or (first.key[0] not in _CHOSEN and len(legal) == 1):
            certain = self._choice(seen, legal_actions, Random(0))  # draws nothing
            return {certain: Fraction(1)}
        return exact_policy(ChoicePlayer(self._choice), seen, legal_actions)

    def _choice(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the choice of this level, if its questions may be read."""
        legal = {legal.key[0]: legal for legal in legal_actions}
        if Asks.name in legal:
            return Event(legal[Asks.name].key, self._question(self._at(seen), rng))
        if Guess.name in legal:
            pile = self._pile(self._at(seen))
            return Event(legal[Guess.name if pile else NoGuess.name].key, pile)
        if Shows.name in legal:
            return self._show(seen, legal[Shows.name], rng)
        return any_of(legal_actions[0], seen.game, rng)

    def why(self, seen: InformationState, event: Event) -> str:
        """Return why this was chosen, or its evaluation if it was not."""
        if self._solution is not None:
            return self._solution.why(seen, event)
        here, kind = self._at(seen), event.key[0]
        if kind == Asks.name:
            return self._why_asked(here, event.cards)
        if kind == Shows.name:
            return self._why_shown(here, event)
        if kind in (Guess.name, NoGuess.name):
            return reasons.of_guess(here, self._race(here))
        return reasons.FORCED

    def _sample(self, here: DetectiveBeliefState) -> DealSample | None:
        """Return possible deals; None if they are not needed, or too many to count."""
        if self.level == "a" or here.belief.pile is not None:
            return None
        if self._drawn is None or self._drawn[0] is not here:
            try:
                self._drawn = here, self._read(here)
            except CountTooLarge:
                return None
        return self._drawn[1]

    def _read(self, here: DetectiveBeliefState) -> DealSample:
        if self.level < "e":
            return here.sample_deals(self.deals)
        return weigh_by_behaviour(here, self.deals)

    def _trials(self, here: DetectiveBeliefState) -> RootSearch:
        if self._tried is None or self._tried[0] is not here:
            self._tried = here, RootSearch(here, self.rollouts, self.seconds)
        return self._tried[1]

    def _searches(self, here: DetectiveBeliefState) -> bool:
        return self.level >= "f" and self.rollouts != 0 and searchable(here)

    def _question(self, here: DetectiveBeliefState, rng: Random) -> int:
        sample = self._sample(here)
        if sample is None:
            open_ = here.belief.may[0] & ~here.belief.sure[0]
            stream = rng if self.level == "a" else here.stream
            own = here.seen.hand
            return useful_question(self.game, open_, own, stream, bluffs=self.bluffs)
        questions = self._ranked(here, sample)
        if not self._searches(here):
            return questions[0]
        return self._trials(here).best(questions)

    def _ranked(self, here: DetectiveBeliefState, sample: DealSample) -> list[int]:
        """Return the questions to be tried, the most informative ones first."""
        hand = here.seen.hand
        found = candidates(self.game, hand, sample.shares, bluffs=self.bluffs)
        expectations = self._weighed(here, sample, found)
        expectations.sort(key=self._cost)
        return [each.question for each in expectations[:_TRIED]]

    def _weighed(
        self, here: DetectiveBeliefState, sample: DealSample, questions: Sequence[int]
    ) -> list[Expectation]:
        """Return the information in questions; for the best ones also the leaks."""
        expectations = inquiries(sample, self.player, questions)
        if not (self.leak and here.rivals) or here.heard is None:
            return expectations
        closer = sorted(expectations, key=lambda each: -each.gain)[:_CLOSER]
        return with_leaks(closer, here.heard, self.player)

    def _cost(self, expectations: Expectation) -> tuple[bool, float]:
        """Return a sort key: a question without information comes last."""
        return expectations.gain <= 0, self.leak * expectations.leak - expectations.gain

    def _pile(self, here: DetectiveBeliefState) -> int:
        if here.belief.pile is not None:
            return here.belief.pile
        if self.level < "f" or self.rollouts == 0:
            sample = self._sample(here) if self._may_guess(here) else None
            return pile_to_guess(here, sample, bluffs=self.bluffs) if sample else 0
        found = self._race(here)
        return found.pile if found and found.pays else 0

    def _may_guess(self, here: DetectiveBeliefState) -> bool:
        return self.level >= "d" and open_to_guess(here)

    def _race(self, here: DetectiveBeliefState) -> GuessTiming | None:
        """Compare guessing and waiting; None below level d, and if too much is open."""
        if not self._may_guess(here):
            return None
        sample = self._sample(here)
        if sample is None or self.level < "f" or self.rollouts == 0:
            return race(here, sample, bluffs=self.bluffs) if sample else None
        return self._trials(here).race(self._ranked(here, sample))

    def _show(self, seen: InformationState, legal: LegalAction, rng: Random) -> Event:
        if self.level < "c" or legal.cards.bit_count() == 1:
            return any_of(legal, self.game, rng)
        return Event(legal.key, self._cards_to_show(seen, legal)[0])

    def _cards_to_show(self, seen: InformationState, legal: LegalAction) -> list[int]:
        """Return the least informative cards for the asker, or nearly so."""
        if legal.cards.bit_count() == 1:
            return [legal.cards]
        here, asker = self._at(seen), legal.key[-1]
        known = legal.cards & shown_by_me(here)[asker]
        if known.bit_count() == 1:
            return [known]
        first, *others = disclosures(here, asker, known or legal.cards)
        near = [each.card for each in others if each.tells - first.tells < _NEAR]
        return [first.card, *near]

    def _why_asked(self, here: DetectiveBeliefState, question: int) -> str:
        sample = self._sample(here)
        if sample is None:
            return reasons.of_open_cards(here, question)
        (expectations,) = self._weighed(here, sample, [question])
        if self.told < inf or not self._searches(here):
            return reasons.of_expectation(expectations)
        (trial,) = self._trials(here).trials([question])
        return reasons.of_trial(expectations, trial)

    def _why_shown(self, here: DetectiveBeliefState, event: Event) -> str:
        cards = here.seen.hand & here.question_mask
        if self.level < "c" or cards == event.cards:
            return reasons.of_drawn_card(self.game, cards)
        found = disclosures(here, event.key[-1], cards)
        return reasons.of_disclosure(found, self.game, event.cards)
