"""The first failure of a conjecture in a state, and the number of instances checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import members
from mystpy.compilation import dataclass, replace
from mystpy.conjectures.replay.query import WorldFailure
from mystpy.conjectures.truth import StateWorldSets, last_question
from mystpy.conjectures.values import Binding, Value, domain, event_of
from mystpy.game.game import Game
from mystpy.language.nodes import After, And, Formula, Implies, Next, Quantified
from mystpy.language.truth import evaluate
from mystpy.processes.ticking import tick
from mystpy.situations.canonical import cells, choose_sets
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.explore import events_up_to_names, steps


def named_cards(names: Iterable[str], game: Game) -> tuple[int, ...]:
    """Return the named cards that a game has, as masks."""
    return tuple(1 << game.deck[card] for card in sorted(names) if card in game.deck)


@dataclass(slots=True)
class SweepCheck:
    """Looks for a failure, and counts the instances that were decided one by one.

    An instance is a world in which all premises hold, with one choice of values for the
    leading quantifiers. `sets` evaluates knowledge. Worlds in which no action for
    `next` or `after` is possible are counted separately, as `ended`.
    """

    named: frozenset[str] = frozenset()
    sets: type[StateWorldSets] = StateWorldSets
    instances: int = 0
    ended: int = 0

    def first(self, node: Formula, state: EpistemicState) -> WorldFailure | None:
        """Return the first failure in a state; `named` are the cards in the formula.

        For the leading quantifiers, one value is checked of those that differ only in
        the names of cards. Raises QueryError if a card or player matters that the game
        does not have.
        """
        named = named_cards(self.named, state.game)
        return self.failure(node, state, state.full, {}, named)

    def failure(
        self,
        node: Formula,
        state: EpistemicState,
        care: int,
        binding: Binding,
        card_sets: tuple[int, ...],
    ) -> WorldFailure | None:
        """Return the first failure among the relevant worlds; `card_sets` are masks."""
        if not care:
            return None
        match node:
            case Quantified(every=True):
                tick()
                return self._first(
                    self.failure(node.body, state, care, {**binding, node.var: x}, sets)
                    for x, sets in _representatives(
                        node, state, binding, (*card_sets, *state.card_sets)
                    )
                )
            case And(parts):
                return self._first(
                    self.failure(part, state, care, binding, card_sets)
                    for part in parts
                )
            case Implies(left, right):
                care &= evaluate(left, self.sets(state, binding))
                return self.failure(right, state, care, binding, card_sets)
            case After(action, body):
                event = event_of(action, state.game, binding)
                return self._after(body, state, care, [event], binding, card_sets)
            case Next(body):
                done = events_up_to_names(state, (*card_sets, *state.card_sets))
                return self._after(body, state, care, done, binding, card_sets)
        self.instances += care.bit_count()
        wrong = care & ~evaluate(node, self.sets(state, binding))
        world = next(members(wrong), None)
        return None if world is None else WorldFailure(state, world, node, binding)

    def _after(
        self,
        body: Formula,
        state: EpistemicState,
        care: int,
        done: Iterable[Event],
        binding: Binding,
        card_sets: tuple[int, ...],
    ) -> WorldFailure | None:
        reached_some = False
        for event in done:
            for reached, meant in steps(state, event):
                left = reached.lowered(care) & meant
                reached_some |= bool(left)
                failure = self.failure(body, reached.state, left, binding, card_sets)
                if failure:
                    return replace(failure, taken=failure.taken + 1)
        self.ended += 0 if reached_some else care.bit_count()
        return None

    def _first(self, failures: Iterator[WorldFailure | None]) -> WorldFailure | None:
        return next((failure for failure in failures if failure), None)


def _representatives(
    node: Quantified,
    state: EpistemicState,
    binding: Binding,
    card_sets: tuple[int, ...],
) -> Iterator[tuple[Value, tuple[int, ...]]]:
    """Yield the values of a quantifier up to symmetry, each with the card sets."""
    game = state.game
    asked = last_question(node, state)
    if asked:
        yield from ((question, card_sets) for question in asked)
        return
    if game.sorts or node.sort not in ("card", "set"):
        for element in domain(node, game, binding):
            yield element, card_sets
        return
    classes = cells(state, card_sets)
    if node.sort == "set":
        sizes: Iterable[int] = range(game.c + 1)
        if node.domain in ("questions", "guesses"):
            sizes = (game.q if node.domain == "questions" else game.sizes[0],)
        for size in sizes:
            for cards in choose_sets(classes, size):
                yield cards, (*card_sets, cards)
        return
    allowed = {x for x in domain(node, game, binding) if isinstance(x, int)}
    for cell in classes:
        alike = [x for card in cell for x in members(card) if x in allowed]
        # A listed set may have some cards of a class: it names them, so they are kept.
        for x in alike[:1]:
            yield x, (*card_sets, 1 << x)
