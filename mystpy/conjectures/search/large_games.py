"""Settle a conjecture about games that are too large for a sweep, by the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from mystpy.compilation import dataclass, replace
from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.conjecture import (
    Conjecture,
    bounds_of,
    premises_only,
    statement_of,
    there_is,
)
from mystpy.conjectures.limits import game_label
from mystpy.conjectures.replay.engines import confirming_engines
from mystpy.conjectures.replay.instance import explained
from mystpy.conjectures.replay.query import ground
from mystpy.conjectures.search.found import FoundSituation
from mystpy.conjectures.search.goals import CHAIN
from mystpy.conjectures.search.search import BoundedSearch
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import EngineFailed
from mystpy.game.game import Game
from mystpy.language.nodes import After, Formula, Implies, Next, Not
from mystpy.language.subformulas import is_static, walk

LONGEST = {"sample": 4, "full": 10}
_EFFORT = {"sample": 20_000, "full": 400_000}
"""The limits on actions, and on conflicts of one solver call, without a depth."""

Query = dict[str, object]


@dataclass(slots=True)
class SearchCoverage:
    """The result of the search in a game: all histories of up to `depth` actions.

    `depth` is -1 if it did not finish for any length. `looked` counts the lengths at
    which the premises can be true, `chained` says that chains of worlds were searched
    for, `why` gives the reason if the search ended early.
    """

    game: Game
    depth: int = -1
    query: Query | None = None
    looked: int = 0
    chained: bool = False
    why: str = ""


def search_large(
    conjecture: Conjecture,
    budget: Budget,
    large: Sequence[Game],
    before: Result | None,
) -> Result:
    """Return the result of a search in large games, after that of the smaller ones.

    The search can only prove that there is a situation. Raises NotCovered for formulas
    that it cannot treat.
    """
    some = conjecture.form == "sometimes"
    more = f", as in {len(large) - 1} other games" if large[1:] else ""
    budget.report_progress(
        f"{game_label(large[0])}: {large[0].deal_count():,} deals are too many to"
        f" list{more};"
        " a solver looks for a counterexample, --seconds sets it a limit"
    )
    found = []
    for game in large:
        found.append(_reach(conjecture, game, budget))
        if found[-1].query is not None and (not some or conjecture.of == "some game"):
            break
    return (_some if some else _all)(conjecture, found, before)


def _reach(conjecture: Conjecture, game: Game, budget: Budget) -> SearchCoverage:
    node, reached = conjecture.node, SearchCoverage(game)
    bound = 0 if conjecture.form == "initially" else conjecture.depth
    effort = _EFFORT[budget.scope] if bound is None else None
    main = BoundedSearch(node, game, budget.tick, effort)
    premise = BoundedSearch(premises_only(node, acting=True), game, budget.tick, effort)
    last = LONGEST[budget.scope] if bound is None else bound
    label = f"search|{conjecture.form}|{conjecture.text}|{game_label(game)}"
    try:
        for length in range(last + 1):
            if not reached.looked and _has_premise(node):
                key = f"{label}|premise|{length}"
                if not budget.once(key, _work(premise, length, conjecture.form)):
                    reached.depth = length
                    continue
            key = f"{label}|{length}"
            query = budget.once(key, _work(main, length, conjecture.form))
            reached.looked += 1
            reached.chained |= main.chained
            reached.depth, reached.query = length, cast("Query | None", query)
            budget.progress(length, last)
            if query is not None:
                break
    except CheckStopped:
        reached.why = "the time was up"
    except EngineFailed as failed:
        reached.why = str(failed)
    return reached


def _has_premise(node: Formula) -> bool:
    ahead = premises_only(node, acting=True)
    return any(isinstance(part, Implies | After | Next) for part in walk(ahead))


def _work(search: BoundedSearch, length: int, form: str) -> Callable[[], object]:
    def look() -> object:
        found = search.after(length)
        return None if found is None else _query(found, search.node, length, form)

    return look


def _query(found: FoundSituation, node: Formula, length: int, form: str) -> Query:
    """Return the found situation as a query; for `sometimes` with a true formula."""
    query = found.query(node, length)
    if form == "sometimes":
        inner = cast("Not", node).body
        if is_static(inner):
            text = ground(inner, found.game, {})
            query |= {"formula": text, "value": "true"}
    return query


def _all(
    conjecture: Conjecture, found: Sequence[SearchCoverage], before: Result | None
) -> Result:
    """Return FALSE, or HOLDS up to the length that was reached in every game."""
    query = next((each.query for each in found if each.query is not None), None)
    scope, method = _scope(conjecture, found), "search"
    if query is not None:
        note = None
        if "formula" in query:
            note = f"the engines {', '.join(confirming_engines(query))} agree"
        shortest = "no shorter history will do"
        note = f"{note}; {shortest}" if note else shortest
        query = explained(query, conjecture.node)
    else:
        note = _note(found)
        if before is not None:
            method = f"{before.method}; search"
    if query is None and min(each.depth for each in found) < 0:
        return Result.open(statement_of(conjecture), note, method=method)
    instances = sum(each.looked for each in found)
    result = Result.judged(
        query,
        proves=False,
        statement=statement_of(conjecture),
        method=method,
        scope=scope,
        instances=instances,
        note=note,
    )
    if result.verdict is Verdict.OPEN:
        why = next((f" ({each.why})" for each in found if each.why), "")
        note = f"its premises were never true, so nothing is said{why}"
        return replace(result, note=note)
    return result


def _some(
    conjecture: Conjecture, found: Sequence[SearchCoverage], before: Result | None
) -> Result:
    """Return PROVED if every game, or one, has such a situation, else OPEN."""
    with_one = [each for each in found if each.query is not None]
    some_game = conjecture.of == "some game"
    proved = bool(with_one) if some_game else len(with_one) == len(found)
    first = with_one[0].query if with_one else None
    for each in found:
        if each.query is not None and "formula" in each.query:
            confirming_engines(each.query)
    without = [each for each in found if each.query is None]
    there = there_is([each.game for each in with_one], conjecture)
    return Result(
        Verdict.PROVED if proved else Verdict.OPEN,
        statement_of(conjecture),
        "search" if before is None else f"{before.method}; search",
        _scope(conjecture, found),
        sum(each.looked for each in found),
        note=there if proved else _note(without),
        example=first if before is None or before.example is None else before.example,
    )


def _scope(
    conjecture: Conjecture, found: Sequence[SearchCoverage]
) -> dict[str, object]:
    depths = sorted(each.depth for each in found)
    low, high = depths[0], depths[-1]
    scope = bounds_of(conjecture.games)
    scope["depth"] = str(low) if low == high else f"{low}..{high}"
    if any(each.chained for each in found):
        scope["chains"] = f"of up to {CHAIN} worlds"
    return scope


def _note(found: Sequence[SearchCoverage]) -> str:
    """Return what was searched for, up to which length, and why no further."""
    least = min(found, key=lambda each: each.depth)
    text = f"there is none after up to {least.depth} actions"
    if least.depth < 0:
        reached = [f"{x.depth} in {game_label(x.game)}" for x in found if x.depth >= 0]
        text = f"there is none after up to {', '.join(reached)} actions; but "
        text = text if reached else ""
        text += (
            "the search did not even come to an end for Init0 of "
            f"{game_label(least.game)}"
        )
    why = f" (then {least.why})" if least.why else ""
    return f"a solver looked for a situation in which it fails: {text}{why}"
