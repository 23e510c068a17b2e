"""The words of a claim, with the players and cards that they name.

This is lexical analysis with a gazetteer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.history.printed.meaning import cards_called, names_of_several_words
from mystpy.names.lookup import card_named, matching_names
from mystpy.names.written import written_key
from mystpy.protocol.claims.claim_text import NUMBERS, POSSIBLE, claim_text

MAX_WORDS = 150
"""The maximal number of words of a claim."""

_TOKEN = pattern(r"\w+(?:['-]\w+)*|[.,;&/|]")

_KINDS = {
    "has": "has have had got holds hold holding held owns own contains contain"
    " containing includes include possesses possess keeps",
    "is": "is are be being was belongs belong consists equals lies lie",
    "not": "not never",
    "lacks": "lacks lack lacking misses missing without",
    "and": "and & plus",
    "or": "or / |",
    "nor": "nor",
    "comma": ",",
    "stop": "; .",
    "but": "but except besides",
    "either": "either",
    "neither": "neither",
    "both": "both",
    "all": "all every each",
    "any": "any some",
    "none": "none no",
    "exactly": "exactly precisely just",
    "only": "only",
    "least": "least",
    "most": "most",
    "of": "of from among amongst",
    "nobody": "nobody noone no-one",
    "somebody": "somebody someone",
    "everybody": "everybody everyone",
    "else": "else other others",
    "if": "if",
    "iff": "iff",
    "unless": "unless",
    "then": "then",
    "xor": "notboth",
    "orboth": "orboth",
}
_FILLER = frozenset(
    "a an the card cards that must certainly definitely surely indeed now therefore"
    " thus so hence does do did doing ca wo ai at in inside with by to on hand"
    " hands his her their its possession currently also still actually"
    " himself herself murder mr mrs ms miss mister prof"
    " professor col colonel rev reverend dr doctor"
    " following these those there as who which more".split()
)
_PILE = frozenset(
    "pile mystery solution envelope answer middle center centre folder".split()
)
_CULPRIT = {"murderer": 0, "killer": 0, "culprit": 0, "criminal": 0, "suspect": 0}
_SELF = frozenset("i me my mine myself".split())
_PRONOUNS = frozenset("he she they it him them we you".split())

KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}


class ClaimWord(NamedTuple):
    """A word of a claim: its kind, what it means, and how it was written.

    A `card` means its name, a `holder` a number, a `number` its value.
    """

    kind: str
    value: str | int
    text: str


def claim_words(said: str, game: Game, speaker: int = 0) -> list[ClaimWord]:
    """The words of a claim without those that add nothing.

    Raises QueryError for a word that is not understood, or that says what is possible
    only.
    """
    reader = _Reader(game, speaker)
    text = claim_text(said, reader.is_name)
    raw = [(m[0], m.start()) for m in _TOKEN.finditer(text)]
    if len(raw) > MAX_WORDS:
        raise QueryError("the claim is too long", hint="write one fact a line")
    joined = names_of_several_words(game).joined(text, raw)
    return list(reader.words([word for word, _ in joined]))


class _Reader:
    def __init__(self, game: Game, speaker: int) -> None:
        self._game, self._speaker = game, speaker
        self._words: Sequence[str] = ()

    def is_name(self, word: str) -> bool:
        """Whether a word names a card, a player or the pile."""
        return self._named(word) is not None

    def words(self, words: Sequence[str]) -> Iterator[ClaimWord]:
        """Each word that means something."""
        self._words, place = words, 0
        while place < len(words):
            found, number = self._at(place)
            if found is not None:
                yield found
            place += number

    def _at(self, place: int) -> tuple[ClaimWord | None, int]:
        """Return the word at a place, if it matters, and how many words it takes."""
        word = self._words[place]
        after = self._words[place + 1] if place + 1 < len(self._words) else ""
        if (
            word.lower() == "player"
            and (number := after.removesuffix("'s")).isdecimal()
        ):
            return ClaimWord("holder", self._game.player(int(number)), word), 2
        if word.lower() in ("a", "an") and self._named(after):
            return None, 1
        if named := self._named(word):
            return named, 1
        small = written_key(word)
        if small in POSSIBLE:
            if small == "can" and after.lower() == "only":
                return None, 2
            raise QueryError(
                f"{word!r} says what is possible, and a deduction what is certain"
            )
        if small in _PRONOUNS:
            raise QueryError(f"{word!r} may be anybody: write the name")
        if small in KIND_OF:
            return ClaimWord(KIND_OF[small], small, word), 1
        if small in NUMBERS or small.isdecimal():
            return self._number(word, small, after), 1
        if small in _FILLER or small.removesuffix("'s") in _FILLER:
            return None, 1
        return self._part_of_name(word), 1

    def _number(self, word: str, small: str, after: str) -> ClaimWord:
        value = NUMBERS[small] if small in NUMBERS else int(small[:9])
        if small.isdecimal() and after.lower() in ("has", "holds", "does", "lacks"):
            return ClaimWord("holder", self._game.player(value), word)
        return ClaimWord("number", value, word)

    def _named(self, word: str) -> ClaimWord | None:
        """The card, player or pile that a word names in full."""
        game, own = self._game, re.sub("'s?$", "", word)
        for name in dict.fromkeys((word, own)):
            if not name:
                continue
            key = written_key(name)
            for player, shown in enumerate(game.shown_holders[1 : game.p + 1], 1):
                names = (shown, game.players[player - 1])
                if game.named and key in map(written_key, names):
                    return ClaimWord("holder", player, word)
            if (card := card_named(name, game.deck, game.shown)) is not None:
                return ClaimWord("card", card, word)
            if key in _PILE or key in _CULPRIT or key in self._sorts():
                return ClaimWord("holder", 0, word)
            if key == "table" and game.table:
                return ClaimWord("holder", game.table, word)
            if key in _SELF and self._speaker:
                return ClaimWord("holder", self._speaker, word)
        return None

    def _sorts(self) -> set[str]:
        """The names of the sorts: the weapon is that in the pile."""
        game = self._game
        names = {name for name, _ in game.sorts}
        return names | {written_key(game.shown_as(name)) for name in names}

    def _part_of_name(self, word: str) -> ClaimWord:
        """The card or player of whose name a word is the beginning.

        Raises QueryError if there is none, or several.
        """
        game, own = self._game, re.sub("'s?$", "", word)
        cards = cards_called(game, own) if len(own) > 1 else ()
        players = matching_names(own, game.players, game.shown) if game.named else ()
        if len(cards) == 1 and not players:
            return ClaimWord("card", cards[0], word)
        if len(players) == 1 and not cards and len(own) > 1:
            return ClaimWord("holder", game.player(players[0]), word)
        known = [*game.shown_holders[1:], *map(game.shown_as, game.cards)]
        if cards or players:
            listed = [*players, *cards]
            meant = " or ".join(map(game.shown_as, listed[:4]))
            raise QueryError(f"{word!r} may be {meant}")
        near = did_you_mean(own, known)
        raise QueryError(f"there is no player or card {word[:40]!r}", hint=near)
