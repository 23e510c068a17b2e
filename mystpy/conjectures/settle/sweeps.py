"""Settling a conjecture about games whose deals can be listed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget, Stopped
from mystpy.conjectures.conjecture import (
    Conjecture,
    bounds_of,
    judged,
    span,
    statement_of,
    there_is,
)
from mystpy.conjectures.evaluation.trail import Trail
from mystpy.conjectures.limits import choices, named, refuse_endless
from mystpy.conjectures.replay.query import query_of
from mystpy.conjectures.settle.few_worlds import (
    by_few_worlds,
    for_all_players,
    for_all_sizes,
)
from mystpy.conjectures.settle.pieces import Piece, looked_at
from mystpy.conjectures.settle.proofs import by_induction, by_public_states
from mystpy.conjectures.settle.provers import by_provers
from mystpy.conjectures.sweep.check import Check
from mystpy.conjectures.verdict import Finding, Verdict
from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import cards_in, is_past, is_temporal
from mystpy.situations.explore import repeats
from mystpy.situations.stage import Stage

_FIRST_LOOK_LIMIT, _SECOND_LOOK_LIMIT, _SHORT_LOOK_LIMIT = 20_000, 4_000, 200
"""Limits of the sweeps before provers run: the first takes at most a tenth of a second.

It is enough to explore all of MYST(1,1,2,1).
"""
_MAX_SHORT_LOOKS, _MAX_CASES = 60, 100_000
"""How many games are searched before provers run, and their deals times instances."""
_WORK = {"sample": 10_000, "full": 40_000}
_MOST_DEALS_TO_THE_END = {"sample": 12, "full": 30}
"""Games of two players with so many deals are looked at to the end, whatever it takes.

That takes 0.1 to 3 seconds a game; with more deals it would take minutes.
"""
_MOST_WITHOUT_GUESSES = {"sample": 30, "full": 100}
"""The same where nobody guesses."""


def first_look(conjecture: Conjecture, budget: Budget) -> list[Piece]:
    """What is soon seen of the first game."""
    if conjecture.form not in ("always", "never"):
        return []
    first = conjecture.games[0], _FIRST_LOOK_LIMIT
    return looked_at(conjecture, budget, [first], brief=True)


def failing(conjecture: Conjecture, found: Sequence[Piece]) -> Finding | None:
    """FALSE if it fails in one of the games that were looked at."""
    if all(piece["failure"] is None for piece in found):
        return None
    return _false(conjecture, found)


def _fails_soon(conjecture: Conjecture, budget: Budget) -> bool:
    """Whether a short sweep finds it false in a named game, so that it has no proof.

    Short sweeps of all these games take less time than a prover. The verdict is left
    to the full sweep that follows.
    """
    node, games = conjecture.node, conjecture.games[:_MAX_SHORT_LOOKS]
    small = [x for x in games if x.deal_count() * choices(node, x) <= _MAX_CASES]
    work = _SHORT_LOOK_LIMIT if conjecture.depth is None else _SECOND_LOOK_LIMIT
    return _fails(conjecture, budget, small, work)


def _fails_elsewhere(conjecture: Conjecture, budget: Budget) -> bool:
    """Whether it soon fails in a small game that it does not name.

    Then it cannot be proved for all sizes, and nobody need try.
    """
    p = conjecture.games[0].p
    small = [Game.myst(m, 1, p, q) for m, q in ((1, 1), (2, 1), (1, 2))]
    return _fails(conjecture, budget, small, _SHORT_LOOK_LIMIT)


def _fails_later(conjecture: Conjecture, budget: Budget, p: int | None) -> bool:
    """Whether it fails in games of so many players, or any, if one looks for longer."""
    least = conjecture.games[0].p
    players = [least, least + 1] if p is None else [p]
    small = [Game.myst(1, 1, number, q) for q in (1, 2) for number in players]
    return _fails(conjecture, budget, small, _SECOND_LOOK_LIMIT)


def _fails(
    conjecture: Conjecture, budget: Budget, games: Sequence[Game], work: int
) -> bool:
    if conjecture.form not in ("always", "never"):
        return False
    here = replace(budget, processes=1)  # starting other processes takes longer
    looks = [(game, work) for game in games]
    try:
        pieces = looked_at(conjecture, here, looks, brief=True)
    except MystError:  # it mentions something that these games lack
        return False
    return any(piece["failure"] is not None for piece in pieces)


def settled_by_listing(
    conjecture: Conjecture, budget: Budget, seen: Sequence[Piece] = ()
) -> Finding:
    """By induction where that proves it, else by a sweep.

    What was `seen` is kept if the time is up before more is. Raises QueryError for work
    that would not end, unless the budget is limited, and Stopped if nothing was seen.
    """
    node = conjecture.node
    if conjecture.form == "initially":
        listed = _initially(conjecture, node)
        if listed.verdict.good and not (is_temporal(node) or conjecture.changed):
            for method in (for_all_players, by_provers, for_all_sizes):
                proved = method(conjecture, node, budget)
                if proved is not None:
                    return proved
        return listed
    if conjecture.form == "sometimes":
        return _sometimes(conjecture, budget)
    found: list[Piece] = []
    try:
        settled = _proved(conjecture, node, budget)
        if settled is not None:
            return settled
        refuse_endless(node, conjecture.games, budget)
        found = _swept(conjecture, budget)
    except Stopped:
        pass
    looked = [piece["game"] for piece in found]
    found += [piece for piece in seen if piece["game"] not in looked]
    return failing(conjecture, found) or _held(conjecture, found)


def _proved(conjecture: Conjecture, node: Formula, budget: Budget) -> Finding | None:
    """Return the finding of the first proof method that decides it, or None."""
    if is_temporal(node) or conjecture.changed:
        return None
    settled = for_all_players(conjecture, node, budget)
    if settled is not None or (not budget.proved and _fails_soon(conjecture, budget)):
        return settled
    for method in (_by_provers, by_few_worlds, by_induction, by_public_states):
        settled = method(conjecture, node, budget)
        if settled is not None:
            return settled
    return None


def _by_provers(
    conjecture: Conjecture, node: Formula, budget: Budget
) -> Finding | None:
    """As `by_provers`, who are not asked where a look shows that it is vain."""
    if _fails_elsewhere(conjecture, budget):
        return None
    later = partial(_fails_later, conjecture, budget)
    return by_provers(conjecture, node, budget, later)


def _initially(conjecture: Conjecture, node: Formula) -> Finding:
    check, failure = Check(cards_in(node)), None
    for game in conjecture.games:
        stage = Trail.start(game) if is_past(node) else Stage.start(game)
        failure = failure or check.first(node, stage)
    return judged(
        conjecture,
        None if failure is None else query_of(failure, node),
        proves=True,
        method="exhaustive",
        instances=check.instances,
        ended=check.ended,
        note="every deal of Init0 was looked at",
    )


def _sometimes(conjecture: Conjecture, budget: Budget) -> Finding:
    """PROVED, or FALSE where all histories were looked at; else OPEN."""
    found = _swept(conjecture, budget)
    if not found:
        raise Stopped
    with_one = [piece for piece in found if piece["failure"] is not None]
    without = [piece for piece in found if piece["failure"] is None]
    ends = [piece["complete"] for piece in without]
    all_looked_at = len(found) == len(conjecture.games)
    if conjecture.of == "some game":
        proved, refuted = bool(with_one), all_looked_at and all(ends)
    else:
        proved, refuted = all_looked_at and not without, any(ends)
    text = there_is([Game.from_dict(piece["game"]) for piece in with_one], conjecture)
    if not proved and without:
        game = named(Game.from_dict(without[0]["game"]))
        text = f"no such situation of {game} was found, among those of up to"
        text += f" {without[0]['depth']} actions"
    if not proved:
        text += _time_was_up(conjecture, found)
    verdict = Verdict.FALSE if refuted else Verdict.OPEN
    return Finding(
        Verdict.PROVED if proved else verdict,
        statement_of(conjecture),
        "exhaustive",
        _bounds(conjecture, found) | {"depth": _depth(found)},
        sum(piece["instances"] for piece in found),
        note=text,
        example=with_one[0]["failure"] if with_one else None,
    )


def _swept(conjecture: Conjecture, budget: Budget) -> list[Piece]:
    """What sweeps of the games found, in their order."""
    most = _MOST_DEALS_TO_THE_END if conjecture.guesses else _MOST_WITHOUT_GUESSES
    to_the_end, work = most[budget.scope], _WORK[budget.scope]
    looks = [
        (game, None if game.deal_count() <= to_the_end and repeats(game) else work)
        for game in conjecture.games
    ]
    return looked_at(conjecture, budget, looks)


def _false(conjecture: Conjecture, found: Sequence[Piece]) -> Finding:
    """FALSE with the counterexample in the smallest game, confirmed by engines."""
    query = next(x["failure"] for x in found if x["failure"] is not None)
    return judged(
        conjecture,
        query,
        proves=False,
        method="exhaustive",
        instances=sum(piece["instances"] for piece in found),
    )


def _held(conjecture: Conjecture, found: Sequence[Piece]) -> Finding:
    """PROVED or HOLDS; OPEN if some game was not looked at before the time was up."""
    complete = sum(piece["complete"] for piece in found)
    stages = sum(piece["stages"] for piece in found)
    games = len(found)
    if not games:
        raise Stopped
    note = (
        f"{stages} public histories of {games} games, one of those that differ"
        " only in the names of cards, each with all its worlds"
    )
    if 0 < complete < games:
        note += f"; in {complete} of the games they stand for histories of any length"
    up = _time_was_up(conjecture, found)
    scope = _bounds(conjecture, found) | {"depth": _depth(found)}
    instances = sum(piece["instances"] for piece in found)
    ended = sum(piece.get("ended", 0) for piece in found)
    if games < len(conjecture.games) or (up and not (instances or ended)):
        return Finding.open(
            statement_of(conjecture),
            note + up,
            method="exhaustive",
            scope=scope,
            instances=instances,
        )
    return judged(
        conjecture,
        None,
        proves=complete == games,
        method="exhaustive",
        instances=instances,
        ended=ended,
        scope=scope,
        note=note + up,
    )


def _time_was_up(conjecture: Conjecture, found: Sequence[Piece]) -> str:
    """That the time was up, and how many games were not looked at; nothing if not."""
    left = len(conjecture.games) - len(found)
    if left:
        return f"; then the time was up, with {left} more games to look at"
    if any(piece["stopped"] for piece in found):
        return "; then the time was up"
    return ""


def _bounds(conjecture: Conjecture, found: Sequence[Piece]) -> dict[str, object]:
    """The games that were looked at, and whether guesses were."""
    moves: dict[str, object] = {} if conjecture.guesses else {"guesses": False}
    return bounds_of([Game.from_dict(piece["game"]) for piece in found]) | moves


def _depth(found: Sequence[Piece]) -> str:
    """Return the depths that all sweeps and the deepest one reached, if not any."""
    depths = [piece["depth"] for piece in found if not piece["complete"]]
    return span(depths) if depths else "any"
