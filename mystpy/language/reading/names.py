"""The terms in a formula's text: players, cards, sets, groups and actions.

A name is a variable of a quantifier around it, or has the meaning that the vocabulary
gives it. The place in the formula determines the sort, which is checked there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from mystpy.axiom_folder.signature import ACTIONS, OF_THE_THESIS
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.names import OF_EVENTS, SHAPES
from mystpy.language.atoms import (
    ActionTerm,
    Cards,
    CardTerm,
    Domain,
    Group,
    Player,
    Sort,
    Term,
    Var,
)
from mystpy.language.numbers import CONSTANTS, Number
from mystpy.language.reading.tokens import Cursor, Token, is_word
from mystpy.language.vocabulary import GameWords, ModelWords, Vocabulary

T = TypeVar("T")

CLOSING = {"[": "]", "{": "}", "(": ")"}
_FITS: dict[Sort, tuple[Sort, ...]] = {
    "player": ("player", "name", "any"),
    "holder": ("player", "holder", "any"),
    "card": ("card", "name", "any"),
    "set": ("set", "any"),
    "group": ("group", "any"),
}
A: dict[Sort, str] = {
    "player": "a player",
    "holder": "a holder",
    "card": "a card",
    "set": "a set of cards",
    "group": "a group of players",
    "name": "a name",
    "any": "anything",
}
"""The sorts in words."""

_PLURAL: dict[Sort, str] = {
    "set": "sets of cards",
    "group": "groups of players",
    "any": "nothing",
}


class VariableBinding(NamedTuple):
    """The domain of a variable: the sort, and in a model the values."""

    sort: Sort
    values: tuple[str, ...] | None = None


class TermReader(Cursor):
    """A place in a text, the variables bound there, and how terms are read from it."""

    def __init__(self, text: str, words: Vocabulary, source: str | None) -> None:
        super().__init__(text, source)
        self.words = words
        if words.game is not None and not (text.isascii() and '"' not in text):
            from mystpy.language.reading.quoted import (
                tokens_with_names,  # seldom needed
            )

            self.tokens = tokens_with_names(self, words.game)
        self.scope: dict[str, VariableBinding] = {}

    def ask_at(self, ask: Callable[[str], T], token: Token) -> T:
        """Return the vocabulary's answer; its QueryError becomes one at the token."""
        try:
            return ask(token.text)
        except QueryError as error:
            unbound = token.text not in self.scope
            near = did_you_mean(token.text, self.scope) if unbound else None
            self.fail(str(error), token.start, hint=near or error.hint)

    def bound(self, token: Token, wanted: Sort) -> Var:
        """Return the variable of this name; ParseError if it is of another sort."""
        found = self.scope[token.text]
        if found.sort not in _FITS[wanted]:
            plural = _PLURAL.get(found.sort, f"{found.sort}s")
            mixed = (found.sort, wanted) == ("holder", "player")
            hint = "the holders include the pile; quantify over players"
            self.fail(
                f"{A[wanted]} is expected here, but {token.text} ranges over {plural}",
                token.start,
                hint=hint if mixed else None,
            )
        if wanted == "player":
            for value in found.values or ():
                self.ask_at(lambda _, value=value: self.words.player(value), token)  # type: ignore[misc]
        return Var(token.text)

    def variable(self) -> str:
        """The name of a quantifier's variable. Raises ParseError if it is taken."""
        token = self.tokens[self.place]
        name = token.text
        if not is_word(name) or name[0].isdigit():
            self.unexpected("a variable")
        if self.words.is_taken(name):
            self.fail(
                f"{name} cannot be a variable, it is a name already",
                hint="choose another letter, such as x or i",
            )
        self.place += 1
        return name

    def player(self, *, pile: bool = False) -> Player:
        """Return a player, or a holder, or a variable for one."""
        token = self.next_token("a player")
        if token.text in self.scope:
            return self.bound(token, "holder" if pile else "player")
        return self.ask_at(lambda word: self.words.player(word, pile=pile), token)

    def count(self) -> Number:
        """A number, or a constant of the game by its letter."""
        constant = next(filter(self.take, CONSTANTS), None)
        return constant or self.number("a number")

    def card(self) -> CardTerm:
        """Return a card, or a variable for one."""
        token = self.next_token("a card")
        if token.text in self.scope:
            return self.bound(token, "card")
        return self.ask_at(self.words.card, token)

    def read_members(
        self, member: Callable[[], T], *, mark: str = "["
    ) -> list[tuple[T, int]]:
        """The members, with their places, of a set `[..]`, `{..}` or `set(..)`."""
        if self.word == "set" and self.follows == "(":
            self.place += 1
        closing = CLOSING.get(self.word)
        if closing is None:
            self.unexpected(mark, "{" if mark == "[" else "[")
        self.place += 1
        found: list[tuple[T, int]] = []
        while not self.take(closing):
            if found:
                self.need(",", closing)
            start = self.tokens[self.place].start
            found.append((member(), start))
        return found

    def distinct(self, what: str, found: list[tuple[T, int]]) -> tuple[T, ...]:
        """The members of a set; in a formula about one game each is named once."""
        strict = isinstance(self.words, GameWords)
        for place, (item, start) in enumerate(found):
            if strict and any(item == other for other, _ in found[:place]):
                self.fail(f"{what} names {item} twice", start)
        return tuple(item for item, _ in found)

    def is_set(self) -> bool:
        """Whether a set is written out here."""
        return self.word in ("[", "{") or (self.word == "set" and self.follows == "(")

    def group(self) -> Group:
        """A group of players: written out, named, or a variable."""
        start = self.tokens[self.place]
        model = isinstance(self.words, ModelWords)
        if self.is_set():
            found = self.distinct("the group", self.read_members(self.player))
        elif start.text in self.scope:
            self.place += 1
            return self.bound(start, "group")
        elif model and start.text in ("players", "agents"):
            self.place += 1
            found = cast("tuple[str, ...]", self.words.members(start.text))
        elif self.take("players"):
            return "players"
        else:
            self.unexpected("[", "{", "players")
        if not found:
            self.fail("a group of players must not be empty", start.start)
        if isinstance(self.words, ModelWords):
            order = {agent: k for k, agent in enumerate(self.words.agents)}
            found = tuple(sorted(found, key=lambda x: order.get(str(x), len(order))))
        return found

    def cards(self, what: str) -> Cards:
        """A set of cards: written out, or a variable."""
        token = self.tokens[self.place]
        if token.text in self.scope:
            self.place += 1
            return self.bound(token, "set")
        return frozenset(self.distinct(what, self.read_members(self.card, mark="{")))

    def question(self) -> Cards:
        """A set of cards that the game allows as a question."""
        start = self.tokens[self.place].start
        found = self.cards("a question")
        game = self.words.game
        if game and isinstance(found, frozenset):
            named = [card for card in found if isinstance(card, str)]
            if len(named) == len(found) and (fault := game.question_fault(named)):
                self.fail(fault, start)
        return found

    def any_term(self) -> tuple[int | str | Var, Sort]:
        """A name of any kind, and of what sort it is."""
        token = self.next_token("a name")
        if token.text in self.scope:
            return Var(token.text), self.scope[token.text].sort
        if isinstance(self.words, ModelWords):
            return token.text, "name"
        if self.words.is_player(token.text):
            number = self.ask_at(lambda word: self.words.player(word, pile=True), token)
            return number, "player" if number else "holder"
        return self.ask_at(self.words.card, token), "card"

    def side(self) -> tuple[Term, Sort]:
        """Return a side of `=`: a name, a variable, or a set written out."""
        if not self.is_set():
            return self.any_term()
        domain, sort = self.listed_domain()
        members = cast("tuple[Term, ...]", domain)
        if sort in ("card", "any"):
            return frozenset(cast("tuple[CardTerm, ...]", members)), "set"
        return cast("tuple[Player, ...]", members), "group"

    def listed_domain(self) -> tuple[Domain, Sort]:
        """A listed set, and the sort of its members."""
        start = self.tokens[self.place].start
        found = self.read_members(self.any_term)
        sorts = {sort for (_, sort), _ in found}
        if sorts == {"player", "holder"}:
            sorts = {"holder"}
        if len(sorts) > 1 or not sorts <= {"player", "holder", "card", "name", "any"}:
            self.fail("a list has cards or players, not both", start)
        return tuple(term for (term, _), _ in found), sorts.pop() if sorts else "any"

    def domain(self) -> tuple[Domain, VariableBinding]:
        """Return the domain of a quantifier."""
        token = self.tokens[self.place]
        if self.is_set():
            domain, sort = self.listed_domain()
            if isinstance(self.words, ModelWords):
                return domain, VariableBinding("name", self._values(domain))
            return domain, VariableBinding(sort)
        named = self.words.sort_of(token.text) if token.text not in self.scope else None
        if named is not None:
            self.place += 1
            if isinstance(self.words, ModelWords):
                return token.text, VariableBinding(
                    named, self.words.domains[token.text]
                )
            return token.text, VariableBinding(named)
        if not is_word(token.text):
            self.unexpected("a set", *list(self.words.sets())[:4])
        within = self.scope.get(token.text, VariableBinding("any")).sort
        if within not in ("set", "group"):
            near = did_you_mean(token.text, (*self.words.sets(), *self.scope))
            known = f"the sets are {', '.join(self.words.sets())}"
            message = f"unexpected {token.text!r}: it is no set to range over"
            self.fail(message, hint=near or known)
        self.place += 1
        return Var(token.text), VariableBinding("card" if within == "set" else "player")

    def _values(self, domain: Domain) -> tuple[str, ...]:
        """Return the values of a variable over a listed set in a model."""
        found: list[str] = []
        for member in cast("tuple[str | Var, ...]", domain):
            bound = isinstance(member, Var) and self.scope[member.name].values
            found.extend(bound or () if isinstance(member, Var) else (member,))
        return tuple(dict.fromkeys(found))

    def action(self) -> ActionTerm:
        """An action with terms for its arguments."""
        token, game = self.next_token("an action"), self.words.game
        board = self.words.board or (game and game.board)
        rows = [*OF_THE_THESIS, ACTIONS["B1"]] if board else OF_THE_THESIS
        actions = {row.name: row.sorts for row in rows}
        if game and game.events:
            actions |= {name: SHAPES[name] for name in sorted(OF_EVENTS)}
        if token.text not in actions:
            hint = did_you_mean(token.text, actions)
            known = f"the actions are {', '.join(actions)}"
            self.fail(f"{token.text} is no action", token.start, hint=hint or known)
        args: list[Term] = []
        for sort in actions[token.text]:
            self.need("," if args else "(")
            if sort in ("player", "holder"):
                args.append(self.player(pile=sort == "holder"))
            else:
                args.append(self.card() if sort == "card" else self.cards("the set"))
        self.need(")")
        return ActionTerm(token.text, tuple(args))
