"""Actions and fluents of a package, each beside what it is in the rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from mystpy.compilation import NamedTuple
from mystpy.packages.rule_set_comparison.game_link import (
    GameLink,
    LinkedFluent,
    applied_term,
)


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
