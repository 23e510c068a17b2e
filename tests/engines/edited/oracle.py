"""The right answers under edited axioms, by brute force from the edited files.

clingo gets axioms/myst.lp of the edited folder, and the history as one term. It lists
every answer set: a deal, the shown cards, and what each player has seen by the edited
section 1.3. Formulas are then evaluated world by world. Nothing is shared with the
engines of mystpy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from pathlib import Path

from clingo import Control, Symbol

View = frozenset[str]
"""All that a player has seen."""


@dataclass(frozen=True)
class World:
    """A deal with the cards that were shown, and the atoms after the history."""

    hands: tuple[tuple[str, ...], ...]
    shown: tuple[str, ...]
    fluents: frozenset[str]
    views: tuple[View, ...]


@dataclass(frozen=True)
class Game:
    """MYST(m,n,p,q), or a game of other rules with its facts and its deck."""

    m: int = 1
    n: int = 2
    p: int = 3
    q: int = 2
    rules: str = "myst"
    facts: str = ""
    deck: tuple[str, ...] = ()

    @classmethod
    def myst(cls, sizes: Sequence[int]) -> Game:
        """Return MYST(m,n,p,q)."""
        m, n, p, q = sizes
        return cls(m, n, p, q)

    @property
    def cards(self) -> list[str]:
        """Return the cards, in their order."""
        if self.deck:
            return list(self.deck)
        return [f"s{k}" for k in range(1, self.m + self.n * self.p + 1)]

    @property
    def fact(self) -> str:
        """Return the game as the axiom files name it."""
        if self.facts:
            return self.facts
        return f"game(myst({self.m},{self.n},{self.p},{self.q}))."

    def offers(self) -> Iterator[str]:
        """Yield the sets of cards that may be asked for or guessed."""
        for size in {self.m, self.q}:
            for cards in combinations(self.cards, size):
                yield f"set({','.join(cards)})"


class Oracle:
    """The consequences of the axioms in a folder for a history of a game."""

    def __init__(self, folder: Path, game: Game, history: str, given: str = "") -> None:
        self.folder = folder
        self.game = game
        self.actions = [_term(each) for each in history.split()]
        self.given = dict(_hands(given))

    # --- What can be done -------------------------------------------------------

    def verdict(self) -> tuple[str, int | None]:
        """Return legal, possible or illegal, and the first impossible step."""
        for step in range(len(self.actions) + 1):
            done = _done(
                self.folder, self.game.rules, self._query(self.actions[:step], "")
            )
            if not any(done):
                return "illegal", step - 1
        return ("legal" if all(done) else "possible"), None

    def possible(self) -> dict[str, str]:
        """Return the possible next actions, with their verdicts."""
        sets = "".join(f"offered_set({each})." for each in self.game.offers())
        extra = f"{sets}offered({_situation(self.actions)})."
        extra += f"#show poss(A) : poss(A, {_situation(self.actions)})."
        found = [
            {str(a.arguments[0]) for a in symbols if a.name == "poss"}
            for symbols in self._answers(self.actions, f"{extra} must_be_executable.")
        ]
        if not found:
            return {}
        everywhere = set.intersection(*found)
        return {
            action: "legal" if action in everywhere else "possible"
            for action in set.union(*found)
            if "unseen" not in action
        }

    # --- What is known ----------------------------------------------------------

    @cached_property
    def worlds(self) -> list[World]:
        """Return the worlds of the history, for any seen cards and given hands."""
        hidden = [
            re.sub(r"((?:shows|looks)\(\d+,\d+),\w+\)", r"\1,unseen)", a)
            for a in self.actions
        ]
        hidden = [re.sub(r"^(right|wrong)\(", "told(", a) for a in hidden]
        last = _situation(hidden)
        extra = (
            "must_be_executable. shows_cards. views_examined."
            "#show shown/2. #show view/2."
            f"reported({last}). #show fluent(F) : fluent(F, {last})."
        )
        saved, self.given = self.given, {}
        found = [self._world(symbols) for symbols in self._answers(hidden, extra)]
        self.given = saved
        return list(dict.fromkeys(found))

    def _world(self, symbols: list[Symbol]) -> World:
        shown = sorted(
            (str(a.arguments[0]).count("do("), str(a.arguments[1]))
            for a in symbols
            if a.name == "shown"
        )
        fluents = {str(a.arguments[0]) for a in symbols if a.name == "fluent"}
        cards = tuple(card for _, card in shown)
        seen = [tuple(a.arguments) for a in symbols if a.name == "view"]
        views = tuple(
            frozenset(str(what) for player, what in seen if player.number == i)
            for i in range(1, self.game.p + 1)
        )
        return World(self._held(symbols), cards, frozenset(fluents), views)

    @cached_property
    def fitting(self) -> list[int]:
        """Return the numbers of the worlds with the given hands and seen cards."""
        shows = [a for a in self.actions if a.startswith(("shows(", "looks("))]
        cards = [each[:-1].rpartition(",")[2] for each in shows]
        return [
            number
            for number, world in enumerate(self.worlds)
            if all(world.hands[k] == hand for k, hand in self.given.items())
            and all(c in ("unseen", x) for c, x in zip(cards, world.shown, strict=True))
        ]

    def value(self, formula: str) -> str:
        """Return the value of a formula in the consistent worlds, as by `ask`."""
        true = _Truth(self).of(formula)
        values = {number in true for number in self.fitting}
        if not values:
            return "no world"
        return "undetermined" if len(values) == 2 else str(values.pop()).lower()

    def has_one_view(self, player: int) -> bool:
        """Return whether the player has seen the same in all consistent worlds."""
        return len({self.views[player][k] for k in self.fitting}) == 1

    def grid(self, player: int) -> tuple[int, list[dict[str, str]]]:
        """Return the deals that a player considers possible with the given view.

        The player has to have one view in all consistent worlds.
        """
        (view,) = {self.views[player][k] for k in self.fitting}
        deals = {
            self.worlds[k].hands for k, v in enumerate(self.views[player]) if v == view
        }
        words = {0: "no", len(deals): "yes"}
        return len(deals), [
            {
                card: words.get(sum(card in deal[k] for deal in deals), "?")
                for card in self.game.cards
            }
            for k in range(self.game.p + 1)
        ]

    @cached_property
    def views(self) -> dict[int, list[View]]:
        """Return each player's view in each world, by section 1.3."""
        players = range(1, self.game.p + 1)
        return {i: [world.views[i - 1] for world in self.worlds] for i in players}

    # --- clingo -----------------------------------------------------------------

    def _held(self, symbols: Iterable[Symbol]) -> tuple[tuple[str, ...], ...]:
        pairs = {
            (a.arguments[0].number, str(a.arguments[1]))
            for a in symbols
            if a.name == "h"
        }
        order = self.game.cards
        return tuple(
            tuple(card for card in order if (k, card) in pairs)
            for k in range(self.game.p + 1)
        )

    def _answers(self, actions: list[str], extra: str) -> Iterator[list[Symbol]]:
        """Yield the answer sets of the axioms, the history and the given hands."""
        yield from _answer_sets(
            self.folder, self.game.rules, self._query(actions, extra)
        )

    def _query(self, actions: list[str], extra: str) -> str:
        """Return the facts of the history and of the given hands, and more."""
        given = "".join(
            f":- not h({k},{card},init0)."
            for k, hand in self.given.items()
            for card in hand
        )
        return f"{self.game.fact} history({_situation(actions)}). {given} {extra}"


@lru_cache(maxsize=1_000)
def _done(folder: Path, rules: str, query: str) -> frozenset[bool]:
    """Return whether the actions are possible: in some deals, in all or in none.

    Queries under one edit begin with the same steps, which are tried once.
    """
    return frozenset(
        any(a.name == "executable" for a in symbols)
        for symbols in _answer_sets(folder, rules, query)
    )


def _answer_sets(folder: Path, rules: str, text: str) -> Iterator[list[Symbol]]:
    complaints: list[str] = []
    control = Control(["0"], lambda _, message: complaints.append(message))
    control.load(str(folder / f"{rules}.lp"))
    control.add("base", [], text)
    control.ground([("base", [])])
    assert not complaints, complaints
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield model.symbols(shown=True)


def _term(action: str) -> str:
    """Return an action as the axiom files write it: set(s1,s2) for {s1,s2}."""
    return re.sub(r"\{([\w,]*)\}", r"set(\1)", action)


def _situation(actions: list[str]) -> str:
    return "".join(f"do({a}," for a in reversed(actions)) + "init0" + ")" * len(actions)


def _hands(given: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    for each in given.split():
        holder, _, cards = each.partition("=")
        yield int(holder), tuple(cards.split(","))


# --- Formulas -------------------------------------------------------------------

_TOKEN = re.compile(r"\s*(<->|->|[~&|(),\[\]]|\w+)")
_FLUENTS = {"In": "in", "Turn": "turn", "AnsTurn": "ans_turn", "GameOver": "game_over"}

Worlds = frozenset[int]


class _Truth:
    """The worlds in which a formula is true; it is read token by token."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._all = frozenset(range(len(oracle.worlds)))
        self._tokens: list[str] = []

    def of(self, formula: str) -> Worlds:
        self._tokens = _TOKEN.findall(formula)[::-1]
        found = self._equivalence()
        assert not self._tokens, formula
        return found

    def _next(self) -> str:
        return self._tokens.pop()

    def _take(self, token: str) -> bool:
        if self._tokens and self._tokens[-1] == token:
            self._tokens.pop()
            return True
        return False

    def _equivalence(self) -> Worlds:
        found = self._implication()
        while self._take("<->"):
            found = self._all - (found ^ self._implication())
        return found

    def _implication(self) -> Worlds:
        found = self._disjunction()
        return (self._all - found) | self._implication() if self._take("->") else found

    def _disjunction(self) -> Worlds:
        found = self._conjunction()
        while self._take("|"):
            found |= self._conjunction()
        return found

    def _conjunction(self) -> Worlds:
        found = self._unary()
        while self._take("&"):
            found &= self._unary()
        return found

    def _unary(self) -> Worlds:
        if self._take("~"):
            return self._all - self._unary()
        if self._take("("):
            found = self._equivalence()
            assert self._take(")")
            return found
        name = self._next()
        if name in ("K", "E", "C"):
            return self._modal(name)
        arguments: list[str] = []
        if self._take("("):
            while not arguments or self._take(","):
                arguments.append(self._next())
            assert self._take(")")
        return self._atom(name, arguments)

    def _atom(self, name: str, arguments: list[str]) -> Worlds:
        worlds = self._oracle.worlds
        if name == "h":
            holder, card = arguments
            return self._where(lambda w: card in w.hands[int(holder)])
        term = _FLUENTS.get(name, name)
        if arguments:
            term = f"{term}({','.join(arguments)})"
        assert worlds is not None
        return self._where(lambda w: term in w.fluents)

    def _where(self, test: Callable[[World], bool]) -> Worlds:
        return frozenset(k for k, w in enumerate(self._oracle.worlds) if test(w))

    def _modal(self, name: str) -> Worlds:
        assert self._take("(")
        group = self._group()
        assert self._take(",")
        inner = self._equivalence()
        assert self._take(")")
        return self._common(group, inner) if name == "C" else self._known(group, inner)

    def _group(self) -> list[int]:
        if not self._take("["):
            return [int(self._next())]
        found = [int(self._next())]
        while self._take(","):
            found.append(int(self._next()))
        assert self._take("]")
        return found

    def _known(self, group: list[int], inner: Worlds) -> Worlds:
        """Return the worlds in which each of the group knows it: K, or E of a group."""
        found = self._all
        for player in group:
            views = self._oracle.views[player]
            doubted = {views[k] for k in self._all - inner}
            found &= frozenset(k for k in self._all if views[k] not in doubted)
        return found

    def _common(self, group: list[int], inner: Worlds) -> Worlds:
        """Return the greatest set of worlds in which each knows it, and F."""
        found = self._known(group, inner)
        while (less := found & self._known(group, found)) != found:
            found = less
        return found
