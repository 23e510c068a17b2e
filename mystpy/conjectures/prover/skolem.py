"""Problems without `exists`: functions stand for what there is.

In the field: Skolem normal form. A problem and its form can or cannot be refuted
together. It is made here, so that every step of a prover that starts from it is one
that follows, and can be checked as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from mystpy.compilation import dataclass
from mystpy.conjectures.prover.reader import AnnotatedFormula, Form, lines, symbols

GOAL = "negated_goal"


def without_exists(text: str) -> dict[str, Form]:
    """The axioms of a problem and the negation of its goal, by name, without exists."""
    read = lines(text)
    prefix = "sk"
    while any(
        name.startswith(prefix) for line in read for name in symbols(line.formula)
    ):
        prefix += "k"
    found = {}
    for line in read:
        name = GOAL if line.role == "conjecture" else line.name
        found[name] = _without_exists(line, f"{prefix}_{name}")
    return found


@lru_cache(maxsize=1_024)
def _without_exists(line: AnnotatedFormula, prefix: str) -> Form:
    return _Skolem(prefix).form(
        line.formula, _Scope((), {}), truth=line.role != "conjecture"
    )


@dataclass(frozen=True, slots=True)
class _Scope:
    """Below which variables a formula is, and what its own are named now."""

    every: tuple[str, ...]
    named: Mapping[str, Form]


class _Skolem:
    """New functions for one formula, with names that begin alike."""

    def __init__(self, prefix: str) -> None:
        self.prefix, self.made = prefix, 0

    def form(self, formula: Form, scope: _Scope, *, truth: bool) -> Form:
        """The form of a formula, or unless `truth` of its negation."""
        sign, parts = formula[0], formula[1:]
        if sign == "~":
            return self.form(parts[0], scope, truth=not truth)
        if sign == "=>":
            return self.form(("|", ("~", parts[0]), parts[1]), scope, truth=truth)
        if sign == "<=>":
            one, other = ("=>", *parts), ("=>", *reversed(parts))
            return self.form(("&", one, other), scope, truth=truth)
        if sign in ("&", "|"):
            sign = sign if truth else "&|"[sign == "&"]
            return (sign, *(self.form(each, scope, truth=truth) for each in parts))
        if sign in ("!", "?"):
            return self.quantified(formula, scope, truth=truth)
        atom = _renamed(formula, scope.named)
        return atom if truth else ("~", atom)

    def quantified(self, formula: Form, scope: _Scope, *, truth: bool) -> Form:
        """The form of one with `!` or `?`: for all there are variables, else terms."""
        sign, names, body = formula
        new: list[str] = []
        fresh: dict[str, Form] = {}
        for name in names:
            self.made += 1
            if (sign == "!") is truth:
                new.append(f"{self.prefix.upper()}_{self.made}")
                fresh[name] = (new[-1],)
            else:
                function = f"{self.prefix}_{self.made}"
                fresh[name] = (function, *((each,) for each in scope.every))
        inner = _Scope((*scope.every, *new), {**scope.named, **fresh})
        found = self.form(body, inner, truth=truth)
        return ("!", tuple(new), found) if new else found


def _renamed(part: Any, named: Mapping[str, Form]) -> Any:
    if isinstance(part, str):
        return part
    if len(part) == 1 and part[0] in named:
        return named[part[0]]
    return tuple(_renamed(each, named) for each in part)


def text_of(formula: Form) -> str:
    """A formula in the syntax of the TPTP."""
    sign, parts = formula[0], formula[1:]
    if sign == "~":
        return f"~({text_of(parts[0])})"
    if sign in ("!", "?"):
        return f"({sign} [{','.join(parts[0])}] : ({text_of(parts[1])}))"
    if sign in ("&", "|", "=>", "<=>"):
        return "(" + f" {sign} ".join(f"({text_of(each)})" for each in parts) + ")"
    if sign == "=":
        return f"{_term(parts[0])} = {_term(parts[1])}"
    return _term(parts)


def _term(term: Form) -> str:
    inner = ",".join(map(_term, term[1:]))
    return f"{term[0]}({inner})" if inner else str(term[0])


def clause_text(forms: Mapping[str, Form]) -> str:
    """Formulas by name as a problem that has to be refuted."""
    return "".join(
        f"fof({name}, {'negated_conjecture' if name == GOAL else 'axiom'}, "
        f"{text_of(formula)}).\n"
        for name, formula in forms.items()
    )
