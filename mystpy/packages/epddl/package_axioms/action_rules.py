"""The axioms of the actions: when each is possible, what it changes, who sees it."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.package_axioms.action_sight import ActionSight
from mystpy.packages.epddl.package_axioms.formula_rules import FormulaRules, rule_text
from mystpy.packages.epddl.package_axioms.formula_texts import (
    FormulaTexts,
    join_formulas,
)
from mystpy.packages.epddl.package_axioms.package_terms import (
    Effect,
    PackageTerms,
    RuleTerm,
    Scope,
    effects_of,
)
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, is_modal


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


class ActionRules(ActionSight):
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
            self.sight(),
        )

    # --- Possibility ----------------------------------------------------------

    def _poss(self) -> list[str]:
        rules = FormulaRules(self.terms)
        found: list[str] = []
        condition = self.action.schema.condition
        for use, value in zip(self.part.events, self.values, strict=True):
            event, scope = self.event(use, self.scope)
            body = [f"considered({self.term(value)}, S)"]
            body += [] if condition is None else rules.literals(condition, self.scope)
            for each in _conjuncts(event.precondition):
                if not is_modal(each):
                    body += rules.literals(each, scope)
            head = f"poss({self.term(value)}, S)"
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
            event, scope = self.event(use, numbered)
            modal = [x for x in _conjuncts(event.precondition) if is_modal(x)]
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
            event, scope = self.event(use, self.scope)
            done = f"done({self.term(value)}, S)"
            for effect in effects_of(event.effects):
                found += self._effect(rules, effect, scope, done)
                found += rules.taken_lines()
        return found

    def _effect(
        self, rules: FormulaRules, effect: Effect, scope: Scope, done: str
    ) -> Iterator[str]:
        """The rules for one effect; its variables differ from all of the action."""
        outer = {**scope, **{f"{name} ": x for name, x in self.scope.items()}}
        inner, ranged = rules.ranged(effect.parameters, effect.conditions, outer)
        for true in (True, False)[: 1 + (effect.sign == "iff")]:
            literals = list[str]()
            if effect.condition is not None:
                literals = rules.literals(effect.condition, inner, true=true)
            atom = rules.atom(effect.atom, inner)
            head = _change(atom, begins=effect.begins is true)
            yield rule_text(head, [done, *ranged, *literals])


def _change(atom: str, *, begins: bool) -> str:
    """The atom that says that a fluent begins or ends to hold after step S."""
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
        yield f"{later} :- {_change(now, begins=True)}."
        yield f"{later} :- {now}, reached(S+1), not {_change(now, begins=False)}."
        for begins in (True, False):
            yield f"#defined {_change(plain, begins=begins)}/{len(names) + 1}."


def _conjuncts(node: Node | None) -> Iterator[Node]:
    """The parts of a conjunction; nothing for None."""
    if isinstance(node, Bracketed) and node.head == "and":
        for each in node.items[1:]:
            yield from _conjuncts(each)
    elif node is not None:
        yield node
