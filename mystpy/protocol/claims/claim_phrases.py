"""Phrases of a claim in plain English: lists of cards, and of holders.

It is the lower half of a recursive descent parser of a controlled natural language.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.protocol.claims.claim_lists import CardList, HolderList
from mystpy.protocol.claims.claim_words import ClaimWord

VERBS = ("has", "is", "not", "lacks")

_EVERYBODY = (("nobody", "none"), ("somebody", "some"), ("everybody", "all"))
_QUANTITIES = (
    *(("none", "none"), ("neither", "none"), ("any", "some"), ("either", "either")),
    *(("both", "all"), ("all", "all")),
)
_OF_HOLDERS = {
    "neither": "none",
    "none": "none",
    "exactly": "exactly",
    "only": "exactly",
    "either": "some",
    "both": "all",
    "all": "all",
    "least": "some",
    "most": "most",
}
_SEPARATORS = ("comma", "and", "or", "nor")


class PhraseParser:
    """A parser of lists; it reads words from left to right, with backtracking."""

    def __init__(self, words: Sequence[ClaimWord], game: Game) -> None:
        self._words, self._game = words, game
        self._at = 0
        self._farthest = 0

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

    def _is_clause(self) -> bool:
        """Whether a clause begins here; nothing is read."""
        raise NotImplementedError

    def _holders(self, *, is_subject: bool) -> HolderList:
        everyone = tuple(range(1, self._game.p + 1))
        for kind, quantity in _EVERYBODY:
            if self._takes(kind):
                return HolderList(quantity, self._all_but(everyone))
        quantity, begun = "", self._kind()
        if self._takes(*_OF_HOLDERS):
            quantity = _OF_HOLDERS[begun]
        if self._kind() == "number" and self._words[self._at].value == 1:
            self._takes("number")
            quantity = quantity or "some"
        elif begun in ("least", "most"):
            raise self._unexpected()
        self._takes("of")
        holders, joint = self._listed("holder", is_subject=is_subject)
        found = tuple(dict.fromkeys(int(k) for k in holders))
        assert all(k < len(self._game.sizes) for k in found), "holders are of the game"
        if joint == "xor":
            return HolderList("exactly", found)
        return HolderList(quantity or ("some" if joint == "or" else "list"), found)

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
        if joint == "xor":
            quantity, number = "exactly", 1
        without: list[str | int] = []
        if self._denies_more():
            without, _ = self._listed("card", is_subject=is_subject)
        found = tuple(dict.fromkeys(map(str, cards)))
        return CardList(quantity, number, found, tuple(map(str, without)))

    def _denies_more(self) -> bool:
        """Whether `but not` or `and no` is next, and then cards; it is then read."""
        start = self._at
        joined = self._takes("comma")
        joined = self._takes("but", "and") or joined
        denied = joined and self._takes("not", "none")
        if denied and self._kind() not in (*VERBS, ""):
            self._takes("of")
            return True
        self._at = start
        return False

    def _quantity(self) -> tuple[str, int]:
        """How many of the cards that follow, if that is said."""
        bound = ""
        if self._kind() in ("exactly", "only", "least", "most"):
            bound = self._kind()
            self._takes(bound)
        number = -1
        if self._kind() == "number":
            number = int(self._words[self._at].value)
            self._takes("number")
            if self._takes("or"):  # one or more of
                bound = bound or "least"
        if number < 0:
            if bound:
                raise self._unexpected()
            return self._word_of_quantity(), 0
        self._takes("of")
        if number == 0:
            if bound == "least":
                raise QueryError("'at least 0' says nothing")
            return "none", 0
        if bound in ("exactly", "only"):
            return "exactly", number
        if number == 1 and bound != "most":
            return "some", 1
        return bound or "least", number

    def _word_of_quantity(self) -> str:
        for kind, quantity in _QUANTITIES:
            if self._takes(kind):
                if kind == "all" and self._kind() == "number":
                    self._takes("number")
                self._takes("of")
                return quantity
        return ""

    def _listed(self, kind: str, *, is_subject: bool) -> tuple[list[str | int], str]:
        """Cards or holders, and what joins them: and, or, or xor (one of two).

        After a verb the list ends where another clause begins. Raises QueryError for a
        list with both `and` and `or`.
        """
        found, joint = list[str | int](), ""
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
                return found, self._one_of_two(found, joint)
            here = "or" if joints & {"or", "nor"} else "and" if "and" in joints else ""
            if here and joint not in ("", here):
                raise QueryError("'and' and 'or' are in one list: write two sentences")
            joint = here or joint

    def _one_of_two(self, found: Sequence[object], joint: str) -> str:
        """Return the joint of a list, after `or both` or `but not both` at its end."""
        joints = {"orboth": "or", "xor": "xor"}
        after = joints.get(self._kind(), "")
        if (
            len(found) == 1
            or not after
            or joint == "and"
            or (after, joint) == ("xor", "")
        ):
            return joint
        if len(found) != 2:
            raise QueryError("'both' is said of two")
        self._takes(*joints)
        if self._kind() == "comma" and self._kind(1) in VERBS:
            self._at += 1
        return after
