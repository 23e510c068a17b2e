"""Check that edited axioms say of each deal exactly what is so.

The one free choice is the deal, and the card of a show that was not seen. Another
choice, or a cycle through negation, may give a deal two answer sets or none; then the
consequences of the program say nothing about what is possible in a deal.

In the field: local stratification, of the ground program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mystpy.axioms import axioms_dir
from mystpy.errors import AxiomError
from mystpy.language.atoms import H
from mystpy.sight.rule_texts import head_of, label_of, rules_read

if TYPE_CHECKING:
    from clingo import Control, Symbol

_CHOSEN = {(H.predicate, 3), ("shown", 2)}
"""The predicates that the drivers choose."""
_HINT = "say what holds after each action by rules without choices and such cycles"


class GroundRules:
    """Collects the rules of a control as clingo grounds them."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._choices: set[int] = set()
        self._below: dict[int, set[int]] = {}
        self._negated: set[tuple[int, int]] = set()
        control.register_observer(self)  # type: ignore[arg-type]

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Keep a rule: clingo calls this."""
        if choice or len(head) > 1:
            self._choices.update(head)
        for atom in head:
            self._below.setdefault(atom, set()).update(map(abs, body))
            self._negated.update((atom, -each) for each in body if each < 0)

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Keep a rule whose body counts: clingo calls this."""
        self.rule(choice, head, [literal for literal, _ in body])

    def require_one_answer_set(self, rules: str) -> None:
        """Raise AxiomError if a deal may have several answer sets, or none."""
        names = {abs(a.literal): a.symbol for a in self._control.symbolic_atoms}
        for atom in self._choices:
            symbol = names.get(atom)
            if symbol is None or (symbol.name, len(symbol.arguments)) not in _CHOSEN:
                raise _refused(rules, symbol, "is a choice of its own")
        component = _components(self._below)
        for atom, below in self._negated:
            if component[atom] == component.get(below, -1):
                raise _refused(
                    rules, names.get(atom), "depends on its own negation, in a cycle"
                )


def _refused(rules: str, symbol: Symbol | None, what: str) -> AxiomError:
    name = symbol.name if symbol is not None else "a part of an axiom"
    texts = rules_read(axioms_dir(), rules, "asp")
    labels = (
        label_of(text, axioms_dir(), "asp") for text in texts if head_of(text) == name
    )
    label = next(filter(None, labels), "")
    return AxiomError(
        f"{label}{name} {what}: a deal would not have exactly one course of the game",
        hint=_HINT,
    )


def _components(below: dict[int, set[int]]) -> dict[int, int]:
    """Number the strongly connected components of a graph, by Tarjan's algorithm."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    found: dict[int, int] = {}
    path: list[int] = []
    for root in below:
        if root in number:
            continue
        ahead: list[tuple[int, Iterator[int]]] = []
        _enter(root, below, number, low, path, ahead.append)
        while ahead:
            atom, rest = ahead[-1]
            other = next((x for x in rest if x not in found), None)
            if other is None:
                _leave(ahead, number, low, found, path)
            elif other in number:
                low[atom] = min(low[atom], number[other])
            else:
                _enter(other, below, number, low, path, ahead.append)
    return found


def _enter(
    atom: int,
    below: dict[int, set[int]],
    number: dict[int, int],
    low: dict[int, int],
    path: list[int],
    begin: Callable[[Any], None],
) -> None:
    number[atom] = low[atom] = len(number)
    path.append(atom)
    begin((atom, iter(below.get(atom, ()))))


def _leave(
    ahead: list[tuple[int, Iterator[int]]],
    number: dict[int, int],
    low: dict[int, int],
    found: dict[int, int],
    path: list[int],
) -> None:
    atom, _ = ahead.pop()
    if ahead:
        before = ahead[-1][0]
        low[before] = min(low[before], low[atom])
    if low[atom] == number[atom]:
        while True:
            member = path.pop()
            found[member] = atom
            if member == atom:
                return
