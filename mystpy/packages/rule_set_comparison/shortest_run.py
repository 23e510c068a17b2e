"""The shortest run on which both sides differ, and the small games for such a search.

Small games have smaller constants, or fewer cards of each sort.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, islice
from typing import Any

from mystpy.compilation import NamedTuple, replace
from mystpy.errors import MystError
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.difference_words import (
    action_pairs,
    fluent_pairs,
)
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.rule_set_comparison.joint_program import solved
from mystpy.packages.rule_set_comparison.step_rules import StepRules
from mystpy.packages.rule_set_comparison.theory_comparison import (
    TheoryComparison,
    unequal,
)
from mystpy.packages.value_sorts import Element, PackageSort, in_braces, term

MAX_STEPS = 9
"""The maximal number of steps of a run in which a difference is sought."""

MAX_ACTIONS = 200
"""The maximal number of actions of a game in which a run is sought."""

MAX_CONSTANTS_TRIED = 40
"""The maximal number of tuples of constants that are tried."""

CARDS_OF_A_SORT = (2, 3)
"""The numbers of cards of each sort, if cards have sorts."""

_REPORTED = (
    *("differs", "chosen1", "chosen2"),
    *("deal1", "deal2", "open1", "open2"),
)


class DifferentRun(NamedTuple):
    """A run, and what differs after it, in words. `actions` are those of the package.

    `deal` has the cards of each holder in words, `cards` as pairs; the game has the
    `constants`. `other` are the actions and the deal of a second run where both
    together show the difference.
    """

    constants: tuple[tuple[str, int], ...]
    actions: tuple[str, ...]
    deal: str
    cards: tuple[tuple[str, str], ...]
    what: str
    other: tuple[tuple[str, ...], str] | None = None

    def __str__(self) -> str:
        said = f"after {' '.join(self.actions[:-1]) or 'no action'}, {self.what}"
        found = f"{said}, with {self.deal}"
        if self.other is not None:
            actions, deal = self.other
            found += f"; and {' '.join(actions)} with {deal}"
        return found


class RunSearch:
    """A search for a run on which both sides differ, in a small game."""

    def __init__(self, link: GameLink, rules: StepRules) -> None:
        self.link, self.comparison = link, TheoryComparison(link, rules)
        self.program = self.comparison.program
        self.sets = {
            term(value): tuple(map(str, value))
            for sort in link.package.sorts.values()
            if sort.sizes is not None
            for value in sort.values()
            if isinstance(value, tuple)
        }
        values = {
            name: set(map(term, sort.values())) if sort.sizes is not None else set()
            for name, sort in link.package.sorts.items()
        }
        self.actions = [
            pair
            for pair in action_pairs(link, self.sets)
            if all(word in values[sort] for word, sort in pair.needs)
        ]
        self.fluents = list(fluent_pairs(link, self.sets))

    def shortest(self, *, sight: bool) -> DifferentRun | None:
        """Return a run that is as short as any on which both sides differ.

        With `sight` it is one of two runs that look alike on one side only. None if
        there is none of at most that length.
        """
        for steps in range(1, MAX_STEPS + 1):
            lines = list(self._lines(steps, 2 if sight else 1))
            lines += self._sights(steps) if sight else self._differences(steps)
            found = solved([*lines, ":- not differs(_)."], _REPORTED)
            if found is not None:
                return self._run(found, steps, sight=sight)
        return None

    def _lines(self, steps: int, copies: int) -> Iterator[str]:
        """Yield the rules for runs of this length, legal up to the last step."""
        for number, pair in enumerate(self.actions):
            yield f"act({number},{pair.there},{pair.here},{pair.public})."
        yield from self.program.named_sets(self.sets.items())
        for run in range(1, copies + 1):
            yield from self.program.axioms(run)
            yield from self.program.own_rules(run)
            yield self.program.free_deal(run)
            yield from self._steps(run, steps)

    def _steps(self, run: int, steps: int) -> Iterator[str]:
        last, numbers = len(self.actions) - 1, f"0..{steps - 1}"
        a, p, both = f"a{run}_", f"p{run}_", f"both{run}"
        yield f"time({numbers})."
        yield f"1 {{ chosen{run}(0..{last},T) }} 1 :- time(T)."
        yield f"done{run}(A,B,T) :- chosen{run}(N,T), act(N,A,B,_)."
        yield f"{a}situation(sit({numbers}))."
        yield f"{a}situation(do(A,sit(T))) :- done{run}(A,_,T)."
        yield f"{a}considered(A,sit(T)) :- done{run}(A,_,T)."
        yield f"{a}done(A,sit(T)) :- done{run}(A,_,T)."
        yield f"{p}step({numbers}). {p}situation(0..{steps}). {p}reached(0)."
        yield f"{p}considered(A,T) :- done{run}(_,A,T)."
        yield f"{p}done(A,T) :- done{run}(_,A,T)."
        yield f"{p}reached(T+1) :- can_here{run}(T)."
        yield f"can_there{run}(T) :- done{run}(A,_,T), {a}poss(A,sit(T))."
        yield (
            f"can_here{run}(T) :- done{run}(_,A,T), {p}poss(A,T), not {p}over(T),"
            f" {p}reached(T)."
        )
        yield f"{both}(T) :- can_there{run}(T), can_here{run}(T)."
        yield f":- time(T), T < {steps - 1}, not {both}(T)."
        for pair in self.fluents:
            first = pair.atom_there(a, "init0")
            yield f"{pair.atom_there(a, 'sit(0)')} :- {first}."
            after = pair.atom_there(a, "do(A,sit(T))")
            later = pair.atom_there(a, "sit(T+1)")
            yield f"{later} :- done{run}(A,_,T), {after}, time(T+1)."

    def _differences(self, steps: int) -> Iterator[str]:
        last = steps - 1
        yield f"differs(possible(there)) :- can_there1({last}), not can_here1({last})."
        yield f"differs(possible(here)) :- can_here1({last}), not can_there1({last})."
        for number, pair in enumerate(self.fluents):
            there = f"next_there({number})"
            after = pair.atom_there("a1_", f"do(A,sit({last}))")
            yield f"{there} :- done1(A,_,{last}), {after}."
            here = pair.atom_here("p1_", str(steps))
            yield from unequal(f"fluent({number})", there, here, f", both1({last})")

    def _sights(self, steps: int) -> Iterator[str]:
        last = steps - 1
        yield "public(A,T) :- chosen1(N,T), act(N,_,_,A)."
        yield ":- chosen2(N,T), act(N,_,_,A), not public(A,T)."
        yield f":- not both1({last})."
        yield f":- not both2({last})."
        for side, letter, time in (("there", "a", "sit(T)"), ("here", "p", "T")):
            for run in (1, 2):
                done = f"done{run}(A,_,T)" if side == "there" else f"done{run}(_,A,T)"
                atom = f"{letter}{run}_obs(I,A,O,{time})"
                yield f"sees_{side}{run}(I,O,T) :- {done}, {atom}."
                start = f"{letter}{run}_obs0(I,O)"
                yield f"sees_{side}{run}(I,O,start) :- {start}."
            for one, other in ((1, 2), (2, 1)):
                yield (
                    f"unlike_{side}(I) :- sees_{side}{one}(I,O,T),"
                    f" not sees_{side}{other}(I,O,T)."
                )
        yield from self.comparison.sight_differences()

    def _run(self, found: list[Any], steps: int, *, sight: bool) -> DifferentRun:
        actions, words = self._chosen(found, "chosen1"), self.comparison.words
        atom = next(x for x in found if x.name == "differs").arguments[0]
        what = in_braces(words.words_for(atom, self.fluents, actions[-1]))
        deal = words.deal_in(found)
        constants = tuple(self.link.package.constants.items())
        names = {k: str(x) for x, k in self.link.holders.items()}
        cards = tuple(
            (names[x.arguments[0].number], str(x.arguments[1]))
            for x in found
            if x.name == "deal1"
        )
        other = None
        if sight:
            other = self._chosen(found, "chosen2"), words.deal_in(found, "deal2")
        return DifferentRun(constants, actions, deal, cards, what, other)

    def _chosen(self, found: list[Any], name: str) -> tuple[str, ...]:
        chosen = sorted(
            (x.arguments[1].number, x.arguments[0].number)
            for x in found
            if x.name == name
        )
        return tuple(in_braces(self.actions[number].here) for _, number in chosen)


# --- Small games --------------------------------------------------------------


def smaller_games(package: Package) -> list[Package]:
    """Return small games that a package with a claim describes, the smallest first.

    The number of their deals counts. Those are left out that are no game of the rule
    set of the claim.
    """
    found: list[tuple[int, Package]] = []
    for small in _packages(package):
        try:
            link = GameLink(small)
        except MystError:
            continue
        found.append((link.game.deal_count(), small))
    return [small for _, small in sorted(found, key=lambda pair: pair[0])]


def _packages(package: Package) -> Iterator[Package]:
    assert package.claim is not None
    sorts = package.claim.sorts
    for constants in islice(_constants(package.constants), MAX_CONSTANTS_TRIED):
        try:
            small = read_package(str(package.folder), constants, trust=True)
        except MystError:
            continue
        if not sorts:
            yield small
        for number in CARDS_OF_A_SORT if sorts else ():
            yield _with_fewer(small, sorts, number)


def _with_fewer(package: Package, sorts: Collection[str], number: int) -> Package:
    """The package with the first cards of each of these sorts alone."""
    known = [package.sorts[name] for name in sorts if name in package.sorts]
    all_cards = {x for sort in known for x in sort.elements}
    dropped = all_cards - {x for sort in known for x in sort.elements[:number]}
    fewer = {name: _without(sort, dropped) for name, sort in package.sorts.items()}
    return replace(
        package,
        sorts=fewer,
        fluents={
            name: replace(x, sorts=tuple(fewer[sort.name] for sort in x.sorts))
            for name, x in package.fluents.items()
        },
        actions={
            name: replace(x, sorts=tuple(fewer[sort.name] for sort in x.sorts))
            for name, x in package.actions.items()
        },
        hash=f"{package.hash}-{number}",
    )


def _without(sort: PackageSort, dropped: Collection[Element]) -> PackageSort:
    return replace(
        sort,
        elements=tuple(x for x in sort.elements if x not in dropped),
        parts=tuple(tuple(x for x in part if x not in dropped) for part in sort.parts),
    )


def _constants(constants: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield values for constants that are no larger, those with a small sum first.

    A constant that is 0 remains so.
    """
    names = [name for name, value in constants.items() if value > 0]
    for total in range(len(names), 4 * len(names) + 1):
        for cuts in combinations(range(1, total), max(len(names) - 1, 0)):
            ends = zip((0, *cuts), (*cuts, total), strict=True)
            values = dict(zip(names, (b - a for a, b in ends), strict=True))
            if all(x <= max(constants[n], 2) for n, x in values.items()):
                yield {**constants, **values}
