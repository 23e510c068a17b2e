"""Actions with parameters, read off the rules of a package instead of its runs.

`rule_terms` has the terms of rules, and predicates that carry memory from one situation
to the next; `rule_conditions` bodies of rules as formulas, `lifted_actions` the
actions, and `lifted_specification` their texts.
"""

__all__: list[str] = []
