"""The names in a formula, each checked where it stands.

A name is a variable of a quantifier around it, or else a card, a player or a
holder of the game. Which of them may stand in a place, its place in the formula
says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mystpy.errors import ParseError, QueryError, did_you_mean
from mystpy.formula_grammar import WORDS
from mystpy.formula_nodes import CardTerm, Domain, Player, Var
from mystpy.game.game import Game
from mystpy.game.names import RESERVED, name_fault


class Word(NamedTuple):
    """A word of the text and the position at which it stands."""

    text: str
    position: int


Sort = Literal["card", "player", "holder", "any"]
"""What a variable ranges over; `any` over the empty set, where it may be anything."""

Scope = dict[str, Sort]
"""The variables bound around a place."""

_DOMAINS: dict[str, tuple[Domain, Sort]] = {
    "cards": ("cards", "card"),
    "players": ("players", "player"),
    "holders": ("holders", "holder"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one formula's text, read in a game or without one."""

    text: str
    game: Game | None
    source: str | None

    def fail(
        self,
        message: str,
        position: int,
        *,
        hint: str | None = None,
        expected: Sequence[str] = (),
    ) -> ParseError:
        """The error at a position of this text."""
        return ParseError(
            message,
            text=self.text,
            position=position,
            expected=expected,
            hint=hint,
            source=self.source,
        )

    def variable(self, word: Word) -> str:
        """The name of a quantifier's variable. Raises ParseError if it is taken."""
        name, game = word.text, self.game
        taken = name in RESERVED or name in WORDS
        if taken or (game and (name in game.deck or name in game.players)):
            raise self.fail(
                f"{name} cannot be a variable, it is a name already",
                word.position,
                hint="choose another letter, such as x or i",
            )
        return name

    def card(self, word: Word, scope: Scope) -> CardTerm:
        """A card, or a variable that ranges over cards."""
        if word.text in scope:
            return self._bound(word, scope, "a card", ("card", "any"))
        return self._constant_card(word, scope)

    def player(self, word: Word, scope: Scope) -> Player:
        """A player, or a variable that ranges over players."""
        if word.text in scope:
            return self._bound(word, scope, "a player", ("player", "any"))
        return self._constant_holder(word, scope, pile=False)

    def holder(self, word: Word, scope: Scope) -> Player:
        """A player or the pile, or a variable that ranges over holders."""
        if word.text in scope:
            allowed: tuple[Sort, ...] = ("player", "holder", "any")
            return self._bound(word, scope, "a holder", allowed)
        return self._constant_holder(word, scope, pile=True)

    def domain(self, over: str | list[Word], position: int) -> tuple[Domain, Sort]:
        """What a quantifier ranges over, and of what sort its variable is."""
        if isinstance(over, str):
            return _DOMAINS[over]
        members = tuple(self._member(word) for word in over)
        if all(isinstance(x, str) for x in members):
            return members, "card" if members else "any"
        if all(isinstance(x, int) for x in members):
            return members, "holder" if 0 in members else "player"
        raise self.fail("a list has cards or players, not both", position)

    def _member(self, word: Word) -> str | int:
        if word.text.isdigit() or (self.game and word.text in self.game.players):
            return self._constant_holder(word, {}, pile=True)
        return self._constant_card(word, {})

    def _bound(
        self, word: Word, scope: Scope, wanted: str, allowed: tuple[Sort, ...]
    ) -> Var:
        sort = scope[word.text]
        if sort in allowed:
            return Var(word.text)
        raise self.fail(
            f"{wanted} must stand here, but {word.text} ranges over {sort}s",
            word.position,
            hint="the holders include the pile; quantify over players"
            if (sort, wanted) == ("holder", "a player")
            else None,
        )

    def _constant_card(self, word: Word, scope: Scope) -> str:
        name, game = word.text, self.game
        if name.isdigit():
            raise self._wrong_kind("a card", f"the number {name}", word)
        if game is None:
            if fault := name_fault(name):
                raise self.fail(fault, word.position)
            return name
        if name in game.players:
            raise self._wrong_kind("a card", f"the player {name}", word)
        try:
            return game.card(name)
        except QueryError as error:
            raise self._unknown(error, word, scope) from None

    def _constant_holder(self, word: Word, scope: Scope, *, pile: bool) -> int:
        name, game = word.text, self.game
        wanted = "a player or 0 for the pile" if pile else "a player"
        if game is None:
            return self._number(word, wanted, pile=pile)
        if name in game.deck:
            raise self._wrong_kind(wanted, f"the card {name}", word)
        try:
            return game.holder(name) if pile else game.player(name)
        except QueryError as error:
            raise self._unknown(error, word, scope) from None

    def _number(self, word: Word, wanted: str, *, pile: bool) -> int:
        name = word.text
        if not name.isdigit():
            hint = f"is a quantifier missing, such as forall {name} in players: ...?"
            raise self._wrong_kind(wanted, name, word, hint)
        if len(name) > 9:
            raise self.fail(f"there is no player {name[:20]}", word.position)
        if int(name) == 0 and not pile:
            message = "holder 0 is the pile, and the pile is not a player"
            raise self.fail(message, word.position)
        return int(name)

    def _wrong_kind(
        self, wanted: str, found: str, word: Word, hint: str | None = None
    ) -> ParseError:
        return self.fail(
            f"{wanted} must stand here, not {found}", word.position, hint=hint
        )

    def _unknown(self, error: QueryError, word: Word, scope: Scope) -> ParseError:
        hint = did_you_mean(word.text, scope) or error.hint
        return self.fail(str(error), word.position, hint=hint)
