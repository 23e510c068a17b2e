"""The engine "worlds": the model of possible worlds, in plain Python."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from functools import lru_cache, partial
from itertools import compress

from mystpy.axioms import rules_in_force
from mystpy.bits import cards_of, mask_of
from mystpy.engines.base import (
    Answer,
    Cell,
    Cells,
    Grid,
    Inconsistency,
    Judgement,
    PossibleAction,
    PublicFluents,
    Value,
    World,
    cell_of,
    grid_of,
    no_deal,
)
from mystpy.engines.deals import Deals
from mystpy.engines.exclusive import exclusive_methods
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.semantics import Dealt, Semantics
from mystpy.engines.transition_system.lru_cache import LruCache
from mystpy.engines.transition_system.progressor import ProgressionState, Progressor
from mystpy.engines.worlds import legality
from mystpy.engines.worlds.chronicle import ModelInTime, in_time
from mystpy.engines.worlds.model import (
    ExplicitModel,
    shown_in,
    shows_seen,
)
from mystpy.engines.worlds.progression import Conditions, find_failing, given_conditions
from mystpy.game.game import Game
from mystpy.history.given_hands import Hands
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in, is_static
from mystpy.sight import is_known_sight, results_given, results_of
from mystpy.views import (
    LIMIT,
    SHIPPED,
    Sight,
    in_scope,
    seen_by,
    shows_of,
    warn_if_large,
)


@exclusive_methods
class WorldsEngine(Semantics):
    """Answers by progression through the transition system and by listing worlds.

    Ctrl-C stops queries about very many worlds (LargeEnumerationWarning).
    """

    name = "worlds"
    beyond_axioms = True
    other_situations = True

    def judge(self, history: History) -> Judgement:
        """Return whether the history is executable in all, some or no fitting deals.

        Raises NoWorldFits if no deal has the given hands.
        """
        return legality.judge(_progressor(history.game), history)

    def state(self, history: History) -> PublicFluents:
        """Return the public fluents after the last action.

        Raises NoWorldFits if the history is executable in no consistent deal.
        """
        progressor = _progressor(history.game)
        states = legality.alive(progressor, history)
        if not states:
            raise no_deal()
        found = [progressor.fluents(state) for state in states]
        overs = {fluents.game_over for fluents in found}
        return found[0]._replace(
            still_in=frozenset.intersection(*(fluents.still_in for fluents in found)),
            game_over=overs.pop() if len(overs) == 1 else None,
        )

    def possible(self, history: History) -> tuple[PossibleAction, ...]:
        """Return the possible next actions; questions and guesses are patterns."""
        return legality.possible(_progressor(history.game), history)

    def samples(self, history: History) -> Iterator[Hands]:
        """Yield consistent deals: one in which the history is executable, one not.

        If the whole history is executable in no deal, they are those of its first
        actions.
        """
        step = self.judge(history).step
        progressor = _progressor(history.game)
        hand_conditions = given_conditions(history)
        first = history if step is None else history.prefix(step)
        states = legality.alive(progressor, first)
        for state in states:
            yield from _dealt(history.game, state.conditions | hand_conditions)
        conditions = [state.conditions for state in states]
        failed = find_failing(history.game, conditions, hand_conditions)
        if failed is not None:
            yield from _dealt(history.game, failed)

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Yield each consistent world, or each world of the public history."""
        asked = seen_by(history, None) if public else history
        warn_if_large(asked)
        game, progressor = asked.game, _progressor(asked.game)
        states = legality.alive(progressor, asked)
        events = shows_seen(states, asked, frozenset(game.holders[1:]))
        steps = [event.step for event in events]
        for state in states:
            over = progressor.system_state(state).over
            for hands in Deals(game, state.conditions | given_conditions(asked)):
                dealt = tuple(cards_of(hand, game) for hand in hands)
                for shown in shown_in(hands, events):
                    cards = (game.cards[card.bit_length() - 1] for card in shown)
                    yield World(dealt, tuple(zip(steps, cards, strict=True)), over)

    def deals(self, history: History) -> Collection[Dealt]:
        """Return the hands of each deal that fits, without a choice of shown cards."""
        game, given = history.game, given_conditions(history)
        states = legality.alive(_progressor(game), history)
        return [
            tuple(cards_of(hand, game) for hand in hands)
            for state in states
            for hands in Deals(game, state.conditions | given)
        ]

    def answers(self, history: History, phi: Formula) -> bool:
        """Return whether only a list decides it: other times, or a private result."""
        from mystpy.engines.world_count import are_few  # not for legality

        return are_few(history) or not is_static(phi) or bool(results_of(history))

    def value(self, history: History, formula: Formula) -> Answer:
        """Return the value of a formula in the consistent worlds and reachable ones.

        Raises NoWorldFits if no world is consistent.
        """
        phi = ground(formula, history.game, other_situations=True)
        key = rules_in_force(), in_scope(history, phi), agents_in(phi)
        model = _models[key] if is_static(phi) else _chronicle(*key)
        found = set(compress(model.truth(phi), _fitting(model, history)))
        if not found:
            raise no_deal()
        if len(found) == 2:
            return Answer(Value.UNDETERMINED, self.listing)
        return Answer(Value.TRUE if found.pop() else Value.FALSE, self.listing)

    def cells(self, history: History, player: int | None = None) -> Cells:
        """Return what the deals have in common that a player considers possible."""
        game = history.game
        seen, states = _seen(history, player)
        if not states:
            raise no_deal()
        hands = given_conditions(seen)
        can_be = legality.DealFinder(game, (b.conditions | hands for b in states))

        def cell(holder: int, card: str) -> Cell:
            held = Condition(holder, ConditionKind.SOME, mask_of((card,), game))
            some = can_be(held)
            return cell_of(some, some and not can_be(~held))

        return tuple({x: cell(k, x) for x in game.cards} for k in game.holders)

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """Return the number of deals that a player considers possible, by cell.

        Everybody sees the outcome of a last guess: if the given cards decide it, the
        deals with the other outcome are not counted. Raises NoWorldFits if no deal is
        consistent.
        """
        game, (seen, states) = history.game, _seen(history, player)
        hands = given_conditions(seen)
        parts = [Deals(game, state.conditions | hands) for state in states]
        if any(deals.work() > LIMIT for deals in parts):
            warn_if_large(seen)
        cells = [deals.cells() for deals in parts]
        counts = tuple(
            {card: sum(c[k][x] for c in cells) for card, x in game.deck.items()}
            for k in game.holders
        )
        return grid_of(player, sum(deals.count() for deals in parts), counts)

    def explicit_model(self, history: History) -> tuple[ExplicitModel, list[bool]]:
        """Return the worlds of the public history, and whether each is consistent."""
        players = frozenset(history.game.holders[1:])
        model = _models[rules_in_force(), seen_by(history, None), players]
        return model, list(_fitting(model, history))

    def clash(self, history: History) -> Inconsistency:
        """Return why no world is consistent, if none is."""
        return legality.clash(_progressor(history.game), history)


def _dealt(game: Game, conditions: Conditions) -> Iterator[Hands]:
    """Yield a deal that satisfies conditions, if there is one."""
    if (deal := Deals(game, conditions).first()) is not None:
        yield tuple(cards_of(hand, game) for hand in deal)


_cache = LruCache[tuple[Hashable, Game], Progressor](lambda key: Progressor(key[1]), 16)


def _progressor(game: Game) -> Progressor:
    return _cache[rules_in_force(), game]


def _seen(
    history: History, player: int | None
) -> tuple[History, list[ProgressionState]]:
    """Return a player's observations, and the states with a possible outcome."""
    progressor = _progressor(history.game)
    outcomes = {state.number for state in legality.alive(progressor, history)}
    seen = history if player is None else seen_by(history, player)
    return seen, [b for b in legality.alive(progressor, seen) if b.number in outcomes]


@lru_cache(maxsize=1)
def _chronicle(
    _rules: Hashable, history: History, agents: frozenset[int]
) -> ExplicitModel:
    """Return the worlds of a history and of all shorter ones, as for `_models`."""
    progressor = _progressor(history.game)
    moves = partial(legality.all_moves, progressor)
    return in_time(history, partial(_listed, agents=agents), moves)


MAX_WORLDS = 50_000
"""The total number of worlds in the models that are kept, besides the last one."""

_models = LruCache[tuple[Hashable, History, frozenset[int]], ExplicitModel](
    lambda key: _listed(*key[1:]), MAX_WORLDS, len
)
"""The worlds of a history, with the shown cards that these players saw."""


def kept_worlds(history: History, phi: Formula) -> int | None:
    """Return the number of worlds for a quantifier-free formula, if listed before."""
    key = rules_in_force(), in_scope(history, phi), agents_in(phi)
    return len(_models[key]) if key in _models else None


def _listed(history: History, agents: frozenset[int]) -> ModelInTime:
    warn_if_large(history)
    game, progressor = history.game, _progressor(history.game)
    states = legality.alive(progressor, history)
    fluents = [progressor.fluents(state) for state in states]
    sight = _sight(game) if agents else SHIPPED
    events = shows_seen(states, history, agents, sight)
    results = results_of(history)
    model = ModelInTime(game, fluents, events, results, public=sight.results)
    for number, state in enumerate(states):
        model.add(Deals(game, state.conditions | given_conditions(history)), number)
    return model


def _sight(game: Game) -> Sight:
    """Return who sees which card, and whether all see results, by the axioms.

    Raises AxiomError if the axioms are not the shipped ones and a table cannot
    represent this.
    """
    if is_known_sight(game.rule_set):
        return SHIPPED
    from mystpy.engines.worlds.sight_table import table  # seldom needed

    return table(game)


def _fitting(model: ExplicitModel, history: History) -> Iterator[bool]:
    """Yield for each world whether it agrees with the given hands and cards.

    A given shown card that is not in the model is held by the player who showed it.
    """
    game = history.game
    event_at = {event.step: e for e, event in enumerate(model.events)}
    hands = [
        (k, mask_of(h, game)) for k, h in enumerate(history.hands) if h is not None
    ]
    given = shows_of(history)
    shown, unseen = [], set()
    for e, card in given.cards:
        show = given.shows[e]
        if show.step in event_at:
            shown.append((event_at[show.step], card))
        else:
            unseen.add((show.by, card))
    results = results_given(history)
    for w, dealt in enumerate(model.hands):
        yield (
            all(dealt[k] == hand for k, hand in hands)
            and all(dealt[k] & card for k, card in unseen)
            and all(model.shown[w][e] == card for e, card in shown)
            and all((dealt[0] == pile) is right for pile, right in results)
        )
