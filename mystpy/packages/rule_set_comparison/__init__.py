"""A package compared with a rule set of the folder axioms, for all situations at once.

`step_rules` and `copied_rules` analyse the axioms, and `game_link` pairs the words of a
package with those of the rule set. `theory_comparison` searches for a deal, a step or a
sight in which both differ, and `shortest_run` for a run on which they do.
"""

__all__: list[str] = []
