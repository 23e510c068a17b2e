"""The worlds after a history with those before and after: what held, what can be done.

In the field: past operators over perfect recall, and actions as transitions between
situations, both by the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import cast

from mystpy.compilation import dataclass, replace
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.errors import QueryError
from mystpy.history.actions import Action, Looks, Shows, made_action
from mystpy.history.history import History
from mystpy.language.atoms import ActionTerm, PossAtom
from mystpy.language.nodes import After, Formula, Next
from mystpy.language.temporal import Historically, Past, Previously


@dataclass(frozen=True, slots=True)
class Continuations:
    """How a model continues: the worlds `listed` after a history, the next `moves`.

    The moves are all actions that are possible in some world.
    """

    listed: Callable[[History], ModelInTime]
    moves: Callable[[History], Iterable[Action]]


class ModelInTime(ExplicitModel):
    """A model that knows the `previous` one, before the last action, and the next."""

    previous: ModelInTime | None = None
    history: History
    continuations: Continuations

    def atom(self, f: Formula) -> bytes:
        """Where an atom holds, or what is said of other situations."""
        match f:
            case Previously(body):
                return self._earlier(body) if self.previous else self.constant(False)
            case Past():
                return self._recalled(f)
            case PossAtom(action):
                return self._leading_to(_meant(action), None)
            case After(action, body):
                return self.negation(self._leading_to(_meant(action), body))
            case Next(body):
                found = self.constant(False)
                for move in self.continuations.moves(self.history):
                    found = self.join(found, self._leading_to(move, body))
                return self.negation(found)
        return super().atom(f)

    def _recalled(self, f: Past) -> bytes:
        here = self.truth(f.body)
        if self.previous is None:
            return here
        join = self.meet if isinstance(f, Historically) else self.join
        return join(here, self._earlier(cast("Formula", f)))

    def _earlier(self, f: Formula) -> bytes:
        """The worlds that come from those in which a formula held."""
        assert self.previous is not None
        found = self.previous.truth(f)
        return bytes(found[w] for w in self._origins)

    def _leading_to(self, action: Action, body: Formula | None) -> bytes:
        """The worlds in which an action is possible; with `body`, and it fails then."""
        ahead = self._after(action)
        if ahead is None:
            return self.constant(False)
        there = ahead.constant(True)
        if body is not None:
            there = ahead.negation(ahead.truth(body))
        found = {
            origin
            for w, origin in enumerate(ahead._origins)
            if there[w] and ahead._has_shown(w, action)
        }
        return bytes(w in found for w in range(len(self)))

    def _after(self, action: Action) -> ModelInTime | None:
        """The worlds after an action; None for an action that the game does not have.

        In all worlds after a show, players saw what they see of it: its card is left
        open there, see `_has_shown`.
        """
        public = action
        if isinstance(action, Shows | Looks):
            public = replace(action, card=None)
        if public not in self._ahead:
            try:
                ahead = self.continuations.listed(self.history.then(public))
            except QueryError:
                self._ahead[public] = None
            else:
                ahead.previous = self
                self._ahead[public] = ahead
        return self._ahead[public]

    @cached_property
    def _ahead(self) -> dict[Action, ModelInTime | None]:
        return {}

    def _has_shown(self, world: int, action: Action) -> bool:
        """Whether the last card that was shown can have been that of an action."""
        if not isinstance(action, Shows | Looks) or action.card is None:
            return True
        card = 1 << self.game.deck[action.card]
        if self.events and self.events[-1].step == len(self.history) - 1:
            return self.shown[world][-1] == card
        holder = action.holder if isinstance(action, Looks) else action.player
        return bool(self.hands[world][holder] & card)

    @cached_property
    def _origins(self) -> list[int]:
        """For each world the one of the previous model that it comes from."""
        before = self.previous
        assert before is not None
        places = {before._named(w, len(before.events)): w for w in range(len(before))}
        return [places[self._named(w, len(before.events))] for w in range(len(self))]

    def _named(self, world: int, events: int) -> tuple[object, ...]:
        shown = self.shown[world][:events] if self.events else ()
        return self.hands[world], shown


def _meant(term: ActionTerm) -> Action:
    return made_action(term.kind, term.args)


def in_time(
    history: History,
    listed: Callable[[History], ModelInTime],
    moves: Callable[[History], Iterable[Action]],
) -> ModelInTime:
    """The model of a history, which knows those before it and can list those after."""

    def continued(history: History) -> ModelInTime:
        model = listed(history)
        model.history, model.continuations = history, continuations
        return model

    continuations = Continuations(continued, moves)
    models = [continued(history.prefix(k)) for k in range(len(history) + 1)]
    for before, after in pairwise(models):
        after.previous = before
    return models[-1]
