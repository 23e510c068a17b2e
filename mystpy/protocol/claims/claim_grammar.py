"""Claims in plain English, read as formulas.

It is a recursive descent parser of a controlled natural language.

`or` between cards or players is inclusive, `one of` means at least one, and `A and B or
C` is read as in formulas: `and` binds more strongly.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Formula, Not
from mystpy.protocol.claims.claim_lists import CardList, HolderList
from mystpy.protocol.claims.claim_words import ClaimWord

_EVERYBODY = (("nobody", "none"), ("somebody", "some"), ("everybody", "all"))
_QUANTITIES = (
    *(("none", "none"), ("neither", "none"), ("any", "some"), ("either", "some")),
    *(("both", "all"), ("all", "all")),
)
_SEPARATORS = ("comma", "and", "or", "nor")


class ClaimParser:
    """A parser that reads words from left to right, with backtracking."""

    def __init__(self, words: Sequence[ClaimWord], game: Game) -> None:
        self._words, self._game = words, game
        self._at = 0
        self._farthest = 0
        self._tried: dict[int, bool] = {}

    def whole(self) -> Formula:
        """The formula of all words. Raises QueryError at the word that does not fit."""
        found = self._disjunction()
        if self._at < len(self._words):
            raise self._unexpected()
        return found

    def _unexpected(self) -> QueryError:
        at = max(self._at, self._farthest)
        if at >= len(self._words):
            return QueryError("the sentence has no end that can be read")
        return QueryError(f"{self._words[at].text!r} is not understood here")

    def _kind(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._words[at].kind if at < len(self._words) else ""

    def _takes(self, *kinds: str) -> bool:
        """Whether the next word is of a kind; if so, it is read."""
        if self._kind() not in kinds:
            return False
        self._at += 1
        self._farthest = max(self._farthest, self._at)
        return True

    # Sentences

    def _disjunction(self) -> Formula:
        parts = [self._conjunction()]
        while self._joins_clause("or"):
            parts.append(self._conjunction())
        return disjunction(parts)

    def _conjunction(self, *kinds: str) -> Formula:
        parts = [self._unit()]
        while self._joins_clause(*(kinds or ("and", "but", "stop", "comma", "nor"))):
            parts.append(self._unit())
        return conjunction(parts)

    def _joins_clause(self, *kinds: str) -> bool:
        """Whether a word of a kind and a clause follow; the word is then read."""
        start = self._at
        while self._takes("comma", "stop") and self._kind() in (*kinds, "stop"):
            pass
        joined = self._at > start and self._words[self._at - 1].kind in kinds
        found = self._takes(*kinds) or (joined and self._kind() != "or")
        if found and self._is_clause():
            return True
        self._at = start
        return False

    def _unit(self) -> Formula:
        if self._takes("if"):
            condition = self._conjunction("and")
            self._takes("comma")
            self._takes("then")
            return disjunction([Not(condition), self._conjunction()])
        return self._clause()

    def _is_clause(self) -> bool:
        """Whether a clause begins here; nothing is read."""
        start = self._at
        if start not in self._tried:
            try:
                self._unit()
                self._tried[start] = True
            except QueryError:
                self._tried[start] = False
            self._at = start
        return self._tried[start]

    def _clause(self) -> Formula:
        start = self._at
        if self._kind() == "either" and self._kind(1) not in ("card", "of"):
            self._at += 1
        begins_with = self._kind()
        try:
            return self._about_holders()
        except QueryError:
            if begins_with in ("", "holder", "nobody", "somebody", "everybody"):
                raise
            self._at = start
        return self._about_cards()

    def _about_holders(self) -> Formula:
        """`Bob has ...`, `nobody has ...`, `the weapon is ...`."""
        holders = self._holders(is_subject=True)
        verb, denied = self._verb()
        if verb == "is" and any(holders.holders):
            raise QueryError("say that a player has a card, not that he is one")
        cards = self._cards(is_subject=False)
        if holders.is_denial and denied:
            raise QueryError("it is denied twice")
        if holders.is_denial:
            return conjunction(cards.of(k, has=False) for k in holders.holders)
        return holders.each(lambda k: cards.of(k, has=not denied))

    def _about_cards(self) -> Formula:
        """`rope is in the envelope`, `one of plum, green is held by Bob`."""
        cards = self._cards(is_subject=True)
        start = self._at
        _, denied = self._verb()
        if not any(word.kind == "is" for word in self._words[start : self._at]):
            raise self._unexpected()
        self._takes("of")
        if self._kind() == "number" and self._kind(1) == "of":
            self._at += 2  # one of Bob's cards
        holders = self._holders(is_subject=False)
        if holders.is_denial:
            return conjunction(cards.of(k, has=False) for k in holders.holders)
        if denied:
            some = holders._replace(quantity="all")
            return some.each(lambda k: cards.of(k, has=False))
        return holders.each(lambda k: cards.of(k, has=True))

    def _verb(self) -> tuple[str, bool]:
        """The verb, and whether it is denied."""
        verb, denials = "", 0
        while self._kind() in ("has", "is", "not", "lacks"):
            kind = self._kind()
            self._takes(kind)
            denials += kind in ("not", "lacks")
            if kind != "not":
                verb = "is" if kind == "is" and not verb else "has"
        if not verb:
            raise self._unexpected()
        if denials > 1:
            raise QueryError("it is denied twice")
        return verb, bool(denials)

    # Lists

    def _holders(self, *, is_subject: bool) -> HolderList:
        game, everyone = self._game, tuple(range(1, self._game.p + 1))
        for kind, quantity in _EVERYBODY:
            if self._takes(kind):
                return HolderList(quantity, self._all_but(everyone))
        quantity = ""
        if self._takes("neither"):
            quantity = "none"
        elif self._takes("exactly", "only"):
            quantity = "exactly"
        elif self._takes("either"):
            quantity = "some"
        elif self._takes("both", "all"):
            quantity = "all"
        elif self._takes("none"):
            quantity = "none"
        if self._kind() == "number" and self._words[self._at].value == 1:
            self._takes("number")
            quantity = quantity or "some"
        self._takes("of")
        holders, joint = self._listed("holder", is_subject=is_subject)
        found = tuple(int(k) for k in holders)
        assert all(k < len(game.sizes) for k in found), "holders are of the game"
        return HolderList(quantity or ("some" if joint == "or" else "all"), found)

    def _all_but(self, everyone: tuple[int, ...]) -> tuple[int, ...]:
        """Return all players except those named after `but`, or the speaker."""
        if self._takes("else"):
            raise QueryError("say of which players it is true")
        if not self._takes("but"):
            return everyone
        others, _ = self._listed("holder", is_subject=True)
        left = tuple(k for k in everyone if k not in others)
        if not left:
            raise QueryError("no player is left of whom it is said")
        return left

    def _cards(self, *, is_subject: bool) -> CardList:
        quantity, number = self._quantity()
        cards, joint = self._listed("card", is_subject=is_subject)
        quantity = quantity or ("or" if joint == "or" else "list")
        without: list[str | int] = []
        if self._kind() in ("but", "and", "comma") and self._kind(1) == "not":
            self._at += 2
            without, _ = self._listed("card", is_subject=is_subject)
        found = tuple(dict.fromkeys(map(str, cards)))
        return CardList(quantity, number, found, tuple(map(str, without)))

    def _quantity(self) -> tuple[str, int]:
        """How many of the cards that follow, if that is said."""
        bound = ""
        if self._kind() in ("exactly", "only", "least", "most"):
            bound = self._kind()
            self._takes(bound)
        number = 0
        if self._kind() == "number":
            number = int(self._words[self._at].value)
            self._takes("number")
            if self._takes("or"):  # one or more of
                bound = bound or "least"
        if bound and not number:
            raise self._unexpected()
        if number:
            self._takes("of")
            if bound in ("exactly", "only"):
                return "exactly", number
            if number == 1 and bound != "most":
                return "some", 1
            return bound or "least", number
        return self._word_of_quantity(), 0

    def _word_of_quantity(self) -> str:
        for kind, quantity in _QUANTITIES:
            if self._takes(kind):
                if kind == "all" and self._kind() == "number":
                    self._takes("number")
                self._takes("of")
                return quantity
        return ""

    def _listed(self, kind: str, *, is_subject: bool) -> tuple[list[str | int], str]:
        """Cards or holders, and whether they are joined by `and` or by `or`.

        After a verb the list ends where another clause begins.
        """
        found, joint = list[str | int](), "and"
        while True:
            if self._kind() != kind:
                raise self._unexpected()
            found.append(self._words[self._at].value)
            self._takes(kind)
            start = self._at
            joints = set()
            while self._kind() in _SEPARATORS:
                joints.add(self._kind())
                self._takes(*_SEPARATORS)
            self._takes("either", "both")
            same = self._kind() == kind
            if not joints or not same or (not is_subject and self._is_clause()):
                self._at = start
                return found, joint
            joint = "or" if joints & {"or", "nor"} else joint
