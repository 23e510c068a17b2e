"""Reading conjectures: the text of a formula becomes a value, its sorts checked."""

from __future__ import annotations

import re
from collections.abc import Collection

from mystpy.conjectures.language import (
    DOMAINS,
    PHASES,
    Act,
    After,
    And,
    Constant,
    Fluent,
    Held,
    Iff,
    Implies,
    Listed,
    Member,
    Modal,
    Next,
    Node,
    Not,
    Or,
    Possible,
    Quantified,
    Same,
    Sort,
    Term,
    Var,
)
from mystpy.conjectures.tokens import Token, fault, tokens
from mystpy.errors import ParseError, did_you_mean

ACTIONS: dict[str, tuple[Sort, ...]] = {
    "asks": ("player", "set"),
    "no": ("player",),
    "yes": ("player",),
    "shows": ("player", "player", "card"),
    "guess": ("player", "set"),
    "noguess": ("player",),
    "endturn": ("player",),
}
"""The sorts of the arguments of each action, section 2.4."""

_FLUENTS: dict[str, Sort] = {
    "In": "player",
    "Turn": "player",
    "AnsTurn": "player",
    "Question": "set",
}
_WORDS = (
    *("true", "false", "h", "K", "E", "C", "forall", "exists", "possible", "after"),
    *("next", "GameOver", *_FLUENTS, *PHASES, *ACTIONS, *DOMAINS, "in"),
)
_FITS: dict[Sort, tuple[Sort, ...]] = {
    "player": ("player",),
    "holder": ("player", "holder"),
    "card": ("card",),
    "set": ("set",),
    "group": ("group",),
}
_A = {
    "player": "a player",
    "holder": "a holder",
    "card": "a card",
    "set": "a set of cards",
    "group": "a group of players",
}
_DEEPEST = 60
_CARD = re.compile(r"s[1-9][0-9]*", re.ASCII)

Scope = dict[str, Sort]


def parse_conjecture(
    text: str, source: str | None = None, cards: Collection[str] = ()
) -> Node:
    """The formula of a text; cards are called s1, s2, ... or as in `cards`.

    Raises ParseError for what cannot be read, for a free variable, and where a word
    of one sort stands in a place for another.
    """
    reader = _Reader(text, source, cards)
    node = reader.iff({})
    reader.expect("", "the end")
    return node


class _Reader:
    """One reading of one text, from left to right."""

    def __init__(self, text: str, source: str | None, cards: Collection[str]) -> None:
        self.text = text
        self.cards = cards
        self.source = source
        self.words = tokens(text, source)
        self.place = 0
        self.depth = 0

    @property
    def here(self) -> Token:
        return self.words[self.place]

    def fail(
        self, message: str, at: Token | None = None, hint: str | None = None
    ) -> ParseError:
        start = (at or self.here).start
        return fault(message, self.text, start, self.source, hint=hint)

    def take(self, text: str) -> bool:
        if self.here.text != text or not text:
            return False
        self.place += 1
        return True

    def expect(self, text: str, named: str | None = None) -> None:
        if self.here.text != text:
            found = repr(self.here.text) if self.here.text else "the end of the text"
            raise self.fail(f"{named or repr(text)} must stand here, not {found}")
        self.place += bool(text)

    def word(self) -> Token:
        token = self.here
        if not token.text or not (token.text[0].isalnum() or token.text[0] == "_"):
            found = repr(token.text) if token.text else "the end of the text"
            raise self.fail(f"a name must stand here, not {found}")
        self.place += 1
        return token

    def iff(self, scope: Scope) -> Node:
        left = self.imp(scope)
        while self.take("<->"):
            left = Iff(left, self.imp(scope))
        return left

    def imp(self, scope: Scope) -> Node:
        left = self.disjunction(scope)
        if self.take("->"):
            return Implies(left, self.imp(scope))
        return left

    def disjunction(self, scope: Scope) -> Node:
        parts = [self.conjunction(scope)]
        while self.take("|"):
            parts.append(self.conjunction(scope))
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def conjunction(self, scope: Scope) -> Node:
        parts = [self.tight(scope)]
        while self.take("&"):
            parts.append(self.tight(scope))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def tight(self, scope: Scope) -> Node:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fail(f"the formula is nested deeper than {_DEEPEST}")
        try:
            return self.unary(scope)
        finally:
            self.depth -= 1

    def unary(self, scope: Scope) -> Node:
        if self.take("~"):
            return Not(self.tight(scope))
        if self.take("("):
            node = self.iff(scope)
            self.expect(")")
            return node
        if self.here.text in ("forall", "exists"):
            return self.quantified(scope)
        if self.take("next"):
            self.take(":")
            return Next(self.tight(scope))
        if self.take("after"):
            action = self.action(scope)
            self.expect(":")
            return After(action, self.iff(scope))
        return self.atom(scope)

    def quantified(self, scope: Scope) -> Node:
        every = self.word().text == "forall"
        bound: list[tuple[str, Sort, str | Term]] = []
        inner = dict(scope)
        while True:
            var = self.word()
            if var.text in _WORDS or var.text.isdigit():
                hint = "choose another letter, such as x or i"
                raise self.fail(f"{var.text} cannot be a variable", var, hint)
            self.expect("in", "in")
            sort, domain = self.domain(inner)
            bound.append((var.text, sort, domain))
            inner[var.text] = sort
            if not self.take(","):
                break
        self.expect(":")
        body = self.iff(inner)
        for name, sort, domain in reversed(bound):
            body = Quantified(every, name, sort, domain, body)
        return body

    def domain(self, scope: Scope) -> tuple[Sort, str | Term]:
        token = self.here
        if token.text in DOMAINS:
            self.place += 1
            return DOMAINS[token.text], token.text
        if token.text in ("{", "["):
            listed, sort = self.listed(scope)
            return sort, listed
        word = self.word()
        match scope.get(word.text):
            case "set":
                return "card", Var(word.text)
            case "group":
                return "player", Var(word.text)
        hint = did_you_mean(word.text, (*DOMAINS, *scope))
        known = f"the domains are {', '.join(DOMAINS)}, and sets"
        raise self.fail(f"{word.text} is nothing to range over", word, hint or known)

    def listed(self, scope: Scope) -> tuple[Listed, Sort]:
        start = self.here
        closing = "}" if self.word_or_sign() == "{" else "]"
        members: list[Term] = []
        sorts: set[Sort] = set()
        while self.here.text != closing:
            term, sort = self.any_term(scope)
            members.append(term)
            sorts.add(sort)
            if not self.take(","):
                break
        self.expect(closing)
        if sorts == {"player", "holder"} or not sorts:
            sorts = {"holder"} if sorts else {"card"}
        if len(sorts) > 1:
            raise self.fail("a list has cards or players, not both", start)
        sort = sorts.pop()
        return Listed(tuple(members), group=sort != "card"), sort

    def word_or_sign(self) -> str:
        self.place += 1
        return self.words[self.place - 1].text

    def any_term(self, scope: Scope) -> tuple[Term, Sort]:
        token = self.word()
        if token.text in scope:
            return Var(token.text), scope[token.text]
        if token.text.isdigit():
            return int(token.text), "player" if int(token.text) else "holder"
        if token.text in _WORDS:
            raise self.fail(f"{token.text} cannot stand here", token)
        if token.text in self.cards or _CARD.fullmatch(token.text):
            return token.text, "card"
        hint = did_you_mean(token.text, (*scope, *self.cards))
        bind = f"bind it: forall {token.text} in players: ... (or cards, questions)"
        raise self.fail(f"the variable {token.text} is free", token, hint or bind)

    def term(self, sort: Sort, scope: Scope) -> Term:
        """A word of this sort."""
        token = self.here
        if sort == "group" and self.take("players"):
            return Listed(None)
        if sort in ("set", "group") and token.text in ("{", "["):
            listed, found = self.listed(scope)
            wanted = "card" if sort == "set" else "player"
            if listed.members and found != wanted:
                raise self.fail(f"{_A[sort]} must stand here", token)
            if sort == "group" and not listed.members:
                raise self.fail("a group of players must not be empty", token)
            return listed
        term, found = self.any_term(scope)
        if found in _FITS[sort]:
            return term
        raise self.wrong_sort(sort, found, term, token)

    def wrong_sort(
        self, sort: Sort, found: Sort, term: Term, token: Token
    ) -> ParseError:
        if isinstance(term, Var):
            what = f"{token.text}, which ranges over {found}s"
        elif isinstance(term, str):
            what = f"the card {token.text}"
        else:
            what = f"the number {token.text}"
        hint = "the pile is a holder, not a player" if found == "holder" else None
        return self.fail(f"{_A[sort]} must stand here, not {what}", token, hint)

    def action(self, scope: Scope) -> Act:
        token = self.word()
        if token.text not in ACTIONS:
            hint = did_you_mean(token.text, ACTIONS)
            known = f"the actions are {', '.join(ACTIONS)}"
            raise self.fail(f"{token.text} is no action", token, hint or known)
        self.expect("(")
        args: list[Term] = []
        for sort in ACTIONS[token.text]:
            if args:
                self.expect(",")
            args.append(self.term(sort, scope))
        self.expect(")")
        return Act(token.text, tuple(args))

    def atom(self, scope: Scope) -> Node:
        token = self.here
        follows = self.words[min(self.place + 1, len(self.words) - 1)].text
        if follows in ("=", "!=", "in"):
            return self.comparison(scope)
        if token.text in ("{", "["):
            return self.comparison(scope)
        self.word()
        match token.text:
            case "true" | "false":
                return Constant(token.text == "true")
            case "GameOver":
                return Fluent("GameOver")
            case "h":
                return self.held(scope)
            case "K" | "E" | "C":
                return self.modal(token.text, scope)
            case "possible":
                self.expect("(")
                action = self.action(scope)
                self.expect(")")
                return Possible(action)
        if token.text in PHASES:
            return Fluent(token.text)
        if token.text in _FLUENTS:
            self.expect("(")
            arg = self.term(_FLUENTS[token.text], scope)
            self.expect(")")
            return Fluent(token.text, arg)
        hint = did_you_mean(token.text, _WORDS)
        raise self.fail(f"{token.text} is no formula", token, hint)

    def comparison(self, scope: Scope) -> Node:
        left, sort = self.compared(scope)
        sign = self.here
        self.place += 1
        if sign.text == "in":
            group = sort in ("player", "holder")
            if sort not in ("card", "player", "holder"):
                raise self.fail("a card or a player is in a set", sign)
            return Member(left, self.term("group" if group else "set", scope))
        right, other = self.compared(scope)
        if sort != other and {sort, other} != {"player", "holder"}:
            raise self.fail(f"{_A[sort]} is never {_A[other]}", sign)
        same = Same(left, right)
        return same if sign.text == "=" else Not(same)

    def compared(self, scope: Scope) -> tuple[Term, Sort]:
        if self.here.text in ("{", "["):
            listed, sort = self.listed(scope)
            return listed, "set" if sort == "card" else "group"
        return self.any_term(scope)

    def held(self, scope: Scope) -> Node:
        self.expect("(")
        holder = self.term("holder", scope)
        self.expect(",")
        card = self.term("card", scope)
        self.expect(")")
        return Held(holder, card)

    def modal(self, kind: str, scope: Scope) -> Node:
        self.expect("(")
        group = self.term("player" if kind == "K" else "group", scope)
        self.expect(",")
        body = self.iff(scope)
        self.expect(")")
        if kind == "K":
            return Modal("K", Listed((group,)), body)
        return Modal("C" if kind == "C" else "E", group, body)
