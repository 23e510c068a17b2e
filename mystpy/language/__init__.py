"""One language of formulas, for all commands and for Python.

`atoms` and `nodes` are the values, `subformulas` what their form tells, `read` and
`show` the shared syntax, `vocabulary` what names mean, `expand` what only abbreviates,
`decidable` what each command can answer, and `truth` the evaluation over any algebra.
"""

from mystpy.language import show as _show  # printing hands itself to the nodes

__all__: list[str] = []
del _show
