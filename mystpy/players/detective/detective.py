"""The strong player: who asks, shows and guesses by what follows from what was seen.

In the field: a heuristic policy over exact belief states.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.bits import bits
from mystpy.engines.symbolic.count.count import CountTooLarge
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import EventFold, InformationState
from mystpy.play.player import FOLLOW_SIGHT, any_of
from mystpy.players.detective import reasons
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.likelihood import weigh_by_behaviour
from mystpy.players.detective.question_choice import (
    Expectation,
    candidates,
    inquiries,
    with_leaks,
)
from mystpy.players.detective.rivals import (
    GuessTiming,
    disclosures,
    open_to_guess,
    race,
    shown_by_me,
)
from mystpy.players.detective.sample import DealSample, sort_masks
from mystpy.players.detective.search import RootSearch, searchable
from mystpy.progress import require_duration
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event

LEVELS = {
    "a": "knows exactly what follows, guesses when certain, asks any useful question",
    "b": "as a, and asks what tells most of the pile, and the others least",
    "c": "as b, and shows the card that tells the asker least",
    "d": "as c, and guesses early where that wins more than waiting",
    "e": "as d, and reads what the others asked and did not guess",
    "f": "as e, and tries questions and guesses two turns ahead",
}
"""The levels of play; each adds to the one before it."""

_TRIED = 8
"""Of so many questions it is tried how often they win."""

_CLOSER = 16
"""Of so many questions it is looked what they tell the others."""


class Detective:
    """A player who knows all that follows; each level adds to those before it.

    `deals` is how many deals are drawn for a choice, `leak` what a bit that others
    learn counts against one of the own, `rollouts` how often a question is tried, 0
    for never; who does not bluff asks for no own cards. Raises QueryError for another
    level.
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
    ) -> None:
        check_carried(game, "this player", hint="exact plays it")
        if level not in LEVELS:
            raise QueryError(f"no level {level!r}", hint=did_you_mean(level, LEVELS))
        if level != "a":
            who = f"a player strong-{level}, who counts on what others have seen,"
            require_known_sight(game.rule_set, who, FOLLOW_SIGHT)
        self.game = game
        self.player = player
        self.level = level
        self.deals = deals
        self.leak = leak
        self.bluffs = bluffs
        self.rollouts = rollouts
        self.seconds = require_duration(seconds, "the seconds of a detective")
        self._at = EventFold(DetectiveBeliefState).at
        self._drawn: tuple[DetectiveBeliefState, DealSample] | None = None
        self._tried: tuple[DetectiveBeliefState, RootSearch] | None = None

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """What this level chooses of the legal actions."""
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
        """Why this was chosen, or how it looks if it was not."""
        here, kind = self._at(seen), event.key[0]
        if kind == Asks.name:
            return self._why_asked(here, event.cards)
        if kind == Shows.name:
            return self._why_shown(here, event)
        if kind in (Guess.name, NoGuess.name):
            return reasons.of_guess(here, self._race(here))
        return reasons.FORCED

    def _sample(self, here: DetectiveBeliefState) -> DealSample | None:
        """Deals held possible; None where they are not needed, or too many to count."""
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
            return self._useful(here, rng if self.level == "a" else here.stream)
        questions = self._ranked(here, sample)
        if not self._searches(here):
            return questions[0]
        return self._trials(here).best(questions)

    def _ranked(self, here: DetectiveBeliefState, sample: DealSample) -> list[int]:
        """The questions that are worth a trial, the best first by what they tell."""
        hand = here.seen.hand
        found = candidates(self.game, hand, sample.shares, bluffs=self.bluffs)
        expectations = self._weighed(here, sample, found)
        expectations.sort(key=self._cost)
        return [each.question for each in expectations[:_TRIED]]

    def _weighed(
        self, here: DetectiveBeliefState, sample: DealSample, questions: Sequence[int]
    ) -> list[Expectation]:
        """What questions tell; those that tell most are looked at for what leaks."""
        expectations = inquiries(sample, self.player, questions)
        if not (self.leak and here.rivals) or here.heard is None:
            return expectations
        closer = sorted(expectations, key=lambda each: -each.gain)[:_CLOSER]
        return with_leaks(closer, here.heard, self.player)

    def _cost(self, expectations: Expectation) -> tuple[bool, float]:
        """What tells nothing is asked last: else nobody might ever know the pile."""
        return expectations.gain <= 0, self.leak * expectations.leak - expectations.gain

    def _useful(self, here: DetectiveBeliefState, rng: Random) -> int:
        """A question drawn from those with as many cards as can be open in the pile."""
        open_ = here.belief.may[0] & ~here.belief.sure[0]
        whole, own = (1 << self.game.c) - 1, here.seen.hand
        cover = own if self.bluffs else whole & ~own
        if self.game.sorts:
            return sum(
                rng.choice(bits(sort & open_) or bits(sort & cover) or bits(sort))
                for sort in sort_masks(self.game)
            )
        cards, rest = bits(open_), bits(whole & ~open_)
        rng.shuffle(cards)
        rng.shuffle(rest)
        if not self.bluffs:
            rest.sort(key=lambda card: card & own)
        return sum((cards + rest)[: self.game.q])

    def _pile(self, here: DetectiveBeliefState) -> int:
        if here.belief.pile is not None:
            return here.belief.pile
        found = self._race(here)
        return found.pile if found and found.pays else 0

    def _race(self, here: DetectiveBeliefState) -> GuessTiming | None:
        """Guessing against waiting; None below level d, and if too much is open."""
        if self.level < "d" or not open_to_guess(here):
            return None
        sample = self._sample(here)
        if sample is None or self.level < "f" or self.rollouts == 0:
            return race(here, sample, bluffs=self.bluffs) if sample else None
        return self._trials(here).race(self._ranked(here, sample))

    def _show(self, seen: InformationState, legal: LegalAction, rng: Random) -> Event:
        if self.level < "c" or legal.cards.bit_count() == 1:
            return any_of(legal, self.game, rng)
        here, asker = self._at(seen), legal.key[-1]
        known = legal.cards & shown_by_me(here)[asker]
        if known.bit_count() != 1:
            known = disclosures(here, asker, known or legal.cards)[0].card
        return Event(legal.key, known)

    def _why_asked(self, here: DetectiveBeliefState, question: int) -> str:
        sample = self._sample(here)
        if sample is None:
            return reasons.of_open_cards(here, question)
        (expectations,) = self._weighed(here, sample, [question])
        if not self._searches(here):
            return reasons.of_expectation(expectations)
        (trial,) = self._trials(here).trials([question])
        return reasons.of_trial(expectations, trial)

    def _why_shown(self, here: DetectiveBeliefState, event: Event) -> str:
        cards = here.seen.hand & here.question_mask
        if self.level < "c" or cards == event.cards:
            return reasons.of_drawn_card(self.game, cards)
        found = disclosures(here, event.key[-1], cards)
        return reasons.of_disclosure(found, self.game, event.cards)
