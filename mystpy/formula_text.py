"""Reading formulas: from the shared syntax to the values of `mystpy.formulas`.

Two steps. A grammar (lark, LALR, no recursion) turns the text into a tree; then
the tree is read from the top, so that every name is checked where it stands: a
variable against its quantifier, a card and a player against the game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from mystpy.errors import ParseError
from mystpy.formula_grammar import GRAMMAR, WORDS, in_words, spelling_hint
from mystpy.formula_names import Names, Scope, Word
from mystpy.formula_nodes import (
    MAX_DEPTH,
    And,
    AnsTurn,
    Common,
    Everyone,
    Exists,
    Falsity,
    ForAll,
    Formula,
    GameOver,
    Group,
    H,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    Phase,
    PhaseIs,
    Question,
    StillIn,
    Truth,
    Turn,
)
from mystpy.game.game import Game

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

    Branch = Tree[Token]
    Part = Branch | Token

_OF_PLAYER: dict[str, type[StillIn | Turn | AnsTurn]] = {
    "still_in": StillIn,
    "turn": Turn,
    "ans_turn": AnsTurn,
}
_CONSTANTS: dict[str, Formula] = {
    "true": Truth(),
    "false": Falsity(),
    "game_over": GameOver(),
}


def parse_formula(
    text: str, game: Game | None = None, source: str | None = None
) -> Formula:
    """The formula that a text says, in the shared syntax or its Unicode signs.

    With a game, cards and players are checked and players may be named; without
    one, players are numbers and any name may be a card. Raises ParseError with
    the position, what was expected there, and the nearest known word.
    """
    from lark.exceptions import UnexpectedInput

    names = Names(text, game, source)
    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(error, names) from None
    _refuse_deep(tree, names)
    return _Reader(names).formula(tree, {})


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", lexer="basic", propagate_positions=True)


class _Reader:
    """One reading of one tree, from the top."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def formula(self, tree: Part, scope: Scope) -> Formula:
        """The formula of a tree in which the variables of the scope are bound."""
        tree = _branch(tree)
        match tree.data:
            case "knows":
                player = self.names.player(_word(tree.children[0]), scope)
                return Knows(player, self.formula(tree.children[1], scope))
            case "everyone" | "common":
                group = self.group(_branch(tree.children[0]), scope)
                body = self.formula(tree.children[1], scope)
                return (Everyone if tree.data == "everyone" else Common)(group, body)
            case "forall" | "exists":
                return self.quantified(tree, scope)
            case "not" | "and" | "or" | "imp" | "iff":
                parts = [self.formula(part, scope) for part in tree.children]
                return _connective(tree.data, parts)
        return self.atom(tree, scope)

    def atom(self, tree: Branch, scope: Scope) -> Formula:
        match tree.data:
            case "holds":
                holder, card = map(_word, tree.children)
                return H(self.names.holder(holder, scope), self.names.card(card, scope))
            case "still_in" | "turn" | "ans_turn":
                player = self.names.player(_word(tree.children[0]), scope)
                return _OF_PLAYER[tree.data](player)
            case "question":
                return self.question(_branch(tree.children[0]), scope)
            case "phase":
                return PhaseIs(Phase(str(tree.children[0])))
        return _CONSTANTS[tree.data]

    def quantified(self, tree: Branch, scope: Scope) -> Formula:
        name = self.names.variable(_word(tree.children[0]))
        over = _branch(tree.children[1]).children[0]
        listed = _words(over) if _is_branch(over) else str(over)
        domain, sort = self.names.domain(listed, _start(over))
        body = self.formula(tree.children[2], scope | {name: sort})
        return (ForAll if tree.data == "forall" else Exists)(name, domain, body)

    def group(self, tree: Branch, scope: Scope) -> Group:
        words = _words(tree)
        if not words:
            raise self.names.fail("a group of players must not be empty", _start(tree))
        group = tuple(self.names.player(word, scope) for word in words)
        self.refuse_double("the group", words, group)
        return group

    def question(self, tree: Branch, scope: Scope) -> Formula:
        words = _words(tree)
        cards = tuple(self.names.card(word, scope) for word in words)
        self.refuse_double("a question", words, cards)
        named = [card for card in cards if isinstance(card, str)]
        if self.names.game and len(named) == len(cards):
            fault = self.names.game.question_fault(named)
            if fault:
                raise self.names.fail(fault, _start(tree))
        return Question(frozenset(cards))

    def refuse_double(
        self, what: str, words: list[Word], items: tuple[object, ...]
    ) -> None:
        for place, (word, item) in enumerate(zip(words, items, strict=True)):
            if item in items[:place]:
                raise self.names.fail(f"{what} names {item} twice", word.position)


def _connective(kind: str, parts: list[Formula]) -> Formula:
    match kind:
        case "not":
            return Not(parts[0])
        case "and":
            return And(tuple(parts))
        case "or":
            return Or(tuple(parts))
    return (Implies if kind == "imp" else Iff)(parts[0], parts[1])


def _is_branch(part: Part) -> bool:
    return hasattr(part, "children")


def _branch(part: Part) -> Branch:
    return cast("Branch", part)


def _word(part: Part) -> Word:
    return Word(str(part), _start(part))


def _words(part: Part) -> list[Word]:
    """The members of a set."""
    # lark puts None where an optional part is empty.
    return [_word(token) for token in _branch(part).children if token is not None]


def _start(part: Part) -> int:
    meta = part.meta if _is_branch(part) else part  # type: ignore[union-attr]
    return getattr(meta, "start_pos", None) or 0


def _refuse_deep(tree: Branch, names: Names) -> None:
    level = [tree]
    for _ in range(MAX_DEPTH):
        level = [
            _branch(part)
            for node in level
            for part in node.children
            if _is_branch(part) and _branch(part).data not in ("set", "domain")
        ]
    if level:
        message = f"the formula is nested deeper than {MAX_DEPTH}"
        raise names.fail(message, _start(level[0]))


def _syntax_error(error: UnexpectedInput, names: Names) -> ParseError:
    """What lark says, in the words of this syntax."""
    text, position = names.text, error.pos_in_stream or 0
    token = getattr(error, "token", None)
    if token is None:  # a character that no word of the syntax begins with
        pair = text[position : position + 2]
        hint = spelling_hint(pair) or spelling_hint(pair[:1])
        return names.fail(f"unexpected {pair[:1]!r}", position, hint=hint)
    expected = in_words(getattr(error, "accepts", None) or error.expected)  # type: ignore[attr-defined]
    if token.type == "$END":
        end = len(text.rstrip())
        return names.fail("the text ends too early", end, expected=expected)
    written = str(token)
    if written in "&|" and text.startswith(written * 2, position - 1):
        written, position = written * 2, position - 1  # && and ||
    known = WORDS if "a formula" in expected else expected
    return names.fail(
        f"unexpected {written[:40]!r}",
        position,
        hint=spelling_hint(written, known),
        expected=expected,
    )
