"""Planning tasks in EPDDL as packages.

`s_expressions` reads texts, `specification_reader` what they declare, `ground_json` the
ground tasks of the tool plank. `observability` decides who sees what; `start_rules`,
`action_rules`, `formula_rules` and `formula_texts` write axioms, and `package_writer`
the package.
"""

__all__: list[str] = []
