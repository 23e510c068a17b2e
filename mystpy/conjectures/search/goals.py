"""The conditions for a formula to fail, as goals of the search.

If a `forall` fails, the rest fails for a chosen value. If knowledge fails, there is a
further world that looks alike; if common knowledge fails, there is a chain of worlds.
If knowledge must hold, only its body is a goal; the rest is a claim that is checked
later.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.axiom_folder.signature import SET_SORTS
from mystpy.compilation import dataclass, field, replace
from mystpy.conjectures.search.claims import KnowledgeClaim
from mystpy.conjectures.search.program import SearchProgram, TermRef, Worlds
from mystpy.conjectures.search.truth import Env, TruthRules, WorldPoint
from mystpy.conjectures.truth import of_last_question
from mystpy.errors import NotCovered
from mystpy.history.actions import Shows
from mystpy.language.atoms import Question
from mystpy.language.nodes import (
    After,
    And,
    Common,
    CountOver,
    Distributed,
    Formula,
    Iff,
    Implies,
    Modal,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.language.numbers import Comparison
from mystpy.language.subformulas import children, is_objective, is_static, walk
from mystpy.language.temporal import Temporal

CHAIN = 3
"""The longest chain of worlds by which common knowledge is refuted."""

_MOST_WORLDS, _MOST_PARTS = 24, 200


@dataclass(frozen=True, slots=True)
class _Here:
    """The context of a goal: its atom, the variables, and the situation of a world."""

    goal: str
    env: Env
    step: int
    world: Worlds = ""


@dataclass(slots=True)
class GoalRules:
    """Writes goals; `chosen` and `parts` say how a failing formula is decomposed.

    Their keys are identities of nodes. `chosen` has the number of the value chosen for
    a node, `parts` the goals of its parts, one of which fails. Unless `exact`, claims
    about knowledge of knowledge were left out, and a solution may be no counterexample.
    """

    scene: SearchProgram
    truth: TruthRules
    claims: list[KnowledgeClaim] = field(default_factory=list)
    chosen: dict[int, tuple[int, bool]] = field(default_factory=dict)
    parts: dict[int, list[str]] = field(default_factory=dict)
    exact: bool = True
    chained: bool = False
    _acted: set[int] = field(default_factory=set)

    def fail(self, node: Formula) -> None:
        """Require that the formula fails after the history, or raise NotCovered."""
        beyond = Distributed | CountOver | Comparison | Temporal
        if any(isinstance(part, beyond) for part in walk(node)):
            what = "what groups know together, at counts, and at other times"
            hint = "lower the bound on c: games of few cards are listed"
            raise NotCovered(f"the search cannot look at {what}", hint=hint)
        self.scene.add("goal(0).")
        self._need(node, False, _Here("goal(0)", {}, self.scene.length))

    def _goal(self, below: str | None = None) -> str:
        goal = f"goal({self.scene.number()})"
        if below is not None:
            self.scene.rule(goal, (below,))
        return goal

    def _need(self, node: Formula, want: bool, here: _Here) -> None:
        match node:
            case Not(body):
                self._need(body, not want, here)
            case Quantified(every) if every is not want:
                self._choose(node, want, here)
            case Implies(left, right) if not want:
                self._need(left, True, here)
                self._need(right, False, here)
            case And(parts) | Or(parts) if isinstance(node, And) is want:
                for part in parts:
                    self._need(part, want, here)
            case After() | Next() if not want and not here.world:
                self._act(node, here)
            case _ if is_objective(node):
                self._state(node, want, here)
            case _:
                self._need_knowledge(node, want, here)

    def _need_knowledge(self, node: Formula, want: bool, here: _Here) -> None:
        match node:
            case Modal() if not want:
                self._doubt(node, here)
            case Modal():
                self._know(node, here)
            case Quantified():
                for body, at in self._each(node, here):
                    self._need(body, want, at)
            case And(parts) | Or(parts):
                self._one_of(node, [(part, want) for part in parts], here)
            case Implies(left, right):
                self._one_of(node, [(left, False), (right, True)], here)
            case Iff(left, right):
                both = And((left, right if want else Not(right)))
                none = And((Not(left), Not(right) if want else right))
                self._one_of(node, [(both, True), (none, True)], here)
            case _:
                raise _ahead()

    def _state(self, node: Formula, want: bool, here: _Here) -> None:
        place = WorldPoint(TermRef(self.scene.situation(here.step)), here.world)
        atom = self.truth.atom(node, here.env, place)
        self.scene.never((here.goal, *atom.given, "not " * want + atom.term))

    def _one_of(
        self, node: Formula, options: list[tuple[Formula, bool]], here: _Here
    ) -> None:
        goals = [self._goal() for _ in options]
        self.parts[id(node)] = goals
        self.scene.add(f"1 {{ {'; '.join(goals)} }} 1 :- {here.goal}.")
        before, acted = set(self._acted), set(self._acted)
        for goal, (option, want) in zip(goals, options, strict=True):
            self._acted = set(before)
            self._need(option, want, replace(here, goal=goal))
            acted |= self._acted
        self._acted = acted

    def _choose(self, node: Quantified, want: bool, here: _Here) -> None:
        """Require the rest to have the wanted value for a chosen element."""
        k = self.scene.number()
        whole = node.sort == "set" and not of_last_question(node)
        self.chosen[id(node)] = k, whole or node.sort == "group"
        if whole or node.sort == "group":
            ref = self._chosen_set(node, k, here)
        else:
            ref = TermRef(f"V{k}", (f"value({k},V{k})",), is_set=node.sort == "set")
            place = TermRef(self.scene.situation(here.step))
            var = self.truth.element(node, here.env, place)
            *outer, said = var.given
            pick = f"1 {{ value({k},{var.term}) : {said} }} 1"
            self.scene.rule(pick, (here.goal, *outer))
        self._need(node.body, want, replace(here, env={**here.env, node.var: ref}))

    def _chosen_set(self, node: Quantified, k: int, here: _Here) -> TermRef:
        term = f"var({k})"
        if node.sort == "group":
            self.scene.add(f"{{ element(I,{term}) : player(I) }}.")
            self.scene.never((here.goal, f"#count {{ I : element(I,{term}) }} = 0"))
            return TermRef(term, is_set=True)
        self.scene.add(f"set_term({term}). {{ element(X,{term}) : card(X) }}.")
        if kind := SET_SORTS.get(str(node.domain)):
            self.scene.never((here.goal, f"not {kind}({term})"))
        return TermRef(term, is_set=True)

    def _each(self, node: Quantified, here: _Here) -> Iterator[tuple[Formula, _Here]]:
        """Yield the body for each element, with a goal if it has to be checked."""
        terms = [] if of_last_question(node) else self._terms(node)
        k = self.scene.number()
        place = TermRef(self.scene.situation(here.step))
        var = self.truth.element(node, here.env, place)
        if of_last_question(node):
            some = self._goal()
            self.scene.rule(some, (here.goal, f"{Question.predicate}(_,{place.term})"))
            ref = TermRef(f"V{k}", (f"value({k},V{k})",), is_set=True)
            self.scene.rule(f"value({k},{var.term})", (here.goal, *var.given))
            yield node.body, replace(here, goal=some, env={**here.env, node.var: ref})
            return
        for term in terms:
            goal = self._goal()
            given = [lit.replace(var.term, term) for lit in var.given]
            self.scene.rule(goal, (here.goal, *given))
            env = {**here.env, node.var: TermRef(term, is_set=var.is_set)}
            yield node.body, replace(here, goal=goal, env=env)

    def _terms(self, node: Quantified) -> list[str]:
        game = self.scene.game
        found = {
            "player": list(map(str, range(1, game.p + 1))),
            "holder": list(map(str, game.holders)),
            "card": list(game.cards),
            "group": [f"groups({k})" for k in range(2**game.p - 1)],
        }.get(node.sort, [])
        if not found or len(found) > _MOST_PARTS:
            raise NotCovered(
                f"the search cannot look at what is known of all {node.domain} at once",
                hint="let the quantifier speak of the last question: exists Q in"
                " questions: Question(Q) & ..., or put forall in front",
            )
        return found

    def _act(self, node: After | Next, here: _Here) -> None:
        if here.step in self._acted:
            raise NotCovered(
                "the search cannot look at two actions after the same history at once",
                hint="state one conjecture for each of them",
            )
        self._acted.add(here.step)
        situation = self.scene.situation(here.step)
        if isinstance(node, Next):
            step = f"step({here.step},A)"
            self.scene.add(f"1 {{ {step} : may({here.step},A) }} 1 :- {here.goal}.")
        else:
            self._do(node, here, situation)
        self._need(node.body, False, replace(here, step=here.step + 1))

    def _do(self, node: After, here: _Here, situation: str) -> None:
        action = self.truth.action(node.action, here.env)
        if node.action.kind != Shows.name:
            step = f"step({here.step},{action.term})"
            self.scene.rule(step, (here.goal, *action.given))
            poss = f"poss({action.term},{situation})"
            self.scene.never((here.goal, *action.given, f"not {poss}"))
            return
        by, to, card = (self.truth.ref(arg, here.env) for arg in node.action.args)
        done = f"{Shows.name}({by.term},{to.term},unseen)"
        given = (here.goal, *action.given)
        self.scene.rule(f"step({here.step},{done})", (here.goal, *by.given, *to.given))
        self.scene.never((*given, f"not shown(do({done},{situation}),{card.term})"))

    def _doubt(self, node: Modal, here: _Here) -> None:
        """Require a player not to know the body: it is false in a further world."""
        links = CHAIN if isinstance(node, Common) else 1
        if self.scene.worlds + links > _MOST_WORLDS:
            self.exact = False
            return
        self.chained |= isinstance(node, Common)
        world = here.world
        for _ in range(links):
            who = self._member(node, here)
            other = self.scene.new_world()
            self.scene.link(world, other, who, here.step, here.goal)
            world = other
        self._need(node.body, False, replace(here, world=world))

    def _member(self, node: Modal, here: _Here) -> TermRef:
        group = self.truth.ref(node.knowers, here.env)
        k = self.scene.number()
        pick = f"1 {{ value({k},P{k}) : element(P{k},{group.term}) }} 1"
        self.scene.rule(pick, (here.goal, *group.given))
        return TermRef(f"V{k}", (f"value({k},V{k})",))

    def _know(self, node: Modal, here: _Here) -> None:
        """Require the body to be true, and claim that it is known."""
        if not is_static(node.body):
            raise _ahead()
        self._need(node.body, True, here)
        if not is_objective(node.body) or isinstance(node, Common):
            self.exact = False
        if not is_objective(node.body):
            return
        k = self.scene.number()
        group = self.truth.ref(node.knowers, here.env)
        who = TermRef(f"P{k}", (*group.given, f"element(P{k},{group.term})"))
        against = self.scene.new_world()
        claim = KnowledgeClaim(
            k, here.goal, who, node.body, here.env, here.world, here.step, against
        )
        self.claims.append(claim)
        claim.write_against(self.scene, self.truth)


def _ahead() -> NotCovered:
    return NotCovered(
        "the search cannot look at an action that is spoken of inside of what is known,"
        " and at what is known after one in a premise or below exists",
        hint="put the action in front: after A: F, or next F",
    )


def actions_ahead(node: Formula) -> int:
    """Return how many actions after the history the formula is about, at most."""
    below = max((actions_ahead(child) for child in children(node)), default=0)
    return below + isinstance(node, After | Next)
