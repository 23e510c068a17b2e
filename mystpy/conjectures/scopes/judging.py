"""Verdicts restricted to the domain of the sentence."""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.compilation import replace
from mystpy.conjectures.scopes.domain import Domain
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.history.actions import Guess


def refuted_within(result: Result, domain: Domain) -> Result:
    """Return a result that is FALSE only by a counterexample within the domain."""
    if result.verdict is not Verdict.FALSE:
        return result
    if _is_of(domain, result.counterexample):
        return result
    note = f"what was found is no counterexample: the sentence speaks of {domain}"
    return replace(
        result, verdict=Verdict.OPEN, counterexample=None, note=_joined(result, note)
    )


def proved_within(result: Result, domain: Domain) -> Result:
    """Return a result that is PROVED only if its scope covers the domain.

    Otherwise it HOLDS; if its premises are never true within the scope, it is OPEN. An
    argument in words is only kept for the part that a proof does not cover.
    """
    result = replace(result, speaks_of=domain.given)
    if result.verdict is not Verdict.PROVED:
        return result
    if domain.covered_by(result.scope) and _speaks_of_example(result, domain):
        return result if domain.some else replace(result, argument=None, argued=None)
    if result.vacuous:
        note = f"no case was met; the sentence speaks of {domain}"
        verdict = Verdict.OPEN
    else:
        note = f"proved for what the scope names; the sentence speaks of {domain}"
        verdict = Verdict.HOLDS
    return replace(result, verdict=verdict, vacuous=False, note=_joined(result, note))


def _speaks_of_example(result: Result, domain: Domain) -> bool:
    """Return whether the example, if one is enough, is within the domain."""
    return not domain.some or _is_of(domain, result.example)


def _is_of(domain: Domain, query: Mapping[str, object] | None) -> bool:
    """Return whether the game of a query, if it has one, is in the domain.

    The same holds for its history, unless it has a guess and the domain has none.
    """
    game, history = ((query or {}).get(key) for key in ("game", "history"))
    actions = map(str, history if isinstance(history, list | tuple) else ())
    guessed = any(action.startswith(f"{Guess.name}(") for action in actions)
    if guessed and domain.given.get("guesses") is False:
        return False
    return not isinstance(game, Mapping) or domain.has(game)


def _joined(result: Result, note: str) -> str:
    return f"{result.note.rstrip('.')}; {note}" if result.note else note
