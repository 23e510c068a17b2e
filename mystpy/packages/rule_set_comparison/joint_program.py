"""The package and the folder axioms as one answer set program, tied by their words.

A copy of both is one run: copies of the axioms begin with `a1_`, of the package with
`p1_`, and so on. The deal of a run is `deal1(K,X)`, shared by both, as are the cards
that lie open, `open1(X)`. Sets of cards are shared by all copies: `set_term(T)`,
`elem(X,T)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mystpy.engines.backend import control
from mystpy.engines.interrupt import interruptions
from mystpy.errors import QueryError
from mystpy.packages.history_runs.answer_set_program import value_facts
from mystpy.packages.history_runs.solver_calls import WAIT
from mystpy.packages.rule_set_comparison.copied_rules import (
    body_text,
    copied,
    head_text,
    is_constraint,
    is_plain,
    is_rule,
    parsed_files,
)
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.rule_set_comparison.step_rules import StepRules

MAX_CONFLICTS = 300_000
"""The maximal number of conflicts; beyond it the package is not certified."""


class JointProgram:
    """The texts of a joint program: copies of each side, and rules that tie them."""

    def __init__(self, link: GameLink, rules: StepRules) -> None:
        self.link, self.rules = link, rules
        self.package = link.package
        self._axioms = [x for x in parsed_files(link.rules.files()) if is_rule(x)]
        self.held = link.held.name
        self._chosen = {self.held} | ({link.open.name} if link.open else set())

    def facts(self, prefix: str) -> Iterator[str]:
        """Yield the game as the folder axioms read it, with the package's cards."""
        game, here = self.link.game, {x: y for y, x in self.link.cards.items()}
        constants = {"m": game.m, "n": game.n, "p": game.p, "q": game.q}
        for name, value in constants.items():
            if value is not None:
                yield f"{prefix}constant({name},{value})."
        for number, card in enumerate(game.cards, 1):
            yield f"{prefix}symbol({number},{here[card]})."
        if game.rules == "clue":
            for holder, size in enumerate(game.sizes):
                yield f"{prefix}given_size({holder},{size})."
        for name, sort in game.sorts:
            yield from (f"{prefix}sort_of({here[card]},{name})." for card in sort)

    def axioms(self, run: int, *, judged: bool = False) -> Iterator[str]:
        """Yield a copy of the folder axioms, whose deal is that of the run.

        Constraints are left as they are, or if the deal is `judged` derive `violated`.
        """
        prefix = f"a{run}_"
        yield from self.facts(prefix)
        for node in self._axioms:
            if judged and is_constraint(node):
                yield f"{prefix}violated :- {body_text(node, prefix, {})}."
            else:
                yield copied(node, prefix)
        yield f"{prefix}{self.link.rules.held}(K,X,init0) :- deal{run}(K,X)."
        yield from self._face_up(run, prefix, judged=judged)
        yield f"{prefix}set_term(T) :- set_term(T)."
        yield f"{prefix}element(X,T) :- elem(X,T)."

    def _face_up(self, run: int, prefix: str, *, judged: bool) -> Iterator[str]:
        """Which cards lie open in the game of a run: all see which game it is."""
        if self.link.open is None:
            return
        yield f"{prefix}{self.link.rules.face_up}(X) :- open{run}(X)."
        yield f"{prefix}obs0(I,open(X)) :- {prefix}player(I), open{run}(X)."
        head = f"{prefix}violated" if judged else ""
        number = self.link.open_cards
        yield f"{head} :- not {number} {{ open{run}(X) }} {number}."

    def own_rules(self, run: int, *, judged: bool = False) -> Iterator[str]:
        """Yield a copy of the package's axioms, whose deal is that of the run.

        Its choices and constraints are about the deal: they are left out, or derive
        `violated` where the deal is `judged`.
        """
        prefix, numbers = f"p{run}_", self.package.constants
        yield from self._sorts(prefix)
        for node in self.rules.statements:
            if is_plain(node) and not self._is_chosen(node):
                yield copied(node, prefix, numbers)
            elif judged:
                yield from self._judged(node, prefix)
        for each, holder in self.link.holders.items():
            yield f"{prefix}{self.held}({each},X) :- deal{run}({holder},X)."
        atoms = [f"{self.held}(K,X)"]
        if self.link.open is not None:
            atoms.append(f"{self.link.open.name}(X)")
            yield f"{prefix}{atoms[1]} :- open{run}(X)."
        for atom in atoms if judged else ():
            yield f"{prefix}violated :- {prefix}{atom}, not {prefix}may({atom})."

    def _is_chosen(self, node: Any) -> bool:
        return str(getattr(node.head.atom.symbol, "name", "")) in self._chosen

    def _judged(self, node: Any, prefix: str) -> Iterator[str]:
        """Yield the rules by which a choice or a constraint judges the deal."""
        numbers = self.package.constants
        body = body_text(node, prefix, numbers)
        if is_constraint(node):
            yield f"{prefix}violated :- {body}."
            return
        head = head_text(node, prefix, numbers)
        if is_plain(node):
            yield f"{prefix}may({head.removeprefix(prefix)}) :- {body}."
            yield f"{prefix}violated :- {body}; not {head}."
            return
        for element in node.head.elements:
            parts = [body, *(copied(x, prefix, numbers) for x in element.condition)]
            atom = copied(element.literal, prefix, numbers).removeprefix(prefix)
            kind = "may" if atom.partition("(")[0] in self._chosen else "free"
            yield f"{prefix}{kind}({atom}) :- {'; '.join(parts)}."
        if node.head.left_guard is not None or node.head.right_guard is not None:
            yield f"{prefix}violated :- {body}; not {head}."

    def _sorts(self, prefix: str) -> Iterator[str]:
        """The values of each sort; of sets those terms that have the right size."""
        yield f"{prefix}agent(I) :- {prefix}{self.package.agents.name}(I)."
        yield f"{prefix}element(X,T) :- elem(X,T)."
        for name, sort in self.package.sorts.items():
            if sort.sizes is None:
                yield from value_facts(sort, prefix)
                continue
            yield from (f"size_of({name},{size})." for size in sort.sizes)
            if set(sort.elements) == set(self.link.card_sort.elements):
                each = "".join(
                    f", 1 {{ elem(({';'.join(map(str, part))}),T) }} 1"
                    for part in sort.parts
                )
                yield f"{prefix}{name}(T) :- set_size(T,N), size_of({name},N){each}."

    def symbolic_sets(self, terms: Sequence[str]) -> Iterator[str]:
        """Yield sets whose elements are free; no two of them are the same set."""
        cards = ";".join(self.link.cards)
        for term in terms:
            yield f"set_term({term})."
            yield f"{{ elem(({cards}),{term}) }}."
        yield "set_size(T,N) :- set_term(T), N = #count { X : elem(X,T) }."
        for place, one in enumerate(terms):
            for other in terms[:place]:
                name = f"apart({other},{one})"
                yield f"{name} :- elem(X,{other}), not elem(X,{one})."
                yield f"{name} :- elem(X,{one}), not elem(X,{other})."
                yield f":- not {name}."

    def named_sets(self, terms: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
        """Yield sets by their elements."""
        for term, elements in terms:
            yield f"set_term({term})."
            yield from (f"elem({x},{term})." for x in elements)
            yield f"set_size({term},{len(elements)})."

    def free_deal(self, run: int) -> str:
        """Return the rules by which the deal of a run is any deal of the game.

        The cards that lie open are then any that can.
        """
        deal = f"{{ deal{run}(K,X) : a{run}_holder(K) }} :- a{run}_card(X)."
        return deal if self.link.open is None else f"{deal} {self.free_open(run)}"

    def free_open(self, run: int) -> str:
        """Return the rule by which any cards may lie open."""
        return f"{{ open{run}(({';'.join(self.link.cards)})) }}."


def solved(lines: Iterable[str], names: Sequence[str]) -> list[Any] | None:
    """Return the atoms of these predicates in an answer set, None if there is none.

    Raises QueryError if the search is given up.
    """
    complaints: list[str] = []
    options = ["--warn=none", f"--solve-limit={MAX_CONFLICTS}"]
    found = control(options, lambda _code, message: complaints.append(message))
    found.add("base", [], "\n".join(lines))
    with interruptions() as let_through:
        found.ground([("base", [])])
        with found.solve(yield_=True, async_=True) as handle:
            while not handle.wait(WAIT):
                let_through()
            model = handle.model()
            if model is not None:
                return [x for x in model.symbols(atoms=True) if x.name in names]
            if not handle.get().unsatisfiable:
                raise QueryError(
                    f"the comparison needs more than {MAX_CONFLICTS:,} conflicts"
                )
    return None
