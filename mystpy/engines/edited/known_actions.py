"""Check that the axioms in force have no other actions than mystpy knows."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from mystpy.axioms import axioms_dir, rules_in_force, shipped_axioms_dir
from mystpy.compilation import pattern
from mystpy.engines.edited.edited_rules import AspRule, refusal_error
from mystpy.errors import AxiomError
from mystpy.sight.rule_texts import rules_read

_KIND = pattern(r"(?:poss|action)\(\s*([a-z]\w*)")
_HINT = "leave the action out: mystpy cannot follow actions of your own"


def require_known_actions(rules: str, language: str = "asp") -> None:
    """Raise AxiomError if games of these rules have an action that they had not."""
    error = _new_action(rules_in_force(), rules, language)
    if error is not None:
        raise error


@lru_cache(maxsize=16)
def _new_action(_in_force: Hashable, rules: str, language: str) -> AxiomError | None:
    shipped = rules_read(shipped_axioms_dir(), rules, language)
    known = {found[1] for found in map(_KIND.match, shipped) if found}
    for rule in rules_read(axioms_dir(), rules, language):
        kind = _KIND.match(rule)
        if kind and kind[1] not in known:
            why = f"this makes an action {kind[1]}, which these games do not have here"
            return refusal_error(AspRule(rule), why, _HINT, language)
    return None
