"""Problems without `exists`: functions stand for what there is.

In the field: Skolem normal form. A problem and its form can or cannot be refuted
together. It is made here, so that every step of a prover that starts from it is one
that follows, and can be checked as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mystpy.conjectures.prover.reader import Form, lines

GOAL = "negated_goal"


def without_exists(text: str) -> dict[str, Form]:
    """The axioms of a problem and the negation of its goal, by name, without exists."""
    found: dict[str, Form] = {}
    for number, line in enumerate(lines(text)):
        formula, name = line.formula, line.name
        if line.role == "conjecture":
            formula, name = ("~", formula), GOAL
        found[name] = _Skolem(f"sk{number}").form(formula, (), {}, truth=True)
    return found


class _Skolem:
    """New functions for one formula, with names that begin alike."""

    def __init__(self, prefix: str) -> None:
        self.prefix, self.made = prefix, 0

    def form(
        self,
        formula: Form,
        every: tuple[str, ...],
        named: Mapping[str, Form],
        *,
        truth: bool,
    ) -> Form:
        """The form of a formula, or of its negation, below some `! [every]`."""
        sign, parts = formula[0], formula[1:]
        if sign == "~":
            return self.form(parts[0], every, named, truth=not truth)
        if sign == "=>":
            return self.form(
                ("|", ("~", parts[0]), parts[1]), every, named, truth=truth
            )
        if sign == "<=>":
            one, other = ("=>", *parts), ("=>", *reversed(parts))
            return self.form(("&", one, other), every, named, truth=truth)
        if sign in ("&", "|"):
            sign = sign if truth else "&|"[sign == "&"]
            return (sign, *(self.form(x, every, named, truth=truth) for x in parts))
        if sign in ("!", "?"):
            return self.quantified(formula, every, named, truth=truth)
        atom = _renamed(formula, named)
        return atom if truth else ("~", atom)

    def quantified(
        self,
        formula: Form,
        every: tuple[str, ...],
        named: Mapping[str, Form],
        *,
        truth: bool,
    ) -> Form:
        names, body = formula[1], formula[2]
        fresh: dict[str, Form] = {}
        for name in names:
            self.made += 1
            if (formula[0] == "!") is truth:
                fresh[name] = (f"{self.prefix.upper()}_{self.made}",)
            else:
                function = f"{self.prefix}_{self.made}"
                fresh[name] = (function, *((each,) for each in every))
        if (formula[0] != "!") is truth:
            return self.form(body, every, {**named, **fresh}, truth=truth)
        new = tuple(term[0] for term in fresh.values())
        inner = self.form(body, every + new, {**named, **fresh}, truth=truth)
        return ("!", new, inner)


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
