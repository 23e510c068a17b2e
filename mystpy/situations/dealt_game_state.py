"""Play with all cards on the table: a fast, checked walk through one game.

A `DealtGameState` knows the deal, so every action is possible or not, and none of the
engines has to be asked: it walks through the public diagram, which was computed
from the axioms once. Simulations, sweeps and tests use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from mystpy.bits import mask_of
from mystpy.compilation import replace
from mystpy.engines.base import PublicFluents, pattern_of
from mystpy.engines.transition_system.progressor import ProgressionState, Progressor
from mystpy.engines.transition_system.states import NEW, OLD, key_of
from mystpy.engines.transition_system.system import Transition
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import IllegalActionError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, ResultTold, action_text
from mystpy.history.history import History
from mystpy.questions.legality import fault, legal

Deal = tuple[frozenset[str], ...]
"""The hands by holder; index 0 is the pile."""


class DealtGameState:
    """A game in progress with a known deal: actions are pushed, checked, and popped.

    The deal gives the hands by holder, the pile first. Raises QueryError if it is
    not one, see (2.9)-(2.12).
    """

    def __init__(self, game: Game, deal: Sequence[Iterable[str]]) -> None:
        self.game = game
        self.deal: Deal = tuple(map(frozenset, deal))
        self._start = History(game, self.deal)
        self._progressor = Progressor(game)
        self._hands = tuple(mask_of(hand, game) for hand in self.deal)
        self._well_formed: set[Action] = set()
        self._masks: dict[frozenset[str] | None, int] = {None: 0}
        self._done: list[Action] = []
        self._states = [ProgressionState(self._progressor.system.start, None)]

    def __len__(self) -> int:
        return len(self._done)

    @property
    def state(self) -> PublicFluents:
        """What everybody sees now."""
        now = self._states[-1]
        state = self._progressor.state(now)
        return PublicFluents(
            still_in=frozenset(state.still_in),
            turn=frozenset(state.turn),
            ans_turn=frozenset(state.ans_turn),
            question=now.question,
            phases=frozenset(state.phases),
            game_over=state.over,
        )

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._progressor.state(self._states[-1]).over

    def history(self) -> History:
        """What was done so far, with the deal."""
        return self._start.then(self._done)

    def possible(self) -> tuple[Action, ...]:
        """What may be done now; the empty set stands for every one possible."""
        offers = self._offers(self._states[-1], every=False)
        return tuple(map(pattern_of, offers))

    def actions(self) -> Iterator[Action]:
        """Every action that may be done now."""
        return self._offers(self._states[-1], every=True)

    def is_possible(self, action: Action) -> bool:
        """Whether an action may be done now."""
        return self._after(self._states[-1], action) is not None

    def push(self, action: Action) -> None:
        """Do an action.

        Raises IllegalActionError if it is not possible now, and QueryError if it is
        not an action of this game.
        """
        after = self._after(self._states[-1], action)
        if after is None:
            raise self._illegal(action)
        self._done.append(action)
        self._states.append(after)

    def pop(self) -> Action:
        """Take the last action back, and return it; IndexError if there is none."""
        action = self._done.pop()
        self._states.pop()
        return action

    def count(self, depth: int) -> list[int]:
        """In how many ways 0, 1, ..., `depth` actions may follow."""
        level = Counter({self._states[-1]: 1})
        counts = [1]
        for _ in range(depth):
            ahead: Counter[ProgressionState] = Counter()
            for game_state, ways in level.items():
                for action in self._offers(game_state, every=True):
                    after = self._after(game_state, action)
                    assert after is not None, "only possible actions are offered"
                    ahead[after] += ways
            counts.append(ahead.total())
            level = ahead
        return counts

    def _offers(self, game_state: ProgressionState, *, every: bool) -> Iterator[Action]:
        offers = self._progressor.offers(game_state, every=every)
        # What others see of a result is nothing that can be done.
        return (
            action
            for action in offers
            if not isinstance(action, ResultTold) and self._after(game_state, action)
        )

    def _after(
        self, game_state: ProgressionState, action: Action
    ) -> ProgressionState | None:
        """Where an action leads in this deal; None if it is not possible."""
        move = self._progressor.system.moves(game_state.state).get(key_of(action))
        if move is None or not self._guarded(move, game_state, action):
            return None
        question = game_state.question if move.question == OLD else None
        state = move.after[0]
        if isinstance(action, Asks | Guess):
            self._require_well_formed(action)
            if move.question == NEW:
                question = action.cards
            if action.cards == self.deal[0]:
                state = move.after[-1]
        return ProgressionState(state, question)

    def _guarded(
        self, move: Transition, game_state: ProgressionState, action: Action
    ) -> bool:
        """Whether the deal satisfies the guards of a move."""
        asked = self._masks[game_state.question]
        shown = self._progressor.shown(action)
        return all(guard.holds(self._hands, asked, shown) for guard in move.guards)

    def _require_well_formed(self, action: Asks | Guess) -> None:
        """Raise QueryError if this is no set to ask for, or to guess, in the game."""
        if action not in self._well_formed:
            self._start.then(action)
            self._well_formed.add(action)
            self._masks[action.cards] = mask_of(action.cards, self.game)

    def _illegal(self, action: Action) -> IllegalActionError:
        after = self.history().then(action)
        judged = legal(after, WorldsEngine())
        return IllegalActionError(
            fault(judged, after),
            step=len(self),
            action=action_text(action, self.game),
            axiom=judged.axiom,
            failed=judged.failed,
        )


def random_deal(game: Game, rng: Random) -> Deal:
    """A deal of the game; every deal is equally likely."""
    dealt = [card for card in game.cards if card not in game.face_up]
    pile = _random_set(game, rng, game.sizes[0], dealt)
    rest = [card for card in dealt if card not in pile]
    rng.shuffle(rest)
    hands = [pile]
    for size in game.sizes[1 : game.p + 1]:
        hands.append(frozenset(rest[:size]))
        rest = rest[size:]
    return (*hands, frozenset(rest).union(game.face_up)) if game.table else (*hands,)


def random_set(game: Game, rng: Random, size: int) -> frozenset[str]:
    """A set of cards that may be asked for or guessed, of this size."""
    return _random_set(game, rng, size, game.cards)


def _random_set(
    game: Game, rng: Random, size: int, cards: Sequence[str]
) -> frozenset[str]:
    if game.sorts:
        sorts = ([card for card in sort if card in cards] for _, sort in game.sorts)
        return frozenset(rng.choice(sort) for sort in sorts)
    return frozenset(rng.sample(cards, size))


def random_play(
    game: Game,
    rng: Random,
    length: int,
    *,
    wrong_guesses: float = 0.1,
    right_guesses: float = 0.01,
) -> tuple[History, Deal]:
    """Play at random; return the history, with shown cards but no hands, and the deal.

    `length` is the number of actions, fewer if the game is over before. A player
    who may guess does so, wrongly or rightly, with the given probabilities.
    """
    play = DealtGameState(game, random_deal(game, rng))
    while len(play) < length and not play.over:
        play.push(_random_action(play, rng, wrong_guesses, right_guesses))
    hands = (None,) * len(game.holders)
    return History(game, hands, play.history().actions), play.deal


def _random_action(
    play: DealtGameState, rng: Random, wrong: float, right: float
) -> Action:
    game = play.game
    offers = play.possible()
    guesses = [action for action in offers if isinstance(action, Guess)]
    others = [action for action in offers if not isinstance(action, Guess)]
    chance = rng.random()
    if guesses and chance < right:
        return Guess(guesses[0].player, play.deal[0])
    if guesses and chance < right + wrong:
        return Guess(guesses[0].player, random_set(game, rng, game.sizes[0]))
    action = rng.choice(others or guesses)
    if isinstance(action, Guess):
        return Guess(action.player, random_set(game, rng, game.sizes[0]))
    if isinstance(action, Asks):
        size = rng.randint(1, game.q) if game.generalized else game.q
        return replace(action, cards=random_set(game, rng, size))
    return action


def count_histories(game: Game, deal: Sequence[Iterable[str]], depth: int) -> list[int]:
    """How many histories of 0, 1, ..., `depth` actions are executable.

    Every question and every guess counts (after perft, which counts chess games).
    """
    return DealtGameState(game, deal).count(depth)
