"""Bodies of rules as formulas about the state before an action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.packages.axiom_checks.axiom_rules import LiteralRule, PlainLiteral
from mystpy.packages.epddl.lifted.rule_terms import (
    HERE,
    PLAIN,
    VARIABLE,
    RuleTerms,
    said_sorts,
)
from mystpy.packages.epddl.written_formulas import (
    FALSE,
    Condition,
    conjunction,
    disjunction,
    equality,
    existence,
    negation,
)
from mystpy.packages.value_sorts import term_parts

MAX_DEPTH = 20
"""The maximal depth to which rules are substituted for one another."""

_PASSED = ("considered", "reached", "situation", "step")


class DoneAction(NamedTuple):
    """The action that is done: its name, and its arguments as terms of EPDDL."""

    name: str
    arguments: tuple[str, ...]


class RuleConditions(RuleTerms):
    """Reads the bodies of the rules of one package."""

    def body(
        self,
        rule: LiteralRule,
        known: dict[str, str],
        done: DoneAction | None,
        depth: int = 0,
    ) -> Condition:
        """Return when the body of a rule is true; `known` are its variables so far.

        Raises QueryError for what is no condition of one state.
        """
        if rule.body is None:
            raise self.fault(rule, "the rule has aggregates, numbers or choices")
        if depth > MAX_DEPTH:
            raise self.fault(rule, "rules depend on one another in a circle")
        here = (name for name, term in known.items() if term == HERE)
        reading = _BodyReading(self, rule, next(here, ""), done, depth)
        return reading.conjunction(rule.body, known)

    def derived(
        self,
        rule: LiteralRule,
        terms: Sequence[str],
        done: DoneAction | None,
        depth: int,
    ) -> Condition:
        """Return when a rule derives an atom with these arguments.

        A fluent has its situation behind them; another predicate has it among them.
        """
        alone = len(terms) == len(rule.head.arguments)
        known = {} if alone else self.at_situation(rule)
        arguments = rule.head.arguments[: len(terms)]
        equal = self.unified(rule, arguments, terms, known)
        return conjunction([*equal, self.body(rule, known, done, depth)])


class _BodyReading:
    """One reading of the body of a rule."""

    def __init__(
        self,
        rules: RuleConditions,
        rule: LiteralRule,
        situation: str,
        done: DoneAction | None,
        depth: int,
    ) -> None:
        self.rules, self.rule, self.done, self.depth = rules, rule, done, depth
        self.situation = situation

    def conjunction(
        self, literals: Sequence[PlainLiteral], known: dict[str, str]
    ) -> Condition:
        """Return when all literals are true, for some values of new variables."""
        local: list[str] = []
        for name, sort in self._variables(literals, known):
            known[name] = self.rules.variable(sort)
            local.append(known[name])
        found = conjunction([self._literal(each, known) for each in literals])
        for variable in local:
            of_sort = self.rules.package.sorts[self.rules.sorts[variable]]
            found = existence(variable, self.rules.names.type(of_sort), found)
        return found

    def _variables(
        self, literals: Sequence[PlainLiteral], known: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        """The variables that are not known yet, with the sorts that literals say."""
        found: dict[str, str | None] = {}
        for each in literals:
            if each.condition is not None:
                continue  # its variables are its own
            said = said_sorts(
                self.rules.package, self.rules.facts, each.name, each.arguments
            )
            for name, sort in said:
                if name not in known and name != self.situation:
                    found[name] = found.get(name) or sort
        for name, sort in found.items():
            if sort is None:
                raise self._fault(f"the sort of {name} is not said")
            yield name, sort

    def _literal(self, literal: PlainLiteral, known: dict[str, str]) -> Condition:
        if literal.condition is not None:
            inner = dict(known)
            failing = literal._replace(condition=None, positive=not literal.positive)
            return negation(self.conjunction([*literal.condition, failing], inner))
        found = self._atom(literal, known)
        return found if literal.positive else negation(found)

    def _atom(self, literal: PlainLiteral, known: dict[str, str]) -> Condition:
        package, name = self.rules.package, literal.name
        if name in ("=", "!="):
            found = equality(*self._compared(literal, known))
            return found if name == "=" else negation(found)
        if name in package.fluents:
            return self._fluent(literal, known)
        if name in package.sorts and len(literal.arguments) == 1:
            return self._member(literal, known)
        if name in self.rules.facts:
            sorts = self.rules.facts[name][0]
            return ("atom", name, *self._terms(literal.arguments, sorts, known))
        if name in _PASSED and literal.positive:
            return conjunction([])
        if name == "done":
            return self._done(literal, known)
        return self._derived(literal, known)

    def _fault(self, message: str) -> QueryError:
        return self.rules.fault(self.rule, message)

    def _terms(
        self, arguments: Sequence[str], sorts: Sequence[str], known: Mapping[str, str]
    ) -> list[str]:
        return [
            self._term(each, sort, known)
            for each, sort in zip(arguments, sorts, strict=True)
        ]

    def _term(self, text: str, sort: str, known: Mapping[str, str]) -> str:
        if text in known and self.rules.sorts[known[text]] == sort:
            return known[text]
        if VARIABLE.fullmatch(text) or not PLAIN.fullmatch(text):
            raise self._fault(f"{text} is not read as an argument")
        return self.rules.constant(text, sort)

    def _compared(self, literal: PlainLiteral, known: Mapping[str, str]) -> list[str]:
        terms = [known.get(each) for each in literal.arguments]
        sorts = [self.rules.sorts[each] for each in terms if each is not None]
        if not sorts:
            raise self._fault("constants are compared with each other")
        return self._terms(literal.arguments, [sorts[0]] * 2, known)

    def _member(self, literal: PlainLiteral, known: Mapping[str, str]) -> Condition:
        """Whether a term is of a sort."""
        sort = self.rules.package.sorts[literal.name]
        term = self._term(literal.arguments[0], literal.name, known)
        if self.rules.sorts[term] == literal.name:
            return conjunction([])
        if sort.sizes is not None:
            raise self._fault(f"the sort {literal.name} has sets")
        values = (self.rules.names.value(sort, each) for each in sort.values())
        return disjunction(equality(term, each) for each in values)

    def _fluent(self, literal: PlainLiteral, known: Mapping[str, str]) -> Condition:
        fluent = self.rules.package.fluents[literal.name]
        arguments = list(literal.arguments)
        if not fluent.rigid and arguments.pop() != self.situation:
            raise self._fault(f"{literal.name} is of another situation")
        sorts = [sort.name for sort in fluent.sorts]
        return ("atom", literal.name, *self._terms(arguments, sorts, known))

    def _done(self, literal: PlainLiteral, known: dict[str, str]) -> Condition:
        """Whether it is the action that is done; its variables become terms."""
        if self.done is None:
            raise self._fault("done is no condition here")
        action, situation = literal.arguments
        name, arguments = term_parts(action)
        if situation != self.situation or not name[:1].islower():
            raise self._fault(f"{action} is not read as the action that is done")
        if name != self.done.name:
            return FALSE
        sorts = [sort.name for sort in self.rules.package.actions[name].sorts]
        plain = ["" if each == "_" else each for each in arguments]
        return conjunction(
            equality(self._term(each, sort, known), term)
            for each, sort, term in zip(plain, sorts, self.done.arguments, strict=True)
            if each
        )

    def _derived(self, literal: PlainLiteral, known: Mapping[str, str]) -> Condition:
        """When one of the rules for another predicate derives the atom."""
        terms = []
        for each in literal.arguments:
            if each not in known:
                raise self._fault(f"{each} of {literal.name} is not read")
            terms.append(known[each])
        done = self.done if HERE in terms else None
        return disjunction(
            self.rules.derived(rule, terms, done, self.depth + 1)
            for rule in self.rules.heads(literal.name, len(terms))
        )
