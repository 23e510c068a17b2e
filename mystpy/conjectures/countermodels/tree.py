"""A tree of worlds that would refute a formula, as the literals of a solver.

In the field: a tableau for S5 with common knowledge, by satisfiability.

Whatever a history leads to is a set of worlds, each with a deal, and an equivalence for
each player, who has the same hand in all worlds of a class. If in such a model a form
is true in a world, then the worlds of this tree can be taken from the model so that all
clauses told here are true of them: a literal for a form in a world says that it is true
there. So without an answer of the solver there is no such model. An answer may be a
model that no history leads to, or that has more worlds than the tree.
"""

from __future__ import annotations

from collections import deque

from mystpy.compilation import dataclass, field
from mystpy.conjectures.countermodels.forms import (
    Compound,
    Fact,
    Form,
    Forms,
    Mode,
    Relation,
    relations,
)
from mystpy.conjectures.workers import tick
from mystpy.engines.symbolic.law import Law, Progression
from mystpy.engines.symbolic.sat.copies import Copies
from mystpy.engines.symbolic.sat.layout import Scene
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula

_CONFLICTS = 20_000
_MOST_WORLDS = 300
_DEEPEST = 4
"""How many further worlds stand below each other where C makes the tree endless."""


@dataclass(slots=True, eq=False)
class _Class:
    """Worlds that are related, from the first one, and what holds in all of them."""

    relation: Relation
    first: _World
    members: list[_World] = field(default_factory=list)
    everywhere: list[tuple[int, Form]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _World:
    """A copy of the world, how deep it stands in the tree, and its classes."""

    copy: int
    depth: int
    classes: dict[Relation, _Class] = field(default_factory=dict)


class Tree:
    """A tree of worlds, the first of which is to make a form true.

    Raises GaveUp if the solver gives up.
    """

    def __init__(self, game: Game, forms: Forms, form: Form) -> None:
        self._forms = forms
        self._game = game
        self._relations = relations(form)
        self._endless = any(each.kind == "common" for each in self._relations)
        cells = (1 << len(game.holders) * game.c) - 1
        self._scene = Scene(_at_the_start(game), frozenset(), cells)
        self._copies = Copies(self._scene, 0, _CONFLICTS)
        self._solver = self._copies.solver
        self._facts: dict[tuple[Formula, int], int] = {}
        self._atoms: dict[tuple[Form, object], int] = {}
        self._waiting: deque[tuple[Form, _World, int]] = deque()
        self._first = self._world(None)
        self._solver.clause([self._literal(form, self._first)])
        while self._waiting:
            tick()
            self._tell(*self._waiting.popleft())

    @property
    def worlds(self) -> int:
        """How many worlds there are."""
        return len(self._copies)

    def refutes(self) -> bool:
        """Whether the solver finds worlds of which all is true that was told."""
        return self._solver.solve([], lambda _: True) is not None

    def _world(self, of: _Class | None) -> _World:
        """A further world of a class; of none the first one."""
        world = _World(self._copies.add(), 0 if of is None else of.first.depth + 1)
        for relation in self._relations:
            if of is not None and of.relation.within(relation):
                world.classes[relation] = of.first.classes[relation]
            else:
                world.classes[relation] = _Class(relation, world)
        if of is not None and of.relation.kind == "pooled":
            link = self._copies.link(of.first.copy, world.copy, of.relation.group)
            self._solver.clause([link])
        for known in world.classes.values():
            known.members.append(world)
            for atom, body in known.everywhere:
                self._solver.clause([-atom, self._literal(body, world)])
        return world

    def _literal(self, form: Form, world: _World) -> int:
        """The literal that a form is true in a world."""
        if isinstance(form, Fact):
            atom = self._fact(form, world.copy)
            return atom if form.positive else -atom
        place: object = world
        if isinstance(form, Mode):
            place = world.classes[form.relation]
        key = form, place
        if key not in self._atoms:
            (atom,) = self._solver.atoms(1)
            self._atoms[key] = atom
            self._waiting.append((form, world, atom))
        return self._atoms[key]

    def _fact(self, fact: Fact, copy: int) -> int:
        """The atom of a fact; what is public has one for all worlds."""
        atom = fact.atom
        if isinstance(atom, H):
            holder, card = int(str(atom.holder)), self._game.deck[str(atom.card)]
            bit = 1 << self._scene.hand_at(holder) + card
            return self._copies.all_literals(copy, bit)[0]
        key = atom, 0 if fact.public else copy
        if key not in self._facts:
            (self._facts[key],) = self._solver.atoms(1)
        return self._facts[key]

    def _tell(self, form: Form, world: _World, atom: int) -> None:
        """Tell what follows where a form is true."""
        match form:
            case Compound(True, parts):
                for part in parts:
                    self._solver.clause([-atom, self._literal(part, world)])
            case Compound(False, parts):
                literals = [self._literal(part, world) for part in parts]
                self._solver.clause([-atom, *literals])
            case Mode(True, relation, body):
                known = world.classes[relation]
                known.everywhere.append((atom, body))
                for member in known.members:
                    self._solver.clause([-atom, self._literal(body, member)])
            case Mode(False, relation, body):
                self._some(world.classes[relation], body, atom)

    def _some(self, known: _Class, body: Form, atom: int) -> None:
        """Tell that the body is true in a world of a class: in one made for it."""
        group = known.relation.group
        more = 1 if known.relation.kind == "pooled" else 2 * len(group)
        deep = self._endless and known.first.depth >= _DEEPEST
        if deep or self.worlds + more > _MOST_WORLDS:
            return
        if known.relation.kind == "pooled":
            self._solver.clause([-atom, self._literal(body, self._world(known))])
            return
        # Of the worlds on the way to one in which it is true the first is meant.
        ways = [self._literal(body, known.first)]
        ways += [self._step(known, body, player) for player in group]
        self._solver.clause([-atom, *ways])

    def _step(self, known: _Class, body: Form, player: int) -> int:
        """An atom: the body is false, and true one step of a player further."""
        (atom,) = self._solver.atoms(1)
        before = self._world(known)
        after = self._world(before.classes[Relation("pooled", (player,))])
        false = self._forms.opposite(body)
        self._solver.clause([-atom, self._literal(false, before)])
        self._solver.clause([-atom, self._literal(body, after)])
        return atom


def _at_the_start(game: Game) -> Law:
    """The law of Init0: every deal."""
    (law,) = Progression.start(game).laws()
    return law
