"""Formulas without knowledge operators as rules about a world and a situation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, islice

from mystpy.compilation import dataclass, pattern
from mystpy.conjectures.search.program import SearchProgram, TermRef, Worlds
from mystpy.conjectures.truth import of_last_question
from mystpy.errors import NotCovered
from mystpy.history.actions import Asks, Guess
from mystpy.language.atoms import (
    ActionTerm,
    Constant,
    Equality,
    Falsity,
    Fluent,
    H,
    Membership,
    PossAtom,
    Question,
    Term,
    Var,
)
from mystpy.language.nodes import (
    After,
    And,
    Formula,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.language.subformulas import free_variables, terms

Env = Mapping[str, TermRef]

MOST_SETS = 3_000
"""The largest number of questions, guesses or sets that are listed one by one."""

_VARIABLE = pattern(r"\b[VPR]\d+\b")
_ONE_BY_ONE = {"players": "player", "holders": "holder", "cards": "card"}


@dataclass(frozen=True, slots=True)
class WorldPoint:
    """A situation of a world."""

    situation: TermRef
    world: Worlds = ""


class TruthRules:
    """Writes the rules by which formulas are true."""

    def __init__(self, scene: SearchProgram) -> None:
        self.scene = scene
        self._listed: set[str] = set()

    def ref(self, term: Term, env: Env) -> TermRef:
        """Return the term of the program for a term of a conjecture."""
        match term:
            case Var(name):
                return env[name]
            case "players":
                return TermRef("everybody", is_set=True)
            case frozenset() | tuple():
                members = sorted(term, key=str)
                return self._set(members, env, cards=isinstance(term, frozenset))
            case str():
                return TermRef(self.scene.game.card(term))
        return TermRef(str(self.scene.game.holder(term)))

    def _set(self, members: Iterable[Term], env: Env, *, cards: bool) -> TermRef:
        refs = [self.ref(member, env) for member in members]
        given = tuple(lit for ref in refs for lit in ref.given)
        args = ",".join((str(self.scene.number()), *_variables(given)))
        found = TermRef(f"listed({args})", given, is_set=True)
        for ref in refs:
            self.scene.rule(f"element({ref.term},{found.term})", given)
        if cards:
            self.scene.rule(f"set_term({found.term})", given)
        return found

    def action(self, act: ActionTerm, env: Env) -> TermRef:
        """Return the term of an action."""
        refs = [self.ref(arg, env) for arg in act.args]
        given = tuple(lit for ref in refs for lit in ref.given)
        return TermRef(f"{act.kind}({','.join(ref.term for ref in refs)})", given)

    def atom(self, node: Formula, env: Env, place: WorldPoint) -> TermRef:
        """Return an atom that is true if the formula is."""
        free = [env[name].given for name in sorted(free_variables(node))]
        given = tuple(lit for part in (*free, place.situation.given) for lit in part)
        args = _variables(given)
        name = f"n{self.scene.number()}{place.world}"
        head = f"{name}({','.join(args)})" if args else name
        for body in self._bodies(node, env, place):
            self.scene.rule(head, (*given, *body))
        return TermRef(head, given)

    def _bodies(self, node: Formula, env: Env, place: WorldPoint) -> list[list[str]]:
        match node:
            case Constant(truth):
                return [[]] if truth else []
            case Not(body):
                return [[f"not {self.atom(body, env, place).term}"]]
            case And(parts):
                return [[self.atom(part, env, place).term for part in parts]]
            case Or(parts):
                return [[self.atom(part, env, place).term] for part in parts]
            case Implies(left, right):
                return self._bodies(Or((Not(left), right)), env, place)
            case Iff(left, right):
                one, other = (self.atom(x, env, place).term for x in (left, right))
                return [[one, other], [f"not {one}", f"not {other}"]]
            case Quantified():
                return self._quantified(node, env, place)
            case PossAtom() | After() | Next():
                return self._dynamic(node, env, place)
        return [self._atomic(node, env, place)]

    def _quantified(
        self, node: Quantified, env: Env, place: WorldPoint
    ) -> list[list[str]]:
        var = self.element(node, env, place.situation)
        body = self.atom(node.body, {**env, node.var: var}, place).term
        if node.every:
            return [[f"{body} : {var.given[-1]}"]]
        return [[var.given[-1], body]]

    def element(self, node: Quantified, env: Env, situation: TermRef) -> TermRef:
        """Return a variable over a quantifier's domain; its last literal defines it."""
        name = f"P{self.scene.number()}"
        over = node.domain
        if not isinstance(over, str):
            of = self.ref(over, env)
            return TermRef(name, (*of.given, f"element({name},{of.term})"))
        if over in _ONE_BY_ONE:
            return TermRef(name, (f"{_ONE_BY_ONE[over]}({name})",))
        if of_last_question(node):
            given = (*situation.given, f"{Question.predicate}({name},{situation.term})")
            return TermRef(name, given, is_set=True)
        self._list(over)
        return TermRef(name, (f"one_of({over},{name})",), is_set=True)

    def _list(self, over: str) -> None:
        if over in self._listed:
            return
        self._listed.add(over)
        for k, members in enumerate(every_set(over, self.scene)):
            term = f"{over}({k})"
            self.scene.add(f"one_of({over},{term}).")
            if over != "groups":
                self.scene.add(f"set_term({term}).")
            self.scene.add(*(f"element({x},{term})." for x in members))

    def _dynamic(
        self, node: PossAtom | After | Next, env: Env, place: WorldPoint
    ) -> list[list[str]]:
        here = place.situation.term
        if isinstance(node, Next):
            if node.body != Falsity():
                raise NotCovered(
                    "the search cannot look at all actions at once: here next says"
                    " more than that there is none",
                    hint="say of one action: after A: F, or put next in front",
                )
            self._look_at_all(place)
            return [[f"#count {{ A : poss{place.world}(A,{here}) }} = 0"]]
        action = self.action(node.action, env)
        given = (*place.situation.given, *action.given)
        poss = f"poss{place.world}({action.term},{here})"
        self.scene.rule(f"considered({action.term},{here})", given)
        if isinstance(node, PossAtom):
            return [[poss]]
        after = TermRef(f"do({action.term},{here})", given)
        self.scene.rule(f"situation({after.term})", given)
        body = self.atom(node.body, env, WorldPoint(after, place.world)).term
        return [[f"not {poss}"], [body]]

    def _look_at_all(self, place: WorldPoint) -> None:
        """Consider every action, with one question and one guess for all of them."""
        given, here = place.situation.given, place.situation.term
        plain = ("action(A)", "not with_set(A)")
        self.scene.rule(f"considered(A,{here})", (*given, *plain))
        for kind, over in ((Asks.name, "questions"), (Guess.name, "guesses")):
            some = f"some({over})"
            self.scene.add(f"set_term({some}).")
            first = every_set(over, self.scene)[0]
            self.scene.add(*(f"element({x},{some})." for x in first))
            look = f"considered({kind}(I,{some}),{here})"
            self.scene.rule(look, (*given, "player(I)"))

    def _atomic(self, node: Formula, env: Env, place: WorldPoint) -> list[str]:
        refs = [self.ref(term, env) for term in terms(node)]
        args = [ref.term for ref in refs]
        here = place.situation.term
        match node:
            case H():
                return [f"{H.predicate}{place.world}({args[0]},{args[1]})"]
            case Fluent(Question.name):
                asked = f"Q{self.scene.number()}"
                return [
                    f"{Question.predicate}({asked},{here})",
                    *_same_sets(asked, args[0]),
                ]
            case Fluent():
                own = self.scene.own(node.predicate, len(args) + 1, place.world)
                return [f"{own}({','.join((*args, here))})"]
            case Membership():
                return [f"element({args[0]},{args[1]})"]
            case Equality():
                if refs[0].is_set:
                    return _same_sets(*args)
                return [f"{args[0]} = {args[1]}"]
        raise TypeError(f"{node} is not of one world")


def every_set(over: str, scene: SearchProgram) -> list[list[str]]:
    """Return the members of all questions, guesses, sets or groups, in order.

    Raises NotCovered if there are more than can be listed.
    """
    game = scene.game
    players = list(map(str, range(1, game.p + 1)))
    some = players if over == "groups" else game.cards
    least = 1 if over == "groups" else 0
    subsets = (
        list(found)
        for size in range(least, len(some) + 1)
        for found in combinations(some, size)
    )
    if over in ("questions", "guesses"):
        given = game.questions() if over == "questions" else game.guesses()
        subsets = (sorted(cards, key=game.deck.__getitem__) for cards in given)
    listed = list(islice(subsets, MOST_SETS + 1))
    if len(listed) > MOST_SETS:
        raise NotCovered(
            f"the search would have to list more than {MOST_SETS:,} {over}",
            hint="let the quantifier speak of the last question: forall Q in questions:"
            " Question(Q) -> ..., or of a smaller game",
        )
    return listed


def _variables(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({name for lit in given for name in _VARIABLE.findall(lit)}))


def _same_sets(one: str, other: str) -> list[str]:
    return [
        f"element(X,{one}) : element(X,{other})",
        f"element(X,{other}) : element(X,{one})",
    ]
