"""The result of the search: a deal, a history, and values of the variables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from mystpy.bits import mask_of
from mystpy.compilation import dataclass
from mystpy.conjectures.replay.query import ground, history_table
from mystpy.conjectures.search.goals import GoalRules
from mystpy.conjectures.values import Binding, Value
from mystpy.engines import get_engine
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import (
    OF_PLAYERS,
    Action,
    Asks,
    Guess,
    Shows,
)
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import After, And, Formula, Implies, Next, Quantified
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import is_objective, is_static
from mystpy.questions.knowledge import ask

Atoms = Mapping[str, list[Any]]
"""The true atoms of an answer by the names of their predicates."""


@dataclass(frozen=True, slots=True)
class FormulaInstance:
    """A formula after the first `actions` actions, with values of its variables."""

    node: Formula
    binding: Binding
    actions: int


class FoundSituation:
    """A deal and a history that the solver has chosen."""

    def __init__(self, game: Game, atoms: Atoms, goals: GoalRules) -> None:
        self.game = game
        self.atoms = atoms
        self.goals = goals

    @cached_property
    def _sets(self) -> dict[str, set[str]]:
        found = defaultdict(set)
        for atom in self.atoms["element"]:
            found[str(atom.arguments[1])].add(str(atom.arguments[0]))
        return found

    def hands(self, world: str = "") -> tuple[frozenset[str], ...]:
        """Return the hands by holder in a world."""
        found: list[set[str]] = [set() for _ in self.game.holders]
        for atom in self.atoms[f"{H.predicate}{world}"]:
            if len(atom.arguments) == 3:
                found[atom.arguments[0].number].add(str(atom.arguments[1]))
        return tuple(map(frozenset, found))

    @cached_property
    def history(self) -> History:
        """Return the deal with all actions, including those after the history."""
        shown = {
            str(atom.arguments[0]): str(atom.arguments[1])
            for atom in self.atoms["shown"]
        }
        steps = {atom.arguments[0].number: atom for atom in self.atoms["step"]}
        actions = []
        for step, atom in sorted(steps.items()):
            term = atom.arguments[1]
            here = f"at({step})" if step else "init0"
            actions.append(self._action(term, shown.get(f"do({term},{here})")))
        return History(self.game, self.hands(), tuple(actions))

    def _action(self, term: Any, shown: str | None) -> Action:
        player = term.arguments[0].number
        if term.name == Shows.name:
            return Shows(player, term.arguments[1].number, shown)
        if term.name in (Asks.name, Guess.name):
            cards = frozenset(self._sets[str(term.arguments[1])])
            return (
                Asks(player, cards) if term.name == Asks.name else Guess(player, cards)
            )
        return OF_PLAYERS[term.name](player)

    def _value(self, k: int, whole: bool) -> Value:
        if whole:
            return self._set(self._sets[f"var({k})"])
        term = self._chosen(k)
        if term.isdigit():
            return int(term)
        if term in self.game.deck:
            return self.game.deck[term]
        return self._set(self._sets[term])

    def _chosen(self, k: int) -> str:
        return next(
            str(atom.arguments[1])
            for atom in self.atoms["value"]
            if atom.arguments[0].number == k
        )

    def _set(self, members: set[str]) -> Value:
        if any(member.isdigit() for member in members):
            return tuple(sorted(map(int, members)))
        return mask_of(members, self.game)

    def instances(
        self, node: Formula, binding: Binding, at: int
    ) -> Iterator[FormulaInstance]:
        """Yield the premises that lead to the failing part, and finally that part."""
        reached = {str(atom) for atom in self.atoms["goal"]}
        while True:
            goals = self.goals
            match node:
                case Quantified() if node.every and id(node) in goals.chosen:
                    value = self._value(*goals.chosen[id(node)])
                    binding, node = {**binding, node.var: value}, node.body
                case Implies(left, right):
                    yield FormulaInstance(left, binding, at)
                    node = right
                case And(parts) if id(node) in goals.parts:
                    chosen = zip(goals.parts[id(node)], parts, strict=True)
                    node = next(part for goal, part in chosen if goal in reached)
                case After() | Next():
                    node, at = node.body, at + 1
                case _:
                    yield FormulaInstance(node, binding, at)
                    return

    def confirmed(self, node: Formula, length: int) -> bool:
        """Return whether `ask` finds that the premises are true and the rest is false.

        Raises NotCovered if a part is about other situations, so that `ask` cannot
        check it.
        """
        *premises, last = self.instances(node, {}, length)
        wanted = [(premise, "true") for premise in premises] + [(last, "false")]
        wanted = [each for each in wanted if not is_objective(each[0].node)]
        return all(self._asked(each) == value for each, value in wanted)

    def _asked(self, instance: FormulaInstance) -> str:
        node = instance.node
        if not is_static(node):
            raise NotCovered(
                "the search cannot check knowledge beside what is possible in one"
                " premise, or in one conclusion",
                hint="make a premise of each: possible(A) -> K(i,...) -> ...",
            )
        text = ground(node, self.game, instance.binding)
        history = self.history.prefix(instance.actions)
        formula = parse_formula(text, self.game)
        return str(ask(history, formula, get_engine("asp")).value)

    def query(self, node: Formula, length: int) -> dict[str, object]:
        """Return the situation and the false part, as a query that `ask` replays."""
        *_, last = self.instances(node, {}, length)
        history = self.history.prefix(last.actions)
        found = history_table(history, last.actions - length)
        if is_static(last.node):
            text = ground(last.node, self.game, last.binding)
            found |= {"formula": text, "value": "false"}
        return found

    def moved(self, one: str, other: str) -> dict[str, str]:
        """Return the cards that another world moves, each with the card it replaces."""
        places: dict[str, str] = {}
        pairs = zip(self.hands(one), self.hands(other), strict=True)
        for before, after in pairs:
            gone = sort_cards(before - after, self.game.deck)
            come = sort_cards(after - before, self.game.deck)
            places |= dict(zip(come, gone, strict=True))
        return places
