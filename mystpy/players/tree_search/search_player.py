"""A player who chooses by simulated games of deals drawn from the exact posterior.

In the field: Monte Carlo planning under imperfect information, by determinization.

All such players compare the same actions at the root: the questions with the highest
expected information gain, the likeliest piles and not guessing, and the cards that may
be shown. Subclasses define how to compare them.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.count.count import CountTooLarge
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import EventFold, InformationState
from mystpy.play.player import FOLLOW_SIGHT, any_of
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.likelihood import weigh_by_behaviour
from mystpy.players.detective.question_choice import candidates, inquiries
from mystpy.players.detective.rivals import open_to_guess
from mystpy.players.detective.sample import Deal, DealSample
from mystpy.players.player_base import draw_question
from mystpy.players.tree_search.dealt_game import (
    DealtGame,
    PlayerNotes,
    SimulationRules,
)
from mystpy.progress import require_count, require_duration
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event

MAX_QUESTIONS = 40
"""The number of questions after which simulated games are unfinished."""

_FEWEST_DEALS, _MOST_DEALS = 128, 512
"""The least and most deals drawn for a choice; more games use them repeatedly."""


class ActionValue(NamedTuple):
    """An action, its number of simulated games, and the share won."""

    event: Event
    games: int
    share: float


class SearchBudget:
    """The number of simulated games, and if `seconds` are given, their time limit.

    Without seconds nothing depends on the clock.
    """

    def __init__(
        self,
        iterations: int,
        seconds: float | None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.iterations = iterations
        self.seconds = seconds
        self._clock = clock

    def limited(self, iterations: int) -> SearchBudget:
        """Return the same time for another number of games."""
        return SearchBudget(iterations, self.seconds, self._clock)

    def rounds(self, games: int = 1) -> Iterator[int]:
        """Yield numbers of rounds of this many games; there is always a first round."""
        start, number = self._clock() if self.seconds is not None else 0.0, 0
        while number == 0 or (
            (number + 1) * games <= self.iterations
            and (self.seconds is None or self._clock() - start < self.seconds)
        ):
            yield number
            number += 1


class SearchRoot(NamedTuple):
    """The beginning of a search: the player's observations, and the drawn deals."""

    rules: SimulationRules
    here: DetectiveBeliefState
    deals: Sequence[Deal]

    @property
    def player(self) -> int:
        """Return the player who searches."""
        return self.here.seen.player

    def game(self, number: int, rng: Random) -> DealtGame:
        """Return the simulated game of one of the deals, at the root.

        Cards that were shown to others are drawn from those that could be shown.
        """
        deal = self.deals[number % len(self.deals)]
        public, player = self.here.public.may, self.player
        whole = (1 << self.rules.game.c) - 1
        lacked = [whole & ~may for may in public]
        seen = [
            whole & ~public[0] | hand for hand in deal[: len(self.rules.players) + 1]
        ]
        asked = 0
        for event in self.here.seen.events:
            kind = event.key[0]
            if kind == Asks.name:
                asked = event.cards
            elif kind == Shows.name:
                shown = event.cards or rng.choice(bits(deal[event.key[1]] & asked))
                seen[event.key[-1]] |= shown
        seen[player] |= whole & ~self.here.belief.may[0]
        state = self.here.belief.public_state
        return DealtGame(self.rules, deal, state, PlayerNotes(seen, lacked))


class SearchPlayer(ABC):
    """A player who compares actions by `iterations` simulated games.

    At most `width` questions and `piles` piles are compared. With `seconds` the search
    ends after that time, and games are no longer the same for the same seed. With
    `reads` the deals are weighed by the likelihood of the others' actions; otherwise
    all possible deals are equally likely.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        iterations: int = 400,
        seconds: float | None = None,
        width: int = 8,
        piles: int = 2,
        reads: bool = False,
    ) -> None:
        check_carried(game, "this player", hint="exact plays it")
        who = "a player who simulates what others see"
        require_known_sight(game.rule_set, who, FOLLOW_SIGHT)
        if seconds is not None:
            seconds = require_duration(seconds, "the seconds of a search")
        self.game = game
        self.player = player
        self.width = require_count(width, "width")
        self.piles = require_count(piles, "piles", least=0)
        self.reads = reads
        self.budget = SearchBudget(require_count(iterations, "iterations"), seconds)
        self.rules = SimulationRules.of(game)
        self._at = EventFold(DetectiveBeliefState).at
        self._values: tuple[InformationState, Sequence[ActionValue]] | None = None

    @abstractmethod
    def compare(
        self, root: SearchRoot, events: Sequence[Event], rng: Random
    ) -> list[ActionValue]:
        """Return the values of these actions by simulated games, the best first."""

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the action that wins most simulated games."""
        kinds = {legal.key[0] for legal in legal_actions}
        if not kinds & {Asks.name, Guess.name, Shows.name}:
            return any_of(legal_actions[0], self.game, rng)
        here = self._at(seen)
        if Guess.name in kinds and (pile := here.belief.pile) is not None:
            return Event(_key(legal_actions, Guess.name), pile)
        sample = self._sample(here, rng)
        events = self._events(here, sample, legal_actions, rng)
        if len(events) == 1 or sample is None:
            return events[0]
        values = self.compare(SearchRoot(self.rules, here, sample.deals), events, rng)
        self._values = seen, values
        return values[0].event

    def why(self, seen: InformationState, event: Event) -> str:
        """Return how many of the simulated games an action won."""
        if self._values and self._values[0] == seen:
            for each in self._values[1]:
                if each.event == event:
                    return self.words(each)
        if event.key[0] == Guess.name:
            return "the pile is known"
        return "no other action was compared"

    def words(self, value: ActionValue) -> str:
        """Return the reason for an action, in words."""
        return f"wins {value.share:.2f} of {value.games} simulated games"

    def _sample(self, here: DetectiveBeliefState, rng: Random) -> DealSample | None:
        """Return deals drawn from the posterior; None if they are too many to count."""
        size = max(_FEWEST_DEALS, min(self.budget.iterations, _MOST_DEALS))
        try:
            if self.reads:
                return weigh_by_behaviour(here, size, rng)
            return here.sample_deals(size, rng)
        except CountTooLarge:
            return None

    def _events(
        self,
        here: DetectiveBeliefState,
        sample: DealSample | None,
        legal_actions: Sequence[LegalAction],
        rng: Random,
    ) -> list[Event]:
        """Return the actions to compare, the most informative ones first."""
        by_kind: dict[str, list[EventKey]] = {}
        for legal in legal_actions:
            by_kind.setdefault(legal.key[0], []).append(legal.key)
        if Shows.name in by_kind:
            legal = legal_actions[0]
            return [Event(legal.key, card) for card in bits(legal.cards)]
        asks = by_kind.get(Asks.name, [])
        found = [Event(key) for key in by_kind.get(NoGuess.name, [])]
        if asks:
            found = self._questions(here, sample, asks, rng)
        if Guess.name in by_kind and (open_to_guess(here) or not found):
            key = by_kind[Guess.name][0]
            found += [Event(key, pile) for pile in self._piles(here, sample, rng)]
        return found

    def _questions(
        self,
        here: DetectiveBeliefState,
        sample: DealSample | None,
        keys: Sequence[EventKey],
        rng: Random,
    ) -> list[Event]:
        """Return the most informative questions, to each player who may be asked."""
        if sample is None:
            may, own = here.belief.may[0], here.seen.hand
            cards = draw_question(self.game, (may & ~here.belief.sure[0], own), rng)
            return [Event(rng.choice(keys), cards)]
        questions = candidates(self.game, here.seen.hand, sample.shares)
        gains = inquiries(sample, self.player, questions)
        gains.sort(key=lambda each: (-each.gain, each.question))
        number = max(1, self.width // len(keys))
        best = [each.question for each in gains[:number]]
        return [Event(key, question) for question in best for key in keys]

    def _piles(
        self, here: DetectiveBeliefState, sample: DealSample | None, rng: Random
    ) -> list[int]:
        """Return the likeliest piles; at least one if there is no other action."""
        if sample is None:
            sample = DealSample.of(self.game, [here.belief.draw(rng)])
        shares = sample.piles()
        ranked = sorted(shares, key=lambda pile: (-shares[pile], pile))
        return ranked[: max(1, self.piles)]


def _key(legal_actions: Sequence[LegalAction], kind: str) -> EventKey:
    return next(legal.key for legal in legal_actions if legal.key[0] == kind)


def ranked(
    events: Sequence[Event], games: Mapping[Event, int], won: Mapping[Event, float]
) -> list[ActionValue]:
    """Return the values of actions, by the share won; equal ones in order."""
    found = [
        ActionValue(event, games[event], round(won[event] / max(1, games[event]), 9))
        for event in events
    ]
    return sorted(found, key=lambda each: -each.share)
