"""The meaning of names: in a game, in a model of possible worlds, in a conjecture.

A vocabulary gives the reader the players, cards, agents, atoms and sets that exist, and
the error for a name that is none of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

from mystpy.axiom_folder.signature import DEAL
from mystpy.compilation import dataclass, field
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.game.names import RESERVED, name_fault
from mystpy.language.atoms import DOMAINS, PREDICATES, Sort, Value
from mystpy.language.counting.domains import count_in, member_count, members
from mystpy.language.numbers import Number
from mystpy.language.subformulas import MAX_DEPTH
from mystpy.language.temporal import PAST_WORDS, PHRASES, NamedAction, StepReader
from mystpy.names.lookup import card_named

CORE_WORDS = ("true", "false", "K", "E", "C", "forall", "exists")
"""Words with which every formula may begin."""

GAME_WORDS = (DEAL.written, *PREDICATES)
"""Words with which only a formula about a game may begin."""

_MODAL = ("D", "Kw", "B", "M")
NEW_WORDS = (*_MODAL, "possible", "after", "next", "at", "exactly", *PHRASES)
"""Words with which a formula begins unless a vocabulary has them as names."""

_A: dict[Sort, str] = {"player": "a player", "holder": "a player or 0 for the pile"}


class NameFault(QueryError):
    """The fault of a name in its place."""


class Vocabulary:
    """The interface of every vocabulary; see the three kinds below."""

    deepest: int = MAX_DEPTH
    game: Game | None = None
    board: bool = False
    believes: bool = False
    actions: Mapping[str, NamedAction] = MappingProxyType({})
    steps: StepReader | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The words with which a formula may begin."""
        return (*CORE_WORDS, *GAME_WORDS, *NEW_WORDS)

    def player(self, word: str, *, pile: bool = False) -> int | str:
        """The player, or the holder, that a word names. Raises NameFault."""
        raise NotImplementedError

    def card(self, word: str) -> str:
        """The card that a word names. Raises NameFault."""
        raise NotImplementedError

    def is_player(self, word: str) -> bool:
        """Whether a word in a list names a player or the pile, and not a card."""
        return word.isdigit()

    def is_taken(self, word: str) -> bool:
        """Whether a variable may not be called this, since it is a name already."""
        return word in RESERVED or word in CORE_WORDS or word in GAME_WORDS

    def sort_of(self, name: str) -> Sort | None:
        """Return the sort of a variable over the set of this name, if there is one."""
        return DOMAINS.get(name)

    def sets(self) -> Iterable[str]:
        """The names of the sets to range over."""
        return DOMAINS

    def members(self, name: str) -> tuple[Value, ...]:
        """Return the values of a variable over the set of this name, in order."""
        raise QueryError(f"of which game the {name} are meant, is not said")

    def count(self, name: str) -> int:
        """How many members a named set has."""
        return len(self.members(name))

    def number(self, number: Number) -> int:
        """The number in a count. Raises QueryError if no game is known."""
        return count_in(number, self.game)


@dataclass(frozen=True)
class GameWords(Vocabulary):
    """The names of a game; without one, players are numbers and any name is a card."""

    game: Game | None = None

    def player(self, word: str, *, pile: bool = False) -> int:
        """The number of a player; 0, too, if the pile may be there."""
        wanted = _A["holder"] if pile else _A["player"]
        if self.game is None:
            return _number(word, wanted, pile=pile)
        if word in self.game.deck:
            raise NameFault(f"{wanted} is expected here, not the card {word}")
        return self.game.holder(word) if pile else self.game.player(word)

    def card(self, word: str) -> str:
        """A card of the game, or without a game any name."""
        if word.isdigit():
            raise NameFault(f"a card is expected here, not the number {word}")
        if self.game is None:
            if fault := name_fault(word):
                raise NameFault(fault)
            return word
        if word in self.game.players:
            raise NameFault(f"a card is expected here, not the player {word}")
        return self.game.card(word)

    def is_player(self, word: str) -> bool:
        """Whether a word in a list names a player or the pile, and not a card."""
        return word.isdigit() or bool(self.game and word in self.game.players)

    def is_taken(self, word: str) -> bool:
        """Whether a variable may not be called this, since it is a name already."""
        game = self.game
        named = game is not None and (word in game.deck or word in game.players)
        return named or super().is_taken(word)

    def members(self, name: str) -> tuple[Value, ...]:
        """Return the values of a variable over the set of this name, in order."""
        known = self.game
        return tuple(members(name, known)) if known else super().members(name)

    def count(self, name: str) -> int:
        """How many members a named set has."""
        known = self.game
        return member_count(name, known) if known else super().count(name)


@dataclass(frozen=True)
class ConjectureWords(Vocabulary):
    """The names of several games: any number is a player, any s1, s2, ... a card.

    `cards` has the cards with other names, `players` the numbers of named players.
    """

    cards: Collection[str] = ()
    players: Mapping[str, int] = field(default_factory=dict)
    deepest: int = 60
    board: bool = False

    @classmethod
    def of(cls, games: Iterable[Game]) -> ConjectureWords:
        """The words of these games; a name stands for one player in all of them."""
        listed = tuple(games)
        names: dict[str, int | None] = {}
        for game in listed:
            for number, name in enumerate(game.players, 1) if game.named else ():
                names[name] = number if names.get(name, number) == number else None
        cards = frozenset(card for game in listed for card in game.cards)
        known = {name: number for name, number in names.items() if number is not None}
        return cls(cards, known, board={game.board for game in listed} == {True})

    def player(self, word: str, *, pile: bool = False) -> int:
        """The number of a player; 0, too, if the pile may be there."""
        wanted = "a holder" if pile else "a player"
        if word in self.players and not word.isdigit():
            return self.players[word]
        if self._is_card(word):
            raise NameFault(f"{wanted} is expected here, not the card {word}")
        if not word.isdigit():
            raise self._free(word)
        return _number(word, wanted, pile=pile)

    def card(self, word: str) -> str:
        """A card of one of the games, or s1, s2, ..."""
        if found := word if self._is_card(word) else card_named(word, self.cards):
            return found
        if word.isdigit():
            raise NameFault(f"a card is expected here, not the number {word}")
        if word in self.players:
            raise NameFault(f"a card is expected here, not the player {word}")
        raise self._free(word)

    def is_player(self, word: str) -> bool:
        """Whether a word in a list names a player or the pile, and not a card."""
        return word.isdigit() or word in self.players

    def is_taken(self, word: str) -> bool:
        """Whether a variable may not be called this, since it is a name already."""
        return word in self.players or super().is_taken(word)

    def _is_card(self, word: str) -> bool:
        return word in self.cards or bool(re.fullmatch("s[1-9][0-9]*", word, re.ASCII))

    def _free(self, word: str) -> NameFault:
        near = did_you_mean(word, (*self.cards, *self.players))
        bind = f"bind it: forall {word} in players: ... (or cards, questions)"
        return NameFault(f"the variable {word} is free", hint=near or bind)


@dataclass(frozen=True)
class ModelWords(Vocabulary):
    """The agents and atoms of a model, and named sets to quantify over."""

    agents: tuple[str, ...]
    atoms: frozenset[str]
    domains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    actions: Mapping[str, NamedAction] = field(default_factory=dict, compare=False)
    steps: StepReader | None = field(default=None, compare=False, repr=False)
    believes = True

    @classmethod
    def of(cls, agents: Iterable[str], atoms: Iterable[str]) -> ModelWords:
        """The vocabulary of these agents and atoms, with the sets they suggest.

        `agents` and `players` are the agents; where atoms are `h(i,x)`, `holders`
        and `cards` are their first and second arguments.
        """
        names, held = tuple(agents), tuple(atoms)
        domains = {"agents": names, "players": tuple(a for a in names if a != "0")}
        cells = [re.fullmatch(rf"{DEAL.name}\((\w+),(\w+)\)", atom) for atom in held]
        if any(cells):
            domains["holders"] = tuple(dict.fromkeys(c[1] for c in cells if c))
            domains["cards"] = tuple(dict.fromkeys(c[2] for c in cells if c))
        return cls(names, frozenset(held), domains)

    @property
    def words(self) -> tuple[str, ...]:
        """Return those of the core, and the atoms."""
        return (*CORE_WORDS, *_MODAL, *PAST_WORDS, *sorted(self.atoms))

    @cached_property
    def heads(self) -> frozenset[str]:
        """The words with which atoms begin."""
        return frozenset(atom.partition("(")[0] for atom in self.atoms)

    @cached_property
    def _agents(self) -> frozenset[str]:
        return frozenset(self.agents)

    def player(self, word: str, *, pile: bool = False) -> str:
        """An agent of the model."""
        if word in self._agents:
            return word
        known = f"the agents are {', '.join(self.agents)}"
        hint = did_you_mean(word, self.agents) or known
        raise NameFault(f"there is no agent {word!r} in the model", hint=hint)

    def card(self, word: str) -> str:
        """Any name."""
        return word

    def is_player(self, word: str) -> bool:
        """Whether a word in a list names a player: in a model all are names."""
        return False

    def is_taken(self, word: str) -> bool:
        """Whether a variable may not be called this, since it is a name already."""
        reserved = word in CORE_WORDS or word in ("D", "in", "set")
        return reserved or word in self._agents or word in self.atoms

    def sort_of(self, name: str) -> Sort | None:
        """Return the sort of a variable over the set of this name, if there is one."""
        return "name" if name in self.domains else None

    def sets(self) -> Iterable[str]:
        """The names of the sets to range over."""
        return self.domains

    def members(self, name: str) -> tuple[Value, ...]:
        """Return the values of a variable over the set of this name, in order."""
        return self.domains[name]

    def check_atom(self, name: str) -> None:
        """Raise NameFault with the nearest atom if the model has no such atom."""
        if name not in self.atoms:
            atoms = sorted(self.atoms)
            few = ", ".join(atoms[:6]) + (", ..." if len(atoms) > 6 else "")
            hint = f"the atoms are {few}" if atoms else "the model has no atoms"
            hint = did_you_mean(name, atoms) or hint
            raise NameFault(f"there is no atom {name} in the model", hint=hint)


def _number(word: str, wanted: str, *, pile: bool) -> int:
    if not word.isdigit():
        raise NameFault(
            f"{wanted} is expected here, not {word}",
            hint=f"is a quantifier missing, such as forall {word} in players: ...?",
        )
    if len(word) > 9:
        raise NameFault(f"there is no player {word[:20]}")
    if int(word) == 0 and not pile:
        raise NameFault("holder 0 is the pile, and the pile is not a player")
    return int(word)
