"""The conjuncts of the Poss axioms, and rules that derive which of them fail.

An engine answers that an action is not possible; the text of its axiom determines which
conjuncts fail. Each rule of section 2.7 is parsed, and for each conjunct a rule is
generated that derives when it fails:

    failing(K,T,A,S): the K-th conjunct T of the axiom of A, counted from 1 in the
    order of the axiom, fails for the action A, which is considered, in situation S

T is the conjunct without its situation, such as `ans_turn(2)` or
`disjoint(set(s1,s4),2)`; a negated one is `neg(game_over)`. The conjunct that
determines the question is `question` if there is no question. Other conjuncts about
that question fail only if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import Block, blocks, poss_files
from mystpy.compilation import dataclass
from mystpy.errors import AxiomError


@dataclass(frozen=True, slots=True)
class BodyLiteral:
    """One conjunct as it is written: `turn(I,S)`, or `game_over(S)` negated.

    `term` is the conjunct without its situation, if it has one.
    """

    atom: str
    term: str
    variables: frozenset[str]
    negated: bool = False

    def __str__(self) -> str:
        return f"not {self.atom}" if self.negated else self.atom


@dataclass(frozen=True, slots=True)
class PossRule:
    """One Poss axiom: label, kind of action, `no(J)`, `S`, and its conjuncts."""

    label: str
    kind: str
    action: str
    situation: str
    variables: frozenset[str]
    conjuncts: tuple[BodyLiteral, ...]

    @property
    def binders(self) -> tuple[BodyLiteral, ...]:
        """Return the fluents that bind variables which the action does not have."""
        return tuple(
            literal
            for literal in self.conjuncts
            if not literal.negated
            and literal.variables - self.variables
            and literal.atom != literal.term
        )

    def failing(self) -> Iterator[str]:
        """Yield for each conjunct the rule that derives when it fails."""
        for place, literal in enumerate(self.conjuncts, 1):
            yield self._failing(place, literal)

    def _failing(self, place: int, literal: BodyLiteral) -> str:
        body = [f"considered({self.action},{self.situation})"]
        if literal in self.binders:
            name = literal.term.partition("(")[0]
            return _rule(place, name, self, [*body, f"not {_open(literal, self)}"])
        body += [
            str(b)
            for b in self.binders
            if b.variables & literal.variables - self.variables
        ]
        if literal.negated:
            return _rule(place, f"neg({literal.term})", self, [*body, literal.atom])
        return _rule(place, literal.term, self, [*body, f"not {literal.atom}"])


@cached_by_theory(16)
def poss_rules(rules: str = "board") -> tuple[PossRule, ...]:
    """Return the Poss axioms of these rules in their order.

    Raises AxiomError if such a rule is not of the form
    `poss(Action,S) :- considered(Action,S), literals`, or two are about one kind.
    """
    files = poss_files(rules)
    found: dict[str, PossRule] = {}
    for label, block in blocks("asp").items():
        if block.file.removesuffix(".lp") not in files or "\nposs(" not in block.text:
            continue
        for rule in _read(label, block):
            if rule.kind in found:
                raise AxiomError(
                    f"{block.file}: ({label}) is a second axiom for {rule.kind}"
                )
            found[rule.kind] = rule
    return tuple(found.values())


def failing_rules(rules: str = "board") -> str:
    """Return the rules that derive `failing(K,T,A,S)`, as an ASP program."""
    found = (rule for poss in poss_rules(rules) for rule in poss.failing())
    return "\n".join(found) + "\n"


def labels() -> dict[str, str]:
    """Return the axiom label of each kind of action: `{"no": "2.16", ...}`."""
    return {rule.kind: rule.label for rule in poss_rules()}


def _read(label: str, block: Block) -> Iterator[PossRule]:
    """Yield the parsed rules of one block."""
    for text in re.sub("%.*", "", block.text).split(".\n"):
        rule = "".join(re.sub(r"\bnot\s+", "not~", text).split())
        if not rule:
            continue
        try:
            yield _poss_rule(label, rule)
        except ValueError:
            raise AxiomError(
                f"{block.file}: ({label}) is not of the form "
                f"poss(Action,S) :- conjuncts: {' '.join(text.split())}",
                hint="use --engine asp with ask, poss or know: it needs no such form",
            ) from None


def _poss_rule(label: str, rule: str) -> PossRule:
    """Parse one rule, written without spaces; ValueError if it has another form."""
    head, _, body = rule.partition(":-")
    name, arguments = _parts(head)
    action, situation = arguments
    literals = [_literal(text, situation) for text in outer_parts(body)]
    considered = f"considered({action},{situation})"
    conjuncts = tuple(literal for literal in literals if literal.atom != considered)
    if name != "poss" or len(conjuncts) != len(literals) - 1:
        raise ValueError(rule)
    kind, _ = _parts(action)
    return PossRule(label, kind, action, situation, _variables(head), conjuncts)


def _literal(text: str, situation: str) -> BodyLiteral:
    atom = text.removeprefix("not~")
    name, arguments = _parts(atom)
    kept = [argument for argument in arguments if argument != situation]
    term = f"{name}({','.join(kept)})" if kept else name
    return BodyLiteral(atom, term, _variables(atom), atom != text)


def _parts(term: str) -> tuple[str, list[str]]:
    """Return the name and the arguments of a term; ValueError for other text."""
    found = re.fullmatch(r"([a-z]\w*)(?:\((.*)\))?", term)
    if found is None:
        raise ValueError(term)
    arguments = outer_parts(found[2]) if found[2] else []
    if any(not re.fullmatch(r"[\w(),]+", each) for each in arguments):
        raise ValueError(term)
    return found[1], arguments


def outer_parts(text: str, separator: str = ",") -> list[str]:
    """Split a text at the separators that are outside of parentheses."""
    if separator not in text:
        return [text]
    parts, depth = list[str](), 0
    for part in text.split(separator):
        if depth:
            parts[-1] += separator + part
        else:
            parts.append(part)
        depth += sum(map(part.count, "({[")) - sum(map(part.count, ")}]"))
    return parts


def _variables(text: str) -> frozenset[str]:
    """Return the names of the variables in a text."""
    return frozenset(re.findall(r"\b(?:[A-Z]\w*|_)", text))


def _open(literal: BodyLiteral, rule: PossRule) -> str:
    """Return the atom of a binder with `_` for what it binds: `question(_,S)`."""
    name, _, arguments = literal.atom.rstrip(")").partition("(")
    unbound = literal.variables - rule.variables
    written = ["_" if word in unbound else word for word in arguments.split(",")]
    return f"{name}({','.join(written)})"


def _rule(place: int, term: str, rule: PossRule, body: list[str]) -> str:
    return (
        f"failing({place},{term},{rule.action},{rule.situation}) :- {', '.join(body)}."
    )
