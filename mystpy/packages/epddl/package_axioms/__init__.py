"""The axioms and the description of a package that says what a planning task says.

`package_terms` has the names, `formula_rules` conditions as rules, and `formula_texts`
conditions about knowledge. `start_rules`, `action_rules` and `action_sight` write the
axioms, and `package_writer` the folder.
"""

__all__: list[str] = []
