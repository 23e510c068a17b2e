"""Whether the Prolog drivers can follow the axioms that are loaded.

Prolog looks at the clauses (axioms/drive/placement.pl); here what it finds is told.
"""

from __future__ import annotations

import re

from mystpy.axioms import blocks, poss_labels
from mystpy.engines.prolog.swipl import Swipl
from mystpy.engines.terms import Term
from mystpy.errors import AxiomError

_GOAL = (
    "(current_predicate(unplaced_text/3)"
    "->(unplaced_text(K,N,T)->R=unplaced(K,N,T);R=none)"
    ";R=unchecked)"
)


def require_placed(prolog: Swipl, module: str, rules: str) -> None:
    """Raise AxiomError if the module has axioms that the drivers cannot follow.

    `rules` are those of the games; see `mystpy.axioms.poss_labels`.
    """
    answer = prolog.ask(module, _GOAL, "R")
    if answer == "unchecked":
        raise AxiomError(
            "the folder drive/ beside the axioms is of another version of mystpy",
            hint="copy drive/ again from the folder of the shipped axioms",
        )
    if answer is not None and answer != "none":
        _, kind, name, text = answer
        raise AxiomError(
            f"({_label(kind, _text(name), rules)}): {_text(text)}; the engine prolog"
            " cannot follow that",
            hint="use --engine asp, which reads the axioms themselves",
        )


def _text(codes: Term) -> str:
    return "".join(map(chr, codes))


def _label(kind: str, name: str, rules: str) -> str:
    """The label of a Poss axiom, of a fluent's successor state axiom, or the name."""
    if kind == "poss":
        return poss_labels(rules).get(name, f"Poss of {name}")
    if kind == "after":
        clause = re.compile(rf"^{name}\(.*\bdo\(", re.MULTILINE)
        ours = rules == "generalized"
        for label, block in blocks("prolog").items():
            if block.file.startswith("generalized") is ours and clause.search(
                block.text
            ):
                return label
    return name
