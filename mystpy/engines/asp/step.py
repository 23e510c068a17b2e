"""One action after a public state as a ground program, for each state and all cards.

The public state, the elements of the old set and of the set in the action, the hands
and the action itself are assumptions. So one program answers for all actions of a kind
in a game. The axioms depend on a set of cards only through its elements, and on the
past only through the fluents. That is true of the shipped files; edited ones are not
used in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from mystpy.axiom_folder.signature import PHASES
from mystpy.compilation import NamedTuple
from mystpy.engines.asp.program import GroundProgram, symbol
from mystpy.engines.interrupt import interruptions
from mystpy.engines.transition_system.states import NEW, OLD
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    Guess,
    Lays,
    Looks,
    Opens,
    SetAction,
    Shows,
)
from mystpy.history.given_hands import Hands
from mystpy.language.atoms import AnsTurn, GameOver, H, Question, StillIn, Turn

if TYPE_CHECKING:
    from clingo import Model

Group = tuple[str, int, int]
"""A kind of action; for a shown card also by and to whom, else 0 and 0."""

_NOW = "now"
_OLD_QUESTION, _NEW_QUESTION = (f"{Question.predicate}({x})" for x in (OLD, NEW))

MAX_EFFECTS = 5_000
"""The number of effects of actions above which a program forgets them."""

_PROGRAM = f"""
given_state(now).
set_term({OLD}). set_term({NEW}).
reported(do(A, now)) :- situation(do(A, now)).
#external never.
#external element(X, {OLD}) : card(X). [free]
#external element(X, {NEW}) : card(X). [free]
#external chosen(A) : situation(do(A, now)). [free]
possible :- chosen(A), poss(A, now).
afterwards(F) :- chosen(A), fluent(F, do(A, now)).
changed :- afterwards(F), not expected(F).
changed :- expected(F), not afterwards(F).
"""


class EndFluents(NamedTuple):
    """The fluents after a history in some deal, and one such deal.

    `question` has the cards of the last question, which the fluents call old.
    """

    fluents: frozenset[str]
    question: frozenset[str]
    deal: Hands


class StepEffect(NamedTuple):
    """The effect of an action after an end: the next end, and whether it fails.

    There is no end if the action is not possible in any deal with the given hands. It
    `fails` if it is not possible in some of these deals.
    """

    end: EndFluents | None
    fails: bool


def group_of(action: Action) -> Group:
    """Return the group of an action: one program covers all actions of a group."""
    if isinstance(action, Shows):
        return Shows.name, action.player, action.to
    if isinstance(action, Looks):
        return Looks.name, action.player, action.holder
    return action.name, 0, 0


class StepProgram:
    """The actions of a group after any public state of a game.

    Raises EngineFailed if the axioms do not ground.
    """

    def __init__(self, game: Game, group: Group) -> None:
        before = [*changing_fluents(game), _OLD_QUESTION]
        after = [*before, _NEW_QUESTION]
        actions = list(_actions(game, group))
        lines = (
            _PROGRAM,
            *(f"#external {atom_of(fluent, _NOW)}. [free]" for fluent in before),
            *(f"#external expected({fluent}). [free]" for fluent in after),
            *(f"situation(do({action},now))." for action in actions),
        )
        self._ground = GroundProgram(game, (), "\n".join(lines))
        self.size = self._ground.size  # nothing is added later
        self._before = {f: self._literal(atom_of(f, _NOW)) for f in before}
        self._expected = {f: self._literal(f"expected({f})") for f in after}
        self._after = {f: self._literal(f"afterwards({f})") for f in after}
        self._chosen = {a: self._literal(f"chosen({a})") for a in actions}
        self._elements = {
            name: {x: self._literal(f"element({x},{name})") for x in game.cards}
            for name in (OLD, NEW)
        }
        self._held = [
            {x: self._literal(f"{H.predicate}({k},{x},init0)") for x in game.cards}
            for k in game.holders
        ]
        self._possible = self._literal("possible")
        self._changed = self._literal("changed")
        self._effects: dict[
            tuple[EndFluents, Action, Hands, bool], StepEffect | None
        ] = {}
        self._unchanged: set[tuple[frozenset[str], str, frozenset[str]]] = set()

    def effect(
        self, end: EndFluents, action: Action, hands: Hands, legal: bool
    ) -> StepEffect | None:
        """Return the effect of the action after an end, in the deals with these hands.

        None if the deal of the end does not determine it. Whether the action fails in
        other deals is only checked if it is `legal` so far.
        """
        key = end, action, hands, legal
        if key not in self._effects:
            if len(self._effects) >= MAX_EFFECTS:
                self._effects.clear()
            self._effects[key] = self._effect(*key)
        return self._effects[key]

    def _effect(
        self, end: EndFluents, action: Action, hands: Hands, legal: bool
    ) -> StepEffect | None:
        fluents = self._after_in_deal(end, action)
        if fluents is None:
            possible = self._solve([*self._assumed(end, action, hands), self._possible])
            return None if possible else StepEffect(None, fails=True)
        after = _end(end, action, fluents)
        if all(hand is not None for hand in hands[1:]):
            return StepEffect(after, fails=False)
        if self._may_differ(end, action, fluents, hands):
            return None
        fails = legal and self._solve(
            [*self._assumed(end, action, hands), -self._possible]
        )
        return StepEffect(after, fails)

    def _after_in_deal(self, end: EndFluents, action: Action) -> frozenset[str] | None:
        """Return the fluents after the action in the deal of an end.

        None if the action is not possible in it. The fluents call the set in the action
        `new`.
        """
        found: list[frozenset[str]] = []

        def read(model: Model) -> None:
            true = (f for f, atom in self._after.items() if model.is_true(atom))
            found.append(frozenset(true))

        self._solve([*self._assumed(end, action, end.deal), self._possible], read)
        return found[0] if found else None

    def _may_differ(
        self, end: EndFluents, action: Action, fluents: frozenset[str], hands: Hands
    ) -> bool:
        """Return whether other fluents than these may hold after the action.

        Only deals with these hands in which the action is possible are considered.
        """
        key = end.fluents, _term(action), fluents
        if key in self._unchanged:
            return False
        others = [*_signed(self._expected, fluents), self._possible, self._changed]
        # First for all cards at once: only the outcome of a guess depends on the deal.
        before = _signed(self._before, end.fluents)
        if not self._solve([*before, *self._action(action), *others]):
            self._unchanged.add(key)
            return False
        return self._solve([*self._assumed(end, action, hands), *others])

    def _solve(
        self, assumed: list[int], read: Callable[[Model], None] | None = None
    ) -> bool:
        control = self._ground.control
        control.configuration.solve.models = 1
        # Without a thread: what is not assumed is a deal, which is found at once.
        with interruptions():
            return bool(control.solve(assumed, on_model=read).satisfiable)

    def _assumed(self, end: EndFluents, action: Action, hands: Hands) -> list[int]:
        """Return the assumptions for an action after an end, with these hands."""
        held = zip(self._held, hands, strict=True)
        return [
            *_signed(self._before, end.fluents),
            *_signed(self._elements[OLD], end.question),
            *_signed(self._elements[NEW], _named_cards(action)),
            *self._action(action),
            *(atoms[card] for atoms, hand in held for card in hand or ()),
        ]

    def _action(self, action: Action) -> list[int]:
        return _signed(self._chosen, (_term(action),))

    def _literal(self, atom: str) -> int:
        """Return the literal of an atom; for a missing atom, one that is never true."""
        atoms = self._ground.control.symbolic_atoms
        found = atoms[symbol(atom)] or atoms[symbol("never")]
        return int(found.literal)


def _signed(atoms: dict[str, int], true: Iterable[str]) -> list[int]:
    """Return literals by which exactly these of the atoms are true."""
    return [atom if name in true else -atom for name, atom in atoms.items()]


def _end(before: EndFluents, action: Action, fluents: frozenset[str]) -> EndFluents:
    """Return the end in which the set in the action is called new."""
    if _NEW_QUESTION not in fluents:
        return EndFluents(fluents, before.question, before.deal)
    renamed = fluents - {_NEW_QUESTION} | {_OLD_QUESTION}
    return EndFluents(renamed, _named_cards(action), before.deal)


def _named_cards(action: Action) -> frozenset[str]:
    return action.cards if isinstance(action, SetAction) else frozenset()


def _term(action: Action) -> str:
    """Return the term of an action, in which a set of cards is called new."""
    kind = action.name
    if isinstance(action, Shows):
        return f"{kind}({action.player},{action.to},{action.card or 'unseen'})"
    if isinstance(action, Looks):
        return f"{kind}({action.player},{action.holder},{action.card or 'unseen'})"
    if isinstance(action, Asks) and action.to is not None:
        return f"{kind}({action.player},{action.to},{NEW})"
    named = f",{NEW}" if isinstance(action, SetAction) else ""
    return f"{kind}({action.player}{named})"


def _actions(game: Game, group: Group) -> Iterator[str]:
    """Yield the terms of the actions of a group."""
    kind, shower, seer = group
    players = range(1, game.p + 1)
    if kind in (Shows.name, Looks.name):
        yield from (f"{kind}({shower},{seer},{x})" for x in (*game.cards, "unseen"))
    elif kind == Asks.name and game.generalized:
        yield from (f"{kind}({i},{j},{NEW})" for i in players for j in players)
    elif kind == Lays.name:
        yield from (f"{kind}({k},{NEW})" for k in game.holders)
    else:
        named = f",{NEW}" if kind in (Asks.name, Guess.name, Opens.name) else ""
        yield from (f"{kind}({i}{named})" for i in players)


def changing_fluents(game: Game) -> Iterator[str]:
    """Yield the terms of the fluents that change, except the question."""
    for name in (StillIn.predicate, Turn.predicate, AnsTurn.predicate):
        yield from (f"{name}({i})" for i in range(1, game.p + 1))
    yield from (*PHASES, GameOver.predicate)


def atom_of(fluent: str, situation: str) -> str:
    """Return the atom that a fluent holds in a situation."""
    if fluent.endswith(")"):
        return f"{fluent[:-1]},{situation})"
    return f"{fluent}({situation})"
