"""Packages as planning tasks in EPDDL, the language of epistemic planners.

`event_models` has the actions of a package as event models, `conditions` short formulas
for sets of states, `identifiers` the names. `specification` has library, domain and
problem, `ground_task` the ground JSON as the tool plank writes it, and `epddl_files`
writes all of it into a folder.
"""

__all__: list[str] = []
