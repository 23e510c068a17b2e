"""Claims in plain English, read as formulas.

It is a recursive descent parser of a controlled natural language.

`or` between cards or players is inclusive, `one of` means at least one, and clauses
joined by `and` and `or` are read as in formulas: `and` binds more strongly. A sentence
with two meanings is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Formula, Not
from mystpy.protocol.claims.claim_lists import DENIED_TWICE, CardList, HolderList
from mystpy.protocol.claims.claim_phrases import VERBS, PhraseParser
from mystpy.protocol.claims.claim_words import ClaimWord

_SUBJECTS = ("", "holder", "nobody", "somebody", "everybody")


class ClaimParser(PhraseParser):
    """A parser of sentences."""

    def __init__(self, words: Sequence[ClaimWord], game: Game) -> None:
        super().__init__(words, game)
        self._tried: dict[int, bool] = {}

    def whole(self) -> Formula:
        """The formula of all words. Raises QueryError at the word that does not fit."""
        found = self._conditional(self._disjunction())
        if self._at < len(self._words):
            raise self._unexpected()
        return found

    # Sentences

    def _conditional(self, found: Formula) -> Formula:
        """A sentence with a condition at its end: `if`, `only if`, `iff`, `unless`."""
        start = self._at
        self._takes("comma")
        if self._takes("iff"):
            other = self._disjunction()
            both = conjunction([found, other])
            return disjunction([both, conjunction([Not(found), Not(other)])])
        if self._takes("unless"):
            return disjunction([found, self._disjunction()])
        if self._kind() == "only" and self._kind(1) == "if":
            self._at += 2
            return disjunction([Not(found), self._disjunction()])
        if self._takes("if"):
            return disjunction([Not(self._disjunction()), found])
        self._at = start
        return found

    def _disjunction(self) -> Formula:
        parts = [self._conjunction()]
        while self._joins_clause("or"):
            parts.append(self._conjunction())
        if len(parts) == 2 and self._takes("xor"):
            return conjunction([disjunction(parts), Not(conjunction(parts))])
        if len(parts) == 2:
            self._takes("orboth")
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
        kind = self._kind()
        if not self._takes("if", "unless"):
            return self._clause()
        parts = [self._conjunction("and")]
        while self._joins_clause("or"):
            parts.append(self._conjunction("and"))
        self._takes("comma")
        self._takes("then")
        condition, found = disjunction(parts), self._conjunction("and", "nor")
        start = self._at
        if self._takes("comma") and self._is_clause():
            raise QueryError("join what follows from a condition by 'and'")
        self._at = start
        return disjunction([Not(condition) if kind == "if" else condition, found])

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
            if begins_with in _SUBJECTS:
                raise
            self._at = start
        return self._about_cards()

    # Clauses about holders

    def _about_holders(self) -> Formula:
        """`Bob has ...`, `nobody has ...`, `the weapon is ...`."""
        holders = self._holders(is_subject=True)
        owned = self._words[self._at - 1].text.lower().endswith(("'s", "s'"))
        if self._kind() in ("both", "all") and self._kind(1) in VERBS:
            self._at += 1
            holders = holders._replace(quantity="all")
        parts = [self._predicate(holders, owned=owned)]
        while self._has_another_verb():
            parts.append(self._predicate(holders, owned=owned))
        if holders.is_denial:
            if len(parts) > 1:
                raise QueryError("write two sentences about nobody")
            return conjunction(map(parts[0], holders.holders))
        return holders.each(lambda k: conjunction(part(k) for part in parts))

    def _has_another_verb(self) -> bool:
        """Whether the same holders have another verb; the joining words are read."""
        start = self._at
        self._takes("comma")
        if self._takes("and", "but"):
            ahead = self._kind(1) if self._kind() == "not" else self._kind()
            if ahead in ("has", "lacks"):
                return True
        self._at = start
        return False

    def _predicate(
        self, holders: HolderList, *, owned: bool
    ) -> Callable[[int], Formula]:
        """A verb and its cards, as the formula for each holder."""
        verb, denial = self._verb()
        if verb == "is" and any(holders.holders) and not owned:
            raise QueryError("say that a player has a card, not that he is one")
        cards = self._cards(is_subject=False)
        if holders.is_denial and denial:
            raise QueryError(DENIED_TWICE)
        if denial == "lacks":
            return lambda k: cards.denied(k, lacks=True)
        if not denial and not holders.is_denial and cards.quantity != "none":
            holders.require_one()
        return lambda k: cards.of(k, has=not denial and not holders.is_denial)

    def _verb(self) -> tuple[str, str]:
        """The verb, and how it is denied: by `not`, by `lacks`, or not at all."""
        verb, denials = "", list[str]()
        while self._kind() in VERBS:
            kind = self._kind()
            self._takes(kind)
            if kind in ("not", "lacks"):
                denials.append(kind)
            if kind != "not":
                verb = "is" if kind == "is" and not verb else "has"
        if not verb:
            raise self._unexpected()
        if len(denials) > 1:
            raise QueryError(DENIED_TWICE)
        return verb, "".join(denials)

    # Clauses about cards

    def _about_cards(self) -> Formula:
        """`rope is in the envelope`, `one of plum, green is held by Bob`."""
        cards = self._cards(is_subject=True)
        start = self._at
        _, denial = self._verb()
        if not any(word.kind == "is" for word in self._words[start : self._at]):
            raise self._unexpected()
        together = cards.quantity == "list" and len(cards.cards) > 1
        if together and self._takes("both", "all"):
            return self._all_together(cards, denial)
        self._takes("of")
        if self._kind() == "number" and self._kind(1) == "of":
            self._at += 2  # one of Bob's cards
        holders = self._holders(is_subject=False)
        return _placed(cards, holders, denial)

    def _all_together(self, cards: CardList, denial: str) -> Formula:
        """`plum and rope are not both in the envelope`."""
        holders = self._holders(is_subject=False)
        if len(holders.holders) > 1 or holders.is_denial:
            raise QueryError("say of one holder that the cards are there")
        found = cards._replace(quantity="all").of(holders.holders[0], has=True)
        return Not(found) if denial else found


def _placed(cards: CardList, holders: HolderList, denial: str) -> Formula:
    """The formula that cards are, or are not, with holders.

    Raises QueryError if it is not clear which card is with which holder.
    """
    several = len(cards.cards) > 1 and len(holders.holders) > 1
    if holders.is_denial or denial:
        if holders.is_denial and denial:
            raise QueryError(DENIED_TWICE)
        if several and cards.quantity not in ("list", "none"):
            raise QueryError("say of one holder that the cards are not there")
        if holders.is_denial:
            return conjunction(cards.of(k, has=False) for k in holders.holders)
        every = holders._replace(quantity="all")
        return every.each(lambda k: cards.denied(k, lacks=False))
    if cards.quantity == "none":
        return conjunction(cards.of(k, has=True) for k in holders.holders)
    holders.require_one()
    if several and cards.quantity not in ("some", "or", "either"):
        raise QueryError("say of each card with whom it is")
    return holders.each(lambda k: cards.of(k, has=True))
