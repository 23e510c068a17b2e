"""The axioms of the actions: when each is possible, what it changes, who sees it."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.package_axioms.action_names import ActionNames
from mystpy.packages.epddl.package_axioms.formula_rules import (
    FormulaRules,
    is_modal,
    rule_text,
)
from mystpy.packages.epddl.package_axioms.formula_texts import (
    FormulaTexts,
    join_formulas,
)
from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
    RuleTerm,
    Scope,
    sort_atoms,
    variables,
)
from mystpy.packages.epddl.package_axioms.sight_rules import SightRules
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node
from mystpy.packages.epddl.reading.static_conditions import Leaf, leaves


class ActionAxioms(NamedTuple):
    """An action of the package: its declaration, and its axioms in blocks.

    `private` says that its last argument is an event that not all agents see.
    """

    name: str
    sorts: tuple[str, ...]
    words: str
    private: bool
    precondition: str
    poss: list[str]
    effects: list[str]
    sight: list[str]


class ActionRules(ActionNames):
    """Writes the axioms of one part of an action."""

    def axioms(self) -> ActionAxioms:
        """Return the axioms. Raises ParseError for what they cannot say."""
        arguments = [f"{{{place}}}" for place in range(1, len(self.sorts) + 1)]
        plain = self.action.schema.word.text.replace("-", " ").replace("_", " ")
        return ActionAxioms(
            self.name,
            tuple(self.sorts),
            " ".join([plain, *arguments]),
            len(self.part.events) > 1,
            self._precondition(),
            self._poss(),
            self._effects(),
            SightRules(self).lines(),
        )

    # --- Possibility ----------------------------------------------------------

    def _poss(self) -> list[str]:
        rules = FormulaRules(self.terms)
        found: list[str] = []
        condition = self.action.schema.condition
        for use, value in zip(self.part.events, self.values, strict=True):
            scope = self.event_scope(use, self.scope)
            head = f"poss({self.term(value)}, S)"
            body = [f"considered({self.term(value)}, S)"]
            body += [] if condition is None else rules.literals(condition, self.scope)
            for each in conjuncts(self.event(use).precondition):
                if not is_modal(each):
                    body += rules.literals(each, scope)
            found += [rule_text(head, body), *rules.taken_lines()]
        return found

    def _precondition(self) -> str:
        """The part of the precondition that speaks of knowledge.

        It must be the same for all events, since agents do not know which happens.
        """
        texts = FormulaTexts(self.terms)
        numbered = {
            name: RuleTerm(each.asp, f"{{{place}}}", each.sort)
            for place, (name, each) in enumerate(self.scope.items(), 1)
        }
        found: dict[str, Node] = {}
        for use in self.part.events:
            scope = self.event_scope(use, numbered)
            modal = [
                each
                for each in conjuncts(self.event(use).precondition)
                if is_modal(each)
            ]
            text = join_formulas([texts.text(each, scope) for each in modal], "&")
            found.setdefault(text, modal[0] if modal else use.word)
        if len(found) > 1:
            place = next(each for text, each in found.items() if text != "true")
            raise place.fault(
                f"events of {self.action.schema.word.text} that an agent cannot tell"
                " apart have different preconditions about knowledge",
                "a package has one such precondition for all of them",
            )
        (text,) = found
        return "" if text == "true" else text

    # --- Effects --------------------------------------------------------------

    def _effects(self) -> list[str]:
        rules = FormulaRules(self.terms)
        found: list[str] = []
        for use, value in zip(self.part.events, self.values, strict=True):
            effects = self.event(use).effects
            scope = self.event_scope(use, self.scope)
            done = f"done({self.term(value)}, S)"
            for leaf in leaves(effects, effects) if effects else ():
                inner, given = self._inside(rules, leaf, scope)
                found += _effect(rules, leaf.node, inner, [done, *given])
                found += rules.taken_lines()
        return found

    def _inside(
        self, rules: FormulaRules, leaf: Leaf, scope: Scope
    ) -> tuple[dict[str, RuleTerm], list[str]]:
        """The scope inside of `:forall`, and the literals that say what it ranges over.

        The variables differ from all of the action.
        """
        used = {**self.scope, **{f"{name} ": each for name, each in scope.items()}}
        new = variables(self.terms, leaf.parameters, used, "object")
        inner = {**scope, **new}
        return inner, [*sort_atoms(new.values()), *rules.all(leaf.conditions, inner)]


def _effect(
    rules: FormulaRules, node: Bracketed, scope: Scope, given: list[str]
) -> Iterator[str]:
    """The rules for one effect: a literal, or literals under a condition."""
    if node.head not in ("when", "iff"):
        yield _change(rules, node, scope, given)
        return
    if len(node.items) != 3:
        raise node.fault(f"{node.head} has a condition and literals")
    condition = node.items[1]
    for leaf in leaves(node.items[2], node):
        new = variables(rules.terms, leaf.parameters, scope, "object")
        inner = {**scope, **new}
        ranged = [*given, *sort_atoms(new.values()), *rules.all(leaf.conditions, inner)]
        true = [*ranged, *rules.literals(condition, inner)]
        yield _change(rules, leaf.node, inner, true)
        if node.head == "iff":
            false = [*ranged, *rules.negated(condition, inner)]
            yield _change(rules, leaf.node, inner, false, opposite=True)


def _change(
    rules: FormulaRules,
    node: Bracketed,
    scope: Scope,
    body: list[str],
    *,
    opposite: bool = False,
) -> str:
    """The rule that a fluent begins, or ends, to hold."""
    negative = node.head == "not"
    inner = node.items[1] if negative and len(node.items) == 2 else node
    if not isinstance(inner, Bracketed):
        raise node.fault("an atom is expected here")
    atom = rules.atom(inner, scope)
    return rule_text(change_atom(atom, begins=negative == opposite), body)


def change_atom(atom: str, *, begins: bool) -> str:
    """Return the atom that says that a fluent begins or ends to hold after step S."""
    return f"{'begins' if begins else 'ends'}_{atom}"


def persistence(terms: PackageTerms) -> Iterator[str]:
    """Yield the successor state axioms: what begins to hold, and what goes on to."""
    for name, each in terms.task.predicates.items():
        if terms.rigid(each):
            continue
        plain = terms.predicates[name]
        names = [f"X{number}" for number in range(1, len(each.parameters) + 1)]
        now = f"{plain}({','.join([*names, 'S'])})"
        later = f"{plain}({','.join([*names, 'S+1'])})"
        yield f"{later} :- {change_atom(now, begins=True)}."
        ends = change_atom(now, begins=False)
        yield f"{later} :- {now}, reached(S+1), not {ends}."
        for begins in (True, False):
            arity = len(names) + 1
            yield f"#defined {change_atom(plain, begins=begins)}/{arity}."


def conjuncts(node: Node | None) -> Iterator[Node]:
    """Yield the parts of a conjunction; nothing for None."""
    if node is None:
        return
    if isinstance(node, Bracketed) and node.head == "and":
        for each in node.items[1:]:
            yield from conjuncts(each)
    else:
        yield node
