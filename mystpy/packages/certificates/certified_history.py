"""A history of a certified package for the fast methods, and their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from mystpy.compilation import NamedTuple, replace
from mystpy.engines.base import Cells, Engine, Value, Verdict, World
from mystpy.errors import NoWorldFits
from mystpy.history.actions import Shows, action_text
from mystpy.history.history import History
from mystpy.language.atoms import Atom, H, Truth
from mystpy.language.nodes import Formula, Implies, Knows, Not
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.answer_kinds import (
    BY_CERTIFICATE,
    KnownFluents,
    PackageAnswer,
    known_fluents,
)
from mystpy.packages.certificates.translation import Translation, with_words
from mystpy.packages.package import ActionSymbol
from mystpy.views import OBSERVER, seen_by

if TYPE_CHECKING:
    from mystpy.questions.why import SeenWorld


class CertifiedHistory(NamedTuple):
    """A translated history, further given facts, and the engine that answers."""

    translation: Translation
    history: History
    given: Formula
    engine: Engine

    @property
    def is_given_by_hands(self) -> bool:
        """Whether whole hands are all that is given besides the actions."""
        return isinstance(self.given, Truth)

    def formula(self, f: Formula) -> Formula | None:
        """Return a formula there, None if a word of it has no other there."""
        return self.translation.formula(with_words(f, self.translation))

    def value(self, f: Formula) -> PackageAnswer:
        """Return the value of a formula among the worlds that satisfy what is given.

        Raises NoWorldFits if there is none.
        """
        from mystpy.questions.knowledge import ask

        if self.is_given_by_hands:
            found = ask(self.history, f, self.engine)
            return _certified(str(found.value), found.method)
        true = ask(self.history, Implies(self.given, f), self.engine)
        false = ask(self.history, Implies(self.given, Not(f)), self.engine)
        values = true.value is Value.TRUE, false.value is Value.TRUE
        if all(values):
            raise NoWorldFits("no start fits what is given")
        value = "true" if values[0] else "false" if values[1] else "undetermined"
        return _certified(value, true.method)

    def first_uncertain_step(self) -> int:
        """Return the first step that depends on the deal; there must be one."""
        low, high = 0, len(self.history) - 1
        while low < high:
            middle = (low + high) // 2
            first = self.engine.judge(self.history.prefix(middle + 1))
            if first.verdict is Verdict.LEGAL:
                low = middle + 1
            else:
                high = middle
        return low

    def offered(
        self, actions: Sequence[ActionSymbol]
    ) -> Iterator[tuple[ActionStep, bool]]:
        """Yield which of the package's actions may follow, and whether in all deals."""
        game = self.history.game
        found = {
            action_text(each.action, game): each.verdict is Verdict.LEGAL
            for each in self.engine.possible(self.history)
        }
        for action in actions:
            for pattern, steps in _by_pattern(action):
                certain = found.get(self.translation.action(pattern))
                if certain is not None:
                    yield from ((step, certain) for step in steps)

    def cells(self, agents: Sequence[str], *, common: bool = False) -> Cells:
        """Return the cells known by one agent to be known by the next, or by all.

        Raises QueryError if the given facts do not determine one agent's view.
        """
        from mystpy.questions.knowledge import know, know_common, know_that

        players = [self.translation.agent(agent) for agent in agents]
        if common:
            return know_common(self.history, players, self.engine).cells
        if len(players) > 1:
            return know_that(self.history, players, self.engine).cells
        return know(self.history, players[0], self.engine, count=False).cells

    def seen_by_all(self) -> CertifiedHistory | None:
        """Return the history as somebody without a hand has seen it.

        None if all have seen more than that, as when two play and one shows a card, or
        if the given facts lack what all have seen of the last action.
        """
        two = self.history.game.p == 2
        shown = two and any(isinstance(x, Shows) for x in self.history.actions)
        outcome = self._outcome
        if shown or outcome is None:
            return None
        public = seen_by(self.history, OBSERVER)
        return self._replace(history=public, given=outcome)

    @property
    def _outcome(self) -> Formula | None:
        """Return what all have seen of the last action besides; None if not given."""
        from mystpy.questions.perspective import outcomes

        found = outcomes(self.history, self.engine)
        return found[0] if len(found) == 1 else None

    def deals(self, agent: str | None) -> int | None:
        """Return the number of deals that an agent considers possible, or of all deals.

        None if that is not the number of runs, since cards were shown to others alone,
        or if what the agent has seen is not given. Raises MystError if there are too
        many to count.
        """
        player = OBSERVER if agent is None else self.translation.agent(agent)
        seen = seen_by(self.history, player)
        hidden = (isinstance(x, Shows) and x.card is None for x in seen.actions)
        if any(hidden) or self._outcome is None:
            return None
        if agent is None and self.history.game.face_up:
            return None  # other cards may lie open
        if agent is None:
            return self.engine.grid(seen, OBSERVER).deals
        if self.history.hands[player] is None:
            return None
        return self.engine.grid(self.history, player).deals

    def world_against(self, f: Formula) -> CertifiedHistory | None:
        """Return a world in which a formula is false, with all hands and cards.

        For K(i,F) it is one that i considers possible, in which F is false. None if
        none is found.
        """
        denied = f.body if isinstance(f, Knows) else f
        if self.value(denied).value == "false":
            return self._in_world(self._any_world())
        from mystpy.questions.why import why

        seen = why(self.history, f, self.engine).witness
        if isinstance(f, Knows):
            seen = tuple(x for x in seen if (x.parent, x.player) == (0, f.agent))
        if not seen:
            return None
        found = self._in_world(seen[0])
        given = zip(self.history.hands, found.history.hands, strict=True)
        alike = isinstance(f, Knows) or all(x in (None, y) for x, y in given)
        return found if alike and found.value(denied).value == "false" else None

    def certain(self, atoms: Sequence[str]) -> KnownFluents | None:
        """Return which of the package's fluents hold in all worlds, and in some.

        None if one of them has no word there.
        """
        values = {}
        for atom in atoms:
            if (f := self.formula(Atom(atom))) is None:
                return None
            values[atom] = self.value(f).value
        true = [atom for atom, value in values.items() if value == "true"]
        maybe = [atom for atom, value in values.items() if value != "false"]
        return known_fluents(atoms, true, maybe)

    def fluents(self, atoms: Iterable[str]) -> list[str] | None:
        """Return which of the package's fluents are true where all hands are given.

        None if one of them has no word there.
        """
        true = []
        for atom in atoms:
            match self.formula(Atom(atom)):
                case None:
                    return None
                case H(int() as holder, str() as card):
                    holds = card in (self.history.hands[holder] or ())
                case f:
                    holds = self.value(f).value == "true"
            true += [atom] * holds
        return true

    def _any_world(self) -> World:
        with catch_warnings():
            simplefilter("ignore")  # that there are many: only the first is wanted
            return next(self.engine.worlds(self.history))

    def _in_world(self, world: World | SeenWorld) -> CertifiedHistory:
        """The same actions where all hands and all cards shown are given."""
        actions = list(self.history.actions)
        for step, card in world.shown:
            shows = actions[step]
            assert isinstance(shows, Shows)
            actions[step] = replace(shows, card=card)
        there = replace(self.history, hands=world.hands, actions=tuple(actions))
        return self._replace(history=there)


def _by_pattern(
    action: ActionSymbol,
) -> Iterator[tuple[ActionStep, Iterator[ActionStep]]]:
    """The instances of an action, together where they differ in sets of cards only."""
    sets = [sort.sizes is not None for sort in action.sorts]
    pairs = zip(action.sorts, sets, strict=True)
    for row in product(*(((),) if s else sort.values() for sort, s in pairs)):
        columns = (
            sort.values() if is_set else (value,)
            for sort, is_set, value in zip(action.sorts, sets, row, strict=True)
        )
        yield (
            ActionStep(action, row),
            (ActionStep(action, each) for each in product(*columns)),
        )


def _certified(value: str, method: str) -> PackageAnswer:
    return PackageAnswer(value, f"{method}{BY_CERTIFICATE}")
