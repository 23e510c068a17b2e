"""A player of games of two who plays the strategy of the solved game.

In the field: an equilibrium strategy.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError
from mystpy.files.toml import file_text
from mystpy.game.game import Game
from mystpy.history.actions import Asks, EndTurn, No, Shows, Yes
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Chances
from mystpy.players.naive import Naive
from mystpy.players.policy.exact_policy import exact_policy
from mystpy.players.policy.imagined_states import ImaginedStates
from mystpy.players.policy.path_fold import PathFold
from mystpy.situations.event import Event
from mystpy.solve.equilibria.abstract_information_state import (
    AbstractInformationState,
    PlanContext,
)
from mystpy.solve.equilibria.wording import parse, situation_words
from mystpy.solve.extensive.action_space import ActionSpace, GameVariant
from mystpy.solve.extensive.certificate import (
    certificate,
    certificate_in,
    game_of,
    strategies_of,
)
from mystpy.solve.extensive.classes import sorts_of
from mystpy.solve.extensive.labels import Strategy, spelling
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.profiles import profile_certificate

MOST_SEQUENCES = 20_000
"""A larger tree is not solved before a game begins."""

MAX_CARDS, MAX_DEALS = 12, 1_000
"""The largest game that other players solve: trees grow faster than deals."""

MAX_SECONDS = 30.0
"""The limit of processor time; games of up to seven cards take less than one second."""

MAX_GAP = Fraction(1, 50)
"""Other players play strategies whose bounds are no further apart than this."""


class PlayedSolution(NamedTuple):
    """The bounds on the value, for player 1, of a game as it was solved.

    The strategy of player 1 wins at least with the lower bound. That of player 2 limits
    player 1 to the upper bound.
    """

    lower: Fraction
    upper: Fraction

    @property
    def is_solved(self) -> bool:
        """Return whether the bounds agree: then the strategies are an equilibrium."""
        return self.lower == self.upper


class Strategist:
    """A player of the strategy that was found for its seat, or of a `certificate`.

    Without a certificate the game is solved first, with bluffs for both, as far ahead
    as a tree of some thousand sequences allows. Cards are `alike` to it: renaming them
    renames its actions. If the strategy has no entry, as after a wrong guess, it asks
    for uncertain cards, and guesses when certain. Raises QueryError for games that are
    not solved, or not those of the certificate.
    """

    def __init__(self, game: Game, player: int, *, certificate: str = "") -> None:
        self.game = game
        self.player = player
        self.alike = True
        found = _read(certificate, game) if certificate else solved_game(game)
        variant, acts, self.solution = found
        self._acts = acts[player - 1]
        self._otherwise = Naive(game, player, belief="exact")
        self._action_space = ActionSpace(variant, sorts_of(game))
        self._states = PathFold(self._start)

    def _start(self, seen: InformationState) -> ImaginedStates:
        state = AbstractInformationState.start(
            PlanContext(
                seen.game, self._action_space, seen.player, seen.hand, self._shown
            )
        )
        return ImaginedStates(seen, self._in_state, {state: Fraction(1)})

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Chances:
        """Return the actions of the strategy, with their chances; see `policy`."""
        return self.policy(seen, legal_actions)

    def policy(
        self, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Chances:
        """Return the strategy's chances, equal ones for indistinguishable cards.

        An idle question is answered by earlier knowledge, see
        `AbstractInformationState`.
        """
        return self._states.at(seen).mixed(list(legal_actions))

    def _in_state(
        self,
        standing: AbstractInformationState,
        seen: InformationState,
        legal_actions: Sequence[LegalAction],
    ) -> Chances:
        """Return the actions in one of the states that fit the observations."""
        first = legal_actions[0]
        if first.key[0] in (No.name, Yes.name, EndTurn.name):
            return {Event(first.key): Fraction(1)}
        if first.key[0] == Shows.name and standing.idle:
            cards = standing.to_an_idle_question(first.cards)
            return {Event(first.key, card): Fraction(1, len(cards)) for card in cards}
        acts = None if standing.astray else self._at(standing, legal_actions)
        if acts is None:
            return exact_policy(self._otherwise, seen, legal_actions)
        keys = {legal.key[0]: legal.key for legal in legal_actions}
        found: dict[Event, Fraction] = {}
        for act, chance in acts.items():
            head = parse(act).head
            sets = _sets(standing, act) if head in keys else ()
            if not sets:
                raise QueryError(f"at {standing.label!r} nobody can {act!r}")
            even = [Event(keys[head], cards) for cards in sets]
            found |= dict.fromkeys(even, chance / len(even))
        return found

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action: the strategy's entry here."""
        states = self._states.at(seen).weights
        standing = max(states, key=lambda each: states[each])
        label = spelling(standing.label)
        if standing.astray or standing.idle or label not in self._acts:
            return "the strategy leaves no choice, or says nothing of this"
        action = spelling(standing.action(event))
        chance = self._acts[label].get(action, Fraction(0))
        met = situation_words(parse(standing.label), self.player, self.game)
        return f"{met}: the strategy does this with probability {chance}"

    def _at(
        self, standing: AbstractInformationState, legal_actions: Sequence[LegalAction]
    ) -> Mapping[str, Fraction] | None:
        """Return the probabilities of the actions here; None if there is no entry."""
        label = spelling(standing.label)
        if label in self._acts:
            return self._acts[label]
        key = legal_actions[0].key
        if key[0] == Asks.name:
            only = standing.only_actions(key)
            return dict.fromkeys(only, Fraction(1)) if len(only) == 1 else None
        if key[0] == Shows.name:
            cards = bits(legal_actions[0].cards)
            kinds = {standing.action(Event(key, card)) for card in cards}
            return {kind: Fraction(1, len(kinds)) for kind in kinds}
        return None

    def _shown(self, standing: AbstractInformationState) -> Mapping[int, Fraction]:
        """Return the cards to be shown to an imagined question, with probabilities."""
        cards = standing.question_mask & standing.field.hand
        legal = LegalAction((Shows.name, self.player, 3 - self.player), cards)
        acts = self._at(standing, [legal]) or {}
        found: dict[int, Fraction] = {}
        for act, chance in acts.items():
            sets = _sets(standing, act)
            for card in sets:
                found[card] = found.get(card, Fraction()) + chance / len(sets)
        return found


def _sets(standing: AbstractInformationState, act: str) -> list[int]:
    parts = (
        [sum(cards) for cards in combinations(bits(mask), number)]
        for mask, number in standing.chosen(parse(act))
    )
    return [sum(cards) for cards in product(*parts)]


class SolvedGame(NamedTuple):
    """The variant and strategies of a solved game, and the bounds on its value."""

    variant: GameVariant
    strategies: tuple[Strategy, Strategy]
    solution: PlayedSolution


def _both(written: Mapping[str, Any]) -> SolvedGame:
    solution = PlayedSolution(Fraction(written["lower"]), Fraction(written["upper"]))
    return SolvedGame(game_of(written)[1], strategies_of(written), solution)


@cached_by_theory()
def _kept(_game: Game) -> list[SolvedGame]:
    """Return the solution of a game, once there is one, whatever its time limit was."""
    return []


def solved_game(game: Game, seconds: float = inf) -> SolvedGame:
    """Return the strategies of a game: optimal, or the best found in a small tree.

    Raises QueryError if this takes more processor time than `seconds`.
    """
    kept = _kept(game)
    if not kept:
        kept.append(_solve(game, seconds))
    return kept[0]


def _solve(game: Game, seconds: float) -> SolvedGame:
    start = time.process_time()

    def tick() -> None:
        if time.process_time() - start > seconds:
            raise QueryError(f"the game is not solved in {seconds:g} seconds")

    variant = GameVariant(questions="useful")
    for bounds in improving_bounds(game, variant, tick, ahead=lambda _: tick()):
        if 4 * sum(bounds.sequences) > MOST_SEQUENCES:
            break
    return _both(certificate(bounds))


@cached_by_theory()
def _read(name: str, game: Game) -> SolvedGame:
    written = certificate_in(file_text(Path(name)), name)
    if written.get("certificate") == profile_certificate.VERSION:
        raise QueryError(f"{name} is of three players or more: such are not played")
    if game_of(written)[0] != game:
        raise QueryError(f"{name} is a certificate of another game")
    return _both(written)


def solved_player(game: Game, player: int) -> Strategist | None:
    """Return a player of the solution, if the game is small enough and for two."""
    if game.p != 2 or game.c > MAX_CARDS or game.deal_count() > MAX_DEALS:
        return None
    try:
        found = solved_game(game, MAX_SECONDS).solution
        if found.upper - found.lower > MAX_GAP:
            return None
        return Strategist(game, player)
    except MystError:  # such a game is not solved, or not in time
        return None
