"""A counterexample as a query that `mystpy ask` replays."""

from __future__ import annotations

from typing import cast

from mystpy.bits import cards_of
from mystpy.compilation import dataclass, replace
from mystpy.conjectures.values import (
    Binding,
    Value,
    domain,
    group_of,
    member,
    number_of,
    same,
)
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.language.atoms import (
    AnsTurn,
    Constant,
    Domain,
    Equality,
    Falsity,
    Fluent,
    H,
    Membership,
    Question,
    Sort,
    StillIn,
    Term,
    Turn,
    Var,
)
from mystpy.language.counting.domains import count_in
from mystpy.language.counting.linear import Unfolding
from mystpy.language.junctions import constant, join, without_constants
from mystpy.language.nodes import (
    CountOf,
    CountOver,
    ForAll,
    Formula,
    Knows,
    Modal,
    Quantified,
)
from mystpy.language.numbers import Binder, Comparison
from mystpy.language.read import write_formula
from mystpy.language.subformulas import children, is_static, walk, with_children
from mystpy.questions.written.query_text import given_hands
from mystpy.situations.epistemic_state import EpistemicState


@dataclass(frozen=True, slots=True)
class WorldFailure:
    """A world of a state in which a part of the formula is false.

    `taken` counts the last actions of the state that belong to `next` and `after`; the
    formula itself is false before them.
    """

    state: EpistemicState
    world: int
    part: Formula
    binding: Binding
    taken: int = 0


def query_of(failure: WorldFailure, node: Formula) -> dict[str, object]:
    """Return the deal, the history and the formula of a failure, which is false there.

    `where` has the values of the variables that the conjecture binds around it.
    """
    game = failure.state.game
    found = situation_of(failure.state, failure.world, failure.taken)
    sorts = {p.var: p.sort for p in walk(node) if isinstance(p, Quantified)}
    bound = (
        Equality(Var(name), term_of(value, sorts[name], game))
        for name, value in failure.binding.items()
    )
    if where := ", ".join(write_formula(each, game) for each in bound):
        found["where"] = where
    if is_static(failure.part):
        text = ground(failure.part, game, failure.binding)
        found |= {"formula": text, "value": "false"}
    return found


def situation_of(
    state: EpistemicState, world: int, taken: int = 0
) -> dict[str, object]:
    """Return a world of a state as a game, hands and a history; see `history_table`."""
    return history_table(state.history(world), taken)


def history_table(history: History, taken: int = 0) -> dict[str, object]:
    """Return a history as a game, hands and actions.

    If the last `taken` actions belong to `next` or `after`, they are listed under
    `taken` as well.
    """
    game = history.game
    hands = {holder: list(cards) for holder, cards in given_hands(history).items()}
    done = [action_text(action, game) for action in history.actions]
    found = {"game": game.to_dict(), "hands": hands, "history": done}
    return found | ({"taken": done[-taken:]} if taken else {})


def ground(node: Formula, game: Game, binding: Binding) -> str:
    """Return the text of a formula about one situation, as `mystpy ask` reads it.

    Values of bound variables are written out. Quantifiers that formulas do not have,
    and `x in Q` and `i = j`, are evaluated. Parts that become true or false are left
    out, unless nothing else remains.
    """
    return write_formula(_Ground(game).of(node, binding), game)


class _Ground:
    """Substitutes the values of variables in formulas of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def of(self, node: Formula, binding: Binding) -> Formula:
        match node:
            case Quantified():
                return self._quantified(node, binding)
            case CountOver(exact, number):
                parts = self._instances(node, binding)
                count = count_in(number, self.game)
                return CountOf(exact, count, parts) if parts else constant(not count)
            case Comparison():
                return self._compared(node, binding)
            case Modal(knowers, body):
                inside = self.of(body, binding)
                if isinstance(inside, Constant):
                    return inside  # true and false are known just as they are
                group = group_of(knowers, self.game, binding)
                known = cast("Knows", with_children(node, [inside]))
                if isinstance(node, Knows):
                    return replace(known, agent=group[0])
                return cast("Formula", replace(known, group=group))  # type: ignore[call-arg]
        if children(node):
            below = [self.of(child, binding) for child in children(node)]
            return without_constants(with_children(node, below))
        return self._atom(node, binding)

    def _atom(self, node: Formula, binding: Binding) -> Formula:
        game = self.game
        match node:
            case H(holder, card):
                # An inner variable, which nothing binds, stands for itself.
                who = self._number(holder, binding)
                which = self._number(card, binding)
                known = which if isinstance(which, Var) else game.cards[which]
                return H(who, known)
            case Question(cards):
                asked = number_of(cards, game, binding)
                # A set of another size is no question, and is none in a formula.
                fits = asked.bit_count() == game.q
                return Question(cards_of(asked, game)) if fits else Falsity()
            case StillIn() | Turn() | AnsTurn():
                return replace(node, player=number_of(node.player, game, binding))
            case Equality(left, right):
                return constant(same(left, right, game, binding))
            case Membership(item, of):
                return constant(member(item, of, game, binding))
            case Constant() | Fluent():
                return node
        raise TypeError(f"{node} is about more than one situation")

    def _number(self, term: Term, binding: Binding) -> int | Var:
        if isinstance(term, Var) and term.name not in binding:
            return term
        return number_of(term, self.game, binding)

    def _instances(self, node: Binder, binding: Binding) -> tuple[Formula, ...]:
        quantified = cast("Quantified", node)
        return tuple(
            self.of(quantified.body, {**binding, quantified.var: x})
            for x in domain(node, self.game, binding)
        )

    def _compared(self, node: Comparison, binding: Binding) -> Formula:
        unfolding: Unfolding[Binding] = Unfolding(
            lambda letter: count_in(letter, self.game),
            lambda part, b: ({**b, part.var: x} for x in domain(part, self.game, b)),
            self.of,
        )
        return unfolding.count(node, binding)

    def _quantified(self, node: Quantified, binding: Binding) -> Formula:
        if _spelled_out(node):
            return join(node.every, self._instances(node, binding))
        elements = list(domain(node, self.game, binding))
        free = {name: value for name, value in binding.items() if name != node.var}
        inside = self.of(node.body, free)
        if isinstance(inside, Constant) or not elements:
            return inside if elements else constant(node.every)
        over: Domain = node.domain
        if not isinstance(over, str):
            listed = (term_of(x, node.sort, self.game) for x in elements)
            over = cast("tuple[int | str, ...]", tuple(listed))
        return replace(cast("ForAll", node), domain=over, body=inside)


def term_of(value: Value, sort: Sort, game: Game) -> Term:
    """Return the value of a variable of a sort, as a term of a formula."""
    if isinstance(value, tuple):
        return value
    if sort == "set":
        return cards_of(value, game)
    return game.cards[value] if sort == "card" else value


def _spelled_out(node: Quantified) -> bool:
    """Return whether a quantifier has to be expanded, since formulas do not have it."""
    if node.sort in ("set", "group"):
        return True
    for part in walk(node.body):
        if isinstance(part, Equality | Membership | Comparison):
            return True
        if isinstance(part, Modal | Quantified | Fluent) and _has_var(part, node.var):
            return True
    return False


def _has_var(node: Modal | Quantified | Fluent, name: str) -> bool:
    term = (
        node.knowers
        if isinstance(node, Modal)
        else node.domain
        if isinstance(node, Quantified)
        else node.arg
    )
    return f"Var(name={name!r})" in repr(term)
