"""Packages as planning tasks in EPDDL, the language of epistemic planners.

`event_models` has the actions of a package as event models, `conditions` short formulas
for sets of states, `identifiers` the names, `written_formulas` formulas as EPDDL and
plank write them. `specification` has library, domain and problem, in the parts of
`epddl_texts`; `epddl_files` writes them and the ground task of plank into a folder.
`lifted` reads actions with parameters off the rules.

`reading` and `package_axioms` make a package of a planning task, and `model_problems`
writes Kripke models as problems and reads them back.
"""

__all__: list[str] = []
