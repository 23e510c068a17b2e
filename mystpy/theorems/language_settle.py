"""Settling a conjecture: by induction where that proves it, else by a sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from mystpy.errors import QueryError
from mystpy.game import Game
from mystpy.theorems.bench import Budget
from mystpy.theorems.induction import broken
from mystpy.theorems.induction_program import NotInductive
from mystpy.theorems.induction_public import (
    NotPublic,
    announces,
    holds_in_public_states,
)
from mystpy.theorems.language import (
    Listed,
    Node,
    Not,
    Quantified,
    cards_named,
    children,
    is_static,
    walk,
)
from mystpy.theorems.language_check import Check, Failure
from mystpy.theorems.language_show import ground, query_of, situation_of
from mystpy.theorems.language_text import parse_conjecture
from mystpy.theorems.language_truth import Worlds
from mystpy.theorems.search_replay import replayed
from mystpy.theorems.spread import spread
from mystpy.theorems.sweep import Swept, sweep
from mystpy.theorems.sweep_stage import Stage
from mystpy.theorems.verdict import Finding, Verdict

Form = Literal["always", "initially", "sometimes", "never"]

_FIRST_LOOK = 4_000
_WORK = {"sample": 10_000, "full": 40_000}
_MOST_WORK = 2e8
_RATE = 2e6
"""Worlds times choices of the quantifiers in front that are looked at in a second."""


@dataclass(frozen=True, slots=True)
class Conjecture:
    """A formula, in which situations of which games it is said to hold.

    `depth` bounds the number of actions; None is for no bound.
    """

    name: str
    form: Form
    text: str
    games: tuple[Game, ...]
    depth: int | None = None
    title: str = ""
    expect: str | None = None
    source: str | None = None

    @property
    def node(self) -> Node:
        """The formula of which every situation is an instance, or the only ones."""
        cards = {card for game in self.games for card in game.cards}
        found = parse_conjecture(self.text, self.source, cards)
        return Not(found) if self.form in ("never", "sometimes") else found


def settle(conjecture: Conjecture, budget: Budget) -> Finding:
    """The finding of a conjecture.

    Raises QueryError for a quantifier that ranges over nothing, for cards that a game
    does not have, and for work that would not end (unless the budget is limited).
    """
    node = conjecture.node
    for game in conjecture.games:
        _refuse_empty(node, game)
    if conjecture.form == "initially":
        return _initially(conjecture, node)
    if conjecture.form == "sometimes":
        return _sometimes(conjecture, budget)
    first = _swept(conjecture, budget, _FIRST_LOOK, conjecture.games[:1])
    if first[0]["failure"] is not None:
        return _false(conjecture, first)
    proved = _by_induction(conjecture, node, budget) or _by_public_states(
        conjecture, node, budget
    )
    if proved:
        return proved
    _refuse_endless(conjecture, node, budget)
    found = _swept(conjecture, budget, _WORK[budget.scope], conjecture.games)
    if any(piece["failure"] is not None for piece in found):
        return _false(conjecture, found)
    return _held(conjecture, found)


def _initially(conjecture: Conjecture, node: Node) -> Finding:
    check, failure = Check(Worlds(), cards_named(node)), None
    for game in conjecture.games:
        stage = Stage.start(game)
        failure = failure or check.first(node, stage)
    return _judged(
        conjecture,
        None if failure is None else query_of(failure),
        proves=True,
        method="exhaustive",
        instances=check.instances,
        note="every deal of Init0 was looked at",
    )


def _by_induction(conjecture: Conjecture, node: Node, budget: Budget) -> Finding | None:
    """PROVED if the formula is an invariant of the public fluents."""
    players = sorted({game.p for game in conjecture.games})
    try:
        for p in players:
            budget.tick()
            if broken(node, p):
                return None
    except NotInductive:
        return None
    return _judged(
        conjecture,
        None,
        proves=True,
        method="induction",
        instances=len(players),
        scope={"p": _span(players), "m, n, q, depth": "any"},
        note="true in Init0 and kept by every possible action from every state that"
        " satisfies it and the invariants it is proved with",
    )


def _by_public_states(
    conjecture: Conjecture, node: Node, budget: Budget
) -> Finding | None:
    """PROVED if every public state announces it; see `induction_public`."""
    instances = 0
    if not announces(node):
        return None
    items = [(_named(game), (conjecture, game)) for game in conjecture.games]
    label = f"public|{conjecture.text}"
    for _, found in spread(budget, label, public_piece, items):
        holds, count = cast("list[int]", found)
        if not holds:
            return None
        instances += count
    return _judged(
        conjecture,
        None,
        proves=True,
        method="induction over public states",
        instances=instances,
        scope=_scope(conjecture.games) | {"depth": "any"},
        note="looked at in every public state, with every question (cards renamed) and"
        " every deal; what is true wherever the action is possible is known after it",
    )


def public_piece(item: tuple[Conjecture, Game]) -> object:
    """Whether the formula holds in the public states of one game, and the instances."""
    conjecture, game = item
    try:
        return list(holds_in_public_states(conjecture.node, game))
    except NotPublic:
        return [False, 0]


def _sometimes(conjecture: Conjecture, budget: Budget) -> Finding:
    found = _swept(conjecture, budget, _WORK[budget.scope], conjecture.games)
    without = [piece for piece in found if piece["failure"] is None]
    example = next((x["failure"] for x in found if x["failure"] is not None), None)
    text = "there is such a situation in every game"
    if without:
        game = Game.from_dict(cast("Mapping[str, object]", without[0]["game"]))
        text = f"no such situation of MYST{game.sizes} was found, among those of up to"
        text += f" {without[0]['depth']} actions"
    verdict = Verdict.PROVED if not without else Verdict.OPEN
    if any(piece["complete"] for piece in without):
        verdict = Verdict.FALSE
    return Finding(
        verdict,
        _statement(conjecture),
        "exhaustive",
        _scope(conjecture.games) | {"depth": _depth(found)},
        sum(cast("int", piece["instances"]) for piece in found),
        note=text,
        example=cast("Mapping[str, object] | None", example),
    )


def _swept(
    conjecture: Conjecture, budget: Budget, work: int, games: Sequence[Game]
) -> list[dict[str, object]]:
    """What sweeps of these games found, in the order of the games."""
    items = [(_named(game), (conjecture, game, work)) for game in games]
    label = f"sweep|{conjecture.form}|{conjecture.depth}|{work}|{conjecture.text}"
    found = dict(spread(budget, label, sweep_piece, items))
    return [cast("dict[str, object]", found[_named(game)]) for game in games]


def sweep_piece(item: tuple[Conjecture, Game, int]) -> object:
    """What the sweep of one game finds, as a JSON value."""
    conjecture, game, work = item
    swept = sweep(conjecture.node, game, work=work, depth=conjecture.depth)
    return {
        "game": game.to_dict(),
        "depth": swept.depth,
        "complete": swept.complete,
        "stages": swept.stages,
        "instances": swept.instances,
        "failure": _shown(conjecture, swept),
    }


def _shown(conjecture: Conjecture, swept: Swept) -> dict[str, object] | None:
    failure: Failure | None = swept.failure
    if failure is None:
        return None
    if conjecture.form != "sometimes":
        return query_of(failure)
    found = situation_of(failure.stage, failure.world)
    inner = cast("Not", failure.part).body
    if is_static(inner):
        text = ground(inner, failure.stage.game, failure.binding)
        found |= {"formula": text, "value": "true"}
    return found


def _false(conjecture: Conjecture, found: list[dict[str, object]]) -> Finding:
    """FALSE with the counterexample in the smallest game, confirmed by engines."""
    query = next(x["failure"] for x in found if x["failure"] is not None)
    return _judged(
        conjecture,
        cast("Mapping[str, object]", query),
        proves=False,
        method="exhaustive",
        instances=sum(cast("int", piece["instances"]) for piece in found),
    )


def _held(conjecture: Conjecture, found: list[dict[str, object]]) -> Finding:
    complete = all(piece["complete"] for piece in found)
    stages = sum(cast("int", piece["stages"]) for piece in found)
    games = len(conjecture.games)
    return _judged(
        conjecture,
        None,
        proves=complete,
        method="exhaustive",
        instances=sum(cast("int", piece["instances"]) for piece in found),
        scope=_scope(conjecture.games)
        | {"depth": "any" if complete else _depth(found)},
        note=f"{stages} public histories of {games} games, one of those that differ"
        " only in the names of cards, each with all its worlds",
    )


def _judged(
    conjecture: Conjecture,
    query: Mapping[str, object] | None,
    *,
    proves: bool,
    method: str,
    instances: int,
    scope: Mapping[str, object] | None = None,
    note: str | None = None,
) -> Finding:
    if query is not None:
        note = None
        if "formula" in query:
            note = f"the engines {', '.join(replayed(query))} agree"
    found = Finding.judged(
        query,
        proves=proves,
        statement=_statement(conjecture),
        method=method,
        scope=_scope(conjecture.games) if scope is None else scope,
        instances=instances,
        note=note,
    )
    if found.verdict is Verdict.OPEN:
        return replace(found, note="its premises were never true, so nothing is said")
    return found


def _statement(conjecture: Conjecture) -> str:
    depth = "" if conjecture.depth is None else f" within {conjecture.depth} actions"
    return f"{conjecture.form}{depth}: {' '.join(conjecture.text.split())}"


def _scope(games: Sequence[Game]) -> dict[str, object]:
    return {
        "c": max(game.c for game in games),
        "p": max(game.p for game in games),
        "games": len(games),
    }


def _depth(found: Sequence[Mapping[str, object]]) -> str:
    """The depths that all sweeps, and the deepest one, have reached."""
    depths = [cast("int", piece["depth"]) for piece in found]
    return _span(depths)


def _span(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least}..{most}"


def _named(game: Game) -> str:
    return " ".join(f"{key}={value}" for key, value in game.to_dict().items())


def _refuse_empty(node: Node, game: Game) -> None:
    """Raise QueryError if a quantifier ranges over nothing in this game."""
    empty = {
        "questions": not game.question_count(),
        "guesses": not game.guess_count(),
    }
    for part in walk(node):
        if isinstance(part, Quantified):
            over = part.domain
            nothing = isinstance(over, Listed) and over.members == ()
            if nothing or (isinstance(over, str) and empty.get(over)):
                raise QueryError(
                    f"{part.var} ranges over nothing in {_named(game)},"
                    " so nothing would be said",
                    hint="leave that game out, or the quantifier",
                )


def _refuse_endless(conjecture: Conjecture, node: Node, budget: Budget) -> None:
    """Raise QueryError if no limit is set and the sweep would take very long."""
    work = sum(game.deal_count() * choices(node, game) for game in conjecture.games)
    if budget.seconds is None and work > _MOST_WORK:
        raise QueryError(
            f"looking at Init0 alone would take about {work / _RATE / 60:.0f} minutes:"
            f" {work:.1e} worlds and choices of what the quantifiers range over",
            hint="lower the bound on c, quantify over less, or set a limit: --seconds",
        )


def choices(node: Node, game: Game) -> int:
    """How many choices the nested quantifiers of a formula have, at most."""
    below = max((choices(child, game) for child in children(node)), default=1)
    if not isinstance(node, Quantified):
        return below
    sizes = {
        "players": game.p,
        "holders": game.p + 1,
        "cards": game.c,
        "questions": game.question_count(),
        "guesses": game.guess_count(),
        "sets": 2**game.c,
        "groups": 2**game.p - 1,
    }
    over = node.domain
    return below * (sizes[over] if isinstance(over, str) else game.q)
