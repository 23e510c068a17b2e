"""Whether the Prolog drivers can follow the axioms that are loaded.

Prolog looks at the clauses (axioms/drive/placement.pl); here what it finds is reported.
"""

from __future__ import annotations

import re

from mystpy.axioms import axioms_dir, poss_labels, shipped_axioms_dir
from mystpy.engines.prolog.swipl import Swipl
from mystpy.engines.terms import Term
from mystpy.errors import AxiomError
from mystpy.history.actions import Looks
from mystpy.sight.rule_texts import label_of, rules_read

_GOAL = (
    "(current_predicate(unplaced_text/3)"
    "->(unplaced_text(K,N,T)->R=unplaced(K,N,T);R=none)"
    ";R=unchecked)"
)

# Of a look whose card was not seen the drivers know that its holder has the card.
_LOOKED_AT_GOAL = (
    f"(clause(poss({Looks.name}(_,_,X),_),B),body_list(B,Cs),member(C,Cs),C\\=has(_,_),"
    f"term_variables(C,Vs),member(V,Vs),V==X->numbervars(C,0,_),"
    f"atom_codes({Looks.name},N),"
    'format(codes(T),"~p looks at the card that is looked at",[C]),'
    "R=unplaced(poss,N,T);R=none)"
)

_UNLIKE_GOAL = (
    "(current_predicate(unlike_sets_text/2),unlike_sets_text(K,T)"
    "->R=unlike(K,T);R=none)"
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
    if answer is None or answer == "none":
        answer = prolog.ask(module, _LOOKED_AT_GOAL, "R")
    if answer is not None and answer != "none":
        _, kind, name, text = answer
        raise AxiomError(
            f"({_label(kind, _text(name), rules)}): {_text(text)}; the engine prolog"
            " cannot follow that",
            hint="use --engine asp, which reads the axioms themselves",
        )


def require_like_sets(prolog: Swipl, module: str, rules: str) -> None:
    """Raise AxiomError if one question or guess does not stand for all others.

    Or if there are actions that these drivers do not list.
    """
    from mystpy.engines.edited.relied_on import require_known_actions

    require_known_actions(rules, "prolog")
    answer = prolog.ask(module, _UNLIKE_GOAL, "R")
    if answer is not None and answer != "none":
        _, kind, text = answer
        raise AxiomError(
            f"({_label('poss', kind, rules)}): {_text(text)} depends on the cards that "
            f"are named; the engine prolog lists only what is possible with all alike",
            hint="use --engine asp, which looks at each question and guess",
        )


def unaware(player: int, action: str) -> AxiomError:
    """Return the error for a player who does not see that an action is done."""
    return AxiomError(
        f"player {player} does not see that {action} is done by the axioms of section "
        "1.3, so that worlds with other actions would be possible",
        hint="define obs(I,A,O,S) for each player I and action A, with an O that is A, "
        "or shows(J,I,unseen) for a show",
    )


def _text(codes: Term) -> str:
    return "".join(map(chr, codes))


def _label(kind: str, name: str, rules: str) -> str:
    """The label of a Poss axiom, of a fluent's successor state axiom, or the name."""
    if kind == "poss":
        return poss_labels(rules).get(name, f"Poss of {name}")
    if kind == "after":
        shipped = set(rules_read(shipped_axioms_dir(), rules, "prolog"))
        read = rules_read(axioms_dir(), rules, "prolog")
        # An edited clause rather than one that was there before.
        for rule in sorted(read, key=lambda rule: rule in shipped):
            if re.match(rf"{name}\(.*\bdo\(", rule.partition(":-")[0]):
                label = label_of(rule, axioms_dir(), "prolog")
                return label.removeprefix("(").removesuffix("): ") or name
    return name
