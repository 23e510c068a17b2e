"""A tree of worlds that would refute a formula, as the literals of a solver.

In the field: a tableau for S5 with common knowledge, by satisfiability.

A history leads to a set of worlds, each with a deal, and an equivalence for each
player, who has the same hand in all worlds of a class.

Suppose that a form is true in a world of such a model. Then the worlds of this tree can
be taken from the model, and all clauses added here are true of them. (A literal for a
form in a world says that it is true there.) So if the solver finds no solution, there
is no such model. A solution may be a model that no history leads to, or the model may
have more worlds than the tree.
"""

from __future__ import annotations

from collections import deque

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    PublicProgression,
)
from mystpy.engines.symbolic.sat.copies import CopySolver
from mystpy.engines.symbolic.sat.layout import WorldLayout
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AnyOf,
    Fact,
    Group,
    Junction,
    Known,
    Literal,
    Maybe,
    Modality,
    Node,
    NormalForms,
)
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.atoms import Fluent, PossAtom
from mystpy.language.nodes import After, Formula, Next
from mystpy.processes.ticking import tick
from mystpy.thresholds import MAX_DEPTH_OF_COUNTERMODEL, MAX_WORLDS_OF_COUNTERMODEL

_CONFLICTS = 20_000


class HistorylessForms(NormalForms):
    """Normal forms for formulas without any information about the history.

    Public atoms and atoms about actions are facts. Common knowledge is covered.
    Knowledge of a conjunction is not split, since proofs by induction need it as a
    whole.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, lambda _: False, simplify=False)

    def atom(self, f: Formula, wanted: bool) -> Node:
        """Return the fact that an atom is true, or false. Raises NotCovered."""
        if not isinstance(f, Fluent | PossAtom | After | Next):
            raise NotCovered(f"{type(f).__name__} is not supported in countermodels")
        return self.kept(Fact, f, wanted)


class Relation(NamedTuple):
    """How a group relates worlds: by its pooled observations, or by chains for C."""

    group: Group
    common: bool = False

    def within(self, other: Relation) -> bool:
        """Return whether this relation is contained in the other one."""
        ones, others = set(self.group), set(other.group)
        if not other.common:
            return not self.common and others <= ones
        return ones <= others if self.common else bool(ones & others)


@dataclass(slots=True, eq=False)
class _Class:
    """An equivalence class of worlds, its first world, and what holds in all of it."""

    relation: Relation
    first: _World
    members: list[_World] = field(default_factory=list)
    everywhere: list[tuple[int, Node]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _World:
    """A world of the tree, its number, its depth in the tree, and its classes."""

    copy: int
    depth: int
    classes: dict[Relation, _Class] = field(default_factory=dict)


class CountermodelTree:
    """A tree of worlds; the first world should make a form true.

    Raises GaveUp if the solver gives up.
    """

    def __init__(self, game: Game, forms: HistorylessForms, form: Node) -> None:
        self._forms = forms
        self._relations = _relations(form)
        self._endless = any(each.common for each in self._relations)
        cells = (1 << len(game.holders) * game.c) - 1
        scene = WorldLayout(_at_the_start(game), frozenset(), cells)
        self._copies = CopySolver(scene, 0, _CONFLICTS)
        self._solver = self._copies.solver
        self._facts: dict[tuple[Formula, int], int] = {}
        self._atoms: dict[tuple[Node, object], int] = {}
        self._waiting: deque[tuple[Node, _World, int]] = deque()
        self._first = self._world(None)
        self._solver.clause([self._literal(form, self._first)])
        while self._waiting:
            tick()
            self._tell(*self._waiting.popleft())

    @property
    def worlds(self) -> int:
        """Return the number of worlds."""
        return len(self._copies)

    def refutes(self) -> bool:
        """Return whether the solver finds worlds that satisfy all clauses."""
        return self._solver.solve([], lambda _: True) is not None

    def _world(self, of: _Class | None) -> _World:
        """Return a further world of a class; without a class, the first world."""
        world = _World(self._copies.add(), 0 if of is None else of.first.depth + 1)
        for relation in self._relations:
            if of is not None and of.relation.within(relation):
                world.classes[relation] = of.first.classes[relation]
            else:
                world.classes[relation] = _Class(relation, world)
        if of is not None and not of.relation.common:
            link = self._copies.link(of.first.copy, world.copy, of.relation.group)
            self._solver.clause([link])
        for known in world.classes.values():
            known.members.append(world)
            for atom, body in known.everywhere:
                self._solver.clause([-atom, self._literal(body, world)])
        return world

    def _literal(self, form: Node, world: _World) -> int:
        """Return the literal that a form is true in a world."""
        if isinstance(form, Literal | Fact):
            atom = self._atom(form, world.copy)
            return atom if form.positive else -atom
        place: object = world
        if isinstance(form, Modality):
            place = world.classes[_relation(form)]
        key = form, place
        if key not in self._atoms:
            (atom,) = self._solver.atoms(1)
            self._atoms[key] = atom
            self._waiting.append((form, world, atom))
        return self._atoms[key]

    def _atom(self, form: Literal | Fact, copy: int) -> int:
        """Return the atom of a card or a fact; a public fact has one for all worlds."""
        if isinstance(form, Literal):
            return self._copies.card(copy, form.holder, form.card)
        key = form.atom, 0 if isinstance(form.atom, Fluent) else copy
        if key not in self._facts:
            (self._facts[key],) = self._solver.atoms(1)
            about = f"{form.atom} in world {key[1]}"
            self._solver.name([self._facts[key]], lambda: [about])
        return self._facts[key]

    def _tell(self, form: Node, world: _World, atom: int) -> None:
        self._solver.name([atom], lambda: [self._meaning(form, world)])
        match form:
            case AllOf(parts):
                for part in parts:
                    self._solver.clause([-atom, self._literal(part, world)])
            case AnyOf(parts):
                literals = [self._literal(part, world) for part in parts]
                self._solver.clause([-atom, *literals])
            case Known(_, body):
                known = world.classes[_relation(form)]
                known.everywhere.append((atom, body))
                for member in known.members:
                    self._solver.clause([-atom, self._literal(body, member)])
            case Maybe(_, body):
                self._some(world.classes[_relation(form)], body, atom)
            case _:
                raise NotCovered("countermodels do not cover counts")

    def _meaning(self, form: Node, world: _World) -> str:
        """Return the definition of the atom of a form by the atoms of its parts."""
        match form:
            case AllOf(parts) | AnyOf(parts):
                kind = "all of" if isinstance(form, AllOf) else "implies one of"
                literals = (self._literal(part, world) for part in parts)
                return " ".join((kind, *map(str, literals)))
            case Modality(group, _, common):
                kind = "known to" if isinstance(form, Known) else "possible for"
                text = f"{'commonly ' * common}{kind} {group} in world {world.copy}"
                return f"{text}: a form that the clauses give"
        return str(form)

    def _some(self, known: _Class, body: Node, atom: int) -> None:
        """Add that the body is true in a new world of a class."""
        group = known.relation.group
        more = 1 if not known.relation.common else 2 * len(group)
        deep = self._endless and known.first.depth >= MAX_DEPTH_OF_COUNTERMODEL
        if deep or self.worlds + more > MAX_WORLDS_OF_COUNTERMODEL:
            return
        if not known.relation.common:
            self._solver.clause([-atom, self._literal(body, self._world(known))])
            return
        # Of the worlds on the way to one in which it is true the first is meant.
        ways = [self._literal(body, known.first)]
        ways += [self._step(known, body, player) for player in group]
        self._solver.clause([-atom, *ways])

    def _step(self, known: _Class, body: Node, player: int) -> int:
        """Return the atom that the body is false, but true one player step away."""
        (atom,) = self._solver.atoms(1)
        before = self._world(known)
        after = self._world(before.classes[Relation((player,))])
        false = self._forms.opposite(body)
        self._solver.clause([-atom, self._literal(false, before)])
        self._solver.clause([-atom, self._literal(body, after)])
        return atom


def _relation(form: Modality) -> Relation:
    return Relation(form.group, form.common)


def _relations(form: Node) -> frozenset[Relation]:
    """Return the relations in a form, and those of the members of its groups."""
    found: set[Relation] = set()
    waiting, met = [form], {form}
    while waiting:
        part = waiting.pop()
        below = part.parts if isinstance(part, Junction) else ()
        if isinstance(part, Modality):
            below = (part.body,)
            found |= {_relation(part), *(Relation((i,)) for i in part.group)}
        waiting += [each for each in below if each not in met]
        met.update(below)
    return frozenset(found)


def _at_the_start(game: Game) -> PublicConstraints:
    """Return the constraints of Init0: every deal is possible."""
    (constraints,) = PublicProgression.start(game).constraint_sets()
    return constraints
