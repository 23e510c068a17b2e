"""Theories as packages: a game in a folder, none of whose names is in Python.

`declarations` reads theory.toml into a `package`, `action_terms` the actions of a
history. `history_runs` has the answer set program of a history's runs and what holds in
them, `axiom_checks` what is wrong with the axioms. `package_answers` answers questions.
"""

__all__: list[str] = []
