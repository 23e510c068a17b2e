"""Packages as planning tasks in EPDDL, the language of epistemic planners.

`event_models` has the actions of a package as event models, `conditions` short formulas
for sets of states, `identifiers` the names. `specification` has library, domain and
problem, `ground_task` the ground JSON as the tool plank writes it, and `epddl_files`
writes all of it into a folder. `lifted` reads actions with parameters off the rules.

`reading` and `package_axioms` make a package of a planning task, and `model_problems`
writes Kripke models as problems and reads them back.
"""

__all__: list[str] = []
