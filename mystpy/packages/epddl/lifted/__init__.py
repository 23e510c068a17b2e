"""Actions with parameters, read off the rules of a package instead of its runs.

`state_conditions` are formulas with variables, `rule_conditions` has bodies of rules as
such formulas, `lifted_actions` the actions, and `lifted_specification` their texts.
`remembered` finds predicates that carry memory from one situation to the next.
"""

__all__: list[str] = []
