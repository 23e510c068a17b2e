"""Section 1.4 for provers: the structure of situations, and induction over them.

(1.4) is a schema: of a property that is proved, Init0 has it, and do keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.tptp import fof
from mystpy.engines.programs.clauses import definitions

_FILE = "s1_04_situations.lp"
_DEFINED = ("equal", "before", "before_or_equal")
_NOT_DEFINED = {
    "1.1": "![A,S,B,T]: (do(A,S) = do(B,T) => (A = B & S = T))",
    "1.2": "![S]: ~before(S,init0)",
}
"""What the file says by how it builds terms, and by a constraint."""


def by_induction(*properties: str) -> Iterator[Problem]:
    """Problems that say of each property, by (1.4), that all situations have it.

    A property has `{0}` for the situation; those before it may be used.
    """
    axioms = _NOT_DEFINED | dict(definitions((_FILE,), _DEFINED))
    given = [fof(f"a{k}", "axiom", text) for k, text in enumerate(axioms.values())]
    for k, said in enumerate(properties):
        kept = f"![V]: (({said.format('V')}) => ![N]: ({said.format('do(N,V)')}))"
        for part, goal in (("init0", said.format("init0")), ("do", kept)):
            text = "".join(given) + fof("goal", "conjecture", goal)
            yield Problem(f"property{k}-{part}", goal, text)
        given.append(fof(f"p{k}", "axiom", f"![V]: ({said.format('V')})"))
