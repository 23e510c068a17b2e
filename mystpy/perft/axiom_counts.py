"""The same counts by clingo, from the axiom files alone: a second engine.

Each answer set is a deal. For all histories of one length the axioms give the deals in
which they are executable, the fluents with which they end, and the actions that are
possible next. Nothing is taken from the transition system.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.axioms import rule_files
from mystpy.bits import cards_of
from mystpy.engines.programs.run import answer_sets
from mystpy.engines.terms import Term, read_term, show_term
from mystpy.engines.transition_system.states import EventKey
from mystpy.errors import QueryError
from mystpy.game.game import Game, facts
from mystpy.game.names import set_term
from mystpy.history.actions import Asks, Guess, Lays, Looks, Opens, ResultTold, Shows
from mystpy.language.atoms import H
from mystpy.perft.card_choices import CardChoices
from mystpy.perft.counts import PerftCounts, is_hidden
from mystpy.progress import report_progress

MAX_RUNS_CHECKED = 200_000
"""A level with more runs is not counted: clingo prints each of them."""

_START = "init0"
_UNSEEN = "unseen"
"""The card of a show or a look that was not seen."""

_SHOWN = """
reported(S) :- history(S).
offered(S) :- history(S).
#show.
#show done(S) : executable(S), history(S).
#show ends(F,S) : fluent(F,S), executable(S), history(S).
#show next(A,S) : poss(A,S), executable(S), history(S).
#show pile(M) : equals_pile(M).
"""


class AxiomPerft:
    """The counts of one game by the axiom files.

    Raises QueryError if a level has more than `MAX_RUNS_CHECKED` runs.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        sets = "".join(f"offered_set({term})." for term in _sets(game))
        self._text = f"{facts(game)}\n{sets}\n{_SHOWN}"

    def levels(self, depth: int) -> Iterator[PerftCounts]:
        """Yield the counts for 0, 1, ..., `depth` actions."""
        level: dict[str, tuple[str, ...]] = {_START: ()}
        for number in range(depth + 1):
            counted = _Level(self.game, level)
            for done, atoms in enumerate(self._answers(level)):
                report_progress(f"depth {number}, deals by clingo", done, 0)
                counted.add(atoms)
            yield counted.counts(number)
            level = counted.ahead

    def _answers(self, level: Iterable[str]) -> Iterator[tuple[str, ...]]:
        files = [str(path) for path in rule_files(self.game.rule_set)]
        histories = "".join(f"history({term})." for term in level)
        yield from answer_sets(files, f"{self._text}{histories}")


class _Level:
    """The answer sets about the histories of one length."""

    def __init__(self, game: Game, level: dict[str, tuple[str, ...]]) -> None:
        self._game, self._level = game, level
        self._runs = 0
        self._done: set[str] = set()
        self._public: set[tuple[tuple[str, ...], bool]] = set()
        self._states: set[frozenset[str]] = set()
        self.ahead: dict[str, tuple[str, ...]] = {}
        """The histories that are one action longer, each as all players see it."""

    def add(self, atoms: Iterable[str]) -> None:
        """Add one answer set: one deal."""
        done, piles = set[str](), set[str]()
        fluents: dict[str, set[str]] = {}
        for atom in atoms:
            name, *args = read_term(atom)
            words = [show_term(arg) for arg in args]
            if name == "done":
                done.add(words[0])
            elif name == "ends" and args[0][0] != H.predicate:
                fluents.setdefault(words[1], set()).add(words[0])
            elif name == "pile":
                piles.add(words[0])
            elif name == "next" and _UNSEEN not in words[0]:
                self._next(args[0], *words)
        self._count(done, piles, fluents)

    def _next(self, action: Term, word: str, before: str) -> None:
        if action[0] == ResultTold.name:
            return
        term = f"do({word},{before})"
        if term not in self.ahead:
            self.ahead[term] = (*self._level[before], _as_seen(action, self._game))

    def _count(
        self, done: set[str], piles: set[str], fluents: dict[str, set[str]]
    ) -> None:
        self._runs += len(done)
        if self._runs > MAX_RUNS_CHECKED:
            raise QueryError(
                f"clingo counts up to {MAX_RUNS_CHECKED:,} runs of one length",
                hint="take a smaller --depth with --check",
            )
        self._done |= done
        for term in done:
            seen = self._level[term]
            self._public.add((seen, self._is_right(seen, piles)))
            self._states.add(frozenset(fluents[term]))

    def _is_right(self, seen: tuple[str, ...], piles: set[str]) -> bool:
        """Return whether all players see that the last action is a right guess."""
        if not seen or not seen[-1].startswith(f"{Guess.name}("):
            return False
        return not self._game.generalized and any(pile in seen[-1] for pile in piles)

    def counts(self, depth: int) -> PerftCounts:
        """Return the counts of this length."""
        sizes = len(self._done), self._runs, len(self._public), len(self._states)
        return PerftCounts(depth, *sizes)


def _as_seen(action: Term, game: Game) -> str:
    """Return an action as all players see it."""
    kind, *args = action
    players = [arg for arg in args if isinstance(arg, int)]
    if not is_hidden(game, (kind, *players)):
        return show_term(action)
    if kind in (Shows.name, Looks.name):
        return show_term((kind, *args[:-1], _UNSEEN))
    return show_term((ResultTold.name, *args))


def _sets(game: Game) -> list[str]:
    """Return every set of cards that an action may name, as a term."""
    choices = CardChoices(game)
    keys: list[EventKey] = [(Guess.name, 1), (Asks.name, 1)]
    keys += [(Opens.name, i) for i in range(1, game.p + 1)] if game.generalized else []
    keys += [(Lays.name, 1)] if game.events else []
    masks = dict.fromkeys(mask for key in keys for mask in choices.of(key, 0))
    return [set_term(cards_of(mask, game), game.deck) for mask in masks]
