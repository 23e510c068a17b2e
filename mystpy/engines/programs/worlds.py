"""Programs over the axiom files in which the actions are chosen, in several worlds.

A query gives the actions as step(T,A); here the solver chooses them. The rules that
depend on the deal are repeated for each world, with the world's name appended to the
predicates that depend on h.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from mystpy.axiom_folder import cached_by_theory
from mystpy.axiom_folder.asp_check import program_text
from mystpy.axioms import rule_files
from mystpy.engines.backend import ClingoModule
from mystpy.engines.interrupt import interruptions
from mystpy.errors import AxiomError, EngineFailed
from mystpy.language.atoms import H

if TYPE_CHECKING:
    import clingo
    from clingo import Symbol, ast
    from clingo.ast import AST
else:
    clingo, ast = ClingoModule("clingo"), ClingoModule("clingo.ast")

_PATIENCE = 0.05
_OPTIONS = ("1", "--warn=none", "--configuration=frumpy")
"""The configuration of clingo that was quickest in searches in Clue."""
_WORLD = "_in_this_world"
_DEAL = (H.predicate, 3)
_GIVEN = {("given", 2), ("step", 2)}
_FREE = {_DEAL, ("shown", 2)}
_OF_VIEWS = {("done", 2), ("obs0", 2), ("obs", 4), ("view", 2), ("unaware", 2)}
"""The predicates for the views of players, which these programs do not use."""


def world_rules(rules: str, world: str, *, free: bool = True) -> str:
    """Return the rules of the files for a further world, with its name in predicates.

    Instead of constraints they define the atom `impossible` of the world. Unless it is
    `free`, nothing is chosen in it: its h/3 has to be defined elsewhere.
    """
    return _pattern(rules, free).replace(_WORLD, world)


@cached_by_theory()
def _pattern(rules: str, free: bool) -> str:
    return "\n".join(_world_rules(rules, _WORLD, free))


def own(rules: str, name: str, arity: int, world: str) -> str:
    """Return the name of a predicate in a world."""
    return f"{name}{world}" if (name, arity) in _dependent(rules) else name


@cached_by_theory()
def _rules(rules: str) -> tuple[AST, ...]:
    """Return the rules in the files for these games, including included files."""
    found: list[AST] = []
    ast.parse_string(program_text(rule_files(rules)), found.append)
    return tuple(each for each in found if each.ast_type == ast.ASTType.Rule)


# At exit nodes are freed before clingo is unloaded: clingo was loaded after this
# module, and would be unloaded before it.
atexit.register(_rules.cache_clear)


@cache
def _collector() -> Any:
    """Return a transformer that collects, or renames, the predicates of a rule."""

    class Names(ast.Transformer):
        def __init__(
            self, world: str = "", some: Iterable[tuple[str, int]] = ()
        ) -> None:
            self.found: set[tuple[str, int]] = set()
            self.world = world
            self.some = frozenset(some)

        def visit(self, ast: AST, *args: Any, **named: Any) -> Any:
            if ast.ast_type.name == "SymbolicAtom":
                return self.atom(ast)
            return super().visit(ast, *args, **named)

        def atom(self, atom: AST) -> AST:
            term: Any = atom.symbol
            if term.ast_type.name == "Pool":  # of facts, which no deal changes
                return atom
            key = term.name, len(term.arguments)
            self.found.add(key)
            if key in self.some:
                return atom.update(symbol=term.update(name=f"{term.name}{self.world}"))
            return atom

    return Names


def _in(part: AST) -> set[tuple[str, int]]:
    names = _collector()()
    names.visit(part)
    found: set[tuple[str, int]] = names.found
    return found


def _heads(rule: AST) -> set[tuple[str, int]]:
    """Return the predicates that a rule derives, without the conditions of a choice."""
    if rule.head.ast_type == ast.ASTType.Aggregate:
        return {key for each in rule.head.elements for key in _in(each.literal)}
    return _in(rule.head)


@cached_by_theory()
def _dependent(rules: str) -> frozenset[tuple[str, int]]:
    """Return the predicates that depend on the deal, once the actions are chosen."""
    found = {_DEAL}
    while True:
        more = {
            key
            for rule in _rules(rules)
            if _in(rule) & found
            for key in _heads(rule)
            if key not in _GIVEN | _OF_VIEWS
        }
        if more <= found:
            return frozenset(found)
        found |= more


def _world_rules(rules: str, world: str, free: bool) -> Iterator[str]:
    some = _dependent(rules)
    broken = _literal(f"impossible{world}")
    for rule in _rules(rules):
        used, heads = _in(rule), _heads(rule)
        if not used & some or ("given", 2) in used:
            continue
        if heads & _OF_VIEWS or (heads & _FREE and not free):
            continue
        renamed = _collector()(world, some).visit(rule)
        yield str(renamed if heads else renamed.update(head=broken))


def _literal(name: str) -> AST:
    place = ast.Position("<mystpy>", 1, 1)
    here = ast.Location(place, place)
    term = ast.Function(here, name, [], 0)
    return ast.Literal(here, ast.Sign.NoSign, ast.SymbolicAtom(term))


class GameControl:
    """One control over the files of a kind of games and further text.

    `tick` is called regularly; an exception in it ends the search. A search stops after
    `limit` conflicts, if that is not None.
    """

    def __init__(
        self,
        rules: str,
        text: str,
        tick: Callable[[], None],
        limit: int | None = None,
    ) -> None:
        self._tick = tick
        self._parts = 0
        self._control = clingo.Control(_OPTIONS)
        self._control.add("base", [], program_text(rule_files(rules)))
        self._set: Any = self._control.configuration.solve
        if limit is not None:
            self._set.solve_limit = str(limit)  # type: ignore[union-attr]
        self._ground("base", text)

    def add(self, text: str) -> None:
        """Add rules to the ground program."""
        self._parts += 1
        self._ground(f"part_{self._parts}", text)

    def _ground(self, part: str, text: str) -> None:
        self._tick()
        self._control.add(part, [], text)
        try:
            self._control.ground([(part, [])])
        except RuntimeError as error:
            raise AxiomError(f"the program does not ground: {error}") from error

    def false(
        self, name: str, arity: int, true: Iterable[tuple[Symbol, bool]]
    ) -> list[tuple[Symbol, bool]]:
        """Return the atoms of a predicate that are not among the true ones."""
        known = {atom for atom, _ in true}
        atoms = self._control.symbolic_atoms.by_signature(name, arity)
        return [(each.symbol, False) for each in atoms if each.symbol not in known]

    def first(
        self, assumed: Iterable[tuple[Symbol, bool]] = ()
    ) -> frozenset[Symbol] | None:
        """Return the shown atoms of an answer set, if there is one. See `best`."""
        return next(iter(self._solved(assumed, "ignore", 1)), None)

    def best(
        self, assumed: Iterable[tuple[Symbol, bool]], most: int
    ) -> list[frozenset[Symbol]]:
        """Return the shown atoms of at most `most` optimal answer sets.

        An assumed atom that does not occur is false. Raises EngineFailed if the search
        stops, and whatever `tick` raises.
        """
        return self._solved(assumed, "optN", most)

    def _solved(
        self, assumed: Iterable[tuple[Symbol, bool]], mode: str, most: int
    ) -> list[frozenset[Symbol]]:
        known = []
        for atom, value in assumed:
            if atom in self._control.symbolic_atoms:
                known.append((atom, value))
            elif value:
                return []
        self._set.opt_mode, self._set.models = mode, most
        found: list[frozenset[Symbol]] = []

        def keep(model: clingo.Model) -> None:
            if mode == "ignore" or model.optimality_proven:
                found.append(frozenset(model.symbols(shown=True)))

        with (
            interruptions() as let_through,
            self._control.solve(known, on_model=keep, async_=True) as handle,
        ):
            while not handle.wait(_PATIENCE):
                let_through()
                self._tick()
            done = handle.get()
        if done.unknown:
            raise EngineFailed("the search was given up")
        return found
