"""The rules of edited axioms in ASP: which are new, and what they contain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axioms_dir, shipped_axioms_dir
from mystpy.compilation import dataclass, pattern
from mystpy.engines.programs.poss import outer_parts
from mystpy.errors import AxiomError
from mystpy.sight.rule_texts import head_of, label_of, rules_read

_CALL = pattern(r"\b([a-z]\w*)\(")
_CONSTANT = pattern(r"\b(?!not\b|init0\b)[a-z]\w*\b(?!\()")
_LITERAL = pattern(r"(?:not\s+)*([a-z]\w*)(?:\(.*\))?")
_COMPARED = pattern(r"[=<>]")
ASP_HINT = "use --engine asp, and a game of at most 2,000 deals"
"""The hint about an axiom that only clingo supports."""


@dataclass(frozen=True)
class AspRule:
    """A rule without comments, in one line."""

    text: str

    @property
    def head(self) -> str:
        """Return the head as it is written."""
        return self.text.partition(":-")[0].strip()

    @property
    def predicate(self) -> str:
        """Return the predicate of the head; empty for a constraint."""
        return head_of(self.text) or ""

    @property
    def body(self) -> str:
        """Return the body as it is written."""
        return self.text.partition(":-")[2].strip()

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """Return the literals of the body, including those of conditions."""
        parts = (
            literal
            for part in outer_parts(self.body, ";")
            for written in outer_parts(part)
            for literal in outer_parts(written, ":")
        )
        return tuple(part.strip() for part in parts if part.strip())

    @property
    def called(self) -> set[str]:
        """Return the predicates of the literals of the body."""
        found = (_LITERAL.fullmatch(each) for each in self.literals)
        return {each[1] for each in found if each}

    @property
    def comparisons(self) -> tuple[str, ...]:
        """Return the literals of the body that compare terms."""
        return tuple(each for each in self.literals if _COMPARED.search(each))

    @property
    def constants(self) -> tuple[str, ...]:
        """Return the names in the rule that have no arguments, except init0."""
        names = _CONSTANT.findall(f"{self.head} {self.body}")
        atoms = {each[1] for each in map(_LITERAL.fullmatch, self.literals) if each}
        bare = {name for name in atoms if f"{name}(" not in self.text}
        return tuple(name for name in names if name not in bare)

    @cached_property
    def situations(self) -> tuple[str, ...]:
        """Return the terms do(A,S) in the rule, without spaces, innermost ones too."""
        return tuple(_terms("".join(self.text.split()), "do"))


class EditedRules:
    """The rules in force for games of some rule set, and the new ones among them."""

    def __init__(self, rules: str) -> None:
        read = rules_read(axioms_dir(), rules, "asp")
        self.all = tuple(map(AspRule, read))
        shipped = frozenset(rules_read(shipped_axioms_dir(), rules, "asp"))
        self.shipped = frozenset(head_of(rule) or "" for rule in shipped)
        """The predicates that the shipped axioms and drivers derive."""
        self.new = tuple(rule for rule in self.all if rule.text not in shipped)

    def reached(self, names: Iterable[str], without: frozenset[str]) -> set[str]:
        """Return the predicates that these call, directly or indirectly.

        The predicates of `without` are included, but not those that they call.
        """
        found: set[str] = set()
        ahead = set(names)
        while ahead := ahead - found:
            found |= ahead
            inner = ahead - without
            ahead = set().union(*(self._calls.get(name, ()) for name in inner))
        return found

    @cached_property
    def _calls(self) -> Mapping[str, set[str]]:
        calls: dict[str, set[str]] = {}
        for rule in self.all:
            calls.setdefault(rule.predicate, set()).update(rule.called)
        return calls


@cached_by_theory(16)
def edited_rules(rules: str) -> EditedRules:
    """Return the rules in force for games of these rules, read again after changes."""
    return EditedRules(rules)


def refusal_error(
    rule: AspRule, why: str, hint: str = ASP_HINT, language: str = "asp"
) -> AxiomError:
    """Return the error with the label of a rule, the rule, and why it is rejected."""
    folders = axioms_dir(), shipped_axioms_dir()  # a rule may be missing in the first
    labels = (label_of(rule.text, folder, language) for folder in folders)
    label = next(filter(None, labels), "")
    return AxiomError(f"{label}{rule.text}: {why}", hint=hint)


def _terms(text: str, name: str) -> Iterator[str]:
    """Yield the terms with this name in a text without spaces."""
    for found in _CALL.finditer(text):
        if found[1] == name:
            yield text[found.start() : _end(text, found.end())]


def _end(text: str, begin: int) -> int:
    """Return the position after the parenthesis that closes the one before `begin`."""
    depth = 1
    for place in range(begin, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return place + 1
    return len(text)
