"""Actions and fluents of a package paired with those of its rule set; differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.packages.rule_set_comparison.game_link import GameLink, LinkedFluent
from mystpy.packages.value_sorts import applied_term

SYMBOLIC_SETS = ("some_set(1)", "some_set(2)")
"""Sets whose elements are free: that of the situation, and that of the action.

A name that no card or player of a package has.
"""


class ActionPair(NamedTuple):
    """An action in the words of the package, and there; without what is private.

    `needs` has the sets in it, with the sorts that the package asks for.
    """

    here: str
    there: str
    public: str
    needs: tuple[tuple[str, str], ...]


class FluentPair(NamedTuple):
    """An instance of a fluent: its arguments in the package, and there."""

    linked: LinkedFluent
    here: tuple[str, ...]
    there: tuple[str, ...]

    def atom_here(self, prefix: str, situation: str) -> str:
        """Return the atom of a copy of the package."""
        return applied_term(prefix + self.linked.name, [*self.here, situation])

    def atom_there(self, prefix: str, situation: str) -> str:
        """Return the atom of a copy of the folder axioms."""
        return applied_term(prefix + self.linked.fluent.name, [*self.there, situation])


def action_pairs(link: GameLink, sets: Mapping[str, object]) -> Iterator[ActionPair]:
    """Yield all actions, with these set terms where there are sets.

    An action that stands for one of several is no action of a run.
    """
    for each in link.actions.values():
        if each.symbol.alternatives:
            continue
        choices: list[list[tuple[str, str]]] = []
        for sort, what in zip(each.symbol.sorts, each.shape, strict=True):
            if what == "player":
                pairs = [(str(x), str(i)) for x, i in link.players.items()]
            elif sort.sizes is None:
                pairs = [(str(x), str(x)) for x in sort.elements]
            else:
                pairs = [(x, x) for x in sets]
            choices.append(pairs)
        private = link.rules.private.get(each.name, ())
        for arguments in product(*choices):
            here = applied_term(each.symbol.name, [x for x, _ in arguments])
            there = applied_term(each.name, [x for _, x in arguments])
            unseen = each.symbol.unseen
            seen = each.name if unseen is None else link.there(unseen.name)
            public = [
                "unseen" if place in private else x
                for place, (_, x) in enumerate(arguments)
            ]
            needs = tuple(
                (x, sort.name)
                for sort, (x, _) in zip(each.symbol.sorts, arguments, strict=True)
                if sort.sizes is not None
            )
            yield ActionPair(here, there, applied_term(seen, public), needs)


def fluent_pairs(link: GameLink, sets: Mapping[str, object]) -> Iterator[FluentPair]:
    """Yield all instances of fluents that may change, with these set terms."""
    for each in link.fluents:
        choices = [
            [(str(x), str(i)) for x, i in link.players.items()]
            if sort == "player"
            else [(x, x) for x in sets]
            for sort in each.fluent.sorts
        ]
        for arguments in product(*choices):
            yield FluentPair(
                each,
                (*each.first, *(x for x, _ in arguments)),
                tuple(x for _, x in arguments),
            )


class TheoryDifference(NamedTuple):
    """A difference, in one sentence, and the comparison that found it."""

    what: str
    comparison: str


class DifferenceWords:
    """The content of an answer set of a comparison, in the words of the package."""

    def __init__(
        self,
        link: GameLink,
        actions: Sequence[ActionPair],
        fluents: Sequence[FluentPair],
    ) -> None:
        self.link, self.actions, self.fluents = link, actions, fluents

    def step(self, found: list[Any] | None) -> TheoryDifference | None:
        """Return what differs of a step, None if nothing was found."""
        if found is None:
            return None
        number = first_atom(found, "act1").arguments[0].number
        action = self._written(self.actions[number].here, found)
        what = self.words_for(
            first_atom(found, "differs").arguments[0], self.fluents, action
        )
        state = [
            self._written(self.fluents[x.arguments[0].number].atom_here("", "s"), found)
            for x in found
            if x.name == "st1"
        ]
        words = (
            f"{what}, in a situation s with {', '.join(state) or 'no fluents'} and"
            f" {self.deal_in(found)}"
        )
        sight = any(x.name == "act2" for x in found)
        return TheoryDifference(words, "sights" if sight else "steps")

    def words_for(self, atom: Any, pairs: Sequence[FluentPair], action: str) -> str:
        """Return in words what an atom `differs(...)` says of an action."""
        after = f" after {action}" if action else ""
        if atom.name == "possible":
            return f"{action} is possible in {self.side(atom)} only"
        if atom.name == "fluent":
            pair = pairs[atom.arguments[0].number]
            return f"{pair.atom_here('', 's')} differs{after}"
        if atom.name == "sees":
            agent = next(
                x for x, i in self.link.players.items() if i == atom.arguments[0].number
            )
            what = f"what {agent} sees of {action}" if action else f"what {agent} sees"
            return f"{what} tells two runs apart on one of the two sides"
        if atom.name == "stray":
            return f"there is no word for {', '.join(map(str, atom.arguments))}{after}"
        return f"{self.link.rules.name} has an unexpected situation{after}"

    def side(self, atom: Any) -> str:
        """The package or the rule set, by the argument of an atom."""
        there = str(atom.arguments[0]) == "there"
        return f"the rule set {self.link.rules.name}" if there else "the package"

    def _written(self, text: str, found: list[Any]) -> str:
        """A text in which the sets are by their elements."""
        for term in SYMBOLIC_SETS:
            cards = [
                str(x.arguments[0])
                for x in found
                if x.name == "elem" and str(x.arguments[1]) == term
            ]
            cards.sort(key=list(self.link.cards).index)
            for mark in (f"({term}", f",{term}"):
                text = text.replace(mark, f"{mark[0]}{{{','.join(cards)}}}")
        return text

    def deal_in(self, found: list[Any], name: str = "deal1") -> str:
        """Return the cards of each holder in an answer set."""
        hands: dict[int, list[str]] = {k: [] for k in self.link.holders.values()}
        for atom in found:
            if atom.name == name:
                hands[atom.arguments[0].number].append(str(atom.arguments[1]))
        order = list(self.link.cards)
        names = {k: x for x, k in self.link.holders.items()}
        parts = (
            f"{names[k]}: {','.join(sorted(cards, key=order.index)) or 'nothing'}"
            for k, cards in hands.items()
        )
        lying = [str(x.arguments[0]) for x in found if x.name == f"open{name[-1]}"]
        lying.sort(key=order.index)
        return "; ".join([*parts, *([f"open: {','.join(lying)}"] if lying else [])])


def first_atom(found: list[Any], name: str) -> Any:
    """Return the first of some atoms with this name."""
    return next(atom for atom in found if atom.name == name)
