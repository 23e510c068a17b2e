"""Certificates: a package that is proved equal to a rule set of the folder axioms.

`step_rules` and `copied_rules` take the axioms apart, `game_link` pairs the words of a
package with those of the rule set, `comparison` searches for a deal, a step or a sight
in which both differ. `kept_certificates` keeps what was proved, and
`certified_situation` answers by the fast methods.
"""

__all__: list[str] = []
