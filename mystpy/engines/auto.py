"""The engine "auto", the default: the quickest method that is known to be right.

On every kind of question a walk through the public diagram was quicker than clingo, and
where worlds are few a list of them; where they are many, the symbolic methods answer as
they do for asp (the benchmark bench_default). All of these are checked against clingo
and SWI-Prolog for the shipped axioms. For other axioms `get_engine` chooses asp, which
reads the axioms themselves.
"""

from __future__ import annotations

from mystpy.engines.walked import WalkEngine


class AutoEngine(WalkEngine):
    """Answers by a list of worlds or by the symbolic methods, whichever is quicker.

    It keeps nothing of its own: what was listed or solved for one question is kept by
    the methods, for the next.
    """

    name = "auto"
    method = "worlds"
