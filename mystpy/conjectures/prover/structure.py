"""Section 1.4 for provers: the structure of situations, and induction over them.

(1.4) is a schema: of a property that is proved, Init0 has it, and do keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.tptp import fof

AXIOMS = {
    "1.1": "![A,S,B,T]: (do(A,S) = do(B,T) => (A = B & S = T))",
    "1.2": "![S]: ~before(S,init0)",
    "1.3": "![S,A,T]: (before(S,do(A,T)) <=> (before(S,T) | S = T))",
}
SEQUENCES = {
    "both empty": "same(init0,init0)",
    "one empty": "![A,S]: (~same(init0,do(A,S)) & ~same(do(A,S),init0))",
    "neither": "![A,S,B,T]: (same(do(A,S),do(B,T)) <=> (A = B & same(S,T)))",
}
"""When two situations are the same sequence of actions."""


def by_induction(*properties: str) -> Iterator[Problem]:
    """Problems that say of each property, by (1.4), that all situations have it.

    A property has `{0}` for the situation; those before it may be used.
    """
    axioms = (AXIOMS | SEQUENCES).values()
    given = [fof(f"a{k}", "axiom", text) for k, text in enumerate(axioms)]
    for k, said in enumerate(properties):
        kept = f"![V]: (({said.format('V')}) => ![N]: ({said.format('do(N,V)')}))"
        for part, goal in (("init0", said.format("init0")), ("do", kept)):
            text = "".join(given) + fof("goal", "conjecture", goal)
            yield Problem(f"property{k}-{part}", goal, text)
        given.append(fof(f"p{k}", "axiom", f"![V]: ({said.format('V')})"))
