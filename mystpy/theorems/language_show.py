"""A counterexample as a query that `mystpy ask` replays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mystpy.engines.deals import cards_of
from mystpy.game import Game
from mystpy.terms import (
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
    show_action,
    show_set,
    sort_cards,
)
from mystpy.theorems.language import (
    And,
    Constant,
    Fluent,
    Held,
    Iff,
    Implies,
    Member,
    Modal,
    Node,
    Not,
    Or,
    Quantified,
    Same,
    Term,
    Var,
    is_static,
    walk,
)
from mystpy.theorems.language_check import Failure
from mystpy.theorems.language_value import (
    Binding,
    Value,
    domain,
    group_of,
    member,
    number_of,
    same,
    set_of,
)
from mystpy.theorems.sweep_stage import Stage

_PLAIN: dict[str, type[No | Yes | NoGuess | EndTurn]] = {
    "no": No,
    "yes": Yes,
    "noguess": NoGuess,
    "endturn": EndTurn,
}


def query_of(failure: Failure, node: Node) -> dict[str, object]:
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
    game = stage.game
    hands = {
        str(k): sort_cards(cards_of(hand, game), game.deck)
        for k, hand in enumerate(stage.worlds[world])
    }
    history = [show_action(action, game.deck) for action in actions_of(stage, world)]
    return {"game": game.to_dict(), "hands": hands, "history": history}


def actions_of(stage: Stage, world: int) -> Iterator[Action]:
    """The actions of a stage, with the cards that were shown in a world."""
    game = stage.game
    shown = iter(stage.shown[world] if stage.shown else ())
    for deed in stage.deeds:
        kind, player, *to = deed.key
        if kind == "asks":
            yield Asks(player, cards_of(deed.cards, game))
        elif kind == "guess":
            yield Guess(player, cards_of(deed.cards, game))
        elif kind == "shows":
            yield Shows(player, to[0], game.cards[next(shown).bit_length() - 1])
        else:
            yield _PLAIN[kind](player)


def ground(node: Node, game: Game, binding: Binding) -> str:
    """The text of a formula of one situation, as `mystpy ask` reads it.

    What the binding binds is written out; quantifiers that formulas do not have, and
    `x in Q` and `i = j`, are worked out.
    """
    return _Writer(game).text(node, binding)


class _Writer:
    """Writes formulas of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def text(self, node: Node, binding: Binding) -> str:
        match node:
            case Constant(truth):
                return "true" if truth else "false"
            case Held(holder, card):
                return f"h({self.player(holder, binding)},{self.card(card, binding)})"
            case Fluent(name, None):
                return name
            case Fluent("Question", arg) if arg is not None:
                asked = set_of(arg, self.game, binding)
                # A set of another size is no question, and is none in a formula.
                fits = asked.bit_count() == self.game.q
                return f"Question({self.set(asked)})" if fits else "false"
            case Fluent(name, arg) if arg is not None:
                return f"{name}({self.player(arg, binding)})"
            case Same(left, right):
                return "true" if same(left, right, self.game, binding) else "false"
            case Member(item, of):
                return "true" if member(item, of, self.game, binding) else "false"
            case Modal(kind, term, body):
                group = ",".join(map(str, group_of(term, self.game, binding)))
                inside = self.text(body, binding)
                return f"{kind}({group if kind == 'K' else f'[{group}]'},{inside})"
        return self.compound(node, binding)

    def compound(self, node: Node, binding: Binding) -> str:
        match node:
            case Not(body):
                return f"~{self.bracketed(body, binding)}"
            case And(parts):
                return " & ".join(self.bracketed(part, binding) for part in parts)
            case Or(parts):
                return " | ".join(self.bracketed(part, binding) for part in parts)
            case Implies(left, right):
                return self.joined(left, "->", right, binding)
            case Iff(left, right):
                return self.joined(left, "<->", right, binding)
            case Quantified():
                return self.quantified(node, binding)
        raise TypeError(f"{node} is about more than one situation")

    def joined(self, left: Node, sign: str, right: Node, binding: Binding) -> str:
        first, second = self.bracketed(left, binding), self.bracketed(right, binding)
        return f"{first} {sign} {second}"

    def bracketed(self, node: Node, binding: Binding) -> str:
        text = self.text(node, binding)
        simple = isinstance(
            node, Constant | Held | Fluent | Same | Member | Modal | Not
        )
        return text if simple else f"({text})"

    def quantified(self, node: Quantified, binding: Binding) -> str:
        elements = list(domain(node, self.game, binding))
        if not elements:
            return "true" if node.every else "false"
        if _spelled_out(node):
            bound = ({**binding, node.var: x} for x in elements)
            parts = [self.bracketed(node.body, each) for each in bound]
            return (" & " if node.every else " | ").join(dict.fromkeys(parts))
        word = "forall" if node.every else "exists"
        over = node.domain
        if not isinstance(over, str):
            over = self.listed(node, elements)
        # An inner variable stands for itself.
        free: Mapping[str, object] = {**binding, node.var: _Free(node.var)}
        return f"{word} {node.var} in {over}: {self.text(node.body, free)}"  # type: ignore[arg-type]

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

    def bound(self, binding: Binding, node: Node) -> str:
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
        node.group
        if isinstance(node, Modal)
        else node.domain
        if isinstance(node, Quantified)
        else node.arg
    )
    return f"Var(name={name!r})" in repr(term)
