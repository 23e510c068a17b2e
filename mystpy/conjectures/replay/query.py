"""A counterexample as a query that `mystpy ask` replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mystpy.bits import cards_of
from mystpy.conjectures.phrases import (
    FALSE,
    TRUE,
    Text,
    constant,
    denied,
    equal,
    implied,
    joined,
)
from mystpy.conjectures.sweep.check import Failure
from mystpy.conjectures.values import (
    Binding,
    Value,
    domain,
    group_of,
    member,
    number_of,
    same,
    set_of,
)
from mystpy.game.cards import show_set, sort_cards
from mystpy.game.game import Game
from mystpy.history.actions import show_action
from mystpy.language.atoms import Constant, Fluent, H, Member, Same, Term, Var
from mystpy.language.nodes import (
    And,
    Common,
    CountOver,
    Distributed,
    Formula,
    Iff,
    Implies,
    Knows,
    Modal,
    Not,
    Or,
    Quantified,
)
from mystpy.language.subformulas import is_static, walk
from mystpy.situations.stage import Stage


def query_of(failure: Failure, node: Formula) -> dict[str, object]:
    """The deal, the history and the formula of a failure, which is false there.

    `where` has what the variables stand for that the conjecture binds around it.
    """
    stage = failure.stage
    found = situation_of(stage, failure.world)
    where = _Writer(stage.game).bound(failure.binding, node)
    if where:
        found["where"] = where
    if is_static(failure.part):
        text = ground(failure.part, stage.game, failure.binding)
        found |= {"formula": text, "value": "false"}
    return found


def situation_of(stage: Stage, world: int) -> dict[str, object]:
    """A world of a stage as a game, hands and a history."""
    game, history = stage.game, stage.history(world)
    hands = {
        str(k): sort_cards(hand, game.deck)
        for k, hand in enumerate(history.hands)
        if hand is not None
    }
    done = [show_action(action, game.deck) for action in history.actions]
    return {"game": game.to_dict(), "hands": hands, "history": done}


def ground(node: Formula, game: Game, binding: Binding) -> str:
    """The text of a formula of one situation, as `mystpy ask` reads it.

    What the binding binds is written out; quantifiers that formulas do not have, and
    `x in Q` and `i = j`, are worked out. What is true or false by that is left out,
    unless nothing else is left.
    """
    return _Writer(game).text(node, binding).words


class _Writer:
    """Writes formulas of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def text(self, node: Formula, binding: Binding) -> Text:
        match node:
            case Constant(truth):
                return constant(truth)
            case H(holder, card):
                who, which = self.player(holder, binding), self.card(card, binding)
                return Text(f"h({who},{which})")
            case Fluent(name, None):
                return Text(name)
            case Fluent("Question", arg) if arg is not None:
                asked = set_of(arg, self.game, binding)
                # A set of another size is no question, and is none in a formula.
                fits = asked.bit_count() == self.game.q
                return Text(f"Question({self.set(asked)})") if fits else FALSE
            case Fluent(name, arg) if arg is not None:
                return Text(f"{name}({self.player(arg, binding)})")
            case Same(left, right):
                return constant(same(left, right, self.game, binding))
            case Member(item, of):
                return constant(member(item, of, self.game, binding))
            case Modal():
                return self.modal(node, binding)
        return self.compound(node, binding)

    def modal(self, node: Modal, binding: Binding) -> Text:
        """K, E, C or D of a body; true and false are known just as they are."""
        inside = self.text(node.body, binding)
        if inside in (TRUE, FALSE):
            return inside
        group = ",".join(map(str, group_of(node.knowers, self.game, binding)))
        if isinstance(node, Knows):
            return Text(f"K({group},{inside.words})")
        letter = "E"
        if isinstance(node, Common | Distributed):
            letter = "C" if isinstance(node, Common) else "D"
        return Text(f"{letter}([{group}],{inside.words})")

    def compound(self, node: Formula, binding: Binding) -> Text:
        match node:
            case Not(body):
                return denied(self.text(body, binding))
            case And(parts):
                return joined(True, (self.text(part, binding) for part in parts))
            case Or(parts):
                return joined(False, (self.text(part, binding) for part in parts))
            case Implies(left, right):
                return implied(self.text(left, binding), self.text(right, binding))
            case Iff(left, right):
                return equal(self.text(left, binding), self.text(right, binding))
            case Quantified():
                return self.quantified(node, binding)
            case CountOver(exact, number, var, body=body):
                elements = domain(node, self.game, binding)
                bound = ({**binding, var: x} for x in elements)
                listed = ",".join(self.text(body, each).words for each in bound)
                said = f"{'exactly' if exact else 'at least'} {number} of ({listed})"
                return Text(said) if listed else constant(not number)
        raise TypeError(f"{node} is about more than one situation")

    def quantified(self, node: Quantified, binding: Binding) -> Text:
        elements = list(domain(node, self.game, binding))
        if not elements:
            return constant(node.every)
        if _spelled_out(node):
            bound = ({**binding, node.var: x} for x in elements)
            return joined(node.every, (self.text(node.body, each) for each in bound))
        # An inner variable stands for itself.
        free: Mapping[str, object] = {**binding, node.var: _Free(node.var)}
        inside = self.text(node.body, free)  # type: ignore[arg-type]
        if inside in (TRUE, FALSE):
            return inside
        word = "forall" if node.every else "exists"
        over = node.domain
        if not isinstance(over, str):
            over = self.listed(node, elements)
        return Text(f"{word} {node.var} in {over}: {inside.words}", False)

    def listed(self, node: Quantified, elements: Sequence[Value]) -> str:
        if node.sort == "card":
            cards = [self.game.cards[x] for x in elements if isinstance(x, int)]
            return "{" + ",".join(cards) + "}"
        return "[" + ",".join(map(str, elements)) + "]"

    def player(self, term: Term, binding: Binding) -> str:
        found = _free(term, binding)
        return found or str(number_of(term, self.game, binding))

    def card(self, term: Term, binding: Binding) -> str:
        found = _free(term, binding)
        return found or self.game.cards[number_of(term, self.game, binding)]

    def bound(self, binding: Binding, node: Formula) -> str:
        """What the variables that the formula binds stand for."""
        sorts = {p.var: p.sort for p in walk(node) if isinstance(p, Quantified)}
        said = []
        for name, found in binding.items():
            text = str(found)
            if isinstance(found, tuple):
                text = f"[{','.join(map(str, found))}]"
            elif sorts[name] == "card":
                text = self.game.cards[found]
            elif sorts[name] == "set":
                text = self.set(found)
            said.append(f"{name} = {text}")
        return ", ".join(said)

    def set(self, mask: int) -> str:
        return show_set(cards_of(mask, self.game), self.game.deck)


class _Free(int):
    """A variable bound by a quantifier that is written, not worked out."""

    name: str

    def __new__(cls, name: str) -> _Free:
        found = super().__new__(cls, -1)
        found.name = name
        return found


def _free(term: Term, binding: Binding) -> str | None:
    if isinstance(term, Var):
        found = binding[term.name]
        return found.name if isinstance(found, _Free) else None
    return None


def _spelled_out(node: Quantified) -> bool:
    """Whether a quantifier has to be worked out: formulas do not have it as it is."""
    if node.sort in ("set", "group"):
        return True
    for part in walk(node.body):
        if isinstance(part, Same | Member):
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
