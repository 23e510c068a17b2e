"""Games: the players, the cards, and the number of cards of each holder.

There are four kinds of rules. `myst` is MYST(m, n, p, q) of section 2.1 of the thesis.
In `clue`, the cards come in sorts, and the pile, a question and a guess take one of
each. In `cards`, any named cards are dealt in any sizes. `generalized` is generalized
Clue, where a question is put to one player and has any number of cards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import cast

from mystpy.axiom_folder.signature import EVENTS
from mystpy.compilation import dataclass, replace
from mystpy.errors import QueryError, did_you_mean
from mystpy.game import card_sets as sets
from mystpy.game.checks import (
    GameValues,
    check_constant,
    check_count,
    check_names,
    check_rules,
    check_rules_known,
    check_sizes,
    check_sorts,
    check_texts,
    is_number,
)
from mystpy.game.names import NOT_NAMES, show_set
from mystpy.game.sizes import (
    Sizes,
    check_claims,
    dealt_round,
    largest_holder,
    left_of,
    player_count,
    player_names,
    read_sizes,
)
from mystpy.game.table import CLAIMED, CLUE_SORTS, read_game, write_game
from mystpy.game.table import facts as facts
from mystpy.names.lookup import card_named, cards_in_name
from mystpy.names.written import (
    NameTable,
    identifier_shown_as,
    plain,
    printable,
)
from mystpy.representation import Represented, brief_repr

Given = Sequence[Collection[str] | None]


@dataclass(frozen=True, slots=True)
class Game(Represented, GameValues):
    """A game: its rules, the players 1..p, the cards, and the size of each hand.

    Holder 0 is the pile. `rules` is `myst`, `clue`, `cards` or `generalized`. `cards`
    is the deck in its order. `sizes` is the number of cards of each holder, with index
    0 for the pile. `q` is the number of cards in a question. `m` and `n` are the
    constants of (2.1) (MYST only). `sorts` are the sorts of cards (Clue only).

    Our additions: with `board` a turn may pass without a question; with `speed` the
    last player who has not guessed wrong wins (Clue only); with `events` cards can be
    looked at and laid open. If cards are left over, `sizes` has one more number, and
    all players see those that are `face_up`. `possible_sizes` lists the sizes if they
    are not known.

    Make a game with `Game.myst`, `Game.clue`, `Game.generalized_clue`, `Game.general`
    or `Game.from_dict`. Games are immutable. Raises GameError if the values do not
    describe a game. Source: Bart 2000, sections 1.1 and 2.1.

    >>> from mystpy import Game
    >>> game = Game.myst(m=1, n=2, p=3, q=2)
    >>> game.c, game.sizes, game.cards[:3]
    (7, (1, 2, 2, 2), ('s1', 's2', 's3'))
    """

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "players", tuple(self.players))
        put(self, "cards", tuple(self.cards))
        if any(isinstance(size, str) for size in self.sizes):
            from mystpy.game.size_ranges import possible_sizes  # seldom needed

            put(self, "possible_sizes", possible_sizes(self.sizes, len(self.cards)))
        put(self, "sizes", tuple((*self.possible_sizes, self.sizes)[0]))
        put(self, "face_up", tuple(self.face_up))
        put(self, "sorts", tuple((name, tuple(xs)) for name, xs in self.sorts))
        check_rules_known(self.rules)
        check_names(self)
        check_sizes(self)
        check_rules(self)
        put(self, "deck", {card: place for place, card in enumerate(self.cards)})

    @classmethod
    def myst(
        cls, m: int, n: int, p: int, q: int, players: Sequence[str] | None = None
    ) -> Game:
        """Return MYST(m, n, p, q): a pile of m cards, p hands of n, questions of q.

        The cards are s1..sc with c = m + np, (2.2). `players` are names for the p
        players. Raises GameError for constants outside (2.1). Source: Bart 2000,
        section 2.1.

        >>> from mystpy import Game
        >>> Game.myst(m=2, n=2, p=3, q=2).deal_count()
        2520
        """
        least = {"m": 1, "n": 1, "p": 2, "q": 1}
        for name, value in (("m", m), ("n", n), ("p", p), ("q", q)):
            check_constant(name, value, least[name])
        check_count(m + n * p, "cards")
        cards = tuple(f"s{i}" for i in range(1, m + n * p + 1))
        table = NameTable(cards, NOT_NAMES)
        names = player_names(p, players, table)
        sizes = (m, *[n] * p)
        return cls("myst", names, cards, sizes, q, m=m, n=n, shown=table.shown)

    @classmethod
    def generalized_clue(
        cls,
        m: int,
        n: int,
        p: int,
        q: int | None = None,
        players: Sequence[str] | None = None,
    ) -> Game:
        """Return generalized Clue with the cards of MYST(m, n, p, q).

        One player is asked for a list of 1 to q cards, or of any length if `q` is None;
        a player who guesses leaves the game. `players` are names for the p players.
        Raises GameError as `myst`. Source: mystpy, after Cluedo variants.

        >>> from mystpy import Game
        >>> Game.generalized_clue(m=1, n=1, p=3, q=2).question_count()
        10
        """
        game = cls.myst(m, n, p, 1 if q is None else q, players)
        return replace(game, rules="generalized", q=game.c if q is None else q)

    @classmethod
    def clue(
        cls,
        p: int | None = None,
        sorts: Mapping[str, Sequence[str]] | None = None,
        players: Sequence[str] | None = None,
        sizes: Sizes | None = None,
        board: bool = False,
        speed: bool = False,
        left_over: int | None = None,
        face_up: Sequence[str] = (),
    ) -> Game:
        """Return Clue with p players: the standard 21 cards, or your own sorts.

        The pile, a question and a guess have one card of each of the `sorts`. Without
        `sizes` the other cards are dealt round, starting with player 1. `players` are
        names; then `p` can be left out. On a `board` a turn may pass without a
        question; with `speed` the last player who has not guessed wrong wins.
        `left_over` is the number of cards on the table, of which those named in
        `face_up` are seen by all; without it, the table has just these. Raises
        GameError if the values do not describe a game. Source: Bart 2000, section 1.1.

        >>> from mystpy import Game
        >>> Game.clue(6).sizes
        (3, 3, 3, 3, 3, 3, 3)
        >>> Game.clue(players=["ann", "bob", "cid"]).player("bob")
        2
        """
        given = CLUE_SORTS if sorts is None else sorts
        check_sorts(given)
        every = [card for sort in given.values() for card in sort]
        table = NameTable(every, NOT_NAMES)
        names = player_names(player_count(p, players), players, table)
        cards = table.add("card", every)
        kinds = table.add_sorts(given)
        pile = len(kinds)
        left = left_of(left_over, face_up)
        dealt = len(cards) - sum(left)
        if sizes is None:
            hands = (pile, *dealt_round(dealt - pile, len(names)))
        else:
            hands = read_sizes(sizes, names, table, pile=pile, c=dealt)
        return cls(
            *("clue", names, cards, (*hands, *left), pile, kinds),
            board=board,
            speed=speed,
            face_up=tuple(map(table.find, face_up)),
            shown=table.shown,
        )

    @classmethod
    def general(
        cls,
        cards: Sequence[str],
        sizes: Sizes,
        q: int,
        players: Sequence[str] | None = None,
        left_over: int | None = None,
        face_up: Sequence[str] = (),
    ) -> Game:
        """Return a game with any named cards, in hands of any sizes.

        The index of `sizes` is the holder; a mapping may leave out the pile, which gets
        the rest. `q` is the number of cards in a question. For `players`, `left_over`
        and `face_up` see `clue`. Raises GameError if the values do not describe a game.
        Source: Bart 2000, section 2.1, without (2.2).

        >>> from mystpy import Game
        >>> Game.general(["a", "b", "c", "d"], sizes={1: 1, 2: 2}, q=1).sizes
        (1, 1, 2)
        """
        check_texts("cards", cards)
        count = largest_holder(sizes) if players is None else len(players)
        table = NameTable(cards, NOT_NAMES)
        names = player_names(count, players, table)
        left = left_of(left_over, face_up)
        hands = read_sizes(sizes, names, table, pile=None, c=len(cards) - sum(left))
        deck = table.add("card", cards)
        return cls(
            *("cards", names, deck, (*hands, *left), q),
            face_up=tuple(map(table.find, face_up)),
            shown=table.shown,
        )

    @classmethod
    def parse(cls, text: str) -> Game:
        """Return the game in `MYST(1,2,3,2)`, `clue(3)`, inline TOML or JSON."""
        from mystpy.game.written import game_table  # seldom needed

        return cls.from_dict(game_table(text))

    @classmethod
    def from_dict(cls, obj: Mapping[str, object]) -> Game:
        """Return the game that a game object of a TOML or JSON file describes.

        Raises GameError for unknown keys in `obj`, with the nearest known one, missing
        keys and wrong values. Source: mystpy.

        >>> from mystpy import Game
        >>> Game.from_dict({"rules": "myst", "m": 1, "n": 1, "p": 5, "q": 2})
        Game.myst(m=1, n=1, p=5, q=2)
        """
        rules, values = read_game(obj)
        if (shown := values.pop("shown", None)) is not None:
            rest = {key: value for key, value in obj.items() if key != "shown"}
            return cls.from_dict(rest).showing(shown)
        if (events := values.pop("events", None)) is not None:
            return replace(cls.from_dict({"rules": rules, **values}), events=events)
        if rules == "myst":
            return cls.myst(**values)
        if rules == "generalized":
            return cls.generalized_clue(**values)
        claims = {key: values.pop(key, None) for key in CLAIMED[rules]}
        game = cls.clue(**values) if rules == "clue" else cls.general(**values)
        check_claims(game, claims)
        return game

    def to_dict(self) -> dict[str, object]:
        """Return the game object that `from_dict` reads; defaults are left out."""
        return write_game(self)

    @property
    def rule_set(self) -> str:
        """Return the name of its file of axioms: `rules`, `board`, `myst_events` ..."""
        rules = "board" if self.board else "speed" if self.speed else self.rules
        return f"{rules}_{EVENTS}" if self.events else rules

    @property
    def generalized(self) -> bool:
        """Return whether these are the rules of generalized Clue, (G1)-(G34)."""
        return self.rules == "generalized"

    @property
    def changed(self) -> bool:
        """Return whether additions of mystpy replace some rules of the thesis."""
        return self.generalized or self.rule_set != self.rules

    def with_events(self) -> Game:
        """Return the game with events besides questions; GameError for other rules."""
        return self if self.events else replace(self, events=True)

    def player(self, who: int | str) -> int:
        """Return the number of a player who is given by number or name.

        Raises QueryError, with the nearest name or the players there are, if `who` is
        none.
        """
        number = self.holder(who)
        if number == 0:
            raise QueryError(
                "holder 0 is the pile, and the pile is not a player",
                hint=f"the players are {self._players_in_words()}",
                word="0",
            )
        if number == self.table:
            raise QueryError(
                "the table has the cards left over, and it is not a player",
                hint=f"the players are {self._players_in_words()}",
                word=str(who),
            )
        return number

    def holder(self, who: int | str) -> int:
        """Return the number of a holder: 0 for the pile, 1..p for the players.

        The cards that are left over are with holder p+1, the `table`. Raises QueryError
        if `who` is no holder.
        """
        number: object = who
        if isinstance(who, str):
            name = who
            if who not in self.players:
                name = identifier_shown_as(who, self.shown) or plain(who)
            if name in self.players:
                return self.players.index(name) + 1
            number = int(who) if re.fullmatch("[0-9]{1,9}", who) else None
            number = {"pile": 0, "table": self.table}.get(name, number)
        if is_number(number) and number in self.holders:
            return cast("int", number)
        near = did_you_mean(str(who), self.shown_holders[1:] if self.named else ())
        raise QueryError(
            f"there is no player {printable(str(who))}",
            hint=near or f"the players are {self._players_in_words()}",
            word=str(who),
        )

    def _players_in_words(self) -> str:
        numbers = f"1..{self.p}"
        names = ", ".join(map(self.shown_as, self.players))
        return f"{names} or {numbers}" if self.named else numbers

    def card(self, name: str) -> str:
        """Return the card with a `name`, as the deck has it.

        Raises QueryError, with the nearest name, if there is none.
        """
        if isinstance(name, str) and name in self.deck:
            return name
        if isinstance(name, str) and (found := card_named(name, self.deck, self.shown)):
            return found
        hint = None
        if len(several := cards_in_name(name, self.deck)) > 1:
            hint = f"write the cards apart, with commas: {', '.join(several)}"
        elif not (self.m is not None and str(name)[:1] == "s"):
            hint = did_you_mean(str(name), map(self.shown_as, self.cards))
        raise QueryError(
            f"there is no card {printable(str(name))}",
            hint=hint or f"the cards are {self._cards_in_words()}",
            word=str(name),
        )

    def _cards_in_words(self) -> str:
        if self.rules == "myst" or self.c > 30:
            return f"{self.cards[0]}..{self.cards[-1]}"
        return ", ".join(map(self.shown_as, self.cards))

    def question_fault(self, cards: Collection[str]) -> str | None:
        """Return why this is not a question, or None if it is one.

        A question has q different cards; in Clue one of each sort, in generalized Clue
        from one to q.
        """
        if self.generalized and 1 <= len(cards) <= self.q:
            return sets.repeat_or_size("a question", cards, len(cards))
        return sets.set_fault(self, "a question", cards, self.q)

    def guess_fault(self, cards: Collection[str]) -> str | None:
        """Return why this cannot be the pile, or None: see `question_fault`."""
        return sets.set_fault(self, "a guess", cards, self.sizes[0])

    def owner(self, holder: int) -> str:
        """Return `the pile`, `the table`, `player 2`, or `player 2 (Ann)` if named."""
        if not 0 < holder <= self.p:
            return f"the {self.holder_names[holder]}"
        return f"player {holder}{f' ({self.shown_holders[holder]})' * self.named}"

    def hand_fault(self, holder: int, cards: Collection[str]) -> str | None:
        """Return why the holder cannot have exactly these cards, or None."""
        if holder == 0:
            return sets.set_fault(self, "the pile", cards, self.sizes[0])
        owner = self.owner(holder)
        owner = owner if holder == self.table else f"the hand of {owner}"
        if holder == self.table and (under := set(self.face_up).difference(cards)):
            return f"{show_set(under, self.deck)} lies face up on the table"
        size = len(cards) if len(cards) in self.sizes_of(holder) else self.sizes[holder]
        return sets.repeat_or_size(owner, cards, size)

    def sizes_of(self, holder: int) -> set[int]:
        """Return the numbers of cards that a holder may have."""
        return {sizes[holder] for sizes in self.possible_sizes or (self.sizes,)}

    def questions(self) -> Iterator[frozenset[str]]:
        """Yield every well-formed question as a set of cards, in the deck's order."""
        if self.generalized:
            sizes = range(1, self.q + 1)
            return chain.from_iterable(sets.card_sets(self, size) for size in sizes)
        return sets.card_sets(self, self.q)

    def question_count(self) -> int:
        """Return the number of well-formed questions."""
        if self.generalized:
            return sum(sets.card_set_count(self, k) for k in range(1, self.q + 1))
        return sets.card_set_count(self, self.q)

    def guesses(self) -> Iterator[frozenset[str]]:
        """Yield every set of cards that can be the pile, in the deck's order."""
        return sets.card_sets(self, self.sizes[0])

    def guess_count(self) -> int:
        """Return the number of sets of cards that can be the pile."""
        return sets.card_set_count(self, self.sizes[0])

    def deal_count(self, given: Given = ()) -> int:
        """Return the exact number of deals in which the `given` hands are held.

        `given` has a hand or None for each holder, with the pile first. Raises
        QueryError for a hand that cannot be.
        """
        hands = [*given, *[None] * (len(self.holders) - len(given))]
        known = [card for hand in hands if hand is not None for card in hand]
        lying = self.face_up if hands[-1] is None else ()
        known += lying
        if len(set(known)) < len(known) or any(
            hand is not None and self.hand_fault(holder, hand)
            for holder, hand in enumerate(hands)
        ):
            return 0
        taken = set(known)
        open_sizes = [self.sizes[k] for k in self.holders if hands[k] is None]
        ways = 1
        if self.table and hands[-1] is None:
            open_sizes[-1] -= len(lying)
        if hands[0] is None and self.sorts:
            ways = math.prod(len(set(sort) - taken) for _, sort in self.sorts)
            open_sizes = open_sizes[1:]
        left = sum(open_sizes)
        for size in open_sizes:
            ways *= math.comb(left, size)
            left -= size
        return ways
